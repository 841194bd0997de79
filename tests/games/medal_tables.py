"""Tables with the expansion Medals, for tests; what is said of Rome and Ur here is INVENTED, not read off any box."""

from typing import Any

from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import HouseRules, Setup, State, TakeMedal, TurnUp
from companion.games.architects.rules.expansion import MEDALS, OwnStage, OwnWonder
from companion.games.architects.rules.facts import FACTS

INVENTED_CARDS = {card: {"coin": 1, "shield_h2": 0}.get(card, 2) for card in FACTS.index}
"""An invented deck: 25 cards, two of nearly everything."""
INVENTED_BOX = {
    "rome": OwnWonder(
        stages=(
            OwnStage(2, "different", 3),
            OwnStage(2, "identical", 3, effect=True, on=(1,)),
            OwnStage(3, "different", 5, on=(1,)),
            OwnStage(3, "identical", 5, effect=True, on=(2, 3)),
            OwnStage(4, "different", 7, on=(4,)),
        ),
        cards=INVENTED_CARDS,
    ),
    "ur": OwnWonder(
        stages=(
            OwnStage(2, "different", 4),
            OwnStage(2, "identical", 2, effect=True),
            OwnStage(3, "different", 4, effect=True, on=(1, 2)),
            OwnStage(3, "identical", 6, on=(3,)),
            OwnStage(4, "different", 7, on=(4,)),
        ),
        cards=INVENTED_CARDS,
    ),
}
"""An INVENTED box file: nobody has published what is printed on these two wonders."""

FACE_UP = ("tactics", "culture", "decor")
SPARE = tuple(medal.id for medal in MEDALS)


def medal_setup(*wonders: str, medals: tuple[str, ...] = (), **given: Any) -> Setup:
    """A set-up with the expansion; the medals that are not named are such as nobody meets in a test."""
    wonders = wonders or ("giza", "rhodes", "olympia")
    house = HouseRules(**given.pop("house", {}))
    gaps = Setup(wonders, house_rules=house).gaps
    used = {*medals, *given.get("centre", ())}
    idle = [name for name in ("medal_3_stages", "medal_2_progress", "medal_7_cards", *SPARE) if name not in used]
    medals = (*medals, *dict.fromkeys(idle))[:gaps]
    box = {wonder: INVENTED_BOX[wonder] for wonder in wonders if wonder in INVENTED_BOX}
    return Setup(
        wonders,
        progress=given.pop("progress", FACE_UP),
        expansions=("medals",),
        house_rules=house,
        medals=medals,
        box=box,
        **given,
    )


def begin_medals(*wonders: str, medals: tuple[str, ...] = (), **given: Any) -> State:
    """A new game with the expansion; the first seat begins."""
    return rules.begin(medal_setup(*wonders, medals=medals, **given))


def holding_cat(state: State, seat: int | None) -> State:
    """The Cat is before this seat."""
    return replace(state, cat=seat)


def claim(seat: int, medal: str, where: Any = "left") -> TakeMedal:
    """Taking a medal."""
    return TakeMedal(seat, medal, where)


def turn_up(seat: int, card: str) -> TurnUp:
    """Turning up a card that lies face down."""
    return TurnUp(seat, card)


def claims(state: State) -> set[TakeMedal]:
    """The medals that may rightly be taken now."""
    return {move for move in rules.legal(state) if isinstance(move, TakeMedal)}


def medals_of(state: State, seat: int) -> tuple[str, ...]:
    """The medals before a player."""
    return state.cities[seat].medals


def face_down(state: State, seat: int) -> int:
    """How many cards lie face down before a player."""
    assert state.medals is not None
    return state.medals.debts[seat]
