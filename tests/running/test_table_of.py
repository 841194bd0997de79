"""How a table is laid out where nobody says so: open, where a camera can set the game up so; else on mats."""

import pytest

from companion.errors import Unusable
from companion.games.catalogue import facet, packages
from companion.twin.dealer import table_of


@pytest.mark.parametrize("game", sorted(packages()))
def test_a_game_that_can_be_proposed_lies_open_and_any_lies_as_people_wish(game: str) -> None:
    assert table_of(game) == ("open" if facet(game, "proposal") is not None else "mats")
    assert table_of(game, "mats") == "mats"


def test_a_table_of_no_known_kind_is_refused_in_a_line() -> None:
    with pytest.raises(Unusable, match="--table"):
        table_of("architects", "floor")
