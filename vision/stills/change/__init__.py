"""New pieces in a picture, told from a picture of the same table before them."""
