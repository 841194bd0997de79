"""The faces that a table is read with.

- ``faces.library_of``: the library of a person's own box, or of a game's proxies, learned on first use;
- ``answer.contents``: which faces of its game a box has and which it lacks, as a screen asks.

Nothing is imported here: ``answer`` is the referee's, which loads no vision; ``faces`` learns.
"""
