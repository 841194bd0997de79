"""7 Wonders, whole: its rules, and the facets that the other rooms ask for."""

ORDER = 2
"""Its place among the games where they stand side by side."""
