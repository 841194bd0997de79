"""What the pictures of 7 Wonders and Duel show, and what is heard at these tables."""

from pathlib import Path
from typing import Any

import pytest

from companion.api.protocol import Command
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Reveal
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders import rules as seven_wonders
from companion.games.seven_wonders.table import SevenWondersTable
from companion.referee.public import public
from tests.referee.fingers import FEW, Fingers, dealt

WONDERS = (("giza", "A"), ("rhodes", "B"), ("babylon", "A"))
FIRST = [
    {"move": "build", "seat": 2, "card": "clay_pool"},
    {"move": "build", "seat": 0, "card": "lumber_yard"},
    {"move": "discard", "seat": 1},
]


def seven(folder: Path, *moves: dict[str, Any], **more: Any) -> Fingers:
    live = Fingers(folder)
    live.begin("seven_wonders", seven_wonders.Setup(WONDERS, **more))
    for move in moves:
        assert live.do("move", move).ok
    return live


def seven_table(live: Fingers) -> SevenWondersTable:
    table = live.view.table
    assert isinstance(table, SevenWondersTable)
    return table


def duel_table(live: Fingers) -> DuelTable:
    table = live.view.table
    assert isinstance(table, DuelTable)
    return table


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 0, 1), (1, 2, 0)])
def test_a_turn_of_7_wonders_is_resolved_when_all_have_chosen_in_whatever_order(
    tmp_path: Path, order: tuple[int, ...]
) -> None:
    live = seven(tmp_path, *(FIRST[k] for k in order[:2]))
    table = seven_table(live)
    ready = {FIRST[k]["seat"] for k in order[:2]}
    assert {seat.seat for seat in table.players if seat.chosen} == ready
    assert set(table.to_choose) == {0, 1, 2} - ready
    assert all(seat.buildings == () for seat in table.players), "nothing is turned up before all have chosen"
    assert live.do("move", FIRST[order[2]]).ok
    table = seven_table(live)
    assert [seat.buildings for seat in table.players] == [("lumber_yard",), (), ("clay_pool",)]
    assert [seat.coins for seat in table.players] == [3, 6, 3]
    assert (table.turn, table.discard, table.to_choose) == (2, 1, (0, 1, 2))
    live.referee.close()


def test_undo_and_correction_work_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    live = seven(tmp_path, FIRST[0], FIRST[1])
    assert live.do("undo").ok
    assert seven_table(live).to_choose == (0, 1)
    other = {"move": "build", "seat": 2, "card": "ore_vein"}
    assert live.do("correct", {"seq": 2, "move": other}).ok
    assert live.do("move", FIRST[1]).ok
    assert live.do("move", FIRST[2]).ok
    assert [seat.buildings for seat in seven_table(live).players] == [("lumber_yard",), (), ("ore_vein",)]
    # A move of a turn that is over can still be changed, and the turn with it.
    assert live.do("correct", {"seq": live.game.seq, "move": {"move": "build", "seat": 1, "card": "stone_pit"}}).ok
    table = seven_table(live)
    assert (table.players[1].buildings, table.discard, table.turn) == (("stone_pit",), 0, 2)
    # Back in the middle of the turn: what was turned up is hidden again.
    assert live.do("undo", {"since": live.game.seq - 1}).ok
    assert seven_table(live).to_choose == (1,)
    live.referee.close()


def test_all_from_an_event_on_is_taken_back_at_once_or_nothing(tmp_path: Path) -> None:
    live = seven(tmp_path, *FIRST, {"move": "build", "seat": 0, "card": "altar"})
    start, seq = live.game.fold.start, live.game.seq
    assert live.do("correct", {"seq": 4, "move": {"move": "discard", "seat": 1, "card": "altar"}}).ok
    assert live.do("end").ok
    reply = live.do("undo", {"since": 2})
    assert reply.ok
    assert live.state == start
    assert not live.game.over
    assert live.game.seq == seq + 2 + 6, "each event that stood, the correction and the end among them"
    for since in (2, 99):
        assert not live.do("undo", {"since": since}).ok
    assert "since" in live.do("undo", {"since": "x"}).error
    live.referee.close()


def test_the_free_city_is_shown_beside_two_players(tmp_path: Path) -> None:
    live = Fingers(tmp_path)
    live.begin("seven_wonders", seven_wonders.Setup(WONDERS[:2], WONDERS[2]))
    table = seven_table(live)
    assert [seat.free_city for seat in table.players] == [False, False, True]
    assert (table.controller, table.to_choose, table.players[2].score) == (0, (0, 1, 2), 0)
    live.referee.close()


