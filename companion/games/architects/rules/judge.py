"""What is irregular about a move now, said so that a player understands it, each with its rule."""

from companion.games.architects.rules import moves as act
from companion.games.architects.rules.expansion import TOKEN_ORDER
from companion.games.architects.rules.facts import FACTS, RESOURCES, Stage
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.judge_medals import judge_medal, judge_read, judge_turn_up
from companion.games.architects.rules.options import (
    ECONOMY,
    ENGINEERING,
    OWN_SOURCES,
    can_take_progress,
    compulsory,
    effect_sources,
    exchanged,
    may_use,
    optional,
    owes_actions,
    payments_with_unread,
    sources,
    stage_payments,
    unread_gives,
    unread_payment,
    unread_set,
    unread_sets,
)
from companion.games.architects.rules.payments import could_add, count_cards, fits, science_sets
from companion.games.architects.rules.resolve import canonical, is_silent, place_move, unfinished
from companion.games.architects.rules.say import decks, obligations, payments, stages, tokens
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import (
    NEW_TURN,
    City,
    State,
    Turn,
    city_of,
    deck_of,
    deck_size,
    has_built,
    reachable,
)
from companion.games.vocabulary import Finding, Line, Param

NO_TOKEN = "none"  # noqa: S105 - a progress token's name
"""The ``token`` of a science set that is discarded for nothing (house rule progress_exhausted_policy)."""


def judge(state: State, move: act.Move) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal."""
    if is_silent(state, move):
        return ()
    if isinstance(move, act.RevealProgress | act.RevealMedal):
        return _reveal(state, move) if isinstance(move, act.RevealProgress) else judge_read(state, move)
    if not 0 <= move.seat < len(state.cities):
        return (finding("no_such_seat", number=move.seat, players=len(state.cities)),)
    placed, found = place_move(state, move)
    if placed.finished:
        return (*found, finding("game_over", move.seat))
    return found + _judge_in_turn(placed, canonical(placed, move), surplus=bool(found))


def _judge_in_turn(state: State, move: act.PlayersMove, *, surplus: bool) -> tuple[Finding, ...]:
    if isinstance(move, act.TakeMedal):
        return judge_medal(state, move)
    over = _after_the_battle(state, move)
    if isinstance(move, act.TurnUp):
        return over + judge_turn_up(state, move)
    return over + _judge_action(state, move, surplus=surplus)


def _after_the_battle(state: State, move: act.PlayersMove) -> tuple[Finding, ...]:
    """With the battle fought the turn's actions are over; only medals are still taken (Battle)."""
    if not state.turn.over or isinstance(move, act.EndTurn) or move.seat != state.to_move:
        return ()
    return (finding("after_the_battle", move.seat, obligations(state)),)


def _judge_action(state: State, move: act.PlayersMove, *, surplus: bool) -> tuple[Finding, ...]:
    if isinstance(move, act.TakeCard):
        return _take(state, move, surplus=surplus)
    if isinstance(move, act.BuildStage):
        return _build(state, move)
    if isinstance(move, act.TakeProgress):
        return _progress(state, move)
    assert isinstance(move, act.EndTurn)
    return _end(state, move, surplus=surplus)


def _take(state: State, move: act.TakeCard, *, surplus: bool) -> tuple[Finding, ...]:
    victim = city_of(state, move.source)
    if victim is not None:
        return _take_from_city(state, move, victim, surplus=surplus)
    deck = deck_of(state, move.seat, move.source)
    if deck is None:
        return (finding("wrong_deck/none", move.seat, source=move.source),)
    found = () if surplus else _entitlement(state, move)
    allowed = _allowed_sources(state, move)
    if move.source not in allowed and not found:
        found = (finding("wrong_deck", move.seat, decks(allowed), source=move.source, sources=allowed),)
    return found + _in_deck(state, move, deck)


def _take_from_city(state: State, move: act.TakeCard, victim: int, *, surplus: bool) -> tuple[Finding, ...]:
    """Section "Effects of the wonders: Rome"."""
    if state.medals is None or victim == move.seat:
        return (finding("wrong_deck/closed", move.seat, decks(OWN_SOURCES), source=move.source),)
    if move.card == UNREAD or state.cities[victim].cards[FACTS.index[move.card]] <= 0:
        return (finding("card_not_there/city", move.seat, card=move.card, number=victim),)
    found = () if surplus else _entitlement(state, move)
    if not found and move.source not in _allowed_sources(state, move):
        found = (finding("wrong_deck/rome", move.seat, source=move.source),)
    return found


