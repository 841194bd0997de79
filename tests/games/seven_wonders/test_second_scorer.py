"""A second scorer, written from the shared facts alone, agrees on every random position."""

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.seven_wonders.rules.facts import BOARDS, EDITIONS
from companion.games.seven_wonders.rules.position import score_position

SHARED_FACTS = Path(__file__).parents[4] / "shared" / "facts"
FILES = {1: "seven_wonders.json", 2: "seven_wonders_2.json"}
pytestmark = pytest.mark.skipif(not SHARED_FACTS.exists(), reason="the shared facts are not here")


@cache
def _facts(edition: int) -> Any:
    return json.loads((SHARED_FACTS / FILES[edition]).read_text())


class SecondScorer:
    """Scores a position object; a seat's neighbours are the next seat (left) and the one before it (right)."""

    def __init__(self, position: dict[str, Any]) -> None:
        facts = _facts(position["edition"])
        self.card = {card["id"]: card for card in facts["cards"]}
        self.stages = {
            (wonder["id"], side): board["stages"]
            for wonder in facts["wonders"]
            for side, board in wonder["sides"].items()
        }
        self.cities = position["players"]

    def built(self, seat: int) -> list[dict[str, Any]]:
        """The effects of the built stages."""
        return [effect for stage in self.built_stages(seat) for effect in stage["effects"]]

    def built_stages(self, seat: int) -> list[dict[str, Any]]:
        city = self.cities[seat]
        stages: list[dict[str, Any]] = self.stages[city["wonder"], city["side"]][: city["stages"]]
        return stages

    def seat(self, seat: int, scope: str) -> int:
        return (seat + {"self": 0, "left": 1, "right": -1}[scope]) % len(self.cities)

    def number(self, what: str, seat: int) -> int:
        city = self.cities[seat]
        if what == "wonder_stage":
            return int(city["stages"])
        if what == "defeat_token":
            return sum(token < 0 for token in city["conflict_tokens"])
        return sum(f"{self.card[card]['color']}_card" == what for card in city["cards"])

    def per(self, card: str, seat: int) -> int:
        return sum(
            effect["amount"] * self.number(effect["count"], self.seat(seat, scope))
            for effect in self.card[card]["effects"]
            if effect["type"] == "points_per"
            for scope in effect["scope"]
        )

    def science(self, seat: int, copied: str | None) -> int:
        cards = [*self.cities[seat]["cards"], *([copied] if copied else [])]
        effects = [effect for card in cards for effect in self.card[card]["effects"]] + self.built(seat)
        options = [effect["options"] for effect in effects if effect["type"] == "science"]
        counts = ([choice.count(name) for name in ("compass", "gear", "tablet")] for choice in product(*options))
        return max(sum(count**2 for count in symbols) + 7 * min(symbols) for symbols in counts)

    def endings(self, seat: int) -> list[tuple[int, int]]:
        """Science and the copied guild's points, for every guild that can be copied."""
        copies: list[str | None] = [None]
        if any(effect.get("name") == "copy_neighbor_guild" for effect in self.built(seat)):
            neighbours = [self.cities[self.seat(seat, scope)]["cards"] for scope in ("left", "right")]
            copies += [card for cards in neighbours for card in cards if self.card[card]["color"] == "purple"]
        return [(self.science(seat, copied), self.per(copied, seat) if copied else 0) for copied in copies]

    def printed(self, seat: int, color: str) -> int:
        city = self.cities[seat]
        cards = [card for card in city["cards"] if self.card[card]["color"] == color]
        effects = [effect for card in cards for effect in self.card[card]["effects"]]
        points = sum(effect["amount"] for effect in effects if effect["type"] == "points")
        complete = len(self.built_stages(seat)) == len(self.stages[city["wonder"], city["side"]])
        points += sum(effect["amount"] for effect in effects if effect["type"] == "points_if" and complete)
        return int(points) + sum(self.per(card, seat) for card in cards)

    def rest(self, seat: int) -> dict[str, int]:
        """All but science and guilds."""
        city = self.cities[seat]
        return {
            "military": sum(city["conflict_tokens"]),
            "treasury": city["coins"] // 3,
            "wonder": sum(effect["amount"] for effect in self.built(seat) if effect["type"] == "points"),
            "civilian": self.printed(seat, "blue"),
            "commercial": self.printed(seat, "yellow"),
        }


@st.composite
def _conflicts(draw: st.DrawFn, cities: int) -> list[list[int]]:
    """Each city's tokens: whoever wins a conflict, the neighbour loses it."""
    tokens: list[list[int]] = [[] for _ in range(cities)]
    for value in (1, 3, 5):
        for seat in range(cities):
            winner = draw(st.sampled_from([None, seat, (seat + 1) % cities]))
            if winner is not None:
                tokens[winner].append(value)
                tokens[seat if winner != seat else (seat + 1) % cities].append(-1)
    return tokens


@st.composite
def positions(draw: st.DrawFn, edition: int = 1) -> dict[str, Any]:
    """A table of 3 to 7 whose cards are in the box, each city with some of everything."""
    facts = EDITIONS[edition]
    wonders = draw(st.permutations(facts.wonders))[: draw(st.integers(3, 7))]
    left = dict(zip(facts.index, facts.copies(len(wonders))[facts.cards[0].place :], strict=True))
    last = len(facts.cards) - 1
    guilds, players, tokens = facts.guilds_in_play(len(wonders)), [], draw(_conflicts(len(wonders)))
    for seat, wonder in enumerate(wonders):
        side = draw(st.sampled_from("AB"))
        cards: list[str] = []
        names: set[str] = set()
        drawn = draw(st.lists(st.integers(0, last), max_size=14))
        for number in drawn + draw(st.lists(st.integers(last - 9, last), max_size=2)):
            card = facts.cards[number]
            if card.name not in names and left[card.id] and (card.color != "purple" or guilds):
                left[card.id] -= 1
                guilds -= card.color == "purple"
                names.add(card.name)
                cards.append(card.id)
        most = len(BOARDS[facts.board_index[wonder, side]].stages)
        players.append(
            {
                "wonder": wonder,
                "side": side,
                "stages": draw(st.integers(0, most)),
                "coins": draw(st.integers(0, 20)),
                "conflict_tokens": tokens[seat],
                "cards": cards,
            }
        )
    return {"game": "seven_wonders", "edition": edition, "players": players}


@settings(max_examples=15, deadline=None)
@given(st.one_of(positions(1), positions(2)))
def test_both_scorers_agree(position: dict[str, Any]) -> None:
    _compare(position)


@pytest.mark.proof
@settings(max_examples=400, deadline=None)
@given(st.one_of(positions(1), positions(2)))
def test_both_scorers_agree_on_hundreds_of_positions(position: dict[str, Any]) -> None:
    _compare(position)


def _compare(position: dict[str, Any]) -> None:
    second, sheet = SecondScorer(position), score_position(position)
    ranks = []
    for seat, row in enumerate(sheet.categories):
        rest, guilds = second.rest(seat), second.printed(seat, "purple")
        assert {category: row[category] for category in rest} == rest
        endings = [(science, guilds + copied) for science, copied in second.endings(seat)]
        assert (row["science"], row["guilds"]) in endings
        assert row["science"] + row["guilds"] == max(science + points for science, points in endings)
        ranks.append((sum(row.values()), position["players"][seat]["coins"]))
    assert sheet.totals == tuple(total for total, _ in ranks)
    assert sheet.winners == tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
