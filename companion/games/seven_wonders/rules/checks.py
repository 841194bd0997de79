"""What ``check`` lines can ask of 7 Wonders beside ``score`` and ``state``."""

from collections.abc import Mapping

from companion.games.seven_wonders.rules.describe import buildings
from companion.games.seven_wonders.rules.military import shields
from companion.games.seven_wonders.rules.say import card_ids
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.rules.turns import without_offers
from companion.games.vocabulary import Check, of_seat

CHECKS: Mapping[str, Check[State]] = {
    "coins": of_seat(lambda state, seat: state.cities[seat].coins),
    "shields": of_seat(lambda state, seat: shields(state.cities[seat])),
    "stages": of_seat(lambda state, seat: state.cities[seat].stages),
    "cards": of_seat(lambda state, seat: sorted(buildings(state.cities[seat]))),
    "conflict_tokens": of_seat(lambda state, seat: list(without_offers(state).cities[seat].tokens)),
    "hand": of_seat(lambda state, seat: sorted(card_ids(state.hands[seat]))),
    "discard": lambda state, _: sorted(card_ids(state.discard)),
    "age": lambda state, _: without_offers(state).age,
    "turn": lambda state, _: without_offers(state).turn,
}
"""Name to the value now, for a seat or for the whole table. A card that nobody has seen is ``"?"``.

What a wonder still offers counts as let go wherever the end of a turn or an age hangs on it.
"""