def _in_deck(state: State, move: act.TakeCard, deck: int) -> tuple[Finding, ...]:
    if deck_size(state, deck) == 0:
        return (finding("deck_empty", move.seat, source=move.source),)
    if move.card != UNREAD and state.decks[deck][FACTS.index[move.card]] <= 0:
        return (finding("card_not_in_deck", move.seat, card=move.card, source=move.source),)
    return ()


def _allowed_sources(state: State, move: act.TakeCard) -> tuple[str, ...]:
    effect = effect_key(state, move)
    if effect is not None:
        return tuple(name for name, _ in effect_sources(state, move.seat, effect))
    return OWN_SOURCES


def effect_key(state: State, move: act.TakeCard) -> str | None:
    """Which effect owed by a wonder this card uses up, as named in ``Turn.effects``; ``None``: none."""
    if move.because is None or move.seat != state.to_move:
        return None
    if move.because == "olympia":
        key = f"olympia_{move.source}"
        if key not in state.turn.effects:
            key = next((effect for effect in state.turn.effects if effect.startswith("olympia")), key)
    else:
        key = move.because
    exchange = key == "alexandria" and move.source not in OWN_SOURCES and exchanged(state.turn)
    return key if key in state.turn.effects or exchange else None


def _entitlement(state: State, move: act.TakeCard) -> tuple[Finding, ...]:
    """Whether this player may take a card at all, and for the reason that is named."""
    because, turn = move.because, state.turn
    if not turn.opened:
        if because is None:
            return ()
        return (finding("wrong_reason/first_card", move.seat, reason=because),)
    if because is None:
        return (finding("extra_card", move.seat, obligations(state)),)
    if because in turn.ready or effect_key(state, move) is not None:
        return ()
    if because == UNREAD and unread_gives(state, move.seat):
        return ()
    return (finding("wrong_reason", move.seat, tokens(turn.ready), reason=because),)


def _take_first(state: State, seat: int) -> tuple[Finding, ...]:
    if seat != state.to_move or state.turn.opened:
        return ()
    return (finding("take_first", seat, obligations(state)),)


def _build(state: State, move: act.BuildStage) -> tuple[Finding, ...]:
    city = state.cities[move.seat]
    own = {stage.id: k for k, stage in enumerate(state.facts.wonders[city.wonder].stages)}
    if move.stage not in own:
        return (finding("wrong_wonder", move.seat, stages(own), stage=move.stage),)
    if has_built(city, own[move.stage]):
        return (finding("already_built", move.seat, stage=move.stage),)
    found = _take_first(state, move.seat)
    open_stages = [stage.id for _, stage in reachable(state.facts, city)]
    if move.stage not in open_stages:
        found += (finding("stage_not_reachable", move.seat, stages(open_stages), stage=move.stage),)
    return found + _payment(state, move, state.facts.stages[move.stage])


def _payment(state: State, move: act.BuildStage, stage: Stage) -> tuple[Finding, ...]:
    seat = move.seat
    turn = state.turn if seat == state.to_move else NEW_TURN
    ways = stage_payments(state, seat, stage, turn)
    unread = None if move.spent else unread_payment(state, seat, stage, turn)
    if (
        unread
        or move.spent in payments_with_unread(state, seat, stage, turn)
        or any(way.spent == move.spent for way in ways)
    ):
        return ()
    legal = payments(way.spent for way in ways)
    if not move.spent and len(ways) > 1:
        return (finding("payment_unknown", seat, legal, stage=stage.id),)
    return _paid_wrongly(state, move, stage, legal)


def _paid_wrongly(state: State, move: act.BuildStage, stage: Stage, legal: tuple[Line, ...]) -> tuple[Finding, ...]:
    """Why a payment that is none of the ``legal`` ones is not allowed."""
    seat, city = move.seat, state.cities[move.seat]
    turn = state.turn if seat == state.to_move else NEW_TURN
    told: dict[str, Param] = {"stage": stage.id, "count": stage.count, "kind": stage.kind, "cards": move.spent}
    if UNREAD in move.spent and (needed := _needed_beside_unread(state, move, stage, turn)):
        return (finding("wrong_payment/token", seat, legal, token=needed, **told),)
    if not _lie_there(city, move.spent):
        return (finding("card_not_there", seat, legal, cards=move.spent),)
    spent = count_cards(move.spent)
    coins, size = spent[RESOURCES], sum(spent[: RESOURCES + 1])
    doubled = size == stage.count - 1 and coins > 0
    if size != sum(spent) or not (size == stage.count or doubled):
        return (finding("wrong_payment", seat, legal, **told),)
    special = not fits(spent, stage.kind)
    city_uses = {ENGINEERING: special, ECONOMY: doubled}
    missing = tuple(token for token, needed in city_uses.items() if needed and not may_use(city, turn, token))
    if missing:
        used = missing[0] in city.progress or missing == (ECONOMY,)
        key = "token_spent" if used else "wrong_payment/token"
        return (finding(key, seat, legal, token=missing[0], **told),)
    assert could_add(city.cards[: RESOURCES + 1], spent[: RESOURCES + 1], stage.count, stage.kind, engineering=special)
    return (finding("coin_not_missing", seat, legal),)


