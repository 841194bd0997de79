"""A person taps through a game; the referee behind the screen is the real one."""

from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from companion import words
from companion.api.protocol import Audit, Command, CueMessage, Option, Part, PlaceTrouble, Question, View
from companion.games.architects.table import ArchitectsTable
from companion.games.finished import Told
from tests.ui.near import SEVEN, NearReferee, setup
from ui.games.architects.battle import MILITARY
from ui.games.architects.ways import ways

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


def told(pilot: "Pilot", near: NearReferee, parts: tuple[Part, ...]) -> None:
    near.say(replace(near.referee.view(), parts=parts))
    pilot.until(lambda: pilot.shell.view.parts == parts)


def without_camera(pilot: "Pilot", near: NearReferee) -> None:
    told(pilot, near, (Part("ui", "up"), Part("vision", "absent")))


def table_of(near: NearReferee) -> Any:
    table = near.referee.view().table
    assert table is not None
    return table


def seat(pilot: "Pilot", wonders: tuple[str, ...]) -> None:
    for wonder in wonders:
        pilot.press(words.wonder(wonder))


def begun(pilot: "Pilot", near: NearReferee, players: int) -> None:
    near.do("setup", setup(players))
    pilot.until(lambda: pilot.shell.page.name == "table")


def by_finger(pilot: "Pilot", move: dict[str, Any]) -> None:
    """Play a legal move on the move pad."""
    table = pilot.shell.view.table
    assert isinstance(table, ArchitectsTable)
    from ui.games.architects.pad import WayKey  # noqa: PLC0415 - opens the window

    if pilot.shell.page.name != "moves":
        pilot.press("Enter a move")
    pilot.settle()
    way = next(way for way in ways(table) if move in way.moves)
    keys = [tap for tap in pilot.taps() if isinstance(tap, WayKey)]
    pilot.tap(next(key for key in keys if (key.text, key.detail) == (way.text, way.detail)))
    if move["move"] == "take":
        pilot.press(words.card(move["card"]))
    elif "token" in move:
        pilot.press(words.token(move["token"]))
    else:
        (grid,) = pilot.shell.page.pad.ids.choices.children
        pilot.tap(grid.children[::-1][way.moves.index(move)])


def test_a_whole_set_up_by_finger_is_what_the_referee_gets(pilot: "Pilot", near: NearReferee) -> None:
    without_camera(pilot, near)
    pilot.press("New game")
    seat(pilot, ("giza", "rhodes", "olympia"))
    pilot.tap(pilot.shell.page._spots[1])
    pilot.press("Begins")
    pilot.press("Name")
    for letter in "ADA":
        pilot.press(letter)
    pilot.press("Done")
    pilot.press("First progress tokens")
    for token in ("Culture", "Culture", "Tactics"):
        pilot.press(token)
    pilot.press("Done")
    pilot.press("House rules")
    pilot.press("All three decks are empty")
    pilot.press("Done")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert [(command.do, command.body) for command in near.sent] == [
        (
            "setup",
            {
                "game": "architects",
                "wonders": ["giza", "rhodes", "olympia"],
                "first": 1,
                "progress": ["culture", "culture", "tactics"],
                "house_rules": {"no_source_policy": "end_game"},
                "names": ["Giza", "Ada", "Olympia"],
            },
        )
    ]
    assert table_of(near).to_move == 1


def test_a_seat_in_the_middle_left_free_is_left_out(pilot: "Pilot", near: NearReferee) -> None:
    pilot.press("New game")
    seat(pilot, SEVEN[:3])
    pilot.tap(pilot.shell.page._spots[0])
    pilot.press("Free")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert near.sent[0].body["wonders"] == list(SEVEN[1:3])
    assert near.sent[0].body["first"] == 0


