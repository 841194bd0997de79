"""A game for the app BG Stats: as a file that it imports, and as a link that opens it at this play.

The link is the app's own way in for other programs ("Push plays to BG Stats from other apps or websites" on its site):
an address with one JSON object in it. A phone with the app opens the app; any other sees a page that says what it is.
"""

import zlib
from typing import Any, Final
from urllib.parse import quote

import msgspec

from companion.results.kept import Result
from companion.words import game_title
from companion.words.facet import written

_ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html?data="
DATE: Final = "%Y-%m-%d %H:%M:%S"
"""How a play is dated."""
LONGEST_LINK: Final = 858
"""Characters that make a QR code of version 20, whose dots are 0.8 mm wide where a 7-inch panel shows it whole."""


def play(kept: Result) -> dict[str, Any]:
    """A file's content: the game, the players, one play with its scores."""
    sheet = kept.sheet
    name, number = listed(kept.game.NAME)
    return {
        "about": "A play for BG Stats, from companion journal export",
        "games": [{"id": 1, "name": name, "bggId": number}],
        "players": [{"id": seat + 1, "name": player} for seat, player in enumerate(kept.names)],
        "plays": [
            {
                "gameRefId": 1,
                "playDate": f"{kept.begun:{DATE}}",
                "durationMin": round(kept.seconds / 60),
                "playerScores": [
                    {
                        "playerRefId": seat + 1,
                        "score": str(total),
                        "winner": seat in sheet.winners,
                        "seatOrder": seat + 1,
                        "role": ", ".join(kept.wonders(seat)),
                    }
                    for seat, total in enumerate(sheet.totals)
                ],
            }
        ],
    }


def link(kept: Result) -> str:
    """The address that hands this play to BG Stats; as short as a QR code wants it.

    The players' wonders are in it (as their roles) where there is room for them.
    """
    whole = _address(kept, roles=True)
    return whole if len(whole) <= LONGEST_LINK else _address(kept, roles=False)


def listed(game: str) -> tuple[str, int]:
    """The game as board game databases call it, and its number on BoardGameGeek (0: it has none)."""
    return written(game).board_game_geek or (game_title(game), 0)


def _address(kept: Result, *, roles: bool) -> str:
    data = msgspec.json.encode(_pushed(kept, roles=roles)).decode()
    # Colons and commas may stand in an address as they are.
    return _ADDRESS + quote(data, safe=":,'()*!")


def _pushed(kept: Result, *, roles: bool) -> dict[str, Any]:
    """The play as the app's link has it: dated by its end, in UTC; what is false or not known is left out."""
    name, number = listed(kept.game.NAME)
    pushed = {
        "sourceName": "Companion",
        "sourcePlayId": kept.head[:8],
        "playDate": f"{kept.ended:{DATE}}",
        "durationMin": round(kept.seconds / 60),
        "game": {"name": name, "sourceGameId": str(number), "bggId": number, "highestWins": True},
        "players": [_player(kept, seat, roles=roles) for seat in range(len(kept.names))],
    }
    return {key: value for key, value in pushed.items() if value}


def _player(kept: Result, seat: int, *, roles: bool) -> dict[str, Any]:
    name = kept.names[seat]
    # The app asks once whose this number is, and knows it the next time.
    number = f"{zlib.crc32(name.casefold().encode()) & 0xFFFFFF:06x}"
    player: dict[str, Any] = {"name": name, "sourcePlayerId": number, "score": kept.sheet.totals[seat]}
    if seat in kept.sheet.winners and kept.finished:
        player["winner"] = True
    if seat == kept.first:
        player["startPlayer"] = True
    if roles and kept.wonders(seat):
        player["role"] = ", ".join(wonder.replace("_", " ").title() for wonder in kept.wonders(seat))
    return player
