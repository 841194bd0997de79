"""A move in two lines: who did what, and with what or from where. Each game's words tell its own kinds of move."""

from companion.games.tables import TableView
from companion.words.facet import Lines, Move, game_of, of_game
from companion.words.language import _
from companion.words.names import player


def move(body: Move, table: TableView) -> Lines:
    """A move (a JSON object as in docs/moves.md) in two lines; the second may be empty."""
    known = of_game(game_of(table), "MOVES", {})
    kind = str(body.get("move") or next((key for key in known if key in body), ""))
    what, detail = known[kind](body, table) if kind in known else (kind, "")
    seat = body.get("seat")
    if isinstance(seat, int):
        what = _("{player}: {what}").format(player=player(table, seat), what=what)
    return what, detail
