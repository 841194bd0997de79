"""What illustrations share: their size, a sky, a burst of rays."""

import math

from companion.art.drawing import polygon, rect

WIDTH, HEIGHT = 55.0, 57.0
"""An illustration's size in mm."""


def sky(top: str, bottom: str) -> str:
    """A sky that changes from its top to its horizon."""
    return (
        f'<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient>' + rect(0, 0, WIDTH, HEIGHT, "url(#sky)")
    )


def sunburst(x: float, y: float, count: int, colour: str, reach: float = 80) -> str:
    """Rays from a point to beyond the picture's edges."""
    step = math.pi * 2 / count
    return "".join(
        polygon(
            [
                (x, y),
                (x + reach * math.cos(step * k), y + reach * math.sin(step * k)),
                (x + reach * math.cos(step * (k + 0.5)), y + reach * math.sin(step * (k + 0.5))),
            ],
            colour,
        )
        for k in range(count)
    )
