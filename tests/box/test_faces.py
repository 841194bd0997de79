"""Whose drawn pieces a table is read with where there is no box."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest

from companion.art.proxy_set import proxies_of
from companion.box import faces
from companion.games.watched import watchable
from vision.recognition.library import Library


@pytest.mark.parametrize("game", [None, "duel", *watchable()])
def test_the_practice_set_is_the_games_own_where_a_camera_watches_it_else_the_first_such(
    game: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[str] = []

    def learn(pictures: dict[str, object], _: object) -> tuple[Library, tuple[()]]:
        learned.extend(pictures)
        return Library((), ()), ()

    monkeypatch.setattr(faces, "build_library", learn)
    monkeypatch.setattr(faces, "_SCALE", 0.5)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    faces.library_of(None, game)
    assert tuple(learned) == proxies_of(game if game in watchable() else watchable()[0]).face_ids()


def test_whoever_comes_while_the_practice_set_is_learned_waits_and_learns_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[int] = []
    begun, both = Event(), Event()

    def learn(*_: object) -> tuple[Library, tuple[()]]:
        learned.append(1)
        begun.set()
        assert both.wait(10)
        return Library((), ()), ()

    def other() -> Path:
        assert begun.wait(10)
        both.set()
        return faces.library_of(None)

    monkeypatch.setattr(faces, "build_library", learn)
    monkeypatch.setattr(faces, "_SCALE", 0.5)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with ThreadPoolExecutor(2) as two:
        first, second = two.submit(faces.library_of, None), two.submit(other)
        assert first.result(30) == second.result(30)
    assert learned == [1]
