"""Larger things that several pages are made of, one a file."""
