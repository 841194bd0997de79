"""Progress and conflict tokens on the live table's mats, laid at any turn, as the spot reader names them."""

import time
from pathlib import Path
from random import Random

import msgspec
import numpy as np

from benchmarks.eyes.figures import ACCEPT
from benchmarks.tokens_pieces import enrolled
from benchmarks.tokens_tables import Spots
from companion.box.faces import library_of
from companion.games.architects import seen
from companion.referee import watching
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer
from companion.twin.faceart import FaceArt, LibraryArt
from companion.twin.scenes import SCENES
from companion.twin.world import Piece, World
from vision.enrolment.learn_box import build_library
from vision.geometry.plane import Planes
from vision.geometry.pose import Pose
from vision.live.zones.spots import SpotsReader
from vision.recognition.displacements import name_piece
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Zone

_PLAYERS = 4
_ASTRAY_MM = 1.5
"""How far from their spots tokens lie, beyond what the twin's hands do."""


def on_spots(games: int, seed: int, *, scans: bool) -> list[Spots]:
    """Tables of four with 15 tokens each, in every scene of the twin; ``scans``: real tokens too."""
    boxes: dict[str, tuple[Library, bool]] = {"proxies": (Library.load(Path(library_of(None))), False)}
    if scans and (pictures := enrolled("architects-a", "progress") | enrolled("architects-a", "token")):
        boxes["architects-a"] = build_library(pictures)[0], True
    found = []
    for box, (library, real) in boxes.items():
        recogniser = LibraryRecogniser(library)
        reader = SpotsReader(library, recogniser)
        for scene in SCENES:
            rows = [
                row
                for k in range(games)
                for row in _table(reader, scene, seed + k, LibraryArt(library) if real else None)
            ]
            right, named, wrong, spent = np.array(rows, float).mean(0).round(3).tolist()
            ms = round(spent, 1)
            found.append(Spots(f"{box}, {scene}", len(rows), 100 * right, 100 * named, 100 * wrong, ms))
    return found


def _table(reader: SpotsReader, scene: str, seed: int, art: FaceArt | None) -> list[tuple[bool, bool, bool, float]]:
    """By token: named right, right and accepted, wrong and accepted, milliseconds."""
    look, rng = SCENES[scene], Random(f"tokens {seed}")
    dealer = Dealer.in_scene(look, "architects", _PLAYERS, seed)
    zones = {zone.name: zone for zone in watching.watch("architects", seen.places(dealer.state)).zones}
    tokens = _strewn(dealer.world, zones, rng)
    world = dealer.world.lay(tokens)
    artist = Artist(world, look, seed, dealer.mats(), art)
    artist.show(world)
    frame, planes = artist.frame(), Planes()
    planes.update(frame, watching.printed_mats(), 0.0)
    rows = []
    for token in tokens:
        zone = zones[token.place]
        spot = zone.spots[int(token.slot)]
        sheet = planes.mats[token.mat].rectify(frame)
        start = time.thread_time()
        here = Pose(spot.x, spot.y, 0.0, spot.width, spot.height)
        candidates = spot.faces or zone.faces
        turned = reader.name_token(sheet, here, candidates)
        faces = (turned or name_piece(sheet, [here], candidates, reader.recogniser)).faces
        spent = 1000 * (time.thread_time() - start)
        right, sure = bool(faces) and faces[0].face == token.face, bool(faces) and faces[0].probability > ACCEPT
        rows.append((right, right and sure, sure and not right, spent))
    return rows


def _strewn(world: World, zones: dict[str, Zone], rng: Random) -> list[Piece]:
    """The face-up and conflict tokens, every other of these flipped, and tokens won; all of them at any turn."""
    there = [piece for piece in world.pieces.values() if piece.place in {"central/progress", "central/conflict"}]
    stack = [piece for piece in world.pieces.values() if "/progress/" in piece.front and piece not in there]
    won = []
    for k, piece in enumerate(stack[: 2 * _PLAYERS]):
        place, slot = f"seat/{k % _PLAYERS}/progress", k // _PLAYERS * 2
        spot = zones[place].spots[slot]
        won.append(
            msgspec.structs.replace(piece, place=place, mat=k % _PLAYERS + 1, up=True, slot=slot, x=spot.x, y=spot.y)
        )
    return [
        msgspec.structs.replace(
            piece,
            up=not piece.up if piece.place == "central/conflict" and k % 2 else piece.up,
            x=piece.x + rng.uniform(-_ASTRAY_MM, _ASTRAY_MM),
            y=piece.y + rng.uniform(-_ASTRAY_MM, _ASTRAY_MM),
            angle=rng.uniform(0, 360),
        )
        for k, piece in enumerate((*there, *won))
    ]
