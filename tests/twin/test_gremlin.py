from collections import Counter

from companion.games.architects.rules import apply, begin, judge
from companion.games.architects.rules.moves import BuildStage
from companion.twin.dealer import Step
from companion.twin.gremlin import Gremlin
from tests.twin.tables import dealer, differences


def _games(players: int, rate: float, seeds: range) -> list[Step]:
    steps: list[Step] = []
    for seed in seeds:
        steps += iter(Gremlin(dealer(players, seed), rate, seed).step, None)
    return steps


def test_what_it_says_is_what_happened() -> None:
    """The moves of its steps, played by the rules alone, give the dealer's state; the table loses no piece."""
    made = dealer(4, 8)
    pieces = len(made.world.pieces)
    gremlin, state = Gremlin(made, 0.4, 8), begin(made.setup)
    while step := gremlin.step():
        state = apply(state, step.move, strict=False)
    assert state == made.state
    assert len(made.world.pieces) == pieces
    assert set(differences(made.world, made)) <= {"central/conflict"}


def test_without_mistakes_it_is_the_dealer() -> None:
    made = dealer(3, 2)
    steps = list(iter(Gremlin(dealer(3, 2), 0.0, 1).step, None))
    assert steps == list(iter(made.step, None))


def test_it_makes_every_kind_of_mistake() -> None:
    told = Counter(word for step in _games(4, 0.3, range(5)) for line in step.mistakes for word in line.split())
    assert {"flipped", "forgets", "column", "hand", "nudged", "pushed", "holder"} <= set(told)


def test_a_forgotten_stage_is_built_later() -> None:
    steps = _games(4, 0.3, range(5))
    forgotten = [line.rpartition(" ")[2] for step in steps for line in step.mistakes if "forgets" in line]
    built = {step.move.stage for step in steps if isinstance(step.move, BuildStage)}
    assert forgotten
    assert set(forgotten) & built


def test_irregular_moves_are_found_irregular_by_the_rules() -> None:
    for step in _games(5, 0.4, range(2)):
        wrong = any("forgets" in line or "holder" in line for line in step.mistakes)
        assert bool(judge(step.before, step.move)) == wrong
