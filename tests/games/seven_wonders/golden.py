"""Golden playthroughs: whole games as readable text, every observable after every turn.

Run ``python -m tests.games.seven_wonders.golden`` to write them anew after the rules have changed on purpose.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

import msgspec

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import POLICIES, Move, Setup, State, steps
from companion.games.seven_wonders.rules.deal import Deal
from companion.games.seven_wonders.rules.moves import Bought, Hand, Trade
from companion.games.seven_wonders.rules.say import card_ids
from companion.games.vocabulary import Finding
from tests.games import english
from tests.games.seven_wonders.cases import CASES, MORE, TABLES

FOLDER = Path(__file__).parents[2] / "golden"


class Golden(msgspec.Struct, frozen=True):
    """A game to be recorded: its boards (``"giza A"``), who plays, and by which seed."""

    boards: tuple[str, ...]
    policy: str
    seed: int
    free_city: str | None = None
    shown: bool = False
    edition: int = 1

    @property
    def setup(self) -> Setup:
        """How the game begins."""
        wonders = tuple((wonder, side) for wonder, side in map(str.split, self.boards))
        free_city = tuple(self.free_city.split()) if self.free_city else None
        return Setup(wonders, free_city, edition=self.edition)  # type: ignore[arg-type]


GAMES = {
    "seven_wonders-2-free-city": Golden(("babylon B", "olympia A"), "greedy", 12, free_city="halicarnassus B"),
    "seven_wonders-3": Golden(("halicarnassus A", "babylon B", "olympia B"), "random", 31),
    "seven_wonders-5": Golden(("rhodes B", "olympia A", "halicarnassus B", "giza B", "babylon A"), "greedy", 52),
    "seven_wonders-4": Golden(("giza A", "ephesus A", "alexandria B", "babylon B"), "greedy", 41),
    "seven_wonders-6": Golden(
        ("olympia B", "rhodes A", "babylon A", "halicarnassus B", "ephesus B", "giza B"), "random", 64
    ),
    "seven_wonders-7-open-hands": Golden(
        ("alexandria A", "ephesus B", "babylon B", "halicarnassus A", "giza A", "rhodes A", "olympia B"),
        "random",
        73,
        shown=True,
    ),
    "seven_wonders-second-3": Golden(("olympia A", "babylon B", "halicarnassus B"), "random", 32, edition=2),
    "seven_wonders-second-4": Golden(("olympia B", "babylon A", "giza B", "ephesus A"), "greedy", 42, edition=2),
    "seven_wonders-second-7": Golden(
        ("alexandria B", "ephesus B", "babylon B", "halicarnassus A", "giza A", "rhodes B", "olympia B"),
        "greedy",
        75,
        edition=2,
    ),
}
"""By the file's name."""


def path(name: str) -> Path:
    """The file of a playthrough."""
    return FOLDER / f"{name}.txt"


def render(name: str) -> str:
    """The playthrough as text."""
    game = GAMES[name]
    rng = Random(game.seed)
    deal = Deal.shuffled(len(game.boards), rng, shown=game.shown, edition=game.edition)
    state = rules.begin(game.setup)
    lines = [f"{name} ({game.policy}): {', '.join((*game.boards, *([game.free_city] if game.free_city else [])))}"]
    lines += [*_table(state), "", f"age {state.age} turn {state.turn}"]
    for move, after in steps(deal, state, rng, POLICIES[game.policy]):
        lines.append(f"  {_words(move)} | legal {len(rules.legal(state))}")
        if (after.age, after.turn, after.offers, after.finished) != (
            state.age,
            state.turn,
            state.offers,
            state.finished,
        ):
            lines += [f"    {line}" for line in _table(after) if line not in set(_table(state))]
            lines += [f"    due: {line}" for line in english.due(rules, after) if after.offers]
            if not after.finished and after.turn != state.turn:
                lines += ["", f"age {after.age} turn {after.turn}"]
        state = after
    return "\n".join([*lines, "", "end", *english.sheet(rules, state)]) + "\n"


def _words(move: Move) -> str:
    words = [f"{move.seat} {rules.dump_move(move)['move']}"]
    words += [" ".join(move.cards)] if isinstance(move, Hand) else [getattr(move, "card", "")]
    trade = getattr(move, "trade", None)
    if isinstance(trade, Trade):
        sides = (("left", trade.left), ("right", trade.right))
        words += [f"{side} {_bought(bought)}" for side, bought in sides if msgspec.to_builtins(bought)]
    return " ".join(word for word in words if word)


def _bought(bought: Bought) -> str:
    return "+".join(f"{count} {resource}" for resource, count in msgspec.to_builtins(bought).items())


def _table(state: State) -> list[str]:
    totals = (*rules.scores(state).totals, "-")
    seats = []
    for seat, city in enumerate(state.cities):
        here = rules.describe_seat(state, seat)
        tokens = " ".join(map(str, here["conflict_tokens"]))
        seats.append(
            f"{here['wonder']} {here['side']} [{'#' * city.stages}] {' '.join(here['cards']) or '-'}"
            f" | coins {city.coins} | shields {here['shields']} | tokens {tokens or '-'} | points {totals[seat]}"
        )
    return [*seats, f"discard {' '.join(card_ids(state.discard)) or '-'}"]


FINDINGS = FOLDER / "seven_wonders-findings.txt"


def render_findings() -> str:
    """Everything that is said about irregular moves, and what tables say of themselves."""
    lines: list[str] = []
    for state, move in (*CASES.values(), *MORE):
        lines += [f"{_words(move)}", *(f"  {line}" for line in _said(state, rules.judge(state, move)))]
    for name, state in TABLES.items():
        lines += [f"table: {name}", *(f"  {line}" for line in sorted(_said(state, rules.status(state))))]
    return "\n".join(lines) + "\n"


def _said(state: State, found: Iterable[Finding]) -> Iterator[str]:
    for finding in found:
        legal = f" [{'; '.join(english.legal(rules, state, finding))}]" if finding.legal else ""
        yield f"{finding.code} (seat {finding.seat}, {finding.rule}): {english.message(rules, state, finding)}{legal}"


if __name__ == "__main__":
    for playthrough in GAMES:
        path(playthrough).write_text(render(playthrough), encoding="utf-8")
    FINDINGS.write_text(render_findings(), encoding="utf-8")
