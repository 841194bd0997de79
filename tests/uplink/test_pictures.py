"""What a camera saw comes to the arbiter's desk when somebody appeals, and nothing else ever does."""

import hashlib
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion.hub.bundle.verifying import verify
from companion.uplink.messages import LARGEST_PICTURE
from companion.uplink.paired import carrier
from companion.uplink.pictures import Gallery
from companion.uplink.talking import Talk
from tests.hub.pages.event import Event
from tests.hub.serving import Served, served
from tests.uplink.test_hall import sat

SAW = tuple(b"\xff\xd8\xff" + bytes([k]) * 500 for k in range(4))


def name_of(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()


def gallery(folder: Path, pictures: Sequence[bytes]) -> Gallery:
    folder.mkdir()
    for picture in pictures:
        (folder / f"{name_of(picture)}.jpg").write_bytes(picture)
    return Gallery(folder)


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("pictures") / "hub") as running:
        yield running


def appeal(event: Event) -> None:
    player = event.seats(1)[0]
    where = {"section": "main", "round": 1, "table": 1}
    assert event.do(event.token("player", player), kind="appealed", player=player, reason="no", **where) == ""


def test_on_an_appeal_what_the_camera_saw_is_at_the_desk_and_in_the_bundle(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "appeal", tmp_path, pictures=SAW)
    # One of them is not kept any more.
    here = gallery(tmp_path / "pictures", SAW[1:])
    told = at.talk.listen("")
    assert told.pictures == ()
    appeal(at.event)
    here.wanted = at.talk.listen(told.mark).pictures
    assert here.wanted == tuple(map(name_of, SAW))
    for name, picture in here.next(100):
        at.talk.picture(picture)
        here.sent(name)
    assert list(here.next(100)) == []
    case = at.event.page("desk/main/1/1", at.event.chief)
    assert [case.count(name_of(picture)) for picture in SAW] == [0, 2, 2, 1]
    assert "seat/0/city" not in case
    shown = at.event.chief.get(f"/t/appeal/picture/{name_of(SAW[1])}")
    assert (shown.content, shown.headers["content-type"]) == (SAW[1], "image/jpeg")
    assert at.event.ask.get(f"/t/appeal/picture/{name_of(SAW[1])}").status_code == 401
    path = tmp_path / "cup.zip"
    path.write_bytes(at.event.chief.get("/api/v1/tournaments/appeal/bundle").content)
    assert verify(path).troubles == ()
    assert sorted(verify(path).contents.pictures) == sorted(map(name_of, SAW[1:]))
    for instead, trouble in ((SAW[2], "it was changed"), (None, "it is missing")):
        assert any(trouble in told for told in verify(rewritten(path, name_of(SAW[1]), instead)).troubles)


def rewritten(path: Path, name: str, instead: bytes | None) -> Path:
    other = path.with_name("changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(other, "w") as new:
        for info in old.infolist():
            content = instead if Path(info.filename).stem == name else old.read(info)
            if content is not None:
                new.writestr(info.filename, content)
    return other


def test_an_arbiter_can_ask_and_only_what_an_event_names_is_taken_of_that_table_alone(
    hub: Served, tmp_path: Path
) -> None:
    large = b"\xff\xd8\xff" + bytes(LARGEST_PICTURE)
    at = sat(hub, "asked", tmp_path, pictures=(*SAW, large, b"no JPEG"))
    refused = (SAW[0], large, b"no JPEG", b"\xff\xd8\xff nobody named this")
    before = at.event.page("desk/main/1/1", at.event.chief)
    at.talk.picture(SAW[0])
    assert "pictures_asked" in before
    at.event.done(kind="pictures_asked", section="main", round=1, table=1)
    for picture in refused[1:]:
        at.talk.picture(picture)
    other, carried = at.event.joined(2, tmp_path), carrier(tmp_path / "asked-2")
    assert carried is not None
    stranger = Talk(other, carried)
    stranger.picture(SAW[1])
    stranger.close()
    assert 'src="' not in at.event.page("desk/main/1/1", at.event.chief).partition('class="log"')[2]
    at.talk.picture(SAW[1])
    assert name_of(SAW[1]) in at.event.page("desk/main/1/1", at.event.chief)


def test_a_table_looks_for_nothing_but_pictures(tmp_path: Path) -> None:
    here = gallery(tmp_path / "pictures", SAW)
    (tmp_path / "table.key.jpg").write_bytes(b"secret")
    here.wanted = ("../table.key", "0" * 64, "", name_of(SAW[0]))
    assert list(here.next(10)) == [(name_of(SAW[0]), SAW[0])]
