"""Small helpers for the twin's tests: tables in mid-game, and what of them should be seen."""

from functools import cache

from companion.games.architects.seen import tableau
from companion.twin.dealer import Dealer, Step
from companion.twin.scenes import SCENES
from companion.twin.world import World

_FACE_UP = "central/progress"


def dealer(players: int, seed: int, scene: str = "kitchen", moves: int = 0) -> Dealer:
    """A dealer who lays as sloppily as the scene says, some moves into the game."""
    look = SCENES[scene]
    made = Dealer.in_scene(look, "architects", players, seed)
    for _ in range(moves):
        made.step()
    return made


@cache
def whole_game(players: int, seed: int) -> tuple[Dealer, tuple[Step, ...]]:
    made = dealer(players, seed)
    return made, tuple(iter(made.step, None))


def differences(world: World, made: Dealer) -> list[str]:
    """Where the table lies otherwise than the rules' tableau of the dealer's state."""
    wanted = tableau(made.state)
    found = [
        name
        for name, faces in wanted.spread.items()
        if world.faces(name) != tuple(face for face in faces if face != "?") and not (name == _FACE_UP and "?" in faces)
    ]
    for name, spots in wanted.spots.items():
        lying = {int(piece.slot): piece.face for piece in world.at(name)}
        if tuple(lying.get(spot) for spot in range(len(spots))) != spots:
            found.append(name)
    return found + [name for name, count in wanted.piles.items() if len(world.at(name)) != count]
