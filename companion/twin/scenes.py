"""The three scenes that the twin can be seen in: how the table looks, how it is lit, how good the camera is."""

from pathlib import Path
from typing import Literal

import msgspec

from companion.twin.laying import Sloppiness

Colour = tuple[float, float, float]


class Lamp(msgspec.Struct, frozen=True):
    """A light: where it hangs (fractions of the picture), how far it reaches, how bright, which tint (BGR)."""

    x: float
    y: float
    reach: float
    power: float
    tint: Colour


class Look(msgspec.Struct, frozen=True):
    """Everything about a scene that is not the game.

    ``askew``: mats' misplacement, times the usual. ``ambient``: light that is everywhere. ``vignette``: loss
    in the corners, 0..1. ``shadow``: darkness of contact shadows. ``glare``: brightness of glare spots (0..255).
    ``flicker``: how much the light changes between two actions, 0..1. ``passing``: depth of a soft shadow
    that moves between actions. ``noise``: sigma in grey levels. ``defocus``: sigma in pixels. ``jpeg``: quality.
    ``eye``: camera height in mm. ``tilt``: degrees, at most. ``bend``: radial distortion at the corner.
    """

    surface: Literal["wood", "felt", "cloth"]
    askew: float
    ambient: Colour
    lamps: tuple[Lamp, ...]
    vignette: float
    shadow: float
    glare: float
    flicker: float
    passing: float
    noise: float
    defocus: float
    jpeg: int
    eye: tuple[float, float]
    tilt: float
    bend: float
    sloppiness: Sloppiness = Sloppiness()


SCENES: dict[str, Look] = msgspec.toml.decode(Path(__file__).with_suffix(".toml").read_bytes(), type=dict[str, Look])
"""By name, as ``scenes.toml`` has them."""
