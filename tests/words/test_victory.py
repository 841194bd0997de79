"""Who won and by what: by points, by the tie-break, by supremacy, together, or nobody; in every language."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from companion import words
from companion.words.language import LANGUAGES, speaking
from tests.ui.stories import story

ENDS = (
    ("architects", 3, 3, r"Tied on points; the tie-break: (\d+) stages built"),
    ("architects", 5, 165, r"Tied on points, and the tie-break too: (\d+) stages built"),
    ("seven_wonders", 3, 3, r"Tied on points; the tie-break: (\d+) coins"),
    ("seven_wonders", 2, 1, ""),
    ("duel", 2, 41, r"Tied on points; the tie-break: (\d+) points on blue cards"),
    ("duel", 2, 5, "Scientific supremacy"),
    ("duel", 2, 7, "Military supremacy"),
    ("duel", 2, 1, ""),
)


def table_of(game: str, players: int, seed: int) -> Any:
    return list(story(game, players, seed))[-1].table


@pytest.mark.parametrize(("game", "players", "seed", "why"), ENDS)
def test_who_won_is_said_and_what_decided_it(game: str, players: int, seed: int, why: str) -> None:
    table = table_of(game, players, seed)
    won = [table.players[seat].name for seat in table.winners]
    with speaking("en"):
        said, decided = words.victory(table), words.decider(table)
    assert said == (f"{won[0]} wins" if len(won) == 1 else f"Shared victory: {', '.join(won)}")
    match = re.fullmatch(why, decided)
    assert match
    if match.groups():
        top = max(seat.score for seat in table.players)
        counts = {seat.seat: breaks_ties(game, seat) for seat in table.players if seat.score == top}
        assert int(match[1]) == max(counts.values())
        assert [seat for seat, count in counts.items() if count == max(counts.values())] == list(table.winners)


def breaks_ties(game: str, seat: Any) -> int:
    """As the rules have it: stages built, coins, points of blue cards."""
    if game == "duel":
        return int(seat.categories["civilian"])
    return int(seat.coins) if game == "seven_wonders" else list(seat.stages.values()).count(True)


def test_points_of_the_free_city_tie_with_nobody() -> None:
    table = table_of("seven_wonders", 2, 1)
    best = max(seat.score for seat in table.players[:2])
    free = replace(table.players[2], score=best)
    assert words.decider(replace(table, players=(*table.players[:2], free))) == ""


def test_nobody_has_won_a_game_that_was_ended_before_its_end() -> None:
    table = replace(table_of("architects", 3, 3), winners=())
    with speaking("en"):
        assert (words.victory(table), words.decider(table)) == ("Not played to the end", "")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "players", "seed", "why"), ENDS)
def test_a_winner_s_name_stands_as_it_was_given(game: str, players: int, seed: int, why: str, language: str) -> None:
    """No ending is put to a name, in no language."""
    table = table_of(game, players, seed)
    with speaking(language):
        said, decided = words.victory(table), words.decider(table)
    assert said
    assert bool(decided) == bool(why)
    for seat in table.winners:
        assert re.search(rf"(?<![\w-]){table.players[seat].name}(?![\w-])", said)
        assert table.players[seat].name not in decided
