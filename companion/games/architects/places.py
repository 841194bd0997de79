"""Where pieces lie on the printed mats: one mat a seat, one in the middle of the table.

Millimetres from the top left corner of a sheet (``companion.games.mats``). Physical sizes are those of our own proxy
set, close to the real pieces (measure your own copy at enrolment).
"""

from functools import cache

from companion.games.architects.rules.expansion import EXPANDED, MEDAL_FACES
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.mats import Place, around, sheets
from vision.sighting import Spot

MATS = sheets(1 + FACTS.table.max_players)
"""The central mat and one for each seat."""

CARD = (55.0, 80.0)
PROGRESS_TOKEN = (28.0, 28.0)
CONFLICT_TOKEN = (30.0, 30.0)
MILITARY_TOKEN = (24.0, 24.0)
CAT_PAWN = (26.0, 44.0)
MEDAL = (32.0, 32.0)

CITY_COLUMNS = {
    "grey": (186.0, 5.0),
    "yellow": (245.0, 5.0),
    "green": (245.0, 152.0),
    "blue": (304.0, 5.0),
    "red": (363.0, 40.0),
}
"""Top left corner of the first card of each colour; the next ones lie on it, a strip lower."""
CITY_STRIP = 15.0

_WONDER_LEFT, _WONDER_TOP, _WONDER_WIDTH, _WONDER_HEIGHT = 2.0, 40.0, 180.0, 170.0

# Stage sizes (mm) and rows from the bottom up; a row of several stages stands side by side.
_STAGE_ROWS: dict[str, tuple[tuple[tuple[int, float, float], ...], ...]] = {
    "alexandria": (((1, 118, 25),), ((2, 57, 30),), ((3, 60, 38),), ((4, 36, 31),), ((5, 27, 43),)),
    "babylon": (((1, 175, 36),), ((2, 168, 37),), ((3, 142, 31),), ((4, 53, 56), (5, 66, 31))),
    "ephesus": (((1, 178, 24),), ((2, 42, 80), (3, 42, 80), (4, 42, 80)), ((5, 156, 60),)),
    "giza": (((1, 178, 30),), ((2, 152, 30),), ((3, 121, 29),), ((4, 86, 30),), ((5, 53, 44),)),
    "halicarnassus": (((1, 124, 19),), ((2, 117, 38),), ((3, 61, 56), (4, 61, 56)), ((5, 91, 54),)),
    "olympia": (((1, 127, 29),), ((2, 55, 49), (3, 55, 49)), ((4, 111, 47),), ((5, 104, 44),)),
    "rhodes": (((1, 52, 24), (2, 52, 24)), ((3, 75, 49),), ((4, 82, 43),), ((5, 75, 51),)),
}
_STAGE_HEIGHT = 34.0
"""How high a stage is taken to be where nobody has measured it."""
COLOURS = {card.face: card.color for card in FACTS.cards}
"""Of each card, by its face."""


@cache
def _sides(wonder: str, stage: int) -> tuple[str, str]:
    """Both faces of a stage."""
    return f"architects/stage/{wonder}_{stage}/building", f"architects/stage/{wonder}_{stage}/built"


def _rows(wonder: str, facts: Facts) -> tuple[tuple[tuple[int, float, float], ...], ...]:
    """The rows of a wonder's stages; of one that only its owner knows: each stage above those that it stands on."""
    if wonder in _STAGE_ROWS:
        return _STAGE_ROWS[wonder]
    heights: dict[str, int] = {}
    for stage in facts.wonders[wonder].stages:
        heights[stage.id] = 1 + max((heights[below] for below in stage.requires), default=0)
    numbered = list(enumerate(heights.values(), 1))
    tops = range(1, max(heights.values()) + 1)
    rows = (tuple(number for number, height in numbered if height == top) for top in tops)
    return tuple(tuple((number, _WONDER_WIDTH / len(row), _STAGE_HEIGHT) for number in row) for row in rows)


def stage_spots(wonder: str, facts: Facts = FACTS) -> tuple[Spot, ...]:
    """Spots of a wonder's stages 1 to 5 on a seat's mat, bottom row nearest to the player."""
    spots: dict[int, Spot] = {}
    y = _WONDER_TOP + _WONDER_HEIGHT
    for row in _rows(wonder, facts):
        left = _WONDER_LEFT + (_WONDER_WIDTH - sum(width for _, width, _ in row)) / 2
        for stage, width, height in row:
            spots[stage] = Spot(left + width / 2, y - height / 2, width, height, _sides(wonder, stage))
            left += width
        y -= max(height for _, _, height in row)
    return tuple(spots[stage] for stage in range(1, 6))


