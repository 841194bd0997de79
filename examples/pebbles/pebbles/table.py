"""The public picture of a table of Pebbles."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.games.tables import LogEntry, Played, SeatView, TableView
from companion.games.vocabulary import Sheet
from pebbles import rules
from pebbles.rules.state import State
from pebbles.rules.wire import counted


class PebblesSeat(SeatView, frozen=True, kw_only=True):
    """One player's cards and starfish."""

    starfish: int


class PebblesTable(TableView, frozen=True, kw_only=True, tag="pebbles"):
    """``piles``: cards left in each; ``tide``: stormy tide tokens; ``discard``: the cards that left in battles."""

    players: tuple[PebblesSeat, ...]
    piles: dict[str, int]
    tide: int
    discard: dict[str, int]


Table = PebblesTable


def table(state: State, sheet: Sheet, *, over: bool) -> PebblesTable:
    """The table; ``over``: nobody is to move any more."""
    said = rules.describe(state)
    return PebblesTable(
        players=tuple(
            PebblesSeat(
                seat=seat,
                name=state.names[seat] if state.names else f"Seat {seat}",
                score=sheet.totals[seat],
                categories=sheet.categories[seat],
                cards=counted(state.cities[seat]),
                starfish=state.starfish[seat],
            )
            for seat in range(state.players)
        ),
        turn=sum(sum(city) for city in state.cities) + sum(state.discard) + 1,
        to_move=None if over else state.to_move,
        obligations=() if over else rules.obligations(state),
        moves=() if over else tuple(rules.dump_move(move) for move in rules.legal(state)),
        finished=over,
        winners=sheet.winners if state.finished else (),
        piles=said["piles"],
        tide=state.tide,
        discard=said["discard"],
    )


def secrets(_played: Sequence[Played], _undone: frozenset[int]) -> frozenset[int]:
    """Everything lies open."""
    return frozenset()


def public_table(shown: PebblesTable) -> PebblesTable:
    """Without the legal moves, which belong to the table's own screen."""
    return replace(shown, moves=())


def public_entry(entry: LogEntry) -> LogEntry:
    """Everything lies open."""
    return entry
