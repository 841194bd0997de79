"""Our letters, the same on every machine: DejaVu Sans, which has every language that we speak."""

from functools import cache
from importlib.resources import files


@cache
def font_files() -> tuple[str, str]:
    """Paths of the fonts, regular and bold."""
    folder = files("companion.paper").joinpath("fonts")
    return str(folder.joinpath("DejaVuSans.ttf")), str(folder.joinpath("DejaVuSans-Bold.ttf"))
