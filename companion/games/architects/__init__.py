"""7 Wonders Architects: the rules."""
