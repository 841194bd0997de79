"""The digital twin: a dealer that plays, an artist that paints what the camera would see, a gremlin."""
