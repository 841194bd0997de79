"""The proxy set: our own vector art for every piece of 7 Wonders Architects, and the other games' small pieces.

For practice, for tests and for printing; no art of the real game is in it. Sizes are millimetres.
"""

from functools import cache

from companion.art.drawing import clipped as _clipped
from companion.art.drawing import document, rect
from companion.art.raster import Image, Memory, rasterise
from companion.games.architects.proxies import backs, cards, chest, stages, tokens
from companion.games.architects.rules.facts import FACTS

__all__ = ["face_ids", "picture", "size_mm", "small_pieces", "svg"]

_CARD_RADIUS = 3.0
_PREFIX = "architects/"
_MEMORY = Memory(600)


@cache
def face_ids() -> tuple[str, ...]:
    """Every face of the Architects set: cards, deck backs, progress tokens and their back, stages, other tokens."""
    return tuple(
        [*FACTS.card_face_ids]
        + [f"{_PREFIX}back/{deck}" for deck in FACTS.decks]
        + [f"{_PREFIX}progress/{token}" for token in (*FACTS.progress_tokens, "back")]
        + [f"{_PREFIX}stage/{stage}/{side}" for stage in FACTS.stages for side in ("building", "built")]
        + [f"{_PREFIX}token/{token}" for token in ("conflict_peace", "conflict_battle", "military", "cat")]
    )


def small_pieces(game: str) -> tuple[str, ...]:
    """The coins, tokens and pawns drawn for ``duel`` or ``seven_wonders``."""
    return tuple(face for face in chest.SIZES if face.startswith(f"{game}/"))


def size_mm(face_id: str) -> tuple[float, float]:
    """Width and height of a face in mm. Raises ``KeyError`` with one line for a face that is not in the set."""
    if face_id in chest.SIZES:
        return chest.SIZES[face_id]
    kind, name = _split(face_id)
    if kind == "stage":
        return stages.size(name.split("/")[0])
    if kind == "progress":
        return tokens.PROGRESS, tokens.PROGRESS
    if kind == "token":
        return {
            "military": (tokens.MILITARY, tokens.MILITARY),
            "cat": (tokens.CAT_WIDTH, tokens.CAT_HEIGHT),
        }.get(name, (tokens.CONFLICT, tokens.CONFLICT))
    return cards.WIDTH, cards.HEIGHT


@cache
def svg(face_id: str) -> str:
    """The face as an SVG document, one user unit a millimetre. Raises ``KeyError`` as ``size_mm`` does."""
    width, height = size_mm(face_id)
    if face_id in chest.SIZES:
        return document(width, height, chest.small_piece(face_id))
    kind, name = _split(face_id)
    if kind in ("card", "back"):
        content = cards.card(name) if kind == "card" else backs.back(name)
        content = _clipped(content, rect(0, 0, width, height, "#fff", _CARD_RADIUS), "card")
    elif kind == "progress":
        content = tokens.progress(name)
    elif kind == "stage":
        stage, side = name.split("/")
        content = stages.stage(stage, side)
    elif name == "military":
        content = tokens.military()
    elif name == "cat":
        content = tokens.cat()
    else:
        content = tokens.conflict(battle=name == "conflict_battle")
    return document(width, height, content)


def picture(face_id: str, px_per_mm: float = 6.0) -> Image:
    """The face in pixels: uint8 height x width x 4, BGRA, read-only; alpha is the piece's shape."""
    key = (face_id, px_per_mm)
    kept = _MEMORY.get(key)
    if kept is not None:
        return kept
    width, height = size_mm(face_id)
    return _MEMORY.keep(key, rasterise(svg(face_id), round(width * px_per_mm), round(height * px_per_mm)))


def _split(face_id: str) -> tuple[str, str]:
    """Kind (card, back, progress, stage, token) and name within it."""
    if face_id not in _known():
        raise KeyError(f"no proxy for face {face_id!r}: see face_ids() and small_pieces(game)")
    rest = face_id.removeprefix(_PREFIX)
    kind, slash, name = rest.partition("/")
    return (kind, name) if slash else ("card", kind)


@cache
def _known() -> frozenset[str]:
    return frozenset(face_ids())