@pytest.mark.parametrize(("name", "players"), FEW)
def test_the_picture_agrees_with_the_rules_words_at_every_moment(tmp_path: Path, name: str, players: int) -> None:
    """Where both say the same thing; the moves are those of the rules."""
    through, live = dealt(name, players, 12), Fingers(tmp_path)
    live.begin(name, through.setup)
    rules = live.game.rules
    for move in through.moves:
        said, table = rules.describe(live.state), live.view.table
        assert table is not None
        assert table.moves == tuple(rules.dump_move(legal) for legal in rules.legal(live.state))
        assert list(table.obligations) == list(rules.obligations(live.state))
        if isinstance(table, DuelTable | SevenWondersTable):
            assert (table.age, table.turn) == (said["age"], said["turn"])
            for seat in table.players:
                spoken = said["seats"][seat.seat]
                assert (list(seat.cards), seat.coins, seat.shields) == (
                    spoken["cards"],
                    spoken["coins"],
                    spoken["shields"],
                )
        if isinstance(table, DuelTable) and table.layout:
            assert {card: price.coins for card, price in table.free.items()} == {
                card: price["coins"] for card, price in said["free"].items()
            }
        live.move(move)
    live.referee.close()


def test_duel_without_a_layout_offers_every_card_of_the_age_with_its_price(tmp_path: Path) -> None:
    through, live = dealt("duel", 2, 4), Fingers(tmp_path)
    live.begin("duel", through.setup)
    table = duel_table(live)
    age_1 = {card.id for card in FACTS.cards if card.age == 1}
    assert (table.layout, set(table.free), table.left) == ((), age_1, 20)
    assert {move["card"] for move in table.moves if move["move"] == "discard"} == age_1
    assert live.do("move", {"move": "discard", "seat": through.setup.first, "card": "palisade"}).ok
    assert "palisade" not in duel_table(live).free
    live.referee.close()


def test_what_lies_in_duel_is_said_by_layouts_and_reveals(tmp_path: Path) -> None:
    through, live = dealt("duel", 2, 4), Fingers(tmp_path)
    live.begin("duel", through.setup)
    layout = live.game.rules.dump_move(through.moves[0])
    assert live.do("move", layout).ok
    assert [card for card in duel_table(live).layout if card != "?"] == [card for card in layout["layout"] if card]
    refused = live.do("move", {**layout, "age": 2})
    assert not refused.ok
    assert [(found.code, found.variant, found.params["now"]) for found in refused.findings] == [
        ("wrong_layout", "age", 1)
    ]
    early = live.do("move", {"reveal": 2, "card": "theater"})
    assert (early.ok, [found.code for found in early.findings]) == (False, ["wrong_reveal"])
    for move in through.moves[1:]:
        assert live.move(move).ok
        if isinstance(move, Reveal):
            assert duel_table(live).layout[move.reveal] == move.card
            break
    live.referee.close()


def cues_of(live: Fingers, body: dict[str, Any]) -> list[tuple[str, int]]:
    effects = live.referee.handle(Command(f"{live.game.seq} {body}", "move", body))
    assert effects.reply is not None
    assert effects.reply.ok, effects.reply.error
    return [(cue.name, cue.times) for cue in effects.cues]


@pytest.mark.parametrize("players", [2, 3])
def test_of_7_wonders_turns_battles_and_the_end_are_heard_and_no_single_choice(tmp_path: Path, players: int) -> None:
    through, live = dealt("seven_wonders", players, 2), Fingers(tmp_path)
    live.begin("seven_wonders", through.setup)
    heard: list[tuple[str, int]] = []
    for move in through.moves:
        waiting = len(seven_table(live).to_choose)
        found = cues_of(live, live.game.rules.dump_move(move))
        assert waiting == 1 or found == [] or live.state.turn == 1, "a choice that is not the last makes no sound"
        heard += found
    names = [name for name, _ in heard]
    assert names.count("battle") == 3
    assert names.count("end") == 1
    assert names[-2:] == ["battle", "end"]
    assert names.count("turn") >= 17, "18 turns; the first one of the game is not called"
    live.referee.close()


def test_of_duel_each_step_of_the_pawn_is_a_horn(tmp_path: Path) -> None:
    live = Fingers(tmp_path)
    live.begin("duel", dealt("duel", 2, 4).setup)
    first = duel_table(live).to_move
    other = 1 - first if first is not None else 0
    assert cues_of(live, {"move": "build", "seat": first, "card": "guard_tower"}) == [("horn", 1), ("turn", 1)]
    assert cues_of(live, {"move": "discard", "seat": other, "card": "altar"}) == [("turn", 1)]
    assert cues_of(live, {"move": "build", "seat": first, "card": "palisade"}) == [("horn", 1), ("turn", 1)]
    assert cues_of(live, {"move": "discard", "seat": other, "card": "theater"}) == [("turn", 1)]
    battle = [("horn", 1), ("battle", 1), ("turn", 1)]
    assert cues_of(live, {"move": "build", "seat": first, "card": "garrison"}) == battle, "the third step takes loot"
    assert set(duel_table(live).loot) != {-6, -3, 3, 6}
    assert public(live.view).table is not None
    live.referee.close()
