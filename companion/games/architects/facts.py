"""What is printed on the pieces of 7 Wonders Architects, as typed data.

Loaded once from the data files in ``data/``. Cards are counted everywhere as tuples of 14 numbers in
the order of ``FACTS.cards``; ``FACTS.index`` gives a card's place in them.
"""

from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

Color = Literal["grey", "yellow", "blue", "green", "red"]
Counts = tuple[int, ...]
"""How many of each card face, in the order of ``FACTS.cards``."""

RESOURCES = 5
"""The first five faces are the resources (grey), then the coin: the payment rules rely on it."""
COIN = 5
SCIENCE = (8, 9, 10)
"""Compass, tablet, gear."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One card face. ``vp``, ``shields`` and ``horns`` are what is printed on it."""

    id: str
    name: str
    color: Color
    vp: int = 0
    cat: bool = False
    shields: int = 0
    horns: int = 0

    @property
    def face(self) -> str:
        """The face id that vision uses."""
        return f"architects/{self.id}"


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck holds at the start: a wonder's own 25 cards, or the 60 central ones."""

    id: str
    cards: dict[str, int]


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage: costs ``count`` resources, all ``different`` or all ``identical``.

    ``requires``: the stages directly below; ``effect``: whether the wonder's effect is printed on it.
    """

    id: str
    count: int
    kind: Literal["different", "identical"]
    vp: int
    effect: bool
    requires: tuple[str, ...]


class Wonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wonder: its five stages from the bottom up and what its effect stages do."""

    id: str
    name: str
    effect: str
    stages: tuple[Stage, ...]


class ProgressToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A progress token. ``on_cards``/``on_build``: what lets its owner take an extra card."""

    id: str
    name: str
    copies: int
    kind: Literal["extra_card", "payment", "battle", "endgame"]
    on_cards: tuple[str, ...] = ()
    on_build: bool = False
    shields: int = 0


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the game as such: players, tokens, what each thing scores."""

    min_players: int
    max_players: int
    face_up: int
    cat_vp: int
    military_vp: int
    military_tokens: int
    medal_vp: int
    conflict_tokens: dict[int, int]
    decor_incomplete_vp: int
    decor_complete_vp: int
    politics_vp: int
    strategy_vp: int
    education_vp: int
    culture_vp: tuple[int, ...]


class Facts(msgspec.Struct, frozen=True):
    """All of it. ``decks`` has one entry a wonder and ``central``; mappings keep the files' order."""

    cards: tuple[Card, ...]
    index: dict[str, int]
    decks: dict[str, Counts]
    wonders: dict[str, Wonder]
    stages: dict[str, Stage]
    progress_tokens: dict[str, ProgressToken]
    card_face_ids: tuple[str, ...]
    table: Table


_T = TypeVar("_T")


def _read(name: str, kind: type[_T]) -> _T:
    return msgspec.json.decode(files(__package__).joinpath("data", name).read_bytes(), type=kind, strict=False)


def _load() -> Facts:
    cards = _read("cards.json", tuple[Card, ...])
    wonders = {wonder.id: wonder for wonder in _read("wonders.json", tuple[Wonder, ...])}
    return Facts(
        cards=cards,
        index={card.id: place for place, card in enumerate(cards)},
        decks={
            deck.id: tuple(deck.cards.get(card.id, 0) for card in cards)
            for deck in _read("decks.json", tuple[Deck, ...])
        },
        wonders=wonders,
        stages={stage.id: stage for wonder in wonders.values() for stage in wonder.stages},
        progress_tokens={token.id: token for token in _read("progress.json", tuple[ProgressToken, ...])},
        card_face_ids=tuple(card.face for card in cards),
        table=_read("table.json", Table),
    )


FACTS = _load()
"""The box, as printed."""
