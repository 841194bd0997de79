"""The messages between the referee and everything else: the one door to them for screens, horn and tests.

One WebSocket a client at ``/link?role=ROLE`` on the referee's Unix socket, JSON text frames, each an
object with a ``type``. Roles: ``screen`` (draws, sends commands), ``horn`` (only hears cues), ``vision``
(sends scenes and pulses, is told what to watch), ``supervisor`` (tells how the processes are), ``spectator``
(reads only), ``chances`` (tells each seat's chance to win), ``enrolment`` (learns faces before the camera),
``board`` (shows phones what anybody may see, and answers for their seats) ``home`` (reads and hears, for a house)
and ``uplink`` (the way to a tournament's hub).
On connection the referee sends a full ``View`` (or ``Watch`` to vision); a client that reconnects needs nothing else.
"""

from companion.games.tables import LogEntry as LogEntry  # noqa: PLC0414 - handed on
from companion.referee.messages import *  # noqa: F403 - all of them are handed on
from vision.sighting import Outline as Outline  # noqa: PLC0414
from vision.sighting import Preview as Preview  # noqa: PLC0414
