"""The messages between the referee and everything else: the one door to them for screens, horn and tests.

One WebSocket a client at ``/link?role=ROLE`` on the referee's Unix socket, JSON text frames, each an
object with a ``type``. Roles: ``screen`` (draws, sends commands), ``horn`` (only hears cues), ``vision``
(sends scenes and pulses, is told what to watch), ``supervisor`` (tells how the processes are), ``spectator``
(reads only), ``chances`` (tells each seat's chance to win) and ``enrolment`` (learns faces before the camera). On
connection the referee sends a full ``View`` (or ``Watch`` to vision); a client that reconnects needs nothing else.
"""

from companion.games.tables import LogEntry
from companion.referee.messages import (
    Alternatives,
    Answer,
    Ask,
    Audit,
    Box,
    ChancePoint,
    Chances,
    Command,
    CueMessage,
    Enrol,
    Enrolling,
    FaceGroup,
    FromReferee,
    Health,
    History,
    Hush,
    Look,
    Option,
    Pairing,
    Part,
    PastGame,
    PastPlayer,
    Question,
    Record,
    Reply,
    Result,
    Role,
    Statistics,
    ToReferee,
    ToTable,
    View,
)
from vision.sighting import Outline, Preview

__all__ = [
    "Alternatives",
    "Answer",
    "Ask",
    "Audit",
    "Box",
    "ChancePoint",
    "Chances",
    "Command",
    "CueMessage",
    "Enrol",
    "Enrolling",
    "FaceGroup",
    "FromReferee",
    "Health",
    "History",
    "Hush",
    "LogEntry",
    "Look",
    "Option",
    "Outline",
    "Pairing",
    "Part",
    "PastGame",
    "PastPlayer",
    "Preview",
    "Question",
    "Record",
    "Reply",
    "Result",
    "Role",
    "Statistics",
    "ToReferee",
    "ToTable",
    "View",
]
