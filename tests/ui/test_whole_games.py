"""Whole games of 7 Wonders and Duel, entered by taps in a real window; the referee behind it is the real one."""

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion import words
from companion.games.duel import looks as duel
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders import looks as seven_wonders
from tests.ui import fingers
from tests.ui.near import NAMES, SEVEN, NearReferee, setup
from tests.ui.stories import story

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.ui.pilot import Pilot

LAYOUT = [
    "lumber_yard", "clay_pool", None, None, None, "quarry", "stable", "garrison", "palisade", None, None, None, None,
    None, "altar", "baths", "tavern", "press", "workshop", "theater",
]  # fmt: skip


def table_of(near: NearReferee) -> Any:
    return near.referee.view().table


def settled(pilot: "Pilot", near: NearReferee) -> None:
    pilot.until(lambda: not pilot.shell.waiting and pilot.shell.view.seq == near.referee.view().seq)
    if pilot.shell.page.name in {"battle", "question"}:
        pilot.shell.known()
    pilot.settle()


def entered(pilot: "Pilot", near: NearReferee, move: dict[str, Any], enter: "Callable[..., Any]") -> Any:
    """The move that was meant is the one that the referee got."""
    sent = len(near.sent)
    told = enter(pilot, move)
    settled(pilot, near)
    assert [command.body for command in near.sent[sent:]] == [move]
    assert near.replies[-1].ok
    return told


@pytest.mark.proof
def test_a_whole_game_of_7_wonders_is_entered_by_taps(pilot: "Pilot", near: NearReferee) -> None:
    pilot.press("New game")
    pilot.press(words.game_name("seven_wonders"))
    for wonder in ("Babylon", "Halicarnassus", "Olympia"):
        pilot.press(wonder)
    pilot.tap(pilot.shell.page._spots[0])
    pilot.press("Side A")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert near.sent[0].body["wonders"] == [["babylon", "B"], ["halicarnassus", "A"], ["olympia", "A"]]
    random, taps, kinds = Random(3), 0, set()
    for _move in range(80):
        table = table_of(near)
        if table.finished:
            break
        wanted = {"stage", "free", "revive"} if random.random() < 0.4 else {"build"}
        legal = [move for move in table.moves if move["move"] in wanted] or list(table.moves)
        move = dict(random.choice(legal))
        kinds.add(move["move"])
        taps += entered(pilot, near, move, fingers.seven_wonders)
    table = table_of(near)
    assert table.finished
    assert {"build", "stage", "discard", "free"} <= kinds
    assert taps <= 54 * 3
    pilot.shell.known()
    pilot.press("See the result")
    assert pilot.shell.page.name == "sheet"


def test_a_round_of_seven_is_entered_with_eight_taps(pilot: "Pilot", near: NearReferee) -> None:
    wonders = [[wonder, "A"] for wonder in SEVEN]
    near.do("setup", {"game": "seven_wonders", "wonders": wonders, "names": list(NAMES)})
    pilot.until(lambda: pilot.shell.page.name == "table")
    pilot.press("Enter a move")
    for seat in range(7):
        assert pilot.shell.page.who == words.player(table_of(near), seat), "the next seat comes by itself"
        move = next(move for move in table_of(near).moves if move["seat"] == seat and not move.get("trade"))
        assert fingers.seven_wonders(pilot, move) == 1
        settled(pilot, near)
    assert table_of(near).turn == 2
    assert pilot.shell.page.name == "table", "the round is seen when it is entered"


def test_every_card_of_an_age_keeps_its_place_on_the_pad(pilot: "Pilot", near: NearReferee) -> None:
    """Whatever is done with it, and when all of its kind are played."""
    from ui.widgets.cards import CardKey  # noqa: PLC0415 - opens the window

    near.do("setup", {"game": "seven_wonders", "wonders": [[wonder, "A"] for wonder in SEVEN[:3]]})
    pilot.until(lambda: pilot.shell.page.name == "table")
    pilot.press("Enter a move")

    def places() -> dict[str, tuple[float, float]]:
        pilot.settle()
        return {key.text: tuple(key.pos) for key in pilot.seen() if isinstance(key, CardKey)}

    at_first = places()
    assert len(at_first) > 15
    pilot.press("Discard")
    assert places() == at_first
    single = next(move for move in table_of(near).moves if move["move"] == "build" and not move.get("trade"))
    fingers.seven_wonders(pilot, single)
    settled(pilot, near)
    for seat in (1, 2):
        near.do("move", {"move": "discard", "seat": seat, "card": "?"})
    settled(pilot, near)
    gone = words.card(single["card"], "seven_wonders")
    assert not any(move.get("card") == single["card"] for move in table_of(near).moves), "all of its kind are played"
    if pilot.shell.page.name == "table":
        pilot.press("Enter a move")
    assert places() == at_first
    assert next(key for key in pilot.seen() if isinstance(key, CardKey) and key.text == gone).disabled


