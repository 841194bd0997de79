"""The progress tokens: a rim that tells them apart at any turn, a field, what the token does, its name."""

from companion.art.drawing import circle, polygon, regular, text_below
from companion.art.palette import PAPER, TYPE_SMALL
from companion.games.architects.pictures import PALETTE, picture
from companion.games.architects.places import PROGRESS_TOKEN
from companion.games.architects.rules.expansion import TOKENS

_C = PROGRESS_TOKEN[0] / 2


def _rim(name: str, colour: str) -> str:
    """The rim and its beads: their number and shape differ by name, so turned tokens differ too."""
    order = list(TOKENS).index(name)
    count = 4 + order
    spots = [regular(_C, _C, 12.3, 1, -112 + 224 / (count - 1) * k)[0] for k in range(count)]
    marks = "".join(circle(x, y, 0.72, PAPER) if order % 2 else polygon(regular(x, y, 1.0, 4), PAPER) for x, y in spots)
    return circle(_C, _C, _C, colour) + marks


def progress(name: str) -> str:
    """The inside of a progress token's picture."""
    token = TOKENS[name]
    title = text_below(token.name, _C, _C, 13.2, TYPE_SMALL, PAPER)
    field = circle(_C, _C, 10.6, PALETTE.fields[name]) + picture(f"tokens/{name}")
    return _rim(name, PALETTE.rims[token.kind]) + field + title
