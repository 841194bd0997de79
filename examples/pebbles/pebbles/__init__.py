"""Pebbles, a small game of our own for two players: its rules, and the facets that the Companion asks for.

The box: 12 shells, 8 pearls and 8 crabs, shuffled and dealt into two piles, faces up; three tide tokens that lie calm;
three starfish. Whoever's turn it is takes the top card of either pile and lays it before himself. A crab turns one tide
token over to its stormy side. When the third is stormy there is a battle: who has more crabs before him takes a
starfish; then all crabs go to the discard pile and the tide is calm again. The game ends with the last card. A shell
counts 1 point, a pearl 2, a starfish 3; of equal players the one with more pearls is ahead.
"""
