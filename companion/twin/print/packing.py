"""Pieces laid out on A4 pages: in rows, with room for crop marks, backs mirrored for double-sided printing."""

from collections.abc import Iterable

import msgspec

from companion.games.architects.proxies import face_ids, size_mm
from companion.games.architects.rules.facts import FACTS
from companion.paper.document import A4

MARGIN, GAP, FOOT = 10.0, 5.0, 8.0


class Piece(msgspec.Struct, frozen=True):
    """Something to cut out: its front and, where it has one, its back (both the same size)."""

    front: str
    back: str | None = None


class Laid(msgspec.Struct, frozen=True):
    """A piece on a page, from the page's top left corner (mm)."""

    piece: Piece
    x: float
    y: float


def every_piece() -> tuple[Piece, ...]:
    """The whole box: 235 cards with their backs, tokens by their number, every stage, the Cat."""
    cards = [
        Piece(card.face, f"architects/back/{deck}")
        for deck, counts in FACTS.decks.items()
        for card, count in zip(FACTS.cards, counts, strict=True)
        for _ in range(count)
    ]
    progress = [token for token in FACTS.progress_tokens.values() for _ in range(token.copies)]
    conflict = max(FACTS.table.conflict_tokens.values())
    return (
        *cards,
        *_stages(),
        *(Piece(f"architects/progress/{token.id}", "architects/progress/back") for token in progress),
        *(Piece("architects/token/conflict_peace", "architects/token/conflict_battle") for _ in range(conflict)),
        *(Piece("architects/token/military", "architects/token/military") for _ in range(FACTS.table.military_tokens)),
        Piece("architects/token/cat"),
    )


def one_of_each() -> tuple[Piece, ...]:
    """Every face once: a sample of the set, and what enrolling or trying the camera needs."""
    backs = [face for face in face_ids() if face.startswith("architects/back/") and not face.endswith("/central")]
    return (
        *(Piece(face, "architects/back/central") for face in FACTS.card_face_ids),
        *(Piece(face) for face in backs),
        *_stages(),
        *(Piece(f"architects/progress/{token}", "architects/progress/back") for token in FACTS.progress_tokens),
        Piece("architects/token/conflict_peace", "architects/token/conflict_battle"),
        Piece("architects/token/military", "architects/token/military"),
        Piece("architects/token/cat"),
    )


def _stages() -> list[Piece]:
    return [Piece(f"architects/stage/{stage}/building", f"architects/stage/{stage}/built") for stage in FACTS.stages]


def pages(pieces: Iterable[Piece]) -> list[list[Laid]]:
    """The pieces in rows on A4 pages, each row as high as its highest piece, rows centred."""
    laid: list[list[Laid]] = []
    width, floor = A4[0] - 2 * MARGIN, A4[1] - MARGIN - FOOT
    top = floor + 1.0
    for row in _rows(pieces, width):
        height = max(size_mm(piece.front)[1] for piece in row)
        if top + height > floor:
            laid.append([])
            top = MARGIN
        x = (A4[0] - sum(size_mm(piece.front)[0] + GAP for piece in row) + GAP) / 2
        for piece in row:
            laid[-1].append(Laid(piece, x, top))
            x += size_mm(piece.front)[0] + GAP
        top += height + GAP
    return laid


def _rows(pieces: Iterable[Piece], width: float) -> list[list[Piece]]:
    rows: list[list[Piece]] = []
    used = width
    for piece in sorted(pieces, key=lambda piece: (-size_mm(piece.front)[1], -size_mm(piece.front)[0])):
        across = size_mm(piece.front)[0]
        if used + across > width:
            rows.append([])
            used = 0.0
        rows[-1].append(piece)
        used += across + GAP
    return rows
