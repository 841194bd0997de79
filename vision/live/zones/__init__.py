"""Readers of one zone each, by kind."""
