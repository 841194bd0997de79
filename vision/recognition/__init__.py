"""Which face a rectified picture of a piece shows, with calibrated probabilities."""
