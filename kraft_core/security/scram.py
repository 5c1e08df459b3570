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
import re
import secrets
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
        raise AuthenticationError("a SCRAM message of the server is not UTF-8") from None
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


class ScramCredential(NamedTuple):
    """What a server keeps of a password (UserScramCredentialRecord)."""

    salt: bytes
    stored_key: bytes
    server_key: bytes
    iterations: int

    def __repr__(self) -> str:
        return f"ScramCredential(<hidden>, iterations={self.iterations})"


_SASL_NAME: Final = re.compile(r"(?:[\x01-\x2b\x2d-\x3c\x3e-\x7f]|=2C|=3D)+")
_NONCE: Final = re.compile(r"[\x21-\x2b\x2d-\x7e]+")
_EXTENSION: Final = re.compile(r"[A-Za-z]+=[\x01-\x2b\x2d-\x7f]+")
_NONCE_BITS: Final = 130
"""ScramFormatter.secureRandomBytes; in base 36, as Java writes large numbers."""


class ScramServer:
    """The server's side of one exchange: `first`, then `final` (ScramSaslServer).

    Unlike Kafka it does not reveal which users exist: one without credentials gets a salt that
    stays the same (`fake_salt_key` makes it) and fails at the second message. Kafka does not
    compare the channel binding either.
    """

    def __init__(self, name: str, fake_salt_key: bytes, nonce: str | None = None) -> None:
        self._mechanism = SCRAM_MECHANISMS[name]
        self._fake_salt_key = fake_salt_key
        self._server_nonce = nonce or base36(secrets.randbits(_NONCE_BITS))
        self._credential: ScramCredential | None = None
        self._header = self._first_bare = self._server_first = self._nonce = ""
        self.user = ""
        self.authorization_id = ""

    def parse_first(self, message: bytes) -> None:
        """Read the first message, which sets `user` and `authorization_id`; raises ValueError."""
        parts = message.decode("ascii").split(",")
        if len(parts) < 4 or parts[0] != "n":  # "y" and "p=" ask for channel binding
            raise ValueError("the message has no valid header")
        self._header = f"{parts[0]},{parts[1]},"
        bare = parts[2:]
        self._first_bare = ",".join(bare)
        if parts[1]:
            self.authorization_id = _sasl_name(parts[1], "a=")
        if bare[0].startswith("m="):  # taken and ignored, as in Kafka
            bare = bare[1:]
        if len(bare) < 2:
            raise ValueError("the message lacks a nonce")
        self.user = _sasl_name(bare[0], "n=")
        if not bare[1].startswith("r=") or not _NONCE.fullmatch(bare[1][2:]):
            raise ValueError("the message has no valid nonce")
        if not all(map(_EXTENSION.fullmatch, bare[2:])):
            raise ValueError("an extension is not valid")
        if "tokenauth=true" in (one.lower() for one in bare[2:]):
            raise ValueError("delegation tokens are not supported")
        self._nonce = bare[1][2:] + self._server_nonce

    def first(self, credential: ScramCredential | None) -> bytes:
        """Answer the first message with the salt of the user."""
        if credential is not None and credential.iterations >= self._mechanism.lowest:
            self._credential = credential
            salt, iterations = credential.salt, credential.iterations
        else:
            digest = hmac.digest(self._fake_salt_key, self.user.encode(), "sha256")
            # in the form of Kafka's salts
            salt = base36(int.from_bytes(digest, "big") % (1 << _NONCE_BITS)).encode()
            iterations = self._mechanism.lowest
        encoded = base64.b64encode(salt).decode()
        self._server_first = f"r={self._nonce},s={encoded},i={iterations}"
        return self._server_first.encode()

    def final(self, message: bytes) -> bytes:
        """Check the proof; return the server's own. Raises ValueError."""
        without_proof, comma, proof_text = message.decode("ascii").rpartition(",p=")
        parts = without_proof.split(",")
        if not comma or len(parts) < 2 or not all(map(_EXTENSION.fullmatch, parts[2:])):
            raise ValueError("the message is not valid")
        if parts[0] != "c=" + base64.b64encode(self._header.encode()).decode():
            raise ValueError("the channel binding is another one than in the first message")
        if parts[1] != f"r={self._nonce}":
            raise ValueError("the nonce is another one")
        proof = base64.b64decode(proof_text, validate=True)
        credential, mechanism = self._credential, self._mechanism
        if credential is None:
            raise ValueError("the user has no credential")
        signed = f"{self._first_bare},{self._server_first},{without_proof}".encode()
        signature = mechanism.sign(credential.stored_key, signed)
        if len(proof) != len(signature):
            raise ValueError("the proof has another length")
        client_key = bytes(one ^ other for one, other in zip(proof, signature, strict=True))
        if not hmac.compare_digest(mechanism.stored_key(client_key), credential.stored_key):
            raise ValueError("the proof is wrong")
        return b"v=" + base64.b64encode(mechanism.sign(credential.server_key, signed))


def _sasl_name(text: str, prefix: str) -> str:
    if not text.startswith(prefix) or not _SASL_NAME.fullmatch(text[2:]):
        raise ValueError(f"{prefix} is not a valid name")
    return text[2:].replace("=2C", ",").replace("=3D", "=")


def base36(number: int) -> str:
    """Write a number of 0 or more as BigInteger.toString(36) does."""
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits
