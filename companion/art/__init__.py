"""Our own vector drawing for proxy pieces: documents, symbols, colours, pixels. Sizes are millimetres."""
