"""``companion enrol``: learn a box's faces."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.errors import Unusable
from vision.cameras import CameraUnavailable, open_camera
from vision.enrol import build_library, pictures_in
from vision.image import BadPicture
from vision.library import FILE_NAME

app = typer.Typer(add_completion=False)

_GAMES = ("architects", "duel", "seven_wonders")
_BAR = 30


@app.command()
def enrol(
    box: Annotated[Path, typer.Argument(help="The box's folder; made if it is not there.")],
    game: Annotated[str, typer.Option("--game", help="architects, duel or seven_wonders")],
    pictures: Annotated[
        Path | None, typer.Option("--from", help="Folder of <face>.png|jpg (/ written __), or with labels.csv.")
    ] = None,
    camera: Annotated[str | None, typer.Option("--camera", help="The camera for the guided way.")] = None,
) -> None:
    """Learn the faces of a box from one picture each, and write its library.

    Example: companion enrol boxes/mine --game architects --from pictures
    """
    if game not in _GAMES:
        raise Unusable(f"game {game!r}: not known; one of {', '.join(_GAMES)}")
    if pictures is None:
        raise Unusable(_guidance(camera))
    try:
        found = pictures_in(pictures)
    except BadPicture as error:
        raise Unusable(str(error)) from error
    mine = {face: picture for face, picture in found.items() if face.startswith(f"{game}/")}
    if not mine:
        raise Unusable(f"{pictures}: no picture there is of a face of {game} (they are named {game}/...)")
    library, warnings = build_library(mine, _progress)
    sys.stderr.write("\n")
    for warning in warnings:
        sys.stderr.write(f"note: {warning.line}\n")
    try:
        box.mkdir(parents=True, exist_ok=True)
        library.save(box / FILE_NAME)
        facts = box / "box.toml"
        if not facts.exists():
            facts.write_text(f'game = "{game}"\n', encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{box}: cannot be written ({error.strerror or error})") from error
    sys.stderr.write(f"{len(mine)} faces learned: {box / FILE_NAME}\n")


def _guidance(camera: str | None) -> str:
    """What is needed where no pictures were given."""
    if camera is None:
        return "enrol needs pictures: --from FOLDER with one <face>.jpg a face (architects__wood.jpg, ...)"
    try:
        open_camera(camera).close()
    except CameraUnavailable as error:
        return str(error)
    return (
        f"camera {camera!r} works, but enrolling in front of it is not built yet: take one picture a face, cropped "
        "to the piece, name it <face>.jpg (architects__wood.jpg) and give their folder with --from"
    )


def _progress(done: int, of: int) -> None:
    filled = _BAR * done // of
    sys.stderr.write(f"\rlearning faces [{'#' * filled}{'.' * (_BAR - filled)}] {done}/{of}")
    sys.stderr.flush()
