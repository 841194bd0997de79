"""One session at the camera: frames and keys in, pictures kept, and what there is to show and to hear out."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from companion.enrolment.checklist import Item
from companion.enrolment.dialogue import (
    Accept,
    Again,
    Back,
    Beep,
    Doubt,
    Event,
    Left,
    Name,
    Rename,
    Say,
    Shot,
    Skip,
    State,
    Step,
    Stop,
    Store,
    begin,
    step,
)
from companion.enrolment.prompt import Prompt
from companion.enrolment.sound import Kind
from companion.enrolment.store import Store as Shelf
from companion.games.vocabulary import Line, line
from companion.referee.watching import printed_mats
from companion.words.enrolment import in_english
from vision.cameras import Frame
from vision.enrolment.alike import Album, same_face
from vision.enrolment.cutting import Cut, Up, fits, size_of
from vision.enrolment.desk import Bare, Desk, Lies, Seen, Strange
from vision.enrolment.quality import Quality
from vision.geometry.image import Image
from vision.recognition.kinds import Size, kind_of

_KEYS: dict[str, Event] = {"enter": Accept(), "s": Skip(), "b": Back(), "r": Again(), "q": Stop()}
_LARGE = frozenset(("card", "back", "board"))


@dataclass(frozen=True)
class Told:
    """Something to tell: good news, a doubt (also as a code), or plain."""

    tone: Literal["good", "doubt", "plain"]
    text: str
    doubt: Line | None = None


@dataclass
class Session:
    """The dialogue with its eyes and hands. ``tell`` and ``sound`` are called as things happen.

    ``pictures``: of all faces enrolled so far, by face: picture and size in mm.
    """

    game: str
    items: tuple[Item, ...]
    pictures: dict[str, tuple[Image, Size | None]]
    shelf: Shelf
    tell: Callable[[Told], None]
    sound: Callable[[Kind], None]
    up: Up = "top"
    state: State = field(init=False)
    prompt: Prompt | None = None
    strange: Line | None = None
    now: float = 0.0
    started: float | None = None
    fresh: int = 0

    def __post_init__(self) -> None:
        faces = tuple(item.face for item in self.items)
        self.state = begin(faces, frozenset(faces) & frozenset(self.pictures))
        self.desk = Desk(self.up, printed_mats())
        self._names = {item.face: item.name for item in self.items}
        self._album = Album()
        for face, (picture, _) in self.pictures.items():
            self._album.keep(face, picture)
        self._shown: Lies | None = None
        self._number = 0
        self._scales: list[float] = []

    @property
    def over(self) -> bool:
        """Whether the dialogue has come to its end."""
        return self.state.phase == "over"

    def name(self, face: str) -> str:
        """What a person calls a face."""
        return self._names.get(face, face)

    def said(self, doubt: Line) -> str:
        """A doubt in English."""
        return in_english(doubt, self.name)

    def look(self, frame: Frame) -> bool:
        """Take the camera's next frame; returns whether there is something new to show."""
        self.now = frame.exposed
        self.started = frame.exposed if self.started is None else self.started
        moved = self.desk.moving
        seen = self.desk.look(frame, kind_of(self.state.wanted or f"{self.game}/"))
        if seen is not None:
            self._saw(seen)
        return seen is not None or moved != self.desk.moving

    def press(self, keys: Iterable[str]) -> None:
        """Take keys as they were pressed."""
        for key in keys:
            if self.prompt is not None:
                self._type(self.prompt, key)
            elif key in ("n", "/"):
                self.prompt = Prompt(self.game, self.items)
            elif key == "e":
                self.desk.forget()
                self.tell(Told("plain", "what lies still now counts as the empty spot"))
            elif key in _KEYS:
                self._follow(_KEYS[key])

    def stop(self) -> None:
        """The camera has no more pictures, or the person has gone."""
        self._follow(Stop())

    def _type(self, prompt: Prompt, key: str) -> None:
        answer = prompt.press(key)
        self.prompt = answer if isinstance(answer, Prompt) else None
        if isinstance(answer, Item):
            self._names.setdefault(answer.face, answer.name)
            if answer not in self.items:
                self.items = (*self.items, answer)
            self._follow(Name(answer.face))

    def _saw(self, seen: Seen) -> None:
        self.strange = None
        if isinstance(seen, Bare):
            if seen.anew:
                on_a_mat = "; pieces on the mat are measured in mm" if self.desk.mats else ""
                self.tell(Told("plain", "the empty spot is known" + on_a_mat))
            self._follow(Left())
        elif isinstance(seen, Strange):
            self.strange = Line(seen.code)
        else:
            self._follow(self._shot(seen))

    def _shot(self, lies: Lies) -> Shot:
        before, self._shown = self._shown, lies
        self._number += 1
        same = before is not None and same_face(before.cut.picture, lies.cut.picture)
        like = self._album.alike(lies.cut.picture)
        faults = list(self._faults(lies))
        if like is not None and like.turned:
            faults.append(line("upside_down", piece=like.face))
        return Shot(self._number, tuple(faults), None if like is None or like.turned else like.face, same)

    def _faults(self, lies: Lies) -> Iterable[Line]:
        face = self.state.wanted
        kind, quality = kind_of(face or f"{self.game}/"), lies.quality
        if quality.empty:
            yield line("empty")
        elif quality.blurred:
            yield line("blurred")
        if quality.glaring:
            yield line("reflection", share=f"{quality.blown:.0%}")
        if quality.small and kind.group in _LARGE:
            yield line("small", n=quality.side)
        if not fits(lies.cut, kind) and face is not None:
            yield line("other_shape", piece=face)

    def _follow(self, event: Event) -> None:
        after: Step = step(self.state, event)
        self.state, effects = after
        for effect in effects:
            if isinstance(effect, Store):
                assert effect.number == self._number
                self._keep(effect.face)
            elif isinstance(effect, Rename):
                self._rename(effect.old, effect.new)
            elif isinstance(effect, Beep):
                self.sound(effect.kind)
            elif isinstance(effect, Doubt):
                self.tell(Told("doubt", self.said(effect.line), effect.line))
            else:
                self._say(effect)

    def _say(self, say: Say) -> None:
        tone: Literal["doubt", "plain"] = "doubt" if self.state.phase == "doubt" else "plain"
        self.tell(Told(tone, say.line.format(*(self.name(face) for face in say.faces))))

    def _keep(self, face: str) -> None:
        assert self._shown is not None
        cut, quality = self._shown.cut, self._shown.quality
        kind = kind_of(face)
        scale = float(np.median(self._scales)) if self._scales else None
        size = size_of(cut, kind, self.desk.mats, scale)
        if size is not None:
            self._scales.append(cut.sides[1] / size[1])
        self.shelf.keep(face, cut.picture, size)
        self.pictures[face] = (cut.picture, size)
        self._album.keep(face, cut.picture)
        self.fresh += 1
        self.tell(Told("good", f"{self.name(face)}  ·  {_described(quality, cut, size)}"))

    def _rename(self, old: str, new: str) -> None:
        self.shelf.rename(old, new)
        self.pictures[new] = self.pictures.pop(old)
        self._album.drop(old)
        self._album.keep(new, self.pictures[new][0])


def _described(quality: Quality, cut: Cut, size: Size | None) -> str:
    sharp = "sharp" if quality.sharpness > 0.35 else "a little soft"
    measured = f"{size[0]:.0f} × {size[1]:.0f} mm" if size else "size from the others"  # noqa: RUF001 - that is the sign
    return f"{sharp}, {cut.picture.shape[0]} pixels tall, {measured}"
