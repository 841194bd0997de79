"""What is measured of tokens, and the tables that a person reads."""

import msgspec

from benchmarks.report import Goal

_ON_SPOTS = 99.0


class Naming(msgspec.Struct, frozen=True):
    """Tokens of one box in hard light: percentages of views, milliseconds a token.

    ``threshold``: the probability that 0.5 % of strangers reach, and at which ``recall`` is counted.
    """

    what: str
    views: int
    top1: float
    recall: float
    threshold: float
    strangers_at_default: float
    wrong_at_default: float
    named_at_default: float
    ms: float


class Condition(msgspec.Struct, frozen=True):
    """All boxes on one ground in one light, in percent: of ``views`` of known tokens, of ``strange`` views."""

    ground: str
    light: str
    views: int
    top1: float
    named: float
    wrong: float
    strange: int
    accepted: float


class Spots(msgspec.Struct, frozen=True):
    """Tokens on the spots of the live table, at any turn: percentages, milliseconds a token."""

    what: str
    tokens: int
    right: float
    named: float
    wrong: float
    ms: float


class Counting(msgspec.Struct, frozen=True):
    """Percentages of heaps counted exactly (by face), worth what was said, called sure, and the sure ones' errors."""

    what: str
    ground: str
    heaps: int
    exact: float
    value: float
    sure: float
    sure_and_wrong: int
    ms_a_coin: float


class Placing(msgspec.Struct, frozen=True):
    """Percentages of pawns on the right place, called sure, and how many sure ones were wrong."""

    what: str
    views: int
    right: float
    sure: float
    sure_and_wrong: int
    ms: float


class Siding(msgspec.Struct, frozen=True):
    """Percentages of stage views with the right side (of the two that it can be), the right face (of all stages).

    ``confused``: which faces were taken for which of all, and how often.
    """

    what: str
    views: int
    side: float
    face: float
    confused: dict[str, int]
    ms: float


class Figures(msgspec.Struct, frozen=True):
    """Everything that is measured here."""

    naming: list[Naming]
    conditions: list[Condition]
    spots: list[Spots]
    counting: list[Counting]
    placing: list[Placing]
    stages: list[Siding]


def written(figures: Figures) -> str:
    """The tables as text."""
    lines = [
        f"{'tokens named':<32}{'views':>6}{'top-1':>7}{'recall':>8}{'named':>7}{'wrong':>7}{'strange':>8}{'ms':>6}"
    ]
    lines += [
        f"{row.what:<32}{row.views:>6}{row.top1:>7}{row.recall:>8}{row.named_at_default:>7}"
        f"{row.wrong_at_default:>7}{row.strangers_at_default:>8}{row.ms:>6}"
        for row in figures.naming
    ]
    lines += [
        "recall: at 0.5 % of strangers accepted; named, wrong, strange: default threshold; % of views in hard light",
        "",
        f"{'by ground and light':<32}{'views':>6}{'top-1':>7}{'named':>8}{'wrong':>7}{'strange':>11}{'taken':>9}",
    ]
    lines += [
        f"{row.ground + ', ' + row.light:<32}{row.views:>6}{row.top1:>7}{row.named:>8}{row.wrong:>7}"
        f"{row.strange:>11}{row.accepted:>9}"
        for row in figures.conditions
    ]
    lines += ["", f"{'on the live table, at any turn':<32}{'tokens':>7}{'right':>7}{'named':>7}{'wrong':>7}{'ms':>7}"]
    lines += [
        f"{row.what:<32}{row.tokens:>7}{row.right:>7}{row.named:>7}{row.wrong:>7}{row.ms:>7}" for row in figures.spots
    ]
    return "\n".join([*lines, *_heaps_and_pawns(figures), *_stages(figures)])


def _heaps_and_pawns(figures: Figures) -> list[str]:
    head = f"{'exact %':>9}{'value %':>9}{'sure %':>8}{'sure+wrong':>12}{'ms/coin':>9}"
    heaps = (
        f"{row.what + ', ' + row.ground:<32}{row.heaps:>6}{row.exact:>9.1f}{row.value:>9.1f}{row.sure:>8.1f}"
        f"{row.sure_and_wrong:>12}{row.ms_a_coin:>9}"
        for row in figures.counting
    )
    pawns = (
        f"{row.what:<32}{row.views:>6}{row.right:>9.1f}{row.sure:>8.1f}{row.sure_and_wrong:>12}{row.ms:>9}"
        for row in figures.placing
    )
    return [
        *("", f"{'heaps of 1 to 12 coins':<32}{'heaps':>6}{head}", *heaps),
        *("", f"{'pawn on 19 places':<32}{'views':>6}{'right %':>9}{'sure %':>8}{'sure+wrong':>12}{'ms':>9}", *pawns),
    ]


def _stages(figures: Figures) -> list[str]:
    lines = []
    for row in figures.stages:
        lines += ["", f"stages of {row.what}: side {row.side:.1f} %, face {row.face:.1f} % of {row.views}, {row.ms} ms"]
        lines += [f"  {pair}: {times}" for pair, times in row.confused.items()]
    return lines


def goals(figures: Figures) -> list[Goal]:
    """What the issue and the brief ask of tokens."""
    slowest = max(row.ms for row in figures.naming)
    known = sum(row.views for row in figures.conditions)
    wrong = sum(row.wrong * row.views for row in figures.conditions) / max(1, known)
    accepted = sum(row.accepted * row.strange for row in figures.conditions) / max(
        1, sum(row.strange for row in figures.conditions)
    )
    apart = [row for row in figures.counting if row.what == "apart"]
    exact = sum(row.exact * row.heaps for row in apart) / max(1, sum(row.heaps for row in apart))
    missed = [f"{row.what} {row.right} %" for row in figures.spots if row.right < _ON_SPOTS]
    lines = [
        Goal("a token named", f"{slowest} ms", "<= 10 ms", met=slowest <= 10),
        Goal("wrong token accepted", f"{wrong:.2f} %", "<= 0.1 %", met=wrong <= 0.1, detail=f"of {known} views"),
        Goal("strange token accepted", f"{accepted:.2f} %", "<= 0.5 %", met=accepted <= 0.5),
        Goal("heaps apart counted", f"{exact:.0f} %", ">= 95 %", met=exact >= 95),
    ]
    if figures.spots:
        least = min(row.right for row in figures.spots)
        lines.append(
            Goal(
                "tokens on the live table, any turn",
                "; ".join(missed) or f"{least} %",
                f">= {_ON_SPOTS:g} %",
                not missed,
            )
        )
    return lines
