"""Enrolment's pixel work: finding the piece under the camera or on a scan, cutting it out, judging the picture."""
