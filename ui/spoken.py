"""What the voice says of what has just happened: the result, or a battle, or else whose turn it is."""

from companion import words
from companion.api.protocol import View
from companion.games.tables import TableView
from companion.words.language import _, plural
from ui.battle import Battle, fought


def news(before: View, after: View) -> str:
    """One or two short sentences in the screen's language; empty where nothing is worth saying."""
    old, new = before.table, after.table
    if new is None or after.seq <= before.seq:
        return ""
    if new.finished:
        return "" if old is not None and old.finished else result(new)
    said = []
    battle = fought(before, after) if old is not None else None
    if isinstance(battle, Battle):
        said.append(_battle(battle, new))
    if new.to_move is not None and (old is None or old.to_move != new.to_move):
        said.append(_("{player}, it is your turn.").format(player=words.player(new, new.to_move)))
    return " ".join(said)


def result(table: TableView) -> str:
    """Who has won and by what, and everybody's points, highest first."""
    scored = sorted(table.players, key=lambda player: -player.score)
    points = [
        f"{words.player(table, player.seat)}: {plural('{n} point', '{n} points', player.score)}." for player in scored
    ]
    head = [f"{line}." for line in (words.victory(table), words.decider(table)) if line]
    return " ".join((*head, *points))


def _battle(battle: Battle, table: TableView) -> str:
    gained: dict[int, int] = {}
    for spoil in battle.spoils:
        gained[spoil.seat] = gained.get(spoil.seat, 0) + spoil.value
    won = {seat: value for seat, value in gained.items() if value > 0}
    if not won:
        return _("Battle: nobody wins.")
    each = (f"{words.player(table, seat)}, {plural('{n} point', '{n} points', value)}" for seat, value in won.items())
    return _("Battle: {gains}.").format(gains="; ".join(each))
