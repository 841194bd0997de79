"""Keys from the terminal as they are pressed, without waiting for them."""

import os
import select
import sys
import termios
import tty
from types import TracebackType
from typing import Any, Self

_NAMED = {"\r": "enter", "\n": "enter", "\x7f": "backspace", "\x08": "backspace", "\x1b": "escape", "\x04": "q"}


class Keyboard:
    """Use as a context: the terminal gives single keys within it and is as before after it.

    Where standard input is no terminal there are no keys.
    """

    def __init__(self) -> None:
        self.there = sys.stdin.isatty()
        self._before: list[Any] | None = None

    def __enter__(self) -> Self:
        if self.there:
            self._before = termios.tcgetattr(sys.stdin)
            tty.setcbreak(sys.stdin)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._before is not None:
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self._before)

    def pressed(self) -> tuple[str, ...]:
        """The keys pressed since the last call: characters, or ``enter``, ``backspace``, ``escape``."""
        if not self.there or not select.select([sys.stdin], [], [], 0)[0]:
            return ()
        return keys_in(os.read(sys.stdin.fileno(), 1024).decode(errors="ignore"))


def keys_in(text: str) -> tuple[str, ...]:
    """What a terminal sent, as keys; the sequences of arrows and function keys are none of ours and left out."""
    if text.startswith("\x1b") and len(text) > 1:
        return ()
    return tuple(_NAMED.get(letter, letter) for letter in text)
