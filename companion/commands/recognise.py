"""``companion recognise``: every piece in a picture."""

import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.commands.shown import AsJson, print_json
from companion.errors import Unusable
from vision.codes.process import CodeReader
from vision.geometry.image import BadPicture, read_picture
from vision.recognition.library import Library, LibraryUnusable
from vision.stills.labels import certain, labels_in
from vision.stills.photograph import Found, StillReader

_TOLD = 0.6
"""Probability below which a piece is said to be unknown. Probabilities are calibrated (docs/eyes.md): at a half another
face, or none, is as likely, and two that print the same strip share what both explain."""

app = typer.Typer(add_completion=False)


@app.command()
def recognise(
    box: Annotated[Path, typer.Argument(help="The box's folder (or its library.faces).")],
    images: Annotated[list[Path], typer.Argument(metavar="IMAGE...", help="Pictures.")],
    *,
    expect: Annotated[str, typer.Option("--expect", help="The only faces there may be: FACE,FACE,...")] = "",
    as_json: AsJson = False,
) -> None:
    """Name every piece in each picture.

    Example: companion recognise boxes/mine table.jpg --json
    """
    try:
        library = Library.load(box)
        pictures = [(path, read_picture(path)) for path in images]
    except (LibraryUnusable, BadPicture) as error:
        raise Unusable(str(error)) from error
    expected = tuple(face.strip() for face in expect.split(",") if face.strip())
    unknown = [face for face in expected if face not in library.faces]
    if unknown:
        raise Unusable(f"--expect {unknown[0]}: not a face of the box {box}")
    report = []
    with CodeReader() as codes:
        reader = StillReader(library)
        reader.prepare()
        for path, picture in pictures:
            started = time.perf_counter()
            labels = labels_in(picture, expected or library.faces, codes.read)
            pieces = certain(reader.read(picture, expected), labels)
            took = round((time.perf_counter() - started) * 1000, 1)
            report.append({"image": str(path), "ms": took, "pieces": [_piece(one) for one in pieces]})
    if as_json:
        print_json(report)
        return
    for one in report:
        _print(one)


def _piece(found: Found) -> dict[str, Any]:
    quad = [[round(float(x), 1), round(float(y), 1)] for x, y in found.quad]
    piece: dict[str, Any] = {"face": None, "probability": 0.0, "quad": quad}
    others = list(found.faces)
    if others and others[0].probability >= _TOLD:
        best = others.pop(0)
        piece |= {"face": best.face, "probability": round(best.probability, 4)}
    if others:
        piece["runner_up"] = {"face": others[0].face, "probability": round(others[0].probability, 4)}
    return piece


def _print(one: dict[str, Any]) -> None:
    sys.stdout.write(f"{one['image']}: {len(one['pieces'])} pieces, {one['ms']:.0f} ms\n")
    for piece in one["pieces"]:
        name = piece["face"] or "unknown"
        sys.stdout.write(f"  {name}  {piece['probability']:.3f}\n")
