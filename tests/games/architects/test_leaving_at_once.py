"""What leaves again at once, by what follows, is told by where it lies meanwhile: it is waited for as all else is."""

from pathlib import Path

from msgspec.structs import replace

from companion.referee.inference.search import infer
from tests.referee.sightless import Sightless
from vision.sighting import FaceProbability, Sighting


def _unsure(seen: Sighting) -> Sighting:
    """A shield that may be something else as well."""
    like = FaceProbability("architects/shield_h2", 0.97), FaceProbability("architects/vp3", 0.024)
    there = (replace(one, faces=like) if one.faces[0].face == like[0].face else one for one in seen.pieces)
    return replace(seen, pieces=tuple(there))


def test_a_card_that_leaves_again_at_once_is_told_by_the_city_in_which_it_lies(tmp_path: Path) -> None:
    # Seed 9: a battle follows from the card, by which it is discarded.
    table = Sightless(tmp_path, "architects", 3, 9, late=42)
    table.harm = _unsure
    step = table.dealer.step()
    assert step is not None
    table.show(step.actions[0].world)
    belief = infer(table.game.rules, table.state, table.game.observed)
    assert max(belief.done_first, key=belief.done_first.__getitem__) == step.move
    assert "seat/0/city" in belief.telling
