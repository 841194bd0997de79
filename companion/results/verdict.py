"""Who won, and how a tie was broken, in a sentence of the language spoken now."""

from typing import Any

from companion.games.common import Sheet
from companion.results.kept import Kept
from companion.words.language import _, plural


def verdict(kept: Kept, names: tuple[str, ...]) -> str:
    """Who won; of a game that was not played to its end, that nobody did."""
    sheet = kept.sheet
    won = ", ".join(names[seat] for seat in sheet.winners)
    if not kept.finished:
        return _("Not played to the end")
    if len(sheet.winners) > 1:
        return _("Shared victory: {players}").format(players=won)
    return _("{player} wins").format(player=won)


def reason(kept: Kept) -> str:
    """What decided it: supremacy, or what broke a tie; empty where the points alone did."""
    sheet, state = kept.sheet, kept.state
    if not kept.finished:
        return ""
    if kept.game.NAME == "duel" and state.supremacy:
        return _("Military supremacy") if state.supremacy == "military" else _("Scientific supremacy")
    top = max(sheet.totals)
    tied = [seat for seat, total in enumerate(sheet.totals) if total == top]
    if len(tied) == 1:
        return ""
    counts = [_counted(kept.game.NAME, state, sheet, seat) for seat in tied]
    best = max(counts)
    if counts.count(best) > 1:
        return _("Tied on points, and the tie-break too: {count}").format(count=_what(kept.game.NAME, best))
    return _("Tied on points; the tie-break: {count}").format(count=_what(kept.game.NAME, best))


def _counted(game: str, state: Any, sheet: Sheet, seat: int) -> int:
    """What breaks a tie. Sections "End of the game", "Civilian victory"."""
    if game == "duel":
        return sheet.categories[seat]["civilian"]
    city = state.cities[seat]
    return int(city.built.bit_count() if game == "architects" else city.coins)


def _what(game: str, count: int) -> str:
    if game == "duel":
        return plural("{n} point on blue cards", "{n} points on blue cards", count)
    if game == "architects":
        return plural("{n} stage built", "{n} stages built", count)
    return plural("{n} coin", "{n} coins", count)
