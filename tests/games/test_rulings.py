"""One test for each ruling of the facts, named by it; the last test keeps the list complete."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.architects import rules, seen
from companion.games.architects.rules import FACTS, BuildStage, EndTurn, HouseRules, TakeCard, TakeProgress
from companion.games.architects.rules.battle import won_tokens
from tests.games import english
from tests.games.manuals.types import meaning
from tests.games.tables import (
    begin,
    build,
    codes,
    count,
    effects,
    empty,
    end,
    lay,
    legal_moves,
    military,
    no_tokens,
    opened,
    own,
    play,
    take,
)
from tests.shared_facts import facts


def sources_of(moves: set[rules.Move]) -> set[str]:
    return {move.source for move in moves if isinstance(move, TakeCard)}


def spent_of(state: rules.State, stage: str) -> set[tuple[str, ...]]:
    builds = (move for move in legal_moves(state) if isinstance(move, BuildStage))
    return {move.spent for move in builds if move.stage == stage}


def test_deck_position() -> None:
    """The left source is one's own deck, the right one the right neighbour's; with two players the opponent's."""
    table = begin("giza", "rhodes", "olympia")
    after = play(table, take(0, "wood", "left"))
    assert sum(after.decks[0]) == 24
    after = play(table, take(0, "wood", "right"))
    assert sum(after.decks[2]) == 24
    assert sum(play(begin("giza", "rhodes"), take(0, "wood", "right")).decks[1]) == 24


def test_empty_deck() -> None:
    """An empty deck stays empty and is no source."""
    table = empty(begin(), 0)
    assert sources_of(legal_moves(table)) == {"right", "central"}
    assert "deck_empty" in codes(rules.judge(table, take(0, "wood")))


def test_no_source() -> None:
    """A player without any source passes; when nobody has one left, the game ends; the house may say otherwise."""
    last_card = TakeCard(0, "left", "vp3")

    def before(**house: Any) -> rules.State:
        table = begin("giza", "rhodes", "olympia", "ephesus", **house)
        only = tuple(2 if card.id == "vp3" else 0 for card in FACTS.cards)
        return replace(empty(table, 0, 1, 2, 3, -1), decks=(only, *empty(table, 0, 1, 2, 3, -1).decks[1:]))

    one_left = play(before(), last_card)
    assert one_left.to_move == 1, "seat 1 has seat 0's deck to its right"
    two_gone = play(one_left, take(1, "vp3", "right"))
    assert two_gone.finished, "nobody has a card left"
    passing = replace(before(), to_move=1)
    assert play(passing, take(1, "vp3", "right")).to_move == 0, "seats 2 and 3 pass"
    assert play(replace(before(no_source_policy="end_game"), to_move=1), take(1, "vp3", "right")).finished
    asking = play(replace(before(no_source_policy="ask_table"), to_move=1), take(1, "vp3", "right"))
    assert (asking.to_move, asking.finished) == (2, False)
    assert legal_moves(asking) == {EndTurn(2)}
    assert play(asking, end(2), end(3)).to_move == 0


def test_action_order() -> None:
    """Builds and science sets come in the order that the player likes, then the turn ends by itself."""
    table = lay(begin(), 0, "wood", "gear", "gear")
    table = play(table, take(0, "clay"))
    build_first = BuildStage(0, "giza_1", ("clay", "wood"))
    token_first = TakeProgress(0, "decor", "face_up", ("gear", "gear"))
    assert {build_first, token_first} <= legal_moves(table)
    for order in ((build_first, token_first), (token_first, build_first)):
        after = play(table, *order)
        assert (after.to_move, after.turn.opened) == (1, False)


def test_mandatory_build() -> None:
    """An affordable stage must be built: also with coins only, also several a turn."""
    table = play(lay(begin(), 0, "coin"), take(0, "coin"))
    assert english.due(rules, table) == ("build giza_1 with 2 different (Building a stage)",)
    assert "turn_not_finished" in codes(rules.judge(table, end(0)))
    rich = play(lay(begin(), 0, "coin", "coin", "coin"), take(0, "coin"), BuildStage(0, "giza_1", ("coin", "coin")))
    assert english.due(rules, rich) == ("build giza_2 with 2 identical (Building a stage)",)
    assert play(rich, BuildStage(0, "giza_2", ("coin", "coin"))).to_move == 1


