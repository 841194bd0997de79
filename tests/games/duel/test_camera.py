"""Duel before a camera, without pixels: what is said of the table by who sees all of it is understood."""

import math
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.duel.places import BACKS, CARD_FACES
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Discard, LayOut, Reveal
from companion.games.mats import Place
from companion.games.watched import watched
from companion.referee.inference.search import infer
from companion.twin.world import Piece, World
from tests.referee.sightless import DiscardsElsewhere, Sightless, performed
from vision.sighting import FaceProbability, Pulse, SeenPiece, Sighting


def _played(folder: Path, seed: int) -> Sightless:
    table = Sightless(folder, "duel", 2, seed)
    while table.step() is not None:
        pass
    return table


@pytest.mark.parametrize("seed", [2, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 3, 4, 5, 6, 7, 8))])
def test_a_whole_game_is_followed_from_the_first_layout_to_the_last_card(tmp_path: Path, seed: int) -> None:
    # Seed 2 revives a card out of the discard pile, builds wonders and discards.
    table = _played(tmp_path, seed)
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state
    assert table.questions <= 2, "only who begins an age may be asked"


@pytest.mark.proof
def test_who_discarded_first_in_an_age_is_told_by_who_plays_next_and_asked_where_nobody_does(tmp_path: Path) -> None:
    # Seed 19's second and third age begin so, with its 42nd and 73rd step; who begins them nobody sees. By what was
    # under the card and is turned up nobody has played on.
    table = Sightless(tmp_path, "duel", 2, 19)
    for _ in range(44):
        table.step()
        table.rest(8)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
    for _ in range(44, 73):
        table.step()
    assert (len(table.missed), table.questions) == (1, 0)
    table.rest(30)
    assert (table.wrong, table.missed, table.questions) == ([], [], 1)


@pytest.mark.parametrize(
    ("seed", "steps"), [(6, 40), *(pytest.param(seed, 200, marks=pytest.mark.proof) for seed in range(1, 7))]
)
def test_cards_of_the_structure_that_nobody_can_read_stop_nothing_and_are_told_later(
    tmp_path: Path, seed: int, steps: int
) -> None:
    # Of each tenth one nothing is seen, or it has no name; it lies there all the same.
    table = Sightless(tmp_path, "duel", 2, seed, blind=0.1)
    for _ in range(steps):
        table.step()
    assert table.wrong == []
    assert all("reveal" in move for move in table.missed), "only what nobody has seen may be missing"
    assert table.state.cities == table.dealer.state.cities
    assert table.state.standing == table.dealer.state.standing
    assert table.state.discard == table.dealer.state.discard


@pytest.mark.parametrize("looks_like", ["of another age", "of the same age"])
def test_a_washed_out_card_that_looks_like_one_that_cannot_lie_there_does_not_hold_the_structure_up(
    tmp_path: Path, looks_like: str
) -> None:
    table = Sightless(tmp_path, "duel", 2, 4)
    washed_out = "structure/4/3"

    def harmed(seen: Sighting) -> Sighting:
        if seen.zone != washed_out or not seen.pieces:
            return seen
        beside = FaceProbability(f"duel/{FACTS.cards[table.dealer.state.laid[16]].id}", 0.2)
        other = FaceProbability("duel/sawmill", 0.3)
        faces = (other, beside) if looks_like == "of another age" else (beside,)
        return replace(seen, pieces=(replace(seen.pieces[0], faces=faces),))

    table.harm = harmed
    while not table.dealer.state.laid:
        table.step()
    assert len(table.state.laid) == len(table.dealer.state.laid)
    for _ in range(6):
        table.step()
    assert (table.wrong, [move for move in table.missed if "reveal" not in move]) == ([], [])
    assert table.state.cities == table.dealer.state.cities


def test_which_card_it_is_is_asked_only_once_it_has_been_turned_up(tmp_path: Path) -> None:
    # Backs that nobody can read lie free for a while, until the next player turns them up.
    table = Sightless(tmp_path, "duel", 2, 3, blind=0.1)
    for _ in range(30):
        table.step()
    assert (table.wrong, table.questions) == ([], 0)


