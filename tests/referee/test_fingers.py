"""Every game at the live table by finger alone: what is tapped is what the rules play, and the picture says so."""

from pathlib import Path

import msgspec
import pytest

from companion.api.protocol import View
from companion.games.catalogue import GAMES
from companion.games.tables import read_table
from tests.referee.fingers import FEW, Fingers, dealt


@pytest.mark.parametrize(("name", "players"), FEW)
def test_a_whole_game_by_finger_ends_as_the_rules_say(tmp_path: Path, name: str, players: int) -> None:
    game, through = GAMES[name], dealt(name, players, 3)
    live = Fingers(tmp_path)
    live.begin(name, through.setup)
    for move in through.moves:
        reply = live.move(move)
        assert (reply.ok, reply.findings) == (True, ()), reply
    assert [event.draft.kind for event in live.game.journal.events] == ["setup", *["move"] * len(through.moves)]
    view = live.view
    assert msgspec.json.decode(msgspec.json.encode(view), type=View, dec_hook=read_table) == view
    assert msgspec.structs.replace(live.state, names=()) == through.final
    assert view.table is not None
    assert view.table.finished
    sheet = game.scores(live.state)
    assert tuple(seat.score for seat in view.table.players[:players]) == sheet.totals
    assert view.table.winners == sheet.winners
    before = live.view
    live.again()
    assert live.view == before
    live.referee.close()
