"""Whether anything can sound where there are no pins."""

from pathlib import Path

from companion.doctor.check import Check, Place

ORDER = 50


def look(_: Place) -> Check:
    """Whether anything can sound where there are no pins."""
    cards = Path("/proc/asound/cards")
    text = cards.read_text(encoding="utf-8", errors="replace") if cards.is_file() else ""
    if not text.strip() or "no soundcards" in text:
        return Check("sound", "note", "no sound card", "the screen then plays no tones; a buzzer on a Pi's pin does")
    return Check("sound", "well", text.split(":", 1)[-1].strip().splitlines()[0])
