"""Where people are taken by themselves, state by state; nobody who is busy is ever disturbed."""

from itertools import product

import pytest
from msgspec.structs import replace

from companion.api.protocol import Option, Question, View
from tests.ui.stories import story
from ui.battle import Battle
from ui.leading import lead

MIDDLE = list(story("architects", 3, 1))[40]
ASKED = Question(7, 0, (Option((), 1.0),), "ambiguous")
EMPTY = View(0, "", None, None, (), (), (), (), {}, "")


def fresh(view: View = MIDDLE, *, question: Question | None = None) -> View:
    return replace(view, seq=view.seq + 1, question=question)


def goal(page: str, before: View = MIDDLE, now: View | None = None, *, put_off: Question | None = None) -> str:
    now = now or fresh()
    battle = Battle(now.seq, (1, 0, 0), ())
    return lead(page, before, now, put_off=put_off, battle=battle)


def test_a_question_comes_before_a_battle_and_only_where_people_watch() -> None:
    now = fresh(question=ASKED)
    assert [goal(page, now=now) for page in ("table", "battle", "question")] == ["question", "question", ""]
    assert goal("moves", now=now) == "battle", "who enters a move is asked afterwards"
    assert goal("table", now=now, put_off=ASKED) == "battle", "it was put off"


def test_a_battle_is_shown_once_to_who_watches_or_enters() -> None:
    assert [goal(page) for page in ("table", "moves", "battle")] == ["battle", "battle", "battle"]
    assert goal("table", before=fresh(), now=fresh()) == "", "that view was seen before"


def test_a_battle_is_never_up_over_a_later_event() -> None:
    """Issue 13, build 6: the next event frees the live table at once, whatever it is."""
    later = replace(MIDDLE, seq=MIDDLE.seq + 1)
    fought_before = Battle(MIDDLE.seq, (1, 0, 0), ())
    assert lead("battle", MIDDLE, later, put_off=None, battle=fought_before) == "table"
    assert lead("battle", MIDDLE, replace(MIDDLE, camera="dark"), put_off=None, battle=fought_before) == ""
    end = list(story("architects", 3, 1))[-1]
    assert lead("battle", MIDDLE, end, put_off=None, battle=fought_before) == "sheet"


def test_a_game_that_begins_or_a_question_that_is_answered_leads_to_the_table() -> None:
    assert [goal(page, before=EMPTY) for page in ("home", "seats", "question")] == ["table", "table", "table"]
    assert goal("home") == "", "at home nothing else leads away"


def test_who_is_asked_at_the_result_is_led_there_and_back() -> None:
    end = list(story("architects", 3, 1))[-1]
    asked, told = replace(end, question=ASKED), replace(end, seq=end.seq + 1)
    assert goal("sheet", end, asked) == "question"
    assert goal("sheet", end, asked, put_off=ASKED) == ""
    assert goal("question", asked, told) == "sheet"


def test_another_game_begun_elsewhere_leads_from_the_result_of_the_last_to_the_table() -> None:
    end = list(story("architects", 3, 1))[-1]
    another = next(iter(story("duel", 2, 1)))
    assert [goal(page, end, another) for page in ("sheet", "home", "log")] == ["table", "table", ""]


def test_what_was_played_before_is_told_first() -> None:
    now = replace(fresh(question=ASKED), joining=({}, {}, {}))
    assert [goal(page, now=now) for page in ("home", "seats", "table", "settings")] == ["joining"] * 3 + [""]


@pytest.mark.parametrize("page", ["log", "sheet", "compose", "settings", "camera", "event", "enrolment"])
def test_nobody_who_is_busy_is_disturbed(page: str) -> None:
    end = list(story("architects", 3, 1))[-1]
    for before, now in product((EMPTY, MIDDLE), (fresh(), fresh(question=ASKED), fresh(end))):
        assert goal(page, before, now) == ""
