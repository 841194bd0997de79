"""Any game's table in pixels but without processes: one painted still a move is read by vision and told the referee.

``python -m tests.referee.painted GAME --players N --seed S`` says how a whole game went; with ``--box`` it is painted
and read with that box's pictures, unless ``--table mats`` it is set up as the camera proposes it. It takes a tenth of a
rehearsal's time: no video, no hands, no waiting. ``--until MOVE`` ends it after so many moves; ``--draw DIR`` writes
there how each sheet was remembered at the end. ``tests.referee.filmed`` is the same with hands and every frame.
"""

import argparse
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

import cv2
import msgspec
import numpy as np

from companion.box.faces import library_of
from companion.errors import Unusable
from companion.games.catalogue import expansions_of
from companion.games.watched import watched
from companion.referee.messages import Proposed
from companion.rehearsal.setting_up import set_up
from companion.twin.arrangement import Point
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer, Step, Table
from companion.twin.faceart import LibraryArt
from companion.twin.gremlin import Gremlin
from companion.twin.scenes import SCENES
from companion.twin.world import Piece, World
from tests import reading_errors
from tests.referee.joined import as_known, played_unseen
from tests.referee.sightless import Sightless
from tests.twin.surveys import read_from
from vision.geometry.image import Frame, Image, Points
from vision.geometry.mean import added, mean
from vision.geometry.plane import PX_PER_MM, Plane, Planes
from vision.live.elsewhere import reaching_onto
from vision.live.mat_reader import Again, MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.live.one_piece import Seen, number_as_one
from vision.live.pushed import followed
from vision.live.said import Said
from vision.live.unenrolled import Unenrolled
from vision.live.watcher import LOOKS
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Mat, Scene, Sighting, Watch, Zone

_FRAMES, _SECONDS = LOOKS, 0.1
"""Frames between two looks, and the seconds of each."""
_NEAR = 60.0
"""mm beside a sheet's edge from which a piece reaches in."""
P = TypeVar("P", bound="Painted")


