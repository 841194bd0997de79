"""From sightings to moves: what is clear is accepted, what is not is asked, what follows by rule is neither."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.architects import rules as architects
from companion.games.architects.rules.payments import count_cards
from companion.games.watched import rules_of, watched
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import infer
from companion.rehearsal.comparison import Wire
from tests.referee.games import Played
from tests.referee.table import PhysicalTable
from vision.sighting import FaceProbability, Sighting

A = "architects"


def moves_of(played: Played) -> list[object]:
    return [entry.move for entry in played.game.fold.played if not isinstance(entry.move, architects.EndTurn)]


@pytest.mark.parametrize(
    ("players", "seed"),
    [(2, 1), (3, 2), *(pytest.param(*table, marks=pytest.mark.proof) for table in ((4, 3), (7, 4)))],
)
def test_every_move_of_a_game_is_recovered_from_what_is_seen(tmp_path: Path, players: int, seed: int) -> None:
    played = Played(tmp_path, players, seed)
    truth = []
    while not played.table.state.finished:
        move = played.move()
        if not isinstance(move, architects.EndTurn):
            truth.append(move)
        assert moves_of(played) == truth
    assert played.state == played.table.state
    assert all(entry.kind in ("setup", "move") for entry in played.referee.view().log)


def test_a_box_with_faces_that_were_never_enrolled_needs_no_more_questions(tmp_path: Path) -> None:
    missing = tuple(f"architects/stage/{stage}/building" for stage in architects.FACTS.stages)
    played, truth = Played(tmp_path, 3, 5, unenrolled=missing), []
    while not played.table.state.finished:
        move = played.move()
        if not isinstance(move, architects.EndTurn):
            truth.append(move)
        assert moves_of(played) == truth
    assert all(event.draft.kind != "question" for event in played.game.journal.events)


def told(played: Played, truth: list[architects.Move]) -> bool:
    """Answer the question about the last move, if it was not known by itself; whether it had to be asked."""
    if moves_of(played) == truth:
        return False
    played.wait(5)
    question = played.referee.view().question
    assert question is not None
    assert all(option.probability >= 0.02 for option in question.options)
    options = [[architects.parse_move(m) for m in option.moves] for option in question.options]
    move = truth[-1]
    body = {"option": options.index([move])} if [move] in options else {"moves": [architects.dump_move(move)]}
    assert played.do("answer", {"question": question.number, **body}).ok
    return True


def test_with_badly_read_cards_nothing_wrong_is_accepted_and_a_person_settles_the_rest(tmp_path: Path) -> None:
    played, asked = Played(tmp_path, 4, 11, noise=0.15), 0
    truth = []
    while not played.table.state.finished:
        move = played.move()
        if isinstance(move, architects.EndTurn):
            continue
        truth.append(move)
        asked += told(played, truth)
        assert moves_of(played) == truth
    assert played.state == played.table.state
    assert 0 < asked < len(truth) / 3


@pytest.mark.parametrize("seed", [11, 15])
def test_which_of_two_tokens_without_a_name_was_taken_is_asked_and_never_guessed(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def otherwise_laid(table: PhysicalTable, name: str) -> Sighting:
        sighting = as_laid(table, name)
        return replace(sighting, pieces=sighting.pieces[::-1])

    as_laid = PhysicalTable.sighting
    monkeypatch.setattr(PhysicalTable, "sighting", otherwise_laid)
    unknown = tuple(f"architects/progress/{token}" for token in PhysicalTable(3, seed).deal.face_up[:2])
    played, truth, asked = Played(tmp_path, 3, seed, unenrolled=unknown), [], 0
    for _ in range(40):
        move = played.move()
        if not isinstance(move, architects.EndTurn):
            truth.append(move)
            asked += told(played, truth)
            assert moves_of(played) == truth
    assert asked == 1


def taken(played: Played, faces: tuple[FaceProbability, ...] | None = None) -> object:
    """The first card of the central deck is taken, and (perhaps) read as these faces."""
    move = next(m for m in played.table.deal.choices(played.table.state) if getattr(m, "source", "") == "central")
    played.table.play(move)
    if faces is not None:
        played.table.zones["seat/0/city"][-1].seen = faces
    return move


@pytest.mark.parametrize("seed", [2, 6, 8])
def test_which_of_two_cards_somebody_took_first_between_two_looks_is_never_guessed(tmp_path: Path, seed: int) -> None:
    played, wire = Played(tmp_path, 2, seed), Wire(watched(A))
    truth = [taken(played) for _ in range(3)]
    played.table.follow()
    first, second = played.table.zones["seat/0/city"]
    # Of what comes in one look vision numbers any piece first.
    first.track, second.track = second.track, first.track
    played.show()
    played.wait(8)
    said = wire.told(moves_of(played))
    assert len(wire.paired(wire.told(truth), said)) == len(said)


def test_two_faces_that_look_alike_are_asked_about_and_the_answer_is_accepted(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    taken(played, (FaceProbability(f"{A}/wood", 0.5), FaceProbability(f"{A}/clay", 0.48)))
    played.show()
    assert moves_of(played) == []
    played.wait(5)
    question = played.referee.view().question
    assert question is not None
    assert question.reason == "face", "that a card was taken is clear; which, is asked"
    assert moves_of(played) == [architects.TakeCard(0, "central", "?")]
    assert [option.moves[0]["card"] for option in question.options[:2]] == ["wood", "clay"]
    assert played.do("answer", {"question": question.number, "option": 1}).ok
    assert played.referee.view().question is None
    assert played.game.fold.played[-1].move == architects.TakeCard(0, "central", "clay")
    played.wait(10)
    assert played.referee.view().question is None


def test_a_question_is_cued_once_later_while_hands_are_over_the_table(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    taken(played, (FaceProbability(f"{A}/wood", 0.5), FaceProbability(f"{A}/clay", 0.48)))
    played.show()
    assert not played.wait(4, moving=True).cues
    cues = [cue for _ in range(8) for cue in played.wait().cues]
    assert [cue.name for cue in cues] == ["question"]


def test_more_looks_settle_a_doubt_without_a_question(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    taken(played, (FaceProbability(f"{A}/wood", 0.6), FaceProbability(f"{A}/clay", 0.35)))
    played.show()
    assert moves_of(played) == []
    played.table.zones["seat/0/city"][-1].seen = (FaceProbability(f"{A}/wood", 0.99),)
    played.table._said.clear()
    played.show()
    assert played.game.fold.played[-1].move == architects.TakeCard(0, "central", "wood")


def test_e2_what_no_move_explains_is_set_aside_and_said_and_the_game_goes_on(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    for _ in range(3):
        played.table.put("seat/1/city", f"{A}/wood")
    played.table.zones["seat/1/wonder"].clear()
    played.show()
    played.wait(8)
    assert played.game.fold.played == ()
    view = played.referee.view()
    assert view.question is None, "nobody believes in anything that might be offered"
    assert [(one.code, one.place) for one in view.health] == [
        ("differs", "seat/1/city"), ("unreadable", "seat/1/wonder")
    ]  # fmt: skip
    # What lay there already hides nothing that comes.
    assert [played.move() for _ in range(6)] == moves_of(played)


def test_a_pushed_pile_a_sleeve_and_a_peek_at_the_deck_are_no_moves(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    for zone in ("central/deck", "holder/1"):
        piece = played.table.zones[zone][0]
        played.table.zones[zone].clear()
        played.table.put(zone, piece.face)
        played.table.zones[zone][0].seen = piece.seen
        played.show()
        played.wait(6)
    hidden, played.table.zones["holder/2"] = played.table.zones["holder/2"], []
    played.show()
    played.wait(2)
    played.table.zones["holder/2"] = hidden
    played.show()
    played.wait(6)
    assert moves_of(played) == []
    assert moves_of(played) == []
    assert [played.move() for _ in range(6)] == moves_of(played)


def test_an_irregular_move_is_seen_and_recorded_with_its_finding(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    top = played.table.deal.decks[1].pop().removeprefix(f"{A}/")
    played.table.put("seat/1/city", f"{A}/{top}")
    played.table.zones["holder/1"].clear()
    played.table.put("holder/1", f"{A}/{played.table.deal.decks[1][-1]}")
    effects = played.show()
    assert moves_of(played) == [architects.TakeCard(1, "left", top)]
    assert [finding.code for finding in played.game.fold.played[0].findings] == ["out_of_turn"]
    assert "error" in [cue.name for cue in effects.cues]


def test_what_follows_by_rule_is_audited_not_asked(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    body = {"move": "take", "seat": 0, "from": "central", "card": "shield_h1"}
    assert played.do("move", body).ok
    played.table.put("seat/0/city", f"{A}/shield_h1")
    played.table.zones["central/deck"].clear()
    played.table.put("central/deck", f"{A}/back/central")
    played.show()
    played.wait(8)
    view = played.referee.view()
    assert view.question is None
    audit = next(audit for audit in view.audits if audit.place == "central/conflict")
    assert audit.lies == (f"{A}/token/conflict_peace",)
    assert audit.should == (f"{A}/token/conflict_battle",)
    tokens = played.table.zones["central/conflict"]
    tokens.pop()
    played.table.put("central/conflict", f"{A}/token/conflict_battle")
    played.show()
    played.wait(8)
    assert not [audit for audit in played.referee.view().audits if audit.place == "central/conflict"]


def test_a_horn_card_sounds_its_horns_once_whoever_saw_it(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    cues = [*played.show().cues]
    for _ in range(30):
        played.table.play(played.table.choose())
        cues += played.show().cues
        played.table.follow()
        cues += [*played.show().cues, *played.wait().cues]
    horns = [entry.seq for entry in played.game.fold.played if "_h1" in str(entry.move) or "_h2" in str(entry.move)]
    assert [cue.seq for cue in cues if cue.name == "horn"] == horns


def test_a_move_tapped_before_it_is_made_is_not_seen_as_another(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    for _ in range(12):
        move = played.table.choose()
        assert played.do("move", architects.dump_move(move)).ok
        played.wait(8)
        played.table.play(move)
        played.show()
        played.table.follow()
        played.show()
        played.wait(8)
        assert played.referee.view().question is None
    assert played.state == played.table.state


def test_a_move_taken_back_is_not_accepted_again_and_may_be_taken_back_on_the_table(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    before = {zone: list(lying) for zone, lying in played.table.zones.items()}
    played.move()
    assert len(moves_of(played)) == 1
    assert played.do("undo").ok
    played.wait(8)
    assert moves_of(played) == []
    assert played.referee.view().question is None
    played.table.zones = before
    undone = played.game.journal.events[-2].draft.body
    zone = {"left": "holder/0", "right": "holder/2", "central": "central/deck"}[undone["from"]]
    played.table.put(zone, played.table.zones[zone].pop().face)  # put back, a little askew
    played.show()
    played.wait(8)
    assert moves_of(played) == []
    assert played.referee.view().question is None


def test_a_referee_started_again_goes_on_where_it_was(tmp_path: Path) -> None:
    played, truth = Played(tmp_path, 3, 9), []
    for n in range(40):
        if n % 4 == 3:
            played.again()
        move = played.move()
        truth += [] if isinstance(move, architects.EndTurn) else [move]
        assert moves_of(played) == truth


def test_a_move_made_while_the_referee_was_away_is_seen_when_it_is_back(tmp_path: Path) -> None:
    played, truth = Played(tmp_path, 3, 9), []
    for _ in range(20):
        move = played.table.choose()
        played.table.play(move)
        truth += [] if isinstance(move, architects.EndTurn) else [move]
        played.again()
        played.table.follow()
        played.show()
        played.wait()
        if isinstance(move, architects.EndTurn):
            played.do("move", architects.dump_move(move))
        assert moves_of(played) == truth


def test_vision_that_has_lost_its_memory_invents_no_moves(tmp_path: Path) -> None:
    played = Played(tmp_path, 4, 3)
    for _ in range(15):
        played.move()
    before = moves_of(played)
    for lying in played.table.zones.values():
        for piece in lying:
            played.table._tracks += 1
            piece.track = played.table._tracks
    played.show()
    played.wait(8)
    assert moves_of(played) == before
    assert played.referee.view().question is None
    assert played.move() == moves_of(played)[-1]


def test_nothing_seen_nothing_happened(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 1)
    before = played.referee.view()
    assert not played.wait(3).changed
    assert played.referee.view() == before
    belief = infer(played.game.rules, played.state, played.game.observed)
    assert belief.ranked == ()


def taken_from_the_middle(played: Played, *, still: bool = False) -> architects.Move:
    """Somebody takes the top of the central deck, half a second after the last; ``still``: its back is the same one."""
    table = played.table
    back = list(table.zones["central/deck"])
    move = architects.TakeCard(seat=table.state.to_move, source="central", card=table.deal.decks[-1][-1])
    table.play(move)
    if still:
        table.zones["central/deck"][:] = back
    return move


def test_moves_that_follow_make_the_first_no_less_sure(tmp_path: Path) -> None:
    played, unknown, first = Played(tmp_path, 3, 4), list[float](), list[architects.Move]()
    for k in range(3):
        first.append(taken_from_the_middle(played, still=k == 0))
        played.game.observed.take(played.table.scene(0.5))
        belief = infer(played.game.rules, played.state, played.game.observed)
        unknown.append(belief.unknown)
        assert belief.ranked[0][0].moves[0] == first[0]
    assert max(unknown[1:]) <= unknown[0]


def test_what_is_nearly_sure_is_accepted_while_others_play_on_elsewhere(tmp_path: Path) -> None:
    played = Played(tmp_path, 3, 4)
    first = taken_from_the_middle(played)
    card = played.table.zones["seat/0/city"][-1]
    card.seen = (replace(card.seen[0], probability=0.9), *card.seen[1:])
    played.referee.handle(played.table.scene(0.5))
    assert moves_of(played) == []
    for _ in range(2):
        taken_from_the_middle(played)
        played.referee.handle(played.table.scene(0.5))
    assert moves_of(played)[:1] == [first]


def test_the_cards_of_a_payment_that_went_did_so_also_where_the_next_card_is_one_that_may_have_been_paid() -> None:
    # Ephesus builds for a coin and a wood as an unread token allows, and takes a clay for it. Clay and coin, one clay
    # lying there yet, explained more by itself than what was paid: that was dropped before the clay was thought of.
    ephesus = next(seed for seed in range(20) if PhysicalTable(2, seed).state.wonders[0] == "ephesus")
    table = PhysicalTable(2, ephesus)
    city, *others = table.state.cities
    purse = count_cards(("clay", "coin", "glass", "wood"))
    city = replace(city, cards=purse, progress=("?",), built=0b0111)
    state = replace(table.state, cities=(city, *others), turn=replace(table.state.turn, opened=True))
    game, table.state = rules_of(A), state
    table.follow()
    table.put("seat/0/progress", f"{A}/progress/economy").seen = ()
    observed, now = Observations(), expectations(game.tableau(state))
    observed.take(table.everything())
    observed.adopt(now)
    observed.settle(now, now)
    paid = architects.BuildStage(0, "ephesus_4", ("coin", "wood"))
    table.play(paid)
    observed.take(table.scene(3.0))
    given = architects.TakeCard(0, "central", "clay", "ephesus")
    table.deal.decks[-1].append("clay")
    table.play(given)
    observed.take(table.scene(0.5))
    found = [moves.moves for moves, _ in infer(game, state, observed).ranked]
    assert found[0] == (paid, given)
    assert (architects.BuildStage(0, "ephesus_4", ("clay", "coin", "wood")), given) in found, "it may lie there yet"
