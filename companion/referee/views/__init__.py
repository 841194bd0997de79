"""The public pictures of tables, a module a game: from a state, through the rules, to what screens draw."""
