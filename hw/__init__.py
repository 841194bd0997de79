"""Pins: the horn of the table. A client of the referee like any screen, in a process of its own."""
