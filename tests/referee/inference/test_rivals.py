"""What a search may have dropped is thought of once more, where it leaves the table as the likeliest story does."""

from companion.games.architects.rules import BuildStage, TakeCard
from companion.referee.inference.belief import in_their_orders
from companion.referee.inference.rivals import rivals

WOOD, CLAY = TakeCard(0, "central", "wood"), TakeCard(0, "central", "clay")
OTHER, STONE = TakeCard(1, "central", "coin"), TakeCard(0, "central", "stone")
STAGE = BuildStage(1, "giza_1", ("clay", "papyrus"))


def _kind(move: object) -> tuple[object, ...]:
    return type(move), getattr(move, "seat", None), getattr(move, "source", None)


def test_of_two_things_that_one_player_did_either_may_have_been_first() -> None:
    assert rivals([(WOOD, OTHER, CLAY)], {}, _kind) == ((CLAY, OTHER, WOOD),)
    assert not rivals([(WOOD, OTHER, CLAY)], {(CLAY, OTHER, WOOD): -9.0}, _kind), "it was weighed"
    assert not rivals([(WOOD, CLAY, OTHER)], {}, _kind), "what somebody does in one go has no order"


def test_another_piece_may_have_been_taken_where_the_story_goes_on_as_it_does() -> None:
    assert (STONE, OTHER) in rivals([(WOOD, OTHER)], {(WOOD,): -4.0, (STONE,): -4.0, (STAGE,): -4.0}, _kind)
    assert not rivals([(WOOD, OTHER)], {(WOOD,): -4.0, (STAGE,): -4.0, (OTHER, STONE): -8.0}, _kind)
    assert not rivals([(WOOD, OTHER)], {(WOOD,): -4.0, (STONE,): -12.0}, _kind), "it explains much less"


def test_of_the_same_moves_those_are_one_story_in_which_each_seat_did_as_much_in_one_go() -> None:
    assert (
        in_their_orders((WOOD, CLAY, OTHER))
        == in_their_orders((CLAY, WOOD, OTHER))
        == in_their_orders((OTHER, CLAY, WOOD))
    )
    assert in_their_orders((WOOD, OTHER, CLAY)) != in_their_orders((CLAY, OTHER, WOOD))


def test_a_single_move_has_no_rivals_that_were_not_weighed() -> None:
    assert not rivals([(WOOD,)], {(CLAY,): -4.0, (STONE,): -4.0}, _kind)
