"""Memory of a process that reads photographs: a Raspberry Pi has one or two gigabytes of it, for all."""

import ctypes

_MMAP_THRESHOLD = -3
"""``M_MMAP_THRESHOLD`` of glibc's ``mallopt(3)``."""
_LARGE = 1 << 20
"""Bytes: what is larger is an array of a picture, of which a photograph needs some hundred."""


def give_arrays_back() -> None:
    """Let large arrays go back to the system as soon as they are freed.

    glibc takes ever larger ones from its heap once one has been freed, and small ones that are kept between them hold
    them there: 40 MB of a photograph of 12 million pixels. Where the C library has no such option nothing changes.
    """
    if (mallopt := getattr(ctypes.CDLL(None), "mallopt", None)) is not None:
        mallopt(_MMAP_THRESHOLD, _LARGE)
