"""Whether the box's faces are learned and readable."""

from companion.doctor.check import Check, Place
from vision.recognition.library import FILE_NAME, Library, LibraryUnusable

ORDER = 100


def look(place: Place) -> Check:
    """Whether the box's faces are learned and readable."""
    if place.box is None:
        return Check("box", "well", "our practice cards (no --box given)")
    path = place.box / FILE_NAME if place.box.is_dir() else place.box
    try:
        library = Library.load(path)
    except LibraryUnusable as error:
        return Check("box", "mend", str(error), f"companion enrol {place.box} --game GAME --from PICTURES")
    return Check("box", "well", f"{len(library.faces)} faces in {path}")
