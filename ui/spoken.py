"""What the voice says of what has just happened: the result, or a battle, or else whose turn it is."""

from babel.lists import format_list

from companion import words
from companion.api.protocol import View
from companion.games.tables import TableView
from companion.words.language import _, plural, spoken
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
    return f"{outcome(battle, table)}."


def outcome(battle: Battle, table: TableView) -> str:
    """Who wins how much, most first: ``Anna wins 6; Béla and Ivan win 3``."""
    seats: dict[int, list[str]] = {}
    for seat, value in enumerate(battle.gained):
        if value:
            seats.setdefault(value, []).append(words.player(table, seat))
    if not seats:
        return _("Battle: nobody wins")
    said = []
    for value, names in sorted(seats.items(), reverse=True):
        wins = plural("{names} wins {won}", "{names} win {won}", len(names))
        said.append(wins.format(names=format_list(names, locale=spoken()), won=value))
    return "; ".join(said)
