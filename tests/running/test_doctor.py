"""The doctor's checks: each names itself once, says how to mend what it found, and stands where a person would mend."""

from pathlib import Path

from companion.doctor import Place
from companion.doctor.checks import examine


def test_every_check_names_something_of_its_own_and_its_mend(tmp_path: Path) -> None:
    found = examine(Place(tmp_path, None))
    assert len({check.name for check in found}) == len(found) >= 11
    assert [check.name for check in found if check.verdict == "mend" and not check.mend] == []
    assert found[0].name == "python"
    assert found[-1].name == "journals"
