"""Forms, one a game, in which any move at all is put together, piece by piece."""
