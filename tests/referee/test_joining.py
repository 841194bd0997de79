"""The camera is switched on in the middle of a game that nobody has tapped in."""

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.api.surveys import said_of
from companion.board.render import render
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.table import ArchitectsTable
from companion.games.layout import Beside, Layout
from companion.games.mats import Place
from companion.referee.public import public
from companion.rehearsal.setting_up import set_up
from companion.twin.dealer import Dealer
from companion.twin.world import World
from tests.referee.joined import as_known, medals_lying, told_of
from tests.referee.sightless import Sightless
from tests.twin.surveys import survey_of
from vision.sighting import FaceProbability, Sighting


def _ends_exactly(table: Sightless) -> None:
    while table.step() is not None:
        pass
    assert not table.wrong
    assert not table.missed
    assert as_known(table.state) == as_known(table.dealer.state)
    scores = table.dealer.rules.scores
    assert scores(table.state).totals == scores(table.dealer.state).totals


@pytest.mark.parametrize(
    ("players", "seed", "late"),
    [
        (2, 3, 20),
        pytest.param(3, 5, 40, marks=pytest.mark.proof),
        pytest.param(4, 7, 31, marks=pytest.mark.proof),
        pytest.param(7, 2, 60, marks=pytest.mark.proof),
    ],
)
def test_a_game_that_was_begun_goes_on_from_what_lies_there(tmp_path: Path, players: int, seed: int, late: int) -> None:
    table = Sightless(tmp_path, "architects", players, seed, late=late, joins=True)
    _ends_exactly(table)
    assert table.questions <= 1


@pytest.mark.parametrize(("players", "seed", "late"), [(4, 2458, 5), (7, 6, 6), (2, 1, 3)])
def test_a_table_at_which_a_few_cards_were_taken_unseen_is_joined_and_nobody_is_asked_whence_they_came(
    tmp_path: Path, players: int, seed: int, late: int
) -> None:
    table = Sightless(tmp_path, "architects", players, seed, late=late, joins=True)
    assert table.game.joined
    assert (table.events, table.questions) == ([], 0)
    assert as_known(table.state) == as_known(table.dealer.state)


@pytest.mark.proof
def test_the_last_card_of_a_deck_that_nobody_had_counted_is_taken_without_a_question(tmp_path: Path) -> None:
    # What was spent before he joined nobody knows, so that more may lie in seed 6's central deck than does.
    table = Sightless(tmp_path, "architects", 4, 6, late=80, joins=True)
    while table.dealer.world.at("central/deck"):
        table.step()
    table.rest(4)
    assert table.state.decks[-1] != table.dealer.state.decks[-1]
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


_MEDALS = Random("medals joined")


@pytest.mark.parametrize(
    ("players", "seed", "late"),
    [
        pytest.param(
            players, _MEDALS.randrange(300, 500), _MEDALS.randrange(6 * players, 26 * players),
            marks=() if k in (1, 3) else pytest.mark.proof,
        )
        for k, players in enumerate((4, 2, 3, 2, 5, 3, 4, 6, 2, 7, 3, 5, 4, 2, 6, 3, 4, 5, 2, 7))
    ],
)  # fmt: skip
def test_a_game_with_medals_that_was_begun_goes_on_from_what_lies_there(
    tmp_path: Path, players: int, seed: int, late: int
) -> None:
    dealer = Dealer("architects", players, seed, table="open", expansions=("medals",))
    table = _Laid(tmp_path, "architects", players, seed, dealer=dealer, late=late, joins=True)
    assert table.game.joined
    assert medals_lying(table.state) == medals_lying(dealer.state)
    _ends_exactly(table)
    assert table.mended + table.questions <= 3


class _Laid(Sightless):
    """The table was read when it was set up, and everything on it seen."""

    def laid_out(self) -> dict[str, Any]:
        agreed = set_up(self.dealer, lambda told: said_of(survey_of(self.dealer), self.dealer.game, told))
        return {"layout": msgspec.to_builtins(agreed.layout)}


def test_what_lies_before_each_player_is_told_and_not_taken_for_moves(tmp_path: Path) -> None:
    table = Sightless(tmp_path, "architects", 2, 3, late=20, joins=True)
    assert table.game.joined
    assert table.mended <= 3
    assert not table.events


def test_a_game_joined_is_the_same_after_a_restart(tmp_path: Path) -> None:
    table = Sightless(tmp_path, "architects", 2, 3, late=20, joins=True)
    before = table.state
    table.again()
    table.rest(2)
    assert table.state == before
    assert not table.referee.view().joining
    while table.step() is not None:
        pass
    assert not table.wrong
    assert as_known(table.state) == as_known(table.dealer.state)


