"""What is irregular about a move now, said so that a player understands it, each with its rule."""

from collections.abc import Callable
from typing import Any

from companion.games.duel.rules.draft import available, offer_fits
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.judge_play import judge_play
from companion.games.duel.rules.moves import (
    Build,
    BuildWonder,
    ChooseStarter,
    Destroy,
    Discard,
    DraftWonder,
    LayOut,
    Move,
    Offer,
    Reveal,
    Revive,
    TakeProgress,
)
from companion.games.duel.rules.resolve import canonical, is_silent, place_age
from companion.games.duel.rules.say import card_ids, card_name, duties, player, token_ids, wonder_ids
from companion.games.duel.rules.state import UNREAD, State, unseen_tokens
from companion.games.duel.rules.structure import can_be, is_face_down, misfit, slot_of, stands
from companion.games.duel.rules.turns import begins_age
from companion.games.vocabulary import Finding


def judge(state: State, move: Move) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal."""
    seat = getattr(move, "seat", None)
    if seat not in (None, 0, 1):
        return (finding("no_such_seat", f"There is no seat {seat} at this table of 2."),)
    if is_silent(state, move):
        return ()
    if state.finished:
        return (finding("game_over", "The game is over: this does not count.", seat),)
    return _JUDGED[type(move)](state, move)


def _offer(state: State, move: Offer) -> tuple[Finding, ...]:
    """Section "Wonder draft"."""
    if offer_fits(state, move):
        return ()
    return (finding("wrong_offer", f"{', '.join(move.offer)} cannot be laid out to choose from now."),)


def _layout(state: State, move: LayOut) -> tuple[Finding, ...]:
    """Section "Preparing the structure"."""
    state, found = place_age(state)
    reason = misfit(state, move)
    if not reason:
        return found
    return (*found, finding("wrong_layout", f"This cannot be the structure of age {move.age}: {reason}."))


def _reveal(state: State, move: Reveal) -> tuple[Finding, ...]:
    """Section "A turn": newly free cards are turned up. Where the layout is not known, nothing is said about it."""
    slot, card = move.reveal, FACTS.index[move.card]
    name = card_name(card)
    if not state.laid or slot_of(state, card) == slot:
        return ()
    if not stands(state, slot):
        return (finding("wrong_reveal", f"No card stands in slot {slot}, where {name} was turned up."),)
    if not can_be(state, slot, card):
        return (finding("wrong_reveal", f"{name} cannot lie in slot {slot}."),)
    before = state.laid[slot]
    if before != UNREAD:
        message = f"Slot {slot} shows {name}, but {card_name(before)} was read there before."
        return (finding("reveal_changed", message),)
    if is_face_down(state, slot):
        return (finding("reveal_covered", f"{name} in slot {slot} was turned up although another card lies on it."),)
    return ()


def _draft(state: State, move: DraftWonder) -> tuple[Finding, ...]:
    """Section "Wonder draft"."""
    wonder = FACTS.wonder_index[move.wonder]
    name, open_now = FACTS.wonders[wonder].name, available(state)
    if state.age > 0:
        return (finding("draft_over", f"{name} was chosen, but the wonders are chosen already.", move.seat),)
    taken = state.cities[0].wonders | state.cities[1].wonders
    if taken >> wonder & 1:
        return (finding("wonder_taken", f"{name} is taken already.", move.seat, wonder_ids(open_now)),)
    found: list[Finding] = []
    if move.seat != state.to_move:
        found.append(_out_of_turn(state, move.seat))
    if not open_now >> wonder & 1:
        message = f"{name} is not among the wonders on offer."
        found.append(finding("wonder_not_offered", message, move.seat, wonder_ids(open_now)))
    return tuple(found)


def _out_of_turn(state: State, seat: int) -> Finding:
    message = f"{player(state, seat)} acted, but it is {player(state, state.to_move)}'s turn."
    return finding("out_of_turn", message, seat, duties(state))


def _starter(state: State, move: ChooseStarter) -> tuple[Finding, ...]:
    """Section "End of an age": the weaker player may choose either; else it is settled who begins."""
    state, found = place_age(state)
    if state.choice == "starter" or (begins_age(state) and move.seat == state.to_move):
        return found
    if begins_age(state):
        message = f"{player(state, state.to_move)} begins this age, not {player(state, move.seat)}."
        return (
            *found,
            finding("wrong_starter", message, move.seat, (f"seat {state.to_move}",)),
        )
    return (
        *found,
        finding("no_starter_now", "Who begins an age is settled before its first card.", move.seat),
    )


def _revive(state: State, move: Revive) -> tuple[Finding, ...]:
    """Section "Wonders": the Mausoleum."""
    card = FACTS.index[move.card]
    found = _due(state, move.seat, ("revive",), f"{card_name(card)} was built from the discard pile")
    if not state.discard >> card & 1:
        message = f"{card_name(card)} is not in the discard pile."
        found = (*found, finding("not_discarded", message, move.seat, card_ids(state.discard)))
    return found


def _due(state: State, seat: int, choices: tuple[str, ...], what: str) -> tuple[Finding, ...]:
    """Whether one of these choices is this seat's to make now."""
    if state.choice not in choices:
        return (finding("no_choice", f"{what}, but nothing gives that now.", seat, duties(state)),)
    if seat != state.to_move:
        return (_out_of_turn(state, seat),)
    return ()


def _progress(state: State, move: TakeProgress) -> tuple[Finding, ...]:
    """Section "Science and progress"; section "Wonders", the Great Library."""
    token, source = FACTS.token_index[move.token], canonical(state, move).source or "board"
    name = FACTS.tokens[token].name
    found = _due(state, move.seat, (source,), f"{name} was taken from the {source}")
    there = tokens_in(state, source)
    if not there >> token & 1:
        where = "on the board" if source == "board" else "among the tokens set aside"
        found = (*found, finding("token_not_there", f"{name} is not {where}.", move.seat, token_ids(there)))
    return found


def tokens_in(state: State, source: str) -> int:
    """The tokens that can be taken from the board, or from those set aside; an unread one may be either."""
    if source == "board":
        return state.board | (unseen_tokens(state) if state.unread > 0 else 0)
    return unseen_tokens(state)


def _destroy(state: State, move: Destroy) -> tuple[Finding, ...]:
    """Section "Wonders": Circus Maximus and the Statue of Zeus."""
    card = FACTS.index[move.card]
    name = card_name(card)
    found = _due(state, move.seat, ("brown", "grey"), f"{name} was destroyed")
    theirs = state.cities[1 - move.seat].cards
    wanted = FACTS.colors.get(state.choice, 0)
    if not theirs >> card & 1:
        return (
            *found,
            finding("not_in_city", f"{name} is not in the opponent's city.", move.seat, card_ids(theirs & wanted)),
        )
    if wanted and not wanted >> card & 1:
        message = f"{name} is not {state.choice}."
        found = (*found, finding("wrong_color", message, move.seat, card_ids(theirs & wanted)))
    return found


_JUDGED: dict[type, Callable[[State, Any], tuple[Finding, ...]]] = {
    **dict.fromkeys((Build, Discard, BuildWonder), judge_play),
    Offer: _offer,
    LayOut: _layout,
    Reveal: _reveal,
    DraftWonder: _draft,
    ChooseStarter: _starter,
    TakeProgress: _progress,
    Destroy: _destroy,
    Revive: _revive,
}