def _needed_beside_unread(state: State, move: act.BuildStage, stage: Stage, turn: Turn) -> str | None:
    """The token by which a payment with cards that nobody has read would be allowed; ``None``: by none."""
    tokens = (ECONOMY, ENGINEERING)
    allowed = (payments_with_unread(state, move.seat, stage, turn, (token,)) for token in tokens)
    return next((token for token, paid in zip(tokens, allowed, strict=True) if move.spent in paid), None)


def _progress(state: State, move: act.TakeProgress) -> tuple[Finding, ...]:
    return _take_first(state, move.seat) + _set(state, move) + _token(state, move)


def _lie_there(city: City, spent: tuple[str, ...]) -> bool:
    """Whether all of these cards lie in a city, each by its name."""
    return UNREAD not in spent and all(n <= have for n, have in zip(count_cards(spent), city.cards, strict=True))


def _set(state: State, move: act.TakeProgress) -> tuple[Finding, ...]:
    """Whether what is turned in (or Babylon's effect) buys a token."""
    sets = science_sets(state.cities[move.seat].cards)
    legal = payments(sets)
    if not move.spent:
        free = "babylon" in state.turn.effects and move.seat == state.to_move
        if free or unread_set(state.cities[move.seat]) is not None:
            return ()
        if len(sets) > 1:
            return (finding("payment_unknown/set", move.seat, legal),)
        return (finding("no_science_set", move.seat),)
    city = state.cities[move.seat]
    if move.spent in sets or move.spent in unread_sets(city):
        return ()
    if not _lie_there(city, move.spent):
        return (finding("card_not_there", move.seat, legal, cards=move.spent),)
    return (finding("wrong_set", move.seat, legal, cards=move.spent),)


def _token(state: State, move: act.TakeProgress) -> tuple[Finding, ...]:
    """Whether this token can have been taken from there."""
    seat, token = move.seat, move.token
    if token == NO_TOKEN:
        allowed = state.rules.progress_exhausted_policy == "discard_anyway" and not can_take_progress(state)
        return () if allowed and move.spent else (finding("nothing_taken", seat),)
    unseen = any(count > 0 for count in state.hidden) if token == UNREAD else state.hidden[TOKEN_ORDER[token]] > 0
    if move.source == "stack":
        if state.stack == 0:
            return (finding("stack_empty", seat, tokens(state.face_up)),)
        return () if unseen else (finding("token_not_in_stack", seat, token=token),)
    if move.among is not None:
        lying = [_may_lie_open(state, one) for one in move.among]
        gone = [one for one, there in zip(move.among, lying, strict=True) if not there]
        open_there = (
            token == UNREAD and len(move.among) > 1 and any(lying) and all(_was_taken(state, one) for one in gone)
        )
    else:
        open_there = (token in state.face_up and token != UNREAD) or (UNREAD in state.face_up and unseen)
    return () if open_there else (finding("token_not_face_up", seat, tokens(state.face_up), token=token),)


def _may_lie_open(state: State, token: str) -> bool:
    """Whether this token lies open, or may be one of those that do and that nobody has read."""
    return token in state.face_up or (UNREAD in state.face_up and state.hidden[TOKEN_ORDER[token]] > 0)


def _was_taken(state: State, token: str) -> bool:
    """Whether it is known by now that somebody has this token."""
    return any(token in city.progress for city in state.cities)


def _reveal(state: State, move: act.RevealProgress) -> tuple[Finding, ...]:
    if UNREAD not in state.face_up:
        return (finding("nothing_to_reveal", None, tokens(state.face_up)),)
    if state.hidden[TOKEN_ORDER[move.token]] <= 0:
        return (finding("token_not_in_stack/turned_up", token=move.token),)
    return ()


def _end(state: State, move: act.EndTurn, *, surplus: bool) -> tuple[Finding, ...]:
    if surplus or (not compulsory(state) and optional(state)):
        return ()
    if state.medals is not None and (state.turn.over or not owes_actions(state)):
        return unfinished(state)
    legal = obligations(state)
    if not state.turn.opened and sources(state, move.seat):
        return (finding("take_first/ended", move.seat, legal),)
    return (finding("turn_not_finished", move.seat, legal, due=legal),)
