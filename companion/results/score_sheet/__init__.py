"""A game as a score sheet to print: A4, in the language asked for, good in black and white too."""

from companion.results.score_sheet.pages import score_sheet

__all__ = ["score_sheet"]
