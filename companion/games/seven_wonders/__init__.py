"""7 Wonders: the rules, as pure functions over immutable states."""
