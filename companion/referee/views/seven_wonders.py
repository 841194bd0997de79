"""The picture of a table of 7 Wonders. With two players the Free City is the last seat."""

from companion.games import seven_wonders
from companion.games.common import Sheet
from companion.games.seven_wonders.describe import buildings
from companion.games.seven_wonders.facts import FACTS, SYMBOLS
from companion.games.seven_wonders.military import shields
from companion.games.seven_wonders.science import city_symbols, city_wilds
from companion.games.seven_wonders.state import City, free_city_controller, to_choose
from companion.referee.tables import SevenWondersSeat, SevenWondersTable


def table(state: seven_wonders.State, sheet: Sheet, *, over: bool) -> SevenWondersTable:
    """The table; ``over``: nobody is to choose any more."""
    return SevenWondersTable(
        players=tuple(_seat(state, seat, sheet) for seat in range(len(state.cities))),
        turn=state.turn,
        to_move=None if over else state.to_move,
        obligations=() if over else seven_wonders.obligations(state),
        moves=() if over else tuple(seven_wonders.dump_move(move) for move in seven_wonders.legal(state)),
        finished=over,
        winners=sheet.winners if over else (),
        age=state.age,
        passing=FACTS.table.pass_to[state.age - 1],
        to_choose=() if over else to_choose(state),
        discard=len(state.discard),
        offer=state.offers[0][1] if state.offers and not over else "",
        controller=free_city_controller(state.age, state.turn) if state.players == 2 else None,
    )


def _seat(state: seven_wonders.State, seat: int, sheet: Sheet) -> SevenWondersSeat:
    city = state.cities[seat]
    board = FACTS.boards[city.board]
    scored = seat < state.players
    cards = buildings(city)
    return SevenWondersSeat(
        seat=seat,
        name=_name(state, seat),
        wonder=board.wonder,
        score=sheet.totals[seat] if scored else 0,
        categories=sheet.categories[seat] if scored else {},
        cards=dict.fromkeys(cards, 1),
        side=board.side,
        stages=city.stages,
        stage_count=len(board.stages),
        coins=city.coins,
        shields=shields(city),
        conflict_tokens=city.tokens,
        science=_science(city),
        hand=len(state.hands[seat]) if scored else 0,
        chosen=state.chosen[seat] is not None,
        buildings=tuple(cards),
    )


def _science(city: City) -> dict[str, int]:
    """How many of each symbol a city has, wild ones apart; none of those that it lacks."""
    found = dict(zip(SYMBOLS, city_symbols(city), strict=True)) | {"wild": len(city_wilds(city))}
    return {symbol: count for symbol, count in found.items() if count}


def _name(state: seven_wonders.State, seat: int) -> str:
    """A player's own name, or the city's."""
    named = state.names[seat : seat + 1] or (FACTS.boards[state.cities[seat].board].wonder.capitalize(),)
    return named[0]
