"""``python -m companion.enrolment``: enrols faces for somebody at the touchscreen, when asked to.

Until then it is small: what reads pictures is loaded with the first session, and gone when the screen leaves.
"""

import argparse
import os
import sys
import threading
from pathlib import Path
from queue import Empty, SimpleQueue

from companion.api.client import Link
from companion.api.protocol import Enrol, Enrolling, View
from companion.errors import Unusable, last_words
from companion.heartbeat import EVERY, Heartbeat

_PATIENCE = 30.0
"""Longer than it may take until the camera is lent, and than any one picture takes."""
_AT_THE_CAMERA = frozenset(("camera", "clear", "lay", "doubt", "taken"))


class Wire:
    """The way to the screens. ``orders`` are what they want, in order; ``say`` is repeated to a referee that is new.

    A camera's driver that hangs holds up the session, and the table's camera with it: when everybody has left and it
    does not end, the process does.
    """

    def __init__(self, link: Link) -> None:
        self.orders: SimpleQueue[Enrol] = SimpleQueue()
        self.link = link
        self.heart = Heartbeat()
        self._now = Enrolling("begin")
        self._begun = 0
        threading.Thread(target=self._listen, name="link", daemon=True).start()

    def say(self, now: Enrolling) -> None:
        """This is how it stands, if it is news."""
        if now != self._now:
            self._now = now
            self.link.send(now)

    def again(self) -> None:
        """Say once more how it stands."""
        self.link.send(self._now)

    def _listen(self) -> None:
        for message in self.link.messages():
            if isinstance(message, Enrol):
                self.orders.put(message)
                if message.do == "begin":
                    self._begun += 1
                elif message.do == "leave":
                    threading.Timer(_PATIENCE, self._end, (self._begun,)).start()
            elif isinstance(message, View):
                # The referee has been away, and thinks that nobody enrols and the camera is free.
                self.again()

    def _end(self, begun: int) -> None:
        if begun == self._begun and self._now.phase in _AT_THE_CAMERA:
            silent = Unusable("the camera does not answer any more", "camera_silent")
            sys.stderr.write(last_words("companion-enrolment", silent))
            sys.stderr.flush()
            os._exit(1)


def main() -> int:
    """Wait for orders until ended from outside, or until a screen leaves after a session."""
    parser = argparse.ArgumentParser(prog="companion-enrolment", description=__doc__)
    parser.add_argument("--link", type=Path, required=True, help="the referee's socket")
    parser.add_argument("--camera", required=True, help="pi, usb:0, ...: vision lends it meanwhile")
    parser.add_argument("--box", type=Path, required=True, help="the box's folder; made if it is not there")
    options = parser.parse_args()
    wire = Wire(Link(options.link, "enrolment"))
    worked = False
    while True:
        wire.heart.beat()
        try:
            order = wire.orders.get(timeout=EVERY)
        except Empty:
            continue
        if order.do == "begin":
            from companion.enrolment.attending import Attendant  # noqa: PLC0415 - large, and rarely wanted

            Attendant(wire, options.camera, options.box).attend(order.game)
            worked = True
        elif order.do == "leave" and worked:
            # The next session begins in a small process again.
            return 0
        else:
            wire.again()


if __name__ == "__main__":
    sys.exit(main())
