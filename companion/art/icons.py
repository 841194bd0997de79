# ruff: noqa: PLR0917 - coordinates come in their usual order
"""Our icons: each a function of one colour, drawn around (0, 0) in a 100 x 100 box; scale with ``drawing.place``.

``ink`` is the icon's colour, ``gap`` the colour behind it (for what is cut out of the icon).
"""

from collections.abc import Callable

from companion.art.drawing import (
    circle,
    ellipse,
    line,
    path,
    place,
    polygon,
    rect,
    regular,
    ring,
    star,
    stroke,
    text,
)

Icon = Callable[[str, str], str]


def wood(ink: str, gap: str) -> str:
    """A log, its cut end with rings."""
    bark = path("M-22,-24 L28,-36 A19,24 0 0 1 40,10 L-10,30 Z", ink)
    end = ellipse(-18, 4, 22, 28, ink) + ellipse(-18, 4, 17, 22, gap)
    rings = ellipse(-18, 4, 11, 15, "none", f'stroke="{ink}" stroke-width="5"') + circle(-18, 4, 4, ink)
    branch = path("M14,-30 L22,-48 L33,-46 L28,-30 Z", ink)
    return bark + branch + end + rings


def clay(ink: str, gap: str) -> str:
    """Three stacked bricks."""
    bricks = rect(-44, 8, 41, 28, ink, 4) + rect(3, 8, 41, 28, ink, 4) + rect(-21, -28, 42, 30, ink, 4)
    return bricks + "".join(rect(x, y, 17, 6, gap, 3) for x, y in ((-32, 19), (15, 19), (-9, -16)))


def stone(ink: str, gap: str) -> str:
    """A dressed block seen from its corner."""
    block = polygon([(0, -42), (42, -20), (42, 24), (0, 44), (-42, 24), (-42, -20)], ink)
    edges = line([(-42, -20), (0, 2), (42, -20)], gap, 5) + line([(0, 2), (0, 44)], gap, 5)
    return block + edges + line([(-30, 8), (-16, 15)], gap, 5) + line([(18, 26), (30, 20)], gap, 5)


def glass(ink: str, gap: str) -> str:
    """A flask with a long neck."""
    flask = path("M-11,-46 H11 V-16 C40,-4 42,44 0,44 C-42,44 -40,-4 -11,-16 Z", ink)
    shine = path("M-24,16 C-24,0 -14,-8 -3,-11 V-2 C-10,1 -15,8 -15,18 Z", gap)
    return flask + rect(-18, -50, 36, 9, ink, 4) + shine + circle(14, 26, 6, gap)


def papyrus(ink: str, gap: str) -> str:
    """A scroll with writing."""
    sheet = rect(-28, -34, 56, 68, ink)
    rolls = rect(-40, -46, 80, 17, ink, 8) + rect(-40, 29, 80, 17, ink, 8)
    lines = "".join(rect(-19, y, width, 6, gap, 3) for y, width in ((-19, 38), (-6, 28), (7, 38), (20, 20)))
    return sheet + rolls + lines


def coin(ink: str, gap: str) -> str:
    """A coin with an eight-rayed star."""
    return circle(0, 0, 44, ink) + ring(0, 0, 34, gap, 5) + polygon(star(0, 0, 24, 10, 8), gap)


def compass(ink: str, gap: str) -> str:
    """A pair of dividers over an arc."""
    legs = line([(0, -26), (-26, 42)], ink, 10) + line([(0, -26), (26, 42)], ink, 10)
    arc = stroke("M-20,10 Q0,22 20,10", ink, 8)
    return legs + arc + circle(0, -30, 14, ink) + circle(0, -30, 5, gap) + rect(-4, -50, 8, 12, ink, 2)


def tablet(ink: str, gap: str) -> str:
    """A written stone with a round top."""
    slab = path("M-30,46 V-14 A30,30 0 0 1 30,-14 V46 Z", ink)
    wedges = "".join(
        polygon([(x - 5, y - 6), (x + 5, y - 6), (x, y + 8)], gap)
        for y in (-14, 6, 26)
        for x in (-15, 0, 15)
        if (x, y) != (15, 26)
    )
    return slab + wedges


def gear(ink: str, gap: str) -> str:
    """A cog wheel of eight teeth."""
    teeth = "".join(place(rect(-9, -48, 18, 22, ink, 3), 0, 0, turn=45 * k) for k in range(8))
    return teeth + circle(0, 0, 35, ink) + circle(0, 0, 15, gap)


def shield(ink: str, gap: str) -> str:
    """A heater shield with a boss."""
    face = path("M0,-46 C14,-38 28,-36 40,-36 C42,4 28,34 0,48 C-28,34 -42,4 -40,-36 C-28,-36 -14,-38 0,-46 Z", ink)
    field = path("M0,-33 C10,-28 20,-26 30,-25 C30,4 20,24 0,35 Z", gap)
    return face + field


def horn(ink: str, gap: str) -> str:
    """A curved battle horn, its bell to the right."""
    body = path(
        "M-50,-16 L-40,-22 C-38,8 -24,25 -9,19 C6,13 11,-8 5,-33 L51,-21 C48,18 24,43 -7,42 C-34,41 -49,14 -50,-16 Z",
        ink,
    )
    bell = ellipse(29, -28, 23, 8, ink, 'transform="rotate(13 29 -28)"')
    hollow = ellipse(29, -29, 15, 3.6, gap, 'transform="rotate(13 29 -29)"')
    return body + bell + hollow + stroke("M-39,16 L-29,9", gap, 5) + stroke("M9,4 L30,24", gap, 5)


