"""Round pieces: found, turned, named, counted."""
