"""What is irregular about a move or a table, as findings."""

from typing import Final

from companion.games.vocabulary import Finding, Irregularity, Line, line
from pebbles.rules.pieces import CARDS, PILES
from pebbles.rules.state import PLACE, State, Take, unseen

CATALOGUE: Final[dict[str, Irregularity]] = {
    "game_over": Irregularity("End of the game", "The last card has been taken; what is done now does not count."),
    "out_of_turn": Irregularity("Your turn", "Somebody took a card who was not to move."),
    "pile_empty": Irregularity("Your turn", "A card came from a pile that is empty."),
    "card_gone": Irregularity("The box", "The box has no card of this face left."),
}


def judge(state: State, move: Take) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal."""
    if state.to_move is None:
        return (_finding("game_over", move),)
    found = [_finding("out_of_turn", move)] if move.seat != state.to_move else []
    if state.piles[PILES.index(move.source)] <= 0:
        found.append(_finding("pile_empty", move))
    if unseen(state)[PLACE[move.card]] <= 0:
        found.append(_finding("card_gone", move))
    return tuple(found)


def status(state: State) -> frozenset[Finding]:
    """Cards of which more lie on the table than the box holds."""
    over = [card for card, left in zip(CARDS, unseen(state), strict=True) if left < 0]
    return frozenset(Finding("card_gone", CATALOGUE["card_gone"].rule, params={"card": card}) for card in over)


def obligations(state: State) -> tuple[Line, ...]:
    """A turn is one card."""
    return () if state.finished else (line("take"),)


def _finding(code: str, move: Take) -> Finding:
    return Finding(code, CATALOGUE[code].rule, move.seat, params={"card": move.card, "source": move.source})
