"""The page's files, ready to be sent: named by what is in them, so that phones keep them, and compressed once."""

import gzip
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from string import Template
from typing import Final

import msgspec

from companion.looks.faces import ICONS
from companion.words.language import _, speaking

PAGE: Final = Path(__file__).parent / "page"
"""Where the page's sources lie, as written."""
_MEDIA: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
_PAGES: Final = ("board", "score", "lend")
"""Pages that a script draws."""
_ICON = re.compile(r'<svg [^>]*viewBox="([^"]*)"[^>]*><mask id="m"([^>]*)>(.*)</mask>(<rect[^>]*/>)</svg>', re.DOTALL)


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
    made = {(name, kind): _asset(_MEDIA[kind], text) for (name, kind), text in _written().items()}
    return {f"{name}.{asset.tag}.{kind}": asset for (name, kind), asset in made.items()}


def _written() -> dict[tuple[str, str], str]:
    """Each file's text by name and kind. A page has one script: what all pages draw with, and its own."""
    source = {path.name: path.read_text(encoding="utf-8") for path in PAGE.iterdir()}
    scripts = {
        name: f"(() => {{\n'use strict';\n{source['draw.js'] if name != 'lend' else ''}{source[f'{name}.js']}}})();\n"
        for name in _PAGES
    }
    styles = {"board": source["board.css"], "score": source["board.css"] + source["score.css"]}
    return (
        {(name, "js"): text for name, text in scripts.items()}
        | {(name, "css"): text for name, text in styles.items()}
        | {("board", "svg"): source["board.svg"]}
    )


@cache
def symbol(name: str) -> str:
    """An icon to be used on the page by its name, in the colour of the text around it.

    Ours are a white square behind a mask. Where nothing is cut out of it, the mask's shapes are the icon: cheaper to
    draw, and a table shows a hundred.
    """
    svg = (ICONS / f"{name}.svg").read_text(encoding="utf-8").strip()
    found = _ICON.fullmatch(svg)
    if found is None:
        raise ValueError(f"{name}.svg: not a white square behind a mask; see the other icons in {ICONS}")
    box, frame, shapes, square = found.groups()
    if "#000" in shapes:
        mask = f'<mask id="m-{name}"{frame}>{shapes}</mask>'
        drawn = mask + square.replace("url(#m)", f"url(#m-{name})").replace("#fff", "currentColor")
    else:
        drawn = shapes.replace("#fff", "currentColor")
    return f'<symbol id="{name}" viewBox="{box}">{drawn}</symbol>'


@cache
def page(lang: str) -> Asset:
    """The page in a language: a shell that the script fills."""
    with speaking(lang):
        everything = (path.stem for path in sorted(ICONS.glob("*.svg")))
        return _filled("board.html", lang, everything, title=_("The table"))


def pair_page(lang: str, player: str) -> Asset:
    """What a phone shows that has read a seat's code: is it to answer for this player? Empty: the code is void."""
    with speaking(lang):
        if not player:
            return _filled(
                "void.html", lang, ["hourglass"], title=_("This code is no longer good"),
                text=_("Ask the table for a new one."), back=_("To the table"),
            )  # fmt: skip
        return _filled(
            "pair.html", lang, ["phone"],
            title=_("Answer for {player}?").format(player=player),
            text=_("This phone will then answer what the table asks of this player, until the next game."),
            yes=_("Yes, this is my phone"), no=_("No, only watch"),
        )  # fmt: skip


@cache
def score_page(lang: str) -> Asset:
    """The page on which a game is scored by photographs."""
    with speaking(lang):
        everything = (path.stem for path in sorted(ICONS.glob("*.svg")))
        return _filled("score.html", lang, everything, of="score", title=_("Score a game"))


