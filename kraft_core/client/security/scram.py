"""The client's side of SCRAM (RFC 5802, RFC 7677) as Kafka speaks it, without IO.

Kafka takes names and passwords as UTF-8, without SASLprep (ScramFormatter), knows no channel
binding, and refuses fewer than 4096 iterations.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
from typing import Final

from kraft_core.client.errors import AuthenticationError

HASHES: Final = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
ITERATIONS_MIN: Final = 4096
ITERATIONS_MAX: Final = 1_000_000
"""Kafka's least number; the other one is ours: a server cannot have a client compute for hours."""

_GS2_HEADER: Final = "n,,"


class ScramClient:
    """One exchange: `first`, `final` for the server's first message, `check` for its last."""

    def __init__(self, mechanism: str, user: str, password: str, nonce: str) -> None:
        self._hash = HASHES[mechanism]
        self._mechanism = mechanism
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
        values = _values(server_first, "r", "s", "i")
        nonce, iterations = values["r"], _iterations(values["i"])
        if not nonce.startswith(self._nonce) or nonce == self._nonce:
            raise AuthenticationError("the server's SCRAM nonce does not go on from the client's")
        if not ITERATIONS_MIN <= iterations <= ITERATIONS_MAX:
            raise AuthenticationError(
                f"{iterations} iterations of {self._mechanism}; from {ITERATIONS_MIN} to"
                f" {ITERATIONS_MAX} are allowed"
            )
        salted = hashlib.pbkdf2_hmac(
            self._hash, self._password.encode(), _decoded(values["s"]), iterations
        )
        binding = base64.b64encode(_GS2_HEADER.encode()).decode()
        without_proof = f"c={binding},r={nonce}"
        signed = f"{self._first_bare},{server_first.decode()},{without_proof}".encode()
        client_key = self._hmac(salted, b"Client Key")
        stored_key = hashlib.new(self._hash, client_key).digest()
        signature = self._hmac(stored_key, signed)
        self._server_signature = self._hmac(self._hmac(salted, b"Server Key"), signed)
        proof = bytes(one ^ other for one, other in zip(client_key, signature, strict=True))
        return f"{without_proof},p={base64.b64encode(proof).decode()}".encode()

    def check(self, server_final: bytes) -> None:
        """Make sure that the server knows the password too. Raises AuthenticationError."""
        if server_final.startswith(b"e="):
            reason = server_final[2:].decode(errors="replace")
            raise AuthenticationError(f"the server refuses {self._mechanism}: {reason}")
        signature = _decoded(_values(server_final, "v")["v"])
        if not hmac.compare_digest(signature, self._server_signature):
            raise AuthenticationError(
                "the server does not know the password: its signature is wrong"
            )

    def _hmac(self, key: bytes, data: bytes) -> bytes:
        return hmac.digest(key, data, self._hash)


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
