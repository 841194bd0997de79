"""What a widget can be told, declared by kind: ``label, score = texts(2)``."""

from kivy.properties import BooleanProperty, StringProperty


def texts(count: int) -> list[StringProperty]:
    """So many properties of a class that are texts, each empty until something is to be said."""
    return [StringProperty("") for _ in range(count)]


def flags(count: int) -> list[BooleanProperty]:
    """So many properties of a class that are off until they are set."""
    return [BooleanProperty(False) for _ in range(count)]
