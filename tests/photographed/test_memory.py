"""Memory of a process that reads photographs."""

import subprocess
import sys

_READS = """
import numpy as np
from companion.photographed.memory import give_back

def held():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6

picture = np.ones(30_000_000, np.uint8)
del picture
before, arrays, kept = held(), [], []
for _ in range(40):
    arrays.append(np.ones(2_000_000, np.uint8))
    kept.append(bytearray(2000))
arrays.clear()
give_back()
print(held() - before)
"""
"""Forty arrays of 2 MB are freed, and small ones between them are kept; prints the MB that are held still."""


def test_what_was_freed_goes_back_to_the_system_though_small_pieces_between_are_kept() -> None:
    said = subprocess.run([sys.executable, "-c", _READS], capture_output=True, text=True, check=True)
    assert float(said.stdout) < 6
