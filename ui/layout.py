"""Layouts: each module of widgets has its rules in the ``.kv`` file beside it."""

from pathlib import Path

from kivy.lang import Builder


def load(module: str) -> None:
    """Load the rules that lie beside a module (``__file__``)."""
    Builder.load_file(str(Path(module).with_suffix(".kv")))
