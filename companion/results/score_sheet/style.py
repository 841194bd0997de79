"""How the printed sheet looks: one type scale, one ink for each player that differs without colour too."""

from collections.abc import Sequence
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER, TA_RIGHT
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Paragraph

from companion.paper.document import A4, BOLD, REGULAR

PAGE: Final = (A4[0] * mm, A4[1] * mm)
MARGIN: Final = 16 * mm
WIDTH: Final = PAGE[0] - 2 * MARGIN

PAPER: Final = HexColor("#ffffff")
BLACK: Final = HexColor("#14181d")
MUTED: Final = HexColor("#5b6570")
LINE: Final = HexColor("#c3cad1")
SHADE: Final = HexColor("#eef1f4")
"""So light that a black and white printer leaves it light."""


_SMALLEST: Final = 7.0
"""Points below which nobody reads a name."""


class Ink(NamedTuple):
    """A player's line: its colour, and the dashes (in points) that tell it without one."""

    colour: HexColor
    dash: tuple[float, ...]


INKS: Final = tuple(
    Ink(HexColor(colour), dash)
    for colour, dash in (
        ("#1d4ed8", ()),
        ("#b91c1c", (5, 2)),
        ("#15803d", (1.2, 1.8)),
        ("#7e22ce", (8, 2, 1.2, 2)),
        ("#b45309", (2.5, 1.5)),
        ("#0e7490", (10, 3)),
        ("#374151", (5, 1.5, 1.2, 1.5, 1.2, 1.5)),
    )
)


def _style(size: float, *, bold: bool = False, ink: HexColor = BLACK, **more: object) -> ParagraphStyle:
    font = BOLD if bold else REGULAR
    return ParagraphStyle("sheet", fontName=font, fontSize=size, leading=size * 1.3, textColor=ink, **more)


TITLE: Final = _style(22, bold=True)
FACTS: Final = _style(9.5, ink=MUTED, spaceBefore=1 * mm)
VERDICT: Final = _style(15, bold=True, spaceBefore=5 * mm)
REASON: Final = _style(10, spaceBefore=0.5 * mm)
HEADING: Final = _style(12, bold=True, spaceBefore=7 * mm, spaceAfter=2.5 * mm)
BODY: Final = _style(8.5)
SMALL: Final = _style(8, ink=MUTED)
CELL: Final = _style(9.5)
CELL_BOLD: Final = _style(9.5, bold=True)
HEAD: Final = _style(10, bold=True, alignment=TA_CENTER)
UNDER_HEAD: Final = _style(8, ink=MUTED, alignment=TA_CENTER)
NUMBER: Final = _style(10, alignment=TA_CENTER)
NUMBER_BOLD: Final = _style(12, bold=True, alignment=TA_CENTER)
POINTS: Final = _style(8.5, alignment=TA_RIGHT)
POINTS_BOLD: Final = _style(9, bold=True, alignment=TA_RIGHT)
CATEGORY: Final = _style(9, bold=True)
BLOCK: Final = _style(11, bold=True)
BLOCK_POINTS: Final = _style(11, bold=True, alignment=TA_RIGHT)


def text(words: str, style: ParagraphStyle = BODY) -> Paragraph:
    """Words as they are: what somebody typed is never markup."""
    return Paragraph(escape(words), style)


def explained(words: str, rule: str, look: ParagraphStyle = BODY, *, below: bool = False) -> Paragraph:
    """Words, and smaller (beside them or below) the section of the rules that they rest on."""
    between = "<br/>" if below else " "
    said = f'{between}<font name="{REGULAR}" size="7" color="{MUTED.hexval()}">{escape(rule)}</font>' if rule else ""
    return Paragraph(escape(words) + said, look)


def fitted(heads: Sequence[str], look: ParagraphStyle, room: float) -> list[Paragraph]:
    """All of one size, as large as the longest word lets them be; a word that is too long even then is cut short."""
    longest = max(stringWidth(word, look.fontName, look.fontSize) for head in heads for word in [*head.split(), "m"])
    size = max(_SMALLEST, look.fontSize * min(1.0, room / longest))
    fitted = look.clone("fitted", fontSize=size, leading=size * 1.25)
    return [text(" ".join(_cut(word, fitted, room) for word in head.split()), fitted) for head in heads]


def _cut(word: str, look: ParagraphStyle, room: float) -> str:
    if stringWidth(word, look.fontName, look.fontSize) <= room:
        return word
    first, hyphen, rest = word.partition("-")
    if rest:
        return f"{_cut(first + hyphen, look, room)} {_cut(rest, look, room)}"
    while word and stringWidth(word + "…", look.fontName, look.fontSize) > room:
        word = word[:-1]
    return word + "…"
