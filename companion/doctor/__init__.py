"""What is installed, connected and healthy at a table, and how to mend what is not."""

from companion.doctor.check import Check, Place, Verdict
from companion.doctor.examination import examine

__all__ = ["Check", "Place", "Verdict", "examine"]
