"""What vision says and what it is told: the words on the wire between vision and the referee.

Lengths are millimetres on the mat that a zone belongs to: x to the right, y down, from the
mat's own top left corner as the person sitting at it sees it. Times are seconds on the
monotonic clock of the frame's source. Probabilities lie in 0..1 and need not sum to 1: what is
missing is the probability that the piece is none of the enrolled faces.
"""

from typing import Literal

import msgspec

Point = tuple[float, float]
Quad = tuple[Point, Point, Point, Point]
"""Corners clockwise from the piece's own top left."""

ZoneKind = Literal["spread", "spots", "pile", "heap", "track", "slot"]
"""How pieces lie in a zone.

``spread``: any number of pieces anywhere, also overlapping (a city).
``spots``: each piece on one of the printed spots, at most one a spot (stages, tokens).
``pile``: one stack, only its top is seen (a holder, the discard pile).
``heap``: round tokens anywhere, also touching or partly on one another (coins).
``track``: one pawn on one of the spots, which lie in a straight line at equal distances.
``slot``: one piece on one spot, partly covered by those of later zones of this kind (a structure of cards).
"""


class Marker(msgspec.Struct, frozen=True):
    """A printed ArUco marker (4x4, dictionary of 250): its id, its top left corner and the length of its side in mm.

    ``corners``: where its corners lie (mm, clockwise from its own top left), for one that lies anyhow on the table.
    """

    id: int
    x: float
    y: float
    side: float
    corners: Quad | None = None


class Bend(msgspec.Struct, frozen=True):
    """How a lens bends: the relative radial distortion at the corner of its picture, of this size in pixels."""

    bend: float
    width: int
    height: int


class Mat(msgspec.Struct, frozen=True):
    """A sheet on the table: its number, its size in mm, the markers that say where it lies.

    It is printed, with markers of its own; or only thought of (a player's part of an open table), and says where it is
    by tags that lie elsewhere on the table and that it shares with others; then ``lens`` says how the picture between
    them is bent.
    """

    number: int
    width: float
    height: float
    markers: tuple[Marker, ...]
    lens: Bend | None = None

    @property
    def thought_of(self) -> bool:
        """Whether it is no printed sheet."""
        return all(marker.corners is not None for marker in self.markers)


class Spot(msgspec.Struct, frozen=True):
    """A printed place for one piece: centre and size in mm, not turned.

    ``faces``: the only faces that may lie on it, where those are fewer than its zone's (empty: any of the zone's).
    """

    x: float
    y: float
    width: float
    height: float
    faces: tuple[str, ...] = ()


class Stray(msgspec.Struct, frozen=True):
    """A piece that may come to lie in a zone without belonging there: its face, its size in mm."""

    face: str
    width: float
    height: float


class Coin(msgspec.Struct, frozen=True):
    """A coin that is told without a picture of it: its face, its diameter in mm, whether it is golden or silver."""

    face: str
    diameter: float
    golden: bool


class Region(msgspec.Struct, frozen=True):
    """A named part of a mat.

    ``faces`` lists the only faces that may lie there (empty: any of the library's).
    ``piece`` is the usual size (width, height) in mm of a piece there. A ``pile`` has exactly one spot; a ``track``
    has one for each of its places, in their order.
    """

    name: str
    mat: int
    kind: ZoneKind
    x: float
    y: float
    width: float
    height: float
    piece: tuple[float, float]
    spots: tuple[Spot, ...] = ()
    faces: tuple[str, ...] = ()

    @property
    def corners(self) -> Quad:
        """Its corners on the mat (mm), clockwise from the top left."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


class Zone(Region, frozen=True, kw_only=True):
    """A region that vision watches.

    ``strays``: of a ``spread``, what is recognised there and not told. ``coins``: of a ``heap``, those of its faces
    that need not be enrolled.
    """

    strays: tuple[Stray, ...] = ()
    coins: tuple[Coin, ...] = ()


class FaceProbability(msgspec.Struct, frozen=True):
    """One candidate for what a piece shows."""

    face: str
    probability: float


class SeenPiece(msgspec.Struct, frozen=True, omit_defaults=True):
    """One visible piece.

    ``track`` names this piece for as long as vision believes that it is the same one lying
    unmoved; when the top of a pile changes, the track changes, even if the new top shows the
    same face. ``faces`` is ranked, best first; empty: none of the enrolled faces, or more likely so than not:
    then ``faint`` says what it may be all the same.
    """

    track: int
    quad: Quad
    faces: tuple[FaceProbability, ...]
    spot: int | None = None
    faint: tuple[FaceProbability, ...] = ()

    @property
    def looks(self) -> tuple[FaceProbability, ...]:
        """What it looks like: its names, or what it may be faintly where it has none."""
        return self.faces or self.faint


class Sighting(msgspec.Struct, frozen=True, omit_defaults=True):
    """The claim that exactly these pieces are visible in this zone as of this frame.

    ``unenrolled``: faces that may lie here but are not in the library: a piece that shows one of them is
    seen without a name, and that says nothing against it. ``unreadable``: something lies on a printed spot here, and
    what it shows cannot be told although every face that may lie there is known, or a reflection hides it: it is
    covered, or strange; or reading the zone ended in an error. What is said of the pieces is then no more than a trace.
    ``picture``: the SHA-256 of how the zone looked (JPEG), where vision keeps pictures (``vision.live.pictures``).
    """

    zone: str
    frame: int
    exposed: float
    pieces: tuple[SeenPiece, ...]
    unenrolled: tuple[str, ...] = ()
    unreadable: bool = False
    picture: str = ""


class Watch(msgspec.Struct, frozen=True, tag="watch"):
    """To vision: watch these zones on these mats.

    ``mats``: those on which the zones lie; where there are no zones yet, all that might be found on the table.
    ``preview``: somebody wants to see what the camera sees; ``near``: this mat alone. ``rest``: somebody else needs the
    camera; give it back until this is taken back. ``survey``: a number other than the last one: read the whole table
    once and send a ``Survey`` with it; ``tags``: the corner tags that may lie there, ``tag_side`` their side in mm;
    ``coins``: what is to be found by its metal, where it is not enrolled; ``rounds``: diameters (mm) of what is to be
    found by its rim alone, where no token so large is enrolled; ``sizes``: width and height in mm of rectangles that
    are to be found by their sides, whether they are enrolled or not.
    ``badges``: somebody may show a player's badge to the camera.

    Which of the faces that may lie there are likely now is not said: a sighting is evidence only, and the referee
    weighs it with what is legal. Were both to do so, the rules would count twice.
    """

    zones: tuple[Zone, ...]
    preview: bool = False
    near: int | None = None
    rest: bool = False
    mats: tuple[Mat, ...] = ()
    survey: int = 0
    tags: tuple[int, ...] = ()
    tag_side: float = 40.0
    coins: tuple[Coin, ...] = ()
    rounds: tuple[float, ...] = ()
    sizes: tuple[tuple[float, float], ...] = ()
    badges: bool = False


class Badge(msgspec.Struct, frozen=True, tag="badge"):
    """From vision: a player's badge was shown to the camera; the secret on it (``vision.codes.payloads``)."""

    secret: str


