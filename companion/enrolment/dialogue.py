"""The dialogue at the camera as a pure state machine: what was seen or pressed comes in, what to do goes out.

It knows no pixels, no clock and no terminal. The shell gives it events and carries out its effects in order.
"""

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from companion.games.vocabulary import Line, line

Phase = Literal["waiting", "doubt", "lying", "over"]
"""Waiting for a card; one lies there that we have doubts about; one that was dealt with lies there yet; the end."""


class Shot(msgspec.Struct, frozen=True):
    """A piece lies still and was photographed.

    ``number``: by which the shell finds the picture again. ``faults``: what is wrong with it (codes of
    ``companion.words.enrolment``).
    ``alike``: the enrolled face it looks the same as. ``same``: it looks the same as the shot before.
    """

    number: int
    faults: tuple[Line, ...] = ()
    alike: str | None = None
    same: bool = False


class Left(msgspec.Struct, frozen=True):
    """The spot is empty."""


class Accept(msgspec.Struct, frozen=True):
    """Take it in spite of the doubts."""


class Skip(msgspec.Struct, frozen=True):
    """Not this face, not now."""


class Back(msgspec.Struct, frozen=True):
    """The face before this one once more."""


class Again(msgspec.Struct, frozen=True):
    """The latest shot once more; at once, where the card still lies there."""


class Name(msgspec.Struct, frozen=True):
    """What lies there, or will be laid next, is this face."""

    face: str


class Stop(msgspec.Struct, frozen=True):
    """Enough for now; or the camera has no more pictures."""


Event = Shot | Left | Accept | Skip | Back | Again | Name | Stop


class Store(msgspec.Struct, frozen=True):
    """Keep this shot as the picture of a face."""

    face: str
    number: int


class Rename(msgspec.Struct, frozen=True):
    """The picture kept as one face is one of another."""

    old: str
    new: str


class Beep(msgspec.Struct, frozen=True):
    """Let it be heard: taken; something needs a look; all done."""

    kind: Literal["taken", "look", "done"]


class Say(msgspec.Struct, frozen=True):
    """One line for the person. Faces in it are given apart: ``{}`` stands for each in turn."""

    line: str
    faces: tuple[str, ...] = ()


class Doubt(msgspec.Struct, frozen=True):
    """Something that the person should look at."""

    line: Line


Effect = Store | Rename | Beep | Say | Doubt


class State(msgspec.Struct, frozen=True):
    """Where the dialogue is.

    ``faces``: the checklist. ``taken``: those with a picture. ``skipped``: those left out for now. ``wanted``: what is
    to be laid next, None when nothing is. ``lying``: the face just taken, while it lies there. ``held``: the shot that
    we have doubts about. ``path``: what was taken or skipped in this session, for going back.
    """

    faces: tuple[str, ...]
    taken: frozenset[str] = frozenset()
    skipped: frozenset[str] = frozenset()
    wanted: str | None = None
    phase: Phase = "waiting"
    lying: str | None = None
    held: Shot | None = None
    path: tuple[str, ...] = ()


Step = tuple[State, tuple[Effect, ...]]


def begin(faces: tuple[str, ...], taken: frozenset[str]) -> State:
    """The dialogue's start over a checklist, with the faces that have a picture from an earlier session."""
    state = State(faces, taken)
    wanted = _next(state, None)
    return msgspec.structs.replace(state, wanted=wanted, phase="waiting" if wanted else "over")


def step(state: State, event: Event) -> Step:
    """What follows from an event. Nothing follows once it is over."""
    if state.phase == "over":
        return state, ()
    if isinstance(event, Shot):
        return _shot(state, event)
    if isinstance(event, Name):
        return _name(state, event.face)
    return _PLAIN[type(event)](state)


def _shot(state: State, shot: Shot) -> Step:
    if state.phase == "lying" and (shot.same or (shot.alike is not None and shot.alike == state.lying)):
        return state, ()
    faults = _faults(state, shot)
    if not faults:
        return _take(state, shot)
    known = state.phase == "doubt" and state.held is not None and _faults(state, state.held) == faults
    held = msgspec.structs.replace(state, phase="doubt", held=shot, lying=None)
    return held, () if known else (Beep("look"), *map(Doubt, faults))


