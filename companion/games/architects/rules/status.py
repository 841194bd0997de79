"""Everything irregular about a table as such, however it came about (``judge`` speaks about single moves)."""

from collections.abc import Iterator

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.medals import forgotten
from companion.games.architects.rules.options import ECONOMY, must_build, must_turn_in
from companion.games.architects.rules.say import card_name, player
from companion.games.architects.rules.state import State, Turn, has_built
from companion.games.vocabulary import Finding


def status(state: State) -> frozenset[Finding]:
    """The set of everything irregular about this state, each with its rule; empty: all is as it may be."""
    found = set(_decks(state)) | set(_tokens(state)) | set(_stages(state))
    if not state.finished:
        found |= set(_forgotten(state)) | set(_medals_forgotten(state))
    return frozenset(found)


def _decks(state: State) -> Iterator[Finding]:
    names = [f"{player(state, seat)}'s deck" for seat in range(state.players)] + ["central deck"]
    for name, deck in zip(names, state.decks, strict=True):
        for card, count in zip(FACTS.cards, deck, strict=True):
            if count < 0:
                message = f"{-count} more {card_name(card.id)} came from the {name} than it holds."
                yield finding("too_many_cards", message)


def _tokens(state: State) -> Iterator[Finding]:
    for token, count in zip(TOKENS.values(), state.hidden, strict=True):
        if count < 0:
            yield finding("too_many_tokens", f"{token.name} was seen more often than the box holds it.")


def _stages(state: State) -> Iterator[Finding]:
    for seat, city in enumerate(state.cities):
        stages = state.facts.wonders[city.wonder].stages
        built = {stage.id for k, stage in enumerate(stages) if has_built(city, k)}
        for stage in stages:
            below = set(stage.requires) - built
            if stage.id in built and below:
                message = f"{stage.id} stands on {' and '.join(sorted(below))}, not built."
                yield finding("stage_floating", message, seat, tuple(sorted(below)))


def _medals_forgotten(state: State) -> Iterator[Finding]:
    for seat, medal in forgotten(state):
        message = f"{player(state, seat)} met the goal of a medal that lies there: {MEDALS[MEDAL_PLACE[medal]].goal}."
        yield finding("medal_forgotten", message, seat, (medal,))


def _forgotten(state: State) -> Iterator[Finding]:
    """What should have been done in an earlier turn; Economy may have been used in it."""
    turn = Turn(used=(ECONOMY,))
    for seat in range(state.players):
        if seat == state.to_move and state.turn.opened:
            continue
        stages = tuple(stage.id for stage in must_build(state, seat, turn))
        if stages:
            message = f"{player(state, seat)} can afford {' or '.join(stages)} and has not built."
            yield finding("build_forgotten", message, seat, stages)
        sets = must_turn_in(state, seat)
        if sets:
            message = f"{player(state, seat)} has a science set that was not turned in."
            yield finding("set_forgotten", message, seat, tuple(" + ".join(way) for way in sets))
