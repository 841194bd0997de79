"""The screens of our own games, one folder each; found by ``ui.catalogue``."""
