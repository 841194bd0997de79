"""A wonder as it stands at this moment, in one picture: its built stages solid, the others as their plan shows them."""

from collections.abc import Collection, Mapping

from companion.art.drawing import clipped, document, group, place, polygon
from companion.games.architects.pictures import OUTLINES, PALETTE, Wonder, picture
from companion.games.architects.places import stage_spots

_MARGIN = 2.0
"""Room around the stages (mm) for half the width of their outlines."""


def wonder_picture(wonder: str, stages: Mapping[str, bool], ready: Collection[str], glow: str) -> str | None:
    """The wonder as an SVG document; ``None`` for one that we have not drawn (Rome, Ur).

    ``stages``: stage id to built or not, in building order; ``ready``: those that can be built now, outlined in the
    colour ``glow``.
    """
    if wonder not in PALETTE.wonders:
        return None
    spots = dict(zip(stages, stage_spots(wonder), strict=True))
    left = min(spot.x - spot.width / 2 for spot in spots.values()) - _MARGIN
    right = max(spot.x + spot.width / 2 for spot in spots.values()) + _MARGIN
    top = min(spot.y - spot.height / 2 for spot in spots.values()) - _MARGIN
    foot = max(spot.y + spot.height / 2 for spot in spots.values()) + _MARGIN
    drawn = [
        place(
            _stage(stage, PALETTE.wonders[wonder], glow if stage in ready else None, built=built),
            spots[stage].x - spots[stage].width / 2 - left,
            spots[stage].y - spots[stage].height / 2 - top,
        )
        # What glows lies above its neighbours' outlines.
        for stage, built in sorted(stages.items(), key=lambda one: one[0] in ready)
    ]
    return document(right - left, foot - top, "".join(drawn))


def _stage(stage: str, colours: Wonder, glow: str | None, *, built: bool) -> str:
    """One stage: built, to be built now (``glow``), or waiting."""
    outline = OUTLINES[stage]
    art = clipped(picture(f"stages/{stage}"), polygon(outline, "#fff"), stage)
    if built:
        return art + polygon(outline, "none", f'stroke="{colours.dark}" stroke-width="1.2"')
    if glow is not None:
        return group(art, 'opacity=".5"') + polygon(outline, "none", f'stroke="{glow}" stroke-width="3"')
    return group(art, 'opacity=".22"') + polygon(
        outline, "none", f'stroke="{colours.mid}" stroke-opacity=".6" stroke-width="1"'
    )
