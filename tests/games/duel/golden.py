"""Golden playthroughs of Duel: whole games as readable text, every observable after every move.

Run ``python -m tests.games.duel.golden`` to write them anew after the rules have changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec

from companion.games.duel import rules
from companion.games.duel.rules import POLICIES, Move, Setup, State
from companion.games.duel.rules.deal import Deal
from companion.games.duel.rules.facts import FACTS, places
from tests.games import english

FOLDER = Path(__file__).parents[2] / "golden"


class Game(msgspec.Struct, frozen=True):
    """A recorded game: which players, which seed, whether wonders are drafted by moves."""

    policy: str
    seed: int
    draft: bool = False


GAMES = {
    "civilian": Game("random", 113),
    "draft": Game("greedy", 57, draft=True),
    "military": Game("greedy", 75),
    "science": Game("greedy", 78),
}


def path(name: str) -> Path:
    """The file of a playthrough."""
    return FOLDER / f"duel-2-{name}.txt"


def render(name: str) -> str:
    """The playthrough as text."""
    game = GAMES[name]
    rng = Random(game.seed)
    deal = Deal.shuffled(rng)
    names = tuple(FACTS.wonders[wonder].id for wonder in deal.wonders)
    tokens = tuple(FACTS.tokens[token].id for token in places(deal.board))
    setup = Setup(game.seed % 2, () if game.draft else (names[:4], names[4:]), tokens)
    state = rules.begin(setup)
    lines = [f"{name} ({game.policy}): seat {setup.first} is first; on the board {' '.join(tokens)}", *_table(state)]
    for move, after in rules.steps(deal, state, rng, POLICIES[game.policy]):
        lines += ["", f"turn {state.number}: {_words(move)}", *_after(state, after)]
        state = after
    lines += ["", f"end{': supremacy in ' + state.supremacy if state.supremacy else ''}", *english.sheet(rules, state)]
    return "\n".join(lines) + "\n"


def _words(move: Move) -> str:
    said = []
    for key, value in rules.dump_move(move).items():
        told = "+".join(name or "?" for name in value) if isinstance(value, list) else value
        said.append(f"{key}={told}")
    return " ".join(said)


def _after(before: State, after: State) -> Iterator[str]:
    known = set(_table(before))
    yield from (f"  {line}" for line in _table(after) if line not in known)
    for line in english.due(rules, after):
        if after.choice:
            yield f"  due: {line}"
    yield f"  legal: {len(rules.legal(after))}"


def _table(state: State) -> list[str]:
    described = rules.describe(state)
    totals = rules.scores(state).totals
    lines = []
    for seat, city in enumerate(described["seats"]):
        left = " ".join(f"{name}@{price['coins']}" for name, price in city["wonders_left"].items())
        lines += [
            f"seat {seat}: {' '.join(city['cards']) or '-'}",
            f"seat {seat} wonders: {' '.join(city['wonders']) or '-'} | left {left or '-'}",
            f"seat {seat} coins {city['coins']} | shields {city['shields']} | points {totals[seat]}",
            f"seat {seat} tokens {' '.join(city['progress']) or '-'}",
            f"seat {seat} pays {' '.join(f'{name}@{price}' for name, price in city['trade'].items())}",
        ]
    free = " ".join(f"{name}@{price['coins']}" for name, price in described["free"].items())
    loot = " ".join(f"{token['coins']}@{token['at']}" for token in described["loot"])
    return [
        *lines,
        f"age {state.age} | left {described['left']} | free {free or '-'}",
        f"pawn {state.pawn} | loot {loot or '-'}",
        f"board {' '.join(described['board']) or '-'}",
        f"discard {' '.join(described['discard']) or '-'}",
        f"returned {' '.join(described['returned']) or '-'}",
        f"to move {described['to_move']}",
    ]


if __name__ == "__main__":
    for each in GAMES:
        path(each).write_text(render(each), encoding="utf-8")
