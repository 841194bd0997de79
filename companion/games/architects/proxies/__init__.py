"""The proxy set: our own vector art for every piece of 7 Wonders Architects."""

from collections.abc import Iterator

from companion.art.drawing import clipped, rect
from companion.art.proxy_set import Label, Printed, ProxySet
from companion.games.architects import places
from companion.games.architects.pictures import PALETTE, picture
from companion.games.architects.proxies import cards, medals, stages, tokens
from companion.games.architects.rules.expansion import MEDAL_FACES, TOKENS
from companion.games.architects.rules.facts import FACTS, Card

_CARD_RADIUS = 3.0
_PREFIX = "architects/"
_TOKEN_BACK, _MILITARY = f"{places.PROGRESS}back", f"{_PREFIX}token/military"
_MEDAL_BACK = f"{_PREFIX}medal/back"
_CARDS = (*FACTS.card_face_ids, *(f"{_PREFIX}back/{deck}" for deck in FACTS.decks))


def _sizes() -> Iterator[tuple[str, tuple[float, float]]]:
    """Cards, deck backs, progress tokens and their back, stages, other tokens; the expansion's pieces among them."""
    yield from ((face, places.CARD) for face in _CARDS)
    for token in (*TOKENS, "back"):
        yield f"{places.PROGRESS}{token}", places.PROGRESS_TOKEN
    for stage in FACTS.stages:
        yield from ((f"{_PREFIX}stage/{stage}/{side}", stages.size(stage)) for side in ("building", "built"))
    yield from ((face, places.CONFLICT_TOKEN) for face in (places.PEACE, places.BATTLE))
    yield _MILITARY, places.MILITARY_TOKEN
    yield places.CAT, places.CAT_PAWN
    yield from ((face, places.MEDAL) for face in (*MEDAL_FACES.values(), _MEDAL_BACK))


def _draw(face: str) -> str:
    kind, slash, name = face.removeprefix(_PREFIX).partition("/")
    if not slash or kind == "back":
        content = cards.back(name) if slash else cards.card(kind)
        return clipped(content, rect(0, 0, *places.CARD, "#fff", _CARD_RADIUS), "card")
    if kind == "progress" and name in TOKENS:
        return tokens.progress(name)
    if kind == "medal":
        return medals.reward() if name == "back" else medals.medal(name)
    if kind == "stage":
        stage, side = name.split("/")
        return stages.stage(stage, side)
    return picture(f"tokens/{name}")


def _printed(every: bool) -> tuple[Printed, ...]:  # noqa: FBT001 - as every set's
    """The whole box (235 cards with their backs, tokens by their number, every stage, the Cat), or each face once."""
    backs_of = [f"{_PREFIX}back/{deck}" for deck in FACTS.decks]
    central = f"{_PREFIX}back/central"
    box = tuple(
        Printed(card.face, back)
        for back, counts in zip(backs_of, FACTS.decks.values(), strict=True)
        for card, count in zip(FACTS.cards, counts, strict=True)
        for _ in range(count)
    )
    sample = (
        *(Printed(face, central) for face in FACTS.card_face_ids),
        *(Printed(face) for face in backs_of if face != central),
    )
    conflict = max(FACTS.table.conflict_tokens.values()) if every else 1
    military = FACTS.table.military_tokens if every else 1
    return (
        *(box if every else sample),
        *(Printed(f"{_PREFIX}stage/{stage}/building", f"{_PREFIX}stage/{stage}/built") for stage in FACTS.stages),
        *(
            Printed(f"{places.PROGRESS}{token.id}", _TOKEN_BACK)
            for token in TOKENS.values()
            for _ in range(token.copies if every else 1)
        ),
        *(Printed(places.PEACE, places.BATTLE),) * conflict,
        *(Printed(_MILITARY, _MILITARY),) * military,
        Printed(places.CAT),
        *(Printed(face, _MEDAL_BACK) for face in MEDAL_FACES.values()),
    )


def _labels(every: bool) -> tuple[Label, ...]:  # noqa: FBT001
    """One for each face, or for each of the box's 235 cards."""
    totals = [sum(counts) if every else 1 for counts in zip(*FACTS.decks.values(), strict=True)]
    return tuple(_label(card) for card, total in zip(FACTS.cards, totals, strict=True) for _ in range(total))


def _label(card: Card) -> Label:
    return Label(card.face, PALETTE.titles[card.id], PALETTE.families[card.color].symbol)


PROXIES = ProxySet(
    "7 Wonders Architects", dict(_sizes()), _draw, cards=frozenset(_CARDS), printed=_printed, labels=_labels
)
