"""The expansion Medals on the screen: chosen in a new game, said in every language, taken by finger."""

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from companion import words
from companion.games.architects import looks as facts
from companion.games.architects.rules.expansion import MEDALS, OWN_WONDERS, TOKENS
from companion.games.architects.rules.setup import HouseRules
from companion.words.language import speak, speaking
from tests.games.medal_tables import INVENTED_BOX
from tests.ui.near import NearReferee, setup
from tests.ui.test_pages import by_finger, seat, table_of

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

EXPANSION = {"expansions": ["medals"], "medals": ["medal_3_blue", "medal_3_red", "medal_3_green"]}


def test_the_pieces_of_the_expansion_that_the_screen_draws_are_those_of_the_box() -> None:
    assert {token.id: token.copies for token in TOKENS.values()} == facts.box(medals=True)
    assert set(facts.MEDALS_WONDERS) == set(OWN_WONDERS)
    assert "two_player_medals" in HouseRules.__struct_fields__


def test_what_the_referee_says_of_medals_is_translated(near: NearReferee) -> None:
    speak("hu")
    random, unsaid = Random(7), set[str]()
    box: dict[str, Any] = msgspec.to_builtins(INVENTED_BOX)
    for wonders in (["rome", "ur", "giza"], ["ur", "rome"]):
        near.do(
            "setup", {"game": "architects", "wonders": wonders, "expansions": ["medals"], "expert": True, "box": box}
        )
        for _step in range(150):
            view = near.play(random, 1)
            assert view.table is not None
            lines = {*view.table.obligations, *(line.why for line in view.explain)}
            said = {line: words.line(line, "architects", view.table) for line in lines}
            with speaking("en"):
                unsaid |= {told for line, told in said.items() if words.line(line, "architects", view.table) == told}
            unsaid |= {str(move) for move in view.table.moves if words.move(move, view.table)[0] == move["move"]}
            if view.table.finished:
                break
        near.do("end", {})
    assert unsaid == set()
    assert [medal.id for medal in MEDALS if words.medal(medal.id) == medal.id] == []


def test_a_game_with_medals_is_chosen_by_a_tap(pilot: "Pilot", near: NearReferee) -> None:
    pilot.press("New game")
    seat(pilot, ("giza", "rhodes", "olympia"))
    pilot.press("Medals")
    pilot.press("Begin")
    pilot.until(lambda: near.referee.view().table is not None)
    table = table_of(near)
    assert (table.medals, table.centre) == (("?", "?", "?"), ())


def test_the_expert_variant_is_the_next_tap_and_then_none(pilot: "Pilot") -> None:
    pilot.press("New game")
    setup: Any = pilot.shell.page.draft.setup
    seen = []
    for _tap in range(3):
        pilot.press("Medals")
        seen.append((setup.medals, pilot.find("Medals").now))
    assert seen == [("played", "played"), ("expert", "expert variant"), ("", "not played")]


def test_rome_sits_down_only_with_the_expansion(pilot: "Pilot") -> None:
    pilot.press("New game")
    assert pilot.shell.page._tiles["rome"].why
    pilot.press("Medals")
    seat(pilot, ("rome", "giza"))
    pilot.press("Medals")
    pilot.press("Medals")
    assert "rome" not in pilot.shell.page.draft.seating.wonders, "without the expansion nobody plays Rome"


def test_what_is_printed_on_rome_is_asked_for_once_and_kept_in_the_box_file(pilot: "Pilot", near: NearReferee) -> None:
    def begin() -> None:
        pilot.press("New game")
        pilot.press("Medals")
        seat(pilot, ("rome", "giza"))
        pilot.press("Begin")

    begin()
    pilot.until(lambda: pilot.shell.page.name == "architects.own")
    assert near.referee.view().table is None
    printed: dict[str, Any] = msgspec.to_builtins(INVENTED_BOX["rome"])
    for number, stage in enumerate(printed["stages"]):
        pilot.shell.page.turn(number)
        for _more in range(stage["count"]):
            pilot.tap(pilot.shell.page.ids.asked.children[-1].children[0].children[0])
        pilot.press(stage["kind"])
        pilot.shell.page.tell(vp=stage.get("vp", 0), effect=stage.get("effect", False), on=list(stage.get("on", ())))
        assert not pilot.shell.page.ready, "nothing is supposed that was not told"
    pilot.press("0 / 25")
    for card, count in printed["cards"].items():
        if not count:
            continue
        pilot.press(words.card(card))
        for _more in range(count - 1):
            pilot.shell.page.count(card)
    pilot.press("Done")
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.page.name == "table")
    assert table_of(near).players[0].wonder == "rome"
    near.do("end", {})
    pilot.until(lambda: pilot.shell.view.table is not None and pilot.shell.view.table.finished)
    pilot.shell.go("home")
    begin()
    pilot.until(lambda: near.referee.view().table is not None and not table_of(near).finished)
    assert "box" not in near.sent[-1].body, "it is in the box file now"


def test_a_medal_is_read_and_taken_on_the_move_pad(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(3) | EXPANSION | {"medals": ["?", "medal_3_red", "medal_3_green"]})
    pilot.until(lambda: pilot.shell.page.name == "table")
    by_finger(pilot, {"move": "reveal_medal", "medal": "medal_3_blue", "left_of": 0})
    pilot.until(lambda: table_of(near).medals[0] == "medal_3_blue")
    for turn in range(7):
        near.do("move", {"move": "take", "seat": turn % 3, "from": "left", "card": "vp2_cat" if turn < 6 else "vp3"})
    claim = {"move": "medal", "seat": 0, "medal": "medal_3_blue", "where": "left"}
    assert claim in table_of(near).moves
    pilot.until(lambda: pilot.shell.view.table == table_of(near))
    by_finger(pilot, claim)
    pilot.until(lambda: table_of(near).medals[0] is None)
    assert table_of(near).players[0].medals == ("medal_3_blue",)
