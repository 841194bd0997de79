"""What the referee is told and what it says: every message on its socket (``companion.api.protocol``)."""

from typing import Annotated, Any, Literal

import msgspec

from companion.games.finished import Told
from companion.games.layout import Layout
from companion.games.tables import AnyTable, LogEntry
from companion.games.vocabulary import Explanation, Finding, Line
from vision.sighting import Badge, Preview, Pulse, Scene, Survey, Watch

Role = Literal["screen", "horn", "vision", "spectator", "supervisor", "chances", "enrolment", "board", "home", "uplink"]


class Option(msgspec.Struct, frozen=True):
    """One big button of a question: the moves that it stands for, ready to be sent back.

    ``probability`` is the referee's belief, 0..1, when it was asked. ``gone``: it has become impossible since, and is
    no longer on offer.
    """

    moves: tuple[dict[str, Any], ...]
    probability: float
    gone: bool = False


class Question(msgspec.Struct, frozen=True):
    """What the referee asks when the evidence does not decide: two or three options, or another way.

    ``reason``: ``ambiguous`` (several moves fit, or event ``seq`` may have been paid in several ways), ``unknown``
    (something changed that none explains) or ``face`` (event ``seq`` is known but for the piece that it shows: which?).
    """

    number: int
    seat: int | None
    options: tuple[Option, ...]
    reason: Literal["ambiguous", "unknown", "face"]
    seq: int = 0

    @property
    def offered(self) -> tuple[tuple[int, Option], ...]:
        """The options that are on offer, each with its place, by which an answer names it."""
        return tuple((place, option) for place, option in enumerate(self.options) if not option.gone)


class Part(msgspec.Struct, frozen=True):
    """The health of one process: ``up``, ``down`` (being restarted) or ``absent`` (not used).

    ``trouble``: one English line, ``why``: its code (``errors.Refusal``) where it has one.
    """

    name: str
    state: Literal["up", "down", "absent"]
    trouble: str = ""
    why: Line | None = None


class Audit(msgspec.Struct, frozen=True):
    """Where the table and the state differ, in words: what lies there, what should."""

    place: str
    lies: tuple[str, ...]
    should: tuple[str, ...]


class PlaceTrouble(msgspec.Struct, frozen=True):
    """A place that cannot be explained and is set aside for now, in a word and by its name.

    ``unreadable``: what lies there cannot be made out; ``differs``: it can, and it is not what was played.
    """

    code: Literal["unreadable", "differs"]
    place: str


class View(msgspec.Struct, frozen=True, tag="view"):
    """Everything a screen draws. ``seq`` is the last event on disk; ``game`` is empty before a set-up.

    ``camera``: one line of trouble, empty when all is well; ``camera_code``: its stable code, to translate it by.
    ``chances``: each seat's chance to win as the game went, oldest first (empty: nobody works it out).
    ``board``: the address of the board for phones (empty: it is not served).
    ``health``: the places that are set aside. ``joining``: what lies before each player of a game of which nothing was
    played here: it goes on from that (``join``) if people say so.
    """

    seq: int
    game: str
    table: AnyTable | None
    question: Question | None
    log: tuple[LogEntry, ...]
    parts: tuple[Part, ...]
    audits: tuple[Audit, ...]
    explain: tuple[Explanation, ...]
    house_rules: dict[str, Any]
    camera: str
    camera_code: str = ""
    chances: tuple["ChancePoint", ...] = ()
    board: str = ""
    health: tuple[PlaceTrouble, ...] = ()
    joining: tuple[Told, ...] = ()

    @property
    def finished(self) -> bool:
        """Whether it is a game that is over."""
        return self.table is not None and self.table.finished


class ChancePoint(msgspec.Struct, frozen=True):
    """After event ``seq``: each seat's chance to win, 0..1, from so many playouts."""

    seq: int
    chances: tuple[Annotated[float, msgspec.Meta(ge=0, le=1)], ...]
    playouts: int