def test_choice_of_stage() -> None:
    """Of several affordable stages any may be built, and then the next."""
    table = play(lay(begin("rhodes", "giza"), 0, "wood", "clay", "stone"), take(0, "wood"))
    assert {move.stage for move in legal_moves(table, BuildStage) if isinstance(move, BuildStage)} == {
        "rhodes_1",
        "rhodes_2",
    }
    after = play(table, BuildStage(0, "rhodes_2", ("wood", "wood")))
    assert legal_moves(after) == {BuildStage(0, "rhodes_1", ("clay", "stone"))}


def test_coin_instead_of_grey() -> None:
    """A coin replaces only what is missing; the house may allow more."""
    table = play(lay(begin(), 0, "coin", "wood"), take(0, "clay"))
    assert spent_of(table, "giza_1") == {("clay", "wood")}
    assert codes(rules.judge(table, BuildStage(0, "giza_1", ("clay", "coin")))) == {"coin_not_missing"}
    free = play(lay(begin(coin_only_if_missing=False), 0, "coin", "wood"), take(0, "clay"))
    assert spent_of(free, "giza_1") == {("clay", "wood"), ("clay", "coin"), ("coin", "wood")}


def test_economy() -> None:
    """One coin counts double once a turn, and forces a build unless the house says otherwise."""
    table = build(own(lay(begin(), 0, "coin"), 0, "economy"), 0, 1, 2)
    three_different = play(table, take(0, "wood"))
    assert spent_of(three_different, "giza_3") == {("coin", "wood")}
    assert rules.obligations(three_different)
    alone = play(own(begin(), 0, "economy"), take(0, "coin"))
    assert play(alone, BuildStage(0, "giza_1", ("coin",))).cities[0].built == 1
    twice = play(own(lay(begin(), 0, "coin"), 0, "economy"), take(0, "coin"), BuildStage(0, "giza_1", ("coin",)))
    assert twice.to_move == 1, "the second coin counts once only"
    relaxed = play(own(begin(economy_forces_build=False), 0, "economy"), take(0, "coin"))
    assert rules.obligations(relaxed) == ()
    assert legal_moves(relaxed) == {BuildStage(0, "giza_1", ("coin",)), EndTurn(0)}


def test_engineering() -> None:
    """Any resources for a stage, as many as it costs, by choice and once a turn; the house may lift that."""
    table = play(own(lay(begin(), 0, "wood", "wood", "wood"), 0, "engineering"), take(0, "clay"))
    after = play(own(lay(begin(), 0, "wood"), 0, "engineering"), take(0, "wood"))
    assert legal_moves(after) == {BuildStage(0, "giza_1", ("wood", "wood")), EndTurn(0)}
    once = play(table, BuildStage(0, "giza_1", ("wood", "wood")))
    assert once.to_move == 1, "wood and clay are not 2 identical, and Engineering is used"
    always = own(lay(begin(engineering_once_per_turn=False), 0, "wood", "wood", "wood"), 0, "engineering")
    twice = play(always, take(0, "clay"), BuildStage(0, "giza_1", ("wood", "wood")))
    assert BuildStage(0, "giza_2", ("clay", "wood")) in legal_moves(twice)


def test_token_once_per_turn() -> None:
    """A token gives one card a turn; different tokens chain; using one is optional."""
    table = play(own(begin(), 0, "urbanism", "jewellery"), take(0, "wood"))
    assert EndTurn(0) in legal_moves(table)
    chained = play(table, take(0, "stone", because="urbanism"), take(0, "clay", because="jewellery"))
    assert legal_moves(chained) == {BuildStage(0, "giza_1", pair) for pair in (("stone", "wood"), ("clay", "wood"))} | {
        BuildStage(0, "giza_1", ("clay", "stone"))
    }
    assert "urbanism" in chained.turn.used
    assert "wrong_reason" in codes(rules.judge(chained, take(0, "wood", because="urbanism")))


