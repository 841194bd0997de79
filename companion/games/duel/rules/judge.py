"""What is irregular about a move now, said so that a player understands it, each with its rule."""

from collections.abc import Callable
from typing import Any

from companion.games.duel.rules import moves as act
from companion.games.duel.rules.draft import available, may_be_unread, offer_fits
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.judge_play import judge_play
from companion.games.duel.rules.possible import possible
from companion.games.duel.rules.resolve import canonical, is_read, is_silent, out_of_turn, place_age
from companion.games.duel.rules.say import card_ids, duty, token_ids, wonder_ids
from companion.games.duel.rules.setup import UNREAD_TOKEN, UNREAD_WONDER
from companion.games.duel.rules.state import UNREAD, State, discarded, unseen_tokens, untaken
from companion.games.duel.rules.structure import can_be, is_face_down, misfit, slot_of, stands
from companion.games.duel.rules.turns import begins_age
from companion.games.vocabulary import Finding, Line, line, lines_of


def judge(state: State, move: act.Move) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal, or may be where nobody knows whose turn it is."""
    return min((_judge(way, move) for way in possible(state)), key=len)


def _judge(state: State, move: act.Move) -> tuple[Finding, ...]:
    seat = getattr(move, "seat", None)
    if seat not in (None, 0, 1):
        return (finding("no_such_seat", number=seat),)
    if is_silent(state, move):
        return ()
    if state.finished and not is_read(state, move):
        return (finding("game_over", seat),)
    return _JUDGED[type(move)](state, move)


def _offer(state: State, move: act.Offer) -> tuple[Finding, ...]:
    """Section "Wonder draft"."""
    if offer_fits(state, move):
        return ()
    return (finding("wrong_offer", wonders=move.offer),)


def _layout(state: State, move: act.LayOut) -> tuple[Finding, ...]:
    """Section "Preparing the structure"."""
    state, found = place_age(state)
    wrong, table = misfit(state, move), FACTS.table
    if not wrong:
        return found
    params = {"age": move.age, "now": state.age, "slots": table.cards_per_age, "guilds": table.guilds}
    return (*found, finding(f"wrong_layout/{wrong}", **params))


def _reveal(state: State, move: act.Reveal) -> tuple[Finding, ...]:
    """Section "A turn": newly free cards are turned up. Where the layout is not known, nothing is said about it."""
    slot, card = move.reveal, FACTS.index[move.card]
    if not state.laid or slot_of(state, card) == slot:
        return ()
    if not stands(state, slot):
        return (finding("wrong_reveal/no_card", slot=slot, card=move.card),)
    if not can_be(state, slot, card):
        return (finding("wrong_reveal/elsewhere", slot=slot, card=move.card),)
    before = state.laid[slot]
    if before != UNREAD:
        return (finding("reveal_changed", slot=slot, card=move.card, before=FACTS.cards[before].id),)
    if is_face_down(state, slot):
        return (finding("reveal_covered", slot=slot, card=move.card),)
    return ()


def _draft(state: State, move: act.DraftWonder) -> tuple[Finding, ...]:
    """Section "Wonder draft"."""
    open_now = available(state)
    right = lines_of("wonder", wonder_ids(open_now))
    if state.age > 0:
        return (finding("draft_over", move.seat, wonder=move.wonder),)
    unread = move.wonder == UNREAD_WONDER
    if not unread and not untaken(state) >> FACTS.wonder_index[move.wonder] & 1:
        return (finding("wonder_taken", move.seat, right, wonder=move.wonder),)
    found: list[Finding] = []
    if move.seat != state.to_move:
        found.append(out_of_turn(state, move.seat))
    if not (may_be_unread(state) if unread else move.wonder in wonder_ids(open_now)):
        found.append(finding("wonder_not_offered", move.seat, right, wonder=move.wonder))
    return tuple(found)


def _starter(state: State, move: act.ChooseStarter) -> tuple[Finding, ...]:
    """Section "End of an age": the weaker player may choose either; else it is settled who begins."""
    state, found = place_age(state)
    if state.choice == "starter" or (begins_age(state) and move.seat == state.to_move):
        return found
    if begins_age(state):
        right = (line("starter", other=state.to_move),)
        return (*found, finding("wrong_starter", move.seat, right, other=state.to_move))
    return (*found, finding("no_starter_now", move.seat))


def _revive(state: State, move: act.Revive) -> tuple[Finding, ...]:
    """Section "Wonders": the Mausoleum."""
    card = FACTS.index[move.card]
    found = _due(state, move.seat, ("revive",), line("no_choice/revive", card=move.card))
    there = discarded(state)
    if not there >> card & 1:
        found = (*found, finding("not_discarded", move.seat, lines_of("card", card_ids(there)), card=move.card))
    return found


def _due(state: State, seat: int, choices: tuple[str, ...], otherwise: Line) -> tuple[Finding, ...]:
    """Whether one of these choices is this seat's to make now; ``otherwise``: what was done without one."""
    if state.choice not in choices:
        return (finding(otherwise.code, seat, (duty(state),), **otherwise.params),)
    if seat != state.to_move:
        return (out_of_turn(state, seat),)
    return ()


def _progress(state: State, move: act.TakeProgress) -> tuple[Finding, ...]:
    """Section "Science and progress"; section "Wonders", the Great Library."""
    source = canonical(state, move).source or "board"
    found = _due(state, move.seat, (source,), line(f"no_choice/{source}", token=move.token))
    there = tokens_in(state, source)
    if not (may_be_untold(state, move, source) if move.token == UNREAD_TOKEN else move.token in token_ids(there)):
        right = lines_of("token", token_ids(there))
        found = (*found, finding(f"token_not_there/{source}", move.seat, right, token=move.token))
    return found


def tokens_in(state: State, source: str) -> int:
    """The tokens that can be taken from the board, or from those set aside; an unread one may be either."""
    if source == "board":
        return state.board | (unseen_tokens(state) if state.unread > 0 else 0)
    return unseen_tokens(state)


def may_be_untold(state: State, move: act.TakeProgress, source: str) -> bool:
    """Whether a token that nobody has read can be taken: of the box, an unread one, or of several one."""
    if move.among is None:
        return source == "box" or state.unread > 0
    return len(move.among) > 1 and set(move.among) <= set(token_ids(tokens_in(state, source)))


def _destroy(state: State, move: act.Destroy) -> tuple[Finding, ...]:
    """Section "Wonders": Circus Maximus and the Statue of Zeus."""
    card = FACTS.index[move.card]
    found = _due(state, move.seat, ("brown", "grey"), line("no_choice/destroy", card=move.card))
    theirs = state.cities[1 - move.seat].cards
    wanted = FACTS.colors.get(state.choice, 0)
    right = lines_of("card", card_ids(theirs & wanted))
    if not theirs >> card & 1:
        return (*found, finding("not_in_city", move.seat, right, card=move.card))
    if wanted and not wanted >> card & 1:
        found = (*found, finding("wrong_color", move.seat, right, card=move.card, color=state.choice))
    return found


_JUDGED: dict[type, Callable[[State, Any], tuple[Finding, ...]]] = {
    **dict.fromkeys((act.Build, act.Discard, act.BuildWonder), judge_play),
    act.Offer: _offer,
    act.LayOut: _layout,
    act.Reveal: _reveal,
    act.DraftWonder: _draft,
    act.ChooseStarter: _starter,
    act.TakeProgress: _progress,
    act.Destroy: _destroy,
    act.Revive: _revive,
}
