"""The faces that a table is read with, and what only their owner can read off a box."""
