"""Every check there is, one after the other."""

import importlib
import pkgutil
from collections.abc import Iterator
from operator import attrgetter
from typing import Any

from companion.doctor import checks
from companion.doctor.check import Check, Place


def examine(place: Place) -> tuple[Check, ...]:
    """Every check, in the order in which a person would mend."""
    found: list[Check] = []
    for module in sorted(_modules(), key=attrgetter("ORDER")):
        seen = module.look(place)
        found += [seen] if isinstance(seen, Check) else seen
    return tuple(found)


def _modules() -> Iterator[Any]:
    return (
        importlib.import_module(f"{checks.__name__}.{module.name}") for module in pkgutil.iter_modules(checks.__path__)
    )
