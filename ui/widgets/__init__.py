"""What pages are made of: the basics here, larger things one a module."""

from ui.widgets.basics import Bar, Chip, Icon, Key, Panel, Tap, Text, Tile, key, mark

__all__ = ["Bar", "Chip", "Icon", "Key", "Panel", "Tap", "Text", "Tile", "key", "mark"]
