"""The printed sheet: everything is on it, in every language, and nothing is off the page."""

import re
import subprocess
from collections.abc import Mapping
from pathlib import Path

import cv2
import pytest
from pyzbar.pyzbar import decode

from companion import words
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal
from companion.results.bgstats import link
from companion.results.handing import handed
from companion.results.kept import read
from companion.results.score_sheet import style
from companion.results.score_sheet.said import Said
from companion.results.timeline import timeline
from companion.words.language import speaking
from tests.results.games import keep

SHEETS = (
    ("architects 2", "en"), ("architects 7", "hu"), ("architects unnamed", "uk"), ("seven_wonders 2", "ru"),
    ("seven_wonders 7", "uk"), ("duel", "hu"), ("duel unnamed", "ru"),
)  # fmt: skip


def printed(path: Path, language: str, folder: Path) -> Path:
    pdf = folder / "sheet.pdf"
    pdf.write_bytes(handed(path, "pdf", language).content)
    return pdf


def words_of(pdf: Path, *more: str) -> str:
    ran = subprocess.run(["pdftotext", *more, str(pdf), "-"], capture_output=True, text=True, check=True)
    return ran.stdout


def plain(text: str) -> str:
    """Without line breaks, and without what a breaking line swallows."""
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_every_total_and_every_explanation_is_on_the_sheet(
    kept_games: Mapping[str, Path], tmp_path: Path, name: str, language: str
) -> None:
    kept = read(kept_games[name])
    text = plain(words_of(printed(kept_games[name], language, tmp_path), "-raw"))
    with speaking(language):
        said = Said(kept)
        assert text.count(said.title) == 1
        # A long name may be broken after its hyphen.
        named = text.replace("★ ", "").replace("- ", "-")
        for seat, player in enumerate(said.names):
            assert f"{player} {words.signed(kept.sheet.totals[seat])}" in named
        explained = [
            line for seat in range(len(said.names)) for cat in said.categories for line in said.lines(seat, cat)
        ]
        assert len(explained) == len(kept.sheet.explain)
        for line in explained:
            assert line.why in text
            assert line.rule in text
        assert all(said.category(category) in text for category in said.categories)
    assert text.count(f"SHA-256 {kept.head}") == text.count("SHA-256") >= 2


@pytest.mark.parametrize(("seed", "language"), [(41, "uk"), (7, "hu"), (1, "ru")])
def test_who_won_and_what_decided_it_is_on_the_sheet(tmp_path: Path, seed: int, language: str) -> None:
    path = keep(tmp_path, "duel", 2, seed, names=("Anna", "Bo"))
    text = plain(words_of(printed(path, language, tmp_path), "-raw"))
    with speaking(language):
        table = read(path).table
        assert f"{words.victory(table)} {words.decider(table)}".strip() in text
        assert bool(words.decider(table)) == (seed != 1)


def test_what_was_irregular_is_on_the_sheet_of_a_game_that_was_given_up(tmp_path: Path) -> None:
    path = keep(tmp_path, "architects", 3, 5, names=("Anna", "Bo", "Cé"), moves=30)
    state = read(path).state
    other = (state.to_move + 1) % 3
    with Journal(path) as journal:
        for card in ("wood", "clay"):
            journal.append(Draft("move", {"move": "take", "seat": other, "from": "left", "card": card}, "finger"))
    kept = read(path)
    text = plain(words_of(printed(path, "en", tmp_path), "-raw"))
    assert "Not played to the end" in text
    assert "★" not in text
    with speaking("en"):
        said = list(Said(kept).findings())
    assert len(said) >= 2
    assert f"What was irregular {len(said)}" in text
    assert all(f"{found.why} {found.rule}" in text for found in said)


@pytest.mark.parametrize(("name", "language"), SHEETS)
def test_no_word_leaves_the_margins_and_no_two_stand_on_each_other(
    kept_games: Mapping[str, Path], tmp_path: Path, name: str, language: str
) -> None:
    boxes = re.findall(
        r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">',
        words_of(printed(kept_games[name], language, tmp_path), "-bbox"),
    )
    assert len(boxes) > 60
    for left, top, right, bottom in (map(float, box) for box in boxes):
        assert left >= style.MARGIN - 1
        assert right <= style.PAGE[0] - style.MARGIN + 1
        assert 0 < top < bottom < style.PAGE[1] - 10


def test_the_same_game_is_the_same_sheet_to_the_last_byte(kept_games: Mapping[str, Path]) -> None:
    path = kept_games["seven_wonders 7"]
    assert handed(path, "pdf", "uk").content == handed(path, "pdf", "uk").content
    assert handed(path, "pdf", "uk").content != handed(path, "pdf", "ru").content


@pytest.mark.parametrize("name", ["duel", "seven_wonders 7"])
def test_the_code_on_paper_is_read_back(kept_games: Mapping[str, Path], tmp_path: Path, name: str) -> None:
    pdf = printed(kept_games[name], "en", tmp_path)
    subprocess.run(["pdftoppm", "-r", "300", "-l", "1", "-gray", "-png", str(pdf), str(tmp_path / "page")], check=True)
    (page,) = tmp_path.glob("page*.png")
    (code,) = decode(cv2.imread(str(page), cv2.IMREAD_GRAYSCALE))
    assert code.data.decode() == link(read(kept_games[name]))


def test_players_are_told_apart_without_colours_and_every_ink_is_dark_enough() -> None:
    assert len({ink.dash for ink in style.INKS}) == len(style.INKS) == 7
    for ink in (*style.INKS, style.Ink(style.MUTED, ()), style.Ink(style.BLACK, ())):
        parts = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in ink.colour.rgb()]
        light = 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
        assert 1.05 / (light + 0.05) >= 4.5


@pytest.mark.parametrize("name", [name for name, _language in SHEETS])
def test_the_timeline_ends_with_the_sheet_and_shows_each_stage_and_battle(
    kept_games: Mapping[str, Path], name: str
) -> None:
    kept = read(kept_games[name])
    went = timeline(kept)
    assert went.timed
    assert went.points[-1].totals == kept.sheet.totals
    assert [point.at for point in went.points] == sorted(point.at for point in went.points)
    assert went.points[-1].at == pytest.approx(kept.seconds)
    built = [mark.seat for mark in went.marks if mark.kind == "built"]
    if kept.game.NAME == "architects":
        assert sum(city.built.bit_count() for city in kept.state.cities) == len(built)
        assert all(seat in range(kept.state.players) for seat in built)
    if kept.game.NAME == "seven_wonders":
        assert sum(city.stages for city in kept.state.cities) == len(built)
        assert [mark.number for mark in went.marks if mark.kind == "battle"] == [1, 2, 3]
    if kept.game.NAME == "duel":
        assert sum(city.built.bit_count() for city in kept.state.cities) == len(built)
        assert [mark.number for mark in went.marks if mark.kind == "age"] == [2, 3]
