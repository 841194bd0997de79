"""Whether codes can be read: by zxing-cpp, and by pyzbar as a second opinion."""

from companion.doctor.check import Check, Place
from vision.codes.reading import zbar_decoder, zxing_decoder

ORDER = 40


def look(_: Place) -> Check:
    """Whether codes can be read: by zxing-cpp, and by pyzbar as a second opinion."""
    readers = {"zxing-cpp": zxing_decoder() is not None, "pyzbar": zbar_decoder() is not None}
    there = " and ".join(name for name, is_there in readers.items() if is_there)
    if not there:
        return Check("codes", "mend", "no reader of codes", "make setup (zxing-cpp), or sudo apt install libzbar0")
    if not readers["pyzbar"]:
        return Check("codes", "note", f"{there}; pyzbar is missing", "sudo apt install libzbar0: a second opinion")
    if not readers["zxing-cpp"]:
        return Check(
            "codes", "note", f"{there}; zxing-cpp is missing", "make setup: it reads smaller codes, and faster"
        )
    return Check("codes", "well", there)
