"""Layouts: beside modules of widgets lie their rules, in ``.kv`` files; all may name ``T`` (the theme) and ``_``."""

from functools import cache
from pathlib import Path
from typing import Final

from kivy.factory import Factory
from kivy.lang import Builder
from kivy.lang.parser import global_idmap

from companion.words.language import say
from ui import theme

_NAMED: Final = {
    "cheer": ("Cheer",), "code": ("Code",), "controls": ("Gauge", "Mute", "Segments", "Sides"), "graph": ("Graph",),
    "lens": ("Lens",), "paged": ("Paged",),
}  # fmt: skip
"""The widgets that layouts name and no module of theirs makes, by their modules: imported when first named."""

global_idmap.update(T=theme, _=say)
for _module, _widgets in _NAMED.items():
    for _widget in _widgets:
        Factory.register(_widget, module=f"ui.widgets.{_module}")


@cache
def load(folder: Path) -> None:
    """Load all layouts of a folder, once."""
    for path in sorted(folder.glob("*.kv"), key=lambda path: (path.stem != "basics", path)):
        Builder.load_file(str(path))


# All others build on them.
load(Path(__file__).parent / "widgets")
