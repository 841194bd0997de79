"""What the referee is told and what it says: every message on its socket (``companion.api.protocol``)."""

from typing import Any, Literal

import msgspec

from companion.games.common import Explanation, Finding
from vision.sighting import Pulse, Scene, Watch

Role = Literal["screen", "horn", "vision", "spectator", "supervisor"]


class SeatView(msgspec.Struct, frozen=True):
    """One player's public side of the table.

    ``cards``: how many of each face lie in front of the player. ``stages``: stage id to built or not,
    in building order; ``buildable``: those affordable now. ``categories`` sums to ``score``.
    ``face_down``: cards that lie face down before the player (expansion Medals).
    """

    seat: int
    name: str
    wonder: str
    score: int
    categories: dict[str, int]
    cards: dict[str, int]
    stages: dict[str, bool]
    buildable: tuple[str, ...]
    shields: int
    military: int
    progress: tuple[str, ...]
    cat: bool
    deck: int
    medals: tuple[str, ...] = ()
    face_down: int = 0


class TableView(msgspec.Struct, frozen=True):
    """The public picture of a table of Architects: the one thing that screens draw.

    ``obligations``: what the player to move must do now, as short English lines with their rule;
    ``moves``: the legal moves now (as JSON objects, see docs/moves.md) so that a finger can do all that
    the camera can. ``face_up`` may hold ``"?"`` for a token nobody has read yet.
    With the expansion Medals: ``medals`` lie to the left of each seat and in the ``centre`` (``"?"``: unread,
    ``null``: taken); ``late``: the moves that take a medal which was forgotten.
    """

    players: tuple[SeatView, ...]
    turn: int
    to_move: int | None
    battle_tokens: int
    peace_tokens: int
    cat_holder: int | None
    central_deck: int
    discard: int
    face_up: tuple[str, ...]
    stack: int
    obligations: tuple[str, ...]
    moves: tuple[dict[str, Any], ...]
    finished: bool
    winners: tuple[int, ...] = ()
    medals: tuple[str | None, ...] = ()
    centre: tuple[str | None, ...] = ()
    late: tuple[dict[str, Any], ...] = ()


class Option(msgspec.Struct, frozen=True):
    """One big button of a question: the moves that it stands for, ready to be sent back.

    ``probability`` is the referee's belief, 0..1.
    """

    moves: tuple[dict[str, Any], ...]
    probability: float


class Question(msgspec.Struct, frozen=True):
    """What the referee asks when the evidence does not decide: two or three options, or another way.

    ``reason``: ``ambiguous`` (several moves fit) or ``unknown`` (something changed that none explains).
    """

    number: int
    seat: int | None
    options: tuple[Option, ...]
    reason: Literal["ambiguous", "unknown"]


class LogEntry(msgspec.Struct, frozen=True):
    """An accepted event as people see it: ``undone`` when a later event took it back."""

    seq: int
    kind: Literal["setup", "move", "ruling", "correction", "undo", "audit"]
    move: dict[str, Any] | None
    by: Literal["camera", "finger", "rule"]
    findings: tuple[Finding, ...] = ()
    undone: bool = False


class Part(msgspec.Struct, frozen=True):
    """The health of one process: ``up``, ``down`` (being restarted) or ``absent`` (not used)."""

    name: str
    state: Literal["up", "down", "absent"]
    trouble: str = ""


class Audit(msgspec.Struct, frozen=True):
    """Where the table and the state differ, in words: what lies there, what should."""

    place: str
    lies: tuple[str, ...]
    should: tuple[str, ...]


class View(msgspec.Struct, frozen=True, tag="view"):
    """Everything a screen draws. ``seq`` is the last event on disk; ``game`` is empty before a set-up.

    ``camera``: one line of trouble, empty when all is well; ``camera_code``: its stable code, to translate it by.
    """

    seq: int
    game: str
    table: TableView | None
    question: Question | None
    log: tuple[LogEntry, ...]
    parts: tuple[Part, ...]
    audits: tuple[Audit, ...]
    explain: tuple[Explanation, ...]
    house_rules: dict[str, Any]
    camera: str
    camera_code: str = ""


class CueMessage(msgspec.Struct, frozen=True, tag="cue"):
    """To the horn and screens: sound this now. ``seq``: the event it comes from; never repeated."""

    name: Literal["horn", "battle", "turn", "question", "error", "end"]
    times: int
    seq: int


class Command(msgspec.Struct, frozen=True, tag="command"):
    """From a person: do this. ``id`` comes back in the ``Reply``; the same id twice is done once.

    ``do``: ``setup`` (``body``: a set-up as in the contract, plus ``names``), ``move`` (``body``: one move, or
    ``{"moves": [...]}``), ``answer`` (``body``: ``{"question": n, "option": k}`` or ``{"question": n,
    "moves": [...]}`` for another way), ``undo`` (``body``: ``{"seq": n}``; default the last event),
    ``correct`` (``body``: ``{"seq": n, "move": {...}}``), ``end`` (close the game).
    """

    id: str
    do: Literal["setup", "move", "answer", "undo", "correct", "end"]
    body: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """To the sender of a command: done (with the event on disk) or one clear line why not."""

    id: str
    ok: bool
    seq: int
    error: str = ""
    findings: tuple[Finding, ...] = ()


class Health(msgspec.Struct, frozen=True, tag="health"):
    """From the supervisor: how the other processes are."""

    parts: tuple[Part, ...]


ToReferee = Command | Health | Scene | Pulse
"""Every message a client may send, by its role."""

FromReferee = View | CueMessage | Reply | Watch
"""Every message a client may get."""
