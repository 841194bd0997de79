"""A structure over which something moves without end: nobody can look at it, and people play on."""

from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.places import slots
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Discard, LayOut
from companion.games.duel.seen import told
from companion.games.mats import Place
from companion.games.vocabulary import Lying  # noqa: TC001 - as everywhere in tests
from companion.twin.dealer import Dealer
from companion.twin.world import World
from tests.games.duel.tables import table as table_of
from tests.referee.sightless import Sightless
from vision.sighting import Scene, Sighting


class _Moving(Sightless):
    """From a moment on the structure is said to be unreadable, and to look as it did."""

    still: Mapping[str, Sighting] = {}

    def begin(self) -> None:
        """Something begins to move."""
        places = self.dealer.rules.places(self.dealer.state)
        there = [self._sighting(place, self.dealer.world) for place in places if place.kind == "slot"]
        self.still = {seen.zone: replace(seen, unreadable=True) for seen in there}
        self.referee.handle(Scene(self.frame, there[0].exposed, tuple(self.still.values())))

    def _sighting(self, place: Place, world: World) -> Sighting:
        if place.name not in self.still:
            return super()._sighting(place, world)
        return replace(self.still[place.name], frame=self.frame, exposed=super()._sighting(place, world).exposed)


def test_a_card_that_is_taken_out_of_a_structure_nobody_can_look_at_is_told_by_where_it_went(tmp_path: Path) -> None:
    table = _Moving(tmp_path, "duel", 2, 2)
    while not table.dealer.state.laid:
        table.step()
    known = Dealer("duel", 2, 2)
    while (step := known.step()) is not None and not isinstance(step.move, Discard):
        continue
    for _ in range(len(known.played) - len(table.dealer.played) - 1):
        table.step()
    table.begin()
    table.step()
    assert isinstance(table.dealer.played[-1], Discard)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_a_structure_of_which_nobody_can_see_the_middle_is_laid_out_with_what_is_read_of_it() -> None:
    before = table_of(age=2)
    state = replace(before, laid=(), standing=0, left=FACTS.table.cards_per_age)
    names = slots(2)
    lying: Lying = {
        names[0]: (("duel/drying_room",),),
        names[5]: (("duel/shelf_quarry",),),
        names[6]: ((),),
        names[10]: ((),),
        names[18]: (("duel/sawmill",),),
        names[19]: (("duel/library",),),
    }
    (laid,) = (move for move in told(state, lying) if isinstance(move, LayOut))
    assert [card for card in laid.layout if card is not None] == ["drying_room", "shelf_quarry", "sawmill", "library"]
    assert not rules.judge(state, laid)
    assert told(state, {name: lying.get(name, ()) for name in names}) == (), "nothing lies there yet"
    assert told(state, {names[0]: lying[names[0]]}) == (), "as good as nothing is seen of it"