def cat(ink: str, gap: str) -> str:
    """A sitting cat, seen from behind its shoulder, tail curled."""
    body = path(
        "M-22,46 C-34,14 -18,-2 -10,-10 C-18,-20 -18,-30 -16,-48 L-4,-38 H8 L20,-48 C22,-30 20,-20 14,-10 "
        "C26,2 32,22 26,46 Z",
        ink,
    )
    tail = stroke("M24,40 C46,40 44,12 34,10", ink, 8)
    eyes = ellipse(-5, -26, 3.4, 4.6, gap) + ellipse(9, -26, 3.4, 4.6, gap)
    return body + tail + eyes + stroke("M2,28 V44", gap, 3)


def laurel(ink: str, gap: str) -> str:
    """A wreath, open at the top: room for a number inside."""
    leaf = "M0,0 C7,-4 8,-14 0,-21 C-8,-14 -7,-4 0,0 Z"
    leaves = "".join(
        place(path(leaf, ink), *regular(0, 0, radius, 1, side * angle)[0], 1.0, side * (angle - 180 + 90 + lean))
        for side in (-1, 1)
        for angle in (160, 131, 102, 73, 44)
        for radius, lean in ((43, 22), (35, -30))
    )
    stems = "".join(stroke(f"M0,40 A40,40 0 0 {sweep} {x},-26", ink, 3.5) for sweep, x in ((0, 31), (1, -31)))
    return leaves + stems + circle(0, 41, 5, ink) + circle(0, 41, 2, gap)


def dove(ink: str, gap: str) -> str:
    """A dove with a twig: peace."""
    body = path(
        "M-48,14 L-30,8 C-22,-4 -8,-8 6,-8 C12,-22 22,-26 32,-22 C38,-20 40,-15 40,-11 L49,-6 L39,-3 "
        "C37,18 20,32 -6,28 C-18,27 -24,22 -30,22 L-50,28 L-38,18 Z",
        ink,
    )
    wing = path(
        "M14,2 C14,-22 0,-40 -30,-48 C-34,-26 -28,-4 -8,12 C0,16 14,14 14,2 Z", ink, f'stroke="{gap}" stroke-width="4"'
    )
    feathers = "".join(stroke(f"M{-24 + 7 * k},{-34 + 8 * k} L{-6 + 5 * k},{-14 + 6 * k}", gap, 3) for k in range(3))
    twig = stroke("M46,-4 Q46,16 34,26", ink, 3) + "".join(
        ellipse(x, y, 6.5, 3, ink, f'transform="rotate({turn} {x} {y})"')
        for x, y, turn in ((50, 10, 60), (38, 12, -20), (42, 24, 40))
    )
    return body + wing + feathers + circle(30, -14, 2.8, gap) + twig


def laurel_number(value: int, ink: str, gap: str) -> str:
    """Points: a number in its wreath."""
    return laurel(ink, gap) + text(str(value), 0, 16, 46, ink)


def question(ink: str, gap: str) -> str:
    """A question mark, drawn, not set."""
    hook = stroke("M-22,-20 C-22,-52 26,-50 24,-20 C22,-2 0,-2 0,18", ink, 14)
    return hook + circle(0, 40, 9, ink) + circle(0, 40, 2.5, gap)


def pillar(ink: str, gap: str) -> str:
    """A column with capital and base: a wonder stage."""
    shaft = rect(-18, -28, 36, 58, ink) + rect(-32, -44, 64, 14, ink, 4) + rect(-32, 30, 64, 14, ink, 4)
    return shaft + "".join(rect(x, -24, 4, 50, gap, 2) for x in (-11, -2, 7))


def card(ink: str, gap: str) -> str:
    """One more card to take: a card with a plus."""
    return rect(-28, -42, 56, 84, ink, 8) + rect(-4, -18, 8, 36, gap, 2) + rect(-18, -4, 36, 8, gap, 2)


def swords(ink: str, gap: str) -> str:
    """Crossed swords: battle, military victory."""
    blade = polygon([(0, -50), (7, -38), (7, 16), (-7, 16), (-7, -38)], ink)
    hilt = rect(-19, 14, 38, 9, ink, 4) + rect(-4.5, 20, 9, 20, ink) + circle(0, 43, 7.5, ink)
    sword = blade + hilt + line([(0, -34), (0, 8)], gap, 2)
    outline = line([(0, -44), (0, 14)], gap, 22)
    return place(sword, 0, 0, 1, -42) + place(outline + sword, 0, 0, 1, 42)


ICONS: dict[str, Icon] = {
    "wood": wood,
    "clay": clay,
    "stone": stone,
    "glass": glass,
    "papyrus": papyrus,
    "coin": coin,
    "compass": compass,
    "tablet": tablet,
    "gear": gear,
    "shield": shield,
    "horn": horn,
    "cat": cat,
    "laurel": laurel,
    "dove": dove,
    "question": question,
    "pillar": pillar,
    "card": card,
    "swords": swords,
}
"""Icons by name."""


def symbol(name: str, ink: str) -> str:
    """The sign of a card colour, for those who cannot tell colours: diamond, circle, bar, triangle, cross."""
    if name == "diamond":
        return polygon([(0, -46), (38, 0), (0, 46), (-38, 0)], ink)
    if name == "circle":
        return circle(0, 0, 40, ink)
    if name == "bar":
        return rect(-40, -20, 80, 40, ink, 4)
    if name == "triangle":
        return polygon([(0, -42), (44, 36), (-44, 36)], ink)
    return line([(-30, -30), (30, 30)], ink, 24) + line([(-30, 30), (30, -30)], ink, 24)


def icon(name: str, x: float, y: float, size: float, ink: str, gap: str, turn: float = 0.0) -> str:
    """An icon of this size (mm) centred on (x, y)."""
    return place(ICONS[name](ink, gap), x, y, size / 100, turn)
