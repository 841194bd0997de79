"""A result as a file that another program, or a printer, takes."""

from pathlib import Path
from typing import Final, Literal, NamedTuple, get_args

import msgspec

from companion.results.kept import Kept, Result, read

Form = Literal["json", "bgstats", "csv", "pdf", "link"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
"""Every form a result can be handed on in."""

_MEDIA: Final[dict[Form, str]] = {
    "json": "application/json",
    "bgstats": "application/json",
    "csv": "text/csv; charset=utf-8",
    "pdf": "application/pdf",
    "link": "text/plain; charset=utf-8",
}


class Handed(NamedTuple):
    """A result ready to be handed on: under which file name, of which media type, its content."""

    name: str
    media: str
    content: bytes


def handed(journal: Path, form: Form, language: str = "en") -> Handed:
    """A game's result in this form. ``language``: of the score sheet to print; the others are for programs.

    Raises ``Unusable`` where the journal holds no game, or is damaged: half a game is nobody's result.
    """
    kept = read(journal)
    if kept.trouble:
        raise kept.trouble
    return in_form(kept, form, language)


def in_form(result: Result, form: Form, language: str) -> Handed:
    """The end of a game in this form, under its name."""
    ends = {"bgstats": "bgsplay", "link": "txt"}
    return Handed(f"{result.name}.{ends.get(form, form)}", _MEDIA[form], content(result, form, language))


def content(kept: Result, form: Form, language: str) -> bytes:
    """A game in this form, as far as it is known. Raises ``KeyError`` for a language that we do not speak."""
    # Each brings its own library; a phone that asks for one needs no other.
    if form == "pdf":
        from companion.results.score_sheet import score_sheet  # noqa: PLC0415

        return score_sheet(kept, language)
    if form == "csv":
        from companion.results.table import table  # noqa: PLC0415

        return table(kept).encode()
    if form == "json":
        from companion.results.document import document, scored  # noqa: PLC0415

        whole = document(kept) if isinstance(kept, Kept) else scored(kept)
        return msgspec.json.encode(whole) + b"\n"
    from companion.results.bgstats import link, play  # noqa: PLC0415

    return (link(kept).encode() if form == "link" else msgspec.json.encode(play(kept))) + b"\n"
