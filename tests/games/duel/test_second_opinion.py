"""Prices and scores against slow, simple second ways to find them."""

from itertools import combinations, product
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.duel import rules
from companion.games.duel.rules import POLICIES
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS
from tests.games.duel.tables import city, table

MARKET = [card.id for card in FACTS.cards if card.produces or card.one_of or card.price_one]
DISCOUNTS = st.sampled_from(["", "masonry", "architecture", "masonry architecture"])
PIECES = [card.id for card in FACTS.cards] + list(FACTS.wonder_index)


def printed(name: str) -> Any:
    """A card or a wonder."""
    return FACTS.wonders[FACTS.wonder_index[name]] if name in FACTS.wonder_index else FACTS.cards[FACTS.index[name]]


def cheapest(piece: str, own: list[str], rival: list[str], progress: str) -> int:
    """Try everything that alternatives can make, and every pair of resources to spare."""
    thing = printed(piece)
    units = [resource for resource, count in thing.cost.items() for _ in range(count)]
    fixed = {resource for name in own for resource in getattr(printed(name), "price_one", ())}
    made = [
        resource for name in own for resource, n in getattr(printed(name), "produces", {}).items() for _ in range(n)
    ]
    theirs = [r for name in rival for r, n in getattr(printed(name), "produces", {}).items() for _ in range(n)]
    needed = "architecture" if piece in FACTS.wonder_index else "masonry" if thing.color == "blue" else "nothing"
    spared = 2 if needed in progress.split() else 0
    best = 1000
    for choice in product(*(printed(name).one_of for name in own if printed(name).one_of)):
        missing = list(units)
        for resource in [*made, *choice]:
            if resource in missing:
                missing.remove(resource)
        for kept in combinations(missing, max(0, len(missing) - spared)):
            best = min(best, sum(1 if unit in fixed else 2 + theirs.count(unit) for unit in kept))
    return best + getattr(thing, "coins", 0)


@settings(max_examples=150, deadline=None, database=None)
@given(
    st.sampled_from(PIECES),
    st.lists(st.sampled_from([*MARKET, "great_lighthouse", "piraeus"]), max_size=9, unique=True),
    st.lists(st.sampled_from(MARKET), max_size=8, unique=True),
    DISCOUNTS,
)
def test_no_way_to_pay_is_cheaper(piece: str, own: list[str], rival: list[str], progress: str) -> None:
    cards = " ".join(name for name in own if name in FACTS.index)
    built = " ".join(name for name in own if name in FACTS.wonder_index)
    state = table(city(cards, built=built, progress=progress), city(" ".join(rival)))
    price = quote(state, 0, piece)
    assert price.total == cheapest(piece, own, rival, progress)
    assert price.trade == sum(bought.count * bought.each for bought in price.bought)


def second_score(described: dict[str, Any], seat: int) -> dict[str, int]:
    """The points of a seat, counted from the description of the table."""
    cities = described["seats"]
    mine = cities[seat]
    sheet = dict.fromkeys(rules.CATEGORIES, 0)
    columns = {"blue": "civilian", "green": "scientific", "yellow": "commercial"}
    for name in mine["cards"]:
        card = printed(name)
        if card.color in columns:
            sheet[columns[card.color]] += card.points
        elif card.color == "purple":
            sheet["guilds"] += guild(name, cities)
    sheet["wonders"] = sum(printed(name).points for name in mine["wonders"])
    worth = {"agriculture": 4, "philosophy": 7, "mathematics": 3 * len(mine["progress"])}
    sheet["progress"] = sum(worth.get(name, 0) for name in mine["progress"])
    sheet["treasury"] = mine["coins"] // 3
    ahead = described["pawn"] * (-1 if seat else 1)
    sheet["military"] = 0 if ahead <= 0 or ahead == 9 else 2 if ahead < 3 else 5 if ahead < 6 else 10
    return sheet


GUILDS: dict[str, tuple[str, ...]] = {
    "merchants_guild": ("yellow",),
    "shipowners_guild": ("brown", "grey"),
    "magistrates_guild": ("blue",),
    "scientists_guild": ("green",),
    "tacticians_guild": ("red",),
}


def guild(name: str, cities: list[Any]) -> int:
    """The points of a guild."""
    if name == "builders_guild":
        return 2 * max(len(one["wonders"]) for one in cities)
    if name == "moneylenders_guild":
        return max(int(one["coins"]) // 3 for one in cities)
    return max(sum(printed(card).color in GUILDS[name] for card in one["cards"]) for one in cities)


@settings(max_examples=40, deadline=None, database=None)
@given(st.integers(0, 2**32), st.sampled_from(list(POLICIES)))
def test_final_scores_are_those_of_a_second_scorer(seed: int, policy: str) -> None:
    final = rules.play(2, Random(seed), POLICIES[policy]).final
    sheet = rules.scores(final)
    described = rules.describe(final)
    for seat in (0, 1):
        assert sheet.categories[seat] == second_score(described, seat)
    ranks = [(total, row["civilian"]) for total, row in zip(sheet.totals, sheet.categories, strict=True)]
    expected = tuple(seat for seat in (0, 1) if ranks[seat] == max(ranks))
    assert sheet.winners == ((final.victor,) if final.supremacy else expected)


def test_a_final_position_scores_as_the_game_that_came_to_it() -> None:
    for seed in range(12):
        final = rules.play(2, Random(seed), POLICIES["greedy"]).final
        seats = rules.describe(final)["seats"]
        players = [{key: seat[key] for key in ("cards", "wonders", "progress", "coins")} for seat in seats]
        sheet = rules.score_position({"game": "duel", "pawn": final.pawn, "players": players})
        assert (sheet.categories, sheet.winners) == (rules.scores(final).categories, rules.scores(final).winners)