def test_which_card_is_turned_up_is_known_within_a_third_of_a_second(tmp_path: Path) -> None:
    table, turned = Sightless(tmp_path, "duel", 2, 5), 0
    while len(table.dealer.played) < 30:
        step = performed(table)
        for _ in range(3):
            table.frame += 1
            table.referee.handle(Pulse(table.frame, table.frame * 0.1, moving=False, mats=()))
        if isinstance(step.move, Reveal):
            assert table.missed == []
            turned += 1
        table.rest(2)
    assert turned > 5


def test_a_card_that_nobody_saw_is_discarded_no_likelier_for_being_any_of_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Sightless(tmp_path, "duel", 2, 8)
    for _ in range(14):
        table.step()
    # Of two cards that were bared at once the first is turned up; the second may have been discarded unread.
    step = table.dealer.step()
    assert step is not None
    assert isinstance(step.move, Reveal)
    monkeypatch.setattr(table.referee, "handle", table.game.observed.take)
    table.show(step.actions[-1].world)
    belief = infer(table.game.rules, table.state, table.game.observed)
    discards = [h for h, _ in belief.ranked if len(h.moves) == 1 and isinstance(h.moves[0], Discard)]
    told_apart = {frozenset(h.expected.items()) for h in discards}
    assert len(discards) > len(told_apart) + 5
    assert sum(math.exp(h.prior) for h in discards) == pytest.approx(len(told_apart) * math.exp(-1))


class _UnreadOnceTurnedUp(Sightless):
    """Of a card that lay face down nobody can tell what it is as long as it lies in the structure."""

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        unread = place.kind == "slot" and int(place.name.split("/")[1]) % 2
        return replace(seen, pieces=tuple(replace(piece, faces=()) for piece in seen.pieces)) if unread else seen


def test_a_discarded_card_that_nobody_had_read_is_told_by_the_pile_that_it_lies_on(tmp_path: Path) -> None:
    # Seed 2's 30th move discards a card that was turned up.
    table = _UnreadOnceTurnedUp(tmp_path, "duel", 2, 2, late=25)
    while len(table.dealer.played) < 30:
        asked, step = table.questions, table.step()
    assert step is not None
    assert isinstance(step.move, Discard)
    assert (table.wrong, table.questions - asked) == ([], 0)
    assert step.move.card in table.wire.told([table.game.fold.played[-1].move])[0].values()


def test_who_keeps_discards_elsewhere_is_asked_once_and_told_nothing(tmp_path: Path) -> None:
    # Of the first card that nobody sees again it may be that it was tucked under a wonder and is not seen there.
    table = DiscardsElsewhere(tmp_path, "duel", 2, 2)
    for _ in range(40):
        table.step()
        table.rest(6)
        assert "discard" not in {trouble.place for trouble in table.referee.view().health}
    assert (table.wrong, table.missed, table.questions) == ([], [], 1)
    assert table.state.discard


class _NobodyAnswers(DiscardsElsewhere):
    """Nor does anybody answer."""

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002 - as any table's
        return False


def test_of_two_cards_discarded_elsewhere_one_right_after_the_other_the_first_to_go_was_the_first_player_s(
    tmp_path: Path,
) -> None:
    # Seed 7's 21st and 22nd step are discards; people play on, 0.7 seconds a hand.
    table = _NobodyAnswers(tmp_path, "duel", 2, 7)
    for _ in range(19):
        table.step()
    for _ in range(9):
        performed(table)
        table.rest(1)
    assert table.wrong == []
    assert all("reveal" in move for move in table.missed), "a card that left at once need not have been seen turned up"


def test_cards_discarded_elsewhere_right_before_the_next_age_is_laid_out_are_told_by_their_slots(
    tmp_path: Path,
) -> None:
    # Seed 6's first age ends with three discards; people play on, and lay out a card in half a second.
    table = _NobodyAnswers(tmp_path, "duel", 2, 6, late=8)
    for _ in range(28):
        performed(table)
        table.rest(1)
    for kind in (Discard, Discard, Discard, LayOut):
        assert isinstance(performed(table).move, kind)
    table.rest(3)
    assert (table.wrong, table.missed) == ([], [])


class _LostCard(Sightless):
    """One card of a city is never seen: others lie on it."""

    cities: tuple[str, ...] = ("seat/0/city",)

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        return replace(seen, pieces=seen.pieces[1:]) if place.name in self.cities and len(seen.pieces) > 2 else seen


