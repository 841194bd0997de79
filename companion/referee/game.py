"""One game being played: its journal, its state, and what it has been shown; every change goes to disk first."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from companion.errors import Refusal
from companion.games.tables import Played
from companion.games.vocabulary import UNREAD, AnyMove, AnyState, Finding, number_told
from companion.games.watched import Rules
from companion.referee.acceptance import Acceptance
from companion.referee.events import By, Draft, Evidence, supposed, written
from companion.referee.fold import PLAYED, Fold, doubtful, fold, go_on, last_to_undo, play, standing_since
from companion.referee.inference.also_told import also_told
from companion.referee.inference.baseline import Expected, looks_alike, looks_right, recognised
from companion.referee.inference.excuses import Record
from companion.referee.inference.expected import expectations, on_the_way
from companion.referee.inference.explained import explained
from companion.referee.inference.gone import before_it_went
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import is_unread
from companion.referee.inference.put_right import put_right
from companion.referee.inference.retold import Retold
from companion.referee.inference.taken_among import taken_among
from companion.referee.inference.unread import Unread, unread_events
from companion.referee.inference.untold import Untold, read_before, seen_to_go, turned_and_taken, untold, with_turned_up
from companion.referee.inference.ways import guessed
from companion.referee.journal.journal import Journal, NotSavedError, discard
from companion.referee.journal.signing import Signer
from companion.referee.messages import Audit
from vision.sighting import Scene, SeenPiece, Sighting


class RefusedError(ValueError):
    """What was asked for cannot be done now: one line, why, and its code; ``event``: of which it speaks.

    ``findings``: what is irregular about a move of which nothing can be played.
    """

    def __init__(self, why: str, code: Refusal = "", event: int = 0, findings: tuple[Finding, ...] = ()) -> None:
        super().__init__(why)
        self.code, self.event, self.findings = code, event, findings


class LiveGame:
    """A game from its journal. Nothing changes here unless it is on disk: else ``NotSavedError``.

    ``waived``: where table and record differ, and a person has said that it is right so. ``glimpsed``: how what nobody
    could read looked as it passed, by the event's number.
    """

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.fold: Fold = fold(journal.events)
        self.observed = Observations()
        self._expected: tuple[AnyState | None, Mapping[str, Expected]] = None, {}
        self.retold = Retold(self.rules.is_back)
        rulings = (event.draft.body for event in journal.events if event.draft.kind == "ruling")
        self.waived = frozenset(msgspec.convert(body, Audit) for body in rulings if "place" in body)
        self._told: Fold | None = None
        self._excuses: tuple[Fold | None, Record] = None, Record(self.rules, ())
        self.glimpsed: Mapping[int, SeenPiece] = {}
        self._gone = self._read = dict[int, AnyMove]()
        self._restore()

    @classmethod
    def begin(cls, path: Path, setup: Mapping[str, Any], command: str, signer: Signer | None = None) -> Self:
        """A new game. The set-up has been checked. Raises ``NotSavedError``."""
        journal = None
        try:
            journal = Journal(path, signer=signer)
            journal.append(Draft("setup", dict(setup), "finger", command=command))
        except NotSavedError:
            if journal is not None:
                journal.close()
            # Of a full disk no empty games are left: this one was never begun.
            discard(path)
            raise
        return cls(journal)

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
        return self.fold.rules

    @property
    def state(self) -> AnyState:
        """The table now."""
        return self.fold.state

    @property
    def seq(self) -> int:
        """The last event on disk."""
        return len(self.journal.events)

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by a person."""
        return self.fold.closed or bool(self.state.finished)

    def tells(self, moves: Collection[AnyMove]) -> bool:
        """Whether these moves are nobody's: they only tell what lies there, which is heard after the end too."""
        readable = self.rules.reveals(self.state)
        return bool(moves) and all(move in readable for move in moves)

    @property
    def joined(self) -> bool:
        """Whether the set-up says of a game that had been begun before."""
        return bool(self.fold.setup.get("position"))

    def expected(self) -> Mapping[str, Expected]:
        """What should lie in each zone now."""
        if self._expected[0] is not self.state:
            self._expected = self.state, expectations(self.rules.tableau(self.state))
        return self._expected[1]

    def in_place(self) -> dict[str, Expected]:
        """The same without what is being laid out just now: it looks wrong until all of it lies there."""
        awaited = self.rules.awaits(self.state)
        return {zone: should for zone, should in self.expected().items() if zone not in awaited}

    def play(self, accepted: Acceptance) -> tuple[Played, ...]:
        """Play and write down what was accepted; returns it as played."""
        moves, by, command, posterior, again, then, *_ = accepted
        if by == "camera":
            known = (taken_among(self.rules, self.state, moves[0], self.observed),) if len(moves) == 1 else moves
            moves = with_turned_up(self.rules, self.state, known, self.observed)
        after = play(self.fold, [(self.seq + 1 + k, move) for k, move in enumerate(moves)])
        played = after.played[len(self.fold.played) :]
        expected = expectations(self.rules.tableau(after.state))
        settled = explained(
            self.rules, self.state, moves, after.state, self.observed,
            expected=expected, by_word=accepted.by_word, followed=accepted.followed,
        )  # fmt: skip
        drafts = [
            Draft("move", self.rules.dump_move(entry.move), by, written(entry.findings), command=command)
            for entry in played
        ]
        yet_to_be_told = {*again, *(zone for zone, should in then.items() if should != expected.get(zone))}
        settled = self.observed.stale(settled - yet_to_be_told, expected)
        drafts[-1] = msgspec.structs.replace(drafts[-1], evidence=self._evidence(settled, expected, posterior))
        self.journal.append(*drafts)
        self.fold = after
        for entry in played:
            taken = tuple(turned_and_taken(self.rules, entry))
            # A supposed game is a copy: what is noted in it must not come into this one.
            if (gone := seen_to_go(taken, self.observed)) is not None:
                self._gone = {**self._gone, entry.seq: gone}
            if (read := read_before(self.rules, taken, self.observed)) is not None:
                self._read = {**self._read, entry.seq: read}
        self._put_down(played, settled, expected)
        self._baseline(settled, expected, drafts[-1].evidence, partly=self._came_unread(drafts[-1]))
        self.observed.name(expected)
        return played

    def _put_down(self, played: Iterable[Played], settled: Collection[str], expected: Mapping[str, Expected]) -> None:
        """What has to leave at once by rule, and lies there yet, is that: nothing that came later."""
        for entry in played:
            way = on_the_way(self.rules.shows(entry.move), expectations(self.rules.tableau(entry.before)))
            for zone in (zone for zone, should in way.items() if zone in settled and should != expected.get(zone)):
                if zone in self.observed.seen and looks_right(self.observed.seen[zone], way[zone]):
                    self.observed.settle((zone,), way)

    def adopt(self) -> None:
        """Take what is seen for the first time; where people told of all that was done, it is what they told of."""
        if self.observed.seen.keys() <= self.observed.baseline.keys():
            return
        tableau = self.rules.tableau(self.state)
        moves = [event for event in self.journal.events if event.draft.kind == "move"]
        told = bool(moves or self.joined) and all(event.draft.by == "finger" for event in moves)
        self.observed.adopt(expectations(tableau), tableau.spread.keys() if told else ())

    def settle(self, zones: Iterable[str]) -> None:
        """What is seen in these zones is as it should be; the first time all that is watched is, it is written down."""
        expected, observed = self.expected(), self.observed
        observed.settle(zones, expected)
        all_seen = observed.seen.keys() & expected.keys() <= observed.baseline.keys()
        if observed.unsaved and all_seen and not any(event.draft.evidence.settled for event in self.journal.events):
            evidence = self._evidence((), expected)
            if evidence.settled:
                self.journal.append(Draft("audit", {"table": "seen"}, "camera", evidence=evidence))
                observed.saved(evidence.settled)

    def joins(self) -> None:
        """All that people have said of a game that had been begun lies there, seen or not."""
        self.retold.said = {zone: number_told(told) for zone, told in self._under_boards(self.expected())}
        last = tuple(seen for zone, seen in self.retold.last.items() if zone in self.retold.said)
        scene = Scene(self.observed.frame, self.observed.exposed, last)
        told_again = self.retold.scene(scene, self.rules.places(self.state)).zones
        self.observed.seen.update((seen.zone, seen) for seen in told_again)
        self.settle(self.observed.seen.keys())

    def _under_boards(self, lying: Mapping[str, Expected]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Of what lies in places (none: nothing) that which is told of the places under boards."""
        for place in self.rules.places(self.state):
            told = lying.get(place.name, ()) if place.under and place.tally else 0
            if not isinstance(told, int):
                yield place.name, told

    def undo(self, seq: int | None, command: str) -> int:
        """Take an event back (default: the last move that stands); returns its number. Raises ``RefusedError``."""
        target = last_to_undo(self.journal.events) if seq is None else seq
        if target is None:
            raise RefusedError("there is nothing to take back", "nothing_to_undo")
        self._check(target, (*PLAYED, "undo", "end"))
        self._change(Draft("undo", {"seq": target}, "finger", command=command))
        return target

    def rewind(self, since: int, command: str) -> None:
        """Take back all that was done from an event on, all or nothing. Raises ``RefusedError``."""
        standing = standing_since(self.journal.events, since)
        if not standing:
            raise RefusedError(f"nothing that stands was done from event {since} on", "nothing_to_undo")
        self._change(*(Draft("undo", {"seq": seq}, "finger", command=command) for seq in standing))

    @property
    def doubtful(self) -> frozenset[int]:
        """The events for which nobody but the camera vouches."""
        return doubtful(self.rules, self.journal.events)

    @property
    def guessed(self) -> frozenset[int]:
        """The moves that were accepted in their likeliest way, as nothing on the table told in which they were made."""
        return guessed(self.journal.events)

    @property
    def irregular(self) -> frozenset[int]:
        """The events that were irregular when they were accepted, or are by what is known now."""
        then = (event.seq for event in self.journal.events if event.draft.findings)
        return frozenset((*then, *(entry.seq for entry in self.fold.played if entry.findings)))

    @property
    def settled(self) -> Mapping[str, frozenset[int]]:
        """For each zone the events with which it was seen to be as it should."""
        found: dict[str, set[int]] = {}
        for event in self.journal.events:
            for zone in event.draft.evidence.settled:
                found.setdefault(zone.zone, set()).add(event.seq)
        return {zone: frozenset(seqs) for zone, seqs in found.items()}

    def unread_events(self) -> tuple[Unread, ...]:
        """The events of which a piece is not known, oldest first, each with what it may have been."""
        if self._excuses[0] is not self.fold:
            self._excuses = self.fold, self._excuses[1].go_on(self.fold.played, self.observed.seen.keys())
        thoughts = self._excuses[1].thoughts
        return tuple(unread_events(self.rules, self.fold.played, self.observed, thoughts, self.glimpsed))

    def correct(self, seq: int, move: AnyMove, command: str = "", by: By = "finger", posterior: float = 0.0) -> None:
        """Put another move in the place of one; ``posterior``: how sure the camera is. Raises ``RefusedError``."""
        self._check(seq, PLAYED)
        self._recognise(seq, move)
        body, evidence = {"seq": seq, "move": self.rules.dump_move(move)}, Evidence(posterior=posterior)
        told = Draft("correction", body, by, command=command, evidence=evidence)
        self._change(*self._told_by(told), told)

    def _told_by(self, told: Draft) -> Iterator[Draft]:
        """The corrections that follow from one."""
        others = self.doubtful - {told.body["seq"]}
        unread = [entry for entry in self.fold.played if entry.seq in others and is_unread(self.rules, entry.move)]
        by_now = self._played_with(told).played if unread else ()
        for seq, move in also_told(self.rules, unread, by_now, self.observed):
            self._recognise(seq, move)
            yield Draft("correction", {"seq": seq, "move": self.rules.dump_move(move)}, "camera")

    def _played_with(self, *drafts: Draft) -> Fold:
        """The game as it would be with these events."""
        return fold([*self.journal.events, *supposed(drafts, after=self.seq)])

    def tell_late(self) -> bool:
        """Write down where it belongs what nobody could read when it was turned up, and what was taken since tells.

        Whether anything was: only what no event names is told to have come before one.
        """
        if self._told is self.fold:
            return False
        before = self.fold
        while self.tell(untold(self.rules, self.fold.played, self._gone, self._read, over=self.over)):
            pass
        self._told = self.fold
        return self.fold is not before

    def tell(self, late: Untold | None) -> bool:
        """Write down that a move came before one; not where there is none, or somebody took it back."""
        if late is None:
            return False
        body = {"before": late.before, "move": self.rules.dump_move(late.move)}
        if any(event.draft.body == body for event in self.journal.events):
            return False
        self._change(Draft("correction", body, "camera"))
        return True

    def _recognise(self, seq: int, move: AnyMove) -> None:
        """Of several pieces that nobody has read it is the one which came with a move that is named by what it was."""
        came = next((one for one in self.unread_events() if one.seq == seq), None)
        if came is not None and came.piece is not None:
            baselines, face = self.observed.baseline, self.rules.shows(move).face
            baselines[came.place] = recognised(baselines[came.place], came.piece, face)

    def put_right(self, bodies: object, command: str) -> object:
        """Correct what of these moves, which a person says, was recorded with another piece; returns the others."""
        if not isinstance(bodies, list | tuple) or self.over:
            return bodies
        told = tuple(self.rules.parse_move(body) for body in bodies)
        while True:
            thought, told = put_right(self.rules, self.fold.played, self.doubtful, self.observed, told)
            if thought is None:
                return [self.rules.dump_move(move) for move in told]
            self.correct(thought.seq, thought.move, command)

    def close(self, command: str) -> None:
        """End the game, finished or not."""
        self._change(Draft("end", {}, "finger", command=command))

    def waive(self, body: Mapping[str, Any], command: str) -> None:
        """A person says that nothing happened: what is seen now is as it should be."""
        self._rule(body, self.observed.changed(), command)

    def leave(self, question: int) -> None:
        """Nobody answers this question (its number), and people play on: what is seen now is left as it is."""
        self._rule({"question": question}, self.observed.changed(), "", by="camera")

    def waive_difference(self, found: Audit, command: str) -> None:
        """A person says that what lies in a place is right: that it differs from the record is not said again."""
        self._rule(msgspec.to_builtins(found), (found.place,), command, free=True)
        self.waived |= {found}

    def _rule(
        self,
        body: Mapping[str, Any],
        zones: Collection[str],
        command: str,
        *,
        by: By = "finger",
        free: bool = False,
    ) -> None:
        expected = self.expected()
        evidence = self._evidence(zones, expected)
        self.journal.append(Draft("ruling", dict(body), by, evidence=evidence, command=command))
        self._baseline(zones, expected, evidence, free=free)

    def record(self, draft: Draft) -> None:
        """Write down what changes no state (a question that was asked)."""
        self.journal.append(draft)

    def _check(self, seq: int, kinds: Iterable[str]) -> None:
        if not 1 <= seq <= self.seq or self.journal.events[seq - 1].draft.kind not in kinds:
            raise RefusedError(f"event {seq} is nothing that can be taken back or changed", "not_undoable", seq)
        if seq in self.fold.undone:
            raise RefusedError(f"event {seq} was taken back or replaced already", "undone_already", seq)

    def _change(self, *drafts: Draft) -> None:
        """Write events that change what went before, and play it all again."""
        after = self._played_with(*drafts)
        expected = expectations(after.rules.tableau(after.state))
        # A person will put things right on the table, or has: either way that is no move. Who only looked does nothing.
        touched = {zone for zone, should in self.expected().items() if expected.get(zone) != should}
        told = all(map(self._only_tells, drafts))
        moves = [self.rules.parse_move(draft.body["move"]) for draft in drafts if told and "move" in draft.body]
        with self.observed.as_seen(before_it_went(self.rules, moves, self.observed), {}):
            evidence = self._evidence(touched, expected)
            self.journal.append(*drafts[:-1], msgspec.structs.replace(drafts[-1], evidence=evidence))
            self.fold = after
            self.observed.acquit(touched)
            self._baseline(touched, expected, evidence, free=True, partly=told)

    def _only_tells(self, draft: Draft) -> bool:
        """Whether this change only tells what was there: what has come meanwhile is no part of it.

        The camera's corrections do, and an answer that says what a piece is that nobody had read.
        """
        if draft.by == "camera" or draft.kind != "correction":
            return draft.by == "camera"
        return f'"{UNREAD}"'.encode() in msgspec.json.encode(self.journal.events[draft.body["seq"] - 1].draft.body)

    def _came_unread(self, draft: Draft) -> bool:
        """Whether it was seen that a piece came which nobody can read: another one beside it is yet to be explained."""
        seen = draft.by == "camera" and draft.kind == "move"
        return seen and is_unread(self.rules, self.rules.parse_move(draft.body))

    def _evidence(self, zones: Iterable[str], expected: Mapping[str, Expected], posterior: float = 0.0) -> Evidence:
        observed = self.observed
        return Evidence(observed.frame, round(observed.exposed, 3), round(posterior, 6), observed.keep(zones, expected))

    def _baseline(
        self,
        zones: Iterable[str],
        expected: Mapping[str, Expected],
        evidence: Evidence,
        *,
        free: bool = False,
        partly: bool = False,
    ) -> None:
        self.observed.settle(zones, expected, free=free, partly=partly)
        self.observed.saved(evidence.settled)

    def _restore(self) -> None:
        """The baseline of each zone, from the last event that settled it.

        Where that leaves it open which piece is which, it is told by all that was seen there before.
        """
        settled: dict[str, list[tuple[int, Sighting]]] = {}
        for event in self.journal.events:
            for sighting in event.draft.evidence.settled:
                settled.setdefault(sighting.zone, []).append((event.seq, sighting))
        self._settle_again({zone: history[-1:] for zone, history in settled.items()})
        unsure = {zone for zone, baseline in self.observed.baseline.items() if looks_alike(baseline)}
        for zone in unsure:
            del self.observed.baseline[zone]
        self._settle_again({zone: settled[zone] for zone in unsure})
        self.observed.unsaved.clear()
        if self.joined:
            there = {zone: tuple(map(best, known.seen.pieces)) for zone, known in self.observed.baseline.items()}
            self.retold.said = {zone: number_told(told) for zone, told in self._under_boards(there) if zone in there}

    def _settle_again(self, settled: Mapping[str, Sequence[tuple[int, Sighting]]]) -> None:
        """What was seen in each zone with these events explains it again, as it did then."""
        state_at = self._states(sorted({seq for history in settled.values() for seq, _ in history}))
        for zone, history in settled.items():
            for seq, sighting in history:
                self.observed.seen[zone] = sighting
                draft = self.journal.events[seq - 1].draft
                free = draft.kind in ("undo", "correction") or (draft.kind == "ruling" and "place" in draft.body)
                expected = expectations(self.rules.tableau(state_at[seq]))
                partly = self._only_tells(draft) if free else self._came_unread(draft)
                self.observed.settle((zone,), expected, free=free, partly=partly)

    def _states(self, seqs: Sequence[int]) -> dict[int, AnyState]:
        """The state after each of these events, in their order."""
        events, found = self.journal.events, dict[int, AnyState]()
        told, since = fold(events[:1]), 1
        for seq in seqs:
            told, since = go_on(told, events[:seq], since), seq
            found[seq] = told.state
        return found


def resume(path: Path, signer: Signer | None = None) -> LiveGame | None:
    """The game in a journal; ``None`` when nothing of it is there (it was cut off while being set up)."""
    journal = Journal(path, signer=signer)
    if not journal.events:
        journal.close()
        return None
    return LiveGame(journal)
