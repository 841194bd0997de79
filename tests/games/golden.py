"""Golden playthroughs: whole games as readable text, every observable after every move.

Run ``python -m tests.games.golden`` to write them anew after the rules have changed on purpose.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from companion.games import architects as rules
from companion.games.architects import FACTS, Move, Setup, State
from companion.games.architects.deal import Deal, steps
from companion.games.architects.policy import POLICIES

FOLDER = Path(__file__).parents[1] / "golden"
GAMES = {2: ("random", 11), 4: ("greedy", 22), 7: ("random", 33)}
"""Players: policy and seed."""


def path(players: int) -> Path:
    """The file of a playthrough."""
    return FOLDER / f"architects-{players}.txt"


def render(players: int) -> str:
    """The playthrough as text."""
    policy, seed = GAMES[players]
    rng = Random(seed)
    wonders = tuple(rng.sample(list(FACTS.wonders), players))
    deal = Deal.shuffled(wonders, rng)
    state = rules.begin(Setup(wonders, seed % players, deal.face_up))
    lines = [f"{players} players ({policy}): {', '.join(wonders)}", *_table(state)]
    for move, after in steps(deal, state, rng, POLICIES[policy]):
        lines += ["", f"turn {state.number}: {_words(move)}", *_after(state, move, after)]
        state = after
    lines += ["", "end", *_sheet(state)]
    return "\n".join(lines) + "\n"


def _words(move: Move) -> str:
    return " ".join(
        f"{key}={'+'.join(value) if isinstance(value, list) else value}" for key, value in rules.dump_move(move).items()
    )


def _after(before: State, move: Move, after: State) -> Iterator[str]:
    sounds = [f"{cue.name} x{cue.times}" for cue in rules.cues(before, move, after)]
    if sounds:
        yield f"  heard: {', '.join(sounds)}"
    yield from (f"  {line}" for line in _table(after) if line not in set(_table(before)))
    for line in rules.obligations(after):
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
        f"decks {decks} | discard {sum(state.discard)}",
        f"conflict {state.battle} of {state.conflict} | cat {state.cat}",
        f"face up {' '.join(state.face_up)} | stack {state.stack}",
        f"to move {state.to_move}",
    ]


def _sheet(state: State) -> Iterator[str]:
    sheet = rules.scores(state)
    for line in sheet.explain:
        yield f"  seat {line.seat} {line.category} +{line.points}: {line.why} ({line.rule})"
    yield f"  totals {' '.join(map(str, sheet.totals))} | winners {' '.join(map(str, sheet.winners))}"


if __name__ == "__main__":
    for count in GAMES:
        path(count).write_text(render(count), encoding="utf-8")
