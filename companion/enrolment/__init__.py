"""Enrolment in front of a person: which faces a box has, the dialogue at the camera, the pictures kept, learning."""
