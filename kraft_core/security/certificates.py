"""The facts of a certificate for operators: its expiry and its hosts.

Only the parts of X.509 that are needed; whether a certificate is to be trusted is OpenSSL's
business.
"""

from __future__ import annotations

import ipaddress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_core.security import der
from kraft_core.security.errors import SecurityConfigError
from kraft_core.security.principals import distinguished_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_VERSION_TAG: Final = 0xA0
_EXTENSIONS_TAG: Final = 0xA3
_UTC_TIME: Final = 0x17
_GENERALIZED_TIME: Final = 0x18
_ALTERNATIVE_NAMES: Final = "2.5.29.17"
_DNS_NAME, _IP_ADDRESS = 0x82, 0x87
_ADDRESS_SIZES: Final = (4, 16)


class Certificate(NamedTuple):
    """A certificate: subject and serial number as Java and openssl write them, its end, its hosts.

    `names` are DNS names in lower case, `addresses` IP addresses, both of subjectAltName.
    """

    subject: str
    serial: str
    not_after: datetime
    names: frozenset[str]
    addresses: frozenset[str]

    def check(self, listener: str) -> None:
        """Raise SecurityConfigError if it has expired."""
        if self.not_after < datetime.now(UTC):
            raise SecurityConfigError(
                f"The certificate of listener {listener} ({self.subject}) expired at"
                f" {self.not_after:%Y-%m-%d %H:%M} UTC."
            )

    def fits(self, host: str) -> bool:
        """Return True if a client that checks host names takes it for this host or address."""
        try:
            return str(ipaddress.ip_address(host)) in self.addresses
        except ValueError:
            pass
        host = host.lower().rstrip(".")
        _, _, domain = host.partition(".")
        return host in self.names or (bool(domain) and f"*.{domain}" in self.names)


def read_certificate(data: bytes) -> Certificate:
    """Read a certificate in DER; raises ValueError."""
    try:
        parts = der.read(data, tag=der.SEQUENCE).children()[0].children()
        if parts[0].tag == _VERSION_TAG:
            parts = parts[1:]
        serial, _, _, validity, subject = parts[:5]
        names, addresses = set[str](), set[str]()
        for tag, content in _alternative_names(parts[5:]):
            if tag == _DNS_NAME:
                names.add(content.decode("ascii").lower())
            elif tag == _IP_ADDRESS and len(content) in _ADDRESS_SIZES:
                addresses.add(str(ipaddress.ip_address(content)))
        return Certificate(
            distinguished_name(subject.whole),
            serial.content.hex(),
            _time(validity.children()[1]),
            frozenset(names),
            frozenset(addresses),
        )
    except IndexError:
        raise ValueError("the certificate is truncated") from None


def _alternative_names(parts: list[der.Value]) -> Iterator[tuple[int, bytes]]:
    for part in parts:
        if part.tag != _EXTENSIONS_TAG:
            continue
        for extension in part.children()[0].children():
            kind, *_, value = extension.children()
            if der.oid_text(kind.content) == _ALTERNATIVE_NAMES:
                for name in der.read(value.content, tag=der.SEQUENCE).children():
                    yield name.tag, name.content


def _time(value: der.Value) -> datetime:
    """Read a time (RFC 5280, 4.1.2.5): two-digit years are 1950 to 2049, in UTC."""
    text = value.content.decode("ascii")
    if value.tag == _UTC_TIME:
        text = ("19" if text >= "50" else "20") + text
    elif value.tag != _GENERALIZED_TIME:
        raise ValueError("a time of the certificate is neither UTCTime nor GeneralizedTime")
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)
