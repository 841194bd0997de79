"""Mistakes that people plausibly make now, as moves: unlikely readings of what a camera sees."""

from msgspec.structs import replace

from companion.games.architects.rules.expansion import TOKEN_ORDER, TOKENS
from companion.games.architects.rules.facts import RESOURCES
from companion.games.architects.rules.goals import within_reach
from companion.games.architects.rules.judge import judge
from companion.games.architects.rules.legal import legal, takes_from
from companion.games.architects.rules.medals import late, unread_may_meet
from companion.games.architects.rules.moves import BuildStage, EndTurn, Move, TakeCard, TakeMedal, TakeProgress
from companion.games.architects.rules.options import (
    ECONOMY,
    ENGINEERING,
    OWN_SOURCES,
    compulsory,
    filled,
    must_turn_in,
    payments_with_unread,
    sources,
    unread_payment,
    unread_set,
    unread_sets,
)
from companion.games.architects.rules.payments import payments
from companion.games.architects.rules.resolve import canonical, place_move, reopened
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import NEW_TURN, State, next_seat, previous_seat, reachable


def irregular(state: State) -> tuple[Move, ...]:
    """Plausible irregular moves: out of turn, from a wrong holder, one card too many, something forgotten.

    After the end: a card that may have been the last turn's.

    Disjoint from ``legal``; each has findings, or is a card that only a token which nobody has read gives. A couple of
    hundred at most.
    """
    if state.finished:
        return _given_at_the_end(state)
    moves: list[Move] = []
    moves += _takes_by_others(state)
    moves += _wrong_takes(state)
    moves += _wrong_builds(state, state.to_move)
    moves += _wrong_medals(state)
    if state.turn.opened:
        moves += [EndTurn(state.to_move)] if compulsory(state) else []
    elif state.number > 1:
        moves += _late(state, previous_seat(state))
    legal_moves = set(legal(state))
    moves = [_with_its_cause(state, move) for move in moves if move not in legal_moves]
    return tuple(move for move in dict.fromkeys(moves) if judge(state, move) or _is_unread_given(move))


def unread_may_allow(state: State, move: Move) -> bool:
    """Whether a piece that nobody has read may be why a move is right which seems to be a mistake.

    One more card is right only by a token that answers to what a card is.
    """
    if isinstance(move, TakeMedal):
        return unread_may_meet(state, move)
    if not isinstance(move, TakeCard) or move.seat != state.to_move or not state.turn.opened:
        return True
    tokens = set(state.cities[move.seat].progress) - set(state.turn.used)
    return any(token == UNREAD or TOKENS[token].on_cards for token in tokens)


def _with_its_cause(state: State, move: Move) -> Move:
    """The same, and that a token which nobody has read may have given it."""
    if not isinstance(move, TakeCard) or UNREAD not in state.cities[move.seat].progress:
        return move
    told = canonical(place_move(state, move)[0], move)
    return told if _is_unread_given(told) else move


def _given_at_the_end(state: State) -> tuple[Move, ...]:
    """The cards that a token which nobody has read may have given in the last turn, which had ended without."""
    again = reopened(state)
    own = sources(again, again.to_move, OWN_SOURCES) if again is not None else ()
    return tuple(move for name, deck in own for move in takes_from(state, state.to_move, name, deck, UNREAD))


def _is_unread_given(move: Move) -> bool:
    return isinstance(move, TakeCard) and move.because == UNREAD


def _takes_by_others(state: State) -> list[Move]:
    """The next player begins too early, or the last one takes once more."""
    seats = {next_seat(state), previous_seat(state)} - {state.to_move}
    return [
        move
        for seat in sorted(seats)
        for name, deck in sources(state, seat, OWN_SOURCES)
        for move in takes_from(state, seat, name, deck)
    ]


def _wrong_takes(state: State) -> list[Move]:
    """The player to move takes from a holder that is not theirs, or takes once more."""
    seat = state.to_move
    if state.turn.opened:
        own = sources(state, seat)
        return [move for name, deck in own for move in takes_from(state, seat, name, deck)]
    near = {seat, (seat - 1) % state.players}
    return [
        move
        for deck in range(state.players)
        if deck not in near and filled(state, deck)
        for move in takes_from(state, seat, f"holder:{deck}", deck)
    ]


def _wrong_builds(state: State, seat: int) -> list[Move]:
    """A coin where a grey card lay, a stage before the one below it, or what a token that nobody has read may allow."""
    city = state.cities[seat]
    unread = UNREAD in city.progress
    economy, engineering = (unread and state.hidden[TOKEN_ORDER[token]] > 0 for token in (ECONOMY, ENGINEERING))
    purse = city.cards[: RESOURCES + 1]
    facts = state.facts
    open_stages = [stage for _, stage in reachable(facts, city)]
    if not state.turn.opened and seat == state.to_move:
        open_stages = []
    raised = replace(city, built=_with_reachable(city.built, reachable(facts, city)))
    above = [stage for _, stage in reachable(facts, raised)]
    given = tuple(token for token, may_be in ((ECONOMY, economy), (ENGINEERING, engineering)) if may_be)
    beside_unread: list[Move] = [
        BuildStage(seat, stage.id, spent)
        for stage in (open_stages if given else ())
        for spent in payments_with_unread(state, seat, stage, state.turn, given)
    ]
    return beside_unread + [
        BuildStage(seat, stage.id, way.spent)
        for stage in open_stages + (above if state.turn.opened else [])
        for way in payments(
            purse,
            stage.count,
            stage.kind,
            strict=stage not in open_stages,
            economy=economy,
            engineering=engineering,
        )
    ]


def _wrong_medals(state: State) -> list[Move]:
    """A medal whose goal is not met, or one that was forgotten in a turn that has passed."""
    medals = state.medals
    if medals is None:
        return []
    seat = state.to_move
    known = [(where, medals.lying[place]) for where, place in within_reach(medals, seat)]
    return [*(TakeMedal(seat, name, where) for where, name in known if name not in (None, UNREAD)), *late(state)]


def _with_reachable(built: int, stages: tuple[tuple[int, object], ...]) -> int:
    for k, _ in stages:
        built |= 1 << k
    return built


def _late(state: State, seat: int) -> list[Move]:
    """What the player whose turn has just ended forgot to do."""
    known = sorted(set(state.face_up) - {UNREAD})
    hidden = [token for token, place in TOKEN_ORDER.items() if state.hidden[place] > 0]
    late: list[Move] = [*_wrong_builds(state, seat)]
    # With a card that nobody has read the turn may not have ended: what is paid with it is known later.
    raised = [stage for _, stage in reachable(state.facts, state.cities[seat])]
    late += [BuildStage(seat, stage.id, ()) for stage in raised if unread_payment(state, seat, stage, NEW_TURN)]
    unknown = [()] if unread_set(state.cities[seat]) is not None else []
    for way in [*must_turn_in(state, seat), *unknown, *unread_sets(state.cities[seat])]:
        late += [TakeProgress(seat, token, "face_up", way) for token in known]
        late += [TakeProgress(seat, token, "stack", way) for token in hidden if state.stack]
    return late
