"""A dealer plays in front of the twin's camera, through the whole product: frames, vision, referee, journal.

The truth stays in this process: vision gets frames, the referee gets the set-up that a person would tap in and
truthful answers to the questions that it asks, nothing else.
"""

import os
import shutil
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.api.protocol import LogEntry, Proposed, Question, View
from companion.errors import Unusable, one_of
from companion.games.watched import watched
from companion.referee.game_files import games
from companion.rehearsal.comparison import Wire, answer, as_it_may_be, asked_about, journalled, leaves_open, told_of
from companion.rehearsal.incomplete import lacked, without
from companion.rehearsal.person import Person
from companion.rehearsal.report import Plan, Report, latency
from companion.rehearsal.setting_up import set_up
from companion.run.parts import parts_of
from companion.run.plan import Plan as Table
from companion.run.supervisor import Supervisor
from companion.twin.dealer import Dealer, Step
from companion.twin.faceart import LibraryArt
from companion.twin.frames import FrameServer
from companion.twin.gremlin import Gremlin
from companion.twin.scenes import SCENES
from companion.twin.theatre import SECONDS_A_FRAME, Theatre
from vision.geometry.image import Frame
from vision.recognition.library import FILE_NAME, Library

_PATIENCE = 300
"""Still frames in which vision has looked at a move that was neither accepted nor asked about: it counts as missed."""
_LATE = 120.0
"""Seconds without any frame or view after which the rehearsal gives up: something has died for good."""
_TICK = 0.02
_LAST_LOOKS = 15.0
"""Seconds for which a game that is over is still looked at, beside the time that an answer takes."""
_IN_TIME = 3000.0
"""Milliseconds after rest within which a move that could be seen should be accepted."""


Progress = Callable[[int, View | None], None]
"""Called after each move: how many are played, and the newest view."""


_SEEN = 40
"""Still frames in which vision has read a table that it had not seen: 1.3 s of its camera."""


def _playing(view: View) -> bool:
    """Whether a game is set up that is not over."""
    return view.table is not None and not view.table.finished


