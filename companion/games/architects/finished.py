"""Architects: what there is to tell of a city at the end."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.games.architects.rules.expansion import MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.finished import NUMBER, Field, FieldName, Piece, Told, many, number, one

PARTIAL: Final = True
"""Cities that do not fit together can be scored as they are."""
DECKS_BESIDE: Final = True
"""A deck lies face up beside each wonder: a card apart from the others may be its top."""
_MOST_MILITARY: Final = 30
_STAGE, _PROGRESS, _BACK = "stage/", "progress/", "back/"
_CAT = "token/cat"


def fields(_edition: int) -> tuple[Field, ...]:
    """Wonder and its stages, military tokens, the Cat, progress tokens, cards; the expansion's tokens and medals."""
    wonders = FACTS.wonders.values()
    stages = tuple(Piece(stage.id, "stage", of=wonder.id) for wonder in wonders for stage in wonder.stages)
    return (
        Field("wonder", "one", tuple(Piece(wonder.id, "board") for wonder in wonders)),
        Field("stages", "many", stages),
        Field("military", "number", most=_MOST_MILITARY),
        Field("cat", "number", most=1),
        Field("medals", "number", most=len(MEDALS), rare=True),
        Field("progress", "many", tuple(Piece(token.id, "token", token.copies) for token in TOKENS.values())),
        Field("cards", "many", tuple(Piece(card.id, "card", _copies(card.id)) for card in FACTS.cards)),
    )


def position(_edition: int, cities: Sequence[Told], _table: Told) -> dict[str, Any]:
    """The described position."""
    return {"game": "architects", "players": [_player(city) for city in cities]}


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """A stage counts with its built side up; any other, and the back of a deck, says whose city it is."""
    if face.startswith(_STAGE):
        stage, _slash, side = face.removeprefix(_STAGE).partition("/")
        return ("stages", stage, 1) if side == "built" else ("wonder", stage.rpartition("_")[0], 1)
    if face.removeprefix(_BACK) in FACTS.wonders:
        return "wonder", face.removeprefix(_BACK), 1
    if face.startswith(_PROGRESS):
        token = face.removeprefix(_PROGRESS)
        return ("progress", token, 1) if token in TOKENS else None
    if face in (_CAT, "token/military"):
        return ("cat" if face == _CAT else "military"), NUMBER, 1
    return ("cards", face, 1) if face in FACTS.index else None


def left_open(faces: Mapping[str, int]) -> tuple[FieldName, ...]:
    """What these faces (how many of each are seen) leave open; where a stage was not seen, or none was, the stages.

    Always the tokens: those of military lie on one another, and of progress tokens one in ten is not seen. So is the
    Cat where it is not seen: that costs no question more, and it may have been missed.
    """
    found: tuple[FieldName, ...] = ("military", "progress") if faces.get(_CAT) else ("military", "progress", "cat")
    stages = {
        face.removeprefix(_STAGE).partition("/")[0]
        for face, count in faces.items()
        if face.startswith(_STAGE) and count
    }
    owners = {wonder for wonder, its in FACTS.wonders.items() if stages & {stage.id for stage in its.stages}}
    whole = {stage.id for owner in owners for stage in FACTS.wonders[owner].stages}
    return (*found, "stages") if stages != whole or not stages else found


def implied(city: Told) -> Told:
    """With each built stage those that it stands on (Building a stage): they were built before it."""
    built = dict(city.get("stages", {}))
    below = [stage for stage, count in built.items() if count and stage in FACTS.stages]
    while below:
        more = [other for other in FACTS.stages[below.pop()].requires if not built.get(other)]
        built.update(dict.fromkeys(more, 1))
        below += more
    return {**city, "stages": built}


def _copies(card: str) -> int:
    """How many of a card the box holds."""
    return sum(deck[FACTS.index[card]] for deck in FACTS.decks.values())


def _player(city: Told) -> dict[str, Any]:
    wonder = one(city, "wonder")
    return {
        "wonder": wonder,
        "built": [stage for stage in many(city, "stages") if stage.rpartition("_")[0] == wonder],
        "cards": {card: count for card, count in city.get("cards", {}).items() if count},
        "cat": bool(number(city, "cat")),
        "military": number(city, "military"),
        "progress": list(many(city, "progress")),
        "medals": number(city, "medals"),
    }
