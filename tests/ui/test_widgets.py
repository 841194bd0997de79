"""What a page is made of is drawn when it has its place, and once."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


def test_an_icon_is_drawn_only_at_the_size_at_which_it_is_shown(pilot: "Pilot") -> None:
    from ui.icons import texture  # noqa: PLC0415 - opens the window
    from ui.widgets.basics import Icon  # noqa: PLC0415

    texture.cache_clear()
    icon = Icon(name="coin")
    pilot.turn()
    assert texture.cache_info().misses == 0
    icon.size = 23, 31
    pilot.turn()
    assert texture.cache_info().misses == 1
    assert icon._shape.size == (23, 23)


def test_a_code_is_worked_out_once_however_often_it_is_laid_out(pilot: "Pilot") -> None:
    from ui.widgets.code import Code, modules  # noqa: PLC0415 - opens the window

    modules.cache_clear()
    code = Code(text="http://192.168.1.17:8080/pair/7")
    for side in (120, 250, 90):
        code.size = side, side
        pilot.turn()
        assert code.ground[2] == side
    assert modules.cache_info().misses == 1
