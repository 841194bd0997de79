"""A table of Duel."""

from companion import words
from companion.board.chips import by_colour, by_name, counted, spelt, tokens
from companion.board.picture import Cell, Chip, Group, Side, Structure
from companion.games.duel.looks import CAPITAL, LAYOUTS
from companion.games.duel.table import DuelSeat, DuelTable
from companion.looks import faces
from companion.words.language import _

_GAME = "duel"
_AGES = ("", "I", "II", "III")
_DOWN = "?"


def side(seat: DuelSeat) -> Side:
    """What lies before a player."""
    marks = (
        counted("coin", _("Coins"), seat.coins, "yellow"),
        counted("shield", _("Shields"), seat.shields, "red"),
        *(counted(name, words.symbol(name, _GAME), count, "green") for name, count in seat.symbols.items() if count),
        *tokens(_GAME, seat.progress),
    )
    wonders = tuple(_wonder(name, built=built) for name, built in seat.own)
    return Side(
        stages=(),
        glance=(by_colour(_GAME, seat.cards), Group(marks), Group(wonders)),
        more=spelt(
            (_("Wonders"), wonders),
            (_("Progress"), tokens(_GAME, seat.progress)),
            (_("Buildings"), by_name(_GAME, seat.cards)),
        ),
    )


def middle(table: DuelTable) -> tuple[Group, ...]:
    """Which age it is, and the progress tokens to be won."""
    age = _("Age {n}").format(n=_AGES[table.age]) if table.age else _("Choosing wonders")
    offered = tuple(
        Chip(faces.wonder_icon(_GAME, name), words.wonder(name, _GAME), tint="accent") for name in table.offer
    )
    return (
        Group((Chip("hourglass", age, age, "accent"), counted("discard", _("Discard"), len(table.discard)))),
        *spelt((_("Progress"), tokens(_GAME, table.board)), (_("Offered"), offered)),
    )


def structure(table: DuelTable) -> Structure:
    """The structure of cards and the military track."""
    cells = tuple(_cells(table)) if table.layout else ()
    return Structure(cells, table.pawn, CAPITAL, table.loot, _track(table))


def _track(table: DuelTable) -> str:
    if not table.pawn:
        return _("Military track: in the middle")
    ahead = table.players[0 if table.pawn > 0 else 1]
    return _("Military track: {player} is {n} ahead").format(player=words.player(table, ahead.seat), n=abs(table.pawn))


def _cells(table: DuelTable) -> list[Cell]:
    places = [(row, x) for row, xs in enumerate(LAYOUTS.get(table.age, ())) for x in xs]
    cells = []
    for (row, x), name in zip(places, table.layout, strict=False):
        if name is None:
            continue
        if name == _DOWN:
            cells.append(Cell(row, x, "down", _("face down")))
        else:
            face, said, price = faces.face(_GAME, name), words.card(name, _GAME), table.free.get(name)
            if price is None:
                cells.append(Cell(row, x, "up", said, face.icons[0], face.colour))
                continue
            label = _("{card}: {n} coins to pay").format(card=said, n=price.coins)
            cells.append(Cell(row, x, "free", label, face.icons[0], face.colour, str(price.coins)))
    return cells


def _wonder(name: str, *, built: bool) -> Chip:
    said = words.wonder(name, _GAME)
    label = _("{wonder}: built").format(wonder=said) if built else said
    return Chip(faces.wonder_icon(_GAME, name), label, tint="accent" if built else "", faint=not built)
