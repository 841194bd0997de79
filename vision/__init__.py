"""From pixels to sightings: cameras, table plane, motion, pieces, faces, codes.

Knows nothing of games: it is told which zones to watch and which faces exist,
and says which face lies where, with a probability.
"""

import os

# Read by numpy when it is first imported. One core is enough here; the others belong to the referee and
# the screen, and threads that wait for each other make small products slower.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