class Painted(Sightless):
    """A referee in front of painted stills. ``own_art``: painted with the library's pictures, too.

    ``corrections``: what people had to put right when an open table was set up. ``mistakes``: how often they make some.
    ``begun``: as ``Sightless`` takes it.
    """

    def __init__(
        self,
        folder: Path,
        game: str,
        players: int,
        seed: int,
        library: Library,
        *,
        scene: str = "kitchen",
        own_art: bool = False,
        table: Table = "mats",
        mistakes: float = 0.0,
        edition: int | None = None,
        expansions: tuple[str, ...] = (),
        **begun: Any,
    ) -> None:
        look = SCENES[scene]
        self.corrections, self._joins = 0, bool(begun.get("joins"))
        recogniser = Unenrolled(LibraryRecogniser(library), library.faces.keys())
        self._library, self._reader = library, MatReader(library, recogniser)
        self._tracks_given, self._memory = TrackNumbers(), dict[int, MatMemory]()
        self._planes, self._news = Planes(), Said(library.faces.keys())
        self._art = LibraryArt(library) if own_art else None
        how = {"table": table, "edition": edition, "expansions": expansions, "art": self._art}
        dealer = Dealer.in_scene(look, game, players, seed, **how)
        self._people = Gremlin(dealer, mistakes, seed)
        self._artist = Artist(dealer.world, look, seed, dealer.mats(), self._art)
        self._shown: World | None = None
        self._names: tuple[str, ...] = ()
        self._unsure: dict[int, frozenset[str]] = {}
        super().__init__(folder, game, players, seed, dealer=dealer, **begun)

    def laid_out(self) -> dict[str, Any]:
        """The layout of an open table, as its picture is read and its people agree."""
        if self.dealer.table == "mats":
            return {}
        while True:
            self._artist.show(self.dealer.world)
            try:
                agreed = set_up(self.dealer, self._proposed)
            except Unusable:
                if not self._joins or self.dealer.state.finished:
                    raise
                # People are told to play on until there is enough to be seen.
                played_unseen(self.dealer, len(self.dealer.played) + 1)
                continue
            self.corrections += agreed.corrections
            return {"layout": msgspec.to_builtins(agreed.layout)}

    def _proposed(self, told: dict[str, Any]) -> Proposed:
        return read_from(self._picture(), self.dealer.game, self._library, told)

    def _picture(self) -> Image:
        """The mean of as many frames as a table that lies still is surveyed by."""
        return _mean_of(self._artist.frame() for _ in range(LOOKS))

    def perform(self) -> Step | None:
        """Somebody makes a move, and all hands have left; what everybody waits to see is shown before."""
        step = self._people.step()
        if step is not None and self.dealer.rules.judge(step.before, step.move):
            self.irregular += self.wire.told([step.move])
        for action in step.actions if step is not None else ():
            if action.settle or action.world is self.dealer.world:
                self.show(action.world)
        return step

    def show(self, world: World, seconds: float = 0.5) -> None:  # noqa: ARG002 - as any table's
        """The mats on which something has changed are read from one picture."""
        self._artist.show(world)
        self._artist.relight()
        picture, watch = self._artist.frame(), self.referee.watch()
        if self._shown is None or self._shown.arrangement != world.arrangement:
            self._planes.update(picture, watch.mats, 0.0)
        changed = self._changed(world, watch)
        self._shown, self._names = world, tuple(zone.name for zone in watch.zones)
        self.frame += _FRAMES
        frame = Frame(self.frame, self.frame * _SECONDS, picture)
        told = {mat.number: self._look_at(mat, watch, frame) for mat in watch.mats if mat.number in changed}
        self._say(frame, told)
        self._unsure |= {mat: names for mat, seen in told.items() if (names := self._doubtful(mat, seen))}

    def _say(self, frame: Frame, told: Mapping[int, Sequence[Sighting]]) -> None:
        seen = tuple(one for some in told.values() for one in some)
        self._news.say(seen)
        self.referee.handle(Scene(frame.number, frame.exposed, seen))

    def _doubtful(self, mat: int, seen: Sequence[Sighting]) -> frozenset[str]:
        """The zones that are said, if a better picture may tell more of any: of what is sure it says the same."""
        memory = self._memory[mat]
        doubtful = any(not piece.sure for one in seen for piece in memory.pieces[one.zone])
        return frozenset(one.zone for one in seen) if doubtful or memory.first_seen else frozenset()

    def rest(self, seconds: int) -> None:
        """As any table's; first what was said is confirmed by the mean of some pictures, as a watcher does."""
        watch, doubtful = self.referee.watch(), self._unsure
        self._unsure = {}
        mats = [mat for mat in watch.mats if mat.number in doubtful]
        if mats:
            pictures = [self._artist.frame() for _ in range(LOOKS)]
            self.frame += LOOKS
            frame = Frame(self.frame, self.frame * _SECONDS, pictures[-1])
            self._say(frame, {mat.number: self._look_again(mat, watch, frame, pictures, doubtful) for mat in mats})
        super().rest(seconds)

    def _look_again(
        self, mat: Mat, watch: Watch, frame: Frame, pictures: Sequence[Image], doubtful: Mapping[int, frozenset[str]]
    ) -> list[Sighting]:
        plane = self._planes.mats[mat.number]
        still = _mean_of(plane.rectify(picture) for picture in pictures)
        return self._updated(mat, watch, still, frame, again="better", touched=doubtful[mat.number])

    def _changed(self, world: World, watch: Watch) -> set[int]:
        """The mats on which a piece has come or gone, or other places are watched now."""
        if self._shown is None or self._names != tuple(zone.name for zone in watch.zones):
            return {mat.number for mat in watch.mats}
        moved = [piece for piece in world.pieces.values() if self._lay(piece, self._shown) != self._lay(piece, world)]
        points = [self._lay(piece, where)[0] for piece in moved for where in (self._shown, world)]
        pixels = self._artist.lens.pixels(np.array(points)) if points else np.empty((0, 2))
        return {mat.number for mat in watch.mats if _reaches(self._planes.mats[mat.number], pixels)}

    @staticmethod
    def _lay(piece: Piece, world: World) -> tuple[Point, Piece]:
        there = world.pieces[piece.id]
        return world.point(there), there

    @property
    def memories(self) -> Mapping[int, MatMemory]:
        """What is remembered of each sheet, by its number."""
        return self._memory

    def _look_at(self, mat: Mat, watch: Watch, frame: Frame) -> list[Sighting]:
        memory = self._memory.setdefault(mat.number, MatMemory.blank((mat.width, mat.height)))
        plane = self._planes.mats[mat.number]
        sheet = np.asarray(plane.rectify(frame.image))
        follows = followed(plane, memory, sheet, frame.image) if mat.thought_of else None
        if follows is not None:
            self._planes.mats[mat.number], self._memory[mat.number], sheet = follows
            memory = follows.memory
        return self._updated(mat, watch, sheet, frame, again="pushed" if follows is not None else "")

    def _updated(
        self,
        mat: Mat,
        watch: Watch,
        sheet: Image,
        frame: Frame,
        *,
        again: Again,
        touched: frozenset[str] | None = None,
    ) -> list[Sighting]:
        memory = self._memory[mat.number]
        by_mat: dict[int, list[Zone]] = {}
        for zone in watch.zones:
            by_mat.setdefault(zone.mat, []).append(zone)
        zones, theirs = by_mat[mat.number], reaching_onto(mat.number, by_mat, self._planes.mats)
        self._reader.update(
            memory, sheet, zones, self._tracks_given, again, markers=mat.markers, elsewhere=theirs, touched=touched
        )
        lying = {
            number: Seen(self._planes.mats[number], by_mat.get(number, ()), there)
            for number, there in self._memory.items()
        }
        number_as_one(mat.number, lying)
        told = (self._news.news(frame, zone, memory.pieces[zone.name]) for zone in zones)
        return [sighting for sighting in told if sighting is not None]


