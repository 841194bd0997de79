"""The dialogue at the camera, as a state machine: nothing is stored that should not be, and nothing is lost."""

from hypothesis import given
from hypothesis import strategies as st

from companion.enrolment.dialogue import (
    Accept,
    Again,
    Back,
    Beep,
    Effect,
    Event,
    Left,
    Name,
    Rename,
    Shot,
    Skip,
    State,
    Stop,
    Store,
    begin,
    step,
)
from companion.games.vocabulary import line

FACES = ("a/wood", "a/clay", "a/stone", "a/glass")
EVENTS = st.one_of(
    st.builds(
        Shot,
        st.integers(0, 99),
        st.sampled_from([(), (), (line("blurred"),)]),
        st.sampled_from([None, None, *FACES]),
        st.booleans(),
    ),
    st.sampled_from([Left(), Left(), Accept(), Skip(), Back(), Again()]),
    st.builds(Name, st.sampled_from([*FACES, "a/new"])),
)


def play(state: State, *events: Event) -> tuple[State, list[Effect]]:
    done: list[Effect] = []
    for event in events:
        state, effects = step(state, event)
        done += effects
    return state, done


def stored(effects: list[Effect]) -> list[tuple[str, int]]:
    return [(effect.face, effect.number) for effect in effects if isinstance(effect, Store)]


def test_cards_laid_one_after_another_are_the_faces_in_their_order() -> None:
    events = [event for k in range(4) for event in (Shot(k), Left())]
    state, effects = play(begin(FACES, frozenset()), *events)
    assert stored(effects) == [(face, k) for k, face in enumerate(FACES)]
    assert state.phase == "over"
    assert [effect.kind for effect in effects if isinstance(effect, Beep)] == ["taken"] * 4 + ["done"]


def test_a_card_that_lies_on_is_taken_once_and_one_laid_on_top_of_it_is_the_next() -> None:
    state, effects = play(begin(FACES, frozenset()), Shot(0), Shot(1, same=True), Shot(2, alike=FACES[0]), Shot(3))
    assert stored(effects) == [(FACES[0], 0), (FACES[1], 3)]
    assert state.wanted == FACES[2]


def test_a_faulty_shot_waits_for_enter_or_for_a_better_one_and_is_complained_about_once() -> None:
    begun = begin(FACES, frozenset())
    state, effects = play(begun, Shot(0, (line("blurred"),)), Shot(1, (line("blurred"),)))
    assert stored(effects) == []
    assert sum(isinstance(effect, Beep) for effect in effects) == 1
    assert stored(play(state, Accept())[1]) == [(FACES[0], 1)]
    assert stored(play(state, Shot(2))[1]) == [(FACES[0], 2)]


def test_a_duplicate_is_not_taken_and_a_face_laid_once_more_is_none() -> None:
    state, _ = play(begin(FACES, frozenset()), Shot(0), Left())
    assert stored(play(state, Shot(1, alike=FACES[0]))[1]) == []
    assert stored(play(state, Back(), Shot(1, alike=FACES[0]))[1]) == [(FACES[0], 1)]


def test_a_doubtful_card_that_is_skipped_does_not_become_the_next_face() -> None:
    state, effects = play(begin(FACES, frozenset()), Shot(0, (line("blurred"),)), Skip(), Shot(1, same=True))
    assert stored(effects) == []
    assert state.wanted == FACES[1]
    assert stored(play(state, Left(), Shot(2))[1]) == [(FACES[1], 2)]


def test_again_takes_the_card_that_lies_there_anew() -> None:
    _, effects = play(begin(FACES, frozenset()), Shot(0), Again(), Shot(1, alike=FACES[0], same=True))
    assert stored(effects) == [(FACES[0], 0), (FACES[0], 1)]


def test_naming_a_card_that_was_taken_moves_its_picture_and_asks_for_the_other_again() -> None:
    state, effects = play(begin(FACES, frozenset()), Shot(0), Name(FACES[3]))
    assert Rename(FACES[0], FACES[3]) in effects
    assert state.taken == {FACES[3]}
    assert state.wanted == FACES[0]


def test_any_order_can_be_laid_by_naming_each_face() -> None:
    state, effects = play(begin(FACES, frozenset()), Name(FACES[2]), Shot(0), Left(), Name("a/new"), Shot(1), Left())
    assert stored(effects) == [(FACES[2], 0), ("a/new", 1)]
    assert state.wanted == FACES[0]


@given(st.lists(EVENTS, max_size=40))
def test_whatever_happens_the_pictures_and_the_list_agree(events: list[Event]) -> None:
    state, kept, shots = begin(FACES, frozenset()), dict[str, int](), dict[int, Shot]()
    for event in events:
        before = state
        state, effects = step(state, event)
        if isinstance(event, Shot):
            shots[event.number] = event
        for effect in effects:
            if isinstance(effect, Store):
                # Only what was asked for, and with a fault only on a person's word.
                assert effect.face == before.wanted or isinstance(event, Name)
                assert not shots[effect.number].faults or isinstance(event, Accept)
                kept[effect.face] = effect.number
            elif isinstance(effect, Rename):
                kept[effect.new] = kept.pop(effect.old)
        assert frozenset(kept) == state.taken
        assert state.phase == "over" or state.wanted in state.faces
        assert (state.held is not None) == (state.phase == "doubt")
        assert not state.taken & state.skipped
    ended, after = play(state, Stop(), Shot(1), Accept(), Name(FACES[0]))
    assert ended.phase == "over"
    assert stored(after) == []


@given(st.lists(EVENTS, max_size=25))
def test_a_person_who_goes_on_without_faults_always_comes_to_the_end(events: list[Event]) -> None:
    state, _ = play(begin(FACES, frozenset()), *events)
    for k in range(12):
        state, _ = play(state, Left(), Shot(100 + k))
    assert state.phase == "over"
    assert frozenset(state.faces) <= state.taken | state.skipped


def test_a_box_that_is_complete_asks_for_nothing() -> None:
    assert begin(FACES, frozenset(FACES)).phase == "over"
