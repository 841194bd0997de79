"""Chips that every game has: cards by colour, cards by name, tokens."""

from collections.abc import Iterable, Mapping

from companion import words
from companion.board.picture import Chip, Group
from companion.looks import faces
from companion.words.language import N_, _

COLOURS = {
    "brown": N_("Brown cards"), "grey": N_("Grey cards"), "yellow": N_("Yellow cards"), "blue": N_("Blue cards"),
    "green": N_("Green cards"), "red": N_("Red cards"), "purple": N_("Purple cards"),
}  # fmt: skip


def counted(icon: str, name: str, count: int, tint: str = "") -> Chip:
    """So many of something; faint where there is none."""
    label = _("{what}: {n}").format(what=name, n=count)
    return Chip(icon, label, str(count), tint, faint=not count)


def by_colour(game: str, cards: Mapping[str, int]) -> Group:
    """How many cards of each colour."""
    counts = dict.fromkeys(faces.looks(game).colours, 0)
    for name, count in cards.items():
        colour = faces.face(game, name).colour
        counts[colour] = counts.get(colour, 0) + count
    return Group(tuple(counted(colour, _(COLOURS[colour]), count, colour) for colour, count in counts.items()))


def by_name(game: str, cards: Mapping[str, int]) -> tuple[Chip, ...]:
    """Every card by its name, in the order of its colours."""
    order = faces.looks(game).colours
    chips = []
    for name, count in cards.items():
        face, said = faces.face(game, name), words.card(name, game)
        label = said if count == 1 else f"{count} \N{MULTIPLICATION SIGN} {said}"
        chips.append(Chip(face.icons[0], label, tint=face.colour))
    return tuple(sorted(chips, key=lambda chip: order.index(chip.tint) if chip.tint in order else len(order)))


def tokens(game: str, names: Iterable[str]) -> tuple[Chip, ...]:
    """Progress tokens."""
    return tuple(Chip(faces.token_icon(game, name), words.token(name, game), tint="accent") for name in names)


def spelt(*groups: tuple[str, tuple[Chip, ...]]) -> tuple[Group, ...]:
    """Groups under their names, each chip with its name beside it; those with nothing in them are left out."""
    return tuple(
        Group(tuple(Chip(chip.icon, chip.label, chip.label, chip.tint) for chip in chips), name)
        for name, chips in groups
        if chips
    )
