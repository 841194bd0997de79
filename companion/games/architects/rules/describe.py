"""A state as plain JSON-able words: what ``check`` lines compare and golden playthroughs print."""

from typing import Any

from companion.games.architects.rules.battle import peace_tokens, shields
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.say import obligations
from companion.games.architects.rules.state import Medals, State, built_stages, deck_size, discarded


def card_counts(state: State, seat: int) -> dict[str, int]:
    """The cards that lie in front of a player, by id, those only that are there."""
    return {card.id: count for card, count in zip(FACTS.cards, state.cities[seat].cards, strict=True) if count}


def stage_status(state: State, seat: int) -> dict[str, bool]:
    """A player's stages from the bottom up: built or not."""
    city = state.cities[seat]
    return {stage.id: bool(city.built >> k & 1) for k, stage in enumerate(state.facts.wonders[city.wonder].stages)}


def describe_seat(state: State, seat: int) -> dict[str, Any]:
    """One player's side of the table."""
    city = state.cities[seat]
    return {
        "wonder": city.wonder,
        "cards": card_counts(state, seat),
        "built": list(built_stages(state.facts, city)),
        "progress": list(city.progress),
        "military": city.military,
        "shields": shields(state, seat),
        "cat": state.cat == seat,
        "deck": deck_size(state, seat),
        **({"medals": list(city.medals), "face_down": state.medals.debts[seat]} if state.medals is not None else {}),
    }


def _medals(medals: Medals) -> dict[str, Any]:
    """The medals on the table: to the left of each seat, and in the centre; ``None`` where one was taken."""
    return {"medals": list(medals.lying[: medals.gaps]), "centre": list(medals.lying[medals.gaps :])}


def describe(state: State) -> dict[str, Any]:
    """The whole table."""
    return {
        "turn": state.number,
        "to_move": None if state.finished else state.to_move,
        "battle": state.battle,
        "peace": peace_tokens(state),
        "cat": state.cat,
        "central": deck_size(state, state.players),
        "discard": discarded(state),
        "face_up": list(state.face_up),
        "stack": state.stack,
        "finished": state.finished,
        "obligations": list(obligations(state)),
        **(_medals(state.medals) if state.medals is not None else {}),
        "seats": [describe_seat(state, seat) for seat in range(state.players)],
    }


def wonders(state: State, seat: int) -> tuple[str, ...]:
    """The wonder before a player: what results are counted by."""
    return (state.wonders[seat],)
