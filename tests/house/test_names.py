"""Nothing of the product names a game, a wonder or a card outside that game's own folders."""

import re
from pathlib import Path

from companion.games.catalogue import packages
from companion.words.facet import tables, written
from tests.house.tree import texts

ROOMS = {"companion", "vision", "hw", "ui"}
SOURCES = {".py", ".kv", ".toml", ".js", ".css", ".html"}
EXCEPT = {
    "companion/games/catalogue.py": "journals of the time when there was one game do not name theirs",
    "ui/screens/about.kv": "whose publishers did not make this",
}


def own_folder(path: Path) -> bool:
    return path.parts[1] == "games" and path.parts[2] in packages()


def names() -> set[str]:
    """Games by id and as their boxes are called, wonders by id, cards by those ids that are no common word."""
    found = {*packages(), "7 wonders"}
    for game in packages():
        found |= {written(game).name.lower(), written(game).title.lower()}
        found |= set(*tables("wonders", game))
        found |= {card for cards in tables("cards", game) for card in cards if "_" in card}
    return found


def test_nothing_outside_a_game_s_folders_names_a_game_a_wonder_or_a_card() -> None:
    named = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, sorted(names())))})(?![\w-])", re.IGNORECASE)
    found = [
        f"{path}:{number}: {match[0]}"
        for path, text in texts()
        if path.parts[0] in ROOMS and path.suffix in SOURCES and not own_folder(path) and str(path) not in EXCEPT
        for number, line in enumerate(text.splitlines(), 1)
        if (match := named.search(line))
    ]
    assert found == []
