"""Our own drawings of everything in the box of Pebbles."""

import math
from collections.abc import Callable
from typing import Final

from companion.art.drawing import circle, ellipse, path, polygon, rect, ring, star, stroke, text
from companion.art.proxy_set import Printed, ProxySet
from pebbles.places import BACK, CALM, CARD, FACES, STAR, STARFISH, STORM, TIDE_TOKEN
from pebbles.rules.pieces import CARDS

_WIDTH, _HEIGHT = CARD
_INK = "#22303c"


def _card(ground: str, header: str, title: str, content: str) -> str:
    """A card: a header band of its own colour with its sign, a picture below."""
    paper = rect(0, 0, _WIDTH, _HEIGHT, "#fbf6ea") + rect(1.5, 15, _WIDTH - 3, _HEIGHT - 16.5, ground, 2.5)
    band = rect(0, 0, _WIDTH, 14, header) + text(title, _WIDTH / 2, 9.6, 7.5, "#ffffff")
    return paper + band + content


def _shell() -> str:
    """A scallop: a fan of ribs."""
    x, y, r = _WIDTH / 2, 62.0, 24.0
    ribs = [math.radians(angle) for angle in range(-70, 71, 20)]
    tips = [(x + r * math.sin(a), y - 1.35 * r * math.cos(a)) for a in ribs]
    fan = polygon([(x - 5, y), *tips, (x + 5, y)], "#f7c948", f'stroke="{_INK}" stroke-width="0.8"')
    lines = "".join(stroke(f"M{x},{y} L{tx:.2f},{ty:.2f}", "#8a5a06", 0.9) for tx, ty in tips)
    return _card("#fdeec2", "#b7791f", "1", fan + lines + circle(x, y, 4.2, "#b7791f"))


def _pearl() -> str:
    """A pearl in an open oyster."""
    x, y = _WIDTH / 2, 48.0
    oyster = ellipse(x, y + 8, 22, 15, "#486a8c") + ellipse(x, y + 6, 18, 11, "#cfe3f5")
    pearl = circle(x, y, 10, "#ffffff", f'stroke="{_INK}" stroke-width="0.8"') + circle(
        x - 3.4, y - 3.4, 2.6, "#bcd2ea"
    )
    waves = "".join(stroke(f"M5,{70 + 3 * k} q6,-3 11,0 t11,0 t11,0 t11,0", "#2c5282", 0.9) for k in range(2))
    return _card("#dcebf8", "#2b6cb0", "2 2", oyster + pearl + waves)


def _crab() -> str:
    """A crab with raised claws: it brings the tide."""
    x, y = _WIDTH / 2, 52.0
    legs = "".join(
        stroke(f"M{x + side * 12},{y + k} q{side * 8},{k * 0.5} {side * 11},{6 + k}", "#7b1e1e", 1.6)
        for side in (-1, 1)
        for k in (-2, 3, 8)
    )
    claws = "".join(
        path(f"M{x + side * 10},{y - 8} q{side * 12},-16 {side * 4},-20 q{side * -2},6 {side * -4},8 z", "#c53030")
        for side in (-1, 1)
    )
    eyes = circle(x - 4.5, y - 11, 2, "#ffffff") + circle(x + 4.5, y - 11, 2, "#ffffff")
    body = ellipse(x, y, 16, 11, "#c53030", f'stroke="{_INK}" stroke-width="0.8"')
    pupils = circle(x - 4.5, y - 11, 0.9, _INK) + circle(x + 4.5, y - 11, 0.9, _INK)
    return _card("#fbdcd2", "#9b2c2c", "X", legs + claws + body + eyes + pupils)


def _back() -> str:
    """Waves."""
    rows = "".join(stroke(f"M0,{8 * k} q7,-6 14,0 t14,0 t14,0 t14,0", "#90cdf4", 1.6) for k in range(1, 10))
    return rect(0, 0, _WIDTH, _HEIGHT, "#2a4365") + rows


def _calm() -> str:
    """The calm sea: pale, one flat wave."""
    ground = circle(15, 15, 15, "#e6fffa") + ring(15, 15, 12.6, "#319795", 1.2)
    return ground + stroke("M5,16 q5,-3 10,0 t10,0", "#319795", 2.0)


def _storm() -> str:
    """The stormy sea: dark, a flash of lightning."""
    ground = circle(15, 15, 15, "#2d3748") + ring(15, 15, 12.6, "#e53e3e", 1.4)
    flash = polygon([(17, 3.5), (9, 16), (14, 16), (11.5, 26.5), (21.5, 12), (16, 12), (20, 3.5)], "#f6e05e")
    return ground + flash


def _starfish() -> str:
    """An orange star with dots."""
    dots = "".join(
        circle(14 + 5 * math.sin(a), 14 - 5 * math.cos(a), 1.1, "#7b341e") for a in map(math.radians, range(0, 360, 72))
    )
    return circle(14, 14, 14, "#fffaf0") + polygon(star(14, 14, 12.5, 5.5, 5), "#dd6b20") + dots


_DRAWN: Final[dict[str, Callable[[], str]]] = {
    "pebbles/shell": _shell,
    "pebbles/pearl": _pearl,
    "pebbles/crab": _crab,
    BACK: _back,
    CALM: _calm,
    STORM: _storm,
    STAR: _starfish,
}
_SIZES: Final = {**dict.fromkeys((*FACES, BACK), CARD), CALM: TIDE_TOKEN, STORM: TIDE_TOKEN, STAR: STARFISH}


def _printed(every: bool) -> tuple[Printed, ...]:  # noqa: FBT001 - as every set's
    """The whole box, or each face once."""
    cards = [Printed(f"pebbles/{card}", BACK) for card, count in CARDS.items() for _ in range(count if every else 1)]
    copies = 3 if every else 1
    return (*cards, *(Printed(CALM, STORM),) * copies, *(Printed(STAR),) * copies)


PROXIES = ProxySet("Pebbles", _SIZES, lambda face: _DRAWN[face](), cards=frozenset((*FACES, BACK)), printed=_printed)
