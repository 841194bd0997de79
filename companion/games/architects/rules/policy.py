"""Players for practice: one that plays anything, one that plays what is worth most at once."""

from companion.games.architects.rules.facts import COIN, FACTS, RESOURCES, Card, Counts, Stage
from companion.games.architects.rules.moves import BuildStage, EndTurn, Move, TakeCard, TakeProgress, TurnUp
from companion.games.architects.rules.payments import science_sets
from companion.games.architects.rules.state import City, State, deck_of, reachable
from companion.games.playing import greedy, random_policy
from companion.games.vocabulary import Policy

_TOKEN_VALUE = {
    "culture": 5.0,
    "education": 4.5,
    "architecture": 5.5,
    "science": 5.4,
    "jewellery": 5.3,
    "urbanism": 5.2,
    "crafts": 5.1,
    "propaganda": 4.0,
    "economy": 5.0,
    "engineering": 5.0,
    "decor": 4.8,
    "tactics": 4.2,
    "politics": 3.5,
    "strategy": 3.0,
    "logistics": 4.0,
    "fortifications": 3.5,
    "domestication": 3.0,
}
"""How much the greedy player likes a token: roughly the points that it brings from mid-game."""


def _worth(state: State, move: Move) -> float:
    """What helps at once: to build, then tokens, then the card that completes something."""
    if isinstance(move, TakeCard):
        return _take_worth(state, move)
    if isinstance(move, BuildStage):
        return 100.0 + state.facts.stages[move.stage].vp - move.spent.count("coin")
    if isinstance(move, TakeProgress):
        return 50.0 + _TOKEN_VALUE.get(move.token, 0.0)
    if isinstance(move, TurnUp):
        return 10.0
    return -1.0 if isinstance(move, EndTurn) else 200.0


def _take_worth(state: State, move: TakeCard) -> float:
    """The face-down central card counts as an average one, unless the Cat or a token lets this player look."""
    city = state.cities[move.seat]
    looked = not state.turn.opened and (state.cat == move.seat or "domestication" in city.progress)
    looked = looked or move.because == "ur"
    if move.source != "central" or looked:
        return card_worth(state, move.seat, FACTS.cards[FACTS.index[move.card]])
    deck = deck_of(state, move.seat, move.source)
    assert deck is not None
    counts = [max(0, count) for count in state.decks[deck]]
    worth = sum(
        count * card_worth(state, move.seat, card) for card, count in zip(FACTS.cards, counts, strict=True) if count
    )
    return worth / max(1, sum(counts)) + (0.1 if city.progress else 0.0)


def card_worth(state: State, seat: int, card: Card) -> float:
    """About how many points a card is worth to a player now."""
    city = state.cities[seat]
    if card.color == "blue":
        return card.vp + (1.5 if card.cat and state.cat != seat else 0.0)
    if card.color == "green":
        return 4.5 if _completes_set(city.cards, FACTS.index[card.id]) else 2.2
    if card.color == "red":
        return 1.8 + 0.3 * card.horns
    return _resource_worth(state, city, FACTS.index[card.id])


def _completes_set(cards: Counts, place: int) -> bool:
    more = tuple(count + (k == place) for k, count in enumerate(cards))
    return bool(science_sets(more))


def _resource_worth(state: State, city: City, place: int) -> float:
    """A resource that completes a stage is worth the stage, one that comes nearer a part of it."""
    best = 0.8
    for _, stage in reachable(state.facts, city):
        before = missing(city.cards, stage)
        after = missing(tuple(count + (k == place) for k, count in enumerate(city.cards[: RESOURCES + 1])), stage)
        if after < before:
            best = max(best, (stage.vp + 2.0) / (1.0 + after) ** 0.7 / 2.0)
    return best + (0.2 if place == COIN else 0.0)


def missing(cards: Counts, stage: Stage) -> int:
    """How many resources a stage still lacks, coins counted."""
    grey = cards[:RESOURCES]
    useful = sum(count > 0 for count in grey) if stage.kind == "different" else max(grey)
    return max(0, stage.count - useful - cards[COIN])


greedy_policy = greedy(_worth)
POLICIES: dict[str, Policy[State, Move]] = {"random": random_policy, "greedy": greedy_policy}
