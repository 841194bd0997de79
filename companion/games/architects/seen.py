"""What the camera should see: what lies where by the rules, and what a move shows of itself."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec.structs import replace

from companion.games.architects.places import BATTLE, CAT, PEACE, PROGRESS, central_places, medal_places, seat_places
from companion.games.architects.rules.expansion import BATTLE_MEDALS, MEDAL_FACES
from companion.games.architects.rules.facts import FACTS, Counts, Facts
from companion.games.architects.rules.legal import legal, unread_builds, unread_progress
from companion.games.architects.rules.moves import (
    BuildStage,
    Move,
    RevealMedal,
    RevealProgress,
    TakeCard,
    TakeMedal,
    TakeProgress,
    TurnUp,
)
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import Medals, State, deck_sizes, discarded
from companion.games.mats import Place
from companion.games.vocabulary import Shown, Tableau

DECK_FACES = len(FACTS.cards)
"""How many different cards may lie on top of a deck."""
_SEATS = tuple(
    (*(f"seat/{seat}/{place}" for place in ("city", "progress", "cat", "wonder")), f"holder/{seat}")
    for seat in range(FACTS.table.max_players)
)
"""The places of each seat: its cards, tokens, the Cat, its wonder, its deck."""
READ_KEYS = ("card", "token", "medal")
"""The keys of a move whose values the camera has read."""


@lru_cache(maxsize=32)
def _places(facts: Facts, wonders: tuple[str, ...], conflict: int, gaps: int, centre: int) -> tuple[Place, ...]:
    seats = (place for seat, wonder in enumerate(wonders) for place in seat_places(seat, wonder, facts))
    return (*central_places(conflict, facts), *seats, *medal_places(gaps, centre))


def places(state: State) -> tuple[Place, ...]:
    """Every place on the mats of this table."""
    medals = state.medals
    gaps, centre = (0, 0) if medals is None else (medals.gaps, len(medals.lying) - medals.gaps)
    return _places(state.facts, state.wonders, state.conflict, gaps, centre)


@lru_cache(maxsize=1 << 14)
def _faces(cards: Counts, face_down: int = 0) -> tuple[str, ...]:
    pairs = zip(FACTS.card_face_ids, cards, strict=True)
    return tuple(sorted((*(face for face, count in pairs for _ in range(count)), *(UNREAD,) * face_down)))


@lru_cache(maxsize=1 << 8)
def _stage_faces(wonder: str, stages: int, built: int) -> tuple[str | None, ...]:
    return tuple(
        f"architects/stage/{wonder}_{k + 1}/{'built' if built >> k & 1 else 'building'}" for k in range(stages)
    )


@lru_cache(maxsize=1 << 12)
def _token_faces(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(token if token == UNREAD else f"{PROGRESS}{token}" for token in tokens))


def tableau(state: State) -> Tableau:
    """What should lie where if people have done everything that follows by rule."""
    spread = {
        "central/progress": _token_faces(state.face_up),
        "central/conflict": (BATTLE,) * state.battle + (PEACE,) * (state.conflict - state.battle),
        "central/cat": (CAT,) if state.cat is None else (),
    }
    spots = {}
    sizes = deck_sizes(state)
    piles = {"central/deck": sizes[state.players], "central/discard": discarded(state)}
    for seat, (city, (cards, progress, cat, wonder, holder)) in enumerate(zip(state.cities, _SEATS, strict=False)):
        spread[cards] = _faces(city.cards, _face_down(state, seat))
        spread[progress] = _token_faces(city.progress)
        spread[cat] = (CAT,) if state.cat == seat else ()
        spots[wonder] = _stage_faces(city.wonder, len(state.facts.wonders[city.wonder].stages), city.built)
        piles[holder] = sizes[seat]
    if state.medals is not None:
        spread |= _medals(state.medals)
    return Tableau(spread, spots, piles)


def _medals(medals: Medals) -> dict[str, tuple[str, ...]]:
    """The medals that lie between neighbours and in the centre; a taken one shows its other side and is not watched."""
    faces = [() if name is None else (MEDAL_FACES.get(name, UNREAD),) for name in medals.lying]
    between = {f"seat/{seat}/medal": face for seat, face in enumerate(faces[: medals.gaps])}
    centre = tuple(sorted(face for there in faces[medals.gaps :] for face in there))
    return between | ({"central/medals": centre} if faces[medals.gaps :] else {})


def _face_down(state: State, seat: int) -> int:
    """How many cards lie before a seat whose faces nobody knows."""
    return state.cities[seat].face_down + (state.medals.debts[seat] if state.medals is not None else 0)


def by_sight(state: State) -> tuple[Move, ...]:
    """The moves that are told apart by looking: also which known cards were spent beside such as nobody has read."""
    return (*legal(state), *unread_builds(state), *unread_progress(state))


def common(moves: Sequence[Move]) -> TakeMedal | TakeProgress | None:
    """One of several open tokens was taken, and nobody can tell which; or a medal by one of those who get one each."""
    return _medal_of_each(moves) or _open_token(moves)


def _medal_of_each(moves: Sequence[Move]) -> TakeMedal | None:
    """The likeliest to have taken the centre's medal for a battle: the others take theirs out of the box."""
    taken = [move for move in moves if isinstance(move, TakeMedal) and move.where == "centre"]
    alike = len(taken) == len(moves) and len({move.medal for move in taken}) == 1
    return taken[0] if alike and len(taken) > 1 and taken[0].medal in BATTLE_MEDALS else None


def _open_token(moves: Sequence[Move]) -> TakeProgress | None:
    taken = [move for move in moves if isinstance(move, TakeProgress) and move.source == "face_up"]
    tokens = {move.token for move in taken}
    if len(taken) < len(moves) or len(tokens) == 1 or len({replace(move, token=UNREAD) for move in taken}) != 1:
        return None
    return replace(taken[0], token=UNREAD, among=tuple(sorted(tokens)))


def is_back(face: str) -> bool:
    """Whether this is the back of a card: such a top says nothing of what is drawn."""
    return face.startswith("architects/back/")


@lru_cache(maxsize=1 << 14)
def shows(move: Move) -> Shown:
    """What a move brings to light: a card in the city, a token, a stage that is turned."""
    if isinstance(move, TakeCard | TurnUp):
        # Of the cards that Halicarnassus looks at not the top one need be kept.
        top = not (isinstance(move, TakeCard) and move.because == "halicarnassus")
        face = UNREAD if move.card == UNREAD else f"architects/{move.card}"
        lands = f"seat/{move.seat}/city"
        if isinstance(move, TakeCard) and move.source.startswith("city:"):
            return Shown(face, move.seat, lands=lands, from_top=False, comes=f"seat/{move.source[5:]}/city")
        return Shown(face, move.seat, lands=lands, from_top=top)
    if isinstance(move, TakeProgress | RevealProgress):
        open_before = isinstance(move, TakeProgress) and move.source == "face_up"
        seat = move.seat if isinstance(move, TakeProgress) else None
        return Shown(_token_faces((move.token,))[0], seat, comes="central/progress" if open_before else "")
    if isinstance(move, BuildStage):
        return Shown(f"architects/stage/{move.stage}/built", move.seat, turned=True)
    if isinstance(move, RevealMedal):
        return Shown(MEDAL_FACES[move.medal])
    return Shown()
