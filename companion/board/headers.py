"""What is sent with every answer, and the language that is read off a request."""

from typing import Final

from companion.words.language import LANGUAGES

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer: nothing but our own files runs or is drawn, and nobody frames us."""
_LONGEST_WISH: Final = 200
"""Letters of an ``Accept-Language`` that are read; browsers send up to some 80."""


def language(asked: str | None, remembered: str | None, accepted: str | None) -> str:
    """The language to speak: the one asked for, else the one chosen before, else the best of ``Accept-Language``."""
    for code in (asked, remembered):
        if code in LANGUAGES:
            return str(code)
    wishes = []
    for place, part in enumerate((accepted or "")[:_LONGEST_WISH].split(",")):
        name, _semicolon, weight = part.partition(";")
        code = name.strip().lower().partition("-")[0]
        if code in LANGUAGES:
            wishes.append((-_weight(weight), place, code))
    return min(wishes)[2] if wishes else "en"


def _weight(text: str) -> float:
    """What stands behind ``;q=``, 0..1; 1 where nothing does, 0 where it is no number."""
    name, _equals, number = text.partition("=")
    try:
        return min(max(float(number), 0.0), 1.0) if name.strip() == "q" else 1.0
    except ValueError:
        return 0.0
