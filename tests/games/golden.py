"""Golden playthroughs: whole games as readable text, every observable after every move.

Run ``python -m tests.games.golden`` to write them anew after the rules have changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, Move, Setup, State
from companion.games.architects.rules.deal import dealt, steps
from companion.games.architects.rules.policy import POLICIES
from tests.games import english
from tests.games.medal_tables import INVENTED_BOX

FOLDER = Path(__file__).parents[1] / "golden"


class Golden(NamedTuple):
    """How a recorded game is played. ``wonders``: those beside which the others are drawn."""

    players: int
    policy: str
    seed: int
    medals: bool = False
    expert: bool = False
    wonders: tuple[str, ...] = ()


GAMES = {
    "architects-2": Golden(2, "random", 11),
    "architects-3": Golden(3, "greedy", 23),
    "architects-4": Golden(4, "greedy", 22),
    "architects-5": Golden(5, "random", 25),
    "architects-6": Golden(6, "greedy", 26),
    "architects-7": Golden(7, "random", 33),
    "architects-2-medals": Golden(2, "greedy", 44, medals=True),
    "architects-4-medals": Golden(4, "random", 55, medals=True),
    "architects-5-medals": Golden(5, "greedy", 56, medals=True),
    "architects-6-medals-expert": Golden(6, "random", 57, medals=True, expert=True),
    "architects-7-medals-expert": Golden(7, "greedy", 86, medals=True, expert=True),
    "architects-3-medals-invented-rome-and-ur": Golden(3, "random", 89, medals=True, wonders=("rome", "ur")),
}
"""By the name of the file. What is printed on Rome and Ur there is invented (``medal_tables``)."""


def path(name: str) -> Path:
    """The file of a playthrough."""
    return FOLDER / f"{name}.txt"


def render(name: str) -> str:
    """The playthrough as text."""
    game = GAMES[name]
    rng = Random(game.seed)
    setup, deal = dealt(_setup(game, rng), rng)
    state = rules.begin(setup)
    lines = [f"{game.players} players ({game.policy}): {', '.join(setup.wonders)}", *_table(state)]
    for move, after in steps(deal, state, rng, POLICIES[game.policy]):
        lines += ["", f"turn {state.number}: {_words(move)}", *_after(state, move, after)]
        state = after
    lines += ["", "end", *english.sheet(rules, state)]
    return "\n".join(lines) + "\n"


def _setup(game: Golden, rng: Random) -> Setup:
    wonders = game.wonders + tuple(rng.sample(list(FACTS.wonders), game.players - len(game.wonders)))
    return Setup(
        wonders,
        game.seed % game.players,
        expansions=("medals",) if game.medals else (),
        expert=game.expert,
        box={wonder: INVENTED_BOX[wonder] for wonder in game.wonders},
    )


def _words(move: Move) -> str:
    return " ".join(
        f"{key}={'+'.join(value) if isinstance(value, list) else value}" for key, value in rules.dump_move(move).items()
    )


def _after(before: State, move: Move, after: State) -> Iterator[str]:
    sounds = [f"{cue.name} x{cue.times}" for cue in rules.cues(before, move, after)]
    if sounds:
        yield f"  heard: {', '.join(sounds)}"
    yield from (f"  {line}" for line in _table(after) if line not in set(_table(before)))
    for line in english.due(rules, after):
        yield f"  due: {line}"
    yield f"  legal: {len(rules.legal(after))}"


def _table(state: State) -> list[str]:
    seats = []
    totals = rules.scores(state).totals
    for seat, city in enumerate(state.cities):
        cards = " ".join(f"{card}:{count}" for card, count in rules.card_counts(state, seat).items())
        built = "".join("#" if done else "." for done in rules.stage_status(state, seat).values())
        tokens = " ".join(city.progress)
        seats.append(
            f"{city.wonder} [{built}] {cards or '-'} | tokens {tokens or '-'} | military {city.military}"
            f" | shields {rules.shields(state, seat)} | points {totals[seat]}"
        )
    decks = " ".join(str(sum(deck)) for deck in state.decks)
    return [
        *seats,
        *_medals(state),
        f"decks {decks} | discard {sum(state.discard)}",
        f"conflict {state.battle} of {state.conflict} | cat {state.cat}",
        f"face up {' '.join(state.face_up)} | stack {state.stack}",
        f"to move {state.to_move}",
    ]


def _medals(state: State) -> list[str]:
    medals = state.medals
    if medals is None:
        return []
    lying = [name or "taken" for name in medals.lying]
    taken = [f"seat {seat}: {' '.join(city.medals)}" for seat, city in enumerate(state.cities) if city.medals]
    return [
        (
            f"medals {' '.join(lying[: medals.gaps])} | centre {' '.join(lying[medals.gaps :]) or '-'}"
            f" | box {medals.spare} | {', '.join(taken) or 'none taken'}"
        ),
        f"face down {' '.join(map(str, medals.debts))}",
    ]


if __name__ == "__main__":
    for golden in GAMES:
        path(golden).write_text(render(golden), encoding="utf-8")
