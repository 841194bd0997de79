"""Every point explained, a block a player: category by category, down to the card and the rule."""

from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, FrameBreak, KeepTogether, Spacer, Table, TableStyle

from companion import words
from companion.results.score_sheet import style
from companion.results.score_sheet.said import Said
from companion.words.language import _

_NUMBER = 9 * mm


def blocks(said: Said, width: float, columns: int) -> list[Flowable]:
    """A block a player, in columns of this width; one that does not fit goes to the next column whole.

    As many players as columns have one each.
    """
    players = len(said.names)
    found: list[Flowable] = []
    for seat in range(players):
        found += [KeepTogether(_block(said, seat, width)), Spacer(1, 6 * mm)]
        if players == columns and seat < players - 1:
            found.append(FrameBreak())
    return found


def _block(said: Said, seat: int, width: float) -> Table:
    star = "★ " if seat in said.winners else ""
    name, total = star + said.names[seat], words.signed(said.kept.sheet.totals[seat])
    rows: list[list[Any]] = [
        [style.fitted([name], style.BLOCK, width - _NUMBER - 3 * mm)[0], style.text(total, style.BLOCK_POINTS)]
    ]
    looks: list[tuple[Any, ...]] = []
    for category in said.categories:
        lines = list(said.lines(seat, category))
        if not lines:
            continue
        subtotal = words.signed(said.kept.sheet.categories[seat][category])
        if len(rows) > 1:
            looks += [("LINEABOVE", (0, len(rows)), (-1, len(rows)), 0.4, style.LINE)]
        # A rule that all of a category rests on is said once.
        rules = {line.rule for line in lines}
        rule = rules.pop() if len(rules) == 1 else ""
        name = style.explained(said.category(category), rule, style.CATEGORY, below=True)
        rows.append([name, style.text(subtotal, style.POINTS_BOLD)])
        for line in lines:
            points = style.text(words.signed(line.points), style.POINTS)
            rows.append([style.explained(line.why, "" if rule else line.rule), points])
    return _framed(rows, width, looks)


def irregular(said: Said, width: float) -> list[Flowable]:
    """What was irregular, in the order in which it happened; nothing where nothing was."""
    findings = list(said.findings())
    if not findings:
        return []
    (head,) = style.fitted([_("What was irregular")], style.BLOCK, width - _NUMBER - 3 * mm)
    rows: list[list[Any]] = [[head, style.text(str(len(findings)), style.BLOCK_POINTS)]]
    rows += [[style.explained(found.why, found.rule, below=True), ""] for found in findings]
    return [_framed(rows, width, [])]


def _framed(rows: list[list[Any]], width: float, looks: list[tuple[Any, ...]]) -> Table:
    """A block: its first row is its head."""
    table = Table(rows, colWidths=[width - _NUMBER, _NUMBER], repeatRows=1)
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LEFTPADDING", (0, 0), (-1, -1), 1.2 * mm),
                ("RIGHTPADDING", (0, 0), (-1, -1), 1.2 * mm),
                ("TOPPADDING", (0, 0), (-1, -1), 0.8 * mm),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 0.8 * mm),
                ("BACKGROUND", (0, 0), (-1, 0), style.SHADE),
                ("LINEBELOW", (0, 0), (-1, 0), 1.2, style.BLACK),
                *looks,
            ]
        )
    )
    return table
