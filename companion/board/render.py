"""From the referee's view to a picture in one language."""

from companion import words
from companion.api.protocol import View
from companion.board.assets import labels
from companion.board.games import page_of
from companion.board.picture import Category, Column, Picture, Seat, Turn
from companion.games.tables import TableView
from companion.looks import faces
from companion.words.language import LANGUAGES, _, speaking


def render(view: View, lang: str, results: str = "") -> Picture:
    """What a phone of this language shows. ``results``: where the finished game is handed on (empty: nowhere)."""
    with speaking(lang):
        table, page = view.table, page_of(view.game)
        return Picture(
            lang=lang,
            languages=LANGUAGES,
            title=words.game_title(view.game) if table is not None else _("The table"),
            labels=labels(),
            turn=None if table is None else page.turn(table) or _turn(table, view.game),
            notices=_notices(view),
            middle=() if table is None else page.middle(table),
            structure=None if table is None else page.structure(table),
            seats=() if table is None else tuple(_seat(view, table, seat) for seat in range(len(table.players))),
            sheet=() if table is None else _sheet(view, table),
            chances=tuple(tuple(round(100 * part) for part in at.chances) for at in view.chances),
            results={form: f"{results}.{form}" for form in ("pdf", "csv", "json")} if results else {},
        )


def _turn(table: TableView, game: str) -> Turn:
    if table.finished:
        decided = words.decider(table)
        return Turn(words.victory(table), "laurel", (decided,) if decided else (), over=True)
    if table.to_move is None:
        return Turn(_("The game is over"), "laurel", over=True)
    seat = table.players[table.to_move]
    duties = tuple(dict.fromkeys(words.duties(table)))
    return Turn(words.player(table, seat.seat), _emblem(game, seat.wonder), duties)


def _notices(view: View) -> tuple[str, ...]:
    if view.joining:
        return (_("A game is being played already"),)
    if view.question is None or view.table is None:
        return ()
    seat = view.question.seat
    if seat is None:
        return (_("The referee has a question"),)
    return (_("The referee asks {player}").format(player=words.player(view.table, seat)),)


def _seat(view: View, table: TableView, seat: int) -> Seat:
    person, label = table.players[seat], words.player(table, seat)
    wonder = words.wonder(person.wonder, view.game) if person.wonder else ""
    return Seat(
        seat=seat,
        name=label,
        icon=_emblem(view.game, person.wonder),
        tint=person.wonder or faces.seat_colour(seat),
        score=person.score,
        side=page_of(view.game).side(person),
        points=tuple(_points(view, seat, person.categories)),
        wonder="" if wonder == label else wonder,
        moving=seat == table.to_move,
        winner=seat in table.winners,
    )


def _emblem(game: str, wonder: str) -> str:
    return faces.wonder_icon(game, wonder) if wonder else "capital"


def _points(view: View, seat: int, categories: dict[str, int]) -> list[Category]:
    lines = [line for line in view.explain if line.seat == seat]
    found = []
    for name in words.categories(view.game, [categories]):
        reasons = tuple(
            (line.points, words.line(line.why, view.game, view.table)) for line in lines if line.category == name
        )
        if reasons:
            found.append(Category(words.category(name, view.game), sum(points for points, _why in reasons), reasons))
    return found


def _sheet(view: View, table: TableView) -> tuple[Column, ...]:
    rows = [seat.categories for seat in table.players]
    return tuple(
        Column(words.category(name, view.game), *faces.category(name), tuple(row.get(name, 0) for row in rows))
        for name in words.categories(view.game, rows)
    )
