"""The table in one language, put into words and encoded once for all phones that speak it."""

import msgspec

from companion.api.protocol import View
from companion.board.log_rows import Diary
from companion.board.render import render

_ENCODER = msgspec.json.Encoder()


class Edition(msgspec.Struct, frozen=True):
    """A picture, field by field, and the log, row by row."""

    seq: int
    fields: dict[str, bytes]
    log: tuple[bytes, ...]


class Editor:
    """Makes the editions of one language."""

    def __init__(self, lang: str) -> None:
        self._lang, self._diary = lang, Diary(lang)
        self._made: tuple[View, Edition] | None = None
        self._rows: dict[object, bytes] = {}

    def edition(self, view: View, results: str) -> Edition:
        """The newest one; made anew only for a new view."""
        if self._made is None or self._made[0] is not view:
            picture = render(view, self._lang, results)
            fields = {name: _ENCODER.encode(getattr(picture, name)) for name in picture.__struct_fields__}
            # Seat by seat: one of them has changed, as a rule.
            del fields["seats"]
            fields["players"] = _ENCODER.encode(len(picture.seats))
            fields |= {f"seat{seat.seat}": _ENCODER.encode(seat) for seat in picture.seats}
            rows = self._diary.rows(view)
            self._rows = {row: self._rows.get(row) or _ENCODER.encode(row) for row in rows}
            self._made = view, Edition(view.seq, fields, tuple(self._rows[row] for row in rows))
        return self._made[1]
