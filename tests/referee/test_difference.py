"""Where table and record differ: it is said once, as help, and settled by one tap or by itself."""

from pathlib import Path

import pytest

from companion.referee.messages import Audit
from tests.referee.games import Played

A = "architects"


def taken(folder: Path, told: str, lies: str) -> Played:
    """Somebody has told of one card, and this one lies in the city; nothing else was done."""
    played = Played(folder, 3, 1)
    assert played.do("move", {"move": "take", "seat": 0, "from": "central", "card": told}).ok
    played.table.put("seat/0/city", f"{A}/{lies}")
    played.table.zones["central/deck"].clear()
    played.table.put("central/deck", f"{A}/back/central")
    played.show()
    played.wait(8)
    return played


def forgotten(folder: Path) -> Played:
    """A shield with a horn was taken, and nobody has turned a conflict token over."""
    return taken(folder, "shield_h1", "shield_h1")


def differing(played: Played) -> set[str]:
    return {found.place for found in played.referee.view().audits}


def test_it_goes_by_itself_when_the_table_is_put_right(tmp_path: Path) -> None:
    played = forgotten(tmp_path)
    assert differing(played) == {"central/conflict"}
    played.table.zones["central/conflict"].pop()
    played.table.put("central/conflict", f"{A}/token/conflict_battle")
    played.show()
    assert not differing(played)


def test_what_is_right_as_it_lies_is_not_said_again_not_even_after_a_restart(tmp_path: Path) -> None:
    played = forgotten(tmp_path)
    seq = played.game.seq
    assert played.do("waive", {"place": "central/conflict"}).ok
    assert not differing(played)
    assert not played.referee.view().health
    assert played.referee.view().log[-1].place == "central/conflict"
    played.again()
    played.wait(8)
    assert not differing(played)
    assert played.game.seq == seq + 1
    assert not played.do("waive", {"place": "central/conflict"}).ok, "nothing differs there any more"


def test_another_difference_at_the_same_place_is_said(tmp_path: Path) -> None:
    played = forgotten(tmp_path)
    assert played.do("waive", {"place": "central/conflict"}).ok
    played.table.zones["central/conflict"].pop()
    played.show()
    played.wait(8)
    assert differing(played) == {"central/conflict"}


@pytest.mark.parametrize("place", ["seat/1/city", "nowhere", None, 3])
def test_where_nothing_differs_nothing_is_waived(tmp_path: Path, place: object) -> None:
    played = forgotten(tmp_path)
    reply = played.do("waive", {"place": place})
    assert not reply.ok
    assert reply.why is not None
    assert reply.why.code == "nothing_differs"


def test_a_card_that_was_told_wrongly_is_mended_by_one_tap(tmp_path: Path) -> None:
    played = taken(tmp_path, told="wood", lies="clay")
    assert Audit("seat/0/city", (f"{A}/clay",), (f"{A}/wood",)) in played.referee.view().audits
    found = played.referee.mend({"place": "seat/0/city"})
    assert [option.moves[0]["card"] for option in found.options] == ["clay"]
    assert played.do("correct", {"seq": found.seq, "move": found.options[0].moves[0]}).ok
    played.wait(8)
    assert not differing(played)


def test_what_no_event_explains_is_mended_by_none(tmp_path: Path) -> None:
    found = forgotten(tmp_path).referee.mend({"place": "central/conflict"})
    assert not found.options, "whatever else was taken, the card in the city says that it was this one"


def test_a_difference_stays_said_while_others_play_on(tmp_path: Path) -> None:
    played = forgotten(tmp_path)
    played.table.put("seat/1/city", f"{A}/stone")
    played.show()
    assert "central/conflict" in differing(played)


def test_a_place_that_cannot_be_read_is_named_once_and_not_compared(tmp_path: Path) -> None:
    played = forgotten(tmp_path)
    hidden = played.table.zones["central/conflict"][:]
    played.table.zones["central/conflict"].clear()
    played.show()
    played.wait(8)
    view = played.referee.view()
    assert [(one.place, one.code) for one in view.health] == [("central/conflict", "unreadable")]
    assert not differing(played)
    assert not played.do("waive", {"place": "central/conflict"}).ok
    played.table.zones["central/conflict"] = hidden
    played.show()
    played.wait(8)
    assert differing(played) == {"central/conflict"}
