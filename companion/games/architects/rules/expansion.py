"""What the expansion Medals adds to the box: medals, progress tokens, and the wonders Rome and Ur.

What is printed on Rome's and Ur's stages and cards nobody has published: their owner reads it off the box once
(the box file), and it travels in the set-up, so that a recorded game can be replayed anywhere.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec

from companion.games.architects.rules.facts import (
    FACTS,
    Facts,
    Medal,
    ProgressToken,
    Stage,
    Wonder,
    box_of,
    deck_counts,
)
from companion.games.reading import read_data
from companion.games.vocabulary import InvalidSetup


class _OwnersWonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wonder of which only the name and what its effect does are known."""

    id: str
    name: str
    effect: str


class _Expansion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The data file: what the expansion adds. ``stages``, ``cards``: of each of its wonders."""

    medals: tuple[Medal, ...]
    progress: tuple[ProgressToken, ...]
    wonders: tuple[_OwnersWonder, ...]
    stages: int
    cards: int
    centre_medals: int
    culture_vp: tuple[int, ...]
    logistics_vp: int


class OwnStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stage as its owner reads it off: how many resources it costs and of which kind, its points, what it stands on.

    ``effect``: whether the wonder's effect is printed on it. ``on``: the numbers (from 1) of the stages directly below.
    """

    count: int
    kind: Literal["different", "identical"]
    vp: int = 0
    effect: bool = False
    on: tuple[int, ...] = ()


class OwnWonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wonder as its owner reads it off: the stages from the bottom up, and how many of each card its deck holds."""

    stages: tuple[OwnStage, ...]
    cards: dict[str, int]


_DATA = read_data(__package__, "medals.json", _Expansion)

MEDALS = _DATA.medals
"""The medals; everywhere medal k is bit k of a set of medals."""
MEDAL_PLACE = {medal.id: place for place, medal in enumerate(MEDALS)}
MEDAL_FACES = {medal.id: medal.face for medal in MEDALS}
"""The face of each medal's side with the goal, in the order of ``MEDALS``."""
BATTLE_MEDALS = frozenset(medal.id for medal in MEDALS if medal.battle)
"""Medals that are won in a battle, also in another player's turn."""
OWN_WONDERS = {wonder.id: wonder.name for wonder in _DATA.wonders}
"""Wonders that only their owner can describe, with their names."""
OWN_STAGES = tuple(f"{wonder}_{number}" for wonder in OWN_WONDERS for number in range(1, _DATA.stages + 1))
"""Ids of their stages."""


def _tokens() -> tuple[ProgressToken, ...]:
    """The tokens of the game, with the further copies, and then the new ones."""
    more = {token.id: token.copies for token in _DATA.progress}
    known = (
        msgspec.structs.replace(token, copies=token.copies + more.get(token.id, 0))
        for token in FACTS.progress_tokens.values()
    )
    return (*known, *(token for token in _DATA.progress if token.id not in FACTS.progress_tokens))


EXPANDED = box_of(
    FACTS.wonders.values(),
    FACTS.decks,
    _tokens(),
    msgspec.structs.replace(
        FACTS.table,
        culture_vp=_DATA.culture_vp,
        logistics_vp=_DATA.logistics_vp,
        centre_medals=_DATA.centre_medals,
    ),
    MEDALS,
)
"""The box with the expansion, without Rome and Ur: what is known of it everywhere."""
TOKENS = EXPANDED.progress_tokens
"""Every progress token there is, those of the game without expansions first; counts of tokens go in this order."""
TOKEN_ORDER = {token: place for place, token in enumerate(TOKENS)}


def box_with(box: Mapping[str, OwnWonder]) -> Facts:
    """The expanded box with these wonders of the owner's, checked before. The same wonders give the same object."""
    return _box_with(msgspec.json.encode({name: box[name] for name in OWN_WONDERS if name in box})) if box else EXPANDED


@lru_cache(maxsize=64)
def _box_with(encoded: bytes) -> Facts:
    box = msgspec.json.decode(encoded, type=dict[str, OwnWonder])
    wonders = [_wonder(wonder, box[wonder.id]) for wonder in _DATA.wonders if wonder.id in box]
    decks = {name: deck_counts(own.cards) for name, own in box.items()}
    return box_of(
        (*EXPANDED.wonders.values(), *wonders),
        FACTS.decks | decks,
        TOKENS.values(),
        EXPANDED.table,
        MEDALS,
    )


def _wonder(known: _OwnersWonder, own: OwnWonder) -> Wonder:
    stages = tuple(
        Stage(
            id=f"{known.id}_{number}",
            count=stage.count,
            kind=stage.kind,
            vp=stage.vp,
            effect=stage.effect,
            requires=tuple(f"{known.id}_{below}" for below in stage.on),
        )
        for number, stage in enumerate(own.stages, 1)
    )
    return Wonder(known.id, known.name, known.effect, stages)


def lacking(wonders: tuple[str, ...], box: Mapping[str, OwnWonder]) -> tuple[str, ...]:
    """The wonders of which the box file would have to speak and does not."""
    return tuple(wonder for wonder in wonders if wonder in OWN_WONDERS and wonder not in box)


def what_is_lacking(wonder: str) -> str:
    """In one line what the owner must read off the box for this wonder."""
    return (
        f"{OWN_WONDERS[wonder]} is not published: of its {_DATA.stages} stages the cost, the points, the effect and "
        f"what each stands on, and how many of each of its {_DATA.cards} cards there are, must come from the box file"
    )


def check_own(wonder: str, own: OwnWonder) -> None:
    """Raise ``InvalidSetup`` where no box can hold such a wonder."""
    if wonder not in OWN_WONDERS:
        raise InvalidSetup(f"The box file describes {wonder!r}: it is only asked about {' and '.join(OWN_WONDERS)}.")
    if len(own.stages) != _DATA.stages:
        raise InvalidSetup(f"{wonder} has {len(own.stages)} stages in the box file: a wonder has {_DATA.stages}.")
    for number, stage in enumerate(own.stages, 1):
        _check_stage(f"{wonder} stage {number}", number, stage)
    _check_cards(wonder, own.cards)


def _check_stage(where: str, number: int, stage: OwnStage) -> None:
    most = 5
    if not 1 <= stage.count <= most:
        raise InvalidSetup(f"{where} costs {stage.count} resources in the box file: 1 to {most} are possible.")
    if stage.vp < 0:
        raise InvalidSetup(f"{where} is worth {stage.vp} points in the box file: 0 is the least.")
    for below in stage.on:
        if not 1 <= below < number:
            raise InvalidSetup(
                f"{where} stands on stage {below} in the box file: number the stages from the bottom up, from 1."
            )


def _check_cards(wonder: str, cards: Mapping[str, int]) -> None:
    for card, count in cards.items():
        if card not in FACTS.index:
            raise InvalidSetup(f"{wonder} has no card {card!r}: known are {', '.join(FACTS.index)}.")
        if count < 0:
            raise InvalidSetup(f"{wonder} has {count} cards {card} in the box file: 0 is the least.")
    total = sum(cards.values())
    if total != _DATA.cards:
        raise InvalidSetup(f"The cards of {wonder} in the box file add up to {total}: its deck holds {_DATA.cards}.")
