"""For everybody: read aloud, in the dark, in the sun, on a small or a wide or an old phone."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from companion.words.language import LANGUAGES
from tests.board.conftest import Phone
from tests.board.table import Table
from ui import theme

SIZES = ((360, 740), (768, 1024))
GAMES = (("architects", 7), ("seven_wonders", 4), ("duel", 2))
CUT_OFF = r"""() => [...document.querySelectorAll('#board *, main.still *')].filter(e => {
  if (e.closest('.unseen') || e.closest('svg') || !e.getClientRects().length) return false;
  const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  const box = e.getBoundingClientRect(), words = document.createRange();
  words.selectNodeContents(e);
  const number = !e.children.length && /^[\u2212\d%]+$/.test(e.textContent);
  if (own && number && words.getClientRects().length > 1) return true;
  return own && (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline'
    || box.right > innerWidth + 1 || box.left < -1);
}).map(e => e.outerHTML.slice(0, 120))"""
"""Every element of which text is cut off or sticks out at the side, and every number on two lines."""


def audited(phone: Phone, where: str) -> None:
    found = Axe().run(phone.page).response["violations"]
    assert [(where, each["id"], each["nodes"][0]["html"][:150]) for each in found] == []


def every_view(phone: Phone) -> list[str]:
    """Goes through all that can be seen, and yields where it is."""
    return ["table", "open", "scores", "log", "chances"][: 3 + phone.page.locator("nav button").count() - 2]


def go(phone: Phone, view: str) -> None:
    phone.tab({"table": 0, "open": 0, "scores": 1, "log": 2, "chances": 3}[view])
    if view == "open":
        phone.page.evaluate("document.querySelectorAll('.head[aria-expanded=false]').forEach(head => head.click())")


def looked_through(table: Table, phone: Any, code: str, scheme: str, size: tuple[int, int]) -> None:
    width, height = size
    watching = phone(table, locale=code, color_scheme=scheme, viewport={"width": width, "height": height})
    watching.open()
    watching.scores()
    for view in every_view(watching):
        go(watching, view)
        audited(watching, f"{table.view.game} {view} {code} {scheme} {size}")
    watching.open(table.pair(0).address.removeprefix(table.address))
    audited(watching, f"pair {code} {scheme} {size}")


def laid(table: Table, game: str, players: int) -> None:
    table.set_up(game, players)
    table.play(len(table.moves) * 2 // 3)


def test_an_audit_of_every_view_finds_nothing(table: Table, phone: Any) -> None:
    laid(table, "architects", 4)
    looked_through(table, phone, "uk", "dark", SIZES[0])
    looked_through(table, phone, "hu", "light", SIZES[0])


@pytest.mark.proof
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_an_audit_of_every_view_in_every_language_theme_and_size_finds_nothing(
    table: Table, phone: Any, game: str, players: int, scheme: str
) -> None:
    laid(table, game, players)
    for code in LANGUAGES:
        for size in SIZES:
            looked_through(table, phone, code, scheme, size)


def uncut(table: Table, phone: Any, code: str, size: tuple[int, int]) -> None:
    watching = phone(table, locale=code, viewport={"width": size[0], "height": size[1]})
    page = watching.open()
    watching.scores()
    for view in every_view(watching):
        go(watching, view)
        assert page.evaluate(CUT_OFF) == [], (view, code, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], (view, code, size)


def test_no_text_is_cut_off_on_a_small_phone(table: Table, phone: Any) -> None:
    laid(table, "architects", 7)
    uncut(table, phone, "hu", (320, 640))


@pytest.mark.proof
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360), (768, 1024)])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_no_text_is_cut_off_in_any_game_language_or_size(
    table: Table, phone: Any, game: str, players: int, size: tuple[int, int]
) -> None:
    laid(table, game, players)
    for code in LANGUAGES:
        uncut(table, phone, code, size)


def test_what_is_tapped_is_large_enough_for_a_finger(table: Table, phone: Any) -> None:
    laid(table, "architects", 7)
    watching = phone(table)
    page = watching.open()
    boxes = [each.bounding_box() for each in page.locator("nav button, .head").all()]
    assert min(min(box["width"], box["height"]) for box in boxes if box is not None) >= 48


def test_everything_can_be_reached_by_keyboard(table: Table, phone: Any) -> None:
    laid(table, "architects", 4)
    watching = phone(table)
    page = watching.open()
    page.locator("select").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector(".head[aria-expanded=true]")
    for _seat in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.wait_for_selector(".scores")


@pytest.mark.parametrize("name", ["night", "day"])
def test_the_phone_wears_the_colours_of_the_touchscreen(name: str) -> None:
    style = (Path(theme.__file__).parents[1] / "companion/board/page/board.css").read_text()
    half = style[: style.index("@media")] if name == "night" else style[style.index("@media") :]
    worn = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})", half))
    palette = theme.PALETTES[name]
    plain = {field.replace("_", "-"): getattr(palette, field) for field in palette._fields}
    wanted = {key: value for key, value in plain.items() if isinstance(value, tuple)}
    wanted |= plain["families"] | theme.wonders(name)
    assert {key: theme.rgba(worn.get(key, "#000000")) for key in wanted} == wanted
