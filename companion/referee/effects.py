"""What follows from one message to the referee."""

import msgspec

from companion.referee.messages import CueMessage, Reply


class Effects(msgspec.Struct, frozen=True):
    """The answer to the sender, sounds for all, and whether the view has changed."""

    reply: Reply | None = None
    cues: tuple[CueMessage, ...] = ()
    changed: bool = False
