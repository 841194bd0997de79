"""What an event of which a piece is not known may have been."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec import structs

from companion.games.architects import rules as architects
from companion.games.architects.rules.moves import TakeCard
from companion.games.architects.rules.moves import TakeProgress as Taken
from companion.games.duel.rules.moves import BuildWonder, TakeProgress
from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules, watched
from companion.referee.inference import excuses as excusing
from companion.referee.inference.also_told import also_told
from companion.referee.inference.decide import Choice
from companion.referee.inference.excuses import Excuses, Record, that_lie_there
from companion.referee.inference.expected import expectations
from companion.referee.inference.may_lie import may_lie
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import Unread, unread_events
from companion.twin.dealer import Dealer
from vision.sighting import FaceProbability, Quad, Scene, SeenPiece, Sighting

_HERE: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def test_a_wonder_over_a_card_that_nobody_read_may_have_been_each_that_it_is_one_of_and_no_card() -> None:
    dealer = Dealer("duel", 2, 1920)
    step = dealer.step()
    while step is not None and not isinstance(step.move, BuildWonder):
        step = dealer.step()
    assert step is not None
    among = tuple(sorted((step.move.wonder, "sphinx")))
    unread = BuildWonder(step.move.seat, "?", "?", among)
    after = dealer.rules.apply(step.before, unread, strict=False)
    (thought,) = Record(dealer.rules, [Played(1, unread, step.before, after, ())]).thoughts
    assert {one.wonder for one in thought.moves if isinstance(one, BuildWonder)} >= set(among)


_MARKET = "central/progress"
_TAKEN = 45, 87
"""The places of two moves of Duel's seed 4 that take a token each."""


def _taken_unread(others: tuple[str, ...] = (), *, unread: Sequence[int] = _TAKEN) -> tuple[list[Played], set[str]]:
    """A game in which tokens were taken that nobody had read, and which they may have been: also ``others``."""
    dealer = Dealer("duel", 2, 4)
    begins = dealer.state
    moves = _to_the_end(dealer)
    tokens = {*(move.token for place in _TAKEN if isinstance(move := moves[place], TakeProgress)), *others}
    for place in unread:
        if isinstance(told := moves[place], TakeProgress):
            moves[place] = TakeProgress(told.seat, "?", "board", tuple(sorted(tokens)))
    return _played(dealer.rules, begins, moves[: _TAKEN[-1] + 6]), tokens


def _to_the_end(dealer: Dealer) -> list[AnyMove]:
    while dealer.step() is not None:
        pass
    return list(dealer.played)


def _played(rules: Rules, state: AnyState, moves: Sequence[AnyMove]) -> list[Played]:
    """These moves, one after another, as the fold has them."""
    played = list[Played]()
    for seq, move in enumerate(moves, start=1):
        after = rules.apply(state, move, strict=False)
        played.append(Played(seq, move, state, after, tuple(rules.judge(state, move))))
        state = after
    return played


@pytest.mark.parametrize("others", [(), ("masonry",)])
def test_of_unread_tokens_of_which_two_were_taken_each_may_have_been_taken_first(others: tuple[str, ...]) -> None:
    played, tokens = _taken_unread(others)
    for thought in Record(watched("duel"), played).thoughts:
        alone = [move for move, excuse in thought.excuses.items() if excuse.alone]
        assert {move.token for move in alone if isinstance(move, TakeProgress)} == tokens


@pytest.mark.parametrize("others", [(), ("masonry",)])
def test_of_two_unread_tokens_the_other_one_is_told_with_the_first_by_what_lies_there(others: tuple[str, ...]) -> None:
    rules, (truth, _), observed = watched("duel"), _taken_unread(unread=()), Observations()
    lying = expectations(rules.tableau(truth[-1].after))
    pieces = {zone: should for zone, should in lying.items() if isinstance(should, tuple)}
    observed.take(Scene(1, 0.1, tuple(_sighting(zone, faces) for zone, faces in pieces.items())))
    played, by_now = (_taken_unread(others, unread=unread)[0] for unread in (_TAKEN, _TAKEN[1:]))
    told = also_told(rules, played[_TAKEN[1] : _TAKEN[1] + 1], by_now, observed)
    assert list(told) == [(_TAKEN[1] + 1, truth[_TAKEN[1]].move)]


