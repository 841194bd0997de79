"""The live table: takes commands and sightings, asks the rules, keeps the journal, asks people when unsure."""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from companion.errors import Unusable
from companion.games.common import Finding, InvalidSetup
from companion.referee.alternatives import alternatives
from companion.referee.audit import audit
from companion.referee.boxfile import BoxFile
from companion.referee.decide import Choice, Decision, decide
from companion.referee.effects import Effects
from companion.referee.events import By, Draft
from companion.referee.fold import Played
from companion.referee.game import LiveGame, RefusedError, resume
from companion.referee.games import rules_of
from companion.referee.inference import explained, infer
from companion.referee.journal import NotSavedError
from companion.referee.messages import (
    Alternatives,
    Audit,
    ChancePoint,
    Chances,
    Command,
    CueMessage,
    Health,
    Option,
    Part,
    Question,
    Reply,
    ToTable,
    View,
)
from companion.referee.reconsider import reconsider
from companion.referee.shelf import Shelf
from companion.referee.view import log, table_view
from vision.sighting import Pulse, Scene, Watch, Zone

_AT_ONCE = 8
"""Rounds of acceptance after one scene: many moves may have been made while the camera was away."""


class Referee:
    """One table. ``handle`` one message at a time; what it answers is on disk (``companion.api.table.Table``).

    ``box``: what the owner has read off the box (not given: kept beside the games); what a set-up says goes there.
    """

    def __init__(self, shelf: Shelf, box: BoxFile | None = None) -> None:
        self._shelf, self._box = shelf, box or BoxFile(shelf.folder.parent)
        self._game: LiveGame | None = None
        self._question: Question | None = None
        self._choices: tuple[tuple[Any, ...], ...] = ()
        self._asked = 0
        self._done: dict[str, Reply] = {}
        self._parts: tuple[Part, ...] = ()
        self._chances: dict[int, ChancePoint] = {}
        self._trouble = ""
        self._camera = self._camera_code = ""
        self._moving = False
        self._pulsed = -1
        self._doubted: tuple[int, float] | None = None
        self._do: dict[str, Callable[[Command], tuple[Finding, ...]]] = {
            "setup": self._set_up, "move": self._move, "answer": self._answer,
            "undo": self._undo, "correct": self._correct, "end": self._end,
        }  # fmt: skip
        self._cues: list[CueMessage] = []
        self._resume()

    def handle(self, message: ToTable) -> Effects:
        """Take one message; nothing that it answers "done" to is ever lost."""
        self._cues = []
        if isinstance(message, Command):
            known = self._done.get(message.id)
            reply = known or self._command(message)
            return Effects(reply, tuple(self._cues), changed=known is None and reply.ok)
        before = self._shown()
        if isinstance(message, Health):
            self._parts = message.parts
        elif isinstance(message, Pulse):
            self._pulse(message)
        elif isinstance(message, Chances):
            self._weigh(message)
        else:
            self._scene(message)
        return Effects(None, tuple(self._cues), changed=self._shown() != before)

    def view(self) -> View:
        """The public picture now."""
        game = self._game
        if game is None:
            return View(0, "", None, None, (), self._health(), (), (), {}, self._camera, self._camera_code)
        sheet = game.rules.scores(game.state)
        return View(
            seq=game.seq,
            game=game.rules.NAME,
            table=table_view(game, sheet),
            question=self._question,
            log=log(game.journal.events, game.fold),
            parts=self._health(),
            audits=self._audits(),
            explain=sheet.explain,
            house_rules=msgspec.to_builtins(game.state.rules),
            camera=self._camera,
            camera_code=self._camera_code,
            chances=self._course,
        )

    @property
    def _course(self) -> tuple[ChancePoint, ...]:
        return tuple(self._chances[seq] for seq in sorted(self._chances))

    def alternatives(self, seq: object) -> Alternatives:
        """What may have happened instead of an event. Raises ``RefusedError``."""
        game = self._playing()
        if not isinstance(seq, int) or not 1 <= seq <= game.seq:
            raise RefusedError("seq must be the number of an event")
        return alternatives(game.rules, game.fold.played, seq, game.journal.events[seq - 1].draft.evidence)

    def _shown(self) -> tuple[Any, ...]:
        """All that the view depends on: equal, and it has not changed."""
        return self._seq, self._question, self._health(), self._camera, self._audits(), self._course

    def _health(self) -> tuple[Part, ...]:
        return (*self._parts, Part("journal", "down", self._trouble)) if self._trouble else self._parts

    def _audits(self) -> tuple[Audit, ...]:
        game = self._game
        return () if game is None or game.over else audit(game.sight, game.expected())

    def watch(self) -> Watch:
        """The zones of the game being played."""
        game = self._game
        if game is None:
            return Watch(())
        places = game.rules.places(game.state)
        return Watch(tuple(msgspec.convert(msgspec.to_builtins(place), Zone) for place in places))

    def close(self) -> None:
        """Close the files; all is on disk already."""
        if self._game is not None:
            self._game.journal.close()
        self._shelf.close()

    def _resume(self) -> None:
        games = self._shelf.games()
        if not games:
            return
        self._game = resume(games[-1])
        if self._game is None:
            return
        events = self._game.journal.events
        self._trouble = self._game.journal.trouble
        self._asked = sum(event.draft.kind == "question" for event in events)
        for event in events:
            if event.draft.command:
                self._done[event.draft.command] = Reply(event.draft.command, ok=True, seq=event.seq)

    # Commands

    def _command(self, command: Command) -> Reply:
        try:
            findings = self._do[command.do](command)
        except (RefusedError, InvalidSetup, Unusable, NotSavedError, ValueError) as error:
            if isinstance(error, NotSavedError):
                self._trouble = str(error)
            return Reply(command.id, ok=False, seq=self._seq, error=str(error))
        self._trouble = ""
        reply = Reply(command.id, ok=True, seq=self._seq, findings=findings)
        self._done[command.id] = reply
        return reply

    @property
    def _seq(self) -> int:
        return self._game.seq if self._game is not None else 0

    def _set_up(self, command: Command) -> tuple[Finding, ...]:
        game = self._game
        if game is not None and not game.over and game.fold.played:
            raise RefusedError("a game is being played; end it first")
        rules = rules_of(str(command.body.get("game", "architects")))
        body = self._box.completed(command.body)
        setup = rules.parse_setup(body)
        rules.begin(setup)
        # Asked about once: what somebody has said of the box is known from now on.
        self._box.keep(getattr(setup, "box", {}))
        self._game = LiveGame.begin(self._shelf.fresh(), body, command.id)
        if game is not None:
            # What the camera showed last still lies there.
            self._game.sight.seen.update(game.sight.seen)
            game.journal.close()
        self._question, self._asked, self._chances = None, 0, {}
        return ()

    def _playing(self) -> LiveGame:
        if self._game is None:
            raise RefusedError("no game is set up yet")
        return self._game

    def _move(self, command: Command) -> tuple[Finding, ...]:
        bodies = command.body.get("moves", [command.body])
        return self._by_finger(self._playing(), bodies, command.id)

    def _by_finger(self, game: LiveGame, bodies: Any, command: str) -> tuple[Finding, ...]:
        if game.over:
            raise RefusedError("the game is over; undo or correct a move, or set up a new one")
        if not isinstance(bodies, list | tuple):
            raise RefusedError("moves must be a list of moves")
        moves = [game.rules.parse_move(body) for body in bodies]
        state = game.state
        counted: list[Any] = []
        findings: list[Finding] = []
        for move in moves:
            found = game.rules.judge(state, move)
            after = game.rules.apply(state, move, strict=False)
            if after != state:
                counted.append(move)
            elif found:
                # Nothing can be played of it: said, not written down.
                raise RefusedError(found[0].message)
            findings += found
            state = after
        if counted:
            self._play(game, counted, "finger", command)
            self._look(game)
        return tuple(findings)

    def _answer(self, command: Command) -> tuple[Finding, ...]:
        game, question = self._playing(), self._question
        if question is None or command.body.get("question") != question.number:
            raise RefusedError("that question is no longer open")
        if "moves" in command.body:
            findings = self._by_finger(game, command.body["moves"], command.id)
        else:
            findings = self._choose(game, command.body.get("option"), command.id)
        self._question = None
        return findings

    def _choose(self, game: LiveGame, option: Any, command: str) -> tuple[Finding, ...]:
        if not isinstance(option, int) or not 0 <= option < len(self._choices):
            raise RefusedError(f"there are {len(self._choices)} options, counted from 0")
        moves = self._choices[option]
        if not moves:
            game.waive({"question": self._asked, "nothing": True}, command)
            return ()
        played = self._play(game, moves, "finger", command)
        self._look(game)
        return tuple(finding for entry in played for finding in entry.findings)

    def _undo(self, command: Command) -> tuple[Finding, ...]:
        seq, since = command.body.get("seq"), command.body.get("since")
        if not isinstance(seq, int | None) or not isinstance(since, int | None):
            raise RefusedError("seq or since must be the number of an event")
        if since is not None:
            self._playing().rewind(since, command.id)
        else:
            self._playing().undo(seq, command.id)
        self._question = None
        return ()

    def _correct(self, command: Command) -> tuple[Finding, ...]:
        game, seq = self._playing(), command.body.get("seq")
        if not isinstance(seq, int):
            raise RefusedError("seq must be the number of an event")
        game.correct(seq, game.rules.parse_move(command.body.get("move")), command.id)
        self._question = None
        found = next((entry.findings for entry in game.fold.played if entry.seq == game.seq), ())
        return tuple(found)

    def _end(self, command: Command) -> tuple[Finding, ...]:
        game = self._playing()
        if game.fold.closed:
            raise RefusedError("the game has been ended already")
        game.close(command.id)
        self._question = None
        return ()

    # What the camera shows

    def _scene(self, scene: Scene) -> None:
        game = self._game
        if game is not None:
            game.sight.take(scene)
            self._look(game)

    def _weigh(self, told: Chances) -> None:
        """Chances of another game than this one (it was set up while they were worked out) are not wanted."""
        game = self._game
        if game is not None:
            points = (p for p in told.points if 1 <= p.seq <= game.seq and len(p.chances) == game.state.players)
            self._chances.update((point.seq, point) for point in points)

    def _pulse(self, pulse: Pulse) -> None:
        self._camera, self._camera_code, self._moving = pulse.trouble, pulse.code, pulse.moving
        game = self._game
        if game is not None:
            # A camera that gives no more frames (a recording's end) does not stop the clock.
            game.sight.exposed = max(pulse.exposed, game.sight.exposed + (pulse.frame == self._pulsed))
            self._pulsed = pulse.frame
            self._look(game)

    def _look(self, game: LiveGame) -> None:
        """Accept, ask or wait, until nothing more follows from what is seen."""
        try:
            for _ in range(_AT_ONCE):
                if game.over:
                    return
                game.sight.adopt(game.expected())
                decision = decide(infer(game.rules, game.state, game.sight), game.sight, moving=self._moving)
                if decision.doubt and self._reconsidered(game):
                    continue
                if decision.do != "accept":
                    self._settle(game, decision)
                    break
                self._play(game, decision.moves, "camera", posterior=decision.posterior)
                self._question = None
            self._trouble = ""
        except NotSavedError as error:
            # The sightings are still there: it is tried again with the next pulse.
            self._trouble = str(error)

    def _reconsidered(self, game: LiveGame) -> bool:
        """Whether a move was read wrongly, which explains everything: it is corrected without asking anybody."""
        looked = (game.seq, game.sight.since)
        if self._doubted == looked:
            return False
        self._doubted = looked
        thought = reconsider(game.rules, game.fold.played, game.doubtful, game.sight)
        if thought is None:
            return False
        game.correct(thought.seq, thought.move, by="camera")
        self._question = None
        return True

    def _settle(self, game: LiveGame, decision: Decision) -> None:
        if decision.do == "ask":
            self._ask(game, decision)
        elif decision.do == "nothing":
            self._question = None
            clear = explained(game.rules, game.state, (), game.state, game.sight)
            game.settle(clear & game.sight.changed())

    def _ask(self, game: LiveGame, decision: Decision) -> None:
        choices = tuple(choice.moves for choice in decision.choices)
        if self._question is not None and choices == self._choices:
            return
        options = tuple(self._option(game, choice) for choice in decision.choices)
        seat = next((move.seat for moves in choices for move in moves if hasattr(move, "seat")), None)
        question = Question(self._asked + 1, seat, options, decision.reason)
        game.record(Draft("question", msgspec.to_builtins(question), "camera"))
        self._question, self._choices, self._asked = question, choices, question.number
        self._cues.append(CueMessage("question", 1, game.seq))

    def _option(self, game: LiveGame, choice: Choice) -> Option:
        return Option(tuple(game.rules.dump_move(move) for move in choice.moves), round(choice.probability, 4))

    def _play(
        self, game: LiveGame, moves: Sequence[Any], by: By, command: str = "", posterior: float = 0.0
    ) -> tuple[Played, ...]:
        played = game.play(moves, by, command, posterior)
        for entry in played:
            cues = game.rules.cues(entry.before, entry.move, entry.after)
            self._cues += [CueMessage(cue.name, cue.times, entry.seq) for cue in cues]
            if entry.findings:
                self._cues.append(CueMessage("error", 1, entry.seq))
        return played
