"""How a table is laid out where nobody says so: open, where that goes as well as on mats; else on mats."""

import pytest

from companion.errors import Unusable
from companion.games.catalogue import facet, packages
from companion.games.watched import watched
from companion.twin.dealer import table_of


@pytest.mark.parametrize("game", sorted(packages()))
def test_a_game_that_can_be_proposed_lies_open_and_any_lies_as_people_wish(game: str) -> None:
    opened = facet(game, "proposal") is not None and not watched(game).TWIN.mats
    assert table_of(game) == ("open" if opened else "mats")
    assert table_of(game, "mats") == "mats"


def test_a_table_of_no_known_kind_is_refused_in_a_line() -> None:
    with pytest.raises(Unusable, match="--table"):
        table_of("architects", "floor")
