"""A table of 7 Wonders."""

from companion import words
from companion.board.chips import by_colour, by_name, counted, spelt
from companion.board.picture import Chip, Group, Side, Stage, Turn
from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable
from companion.words.language import _

_GAME = "seven_wonders"
_AGES = ("", "I", "II", "III")


def side(seat: SevenWondersSeat) -> Side:
    """What lies before a player."""
    won = sum(token for token in seat.conflict_tokens if token > 0)
    lost = sum(-token for token in seat.conflict_tokens if token < 0)
    marks = [
        counted("coin", _("Coins"), seat.coins, "yellow"),
        counted("shield", _("Shields"), seat.shields, "red"),
        counted("swords", _("Won in conflicts"), won, "good"),
        counted("loot", _("Lost in conflicts"), lost, "bad"),
        *(counted(name, words.symbol(name, _GAME), count, "green") for name, count in seat.science.items() if count),
    ]
    if seat.chosen:
        marks.append(Chip("check", _("Has chosen a card"), tint="good"))
    return Side(
        stages=tuple(_stage(number, seat.stages) for number in range(1, seat.stage_count + 1)),
        glance=(by_colour(_GAME, seat.cards), Group(tuple(marks))),
        more=spelt((_("Buildings"), by_name(_GAME, dict.fromkeys(seat.buildings, 1)))),
    )


def middle(table: SevenWondersTable) -> tuple[Group, ...]:
    """Which age it is, where the hands go, what is discarded."""
    left = table.passing == "left"
    passing = Chip("clockwise" if left else "counterclockwise", _("Hands go left") if left else _("Hands go right"))
    age = _("Age {n}").format(n=_AGES[table.age])
    hands = [seat.hand for seat in table.players if seat.hand]
    return (
        Group((
            Chip("hourglass", age, age, "accent"),
            Chip(passing.icon, passing.label, passing.label),
            counted("hand", _("Cards in hand"), max(hands, default=0)),
            counted("discard", _("Discard"), table.discard),
        )),
    )  # fmt: skip


def turn(table: SevenWondersTable) -> Turn | None:
    """What is said while all choose at the same time; ``None``: one player is to move, or nobody any more."""
    if table.finished or table.to_move is not None:
        return None
    names = ", ".join(words.player(table, seat) for seat in table.to_choose)
    return Turn(_("Everybody chooses a card"), "hourglass", (_("Not ready yet: {names}").format(names=names),))


def _stage(number: int, built: int) -> Stage:
    if number <= built:
        return Stage(str(number), _("Stage {n}: built").format(n=number), "built")
    return Stage(str(number), _("Stage {n}: not built").format(n=number))
