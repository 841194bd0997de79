"""Two scorers that know nothing of each other give every finished game the same sheet."""

import json
from pathlib import Path
from random import Random

import pytest

from companion.games.catalogue import GAMES
from tests.games.independent_duel import Scorer

SHARED_FACTS = Path(__file__).parents[3] / "shared" / "facts"


@pytest.mark.parametrize(("policy", "games"), [("random", 40), ("greedy", 40)])
def test_finished_games_of_duel_score_the_same_twice(policy: str, games: int) -> None:
    path = SHARED_FACTS / "duel.json"
    if not path.exists():
        pytest.skip("the shared facts are not here")
    second = Scorer(json.loads(path.read_text(encoding="utf-8")))
    duel = GAMES["duel"]
    civilian = 0
    for seed in range(games):
        final = duel.play(2, Random(seed), duel.POLICIES[policy]).final
        table, sheet = duel.describe(final), duel.scores(final)
        for row, other in zip(sheet.categories, second.totals(table), strict=True):
            assert row == {category: other.get(category, 0) for category in duel.CATEGORIES}, seed
        if not table["supremacy"]:
            civilian += 1
            assert sheet.winners == second.winners(table), seed
    assert civilian > games // 10, "many games are decided by points"
