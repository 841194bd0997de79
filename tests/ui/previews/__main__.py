"""Makes the kept pictures anew."""

import msgspec

from companion.api.protocol import Proposed
from companion.box.faces import library_of
from companion.games.watched import rules_of
from companion.referee.watching import watch
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from tests.twin.surveys import dealt, read_from
from tests.ui.previews import FOLDER, OPEN, PLAYERS, SEED
from vision.cameras import Frame
from vision.live.watcher import Watcher
from vision.process.preview import Previewer
from vision.recognition.library import Library

_MOVES, _FRAMES = 24, 12


def main() -> None:
    """Play on for a while, then look from above and at the first seat's mat; look at open tables."""
    dealer = Dealer("architects", PLAYERS, SEED)
    theatre = Theatre(dealer.world, dealer.mats(), SCENES["kitchen"], SEED)
    rules = rules_of("architects")
    places = rules.places(rules.begin(rules.parse_setup(dealer.setup_object())))
    watcher = Watcher(Library.load(library_of(None)))
    watched = watch("architects", places)
    watcher.watch(watched.mats, watched.zones)
    previewer = Previewer()
    for _move in range(_MOVES):
        step = dealer.step()
        assert step is not None
        theatre.perform(step.actions)
        while theatre.still_frames < _FRAMES:
            _look(theatre, watcher)
    frame = _look(theatre, watcher)
    for k, (name, near) in enumerate((("whole", None), ("near", 1))):
        previewer.near = near
        preview = previewer.preview(frame, watcher, float(k))
        assert preview is not None
        (FOLDER / f"{name}.json").write_bytes(msgspec.json.encode(preview))
    for game, players in OPEN.items():
        (FOLDER / f"open-{game}.json").write_bytes(msgspec.json.encode(_proposed(game, players)))


def _proposed(game: str, players: int) -> Proposed:
    """What is proposed for the open table of a game that begins."""
    dealer = dealt(players, SEED, game)
    theatre = Theatre(dealer.world, dealer.mats(), SCENES["kitchen"], SEED)
    frame = theatre.next_frame()
    assert frame is not None
    return read_from(frame.image, game, Library.load(library_of(None, game)), {"players": players})


def _look(theatre: Theatre, watcher: Watcher) -> Frame:
    frame = theatre.next_frame()
    assert frame is not None
    watcher.observe(frame)
    return frame


if __name__ == "__main__":
    main()
