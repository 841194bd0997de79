"""A table of 7 Wonders that is joined in the middle of a game: the facet ``joined``.

A turn is played by all at once, so the city that has played most cards tells which turn it is, unless its owner has
discarded some. What was discarded, and which cards lie under the boards, nobody sees. Where a card lies ready before
some and not before others, these have laid theirs; which card that was is asked where it brings something at the end
of the turn. Conflict tokens that are not all read follow from the shields of the ages that are over.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.finished import NUMBER, Field, FieldName, Lies, Piece, Told, many, number, one
from companion.games.seven_wonders.finished import belongs as counted
from companion.games.seven_wonders.finished import fields as all_fields
from companion.games.seven_wonders.finished import position
from companion.games.seven_wonders.places import BACKS, COINS_TOLD, STAGES_TOLD
from companion.games.seven_wonders.rules.effects import Coins, CoinsPer, Special
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, EDITION, EDITIONS, TABLE
from companion.games.seven_wonders.rules.military import conflicts, shields
from companion.games.seven_wonders.rules.moves import UNSEEN
from companion.games.seven_wonders.rules.setup import STAGE
from companion.games.seven_wonders.rules.state import City

_AGE_AFTER: Final = {str(TABLE.defeat_points): 2} | {
    str(value): age + 1 for age, value in enumerate(TABLE.victory_points, 1)
}
"""The age in which a conflict token lies there at the earliest: it is taken when its own age is over."""
_TOLD_TOGETHER: Final[Mapping[str, FieldName]] = {
    COINS_TOLD.partition("/")[2]: "coins",
    STAGES_TOLD.partition("/")[2]: "stages",
}
_MORE_CARDS: Final = {"play_seventh_card", "build_from_discard_free"}
"""Powers by which a city may play more than one card in a turn."""

_Lying = Mapping[str, Sequence[Lies]]


def fields(edition: int) -> tuple[Field, ...]:
    """What there is to tell of a city, cards first; and of the table, the age and which of its turns comes next."""
    told = {field.name: field for field in all_fields(edition)}
    shown = {piece.id for piece in told["cards"].pieces}
    aged = sorted(EDITIONS[edition].cards, key=lambda card: card.age)
    cards = tuple(Piece(card.id, "card", part=card.age) for card in aged if card.id in shown)
    told["cards"] = replace(told["cards"], pieces=cards)
    bring = {card.id for card in aged if any(isinstance(effect, Coins | CoinsPer) for effect in card.effects)}
    laid = (Piece(UNSEEN, "laid"), Piece(STAGE, "laid"), *(replace(card, part=0) for card in cards if card.id in bring))
    return (
        *(told[name] for name in ("cards", "tokens", "stages", "coins")),
        Field("laid", "one", laid, among="cards"),
        Field("age", "number", least=1, most=TABLE.ages, shared=True),
        Field("turn", "number", least=1, most=TABLE.turns, shared=True),
    )


def possible(begun: Mapping[str, Any]) -> bool:
    """Where it is known whose the boards are."""
    return bool(begun.get("wonders"))


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face that lies before a player counts; coins and stages are told together, with their number."""
    name, _, told = face.partition("@")
    if name in _TOLD_TOGETHER:
        return _TOLD_TOGETHER[name], NUMBER, int(told)
    found = counted(face) if not told else None
    return found if found is not None and found[0] in {"cards", "tokens"} else None


