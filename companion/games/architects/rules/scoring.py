"""The score sheet, each point explained. Section "End of the game"; rulings tie, politics_pawn."""

from collections.abc import Iterator

from companion.games.architects.rules.facts import FACTS, RESOURCES, Facts
from companion.games.architects.rules.state import City, State, built_stages, is_complete
from companion.games.scoring import sheet_of
from companion.games.vocabulary import Explanation, Line, Sheet, line

CATEGORIES = ("stages", "cat", "blue", "military", "progress", "medals")
_RULE = "End of the game"
_TOKEN_RULE = "Progress token effects"  # noqa: S105 - a section of the rules


def scores(state: State) -> Sheet:
    """The score sheet as of now; the winners are those who would win if the game ended now."""
    return sheet(state.cities, state.cat, state.facts)


def sheet(cities: tuple[City, ...], cat: int | None, facts: Facts = FACTS) -> Sheet:
    """The score sheet of these cities; ``cat``: the seat that holds the Cat; ``facts``: the box they came out of.

    A tie is broken by the stages that are built.
    """
    explain = (part for seat, city in enumerate(cities) for part in _explain(facts, seat, city, cat=cat == seat))
    return sheet_of(explain, CATEGORIES, len(cities), lambda seat, _points: cities[seat].built.bit_count())


def _explain(facts: Facts, seat: int, city: City, *, cat: bool) -> Iterator[Explanation]:
    table = facts.table
    for stage in built_stages(facts, city):
        points = facts.stages[stage].vp
        if points:
            yield Explanation(seat, "stages", points, line("stage_built", stage=stage), _RULE)
    if cat:
        yield Explanation(seat, "cat", table.cat_vp, line("holds_cat"), _RULE)
    for card, count in zip(FACTS.cards, city.cards, strict=True):
        if card.vp and count:
            why = line("blue_cards", count=count, card=card.id, each=card.vp)
            yield Explanation(seat, "blue", card.vp * count, why, _RULE)
    if city.military:
        why = line("victories", n=city.military, each=table.military_vp)
        yield Explanation(seat, "military", table.military_vp * city.military, why, _RULE)
    for points, why in _progress(facts, city):
        if points:
            yield Explanation(seat, "progress", points, why, _TOKEN_RULE)
    if city.medals:
        why = line("medals", n=len(city.medals), each=table.medal_vp)
        yield Explanation(seat, "medals", table.medal_vp * len(city.medals), why, "Medals")


def _progress(facts: Facts, city: City) -> Iterator[tuple[int, Line]]:
    """Points of tokens that score, and why."""
    table, tokens = facts.table, city.progress
    if "decor" in tokens:
        if is_complete(facts, city):
            yield table.decor_complete_vp, line("decor_complete")
        else:
            yield table.decor_incomplete_vp, line("decor_incomplete")
    if "politics" in tokens:
        cats = sum(count for card, count in zip(FACTS.cards, city.cards, strict=True) if card.cat)
        yield table.politics_vp * cats, line("politics", n=cats)
    if "strategy" in tokens:
        yield table.strategy_vp * city.military, line("strategy", n=city.military)
    if "education" in tokens:
        yield table.education_vp * len(tokens), line("education", n=len(tokens), each=table.education_vp)
    cultures = min(tokens.count("culture"), len(table.culture_vp) - 1)
    if cultures:
        yield table.culture_vp[cultures], line("culture", count=cultures, most=len(table.culture_vp) - 1)
    if "logistics" in tokens:
        grey = sum(city.cards[:RESOURCES])
        yield table.logistics_vp * grey, line("logistics", n=grey, each=table.logistics_vp)
