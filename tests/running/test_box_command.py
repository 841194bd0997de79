"""``companion box``: shows what the box file says, and asks for what it lacks."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from companion.commands import box
from companion.errors import Unusable
from companion.games.architects.box import ask
from companion.referee.boxfile import BoxFile
from tests.games.medal_tables import INVENTED_BOX


def answers(wonder: str) -> list[str]:
    """What the owner of the invented box would say."""
    own = INVENTED_BOX[wonder]
    said = []
    for number, stage in enumerate(own.stages, 1):
        said += [str(stage.count), stage.kind[0], str(stage.vp), "y" if stage.effect else "n"]
        said += [" ".join(map(str, stage.on)) or "0"] if number > 1 else []
    return [*said, *map(str, own.cards.values())]


def test_a_box_is_asked_about_question_by_question(tmp_path: Path) -> None:
    result = CliRunner().invoke(box.app, [str(tmp_path), "--wonder", "rome"], input="\n".join(answers("rome")) + "\n")
    assert result.exception is None, result.output
    assert BoxFile(tmp_path).of("architects") == {"rome": INVENTED_BOX["rome"]}
    assert "ur: lacking" in result.output


def test_an_answer_that_cannot_be_is_asked_for_again() -> None:
    given = iter(["many", *answers("ur")])
    assert ask("Ur", lambda _question: next(given)) == INVENTED_BOX["ur"]


def test_what_no_box_can_hold_is_not_written(tmp_path: Path) -> None:
    wrong = [*answers("ur")[:-1], "7"]
    result = CliRunner().invoke(box.app, [str(tmp_path), "--wonder", "ur"], input="\n".join(wrong) + "\n")
    assert isinstance(result.exception, Unusable)
    assert "add up to" in str(result.exception)
    assert BoxFile(tmp_path).of("architects") == {}


def test_only_wonders_that_nobody_has_published_are_asked_about(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match="only rome and ur"):
        box.box(tmp_path, wonder="giza")


def test_a_complete_box_file_is_told_and_answered_with_yes(tmp_path: Path) -> None:
    assert box.box(tmp_path) == 1
    BoxFile(tmp_path).keep("architects", INVENTED_BOX)
    assert box.box(tmp_path) == 0