class Rehearsal:
    """One game being rehearsed. ``step`` plays a move and waits for the referee; ``report`` compares."""

    def __init__(self, plan: Plan, folder: Path) -> None:
        look = SCENES[plan.scene]
        art = LibraryArt(Library.load(plan.library)) if plan.own_art else None
        how = {"table": plan.table, "edition": plan.edition, "expansions": plan.expansions, "art": art}
        self._dealer = Dealer.in_scene(look, plan.game, plan.players, plan.seed, **how)
        self.state_folder = folder
        self._plan = plan
        frames = folder / "frames.sock"
        socket = folder / "link.sock"
        source = f"twin:{frames}"
        self._lacked = lacked(watched(plan.game), self._dealer.state, plan.lacking, plan.seed)
        table = Table(
            plan.game,
            source,
            plan.screen,
            None,
            folder,
            None,
            plan.players,
            plan.seed,
            plan.scene,
            recorded=False,
            board="none",
        )
        self.supervisor = Supervisor(parts_of(table, self._library(), socket), folder / "logs", socket)
        self._wire = Wire(watched(plan.game))
        self._gremlin = Gremlin(self._dealer, plan.mistakes, plan.seed)
        setup = self._dealer.setup_object()
        self.theatre = Theatre(
            self._dealer.world, self._dealer.mats(), look, plan.seed, plan.record, setup=setup, art=art
        )
        self.theatre.paint_ahead()
        self._rested: float | None = None
        self._first: tuple[float, float] | None = None
        self._served = time.monotonic()
        self._exposed = 0.0
        self._looks = 0
        self.server = FrameServer(frames, self._next_frame)
        self.person = Person(socket)
        self._answered: set[int] = set()
        self._latencies: list[float] = []
        self._mistakes: list[str] = []
        self._played: list[Any] = []
        self._missed_at = 0
        self._waited_for: set[int] = set()
        self._compared: tuple[View | None, int] = (None, 0)
        self._truth: list[dict[str, Any]] = []
        self._paired: dict[int, int] = {}
        self._rests: dict[int, float] = {}
        self._accepted: dict[int, float] = {}
        self._asked_at: dict[int, float] = {}
        self.kills = 0
        self._corrections = 0
        self._begun = False

    def _library(self) -> Path:
        """What vision reads with."""
        if not self._lacked:
            return self._plan.library
        path = self.state_folder / FILE_NAME
        without(Library.load(self._plan.library), self._lacked).save(path)
        return path

    def _next_frame(self) -> Frame | None:
        """The next frame; of a table at rest the one that a real camera would have taken last, and none before that."""
        if self._first is not None and self.theatre.still_frames > 0:
            rested, exposed = self._first
            due = exposed + time.monotonic() - rested
            self.theatre.miss(int((due - self._exposed) / SECONDS_A_FRAME) - 1)
        frame = self.theatre.next_frame()
        still = self.theatre.still_frames
        # Not those that passed while vision was started again.
        self._looks = self._looks + 1 if still else 0
        if frame is not None and still > 1 and self._first is not None:
            rested, exposed = self._first
            time.sleep(max(0.0, rested + frame.exposed - exposed - time.monotonic()))
        self._served = time.monotonic()
        self._exposed = frame.exposed if frame is not None else 0.0
        if frame is not None and still == 1:
            self._rested = self._served
            self._first = self._served, frame.exposed
        return frame

    def begin(self) -> None:
        """Set the game up and let the camera see the table before the first card is taken."""
        self.server.start()
        self._until(lambda: self.person.view is not None)
        if self.person.view is not None and self.person.view.table is not None:
            # A game was played in this folder before, and what lay there then is remembered: nobody sets up the next
            # one before the camera has seen what lies there now.
            self._until(lambda: self.theatre.still_frames >= _SEEN)
        setup = {**self._dealer.setup_object(), **self._laid_out()}
        self.theatre.note(setup)
        self.person.say("setup", setup)
        # Not the game that was played in this folder before, which is shown until this one is set up.
        self._until(lambda: self.person.view is not None and _playing(self.person.view))
        begun = self.theatre.still_frames
        self._until(lambda: self.theatre.still_frames >= begun + 12)

    def _laid_out(self) -> dict[str, Any]:
        """The layout of an open table, as the camera proposes it and the people agree; nothing where mats lie."""
        if self._plan.table == "mats":
            return {}
        self._until(lambda: self.person.view is not None)
        agreed = set_up(self._dealer, self._table_read)
        self._corrections = agreed.corrections
        return {"layout": msgspec.to_builtins(agreed.layout)}

    def _table_read(self, told: dict[str, Any]) -> Proposed:
        """What is proposed for the table as it lies; ``told``: what people have said of it."""
        asked = self.person.ask("table", {**told, "game": self._plan.game})
        self._until(lambda: asked in self.person.answers)
        answer = self.person.answers[asked]
        if not isinstance(answer.body, Proposed):
            raise Unusable(f"the open table cannot be set up: {answer.error}")
        return answer.body

    def kill(self, part: str) -> None:
        """SIGKILL one of the processes, if it runs; it is started again by itself."""
        pid = self.supervisor.pid(part)
        if pid is not None:
            os.kill(pid, signal.SIGKILL)
            self.kills += 1

    def step(self) -> bool:
        """Play the next move and wait until the referee has it; false when the game is over."""
        step = self._gremlin.step()
        if step is None:
            return False
        self._mistakes += step.mistakes
        self._play(step)
        return True

    def _play(self, step: Step) -> None:
        self._played.append(step.move)
        self._rested, self._looks = None, 0
        self.theatre.perform(step.actions)
        if not self._wire.seen(step.move):
            return  # nothing that could be seen
        place = len(self._wire.told(self._played)) - 1
        if self._plan.pace is not None:
            self._go_on(place, self._plan.pace)
            return
        self._wait()
        if self._pending():
            self._missed_at = len(self._played)
            # What nobody has told or asked about by now (a card lies face down) is waited for no more.
            self._waited_for |= self._unread()
        else:
            self._note_latency()
        # Whoever moves next waits until the hands of this move have left.
        self._until(lambda: self.theatre.still_frames > 0)

    def _go_on(self, place: int, pace: float) -> None:
        """Whatever was understood: rest for so long, then the next hand comes."""
        self._until(lambda: self._rested is not None)
        assert self._rested is not None
        rested = self._rests[place] = self._rested
        self._until(lambda: self._watched() and time.monotonic() >= rested + pace)

    def _watched(self) -> bool:
        """Note what has been accepted, and answer what is asked; always true."""
        self._compare()
        for place in self._paired.values():
            self._accepted.setdefault(place, time.monotonic())
        self._asked()
        return True

    def _wait(self) -> None:
        """Until every move played was accepted, or nothing more is to be hoped for."""
        self._until(lambda: not self._pending() or self._asked() or self._looks > _PATIENCE)

    def _compare(self) -> None:
        """Which of the moves played are accepted, as they were played or but for a piece that is not known yet."""
        view, played = self.person.view, len(self._played)
        if self._compared[0] is not view or self._compared[1] != played:
            self._truth = self._wire.told(self._played)
            self._paired = self._wire.paired(self._truth, [entry.move or {} for entry in self._wire.effective(view)])
            self._compared = view, played

    def _pending(self) -> list[dict[str, Any]]:
        """The moves played since the last one accepted; one whose piece is not known yet is still waited for."""
        self._compare()
        pending = self._truth[max(self._paired.values(), default=-1) + 1 :]
        return pending or [self._truth[place] for place in sorted(self._unread() - self._waited_for)]

    def _unread(self) -> set[int]:
        """The places among the moves played of those that are accepted but for a piece that is not known."""
        events = self._wire.effective(self.person.view)
        told = ((events[k].move or {}, place) for k, place in self._paired.items())
        return {place for event, place in told if leaves_open(event, self._truth[place])}

    def _note_latency(self) -> None:
        """What was accepted while a hand was still at work says nothing about the table at rest."""
        if self._rested is not None and self._missed_at < len(self._played) - 1:
            self._latencies.append(max(0.0, 1000.0 * (time.monotonic() - self._rested)))

    def _asked(self) -> bool:
        """Answer a question that is open and not yet answered, when it is time; never by itself a reason to go on."""
        if self.person.view is not None and self.person.view.joining and not self._begun:
            # These people play from the beginning. Who had to say so was asked once.
            self._begun = True
            self._corrections += 1
            self.person.say("join", {})
        question = self.person.view.question if self.person.view else None
        if question is None:
            return False
        asked = self._asked_at.setdefault(question.number, time.monotonic())
        wait = self._plan.answer_after
        if wait is not None and question.number not in self._answered and time.monotonic() >= asked + wait:
            self._answered.add(question.number)
            self._answer(question)
        return False

    def _answer(self, question: Question) -> None:
        self._compare()
        offered = question.offered
        options = [self._wire.again(option.moves) for _, option in offered]
        truth = self._meant(question, options)
        chosen = self._wire.said_again(options, self._dealer.states, truth)
        if chosen is not None:
            self.person.say("answer", {"question": question.number, "option": offered[chosen][0]})
            return
        chosen = answer(options, truth)
        if chosen is not None and (options[chosen] or not truth):
            self.person.say("answer", {"question": question.number, "option": offered[chosen][0]})
        elif truth:
            self.person.say("answer", {"question": question.number, "moves": truth})

    def _meant(self, question: Question, options: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What really happened where a question asks: of one event, or since the last one that was accepted."""
        events = self._wire.effective(self.person.view)
        if question.seq:
            about = next((k for k, entry in enumerate(events) if entry.seq == question.seq), None)
            return asked_about(about, self._paired, self._truth, options)
        missing = self._wire.unsaid(self._truth, [entry.move or {} for entry in events])
        told = None if self._plan.pace is None else told_of(missing, options)
        return self._pending() if told is None else told

    def _until(self, done: Callable[[], bool]) -> None:
        started = time.monotonic()
        while not done():
            self.supervisor.tend()
            self.person.wait(_TICK)
            quiet = time.monotonic() - max(self._served, started)
            if quiet > _LATE:
                down = [f"{part.name}: {part.trouble}" for part in self.supervisor.parts() if part.state == "down"]
                raise Unusable(f"no frame was asked for in {quiet:.0f} s; {'; '.join(down) or 'vision is silent'}")

    def report(self) -> Report:
        """Compare the journal with the truth. Ends the game's processes."""
        self._until_settled()
        self.close()
        found, guesses = journalled(self.state_folder)
        truth = self._wire.told(self._played)
        events, otherwise = as_it_may_be(self._wire, found, guesses, truth)
        pairs = self._wire.paired(truth, events)
        same = len(pairs)
        wrong = sum(
            k not in pairs and not self._wire.is_known(event, self._dealer.states) for k, event in enumerate(events)
        )
        unread = otherwise + sum(leaves_open(events[k], truth[place]) for k, place in pairs.items())
        scores = self._dealer.rules.scores
        sheet, own = scores(found.state), scores(self._dealer.state)
        fingers = len(self._finger_moves())
        exact = found.state == self._dealer.state and sheet == own and not wrong and same == len(truth) and not unread
        return Report(
            seed=self._plan.seed,
            moves=len(truth),
            recognised=max(0, same - fingers),
            questions=len(self._asked_at) + self._corrections,
            corrections=self._corrections,
            wrong=wrong,
            missed=len(truth) - same,
            score_exact=sheet == own,
            state_exact=found.state == self._dealer.state,
            latency_ms=latency(self._latencies or self._paced()),
            mistakes=tuple(self._mistakes),
            totals=own.totals,
            kills=self.kills,
            unread=unread,
            late=self._late(),
            unenrolled=self._unenrolled(),
            journal="" if exact else str(self._keep()),
        )

    def _until_settled(self) -> None:
        """Until nothing more is to be hoped for: the last moves, and the last answers."""
        if self._plan.pace is None:
            self._wait()
            return
        ended = time.monotonic()
        late = self._plan.answer_after
        patience = _LAST_LOOKS + (late or 0.0)

        def settled() -> bool:
            self._watched()
            quiet = not self._pending() and (late is None or self._nothing_asked())
            return quiet or time.monotonic() - ended > patience

        self._until(settled)

    def _nothing_asked(self) -> bool:
        return self.person.view is None or self.person.view.question is None

    def _paced(self) -> list[float]:
        """Of a dealer who does not wait: how long (ms) after the table came to rest each move was accepted."""
        times = ((self._rests[place], when) for place, when in self._accepted.items() if place in self._rests)
        return [max(0.0, 1000.0 * (when - rested)) for rested, when in times]

    def _unenrolled(self) -> int:
        shown = [self._dealer.rules.shows(move) for move in self._played]
        return sum(one.face in self._lacked and not one.turned for one in shown)

    def _late(self) -> int:
        return sum(ms > _IN_TIME for ms in self._paced())

    def _keep(self) -> Path:
        """Put the journal and the processes' logs where they outlive this game."""
        kept = Path(tempfile.mkdtemp(prefix=f"companion-inexact-{self._plan.seed}-"))
        for name in ("games", "logs"):
            shutil.copytree(self.state_folder / name, kept / name)
        return games(kept / "games")[-1]

    def _finger_moves(self) -> tuple[LogEntry, ...]:
        return tuple(entry for entry in self._wire.effective(self.person.view) if entry.by == "finger")

    def close(self) -> None:
        """Stop the processes and the frames; can be called twice."""
        self.theatre.close()
        self.person.close()
        self.supervisor.close()
        self.server.close()


@contextmanager
def rehearsal(plan: Plan) -> Iterator[Rehearsal]:
    """A game ready to be played step by step; its processes end with the block."""
    one_of("--scene", plan.scene, SCENES)
    with ExitStack() as stack:
        # Unix sockets have short paths: a folder of our own under the temporary one.
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="companion-")))
        game = Rehearsal(plan, folder)
        stack.callback(game.close)
        game.begin()
        yield game


def rehearse(plan: Plan, progress: Progress = lambda moves, view: None) -> Report:  # noqa: ARG005
    """Rehearse one whole game. Raises ``Unusable`` for a plan that cannot be played."""
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    with rehearsal(plan) as game:
        moves = 0
        while game.step():
            moves += 1
            progress(moves, game.person.view)
        return game.report()
