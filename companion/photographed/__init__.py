"""From photographs of finished cities to the position that is scored: one photograph a player."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.games.finished import NUMBER, Field, finished
from companion.games.vocabulary import PositionError
from companion.photographed.asking import Question
from companion.photographed.marks import Mark, wonders_seen
from companion.photographed.reading import Read

__all__ = ["position_of", "seen_object"]


def position_of(
    game: str, edition: int, photographs: Sequence[tuple[str, Read]], wonders: Sequence[str] = ()
) -> tuple[dict[str, Any], list[str]]:
    """The described position (see ``companion score FILE``) and what a person should look at.

    ``photographs``: each one's name and what was read of it, in seat order; ``wonders``: what a person says, in the
    same order, for photographs that do not show it. What no photograph shows is asked about and counted as it was
    read. Raises ``Unusable`` where nothing can be scored.
    """
    told = finished(game)
    if told is None:
        raise Unusable(f"{game} cannot be scored from photographs; describe the position in a file")
    fields = told.fields(edition)
    board = next((field for field in fields if field.kind == "one"), None)
    if wonders and board is None:
        raise Unusable("--wonders is for games in which a player has one; here the photographs show them")
    cities, asked = [], []
    for seat, (image, read) in enumerate(photographs):
        said = wonders[seat] if seat < len(wonders) else ""
        city = dict(read.told)
        if board is not None:
            city[board.name] = {_said(said, board) if said else _seen(image, read, fields, board): 1}
        cities.append(city)
        asked += [line for question in read.questions for line in _in_words(image, read, question, said)]
    asked += [
        f"the {field.name} is in no photograph: counted as 0; put it into the position"
        for field in fields
        if field.shared and not field.rare
    ]
    position = told.position(edition, cities, {})
    asked += getattr(told, "missing", _nothing)(position)
    why = _unfit(game, position) if getattr(told, "PARTIAL", False) else ""
    if why:
        asked.append(f"the photographs do not fit together ({why}): see what was not read; scored as it was read")
        position["partial"] = True
    return position, asked


def _nothing(_position: dict[str, Any]) -> list[str]:
    return []


def seen_object(image: str, read: Read) -> dict[str, Any]:
    """What was seen in a photograph, as a JSON object: ``null`` where something is there and cannot be told."""

    def there(mark: Mark, *said: str) -> dict[str, Any]:
        quad = [[round(side * value, 1) for side, value in zip(read.size, point, strict=True)] for point in mark.quad]
        piece = dict.fromkeys(said, mark.piece or None)
        return piece | {"probability": mark.probability, "quad": quad, "others": list(mark.others)}

    cards = [there(mark, "card") for mark in read.marks if mark.field == "cards"]
    others = [
        {"field": mark.field, "count": mark.count} | there(mark, "piece")
        for mark in read.marks
        if mark.field != "cards"
    ]
    return {"image": image, "cards": cards, "pieces": others}


def _unfit(game: str, position: dict[str, Any]) -> str:
    """Why the rules do not allow it; empty: they do."""
    try:
        game_named(game).score_position(position)
    except PositionError as error:
        return str(error)
    return ""


def _said(wonder: str, board: Field) -> str:
    names = [piece.id for piece in board.pieces]
    if wonder not in names:
        raise Unusable(f"--wonders {wonder}: no such board; there are {', '.join(names)}")
    return wonder


def _seen(image: str, read: Read, fields: Sequence[Field], board: Field) -> str:
    """The wonder that is in the photograph, by its board or its stages. Raises ``Unusable``."""
    seen = wonders_seen(read.marks, fields)
    if len(seen) > 1:
        raise Unusable(f"{image}: {seen[0]} and {seen[1]} are in it; give one photograph a player")
    found = next(iter(read.told.get(board.name, ())), "")
    if not found:
        raise Unusable(f"{image}: no wonder is seen in it; say which it is with --wonders NAME,NAME,...")
    return found


def _in_words(image: str, read: Read, question: Question, said: str) -> Iterator[str]:
    """A line for what is answered in one go; ``said``: the wonder, which is not asked about then."""
    asked = []
    for name in question.fields:
        if name == "wonder" and said:
            continue
        there = read.told.get(name, {})
        counted = " ".join(
            str(count) if piece == NUMBER else f"{count} {piece}" for piece, count in there.items() if count
        )
        asked.append(f"{name} ({counted or 'none'} counted)")
    asked += [
        f"the piece about {_middle(read, mark.quad)} {_doubt(mark)}"
        for mark in (read.marks[k] for k in question.marks)
        if mark.field not in question.fields
    ]
    if asked:
        yield f"{image}: not seen for certain: {', '.join(asked)}; is that right?"


def _doubt(mark: Mark) -> str:
    others = " or ".join(mark.others)
    if mark.piece:
        return f"({mark.piece}{f' or {others}' if others else ''}: the first counted)"
    if others:
        return f"(lies apart: the city's {others}, or the top of a deck: not counted)"
    return "(cannot be read: not counted)"


def _middle(read: Read, quad: Sequence[tuple[float, float]]) -> str:
    x, y = (round(side * sum(point[k] for point in quad) / max(1, len(quad))) for k, side in enumerate(read.size))
    return f"({x}, {y})"
