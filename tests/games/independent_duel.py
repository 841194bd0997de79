"""A second scorer of 7 Wonders Duel, from the rule text (section "End of the game and victory") and the shared facts.

Written without looking at the rules' own scorer; it knows a finished table only by what ``describe`` tells.
"""

from collections import Counter
from typing import Any

COLOURS = {"blue": "civilian", "green": "scientific", "yellow": "commercial", "purple": "guilds"}
"""Where the points printed on a building go on the sheet."""


class Scorer:
    """Scores described tables by the shared facts (``shared/facts/duel.json``)."""

    def __init__(self, facts: dict[str, Any]) -> None:
        self._cards = {card["id"]: card for card in facts["cards"]}
        self._wonders = {wonder["id"]: wonder for wonder in facts["wonders"]}
        self._tokens = {token["id"]: token for token in facts["progress_tokens"]}
        self._zones = facts["military"]["zones_per_side"]
        self._coins_per_point = facts["economy"]["coins_per_point_end"]

    def totals(self, table: dict[str, Any]) -> list[dict[str, int]]:
        """Each seat's points by category."""
        return [self._seat(table, seat) for seat in (0, 1)]

    def _seat(self, table: dict[str, Any], seat: int) -> dict[str, int]:
        city = table["seats"][seat]
        points: Counter[str] = Counter()
        for card in map(self._cards.__getitem__, city["cards"]):
            if card["color"] in COLOURS:
                points[COLOURS[card["color"]]] += self._worth(card, table, city)
        for wonder in city["wonders"]:
            points["wonders"] += self._worth(self._wonders[wonder], table, city)
        for token in city["progress"]:
            points["progress"] += self._worth(self._tokens[token], table, city)
        points["treasury"] = city["coins"] // self._coins_per_point
        points["military"] = self._military(table["pawn"] if seat == 0 else -table["pawn"])
        return dict(points)

    def _military(self, ahead: int) -> int:
        """Only the player towards whose rival the pawn stands scores its zone."""
        zones = (zone for zone in self._zones if ahead > 0 and ahead in zone["positions"])
        return sum(zone["points"] or 0 for zone in zones)

    def _worth(self, piece: dict[str, Any], table: dict[str, Any], own: dict[str, Any]) -> int:
        worth = 0
        for effect in piece["effects"]:
            if effect["type"] == "points":
                worth += effect["amount"]
            elif effect["type"] == "points_per":
                cities = table["seats"] if effect["scope"] == ["city_with_most"] else [own]
                worth += effect["amount"] * max(self._count(effect["count"], city) for city in cities)
        return worth

    def _count(self, what: str, city: dict[str, Any]) -> int:
        if what == "wonder":
            return len(city["wonders"])
        if what == "progress_token":
            return len(city["progress"])
        if what == "coin_set_of_3":
            return int(city["coins"]) // 3
        colours = {"brown", "grey"} if what == "brown_or_grey_card" else {what.removesuffix("_card")}
        return sum(self._cards[card]["color"] in colours for card in city["cards"])

    def winners(self, table: dict[str, Any]) -> tuple[int, ...]:
        """Who wins a game that no supremacy has ended: most points, then most on blue cards, else both."""
        ranks = [(sum(row.values()), row.get("civilian", 0)) for row in self.totals(table)]
        return tuple(seat for seat in (0, 1) if ranks[seat] == max(ranks))
