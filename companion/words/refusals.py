"""Why something is not done, has no answer or does not work, in the language spoken, by the error's code."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.vocabulary import Line
from companion.words import names
from companion.words.language import N_, say

REFUSALS: Final[Mapping[str, str]] = {
    "nothing_to_undo": N_("there is nothing to take back"),
    "not_undoable": N_("event {event} can be neither taken back nor changed"),
    "undone_already": N_("event {event} was taken back or changed already"),
    "game_running": N_("a game is being played; end it first"),
    "no_game": N_("no game has begun yet"),
    "game_is_over": N_("the game is over; take a move back, change one, or begin a new game"),
    "question_closed": N_("that question has been answered"),
    "nothing_differs": N_("nothing differs there any more"),
    "ended_already": N_("the game has been ended already"),
    "not_saved": N_("not saved: free some space, then do it again"),
    "no_journal": N_("no journal can be kept here"),
    "no_past_game": N_("no game has been played here yet"),
    "no_board": N_("no board for phones is served here"),
    "nobody_there": N_("nobody sits there"),
    "bad_name": N_("a name may have at most 40 letters, and no signs that nobody can see"),
    "only_read": N_("this card can only be read: nothing more is kept"),
    "silent": N_("does not answer; it is started again if that lasts"),
    "hung": N_("hung, and is started again"),
    "ended": N_("ended with code {n}"),
    "pin_failed": N_("pin {n} failed: {said}"),
    "camera_silent": N_("the camera does not answer any more"),
    "no_camera": N_("There is no camera"),
    "no_tags": N_("Fewer than two corner tags are to be seen: lay them at the corners of the table"),
    "few_wonders": N_("Too few wonders are to be seen: lay every player's stages out"),
    "first_age_unseen": N_("Lay the first age out, and four wonders before each player"),
    "table_unread": N_("The camera has not read the table: try again"),
    "no_proposal": N_("This game cannot be set up by camera yet"),
    "no_picture": N_("The camera gives no picture"),
    "journal_lost": N_("{file} was damaged, and nothing of it could be kept; the damaged file is now {aside}"),
    "journal_mended": N_("{file} was damaged; it is kept up to event {n}; the damaged file is now {aside}"),
    "journal_damaged": N_("{file} is damaged; it is intact up to event {n}"),
    "journal_of_other_version": N_("{file} is of another version, which alone can show it"),
    "no_game_in_it": N_("{file} holds no game"),
    "library_damaged": N_("{file} is damaged: teach the cards anew"),
    "not_written": N_("{file} cannot be written: {said}"),
    "box_is_file": N_("{file} is no folder, and a box is one"),
    "box_of_other": N_("{file} is a box of {other}, not of {game}"),
    "piece_twice": N_("{piece}: there is only one"),
    "too_many_pieces": N_("{piece} is there {n} times; there are only {most}"),
    "too_many_stages": N_("{piece} has {most} stages, not {n}"),
    "too_many_wonders": N_("{n} wonders are built; {most} at most"),
    "too_many_guilds": N_("{n} guilds are built; only {most} are in the game"),
    "too_many_of_age": N_("{n} cards of age {age} are built; only {most} are in the game"),
    "conflicts_differ": N_("{won} conflict tokens of victory, {lost} of defeat: each conflict gives one of both"),
    "two_supremacies": N_("Two supremacies at once: the first one had ended the game"),
    "one_cat": N_("There is only one Cat"),
    "free_city_for_two": N_("The Free City is for two players, not for {n}"),
    "stage_below": N_("{piece}: a stage stands on those below it"),
    "not_toml": N_("{file} cannot be read: {said}"),
}
"""In a few words: every ``companion.errors.Refusal``. What Python or the system says (``{said}``) stays as it is."""


def refusal(said: str, why: Line | None = None) -> str:
    """The words of a refusal's code; ``said``, the English line, where it has none that we know."""
    known = "" if why is None else REFUSALS.get(why.code, "")
    if why is None or not known:
        return said
    return say(known).format(**{gap: _GAPS.get(gap, str)(str(value)) for gap, value in why.params.items()})


_PIECES: Final = (names.wonder, names.card, names.token)
_GAPS: Final[Mapping[str, Callable[[str], str]]] = {
    "n": lambda number: number.replace("-", "\N{MINUS SIGN}"),
    **dict.fromkeys(("game", "other"), names.game_name),
    "piece": lambda name: next((said for of in _PIECES if (said := of(name)) != name), name),
}
