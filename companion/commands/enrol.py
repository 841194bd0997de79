"""``companion enrol``: learn a box's faces: in front of a camera, from a scanner's pages, or from pictures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from companion.enrolment.checklist import GAMES, chosen
from companion.enrolment.flatbed import enrol_from_scans
from companion.enrolment.guided import enrol_at_camera
from companion.enrolment.learning import Box, Pictures, learn_box, open_box
from companion.enrolment.store import Store
from companion.errors import Unusable, one_of
from vision.cameras import CameraUnavailable, open_camera
from vision.enrolment.cutting import UPS
from vision.enrolment.folder import pictures_in
from vision.geometry.image import BadPicture

app = typer.Typer(add_completion=False)

_WAYS = "one of --camera SOURCE, --scan PAGE ... or --from FOLDER"


@app.command()
def enrol(
    box: Annotated[Path, typer.Argument(help="The box's folder; made if it is not there.")],
    *,
    game: Annotated[str, typer.Option("--game", help=", ".join(GAMES))],
    pictures: Annotated[
        Path | None, typer.Option("--from", help="Folder of <face>.png|jpg (/ written __), or with labels.csv.")
    ] = None,
    camera: Annotated[
        str | None, typer.Option("--camera", help="Lay the cards one by one under this camera: pi, usb:0, ...")
    ] = None,
    scans: Annotated[
        list[Path] | None, typer.Option("--scan", help="A page from a flatbed scanner; once for each page.")
    ] = None,
    faces: Annotated[
        str | None,
        typer.Option("--faces", help="Which, in which order: a file (one a line), wood,clay,..., a group, or order."),
    ] = None,
    up: Annotated[str, typer.Option("--up", help="The picture's side to which cards' tops point.")] = "top",
    dpi: Annotated[
        float | None, typer.Option("--dpi", min=50, max=2400, help="A scan's, where the file is wrong.")
    ] = None,
    anew: Annotated[bool, typer.Option("--anew", help="Forget what the box has learned before.")] = False,
) -> None:
    """Learn the faces of a box and write its library; what it knows already is kept.

    Example: companion enrol boxes/mine --game GAME --camera usb:0
    """
    one_of("--game", game, GAMES)
    ways = [way for way in (pictures, camera, scans) if way]
    if len(ways) != 1:
        raise Unusable(f"enrol wants {_WAYS}" + (", not several of them" if ways else ""))
    opened = open_box(box, game, anew=anew)
    if pictures is not None:
        learn_box(opened, _from_folder(pictures, game))
    elif scans:
        learn_box(opened, _from_scans(scans, game, faces, dpi))
    elif camera is not None:
        _guided(opened, camera, faces, up, anew=anew)


def _from_folder(folder: Path, game: str) -> Pictures:
    try:
        found = pictures_in(folder)
    except BadPicture as error:
        raise Unusable(str(error)) from error
    mine = {face: picture for face, picture in found.items() if face.startswith(f"{game}/")}
    if not mine:
        raise Unusable(f"{folder}: no picture there is of a face of {game} (they are named {game}/...)")
    return mine


def _from_scans(pages: list[Path], game: str, faces: str | None, dpi: float | None) -> Pictures:
    if faces is None:
        raise Unusable("--scan wants the names of the pieces in reading order: --faces FILE, wood,clay,... or order")
    scanned = enrol_from_scans(pages, chosen(game, faces), dpi)
    for note in scanned.notes:
        sys.stderr.write(f"note: {note}\n")
    return scanned.pictures


def _guided(box: Box, source: str, faces: str | None, up: str, *, anew: bool) -> None:
    items = chosen(box.game, faces)
    side = one_of("--up", up, UPS)
    try:
        camera = open_camera(source)
    except CameraUnavailable as error:
        raise Unusable(str(error)) from error
    if anew:
        Store(box.folder).clear()
    taken = enrol_at_camera(camera, box.folder, box.game, items, dict(box.before), up=side)
    if not taken and not box.before:
        raise Unusable(f"{box.folder}: no face was taken, so nothing is learned")
    if taken:
        learn_box(box, taken)
