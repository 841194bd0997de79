"""A plan to begin with, which the organiser's first page offers."""

from companion.games.catalogue import packages

_SECTION = """
[[sections]]
id = "{id}"
game = "{game}"

[[sections.stages]]
form = "{form}"
rounds = 3
{size}minutes = 45
"""


def _example() -> str:
    """A section a game of ours: pairs where two play, tables of three and four where more do."""
    from companion.games.catalogue import GAMES  # noqa: PLC0415 - all games are read only when a plan is asked for

    text = 'name = "Spring Cup"\nbreaks = ["wins", "buchholz", "share", "lot"]\ndelay = 0\n'
    for game in packages():
        two = max(GAMES[game].PLAYERS) == 2
        size = "" if two else "smallest = 3\nlargest = 4\n"
        text += _SECTION.format(id=game.replace("_", "-"), game=game, form="swiss" if two else "pods", size=size)
    return text


EXAMPLE = _example()