def test_token_same_turn() -> None:
    """A token works at once, but does not answer to cards taken before it; the house may let it."""
    progress = ("science", "culture", "decor")
    table = play(lay(begin(progress=progress), 0, "gear"), take(0, "gear"))
    won = TakeProgress(0, "science", "face_up", ("gear", "gear"))
    assert play(table, won).to_move == 1
    late = play(lay(begin(progress=progress, token_retroactive=True), 0, "gear"), take(0, "gear"), won)
    assert take(0, "vp3", because="science") in legal_moves(late)
    at_once = own(begin("babylon", "giza", progress=("urbanism", "culture", "decor")), 0, "architecture")
    at_once = lay(build(at_once, 0, 1), 0, "wood")
    at_once = play(at_once, take(0, "wood"), BuildStage(0, "babylon_2", ("wood", "wood")))
    at_once = play(at_once, TakeProgress(0, "urbanism"), take(0, "wood", because="architecture"))
    assert take(0, "clay", because="urbanism") in legal_moves(at_once)


def test_extra_card_source() -> None:
    """An extra card comes from one's own three sources and does all that a card does."""
    table = play(own(begin("giza", "rhodes", "olympia", "ephesus"), 0, "urbanism"), take(0, "wood"))
    assert sources_of(legal_moves(table)) == {"left", "right", "central"}
    assert play(table, take(0, "vp2_cat", because="urbanism")).cat == 0
    assert play(table, take(0, "shield_h2", "central", "urbanism")).battle == 2


def test_science_mandatory() -> None:
    """A set must be turned in; the player chooses which; what is not used stays."""
    table = play(lay(begin(), 0, "gear", "compass"), take(0, "gear"))
    assert "turn_not_finished" in codes(rules.judge(table, end(0)))
    both = play(lay(begin(), 0, "gear", "compass", "tablet"), take(0, "gear"))
    ways = {move.spent for move in legal_moves(both, TakeProgress) if isinstance(move, TakeProgress)}
    assert ways == {("gear", "gear"), ("compass", "gear", "tablet")}
    after = play(both, TakeProgress(0, "decor", "face_up", ("gear", "gear")))
    assert (count(after, 0, "compass"), count(after, 0, "tablet"), count(after, 0, "gear")) == (1, 1, 0)
    assert sum(after.discard) == 2


def test_progress_stack_empty() -> None:
    """An empty stack does not refill; with nothing left the cards are kept, or discarded as the house says."""
    table = lay(begin(), 0, "gear", "gear")
    last = opened(replace(table, hidden=(0,) * len(table.hidden)))
    after = play(last, TakeProgress(0, "decor", "face_up", ("gear", "gear")))
    assert after.face_up == ("tactics", "culture")
    kept = play(lay(no_tokens(begin()), 0, "gear"), take(0, "gear"))
    assert (kept.to_move, count(kept, 0, "gear")) == (1, 2)
    house = lay(no_tokens(begin(progress_exhausted_policy="discard_anyway")), 0, "gear")
    thrown = play(house, take(0, "gear"))
    assert legal_moves(thrown) == {TakeProgress(0, "none", "stack", ("gear", "gear"))}
    thrown = play(thrown, TakeProgress(0, "none", "stack", ("gear", "gear")))
    assert (count(thrown, 0, "gear"), thrown.cities[0].progress, sum(thrown.discard)) == (0, (), 2)


def test_horn_overflow() -> None:
    """Horns beyond the last peace token count for nothing; the shield counts, the card goes after the battle."""
    table = own(replace(begin("giza", "rhodes", "olympia"), battle=2), 0, "propaganda")
    mid = play(table, take(0, "shield_h2", "central"))
    assert (mid.battle, rules.shields(mid, 0)) == (3, 1)
    more = play(mid, take(0, "shield_h1", because="propaganda"))
    assert more.cities[0].military == 2
    assert (rules.shields(more, 0), sum(more.discard), more.battle) == (0, 2, 0)


def test_battle_timing() -> None:
    """The battle comes at the end of the turn, for all players, once."""
    table = lay(begin("giza", "rhodes", "olympia"), 1, "shield_h0", "shield_h0")
    table = own(replace(table, battle=2), 0, "propaganda")
    mid = play(table, take(0, "shield_h1"))
    assert mid.cities[1].military == 0, "the turn is not over: Propaganda may still give a card"
    after = play(mid, end(0))
    assert [city.military for city in after.cities] == [1, 2, 0]
    assert after.to_move == 1


