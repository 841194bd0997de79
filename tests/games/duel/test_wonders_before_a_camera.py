"""Wonders of Duel before a camera, without pixels: one that the box lacks, and one whose card nobody sees."""

from pathlib import Path

from msgspec.structs import replace

from companion.games.duel.rules.moves import BuildWonder
from tests.referee.sightless import Sightless
from vision.sighting import SeenPiece, Sighting


def _laid_out(folder: Path, seed: int) -> Sightless:
    table = Sightless(folder, "duel", 2, seed)
    while not table.dealer.state.laid:
        table.step()
    return table


def _until_a_wonder_is_built(table: Sightless) -> BuildWonder:
    while (step := table.step()) is not None:
        if isinstance(step.move, BuildWonder):
            return step.move
    raise AssertionError("no wonder was built")


def test_that_a_wonder_is_built_is_seen_also_of_one_that_the_box_lacks(tmp_path: Path) -> None:
    table = _laid_out(tmp_path, 1)
    wonders = {piece.face for seat in (0, 1) for piece in table.dealer.world.at(f"seat/{seat}/wonders")}
    lacking = tuple(sorted(wonders)[:3])

    def unnamed(seen: Sighting) -> Sighting:
        if not seen.zone.endswith("/wonders"):
            return seen
        pieces = (replace(one, faces=()) if one.faces[0].face in lacking else one for one in seen.pieces)
        return replace(seen, pieces=tuple(pieces), unenrolled=lacking)

    table.harm = unnamed
    built = _until_a_wonder_is_built(table)
    assert f"duel/wonder/{built.wonder}" in lacking
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _Untold(Sightless):
    """Once a card has been discarded nobody sees what is tucked under a wonder, nor answers."""

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002 - as any table's
        return False

    def freeze(self) -> None:
        kept = dict[str, tuple[SeenPiece, ...]]()

        def frozen(seen: Sighting) -> Sighting:
            if not seen.zone.endswith("/tucked"):
                return seen
            if not self.dealer.state.discard:
                kept[seen.zone] = seen.pieces
            return replace(seen, pieces=kept.get(seen.zone, ()))

        self.harm = frozen


def test_a_card_that_does_not_come_to_lie_on_the_discards_is_asked_about_not_taken_for_one(tmp_path: Path) -> None:
    table = _Untold(tmp_path, "duel", 2, 5)
    while not table.dealer.state.laid:
        table.step()
    table.freeze()
    while not table.state.discard:
        table.step()
    _until_a_wonder_is_built(table)
    assert table.wrong == []
    table.rest(10)
    question = table.referee.view().question
    assert question is not None, "people take some seconds to answer"
    assert table.do("answer", {"question": question.number, "moves": table.missed}).ok
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state
