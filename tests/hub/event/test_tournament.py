"""An event as a fold of acts: rounds, results in any order, signatures, rulings, late arrivals, drop-outs, cuts."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import Unusable
from companion.hub.event import roster, setting
from companion.hub.event.acts import (
    Act,
    Appealed,
    CheckedIn,
    Deed,
    DroppedOut,
    Moved,
    Penalised,
    Registered,
    ResultIn,
    Role,
    RoundMade,
    RoundUndone,
    Ruled,
    Signed,
)
from companion.hub.event.doubts import doubts
from companion.hub.event.draw import draw
from companion.hub.event.ratings import rated
from companion.hub.event.setting import Stage
from companion.hub.event.standings import places, rows, standings
from companion.hub.event.tournament import Place, fold
from tests.hub.event.playing import Played, event, people, result

PODS = Stage("pods", 3, smallest=3, largest=4)


def begun(stage: Stage = PODS, count: int = 8, seed: int = 1) -> tuple[Played, RoundMade]:
    played = Played(event(stage, seed=seed))
    played.enter("main", people(count))
    return played, played.draw("main")


@given(st.integers(0, 999), st.integers(6, 16))
@settings(max_examples=15, deadline=None)
def test_standings_and_ratings_are_a_function_of_the_results_in_any_order(seed: int, count: int) -> None:
    lots = random.Random(seed)
    played, made = begun(count=count)
    results = played.finish(made, lots)
    table, strong = standings(played.now, "main"), rated(rows(played.now, "main"))
    head = [act for act in played.acts if not isinstance(act.deed, ResultIn)]
    lots.shuffle(results)
    other = [*head, *(Act(len(head) + k, 9.0, "a", "arbiter", one) for k, one in enumerate(results, 1))]
    assert standings(fold(other), "main") == table
    assert rated(rows(fold(other), "main")) == strong
    assert sorted(line.player for line in table) == sorted(played.now.players)
    assert [line.place for line in table] == sorted(line.place for line in table)


@given(st.lists(st.integers(0, 5), min_size=2, max_size=7))
def test_place_points_of_a_table_are_the_same_however_places_are_shared(scores: list[int]) -> None:
    plan = event(PODS)
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    found = places(scores, winners)
    earned = [plan.shared(len(scores), place, found.count(place)) for place in found]
    assert sum(earned) == sum(plan.earned(len(scores), place) for place in range(1, len(scores) + 1))


def test_who_the_rules_say_won_is_first_whatever_the_points() -> None:
    assert places((31, 55), (0,)) == (1, 2)
    assert places((31, 31, 8), (0, 1)) == (1, 1, 3)


def test_a_result_is_final_when_every_seat_has_signed_what_it_saw() -> None:
    played, made = begun()
    seating = made.tables[0]
    played.do(result(made, seating, random.Random(1)), role="table", by="1")
    place = Place("main", 1, seating.table)
    number = played.now.results[place].act
    for seat in range(len(seating.seats) - 1):
        played.do(Signed("main", 1, seating.table, seat, number), role="table", by="1")
    assert not played.now.results[place].final
    last = Signed("main", 1, seating.table, len(seating.seats) - 1, number)
    corrected = [*played.acts, Act(98, 9.0, "1", "table", result(made, seating, random.Random(2)))]
    assert doubts(fold(corrected), "1", "table", last) == "result_changed"
    assert not fold([*corrected, Act(99, 9.0, "1", "table", last)]).results[place].signed
    played.do(last, role="table", by="1")
    assert played.now.results[place].final


def test_a_ruling_closes_the_appeal_and_stands_against_what_the_table_sends_later() -> None:
    played, made = begun()
    seating = made.tables[0]
    place = Place("main", 1, seating.table)
    played.do(result(made, seating, random.Random(1)), role="table", by="1")
    played.do(Appealed("main", 1, seating.table, seating.seats[0], "miscounted"), role="player", by=seating.seats[0])
    assert [waiting.kind for waiting in played.now.open] == ["appeal"]
    count = len(seating.seats)
    ruled = tuple(range(1, count + 1))
    played.do(Ruled("main", 1, seating.table, "counted again", (9,) * count, ruled), role="arbiter", by="Eva")
    assert played.now.open == ()
    assert played.now.results[place].final
    late = result(made, seating, random.Random(5))
    assert doubts(played.now, "1", "table", late) == "decided"
    played.do(late, role="table", by="1")
    assert played.now.results[place].places == ruled


def test_late_arrivals_play_from_the_next_round_and_drop_outs_no_more() -> None:
    played, made = begun(count=9)
    played.do(Registered("late", "Late", "main"), CheckedIn("late"), DroppedOut("p00"))
    assert draw(played.now, "main") == "round_open"
    played.finish(made, random.Random(1))
    second = played.draw("main")
    seated = {player for seating in second.tables for player in seating.seats}
    assert "late" in seated
    assert "p00" not in seated
    assert next(line for line in standings(played.now, "main") if line.player == "p00").gone


def test_a_round_can_be_drawn_anew_until_something_of_it_was_played() -> None:
    played, made = begun()
    undo = RoundUndone("main", 1)
    assert doubts(played.now, "chief", "organiser", undo) == ""
    played.do(result(made, made.tables[0], random.Random(1)), role="table", by="1")
    assert doubts(played.now, "chief", "organiser", undo) == "round_played"


def test_a_table_is_moved_only_where_nobody_plays() -> None:
    played, made = begun()
    one, other = made.tables[0].table, made.tables[1].table
    assert doubts(played.now, "a", "arbiter", Moved("main", 1, one, other)) == "table_taken"
    assert doubts(played.now, "a", "arbiter", Moved("main", 1, one, 40)) == ""


def test_penalties_cost_place_points_and_are_shown() -> None:
    played, made = begun()
    played.finish(made, random.Random(1))
    leader = standings(played.now, "main")[0]
    played.do(Penalised(leader.player, 0.5, "late"), role="arbiter", by="Eva")
    after = next(line for line in standings(played.now, "main") if line.player == leader.player)
    assert (after.points, after.penalty) == (leader.points - Fraction(1, 2), Fraction(1, 2))


@pytest.mark.parametrize(
    ("role", "by", "deed", "code"),
    [
        ("spectator", "x", DroppedOut("p00"), "not_yours"),
        ("player", "p01", DroppedOut("p00"), "not_yours"),
        ("player", "p00", DroppedOut("p00"), ""),
        ("player", "nobody", Appealed("main", 1, 1, "nobody", "why"), "no_such_player"),
        ("arbiter", "Eva", Ruled("main", 1, 1, " "), "no_reason"),
        ("arbiter", "Eva", Ruled("main", 1, 9, "so"), "no_such_table"),
        ("arbiter", "Eva", ResultIn("main", 1, 1, (1, 2), (1, 2), "hand"), "not_all_seats"),
        ("table", "1", ResultIn("main", 1, 1, (5, 5, 4, 3), (1, 1, 2, 4), "hand"), "places_wrong"),
        ("table", "1", Penalised("p00", 1, "so"), "not_yours"),
        ("organiser", "o", Registered("x", "X", "nowhere"), "no_such_section"),
        ("organiser", "o", RoundMade("main", 2, ()), "round_open"),
        ("organiser", "o", RoundMade("main", 3, ()), "no_such_round"),
    ],
)
def test_what_may_not_be_done_is_refused_by_a_code(role: Role, by: str, deed: Deed, code: str) -> None:
    played, _made = begun()
    assert doubts(played.now, by, role, deed) == code


@given(st.integers(2, 20), st.integers(0, 99))
@settings(max_examples=15, deadline=None)
def test_a_knockout_ends_with_one_who_never_lost(count: int, seed: int) -> None:
    played = Played(event(Stage("knockout")))
    played.enter("main", people(count))
    lots, rounds = random.Random(seed), 0
    lost: set[str] = set()
    while isinstance(made := draw(played.now, "main"), RoundMade):
        played.do(made)
        rounds += 1
        assert not lost & {player for seating in made.tables for player in seating.seats}
        for seating in made.tables:
            winner = lots.randrange(2)
            played.do(ResultIn("main", made.round, seating.table, (1, 1), (1 + winner, 2 - winner), "hand"))
            lost.add(seating.seats[1 - winner])
    assert made == "all_played"
    assert len(lost) == count - 1
    assert 2 ** (rounds - 1) < count <= 2**rounds


def test_the_best_two_of_a_knockout_can_only_meet_in_the_final() -> None:
    played = Played(event(Stage("knockout")))
    played.enter("main", people(13))
    while isinstance(made := draw(played.now, "main"), RoundMade):
        played.do(made)
        for seating in made.tables:
            better = min(seating.seats)
            ranks = tuple(1 if player == better else 2 for player in seating.seats)
            played.do(ResultIn("main", made.round, seating.table, (1, 1), ranks, "hand"))
    assert sorted(played.now.rounds["main"][-1].tables[0].seats) == ["p00", "p01"]


@pytest.mark.parametrize("count", [4, 7])
def test_in_a_league_everybody_meets_everybody_once(count: int) -> None:
    number = count - 1 + count % 2
    played = Played(event(Stage("league", number)))
    played.enter("main", people(count))
    met = []
    for _round in range(number):
        made = played.draw("main")
        met += [frozenset(seating.seats) for seating in made.tables]
        played.finish(made, random.Random(1))
    assert len(set(met)) == len(met) == count * (count - 1) // 2
    assert draw(played.now, "main") == "all_played"


def test_after_the_cut_the_best_play_a_final_of_one_table() -> None:
    played = Played(event(Stage("pods", 2, smallest=3, largest=4), Stage("final", best=4)))
    played.enter("main", people(12))
    for number in range(2):
        played.finish(played.draw("main"), random.Random(number))
    best = [line.player for line in standings(played.now, "main")][:4]
    final = played.draw("main")
    assert [sorted(seating.seats) for seating in final.tables] == [sorted(best)]


def test_a_plan_is_read_and_what_is_wrong_with_it_is_said() -> None:
    good = b'name="Cup"\n[[sections]]\nid="a"\ngame="pebbles"\n[[sections.stages]]\nform="pods"\nrounds=3\n'
    assert setting.read(good).section("a").rounds == 3
    for bad, said in ((b"name=1", "name"), (good.replace(b"rounds=3", b"rounds=0"), "rounds"), (good + b"x=1", "x")):
        with pytest.raises(Unusable, match=said):
            setting.read(bad)


def test_players_come_from_a_spreadsheet() -> None:
    text = "\ufeffName;Club;Rating\nÁkos Őri;Győr;1520\nЖюль Гюго;;\nÁkos Őri;;\n".encode()
    found = roster.read(text, ("main",))
    assert [one.player for one in found] == ["akos-ori", "player", "akos-ori-2"]
    assert (found[0].club, found[0].rating, found[1].name) == ("Győr", 1520.0, "Жюль Гюго")
    for bad, said in ((b"who\nx", "name"), (b"name,section\nx,other", "line 2"), (b"name,rating\nx,y", "rating")):
        with pytest.raises(Unusable, match=said):
            roster.read(bad, ("main",))


def test_better_players_come_to_higher_ratings() -> None:
    played, made = begun(Stage("pods", 5, smallest=4, largest=4))
    for number in range(5):
        for seating in made.tables:
            order = sorted(seating.seats)
            ranks = tuple(1 + order.index(player) for player in seating.seats)
            played.do(ResultIn("main", made.round, seating.table, ranks, ranks, "hand"))
        if number < 4:
            made = played.draw("main")
    found = rated(rows(played.now, "main"))
    assert found["p00"].shown > found["p03"].shown > found["p07"].shown


def test_who_sits_together_first_is_by_lot_and_the_same_lots_for_the_same_seed() -> None:
    one, again, other = (begun(seed=seed)[1].tables for seed in (1, 1, 2))
    assert one == again != other
