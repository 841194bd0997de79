"""An open table of four or seven before the camera, in one process and with no clock: theatre, watcher, referee."""

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from companion.box.faces import library_of
from companion.games.layout import TAG_SIDE, TAGS
from companion.games.open_table import proposed
from companion.games.watched import watched
from companion.referee.game_files import GameFiles
from companion.referee.messages import Command, Proposed
from companion.referee.referee import Referee
from companion.rehearsal.comparison import Wire
from companion.rehearsal.setting_up import agree
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from tests.twin.surveys import survey_of
from vision.geometry.lens_table import fit_table
from vision.geometry.markers import find_markers
from vision.live.watcher import Watcher
from vision.recognition.library import Library
from vision.sighting import Bend

_REST, _PATIENCE = 10, 60
"""Still frames for which everybody looks, and after which nothing more is to be hoped for."""


def _lens(theatre: Theatre) -> Bend:
    """How the camera's lens bends, by the four tags that it sees."""
    frame = theatre.next_frame()
    assert frame is not None
    height, width = frame.image.shape[:2]
    square = np.array([[0, 0], [TAG_SIDE, 0], [TAG_SIDE, TAG_SIDE], [0, TAG_SIDE]], np.float64)
    tags = [(square, quad.astype(np.float64)) for tag, quad in find_markers(frame.image).items() if tag in TAGS]
    table = fit_table(tags, (width, height))
    assert table is not None
    return Bend(table.bend, width, height)


class Table:
    """A dealer's open table, set up as a camera that sees everything proposes it."""

    def __init__(self, players: int, seed: int, folder: Path) -> None:
        look = SCENES["kitchen"]
        self.dealer = Dealer("architects", players, seed, sloppiness=look.sloppiness, askew=look.askew, table="open")
        self.theatre = Theatre(self.dealer.world, self.dealer.mats(), look, seed)
        survey = replace(survey_of(self.dealer), lens=_lens(self.theatre))
        found = proposed("architects", survey, {})
        told = Proposed(found.setup, found.layout, found.outlines, 0.0, 0.0, b"", found.doubts)
        layout = agree(self.dealer, told).layout
        self.referee = Referee(GameFiles(folder))
        body = {**self.dealer.setup_object(), "layout": msgspec.to_builtins(layout)}
        reply = self.referee.handle(Command("1", "setup", body)).reply
        assert reply is not None
        assert reply.ok
        self.watcher = Watcher(Library.load(library_of(None)))
        watch = self.referee.watch()
        self.watcher.watch(watch.mats, watch.zones)
        self.wire = Wire(watched("architects"))
        self.played: list[Any] = []
        self.asked = False
        self.look()

    def look(self) -> None:
        """Until the table has rested, and all that was played is understood, or nothing more is to be hoped for."""
        still = 0
        while still < _REST or (not self.understood and still < _PATIENCE):
            frame = self.theatre.next_frame()
            assert frame is not None
            for scene in self.watcher.observe(frame):
                self.referee.handle(scene)
            self.referee.handle(self.watcher.pulse(frame))
            self.asked |= self.referee.view().question is not None
            still = self.theatre.still_frames

    @property
    def understood(self) -> bool:
        """Whether the journal holds every move that was played."""
        truth = self.wire.told(self.played)
        return len(
            self.wire.paired(truth, [entry.move or {} for entry in self.wire.effective(self.referee.view())])
        ) == len(truth)

    def play(self) -> None:
        """One more move."""
        step = self.dealer.step()
        assert step is not None
        self.played.append(step.move)
        self.theatre.perform(step.actions)
        if self.wire.seen(step.move):
            self.look()


@pytest.mark.proof
@pytest.mark.parametrize(("players", "moves"), [(4, 10), (7, 6)])
def test_moves_at_an_open_table_are_understood_and_nobody_is_asked(players: int, moves: int, tmp_path: Path) -> None:
    table = Table(players, 1, tmp_path)
    try:
        for _ in range(moves):
            table.play()
            assert table.understood, table.played[-1]
        assert not table.asked
        view = table.referee.view()
        assert view.health == ()
        assert view.table is not None
        totals = watched("architects").scores(table.dealer.state).totals
        assert tuple(player.score for player in view.table.players) == totals
    finally:
        table.theatre.close()
        table.referee.close()
