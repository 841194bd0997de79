"""The picture of a table of Architects (with Medals).

No move is hidden: whoever peeks with the Cat or looks at cards says nothing, and what is taken lies open.
"""

from typing import Any

from msgspec.structs import replace

from companion.games.architects import rules as architects
from companion.games.tables import SeatView, TableView, common
from companion.games.vocabulary import Sheet


class ArchitectsSeat(SeatView, frozen=True, kw_only=True):
    """One player's side of a table of Architects.

    ``stages``: stage id to built or not, in building order; ``buildable``: those affordable now.
    ``face_down``: cards that lie face down before the player (expansion Medals).
    """

    stages: dict[str, bool]
    buildable: tuple[str, ...]
    shields: int
    military: int
    progress: tuple[str, ...]
    cat: bool
    deck: int
    medals: tuple[str, ...] = ()
    face_down: int = 0


class ArchitectsTable(TableView, frozen=True, kw_only=True, tag="architects"):
    """A table of Architects.

    ``face_up`` may hold ``"?"`` for a token nobody has read yet. With the expansion Medals: ``medals`` lie to the
    left of each seat and in the ``centre`` (``"?"``: unread, ``null``: taken); ``late``: the moves that take a medal
    which was forgotten.
    """

    players: tuple[ArchitectsSeat, ...]
    battle_tokens: int
    peace_tokens: int
    cat_holder: int | None
    central_deck: int
    discard: int
    face_up: tuple[str, ...]
    stack: int
    medals: tuple[str | None, ...] = ()
    centre: tuple[str | None, ...] = ()
    late: tuple[dict[str, Any], ...] = ()


Table = ArchitectsTable


def table(state: architects.State, sheet: Sheet, *, over: bool) -> ArchitectsTable:
    """The table; ``over``: nobody is to move any more."""
    legal = architects.legal(state)
    buildable = {move.stage: move.seat for move in legal if isinstance(move, architects.BuildStage)}
    return ArchitectsTable(
        players=tuple(_seat(state, seat, sheet, buildable) for seat in range(state.players)),
        turn=state.number,
        battle_tokens=state.battle,
        peace_tokens=architects.peace_tokens(state),
        cat_holder=state.cat,
        central_deck=architects.deck_size(state, state.players),
        discard=architects.discarded(state),
        face_up=state.face_up,
        stack=state.stack,
        **common("architects", state, sheet, over=over),
        **_medals(state, over=over),
    )


def _medals(state: architects.State, *, over: bool) -> dict[str, Any]:
    """What the expansion adds to the picture."""
    medals = state.medals
    if medals is None:
        return {}
    late = () if over else tuple(architects.dump_move(move) for move in architects.late(state))
    return {"medals": medals.lying[: medals.gaps], "centre": medals.lying[medals.gaps :], "late": late}


def _seat(state: architects.State, seat: int, sheet: Sheet, buildable: dict[str, int]) -> ArchitectsSeat:
    city = state.cities[seat]
    wonder = state.facts.wonders[city.wonder]
    cards = zip(architects.FACTS.cards, city.cards, strict=True)
    stages = {stage.id: bool(city.built >> k & 1) for k, stage in enumerate(wonder.stages)}
    return ArchitectsSeat(
        seat=seat,
        name=state.names[seat] if state.names else city.wonder.capitalize(),
        wonder=city.wonder,
        score=sheet.totals[seat],
        categories=sheet.categories[seat],
        cards={card.id: count for card, count in cards if count > 0},
        stages=stages,
        buildable=tuple(stage for stage in stages if buildable.get(stage) == seat),
        shields=architects.shields(state, seat),
        military=city.military,
        progress=city.progress,
        cat=state.cat == seat,
        deck=architects.deck_size(state, seat),
        medals=city.medals,
        face_down=city.face_down + (state.medals.debts[seat] if state.medals is not None else 0),
    )


def public_table(table: ArchitectsTable) -> ArchitectsTable:
    """Without the moves: which cards can still come tells what has been seen."""
    return replace(table, moves=(), late=())
