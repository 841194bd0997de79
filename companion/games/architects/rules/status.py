"""Everything irregular about a table as such, however it came about (``judge`` speaks about single moves)."""

from collections.abc import Iterator

from companion.games.architects.rules.expansion import TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.medals import forgotten
from companion.games.architects.rules.options import ECONOMY, must_build, must_turn_in
from companion.games.architects.rules.say import payments, stages
from companion.games.architects.rules.state import State, Turn, has_built
from companion.games.vocabulary import Finding, line


def status(state: State) -> frozenset[Finding]:
    """The set of everything irregular about this state, each with its rule; empty: all is as it may be."""
    found = set(_decks(state)) | set(_tokens(state)) | set(_stages(state))
    if not state.finished:
        found |= set(_forgotten(state)) | set(_medals_forgotten(state))
    return frozenset(found)


def _decks(state: State) -> Iterator[Finding]:
    for place, deck in enumerate(state.decks):
        for card, count in zip(FACTS.cards, deck, strict=True):
            if count < 0 and place < state.players:
                yield finding("too_many_cards", count=-count, card=card.id, other=place)
            elif count < 0:
                yield finding("too_many_cards/central", count=-count, card=card.id)


def _tokens(state: State) -> Iterator[Finding]:
    for token, count in zip(TOKENS, state.hidden, strict=True):
        if count < 0:
            yield finding("too_many_tokens", token=token)


def _stages(state: State) -> Iterator[Finding]:
    for seat, city in enumerate(state.cities):
        own = state.facts.wonders[city.wonder].stages
        built = {stage.id for k, stage in enumerate(own) if has_built(city, k)}
        for stage in own:
            below = tuple(sorted(set(stage.requires) - built))
            if stage.id in built and below:
                yield finding("stage_floating", seat, stages(below), stage=stage.id, below=below)


def _medals_forgotten(state: State) -> Iterator[Finding]:
    for seat, medal in forgotten(state):
        yield finding("medal_forgotten/lying", seat, (line("medal", medal=medal),), medal=medal)


def _forgotten(state: State) -> Iterator[Finding]:
    """What should have been done in an earlier turn; Economy may have been used in it."""
    turn = Turn(used=(ECONOMY,))
    for seat in range(state.players):
        if seat == state.to_move and state.turn.opened:
            continue
        due = tuple(stage.id for stage in must_build(state, seat, turn))
        if due:
            yield finding("build_forgotten", seat, stages(due), stages=due)
        sets = must_turn_in(state, seat)
        if sets:
            yield finding("set_forgotten", seat, payments(sets))
