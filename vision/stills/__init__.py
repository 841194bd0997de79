"""Single photographs, without history: ``photograph.StillReader`` finds and names every piece.

Guesses come from ``sift_features`` and ``pose_voting``, ``quads_to_pieces``, ``columns`` and ``single_piece``; the
table's plane from ``table_plane``; places are refined by ``placing`` and ``lucas_kanade``; ``occupancy`` and
``scoring`` let each part of the picture be explained once. ``change`` finds what is new beside the empty table.
"""
