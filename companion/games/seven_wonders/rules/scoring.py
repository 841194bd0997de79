"""The score sheet, each point explained. Sections 'End of the game' and 'Scoring'."""

from collections.abc import Iterator

from companion.games.scoring import sheet_of
from companion.games.seven_wonders.rules.effects import Points, PointsIf, PointsPer
from companion.games.seven_wonders.rules.endings import NOTHING_CHOSEN, Ending, best_ending, symbols_with
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, SYMBOLS, TABLE, Card, cards_in
from companion.games.seven_wonders.rules.guilds import copied_points, counted_points
from companion.games.seven_wonders.rules.science import CARD_SYMBOLS
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.state import City, State
from companion.games.seven_wonders.rules.turns import without_offers
from companion.games.vocabulary import Explanation, Line, Sheet, line

CATEGORIES = ("military", "treasury", "wonder", "civilian", "science", "commercial", "guilds")

Part = tuple[str, int, Line, str]
"""A contribution to a score: category, points, why, the rule's section."""


def scores(state: State) -> Sheet:
    """The score sheet as of now; the winners are those who would win if the game ended now.

    What a wonder still offers counts as let go: a recorded game may end without a word about it.
    """
    return sheet(without_offers(state).cities, state.players, state.rules)


def sheet(cities: tuple[City, ...], players: int, rules: HouseRules, chosen: tuple[Ending, ...] | None = None) -> Sheet:
    """The score sheet of the first ``players`` of these cities (a Free City is only a neighbour).

    A tie is broken by the coins. Section 'End of the game'.
    ``chosen``: what each has chosen at the end, as far as it has; the rest is chosen for the most points.
    """
    endings = [best_ending(cities, seat, rules, chosen[seat] if chosen else NOTHING_CHOSEN) for seat in range(players)]
    explain = (
        Explanation(seat, *part)
        for seat, ending in enumerate(endings)
        for part in _parts(cities, seat, rules, ending)
        if part[1]
    )
    return sheet_of(explain, CATEGORIES, players, lambda seat, _points: cities[seat].coins)


def _parts(cities: tuple[City, ...], seat: int, rules: HouseRules, ending: Ending) -> Iterator[Part]:
    city = cities[seat]
    yield from _military(city)
    yield from _treasury(city)
    yield from _wonder(city)
    yield from _buildings(cities, seat, rules)
    yield from _science(city, ending)
    if ending.copied is not None:
        yield from _copied(cities, seat, rules, ending.copied)


def _military(city: City) -> Iterator[Part]:
    for age, value in enumerate(TABLE.victory_points, start=1):
        won = city.tokens.count(value)
        why = line("victories", n=won, age="I" * age, each=value)
        yield "military", value * won, why, "Scoring: Military conflicts"
    value = TABLE.defeat_points
    lost = city.tokens.count(value)
    yield "military", value * lost, line("defeats", n=lost, each=value), "Scoring: Military conflicts"


def _treasury(city: City) -> Iterator[Part]:
    each = TABLE.coins_per_point
    yield "treasury", city.coins // each, line("treasury", n=city.coins, each=each), "Scoring: Treasury"


def _wonder(city: City) -> Iterator[Part]:
    board = BOARDS[city.board]
    for number, stage in enumerate(board.stages[: city.stages], start=1):
        points = sum(effect.amount for effect in stage.effects if isinstance(effect, Points))
        why = line("stage", n=number, wonder=line(f"wonder/{board.wonder}"), side=board.side)
        yield "wonder", points, why, "Scoring: Wonders of the World"


_CATEGORIES_OF_COLORS = {
    "blue": ("civilian", "Scoring: Civilian buildings"),
    "yellow": ("commercial", "Scoring: Commercial buildings"),
    "purple": ("guilds", "Scoring: Guilds"),
}


def _scores_itself(card: Card) -> bool:
    return any(isinstance(effect, Points | PointsIf | PointsPer) for effect in card.effects)


_SCORING = sum(card.bit for card in CARDS if _scores_itself(card))


def _buildings(cities: tuple[City, ...], seat: int, rules: HouseRules) -> Iterator[Part]:
    """Blue, yellow and purple cards."""
    city = cities[seat]
    for card in cards_in(city.cards & _SCORING):
        category, rule = _CATEGORIES_OF_COLORS[card.color]
        for effect in card.effects:
            if isinstance(effect, Points):
                yield category, effect.amount, line("building", card=card.id), rule
            elif isinstance(effect, PointsIf) and city.stages == len(BOARDS[city.board].stages):
                yield category, effect.amount, line("wonder_complete", card=card.id), rule
        for points, counted in counted_points(card.place, cities, seat, rules):
            yield category, points, line("for_each", card=card.id, **counted), rule


def _science(city: City, ending: Ending) -> Iterator[Part]:
    rule, symbols = "Scoring: Scientific buildings", symbols_with(city, ending)
    for place, symbol in enumerate(SYMBOLS):
        number = symbols[place]
        cards = [card.id for card in cards_in(city.cards) if CARD_SYMBOLS[card.place] == symbol]
        sources = [line("building", card=card) for card in cards] + [line("chosen")] * ending.symbols.count(symbol)
        yield "science", number**2, line("symbols", n=number, symbol=symbol, sources=tuple(sources)), rule
    sets, each = min(symbols), TABLE.science_set_points
    yield "science", sets * each, line("sets", n=sets, each=each), rule


def _copied(cities: tuple[City, ...], seat: int, rules: HouseRules, guild: int) -> Iterator[Part]:
    """A copied guild scores as if it were built here."""
    for points, counted in copied_points(guild, cities, seat, rules):
        why = line("copied", card=CARDS[guild].id, **counted)
        yield "guilds", points, why, "Statue of Zeus in Olympia (side B)"