@pytest.mark.proof
def test_what_is_built_is_told_by_where_it_lay_although_a_card_of_its_city_is_lost(tmp_path: Path) -> None:
    table = _LostCard(tmp_path, "duel", 2, 2)
    for _ in range(50):
        table.step()
        table.rest(6)
    assert {trouble.place for trouble in table.referee.view().health} == {"seat/0/city"}
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _Unturned(_LostCard):
    """The same of both cities, and of the cards that are to be turned up for a while none is."""

    cities = ("seat/0/city", "seat/1/city")

    def __init__(self, folder: Path, seed: int, forgets: int) -> None:
        self._forgets, self._left = forgets, set[int]()
        super().__init__(folder, "duel", 2, seed)

    def _sighting(self, place: Place, world: World) -> Sighting:
        if place.kind == "slot" and self._forgets <= len(self.dealer.played) < self._forgets + 3:
            before = self._said.get(place.name)
            down = before is not None and bool(before.pieces) and before.pieces[0].faces[0].face in BACKS
            self._left |= {piece.id for piece in world.at(place.name) if piece.up and down}
        return super()._sighting(place, world)

    def _piece(self, piece: Piece, place: Place) -> SeenPiece | None:
        left = place.kind == "slot" and piece.id in self._left
        return super()._piece(replace(piece, up=False) if left else piece, place)


def test_what_nobody_turned_up_is_told_by_the_slot_that_it_left_although_its_city_is_doubted(tmp_path: Path) -> None:
    table = _Unturned(tmp_path, 2, 22)
    while len(table.dealer.played) < 40:
        table.step()
        table.rest(6)
    assert (table.wrong, table.questions) == ([], 0)
    assert [move for move in table.missed if "reveal" not in move] == []


class _StrangeBacks(Sightless):
    """A box whose backs are in no library: each looks a little like every card."""

    def _read(self, face: str, place: Place) -> tuple[FaceProbability, ...] | None:
        if place.kind == "slot" and face in BACKS:
            return tuple(FaceProbability(card, 0.9 / len(CARD_FACES)) for card in CARD_FACES)
        return super()._read(face, place)


def test_a_card_that_looks_like_no_face_more_than_another_lies_face_down(tmp_path: Path) -> None:
    table = _StrangeBacks(tmp_path, "duel", 2, 1)
    for _ in range(40):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
    assert any(isinstance(move, Reveal) for move in table.dealer.played)


class _BacksBeneathALamp(_StrangeBacks):
    """The same, and each looks rather like one of them."""

    def _read(self, face: str, place: Place) -> tuple[FaceProbability, ...] | None:
        faces = super()._read(face, place)
        strange = place.kind == "slot" and face in BACKS
        return (FaceProbability(self._rng.choice(CARD_FACES), 0.41), *faces[:10]) if faces and strange else faces


def test_a_back_that_looks_rather_like_one_card_than_another_holds_nothing_up(tmp_path: Path) -> None:
    table = _BacksBeneathALamp(tmp_path, "duel", 2, 1)
    for _ in range(40):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _NoBacks(_StrangeBacks):
    """The same, and each look likens a back to other cards."""

    def _piece(self, piece: Piece, place: Place) -> SeenPiece | None:
        seen = super()._piece(piece, place)
        if seen is None or piece.face not in BACKS:
            return seen
        faces = (FaceProbability(face, 0.9 / len(CARD_FACES)) for face in Random(self.frame).sample(CARD_FACES, 3))
        return replace(seen, faces=tuple(faces))

    def _sighting(self, place: Place, world: World) -> Sighting:
        return replace(super()._sighting(place, world), unenrolled=BACKS)


def test_nobody_is_asked_what_a_card_is_whose_back_is_in_no_library_before_it_is_turned_up(tmp_path: Path) -> None:
    table = _NoBacks(tmp_path, "duel", 2, 1)
    for _ in range(40):
        table.step()
        table.rest(4)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_every_place_of_a_tableau_is_on_a_mat_and_none_twice() -> None:
    rules = watched("duel")
    state = rules.begin(rules.TWIN.deal(2, Random(1)).setup)
    tableau = rules.tableau(state)
    names = [place.name for place in rules.places(state)]
    assert len(set(names)) == len(names)
    assert {*tableau.spread, *tableau.spots, *tableau.piles} <= set(names)
