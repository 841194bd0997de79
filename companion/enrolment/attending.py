"""One session for somebody at the touchscreen: the same as at the terminal, shown and driven over the link."""

import math
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from msgspec.structs import replace

from companion.api.protocol import Enrol, Enrolling, Outline, Preview, why
from companion.enrolment.checklist import GAMES, faces_of
from companion.enrolment.estimate import estimate
from companion.enrolment.learning import Box, Pictures, learn, open_box
from companion.enrolment.session import Session, Told
from companion.enrolment.sound import Kind
from companion.enrolment.store import Store
from companion.errors import Unusable, one_of
from companion.heartbeat import Heartbeat
from vision.cameras import Camera, CameraUnavailable, Frame, open_camera
from vision.process.preview import SECONDS, Encoder, smaller
from vision.recognition.kinds import kind_of

if TYPE_CHECKING:
    from companion.games.vocabulary import Line

_KEYS: Final = {"take": "enter", "skip": "s", "back": "b", "again": "r", "empty": "e", "stop": "q"}
"""The terminal's key for each order."""
_LENT_WITHIN, _TRY_AGAIN, _COUNTED_EVERY = 20.0, 0.3, 0.5
"""Seconds: until a camera that vision does not let go is given up, between two tries, between two shares told."""
_SURE, _DOUBTED = 1.0, 0.5
"""Probabilities by which the screen colours an outline: taken, doubted."""


class Way(Protocol):
    """The way to the screens (``companion.enrolment.__main__.Wire``)."""

    orders: SimpleQueue[Enrol]
    link: Any
    heart: Heartbeat

    def say(self, now: Enrolling) -> None:
        """This is how it stands."""

    def again(self) -> None:
        """Say it once more."""


