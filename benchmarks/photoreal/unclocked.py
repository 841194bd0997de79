"""A recording frame by frame through watcher and referee in one process: the same each time, and no clock.

python -m benchmarks.photoreal.unclocked FOLDER --box DIR says what was accepted and asked at which second, and how it
compares with what was played. A recording that is still being painted (no ``truth.json``) is dealt anew: its folder's
name says the game, the players and the seed. ``--draw DIR`` keeps how each sheet is remembered when the table has come
to rest.
"""

import argparse
import itertools
import json
import re
import sys
import tempfile
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import msgspec

from companion.box.faces import library_of
from companion.games.layout import Layout
from companion.games.mats import Place
from companion.games.watched import watched
from companion.rehearsal.comparison import Wire
from companion.rehearsal.setting_up import Agreed, on_sheet, set_up
from companion.twin.dealer import Dealer, table_of
from companion.twin.laying import Sloppiness
from tests.referee.live import Live, look
from tests.referee.painted import drawn
from tests.twin.surveys import read_from
from vision.cameras.opening import open_camera
from vision.geometry.image import Frame
from vision.live.watcher import Watcher
from vision.recognition.library import Library

_NAMED = re.compile(r"(?P<game>[a-z_]+)-(?P<players>\d+)-(?P<seed>\d+)-[a-z]+(-sleeved)?(?P<expansions>(-[a-z]+)*)")
_LAST_LOOKS = 60
"""Times that the last picture is looked at again: a table stays as it is when nobody plays on."""


class Unclocked:
    """A referee and a watcher in front of a recording. ``said``: what was accepted and asked, by the second."""

    def __init__(self, state: Path, setup: dict[str, Any], library: Library) -> None:
        self._live, self.watcher = Live(state), Watcher(library)
        self.wire = Wire(watched(setup["game"]))
        self.questions, self._asked, self._told = 0, set[int](), 0
        reply = self._live.do("setup", setup)
        assert reply.ok, reply.error

    @property
    def seen(self) -> list[dict[str, Any]]:
        """The moves that were accepted."""
        return self.wire.told(entry.move for entry in self._live.game.fold.played)

    def look(self, frame: Frame) -> list[str]:
        """The next frame is looked at; what is new in the record."""
        look(self._live.referee, self.watcher, frame)
        return self._news()

    def _news(self) -> list[str]:
        seen, question = self.seen, self._live.referee.view().question
        news = [f"accepted {move}" for move in seen[self._told :]]
        self._told = len(seen)
        if question is not None and question.number not in self._asked:
            self._asked.add(question.number)
            news.append(f"asked {question.reason} of {question.seat}: {[option.moves for option in question.options]}")
        self.questions = len(self._asked)
        return news


def _frames(recording: Path) -> Iterator[Frame]:
    """The frames of a folder or a video, and the last of them for a while longer where the recording is whole."""
    frame = None
    for frame in open_camera(str(recording)):
        yield frame
    assert frame is not None, recording
    whole = recording.is_file() or (recording / "truth.json").is_file()
    for later in range(1, whole * _LAST_LOOKS + 1):
        yield replace(frame, number=frame.number + later, exposed=frame.exposed + 0.1 * later)


def _dealt(recording: Path) -> Dealer:
    """Who dealt a recording that says it in its name."""
    named = _NAMED.match(recording.name)
    assert named is not None, (
        f"{recording.name}: neither truth.json nor GAME-PLAYERS-SEED-LIGHT[-sleeved][-EXPANSION] as its name"
    )
    game = named["game"]
    expansions = tuple(named["expansions"].split("-")[1:])
    return Dealer(
        game,
        int(named["players"]),
        int(named["seed"]),
        sloppiness=Sloppiness(),
        table=table_of(game, None),
        expansions=expansions,
    )


def _dealt_out(recording: Path) -> Dealer | None:
    """Who dealt it, after the moves that a recording may show; None if its name does not say."""
    if _NAMED.match(recording.name) is None:
        return None
    dealer = _dealt(recording)
    for _ in itertools.takewhile(lambda step: step is not None, (dealer.step() for _ in range(60))):
        pass
    return dealer


def _played(recording: Path, dealt: Dealer | None, wire: Wire) -> list[dict[str, Any]]:
    """What is played in a recording, or would be, dealt anew."""
    file = recording / "truth.json"
    if file.is_file() and (moves := json.loads(file.read_text())["moves"]):
        return list(moves)
    return wire.told(dealt.played if dealt is not None else _dealt(recording).played)


