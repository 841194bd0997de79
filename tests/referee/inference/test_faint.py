"""What a piece looks like faintly, where it is likelier none that is enrolled, tells it from its neighbours."""

from companion.games.architects import rules
from companion.games.watched import rules_of
from companion.referee.inference.baseline import baseline_of, looks_right
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import unread_lying
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_GAME = rules_of("architects")
_OPEN = "central/progress"
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_LACKING, _PROPAGANDA, _SCIENCE, _EDUCATION = (
    f"architects/progress/{token}" for token in ("jewellery", "propaganda", "science", "education")
)


def _nameless(track: int, face: str = "", probability: float = 0.0) -> SeenPiece:
    """A piece without a name that looks like this face faintly."""
    return SeenPiece(track, _CORNERS, (), None, (FaceProbability(face, probability),) if face else ())


def _seen(*pieces: SeenPiece, at: float = 0.0, lacking: tuple[str, ...] = (_LACKING,)) -> Sighting:
    return Sighting(_OPEN, int(at), at, pieces, lacking)


def test_of_pieces_without_a_name_each_is_the_one_that_should_lie_there_and_that_it_faintly_looks_like() -> None:
    expected = (_LACKING, _PROPAGANDA, _SCIENCE)
    faint = _seen(_nameless(1, _SCIENCE, 0.36), _nameless(2), _nameless(3, _PROPAGANDA, 0.39))
    assert looks_right(faint, expected)
    assert baseline_of(faint, expected, None).known == {1: _SCIENCE, 2: _LACKING, 3: _PROPAGANDA}
    assert not looks_right(_seen(*map(_nameless, (1, 2, 3))), expected), "two of them should have a name"


def test_a_token_that_was_turned_up_may_be_what_it_faintly_looks_like_as_well_as_one_that_the_box_lacks() -> None:
    lacking = (_LACKING, "architects/progress/politics")
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("tactics", "culture")))
    lying = tuple(
        SeenPiece(track, _CORNERS, (FaceProbability(f"architects/progress/{token}", 0.99),))
        for track, token in enumerate(("tactics", "culture"))
    )
    observed = Observations()
    observed.take(Scene(1, 0.0, (_seen(*lying, lacking=lacking),)))
    observed.adopt(expectations(_GAME.tableau(state)))
    turned_up = _nameless(7, _EDUCATION, 0.3)
    observed.take(Scene(2, 1.0, (_seen(*lying, turned_up, at=1.0, lacking=lacking),)))
    observed.take(Scene(3, 5.0, ()))
    (found,) = unread_lying(_GAME, state, observed, ())
    likely = {_GAME.shows(choice.moves[0]).face: choice.probability for choice in found.choices[:3]}
    assert likely.keys() == {_EDUCATION, *lacking}
    assert 0.2 < likely[_EDUCATION] < 0.6
