"""Is a batch what a table wrote? Pure: hashes, chain and signature, and which of it is new."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from companion.referee.events import START, Event, digest
from companion.referee.journal.signing import is_signed
from companion.uplink.messages import LARGEST_RECORD, MOST_EVENTS, Batch, Entry, Head, Problem, data


class Sound(NamedTuple):
    """An event that is what its hash says."""

    event: Event
    hash: str
    record: bytes
    signature: bytes


class Finding(NamedTuple):
    """What a batch comes to: its events, or why it cannot be taken, and at which event that shows."""

    events: tuple[Sound, ...] = ()
    problem: Problem = ""
    seq: int = 0


def examine(batch: Batch, key: bytes) -> Finding:
    """Whether these events follow each other and the table with this key has signed the last one."""
    if not batch.events or len(batch.events) > MOST_EVENTS:
        return Finding(problem="too_large" if batch.events else "damaged")
    sound: list[Sound] = []
    for entry in batch.events:
        found = _sound(entry)
        follows = not sound or (found is not None and found.event.prev == sound[-1].hash)
        if found is None or not follows or (sound and found.event.seq != sound[-1].event.seq + 1):
            return Finding(problem="damaged", seq=entry.seq)
        sound.append(found)
    first, last = sound[0], sound[-1]
    begins = first.event.seq == 1
    if begins and (first.hash != batch.game or first.event.prev != START or first.event.draft.kind != "setup"):
        return Finding(problem="damaged", seq=1)
    if not last.signature:
        return Finding(problem="unsigned", seq=last.event.seq)
    if not is_signed(key, last.hash, last.signature):
        return Finding(problem="forged", seq=last.event.seq)
    return Finding(tuple(sound))


def _sound(entry: Entry) -> Sound | None:
    record = bytes(entry.record)
    if len(record) > LARGEST_RECORD or digest(record) != entry.hash:
        return None
    try:
        event = Event.parse(record)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None
    return Sound(event, entry.hash, record, data(entry.signature)) if event.seq == entry.seq >= 1 else None


class Kept(NamedTuple):
    """What the hub has of a game: its last event, and the hashes of those that a batch speaks of."""

    head: Head
    hashes: dict[int, str]


def fresh(events: Sequence[Sound], kept: Kept) -> Finding:
    """Those that the hub has not, where they join on to what it has; duplicates are nothing new."""
    for one in events:
        if (known := kept.hashes.get(one.event.seq)) is not None and known != one.hash:
            return Finding(problem="fork", seq=one.event.seq)
    new = tuple(one for one in events if one.event.seq > kept.head.seq)
    if not new:
        return Finding()
    first = new[0].event
    if first.seq > kept.head.seq + 1:
        return Finding(problem="gap", seq=kept.head.seq + 1)
    if first.prev != kept.head.hash:
        return Finding(problem="fork", seq=first.seq)
    return Finding(new)
