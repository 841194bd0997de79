"""The cards' illustrations: one flat geometric landscape each, 55 mm wide and 57 mm high."""

from collections.abc import Callable

from companion.games.architects.proxies.scenes import civic, military, resources, science

SCENES: dict[str, Callable[[], str]] = {
    "wood": resources.wood,
    "clay": resources.clay,
    "stone": resources.stone,
    "glass": resources.glass,
    "papyrus": resources.papyrus,
    "coin": civic.coin,
    "vp2_cat": civic.vp2_cat,
    "vp3": civic.vp3,
    "compass": science.compass,
    "tablet": science.tablet,
    "gear": science.gear,
    "shield_h0": military.shield_h0,
    "shield_h1": military.shield_h1,
    "shield_h2": military.shield_h2,
}
"""Illustrations by card."""
