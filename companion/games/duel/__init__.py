"""7 Wonders Duel, whole: its rules, and the facets that the other rooms ask for."""
