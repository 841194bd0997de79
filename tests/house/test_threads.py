"""numpy's products take one thread, whichever command begins: threads that spin for one another cost twice the time."""

import os
import subprocess
import sys

import pytest


@pytest.mark.parametrize(
    "module", ["companion.cli", "companion.enrolment.learning", "companion.api", "companion.twin", "vision"]
)
def test_numpy_is_told_before_it_is_loaded(module: str) -> None:
    told = f"import sys, {module}; import os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    clean = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    found = subprocess.run([sys.executable, "-c", told], env=clean, capture_output=True, text=True, check=True)
    assert found.stdout == "1\n"


def test_nothing_of_ours_loads_numpy_before_it_is_told() -> None:
    told = "import companion, sys; print('numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout == "False\n"
