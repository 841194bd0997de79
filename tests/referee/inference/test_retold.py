"""What vision saw, in the words of tableaux: places that are told together, pawns, cards that lie face down."""

from companion.games.mats import Place
from companion.games.vocabulary import COVERS
from companion.referee.inference.baseline import TOLD, reading
from companion.referee.inference.retold import Retold
from vision.sighting import FaceProbability, Quad, Scene, SeenPiece, Sighting, Spot

HERE: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
SPOTS = (Spot(10, 10, 5, 5), Spot(20, 10, 5, 5))
WONDERS = Place("wonders", 0, "spots", 0, 0, 50, 50, (5, 5), SPOTS)
TUCKED = Place("tucked", 0, "spots", 0, 0, 50, 50, (5, 5), SPOTS, under="wonders")
TRACK = Place("track", 0, "track", 0, 0, 50, 50, (5, 5), SPOTS, ("pawn",), "track")
STAGES = Place("stages", 0, "spots", 0, 0, 50, 50, (5, 5), SPOTS, under="board", tally="stage")
COINS = Place("coins", 0, "heap", 0, 0, 50, 50, (5, 5), (), ("coin/1", "coin/3"), "heap", tally="coin")
PILE = Place("pile", 0, "pile", 0, 0, 50, 50, (5, 5), SPOTS[:1])


def piece(track: int, face: str, spot: int | None = None) -> SeenPiece:
    return SeenPiece(track, HERE, (FaceProbability(face, 0.9),) if face else (), spot)


def told(retold: Retold, zone: str, *pieces: SeenPiece) -> dict[str, list[str]]:
    """Each place that is spoken of then, and the likeliest face of each piece there."""
    scene = retold.scene(
        Scene(1, 0.1, (Sighting(zone, 1, 0.1, pieces),)), (WONDERS, TUCKED, TRACK, STAGES, COINS, PILE)
    )
    return {one.zone: [piece.faces[0].face if piece.faces else "" for piece in one.pieces] for one in scene.zones}


def retold() -> Retold:
    return Retold(lambda face: face.startswith("back"))


def test_a_card_under_a_piece_is_told_as_that_pieces_face_whoever_is_seen_first() -> None:
    table = retold()
    assert told(table, "wonders", piece(1, "giza", 0), piece(2, "rhodes", 1)) == {"wonders": ["giza", "rhodes"]}
    assert told(table, "tucked", piece(3, "", 1)) == {"wonders": ["giza", "rhodes+"]}
    assert told(table, "wonders", piece(2, "rhodes", 1)) == {"wonders": ["rhodes+"]}
    assert told(table, "tucked") == {"wonders": ["rhodes"]}
    assert told(retold(), "tucked", piece(3, "", 1)) == {}, "of what it lies under nothing is known yet"


def test_a_card_under_a_piece_without_a_name_is_told_with_whatever_that_may_be() -> None:
    table, lacking = retold(), ("giza", "rhodes")
    nameless = Sighting("wonders", 1, 0.1, (piece(1, "", 0), piece(2, "", 1)), unenrolled=lacking)
    table.scene(Scene(1, 0.1, (nameless,)), (WONDERS, TUCKED))
    (seen,) = table.scene(Scene(2, 0.2, (Sighting("tucked", 2, 0.2, (piece(3, "", 1),)),)), (WONDERS, TUCKED)).zones
    bare, covering = seen.pieces
    for face in lacking:
        assert reading(covering, face + COVERS, seen.unenrolled) > TOLD > reading(covering, face, seen.unenrolled)
        assert reading(bare, face, seen.unenrolled) > TOLD > reading(bare, face + COVERS, seen.unenrolled)


def test_a_pawn_is_told_with_its_spot_also_where_vision_has_no_picture_of_it() -> None:
    assert told(retold(), "track", piece(1, "pawn", 1)) == {"track": ["pawn@1"]}
    assert told(retold(), "track", piece(1, "", 0)) == {"track": ["pawn@0"]}


def test_a_back_says_that_a_card_lies_face_down_but_on_a_pile_it_is_the_top() -> None:
    assert told(retold(), "wonders", piece(1, "back/age", 0)) == {"wonders": ["?"]}
    assert told(retold(), "pile", piece(1, "back/age", 0)) == {"pile": ["back/age"]}


def test_pieces_that_are_counted_are_told_as_one_whatever_they_show() -> None:
    assert told(retold(), "stages", piece(1, "", 0), piece(2, "back/age", 1)) == {"stages": ["stage@2"]}
    assert told(retold(), "stages") == {"stages": []}


def test_counted_pieces_cannot_be_told_where_none_is_seen_of_a_place_that_cannot_be_read_and_can_where_some_are() -> (
    None
):
    def blind(*pieces: SeenPiece) -> bool:
        scene = Scene(1, 0.1, (Sighting("stages", 1, 0.1, pieces, unreadable=True),))
        return retold().scene(scene, (STAGES,)).zones[0].unreadable

    assert (blind(), blind(piece(1, "", 0))) == (True, False)


def test_a_heap_of_coins_is_told_by_its_worth_or_not_at_all() -> None:
    assert told(retold(), "coins", piece(1, "coin/3"), piece(2, "coin/1"), piece(3, "coin/3")) == {"coins": ["coin@7"]}
    assert told(retold(), "coins", piece(1, "coin/3"), piece(2, "")) == {"coins": [""]}


def test_of_coins_that_no_library_knows_nothing_is_said() -> None:
    heap = Sighting("coins", 1, 0.1, (), unenrolled=("coin/3",))
    assert retold().scene(Scene(1, 0.1, (heap,)), (COINS,)).zones == ()


def test_a_card_that_people_say_lies_under_a_board_counts_until_it_is_seen_and_once_then() -> None:
    table = retold()
    table.said["stages"] = 1
    assert told(table, "stages") == {"stages": ["stage@1"]}
    assert told(table, "stages", piece(1, "", 1)) == {"stages": ["stage@2"]}
    assert told(table, "stages", piece(1, "", 0)) == {"stages": ["stage@1"]}
    assert told(table, "stages", piece(1, "", 0), piece(2, "", 1)) == {"stages": ["stage@2"]}
