"""Round pieces: found by their rims (``discs``), turned (``polar``), named (``naming``), counted (``heap``).

``track``: where a pawn stands.
"""
