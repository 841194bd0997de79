"""The reliability plot as a small SVG: how often an answer of so much confidence is right."""

from collections.abc import Sequence
from xml.sax.saxutils import escape

from benchmarks.eyes.figures import Bin, pooled_calibration
from benchmarks.eyes.runs import Result

_SIDE = 300
_MARGIN = 46
_FEWEST = 8
_COLOURS = ("#1b6ca8", "#c8553d", "#2a7f4f", "#7b4b94", "#222222", "#b8860b", "#008b8b", "#a0522d")


def reliability(results: Sequence[Result]) -> str:
    """Confidence across, share right up; a dot's area grows with the answers behind it; the diagonal is honest.

    Each box's single views, known pieces and strangers, thin; all together thick. Dots of few answers are left out.
    """
    single = [one for one in results if one.plan.frames == 1 and one.plan.strangers]
    curves = [(one.plan.asked, one.calibration, 1.0) for one in single]
    if single:
        curves.append(("all of them", pooled_calibration([one.calibration for one in single]), 3.0))
    height, width = _SIDE + 2 * _MARGIN, _SIDE + 2 * _MARGIN + 250
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        "<style>text { font: 12px sans-serif }</style>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *_axes(),
    ]
    for k, (name, calibration, thickness) in enumerate(curves):
        colour = _COLOURS[k % len(_COLOURS)]
        curve = [one for one in calibration.curve if one.n >= _FEWEST]
        points = " ".join(f"{_x(one.confidence):.1f},{_y(one.right):.1f}" for one in curve)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{thickness}"/>')
        parts += [_dot(one, colour, sum(other.n for other in curve)) for one in curve]
        parts.append(_legend(k, colour, f"{name}: error {100 * calibration.error:.1f} %"))
    return "\n".join([*parts, "</svg>\n"])


def _axes() -> list[str]:
    lines = [f'<path d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}" stroke="#999" stroke-dasharray="4 4"/>']
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1):
        lines.append(f'<path d="M{_x(tick)} {_y(0)}V{_y(1)}M{_x(0)} {_y(tick)}H{_x(1)}" stroke="#e4e4e4"/>')
        lines.append(f'<text x="{_x(tick)}" y="{_y(0) + 16}" text-anchor="middle">{tick:g}</text>')
        lines.append(f'<text x="{_x(0) - 6}" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>')
    middle = _MARGIN + _SIDE / 2
    lines.append(f'<text x="{middle}" y="{_y(0) + 34}" text-anchor="middle">confidence</text>')
    lines.append(f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">right</text>')
    return lines


def _dot(one: Bin, colour: str, total: int) -> str:
    radius = 1.5 + 9 * (one.n / total) ** 0.5
    where = f'cx="{_x(one.confidence):.1f}" cy="{_y(one.right):.1f}" r="{radius:.1f}"'
    return f'<circle {where} fill="{colour}" fill-opacity="0.5"><title>{one.n} answers</title></circle>'


def _legend(k: int, colour: str, text: str) -> str:
    y = _MARGIN + 14 + 20 * k
    return (
        f'<rect x="{_x(1) + 16}" y="{y - 10}" width="10" height="10" fill="{colour}"/>'
        f'<text x="{_x(1) + 32}" y="{y}">{escape(text)}</text>'
    )


def _x(value: float) -> float:
    return _MARGIN + value * _SIDE


def _y(value: float) -> float:
    return _MARGIN + (1 - value) * _SIDE
