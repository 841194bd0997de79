"""An open table as the camera proposes it: what is seen, and what a person should look at."""

from functools import partial

from companion.api.protocol import Ask, Proposed, View
from companion.games.vocabulary import line
from tests.ui.gallery.stage import ANSWERS
from tests.ui.gallery.visitor import Stop, Visitor
from tests.ui.previews import OPEN, kept_open

_DOUBTS = (
    line("wonder_unseen", seat=0),
    line("deck_unseen", seat=1, place="holder/1"),
    line("where_lies", place="central/deck"),
    line("middle_unseen"),
)


def _answered(doubtful: bool, ask: Ask, _view: View) -> Proposed:  # noqa: FBT001 - given once, by a stop
    return kept_open(ask.body["game"], **({"doubts": _DOUBTS} if doubtful else {}))


def _layout(game: str, visitor: Visitor, *, doubtful: bool = False) -> None:
    shell = visitor.pilot.shell
    ANSWERS["table"] = partial(_answered, doubtful)
    shell.set_up()
    visitor.on("seats")
    assert shell.draft is not None
    shell.draft.play(game)
    shell.go("layout", setup=shell.draft.setup)
    visitor.on("layout")
    visitor.pilot.until(lambda: visitor.page.found)


STOPS = (
    *(Stop(f"layout-{game}", "nothing", partial(_layout, game)) for game in OPEN),
    Stop("layout-doubts", "nothing", partial(_layout, "architects", doubtful=True)),
)
