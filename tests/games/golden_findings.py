"""Every finding of Architects, word for word: one scene for each way in which a move or a table can be irregular.

Run ``python -m tests.games.golden_findings`` to write them anew after rules or words have changed on purpose.
"""

from pathlib import Path

from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import BuildStage, EndTurn, Move, RevealProgress, State, TakeProgress
from companion.games.architects.rules.moves import RevealMedal
from companion.games.vocabulary import Finding
from tests.games import english
from tests.games.medal_tables import begin_medals, claim, turn_up
from tests.games.tables import begin, build, effects, empty, end, lay, military, no_tokens, opened, own, play, take
from tests.games.test_findings import scenes, states

PATH = Path(__file__).parents[1] / "golden" / "architects-findings.txt"

GEARS = ("gear", "gear")
MIXED = ("compass", "gear", "tablet")


def named() -> State:
    """A table whose players have names."""
    return replace(begin("giza", "rhodes", "olympia", "ephesus"), names=("Ann", "Bo", "Cy", "Di"))


def rich() -> State:
    """Seat 0 can pay in several ways and has several science sets."""
    return opened(lay(begin(), 0, "wood", "clay", "stone", "coin", *GEARS, "compass", "tablet"))


def owing_rome() -> State:
    """A card lies face down before seat 0 that Rome has left there."""
    table = begin_medals()
    assert table.medals is not None
    return replace(table, medals=replace(table.medals, debts=(1, 0, 0)))


def moves() -> dict[str, tuple[State, Move]]:
    """Further ways in which a move can be irregular, beside those of ``test_findings.scenes``."""
    return {**_taking(), **_building(), **_turning_in(), **_ending(), **_with_medals()}


def _taking() -> dict[str, tuple[State, Move]]:
    owed = effects(begin("olympia", "giza", "rhodes", "ephesus"), "olympia_right")
    return {
        "a deck that is not there": (begin(), take(0, "wood", "holder:9")),
        "a deck far away, by name": (named(), take(0, "wood", "holder:2")),
        "the wrong deck for Olympia": (owed, take(0, "wood", "left", "olympia")),
        "the wrong deck for Ephesus": (effects(owed, "ephesus"), take(0, "wood", "left", "ephesus")),
        "the wrong deck for Halicarnassus": (
            effects(owed, "halicarnassus"),
            take(0, "vp3", "central", "halicarnassus"),
        ),
        "nothing left for Ephesus": (empty(effects(owed, "ephesus"), -1), take(0, "wood", "left", "ephesus")),
        "an empty central deck": (empty(begin(), -1), take(0, "wood", "central")),
        "a reason for the first card": (begin(), take(0, "wood", because="urbanism")),
        "a reason of another token": (
            play(own(begin(), 0, "urbanism"), take(0, "wood")),
            take(0, "vp3", because="crafts"),
        ),
        "a token's card by somebody else": (play(own(named(), 0, "urbanism"), take(0, "wood")), take(2, "vp3")),
        "two seats too early": (named(), take(2, "wood")),
        "the last player once more": (play(named(), take(0, "wood")), take(0, "vp3")),
    }


def _building() -> dict[str, tuple[State, Move]]:
    late = rules.apply(play(lay(begin(), 0, "wood"), take(0, "clay")), end(0), strict=False)
    token = own(opened(lay(begin(), 0, "coin", "wood", "wood")), 0, "economy", "engineering")
    used = replace(token, turn=replace(token.turn, used=("economy", "engineering")))
    return {
        "a stage too late": (late, BuildStage(0, "giza_1", ("clay", "wood"))),
        "a stage by somebody else": (
            opened(lay(begin(), 2, "wood", "clay")),
            BuildStage(2, "olympia_1", ("clay", "wood")),
        ),
        "a stage before the card": (lay(begin(), 0, "wood", "clay"), BuildStage(0, "giza_1", ("clay", "wood"))),
        "a stage two above": (opened(lay(begin(), 0, "wood", "clay", "stone")), BuildStage(0, "giza_3", MIXED)),
        "paid nothing for nothing": (opened(begin()), BuildStage(0, "giza_1")),
        "paid in an unknown way": (rich(), BuildStage(0, "giza_1")),
        "paid with science": (rich(), BuildStage(0, "giza_1", GEARS)),
        "paid too much": (rich(), BuildStage(0, "giza_1", ("clay", "stone", "wood"))),
        "paid too little": (rich(), BuildStage(0, "giza_1", ("wood",))),
        "Economy is used": (used, BuildStage(0, "giza_1", ("coin",))),
        "somebody else's Economy, unsaid": (
            replace(own(lay(begin(), 1, "coin"), 1, "economy"), turn=replace(used.turn, opened=True)),
            BuildStage(1, "rhodes_1"),
        ),
        "Engineering is used": (used, BuildStage(0, "giza_1", ("wood", "wood"))),
        "Engineering is not there": (
            opened(lay(begin(), 0, "wood", "wood")),
            BuildStage(0, "giza_1", ("wood", "wood")),
        ),
        "a coin for a fitting card": (rich(), BuildStage(0, "giza_1", ("coin", "wood"))),
        "cards that are not there": (rich(), BuildStage(0, "giza_1", ("glass", "papyrus"))),
    }


