"""The messages between the referee and everything else: the one door to them for screens, horn and tests.

One WebSocket a client at ``/link?role=ROLE`` on the referee's Unix socket, JSON text frames, each an
object with a ``type``. Roles: ``screen`` (draws, sends commands), ``horn`` (only hears cues), ``vision``
(sends scenes and pulses, is told what to watch), ``supervisor`` (tells how the processes are) and
``spectator`` (reads only). On connection the referee sends a full ``View`` (or ``Watch`` to vision); a client that
reconnects needs nothing else.
"""

from companion.referee.messages import (
    Audit,
    Command,
    CueMessage,
    FromReferee,
    Health,
    LogEntry,
    Option,
    Part,
    Question,
    Reply,
    Role,
    SeatView,
    TableView,
    ToReferee,
    View,
)

__all__ = [
    "Audit",
    "Command",
    "CueMessage",
    "FromReferee",
    "Health",
    "LogEntry",
    "Option",
    "Part",
    "Question",
    "Reply",
    "Role",
    "SeatView",
    "TableView",
    "ToReferee",
    "View",
]
