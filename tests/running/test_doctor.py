"""The doctor's checks: a module each, found in its folder, each of which names itself once and says how to mend."""

import pkgutil
from pathlib import Path

from companion.doctor import Place, checks, examine


def test_every_module_of_the_folder_is_a_check_and_none_hangs_or_names_the_same_thing(tmp_path: Path) -> None:
    found = examine(Place(tmp_path, None))
    assert len({check.name for check in found}) == len(found)
    assert len(found) >= len(list(pkgutil.iter_modules(checks.__path__)))
    assert [check.name for check in found if check.verdict == "mend" and not check.mend] == []
    assert found[0].name == "python"
    assert found[-1].name == "journals"