def read(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> tuple[Told, ...]:
    """With who has laid this turn's card, and all conflict tokens."""
    return _with_tokens(begun, _with_laid(cities, lying), lying)


def _with_laid(cities: Sequence[Told], lying: _Lying) -> tuple[Told, ...]:
    """With who has laid this turn's card: before whom none lies ready, while one does before others."""
    ready = [bool(lying.get(f"seat/{seat}/chosen")) for seat in range(len(cities))]
    if not any(ready):
        return tuple(cities)
    return tuple(city if here else {**city, "laid": {UNSEEN: 1}} for city, here in zip(cities, ready, strict=True))


def _with_tokens(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> tuple[Told, ...]:
    """With the conflict tokens that follow from the cities where not as many defeats are read as victories, or none."""
    tokens = [token for city in cities for token in many(city, "tokens")]
    if tokens and 2 * tokens.count(str(TABLE.defeat_points)) == len(tokens):
        return tuple(cities)
    plain = tuple({name: told for name, told in city.items() if name != "tokens"} for city in cities)
    table = shared(begun, plain, lying)
    now = number(table, "age"), number(table, "turn")
    taken = [Counter[str]() for _ in plain]
    for over in range(1, now[0]):
        strengths = tuple(_shields(begun, seat, city, over, now) for seat, city in enumerate(plain))
        for seat, its in enumerate(conflicts(over, strengths)):
            taken[seat].update(map(str, its))
    return tuple({**city, "tokens": dict(its)} if its else city for city, its in zip(plain, taken, strict=True))


def _shields(begun: Mapping[str, Any], seat: int, city: Told, age: int, now: tuple[int, int]) -> int:
    """A city's shields at the end of an age; ``now``: the age and the turn that come next."""
    facts = EDITIONS[_edition(begun)]
    there = [CARDS[facts.index[card]] for card in many(city, "cards") if card in facts.index]
    ages = Counter(card.age for card in there)
    cards = sum(card.bit for card in there if card.age <= age)
    wonder, side = _boards(begun)[seat]
    board = facts.board_index[wonder, side]
    stages = min(number(city, "stages"), len(BOARDS[board].stages))
    return shields(City(board, cards, _built(stages, age, ages, now), 0))


def _built(stages: int, age: int, cards: Mapping[int, int], now: tuple[int, int]) -> int:
    """How many of a city's stages were built by the end of an age: one in each age, as far as its cards allow.

    Nobody sees when one was. A turn brings a card, a stage or a discard, so that an age of which a card of each turn
    lies there (``cards``: how many of each age do) had none.
    """
    turns = dict.fromkeys(range(1, now[0]), TABLE.turns) | {now[0]: now[1]}
    room = {one: max(0, most - cards.get(one, 0)) for one, most in turns.items()}
    before = sum(number for one, number in room.items() if one <= age)
    after = sum(room.values()) - before
    return min(max(min(stages, age), stages - after), before)


def under_way(cities: Sequence[Told], _: _Lying) -> bool:
    """Whether more has been played than one turn's cards: in a first turn each city has one at most.

    Conflict tokens come after six turns: before, coins that are in no box may be taken for some.
    """
    return sum(map(_played, cities)) > len(cities)


def shared(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> Told:
    """The age, and which of its turns comes next: after as many as the city with most cards has played."""
    ages = {card.id: card.age for card in EDITIONS[_edition(begun)].cards}
    plain = [city for board, city in zip(_boards(begun), cities, strict=True) if not _may_play_more(board)] or cities
    cards = Counter(ages[card] for city in cities for card in many(city, "cards"))
    # One card of an age may be misread.
    there = [age for age, count in cards.items() if count > 1]
    over = [_AGE_AFTER[token] for city in cities for token in many(city, "tokens")]
    backs = [BACKS.index(piece.face) + 1 for piece in lying.get("discard", ()) if piece.face in BACKS]
    most = max(_played(city) - len(many(city, "laid")) for city in plain)
    age = min(TABLE.ages, max([most // TABLE.turns + 1, *there, *over, *backs]))
    of_age = (sum(ages[card] == age for card in many(city, "cards")) - len(many(city, "laid")) for city in plain)
    before = max(most - TABLE.turns * (age - 1), *of_age)
    return {"age": {NUMBER: age}, "turn": {NUMBER: min(TABLE.turns, 1 + before)}}


def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> dict[str, Any]:
    """The set-up of a game that goes on from here. See ``referee.joining.Joined``."""
    seats = len(_boards(begun))
    table = cities[seats] if len(cities) > seats else shared(begun, cities, lying)
    edition, age = _edition(begun), number(table, "age")
    told = position(edition, cities[:seats], {})["players"]
    of_age = {card.id for card in EDITIONS[edition].cards if card.age == age}
    there = [_lies(city, player, of_age) for city, player in zip(cities, told, strict=False)]
    return {**begun, "position": {"cities": there, "age": age, "turn": number(table, "turn")}}


def _lies(city: Told, player: Mapping[str, Any], of_age: Collection[str]) -> dict[str, Any]:
    """A city as the set-up has it; what cannot have been laid in this turn (``of_age``: its cards) is not known."""
    laid = one(city, "laid")
    may_be = {"", *([STAGE] if player["stages"] else []), *(card for card in player["cards"] if card in of_age)}
    there = {key: player[key] for key in ("cards", "stages", "coins", "conflict_tokens")}
    return {**there, "laid": laid if laid in may_be else UNSEEN}


def _edition(begun: Mapping[str, Any]) -> int:
    return begun.get("edition") or EDITION


def _boards(begun: Mapping[str, Any]) -> list[Sequence[str]]:
    free = begun.get("free_city")
    return [*begun["wonders"], *([free] if free else [])]


def _may_play_more(board: Sequence[str]) -> bool:
    stages = (one.stages for one in BOARDS if (one.wonder, one.side) == tuple(board))
    return any(
        isinstance(effect, Special) and effect.name in _MORE_CARDS
        for every in stages for stage in every for effect in stage.effects
    )  # fmt: skip


def _played(city: Told) -> int:
    """The cards that a city has built, or laid under its board."""
    return len(many(city, "cards")) + number(city, "stages")
