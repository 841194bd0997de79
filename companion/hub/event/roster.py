"""Players out of a CSV file, as spreadsheets write it."""

import csv
import io
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from companion.errors import Unusable
from companion.hub.event.acts import Registered

_COLUMNS: Final = {
    "name": "name", "player": "name", "full name": "name",
    "id": "player", "badge": "player", "number": "player",
    "section": "section", "game": "section", "event": "section",
    "club": "club", "team": "club", "country": "club",
    "rating": "rating", "elo": "rating",
}  # fmt: skip
_LONGEST: Final = 40
"""Letters of a name or a club: as many as a table takes (``referee.player_names``)."""


def read(text: bytes, sections: Sequence[str]) -> tuple[Registered, ...]:
    """The entries of a file: a head line, then a player a line; ``name`` is all that is needed.

    ``section`` may be left out where there is one only; ``id`` is made of the name where there is none. Commas,
    semicolons and tabs are taken. Raises ``Unusable``: which line, what is wrong.
    """
    try:
        said = text.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unusable("players: the file is no UTF-8; save it as CSV UTF-8") from error
    head = said.splitlines()[0] if said.strip() else ""
    delimiter = max(",;\t", key=head.count)
    table = csv.reader(io.StringIO(said), delimiter=delimiter)
    columns = [_COLUMNS.get(cell.strip().lower(), "") for cell in next(table, [])]
    if "name" not in columns:
        raise Unusable("players: line 1: there is no column 'name'; the first line names the columns")
    found: dict[str, Registered] = {}
    for cells in table:
        entry = {column: cell.strip() for column, cell in zip(columns, cells, strict=False) if column}
        if not any(entry.values()):
            continue
        one = _entry(f"players: line {table.line_num}", entry, sections, found)
        found[one.player] = one
    return tuple(found.values())


def _entry(where: str, entry: Mapping[str, str], sections: Sequence[str], taken: Mapping[str, object]) -> Registered:
    name = entry.get("name", "")
    if not name or len(name) > _LONGEST or len(entry.get("club", "")) > _LONGEST:
        raise Unusable(f"{where}: names and clubs have 1 to {_LONGEST} letters")
    section = entry.get("section") or (sections[0] if len(sections) == 1 else "")
    if section not in sections:
        raise Unusable(f"{where}: section {section!r} is none of {', '.join(sections)}")
    try:
        rating = float(entry.get("rating") or 0)
    except ValueError as error:
        raise Unusable(f"{where}: rating {entry['rating']!r} is no number") from error
    player = entry.get("player", "")
    if player and player in taken:
        raise Unusable(f"{where}: id {player!r} is there twice")
    return Registered(player or fresh_id(name, taken), name, section, entry.get("club", ""), rating)


def fresh_id(name: str, taken: Mapping[str, object]) -> str:
    """An id made of a name, that nobody has: what stands in addresses and on badges."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:24] or "player"
    number = 1
    while (made := stem if number == 1 else f"{stem}-{number}") in taken:
        number += 1
    return made
