"""What the journal holds: one event for each thing that happened, in the order in which it was accepted."""

import hashlib
from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from companion.games.vocabulary import Finding, said
from vision.sighting import Sighting

Kind = Literal["setup", "move", "ruling", "correction", "undo", "audit", "question", "end"]
By = Literal["camera", "finger", "rule"]

START = "0" * 64
"""What the first event's ``prev`` holds."""


class Evidence(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the camera showed when the event was accepted.

    ``settled`` holds the zones that the state explains from now on, as they were seen: with them a
    referee that starts again knows which piece lay on which pile. ``posterior`` is the belief, 0..1.
    """

    frame: int = -1
    exposed: float = 0.0
    posterior: float = 0.0
    settled: tuple[Sighting, ...] = ()


class Draft(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event before it is written. ``command`` is the id of the command it came from, if any.

    ``findings`` stay as they were written, by any version (``found`` reads them): the record's hash is of these bytes.
    """

    kind: Kind
    body: dict[str, Any]
    by: By
    findings: tuple[dict[str, Any], ...] = ()
    evidence: Evidence = Evidence()
    command: str = ""

    @property
    def found(self) -> tuple[Finding, ...]:
        """What was irregular; where an older version wrote sentences, in its words."""
        return tuple(_found(written) for written in self.findings)


def written(findings: tuple[Finding, ...]) -> tuple[dict[str, Any], ...]:
    """Findings as a draft holds them."""
    return tuple(msgspec.to_builtins(finding) for finding in findings)


def _found(written: dict[str, Any]) -> Finding:
    if "message" not in written:
        return msgspec.convert(written, Finding)
    legal = tuple(said(words) for words in written["legal"])
    return Finding(written["code"], written["rule"], written["seat"], legal, {"said": written["message"]})


class Event(msgspec.Struct, frozen=True):
    """An event as written. ``monotonic`` (with ``boot``) orders and measures; ``wall`` is only an annotation."""

    seq: int
    draft: Draft
    monotonic: float
    boot: str
    wall: float
    prev: str

    def record(self) -> bytes:
        """The bytes that are kept and hashed."""
        return msgspec.json.encode(self)

    @classmethod
    def parse(cls, record: bytes) -> "Event":
        """Read a record back. Raises ``msgspec.DecodeError`` (of which ``ValidationError`` is one)."""
        return _DECODER.decode(record)


_DECODER = msgspec.json.Decoder(Event)


def supposed(drafts: Sequence[Draft], *, after: int) -> tuple[Event, ...]:
    """Events as they would be ``after`` so many others: of these nothing is on disk."""
    return tuple(Event(after + k, draft, 0.0, "", 0.0, "") for k, draft in enumerate(drafts, start=1))


def digest(record: bytes) -> str:
    """The hash of an event, which the next one names as its ``prev``: a chain, as ``prev`` is in the record."""
    return hashlib.sha256(record).hexdigest()
