"""Memory of a process that reads photographs: a Raspberry Pi has one or two gigabytes of it, for all."""

import ctypes


def give_back() -> None:
    """Give memory that was freed back to the system.

    glibc keeps it where small pieces that are still needed lie between: 75 MB once the names of a photograph of 12
    million pixels are read (``malloc_trim(3)``). Where the C library has no such call nothing changes.
    """
    if (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)) is not None:
        trim(0)
