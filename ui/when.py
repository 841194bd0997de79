"""Days and durations, as people write them in the language spoken now."""

from datetime import datetime

from babel.dates import format_date, format_time

from companion.words.language import _, spoken


def day(wall: float) -> str:
    """The day and time of a moment (seconds since 1970), by this machine's clock."""
    moment = datetime.fromtimestamp(wall).astimezone()
    return f"{format_date(moment, 'medium', spoken())}, {format_time(moment, 'HH:mm', moment.tzinfo, spoken())}"


def lasted(seconds: float) -> str:
    """How long something took, in whole minutes."""
    return _("{n} min").format(n=max(1, round(seconds / 60)))
