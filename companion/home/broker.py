"""Which broker a table tells: kept beside its games."""

import secrets
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from companion.durable import read_kept, write_durably
from companion.errors import Unusable, not_written

FILE: Final = "home.json"
_PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


class Broker(msgspec.Struct, frozen=True):
    """Where the broker is. ``table``: what this table is called there (letters and digits), the same for good."""

    host: str
    port: int
    table: str
    user: str = ""
    password: str = ""
    tls: bool = False


def broker_of(address: str, table: str) -> Broker:
    """The broker at ``mqtt://USER:PASSWORD@HOST:PORT`` (``mqtts``: encrypted). Raises ``Unusable``."""
    split = urlsplit(address)
    try:
        port = split.port or _PORTS.get(split.scheme, 0)
    except ValueError:
        port = 0
    if split.scheme not in _PORTS or not split.hostname or not port:
        raise Unusable("no address of a broker's; mqtt://USER:PASSWORD@homeassistant.local:1883")
    user, password = unquote(split.username or ""), unquote(split.password or "")
    return Broker(split.hostname, port, table, user, password, split.scheme == "mqtts")


def keep(state: Path, address: str) -> Broker:
    """Tell this broker from the table's next start on. Raises ``Unusable``."""
    before = kept(state)
    broker = broker_of(address, before.table if before is not None else secrets.token_hex(4))
    try:
        state.mkdir(parents=True, exist_ok=True)
        # A password is in it.
        write_durably(state / FILE, msgspec.json.encode(broker), 0o600)
    except OSError as error:
        raise not_written(state / FILE, error, "choose another --state") from error
    return broker


def kept(state: Path) -> Broker | None:
    """The broker of the table in this folder; ``None``: it tells none. Raises ``Unusable`` where that is unreadable."""
    return read_kept(state / FILE, Broker, "say it again: companion home ADDRESS")
