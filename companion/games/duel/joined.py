"""A table of Duel that is joined in the middle of a game: the facet ``joined``.

The structure tells its age and what has been taken from it (``remaining``); where a card still lies people can put
right slot by slot. Coins that the box does not know are asked for; of the discard pile only the uppermost card is
seen, of those under wonders none.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.duel.finished import belongs as counted
from companion.games.duel.finished import fields as all_fields
from companion.games.duel.finished import position
from companion.games.duel.places import COINS_TOLD, LOOT_FACES, PAWN_FACE, slots, track_spot
from companion.games.duel.remaining import AGES, EACH, Remaining, likest, remaining
from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.duel.rules.setup import SEATS, UNREAD_TOKEN
from companion.games.duel.rules.state import ALL_SLOTS
from companion.games.finished import NUMBER, Field, FieldName, Lies, Piece, Told, many, number
from companion.games.vocabulary import COVERS, standing

_TRACK: Final = {
    standing(PAWN_FACE, track_spot(pawn)): pawn for pawn in range(1 - FACTS.table.capital, FACTS.table.capital)
}
"""The pawn in each place of the track between the capitals."""
_COINS: Final = COINS_TOLD.partition("/")[2]
_STRUCTURE: Final = "structure/"
_SLOTS: Final = tuple(dict.fromkeys(name.removeprefix(_STRUCTURE) for age in AGES for name in slots(age)))
_Lying = Mapping[str, Sequence[Lies]]


def fields(_edition: int) -> tuple[Field, ...]:
    """What there is to tell of a city, cards first; of the table where cards lie, the pawn and the age."""
    told = {field.name: field for field in all_fields(1)}
    aged = tuple(Piece(card.id, "card", part=card.age) for card in FACTS.cards)
    told["cards"] = replace(told["cards"], pieces=aged)
    capital = FACTS.table.capital
    told["pawn"] = replace(told["pawn"], least=1 - capital, most=capital - 1)
    return (
        *(told[name] for name in ("cards", "wonders", "progress", "coins", "pawn")),
        Field("age", "number", least=1, most=AGES[-1], shared=True),
        Field("standing", "many", tuple(Piece(slot, "slot") for slot in _SLOTS), shared=True),
    )


def possible(begun: Mapping[str, Any]) -> bool:
    """Where it is known whose the wonders are."""
    return bool(begun.get("wonders"))


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face counts; of the wonders those that are built; of coins their number."""
    name, _, worth = face.partition("@")
    if name == _COINS:
        return "coins", NUMBER, int(worth)
    found = counted(face.removesuffix(COVERS))
    built = face.endswith(COVERS)
    return found if found is None or (found[0] == "wonders") == built else None


def shared(_: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> Told:
    """What the table itself tells: where the pawn stands, the age, and in which slots its cards still lie."""
    pawn = next((_TRACK[piece.face] for piece in lying.get("board/track", ()) if piece.face in _TRACK), 0)
    told = {"pawn": {NUMBER: pawn}} if pawn else {}
    there = _remaining(cities, lying)
    if there is None:
        return told | {"age": {NUMBER: min(_last(_played(cities, lying)) + 1, AGES[-1])}}
    lie = {_slot(name): 1 for k, name in enumerate(slots(there.age)) if there.standing >> k & 1}
    return told | {"age": {NUMBER: there.age}, "standing": lie}


def under_way(cities: Sequence[Told], lying: _Lying) -> bool:
    """Whether cards are gone from the structure and some lay elsewhere from the first: while it is laid out, none do.

    Of the structure it counts what is seen there alone: one card misread elsewhere takes none away from it.
    """
    played = _played(cities, lying)
    elsewhere = (piece for place, pieces in lying.items() if not place.startswith(_STRUCTURE) for piece in pieces)
    if not played.difference(_name(piece) for piece in elsewhere if piece.came):
        return False
    there = remaining(lying, played, dict.fromkeys(AGES, range(1, EACH + 1)))
    return there is not None and there.left < EACH


def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> dict[str, Any]:
    """The set-up of a game that goes on from here. See ``referee.joining.Joined``."""
    table = cities[SEATS] if len(cities) > SEATS else shared(begun, cities, lying)
    told = position(1, cities[:SEATS], table)
    tokens = {token for player in told["players"] for token in player["progress"]}
    on_board = (_name(piece, "progress/") for piece in lying.get("board/progress", ()))
    age, lie = number(table, "age"), many(table, "standing")
    played = _played(cities, lying)
    told_there = mask(k for k, name in enumerate(slots(age)) if _slot(name) in lie)
    there = Remaining(age, likest(age, told_there)) if told_there else None
    return {
        **begun,
        "progress": [
            token if token in FACTS.token_index else UNREAD_TOKEN for token in on_board if token not in tokens
        ],
        "position": {
            "players": told["players"],
            "pawn": told["pawn"],
            "loot": _loot(lying),
            "discard": sorted(played.difference(*(player["cards"] for player in told["players"]))),
            **(_structure(lying, played, there) if there is not None else {"age": age}),
        },
    }


def _played(cities: Sequence[Told], lying: _Lying) -> set[str]:
    """The cards in the cities, and the one that lies uppermost on the discard pile."""
    discard = {card for piece in lying.get("discard", ())[:1] if (card := _name(piece)) in FACTS.index}
    return discard.union(*(many(city, "cards") for city in cities[:SEATS]))


def _remaining(cities: Sequence[Told], lying: _Lying) -> Remaining | None:
    """What is left of the structure: no more can lie there than has not been played. ``None``: it is not laid out."""
    played = _played(cities, lying)
    gone = len(played) + sum(len(many(city, "wonders")) for city in cities[:SEATS])
    return remaining(lying, played, {age: range(1, EACH * age - gone + 1) for age in AGES if age >= _last(played)})


def _last(played: Collection[str]) -> int:
    """The age of the latest card that was played; 0: none was."""
    return max((FACTS.cards[FACTS.index[card]].age for card in played), default=0)


def _slot(name: str) -> str:
    """A slot as people are asked for it, by its place: the row and half cards from the left."""
    return name.removeprefix(_STRUCTURE)


def _name(piece: Lies, kind: str = "") -> str:
    return piece.face.removeprefix(f"duel/{kind}")


def _loot(lying: _Lying) -> list[list[int]]:
    """The coins of the tokens left, for each seat; on the first spots lie those that seat 0 takes."""
    coins = [int(face.rpartition("_")[2]) for face in LOOT_FACES]
    spots = {piece.spot for piece in lying.get("board/loot", ())}
    return [[worth for k, worth in enumerate(coins) if seat * len(coins) + k in spots] for seat in range(SEATS)]


def _structure(lying: _Lying, played: Collection[str], there: Remaining) -> dict[str, Any]:
    """The age, its cards as they lie, and the slots from which they have been taken."""
    age, left = there
    layout = FACTS.layouts[age]
    known: list[str | None] = []
    for slot, name in enumerate(slots(age)):
        card = _name(lying[name][0]) if lying.get(name) and left >> slot & 1 else ""
        open_ = layout.face_up >> slot & 1 or not layout.covered_by[slot] & left
        told = open_ and card in FACTS.index and FACTS.ages[age] >> FACTS.index[card] & 1
        known.append(card if told and card not in played and card not in known else None)
    return {"age": age, "layout": known, "taken": list(places(ALL_SLOTS & ~left))}
