"""Mutation testing of the rules: are the tests of a game sharp enough to notice a small change in it?

``python -m tests.mutation architects`` (``make mutation``); docs/proof.md says what comes out and what is left out.
"""