def _faults(state: State, shot: Shot) -> tuple[Line, ...]:
    if shot.alike is None or shot.alike == state.wanted:
        return shot.faults
    return (*shot.faults, line("there_already", piece=shot.alike))


def _take(state: State, shot: Shot) -> Step:
    face = state.wanted
    assert face is not None
    taken = msgspec.structs.replace(
        state,
        taken=state.taken | {face},
        skipped=state.skipped - {face},
        phase="lying",
        lying=face,
        held=None,
        path=(*state.path, face),
    )
    stored = Store(face, shot.number), Beep("taken")
    return _go_on(taken, face, stored)


def _go_on(state: State, after: str | None, effects: tuple[Effect, ...]) -> Step:
    wanted = _next(state, after)
    if wanted is None:
        return msgspec.structs.replace(state, wanted=None, phase="over"), (*effects, Beep("done"))
    return msgspec.structs.replace(state, wanted=wanted), effects


def _next(state: State, after: str | None) -> str | None:
    """The next face without a picture that was not skipped: from here to the end, then from the start."""
    start = state.faces.index(after) + 1 if after in state.faces else 0
    for face in (*state.faces[start:], *state.faces[:start]):
        if face not in state.taken and face not in state.skipped:
            return face
    return None


def _left(state: State) -> Step:
    return msgspec.structs.replace(state, phase="waiting", lying=None, held=None), ()


def _stop(state: State) -> Step:
    return msgspec.structs.replace(state, phase="over", held=None), ()


def _accept(state: State) -> Step:
    if state.held is not None:
        return _take(state, state.held)
    if state.phase == "lying":
        return state, (Say("it is taken already; lay the next one"),)
    return state, (Say("nothing lies there that could be taken"),)


def _skip(state: State) -> Step:
    assert state.wanted is not None
    face = state.wanted
    # A card that we had doubts about is not the next face: it has to leave first.
    phase: Phase = "lying" if state.phase == "doubt" else state.phase
    skipped = msgspec.structs.replace(
        state, skipped=(state.skipped | {face}) - state.taken, phase=phase, held=None, path=(*state.path, face)
    )
    return _go_on(skipped, face, (Say("{} is left out for now", (face,)),))


def _back(state: State) -> Step:
    if not state.path:
        return state, (Say("there is nothing to go back to"),)
    face = state.path[-1]
    phase: Phase = "lying" if state.phase == "doubt" else state.phase
    back = msgspec.structs.replace(
        state, wanted=face, skipped=state.skipped - {face}, phase=phase, held=None, path=state.path[:-1]
    )
    return back, (Say("back to {}", (face,)),)


def _again(state: State) -> Step:
    if state.phase != "lying" or state.lying is None:
        return _back(state)
    again = msgspec.structs.replace(
        state, wanted=state.lying, phase="waiting", lying=None, path=tuple(f for f in state.path if f != state.lying)
    )
    return again, (Say("{} once more", (state.lying,)),)


def _name(state: State, face: str) -> Step:
    if face not in state.faces:
        state = msgspec.structs.replace(state, faces=(*state.faces, face))
    if state.phase == "lying" and state.lying is not None:
        return _rename(state, state.lying, face)
    named = msgspec.structs.replace(state, wanted=face, skipped=state.skipped - {face})
    if named.held is not None and not _faults(named, named.held):
        return _take(named, named.held)
    return named, (Say("now {}", (face,)),)


def _rename(state: State, old: str, new: str) -> Step:
    if old == new:
        return state, ()
    renamed = msgspec.structs.replace(
        state,
        taken=(state.taken - {old}) | {new},
        skipped=state.skipped - {new},
        lying=new,
        wanted=old,
        path=(*(face for face in state.path if face != old), new),
    )
    return renamed, (Rename(old, new), Say("what lies there is {}; next is {}", (new, old)))


_PLAIN: Mapping[type, Callable[[State], Step]] = {
    Left: _left,
    Accept: _accept,
    Skip: _skip,
    Back: _back,
    Again: _again,
    Stop: _stop,
}