@pytest.mark.parametrize(("game", "moves"), [("architects", 8), ("seven_wonders", 4)])
def test_a_game_that_begins_is_not_joined(tmp_path: Path, game: str, moves: int) -> None:
    table = Sightless(tmp_path, game, 3, 4)
    for _ in range(moves):
        assert not table.referee.view().joining
        table.step()


def test_what_lies_there_of_another_game_is_not_joined(tmp_path: Path) -> None:
    class Anew(Sightless):
        def _join(self) -> None:
            own = self.dealer.setup_object()
            others = [wonder for wonder in FACTS.wonders if wonder not in own["wonders"]]
            assert self.do("setup", own | {"wonders": others[:2]}).ok

    table = Anew(tmp_path, "architects", 2, 3, late=20, joins=True)
    assert not table.referee.view().joining


def test_who_says_that_nothing_was_played_is_not_asked_again(tmp_path: Path) -> None:
    class Silent(Sightless):
        def _join(self) -> None:
            assert self.do("join").ok

    table = Silent(tmp_path, "architects", 2, 3, late=20, joins=True)
    assert not table.referee.view().joining
    assert not table.game.joined


def test_everybody_sees_city_by_city_what_was_read_before_anybody_agrees(tmp_path: Path) -> None:
    class Looking(Sightless):
        def _join(self) -> None:
            table = self.referee.view().table
            assert isinstance(table, ArchitectsTable)
            shown = [(seat.cards, seat.progress) for seat in table.players]
            true = [(city.get("cards", {}), tuple(city.get("progress", {}))) for city in told_of(self.dealer.state)]
            assert shown == true
            phone = render(public(self.referee.view()), "hu")
            assert phone.notices == ("Már folyik egy játék",)
            super()._join()

    assert Looking(tmp_path, "architects", 2, 3, late=20, joins=True).game.joined


def test_what_cannot_lie_there_is_refused_and_nothing_begins(tmp_path: Path) -> None:
    class Wrong(Sightless):
        def _join(self) -> None:
            reply = self.do("join", {"cities": [{"cards": {"vp3": 99}}, {}], "first": 0})
            assert not reply.ok
            assert "vp3" in reply.error

    table = Wrong(tmp_path, "architects", 2, 3, late=20, joins=True)
    assert table.referee.view().joining


_DUEL = Random("duel joined")


def _duel(folder: Path, seed: int, late: int) -> Sightless:
    return Sightless(folder, "duel", 2, seed, dealer=Dealer("duel", 2, seed, table="open"), late=late, joins=True)


@pytest.mark.parametrize(
    ("game", "players", "seed", "late"),
    [
        *(
            pytest.param("duel", 2, seed, _DUEL.randrange(8, 75), marks=[pytest.mark.proof] * (seed == 103))
            for seed in range(101, 105)
        ),
        ("seven_wonders", 3, 534, 44),
        ("seven_wonders", 2, 898, 44),
        ("seven_wonders", 3, 5389, 46),
        *(
            pytest.param("seven_wonders", *table, marks=pytest.mark.proof)
            for table in ((3, 353, 9), (2, 297, 17), (5, 860, 80), (7, 757, 57), (5, 1520, 74), (2, 7881, 10))
        ),
    ],
)
def test_a_game_of_cards_in_columns_goes_on_from_what_lies_there(
    tmp_path: Path, game: str, players: int, seed: int, late: int
) -> None:
    dealer = Dealer(game, players, seed, table="open")
    table = Sightless(tmp_path, game, players, seed, dealer=dealer, late=late, joins=True)
    assert table.game.joined
    _ends_exactly(table)
    assert table.questions + table.mended <= 3


class _Tucked(Sightless):
    """The first card under each board when the camera is switched on is not seen, then or later."""

    def __init__(self, *args: Any, **how: Any) -> None:
        self._first: dict[str, int | None] = {}
        super().__init__(*args, **how)

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        if not place.name.endswith("/stages"):
            return seen
        first = self._first.setdefault(place.name, next((piece.spot for piece in seen.pieces), None))
        return replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.spot != first))


@pytest.mark.parametrize("killed", [False, True])
def test_a_stage_built_beside_cards_that_nobody_sees_is_one_more_than_people_said(
    tmp_path: Path, *, killed: bool
) -> None:
    dealer = Dealer("seven_wonders", 3, 534, table="open")
    table = _Tucked(tmp_path, "seven_wonders", 3, 534, dealer=dealer, late=44, joins=True)
    assert table.mended == 3, "of three boards people say one stage more than is seen"
    if killed:
        table.again()
        table._said.clear()
        table.show(table.dealer.world)
    _ends_exactly(table)
    assert table.questions == 0