class Chances(msgspec.Struct, frozen=True, tag="chances"):
    """From the process that plays on: points, oldest first (each replaces an earlier one of the same event)."""

    points: tuple[ChancePoint, ...]


class CueMessage(msgspec.Struct, frozen=True, tag="cue"):
    """To the horn and screens: sound this now. ``seq``: the event it comes from; never repeated."""

    name: Literal["horn", "battle", "turn", "question", "error", "end"]
    times: int
    seq: int


class Command(msgspec.Struct, frozen=True, tag="command"):
    """From a person: do this. ``id`` comes back in the ``Reply``; the same id twice is done once.

    ``do``: ``setup`` (``body``: a set-up as in the contract, plus ``names`` and, for an open table, its ``layout``:
    ``companion.games.layout``), ``move`` (``body``: one move, or
    ``{"moves": [...]}``), ``answer`` (``body``: ``{"question": n, "option": k}`` or ``{"question": n,
    "moves": [...]}`` for another way), ``undo`` (``body``: ``{"seq": n}``, or ``{"since": n}`` for all from event n on;
    default the last move),
    ``correct`` (``body``: ``{"seq": n, "move": {...}}``), ``waive`` (``body``: ``{"place": name}``: what lies there is
    right, although it is not what was played), ``join`` (``body``: ``{"cities": [...], "first": n}``: the game was
    begun before, this lies before the players and seat n is to move; ``{}``: it has just begun), ``end`` (close the
    game).
    """

    id: str
    do: Literal["setup", "move", "answer", "undo", "correct", "waive", "join", "end"]
    body: dict[str, Any] = {}


class Reply(msgspec.Struct, frozen=True, tag="reply"):
    """To the sender of a command: done (with the event on disk) or one clear line why not, and its code.

    ``findings``: what is irregular about what was done, or what of the rules does not let it be done.
    """

    id: str
    ok: bool
    seq: int
    error: str = ""
    findings: tuple[Finding, ...] = ()
    why: Line | None = None


class Ask(msgspec.Struct, frozen=True, tag="ask"):
    """From a screen: tell me. Nothing changes by it. ``id`` comes back in the ``Answer``.

    ``what``: ``alternatives`` (``body``: ``{"seq": n}``: what may have happened instead of that event),
    ``judge`` (``body``: ``{"move": {...}}``, perhaps ``"seq": n``: what is irregular about this move now, or in the
    place of that event), ``mend`` (``body``: ``{"place": name}``: which event, corrected, makes the record agree with
    what lies there; ``Alternatives`` of event 0 where there is none),
    ``history`` (the past games), ``statistics`` (by player and by wonder), ``result`` (``body``: ``{"game": name}`` or
    nothing for the newest: how to hand it on), ``pair`` (``body``: ``{"seat": n}``: a secret for that seat's phone),
    ``box`` (which faces are enrolled, which are lacking), ``chances`` (``body``: ``{"on": true}``: this screen wants
    to see each seat's chance to win, or no longer; answered with nothing), ``table`` (``body``: ``{"game": name}``: how
    an open table is laid out, as the camera sees it).
    """

    id: str
    what: Literal["alternatives", "judge", "mend", "history", "statistics", "result", "pair", "box", "chances", "table"]
    body: dict[str, Any] = {}


class Alternatives(msgspec.Struct, frozen=True, tag="alternatives"):
    """What may have happened instead of an event, likeliest first, each one move."""

    seq: int
    options: tuple[Option, ...]


class Judged(msgspec.Struct, frozen=True, tag="judged"):
    """What is irregular about a move that has not been made; nothing: it is legal."""

    findings: tuple[Finding, ...]


class PastPlayer(msgspec.Struct, frozen=True):
    """One player of a past game; ``wonders`` by name."""

    name: str
    wonders: tuple[str, ...]
    score: int
    categories: dict[str, int]
    won: bool


class PastGame(msgspec.Struct, frozen=True):
    """A game that is kept: ``name`` is its journal's; ``begun`` and ``seconds`` as the table's clock had them."""

    name: str
    game: str
    begun: float
    seconds: float
    finished: bool
    players: tuple[PastPlayer, ...]
    moves: int


