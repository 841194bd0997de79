"""A table of Architects."""

from companion import words
from companion.board.chips import by_colour, by_name, counted, spelt, tokens
from companion.board.picture import Chip, Group, Side, Stage
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.looks import faces
from companion.words.language import _

_GAME = "architects"


def side(seat: ArchitectsSeat) -> Side:
    """What lies before a player."""
    marks = [
        counted("shield", _("Shields"), seat.shields, "red"),
        counted("swords", words.category("military", _GAME), seat.military, "accent"),
        counted("deck", _("Cards in the deck"), seat.deck),
    ]
    if seat.cat:
        marks.append(Chip("cat", _("Has the Cat"), tint="accent"))
    won = tokens(_GAME, seat.progress)
    medals = tuple(Chip("medal", words.medal(name), tint="accent") for name in seat.medals)
    return Side(
        stages=tuple(_stage(stage, seat) for stage in seat.stages),
        glance=(by_colour(_GAME, seat.cards), Group((*marks, *won, *medals))),
        more=spelt((_("Cards"), by_name(_GAME, seat.cards)), (_("Progress"), won), (_("Medals"), medals)),
    )


def middle(table: ArchitectsTable) -> tuple[Group, ...]:
    """What lies in the middle of the table."""
    swords = (Chip("swords", _("battle"), tint="bad"),) * table.battle_tokens
    doves = (Chip("dove", _("peace"), tint="good"),) * table.peace_tokens
    piles = [
        counted("deck", _("Central deck"), table.central_deck),
        counted("discard", _("Discard"), table.discard),
        counted(faces.category("progress").icon, _("Progress tokens left"), table.stack),
    ]
    if table.cat_holder is None:
        piles.append(Chip("cat", _("The Cat is free"), tint="accent"))
    medals = tuple(
        Chip("medal", words.medal(name), tint="accent") for name in (*table.centre, *table.medals) if name is not None
    )
    return (
        Group((*swords, *doves), _("Conflict")),
        Group(tuple(piles), _("Piles")),
        *spelt((_("Progress"), tokens(_GAME, table.face_up)), (_("Medals"), medals)),
    )


def _stage(stage: str, seat: ArchitectsSeat) -> Stage:
    number = words.stage_number(stage)
    if seat.stages[stage]:
        return Stage(number, _("Stage {n}: built").format(n=number), "built")
    if stage in seat.buildable:
        return Stage(number, _("Stage {n}: can be built").format(n=number), "open")
    return Stage(number, _("Stage {n}: not built").format(n=number))
