"""The score sheet, each point explained. Section "End of the game"; rulings tie, politics_pawn."""

from collections.abc import Iterator

from companion.games.architects.rules.expansion import TOKENS
from companion.games.architects.rules.facts import FACTS, RESOURCES, Facts
from companion.games.architects.rules.state import City, State, built_stages, is_complete
from companion.games.vocabulary import Explanation, Sheet, said

CATEGORIES = ("stages", "cat", "blue", "military", "progress", "medals")
_RULE = "End of the game"
_TOKEN_RULE = "Progress token effects"  # noqa: S105 - a section of the rules


def scores(state: State) -> Sheet:
    """The score sheet as of now; the winners are those who would win if the game ended now."""
    return sheet(state.cities, state.cat, state.facts)


def sheet(cities: tuple[City, ...], cat: int | None, facts: Facts = FACTS) -> Sheet:
    """The score sheet of these cities; ``cat``: the seat that holds the Cat; ``facts``: the box they came out of."""
    explain = tuple(line for seat, city in enumerate(cities) for line in _explain(facts, seat, city, cat=cat == seat))
    rows = tuple(dict.fromkeys(CATEGORIES, 0) for _ in cities)
    for line in explain:
        rows[line.seat][line.category] += line.points
    return Sheet(rows, explain, _winners(rows, cities))


def _winners(rows: tuple[dict[str, int], ...], cities: tuple[City, ...]) -> tuple[int, ...]:
    """Most points, then most built stages; still tied: they share the victory."""
    ranks = [(sum(row.values()), city.built.bit_count()) for row, city in zip(rows, cities, strict=True)]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def _explain(facts: Facts, seat: int, city: City, *, cat: bool) -> Iterator[Explanation]:
    table = facts.table
    for stage in built_stages(facts, city):
        points = facts.stages[stage].vp
        if points:
            yield Explanation(seat, "stages", points, said(f"stage {stage} is built"), _RULE)
    if cat:
        yield Explanation(seat, "cat", table.cat_vp, said("holds the Cat pawn"), _RULE)
    for card, count in zip(FACTS.cards, city.cards, strict=True):
        if card.vp and count:
            yield Explanation(seat, "blue", card.vp * count, said(f"{count} x {card.name} at {card.vp} each"), _RULE)
    if city.military:
        why = f"{_many(city.military, 'military token')} at {table.military_vp} each"
        yield Explanation(seat, "military", table.military_vp * city.military, said(why), _RULE)
    for token, points, why in _progress(facts, city):
        if points:
            name = TOKENS[token].name
            yield Explanation(seat, "progress", points, said(f"{name}: {why}"), _TOKEN_RULE)
    if city.medals:
        why = f"{_many(len(city.medals), 'medal')} at {table.medal_vp} each"
        yield Explanation(seat, "medals", table.medal_vp * len(city.medals), said(why), "Medals")


def _many(count: int, what: str) -> str:
    return f"{count} {what}" + ("s" if count != 1 else "")


def _progress(facts: Facts, city: City) -> Iterator[tuple[str, int, str]]:
    """Points of tokens that score: token, points, why."""
    table, tokens = facts.table, city.progress
    if "decor" in tokens:
        if is_complete(facts, city):
            yield "decor", table.decor_complete_vp, "the wonder is complete"
        else:
            yield "decor", table.decor_incomplete_vp, "the wonder is not complete"
    if "politics" in tokens:
        cats = sum(count for card, count in zip(FACTS.cards, city.cards, strict=True) if card.cat)
        yield "politics", table.politics_vp * cats, f"{_many(cats, 'cat icon')} on blue cards"
    if "strategy" in tokens:
        yield "strategy", table.strategy_vp * city.military, _many(city.military, "military token")
    if "education" in tokens:
        yield "education", table.education_vp * len(tokens), f"{_many(len(tokens), 'progress token')} at 2 each"
    cultures = min(tokens.count("culture"), len(table.culture_vp) - 1)
    if cultures:
        yield "culture", table.culture_vp[cultures], f"{cultures} of the {len(table.culture_vp) - 1} Culture tokens"
    if "logistics" in tokens:
        grey = sum(city.cards[:RESOURCES])
        yield "logistics", table.logistics_vp * grey, f"{_many(grey, 'grey card')} at {table.logistics_vp} each"