def _reaches(plane: Plane, pixels: Points) -> bool:
    """Whether one of these pixels of the picture is on a sheet, or so near that a piece there reaches in."""
    (left, top), (right, bottom) = (edge(plane.outline(), axis=0) for edge in (np.min, np.max))
    near = _NEAR * (right - left) / plane.size[0]
    return bool(((pixels > (left - near, top - near)) & (pixels < (right + near, bottom + near))).all(1).any())


def drawn(memory: MatMemory) -> Image:
    """A sheet as it was last seen, and on it the pieces as they are remembered."""
    assert memory.sheet is not None
    picture = memory.sheet.copy()
    for zone, pieces in memory.pieces.items():
        for piece in pieces:
            quad = np.array(piece.pose.quad()) * PX_PER_MM
            colour = (0, 0, 255) if not piece.sure else (0, 220, 0)
            cv2.polylines(picture, [np.rint(quad).astype(np.int32)], True, colour, 1)
            said = f"{piece.track} {(piece.face or zone + ' ?').rpartition('/')[2]}"
            corner = tuple(np.rint(quad.min(0) + np.array((3, 14))).astype(int).tolist())
            cv2.putText(picture, said, corner, cv2.FONT_HERSHEY_PLAIN, 0.9, (255, 255, 255), 3)
            cv2.putText(picture, said, corner, cv2.FONT_HERSHEY_PLAIN, 0.9, (0, 0, 0), 1)
    return picture


def _tell(table: Painted, step: Step) -> None:
    """One line of a move at which somebody blundered, or after which not all is understood."""
    troubles = [f"wrong {move}" for move in table.wrong] + [f"missed {move}" for move in table.missed]
    if troubles or step.mistakes:
        told = "; ".join((*step.mistakes, *troubles))
        sys.stderr.write(f"{len(table.dealer.played)} {step.move}: {told} ({table.questions} asked)\n")


def _all_of_it(state: Any) -> Any:
    return state


def _mean_of(pictures: Iterable[Image]) -> Image:
    """The mean (uint8) of pictures of one size, of which there is one at least."""
    total, many = None, 0
    for many, picture in enumerate(pictures, 1):  # noqa: B007 - it is counted
        total = added(total, picture)
    assert total is not None
    return mean(total, many)


def options(about: str | None, prog: str | None = None) -> argparse.ArgumentParser:
    """A command line that says which game lies on which table in what light."""
    parser = argparse.ArgumentParser(prog=prog, description=about)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--scene", default="kitchen", choices=SCENES)
    parser.add_argument("--box", type=Path)
    parser.add_argument("--table", default="open", choices=get_args(Table))
    parser.add_argument("--expansion", default="")
    parser.add_argument("--edition", type=int)
    return parser


def begun(kind: type[P], folder: Path, wanted: argparse.Namespace, seed: int, library: Library, **how: Any) -> P:
    """A table of a kind, played and painted as the command line wants it."""
    how |= {"scene": wanted.scene, "own_art": wanted.box is not None, "table": wanted.table, "edition": wanted.edition}
    expansions = expansions_of(wanted.game, wanted.expansion, "--expansion")
    return kind(folder, wanted.game, wanted.players, seed, library, expansions=expansions, **how)


def main(kind: type[Painted] = Painted) -> int:
    """Play whole games and say how they went; 1 where one did not end exactly."""
    reading_errors.raised()
    parser = options(__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--mistakes", type=float, default=0.0)
    parser.add_argument("--late", type=int, default=0, help="moves that are tapped in before the camera looks on")
    parser.add_argument("--joins", action="store_true", help="of a game of which nobody has tapped in anything")
    parser.add_argument("--until", type=int, default=sys.maxsize, help="the moves after which to stop")
    parser.add_argument("--draw", type=Path, help="the folder for how the sheets were remembered")
    wanted = parser.parse_args()
    scores = watched(wanted.game).scores
    library = Library.load(library_of(wanted.box, wanted.game))
    bad = 0
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        with tempfile.TemporaryDirectory() as folder:
            how = {name: getattr(wanted, name) for name in ("mistakes", "late", "joins")}
            table = begun(kind, Path(folder), wanted, seed, library, **how)
            while len(table.dealer.played) < wanted.until and (step := table.step()) is not None:
                _tell(table, step)
            if wanted.draw:
                wanted.draw.mkdir(parents=True, exist_ok=True)
                for mat, memory in table.memories.items():
                    cv2.imwrite(str(wanted.draw / f"{seed}-{mat}.png"), drawn(memory))
            same = scores(table.state) == scores(table.dealer.state)
            known = as_known if wanted.joins else _all_of_it
            state = known(table.state) == known(table.dealer.state)
            exact = state and same and not table.wrong and not table.missed
            bad += not exact
            counts = f"{len(table.wrong)} wrong, {len(table.missed)} missed, {table.questions} asked"
            counts += f", {table.corrections} dragged" + (f", {table.mended} fields mended" if wanted.joins else "")
            sys.stdout.write(
                f"seed {seed}: {len(table.truth)} moves, {counts}, scores {same}, state {state}, exact {exact}\n"
            )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
