"""The live table: frames in, sightings out."""
