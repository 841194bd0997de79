"""Measurements, each beside what it is compared with; `make bench` runs them all."""