class Surveyed(msgspec.Struct, frozen=True):
    """A piece found on the table: its corners in mm on the table (clockwise from its own top left), what it shows.

    ``faces`` is ranked, best first; empty: none of the enrolled faces, not to be told, or several things that touch,
    with the smallest rectangle around them.
    """

    quad: Quad
    faces: tuple[FaceProbability, ...]


class Survey(msgspec.Struct, frozen=True, tag="survey"):
    """From vision: the whole table as it lies now, read once, without knowing where anything should be.

    Millimetres on the table: x right, y down about as the camera sees it. ``width``, ``height``: what is seen of it
    (mm). ``tags``: corners of the corner tags found, by id. ``picture``: the table from straight above
    (JPEG, all of it). ``why``: empty, or why nothing could be read: ``no_tags`` (fewer than two are seen).
    ``rounds``: middles of round things where no piece was found: tokens that are not enrolled, maybe. ``enrolled``: the
    faces that the box knows; empty: nothing is said of it.
    """

    number: int
    frame: int
    width: float
    height: float
    tags: dict[int, Quad]
    lens: Bend
    pieces: tuple[Surveyed, ...]
    picture: bytes = b""
    why: Literal["", "no_tags"] = ""
    rounds: tuple[Point, ...] = ()
    enrolled: tuple[str, ...] = ()


class Scene(msgspec.Struct, frozen=True, tag="scene"):
    """From vision: the table lies still and these zones differ from what was last said.

    The first scene after a connection holds every zone.
    """

    frame: int
    exposed: float
    zones: tuple[Sighting, ...]


class Pulse(msgspec.Struct, frozen=True, tag="pulse"):
    """From vision, about once a second: what the camera sees of itself.

    ``moving``: a hand or something else moves now. ``mats``: mats whose markers are found.
    ``trouble``: one line for a person, empty when all is well; ``code``: the same for screens that translate it
    (``vision.troubles.Code``).
    """

    frame: int
    exposed: float
    moving: bool
    mats: tuple[int, ...]
    trouble: str = ""
    code: str = ""


class Outline(msgspec.Struct, frozen=True):
    """A piece in a ``Preview``: its corners in the picture's pixels, its face (empty: not told) and how sure."""

    quad: Quad
    face: str
    probability: float


class Preview(msgspec.Struct, frozen=True, tag="preview"):
    """From vision, while somebody looks: a picture (JPEG), its size in pixels, and the pieces found in it.

    Outlines are in the picture's pixels. ``mats``: by number, those that have been found; ``zones``: the regions
    looked at, by name; ``lacking``: zones that are not to be seen now, and ``missing`` the mats that they are on.
    ``troubles``: what is wrong with light and sharpness at this moment (``vision.troubles.Code``).
    ``near``: the one mat that is shown, upright, with what lies on it; None: the whole picture.
    """

    jpeg: bytes
    width: int
    height: int
    pieces: tuple[Outline, ...]
    zones: dict[str, tuple[Point, ...]]
    lacking: tuple[str, ...]
    mats: dict[int, tuple[Point, ...]] = {}
    missing: tuple[int, ...] = ()
    troubles: tuple[str, ...] = ()
    near: int | None = None


VisionMessage = Scene | Pulse | Preview | Survey | Badge
"""Everything that vision sends."""
