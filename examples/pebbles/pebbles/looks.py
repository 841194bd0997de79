"""How the pieces of Pebbles look on screens and phones: colours, icons, order."""

from typing import Final

from companion.looks.faces import Face, Mark

ICON: Final = "card"
COLOURS: Final = ("yellow", "blue", "red")
FACES: Final = {
    "shell": Face(1, "yellow", ("coin",), "1"),
    "pearl": Face(1, "blue", ("laurel",), "2"),
    "crab": Face(1, "red", ("shield",)),
}
MARKS: Final = {"shells": Mark("coin", "yellow"), "pearls": Mark("laurel", "blue"), "battles": Mark("shield", "red")}
COUNTS: Final = {"starfish": "medal", "tide": "horn"}
