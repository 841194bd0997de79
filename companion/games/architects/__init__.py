"""7 Wonders Architects, whole: its rules, and the facets that the other rooms ask for."""

ORDER = 1
"""Its place among the games where they stand side by side."""
