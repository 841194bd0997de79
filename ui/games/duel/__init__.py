"""The screens of Duel: its pad, table, side and form."""