def _sighting(zone: str, faces: tuple[str, ...]) -> Sighting:
    pieces = (SeenPiece(track, _HERE, (FaceProbability(face, 0.99),)) for track, face in enumerate(faces))
    return Sighting(zone, 0, 0.1, tuple(pieces))


def _whatever(thoughts: Excuses) -> list[tuple[object, ...]]:
    return [(one.entry, one.moves, one.excuses, [one.left(move) for move in one.moves]) for one in thoughts]


def test_where_only_more_was_played_no_more_is_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    played, _ = _taken_unread(unread=_TAKEN[:1])
    rules, until = watched("duel"), _TAKEN[0] + 12
    record = Record(rules, played[:until])
    gone_through: set[int] = set()

    def note(about: Rules, state: AnyState, entry: Played) -> tuple[AnyMove, ...]:
        gone_through.add(entry.seq)
        return that_lie_there(about, state, entry)

    monkeypatch.setattr(excusing, "that_lie_there", note)
    record = record.go_on(played[: until + 1])
    assert gone_through == {played[until].seq}
    assert _whatever(record.thoughts) == _whatever(Record(rules, played[: until + 1]).thoughts)


def test_what_several_ways_in_which_it_may_have_been_have_in_common_is_played_once() -> None:
    played, _ = _taken_unread()
    rules, (first, second) = watched("duel"), _TAKEN
    thoughts = Record(rules, played).thoughts
    unread = [
        Unread(one.entry.seq, "", tuple(Choice((move,), 0.4) for move in list(one.moves)[:2])) for one in thoughts
    ]
    observed = Observations()
    observed.take(Scene(1, 0.0, (Sighting(_MARKET, 1, 0.0, (SeenPiece(1, _HERE, ()),)),)))
    applied: list[AnyMove] = []

    def apply(state: Any, move: AnyMove, *, strict: bool) -> Any:
        applied.append(move)
        return rules.apply(state, move, strict=strict)

    counting = SimpleNamespace(apply=apply, tableau=rules.tableau)
    may_lie(cast("Rules", counting), played, observed, {_MARKET: ()}, frozenset(), unread=unread)
    assert len(applied) == 2 * (second - first) + 4 * (len(played) - second)


def test_where_something_was_corrected_all_is_gone_through_anew() -> None:
    played, _ = _taken_unread(unread=_TAKEN[:1])
    rules, until = watched("duel"), _TAKEN[0] + 12
    record = Record(rules, [*played[: until - 3], played[until]])
    assert _whatever(record.go_on(played[:until]).thoughts) == _whatever(Record(rules, played[:until]).thoughts)


def test_what_another_unread_token_excuses_says_nothing_of_the_one_that_was_taken_before() -> None:
    # Seed 1912's seat 0 takes economy, then decor, and a stage that it builds could not be paid for without economy.
    dealer = Dealer("architects", 4, 1912, expansions=("medals",))
    rules, begins, among = dealer.rules, dealer.state, ("decor", "economy")
    moves = _to_the_end(dealer)[:150]
    for place, told in enumerate(moves):
        said = rules.dump_move(told)
        if said.get("token") in among and isinstance(told, Taken):
            more = {"among": among} if said["token"] == among[-1] else {}
            moves[place] = rules.parse_move({**said, "token": "?", **more})
    played = _played(rules, begins, moves)
    first, second = (
        {rules.dump_move(move)["token"]: len(excuse.excuses) for move, excuse in thought.excuses.items()}
        for thought in Record(rules, played).thoughts
    )
    assert first == {"decor": 0, "economy": 1}
    assert {token for token, count in second.items() if count} == {"economy"}


