"""Who won and why, in a sentence: by points, by the tie-break, by supremacy, together, or nobody."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.results.kept import read
from companion.results.verdict import reason, verdict
from companion.words.language import speaking
from tests.results.games import keep

NAMES = ("Anna", "Bo", "Cé", "Dé", "É")


@pytest.mark.parametrize(
    ("game", "players", "seed", "why"),
    [
        ("architects", 3, 3, r"Tied on points; the tie-break: (\d+) stages built"),
        ("architects", 5, 165, r"Tied on points, and the tie-break too: (\d+) stages built"),
        ("seven_wonders", 3, 3, r"Tied on points; the tie-break: (\d+) coins"),
        ("duel", 2, 41, r"Tied on points; the tie-break: (\d+) points on blue cards"),
        ("duel", 2, 5, "Scientific supremacy"),
        ("duel", 2, 7, "Military supremacy"),
        ("duel", 2, 1, ""),
    ],
)
def test_who_won_is_said_and_what_decided_it(tmp_path: Path, game: str, players: int, seed: int, why: str) -> None:
    names = NAMES[:players]
    kept = read(keep(tmp_path, game, players, seed, names=names))
    with speaking("en"):
        said, decided = verdict(kept, names), reason(kept)
    won = [names[seat] for seat in kept.sheet.winners]
    assert said == (f"{won[0]} wins" if len(won) == 1 else f"Shared victory: {', '.join(won)}")
    match = re.fullmatch(why, decided)
    assert match
    if match.groups():
        top = max(kept.sheet.totals)
        tied = [seat for seat, total in enumerate(kept.sheet.totals) if total == top]
        counts = {seat: breaks_ties(game, kept.state, kept.sheet.categories, seat) for seat in tied}
        assert int(match[1]) == max(counts.values())
        assert [seat for seat in tied if counts[seat] == max(counts.values())] == list(kept.sheet.winners)


def breaks_ties(game: str, state: Any, categories: tuple[dict[str, int], ...], seat: int) -> int:
    """As the rules have it: stages built, coins, points of blue cards."""
    if game == "duel":
        return categories[seat]["civilian"]
    city = state.cities[seat]
    return int(city.coins) if game == "seven_wonders" else int(city.built).bit_count()


def test_nobody_has_won_a_game_that_was_given_up(tmp_path: Path) -> None:
    kept = read(keep(tmp_path, "duel", 2, 5, names=NAMES[:2], moves=30))
    with speaking("en"):
        assert verdict(kept, NAMES[:2]) == "Not played to the end"
        assert reason(kept) == ""