def lend_page(lang: str) -> Asset:
    """The page on which a telephone lends its camera to the table."""
    with speaking(lang):
        return _filled(
            "lend.html", lang, ["camera"], of="lend", title=_("This phone as the camera?"),
            text=_("Lay it above the table, the whole table in its picture; it stays awake while it is lent."),
            lend=_("Lend the camera"), stop=_("Stop"), sees=_("The table sees through this phone"),
            denied=_("The camera is not allowed here; allow it in the browser's settings"),
            plain=_("A browser gives its camera to a page over HTTPS only"),
            other=_("Another phone lends its camera now"), lost=_("No connection. Trying again"),
        )  # fmt: skip


def _filled(name: str, lang: str, icons: Iterable[str], of: str = "board", **gaps: str) -> Asset:
    made = {tuple(file.split(".")[::2]): f"/a/{file}" for file in assets()}
    links = {kind: made.get((of, kind), made.get(("board", kind), "")) for kind in _MEDIA}
    escaped = {key: escape(text) for key, text in (gaps | {"waiting": labels()["waiting"]}).items()}
    written = "".join((PAGE / part).read_text(encoding="utf-8") for part in ("head.html", name))
    text = Template(written).substitute(lang=lang, icons="".join(map(symbol, icons)), **links, **escaped)
    return _asset("text/html; charset=utf-8", text)


def labels() -> dict[str, str]:
    """Every word that the page says by itself, in the language spoken now."""
    return {
        "table": _("Table"),
        "scores": _("Scores"),
        "log": _("Log"),
        "chances": _("Chances"),
        "language": _("Language"),
        "waiting": _("Waiting for the table"),
        "lost": _("No connection. Trying again"),
        "nogame": _("No game is being played"),
        "later": _("The table shows here as soon as a game begins."),
        "points": _("Where the points come from"),
        "total": _("Total"),
        "player": _("Player"),
        "moving": _("to move"),
        "winner": _("winner"),
        "undone": _("taken back"),
        "stages": _("Stages"),
        "structure": _("Cards in the structure"),
        "free": _("May be taken now"),
        "win": _("Chance to win"),
        "guess": _("Many games played on from here by the computer; after each event."),
        "mine": _("This phone answers for {player}"),
        "sent": _("Sent"),
        "nothing": _("Nothing yet"),
        "result": _("The result"),
        "score": _("Score a game"),
    }


def score_labels() -> dict[str, str]:
    """Every word that the page for scoring says by itself, in the language spoken now."""
    return labels() | {
        "addpiece": _("Add"),
        "add": _("Add a player"),
        "again": _("Take it again"),
        "anew": _("Score another game"),
        "anyway": _("Add it up all the same"),
        "back": _("Back"),
        "before": _("Waits: {n} before it"),
        "byhand": _("Fill in by hand"),
        "certain": _("All that counts is certain"),
        "change": _("Change"),
        "choose": _("Choose a picture"),
        "count": _("Add it up"),
        "done": _("Done"),
        "else": _("Something else"),
        "fillin": _("What the photo does not show"),
        "hand": _("Hand it on"),
        "how": _("One photo of each city, from above, everything in it and all names sharp"),
        "lacking": _("Still to be told: {what}"),
        "large": _("This picture is too large: {n} MB at most"),
        "less": _("One less"),
        "look": _("To look at: {n}"),
        "more": _("One more"),
        "nothingthere": _("Nothing that counts"),
        "nth": _("Player {n}"),
        "photo": _("The photo of {player}"),
        "private": _("Pictures are read by this table and kept nowhere"),
        "queued": _("Waits for its turn"),
        "read": _("What was read"),
        "reading": _("Reading the city"),
        "remove": _("Remove {player}"),
        "right": _("That is right"),
        "seen": _("The city"),
        "sending": _("Sending: {n} %"),
        "take": _("Take a photo"),
        "takeout": _("Take out: {what}"),
        "totable": _("To the table"),
        "unboxed": _("These cards are only known once their box is enrolled; fill in by hand"),
        "unsent": _("No connection to the table; try again"),
        "what": _("What is this?"),
        "which": _("Which game?"),
    }
