"""What the camera's picture comes to, for a person: is everything seen that is needed, and if not, what to do."""

from typing import Final, Literal, NamedTuple

from companion import words
from companion.api.protocol import Preview, View
from companion.games.tables import TableView
from companion.words.camera import trouble
from companion.words.language import _, plural

SURE: Final = 0.9
"""From this probability on a piece's name is taken for certain."""

_AT_A_TIME = 3
_SUREST = 0.99
_MATS = frozenset(("mat_missing", "mat_hidden"))
_LIGHT = frozenset(("too_dark", "too_bright", "light_changed"))
_SHARP = frozenset(("blurred",))


class Row(NamedTuple):
    """One thing that was looked at: ``bad`` must be mended, a ``note`` may stay; ``mend``: how."""

    verdict: Literal["good", "note", "bad"]
    text: str
    mend: str = ""


def sees(view: View) -> bool:
    """Whether a camera looks on; before anything is known of the parts it is taken for granted."""
    return not view.parts or any(part.name == "vision" and part.state != "absent" for part in view.parts)


def rows(view: View, preview: Preview | None) -> tuple[Row, ...]:
    """What there is to say of this picture; ``None``: there is none."""
    if preview is None:
        return _dark(view)
    found = [_mats(view, preview), _judged(_LIGHT, view, preview, _("The light is good"))]
    found.append(_judged(_SHARP, view, preview, _("The picture is sharp")))
    if view.camera_code not in _MATS | _LIGHT | _SHARP | {""}:
        found.insert(0, Row("bad", *trouble(view.camera_code, view.camera)))
    if view.table is not None:
        found.append(_pieces(preview))
    if view.table is not None and preview.near is None:
        found.append(_record(view))
    bad = tuple(row for row in found if row.verdict == "bad")
    # What must be mended first, and only that: nobody mends more than three things at a time.
    return bad[:_AT_A_TIME] or tuple(found)


def all_set(found: tuple[Row, ...]) -> bool:
    """Whether the game can go on like this."""
    return all(row.verdict != "bad" for row in found)


def sure(probability: float) -> str:
    """How sure a name is; nothing is ever seen for certain."""
    return f"{min(probability, _SUREST):.0%}"


def owner(zone: str, table: TableView) -> str:
    """Whose mat a place is on."""
    parts = zone.split("/")
    if parts[0] in ("seat", "holder"):
        return words.player(table, int(parts[1]))
    return _("the middle")


def _dark(view: View) -> tuple[Row, ...]:
    """Why there is no picture."""
    if not sees(view):
        return (Row("note", _("No camera is in use"), _("Everything is done by finger.")),)
    if view.camera_code:
        return (Row("bad", *trouble(view.camera_code, view.camera)),)
    return (Row("note", _("Waiting for a picture")),)


def _mats(view: View, preview: Preview) -> Row:
    if view.table is not None and preview.lacking:
        lacking = dict.fromkeys(owner(zone, view.table) for zone in preview.lacking)
        text = _("Not in the picture: {mats}").format(mats=", ".join(lacking))
        return Row("bad", text, _("Uncover the corner markers, or turn the camera."))
    if not preview.mats:
        return Row("bad", _("No mat is in the picture"), _("Lay out the printed mats, their corners uncovered."))
    if view.table is None:
        return Row("good", plural("{n} mat is in the picture", "{n} mats are in the picture", len(preview.mats)))
    return Row("good", _("All mats are in the picture"))


def _judged(codes: frozenset[str], view: View, preview: Preview, good: str) -> Row:
    wrong = [code for code in (*preview.troubles, view.camera_code) if code in codes]
    return Row("bad", *trouble(wrong[0])) if wrong else Row("good", good)


def _pieces(preview: Preview) -> Row:
    unnamed = sum(piece.probability < SURE for piece in preview.pieces)
    if unnamed:
        said = plural("{n} piece has no sure name", "{n} pieces have no sure name", unnamed)
        return Row("note", said, _("Tap its mat to see which.") if preview.near is None else "")
    return Row("good", plural("{n} piece has a name", "{n} pieces have a name", len(preview.pieces)))


def _record(view: View) -> Row:
    if not view.audits:
        return Row("good", _("The table is as recorded."))
    said = plural("{n} place differs from the record", "{n} places differ from the record", len(view.audits))
    return Row("note", said)
