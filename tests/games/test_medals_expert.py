"""The expert variant: two more medals in the centre, open to everybody."""

from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import State
from tests.games.medal_tables import begin_medals, claim, claims, medals_of
from tests.games.tables import codes, lay, play, take

BLUE, BATTLE = "medal_3_blue", "medal_2_military_one_battle"


def expert(*centre: str, players: int = 3) -> State:
    wonders = ("giza", "rhodes", "olympia", "babylon")[:players]
    return begin_medals(*wonders, expert=True, centre=centre)


def battle_of_two() -> State:
    """Four players; seats 1 and 3 both beat both neighbours in the battle that seat 0's card starts."""
    table = expert(BATTLE, BLUE, players=4)
    table = lay(lay(table, 1, *["shield_h0"] * 2), 3, *["shield_h0"] * 2)
    return play(replace(table, battle=3), take(0, "shield_h1"))


def test_two_medals_lie_in_the_centre_and_the_rest_in_the_box() -> None:
    table = expert(BLUE, BATTLE)
    assert table.medals is not None
    assert (table.medals.lying[table.medals.gaps :], table.medals.spare) == ((BLUE, BATTLE), 7)


def test_a_medal_in_the_centre_is_open_to_every_player() -> None:
    for seat in range(3):
        table = replace(lay(expert(BLUE, BATTLE), seat, "vp3", "vp3"), to_move=seat)
        table = play(table, take(seat, "vp3"))
        assert claims(table) == {claim(seat, BLUE, "centre")}
        assert medals_of(play(table, claim(seat, BLUE, "centre")), seat) == (BLUE,)


def test_several_winners_of_the_battle_all_get_a_medal() -> None:
    table = battle_of_two()
    assert claims(table) == {claim(1, BATTLE, "centre"), claim(3, BATTLE, "centre")}
    first = play(table, claim(3, BATTLE, "centre"))
    assert (first.to_move, claims(first)) == (0, {claim(1, BATTLE, "centre")})
    after = play(first, claim(1, BATTLE, "centre"))
    assert (medals_of(after, 1), medals_of(after, 3), after.to_move) == ((BATTLE,), (BATTLE,), 1)
    assert after.medals is not None
    assert (after.medals.spare, after.medals.lying[4]) == (5, None), "the second one came out of the box"


def test_nobody_gets_the_battles_medal_twice_for_one_battle() -> None:
    table = play(battle_of_two(), claim(3, BATTLE, "centre"))
    assert claim(3, BATTLE, "centre") not in rules.legal(table)
    assert codes(rules.judge(table, claim(3, BATTLE, "centre"))) == {"medal_not_met"}


def test_a_winner_who_forgot_the_shared_medal_may_take_it_late() -> None:
    table = rules.apply(play(battle_of_two(), claim(3, BATTLE, "centre")), take(1, "wood"), strict=False)
    assert codes(rules.status(table)) == {"medal_forgotten"}
    after = rules.apply(table, claim(1, BATTLE, "centre"), strict=False)
    assert (medals_of(after, 1), rules.status(after)) == ((BATTLE,), frozenset())


def test_a_shared_medal_is_gone_with_the_next_battle() -> None:
    table = play(battle_of_two(), claim(3, BATTLE, "centre"), claim(1, BATTLE, "centre"))
    table = replace(lay(table, 1, "shield_h0"), battle=3)
    after = play(table, take(1, "shield_h1"))
    assert (after.cities[1].military, claims(after), after.to_move) == (4, set(), 2)


def test_a_player_has_four_medals_at_the_most() -> None:
    table = expert(BLUE, "medal_4_colors")
    table = begin_medals(medals=("medal_3_green", "?", "medal_3_red"), expert=True, centre=(BLUE, "medal_4_colors"))
    table = lay(table, 0, "gear", "gear", "vp3", "vp3", "shield_h0", "shield_h0", "coin", "gear", "shield_h0")
    table = play(table, take(0, "vp3"))
    wanted = {
        claim(0, "medal_3_green"),
        claim(0, "medal_3_red", "right"),
        claim(0, BLUE, "centre"),
        claim(0, "medal_4_colors", "centre"),
    }
    assert wanted <= claims(table)
    after = play(table, *sorted(wanted, key=str))
    assert len(medals_of(after, 0)) == 4
    assert rules.scores(after).categories[0]["medals"] == 16