def test_battle_then_end() -> None:
    """With the last stage and a battle in one turn, the battle comes first."""
    table = own(build(begin("giza", "rhodes"), 0, 1, 2, 3, 4), 0, "propaganda")
    table = replace(lay(table, 0, "wood", "clay", "stone", "glass"), battle=2)
    table = play(table, take(0, "shield_h1"), BuildStage(0, "giza_5", ("clay", "glass", "stone", "wood")))
    assert not table.finished
    after = play(table, end(0))
    assert (after.finished, after.cities[0].military) == (True, 1)


def test_battle_score() -> None:
    """A token for each neighbour with strictly fewer shields; neighbours only."""
    table = lay(begin("giza", "rhodes", "olympia", "ephesus"), 0, "shield_h0", "shield_h0")
    table = lay(lay(table, 1, "shield_h0"), 3, "shield_h0", "shield_h0")
    assert won_tokens(table) == (1, 1, 0, 1)
    three = lay(lay(begin("giza", "rhodes", "olympia"), 0, "shield_h0", "shield_h0"), 1, "shield_h0")
    assert won_tokens(three) == (2, 1, 0)


@pytest.mark.parametrize(("own_shields", "other", "tokens"), [(2, 2, 0), (3, 2, 1), (4, 2, 2), (5, 2, 2), (1, 2, 0)])
def test_battle_2p(own_shields: int, other: int, tokens: int) -> None:
    """Two players: 1 token for more shields, 2 for at least double."""
    table = lay(begin("giza", "rhodes"), 0, *["shield_h1"] * own_shields)
    assert won_tokens(lay(table, 1, *["shield_h0"] * other))[0] == tokens


