"""Pages as text: templates, their words in the language asked for, and the files they need; in the board's style."""

import hashlib
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from companion.board.assets import PAGE as BOARD
from companion.board.assets import symbol
from companion.hub.pages.labels import labels
from companion.words.language import LANGUAGES, speaking

_HERE: Final = Path(__file__).parent / "page"
_ICONS: Final = ("laurel", "swords", "hourglass", "warning", "question", "camera", "check", "city", "log", "star")
_MEDIA: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


@cache
def assets() -> dict[str, tuple[str, bytes]]:
    """Style and script by the names under which they are served, which change with what is in them: type, text."""
    css = (BOARD / "board.css").read_text(encoding="utf-8") + (_HERE / "hub.css").read_text(encoding="utf-8")
    texts = {"css": css, "js": (_HERE / "hub.js").read_text(encoding="utf-8")}
    return {
        f"hub.{hashlib.sha256(text.encode()).hexdigest()[:12]}.{kind}": (_MEDIA[kind], text.encode())
        for kind, text in texts.items()
    }


@cache
def _environment() -> Environment:
    made = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    made.filters["points"] = points
    names = {name.rpartition(".")[2]: f"/h/{name}" for name in assets()}
    made.globals.update(files=names, languages=LANGUAGES, icons=Markup("".join(map(symbol, _ICONS))), icon=_icon)  # noqa: S704 - our own drawings
    return made


def _icon(name: str) -> Markup:
    return Markup('<svg class="i" aria-hidden="true"><use href="#{}"/></svg>').format(name)


def page(name: str, lang: str, **gaps: Any) -> bytes:
    """A page in a language."""
    with speaking(lang):
        return _environment().get_template(f"{name}.html").render(t=labels(), lang=lang, **gaps).encode()


def points(value: Fraction | float) -> str:
    """Points as people write them: two digits at most, none that say nothing."""
    text = f"{float(value):.2f}".rstrip("0").rstrip(".")
    return text.replace("-", "\N{MINUS SIGN}")


def clock(seconds: float) -> str:
    """Minutes and seconds."""
    left = max(0, round(seconds))
    return f"{left // 60}:{left % 60:02}"
