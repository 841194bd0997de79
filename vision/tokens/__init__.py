"""Round pieces: found by their rims (``discs``), turned (``polar``), named (``naming``), found in a heap (``heap``).

``track``: where a pawn stands.
"""
