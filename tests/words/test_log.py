"""The log as people read it."""

from companion.games.tables import LogEntry
from companion.words import log


def test_a_ruling_says_whether_a_person_said_so_or_nobody_answered() -> None:
    said, left = LogEntry(1, "ruling", None, "finger"), LogEntry(2, "ruling", None, "camera")
    texts = [log.event(entry, None, "architects").text for entry in (said, left)]
    assert texts == ["Ruling: nothing happened", "Nobody answered: left as it is"]
