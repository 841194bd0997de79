"""What was played after a piece became known may have been something else by it."""

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, seat_of
from companion.referee.game import LiveGame
from companion.referee.inference.by_another import by_another
from companion.referee.inference.lying import left_lying
from companion.referee.inference.pieces import is_unread, left_open, refitting
from companion.referee.inference.reconsider import Afterthought
from companion.referee.inference.ways import other_ways


def think_again(game: LiveGame, thought: Afterthought) -> None:
    """Correct what the camera thinks of an event by now, and what fits in one way only after that."""
    game.correct(thought.seq, thought.move, by="camera", posterior=thought.posterior)
    refit(game)


def refit(game: LiveGame) -> None:
    """Correct what fits in one way only by now.

    An extra card has a cause; what was paid for with cards that nobody had read was paid for with these; what cannot
    have been done by this player was done by another, and what cannot have been paid so was paid otherwise.
    """
    doubtful, irregular = game.doubtful, game.irregular
    for entry in game.fold.played:
        unsure = entry.seq in irregular or left_open(game.rules, entry.move)
        if entry.seq in doubtful and (unsure or _has_another_name(game, entry)):
            fitting = refitting(game.rules, entry.before, entry.move) or _anothers(game, entry)
            fitting = fitting or other_ways(game.rules, entry.before, entry.move)
            if len(fitting) > 1:
                fitting = left_lying(game.rules, game.fold.played, entry, fitting, game.observed)
            if len(fitting) == 1 and fitting[0] != entry.move:
                game.correct(entry.seq, fitting[0], by="camera")
                refit(game)
                return


def _has_another_name(game: LiveGame, entry: Played) -> bool:
    """Whether the rules have another move for what was done, by what is known now: of two causes they name the first.

    While one was a piece that nobody had read they named the other one.
    """
    rules = game.rules
    unnamed = seat_of(entry.move) is None or is_unread(rules, entry.move)
    return not unnamed and not entry.findings and entry.move not in rules.by_sight(entry.before)


def _anothers(game: LiveGame, entry: Played) -> tuple[AnyMove, ...]:
    """The legal moves that say the same of another player, of one that is irregular only by what is known now."""
    if not entry.findings or game.journal.events[entry.seq - 1].draft.findings:
        return ()
    return by_another(game.rules, entry.before, entry.move, game.observed.seen.keys())
