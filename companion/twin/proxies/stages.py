"""The 35 wonder stages, each with a building side (blueprint and scaffold, cost) and a built side."""

from companion.games.architects.facts import FACTS, Stage
from companion.games.architects.places import stage_spots
from companion.twin.proxies.architecture import STAGES
from companion.twin.proxies.drawing import circle, clipped, group, line, place, polygon, rect, ring, star, text
from companion.twin.proxies.icons import icon, laurel_number
from companion.twin.proxies.palette import GOLD, INK, NIGHT, PAPER, WONDERS, Wonder


def size(stage_id: str) -> tuple[float, float]:
    """Width and height of a stage in mm: those of its spot on the seat mat."""
    wonder, _, number = stage_id.rpartition("_")
    spot = stage_spots(wonder)[int(number) - 1]
    return spot.width, spot.height


def _effect(effect: str) -> str:
    """A wonder's effect as an icon around (0, 0), 100 x 100."""
    if effect == "take_top_any_deck":
        fan = "".join(place(rect(-20, -38, 40, 58, fill, 5, f'stroke="{INK}" stroke-width="5"'), 0, 6, 1, turn) for turn, fill in ((-24, "#9fc3d8"), (24, "#9fc3d8"), (0, "#fff")))
        return fan + polygon(star(0, -3, 15, 6, 5), INK)
    if effect == "take_progress_token":
        return circle(0, 0, 42, NIGHT) + ring(0, 0, 34, GOLD, 6) + polygon(star(0, 0, 24, 10, 8), GOLD)
    if effect == "take_top_central":
        return rect(-30, -44, 60, 88, NIGHT, 8) + place(icon("question", 0, 0, 58, GOLD, NIGHT), 0, 0)
    if effect == "look_5_keep_1":
        fan = "".join(place(rect(-13, -70, 26, 46, "#fff", 4, f'stroke="{INK}" stroke-width="5"'), 0, 44, 1, turn) for turn in (-52, 52, -26, 26, 0))
        return fan + circle(0, -3, 8, GOLD) + text("5", 0, 44, 34, INK)
    if effect == "take_top_left_and_right":
        cards = "".join(rect(x - 17, -30, 34, 50, "#fff", 5, f'stroke="{INK}" stroke-width="5"') for x in (-27, 27))
        arrows = polygon([(-40, 42), (-12, 30), (-12, 54)], INK) + polygon([(40, 42), (12, 30), (12, 54)], INK) + rect(-14, 37, 28, 9, INK)
        return cards + arrows
    return icon("shield", -10, 0, 84, "#7b1620", "#fff") + text("+1", 34, 40, 34, INK)


def _plate(content: str, x: float, y: float, width: float, height: float, edge: str) -> str:
    return rect(x - width / 2, y - height / 2, width, height, PAPER, 2, f'stroke="{edge}" stroke-width=".7"') + content


def _cost(stage: Stage, x: float, y: float, edge: str) -> str:
    """Cost: as many blocks as cards, all alike or all different, with the sign between number and blocks."""
    width = 12.5 + 5.2 * stage.count
    left = x - width / 2
    sign = line([(left + 7.2, y - 1.2), (left + 10.8, y - 1.2)], INK, 0.9) + line([(left + 7.2, y + 1.2), (left + 10.8, y + 1.2)], INK, 0.9)
    if stage.kind == "different":
        sign += line([(left + 7.9, y + 2.9), (left + 10.1, y - 2.9)], INK, 0.9)
    blocks = "".join(_block(k if stage.kind == "different" else 0, left + 14.6 + 5.2 * k, y) for k in range(stage.count))
    return _plate(text(str(stage.count), left + 4, y + 2.1, 5.8, INK) + sign + blocks, x, y, width, 9, edge)


def _block(kind: int, x: float, y: float) -> str:
    if kind == 0:
        return rect(x - 1.9, y - 1.9, 3.8, 3.8, "#565b63", 0.4)
    if kind == 1:
        return circle(x, y, 2.1, "#b4451f")
    if kind == 2:
        return polygon([(x, y - 2.3), (x + 2.3, y + 1.9), (x - 2.3, y + 1.9)], "#1aa0a8")
    return polygon([(x, y - 2.6), (x + 2.2, y), (x, y + 2.6), (x - 2.2, y)], "#3d7a2b")


