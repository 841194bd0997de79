"""Whose drawn pieces a table is read with where there is no box."""

from pathlib import Path

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
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    faces.library_of(None, game)
    assert tuple(learned) == proxies_of(game if game in watchable() else watchable()[0]).face_ids()
