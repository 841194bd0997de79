"""What is asked stays asked: who is about to answer is not asked otherwise, as long as the answer is on offer."""

from pathlib import Path

from companion.games.architects import rules as architects
from companion.referee.asked import Asked
from companion.referee.inference.decide import Choice
from companion.referee.messages import Option, Question
from tests.referee.games import Played, Told
from vision.sighting import FaceProbability


def _half_read(one: str, other: str) -> tuple[FaceProbability, ...]:
    return tuple(FaceProbability(f"architects/{card}", share) for card, share in ((one, 0.6), (other, 0.39)))


def _asked(table: Played) -> Question:
    question = table.referee.view().question
    assert question is not None
    return question


def test_a_question_stays_while_what_is_likeliest_now_is_one_of_its_answers(tmp_path: Path) -> None:
    table = Played(tmp_path)
    seat = table.table.state.to_move
    table.table.play(architects.TakeCard(seat=seat, source="central", card=table.table.deal.decks[-1][-1]))
    piece = table.table.zones[f"seat/{seat}/city"][-1]
    piece.seen = _half_read("vp3", "shield_h0")
    table.show()
    table.wait(5)
    before = _asked(table)
    piece.seen = _half_read("shield_h0", "vp3")
    table.referee.handle(table.table.everything())
    table.wait(5)
    assert _asked(table).number == before.number


def test_who_says_that_nothing_was_turned_up_is_not_asked_again_until_it_looks_otherwise(tmp_path: Path) -> None:
    table = Told(tmp_path, 4, "urbanism", "education")
    place = max(k for k, move in enumerate(table.moves) if isinstance(move, architects.RevealProgress))
    table.told(table.moves[:place])
    table.seen(table.moves[place], 8)
    first = _asked(table)
    assert first.reason == "face"
    assert table.do("answer", {"question": first.number, "moves": []}).ok
    table.wait(12)
    assert table.question is None
    table.table.zones["central/progress"].pop()
    table.table.put("central/progress", "architects/progress/urbanism")
    table.show()
    table.wait(8)
    assert _asked(table).number > first.number


def test_a_question_of_which_one_answer_becomes_impossible_stays_the_same_without_it(tmp_path: Path) -> None:
    table = Told(tmp_path, 2)
    first, second = (k for k, move in enumerate(table.moves) if isinstance(move, architects.RevealProgress))
    table.told(table.moves[:first])
    table.table.play(table.moves[first])
    there, turned_up = table.moves[first].token, table.moves[second].token
    likely = zip((there, turned_up, "economy"), (0.4, 0.3, 0.25), strict=True)
    faces = tuple(FaceProbability(f"architects/progress/{token}", share) for token, share in likely)
    table.table.zones["central/progress"][-1].seen = faces
    table.show()
    table.wait(8)
    before = _asked(table)
    assert [option.moves[0]["token"] for option in before.options] == [there, turned_up, "economy"]
    for move in table.moves[first + 1 : second + 1]:
        table.seen(move, 3)
    after = _asked(table)
    assert after.number == before.number
    assert [place for place, _ in after.offered] == [0, 2], "an answer keeps its place"
    assert not table.do("answer", {"question": after.number, "option": 1}).ok
    table.answer(there)
    assert table.question is None


def test_a_single_answer_that_is_not_sure_is_asked_about_and_accepted_once_people_have_played_on(
    tmp_path: Path,
) -> None:
    table = Played(tmp_path)
    # Out of turn, and hardly to be read.
    seat = table.table.state.to_move + 1
    card = table.table.deal.decks[seat][-1]
    table.table.play(architects.TakeCard(seat=seat, source="left", card=card))
    table.table.zones[f"seat/{seat}/city"][-1].seen = (FaceProbability(f"architects/{card}", 0.005),)
    table.show()
    table.wait(9)
    (option,) = _asked(table).options
    assert 0.9 < option.probability < 0.95
    table.table.play(table.table.choose())
    table.show()
    table.wait(3)
    assert table.referee.view().question is None
    assert table.state == table.table.state


def test_a_question_that_loses_an_answer_is_another_one_only_where_something_else_is_likelier() -> None:
    # Of five pieces that look alike three are offered, and the first of these turns up elsewhere.
    moves = [
        (architects.RevealProgress(token),) for token in ("culture", "economy", "education", "strategy", "urbanism")
    ]
    options = tuple(Option(tuple(map(architects.dump_move, some)), 0.2) for some in moves[:3])
    asked = Asked(Question(7, None, options, "face", 9), tuple(moves[:3]), 0.0, {}, {}, frozenset())
    alike = [Choice(some, 0.25) for some in (*moves[3:], *moves[1:3])]
    still = asked.as_now(alike)
    assert still is not None
    assert [place for place, _ in still.question.offered] == [1, 2]
    likelier = [Choice(moves[3], 0.4), *(Choice(some, 0.2) for some in (moves[4], *moves[1:3]))]
    assert asked.as_now(likelier) is None
