"""Reads the whole table once, beside the loop: it takes seconds, and frames go on meanwhile."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace

from vision.geometry.image import Frame, Image, Points
from vision.geometry.mean import added, mean
from vision.live.watcher import LOOKS
from vision.process.preview import WIDTH, Encoder
from vision.recognition.library import Library
from vision.sighting import Bend, Quad, Survey, Surveyed, Watch
from vision.stills.whole_table import TableRead, TableReader


class Surveyor:
    """``wanted`` says which survey is asked for; ``answer`` gives it once it is done."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "survey")
        self._reader: tuple[Library, TableReader] | None = None
        self._last = 0
        self._wanted: Watch | None = None
        self._running: Future[Survey] | None = None
        self._sum: Image | None = None
        self._looks = 0

    def ask(self, watch: Watch) -> None:
        """Remember what is asked for, if it is another survey than the last."""
        if watch.survey not in (0, self._last):
            self._wanted = watch
        self._last = watch.survey

    @property
    def busy(self) -> bool:
        """Whether a survey is asked for, or being made."""
        return self._wanted is not None or self._running is not None

    @property
    def reading(self) -> bool:
        """Whether a survey is being made."""
        return self._running is not None

    def moved(self) -> None:
        """The table does not lie still: what was seen of it so far is forgotten."""
        self._sum, self._looks = None, 0

    def step(self, frame: Frame, library: Library) -> Survey | None:
        """One more frame of a table that lies still; the survey of a few, if one is wanted, when it is done."""
        if self._wanted is not None and self._running is None:
            self._sum, self._looks = added(self._sum, frame.image), self._looks + 1
            if self._looks == LOOKS:
                seen, wanted = replace(frame, image=mean(self._sum, LOOKS)), self._wanted
                self._running, self._wanted = self._thread.submit(self._survey, seen, library, wanted), None
                self.moved()
        if self._running is None or not self._running.done():
            return None
        done, self._running = self._running, None
        return done.result()

    def _survey(self, frame: Frame, library: Library, wanted: Watch) -> Survey:
        if self._reader is None or self._reader[0] is not library:
            self._reader = library, TableReader(library)
        return surveyed(self._reader[1], frame, wanted)


def surveyed(reader: TableReader, frame: Frame, wanted: Watch) -> Survey:
    """The survey that is wanted, of the table in this frame."""
    tags, side, sizes = wanted.tags, wanted.tag_side, wanted.sizes
    read = reader.read(frame.image, tags, side, coins=wanted.coins, rounds=wanted.rounds, sizes=sizes)
    if read is None:
        height, width = frame.image.shape[:2]
        return Survey(wanted.survey, frame.number, 0.0, 0.0, {}, Bend(0.0, width, height), (), why="no_tags")
    return _said(wanted.survey, frame, read, reader.enrolled)


def _said(number: int, frame: Frame, read: TableRead, enrolled: tuple[str, ...]) -> Survey:
    pieces = tuple(Surveyed(_quad(piece.quad), piece.faces) for piece in read.pieces)
    tags = {tag: _quad(corners) for tag, corners in read.tags.items()}
    lens = Bend(read.table.bend, *read.table.size)
    px_per_mm = WIDTH / read.size[0]
    picture = Encoder().encode(read.table.rectify(frame.image, (0.0, 0.0), read.size, px_per_mm))
    rounds = tuple((round(float(x), 2), round(float(y), 2)) for x, y in read.rounds)
    return Survey(number, frame.number, *read.size, tags, lens, pieces, picture, rounds=rounds, enrolled=enrolled)


def _quad(points: Points) -> Quad:
    one, two, three, four = ((round(float(x), 2), round(float(y), 2)) for x, y in points)
    return one, two, three, four
