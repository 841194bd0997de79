"""Every screen that there is. Who makes a page adds its stops to the file of its own and names them here."""

from tests.ui.gallery.stops import camera, frame, layout, pages, tables, tournament
from tests.ui.gallery.visitor import Stop

STOPS: tuple[Stop, ...] = (
    *frame.STOPS, *tables.STOPS, *pages.STOPS, *camera.STOPS, *layout.STOPS, *tournament.STOPS,
)  # fmt: skip
