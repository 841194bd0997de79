"""The pages: who won and the sheet and how it went on the first, every point explained on those that follow."""

import io

from babel.dates import format_date, format_time
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Flowable, Frame, NextPageTemplate, PageBreak, PageTemplate, Spacer

from companion import words
from companion.paper.document import REGULAR, register_fonts
from companion.results.bgstats import link
from companion.results.kept import Kept, Result
from companion.results.score_sheet import style
from companion.results.score_sheet.code import HEIGHT, Code
from companion.results.score_sheet.graph import Graph, legend
from companion.results.score_sheet.points import blocks, irregular
from companion.results.score_sheet.said import Said
from companion.results.score_sheet.totals import totals
from companion.results.timeline import timeline
from companion.words.language import _, plural, speaking, spoken

_GUTTER = 7 * mm
_FOOT = 12 * mm


def score_sheet(kept: Result, language: str) -> bytes:
    """The PDF; the same game gives the same bytes. Raises ``KeyError`` for a language that we do not speak."""
    register_fonts()
    written = io.BytesIO()
    with speaking(language):
        said = Said(kept)
        paper = BaseDocTemplate(
            written, pagesize=style.PAGE, title=f"{said.title}, {kept.name}", lang=language, invariant=1
        )
        paper.addPageTemplates(_templates(said))
        width = _column(said)
        explained = [*blocks(said, width, _columns(said)), *irregular(said, width)]
        paper.build([*_first(said), NextPageTemplate("points"), PageBreak(), *explained])
    return written.getvalue()


def _first(said: Said) -> list[Flowable]:
    kept = said.kept
    story: list[Flowable] = [
        style.text(said.title, style.TITLE),
        style.text(_facts(kept), style.FACTS),
        style.text(words.victory(kept.table), style.VERDICT),
    ]
    if why := kept.decided:
        story.append(style.text(why, style.REASON))
    if isinstance(kept, Kept) and kept.trouble:
        story.append(style.text(_("The journal is damaged: this is what is intact of it"), style.REASON))
    story += [Spacer(1, 5 * mm), totals(said)]
    if not isinstance(kept, Kept):
        return [*story, Spacer(1, 8 * mm), Code(link(kept), _("Scan it to keep this game in BG Stats"))]
    went = timeline(kept)
    story.append(style.text(_("How it went"), style.HEADING))
    below: list[Flowable] = [style.text(legend(went), style.SMALL)]
    room = 6 * mm
    if kept.finished:
        below.append(Code(link(kept), _("Scan it to keep this game in BG Stats")))
        room += HEIGHT
    return [*story, Graph(said, went, room), *below]


def _facts(kept: Result) -> str:
    """When, how long, how many."""
    begun, place = kept.begun.astimezone(), {"en": "en_GB"}.get(spoken(), spoken())
    parts = [format_date(begun, "long", locale=place), format_time(begun, "short", locale=place)]
    minutes = round(kept.seconds / 60)
    if minutes:
        parts.append(plural("{n} minute", "{n} minutes", minutes))
    parts.append(plural("{n} player", "{n} players", len(kept.names)))
    if isinstance(kept, Kept):
        parts.append(plural("{n} move", "{n} moves", len(kept.fold.played)))
    return " · ".join(parts)


def _templates(said: Said) -> list[PageTemplate]:
    column, bottom = _column(said), style.MARGIN + _FOOT
    height = style.PAGE[1] - style.MARGIN - bottom
    none = dict.fromkeys(("leftPadding", "rightPadding", "topPadding", "bottomPadding"), 0)
    whole = Frame(style.MARGIN, bottom, style.WIDTH, height, **none)
    columns = [
        Frame(style.MARGIN + k * (column + _GUTTER), bottom, column, height - 12 * mm, **none)
        for k in range(_columns(said))
    ]

    def foot(canvas: Canvas, paper: BaseDocTemplate) -> None:
        _foot(canvas, said, paper.page)

    def head_and_foot(canvas: Canvas, paper: BaseDocTemplate) -> None:
        canvas.setFont(*_heading())
        canvas.setFillColor(style.BLACK)
        canvas.drawString(style.MARGIN, style.PAGE[1] - style.MARGIN - 5 * mm, _("Every point"))
        foot(canvas, paper)

    return [PageTemplate("sheet", [whole], onPage=foot), PageTemplate("points", columns, onPage=head_and_foot)]


def _columns(said: Said) -> int:
    """Of the pages that explain: players side by side."""
    return min(3, len(said.names))


def _column(said: Said) -> float:
    """How wide one is."""
    columns = _columns(said)
    return float(style.WIDTH - (columns - 1) * _GUTTER) / columns


def _heading() -> tuple[str, float]:
    return style.HEADING.fontName, style.HEADING.fontSize


def _foot(canvas: Canvas, said: Said, page: int) -> None:
    """On every page, what it belongs to: the journal, and the hash that only this one has."""
    kept, low = said.kept, style.MARGIN
    canvas.setStrokeColor(style.LINE)
    canvas.setLineWidth(0.4)
    canvas.line(style.MARGIN, low + 7 * mm, style.PAGE[0] - style.MARGIN, low + 7 * mm)
    canvas.setFillColor(style.MUTED)
    canvas.setFont(REGULAR, 8)
    journal = kept.name
    if isinstance(kept, Kept):
        events = plural("{n} event", "{n} events", len(kept.events))
        journal = _("Journal {name}, {events}").format(name=kept.name, events=events)
    canvas.drawString(style.MARGIN, low + 3 * mm, journal)
    canvas.drawRightString(style.PAGE[0] - style.MARGIN, low + 3 * mm, str(page))
    canvas.setFont(REGULAR, 7)
    canvas.drawString(style.MARGIN, low - 0.5 * mm, f"SHA-256 {kept.head}")
