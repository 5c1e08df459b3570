"""The client's side of SCRAM (RFC 5802, RFC 7677) as Kafka speaks it, without IO.

Kafka takes names as UTF-8, without SASLprep, knows no channel binding, and a client of its own
refuses fewer iterations than the mechanism wants.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from typing import Final

from kraft_core.client.errors import AuthenticationError
from kraft_core.scram_mechanism import SCRAM_MECHANISMS

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
