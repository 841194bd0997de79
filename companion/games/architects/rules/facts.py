"""What is printed on the pieces of 7 Wonders Architects, as typed data.

Loaded once from the data files in ``data/``. Cards are counted everywhere as tuples of 14 numbers in
the order of ``FACTS.cards``; ``FACTS.index`` gives a card's place in them.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

from companion.games.reading import read_data

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
    """A progress token. ``on_cards``/``on_build``: what lets its owner take an extra card.

    ``keeps_horns``: its owner's red cards with horns stay after a battle.
    """

    id: str
    name: str
    copies: int
    kind: Literal["extra_card", "payment", "battle", "look", "endgame"]
    on_cards: tuple[str, ...] = ()
    on_build: bool = False
    shields: int = 0
    keeps_horns: bool = False


class Medal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A medal: what must lie in front of a player at the least, all of it at the same moment.

    ``cards``: by colour, ``cat`` (blue with a cat), ``horn`` (red with horns) or ``any``. ``stages``: built.
    ``progress``, ``military``: tokens. ``battle``: military tokens out of one battle.
    """

    id: str
    goal: str
    cards: dict[str, int] = {}
    stages: int = 0
    cat: bool = False
    progress: int = 0
    military: int = 0
    battle: int = 0

    @property
    def face(self) -> str:
        """The face id of the side with the goal."""
        return f"architects/medal/{self.id}"


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
    logistics_vp: int = 0
    centre_medals: int = 0


class Facts(msgspec.Struct, frozen=True, eq=False):
    """What lies in the box of a table. ``decks``: one entry a wonder and ``central``; mappings keep the files' order.

    ``open_stages``: by wonder, for each set of stages built (as bits) those that can be built next, with their
    places. One object a box: it is compared and hashed as such.
    """

    cards: tuple[Card, ...]
    index: dict[str, int]
    decks: dict[str, Counts]
    wonders: dict[str, Wonder]
    stages: dict[str, Stage]
    open_stages: dict[str, tuple[tuple[tuple[int, Stage], ...], ...]]
    progress_tokens: dict[str, ProgressToken]
    card_face_ids: tuple[str, ...]
    table: Table
    medals: tuple[Medal, ...] = ()


def deck_counts(cards: dict[str, int]) -> Counts:
    """A deck's cards by id as counts in the order of the cards."""
    return tuple(cards.get(card.id, 0) for card in _CARDS)


def box_of(
    wonders: Iterable[Wonder],
    decks: dict[str, Counts],
    tokens: Iterable[ProgressToken],
    table: Table,
    medals: tuple[Medal, ...] = (),
) -> Facts:
    """A box with these wonders, decks, tokens and medals."""
    by_id = {wonder.id: wonder for wonder in wonders}
    return Facts(
        cards=_CARDS,
        index={card.id: place for place, card in enumerate(_CARDS)},
        decks=decks,
        wonders=by_id,
        stages={stage.id: stage for wonder in by_id.values() for stage in wonder.stages},
        open_stages={wonder.id: _open_stages(wonder.stages) for wonder in by_id.values()},
        progress_tokens={token.id: token for token in tokens},
        card_face_ids=tuple(card.face for card in _CARDS),
        table=table,
        medals=medals,
    )


def _open_stages(stages: tuple[Stage, ...]) -> tuple[tuple[tuple[int, Stage], ...], ...]:
    below = [sum(1 << k for k, other in enumerate(stages) if other.id in stage.requires) for stage in stages]
    return tuple(
        tuple((k, stage) for k, stage in enumerate(stages) if not built >> k & 1 and not below[k] & ~built)
        for built in range(1 << len(stages))
    )


_CARDS = read_data(__package__, "cards.json", tuple[Card, ...])

FACTS = box_of(
    read_data(__package__, "wonders.json", tuple[Wonder, ...]),
    {deck.id: deck_counts(deck.cards) for deck in read_data(__package__, "decks.json", tuple[Deck, ...])},
    read_data(__package__, "progress.json", tuple[ProgressToken, ...]),
    read_data(__package__, "table.json", Table),
)
"""The box of the game without expansions, as printed."""