def test_a_second_card_of_which_a_city_can_have_one_is_what_it_looks_like_next(tmp_path: Path) -> None:
    class Misread(Sightless):
        def _sighting(self, place: Place, world: World) -> Sighting:
            seen = super()._sighting(place, world)
            if place.name != "seat/0/city" or len(seen.pieces) < 2:
                return seen
            first, second, *others = seen.pieces
            face, true = first.faces[0].face, second.faces[0].face
            faces = FaceProbability(face, 0.6), FaceProbability(true, 0.3)
            return replace(seen, pieces=(first, replace(second, faces=faces), *others))

        def _join(self) -> None:
            read, true = self.referee.view().joining[0]["cards"], told_of(self.dealer.state)[0]["cards"]
            assert read == true
            super()._join()

    dealer = Dealer("duel", 2, 101, table="open")
    assert Misread(tmp_path, "duel", 2, 101, dealer=dealer, late=20, joins=True).game.joined


def test_what_lay_beside_all_places_when_the_table_was_read_is_told_with_the_cities(tmp_path: Path) -> None:
    class Surveyed(Sightless):
        def laid_out(self) -> dict[str, Any]:
            won = (Beside(1, "architects/token/military"), Beside(1, "architects/token/military"))
            # The Cat is read where it stands.
            cats = tuple(Beside(seat, "architects/token/cat") for seat in range(2))
            return {"layout": msgspec.to_builtins(Layout((), beside=(*won, *cats)))}

        def _join(self) -> None:
            cities = self.referee.view().joining
            assert [city.get("military") for city in cities] == [None, {"n": 2}]
            assert [city.get("cat") for city in cities] == [city.get("cat") for city in told_of(self.dealer.state)]
            super()._join()

    assert Surveyed(tmp_path, "architects", 2, 3, late=20, joins=True).game.joined


class _Doubtful(Sightless):
    """The first card of the first city looks a little more like another one."""

    def instead(self, world: World) -> str:  # noqa: ARG002 - as of any table
        return "duel/obelisk"

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        if place.name != "seat/0/city":
            return seen
        first, *rest = seen.pieces
        faces = (FaceProbability(self.instead(world), 0.5), FaceProbability(first.faces[0].face, 0.49))
        return replace(seen, pieces=(replace(first, faces=faces), *rest))


def test_a_card_that_may_be_one_that_lies_elsewhere_is_what_else_it_may_be(tmp_path: Path) -> None:
    class Alike(_Doubtful):
        def instead(self, world: World) -> str:
            return world.at("seat/1/city")[0].face

        def _join(self) -> None:
            read, true = self.referee.view().joining, told_of(self.dealer.state)
            assert [city["cards"] for city in read[:2]] == [city["cards"] for city in true[:2]]
            super()._join()

    dealer = Dealer("duel", 2, 101, table="open")
    assert Alike(tmp_path, "duel", 2, 101, dealer=dealer, late=40, joins=True).game.joined


def test_of_cards_that_look_alike_below_others_the_one_of_the_earlier_age_is_told(tmp_path: Path) -> None:
    class Covered(_Doubtful):
        def _join(self) -> None:
            assert self.referee.view().joining[0]["cards"] == told_of(self.dealer.state)[0]["cards"]
            super()._join()

    dealer = Dealer("duel", 2, 101, table="open")
    assert Covered(tmp_path, "duel", 2, 101, dealer=dealer, late=40, joins=True).game.joined


class _LacksTokens(Sightless):
    """The box lacks six tokens: those that lie open are not seen at all, those before players look like nothing."""

    _LACKING = frozenset(
        f"architects/progress/{token}"
        for token in ("architecture", "domestication", "fortifications", "jewellery", "logistics", "science")
    )

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        read = [piece for piece in seen.pieces if not (piece.faces and piece.faces[0].face in self._LACKING)]
        unread = [replace(piece, faces=()) for piece in seen.pieces if piece not in read]
        pieces = read if place.name == "central/progress" else [*read, *unread]
        return replace(seen, pieces=tuple(pieces), unenrolled=tuple(sorted(self._LACKING & {*place.faces})))


@pytest.mark.proof
def test_a_token_that_the_box_knows_was_none_of_those_that_lie_open_unseen_because_it_lacks_them(
    tmp_path: Path,
) -> None:
    # Seed 1356's 115th move takes crafts off the stack.
    table = _LacksTokens(tmp_path, "architects", 4, 1356, expansions=("medals",), late=110, joins=True)
    assert table.state.face_up.count("?") == 2
    while len(table.dealer.played) < 115:
        table.step()
    assert "crafts" in table.events[-1].values()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
