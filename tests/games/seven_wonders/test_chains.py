"""Which buildings are free after which."""

import pytest

from companion.games.seven_wonders.rules.chains import built_for_free
from companion.games.seven_wonders.rules.facts import FACTS
from tests.games.seven_wonders.cities import mask, place

CHAINS = {
    "aqueduct": {"baths"},
    "temple": {"altar"},
    "statue": {"theater"},
    "courthouse": {"scriptorium"},
    "forum": {"east_trading_post", "west_trading_post"},
    "caravansery": {"marketplace"},
    "stables": {"apothecary"},
    "archery_range": {"workshop"},
    "dispensary": {"apothecary"},
    "laboratory": {"workshop"},
    "library": {"scriptorium"},
    "pantheon": {"temple"},
    "gardens": {"statue"},
    "senate": {"library"},
    "haven": {"forum"},
    "lighthouse": {"caravansery"},
    "arena": {"dispensary"},
    "fortifications": {"walls"},
    "circus": {"training_ground"},
    "siege_workshop": {"laboratory"},
    "lodge": {"dispensary"},
    "observatory": {"laboratory"},
    "university": {"library"},
    "academy": {"school"},
    "study": {"school"},
}


@pytest.mark.parametrize("card", [card.id for card in FACTS.cards])
def test_each_of_its_parents_and_nothing_else_makes_a_building_free(card: str) -> None:
    parents = CHAINS.get(card, set())
    free = {other.id for other in FACTS.cards if built_for_free(place(card), other.bit)}
    assert free == parents


def test_the_texts_examples_of_chains() -> None:
    assert built_for_free(place("library"), mask("altar", "scriptorium"))
    assert built_for_free(place("courthouse"), mask("scriptorium"))
    assert built_for_free(place("statue"), mask("theater"))
    assert built_for_free(place("gardens"), mask("statue"))
    assert not built_for_free(place("gardens"), mask("theater"))
    assert built_for_free(place("stables"), mask("apothecary"))
    assert not built_for_free(place("stables"), 0)


def test_either_trading_post_leads_to_a_forum() -> None:
    assert built_for_free(place("forum"), mask("west_trading_post", "altar"))
    assert built_for_free(place("forum"), mask("east_trading_post"))
    assert not built_for_free(place("forum"), mask("altar"))
