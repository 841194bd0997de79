"""A state and a move for every kind of irregularity, and what the referee says to each, word for word.

``tests/golden/duel-findings.txt`` holds the words; ``python -m tests.games.duel.mistakes`` writes them anew.
"""

from pathlib import Path

from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import moves as act
from companion.games.duel.rules.facts import FACTS
from tests.games import english
from tests.games.duel.tables import city, draft_table, play, table, wonders

GOLDEN = Path(__file__).parents[2] / "golden" / "duel-findings.txt"


PLAIN = [card.id for card in FACTS.cards if card.age == 3 and card.color != "purple"]


def pair() -> rules.State:
    """Seat 0 has made a pair and may take a token."""
    return play(table(city("scriptorium", coins=20), age=2), act.Build(0, "library"))


def zeus() -> rules.State:
    """Seat 0 has built the Statue of Zeus and must destroy a brown card."""
    state = table(city(own="statue_of_zeus", coins=20), city("quarry press"))
    return play(state, act.BuildWonder(0, "altar", "statue_of_zeus"))


def mausoleum() -> rules.State:
    """Seat 0 has built the Mausoleum and must build the Tavern or the Walls of the discard pile."""
    state = table(city(own="mausoleum", coins=20), discard="tavern walls")
    return play(state, act.BuildWonder(0, "altar", "mausoleum"))


def in_row() -> rules.State:
    """The second age with the Sawmill in the first row and the Walls free."""
    return play(table(age=2), act.LayOut(2, ("sawmill", *(None,) * 18, "walls")))


MIRROR: dict[str, tuple[rules.State, rules.Move]] = {
    "no_such_seat": (table(), act.Discard(2, "altar")),
    "game_over": (replace(table(), finished=True), act.Discard(0, "altar")),
    "out_of_turn": (table(), act.Discard(1, "altar")),
    "draft_first": (draft_table(), act.Discard(0, "altar")),
    "draft_over": (table(), act.DraftWonder(0, "sphinx")),
    "wonder_taken": (play(draft_table(), act.DraftWonder(0, "sphinx")), act.DraftWonder(1, "sphinx")),
    "wonder_not_offered": (
        play(draft_table(), act.Offer(("sphinx", "piraeus", "colossus", "pyramids"))),
        act.DraftWonder(0, "mausoleum"),
    ),
    "wrong_offer": (table(), act.Offer(("sphinx", "piraeus", "colossus", "pyramids"))),
    "choice_skipped": (zeus(), act.Discard(1, "baths")),
    "no_choice": (table(), act.TakeProgress(0, "law", "board")),
    "wrong_starter": (table(), act.ChooseStarter(1)),
    "no_starter_now": (play(table(), act.Discard(0, "altar")), act.ChooseStarter(1)),
    "wrong_age": (table(), act.Discard(0, "walls")),
    "card_gone": (play(table(), act.Discard(0, "altar")), act.Discard(1, "altar")),
    "too_many_cards": (
        table(age=3, discard="merchants_guild builders_guild scientists_guild"),
        act.Discard(0, "tacticians_guild"),
    ),
    "card_covered": (in_row(), act.Discard(0, "sawmill")),
    "card_not_there": (
        play(in_row(), act.Reveal(18, "school"), act.Discard(0, "walls"), act.Reveal(17, "forum")),
        act.Discard(1, "brewery"),
    ),
    "too_dear": (table(city(coins=1)), act.Build(0, "palisade")),
    "wrong_wonder": (table(), act.BuildWonder(0, "altar", "sphinx")),
    "eighth_wonder": (table(returned=wonders("sphinx")), act.BuildWonder(0, "altar", "sphinx")),
    "not_in_city": (zeus(), act.Destroy(0, "sawmill")),
    "wrong_color": (zeus(), act.Destroy(0, "press")),
    "not_discarded": (mausoleum(), act.Revive(0, "palace")),
    "token_not_there": (pair(), act.TakeProgress(0, "theology", "board")),
    "wrong_layout": (table(), act.LayOut(2, (None,) * 20)),
    "wrong_reveal": (in_row(), act.Reveal(18, "altar")),
    "reveal_covered": (in_row(), act.Reveal(6, "brewery")),
    "reveal_changed": (in_row(), act.Reveal(19, "brewery")),
}
"""A state and a move for each code, with that finding alone."""

ROW = tuple(card.id for card in FACTS.cards)[:20]
MORE: tuple[tuple[rules.State, rules.Move], ...] = (
    (draft_table(), act.LayOut(1, ROW)),
    (play(table(), act.Discard(0, "altar")), act.LayOut(1, (*ROW[:19], None))),
    (table(), act.LayOut(1, ROW[:19])),
    (table(), act.LayOut(1, (*ROW[:19], ROW[0]))),
    (table(), act.LayOut(1, (*ROW[:19], "walls"))),
    (table(discard=ROW[0]), act.LayOut(1, ROW)),
    (table(age=3), act.LayOut(3, (*(card.id for card in FACTS.cards[-4:]), *(None,) * 16))),
    (in_row(), act.Reveal(0, "altar")),
    (in_row(), act.Reveal(25, "brewery")),
    (zeus(), act.Build(1, "arsenal")),
    (play(table(city("academy", coins=20), age=3, left=1), act.Build(0, "study")), act.Discard(1, "palace")),
    (replace(table(), choice="starter"), act.Discard(1, "walls")),
    (table(to_move=1), act.Discard(0, "tavern")),
    (play(draft_table(), act.DraftWonder(0, "sphinx")), act.DraftWonder(0, "piraeus")),
    (zeus(), act.Destroy(1, "quarry")),
    (mausoleum(), act.Revive(1, "tavern")),
    (pair(), act.TakeProgress(1, "law", "board")),
    (pair(), act.TakeProgress(0, "law", "box")),
    (pair(), act.Destroy(0, "quarry")),
    (table(city(own="sphinx piraeus", coins=3)), act.BuildWonder(0, "altar", "sphinx")),
    (table(city(own="sphinx", built="piraeus")), act.BuildWonder(0, "altar", "piraeus")),
    (table(city(coins=2), city("lumber_yard clay_pool"), age=2), act.Build(0, "caravansery")),
    (table(city(coins=2, progress="masonry"), age=3), act.Build(0, "palace")),
    (draft_table(), act.DraftWonder(1, "sphinx")),
    (replace(table(), names=("Anton", "Dmytro")), act.Discard(1, "altar")),
    (replace(table(), names=("Anton", "Dmytro")), act.ChooseStarter(1)),
    (table(age=3, discard=" ".join(PLAIN[:17])), act.Discard(0, PLAIN[17])),
)
"""More of them, some with two findings."""


def words() -> str:
    """Every finding in full."""
    lines = []
    for state, move in (*MIRROR.values(), *MORE):
        lines.append(" ".join(f"{key}={value}" for key, value in rules.dump_move(move).items()))
        for found in rules.judge(state, move):
            legal = f" [right: {' | '.join(english.legal(rules, state, found))}]" if found.legal else ""
            lines.append(
                f"  {found.code}, seat {found.seat}: {english.message(rules, state, found)}{legal} ({found.rule})"
            )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    GOLDEN.write_text(words(), encoding="utf-8")
