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
    for row in rows:
        event, trouble = _link(row, len(events) + 1, head)
        if event is None:
            return Chain(tuple(events), head, trouble)
        events.append(event)
        head = row.hash
    return Chain(tuple(events), head, "")


def _link(row: Row, seq: int, head: str) -> tuple[Event | None, str]:
    if row.seq != seq:
        return None, f"event {seq} is missing"
    if digest(row.record) != row.hash:
        return None, f"event {seq} is not what was written (its hash differs)"
    try:
        event = Event.parse(row.record)
    except msgspec.DecodeError as error:
        return None, f"event {seq} cannot be read ({error})"
    if event.seq != seq or event.prev != head:
        return None, f"event {seq} does not follow the one before it (the chain is broken)"
    return event, ""


def splice(first: Iterable[Row], second: Iterable[Row]) -> tuple[Row, ...]:
    """The longest intact chain out of two damaged copies of the same one."""
    candidates: dict[int, list[Row]] = {}
    for row in (*first, *second):
        candidates.setdefault(row.seq, []).append(row)
    rows: list[Row] = []
    head = START
    while True:
        seq = len(rows) + 1
        good = next((row for row in candidates.get(seq, ()) if _link(row, seq, head)[0] is not None), None)
        if good is None:
            return tuple(rows)
        rows.append(good)
        head = good.hash
