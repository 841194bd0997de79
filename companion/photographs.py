"""What a photograph that a stranger sends may be, and why one is not read."""

from typing import Final, Literal

import msgspec

MOST_BYTES: Final = 24_000_000
"""Of one picture: what a telephone of 50 megapixels writes."""
MOST_PIXELS: Final = 64_000_000
"""Of one picture: decoded it takes three bytes each."""

Why = Literal["too_long", "too_large", "not_a_picture", "nothing_read", "no_box", "gave_up"]


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """Why nothing was read."""

    why: Why
