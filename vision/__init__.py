"""From pixels to sightings: cameras, table plane, motion, pieces, faces, codes.

Knows nothing of games: it is told which zones to watch and which faces exist,
and says which face lies where, with a probability.
"""