def _turning_in() -> dict[str, tuple[State, Move]]:
    return {
        "which set?": (rich(), TakeProgress(0, "decor")),
        "three of one kind": (
            opened(lay(begin(), 0, *GEARS, "gear")),
            TakeProgress(0, "decor", spent=(*GEARS, "gear")),
        ),
        "a set that is not there": (opened(begin()), TakeProgress(0, "decor", spent=MIXED)),
        "a set for which nothing is left": (no_tokens(opened(lay(begin(), 0, *GEARS))), TakeProgress(0, "decor")),
        "no set": (opened(named()), TakeProgress(0, "decor")),
        "a token before the card": (lay(begin(), 0, *GEARS), TakeProgress(0, "decor", spent=GEARS)),
        "somebody else's set": (opened(lay(begin(), 1, *GEARS)), TakeProgress(1, "decor", spent=GEARS)),
        "nothing taken where nothing is left": (
            no_tokens(opened(lay(begin(), 0, *GEARS))),
            TakeProgress(0, "none", "stack", GEARS),
        ),
        "nothing taken for nothing": (
            no_tokens(opened(begin(progress_exhausted_policy="discard_anyway"))),
            TakeProgress(0, "none", "stack"),
        ),
        "a token seen before, unread": (begin(progress=("tactics", "decor")), RevealProgress("decor")),
        "a token of another player": (
            own(opened(lay(begin(progress=("tactics",)), 0, *GEARS)), 1, "economy"),
            TakeProgress(0, "economy", spent=GEARS),
        ),
        "a token seen before, from the stack": (
            opened(lay(begin(), 0, *GEARS)),
            TakeProgress(0, "tactics", "stack", GEARS),
        ),
    }


def _ending() -> dict[str, tuple[State, Move]]:
    return {
        "the end without a card": (named(), end(0)),
        "the end with things to do": (rich(), end(0)),
        "the end with an effect left": (effects(begin("babylon", "giza"), "babylon"), end(0)),
        "the end by somebody else": (named(), end(2)),
        "a seat below zero": (begin(), EndTurn(-1)),
        "after the end, a token": (replace(begin(progress=()), finished=True), TakeProgress(0, "decor")),
        "the game ends with the next card": (
            replace(lay(build(opened(begin()), 0, 1, 2, 3, 4, 5), 0, "wood"), battle=3),
            take(1, "wood"),
        ),
    }


def _with_medals() -> dict[str, tuple[State, Move]]:
    return {
        "a medal that lies elsewhere": (begin_medals(medals=("medal_3_blue",)), claim(0, "medal_3_blue", "right")),
        "a medal from the centre": (begin_medals(medals=("medal_3_blue",)), claim(0, "medal_3_blue", "centre")),
        "an unread medal without medals": (begin(), RevealMedal("medal_3_blue", 0)),
        "an unread medal that was seen": (begin_medals(medals=("medal_3_blue",)), RevealMedal("medal_3_blue", 0)),
        "a card turned up without Rome": (begin(), turn_up(0, "wood")),
        "a card turned up that cannot be left": (empty(owing_rome(), -1), turn_up(0, "wood")),
        "a card of a neighbour": (lay(begin(), 1, "wood"), take(0, "wood", "city:1")),
        "a card of a neighbour, with medals": (lay(begin_medals(), 1, "wood"), take(0, "wood", "city:1")),
        "a card that no neighbour has": (begin_medals(), take(0, "wood", "city:1")),
    }


def tables() -> dict[str, State]:
    """Further ways in which a table can be irregular, beside those of ``test_findings.states``."""
    both = lay(begin("rhodes", "giza"), 1, "wood", "clay", *GEARS, "compass", "tablet")
    return {
        "a build and a set forgotten": both,
        "two stages may be built": lay(begin("giza", "rhodes"), 1, "wood", "clay", "wood"),
        "too many of two cards": rules.apply(
            rules.apply(begin(), take(0, "shield_h2"), strict=False), take(1, "shield_h2", "right"), strict=False
        ),
        "an empty city": begin(),
        "a floating top": military(build(begin(), 1, 1, 2, 5), 1, 2),
        "after the end": replace(both, finished=True),
    }


def render() -> str:
    """All scenes as text: the move, what is found, what must be done afterwards."""
    lines = []
    for name, (state, move) in {**{code: scene() for code, scene in scenes().items()}, **moves()}.items():
        lines += [
            f"{name}: {rules.dump_move(move)}",
            *(f"  {_words(state, found)}" for found in rules.judge(state, move)),
        ]
        lines += [f"  then: {line}" for line in english.due(rules, rules.apply(state, move, strict=False))]
    for name, table in {**{code: scene() for code, scene in states().items()}, **tables()}.items():
        lines += [f"the table, {name}:", *sorted(f"  {_words(table, found)}" for found in rules.status(table))]
    return "\n".join(lines) + "\n"


def _words(state: State, found: Finding) -> str:
    said, legal = english.message(rules, state, found), english.legal(rules, state, found)
    return f"{found.code}, seat {found.seat}: {said} Right: {', '.join(legal) or '-'}. ({found.rule})"


if __name__ == "__main__":
    PATH.write_text(render(), encoding="utf-8")