class History(msgspec.Struct, frozen=True, tag="history"):
    """The past games, newest first; ``troubles``: a line for each journal that cannot be told of."""

    games: tuple[PastGame, ...]
    troubles: tuple[str, ...] = ()


class Record(msgspec.Struct, frozen=True):
    """How a player or a wonder has done: games, wins (a shared one counts in full), points."""

    name: str
    games: int
    wins: int
    best: int
    mean: float


class Statistics(msgspec.Struct, frozen=True, tag="statistics"):
    """What the past games come to, by game: players and wonders, most games first; mean points by category."""

    players: dict[str, tuple[Record, ...]]
    wonders: dict[str, tuple[Record, ...]]
    categories: dict[str, dict[str, float]]


class Result(msgspec.Struct, frozen=True, tag="result"):
    """How to hand a result on: links by kind (``bgstats``; ``pdf``, ``csv``, ``json`` where the board is served)."""

    game: PastGame
    links: dict[str, str]


class Pairing(msgspec.Struct, frozen=True, tag="pairing"):
    """Where a seat's phone goes to be paired: good once, for so many seconds."""

    seat: int
    address: str
    seconds: float


class FaceGroup(msgspec.Struct, frozen=True):
    """Faces that belong together (``Cards``, ``Age I``; in English): how many are enrolled, which are lacking."""

    name: str
    enrolled: int
    lacking: tuple[str, ...]


class Box(msgspec.Struct, frozen=True, tag="box"):
    """The box in use: the folder where it lies, its game, and what of it is enrolled, group by group.

    ``path`` is empty where there is no box: then our own practice set is played with.
    """

    path: str
    game: str
    groups: tuple[FaceGroup, ...]


class Proposed(msgspec.Struct, frozen=True, tag="proposed"):
    """How an open table seems to be laid out. Seats go clockwise; which of them begins is not to be seen.

    ``setup``: as much of a set-up as is to be seen, as in the contract. ``layout``: for the set-up command.
    ``outlines``: of each place, its corners in mm on the table, by its name. ``picture``: the table from straight above
    (JPEG), which is ``width`` x ``height`` mm. ``doubts``: what a person should look at, as codes.
    """

    setup: dict[str, Any]
    layout: Layout
    outlines: dict[str, tuple[tuple[float, float], ...]]
    width: float
    height: float
    picture: bytes
    doubts: tuple[Line, ...] = ()


class Answer(msgspec.Struct, frozen=True, tag="answer"):
    """To who asked: the answer, or one clear line why there is none, and its code."""

    id: str
    body: Alternatives | Judged | History | Statistics | Result | Pairing | Box | Proposed | None
    error: str = ""
    why: Line | None = None


def why(error: Exception) -> Line | None:
    """The code of an error that has one, as it is sent."""
    code, event = getattr(error, "code", ""), getattr(error, "event", 0)
    return Line(str(code), {**getattr(error, "params", {}), **({"event": event} if event else {})}) if code else None


class Phones(msgspec.Struct, frozen=True, tag="phones"):
    """From the board: where phones find it (``http://192.168.1.5:8480``), and whether any of them looks on now."""

    address: str
    watched: bool


class Look(msgspec.Struct, frozen=True, tag="look"):
    """From a screen: it wants to see what the camera sees (or no longer); ``mat``: this one alone, from near.

    ``badges``: not to see, but to have players' badges read that are shown to the camera.
    """

    on: bool
    mat: int | None = None
    badges: bool = False


class Hush(msgspec.Struct, frozen=True, tag="hush"):
    """From a screen, and on to the horn: nothing may sound now (or it may again)."""

    on: bool


class Enrol(msgspec.Struct, frozen=True, tag="enrol"):
    """From a screen to who enrols: do this, as its keys say; ``look``: only tell how it stands.

    ``begin`` a session (of ``game``, where the box does not say which), ``stop`` it and learn, ``leave`` it as it is.
    """

    do: Literal["look", "begin", "take", "skip", "back", "again", "empty", "stop", "leave"]
    game: str = ""


