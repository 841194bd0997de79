"""Whatever a tableau wants, hands make it so from whatever lies there, with a game that has no hands of its own."""

from random import Random

import pytest

from companion.games.dealing import Lot, Midway
from companion.games.mats import Place
from companion.games.vocabulary import Tableau
from companion.twin.arrangement import arrange
from companion.twin.difference import difference
from companion.twin.hands import Hands
from companion.twin.laying import Layer, set_out
from companion.twin.world import World
from vision.sighting import Spot

CARD, TOKEN = (44.0, 68.0), (24.0, 24.0)
FACES = ("grain", "clay", "salt")
COPIES, TOKENS, COINS = 6, 4, 5
BACK, PEACE, BATTLE, COIN = "back", "peace", "battle", "coin"


def _spots(count: int) -> tuple[Spot, ...]:
    return tuple(Spot(60.0 + 30 * k, 60.0, *TOKEN) for k in range(count))


PLACES = (
    Place("deck", 0, "pile", 200, 100, 44, 68, CARD, (Spot(222, 134, *CARD),), (BACK,)),
    Place("discard", 0, "pile", 260, 100, 44, 68, CARD, (Spot(282, 134, *CARD),), FACES),
    Place("conflict", 0, "spots", 40, 40, 200, 40, TOKEN, _spots(TOKENS), (PEACE, BATTLE)),
    Place("stock", 0, "heap", 40, 200, 120, 60, TOKEN, (), (COIN,)),
    *(Place(f"seat/{seat}/city", seat + 1, "spread", 100, 10, 230, 240, CARD, (), FACES) for seat in (0, 1)),
    *(Place(f"seat/{seat}/coins", seat + 1, "heap", 40, 150, 50, 100, TOKEN, (), (COIN,)) for seat in (0, 1)),
)
LOTS = (
    Lot("deck", tuple((face, BACK) for face in FACES for _ in range(COPIES)), up=False),
    Lot("conflict", ((PEACE, BATTLE),) * TOKENS),
    Lot("stock", ((COIN, COIN),) * COINS),
)


def _hands(seed: int = 1) -> Hands:
    layer = Layer(PLACES, None, Random(f"layer {seed}"))
    return Hands(set_out(LOTS, arrange(2, Random(seed)), layer), layer)


def _wanted(deck: int, cities: tuple[tuple[str, ...], ...], battle: int, coins: tuple[int, int]) -> Tableau:
    laid = sum(len(city) for city in cities)
    spread: dict[str, tuple[str, ...]] = {f"seat/{seat}/city": tuple(sorted(city)) for seat, city in enumerate(cities)}
    spread["conflict"] = (BATTLE,) * battle + (PEACE,) * (TOKENS - battle)
    spread |= {f"seat/{seat}/coins": (COIN,) * count for seat, count in enumerate(coins)}
    spread["stock"] = (COIN,) * (COINS - sum(coins))
    return Tableau(spread, {}, {"deck": deck, "discard": len(FACES) * COPIES - deck - laid})


def _lies(world: World, wanted: Tableau) -> bool:
    spread = all(world.faces(name) == tuple(sorted(faces)) for name, faces in wanted.spread.items())
    return spread and all(len(world.at(name)) == count for name, count in wanted.piles.items())


def _random_wanted(rng: Random, world: World) -> Tableau:
    """Cards come from the deck and go from a city to the discard pile, as in a game."""
    cities = [[piece.front for piece in world.at(f"seat/{seat}/city")] for seat in (0, 1)]
    deck = [piece.front for piece in world.at("deck")]
    for city in cities:
        if city and rng.random() < 0.4:
            city.remove(rng.choice(city))
        if deck and rng.random() < 0.7:
            city.append(deck.pop())
    return _wanted(len(deck), tuple(tuple(city) for city in cities), rng.randint(0, TOKENS), (rng.randint(0, 2), 1))


@pytest.mark.parametrize("seed", range(5))
def test_the_table_lies_as_wanted_and_no_piece_is_lost(seed: int) -> None:
    rng, hands = Random(seed), _hands(seed)
    pieces = {(piece.id, piece.front, piece.back) for piece in hands.world.pieces.values()}
    for _ in range(25):
        wanted = _random_wanted(rng, hands.world)
        hands.reach(Midway(wanted, 0))
        assert _lies(hands.world, wanted)
        assert {(piece.id, piece.front, piece.back) for piece in hands.world.pieces.values()} == pieces
        actions = hands.hand_over()
        assert not actions or actions[-1].world is hands.world


def test_a_table_that_lies_right_is_left_alone() -> None:
    hands = _hands()
    change = difference(hands.world, _wanted(18, ((), ()), 0, (0, 0)), {place.name: place for place in PLACES})
    assert (change.turned, change.moved) == ((), ())


def test_a_token_is_turned_where_it_lies_and_a_card_comes_from_the_top() -> None:
    hands = _hands()
    top = hands.world.at("deck")[-1]
    hands.reach(Midway(_wanted(17, ((), (top.front,)), 1, (0, 0)), 0))
    assert hands.world.pieces[top.id].place == "seat/1/city"
    assert hands.world.pieces[top.id].up
    assert [piece.face for piece in sorted(hands.world.at("conflict"), key=lambda p: p.slot)] == [BATTLE, *[PEACE] * 3]
    assert [action.seat for action in hands.hand_over()] == [0, 1]


def test_a_forgetful_hand_turns_nothing_in_the_middle_until_it_remembers() -> None:
    hands = _hands()
    hands.forgetful = True
    wanted = Midway(_wanted(18, ((), ()), 2, (0, 0)), 0)
    hands.reach(wanted)
    assert hands.hand_over() == ()
    hands.forgetful = False
    hands.reach(wanted)
    assert len(hands.hand_over()) == 1
    assert _lies(hands.world, wanted.tableau)


def test_cards_that_nobody_sorts_show_a_strip_each_and_stay_in_their_place() -> None:
    hands = _hands()
    for count in range(1, 13):
        cards = tuple(piece.front for piece in hands.world.at("deck")[-1:])
        city = (*(piece.front for piece in hands.world.at("seat/0/city")), *cards)
        hands.reach(Midway(_wanted(18 - count, (city, ()), 0, (0, 0)), 0))
    place = PLACES[4]
    cards_laid = hands.world.at("seat/0/city")
    for card in cards_laid:
        assert place.x + CARD[0] / 2 - 5 <= card.x <= place.x + place.width - CARD[0] / 2 + 5
        assert place.y + CARD[1] / 2 - 5 <= card.y <= place.y + place.height - CARD[1] / 2 + 5
    for one in cards_laid:
        for other in cards_laid:
            if one.id < other.id and abs(one.x - other.x) < CARD[0] / 2:
                assert abs(one.y - other.y) > 10


def test_tokens_of_a_heap_lie_side_by_side() -> None:
    hands = _hands()
    coins = hands.world.at("stock")
    assert len({piece.slot for piece in coins}) == len(coins) == COINS


def test_a_wanted_piece_that_lies_nowhere_is_an_error() -> None:
    with pytest.raises(ValueError, match="lies nowhere"):
        _hands().reach(Midway(_wanted(17, (("gold",), ()), 0, (0, 0)), 0))
