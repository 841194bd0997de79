"""The table before the first turn, or as it lies when somebody joins it in the middle of a game."""

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS, TOKENS
from companion.games.architects.rules.position import cities_of
from companion.games.architects.rules.setup import TAKEN, UNREAD, Setup, check_setup, facts_of
from companion.games.architects.rules.state import NO_CARDS, City, Medals, State, is_complete
from companion.games.vocabulary import InvalidSetup, PositionError


def begin(setup: Setup) -> State:
    """The table as it is set up. Raises ``InvalidSetup``."""
    check_setup(setup)
    facts = facts_of(setup)
    face_up = (setup.progress + (UNREAD,) * facts.table.face_up)[: facts.table.face_up]
    copies = (facts.progress_tokens[token].copies if token in facts.progress_tokens else 0 for token in TOKENS)
    cities, cat = _cities(setup)
    lying = (*face_up, *(token for city in cities for token in city.progress))
    hidden = tuple(count - lying.count(token) for token, count in zip(TOKENS, copies, strict=True))
    if min(hidden) < 0:
        raise InvalidSetup("More progress tokens of a kind lie there than the box holds.")
    return State(
        wonders=setup.wonders,
        rules=setup.house_rules,
        names=setup.names,
        decks=(*(facts.decks[wonder] for wonder in setup.wonders), facts.decks["central"]),
        cities=cities,
        discard=NO_CARDS,
        face_up=face_up,
        hidden=hidden,
        conflict=facts.table.conflict_tokens[len(setup.wonders)],
        to_move=setup.first,
        battle=setup.battle,
        cat=cat,
        finished=any(is_complete(facts, city) for city in cities),
        facts=facts,
        medals=_medals(setup, cities) if setup.has_medals else None,
    )


def _cities(setup: Setup) -> tuple[tuple[City, ...], int | None]:
    """What lies before the players, and who has the Cat."""
    if not setup.position:
        return tuple(City(wonder, NO_CARDS) for wonder in setup.wonders), None
    try:
        return cities_of(facts_of(setup), setup.position)
    except PositionError as error:
        raise InvalidSetup(str(error)) from None


def _medals(setup: Setup, cities: tuple[City, ...]) -> Medals:
    """The medals between neighbours and in the centre; sections 'Set-up' and 'Expert variant' of the expansion."""
    gaps, centre = setup.gaps, facts_of(setup).table.centre_medals if setup.expert else 0
    lying = (setup.medals + (UNREAD,) * gaps)[:gaps] + (setup.centre + (UNREAD,) * centre)[:centre]
    there = tuple(None if medal == TAKEN else medal for medal in lying)
    owned = tuple(medal for city in cities for medal in city.medals)
    spare = len(MEDALS) - len(owned) - sum(medal is not None for medal in there)
    if spare < 0:
        raise InvalidSetup(f"More medals lie there and before the players than the box holds ({len(MEDALS)}).")
    seen = {1 << MEDAL_PLACE[medal] for medal in (*there, *owned) if medal in MEDAL_PLACE}
    every = (1 << len(MEDALS)) - 1
    return Medals(there, gaps, every & ~sum(seen), spare, setup.debts or (0,) * len(setup.wonders))
