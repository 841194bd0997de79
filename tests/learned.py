"""Libraries that tests read with: each learned once, whoever of the test processes wants it first, and kept on disk.

A kept one is found by what it is learned from: pictures, views, and every source that has a say.
"""

import fcntl
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import metadata
from pathlib import Path

import cv2

from companion.box.faces import library_of
from vision.enrolment.learn_box import Pictures, build_library
from vision.recognition.library import Library

_ROOT = Path(__file__).parents[1]
_KEPT = _ROOT / ".pytest_cache" / "learned"


@contextmanager
def _alone(name: str) -> Iterator[None]:
    """Nobody else learns this at the same time: who comes second finds it learned."""
    _KEPT.mkdir(parents=True, exist_ok=True)
    with (_KEPT / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@cache
def _sources() -> bytes:
    digest = hashlib.sha256(f"{metadata.version('numpy')} {cv2.__version__}".encode())
    for floor in ("geometry", "recognition", "enrolment"):
        for path in sorted((_ROOT / "vision" / floor).glob("*.py")):
            digest.update(path.read_bytes())
    return digest.digest()


def learned(pictures: Pictures, views: int) -> Library:
    """The library of these pictures, learned from so many views of each."""
    digest = hashlib.sha256(_sources() + str(views).encode())
    for face, (picture, size) in sorted(pictures.items()):
        digest.update(f"{face} {size} {picture.shape}".encode() + picture.tobytes())
    name = digest.hexdigest()[:16]
    path = _KEPT / f"{name}.faces"
    with _alone(name):
        if not path.is_file():
            build_library(pictures, views=views)[0].save(path)
    return Library.load(path)


def practice_library() -> Path:
    """The file of the practice pieces' library, which the product keeps for itself."""
    return library_of(None)


@cache
def practice() -> Library:
    """The same, loaded once a process: what it unpacks on first use it keeps."""
    return Library.load(practice_library())


if __name__ == "__main__":
    practice_library()