def test_of_two_unread_tokens_that_may_both_give_a_card_the_first_may_be_any_that_gave_one_before_the_second() -> None:
    # Seed 1922's seat 2 takes architecture, which gives it vp3, then science; architecture gives one more at the end.
    dealer = Dealer("architects", 4, 1922)
    rules, begins = dealer.rules, dealer.state
    moves, given = list[AnyMove](), list[AnyMove]()
    for move in _to_the_end(dealer):
        unread = isinstance(move, Taken) and move.seat == 2
        caused = isinstance(move, TakeCard) and move.seat == 2 and move.because in ("architecture", "science")
        hidden = {"token": "?"} if unread else {"because": "?"} if caused else {}
        moves.append(rules.parse_move({**rules.dump_move(move), **hidden}))
        given += moves[-1:] if caused else []
    played = _played(rules, begins, moves)
    assert len(given) == 2
    assert played[-1].move == given[-1]
    assert played[-2].after.finished, "the last card is taken when the game seems to be over"
    assert not played[-1].findings
    first, second = unread_events(rules, played, Observations(), Record(rules, played).thoughts)
    likely = {rules.shows(one.moves[0]).face for one in first.choices if one.probability > 0.3}
    assert likely == {f"architects/progress/{token}" for token in ("architecture", "jewellery", "urbanism")}
    assert second.choices[0].probability < 0.5


def test_two_cards_that_two_unread_tokens_gave_in_one_turn_name_neither_token_if_others_may_have_given_them() -> None:
    # Seed 3608's seat 2 has urbanism, takes wood, for that a coin, builds a stage with it, and takes glass because of
    # jewellery (the coin) and a shield because of architecture (the stage), or crafts gave the shield (the glass).
    dealer, among = Dealer("architects", 7, 3608), ("architecture", "jewellery", "crafts")
    rules, begins, moves = dealer.rules, dealer.state, list[AnyMove]()
    for move in _to_the_end(dealer)[:192]:
        unread = isinstance(move, Taken) and move.token in among
        caused = isinstance(move, TakeCard) and move.because in among
        hidden = {"token": "?"} if unread else {"because": "?"} if caused else {}
        moves.append(rules.parse_move({**rules.dump_move(move), **hidden}))
    played = _played(rules, begins, moves)
    assert [rules.dump_move(move)["card"] for move in moves[-2:]] == ["glass", "shield_h2"]
    thoughts = Record(rules, played).thoughts
    found = zip(thoughts, unread_events(rules, played, Observations(), thoughts), strict=True)
    of_seat_2 = [one for thought, one in found if seat_of(thought.entry.move) == 2]
    assert len(of_seat_2) == 2
    for one in of_seat_2:
        likely = {rules.dump_move(choice.moves[0])["token"] for choice in one.choices if choice.probability > 0.3}
        assert likely >= {"architecture", "jewellery"}


def _open(*face_up: str) -> Any:
    """A table on which the first player may turn in two pairs of symbols, and these tokens lie open."""
    state = architects.begin(architects.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    pairs = tuple(2 * (card.id in ("tablet", "gear")) for card in architects.FACTS.cards)
    cities = (structs.replace(state.cities[0], cards=pairs), *state.cities[1:])
    return structs.replace(state, cities=cities, face_up=face_up, turn=structs.replace(state.turn, opened=True))


_PAIRS = [Taken(0, "?", "face_up", (symbol, symbol)) for symbol in ("tablet", "gear")]


def test_a_token_that_lies_there_by_its_name_by_the_record_too_was_not_the_unread_one_that_was_taken() -> None:
    rules = watched("architects")
    record = _played(rules, _open("?", "culture", "decor"), _PAIRS[:1])[0]
    made = that_lie_there(rules, _open("tactics", "culture", "decor"), record)
    assert [rules.dump_move(move)["token"] for move in made] == ["tactics"]


def test_of_two_unread_tokens_only_one_is_told_to_have_been_the_one_that_lay_there_by_its_name() -> None:
    rules = watched("architects")
    unread = _played(rules, _open("?", "culture", "decor"), _PAIRS)
    by_now = _played(rules, _open("tactics", "culture", "decor"), _PAIRS)
    told = list(also_told(rules, unread, by_now, Observations()))
    assert [seq for seq, _ in told] == [unread[0].seq]
