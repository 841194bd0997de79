"""What is handed to Blender: the table as solids in millimetres. No game, no pixels.

Axes as the twin's table: x right, y down, but heights upwards from the table top.
"""

import msgspec

Point = tuple[float, float]
Part = tuple[float, float, float, float]
"""Left, top, right and bottom of a part of a picture, as fractions of its width and height."""


class Sheet(msgspec.Struct, frozen=True):
    """A printed sheet that lies flat: its picture, and its corners clockwise from its own top left."""

    picture: str
    corners: tuple[Point, Point, Point, Point]


class Solid(msgspec.Struct, frozen=True):
    """A piece: the ``picture`` of its upper face (alpha is its shape) round its centre, turned clockwise (degrees).

    ``size``: width and height. ``outline``: the shape of punched board, from the piece's centre; none: a card, whose
    middle is on ``height`` and whose surface rises by ``slope`` (mm a mm, along its own x and y) and is bent by
    ``bend`` (mm that its ends stand above its middle, along x and along y).
    ``thick``: of board. ``sleeved``: in a glossy sleeve.
    """

    picture: str
    centre: Point
    angle: float
    size: tuple[float, float]
    height: float
    slope: tuple[float, float] = (0.0, 0.0)
    bend: tuple[float, float] = (0.0, 0.0)
    thick: float = 0.0
    outline: tuple[Point, ...] = ()
    sleeved: bool = False


class Lamp(msgspec.Struct, frozen=True):
    """A lamp: where it hangs (x, y, height), its radius (how soft its shadows are), its strength and tint (RGB)."""

    where: tuple[float, float, float]
    radius: float
    watts: float
    tint: tuple[float, float, float]


class Camera(msgspec.Struct, frozen=True):
    """A pinhole: where it is (x, y, height), its rotation from table to camera axes (row by row), pixels."""

    eye: tuple[float, float, float]
    turn: tuple[float, ...]
    focal: float
    centre: Point
    size: tuple[int, int]


class Scene(msgspec.Struct, frozen=True):
    """One picture to be taken. ``heads``: centres of heads that shade. ``arm``: fingertips and elbow, if one is there.

    ``surface``: the picture of the bare table (``table``: its width and height). ``sky``: light that comes from
    everywhere. ``gain``: exposure, as a power of two. ``samples`` a pixel; ``scale``: part of the full resolution.
    ``parts``: those that are to be rendered; none: the whole picture.
    """

    camera: Camera
    table: tuple[float, float]
    surface: str
    sheets: tuple[Sheet, ...]
    solids: tuple[Solid, ...]
    lamps: tuple[Lamp, ...]
    heads: tuple[tuple[float, float, float], ...]
    sky: float
    gain: float
    samples: int
    scale: float
    file: str
    arm: tuple[Point, Point] | None = None
    parts: tuple[Part, ...] = ()

    def files(self) -> tuple[str, ...]:
        """A picture for each part, as large as the whole and empty elsewhere."""
        return tuple(f"{self.file}.{number}.png" for number in range(len(self.parts)))
