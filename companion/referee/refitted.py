"""What was played after a piece became known may have been something else by it."""

from companion.referee.game import LiveGame
from companion.referee.inference.lying import left_lying
from companion.referee.inference.pieces import left_open, refitting
from companion.referee.inference.ways import other_ways


def refit(game: LiveGame) -> None:
    """Correct what fits in one way only by now.

    An extra card has a cause; what was paid for with cards that nobody had read was paid for with these; what cannot
    have been paid as was thought was paid otherwise.
    """
    doubtful, irregular = game.doubtful, game.irregular
    for entry in game.fold.played:
        if entry.seq in doubtful and (entry.seq in irregular or left_open(game.rules, entry.move)):
            fitting = refitting(game.rules, entry.before, entry.move)
            if not fitting:
                fitting = other_ways(game.rules, entry.before, entry.move)
            if len(fitting) > 1:
                fitting = left_lying(game.rules, game.fold.played, entry, fitting, game.observed)
            if len(fitting) == 1 and fitting[0] != entry.move:
                game.correct(entry.seq, fitting[0], by="camera")
                refit(game)
                return
