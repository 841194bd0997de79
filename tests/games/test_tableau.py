"""What should lie where and what should be heard follow from the state alone."""

from msgspec.structs import replace

from companion.games.architects import rules, seen
from companion.games.architects.rules import BuildStage, RevealProgress, TakeProgress
from companion.games.vocabulary import Cue
from tests.games.tables import begin, build, end, lay, opened, own, play, take


def test_every_zone_of_the_tableau_is_a_place_of_its_kind() -> None:
    table = begin("giza", "rhodes", "olympia", "ephesus", "babylon")
    kinds = {place.name: place.kind for place in seen.places(table)}
    laid = seen.tableau(table)
    assert {*laid.spread, *laid.spots, *laid.piles} == set(kinds)
    assert all(kinds[name] == "pile" for name in laid.piles)
    assert len(laid.spread["central/conflict"]) == 5


def test_every_face_of_the_tableau_may_lie_in_its_place() -> None:
    table = own(lay(build(begin("giza", "rhodes"), 0, 1), 0, "wood", "vp2_cat"), 0, "economy")
    table = replace(table, cat=0, battle=2)
    allowed = {place.name: place.faces for place in seen.places(table)}
    laid = seen.tableau(table)
    for name, faces in {**laid.spread, **laid.spots}.items():
        assert set(faces) <= {*allowed[name], "?"}, name


def test_the_tableau_shows_the_table() -> None:
    table = own(lay(build(begin("giza", "rhodes"), 0, 1), 1, "wood", "wood"), 1, "economy")
    laid = seen.tableau(replace(table, cat=1, battle=1, face_up=("culture", "?")))
    assert laid.spread["seat/1/city"] == ("architects/wood", "architects/wood")
    assert laid.spread["seat/1/cat"] == ("architects/token/cat",)
    assert laid.spread["central/cat"] == ()
    assert laid.spread["seat/1/progress"] == ("architects/progress/economy",)
    assert laid.spread["central/progress"] == ("?", "architects/progress/culture")
    assert (
        sorted(laid.spread["central/conflict"])
        == ["architects/token/conflict_battle"] + ["architects/token/conflict_peace"] * 2
    )
    assert laid.spots["seat/0/wonder"] == (
        "architects/stage/giza_1/built",
        *(f"architects/stage/giza_{stage}/building" for stage in (2, 3, 4, 5)),
    )
    assert laid.piles == {"holder/0": 25, "holder/1": 25, "central/deck": 58, "central/discard": 0}


def heard(state: rules.State, move: rules.Move) -> tuple[Cue, ...]:
    return rules.cues(state, move, rules.apply(state, move, strict=False))


def test_a_horn_sounds_as_often_as_tokens_flip() -> None:
    table = begin("giza", "rhodes", "olympia", "ephesus")
    assert heard(table, take(0, "shield_h2", "central")) == (Cue("horn", 2), Cue("turn"))
    nearly = own(replace(table, battle=3), 0, "propaganda")
    assert heard(nearly, take(0, "shield_h2", "central")) == (Cue("horn", 1),)


def test_the_battle_is_heard_when_the_turn_ends() -> None:
    table = replace(begin("giza", "rhodes"), battle=2)
    assert heard(table, take(0, "shield_h1")) == (Cue("horn", 1), Cue("battle"), Cue("turn"))
    waiting = play(own(table, 0, "propaganda"), take(0, "shield_h1"))
    assert heard(waiting, end(0)) == (Cue("battle"), Cue("turn"))
    assert heard(waiting, take(1, "shield_h1")) == (Cue("battle"), Cue("horn", 1), Cue("turn"))
    last = play(replace(own(table, 1, "propaganda"), to_move=1), take(1, "shield_h1"))
    assert heard(last, take(0, "shield_h1")) == (Cue("battle"), Cue("horn", 1), Cue("turn"))


def test_the_end_is_heard_once() -> None:
    table = opened(lay(build(begin(), 0, 1, 2, 3, 4), 0, "wood", "clay", "stone", "glass"))
    last = BuildStage(0, "giza_5", ("clay", "glass", "stone", "wood"))
    assert heard(table, last) == (Cue("end"),)
    over = play(table, last)
    assert heard(over, take(1, "shield_h2")) == ()


def test_quiet_moves_are_quiet() -> None:
    table = begin(progress=("culture",))
    assert heard(table, RevealProgress("economy")) == ()
    science = opened(lay(begin(), 0, "gear", "gear", "wood", "clay"))
    assert heard(science, TakeProgress(0, "decor", spent=("gear", "gear"))) == ()
    assert heard(play(begin(), take(0, "wood")), end(0)) == ()