class Attendant:
    """``attend`` one session after the other; all pictures are on disk as they are taken, whatever happens."""

    def __init__(self, way: Way, source: str, box: Path) -> None:
        self._way, self._source, self._box = way, source, box
        self._now = Enrolling("begin")
        self._doubts: list[Line] = []
        self._encoder = Encoder()
        self._shown = -math.inf
        self._outlined = False

    def attend(self, game: str) -> None:
        """From the camera to the library, unless somebody leaves before; what goes wrong is said to the screens."""
        try:
            box = _opened(self._box, game)
            pictures = self._taken(box)
            if pictures is None:
                self._say("begin", rest=False)
            else:
                notes = self._learn(box, pictures) if pictures else ()
                self._say("done", share=1.0, told=notes, rest=False)
        except (Unusable, CameraUnavailable, OSError) as error:
            self._say("failed", told=(str(error),), why=why(error), rest=False)

    def _taken(self, box: Box) -> Pictures | None:
        """What there is to learn after a session; ``None``: somebody has left, and it is for another time."""
        store = Store(box.folder)
        kept = store.load()
        items = faces_of(box.game)
        session = Session(box.game, items, {**box.before, **kept}, store, self._tell, self._beep)
        self._now = Enrolling("camera", box.game, of=len(items), beeps=self._now.beeps, rest=True)
        self._say("camera", have=len(session.state.taken))
        if not session.over:
            camera = self._lent()
            try:
                if camera is None or not self._run(camera, session):
                    return None
            finally:
                if camera is not None:
                    camera.close()
        news = session.fresh or session.pictures.keys() - box.before.keys()
        learned = (face for face in session.pictures if face not in box.before or face in store.faces)
        return {face: session.pictures[face] for face in learned} if news else {}

    def _lent(self) -> Camera | None:
        """The camera, as soon as vision has let it go; ``None``: nobody waits for it any more."""
        begun = time.monotonic()
        while True:
            self._way.heart.beat()
            if any(order.do in ("leave", "stop") for order in self._ordered()):
                return None
            try:
                return open_camera(self._source)
            except CameraUnavailable:
                if time.monotonic() - begun > _LENT_WITHIN:
                    raise
            time.sleep(_TRY_AGAIN)

    def _run(self, camera: Camera, session: Session) -> bool:
        """Frames and orders to the session until it is over; whether it is: else somebody has left."""
        self._status(session)
        frames = iter(camera)
        while not session.over:
            frame = next(frames, None)
            if frame is None:
                session.stop()
                break
            session.look(frame)
            self._way.heart.beat()
            for order in self._ordered():
                if order.do == "leave":
                    return False
                session.press((_KEYS[order.do],) if order.do in _KEYS else ())
            self._status(session)
            self._show(frame, session)
        return True

    def _ordered(self) -> Iterator[Enrol]:
        try:
            while True:
                order = self._way.orders.get_nowait()
                if order.do == "look":
                    self._way.again()
                yield order
        except Empty:
            return

    def _tell(self, told: Told) -> None:
        if told.doubt is not None:
            self._doubts.append(told.doubt)

    def _beep(self, kind: Kind) -> None:
        # A doubt is heard first and then told: what was told of an earlier one no longer holds.
        self._doubts.clear()
        self._now = replace(self._now, beep=kind, beeps=self._now.beeps + 1)

    def _status(self, session: Session) -> None:
        state = session.state
        phase: Literal["clear", "lay", "doubt", "taken"] = "lay"
        doubts: tuple[Line, ...] = (session.strange,) if session.strange else ()
        if not session.desk.ready:
            phase = "clear"
        elif state.phase == "doubt":
            phase, doubts = "doubt", tuple(self._doubts)
        elif state.phase == "lying" and not doubts:
            phase = "taken"
        wanted = state.wanted or ""
        size = kind_of(wanted).size if wanted else None
        self._say(phase, face=wanted, size=size, have=len(state.taken), doubts=doubts)

    def _show(self, frame: Frame, session: Session) -> None:
        """What the camera sees, with what was found in it: now and then, and at once when that comes or goes."""
        now, found = time.monotonic(), session.desk.found
        if now - self._shown < SECONDS and self._outlined == (found is not None):
            return
        self._shown, self._outlined = now, found is not None
        small = smaller(frame.image)
        pieces: tuple[Outline, ...] = ()
        if found is not None:
            scale = small.shape[1] / frame.image.shape[1]
            one, two, three, four = ((float(x) * scale, float(y) * scale) for x, y in found)
            sure = _DOUBTED if session.state.phase == "doubt" else _SURE
            pieces = (Outline((one, two, three, four), session.state.wanted or "", sure),)
        self._way.link.send(Preview(self._encoder.encode(small), small.shape[1], small.shape[0], pieces, {}, ()))

    def _learn(self, box: Box, pictures: Pictures) -> tuple[str, ...]:
        """Learn, and say all the while how far it is: after the last face, comparing them takes longest."""
        self._say("learning", face="", size=None)
        begun = time.monotonic()
        looked: list[tuple[int, int, float]] = [(0, 1, 0.0)]
        over = threading.Event()

        # Comparing all faces is one long calculation: it lives as long as it uses the processor.
        clock, used = time.pthread_getcpuclockid(threading.get_ident()), 0.0

        def count() -> None:
            nonlocal used
            while not over.wait(_COUNTED_EVERY):
                before, used = used, time.clock_gettime(clock)
                if used > before:
                    self._way.heart.beat()
                self._say("learning", share=estimate(*looked[-1], time.monotonic() - begun).share)

        counting = threading.Thread(target=count, name="counting", daemon=True)
        counting.start()
        try:
            return learn(box, pictures, lambda done, of: looked.append((done, of, time.monotonic() - begun)))
        finally:
            over.set()
            counting.join()

    def _say(self, phase: Any, **changes: Any) -> None:
        self._now = replace(self._now, phase=phase, **{"told": (), "why": None, "doubts": (), **changes})
        self._way.say(self._now)


def _opened(folder: Path, game: str) -> Box:
    """The box that is added to. Raises ``Unusable``."""
    return open_box(folder, one_of("game", game, GAMES))
