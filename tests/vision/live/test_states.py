"""The watcher goes from state to state as ``states`` says, and says the same as it did before it had them."""

from typing import TYPE_CHECKING

import pytest

from tests.vision.painting import BACK, FACES, MATS, TOKENS, ZONES, Table
from vision.geometry.image import Frame
from vision.live.states import Confirmed, Draft, Moving, Settled
from vision.live.watcher import LOOKS, Watcher
from vision.recognition.library import Library

if TYPE_CHECKING:
    from vision.sighting import Scene

WOOD, STONE, CLAY, _, COIN, GEAR = FACES
LEFT = 186 + 27.5
STRANGER = "architects/a_card_from_another_game"

Lying = tuple[tuple[int, str | None], ...]
"""The pieces of a zone: track and face."""

RECORDED: tuple[tuple[int, dict[str, Lying]], ...] = (
    (2, {"city": (), "holder": ((1, WOOD),), "deck": ((2, BACK),), "progress": ((3, TOKENS[0]),)}),
    (16, {"city": ((4, WOOD),)}),
    (26, {"city": ((4, WOOD), (5, STONE))}),
    (36, {"city": ((4, WOOD), (5, STONE), (6, CLAY))}),
    (46, {"city": ((4, WOOD), (5, STONE), (6, CLAY), (7, CLAY))}),
    (
        73,
        {
            "city": ((4, WOOD), (6, CLAY), (7, CLAY), (8, GEAR)),
            "progress": ((3, TOKENS[0]), (9, TOKENS[1])),
        },
    ),
    (82, {"holder": ((10, WOOD),)}),
    (121, {"city": ((4, WOOD), (6, CLAY), (7, CLAY), (8, GEAR), (11, None))}),
    (124, {"city": ((4, WOOD), (6, CLAY), (7, CLAY), (8, GEAR), (11, None), (12, COIN))}),
    (161, {"city": ((4, WOOD), (6, CLAY), (8, GEAR), (11, None), (12, COIN)), "deck": ((13, BACK),)}),
)
"""What the watcher of commit f846a4d (flags, no states) said of the story below: by frame and zone."""


class Story:
    """A table to which this and that happens, and all that is said of it."""

    def __init__(self, library: Library) -> None:
        self.table, self.watcher = Table(), Watcher(library)
        self.watcher.watch(MATS, ZONES)
        self.scenes: list[Scene] = []

    def frames(self, count: int, *, arm: bool = False) -> None:
        for frame in self.table.frames(count):
            image = frame.image.copy()
            if arm:
                image[300:360, :700] = 40
            self.scenes += self.watcher.observe(Frame(frame.number, frame.exposed, image))

    def tell(self) -> None:
        table = self.table
        table.lay(WOOD, 67.2, 252.4, 0.6)
        table.lay(BACK, 137.5, 251.5, -0.5)
        table.lay(TOKENS[0], 54.5, 74.6, 2)
        self.frames(12)
        laid = []
        for k, face in enumerate((WOOD, STONE, CLAY, CLAY)):
            self.frames(2, arm=True)
            laid.append(table.lay(face, LEFT + (-1) ** k, 45 + 15 * k, 1.5 - k))
            self.frames(8)
        table.gain = 0.85
        self.frames(15)
        table.pieces.remove(laid[1])
        table.lay(GEAR, LEFT + 60, 45, 2)
        table.lay(TOKENS[1], 85.5, 74, 135)
        self.frames(4, arm=True)
        self.frames(9)
        table.lay(WOOD, 67.9, 251.8, 0.9)
        self.frames(9)
        table.corners = tuple((x - 0.02 * (y - 400) + 35, y + 0.02 * (x - 550) + 20) for x, y in table.corners)
        self.frames(30)
        table.lay(STRANGER, LEFT + 120, 100, 3)
        self.frames(3)
        table.lay(COIN, LEFT, 120, 1)
        self.frames(25)
        table.lay(BACK, 137.1, 252.1, 0.4)
        table.pieces.remove(laid[3])
        self.frames(12, arm=True)
        self.frames(12)


def test_the_same_frames_give_the_scenes_that_they_gave_before(library: Library) -> None:
    story = Story(library)
    story.tell()
    said = tuple(
        (
            scene.frame,
            {
                one.zone: tuple((piece.track, piece.faces[0].face if piece.faces else None) for piece in one.pieces)
                for one in scene.zones
            },
        )
        for scene in story.scenes
    )
    assert said == RECORDED


def test_a_table_that_comes_to_rest_is_drafted_settled_and_confirmed(library: Library) -> None:
    story = Story(library)
    states = []
    for _ in range(4 + LOOKS):
        story.frames(1)
        states.append(type(story.watcher.state))
    assert states[0] is Moving
    after = states[states.index(Draft) :]
    assert after[: after.index(Confirmed) + 1] == [Draft, *[Settled] * (LOOKS - 1), Confirmed]


@pytest.mark.parametrize("cause", ["hand", "listener", "zones"])
def test_whatever_happens_the_table_is_read_anew(library: Library, cause: str) -> None:
    story = Story(library)
    story.frames(12)
    assert story.watcher.settled
    if cause == "hand":
        story.frames(1, arm=True)
    elif cause == "listener":
        story.watcher.say_everything()
    else:
        story.watcher.watch(MATS, ZONES[:2])
    assert isinstance(story.watcher.state, Moving)
    story.frames(12)
    assert story.watcher.settled


def test_what_was_drafted_is_kept_while_something_moves_again_until_the_table_has_settled(library: Library) -> None:
    story = Story(library)
    story.frames(12)
    story.frames(2, arm=True)
    story.table.lay(WOOD, LEFT, 45, 1.5)
    story.frames(1)
    draft = story.watcher.state
    assert isinstance(draft, Draft)
    story.frames(2, arm=True)
    assert story.watcher.state == Moving(draft)
    story.frames(12)
    story.frames(1, arm=True)
    assert story.watcher.state == Moving()
