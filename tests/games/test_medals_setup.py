"""The expansion at the beginning and at the end: set-ups, what the box file must say, positions, moves in writing."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.games.architects import rules
from companion.games.architects.rules.expansion import EXPANDED, MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.vocabulary import InvalidSetup, PositionError, UnknownMoveError
from tests.games.medal_tables import INVENTED_BOX, begin_medals, claim, medal_setup, turn_up
from tests.games.tables import own

SHARED_FACTS = Path(__file__).parents[3] / "shared" / "facts" / "medals.json"
PLAIN: dict[str, Any] = {"wonders": ["giza", "rhodes", "olympia"], "expansions": ["medals"]}
BOX = msgspec.to_builtins(INVENTED_BOX)


def without(wonder: str, **changed: Any) -> dict[str, Any]:
    """The invented box with something else in it."""
    return {wonder: BOX[wonder] | changed}


@pytest.mark.parametrize("players", range(2, 8))
def test_a_medal_lies_between_each_two_neighbours_and_the_rest_in_the_box(players: int) -> None:
    table = rules.begin(rules.parse_setup({"wonders": list(FACTS.wonders)[:players], "expansions": ["medals"]}))
    assert table.medals is not None
    assert (table.medals.lying, table.medals.spare) == (("?",) * players, 12 - players)
    assert table.medals.unseen.bit_count() == 12
    expert = rules.parse_setup({"wonders": list(FACTS.wonders)[:players], "expansions": ["medals"], "expert": True})
    assert rules.begin(expert).medals is not None
    assert len(rules.begin(expert).medals.lying) == players + 2  # type: ignore[union-attr]


def test_without_the_expansion_nothing_of_it_is_there() -> None:
    plain = rules.begin(rules.parse_setup({"wonders": ["giza", "rhodes"]}))
    assert (plain.medals, plain.facts) == (None, FACTS)
    assert "medals" not in rules.describe(plain)
    assert not set(rules.dump_setup(rules.parse_setup({"wonders": ["giza", "rhodes"]}))) & {"medals", "box", "expert"}


@pytest.mark.parametrize(
    ("changed", "part"),
    [
        ({"expansions": [], "medals": ["medal_3_blue"]}, "medals belongs to the expansion"),
        ({"expansions": [], "expert": True}, "expert belongs to the expansion"),
        ({"expansions": [], "box": BOX}, "box belongs to the expansion"),
        ({"expansions": [], "wonders": ["rome", "giza"]}, "Colosseum of Rome belongs to the expansion"),
        ({"wonders": ["rome", "giza"]}, "Colosseum of Rome is not published"),
        ({"wonders": ["ur", "giza"], "box": {"rome": BOX["rome"]}}, "Ziggurat of Ur is not published"),
        ({"medals": ["medal_9"]}, "no medal 'medal_9'"),
        ({"medals": ["medal_3_blue", "medal_3_blue"]}, "lies there 2 times"),
        ({"medals": ["?"] * 4}, "4 medals between neighbours"),
        ({"wonders": ["giza", "rhodes"], "medals": ["?"] * 3}, "there are 2"),
        ({"wonders": ["giza", "rhodes"], "medals": ["?", "?"], "house_rules": {"two_player_medals": 1}}, "there are 1"),
        ({"centre": ["medal_3_blue"]}, "only in the expert variant"),
        ({"expert": True, "centre": ["?", "?", "?"]}, "3 medals in the centre"),
        ({"expert": True, "medals": ["medal_3_red"], "centre": ["medal_3_red"]}, "lies there 2 times"),
        ({"progress": ["culture", "culture", "culture"], "expansions": []}, "face up 3 times"),
        ({"progress": ["logistics"], "expansions": []}, "no progress token 'logistics'"),
        ({"box": {"giza": BOX["rome"]}}, "only asked about rome and ur"),
        ({"box": without("ur", stages=BOX["ur"]["stages"][:4])}, "ur has 4 stages"),
        ({"box": without("ur", cards={"wood": 24})}, "add up to 24"),
        ({"box": without("ur", cards={"wood": 26, "coin": -1})}, "-1 cards coin"),
        ({"box": without("ur", cards={"ore": 25})}, "no card 'ore'"),
        ({"box": without("ur", stages=[{"count": 6, "kind": "different"}] * 5)}, "stage 1 costs 6"),
        ({"box": without("ur", stages=[{"count": 2, "kind": "different", "vp": -1}] * 5)}, "-1 points"),
        ({"box": without("ur", stages=[{"count": 2, "kind": "different", "on": [2]}] * 5)}, "from the bottom up"),
        ({"box": without("ur", stages=[{"count": 2, "kind": "equal"}] * 5)}, "kind"),
    ],
)
def test_an_impossible_set_up_is_one_clear_line(changed: dict[str, Any], part: str) -> None:
    with pytest.raises(InvalidSetup) as caught:
        rules.parse_setup(PLAIN | changed)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_three_cultures_may_lie_face_up_with_the_expansion() -> None:
    table = rules.begin(rules.parse_setup(PLAIN | {"progress": ["culture"] * 3}))
    assert (table.face_up, table.stack) == (("culture",) * 3, 16)


def test_a_set_up_carries_what_the_box_file_says_and_can_be_read_again() -> None:
    setup = medal_setup("rome", "ur", "giza", expert=True, centre=("medal_3_blue",))
    written = msgspec.json.decode(msgspec.json.encode(rules.dump_setup(setup)))
    assert rules.parse_setup(written) == setup
    assert rules.begin(rules.parse_setup(written)) == rules.begin(setup)


def test_the_same_box_file_gives_the_same_box_and_another_does_not() -> None:
    one, again = begin_medals("rome", "giza"), begin_medals("rome", "giza")
    assert one.facts is again.facts
    assert one.facts is not begin_medals("rome", "ur").facts
    assert begin_medals("giza", "rhodes").facts is EXPANDED


@pytest.mark.parametrize(
    "move",
    [
        {"move": "medal", "seat": 0, "medal": "medal_3_blue", "where": "centre"},
        {"move": "turn_up", "seat": 1, "card": "wood"},
        {"move": "reveal_medal", "medal": "medal_3_blue", "left_of": 2},
        {"move": "reveal_medal", "medal": "medal_3_blue"},
        {"move": "take", "seat": 0, "from": "city:2", "card": "wood", "because": "rome"},
        {"move": "take", "seat": 0, "from": "central", "card": "wood", "because": "ur"},
        {"move": "build", "seat": 0, "stage": "ur_5", "spent": ["coin", "wood"]},
        {"move": "progress", "seat": 0, "token": "fortifications", "from": "stack", "spent": ["gear", "gear"]},
    ],
)
def test_a_move_of_the_expansion_is_written_and_read(move: dict[str, Any]) -> None:
    read = rules.parse_move(move)
    assert rules.parse_move(rules.dump_move(read)) == read
    assert {key: value for key, value in rules.dump_move(read).items() if value not in ([], None)} == move


@pytest.mark.parametrize(
    ("move", "part"),
    [
        ({"move": "medal", "seat": 0, "medal": "gold", "where": "left"}, "no medal 'gold'"),
        ({"move": "medal", "seat": 0, "medal": "medal_3_blue", "where": "under"}, "where"),
        ({"move": "reveal_medal", "medal": "gold"}, "no medal 'gold'"),
        ({"move": "turn_up", "seat": 0, "card": "ore"}, "no card 'ore'"),
        ({"move": "take", "seat": 0, "from": "city:x", "card": "wood"}, "city:N"),
    ],
)
def test_what_is_no_move_of_the_expansion_is_refused(move: dict[str, Any], part: str) -> None:
    with pytest.raises(UnknownMoveError, match=part):
        rules.parse_move(move)


def position(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "architects", "players": list(players), **more}


def test_medals_in_a_position_score_four_points_each() -> None:
    sheet = rules.score_position(
        position({"wonder": "giza", "medals": 3}, {"wonder": "rhodes", "medals": ["medal_3_blue"]})
    )
    assert [row["medals"] for row in sheet.categories] == [12, 4]


def test_the_new_tokens_score_in_a_position_too() -> None:
    player = {"wonder": "giza", "progress": ["culture"] * 3 + ["logistics"], "cards": {"wood": 2, "coin": 1}}
    assert rules.score_position(position(player)).categories[0]["progress"] == 20


def test_rome_in_a_position_scores_by_the_box_file() -> None:
    player = {"wonder": "rome", "built": ["rome_1", "rome_3"]}
    assert rules.score_position(position(player, box=BOX)).categories[0]["stages"] == 8
    with pytest.raises(PositionError, match="seat 0: Colosseum of Rome is not published"):
        rules.score_position(position(player))


@pytest.mark.parametrize(
    ("player", "part"),
    [
        ({"wonder": "giza", "medals": 13}, "13 medals: the box holds 12"),
        ({"wonder": "giza", "medals": -1}, "fewer than 0"),
        ({"wonder": "giza", "medals": ["gold"]}, "no medal 'gold'"),
        ({"wonder": "giza", "progress": ["culture"] * 4}, "the box holds 3"),
        ({"wonder": "giza", "progress": ["logistics"] * 2}, "the box holds 1"),
    ],
)
def test_an_impossible_position_is_one_clear_line(player: dict[str, Any], part: str) -> None:
    with pytest.raises(PositionError, match=part):
        rules.score_position(position(player))


def test_a_table_describes_its_medals() -> None:
    table = begin_medals(
        "giza", "rhodes", "olympia", medals=("medal_3_blue",), expert=True, centre=("?", "medal_3_red")
    )
    seen = rules.describe(table)
    assert (seen["medals"][0], seen["centre"]) == ("medal_3_blue", ["?", "medal_3_red"])
    assert rules.describe_seat(own(table, 0, "logistics"), 0)["medals"] == []
    assert rules.describe_seat(table, 0)["face_down"] == 0


def test_the_shared_facts_say_the_same() -> None:
    """The 12 medals and the token effects against the facts, where they are at hand."""
    if not SHARED_FACTS.exists():
        pytest.skip("the shared facts are not here")
    facts = msgspec.json.decode(SHARED_FACTS.read_bytes())
    names = {"cards_in_front": "cards", "stages_built": "stages", "cat_pawn": "cat", "progress_tokens": "progress"}
    names |= {"military_victory_tokens": "military", "military_victory_tokens_in_one_battle": "battle"}
    groups = {"vp2_cat": "cat", "red_with_horn": "horn"}
    for told, medal in zip(facts["medals"], MEDALS, strict=True):
        goal = {names[key]: value for key, value in told["goal"].items()}
        if "cards" in goal:
            goal["cards"] = {groups.get(group, group): number for group, number in goal["cards"].items()}
        ours = {key: value for key, value in msgspec.to_builtins(medal).items() if value and key not in ("id", "goal")}
        assert (medal.id, ours) == (told["id"], goal)
    assert sum(token.copies for token in TOKENS.values()) == facts["total_progress_tokens_with_base"]
    assert TOKENS["culture"].copies == facts["total_culture_with_base"]
    assert EXPANDED.table.culture_vp[1:] == tuple(facts["progress_tokens"][3]["effect"]["by_count"].values())


def test_moves_of_the_expansion_are_findings_at_a_table_without_it() -> None:
    table = rules.begin(rules.parse_setup({"wonders": ["giza", "rhodes"]}))
    for move in (claim(0, "medal_3_blue"), turn_up(0, "wood"), rules.RevealMedal("medal_3_blue", 0)):
        assert rules.judge(table, move)
        assert rules.apply(table, move, strict=False) == table
