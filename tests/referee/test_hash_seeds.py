"""What is accepted depends on what is seen, and not on the order in which Python happens to go through a set."""

import os
import subprocess
import sys

import pytest

_WEIGHED = """
import sys
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import companion.referee.session as session
from tests.referee.lacking import PacedLacking

heard, infer = sha256(), session.infer

def infer_and_tell(*seen):
    belief = infer(*seen)
    heard.update(repr([(one.moves, one.weight, share) for one, share in belief.ranked]).encode())
    return belief

session.infer = infer_and_tell
game, players, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
with TemporaryDirectory() as folder:
    PacedLacking(Path(folder), game, players, seed, pace=1.5, noise=0.1).play()
print(heard.hexdigest())
"""


def _weighed(hash_seed: int, *game: str) -> str:
    """Everything that the referee thought of in a game of which one face in ten is read badly, as one number."""
    env = {**os.environ, "PYTHONHASHSEED": str(hash_seed)}
    done = subprocess.run(
        [sys.executable, "-c", _WEIGHED, *game], capture_output=True, text=True, check=True, env=env, timeout=300
    )
    return done.stdout


@pytest.mark.proof
@pytest.mark.parametrize("game", [("architects", "2", "3403"), ("architects", "4", "3368"), ("duel", "2", "3412")])
def test_whatever_order_sets_have_the_same_is_thought_of_and_weighs_as_much(game: tuple[str, ...]) -> None:
    assert _weighed(0, *game) == _weighed(1, *game)
