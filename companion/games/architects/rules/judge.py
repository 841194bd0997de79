"""What is irregular about a move now, said so that a player understands it, each with its rule."""

from companion.games.architects.rules.expansion import TOKEN_ORDER
from companion.games.architects.rules.facts import FACTS, RESOURCES, Stage
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.judge_medals import judge_medal, judge_read, judge_turn_up
from companion.games.architects.rules.moves import (
    NOBODYS,
    BuildStage,
    EndTurn,
    Move,
    RevealMedal,
    RevealProgress,
    TakeCard,
    TakeMedal,
    TakeProgress,
    TurnUp,
)
from companion.games.architects.rules.options import (
    ECONOMY,
    ENGINEERING,
    OWN_SOURCES,
    can_take_progress,
    compulsory,
    effect_sources,
    may_use,
    optional,
    owes_actions,
    sources,
    stage_payments,
)
from companion.games.architects.rules.payments import could_add, count_cards, fits, science_sets
from companion.games.architects.rules.resolve import canonical, is_silent, place_move, unfinished
from companion.games.architects.rules.say import card_name, cost_words, duties, player, source_words
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import NEW_TURN, State, city_of, deck_of, deck_size, has_built, reachable
from companion.games.vocabulary import Finding

NO_TOKEN = "none"  # noqa: S105 - a progress token's name
"""The ``token`` of a science set that is discarded for nothing (house rule progress_exhausted_policy)."""


def judge(state: State, move: Move) -> tuple[Finding, ...]:
    """What is irregular about this move now; empty: it is legal."""
    if is_silent(state, move):
        return ()
    if not isinstance(move, NOBODYS) and not 0 <= move.seat < len(state.cities):
        return (finding("no_such_seat", f"There is no seat {move.seat} at this table of {len(state.cities)}."),)
    if state.finished:
        return (_game_over(move),)
    placed, found = place_move(state, move)
    if placed.finished:
        return (*found, _game_over(move))
    return found + _judge_in_turn(placed, canonical(placed, move), surplus=bool(found))


def _game_over(move: Move) -> Finding:
    seat = None if isinstance(move, NOBODYS) else move.seat
    return finding("game_over", "The game is over: this does not count.", seat)


def _judge_in_turn(state: State, move: Move, *, surplus: bool) -> tuple[Finding, ...]:
    if isinstance(move, TakeMedal):
        return judge_medal(state, move)
    if isinstance(move, RevealMedal):
        return judge_read(state, move)
    over = _after_the_battle(state, move)
    if isinstance(move, TurnUp):
        return over + judge_turn_up(state, move)
    return over + _judge_action(state, move, surplus=surplus)


def _after_the_battle(state: State, move: Move) -> tuple[Finding, ...]:
    """With the battle fought the turn's actions are over; only medals are still taken (Battle)."""
    if not state.turn.over or isinstance(move, (*NOBODYS, EndTurn)) or move.seat != state.to_move:
        return ()
    message = f"{player(state, move.seat)} has fought the battle at the end of the turn: only medals are taken now."
    return (finding("after_the_battle", message, move.seat, duties(state)),)


def _judge_action(state: State, move: Move, *, surplus: bool) -> tuple[Finding, ...]:
    if isinstance(move, TakeCard):
        return _take(state, move, surplus=surplus)
    if isinstance(move, BuildStage):
        return _build(state, move)
    if isinstance(move, TakeProgress):
        return _progress(state, move)
    if isinstance(move, RevealProgress):
        return _reveal(state, move)
    assert isinstance(move, EndTurn)
    return _end(state, move, surplus=surplus)


def _take(state: State, move: TakeCard, *, surplus: bool) -> tuple[Finding, ...]:
    victim = city_of(state, move.source)
    if victim is not None:
        return _take_from_city(state, move, victim, surplus=surplus)
    deck = deck_of(state, move.seat, move.source)
    if deck is None:
        return (finding("wrong_deck", f"There is no deck {move.source!r} at this table.", move.seat),)
    found = () if surplus else _entitlement(state, move)
    allowed = _allowed_sources(state, move)
    if move.source not in allowed and not found:
        names = ", ".join(source_words(name) for name in allowed)
        found = (
            finding(
                "wrong_deck",
                f"{player(state, move.seat)} took from the {source_words(move.source)}; "
                f"this card comes from: {names or 'nowhere'}.",
                move.seat,
                allowed,
            ),
        )
    return found + _in_deck(state, move, deck)


