"""What was played after a piece became known, by what is known now."""

from pathlib import Path

from msgspec.structs import replace

from companion.games.architects.rules.moves import TakeCard, TakeProgress
from companion.games.architects.rules.setup import UNREAD
from companion.referee.acceptance import Acceptance
from companion.referee.game import LiveGame
from companion.referee.refitted import refit
from companion.twin.dealer import Dealer

_TOKEN, _FIRST, _SECOND = 6, 56, 57
"""The places of three moves of seat 1: a token that nobody reads, and the extra cards that it and another one give."""


def test_of_two_extra_cards_each_has_the_cause_that_the_rules_name_once_the_token_of_one_is_told(
    tmp_path: Path,
) -> None:
    dealer = Dealer("architects", 2, 1925)
    game = LiveGame.begin(tmp_path / "game.sqlite", dealer.setup_object(), "")
    while len(dealer.played) <= _SECOND:
        dealer.step()
    moves = list(dealer.played)
    token, first, second = moves[_TOKEN], moves[_FIRST], moves[_SECOND]
    assert isinstance(token, TakeProgress)
    assert isinstance(first, TakeCard)
    assert isinstance(second, TakeCard)
    assert first.because == token.token
    # As long as nobody has read that token the known one gave the first card, and the unread one the second.
    seen = [*moves]
    seen[_TOKEN], seen[_FIRST] = replace(token, token=UNREAD), replace(first, because=second.because)
    seen[_SECOND] = replace(second, because=UNREAD)
    for move in seen:
        game.play(Acceptance([move], "camera"))
    game.correct(game.fold.played[_TOKEN].seq, token, by="camera")
    refit(game)
    assert [entry.move for entry in game.fold.played] == moves
    assert not any(entry.findings for entry in game.fold.played)


def test_a_token_that_nobody_has_read_was_paid_for_with_what_the_cards_that_went_were(tmp_path: Path) -> None:
    setup = {
        "game": "architects",
        "wonders": ["giza", "rhodes"],
        "first": 0,
        "progress": ["tactics", "decor", "crafts"],
    }
    game = LiveGame.begin(tmp_path / "game.sqlite", setup, "")
    gear, token = TakeCard(0, "central", "gear"), TakeProgress(0, UNREAD, "stack")
    for move in (gear, TakeCard(1, "central", "vp3"), replace(gear, card=UNREAD), token):
        game.play(Acceptance([move], "camera"))
    _, _, unread, _ = game.fold.played
    game.correct(unread.seq, gear, by="camera")
    refit(game)
    assert game.fold.played[-1].move == replace(token, spent=("gear", "gear"))
    # What it is can be asked again: each token of the stack may have been taken for these.
    (told,) = game.unread_events()
    assert {tuple(game.rules.dump_move(choice.moves[0])["spent"]) for choice in told.choices} == {("gear", "gear")}
