"""One game before the referee: what is seen or said is accepted, asked about or left alone, and what is heard of it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import msgspec

from companion.games.finished import Told
from companion.games.layout import Beside
from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, Finding
from companion.referee.acceptance import Acceptance, by_camera
from companion.referee.afterthoughts import Afterthoughts
from companion.referee.asked import Asked, whom
from companion.referee.coins import Coins
from companion.referee.decided import decided
from companion.referee.events import Draft
from companion.referee.faces import Faces
from companion.referee.game import LiveGame, RefusedError
from companion.referee.inference.baseline import Expected
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import Choice, Decision
from companion.referee.inference.expected import heaps
from companion.referee.inference.explained import explained
from companion.referee.inference.gone import gone_unread
from companion.referee.inference.may_lie import may_lie
from companion.referee.inference.observations import COUNTED_OUT
from companion.referee.inference.passed import laid_and_gone, passed_through
from companion.referee.inference.search import infer
from companion.referee.inference.unread import (
    Unread,
    come_unread,
    glimpsed,
    named,
    offered,
    only_a_face,
    unread_lying,
    unturned,
)
from companion.referee.inference.untaken import untaken
from companion.referee.inference.whose import Whose
from companion.referee.joining import cities_read
from companion.referee.journal.journal import NotSavedError
from companion.referee.likeliest import Likeliest
from companion.referee.messages import CueMessage, Option, Question
from companion.referee.refitted import refit
from companion.referee.stacks import Stacks
from companion.referee.supposed import residue
from companion.referee.waiting import Waiting
from vision.sighting import Scene

_AT_ONCE = 8
"""Rounds of acceptance after one scene: many moves may have been made while the camera was away."""
_RECONSIDERED_AFTER = 2.0
"""Seconds after which it is thought over whether what nothing explains comes of a move that was misread."""


class Session:
    """A live game with its open questions. ``cues``: what is to be heard, until somebody takes it.

    ``beside``: what lay beside all places when the table was read.

    ``moving``: a hand is over the table, so nobody is asked yet. ``trouble``: why the disk did not take what was seen
    last (None: it did). What a person says that cannot be saved raises ``NotSavedError``. ``belief``: of the last look.
    ``supposes``: what comes is also seen with each answer to an open question. ``explained``: how well (log) what was
    accepted since something was supposed explains what was seen of it.
    """

    def __init__(self, game: LiveGame, beside: Sequence[Beside], *, supposes: bool = True) -> None:
        self.game, self.beside, self._supposes = game, beside, supposes
        self.belief: Belief | None = None
        self.moving = False
        self.explained, self._goes_on, self._supposed = 0.0, False, 0.0
        self.trouble: NotSavedError | None = None
        self.cues: list[CueMessage] = []
        self._open: Waiting | None = None
        self._faces = Faces(game)
        self._likeliest, self._coins = Likeliest(), Coins(game)
        self._asked = sum(event.draft.kind == "question" for event in game.journal.events)
        self._afterthoughts = Afterthoughts(game)
        self._stacks = Stacks(game)
        self._whose = Whose()
        self._may_be: tuple[object, Mapping[str, Expected]] = None, {}

    @property
    def question(self) -> Question | None:
        """What is asked now: what may have happened comes before which piece it was, one question at a time."""
        asked = self._open.asked if self._open is not None else self._faces.shown
        return None if asked is None else asked.question

    @property
    def compared(self) -> LiveGame:
        """The game that the table is compared with: with the answer that explains what people play on, if one does."""
        return (self._open.explains if self._open is not None else None) or self.game

    def answer(self, body: Mapping[str, Any], command: str) -> tuple[Finding, ...]:
        """Do what an open question's answer says. Raises ``RefusedError``."""
        number = body.get("question")
        if self._open is not None and self._open.asked.question.number == number:
            return self._answered(self._open, body, command)
        asked = self._faces.numbered(number)
        if asked is not None:
            found = self._told(asked, body, command)
            self._faces.answered(asked, nothing=body.get("moves") == [])
            # What else is asked may be told by that, or have other answers now.
            self.look(closely=True)
            return found
        raise RefusedError("that question is no longer open", "question_closed")

    def _answered(self, waiting: Waiting, body: Mapping[str, Any], command: str) -> tuple[Finding, ...]:
        """People play on: what has changed since the question was asked is no part of the answer."""
        asked, meanwhile = waiting.asked, waiting.meanwhile

        def answer() -> tuple[Finding, ...]:
            with self.game.observed.as_seen(asked.seen, asked.looked):
                found = self._chosen(asked, body, command)
            self._open = None
            self.game.observed.relieve(asked.exposed)
            # Before anything else is made of it: what the answer belies may speak for something else.
            self._distrust(asked.exposed)
            return found

        if meanwhile.can_be_retold:
            return meanwhile.retell(answer, self._look_back, self.saw)
        found = answer()
        self.look()
        return found

    def saw(self, scene: Scene) -> None:
        """Take what has been seen now, and look at it."""
        cities = {place.name for place in self.game.rules.places(self.game.state) if place.kind == "spread"}
        scene = self._whose.told(scene, cities, self.game.observed.baseline, self._landings)
        self.game.observed.take(scene)
        self._stacks.saw()
        if self._open is not None:
            self._open.saw(scene)
        self.look()

    def _landings(self) -> frozenset[tuple[str, str]]:
        """Where what face may come to lie next, by the rules."""
        shown = map(self.game.rules.shows, self.game.rules.by_sight(self.game.state))
        return frozenset((one.lands, one.face) for one in shown)

    def _distrust(self, exposed: float) -> None:
        """What contradicts the answer, and did so when it was asked about, cannot be believed for now."""
        game = self.game
        if not game.over:
            unexplained = infer(game.rules, game.state, game.observed).unexplained
            game.observed.distrust(zone for zone in unexplained if game.observed.looked.get(zone, 0.0) <= exposed)

    def close_questions(self) -> None:
        """Somebody has said what happened, or took it back: what is still open is asked anew."""
        self._open = None
        self._faces.close()

    def by_finger(self, bodies: object, command: str) -> tuple[Finding, ...]:
        """Play moves that a person says were made, irregular ones too; what is irregular. Raises ``RefusedError``."""
        findings = self._said(bodies, command)
        self.look()
        return findings

    def _said(self, bodies: object, command: str) -> tuple[Finding, ...]:
        game = self.game
        if not isinstance(bodies, list | tuple):
            raise RefusedError("moves must be a list of moves")
        moves = [game.rules.parse_move(body) for body in bodies]
        if game.over and not game.tells(moves):
            raise RefusedError("the game is over; undo or correct a move, or set up a new one", "game_is_over")
        state = game.state
        counted: list[AnyMove] = []
        findings: list[Finding] = []
        for move in moves:
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
            self._play(self._by_word(counted, command))
        return tuple(findings)

    def _chosen(self, asked: Asked, body: Mapping[str, Any], command: str) -> tuple[Finding, ...]:
        if "moves" in body:
            rest = self.game.put_right(body["moves"], command)
            refit(self.game)
            if body["moves"] != []:
                return self._said(rest, command)
        # Who says that no move was made is not asked the same again.
        moves = () if "moves" in body else asked.option(body)
        if not moves:
            self.game.waive({"question": asked.question.number, "nothing": True}, command)
            return ()
        return tuple(finding for entry in self._play(self._by_word(moves, command)) for finding in entry.findings)

    def _by_word(self, moves: Sequence[AnyMove], command: str = "") -> Acceptance:
        """A person says that these moves were made, and nothing of what was done since."""
        belief = infer(self.game.rules, self.game.state, self.game.observed)
        return Acceptance(moves, "finger", command, then=belief.beyond(moves))

    def _told(self, asked: Asked, body: Mapping[str, Any], command: str) -> tuple[Finding, ...]:
        """Which piece it was: what was accepted without it is corrected; what lies there is named."""
        seq = asked.question.seq
        if not seq:
            return self._chosen(asked, body, command)
        said = body.get("moves")
        if said is not None and (not isinstance(said, list | tuple) or len(said) != 1):
            raise RefusedError("one move must be said: the one that is asked about")
        move = self.game.rules.parse_move(said[0]) if said is not None else asked.option(body)[0]
        self.game.correct(seq, move, command)
        refit(self.game)
        return ()

    def look(self, *, closely: bool = False, asks: bool = True) -> None:
        """Accept, ask or wait, until nothing more follows from what is seen.

        ``closely``: also at what was accepted without its piece, which takes longer; not ``asks``: of that nobody is
        asked.
        """
        try:
            if closely and self._open is not None:
                self._open.look(moving=self.moving)
            if not self._told_by_what_follows():
                self._look()
            if closely and not self.game.fold.closed:
                self._look_at_faces(asks=asks)
            self.trouble = None
        except NotSavedError as error:
            # The sightings are still there: it is tried again with the next pulse.
            self.trouble = error

    @property
    def joining(self) -> tuple[Told, ...]:
        """What lies before each player, as long as nobody has said whether the game was begun before it was set up."""
        return cities_read(self.game, self.beside)

    def begins_now(self, command: str) -> None:
        """Nothing was played before: what lies there has come since."""
        self.game.record(Draft("ruling", {"joined": False}, "finger", command=command))
        self.look()

    def _look(self) -> None:
        game = self.game
        if self.joining:
            return
        for _ in range(_AT_ONCE):
            if game.over:
                # What may have been played is asked no longer; what lies there still is.
                self._open = None
            if not _may_go_on(game):
                return
            game.adopt()
            belief = self.belief = infer(game.rules, game.state, game.observed)
            self._follow(belief)
            decision = decided(game, belief, moving=self.moving, standing=self._likeliest.stands(game, belief))
            if game.over and decision.do != "accept":
                return
            places = game.rules.places(game.state)
            # People play on: what nothing explains for a while need not wait for the whole table to rest.
            late = {place.name for place in places if place.role == "follows"} | game.rules.awaits(game.state)
            game.observed.suspect(belief.silent)
            doubt = decision.doubt or game.observed.doubted(_RECONSIDERED_AFTER) - game.observed.aside - late
            # That one which nobody has read goes tells what it was.
            doubt = doubt or gone_unread(game.observed)
            if decision.do != "accept":
                if self._coins.put_right() or self._afterthoughts.put_right(doubt=bool(doubt), widely=decision.doubt):
                    self._open = None
                    continue
                self._settle(decision)
                expected = game.in_place()
                counted = {heap for heap in heaps(places) if game.observed.age((heap,)) < COUNTED_OUT}
                unexplained = belief.unexplained | belief.silent.keys() | untaken(places, game.observed)
                instead = self._may_lie(expected)
                coming = belief.coming & expected.keys()
                game.observed.doubt(unexplained & expected.keys(), expected, coming, instead, counted=counted)
                return
            self.explained += residue(belief)
            self._play(by_camera(game.rules, game.state, decision, belief))
            self._open, self._goes_on = None, True

    def _may_lie(self, expected: Mapping[str, Expected]) -> Mapping[str, Expected]:
        """What may as well lie in places that look otherwise than they should: thought of when something changes."""
        game, looked = self.game, (self.game.seq, self.game.observed.since, self.game.observed.disbelieved)
        if self._may_be[0] != looked:
            hidden = unturned(game.rules, game.state)
            played, unread = game.fold.played, game.unread_events()
            self._may_be = looked, may_lie(game.rules, played, game.observed, expected, hidden, unread=unread)
        return self._may_be[1]

    def _follow(self, belief: Belief) -> None:
        """What was accepted explained only what is explained no more."""
        if self._goes_on:
            self.explained -= residue(belief)
            self._goes_on = False

    def suppose(self, moves: Sequence[AnyMove]) -> None:
        """These moves were made (none: nothing was), as somebody might say."""
        self._supposed = self.game.observed.exposed
        if moves:
            self._play(self._by_word(moves))
            self._distrust(self._supposed)
        else:
            self.game.waive({"nothing": True}, "")
        self._goes_on = True

    def _go_on_supposing(self, moves: Sequence[AnyMove], posterior: float) -> None:
        """Of a game that is only supposed nobody is asked: it goes on with what is likeliest, once people do.

        What looked otherwise when it was supposed, and is not sure by that, cannot be believed.
        """
        observed = self.game.observed
        if observed.since > self._supposed:
            early = {zone for zone in observed.changed() if observed.looked.get(zone, 0.0) <= self._supposed}
            observed.distrust(early)
            if not early:
                self._go_on(moves, posterior, 0)

    def _told_by_what_follows(self) -> bool:
        """Whether what people play on is explained by an answer to what is asked: the one that it tells is accepted.

        Until then, or until nobody will answer any more, nothing else is made of it.
        """
        waiting = self._open
        if waiting is None or (told := waiting.told()) is None:
            return waiting is not None and waiting.explains is not None
        go_on = partial(self._go_on, *told, waiting.asked.question.number)
        waiting.meanwhile.retell(go_on, self._look_back, self.saw)
        return True

    def _go_on(self, moves: Sequence[AnyMove], posterior: float, question: int) -> None:
        """Accept an answer that nobody has given; no moves: what is seen is left as it is."""
        self._open = None
        if moves:
            # As it was supposed: all that has come since was explained by that.
            said = self._by_word(moves)
            self._play(said._replace(by="camera", posterior=posterior, supposed=True))
            self._distrust(self.game.observed.exposed)
        else:
            self.game.leave(question)

    def _look_back(self) -> None:
        """What lay there is gone through again: what was taken since can be named only now; nobody is asked of it."""
        for _ in range(_AT_ONCE):
            seq = self.game.seq
            self.look(closely=True, asks=False)
            if self.game.seq == seq:
                return

    def _look_at_faces(self, *, asks: bool) -> None:
        """Fill in what is known by now; ask about each piece that is not, one after the other."""
        game = self.game
        lying = unread_lying(game.rules, game.state, game.observed, game.fold.played)
        unread = game.unread_events()
        game.glimpsed = {**game.glimpsed, **glimpsed(unread, game.observed)}
        found = [*unread, *lying, *self._coins.open_ways()]
        # A table that is cleared after the end tells nothing; who is asked knows what lay there.
        unsure = game.observed.disbelieved | (game.observed.changed() if game.over else frozenset())
        for one in found:
            move = named(one)
            if move is None or one.place in unsure:
                continue
            if one.seq:
                game.correct(one.seq, move, by="camera")
                if one.reason == "face":
                    self._stacks.came(one.seq, game.rules.shows(move).face)
                refit(game)
            else:
                self._play(Acceptance((move,), "camera", posterior=one.choices[0].probability))
            return
        if self._supposes and self._open is None and game.tell_late():
            return
        # Of a game that is only supposed nobody is asked.
        if asks and self._supposes:
            self._faces.ask(found, self._ask_about, moving=self.moving, waits=self._open is not None)

    def _settle(self, decision: Decision) -> None:
        game, observed = self.game, self.game.observed
        if decision.do == "ask" and only_a_face(game.rules, decision.choices):
            # Which piece has come is asked by itself; that it is the one which was missing also tells that it goes.
            game.settle(come_unread(observed, game.expected()))
        elif decision.do == "ask":
            moves, posterior = max(decision.choices, key=lambda choice: choice.probability)
            if not self._supposes:
                self._go_on_supposing(moves, posterior)
            # Who is about to answer is not asked otherwise, as long as the answer is among what is offered.
            elif self._open is None or moves not in self._open.asked.choices:
                asked = self._put(decision.reason, decision.choices)
                follow = partial(Session, beside=self.beside, supposes=False)
                self._open = Waiting(asked, game, decision.choices, follow, moving=self.moving)
        elif decision.do == "nothing":
            # What nobody can name any more may be what was asked about, and who is asked may know.
            waits = self._open is not None and self._open.asked.waits(observed)
            self._open = self._open if decision.reason == "unknown" or waits else None
            odd = observed.changed() - observed.overfull(game.expected())
            expected = {zone: should for zone, should in game.expected().items() if zone in odd}
            game.settle(expected and explained(game.rules, game.state, (), game.state, observed, expected=expected))

    def _ask_about(self, one: Unread) -> Asked:
        return self._put(one.reason, offered(one), one.seq)

    def _put(self, reason: Literal["ambiguous", "unknown", "face"], choices: Sequence[Choice], seq: int = 0) -> Asked:
        """Ask a question: it is written down, and heard."""
        moves = tuple(choice.moves for choice in choices)
        dump = self.game.rules.dump_move
        options = tuple(Option(tuple(map(dump, some)), round(probability, 4)) for some, probability in choices)
        question = Question(self._asked + 1, whom(moves), options, reason, seq)
        self.game.record(Draft("question", msgspec.to_builtins(question), "camera"))
        self._asked = question.number
        self.cues.append(CueMessage("question", 1, self.game.seq))
        observed = self.game.observed
        return Asked(question, moves, observed.exposed, dict(observed.seen), dict(observed.looked), observed.changed())

    def _play(self, accepted: Acceptance) -> tuple[Played, ...]:
        game = self.game
        tops, shown = dict(game.observed.baseline), dict(game.observed.tops)
        changed = game.observed.changed() | passed_through(game.observed, game.rules.places(game.state))
        before, covered = game.expected(), unturned(game.rules, game.state)
        played = game.play(accepted)
        after = game.expected()
        looked = game.observed.looked
        emptied = min(
            (looked[zone] for zone in after if zone in looked and after[zone] != before.get(zone)), default=0.0
        )
        self._faces.cover(unturned(game.rules, game.state) - covered, emptied)
        for entry in played:
            game.observed.lifted.put_down(game.rules.shows(entry.move).lifts)
            # A supposed game is a copy: what is noted in it must not come into this one.
            game.glimpsed = {**game.glimpsed, **laid_and_gone(game.rules, entry, game.observed, tops)}
            self._stacks.played(entry, tops, changed, shown, by_word=accepted.by_word)
        self._stacks.lay(played, before, after, shown)
        game.observed.accept_grown(game.expected(), tops, shown)
        for entry in played:
            cues = game.rules.cues(entry.before, entry.move, entry.after)
            self.cues += [CueMessage(cue.name, cue.times, entry.seq) for cue in cues]
            if entry.findings:
                self.cues.append(CueMessage("error", 1, entry.seq))
        return played


def _may_go_on(game: LiveGame) -> bool:
    """Whether a move may be seen: the rules may know of some also after the end, for what nobody has read allows it."""
    return not game.over or (not game.fold.closed and bool(game.rules.irregular(game.state)))
