"""Which face a rectified picture of a piece shows, with calibrated probabilities.

One named card is understood from five modules:

- ``naming``: which tries are looked at, and how closely
- ``cell_descriptors``: what is measured
- ``cell_likelihood``: how likely a face looks so
- ``nuisance_model``: what light and misplaced corners did to it
- ``calibration``: from likelihoods to probabilities

``hog`` and ``lda`` are the quick look, ``library`` the file; ``augment``, ``learning`` and ``learn_cells`` learn it.
"""
