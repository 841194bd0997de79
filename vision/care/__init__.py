"""Whether the camera still sees what it should: bumped, dark, blurred, dirty. ``Caretaker`` cares for one camera."""

from vision.care.caretaker import REPORT, Caretaker, Report
from vision.care.marks import marks
from vision.care.watch import at_a_glance

__all__ = ["REPORT", "Caretaker", "Report", "at_a_glance", "marks"]
