"""``companion hub load``: real games' events through real workers."""
