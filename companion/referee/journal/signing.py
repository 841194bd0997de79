"""The table's key: what this table has written is signed with it, so that nobody else can write in its name.

The chain has no key of its own; a signature of an event's hash vouches for that event and all before it. Ed25519
(RFC 8032). Journals from before there was a key are read as they are.
"""

import contextlib
import hashlib
from pathlib import Path
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from companion.durable import only_read, write_durably

_FILE: Final = "table.key"
_KEY_BYTES: Final = 32
_EVENT: Final = b"companion event "
"""Before what is signed, so that no signature can be taken for one of something else."""


class Signature(NamedTuple):
    """Of the event ``seq`` and all before it, by the table with this public key (32 bytes)."""

    seq: int
    key: bytes
    signature: bytes


class Signer:
    """A table's private key. ``key``: the public one (32 bytes); ``table``: its fingerprint, the table's name."""

    def __init__(self, secret: bytes) -> None:
        self._secret = Ed25519PrivateKey.from_private_bytes(secret)
        self.key = self._secret.public_key().public_bytes_raw()
        self.table = fingerprint(self.key)

    def sign(self, seq: int, event_hash: str) -> Signature:
        """Vouch for an event and all before it."""
        return Signature(seq, self.key, self._secret.sign(_EVENT + event_hash.encode()))

    def vouch(self, purpose: str, said: bytes) -> bytes:
        """Sign something else that this table says; ``purpose``: one word, the same for who checks it."""
        return self._secret.sign(_other(purpose) + said)


def signer(state: Path) -> Signer | None:
    """The key of the table in this folder, made where there is none; ``None`` where none can be kept."""
    file = state / _FILE
    with contextlib.suppress(OSError, ValueError):
        return Signer(bytes.fromhex(file.read_text(encoding="ascii")))
    if only_read(state):
        return None
    secret = new_secret()
    try:
        if file.exists():
            # Not a key any more: kept for whoever wants to know why.
            file.replace(file.with_suffix(".key.damaged"))
        write_durably(file, secret.hex().encode(), 0o600)
    except OSError:
        return None
    return Signer(secret)


def new_secret() -> bytes:
    """A private key that nobody has yet."""
    return Ed25519PrivateKey.generate().private_bytes_raw()


def fingerprint(key: bytes) -> str:
    """What a public key is known by."""
    return hashlib.sha256(key).hexdigest()[:16]


def is_signed(key: bytes, event_hash: str, signature: bytes) -> bool:
    """Whether the table with this key has signed the event with this hash."""
    return _verified(key, signature, _EVENT + event_hash.encode())


def vouched(key: bytes, purpose: str, said: bytes, signature: bytes) -> bool:
    """Whether the table with this key has said that."""
    return _verified(key, signature, _other(purpose) + said)


def _other(purpose: str) -> bytes:
    return f"companion {purpose} to the hub ".encode()


def _verified(key: bytes, signature: bytes, message: bytes) -> bool:
    if len(key) != _KEY_BYTES:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True
