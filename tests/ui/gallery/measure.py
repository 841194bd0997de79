"""What is wrong with what is drawn: cut off, too small to hit, in each other's way, off the screen, hard to read."""

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ui import theme

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

Pixels: TypeAlias = NDArray[np.uint8]
Box: TypeAlias = tuple[float, float, float, float]

READ = 4.5
"""The contrast of what is read (WCAG 2, AA)."""
SEEN = 3.0
"""The contrast of what is only recognised: icons."""


def faults(pilot: "Pilot", pixels: Pixels) -> Iterator[str]:
    """Each fault of the page shown, drawn as ``pixels`` (rows from the top), as a line of text."""
    from ui.widgets.basics import Icon, Tap, Text  # noqa: PLC0415 - opens the window

    height, width = pixels.shape[:2]
    seen = list(pilot.seen())
    for widget in seen:
        if isinstance(widget, Text) and widget.text and widget.overflows:
            yield f"{widget.text!r} does not fit {[int(n) for n in widget.size]}"
        if isinstance(widget, Tap) and min(widget.size) < theme.dp(theme.TOUCH) - 1:
            yield f"{named(widget)} of {[int(n) for n in widget.size]} is hard to hit"
        if isinstance(widget, Tap | Icon) or (isinstance(widget, Text) and widget.text):
            left, bottom, right, top = box_of(widget)
            if left < -1 or bottom < -1 or right > width + 1 or top > height + 1:
                yield f"{named(widget)} is off the screen: {[int(n) for n in box_of(widget)]}"
    # Also one that is dead or not to be seen swallows the taps for what lies under it.
    yield from crossing([widget for widget in pilot.shell.walk() if isinstance(widget, Tap) and min(widget.size) >= 2])
    yield from pale(seen, pixels)


def box_of(widget: Any) -> Box:
    """Left, bottom, right and top in the window."""
    left, bottom = widget.to_window(widget.x, widget.y)
    return left, bottom, left + widget.width, bottom + widget.height


def named(widget: Any) -> str:
    """What a person would call it."""
    said = getattr(widget, "text", "") or getattr(widget, "icon", "") or getattr(widget, "name", "")
    return f"{type(widget).__name__} {said!r}"


def crossing(taps: list[Any]) -> Iterator[str]:
    """Targets of which a finger cannot tell which one it hits."""
    for one, other in combinations(taps, 2):
        if one.disabled and other.disabled:
            continue
        a, b = box_of(one), box_of(other)
        if min(a[2], b[2]) - max(a[0], b[0]) > 1 and min(a[3], b[3]) - max(a[1], b[1]) > 1:
            yield f"{named(one)} and {named(other)} lie over each other"


def pale(seen: list[Any], pixels: Pixels) -> Iterator[str]:
    """Text and icons that do not stand out from the colour that is really drawn behind them."""
    from ui.widgets.basics import Icon, Text  # noqa: PLC0415 - opens the window

    for widget in seen:
        if dimmed(widget):
            continue
        if isinstance(widget, Text) and widget.text.strip():
            ink, needed = widget.color, READ
        elif isinstance(widget, Icon) and widget.name and widget.tint[3] > 0.99:
            ink, needed = widget.tint, SEEN
        else:
            continue
        behind = ground(pixels, box_of(widget), ink)
        if behind is not None and theme.contrast(tuple(ink), behind) < needed:
            yield f"{named(widget)} stands out {theme.contrast(tuple(ink), behind):.2f} to 1 only"


def dimmed(widget: Any) -> bool:
    """Whether it is shown as not to be used just now."""
    above = widget
    while above is not None and above.parent is not above:
        if above.opacity < 0.99 or getattr(above, "disabled", False):
            return True
        above = above.parent
    return False


def ground(pixels: Pixels, box: Box, ink: Any) -> theme.Rgba | None:
    """The commonest colour in a box that is not the ink itself; ``None`` where there is no such."""
    height = pixels.shape[0]
    left, bottom, right, top = (round(n) for n in box)
    part = pixels[max(0, height - top) : max(0, height - bottom), max(0, left) : max(0, right), :3].reshape(-1, 3)
    part = part[np.abs(part.astype(int) - np.array([round(255 * c) for c in ink[:3]])).max(axis=1) > 24]
    if not len(part):
        return None
    # Colours within a few shades count as one: a picture behind has no two pixels alike.
    coarse = (part >> 3).astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    values, counts = np.unique(coarse, return_counts=True)
    red, green, blue = part[coarse == values[counts.argmax()]].mean(axis=0) / 255
    return float(red), float(green), float(blue), 1.0
