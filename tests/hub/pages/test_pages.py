"""The desk and the public pages: a real hub, a real browser."""

import csv
import gzip
import html
import io
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from companion.hub.pages.drawn import assets
from tests.browser import chromium
from tests.hub.engines import until
from tests.hub.pages.event import NAMES, Event, last_result
from tests.hub.serving import Served, served

CUT_OFF = """() => [...document.querySelectorAll('#main *')].filter(e => {
  if (e.closest('.unseen') || e.closest('svg') || e.closest('.scroll') || !e.getClientRects().length) return false;
  const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  const box = e.getBoundingClientRect();
  return own && (box.right > innerWidth + 1 || box.left < -1);
}).map(e => e.outerHTML.slice(0, 120))"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pages") / "hub") as hub:
        yield hub


@pytest.fixture(scope="module")
def cup(hub: Served, tmp_path_factory: pytest.TempPathFactory) -> Event:
    event = Event(hub, "cup")
    event.result(1, moves=40, folder=tmp_path_factory.mktemp("tables"))
    return event


def opened(browser: Browser, event: Event, path: str, token: str = "", **looks: Any) -> Page:
    heads = {"authorization": f"Bearer {token}"} if token else {}
    context = browser.new_context(**({"locale": "en", "extra_http_headers": heads} | looks))
    page = context.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"{event.hub.address}/t/{event.slug}/{path}")
    page.wait_for_selector("#main *")
    return page


@pytest.mark.parametrize(
    ("lang", "scheme", "width"),
    [
        ("en", "dark", 360),
        pytest.param("hu", "light", 1280, marks=pytest.mark.proof),
        pytest.param("uk", "dark", 1280, marks=pytest.mark.proof),
        pytest.param("ru", "light", 360, marks=pytest.mark.proof),
    ],
)
def test_every_page_is_clean_for_everybody_and_nothing_sticks_out(
    browser: Browser, cup: Event, lang: str, scheme: str, width: int
) -> None:
    player = cup.seats(1)[0]
    public = ("standings", "pairings", "tables", "table/1", f"player/{player}", "projector")
    found = []
    for path in (*public, "desk", "desk/main/1/1"):
        token = "" if path in public else cup.hub.token
        looks = {"locale": lang, "color_scheme": scheme, "viewport": {"width": width, "height": 800}}
        page = opened(browser, cup, path, token, **looks)
        wide = path == "projector" and width < 900
        found += [(path, each["id"], each["nodes"][0]["html"][:150]) for each in Axe().run(page).response["violations"]]
        found += [] if wide else [(path, "sticks out", html) for html in page.evaluate(CUT_OFF)]
        assert page.evaluate("document.documentElement.lang") == lang
        assert page.evaluate("window.HIT === undefined")
        page.context.close()
    assert found == []


def test_a_public_page_follows_by_itself(browser: Browser, hub: Served) -> None:
    event = Event(hub, "follows")
    page = opened(browser, event, "standings")
    assert page.locator("td.sum >> text=1").count() == 0
    event.by_hand(1)
    page.wait_for_selector("td.sum >> text=1", timeout=5_000)
    page.context.close()


def test_the_delay_holds_on_every_public_page_and_not_at_the_desk(hub: Served, tmp_path: Path) -> None:
    event = Event(hub, "late", delay=3600)
    event.result(1, folder=tmp_path)
    until(lambda: last_result(event) is not None, "the result out of the journal", 30)
    event.by_hand(2)
    result = last_result(event)
    assert result is not None
    seat = event.seats(1)[0]
    for path in ("standings", "pairings", "tables", "table/1", "overlay/1", "projector", f"player/{seat}"):
        text = event.page(path)
        assert "7701" not in text
        assert 'class="score"' not in text
        assert set(re.findall(r'data-player="[^"]*">([^<]*)<', text)) <= {"0"}
    # A replay of it is as late: neither the newest event nor one of the first.
    game = next(act["deed"]["game"] for act in event.acts() if act["deed"].get("source") == "journal")
    for upto in (1, 20, 999):
        assert 'class="score"' not in event.page(f"table/1?game={game}&upto={upto}")
    assert 'class="score"' in event.page("table/1", event.chief)
    assert "7701" in event.page("pairings", event.chief)


def test_tables_whose_clocks_are_two_days_off_lose_nothing_and_the_delay_holds_for_them(
    hub: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = Event(hub, "clocks", delay=3600)
    right = time.time
    for table, days in ((1, 2), (2, -2)):
        # The clock of the whole machine at which people play: its journal's and its uplink's.
        monkeypatch.setattr(time, "time", lambda days=days: right() + days * 86_400)
        event.result(table, folder=tmp_path)
    monkeypatch.undo()
    until(lambda: len(results(event)) == 2, "the results out of both journals", 30)
    assert {deed["table"] for deed in results(event)} == {1, 2}
    for path in ("standings", "tables", "table/1", "table/2"):
        assert 'class="score"' not in event.page(path)
        assert set(re.findall(r'data-player="[^"]*">([^<]*)<', event.page(path))) <= {"0"}
    for path in ("table/1", "table/2"):
        assert 'class="score"' in event.page(path, event.chief)


def results(event: Event) -> list[Any]:
    return [act["deed"] for act in event.acts() if act["deed"].get("source") == "journal"]


def test_what_is_taken_away_says_what_the_pages_say_and_no_spreadsheet_reckons_with_it(hub: Served) -> None:
    event = Event(hub, "files")
    event.done(kind="import", csv="name,club\n=1+1,-x")
    event.by_hand(1)
    table = list(csv.DictReader(io.StringIO(event.page("standings.csv"))))
    shown = dict(re.findall(r'data-player="([^"]*)">([^<]*)<', event.page("standings")))
    assert {line["player"]: line["points"] for line in table if line["player"] in shown} == shown
    results = list(csv.DictReader(io.StringIO(event.page("results.csv"))))
    assert [(line["player"], line["points"]) for line in results] == [
        (player, str(7701 + seat)) for seat, player in enumerate(event.seats(1))
    ]
    plays = msgspec.json.decode(event.page("bgstats.json"))
    names = {one["id"]: one["name"] for one in plays["players"]}
    assert [names[score["playerRefId"]] for score in plays["plays"][0]["playerScores"]] == [
        event.name(player) for player in event.seats(1)
    ]
    event.done(kind="checked_in", player=event.acts()[-2]["deed"]["player"])
    assert "'=1+1,'-x" in event.page("standings.csv")


def test_what_is_taken_away_is_as_late_as_the_pages(hub: Served) -> None:
    event = Event(hub, "files-late", delay=3600)
    event.by_hand(1)
    assert "7701" not in event.page("results.csv") + event.page("bgstats.json")
    assert "7701" in event.page("results.csv", event.chief)


def test_the_case_of_a_table_is_told_in_words_in_every_language(hub: Served) -> None:
    event = Event(hub, "words")
    event.by_hand(1)
    event.done(kind="ruled", section="main", round=1, table=1, reason="counted again")
    event.done(kind="penalised", player=event.seats(1)[0], points=0.5, reason="late")
    english = event.page("desk?lang=en", event.chief) + event.page("desk/main/1/1?lang=en", event.chief)
    assert "decided: counted again" in english
    assert "0.5 points taken away: late" in english
    for lang, ruled in (("uk", "рішення: counted again"), ("ru", "решение: counted again"), ("hu", "döntés: counted")):
        page = event.page(f"desk/main/1/1?lang={lang}", event.chief)
        assert ruled in page
        assert not re.search(
            r"result_in|ruled:|source=|hand\b", page.partition('class="audit"')[2].partition("</ol>")[0]
        )


def test_results_come_out_of_the_journal_to_the_right_people(hub: Served, tmp_path: Path) -> None:
    event = Event(hub, "journals")
    event.result(1, folder=tmp_path)
    until(lambda: last_result(event) is not None, "the result out of the journal", 30)
    found = last_result(event)
    assert found is not None
    seats = event.seats(1)
    page = event.page("table/1")
    # The table sat down in another order than it was drawn: each has the points that the table says.
    for player, score in zip(seats, found.scores, strict=True):
        name = event.name(player).replace("<", "&lt;").replace(">", "&gt;")
        after = page.partition(f"<h3>{name}</h3>")[2]
        assert after.partition('class="score">')[2].partition("<")[0] == str(score)


def test_strangers_players_and_arbiters_each_do_what_is_theirs(hub: Served) -> None:
    event = Event(hub, "roles")
    event.by_hand(1)
    seats = event.seats(1)
    player, arbiter = event.token("player", seats[0]), event.token("arbiter", "Eva")
    other = Event(hub, "roles-too").token("arbiter", "Otto")
    result = event.acts()[-1]["seq"]
    sign = {"kind": "signed", "section": "main", "round": 1, "table": 1, "result": result}
    rule = {"kind": "ruled", "section": "main", "round": 1, "table": 1, "reason": "so"}
    assert event.ask.get("/t/roles/desk").status_code == 401
    assert player.get("/t/roles/desk").status_code == 403
    assert other.get("/t/roles/desk").status_code == 403
    assert arbiter.get("/t/roles/desk").status_code == 200
    assert event.do(event.ask, **sign, seat=0) == "not_yours"
    assert event.do(player, **sign, seat=1) == "not_yours"
    assert event.do(player, **rule) == "not_yours"
    assert event.do(other, **rule) == "not_yours"
    assert event.do(player, **sign, seat=0) == ""
    assert event.do(player, kind="appealed", section="main", round=1, table=1, player=seats[0], reason="no") == ""
    assert "no" in arbiter.get("/t/roles/desk").text
    assert event.do(arbiter, **rule) == ""
    assert [act["by"] for act in event.acts()][-1] == "Eva"
    assert event.do(arbiter, kind="draw", section="main") == "not_yours"


def test_a_form_of_another_site_does_nothing(hub: Served) -> None:
    event = Event(hub, "origin")
    cookie = {"cookie": f"hub={hub.token}", "origin": "https://evil.example"}
    answer = event.ask.post("/t/origin/do", data={"kind": "all_here"}, headers=cookie)
    assert answer.status_code == 403


def test_a_name_is_only_ever_text(cup: Event) -> None:
    for path in ("standings", "pairings", "desk", "tables"):
        text = cup.page(path, cup.chief)
        assert NAMES[2] not in text


def test_the_pages_are_small_enough_for_an_old_phone(cup: Event) -> None:
    sizes = {name: len(gzip.compress(text)) for name, (_media, text) in assets().items()}
    assert sum(sizes.values()) < 14_000
    assert len(gzip.compress(cup.page("standings").encode())) < 12_000


def test_a_badge_lets_its_player_in_and_an_arbiter_at_the_door_check_him_in(hub: Served) -> None:
    event = Event(hub, "door")
    player = event.seats(1)[0]
    link = f"/enter/{event.secret('player', player)}"
    name = html.escape(event.name(player))
    strange = event.ask.get(link).text
    assert name in strange
    assert "checked_in" not in strange
    assert event.ask.post(link).headers["set-cookie"].startswith("hub=")
    door = event.token("arbiter", "Eva").get(link).text
    assert name in door
    assert 'action="/t/door/do"' in door
    assert f'name="player" value="{player}"' in door
    assert name not in event.ask.get("/enter/nobody").text
