"""The hash chain: which events, read from wherever, follow each other without a break."""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from companion.referee.events import START, Event, digest


class Row(NamedTuple):
    """An event as it stands in a file: unchecked."""

    seq: int
    record: bytes
    hash: str


class Chain(NamedTuple):
    """The events that follow each other from the first one on, and why they end before the last row."""

    events: tuple[Event, ...]
    head: str
    trouble: str


def check(rows: Iterable[Row]) -> Chain:
    """The intact beginning of these rows; ``trouble`` is empty when that is all of them."""
    events: list[Event] = []
    head = START
    for seq, row in enumerate(rows, start=1):
        event = f"event {seq} is missing" if row.seq != seq else _event(row)
        if isinstance(event, Event) and event.prev != head:
            event = f"event {seq} does not follow the one before it (the chain is broken)"
        if isinstance(event, str):
            return Chain(tuple(events), head, event)
        events.append(event)
        head = row.hash
    return Chain(tuple(events), head, "")


def _event(row: Row) -> Event | str:
    """What a row holds, or why it is not what was written there."""
    if digest(row.record) != row.hash:
        return f"event {row.seq} is not what was written (its hash differs)"
    try:
        event = Event.parse(row.record)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        return f"event {row.seq} cannot be read ({error})"
    return event if event.seq == row.seq else f"event {row.seq} is not what was written (its number differs)"


def splice(first: Iterable[Row], second: Iterable[Row]) -> tuple[Row, ...]:
    """The longest chain out of two damaged copies of the same one; of two as long the first one's.

    A row whose own hash is right may still be forged, and end the chain: so each way is followed to its end.
    """
    found: dict[int, dict[str, tuple[Row, str]]] = {}
    for row in (*first, *second):
        event = _event(row)
        if isinstance(event, Event):
            found.setdefault(row.seq, {}).setdefault(row.hash, (row, event.prev))
    ways: list[dict[str, tuple[Row, str]]] = []
    ends = {START}
    while way := {end: link for end, link in found.get(len(ways) + 1, {}).items() if link[1] in ends}:
        ways.append(way)
        ends = set(way)
    rows: list[Row] = []
    head = next(iter(ways[-1])) if ways else START
    for way in reversed(ways):
        row, head = way[head]
        rows.append(row)
    return tuple(reversed(rows))


def otherwise(chain: Chain, copied: Iterable[Row]) -> str:
    """Where a copy, by rows that are intact in themselves, tells another story than the chain; empty: nowhere.

    Of two intact stories none can be told to be the right one: the chain has no key, and who can write the files can
    write a whole chain of his own.
    """
    hashes = [event.prev for event in chain.events[1:]] + [chain.head]
    for row in copied:
        if row.seq <= len(chain.events) and row.hash != hashes[row.seq - 1] and isinstance(_event(row), Event):
            return f"the copy beside it tells otherwise of event {row.seq}"
    return ""
