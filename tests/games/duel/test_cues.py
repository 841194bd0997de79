"""What is heard at a table of Duel: each step of the pawn, battles, whose turn it is, the end."""

import pytest

from companion.games.duel import rules
from companion.games.duel.rules import Move, State
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import (
    Build,
    BuildWonder,
    ChooseStarter,
    Discard,
    DraftWonder,
    LayOut,
    TakeProgress,
)
from companion.games.vocabulary import Cue
from tests.games.duel.tables import city, draft_table, play, table

TURN, BATTLE, END = Cue("turn"), Cue("battle"), Cue("end")


def heard(state: State, move: Move) -> tuple[Cue, ...]:
    return rules.cues(state, move, rules.apply(state, move, strict=False))


def test_the_next_turn_is_called() -> None:
    assert heard(table(), Discard(0, "altar")) == (TURN,)
    assert heard(table(city(own="appian_way", coins=60)), BuildWonder(0, "altar", "appian_way")) == (TURN,), "again"


def test_what_lies_there_makes_no_sound() -> None:
    assert heard(table(), LayOut(1, (None,) * 20)) == ()


@pytest.mark.parametrize("seat", [0, 1])
def test_each_step_of_the_pawn_is_a_horn_in_either_direction(seat: int) -> None:
    assert heard(table(to_move=seat), Build(seat, "guard_tower")) == (Cue("horn", 1), TURN)
    assert heard(table(age=2, to_move=seat), Build(seat, "archery_range")) == (Cue("horn", 2), TURN)


@pytest.mark.parametrize(("pawn", "to_move"), [(2, 0), (-2, 1)])
def test_loot_is_a_battle(pawn: int, to_move: int) -> None:
    state = table(pawn=pawn, to_move=to_move)
    assert heard(state, Build(to_move, "guard_tower")) == (Cue("horn", 1), BATTLE, TURN)


def test_the_capital_is_a_battle_and_the_end() -> None:
    assert heard(table(pawn=8), Build(0, "guard_tower")) == (Cue("horn", 1), BATTLE, END)
    over = play(table(pawn=8), Build(0, "guard_tower"))
    assert heard(over, Discard(1, "altar")) == ()


def test_a_choice_is_made_before_the_next_turn_is_called() -> None:
    state = table(city("scriptorium"), age=2)
    assert heard(state, Build(0, "library")) == ()
    after = rules.apply(state, Build(0, "library"), strict=False)
    assert heard(after, TakeProgress(0, "law", "board")) == (TURN,)


def test_six_symbols_end_the_game_without_a_battle() -> None:
    state = table(city("apothecary scriptorium workshop laboratory study", progress="law", coins=60), age=3)
    assert (END,) in [heard(state, Build(0, card.id)) for card in FACTS.cards if card.age == 3 and card.symbol]


def test_the_last_card_of_an_age_calls_who_is_to_choose_and_the_last_of_all_ends_the_game() -> None:
    assert heard(table(left=1, pawn=1), Discard(0, "altar")) == (TURN,)
    assert heard(table(left=1), Discard(0, "altar")) == (TURN,)
    assert heard(table(left=1, age=3), Discard(0, "arena")) == (END,)


def test_who_begins_an_age_is_called_where_it_is_somebody_else() -> None:
    state = play(table(left=1, pawn=1), Discard(0, "altar"))
    assert state.choice == "starter"
    assert heard(state, ChooseStarter(1 - state.to_move)) == (TURN,)
    assert heard(state, ChooseStarter(state.to_move)) == ()


def test_in_the_draft_each_change_of_hands_is_called() -> None:
    state, heard_of = draft_table(), []
    for wonder in FACTS.wonders[:8]:
        move = DraftWonder(state.to_move, wonder.id)
        heard_of.append(heard(state, move))
        state = rules.apply(state, move)
    # The seats 0 1 1 0 and 1 0 0 1, then the first age begins with seat 0.
    assert heard_of == [(TURN,), (), (TURN,), (TURN,), (TURN,), (), (TURN,), (TURN,)]