def _proposed(recording: Path, library: Library) -> Agreed:
    """How a table is set up that is read from its first picture now, whatever was agreed when it was painted."""
    dealer, first = _dealt(recording), next(iter(open_camera(str(recording)))).image

    def read(told: dict[str, Any]) -> Any:
        found = read_from(first, dealer.game, library, told)
        sys.stdout.write(f"told {told}: doubts {found.doubts}, set-up {found.setup}\n")
        return found

    own = dict(dealer.layer.places)
    agreed = set_up(dealer, read)
    moved = [name for name, place in own.items() if place.kind == "pile" and dealer.layer.places[name] != place]
    return Agreed(_where_they_lie(dealer, agreed.layout, own, moved), agreed.corrections + len(moved))


def _where_they_lie(dealer: Dealer, layout: Layout, own: Mapping[str, Place], moved: Collection[str]) -> Layout:
    """A layout in which the piles that these people kept elsewhere than it shows them are dragged to where they lie."""
    for name in moved:
        place = next(place for place in layout.places if place.name == name)
        mat = next(mat for mat in layout.mats if mat.number == place.mat)
        (there,), (shown,) = own[name].spots, place.spots
        pose = dealer.world.arrangement.mats[own[name].mat]
        x, y = on_sheet(pose.to_table(there.x, there.y), mat, dealer)
        dx, dy = x - shown.x, y - shown.y
        sys.stdout.write(f"{name} lies {dx:.0f}, {dy:.0f} mm beside where it is shown\n")
        spot = msgspec.structs.replace(shown, x=x, y=y)
        places = tuple(msgspec.structs.replace(one, spots=(spot,)) if one is place else one for one in layout.places)
        dragged = msgspec.structs.replace(layout, places=places)
        layout = dragged.redrawn(name, left=-dx, right=dx, top=-dy, bottom=dy)
    return layout


def main() -> int:
    """Play recordings; 1 where one did not end exactly as it was played."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("recording", type=Path)
    parser.add_argument("--box", type=Path)
    parser.add_argument("--read", action="store_true", help="set the table up as it is read and proposed now")
    parser.add_argument("--draw", type=Path)
    wanted = parser.parse_args()
    file = wanted.recording / "table.json"
    setup = json.loads(file.read_text())["setup"] if file.is_file() else _dealt(wanted.recording).setup_object()
    library = Library.load(library_of(wanted.box, setup["game"]))
    if wanted.read or ("layout" not in setup and _dealt(wanted.recording).table == "open"):
        agreed = _proposed(wanted.recording, library)
        sys.stdout.write(f"put right by hand: {agreed.corrections}\n")
        setup["layout"] = msgspec.to_builtins(agreed.layout)
    camera = next((p for p in wanted.recording.iterdir() if p.suffix == ".mp4"), wanted.recording)
    with tempfile.TemporaryDirectory() as state:
        table = Unclocked(Path(state), setup, library)
        for frame in _frames(camera):
            for line in table.look(frame):
                sys.stdout.write(f"{frame.exposed:7.2f} #{frame.number} {line}\n")
                sys.stdout.flush()
        if wanted.draw:
            wanted.draw.mkdir(parents=True, exist_ok=True)
            for mat in table.watcher.mats:
                cv2.imwrite(str(wanted.draw / f"{mat}.png"), drawn(table.watcher._memory_of(mat)))  # noqa: SLF001 - to be looked at
        dealt = _dealt_out(wanted.recording)
        seen, truth = table.seen, _played(wanted.recording, dealt, table.wire)
    pairs = table.wire.paired(truth, seen)
    until = max(pairs.values(), default=-1) + 1
    for k, move in enumerate(truth[:until]):
        if k not in pairs.values():
            sys.stdout.write(f"missed {k + 1} {move}\n")
    # What was read late, and as it lies, is no move that nobody made.
    states = dealt.states if dealt is not None else ()
    odd = [k for k, move in enumerate(seen) if k not in pairs and not table.wire.is_known(move, states)]
    for k in odd:
        sys.stdout.write(f"wrong {k + 1} {seen[k]}\n")
    sys.stdout.write(f"{len(pairs)} of {until}, {len(odd)} wrong, {table.questions} asked\n")
    return 0 if seen == truth[: len(seen)] else 1


if __name__ == "__main__":
    sys.exit(main())
