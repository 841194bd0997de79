"""The three scenes that the twin can be seen in: how the table looks, how it is lit, how good the camera is."""

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

    name: str
    surface: Literal["wood", "felt", "cloth"]
    askew: float
    sloppiness: Sloppiness
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


_WARM, _DAY = (0.74, 0.94, 1.1), (1.12, 1.0, 0.9)

STUDIO = Look(
    name="studio",
    surface="felt",
    askew=0.6,
    sloppiness=Sloppiness(),
    ambient=(0.74, 0.74, 0.74),
    lamps=(Lamp(0.5, 0.45, 1.4, 0.2, (1.0, 1.0, 1.0)),),
    vignette=0.06,
    shadow=0.35,
    glare=0.0,
    flicker=0.0,
    passing=0.0,
    noise=1.2,
    defocus=0.45,
    jpeg=92,
    eye=(920.0, 980.0),
    tilt=1.5,
    bend=0.02,
)
KITCHEN = Look(
    name="kitchen",
    surface="wood",
    askew=1.0,
    sloppiness=Sloppiness(),
    ambient=(0.5, 0.53, 0.55),
    lamps=(Lamp(0.42, 0.36, 0.66, 0.42, _WARM), Lamp(1.05, 0.1, 0.6, 0.16, _DAY)),
    vignette=0.16,
    shadow=0.5,
    glare=10.0,
    flicker=0.0,
    passing=0.0,
    noise=2.6,
    defocus=0.6,
    jpeg=80,
    eye=(860.0, 960.0),
    tilt=3.0,
    bend=0.045,
)
CRUEL = Look(
    name="cruel",
    surface="cloth",
    askew=1.35,
    sloppiness=Sloppiness(card_mm=5.0, card_degrees=7.0, pile_mm=2.0, pile_degrees=3.0),
    ambient=(0.36, 0.38, 0.40),
    lamps=(Lamp(0.16, 0.2, 0.5, 0.78, (0.66, 0.9, 1.12)), Lamp(1.0, 0.95, 0.5, 0.3, _DAY)),
    vignette=0.26,
    shadow=0.6,
    glare=60.0,
    flicker=0.07,
    passing=0.25,
    noise=5.0,
    defocus=0.95,
    jpeg=60,
    eye=(820.0, 900.0),
    tilt=4.5,
    bend=0.06,
)

SCENES = {look.name: look for look in (STUDIO, KITCHEN, CRUEL)}
"""By name."""
