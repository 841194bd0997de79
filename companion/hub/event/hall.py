"""What a tournament says to one of its tables: who is to sit there, how long the round goes on, how it ended."""

from typing import NamedTuple

from companion.api.protocol import Hall, HallSeat
from companion.hub.event.acts import Seating
from companion.hub.event.tournament import Place, Round, Tournament


class Here(NamedTuple):
    """What is played at a table of the hall. ``ends``: when its round's time is over (0: its clock does not run)."""

    hall: Hall
    ends: float = 0.0

    @classmethod
    def nothing(cls, number: int) -> "Here":
        """A table of no tournament."""
        return cls(Hall(number=number))


def here(tournament: Tournament, number: int) -> Here:
    """What the table with this number is told: the round that is played there, the newest where there are two."""
    event = tournament.setting.name
    found = [
        (Place(section.id, latest.number, seating.table), latest, seating)
        for section in tournament.setting.sections
        if (latest := tournament.latest(section.id)) is not None
        for seating in latest.tables
        if latest.moved.get(seating.table, seating.table) == number
    ]
    # A section that is still being played before one that is done, then the one whose clock was started last.
    found.sort(key=lambda one: (not _final(tournament, one[0]), one[1].ends))
    return _told(tournament, number, *found[-1]) if found else Here(Hall(event, number))


def _final(tournament: Tournament, place: Place) -> bool:
    result = tournament.results.get(place)
    return result is not None and result.final


def _told(tournament: Tournament, number: int, place: Place, drawn: Round, seating: Seating) -> Here:
    section, result = tournament.setting.section(place.section), tournament.results.get(place)
    seats = tuple(
        HallSeat(
            tournament.players[player].name,
            None if result is None or not result.scores else result.scores[seat],
            0 if result is None else result.places[seat],
            result is not None and seat in result.signed,
        )
        for seat, player in enumerate(seating.seats)
    )
    hall = Hall(
        tournament.setting.name, number, section.game, drawn.number,
        0 if section.stages[-1].form == "knockout" else section.rounds, seats,
        final=_final(tournament, place), called=any(waiting.place == place for waiting in tournament.open),
        section=place.section, drawn=place.table, calls=tournament.calls.get(place, 0),
    )  # fmt: skip
    return Here(hall, drawn.ends)
