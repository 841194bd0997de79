"""An open table that a screen asks about: vision is told to read it, the game says what it makes of it."""

import asyncio

import pytest
from msgspec.structs import replace

from companion.api.surveys import Surveys
from companion.errors import Unusable
from companion.games.layout import TAGS
from companion.referee.messages import Proposed
from tests.twin.surveys import dealt, survey_of
from vision.sighting import Survey, Watch

_NOTHING = Watch(())


async def _asked(surveys: Surveys, told: list[Watch], survey: Survey) -> Proposed:
    asked = asyncio.ensure_future(surveys.proposed({"game": "architects"}, lambda: True))
    await asyncio.sleep(0)
    assert told, "vision is told at once"
    surveys.came(replace(survey, number=told[-1].survey))
    return await asked


def _surveys() -> tuple[Surveys, list[Watch]]:
    told: list[Watch] = []
    surveys = Surveys(lambda: told.append(surveys.asking(_NOTHING)))
    return surveys, told


def test_vision_is_told_once_and_the_proposal_comes_back() -> None:
    surveys, told = _surveys()
    dealer = dealt(3, 1)
    found = asyncio.run(_asked(surveys, told, survey_of(dealer)))
    assert sorted(found.setup["wonders"]) == sorted(dealer.setup_object()["wonders"])
    assert told[0].survey > 0
    assert told[0].tags == TAGS
    # Nobody waits any more: vision is told so, and looks at what it looked at before.
    assert told[-1] == _NOTHING


def test_a_table_without_tags_is_refused_by_its_code() -> None:
    surveys, told = _surveys()
    with pytest.raises(Unusable) as error:
        asyncio.run(_asked(surveys, told, replace(survey_of(dealt(2, 1)), why="no_tags")))
    assert error.value.code == "no_tags"
    assert told[-1] == _NOTHING


def test_an_old_survey_answers_nobody() -> None:
    surveys, _told = _surveys()
    surveys.came(replace(survey_of(dealt(2, 1)), number=7))
    assert surveys.asking(_NOTHING) == _NOTHING
