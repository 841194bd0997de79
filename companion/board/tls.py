"""A certificate of the table's own: a browser gives its camera only to a page that came over TLS."""

import datetime as dt
import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.durable import write_durably
from companion.errors import not_written

_FILE: Final = "board.pem"
_GOOD_FOR: Final = dt.timedelta(days=397)
"""Browsers take no certificate that is good for longer, not even one that was said yes to."""
_RENEWED: Final = dt.timedelta(days=30)
"""A new one is made this long before the end."""


def certificate(folder: Path, hosts: Sequence[str]) -> Path:
    """The file with key and certificate for these addresses and names: kept, or made anew where it does not fit.

    Nobody has signed it but the table itself: a browser asks its person once. Raises ``Unusable``.
    """
    path = folder / _FILE
    now = dt.datetime.now(dt.UTC)
    if _fits(path, hosts, now):
        return path
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Companion table")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + _GOOD_FOR)
        .add_extension(x509.SubjectAlternativeName([_name(host) for host in hosts]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        write_durably(path, private + made.public_bytes(serialization.Encoding.PEM), 0o600)
    except OSError as error:
        raise not_written(path, error) from error
    return path


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _fits(path: Path, hosts: Sequence[str], now: dt.datetime) -> bool:
    """Whether the one that is there is still good, and for all of these."""
    try:
        kept = x509.load_pem_x509_certificate(path.read_bytes())
        named = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    return kept.not_valid_after_utc - now > _RENEWED and all(_name(host) in named for host in hosts)
