import pytest

from ui import theme

PAIRS = [(f"{name}: {what}", ink, ground) for name in theme.PALETTES for what, ink, ground in theme.read(name)]


@pytest.mark.parametrize(("what", "ink", "ground"), PAIRS, ids=[what for what, _ink, _ground in PAIRS])
def test_whatever_is_read_stands_out_from_what_it_stands_on(what: str, ink: theme.Rgba, ground: theme.Rgba) -> None:
    assert theme.contrast(ink, ground) >= 4.5, what


def test_contrast_is_what_the_standard_says_it_is() -> None:
    assert theme.contrast(theme.rgba("#ffffff"), theme.rgba("#000000")) == pytest.approx(21)
    assert theme.contrast(theme.rgba("#777777"), theme.rgba("#ffffff")) == pytest.approx(4.48, abs=0.01)


def test_lengths_grow_with_the_screen() -> None:
    theme.fit(1280, 720)
    large = theme.dp(theme.TOUCH)
    theme.fit(800, 480)
    assert (theme.dp(theme.TOUCH), large) == (56, 84)
