"""``companion hub verify``: is a bundle whole, and does what the tournament says follow from the games themselves?

It needs nothing but the file: no hub, no network. What it cannot tell: whether a whole tournament was left out, or acts
after the last one (compare ``head`` with the one that the hub has shown).
"""

import hashlib
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.errors import Unusable
from companion.hub.bundle.form import ACTS, CONTENTS, VERSION, Act, Contents, Game, picture
from companion.hub.event.acts import Act as Done
from companion.hub.event.acts import ResultIn
from companion.hub.event.tournament import Place, Tournament
from companion.hub.event.tournament import fold as so_far
from companion.hub.evidence import named
from companion.hub.store import acts
from companion.referee.events import Event
from companion.referee.fold import fold
from companion.referee.journal.chain import Chain, Row, check
from companion.referee.journal.signing import fingerprint, is_signed
from companion.uplink.messages import Entry, data

_LARGEST: Final = 512 << 20
"""Bytes of one file in a bundle, unpacked: far more than a game of a whole day."""


class Checked(NamedTuple):
    """What was found: a line a trouble (none: all is well); how many events, and results that were worked out anew."""

    contents: Contents
    troubles: tuple[str, ...]
    events: int
    results: int


def verify(path: Path) -> Checked:
    """Check a bundle. Raises ``Unusable`` where it is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            return _verify(archive)
    except (OSError, zipfile.BadZipFile, KeyError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        said = " ".join(str(error).split())
        raise Unusable(f"{path}: no bundle can be read from it ({said}); take it from the hub once more") from error


def _verify(archive: zipfile.ZipFile) -> Checked:
    contents = msgspec.json.decode(_read(archive, CONTENTS), type=Contents)
    if contents.version != VERSION:
        raise Unusable(f"the bundle is of version {contents.version}, not {VERSION}; use the companion that made it")
    troubles: list[str] = []
    done = tuple(
        acts.Kept(act.seq, act.hash, bytes(act.record))
        for act in (msgspec.json.decode(line, type=Act) for line in _read(archive, ACTS).splitlines())
    )
    head = done[-1].hash if done else ""
    if broken := acts.broken(done) or (
        "" if (len(done), head) == (contents.acts, contents.head) else "acts are missing"
    ):
        troubles.append(f"the acts: {broken}")
    keys = {table.id: data(table.key) for table in contents.tables}
    troubles += [f"table {table}: its key is another's" for table, key in keys.items() if fingerprint(key) != table]
    chains: dict[str, Chain] = {}
    for game in contents.games:
        chain, trouble = _game(archive, game, keys)
        chains[game.game] = chain
        if trouble:
            troubles.append(f"table {game.table}, {game.journal}: {trouble}")
    troubles += _pictures(archive, contents.pictures, chains.values())
    results, wrong = _results(done, chains)
    return Checked(contents, (*troubles, *wrong), sum(len(chain.events) for chain in chains.values()), results)


def _read(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > _LARGEST:
        raise zipfile.BadZipFile(f"{name} is too large")
    return archive.read(name)


def _game(archive: zipfile.ZipFile, game: Game, keys: Mapping[str, bytes]) -> tuple[Chain, str]:
    """A game's intact events, and what is wrong with it."""
    entries = [msgspec.json.decode(line, type=Entry) for line in _read(archive, game.file).splitlines()]
    chain = check(Row(entry.seq, bytes(entry.record), entry.hash) for entry in entries)
    if chain.trouble:
        return chain, chain.trouble
    if (len(chain.events), chain.head) != (game.seq, game.hash):
        return chain, "events are missing at its end"
    if not entries or entries[0].hash != game.game:
        return chain, "it is not the game that it is said to be"
    last = entries[-1]
    if not is_signed(keys.get(game.table, b""), last.hash, data(last.signature)):
        return chain, f"event {last.seq} is not signed by its table"
    return chain, f"its table has told two stories of event {game.forked}" if game.forked else ""


def _pictures(archive: zipfile.ZipFile, names: Sequence[str], chains: Iterable[Chain]) -> Iterator[str]:
    """Each picture must be the one that a signed event names."""
    known = {name for chain in chains for name in named(chain.events)}
    for name in names:
        if name not in known:
            yield f"picture {name[:16]}: no event names it"
        elif picture(name) not in archive.namelist():
            yield f"picture {name[:16]}: it is missing"
        elif hashlib.sha256(_read(archive, picture(name))).hexdigest() != name:
            yield f"picture {name[:16]}: it was changed"


def _results(done: Sequence[acts.Kept], chains: Mapping[str, Chain]) -> tuple[int, list[str]]:
    """Each result that was taken from a journal, worked out anew from the journal's events."""
    worked_out, wrong, tournament = 0, list[str](), Tournament()
    for kept in done:
        try:
            act = msgspec.json.decode(kept.record, type=Done)
        except msgspec.DecodeError:
            wrong.append(f"act {kept.seq}: it cannot be read")
            continue
        tournament, deed = so_far((act,), tournament), act.deed
        if not isinstance(deed, ResultIn) or deed.source != "journal":
            continue
        chain = chains.get(deed.game)
        events = () if chain is None else _upto(chain, deed.head)
        if not events:
            wrong.append(f"act {kept.seq}: the game that it speaks of is not here")
            continue
        worked_out += 1
        totals = _totals(events, _drawn(tournament, deed))
        if totals != deed.scores:
            wrong.append(f"act {kept.seq}: says {list(deed.scores)}, the journal comes to {list(totals)}")
    return worked_out, wrong


def _drawn(tournament: Tournament, deed: ResultIn) -> list[str]:
    """Who was drawn to that table, by name: a result is told in their order."""
    seating = tournament.seating(Place(deed.section, deed.round, deed.table))
    seats = () if seating is None else seating.seats
    return [tournament.players[player].name for player in seats if player in tournament.players]


def _upto(chain: Chain, head: str) -> tuple[Event, ...]:
    """The events up to the one with this hash; none where it is not among them."""
    hashes = [*(event.prev for event in chain.events[1:]), chain.head]
    return chain.events[: hashes.index(head) + 1] if head in hashes else ()


def _totals(events: tuple[Event, ...], drawn: Sequence[str]) -> tuple[int, ...]:
    """The points that a game comes to; in the order of the drawing, where it was played by these people."""
    try:
        game = fold(events)
        totals, names = tuple(game.rules.scores(game.state).totals), list(game.setup.get("names", ()))
        return tuple(totals[names.index(name)] for name in drawn) if sorted(names) == sorted(drawn) else totals
    except (ValueError, LookupError, TypeError):
        # Of another version, whose moves mean nothing here: it is told as a difference.
        return ()