class Enrolling(msgspec.Struct, frozen=True, tag="enrolling"):
    """From who enrols to screens: how it stands.

    ``absent``: nobody here can enrol. Else waiting to ``begin``, for the ``camera``, until the spot is ``clear``, for
    a piece to ``lay``; it has a ``doubt``, has ``taken`` one, is ``learning`` (``share`` of it done, 0..1), or the last
    session is ``done`` or has ``failed``. ``face``: wanted now, ``size`` in mm where its kind has one; ``have`` of
    ``of`` faces have a picture. ``doubts``: what is wrong with the piece (``companion.words.enrolment``); ``told``:
    English lines, once it is over; ``why``: the code of what failed, where it has one. ``beeps``: counted up with each
    ``beep``. ``rest``: the camera is needed, nobody else may have it.
    """

    phase: Literal["absent", "begin", "camera", "clear", "lay", "doubt", "taken", "learning", "done", "failed"]
    game: str = ""
    face: str = ""
    size: tuple[float, float] | None = None
    have: int = 0
    of: int = 0
    share: float = 0.0
    told: tuple[str, ...] = ()
    why: Line | None = None
    doubts: tuple[Line, ...] = ()
    beep: Literal["", "taken", "look", "done"] = ""
    beeps: int = 0
    rest: bool = False


class HallSeat(msgspec.Struct, frozen=True):
    """A seat as it was drawn. ``points``, ``place`` (from 1): of its result, where there is one; ``signed``: agreed."""

    name: str
    points: int | None = None
    place: int = 0
    signed: bool = False


class Hall(msgspec.Struct, frozen=True, tag="hall"):
    """From the uplink to screens: what the tournament (``event``, empty: none) says to this table.

    ``number``: of the table in the hall. ``game``, ``round`` of ``of`` (0: not known), ``seats``: what is to be played
    here (round 0: nothing). ``ends``: when the time of the round is over, in seconds of this machine's
    ``time.monotonic`` (none: the clock does not run). ``final``: the result stands; ``called``: an arbiter is wanted.
    ``away``: the hub is not to be reached, and this is what it said last. ``arrived``: who checked in here last.
    ``section``, ``drawn``, ``calls``: by which
    the hub knows what is said of it.
    """

    event: str = ""
    number: int = 0
    game: str = ""
    round: int = 0
    of: int = 0
    seats: tuple[HallSeat, ...] = ()
    ends: float | None = None
    final: bool = False
    called: bool = False
    away: bool = False
    section: str = ""
    drawn: int = 0
    calls: int = 0
    arrived: str = ""


class ToHall(msgspec.Struct, frozen=True, tag="to_hall"):
    """From a screen to the uplink: who sits at ``seat`` signs these ``points`` (in the hall's order), or calls help.

    They are of the table's newest game; ``round``: the hall's, when it was tapped. Or from the camera: the ``badge`` of
    a player who checks in.
    """

    do: Literal["sign", "call", "check_in"]
    round: int
    seat: int = 0
    points: tuple[int, ...] = ()
    badge: str = ""


class Health(msgspec.Struct, frozen=True, tag="health"):
    """From the supervisor: how the other processes are."""

    parts: tuple[Part, ...]


ToReferee = (
    Command
    | Ask
    | Answer
    | Phones
    | Look
    | Hush
    | Enrol
    | Health
    | Scene
    | Pulse
    | Preview
    | Badge
    | Survey
    | Chances
    | Enrolling
    | Hall
    | ToHall
)
"""Every message a client may send, by its role."""

ToTable = Command | Health | Scene | Pulse | Chances
"""Of these, what reaches the referee itself; the rest goes from client to client."""

FromReferee = View | CueMessage | Hush | Reply | Ask | Answer | Watch | Preview | Enrol | Enrolling | Hall | ToHall
"""Every message a client may get."""
