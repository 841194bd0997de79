"""Which faces a table is read with: a person's own box, or the proxy set that we draw."""

import contextlib
import fcntl
import hashlib
import os
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from companion.art.proxy_set import ProxySet, proxies_of
from companion.errors import Unusable, not_written
from companion.games.watched import watchable
from vision import recognition
from vision.enrolment.learn_box import build_library
from vision.recognition.library import FILE_NAME, VERSION, Library, LibraryUnusable

_SCALE = 6.0
"""Pixels a mm at which proxies are enrolled."""

Progress = Callable[[int, int], None]


def library_of(box: Path | None, game: str | None = None, progress: Progress = lambda done, of: None) -> Path:  # noqa: ARG005
    """The library's file: of this box, or (without one) of a game's proxy set, learned on first use and kept.

    ``game``: whose; of a game that no camera watches, or of none, the first one's that a camera does.
    ``progress`` is called with how many faces are learned and of how many. Raises ``Unusable``.
    """
    if box is None:
        watched = watchable()
        return _practice_library(proxies_of(game if game in watched else watched[0]), progress)
    path = box / FILE_NAME if box.is_dir() else box
    try:
        Library.load(path)
    except LibraryUnusable as error:
        raise Unusable(str(error)) from error
    return path


def _practice_library(proxies: ProxySet, progress: Progress) -> Path:
    path = _cache() / f"proxies-{_fingerprint(proxies)}.faces"
    if _usable(path):
        return path
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path.parent):
            # Whoever held the folder may have learned the very same.
            if not _usable(path):
                faces = {face: (proxies.picture(face, _SCALE), proxies.size_mm(face)) for face in proxies.face_ids()}
                build_library(faces, progress)[0].save(path)
    except OSError as error:
        raise not_written(path, error, "set XDG_CACHE_HOME to a writable folder") from error
    return path


def _usable(path: Path) -> bool:
    """Whether this library is there; one that cannot be read is made by us and nobody's property: it is made again."""
    try:
        Library.load(path)
    except LibraryUnusable:
        return False
    return True


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """One process at a time learns, which takes a minute: the others wait and find it learned."""
    held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        # Some file systems have no locks: there two may learn the same.
        with contextlib.suppress(OSError):
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def _cache() -> Path:
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "companion"


def _fingerprint(proxies: ProxySet) -> str:
    """Changes whenever the proxies' art or the way of learning does."""
    digest = hashlib.sha256(f"{VERSION} {metadata.version('numpy')}".encode())
    for face in proxies.face_ids():
        digest.update(proxies.svg(face).encode())
    for source in sorted(Path(recognition.__path__[0]).glob("*.py")):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
