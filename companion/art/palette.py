"""The colours and type scale that all proxies share: one place, so that cards, tokens and mats belong together."""

PAPER = "#fbf6ea"
INK = "#221d1a"
NIGHT = "#1d2440"
GOLD = "#e0a526"
MAT_LINE = "#9a9a9a"
MAT_FAINT = "#d6d6d6"

# The type scale in mm: one step is about 1.55; capitals are 0.73 as high.
TYPE_SMALL, TYPE_BODY, TYPE_FIGURE = 2.5, 3.8, 6.0