def test_moves_of_every_kind_by_finger_are_the_moves_that_were_meant(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3)
    random, kinds = Random(4), set()
    for _move in range(24):
        table = table_of(near)
        legal = [move for move in table.moves if move["move"] in {"build", "progress", "reveal"}] or table.moves
        # Gears, so that there is a science set soon.
        gears = [move for move in legal if move.get("card") == "gear"]
        move = random.choice(gears or list(legal))
        if pilot.shell.page.name not in {"table", "moves"}:
            pilot.shell.known()
            pilot.frames(2)
        count = len(near.sent)
        by_finger(pilot, move)
        pilot.until(lambda: not pilot.shell.waiting)
        pilot.until(lambda: pilot.shell.view.seq == near.referee.view().seq)
        assert len(near.sent) == count + 1
        sent = near.sent[-1].body
        assert sent == move
        assert near.replies[-1].ok
        kinds.add(move["move"])
        if table_of(near).finished:
            break
    assert {"take", "build", "progress", "reveal"} <= kinds


def test_an_irregular_move_is_asked_about_before_it_is_written_and_then_noted(
    pilot: "Pilot", near: NearReferee
) -> None:
    """Issue 13, build 6: a mistaken correction was recorded at once, with only a fading note."""
    begun(pilot, near, 4)
    pilot.press("Enter a move")
    pilot.press("Something else")
    pilot.press("Béla")
    pilot.press("Wood")
    assert pilot.shell.notice_text == "First tap where it was taken from.", "no deck is chosen before somebody does"
    pilot.press("Left deck")
    written = len(near.sent)
    for answer in ("Back", "Record anyway"):
        pilot.press("Wood")
        pilot.until(lambda: pilot.shell.page.name == "confirm")
        assert len(near.sent) == written
        assert pilot.shell.page.detail == "out of turn"
        pilot.press(answer)
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert near.sent[-1].body == {"move": "take", "seat": 1, "from": "left", "card": "wood"}
    assert near.replies[-1].findings
    # The page is there before the view that the move gave.
    pilot.until(lambda: pilot.shell.page.ids.last.finding)


def test_a_correction_is_judged_at_its_place_and_a_legal_one_is_not_asked_about(
    pilot: "Pilot", near: NearReferee
) -> None:
    begun(pilot, near, 3)
    near.do("move", {"move": "take", "seat": 0, "from": "left", "card": "wood"})
    pilot.until(lambda: pilot.shell.view.seq == 2)
    pilot.press("Wrong?")
    pilot.press("Something else")
    pilot.press("Clay")
    pilot.until(lambda: near.sent[-1].do == "correct")
    assert near.sent[-1].body["move"]["card"] == "clay"


