"""The rules: pure functions over immutable states, one folder a game."""