def _points(vp: int, x: float, y: float, height: float, edge: str) -> str:
    if not vp:
        return ""
    wreath = place(laurel_number(vp, INK, PAPER), x, y, height * 0.0088)
    return circle(x, y, height / 2, PAPER, f'stroke="{edge}" stroke-width=".7"') + wreath


def _badges(stage: Stage, effect: str, colours: Wonder, built: bool) -> str:
    """What the rules need to be read: cost (building side only), points, the effect."""
    width, height = size(stage.id)
    edge = colours.dark
    big = min(15.0, height * 0.62) if built else min(11.0, height * 0.5)
    parts = (["points"] if stage.vp else []) + (["effect"] if stage.effect else [])
    drawn = ""
    if built:
        wide = width >= 50
        for k, part in enumerate(parts):
            offset = (k - (len(parts) - 1) / 2) * (big + 3)
            x, y = (width / 2 + offset, height * 0.56) if wide else (width / 2, height * 0.56 + offset)
            drawn += _badge(part, stage, effect, x, y, big, edge)
        return drawn
    if width >= 100:
        drawn = _cost(stage, width / 2, height * 0.55, edge)
        sides = {"points": width / 2 + 27, "effect": width / 2 - 27}
        return drawn + "".join(_badge(part, stage, effect, sides[part], height * 0.55, big, edge) for part in parts)
    drawn = _cost(stage, width / 2, height * 0.74, edge)
    for k, part in enumerate(parts):
        drawn += _badge(part, stage, effect, width / 2 + (k - (len(parts) - 1) / 2) * (big + 2), height * 0.74 - 5.4 - big / 2, big, edge)
    return drawn


def _badge(part: str, stage: Stage, effect: str, x: float, y: float, height: float, edge: str) -> str:
    if part == "points":
        return _points(stage.vp, x, y, height, edge)
    plate = rect(x - height / 2, y - height / 2, height, height, PAPER, height * 0.2, f'stroke="{edge}" stroke-width=".7"')
    return plate + place(_effect(effect), x, y, height * 0.0082)


def _blueprint(width: float, height: float, colours: Wonder, seed: int) -> str:
    """Plan paper: a fine grid and, over it, the scaffold's poles and braces (spacing differs by stage)."""
    grid = "".join(line([(x, 0), (x, height)], colours.mid, 0.2) for x in _steps(width, 5)) + "".join(
        line([(0, y), (width, y)], colours.mid, 0.2) for y in _steps(height, 5)
    )
    bay = 9.0 + 2.3 * seed
    poles = "".join(line([(x, 0), (x, height)], "#8a5a2b", 1.1) for x in _steps(width, bay))
    braces = "".join(line([(x, height), (x + bay, height - bay * 1.2)], "#b98149", 0.8) for x in _steps(width, bay))
    decks = "".join(rect(0, y, width, 1.1, "#b98149") for y in _steps(height, 8 + seed))
    return rect(0, 0, width, height, colours.plan) + group(grid, 'opacity=".8"') + poles + braces + decks


def _steps(length: float, step: float) -> list[float]:
    return [step * k for k in range(1, int(length / step) + 1)]


def stage(stage_id: str, side: str) -> str:
    """The inside of a stage's picture: ``side`` is ``building`` or ``built``."""
    facts = FACTS.stages[stage_id]
    wonder = FACTS.wonders[stage_id.rpartition("_")[0]]
    colours = WONDERS[wonder.id]
    width, height = size(stage_id)
    outline, draw = STAGES[stage_id]
    points = outline(width, height)
    cut = polygon(points, "#fff")
    art = draw(width, height, colours)
    built = side == "built"
    if not built:
        ghost = group(art, 'opacity=".3"')
        art = _blueprint(width, height, colours, int(stage_id[-1])) + ghost
    border = polygon(points, "none", f'stroke="{colours.dark}" stroke-width="{1.4 if built else 1.8}"' + ("" if built else ' stroke-dasharray="4 2"'))
    return clipped(art + border, cut, "cut") + _badges(facts, wonder.effect, colours, built)
