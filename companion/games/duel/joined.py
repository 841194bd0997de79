"""A table of Duel that is joined in the middle of a game: the facet ``joined``.

The structure tells its age and what has been taken from it: on a card that still lies there others may lie, under one
that is gone none do. Coins are asked for; of the discard pile only the uppermost card is seen, of those under wonders
none.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from companion.games.duel.finished import belongs as counted
from companion.games.duel.finished import fields as all_fields
from companion.games.duel.finished import position
from companion.games.duel.places import LOOT_FACES, PAWN_FACE, slots, track_spot
from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.duel.rules.setup import SEATS, UNREAD_TOKEN
from companion.games.duel.rules.state import ALL_SLOTS
from companion.games.finished import NUMBER, Field, FieldName, Lies, Piece, Told
from companion.games.vocabulary import COVERS, standing

_AGES: Final = range(1, FACTS.table.ages + 1)
_TRACK: Final = {
    standing(PAWN_FACE, track_spot(pawn)): pawn for pawn in range(1 - FACTS.table.capital, FACTS.table.capital)
}
"""The pawn in each place of the track between the capitals."""
_SHOWS = 2
"""What a card with a face of an age counts for that age, where any card in one of its slots counts 1."""

_Lying = Mapping[str, Sequence[Lies]]


def fields() -> tuple[Field, ...]:
    """What there is to tell of a city, cards first; and of the table, where the pawn stands."""
    told = {field.name: field for field in all_fields(1)}
    aged = tuple(Piece(card.id, "card", part=card.age) for card in FACTS.cards)
    told["cards"] = replace(told["cards"], pieces=aged)
    capital = FACTS.table.capital
    told["pawn"] = replace(told["pawn"], least=1 - capital, most=capital - 1)
    return tuple(told[name] for name in ("cards", "wonders", "progress", "coins", "pawn"))


def possible(begun: Mapping[str, Any]) -> bool:
    """Where it is known whose the wonders are."""
    return bool(begun.get("wonders"))


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face counts; of the wonders those that are built."""
    found = counted(face.removesuffix(COVERS))
    built = face.endswith(COVERS)
    return found if found is None or (found[0] == "wonders") == built else None


def shared(lying: _Lying) -> Told:
    """What the table itself tells: where the pawn stands."""
    pawn = next((_TRACK[piece.face] for piece in lying.get("board/track", ()) if piece.face in _TRACK), 0)
    return {"pawn": {NUMBER: pawn}} if pawn else {}


def under_way(lying: _Lying) -> bool:
    """Whether cards are gone from the structure and some lie elsewhere: while it is laid out, none do yet."""
    elsewhere = any(
        belongs(piece.face.partition("/")[2]) is not None
        for name, pieces in lying.items() if name == "discard" or name.startswith("seat/")
        for piece in pieces
    )  # fmt: skip
    return elsewhere and bool(_structure(lying, (), ()).get("taken"))


def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> dict[str, Any]:
    """The set-up of a game that goes on from here. See ``referee.joining.Joined``."""
    table = cities[SEATS] if len(cities) > SEATS else shared(lying)
    told = position(1, cities[:SEATS], table)
    cards = {card for player in told["players"] for card in player["cards"]}
    tokens = {token for player in told["players"] for token in player["progress"]}
    on_board = (_name(piece, "progress/") for piece in lying.get("board/progress", ()))
    discard = [card for piece in lying.get("discard", ())[:1] if (card := _name(piece)) in FACTS.index]
    return {
        **begun,
        "progress": [
            token if token in FACTS.token_index else UNREAD_TOKEN for token in on_board if token not in tokens
        ],
        "position": {
            "players": told["players"],
            "pawn": told["pawn"],
            "loot": _loot(lying),
            "discard": [card for card in discard if card not in cards],
            **_structure(lying, cards, {*cards, *discard}),
        },
    }


def _name(piece: Lies, kind: str = "") -> str:
    return piece.face.removeprefix(f"duel/{kind}")


def _loot(lying: _Lying) -> list[list[int]]:
    """The coins of the tokens left, for each seat; on the first spots lie those that seat 0 takes."""
    coins = [int(face.rpartition("_")[2]) for face in LOOT_FACES]
    spots = {piece.spot for piece in lying.get("board/loot", ())}
    return [[worth for k, worth in enumerate(coins) if seat * len(coins) + k in spots] for seat in range(SEATS)]


def _structure(lying: _Lying, elsewhere: Collection[str], played: Collection[str]) -> dict[str, Any]:
    """The age, its cards as they lie, and the slots from which they have been taken."""
    there = {name: _name(pieces[0]) for name, pieces in lying.items() if name.startswith("structure/") and pieces}
    if not there:
        last = max((FACTS.cards[FACTS.index[card]].age for card in played), default=0)
        return {"age": min(last + 1, _AGES[-1])}
    age = max(_AGES, key=lambda age: _fit(there, age))
    names, layout = slots(age), FACTS.layouts[age]
    left = mask(slot for slot, name in enumerate(names) if name in there)
    for slot in reversed(range(len(names))):
        # Whatever has a card on it lies there, seen or not.
        left |= bool(layout.covered_by[slot] & left) << slot
    known: list[str | None] = []
    for slot, name in enumerate(names):
        card, open_ = there.get(name, ""), layout.face_up >> slot & 1 or not layout.covered_by[slot] & left
        told = open_ and card in FACTS.index and FACTS.ages[age] >> FACTS.index[card] & 1
        known.append(card if told and card not in elsewhere and card not in known else None)
    return {"age": age, "layout": known, "taken": list(places(ALL_SLOTS & ~left))}


def _fit(there: Mapping[str, str], age: int) -> int:
    """How well what lies there is the structure of an age."""
    faces = (FACTS.ages[age] >> FACTS.index[card] & 1 for card in there.values() if card in FACTS.index)
    return _SHOWS * sum(faces) + len(there.keys() & set(slots(age)))
