"""One game before the referee: what is seen or said is accepted, asked about or left alone, and what is heard of it."""

from collections.abc import Iterable, Sequence

import msgspec

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, Finding, seat_of
from companion.referee.events import By, Draft
from companion.referee.game import LiveGame, RefusedError
from companion.referee.inference.decide import Choice, Decision, decide
from companion.referee.inference.reconsider import reconsider
from companion.referee.inference.search import explained, infer
from companion.referee.journal.journal import NotSavedError
from companion.referee.messages import CueMessage, Option, Question

_AT_ONCE = 8
"""Rounds of acceptance after one scene: many moves may have been made while the camera was away."""


class Session:
    """A live game with its open question. ``cues``: what is to be heard, until somebody takes it.

    ``moving``: a hand is over the table, so nobody is asked yet. ``trouble``: why the disk did not take what was seen
    last (empty: it did). What a person says that cannot be saved raises ``NotSavedError``.
    """

    def __init__(self, game: LiveGame) -> None:
        self.game = game
        self.question: Question | None = None
        self.moving = False
        self.trouble = ""
        self.cues: list[CueMessage] = []
        self._choices: tuple[tuple[AnyMove, ...], ...] = ()
        self._asked = sum(event.draft.kind == "question" for event in game.journal.events)
        self._doubted: tuple[int, float] | None = None

    def by_finger(self, bodies: object, command: str) -> tuple[Finding, ...]:
        """Play moves that a person says were made, irregular ones too; what is irregular. Raises ``RefusedError``."""
        game = self.game
        if game.over:
            raise RefusedError("the game is over; undo or correct a move, or set up a new one", "game_is_over")
        if not isinstance(bodies, list | tuple):
            raise RefusedError("moves must be a list of moves")
        state = game.state
        counted: list[AnyMove] = []
        findings: list[Finding] = []
        for move in [game.rules.parse_move(body) for body in bodies]:
            found = game.rules.judge(state, move)
            after = game.rules.apply(state, move, strict=False)
            if after != state:
                counted.append(move)
            elif found:
                # Nothing can be played of it: said, not written down.
                raise RefusedError("nothing of that move can be played", findings=found)
            findings += found
            state = after
        if counted:
            self._play(counted, "finger", command)
            self.look()
        return tuple(findings)

    def choose(self, option: object, command: str) -> tuple[Finding, ...]:
        """Do what an option of the question says. Raises ``RefusedError``."""
        if not isinstance(option, int) or not 0 <= option < len(self._choices):
            raise RefusedError(f"there are {len(self._choices)} options, counted from 0")
        moves = self._choices[option]
        if not moves:
            self.game.waive({"question": self._asked, "nothing": True}, command)
            return ()
        played = self._play(moves, "finger", command)
        self.look()
        return tuple(finding for entry in played for finding in entry.findings)

    def look(self) -> None:
        """Accept, ask or wait, until nothing more follows from what is seen."""
        try:
            self._look()
            self.trouble = ""
        except NotSavedError as error:
            # The sightings are still there: it is tried again with the next pulse.
            self.trouble = str(error)

    def _look(self) -> None:
        game = self.game
        for _ in range(_AT_ONCE):
            if game.over:
                return
            game.observed.adopt(game.expected())
            belief = infer(game.rules, game.state, game.observed)
            decision = decide(belief, game.observed, moving=self.moving)
            if decision.doubt and self._reconsidered():
                continue
            if decision.do != "accept":
                self._settle(decision)
                game.observed.doubt(belief.unexplained, game.expected())
                return
            self._play(decision.moves, "camera", posterior=decision.posterior)
            self.question = None

    def _reconsidered(self) -> bool:
        """Whether a move was read wrongly, which explains everything: it is corrected without asking anybody."""
        game = self.game
        looked = (game.seq, game.observed.since)
        if self._doubted == looked:
            return False
        self._doubted = looked
        thought = reconsider(game.rules, game.fold.played, game.doubtful, game.observed)
        if thought is None:
            return False
        game.correct(thought.seq, thought.move, by="camera")
        self.question = None
        return True

    def _settle(self, decision: Decision) -> None:
        game = self.game
        if decision.do == "ask":
            self._ask(decision)
        elif decision.do == "nothing":
            self.question = None
            clear = explained(game.rules, game.state, (), game.state, game.observed)
            game.settle(clear & game.observed.changed())

    def _ask(self, decision: Decision) -> None:
        choices = tuple(choice.moves for choice in decision.choices)
        if self.question is not None and choices == self._choices:
            return
        options = tuple(self._option(choice) for choice in decision.choices)
        question = Question(self._asked + 1, _seat(choices), options, decision.reason)
        self.game.record(Draft("question", msgspec.to_builtins(question), "camera"))
        self.question, self._choices, self._asked = question, choices, question.number
        self.cues.append(CueMessage("question", 1, self.game.seq))

    def _option(self, choice: Choice) -> Option:
        return Option(tuple(self.game.rules.dump_move(move) for move in choice.moves), round(choice.probability, 4))

    def _play(self, moves: Sequence[AnyMove], by: By, command: str = "", posterior: float = 0.0) -> tuple[Played, ...]:
        game = self.game
        played = game.play(moves, by, command, posterior)
        for entry in played:
            cues = game.rules.cues(entry.before, entry.move, entry.after)
            self.cues += [CueMessage(cue.name, cue.times, entry.seq) for cue in cues]
            if entry.findings:
                self.cues.append(CueMessage("error", 1, entry.seq))
        return played


def _seat(choices: Iterable[Sequence[AnyMove]]) -> int | None:
    """Whom to ask: who may have moved, by the first move that somebody makes."""
    return next((seat for moves in choices for move in moves if (seat := seat_of(move)) is not None), None)
