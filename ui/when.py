"""Days and durations, as people write them in the language spoken now."""

from datetime import datetime

from babel.dates import format_datetime

from companion.words.language import _, spoken


def day(wall: float) -> str:
    """The day and time of a moment (seconds since 1970), by this machine's clock."""
    moment = datetime.fromtimestamp(wall).astimezone()
    return str(format_datetime(moment, "d MMM y, HH:mm", tzinfo=moment.tzinfo, locale=spoken()))


def lasted(seconds: float) -> str:
    """How long something took, in whole minutes."""
    return _("{n} min").format(n=max(1, round(seconds / 60)))
