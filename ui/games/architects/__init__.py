"""The screens of Architects: its pad, table, side and form."""
