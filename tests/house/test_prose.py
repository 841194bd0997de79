"""Our own prose is not read back: rooms that make or show words match no text with patterns."""

from tests.house.tree import imports, modules


def test_no_room_of_words_matches_our_sentences_with_patterns() -> None:
    rooms = [*modules("ui"), *(module for module in modules("companion") if "words" in module.parts)]
    found = {module.as_posix() for module in rooms if any(name == "re" for _line, name in imports(module))}
    assert found == set()
