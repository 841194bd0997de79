"""``companion print``: what a table needs on paper, as PDF files at exact scale."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated, Literal

import typer

from companion.art.proxy_set import proxies_of
from companion.commands.shown import counted
from companion.errors import Unusable, one_of
from companion.games.watched import watchable, watched
from companion.print.codes import write_badges, write_labels
from companion.print.mats import sheets_of
from companion.print.playmat import write_playmat
from companion.print.sheets import write_proxies
from companion.print.tags import write_tags

app = typer.Typer(add_completion=False, no_args_is_help=True, help="What a table needs on paper, as PDF files.")

Out = Annotated[Path, typer.Option("--out", help="The PDF file to write.", dir_okay=False)]
Seats = Annotated[int | None, typer.Option("--seats", min=1, help="How many seats; without it as many as may play.")]
Game = Annotated[str | None, typer.Option("--game", help="Which game; without it the first that a camera can watch.")]
All = Annotated[bool, typer.Option("--all", help="Every card of the box, not one of each.")]


def _game(name: str | None) -> str:
    return name or watchable()[0]


def _seats(game: str, seats: int | None) -> int:
    most = watched(game).PLAYERS[-1]
    if seats is not None and seats > most:
        raise Unusable(f"--seats {seats}: {game} is for {most} at most")
    return seats or most


def _done(out: Path, pages: int, hint: str) -> None:
    noun = "page" if pages == 1 else "pages"
    sys.stderr.write(f"{out}: {pages} {noun}. Print at 100 % (no fitting); the ruler must measure 100 mm.{hint}\n")


@app.command()
def tags(out: Out) -> None:
    """Four corner tags for an open table, to cut out of one A4 page: all else is found.

    Example: companion print tags --out tags.pdf
    """
    _done(out, write_tags(out), " Cut the four squares out and lay one near each corner of the table.")


@app.command()
def playmat(
    out: Out,
    seats: Seats = None,
    game: Game = None,
    paper: Annotated[
        Literal["a3", "a4"], typer.Option("--paper", help="a4: each mat as two halves with glue marks.")
    ] = "a3",
    wonder: Annotated[
        list[str] | None, typer.Option("--wonder", help="Print this wonder's stages; once a seat, in seat order.")
    ] = None,
) -> None:
    """The mats with their markers: one for the middle of the table, one a seat.

    Example: companion print playmat --seats 4 --paper a4 --out mats.pdf
    """
    name, wonders = _game(game), tuple(wonder or ())
    count = _seats(name, seats)
    for one in wonders:
        one_of("--wonder", one, sheets_of(name))
    if len(wonders) > count:
        raise Unusable(f"{len(wonders)} wonders for {count} seats: give --wonder at most once a seat")
    pages = write_playmat(out, name, count, wonders, paper=paper, watch=partial(counted, "Mats"))
    _done(out, pages, "" if paper == "a3" else " Join the halves edge to edge so that the diamonds close.")


@app.command()
def proxies(out: Out, *, game: Game = None, every: All = False) -> None:
    """Our own drawn cards, tokens and stages as A4 cut sheets with crop marks, double-sided.

    Example: companion print proxies --all --out proxies.pdf
    """
    name = _game(game)
    pages = write_proxies(out, name, proxies_of(name).printed(every=every), partial(counted, "Sheets"))
    _done(out, pages, " Double-sided, flipped on the long edge.")


@app.command()
def labels(out: Out, *, game: Game = None, every: All = False) -> None:
    """Labels for card sleeves, for who prefers certainty: a tag for the running table, a QR code for photos from near.

    Example: companion print labels --out labels.pdf
    """
    _done(out, write_labels(out, _game(game), every=every, watch=partial(counted, "Labels")), "")


@app.command()
def badges(out: Out, seats: Seats = None, game: Game = None) -> None:
    """Seat badges with a QR code.

    Example: companion print badges --seats 4 --out badges.pdf
    """
    name = _game(game)
    _done(out, write_badges(out, name, _seats(name, seats), partial(counted, "Badges")), "")
