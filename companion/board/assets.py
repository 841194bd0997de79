"""The page's files, ready to be sent: named by what is in them, so that phones keep them, and compressed once."""

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path
from string import Template
from typing import Final
from urllib.parse import quote

import msgspec

from companion.board.labels import labels
from companion.looks.faces import ICONS
from companion.words.language import _, speaking

PAGE: Final = Path(__file__).parent / "page"
"""Where the page's sources lie, as written."""


class Asset(msgspec.Struct, frozen=True):
    """A file to be sent: ``tag`` is the digest of ``plain``; ``packed`` the same, gzipped."""

    media: str
    plain: bytes
    packed: bytes
    tag: str


def _asset(media: str, text: str) -> Asset:
    plain = text.encode()
    return Asset(media, plain, gzip.compress(plain, 9, mtime=0), hashlib.sha256(plain).hexdigest()[:16])


@cache
def assets() -> dict[str, Asset]:
    """Style, script and the page's own icon, by the names under which they are served."""
    style = (PAGE / "board.css").read_text(encoding="utf-8") + "".join(map(_icon_rule, sorted(ICONS.glob("*.svg"))))
    made = {
        "board.css": _asset("text/css; charset=utf-8", style),
        "board.js": _asset("text/javascript; charset=utf-8", (PAGE / "board.js").read_text(encoding="utf-8")),
        "board.svg": _asset("image/svg+xml", (PAGE / "board.svg").read_text(encoding="utf-8")),
    }
    return {f"{name.replace('.', f'.{asset.tag}.')}": asset for name, asset in made.items()}


def _icon_rule(path: Path) -> str:
    """An icon as a mask: the shape is the file's, the colour the text's."""
    svg = quote(path.read_text(encoding="utf-8").strip(), safe=" ='/:;,()!.-")
    return f'\n.i-{path.stem}{{--i:url("data:image/svg+xml,{svg}")}}'


def _link(name: str) -> str:
    stem, kind = name.split(".")
    return "/a/" + next(served for served in assets() if re.fullmatch(rf"{stem}\.\w+\.{kind}", served))


@cache
def page(lang: str) -> Asset:
    """The page in a language: a shell that the script fills."""
    with speaking(lang):
        return _filled("board.html", lang, title=_("The table"))


def pair_page(lang: str, player: str) -> Asset:
    """What a phone shows that has read a seat's code: is it to answer for this player? Empty: the code is void."""
    with speaking(lang):
        if not player:
            return _filled(
                "void.html", lang, title=_("This code is no longer good"), text=_("Ask the table for a new one."),
                back=_("To the table"),
            )  # fmt: skip
        return _filled(
            "pair.html", lang,
            title=_("Answer for {player}?").format(player=player),
            text=_("This phone will then answer what the table asks of this player, until the next game."),
            yes=_("Yes, this is my phone"), no=_("No, only watch"),
        )  # fmt: skip


def _filled(name: str, lang: str, **gaps: str) -> Asset:
    waiting = labels()["waiting"]
    links = {kind: _link(f"board.{kind}") for kind in ("css", "js", "svg")}
    escaped = {key: _escaped(text) for key, text in (gaps | {"waiting": waiting}).items()}
    text = Template((PAGE / name).read_text(encoding="utf-8")).substitute(lang=lang, **links, **escaped)
    return _asset("text/html; charset=utf-8", text)


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
