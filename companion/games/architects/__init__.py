"""7 Wonders Architects, whole: its rules, and the facets that the other rooms ask for."""
