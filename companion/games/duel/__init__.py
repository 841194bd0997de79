"""7 Wonders Duel, whole: its rules, and the facets that the other rooms ask for."""

ORDER = 3
"""Its place among the games where they stand side by side."""
