"""A table of Architects that is joined in the middle of a game: the facet ``joined``.

Military tokens and medals lie one on another: how many somebody has is asked of all players at once. Which medals they
are nobody need know; those that lie between players and in the middle are seen, and the others are taken.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.architects.finished import belongs as counted
from companion.games.architects.finished import fields as all_fields
from companion.games.architects.finished import position
from companion.games.architects.places import BATTLE, CENTRE_MEDAL_SPOTS, PROGRESS
from companion.games.architects.rules.expansion import MEDAL_FACES, OWN_STAGES
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.architects.rules.setup import MEDALS_EXPANSION, TAKEN, UNREAD, Setup, facts_of
from companion.games.finished import NUMBER, Field, FieldName, Lies, Piece, Told, many, number

_SINCE_LAID = 2
"""So many cards may be taken while people look over what was found. More are hardly ever misread on a fresh table: at
most a pale deck or two."""
_NAMES = {face: name for name, face in MEDAL_FACES.items()}

_ROME = "rome"
_Lying = Mapping[str, Sequence[Lies]]


def fields(_edition: int) -> tuple[Field, ...]:
    """What there is to tell of a city, cards first."""
    told = {field.name: field for field in all_fields(1)}
    tokens = (replace(piece, rare=piece.id not in FACTS.progress_tokens) for piece in told["progress"].pieces)
    told["progress"] = replace(told["progress"], pieces=tuple(tokens))
    own = tuple(Piece(stage, "stage", of=stage.rpartition("_")[0], rare=True) for stage in OWN_STAGES)
    told["stages"] = replace(told["stages"], pieces=(*told["stages"].pieces, *own))
    lying_on_another = (replace(told[name], together=True) for name in ("military", "cat", "medals"))
    return told["cards"], told["stages"], told["progress"], *lying_on_another


def possible(begun: Mapping[str, Any]) -> bool:
    """Where each wonder's stages are known: of Rome and Ur as their owner has read them off the box."""
    return all(wonder in _facts(begun).wonders for wonder in begun.get("wonders", ()))


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Where a face that lies before a player counts; a medal that was taken shows its back."""
    return ("medals", NUMBER, 1) if face == "medal/back" else counted(face)


def read(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> tuple[Told, ...]:
    """With the stages on which built ones stand, read or not: those are built; and with the medals that are taken."""
    facts = _facts(begun)
    found = [{**city} for city in cities]
    for wonder, city in zip(begun["wonders"], found, strict=True):
        if there := _built(facts, wonder, city):
            city["stages"] = there
    if not _has_medals(begun):
        return tuple(found)
    owners = [seat for seat, city in enumerate(found) if number(city, "medals")]
    for seat, city in enumerate(found):
        # Of a stack the uppermost is seen: it is all of them where nobody else has any.
        mine = _on_table(begun, lying).count(TAKEN) if owners == [seat] else number(city, "medals")
        city["medals"] = {NUMBER: mine} if mine else {}
    return tuple(found)


def _built(facts: Facts, wonder: str, city: Told) -> dict[str, int]:
    stages = {stage.id: stage for stage in facts.wonders[wonder].stages}
    built = [stage for stage in many(city, "stages") if stage in stages]
    for stage in built:
        built += [below for below in stages[stage].requires if below not in built]
    return dict.fromkeys((stage for stage in stages if stage in built), 1)


def under_way(cities: Sequence[Told], lying: _Lying) -> bool:
    """Whether a stage is built, or a battle was won, and each player may have had a turn: what was paid lies nowhere.

    Of all that was paid for or won one may be misread; each of the others took two cards at least. Or more cards lay
    there from the first than can have been taken since the table was laid: from which decks nobody has seen.
    """
    first = [
        piece for seat in range(len(cities)) for piece in lying.get(f"seat/{seat}/city", ())
        if not piece.came and (at := counted(piece.face.partition("/")[2])) is not None and at[0] == "cards"
    ]  # fmt: skip
    cards = sum(len(many(city, "cards")) for city in cities)
    won = sum(number(city, "military") > 0 for city in cities)
    paid_for = sum(len(many(city, "stages")) + len(many(city, "progress")) for city in cities)
    told = any(city.get("stages") for city in cities) or won > 1
    return len(first) > _SINCE_LAID or (told and cards + 2 * (paid_for + won - 1) > len(cities))


def setup(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> dict[str, Any]:
    """The set-up of a game that goes on from here. See ``referee.joining.Joined``."""
    face_up = [piece.face.removeprefix(PROGRESS) for piece in lying.get("central/progress", ())]
    named = [{**city, "wonder": {wonder: 1}} for wonder, city in zip(begun["wonders"], cities, strict=True)]
    return {
        **begun,
        "position": position(1, named, {})["players"],
        "battle": [piece.face for piece in lying.get("central/conflict", ())].count(BATTLE),
        "progress": _open(face_up, cities, _facts(begun)),
        **(_medals(begun, cities, lying) if _has_medals(begun) else {}),
        **({"debts": _debts(cities, lying)} if _ROME in begun["wonders"] else {}),
    }


def _open(face_up: Sequence[str], cities: Sequence[Told], facts: Facts) -> list[str]:
    """The tokens of the row; of which more lie there than the box holds those have no name: one of them was misread.

    What lies before the players they have looked at.
    """
    there = Counter([*face_up, *(token for city in cities for token in many(city, "progress"))])
    copies = {token: one.copies for token, one in facts.progress_tokens.items()}
    return [token if there[token] <= copies.get(token, 0) else UNREAD for token in face_up]


def _has_medals(begun: Mapping[str, Any]) -> bool:
    return MEDALS_EXPANSION in begun.get("expansions", ())


def _medals(begun: Mapping[str, Any], cities: Sequence[Told], lying: _Lying) -> dict[str, Any]:
    """The medals that lie between players and in the middle, by how many the players have."""
    on_table, gaps = _on_table(begun, lying), _gaps(begun)
    owned = sum(number(city, "medals") for city in cities)
    gone = [place for place, medal in enumerate(on_table) if medal == TAKEN]
    missed = max(0, len(gone) - owned)
    # Where a medal lay that was not seen when the table was read, no place is watched; most likely in the middle.
    for place in sorted(gone, key=lambda place: (_zone(place, gaps) in lying, place < gaps))[:missed]:
        on_table[place] = UNREAD
    # What has no name in the middle may be the stack of those that lie face down. Other medals come out of the box.
    nameless = [place for place, medal in enumerate(on_table) if place >= gaps and medal == UNREAD]
    if nameless and owned > len(gone):
        on_table[nameless[0]] = TAKEN
    return {"medals": on_table[:gaps], "centre": on_table[gaps:]}


def _on_table(begun: Mapping[str, Any], lying: _Lying) -> list[str]:
    """What is seen of the medals, place by place, those between players first; by name, if that is told."""
    gaps = _gaps(begun)
    between = [lying.get(_zone(seat, gaps), ())[:1] for seat in range(gaps)]
    told = [*begun.get("medals", ()), *[UNREAD] * gaps]
    found = [_NAMES.get(there[0].face, told[k]) if there else TAKEN for k, there in enumerate(between)]
    if not begun.get("expert"):
        return found
    centre = [_NAMES.get(piece.face, UNREAD) for piece in lying.get(_zone(gaps, gaps), ())]
    return [*found, *(centre + [TAKEN] * len(CENTRE_MEDAL_SPOTS))[: len(CENTRE_MEDAL_SPOTS)]]


def _zone(place: int, gaps: int) -> str:
    """Where a medal lies: those between players come first."""
    return f"seat/{place}/medal" if place < gaps else "central/medals"


def _debts(cities: Sequence[Told], lying: _Lying) -> list[int]:
    """How many cards lie face down before each player, for one that Rome took: no card that anybody told of."""
    there = (len(lying.get(f"seat/{seat}/city", ())) for seat in range(len(cities)))
    return [max(0, lie - len(many(city, "cards"))) for lie, city in zip(there, cities, strict=True)]


def _facts(begun: Mapping[str, Any]) -> Facts:
    """What lies in the box of this table."""
    said = {name: begun[name] for name in ("wonders", "expansions", "box") if name in begun}
    return facts_of(msgspec.convert({"wonders": (), **said}, Setup))


def _gaps(begun: Mapping[str, Any]) -> int:
    """Between how many neighbours a medal lies."""
    return msgspec.convert({name: begun[name] for name in ("wonders", "house_rules") if name in begun}, Setup).gaps
