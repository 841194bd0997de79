"""What each cue sounds like: one table for the horn on its pin and for the touchscreen's loudspeaker.

A melody is a tuple of (frequency in Hz or None for a pause, seconds). Everything lies within A2..A6 (110..1760 Hz):
what ``gpiozero.TonalBuzzer(octaves=2)`` can play, and below the 2 kHz up to which software-timed PWM holds its pitch.
"""

from collections.abc import Mapping
from itertools import accumulate
from types import MappingProxyType
from typing import Final, TypeAlias

Tone: TypeAlias = tuple[float | None, float]
"""Frequency in Hz, or None for a pause; and how long, in seconds."""

Melody: TypeAlias = tuple[Tone, ...]
"""Tones one after another."""

LONGEST: Final = 6.0
"""No cue sounds longer than this, in seconds, whatever was asked for: the horn's hard cap."""

_BETWEEN: Tone = (None, 0.2)
_A4, _D5, _E5, _G5, _A5, _D6, _E6, _A6 = 440.0, 587.33, 659.26, 783.99, 880.0, 1174.66, 1318.51, 1760.0

# The battle-horn's call: up a fifth, then up to the octave and held, as a natural horn would blow it.
_HORN: Melody = ((_D5, 0.18), (None, 0.03), (_A5, 0.18), (None, 0.03), (_D6, 0.55))
_ANSWER: Melody = ((_A4, 0.18), (None, 0.03), (_E5, 0.18), (None, 0.03), (_A5, 0.55))

MELODIES: Final[Mapping[str, Melody]] = MappingProxyType(
    {
        "horn": _HORN,
        "battle": (
            *_ANSWER,
            _BETWEEN,
            *_HORN,
            _BETWEEN,
            (_E5, 0.18),
            (None, 0.03),
            (_A5, 0.18),
            (None, 0.03),
            (_E6, 1.1),
        ),
        "turn": ((_A5, 0.06),),
        "question": ((_E5, 0.1), (None, 0.05), (_A5, 0.14)),
        "error": ((_E5, 0.16), (None, 0.04), (_A4, 0.3)),
        "end": ((_D5, 0.14), (_G5, 0.14), (_A5, 0.14), (_D6, 0.3), (None, 0.05), (_A5, 0.14), (_D6, 0.3), (_A6, 0.9)),
    }
)
"""One call of each cue of ``companion.api.protocol.CueMessage``, by its name."""


def melody(name: str, times: int = 1) -> Melody:
    """The cue's call, ``times`` over with pauses between, and never longer than ``LONGEST``.

    Raises ``KeyError`` for a name that is no cue.
    """
    call = MELODIES[name]
    whole = call + (max(1, times) - 1) * (_BETWEEN, *call)
    starts = accumulate((seconds for _, seconds in whole), initial=0.0)
    return tuple(
        (hertz, min(seconds, LONGEST - start))
        for (hertz, seconds), start in zip(whole, starts, strict=False)
        if start < LONGEST
    )


def duration(tones: Melody) -> float:
    """How long a melody takes, pauses counted, in seconds."""
    return sum(seconds for _, seconds in tones)
