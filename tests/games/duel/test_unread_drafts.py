"""Wonders that were drafted and that nobody read: which of them was which, told by what is built later."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import Move
from companion.games.duel.rules.moves import Build, BuildWonder, DraftWonder, Offer, TakeProgress
from companion.games.tables import Played
from companion.games.watched import watched
from companion.referee.inference.excuses import Record
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import Unread, named, unread_events
from tests.games.duel.tables import city, draft_table

_DRAFT = (
    Offer(("?", "?", "piraeus", "pyramids")),
    DraftWonder(0, "pyramids"),
    DraftWonder(1, "?"),
    DraftWonder(1, "?"),
    DraftWonder(0, "piraeus"),
    Offer(("?", "appian_way", "colossus", "statue_of_zeus")),
    DraftWonder(1, "?"),
    DraftWonder(0, "appian_way"),
    DraftWonder(0, "statue_of_zeus"),
    DraftWonder(1, "colossus"),
)
"""Seat 1 drafts three wonders that nobody read."""


def _played(moves: Sequence[Move], *, coins: int = 50) -> list[Played]:
    """These moves with what they led to; ``coins``: seat 0's at first."""
    state, played = replace(draft_table(), cities=(city(coins=coins), city(coins=50))), []
    for seq, move in enumerate(moves, start=1):
        after = rules.apply(state, move)
        played.append(Played(seq, move, state, after, tuple(rules.judge(state, move))))
        state = after
    return played


def _unread(played: Sequence[Played]) -> list[Unread]:
    return list(unread_events(watched("duel"), played, Observations(), Record(watched("duel"), played).thoughts))


def test_of_three_unread_wonders_all_of_which_are_built_the_one_that_is_named_may_be_any_of_them() -> None:
    plays = (
        Build(0, "altar"),
        BuildWonder(1, "baths", "?", ("hanging_gardens", "sphinx")),
        Build(1, "theater"),
        Build(0, "tavern"),
        BuildWonder(1, "apothecary", "?", ("circus_maximus", "hanging_gardens", "sphinx")),
        BuildWonder(1, "workshop", "great_library"),
    )
    played = _played((*_DRAFT, *plays))
    drafted = [one for one in _unread(played) if one.seq <= len(_DRAFT)]
    assert [named(one) for one in drafted] == [None, None, None]
    for one in drafted:
        moves = [choice.moves[0] for choice in one.choices]
        wonders = {move.wonder for move in moves if isinstance(move, DraftWonder)}
        assert {"great_library", "hanging_gardens", "sphinx"} <= wonders, "each of them is one of these"


def test_a_wonder_that_leaves_too_few_coins_is_not_ruled_out_while_another_unread_piece_may_have_given_them() -> None:
    """The wonder costs the other player three coins, which he has again if his token was the one that gives six."""
    draft = (
        Offer(("great_library", "?", "piraeus", "pyramids")),
        DraftWonder(0, "great_library"),
        DraftWonder(1, "?"),
        DraftWonder(1, "piraeus"),
        DraftWonder(0, "pyramids"),
        Offer(("hanging_gardens", "mausoleum", "colossus", "statue_of_zeus")),
        DraftWonder(1, "hanging_gardens"),
        DraftWonder(0, "mausoleum"),
        DraftWonder(0, "statue_of_zeus"),
        DraftWonder(1, "colossus"),
    )
    built = (
        Build(0, "altar"),
        BuildWonder(1, "baths", "?", ("appian_way", "sphinx", "temple_of_artemis")),
        Build(1, "theater"),
        BuildWonder(0, "apothecary", "great_library"),
    )
    taken = (TakeProgress(0, "?", "box"), Build(1, "workshop"), Build(0, "stable"))
    (drafted, *_) = _unread(_played((*draft, *built, *taken), coins=13))
    wonders = {move.wonder for choice in drafted.choices for move in choice.moves if isinstance(move, DraftWonder)}
    assert wonders == {"appian_way", "sphinx", "temple_of_artemis"}
