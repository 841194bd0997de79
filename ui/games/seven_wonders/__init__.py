"""The screens of 7 Wonders: its pad, table, side and form."""