_PROGRESS_SPOTS = tuple(Spot(54.0 + 28.5 * k, 21.0, *PROGRESS_TOKEN) for k in range(5)) + tuple(
    Spot(112.0 + 28.5 * k, 227.5, *PROGRESS_TOKEN) for k in range(3)
)
CAT_SPOT = Spot(112.0, 269.0, *CAT_PAWN)
CENTRAL_CAT_SPOT = Spot(362.0, 110.0, *CAT_PAWN)
STACK_SPOT = Spot(215.0, 110.0, *PROGRESS_TOKEN)
FACE_UP_SPOTS = tuple(Spot(250.0 + 30.0 * k, 110.0, *PROGRESS_TOKEN) for k in range(3))
CONFLICT_SPOTS = tuple(Spot(212.0 + 33.0 * k, 190.0, *CONFLICT_TOKEN) for k in range(6))
MEDAL_SPOT = Spot(19.0, 235.0, *MEDAL)
"""The medal between a player and the neighbour on the left."""
CENTRE_MEDAL_SPOTS = tuple(Spot(252.0 + 36.0 * k, 240.0, *MEDAL) for k in range(EXPANDED.table.centre_medals))
"""The experts' medals, in the middle."""
MILITARY_RECT = (128.0, 243.0, 55.0, 49.0)
"""Where a player's own military tokens lie (x, y, width, height); counted by rule, not watched."""
MILITARY_SUPPLY_RECT = (45.0, 230.0, 120.0, 55.0)
"""Where the supply of military tokens lies on the central mat."""


CAT = "architects/token/cat"
MILITARY = "architects/token/military"
MEDAL_BACK = "architects/medal/back"
"""What a medal shows that somebody has taken."""
PEACE, BATTLE = "architects/token/conflict_peace", "architects/token/conflict_battle"
PROGRESS = "architects/progress/"
"""The faces of tokens; of a progress token, before its name."""


def _pile(name: str, mat: int, x: float, y: float, faces: tuple[str, ...]) -> Place:
    width, height = CARD
    spot = Spot(x, y, width, height)
    return Place(name, mat, "pile", x - 31, y - 43.5, 62.0, 87.0, CARD, (spot,), faces, "stack")


def seat_places(seat: int, wonder: str, facts: Facts = FACTS) -> tuple[Place, ...]:
    """The places on one seat's mat; the holder of its own deck is there too."""
    mat = seat + 1
    tokens = tuple(f"{PROGRESS}{token}" for token in facts.progress_tokens)
    stages = tuple(face for stage in range(1, 6) for face in _sides(wonder, stage))
    return (
        Place(f"seat/{seat}/city", mat, "spread", 184, 1, 235, 295, CARD, (), FACTS.card_face_ids, "laid", seat),
        Place(
            f"seat/{seat}/wonder",
            mat,
            "spots",
            _WONDER_LEFT,
            _WONDER_TOP,
            _WONDER_WIDTH,
            _WONDER_HEIGHT,
            CARD,
            stage_spots(wonder, facts),
            stages,
            "printed",
            seat,
        ),
        _pile(f"holder/{seat}", mat, 67.5, 252.0, FACTS.card_face_ids),
        Place(
            f"seat/{seat}/progress",
            mat,
            "spots",
            38,
            4,
            147,
            240,
            PROGRESS_TOKEN,
            _PROGRESS_SPOTS,
            tokens,
            "printed",
            seat,
        ),
        Place(f"seat/{seat}/cat", mat, "spots", 98, 246, 28, 47, CAT_PAWN, (CAT_SPOT,), (CAT,), "follows", seat),
    )


def central_places(conflict_tokens: int, facts: Facts = FACTS) -> tuple[Place, ...]:
    """The places on the central mat, for this many conflict tokens in play."""
    tokens = tuple(f"{PROGRESS}{token}" for token in facts.progress_tokens)
    return (
        _pile("central/deck", 0, 90.0, 150.0, ("architects/back/central",)),
        _pile("central/discard", 0, 160.0, 150.0, FACTS.card_face_ids),
        Place("central/progress", 0, "spots", 234, 94, 92, 32, PROGRESS_TOKEN, FACE_UP_SPOTS, tokens, "printed"),
        Place(
            "central/conflict",
            0,
            "spots",
            195,
            173,
            34.0 * 6,
            34,
            CONFLICT_TOKEN,
            CONFLICT_SPOTS[:conflict_tokens],
            (PEACE, BATTLE),
            "follows",
        ),
        Place("central/cat", 0, "spots", 348, 87, 28, 46, CAT_PAWN, (CENTRAL_CAT_SPOT,), (CAT,), "follows"),
    )


def medal_places(gaps: int, centre: int) -> tuple[Place, ...]:
    """Where medals lie: the one to the left of each seat that has one, and so many in the centre.

    They lie between players, so they are on nobody's side.
    """
    faces = tuple(MEDAL_FACES.values())
    between = (around(f"seat/{seat}/medal", seat + 1, (MEDAL_SPOT,), faces, "printed") for seat in range(gaps))
    middle = (around("central/medals", 0, CENTRE_MEDAL_SPOTS, faces, "printed"),) if centre else ()
    return (*between, *middle)
