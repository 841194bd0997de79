"""What the referee believes of a recorded table: the numbers of 22 November 2026, before games had facets.

Made anew, where a change of them is meant, by ``python -m tests.referee.inference.test_beliefs``.
"""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import companion.referee.session
from companion.games.architects import rules as architects
from companion.referee.inference.belief import Belief
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import infer
from tests.referee.games import Played

KEPT = Path(__file__).parent / "beliefs.jsonl"
_MOVES, _LIKELY = 24, 3


def believed(folder: Path) -> list[list[Any]]:
    """Of a game that is read badly now and then: the likeliest moves at each look, with their posteriors."""
    found: list[list[Any]] = []

    def told(rules: Any, state: Any, observed: Observations) -> Belief:
        belief = infer(rules, state, observed)
        likely = [
            [[rules.dump_move(move) for move in hypothesis.moves], round(posterior, 9)]
            for hypothesis, posterior in belief.ranked[:_LIKELY]
        ]
        found.append([sorted(belief.changed), round(belief.unknown, 9), likely])
        return belief

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(companion.referee.session, "infer", told)
        played = Played(folder, 4, 11, noise=0.3)
        for _ in range(_MOVES):
            move = played.move()
            if played.state != played.table.state:
                played.wait(5)
                question = played.referee.view().question
                assert question is not None
                said = {"question": question.number, "moves": [architects.dump_move(move)]}
                assert played.do("answer", said).ok
        played.referee.close()
    return found


def lines(found: list[list[Any]]) -> str:
    """One look a line; of looks alike the first."""
    return "".join(f"{line}\n" for line in dict.fromkeys(json.dumps(look) for look in found))


def test_a_recorded_table_is_believed_what_it_was(tmp_path: Path) -> None:
    assert lines(believed(tmp_path)).splitlines() == KEPT.read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    with TemporaryDirectory() as made:
        KEPT.write_text(lines(believed(Path(made))), encoding="utf-8")
