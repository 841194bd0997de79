"""The printed mats of a table: which sheet lies in front of whom."""

from companion.twin.canvas import MatArt
from companion.twin.print.mats import mat_picture
from companion.twin.world import World
from vision.geometry.image import Image

_PX_PER_MM = 3.0
"""Finer than the canvas, so that turning a sheet keeps its lines."""


def printed_mats(world: World) -> MatArt:
    """The mats that companion prints, each seat's with the outline of its own wonder."""

    def mat_art(mat: int) -> Image:
        stages = world.at(f"seat/{mat - 1}/wonder")
        wonder = stages[0].front.split("/")[2].rpartition("_")[0] if stages else None
        return mat_picture(mat, _PX_PER_MM, wonder)

    return mat_art
