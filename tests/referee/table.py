"""A physical table without pixels: it is dealt, played on, and says what a camera would claim to see."""

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

from companion.games.architects import rules as architects
from companion.games.architects import seen
from companion.games.architects.rules.deal import Deal
from companion.games.playing import random_policy
from tests.referee.sightless import here
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

BACK = "architects/back/central"


class Lying:
    """One piece on the table; it keeps its track for as long as it lies unmoved, and how it was read."""

    def __init__(self, track: int, face: str, seen: tuple[FaceProbability, ...]) -> None:
        self.track, self.face, self.seen = track, face, seen


class PhysicalTable:
    """A dealt table of Architects.

    ``noise``: how often a face is read badly (still likelier than others). ``unenrolled``: faces without a
    picture in the library, so that a piece which shows one of them is seen, but not named.
    """

    def __init__(self, players: int, seed: int, noise: float = 0.0, unenrolled: tuple[str, ...] = ()) -> None:
        self.rng = Random(seed)
        self.unenrolled = unenrolled
        wonders = tuple(self.rng.sample(sorted(architects.FACTS.wonders), players))
        self.deal = Deal.shuffled(wonders, self.rng)
        self.setup = {"game": "architects", "wonders": list(wonders), "first": 0, "progress": list(self.deal.face_up)}
        self.state = architects.begin(architects.parse_setup(self.setup))
        self.noise = noise
        self.frame = 0
        self._tracks = 0
        self.zones: dict[str, list[Lying]] = {}
        self._heights: dict[str, int] = {}
        self._spent = ""
        self._said: dict[str, tuple[int, ...]] = {}
        self._arrange(self.state)

    def choose(self) -> Any:
        """The next move that somebody makes."""
        choices = self.deal.choices(self.state)
        return choices[0] if len(choices) == 1 else random_policy(self.state, choices, self.rng)

    def play(self, move: Any) -> None:
        """Make a move on the table; what follows from it by rule is done by ``follow``."""
        self.deal.done(self.state, move)
        self.state = architects.apply(self.state, move, strict=False)
        if isinstance(move, architects.TakeCard):
            self.put(f"seat/{move.seat}/city", f"architects/{move.card}")
            tableau = seen.tableau(self.state)
            for zone in self.zones.keys() & tableau.spread.keys():
                self._note_spent((self._lying_faces(zone) - Counter(tableau.spread[zone])).elements())
            self._piles(tableau)
        else:
            self.follow()

    def follow(self) -> None:
        """Do what follows by rule from the last move: turn tokens, discard, hand over the Cat."""
        self._arrange(self.state)

    def scene(self, seconds: float = 1.0) -> Scene:
        """What has changed since the last scene, as vision would say it."""
        self.frame += max(1, round(10 * seconds))
        changed = [name for name in self.zones if self._said.get(name) != self._tracks_of(name)]
        self._said.update((name, self._tracks_of(name)) for name in changed)
        return Scene(self.frame, self.frame / 10, tuple(self.sighting(name) for name in changed))

    def everything(self) -> Scene:
        """Every zone: what vision says first after it has connected."""
        self._said.clear()
        return self.scene()

    def sighting(self, name: str) -> Sighting:
        pieces = tuple(SeenPiece(piece.track, here(piece.track), piece.seen) for piece in self.zones[name])
        return Sighting(name, self.frame, self.frame / 10, pieces, self.unenrolled)

    def put(self, zone: str, face: str) -> Lying:
        """Lay a piece there, whatever the rules say."""
        self._tracks += 1
        piece = Lying(self._tracks, face, self._read(face))
        self.zones[zone].append(piece)
        return piece

    def _tracks_of(self, name: str) -> tuple[int, ...]:
        return tuple(piece.track for piece in self.zones[name])

    def _arrange(self, state: Any) -> None:
        tableau = seen.tableau(state)
        wanted = {zone: list(faces) for zone, faces in tableau.spread.items()}
        wanted |= {zone: [face for face in faces if face] for zone, faces in tableau.spots.items()}
        for zone, faces in wanted.items():
            self._spread(zone, faces)
        self._piles(tableau)

    def _piles(self, tableau: Any) -> None:
        for zone, count in tableau.piles.items():
            if zone not in self._heights or self._heights[zone] != count:
                self._heights[zone] = count
                self.zones[zone] = []
                if count:
                    self.put(zone, self._top(zone))

    def _spread(self, zone: str, faces: list[str]) -> None:
        lying = self.zones.setdefault(zone, [])
        # A token that nobody has read yet has not been turned up yet.
        faces = [face for face in faces if face != "?"]
        too_many = self._lying_faces(zone) - Counter(faces)
        self._note_spent(too_many.elements())
        for piece in list(lying):
            if too_many[piece.face]:
                too_many[piece.face] -= 1
                lying.remove(piece)
        for face in (Counter(faces) - self._lying_faces(zone)).elements():
            self.put(zone, face)

    def _lying_faces(self, zone: str) -> Counter[str]:
        return Counter(piece.face for piece in self.zones[zone])

    def _note_spent(self, faces: Iterable[str]) -> None:
        """The last card of these lies on top of the discards."""
        self._spent = max((face for face in faces if face in architects.FACTS.card_face_ids), default=self._spent)

    def _top(self, zone: str) -> str:
        if zone == "central/deck":
            return BACK
        if zone == "central/discard":
            any_card = self.rng.choice(architects.FACTS.card_face_ids)
            return self._spent or any_card
        return f"architects/{self.deal.decks[int(zone.removeprefix('holder/'))][-1]}"

    def _read(self, face: str) -> tuple[FaceProbability, ...]:
        if face in self.unenrolled:
            return ()
        if face == BACK:
            return (FaceProbability(face, 0.99),)
        sure = 0.97 if self.rng.random() >= self.noise else self.rng.uniform(0.4, 0.8)
        other = self.rng.choice([name for name in architects.FACTS.card_face_ids if name != face])
        ranked = [FaceProbability(face, sure), FaceProbability(other, (1 - sure) * 0.6)]
        return tuple(sorted(ranked, key=lambda item: -item.probability))