@pytest.mark.parametrize(("own_shields", "tokens"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_battle_2p_zero(own_shields: int, tokens: int) -> None:
    """Against no shield at all, 1 shield wins 1 token, 2 or more win 2."""
    assert won_tokens(lay(begin("giza", "rhodes"), 0, *["shield_h0"] * own_shields)) == (tokens, 0)


def test_shield_bonus() -> None:
    """Tactics and Rhodes' effect stages count in every battle and are never discarded."""
    table = build(own(begin("rhodes", "giza"), 0, "tactics"), 0, 1, 2, 3, 4)
    table = lay(table, 0, "shield_h1")
    assert rules.shields(table, 0) == 5
    after = play(replace(table, battle=2), take(0, "shield_h1", "central"))
    assert rules.shields(after, 0) == 4


def test_after_battle() -> None:
    """Everybody's red cards with horns are discarded, those without stay, all tokens show peace."""
    table = lay(lay(replace(begin(), battle=2), 1, "shield_h2", "shield_h0"), 2, "shield_h1")
    after = play(table, take(0, "shield_h1"))
    assert [rules.shields(after, seat) for seat in range(3)] == [0, 1, 0]
    assert (after.battle, rules.peace_tokens(after), sum(after.discard)) == (0, 3, 3)


def test_cat() -> None:
    """The Cat goes at once to whoever takes a card with it, from wherever it is."""
    table = play(begin(), take(0, "vp2_cat"), take(1, "vp3"))
    assert table.cat == 0
    after = play(table, take(2, "vp2_cat"))
    assert after.cat == 2
    assert [row["cat"] for row in rules.scores(table).categories] == [2, 0, 0]
    assert [row["cat"] for row in rules.scores(after).categories] == [0, 0, 2]


def test_effect_mandatory() -> None:
    """A wonder's effect must be used if it can be; the house may leave it open."""
    table = effects(begin("ephesus", "giza"), "ephesus")
    assert "turn_not_finished" in codes(rules.judge(table, end(0)))
    assert EndTurn(0) not in legal_moves(table)
    assert rules.judge(effects(begin("ephesus", "giza", wonder_effect_optional=True), "ephesus"), end(0)) == ()


def test_halicarnassus() -> None:
    """One of the top five of the left or right deck: any card that can be in it."""
    table = effects(begin("halicarnassus", "giza", "rhodes"), "halicarnassus")
    moves = legal_moves(table)
    assert sources_of(moves) == {"left", "right"}
    assert take(0, "vp3", "right", "halicarnassus") in moves
    after = play(table, take(0, "vp3", "right", "halicarnassus"))
    assert (sum(after.decks[2]), count(after, 0, "vp3"), after.to_move) == (24, 1, 1)


def test_olympia() -> None:
    """The top card of the left and of the right deck, in any order; an empty deck gives nothing."""
    table = effects(begin("olympia", "giza", "rhodes"), "olympia_left", "olympia_right")
    right, left = take(0, "vp3", "right", "olympia"), take(0, "vp3", "left", "olympia")
    assert {right, left} <= legal_moves(table)
    for order in ((right, left), (left, right)):
        assert count(play(table, *order), 0, "vp3") == 2
    half = rules.apply(empty(table, 2), left)
    assert (half.to_move, count(half, 0, "vp3")) == (1, 1)


def test_alexandria() -> None:
    """The top card of any deck on the table."""
    table = effects(begin("alexandria", "giza", "rhodes", "olympia"), "alexandria")
    assert sources_of(legal_moves(table)) == {"left", "right", "central", "holder:1", "holder:2"}
    assert sum(play(table, take(0, "vp3", "holder:1", "alexandria")).decks[1]) == 24


def test_babylon() -> None:
    """One of the three face-up tokens or the top of the stack; the face-up one is replaced at once."""
    table = effects(begin("babylon", "giza"), "babylon")
    assert TakeProgress(0, "decor") in legal_moves(table)
    assert TakeProgress(0, "economy", "stack") in legal_moves(table)
    after = play(table, TakeProgress(0, "decor"))
    assert (after.face_up, after.stack) == (("tactics", "culture", "?"), 11)
    assert play(table, TakeProgress(0, "economy", "stack")).stack == 11


def test_end() -> None:
    """The game ends with the turn in which a player completes the wonder; nobody moves after it."""
    table = lay(build(begin(), 0, 1, 2, 3, 4), 0, "wood", "clay", "stone")
    after = play(table, take(0, "glass"), BuildStage(0, "giza_5", ("clay", "glass", "stone", "wood")))
    assert after.finished
    assert rules.legal(after) == ()
    assert codes(rules.judge(after, take(1, "wood"))) == {"game_over"}


def test_tie() -> None:
    """Equal points: most built stages; still equal: both win."""
    stages = lay(build(begin("giza", "rhodes"), 0, 1), 1, "vp2_cat", "vp2_cat")
    assert rules.scores(stages).totals == (4, 4)
    assert rules.scores(stages).winners == (0,)
    assert rules.scores(build(build(begin("giza", "rhodes"), 0, 1), 1, 1)).winners == (0, 1)


def test_politics_pawn() -> None:
    """Politics counts the cat icons on one's blue cards, not the pawn."""
    table = own(lay(begin(), 0, "vp2_cat", "vp2_cat", "vp3"), 0, "politics")
    assert rules.scores(replace(table, cat=0)).categories[0]["progress"] == 2
    assert rules.scores(table).categories[0]["progress"] == 2


def test_discard() -> None:
    """What is spent goes to the discard pile and never comes back."""
    table = play(lay(begin(), 0, "wood"), take(0, "clay"), BuildStage(0, "giza_1", ("clay", "wood")))
    assert sum(table.discard) == 2
    assert seen.tableau(table).piles["central/discard"] == 2
    assert sum(map(sum, table.decks)) + sum(sum(city.cards) for city in table.cities) + 2 == 25 * 3 + 60


def test_military_supply() -> None:
    """More than 28 military tokens: counted on without tokens, and nothing irregular."""
    table = replace(military(begin("giza", "rhodes"), 0, 27), battle=2)
    after = play(lay(table, 0, "shield_h0"), take(0, "shield_h1"))
    assert after.cities[0].military == 29
    assert rules.status(after) == frozenset()


def test_every_ruling_has_its_test_and_every_flag_its_house_rule() -> None:
    rulings = facts("architects")["rulings"]
    assert [ruling["id"] for ruling in rulings if f"test_{ruling['id']}" not in globals()] == []
    flags = {ruling["config_flag"]: ruling["options"][0] for ruling in rulings if "config_flag" in ruling}
    base = [field for field in msgspec.structs.fields(HouseRules) if not meaning(field).startswith("Medals")]
    assert flags == {field.name: field.default for field in base}
