"""``companion score``: a final position, described or photographed, scored category by category."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from companion.commands.jsonfiles import read_json, rules_of
from companion.commands.sheets import print_sheet, sheet_object
from companion.errors import Unusable
from companion.games.architects.facts import FACTS
from companion.games.common import Game, PositionError
from companion.photographed import City, architects_position, faces_of, questions
from vision.image import BadPicture, read_picture
from vision.library import Library, LibraryUnusable
from vision.stills import StillReader

app = typer.Typer()


@app.command()
def score(
    files: Annotated[list[Path], typer.Argument(metavar="FILE|IMAGE...", help="A described position, or photographs.")],
    *,
    photo: Annotated[bool, typer.Option("--photo", help="Photographs of cities: one a player, in seat order.")] = False,
    box: Annotated[Path | None, typer.Option("--box", help="With --photo: the box whose faces are enrolled.")] = None,
    game: Annotated[str, typer.Option("--game", help="With --photo: the game.")] = "architects",
    wonders: Annotated[str, typer.Option("--wonders", help="With --photo: the wonders, in seat order.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Score a final position, with every point explained.

    Examples: companion score position.json --json
              companion score --photo anna.jpg ben.jpg --box boxes/mine --game architects
    """
    if not photo:
        if len(files) != 1:
            raise Unusable("score takes one described position, or photographs with --photo")
        _described(files[0], as_json=json)
        return 0
    if box is None:
        raise Unusable("--photo needs the box whose cards are on the photographs: --box DIR")
    rules = rules_of("--game", game)
    cities = _cities(files, box, game)
    if game != "architects":
        _list_seen(cities, game, as_json=json)
        return 1
    _photographed(rules, cities, _named(wonders), as_json=json)
    return 0


def _described(file: Path, *, as_json: bool) -> None:
    position = read_json(file)
    if not isinstance(position, dict):
        raise Unusable(f"{file}: a position is a JSON object with game and players")
    rules = rules_of(str(file), position.get("game"))
    _score(rules, position, str(file), {}, as_json=as_json)


def _photographed(rules: Game, cities: Sequence[City], wonders: Sequence[str], *, as_json: bool) -> None:
    position, asked = architects_position(cities, wonders)
    for line in asked:
        sys.stderr.write(f"question: {line}\n")
    _score(rules, position, "what the photographs show", {"position": position, "questions": asked}, as_json=as_json)


def _score(rules: Game, position: dict[str, Any], where: str, extra: dict[str, Any], *, as_json: bool) -> None:
    try:
        sheet = rules.score_position(position)
    except PositionError as error:
        raise Unusable(f"{where}: {error}") from None
    if as_json:
        sys.stdout.write(msgspec.json.encode(sheet_object(sheet) | extra).decode() + "\n")
    else:
        print_sheet(sheet, _heads(position["players"]))


def _heads(players: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """What a position's players are called above a column: their wonder, or their seat."""
    return tuple(str(player.get("wonder", f"seat {seat}")) for seat, player in enumerate(players))


def _cities(images: Sequence[Path], box: Path, game: str) -> list[City]:
    try:
        library = Library.load(box)
        pictures = [read_picture(path) for path in images]
    except (LibraryUnusable, BadPicture) as error:
        raise Unusable(str(error)) from error
    faces = [face for face in library.faces if face.startswith(f"{game}/")]
    if not faces:
        raise Unusable(f"{box}: no face of {game} is enrolled there")
    reader = StillReader(library)
    return [City(str(path), reader.read(picture, faces)) for path, picture in zip(images, pictures, strict=True)]


def _named(wonders: str) -> list[str]:
    names = [name.strip() for name in wonders.split(",")] if wonders else []
    for name in names:
        if name and name not in FACTS.wonders:
            raise Unusable(f"--wonders {name}: no such wonder; there are {', '.join(FACTS.wonders)}")
    return names


def _list_seen(cities: Sequence[City], game: str, *, as_json: bool) -> None:
    """What was seen of a game that cannot be scored yet."""
    sys.stderr.write(f"companion: {game} cannot be scored yet (so far: architects); this is what was seen\n")
    asked = [line for city in cities for line in questions(city)]
    seen = [{"seat": seat, "image": city.image, "faces": dict(faces_of(city))} for seat, city in enumerate(cities)]
    if as_json:
        sys.stdout.write(msgspec.json.encode({"game": game, "seen": seen, "questions": asked}).decode() + "\n")
        return
    for line in asked:
        sys.stderr.write(f"question: {line}\n")
    for seat, city in enumerate(cities):
        sys.stdout.write(f"seat {seat}: {city.image}\n")
        for face, count in sorted(faces_of(city).items()):
            sys.stdout.write(f"  {count} x {face}\n")
