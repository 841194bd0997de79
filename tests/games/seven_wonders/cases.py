"""Tables and moves in which something is irregular: one for each code, and others in which it is said differently."""

from companion.games.seven_wonders.rules import Move, State
from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.facts import FACTS
from tests.games.seven_wonders.played import build, play, stage, turn
from tests.games.seven_wonders.tables import (
    EVERYTHING,
    at,
    begin,
    built,
    holding,
    lay,
    rich,
    seen,
    thrown,
    two,
    with_city,
)


def finished() -> State:
    return turn(at(begin(), 3, 6), act.Discard(0))


def offering() -> State:
    state = begin("halicarnassus B", "rhodes A", "ephesus A")
    return turn(thrown(lay(state, 0, *EVERYTHING), "altar"), stage(0))


def used() -> State:
    return turn(built(at(begin("olympia A", "rhodes A", "ephesus A"), 2, 1), 0, 2), act.Free(0, "statue"))


CASES: dict[str, tuple[State, Move]] = {
    "no_such_seat": (begin(), act.Discard(3)),
    "game_over": (finished(), act.Discard(0)),
    "already_chosen": (play(begin(), act.Discard(0)), act.Discard(0)),
    "nothing_offered": (begin(), act.Decline(0)),
    "free_build_used": (used(), act.Free(0, "temple")),
    "not_free_now": (
        lay(built(at(begin("olympia A", "rhodes A", "ephesus A", edition=2), 2, 1), 0, 2), 0, "baths"),
        act.Free(0, "statue"),
    ),
    "seventh_only_built": (
        turn(
            built(at(begin("babylon B", "rhodes A", "ephesus A", edition=2, seventh_any_use=False), 1, 6), 0, 1),
            act.Discard(0),
        ),
        act.Discard(0),
    ),
    "not_in_box": (begin(edition=2), act.Build(0, "pawnshop")),
    "wrong_age": (begin(), act.Discard(0, "walls")),
    "card_not_in_hand": (holding(at(begin(), 1, 6), 0, "altar", "baths"), act.Discard(0, "theater")),
    "card_not_left": (begin(), act.Discard(0, "pawnshop")),
    "card_not_discarded": (offering(), act.Revive(0, "palace")),
    "hand_too_large": (at(begin(), 1, 6), act.Hand(0, ("altar", "baths", "theater"))),
    "same_building": (lay(begin(), 0, "loom_1"), act.Build(0, "loom_1")),
    "no_stage_left": (built(begin(), 0, 3), act.BuildStage(0)),
    "cannot_afford": (begin(), act.Build(0, "guard_tower")),
    "not_for_sale": (begin(), build(0, "guard_tower", left="clay")),
    "coins_short": (rich(begin(), 0, 1), build(0, "barracks", left="ore")),
    "paid_too_little": (begin(), act.Build(0, "barracks", act.Trade())),
    "bought_too_much": (begin(), build(0, "altar", left="ore")),
    "free_city_discards": (two(), act.Discard(2, "altar")),
    "free_city_chain": (lay(at(two(), 2, 1), 2, "theater", *EVERYTHING), stage(2, "statue")),
}

MORE: tuple[tuple[State, Move], ...] = (
    (begin(), act.Discard(-1)),
    (two(), act.Hand(2, ("altar",))),
    (finished(), act.Hand(1, ())),
    (play(two(), build(2, "altar")), build(2, "theater")),
    (turn(built(at(begin("babylon B", "rhodes A", "ephesus A"), 3, 6), 0, 2), act.Discard(0)), act.Discard(1)),
    (begin(), act.Revive(1, "altar")),
    (thrown(begin(), "altar"), act.Revive(1, "altar")),
    (begin(), act.Free(1, "baths")),
    (lay(used(), 0, "walls"), act.Free(0, "walls")),
    (begin(), act.Hand(0, ("walls",))),
    (holding(at(begin(), 1, 6), 0, "altar", "baths"), act.Hand(0, ("altar", "altar"))),
    (holding(at(begin(), 1, 6), 0, "altar", "baths"), act.Hand(0, ("theater",))),
    (lay(begin(), 1, "altar"), act.Hand(0, ("altar",))),
    (lay(thrown(offering(), "altar"), 0, "altar"), act.Revive(0, "altar")),
    (lay(two(), 2, "stone_pit", "timber_yard"), act.Discard(2)),
    (begin(), stage(0, left="stone")),
    (begin(), act.BuildStage(0)),
    (begin(), act.BuildStage(0, trade=act.Trade())),
    (rich(begin(), 0, 0), act.Build(0, "timber_yard")),
    (rich(begin(), 0, 0), act.Build(0, "timber_yard", act.Trade())),
    (begin(), build(0, "guard_tower", right="clay")),
    (lay(lay(begin(), 1, "clay_pool"), 2, "clay_pool"), act.Build(0, "guard_tower", act.Trade())),
    (lay(lay(begin(), 1, "clay_pool"), 2, "clay_pool"), build(0, "guard_tower", left="clay", right="clay")),
    (lay(at(begin(), 2, 1), 0, "scriptorium"), build(0, "courthouse", right="papyrus")),
    (begin(), act.Discard(0, "altar", build(0, "altar", left="ore").trade)),
)
"""Further irregular moves, for the golden file of findings."""

TABLES = {
    "as it may be": seen(begin(), "altar"),
    "two altars with three players": seen(begin(), "altar", "altar"),
    "six guilds with three players": seen(begin(), *[card.id for card in FACTS.cards if card.color == "purple"][:6]),
    "a guild for a whole wonder": lay(built(begin(edition=2), 0, 3), 0, "decorators_guild"),
    "a second loom": with_city(begin(), 1, surplus=(FACTS.index["loom_2"],)),
}
"""Tables of which ``status`` says something, or nothing."""
