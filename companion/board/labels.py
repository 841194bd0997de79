"""The words of the page itself, which the phone puts where they belong."""

from companion.words.language import _


def labels() -> dict[str, str]:
    """Every word that the page says by itself, in the language spoken now."""
    return {
        "table": _("Table"),
        "scores": _("Scores"),
        "log": _("Log"),
        "chances": _("Chances"),
        "language": _("Language"),
        "waiting": _("Waiting for the table"),
        "lost": _("No connection. Trying again"),
        "nogame": _("No game is being played"),
        "later": _("The table shows here as soon as a game begins."),
        "points": _("Where the points come from"),
        "total": _("Total"),
        "player": _("Player"),
        "moving": _("to move"),
        "winner": _("winner"),
        "undone": _("taken back"),
        "stages": _("Stages"),
        "structure": _("Cards in the structure"),
        "free": _("May be taken now"),
        "win": _("Chance to win"),
        "guess": _("Many games played on from here by the computer; after each event."),
        "mine": _("This phone answers for {player}"),
        "sent": _("Sent"),
        "nothing": _("Nothing yet"),
        "result": _("The result"),
    }