def test_undo_on_the_table_says_what_it_took_back_and_does_it_again(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    near.do("move", {"move": "take", "seat": 0, "from": "left", "card": "wood"})
    pilot.until(lambda: pilot.shell.view.seq == 2)
    last = pilot.shell.page.ids.last
    assert (last.text, last.detail, last.by, last.offer) == ("Anna: Wood", "Left deck", "finger", "Wrong?")
    pilot.press("Undo")
    pilot.until(lambda: pilot.shell.view.seq == 3)
    assert not any(player.cards for player in table_of(near).players)
    assert (last.text, last.offer) == ("Undone: Anna: Wood", "Redo")
    pilot.press("Redo")
    pilot.until(lambda: pilot.shell.view.seq == 4)
    assert table_of(near).players[0].cards == {"wood": 1}
    assert (last.text, last.offer) == ("Anna: Wood", "Wrong?")
    pilot.press("Wrong?")
    assert pilot.shell.page.name == "event"


def test_what_is_said_in_passing_covers_nothing_that_is_tapped_and_goes_with_its_page(
    pilot: "Pilot", near: NearReferee
) -> None:
    """Issue 13, build 6: it lasted over pages, and lay over a key and the code that pairs a phone."""
    begun(pilot, near, 3)
    for page in ("moves", "log", "sheet", "settings", "phones", "compose", "history", "camera"):
        pilot.shell.go(page)
        pilot.settle()
        pilot.shell.notice("A few words in passing")
        pilot.settle()
        left, bottom, wide, high = pilot.shell._overlay.where
        for tap in pilot.taps():
            x, y = tap.to_window(tap.x, tap.y)
            apart = x >= left + wide or x + tap.width <= left or y >= bottom + high or y + tap.height <= bottom
            assert apart, (page, type(tap).__name__, (left, bottom, wide, high), (x, y, *tap.size))
        pilot.shell.known()
        assert not pilot.shell.notice_text


def test_the_same_players_begin_again_with_two_taps(pilot: "Pilot", near: NearReferee) -> None:
    """Issue 13, build 6: "New game" on the final sheet led home, and three names were 26 taps again."""
    begun(pilot, near, 3)
    near.do("end", {})
    pilot.until(lambda: pilot.shell.page.name == "sheet")
    pilot.press("Same again")
    assert pilot.shell.page.name == "seats"
    pilot.press("Wonders")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table" and not table_of(near).finished)
    players = table_of(near).players
    assert [player.name for player in players] == ["Anna", "Béla", "Оксана"]
    assert [player.wonder for player in players] == ["olympia", "giza", "rhodes"]


def test_the_same_again_keeps_the_expansion_and_the_house_rules(pilot: "Pilot", near: NearReferee) -> None:
    pilot.press("New game")
    seat(pilot, SEVEN[:2])
    pilot.press("Medals")
    pilot.press("House rules")
    pilot.tap(pilot.shell.page.ids.grid.children[-1])
    pilot.press("Done")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    begun_with = near.sent[-1].body
    assert begun_with["house_rules"]
    near.do("end", {})
    pilot.until(lambda: pilot.shell.page.name == "sheet")
    pilot.press("Same again")
    pilot.press("Begin")
    pilot.until(lambda: not table_of(near).finished)
    assert near.sent[-1].body == begun_with
    near.do("end", {})
    pilot.until(lambda: pilot.shell.page.name == "sheet")
    pilot.shell.begun = None
    pilot.press("Same again")
    assert pilot.shell.page.draft.setup.medals == "played", "what lies on the table tells of the expansion"


def test_while_one_decides_all_others_stand_back(pilot: "Pilot", near: NearReferee) -> None:
    from ui.any_game.table import Seat  # noqa: PLC0415 - opens the window

    begun(pilot, near, 3)
    seats = [widget for widget in pilot.seen() if isinstance(widget, Seat)]
    assert len(seats) == 3
    decides = table_of(near).to_move
    decider = words.player(table_of(near), decides)
    assert [made.opacity == 1 for made in seats] == [made.label == decider for made in seats]
    near.do("end", {})
    pilot.until(lambda: pilot.shell.page.name == "sheet")
    pilot.shell.go("table")
    assert all(made.opacity == 1 for made in seats), "nobody decides any more"


def test_known_players_are_named_with_three_taps_each(pilot: "Pilot", near: NearReferee) -> None:
    pilot.shell.kept.meet(["Zsuzsa", "Ádám", "Ганна"])
    pilot.press("New game")
    seat(pilot, SEVEN[:3])
    for place, name in enumerate(("Ганна", "Zsuzsa", "Ádám")):
        pilot.tap(pilot.shell.page._spots[place])
        pilot.press("Name")
        pilot.press(name)
        assert pilot.shell.page.name == "seats"
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert [player.name for player in table_of(near).players] == ["Ганна", "Zsuzsa", "Ádám"]
    assert pilot.shell.kept.now.names == ("Ганна", "Zsuzsa", "Ádám")


def test_a_name_is_typed_in_any_of_the_four_alphabets_and_digits(pilot: "Pilot") -> None:
    pilot.press("New game")
    seat(pilot, SEVEN[:1])
    pilot.tap(pilot.shell.page._spots[0])
    pilot.press("Name")
    for alphabet, letter in (("ҐЄІ", "Ї"), ("ЁЪЫ", "Ы"), ("ÁÉÍ", "Ő"), ("ABC", "Q"), ("123", "7")):
        pilot.press(alphabet)
        pilot.press(letter)
    assert pilot.shell.page.text == "Їыőq7"


def test_what_cannot_be_chosen_says_why(pilot: "Pilot") -> None:
    pilot.press("New game")
    for dead in ("Name", "Begins", "Free"):
        pilot.shell._clear_notice()
        pilot.press(dead)
        assert (pilot.shell.page.name, pilot.shell.notice_text) == ("seats", "Nobody sits on the seat in hand yet.")
    pilot.press("Rome")
    assert pilot.shell.notice_text == "Only with the expansion Medals: tap it below."
    seat(pilot, SEVEN[:1])
    pilot.press("Giza")
    assert pilot.shell.notice_text == "Somebody has it already."
    pilot.press("Begin")
    assert pilot.shell.notice_text == "At least 2 play"


def test_first_tokens_are_asked_for_only_where_no_camera_reads_them(pilot: "Pilot", near: NearReferee) -> None:
    """Issue 13, build 6."""
    without_camera(pilot, near)
    pilot.shell.set_up()
    pilot.settle()
    assert pilot.find("First progress tokens").now == "not told yet"
    told(pilot, near, (Part("vision", "up"),))
    pilot.settle()
    assert "First progress tokens" not in [tap.about for tap in pilot.taps() if hasattr(tap, "about")]


def test_the_window_may_be_resized_and_the_set_up_stays(pilot: "Pilot") -> None:
    from kivy.core.window import Window  # noqa: PLC0415 - opens the window

    from ui import theme  # noqa: PLC0415

    pilot.press("New game")
    seat(pilot, SEVEN[:2])
    before = pilot.shell.page
    try:
        Window.size = 480, 800
        pilot.until(lambda: pilot.shell.page is not before)
        pilot.settle()
        assert theme.portrait()
        assert pilot.shell.page.draft.seating.wonders[:2] == list(SEVEN[:2])
        assert pilot.offers("play")
    finally:
        Window.size = 800, 480
        pilot.until(lambda: not theme.portrait())


def test_back_leads_to_where_one_came_from(pilot: "Pilot", near: NearReferee) -> None:
    """Issue 13, build 6: Back from Phones, opened from Home, led to the table."""
    begun(pilot, near, 3)
    pilot.press("menu")
    pilot.press("Phones")
    pilot.press("back")
    assert pilot.shell.page.name == "home"
    pilot.press("State of the parts")
    pilot.press("camera")
    pilot.press("back")
    assert pilot.shell.page.name == "health"
    pilot.press("back")
    assert pilot.shell.page.name == "home"


def test_a_place_that_is_set_aside_is_said_on_the_live_table(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3)
    near.say(replace(near.referee.view(), health=(PlaceTrouble("unreadable", "central/deck"),)))
    pilot.until(lambda: pilot.shell.page.aside)
    assert pilot.shell.page.aside.startswith("I cannot see: ")


def question(near: NearReferee) -> View:
    view = near.referee.view()
    assert view.table is not None
    options = (Option((view.table.moves[0],), 0.6), Option((view.table.moves[1],), 0.3), Option((), 0.1))
    return replace(view, question=Question(7, 0, options, "ambiguous"))


def asked(pilot: "Pilot", near: NearReferee) -> tuple[View, Question]:
    """A question of three answers is on the screen."""
    begun(pilot, near, 3)
    view = question(near)
    near.say(view)
    pilot.until(lambda: pilot.shell.page.name == "question")
    assert view.question is not None
    return view, view.question


@pytest.mark.parametrize("option", [0, 1, 2])
def test_a_question_comes_by_itself_and_is_answered_with_one_tap(
    pilot: "Pilot", near: NearReferee, option: int
) -> None:
    asked(pilot, near)
    choices = pilot.shell.page.ids.options.children[::-1]
    pilot.tap(choices[option])
    assert [command.body for command in near.sent if command.do == "answer"] == [{"question": 7, "option": option}]
    near.say(near.referee.view())
    pilot.until(lambda: pilot.shell.page.name == "table")


def test_of_an_event_in_the_record_it_is_asked_how_it_was_paid(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3)
    view = question(near)
    assert view.question is not None
    near.say(replace(view, question=replace(view.question, seq=3)))
    pilot.until(lambda: pilot.shell.page.name == "question")
    assert pilot.shell.page.reason == "I could not see how this was paid."


def test_a_question_can_be_put_off_and_answered_otherwise(pilot: "Pilot", near: NearReferee) -> None:
    asked(pilot, near)
    pilot.press("Later")
    near.say(question(near))
    pilot.frames(5)
    assert pilot.shell.page.name == "table"
    pilot.press("Answer the question")
    pilot.press("Something else")
    pilot.press("Left deck")
    pilot.press("Coin")
    pilot.until(lambda: near.sent[-1].do == "answer")
    assert near.sent[-1].body["moves"] == [{"move": "take", "seat": 0, "from": "left", "card": "coin"}]


def test_a_question_of_the_next_game_is_another_one_though_it_has_the_same_number(
    pilot: "Pilot", near: NearReferee
) -> None:
    first, it = asked(pilot, near)
    other = replace(it, options=it.options[1:])
    near.say(replace(first, question=None))
    pilot.until(lambda: pilot.shell.page.name == "table")
    near.say(replace(first, question=other))
    pilot.until(lambda: pilot.shell.page.name == "question")
    assert len(pilot.shell.page.ids.options.children) == len(other.options)
    pilot.press("Later")
    near.say(first)
    pilot.until(lambda: pilot.shell.page.name == "question")


def test_an_answer_that_has_become_impossible_is_no_button_and_the_others_keep_their_places(
    pilot: "Pilot", near: NearReferee
) -> None:
    first, it = asked(pilot, near)
    options = pilot.shell.page.ids.options
    before = len(options.children)
    gone, *others = it.options
    near.say(replace(first, question=replace(it, options=(replace(gone, gone=True), *others))))
    pilot.until(lambda: len(options.children) == before - 1)
    pilot.tap(options.children[-1])
    pilot.until(lambda: near.sent[-1].do == "answer")
    assert near.sent[-1].body["option"] == 1


def test_ten_taps_before_the_answer_are_one_command(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    held = near.send
    sent: list[Any] = []

    def hold(message: Any) -> bool:
        sent.append(message)
        return True

    near.send = hold  # type: ignore[method-assign]
    pilot.press("Enter a move")
    tile = pilot.find("Wood")
    for _tap in range(10):
        pilot.tap(tile)
    sent = [message for message in sent if isinstance(message, Command)]
    assert len(sent) == 1
    near.send = held  # type: ignore[method-assign]
    near.send(sent[0])
    pilot.until(lambda: not pilot.shell.waiting)
    assert pilot.shell.page.name == "table"


def test_a_battle_is_shown_and_left_and_a_finished_game_leads_to_its_sheet(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3)
    random, battles = Random(2), 0
    view: Any = near.referee.view()
    for _step in range(400):
        before = view.table.players
        view = near.play(random, 1)
        if view.table.finished:
            break
        won = [now.military - then.military for now, then in zip(view.table.players, before, strict=True)]
        if any(won):
            pilot.until(lambda: pilot.shell.view.seq == near.referee.view().seq)
            assert pilot.shell.page.name == "battle"
            armies = [army for army in pilot.seen() if type(army).__name__ == "Army"]
            assert [army.won for army in armies[::-1]] == [MILITARY * tokens for tokens in won]
            battles += 1
            pilot.press("To the table")
    assert battles
    pilot.until(lambda: pilot.shell.page.name in {"sheet", "battle"})
    pilot.shell.known()
    pilot.press("See the result")
    assert pilot.shell.page.headline == f"{words.player(table_of(near), table_of(near).winners[0])} wins"
    totals = [column.total for column in pilot.shell.page.ids.lanes.children[::-1]]
    assert totals == [str(player.score) for player in table_of(near).players]


def test_ending_a_game_asks_first(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    near.play(Random(1), 2)
    pilot.press("menu")
    pilot.press("End the game")
    pilot.press("Back")
    assert not table_of(near).finished
    pilot.press("End the game")
    pilot.press("End the game")
    pilot.until(lambda: pilot.shell.page.name == "sheet")
    assert table_of(near).finished
    assert pilot.shell.page.headline == "Not played to the end"
    assert not any(lane.winner for lane in pilot.shell.page.ids.lanes.children)


def test_trouble_is_shown_where_people_look_and_told_in_full(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    view = near.referee.view()
    parts = (Part("referee", "up"), Part("vision", "down", "the camera is gone"))
    audits = (Audit("seat/0/city", ("architects/wood",), ("architects/clay",)),)
    near.say(replace(view, parts=parts, audits=audits, camera=""))
    pilot.until(lambda: pilot.shell.page.trouble)
    pilot.shell.go("health")
    pilot.frames(3)
    said = " ".join(widget.text for widget in pilot.seen() if type(widget).__name__ == "Text")
    assert "the camera is gone" in said
    assert "Anna: cards: I see Wood, I count Clay" in said


def test_a_difference_is_settled_by_a_tap_or_goes_by_itself(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    view = near.referee.view()
    audits = (Audit("seat/0/city", ("architects/wood",), ("architects/clay",)),)
    near.say(replace(view, audits=audits))
    pilot.until(lambda: pilot.shell.page.differing)
    pilot.shell.go("difference", place=pilot.shell.page.differing)
    pilot.until(lambda: pilot.shell.page.hint.startswith("Put it right"))
    pilot.press("Right as it lies")
    pilot.until(lambda: near.sent[-1].do == "waive")
    assert near.sent[-1].body == {"place": "seat/0/city"}
    near.say(view)
    pilot.until(lambda: pilot.shell.page.name == "table")


def test_a_game_that_was_begun_before_is_told_city_by_city(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    cities = ({"cards": {"wood": 2}}, {"cards": {"vp3": 1}, "stages": {}})
    near.say(replace(near.referee.view(), joining=cities))
    pilot.until(lambda: pilot.shell.page.name == "joining")
    pilot.press("Clay")
    pilot.press("Take away")
    pilot.press("Wood")
    pilot.press("Looks right")
    pilot.press("Looks right")
    # What lies one on another is asked of all at once: military tokens of both, then who has the Cat.
    assert [tile.icon for tile in pilot.shell.page.ids.grid.children[::-1]] == ["swords", "swords", "cat", "cat"]
    for number in (0, 0, 3):
        pilot.tap(pilot.shell.page.ids.grid.children[::-1][number])
        pilot.frames(2)
    pilot.press("Looks right")
    pilot.press(words.player(table_of(near), 1))
    pilot.until(lambda: near.sent[-1].do == "join")
    told = [
        {"cards": {"wood": 1, "clay": 1}, "military": {"n": 2}},
        {"cards": {"vp3": 1}, "stages": {}, "cat": {"n": 1}},
    ]
    assert near.sent[-1].body == {"cities": told, "first": 1}
    near.say(near.referee.view())
    pilot.until(lambda: pilot.shell.page.name == "table")


def _is_asked_to_join(pilot: "Pilot", near: NearReferee, setup: dict[str, Any], cities: tuple[Told, ...]) -> None:
    near.do("setup", setup)
    near.say(replace(near.referee.view(), joining=cities))
    pilot.until(lambda: pilot.shell.page.name == "joining")


def _says_another_card(pilot: "Pilot", age: str, card: str, *, then: int) -> None:
    """Of an age of which no card was read there is one; ``then``: the next field that is looked at."""
    pilot.press(f"{age} 0")
    pilot.press(card)
    pilot.shell.page._choose(then)
    pilot.frames(2)


def test_a_game_of_duel_is_joined_with_its_coins_its_cards_by_age_and_its_pawn(
    pilot: "Pilot", near: NearReferee
) -> None:
    cities: tuple[Told, ...] = (
        {"cards": {"lumber_yard": 1}},
        {"wonders": {"piraeus": 1}},
        {"age": {"n": 1}, "standing": {"0/5": 1, "0/7": 1, "1/6": 1}},
    )
    wonders = [
        ["sphinx", "pyramids", "colossus", "mausoleum"],
        ["piraeus", "appian_way", "hanging_gardens", "great_library"],
    ]
    _is_asked_to_join(pilot, near, {"game": "duel", "wonders": wonders}, cities)
    _says_another_card(pilot, "II", words.card("walls", "duel"), then=5)
    pilot.press("Coins +5")
    pilot.press("Coins")
    pilot.press("Looks right")
    pilot.press("Looks right")
    assert pilot.offers("Coins +5"), "what no camera counts is asked for"
    pilot.press("Looks right")
    for slot in (2, 3, 3):
        _taps_a_slot(pilot, slot)
    pilot.shell.page._choose(1)
    pilot.frames(2)
    pilot.press(words.player(table_of(near), 1))
    pilot.press("Looks right")
    pilot.press(words.player(table_of(near), 0))
    pilot.until(lambda: near.sent[-1].do == "join")
    told = [
        {"cards": {"lumber_yard": 1, "walls": 1}, "coins": {"n": 6}},
        {"wonders": {"piraeus": 1}},
        {"age": {"n": 1}, "standing": {"0/5": 1, "0/7": 1, "1/4": 1, "1/6": 1}, "pawn": {"n": -1}},
    ]
    assert near.sent[-1].body == {"cities": told, "first": 0}


def _taps_a_slot(pilot: "Pilot", number: int) -> None:
    """Of the structure that is shown."""
    pilot.frames(2)
    (structure,) = pilot.shell.page.ids.grid.children
    at = structure._slots[number].center
    structure.on_touch_down(SimpleNamespace(x=at[0], y=at[1], pos=at))


def test_a_game_of_7_wonders_is_joined_with_its_turn_and_nobody_is_asked_who_is_next(
    pilot: "Pilot", near: NearReferee
) -> None:
    city: Told = {"cards": {"altar": 1}, "coins": {"n": 3}}
    wonders = [["giza", "A"], ["rhodes", "A"], ["babylon", "B"]]
    last: Told = {"cards": {"altar": 1, "vineyard": 1}, "laid": {"?": 1}}
    read = (city, city, last, {"age": {"n": 1}, "turn": {"n": 2}})
    _is_asked_to_join(pilot, near, {"game": "seven_wonders", "wonders": wonders}, read)
    _says_another_card(pilot, "III", words.card("palace", "seven_wonders"), then=3)
    pilot.press("-1")
    pilot.press("Looks right")
    _of_this_turn(pilot, "Laid already")
    pilot.press("Looks right")
    _of_this_turn(pilot, words.card("vineyard", "seven_wonders"))
    assert not pilot.offers(words.card("altar", "seven_wonders")), "it brings nothing"
    pilot.shell.page._choose(5)
    pilot.frames(2)
    pilot.press("Coins")
    pilot.press("Looks right")
    pilot.press("Next turn of the age")
    pilot.press("Looks right")
    pilot.until(lambda: near.sent[-1].do == "join")
    first = {"cards": {"altar": 1, "palace": 1}, "coins": {"n": 3}, "tokens": {"-1": 1}}
    cities = [first, {**city, "laid": {"?": 1}}, {**last, "laid": {"vineyard": 1}, "coins": {"n": 1}}]
    assert near.sent[-1].body == {"cities": [*cities, {"age": {"n": 1}, "turn": {"n": 3}}]}


def _of_this_turn(pilot: "Pilot", laid: str) -> None:
    pilot.shell.page._choose(4)
    pilot.frames(2)
    pilot.press(laid)


def fail(_what: object) -> None:
    raise ZeroDivisionError


def test_a_page_that_fails_leads_back_to_one_that_works(
    pilot: "Pilot", near: NearReferee, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(pilot, near, 2)
    pilot.press("Log")
    pilot.shell.page.ids.rows.turn = fail
    near.play(Random(1), 8)
    pilot.until(lambda: pilot.shell.view.seq == 9)
    pilot.press("Older")
    assert pilot.shell.page.name == "table"
    assert pilot.shell.notice_text
    assert "ZeroDivisionError" in capsys.readouterr().err
    pilot.shell.page.show = fail  # type: ignore[method-assign,assignment]
    near.play(Random(1), 1)
    pilot.until(lambda: pilot.shell.page.name == "home")


def test_a_refusal_is_said_and_the_page_stays(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 2)
    near.do("end", {})
    pilot.until(lambda: pilot.shell.view.table is not None and pilot.shell.view.table.finished)
    pilot.shell.send("end", {})
    pilot.until(lambda: pilot.shell.notice_bad)
    assert "ended already" in pilot.shell.notice_text


def test_the_referee_s_absence_is_said_while_it_lasts(pilot: "Pilot", near: NearReferee) -> None:
    near.connected = False
    pilot.until(lambda: pilot.shell.offline)
    near.connected = True
    pilot.until(lambda: not pilot.shell.offline)


def test_cues_are_heard_unless_a_horn_sounds_them(pilot: "Pilot", near: NearReferee) -> None:
    played: list[tuple[str, int]] = []

    def play(name: str, times: int = 1) -> bool:
        played.append((name, times))
        return True

    pilot.shell.speaker.play = play  # type: ignore[method-assign]
    pilot.shell.hear(CueMessage("horn", 2, 5))
    pilot.shell.hear(replace(near.referee.view(), parts=(Part("hw", "up"),)))
    pilot.shell.hear(CueMessage("battle", 1, 6))
    assert played == [("horn", 2)]
