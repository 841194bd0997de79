"""Which hub a table belongs to: kept beside its games, written when it is paired."""

import contextlib
import re
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import msgspec

from companion.durable import read_kept, write_durably
from companion.errors import Unusable, not_written
from companion.referee.game_files import games
from companion.referee.journal.signing import Signer, new_secret, signer
from companion.uplink.line import HubAway, Line
from companion.uplink.messages import CARRIER, PAIR, Introduction, Welcome, text

FILE: Final = "hub.json"
CARRIER_FILE: Final = "uplink.key"
_CODE: Final = re.compile(r"/pair/([a-z0-9]{6,40})/?")
_PIN: Final = re.compile(r"(cert=([0-9a-f]{64}))?")


class Paired(msgspec.Struct, frozen=True):
    """The hub's address (``https://hub.example``), the certificate that it must show (SHA-256; empty: any trusted one).

    ``table``, ``name``: as the hub knows us; ``first``: the first journal that it is to have.
    """

    hub: str
    table: str
    name: str
    first: str
    pin: str = ""
    tournament: str = ""


class Carrier(msgspec.Struct, frozen=True):
    """By what the uplink speaks for its table: its own key (``secret``, hex), and the table's word for it (base64).

    The table's own key, with which games are signed, stays out of reach of who talks to the world.
    """

    secret: str
    proof: str

    @property
    def signer(self) -> Signer:
        """The key."""
        return Signer(bytes.fromhex(self.secret))


def carrier(state: Path) -> Carrier | None:
    """That of the table in this folder, made where the table's key can be had; ``None``: pair the table again."""
    file = state / CARRIER_FILE
    with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeError):
        return msgspec.json.decode(file.read_bytes(), type=Carrier)
    mine = signer(state)
    if mine is None:
        return None
    secret = new_secret()
    made = Carrier(secret.hex(), text(mine.vouch(CARRIER, Signer(secret).key)))
    try:
        write_durably(file, msgspec.json.encode(made), 0o600)
    except OSError:
        return None
    return made


def paired(state: Path) -> Paired | None:
    """The hub of the table in this folder; ``None``: it has none. Raises ``Unusable`` where that cannot be read."""
    return read_kept(state / FILE, Paired, "pair the table again: companion hub join ADDRESS")


def join(state: Path, address: str) -> Paired:
    """Pair the table in this folder with the hub that gave this address. Raises ``Unusable``."""
    split = urlsplit(address)
    code, pin = _CODE.fullmatch(split.path), _PIN.fullmatch(split.fragment)
    if split.scheme not in ("http", "https") or not split.netloc or code is None or pin is None:
        raise Unusable(f"{address!r}: no address of a hub's; it looks like https://hub.example/pair/k3x9…")
    state.mkdir(parents=True, exist_ok=True)
    mine = signer(state)
    if mine is None:
        raise Unusable(f"{state}: no key can be kept here; choose another --state")
    hub = f"{split.scheme}://{split.netloc}"
    welcome = _introduced(Line(hub, pin.group(2) or ""), code.group(1), mine)
    kept = Paired(hub, welcome.table, welcome.name, _first(state), pin.group(2) or "", welcome.tournament)
    try:
        write_durably(state / FILE, msgspec.json.encode(kept))
    except OSError as error:
        raise not_written(state / FILE, error, "choose another --state") from error
    carrier(state)
    return kept


def _introduced(line: Line, code: str, mine: Signer) -> Welcome:
    words = Introduction(code, text(mine.key), text(mine.vouch(PAIR, code.encode())))
    try:
        answer = line.post("/api/v1/pair", msgspec.json.encode(words))
    except HubAway as error:
        raise Unusable(f"{line.hub}: the hub cannot be reached ({error}); is this machine in its network?") from error
    finally:
        line.close()
    if answer.status == 403:
        raise Unusable(f"{line.hub}: this code is no longer good; ask the arbiter for a new one")
    try:
        welcome = msgspec.json.decode(answer.body, type=Welcome)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise Unusable(f"{line.hub}: answers, but not as a hub does (HTTP {answer.status})") from error
    if welcome.table != mine.table:
        raise Unusable(f"{line.hub}: takes us for another table ({welcome.table})")
    return welcome


def _first(state: Path) -> str:
    """The journal from which on the hub is to have them: that of the game being played, else the next one's."""
    kept = games(state / "games")
    return kept[-1].stem if kept else ""
