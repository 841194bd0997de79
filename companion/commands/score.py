"""``companion score``: a final position, described or photographed, scored category by category."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.commands.given import FIRST, read_json, rules_of
from companion.commands.shown import AsJson, print_json, print_sheet
from companion.errors import Unusable
from companion.games.catalogue import edition_of
from companion.games.vocabulary import Game, PositionError
from companion.results.sheet import sheet_object

app = typer.Typer()


@app.command()
def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE|IMAGE...", help="A described position, or photographs.")],
    *,
    photo: Annotated[bool, typer.Option("--photo", help="Photographs of cities: one a player, in seat order.")] = False,
    box: Annotated[Path | None, typer.Option("--box", help="With --photo: the box whose faces are enrolled.")] = None,
    game: Annotated[str, typer.Option("--game", help="With --photo: the game.")] = FIRST,
    edition: Annotated[int | None, typer.Option("--edition", help="With --photo: the edition of the game.")] = None,
    wonders: Annotated[str, typer.Option("--wonders", help="With --photo: the wonders, in seat order.")] = "",
    as_json: AsJson = False,
) -> None:
    """Score a final position, with every point explained.

    Examples: companion score position.json --json
              companion score --photo anna.jpg ben.jpg --game GAME --edition 2 --json
              companion score --photo anna.jpg ben.jpg --box boxes/mine --game GAME
    """
    if not photo:
        if len(files) != 1:
            raise Unusable("score takes one described position, or photographs with --photo")
        _described(files[0], as_json=as_json)
        return
    rules = rules_of("--game", game)
    edition_of(rules.NAME, edition)
    said = [name.strip() for name in wonders.split(",") if wonders]
    _photographed(files, rules, (edition or 1, box), said, as_json=as_json)


def _photographed(
    files: Sequence[Path], rules: Game, which: tuple[int, Path | None], wonders: Sequence[str], *, as_json: bool
) -> None:
    """Photographs of an edition, with its box (``which``) or without: read as the board's page reads them."""
    # Seeing is loaded only where there is something to see.
    from companion.photographed import position_of, seen_object  # noqa: PLC0415
    from companion.photographed.elsewhere import told_by_others  # noqa: PLC0415
    from companion.photographed.reading import NoBox, NothingRead, read_city  # noqa: PLC0415
    from vision.geometry.image import BadPicture, read_picture  # noqa: PLC0415
    from vision.names.letters import LettersMissing  # noqa: PLC0415
    from vision.recognition.library import LibraryUnusable  # noqa: PLC0415

    edition, box = which
    photographs = []
    try:
        for path in files:
            photographs.append((str(path), read_city(read_picture(path), rules.NAME, edition, box)))
    except (LibraryUnusable, LettersMissing, BadPicture) as error:
        raise Unusable(str(error)) from error
    except NoBox:
        name = f"edition {edition} of {rules.NAME}"
        raise Unusable(
            f"{box}: no face of {rules.NAME} is enrolled there"
            if box is not None
            else f"{name} cannot be read without its box: give --box DIR (see companion enrol)"
        ) from None
    except NothingRead:
        raise Unusable(f"{path}: no piece of {rules.NAME} is seen in it; take it from above, sharp") from None
    photographs = told_by_others(photographs, rules.NAME, edition)
    position, asked = position_of(rules.NAME, edition, photographs, wonders)
    for line in asked:
        sys.stderr.write(f"question: {line}\n")
    seen = [seen_object(image, read) for image, read in photographs]
    extra = {"position": position, "questions": asked, "seen": seen}
    _score(rules, position, "what the photographs show", extra, as_json=as_json)


def _described(file: Path, *, as_json: bool) -> None:
    position = read_json(file)
    if not isinstance(position, dict):
        raise Unusable(f"{file}: a position is a JSON object with game and players")
    rules = rules_of(str(file), position.get("game"))
    _score(rules, position, str(file), {}, as_json=as_json)


def _score(rules: Game, position: dict[str, Any], where: str, extra: dict[str, Any], *, as_json: bool) -> None:
    try:
        sheet = rules.score_position(position)
    except PositionError as error:
        raise Unusable(f"{where}: {error}") from None
    if as_json:
        print_json(sheet_object(sheet, rules.NAME) | extra)
    else:
        print_sheet(sheet, rules.NAME, _heads(position["players"]))


def _heads(players: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """What a position's players are called above a column: their wonder, or their seat."""
    return tuple(str(player.get("wonder", f"seat {seat}")) for seat, player in enumerate(players))
