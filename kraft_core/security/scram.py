"""SCRAM (RFC 5802, RFC 7677) as Kafka has it: the keys behind a password and the exchange.

Formatting a directory writes the keys into a credential; the client proves that it knows the
password behind them. Kafka takes names and passwords as UTF-8, without SASLprep, and knows no
channel binding (ScramMechanism, ScramFormatter, ScramSaslClient).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from typing import Final, NamedTuple

from kraft_core.security.errors import AuthenticationError


class ScramMechanism(NamedTuple):
    """Its number in records, its hash, and the iterations of a credential that Kafka takes."""

    number: int
    hash_name: str
    lowest: int = 4096
    highest: int = 16384

    def salted_password(self, password: str, salt: bytes, iterations: int) -> bytes:
        """What stands for the password; each iteration costs a hash or two."""
        return hashlib.pbkdf2_hmac(self.hash_name, password.encode(), salt, iterations)

    def client_key(self, salted_password: bytes) -> bytes:
        """What only the client knows."""
        return self.sign(salted_password, b"Client Key")

    def stored_key(self, client_key: bytes) -> bytes:
        """What a server keeps of it."""
        return hashlib.new(self.hash_name, client_key).digest()

    def server_key(self, salted_password: bytes) -> bytes:
        """What the server proves itself with."""
        return self.sign(salted_password, b"Server Key")

    def sign(self, key: bytes, data: bytes) -> bytes:
        """The HMAC of data."""
        return hmac.digest(key, data, self.hash_name)


SCRAM_MECHANISMS: Final = {
    "SCRAM-SHA-256": ScramMechanism(1, "sha256"),
    "SCRAM-SHA-512": ScramMechanism(2, "sha512"),
}
"""By name."""

ITERATIONS_MAX: Final = 1_000_000
"""More than Kafka lets a credential have now: old ones may. A server cannot ask for hours."""

_GS2_HEADER: Final = "n,,"


class ScramClient:
    """One exchange: `first`, `final` for the server's first message, `check` for its last."""

    def __init__(self, mechanism: str, user: str, password: str, nonce: str) -> None:
        self._name = mechanism
        self._mechanism = SCRAM_MECHANISMS[mechanism]
        self._password = password
        self._nonce = nonce
        escaped = user.replace("=", "=3D").replace(",", "=2C")
        self._first_bare = f"n={escaped},r={nonce}"
        self._server_signature = b""

    def first(self) -> bytes:
        """The first message."""
        return (_GS2_HEADER + self._first_bare).encode()

    def final(self, server_first: bytes) -> bytes:
        """The message that proves the password, which is not in it. Raises AuthenticationError."""
        mechanism = self._mechanism
        values = _values(server_first, "r", "s", "i")
        nonce, iterations = values["r"], _iterations(values["i"])
        if not nonce.startswith(self._nonce) or nonce == self._nonce:
            raise AuthenticationError("the server's SCRAM nonce does not go on from the client's")
        if not mechanism.lowest <= iterations <= ITERATIONS_MAX:
            raise AuthenticationError(
                f"{iterations} iterations of {self._name}; from {mechanism.lowest} to"
                f" {ITERATIONS_MAX} are allowed"
            )
        salted = mechanism.salted_password(self._password, _decoded(values["s"]), iterations)
        binding = base64.b64encode(_GS2_HEADER.encode()).decode()
        without_proof = f"c={binding},r={nonce}"
        signed = f"{self._first_bare},{server_first.decode()},{without_proof}".encode()
        client_key = mechanism.client_key(salted)
        signature = mechanism.sign(mechanism.stored_key(client_key), signed)
        self._server_signature = mechanism.sign(mechanism.server_key(salted), signed)
        proof = bytes(one ^ other for one, other in zip(client_key, signature, strict=True))
        return f"{without_proof},p={base64.b64encode(proof).decode()}".encode()

    def check(self, server_final: bytes) -> None:
        """Make sure that the server knows the password too. Raises AuthenticationError."""
        if server_final.startswith(b"e="):
            reason = server_final[2:].decode(errors="replace")
            raise AuthenticationError(f"the server refuses {self._name}: {reason}")
        signature = _decoded(_values(server_final, "v")["v"])
        if not hmac.compare_digest(signature, self._server_signature):
            raise AuthenticationError(
                "the server does not know the password: its signature is wrong"
            )


def _values(message: bytes, *names: str) -> dict[str, str]:
    """The attributes of a server's message, which has to have these, in this order, in front."""
    try:
        parts = message.decode().split(",")
    except UnicodeDecodeError:
        raise AuthenticationError("a SCRAM message of the server is no text") from None
    if [part[:2] for part in parts[: len(names)]] != [f"{name}=" for name in names]:
        raise AuthenticationError(f"a SCRAM message of the server lacks {', '.join(names)}")
    return {part[0]: part[2:] for part in parts[: len(names)]}


def _iterations(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise AuthenticationError("the server's SCRAM iterations are no number")
    return int(text)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise AuthenticationError("a SCRAM message of the server is not base64") from None
