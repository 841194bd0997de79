"""Any game's table in pixels but without processes: one painted still a move is read by vision and told the referee.

``python -m tests.referee.painted GAME --players N --seed S`` says how a whole game went; with ``--box`` it is painted
and read with that box's pictures. It takes a tenth of a rehearsal's time: no video, no hands, no waiting.
"""

import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from companion.box.faces import library_of
from companion.games.watched import watched
from companion.referee import watching
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer, Step
from companion.twin.faceart import LibraryArt
from companion.twin.scenes import SCENES
from companion.twin.world import World
from tests.referee.sightless import Sightless
from vision.geometry.image import Image
from vision.geometry.plane import Planes
from vision.live.mat_reader import MatReader
from vision.live.memory import MatMemory, TrackNumbers
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Mat, Scene, Sighting, Watch, Zone

_FRAMES, _SECONDS = 5, 0.1
"""Frames between two looks, and the seconds of each."""


class Painted(Sightless):
    """A referee in front of painted stills. ``own_art``: painted with the library's pictures, too."""

    def __init__(
        self, folder: Path, game: str, players: int, seed: int, library: Library, *, scene: str, own_art: bool
    ) -> None:
        look = SCENES[scene]
        self._library, self._reader = library, MatReader(library, LibraryRecogniser(library))
        self._tracks_given, self._memory = TrackNumbers(), dict[int, MatMemory]()
        self._planes = Planes()
        dealer = Dealer(game, players, seed, sloppiness=look.sloppiness, askew=look.askew)
        art = LibraryArt(library) if own_art else None
        self._artist = Artist(dealer.world, look, seed, dealer.mats(), art)
        self._shown: World | None = None
        self._names: tuple[str, ...] = ()
        super().__init__(folder, game, players, seed, dealer=dealer)

    def step(self) -> Step | None:
        """Somebody makes a move, and all hands have left."""
        step = self.dealer.step()
        if step is not None:
            self.show(self.dealer.world)
        self.rest(2)
        if self.missed:
            self.rest(4)
        return step

    def show(self, world: World, seconds: float = 0.5) -> None:  # noqa: ARG002 - as any table's
        """The mats on which something has changed are read from one picture."""
        self._artist.show(world)
        self._artist.relight()
        frame = self._artist.frame()
        watch = watching.watch(self.dealer.game, self.dealer.rules.places(self.state))
        if self._shown is None:
            self._planes.update(frame, watch.mats, 0.0)
        changed = self._changed(world, watch)
        self._shown, self._names = world, tuple(zone.name for zone in watch.zones)
        self.frame += _FRAMES
        seen = [one for mat in watch.mats if mat.number in changed for one in self._look_at(mat, watch, frame)]
        self.referee.handle(Scene(self.frame, self.frame * _SECONDS, tuple(seen)))

    def _changed(self, world: World, watch: Watch) -> set[int]:
        """The mats on which a piece has come or gone, or other places are watched now."""
        if self._shown is None or self._names != tuple(zone.name for zone in watch.zones):
            return {mat.number for mat in watch.mats}
        before = self._shown.pieces
        moved = [piece for piece in world.pieces.values() if before[piece.id] != piece]
        return {mat for piece in moved for mat in (piece.mat, before[piece.id].mat)}

    def _look_at(self, mat: Mat, watch: Watch, frame: Image) -> list[Sighting]:
        zones = [zone for zone in watch.zones if zone.mat == mat.number]
        memory = self._memory.setdefault(mat.number, MatMemory.blank((mat.width, mat.height)))
        sheet = np.asarray(self._planes.mats[mat.number].rectify(frame))
        self._reader.update(memory, sheet, zones, self._tracks_given, "", markers=mat.markers)
        return [self._said_of(zone, memory) for zone in zones]

    def _said_of(self, zone: Zone, memory: MatMemory) -> Sighting:
        pieces = memory.pieces[zone.name]
        unenrolled = tuple(face for face in zone.faces if face not in self._library.faces)
        strange = not unenrolled and zone.kind != "spread" and not all(piece.faces for piece in pieces)
        seen = tuple(piece.seen() for piece in pieces)
        return Sighting(zone.name, self.frame, self.frame * _SECONDS, seen, unenrolled, strange)


def main() -> int:
    """Play whole games and say how they went; 1 where one did not end exactly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--scene", default="kitchen", choices=SCENES)
    parser.add_argument("--box", type=Path)
    wanted = parser.parse_args()
    scores = watched(wanted.game).scores
    library = Library.load(library_of(wanted.box, wanted.game))
    bad = 0
    for seed in range(wanted.seed, wanted.seed + wanted.games):
        with tempfile.TemporaryDirectory() as folder:
            table = Painted(
                Path(folder),
                wanted.game,
                wanted.players,
                seed,
                library,
                scene=wanted.scene,
                own_art=wanted.box is not None,
            )
            while table.step() is not None:
                pass
            same = scores(table.state) == scores(table.dealer.state)
            exact = table.state == table.dealer.state and same and not table.wrong and not table.missed
            bad += not exact
            counts = f"{len(table.wrong)} wrong, {len(table.missed)} missed, {table.questions} asked"
            sys.stdout.write(f"seed {seed}: {len(table.truth)} moves, {counts}, scores {same}, exact {exact}\n")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