def _take_from_city(state: State, move: TakeCard, victim: int, *, surplus: bool) -> tuple[Finding, ...]:
    """Section "Effects of the wonders: Rome"."""
    where = source_words(move.source)
    if state.medals is None or victim == move.seat:
        return (finding("wrong_deck", f"No card is taken from {where}.", move.seat, OWN_SOURCES),)
    if state.cities[victim].cards[FACTS.index[move.card]] <= 0:
        return (finding("card_not_there", f"No {card_name(move.card)} lies before seat {victim}.", move.seat),)
    found = () if surplus else _entitlement(state, move)
    if not found and move.source not in _allowed_sources(state, move):
        found = (finding("wrong_deck", f"Only Rome's effect takes a card from {where}.", move.seat),)
    return found


def _in_deck(state: State, move: TakeCard, deck: int) -> tuple[Finding, ...]:
    if deck_size(state, deck) == 0:
        return (finding("deck_empty", f"The {source_words(move.source)} is empty.", move.seat),)
    if state.decks[deck][FACTS.index[move.card]] <= 0:
        message = f"No {card_name(move.card)} can be left in the {source_words(move.source)}."
        return (finding("card_not_in_deck", message, move.seat),)
    return ()


def _allowed_sources(state: State, move: TakeCard) -> tuple[str, ...]:
    effect = effect_key(state, move)
    if effect is not None:
        return tuple(name for name, _ in effect_sources(state, move.seat, effect))
    return OWN_SOURCES


def effect_key(state: State, move: TakeCard) -> str | None:
    """Which effect owed by a wonder this card uses up, as named in ``Turn.effects``; ``None``: none."""
    if move.because is None or move.seat != state.to_move:
        return None
    if move.because == "olympia":
        key = f"olympia_{move.source}"
        if key not in state.turn.effects:
            key = next((effect for effect in state.turn.effects if effect.startswith("olympia")), key)
    else:
        key = move.because
    return key if key in state.turn.effects else None


def _entitlement(state: State, move: TakeCard) -> tuple[Finding, ...]:
    """Whether this player may take a card at all, and for the reason that is named."""
    because, turn = move.because, state.turn
    if not turn.opened:
        if because is None:
            return ()
        message = f"The card that opens a turn needs no reason; {because} gives nothing now."
        return (finding("wrong_reason", message, move.seat),)
    if because is None:
        message = f"{player(state, move.seat)} took a further card, which nothing gives."
        return (finding("extra_card", message, move.seat, duties(state)),)
    if because in turn.ready or effect_key(state, move) is not None:
        return ()
    message = f"{because.capitalize()} gives {player(state, move.seat)} no card now."
    return (finding("wrong_reason", message, move.seat, turn.ready),)


def _take_first(state: State, seat: int) -> tuple[Finding, ...]:
    if seat != state.to_move or state.turn.opened:
        return ()
    message = f"{player(state, seat)} takes a card before anything else."
    return (finding("take_first", message, seat, duties(state)),)


def _build(state: State, move: BuildStage) -> tuple[Finding, ...]:
    city = state.cities[move.seat]
    stages = {stage.id: k for k, stage in enumerate(state.facts.wonders[city.wonder].stages)}
    if move.stage not in stages:
        message = f"{move.stage} is no stage of {player(state, move.seat)}."
        return (finding("wrong_wonder", message, move.seat, tuple(stages)),)
    if has_built(city, stages[move.stage]):
        return (finding("already_built", f"{move.stage} is built already.", move.seat),)
    found = _take_first(state, move.seat)
    open_stages = tuple(stage.id for _, stage in reachable(state.facts, city))
    if move.stage not in open_stages:
        message = f"{move.stage} cannot be built before every stage below it."
        found += (finding("stage_not_reachable", message, move.seat, open_stages),)
    return found + _payment(state, move, state.facts.stages[move.stage])


