"""Every irregularity that the rules know: a stable code, the rule's section, and what it means.

docs/findings.md lists them; a test keeps it complete.
"""

from functools import partial

from companion.games.reading import read_data
from companion.games.vocabulary import Irregularity, found_by

CATALOGUE = read_data(__package__, "findings.json", dict[str, Irregularity])
finding = partial(found_by, CATALOGUE)
"""A finding with the rule's section from the catalogue."""
