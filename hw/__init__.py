"""Pins: the horn (gpiozero). A client of the referee like any other."""