def _payment(state: State, move: BuildStage, stage: Stage) -> tuple[Finding, ...]:
    seat = move.seat
    turn = state.turn if seat == state.to_move else NEW_TURN
    ways = stage_payments(state, seat, stage, turn)
    if any(way.spent == move.spent for way in ways):
        return ()
    legal = tuple(" + ".join(way.spent) for way in ways)
    if not move.spent and len(ways) > 1:
        return (finding("payment_unknown", f"How was {stage.id} paid for?", seat, legal),)
    city, spent = state.cities[seat], count_cards(move.spent)
    if any(count > have for count, have in zip(spent, city.cards, strict=True)):
        message = f"{player(state, seat)} does not have {' + '.join(move.spent)}."
        return (finding("card_not_there", message, seat, legal),)
    message = f"{stage.id} costs {cost_words(stage)}, not {' + '.join(move.spent) or 'nothing'}."
    coins, size = spent[RESOURCES], sum(spent[: RESOURCES + 1])
    doubled = size == stage.count - 1 and coins > 0
    if size != sum(spent) or not (size == stage.count or doubled):
        return (finding("wrong_payment", message, seat, legal),)
    special = not fits(spent, stage.kind)
    city_uses = {ENGINEERING: special, ECONOMY: doubled}
    missing = tuple(token for token, needed in city_uses.items() if needed and not may_use(city, turn, token))
    if missing:
        code = "token_spent" if missing[0] in city.progress or missing == (ECONOMY,) else "wrong_payment"
        return (finding(code, f"{message} That needs {missing[0].capitalize()}, unused this turn.", seat, legal),)
    assert could_add(city.cards[: RESOURCES + 1], spent[: RESOURCES + 1], stage.count, stage.kind, engineering=special)
    message = "A coin replaces only what is missing; a fitting grey card lies there."
    return (finding("coin_not_missing", message, seat, legal),)


def _progress(state: State, move: TakeProgress) -> tuple[Finding, ...]:
    return _take_first(state, move.seat) + _set(state, move) + _token(state, move)


def _set(state: State, move: TakeProgress) -> tuple[Finding, ...]:
    """Whether what is turned in (or Babylon's effect) buys a token."""
    sets = science_sets(state.cities[move.seat].cards)
    legal = tuple(" + ".join(way) for way in sets)
    if not move.spent:
        if "babylon" in state.turn.effects and move.seat == state.to_move:
            return ()
        if len(sets) > 1:
            return (finding("payment_unknown", "Which science set was turned in?", move.seat, legal),)
        message = f"{player(state, move.seat)} has no science set to turn in for a progress token."
        return (finding("no_science_set", message, move.seat),)
    if move.spent in sets:
        return ()
    city = state.cities[move.seat]
    if any(count > have for count, have in zip(count_cards(move.spent), city.cards, strict=True)):
        message = f"{player(state, move.seat)} does not have {' + '.join(move.spent)}."
        return (finding("card_not_there", message, move.seat, legal),)
    message = f"{' + '.join(move.spent)} is no set: 2 identical or 3 different symbols make one."
    return (finding("wrong_set", message, move.seat, legal),)


def _token(state: State, move: TakeProgress) -> tuple[Finding, ...]:
    """Whether this token can have been taken from there."""
    seat, token = move.seat, move.token
    if token == NO_TOKEN:
        allowed = state.rules.progress_exhausted_policy == "discard_anyway" and not can_take_progress(state)
        message = "A science set is turned in for a progress token."
        return () if allowed and move.spent else (finding("nothing_taken", message, seat),)
    unseen = state.hidden[TOKEN_ORDER[token]] > 0
    if move.source == "stack":
        if state.stack == 0:
            return (finding("stack_empty", "The stack of progress tokens is empty.", seat, state.face_up),)
        message = f"{token.capitalize()} cannot lie in the stack: it was seen elsewhere."
        return () if unseen else (finding("token_not_in_stack", message, seat),)
    if token in state.face_up or (UNREAD in state.face_up and unseen):
        return ()
    return (finding("token_not_face_up", f"{token.capitalize()} does not lie face up.", seat, state.face_up),)


def _reveal(state: State, move: RevealProgress) -> tuple[Finding, ...]:
    if UNREAD not in state.face_up:
        return (finding("nothing_to_reveal", "The three progress tokens lie face up already.", None, state.face_up),)
    if state.hidden[TOKEN_ORDER[move.token]] <= 0:
        return (finding("token_not_in_stack", f"{move.token.capitalize()} cannot come from the stack: it was seen."),)
    return ()


def _end(state: State, move: EndTurn, *, surplus: bool) -> tuple[Finding, ...]:
    if surplus or (not compulsory(state) and optional(state)):
        return ()
    legal = duties(state)
    if state.medals is not None and (state.turn.over or not owes_actions(state)):
        return unfinished(state)
    if not state.turn.opened and sources(state, move.seat):
        message = f"{player(state, move.seat)} ended the turn without taking a card."
        return (finding("take_first", message, move.seat, legal),)
    message = f"{player(state, move.seat)} has not finished: {'; '.join(legal)}."
    return (finding("turn_not_finished", message, move.seat, legal),)
