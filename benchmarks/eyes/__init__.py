"""How well faces are told apart, beside the published ways of doing it: ``python -m benchmarks.eyes``."""