@pytest.mark.proof
def test_a_whole_game_of_duel_is_entered_by_taps(pilot: "Pilot", near: NearReferee) -> None:
    pilot.press("New game")
    pilot.press(words.game_name("duel"))
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    random, kinds = Random(6), set()
    for _move in range(140):
        table = table_of(near)
        if table.finished:
            break
        if table.age == 1 and table.left == 20 and not table.layout:
            move: dict[str, Any] = {"age": 1, "layout": LAYOUT}
        else:
            reveals = [move for move in table.moves if "reveal" in move]
            due = [move for move in table.moves if move.get("move") in {"wonder", "progress", "destroy", "starter"}]
            legal = reveals or due or list(table.moves)
            move = dict(random.choice(legal))
        kinds.add(move.get("move") or next(kind for kind in ("layout", "reveal") if kind in move))
        entered(pilot, near, move, fingers.duel)
    assert table_of(near).finished
    assert {"draft", "layout", "reveal", "build", "wonder"} <= kinds
    pilot.until(lambda: pilot.shell.page.name in {"sheet", "table"})


def test_a_free_card_of_duel_is_tapped_on_the_table_and_built_with_the_next_tap(
    pilot: "Pilot", near: NearReferee
) -> None:
    wonders = [list(duel.WONDER_ICONS)[:4], list(duel.WONDER_ICONS)[4:8]]
    near.do("setup", {"game": "duel", "first": 0, "wonders": wonders})
    near.do("move", {"age": 1, "layout": LAYOUT})
    pilot.until(lambda: pilot.shell.page.name == "table" and pilot.shell.view.seq == 2)
    pilot.settle()
    pilot.tap(pilot.shell.page._picture._structure.free[LAYOUT.index("theater")])
    pilot.press("Build")
    settled(pilot, near)
    assert near.sent[-1].body == {"move": "build", "seat": 0, "card": "theater"}
    assert pilot.shell.page.name == "table"


def test_something_irregular_is_told_and_noted_in_7_wonders_and_duel(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "A"], ["ephesus", "B"]]})
    pilot.until(lambda: pilot.shell.page.name == "table")
    pilot.press("Enter a move")
    pilot.press("Something else")
    pilot.press("Rhodes")
    pilot.press("Not paid")
    pilot.press(words.card("baths", "seven_wonders"))
    pilot.until(lambda: pilot.offers("Record anyway"))
    pilot.press("Record anyway")
    settled(pilot, near)
    nothing: dict[str, int] = {}
    unpaid = {"left": nothing, "right": nothing}
    assert near.sent[-1].body == {"move": "build", "seat": 1, "card": "baths", "trade": unpaid}
    assert near.replies[-1].findings
    near.do("end", {})
    near.do(
        "setup", {"game": "duel", "first": 0, "wonders": [list(duel.WONDER_ICONS)[:4], list(duel.WONDER_ICONS)[4:8]]}
    )
    pilot.until(lambda: pilot.shell.view.game == "duel" and pilot.shell.view.table is not None)
    pilot.shell.known()
    pilot.press("Enter a move")
    pilot.press("Something else")
    pilot.press("Player 2")
    pilot.press("Wonder")
    pilot.press(words.wonder(list(duel.WONDER_ICONS)[5], "duel"))
    pilot.press(words.card("baths", "duel"))
    pilot.until(lambda: pilot.offers("Record anyway"))
    pilot.press("Record anyway")
    settled(pilot, near)
    assert near.sent[-1].body == {"move": "wonder", "seat": 1, "card": "baths", "wonder": list(duel.WONDER_ICONS)[5]}
    assert near.replies[-1].findings


SETUPS = {
    "architects": setup(4),
    "seven_wonders": {"game": "seven_wonders", "wonders": [[wonder, "B"] for wonder in SEVEN[:4]]},
    "duel": {"game": "duel"},
}


@pytest.mark.parametrize("game", SETUPS)
def test_every_point_of_a_player_is_explained(pilot: "Pilot", near: NearReferee, game: str) -> None:
    near.do("setup", SETUPS[game])
    near.play(Random(5), 20)
    pilot.until(lambda: pilot.shell.view.seq == near.referee.view().seq)
    for player in table_of(near).players:
        pilot.shell.go("seat", seat=player.seat)
        pilot.settle()
        lines = pilot.shell.page.ids.lines
        points = [int(make().points.replace("\N{MINUS SIGN}", "-")) for make in lines._makers]
        assert sum(points) == player.score


def test_the_pieces_that_the_screen_draws_are_those_of_the_boxes() -> None:
    from companion.games.duel.rules.facts import FACTS  # noqa: PLC0415
    from companion.games.seven_wonders.rules.facts import CARDS  # noqa: PLC0415

    assert {c.id: (c.age, c.color) for c in CARDS} == {k: (f.age, f.colour) for k, f in seven_wonders.FACES.items()}
    assert {c.id: (c.age, c.color) for c in FACTS.cards} == {k: (f.age, f.colour) for k, f in duel.FACES.items()}
    assert {wonder.id for wonder in FACTS.wonders} == set(duel.WONDER_ICONS)
    assert {token.id for token in FACTS.tokens} == set(duel.TOKEN_ICONS)


def test_the_screen_calls_those_cards_of_a_structure_free_that_the_rules_do() -> None:
    from companion.games.duel.rules.facts import FACTS  # noqa: PLC0415
    from ui.games.duel.structure import free_slots  # noqa: PLC0415 - opens the window

    tables = [view.table for view in story("duel", 2) if isinstance(view.table, DuelTable) and view.table.layout]
    assert len(tables) > 30
    for table in tables:
        standing = {slot for slot, card in enumerate(table.layout) if card is not None}
        above = FACTS.layouts[table.age].covered_by
        assert free_slots(table) == {slot for slot in standing if not any(above[slot] >> k & 1 for k in standing)}
