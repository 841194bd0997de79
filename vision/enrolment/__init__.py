"""Enrolment's pixel work: the piece under the camera (``desk``, ``finding``) or on a scan (``scans``), cut out.

``quality`` and ``alike`` judge the picture; ``learn_box`` learns a library from all of them.
"""
