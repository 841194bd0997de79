"""Pictures and planes, with no piece in sight.

``image`` (arrays and files), ``homography`` (points through planes), ``quads`` (found, measured, overlapped), ``sides``
(to a fraction of a pixel), ``photometric`` (light taken out), ``changes`` and ``difference`` (what is new),
``alignment`` (shifts), ``descent`` (Gauss-Newton), ``plane``, ``pose`` and ``markers`` (where a watched surface lies).
"""
