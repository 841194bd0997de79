"""From sightings to moves: hypotheses weighed by how well they explain what is seen."""
