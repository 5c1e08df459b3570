"""SCRAM (RFC 5802, RFC 7677) as Kafka has it: the keys behind a password and the exchange.

A server keeps a credential; the client proves that it knows the password behind it. Kafka takes
names and passwords as UTF-8, without SASLprep, and knows no channel binding (ScramMechanism,
ScramFormatter, ScramSaslClient).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from kraft_wire.errors import SaslError, SaslRefusedError
from kraft_wire.sasl.client import check_credentials
from kraft_wire.sasl.server import DIFFERENT_ID, SaslServer

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

__all__ = [
    "ITERATIONS_MAX",
    "SCRAM_MECHANISMS",
    "SaltedPassword",
    "ScramClient",
    "ScramCredential",
    "ScramMechanism",
    "ScramServer",
    "base36",
    "scram_tokens",
]


class ScramMechanism(NamedTuple):
    """Its number in records, its hash, and the iterations of a credential that Kafka takes."""

    number: int
    hash_name: str
    lowest: int = 4096
    highest: int = 16384

    def salted_password(self, password: str, salt: bytes, iterations: int) -> bytes:
        """Derive the salted password; each iteration costs a hash or two."""
        return hashlib.pbkdf2_hmac(self.hash_name, password.encode(), salt, iterations)

    def client_key(self, salted_password: bytes) -> bytes:
        """Derive the key that only the client knows."""
        return self.sign(salted_password, b"Client Key")

    def stored_key(self, client_key: bytes) -> bytes:
        """Derive the form of the client key that a server stores."""
        return hashlib.new(self.hash_name, client_key).digest()

    def server_key(self, salted_password: bytes) -> bytes:
        """Derive the key with which the server authenticates itself."""
        return self.sign(salted_password, b"Server Key")

    def sign(self, key: bytes, data: bytes) -> bytes:
        """Return the HMAC of data."""
        return hmac.digest(key, data, self.hash_name)

    def credential(self, salted_password: bytes, salt: bytes, iterations: int) -> ScramCredential:
        """Return the stored form of a salted password."""
        stored_key = self.stored_key(self.client_key(salted_password))
        return ScramCredential(salt, stored_key, self.server_key(salted_password), iterations)


SCRAM_MECHANISMS: Final = {
    "SCRAM-SHA-256": ScramMechanism(1, "sha256"),
    "SCRAM-SHA-512": ScramMechanism(2, "sha512"),
}
"""By name."""

ITERATIONS_MAX: Final = 1_000_000
"""More than Kafka lets a credential have now: old ones may. A server cannot ask for hours."""

_GS2_HEADER: Final = "n,,"
_CLIENT_NONCE_BYTES: Final = 24


class SaltedPassword(NamedTuple):
    """The result of all iterations. It can be reused, and is as secret as a password.

    It is good for one mechanism, salt and number of iterations.
    """

    mechanism: str
    salt: bytes
    iterations: int
    key: bytes

    def __repr__(self) -> str:
        return f"SaltedPassword({self.mechanism}, <hidden>, iterations={self.iterations})"


class ScramClient:
    """One exchange: `first`, `final` for the server's first message, `check` for its last.

    The server chooses salt and iterations: above `iterations_max` it is refused. `salted_password`
    is that of an earlier exchange with the same password: if the server says the same salt and
    iterations, none has to be computed. After `final` it is that of this exchange.
    """

    def __init__(
        self,
        mechanism: str,
        user: str,
        password: str,
        *,
        iterations_max: int = ITERATIONS_MAX,
        salted_password: SaltedPassword | None = None,
        nonce: str | None = None,
    ) -> None:
        if mechanism not in SCRAM_MECHANISMS:
            raise SaslError(f"{mechanism} is not a SCRAM mechanism of Kafka")
        check_credentials(user, password)
        self.salted_password = salted_password
        self._name = mechanism
        self._mechanism = SCRAM_MECHANISMS[mechanism]
        self._password = password
        self._iterations_max = iterations_max
        self._nonce = nonce or secrets.token_urlsafe(_CLIENT_NONCE_BYTES)
        escaped = user.replace("=", "=3D").replace(",", "=2C")
        self._first_bare = f"n={escaped},r={self._nonce}"
        self._server_signature: bytes | None = None

    @property
    def mechanism(self) -> str:
        """The name of the mechanism."""
        return self._name

    def first(self) -> bytes:
        """Return the first message."""
        return (_GS2_HEADER + self._first_bare).encode()

    def final(self, server_first: bytes) -> bytes:
        """Return the message that proves the password, which is not in it. Raises SaslError.

        Computes for milliseconds to a second, without the GIL: it may run in a thread.
        """
        mechanism = self._mechanism
        values = _values(server_first, "r", "s", "i")
        nonce, iterations = values["r"], _iterations(values["i"])
        if not nonce.startswith(self._nonce) or nonce == self._nonce:
            raise SaslError("the server's SCRAM nonce does not start with the client's")
        if not mechanism.lowest <= iterations <= self._iterations_max:
            raise SaslError(
                f"{iterations} iterations of {self._name}; {mechanism.lowest} to "
                f"{self._iterations_max} are allowed"
            )
        salted = self._salted(_decoded(values["s"]), iterations)
        binding = base64.b64encode(_GS2_HEADER.encode()).decode()
        without_proof = f"c={binding},r={nonce}"
        signed = f"{self._first_bare},{server_first.decode()},{without_proof}".encode()
        client_key = mechanism.client_key(salted)
        signature = mechanism.sign(mechanism.stored_key(client_key), signed)
        self._server_signature = mechanism.sign(mechanism.server_key(salted), signed)
        proof = bytes(one ^ other for one, other in zip(client_key, signature, strict=True))
        return f"{without_proof},p={base64.b64encode(proof).decode()}".encode()

    def _salted(self, salt: bytes, iterations: int) -> bytes:
        kept = self.salted_password
        if kept is None or kept[:3] != (self._name, salt, iterations):
            key = self._mechanism.salted_password(self._password, salt, iterations)
            self.salted_password = kept = SaltedPassword(self._name, salt, iterations, key)
        return kept.key

    def check(self, server_final: bytes) -> None:
        """Check that the server knows the password too. Raises SaslError."""
        if server_final.startswith(b"e="):
            reason = server_final[2:].decode(errors="replace")
            raise SaslError(f"the server refuses {self._name}: {reason}")
        signature = _decoded(_values(server_final, "v")["v"])
        expected = self._server_signature
        # without `final` nothing is expected, and no signature proves anything
        if expected is None or not hmac.compare_digest(signature, expected):
            raise SaslError("the server does not know the password: its signature is wrong")


def scram_tokens(client: ScramClient) -> Generator[bytes, bytes, None]:
    """Yield the messages of a client; `send` the server's. Raises SaslError.

    The first `send` computes, as `ScramClient.final` does.
    """
    server_first = yield client.first()
    server_final = yield client.final(server_first)
    client.check(server_final)


def _values(message: bytes, *names: str) -> dict[str, str]:
    """Read the attributes of a server's message, which must begin with these in this order."""
    try:
        parts = message.decode().split(",")
    except UnicodeDecodeError:
        raise SaslError("a SCRAM message of the server is not UTF-8") from None
    if [part[:2] for part in parts[: len(names)]] != [f"{name}=" for name in names]:
        raise SaslError(f"a SCRAM message of the server lacks {', '.join(names)}")
    return {part[0]: part[2:] for part in parts[: len(names)]}


def _iterations(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise SaslError("the server's SCRAM iterations are not a number")
    return int(text)


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise SaslError("a SCRAM message of the server is not base64") from None


class ScramCredential(NamedTuple):
    """The server's stored form of a password (UserScramCredentialRecord)."""

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


class _State(Enum):
    """The message that a server waits for."""

    FIRST = auto()
    FINAL = auto()
    OVER = auto()


class ScramServer(SaslServer):
    """One exchange (ScramSaslServer); `credential` finds what is kept of a user's password.

    Unlike Kafka it does not reveal which users exist: one without credentials gets a salt that
    stays the same and fails at the second message. `fake_salt_key` is a secret that makes it. Kafka
    does not compare the channel binding either.
    """

    def __init__(
        self,
        mechanism: str,
        credential: Callable[[str], ScramCredential | None],
        fake_salt_key: bytes,
        *,
        nonce: str | None = None,
    ) -> None:
        if mechanism not in SCRAM_MECHANISMS:
            raise SaslError(f"{mechanism} is not a SCRAM mechanism of Kafka")
        self._mechanism = SCRAM_MECHANISMS[mechanism]
        self._find = credential
        self._fake_salt_key = fake_salt_key
        self._server_nonce = nonce or base36(secrets.randbits(_NONCE_BITS))
        self._credential: ScramCredential | None = None
        self._header = self._first_bare = self._server_first = self._nonce = self._user = ""
        self._state = _State.FIRST

    def evaluate(self, token: bytes, wall_ms: int) -> bytes:  # noqa: ARG002
        """Answer the first message with the salt of the user, the last one with a proof.

        Raises SaslError.
        """
        state, self._state = self._state, _State.OVER
        try:
            match state:
                case _State.FIRST:
                    answer = self._on_first(token)
                    self._state = _State.FINAL
                case _State.FINAL:
                    answer = self._on_final(token)
                    self.principal = self._user
                case _State.OVER:
                    raise SaslError("the SCRAM exchange is over")
        except ValueError as error:
            raise SaslError(str(error)) from None
        return answer

    def _on_first(self, message: bytes) -> bytes:
        parts = message.decode("ascii").split(",")
        if len(parts) < 4 or parts[0] != "n":  # "y" and "p=" ask for channel binding
            raise ValueError("the message has no valid header")
        self._header = f"{parts[0]},{parts[1]},"
        bare = parts[2:]
        self._first_bare = ",".join(bare)
        authorization_id = _sasl_name(parts[1], "a=") if parts[1] else ""
        if bare[0].startswith("m="):  # taken and ignored, as in Kafka
            bare = bare[1:]
        if len(bare) < 2:
            raise ValueError("the message lacks a nonce")
        self._user = _sasl_name(bare[0], "n=")
        if not bare[1].startswith("r=") or not _NONCE.fullmatch(bare[1][2:]):
            raise ValueError("the message has no valid nonce")
        if not all(map(_EXTENSION.fullmatch, bare[2:])):
            raise ValueError("an extension is not valid")
        if "tokenauth=true" in (one.lower() for one in bare[2:]):
            raise ValueError("delegation tokens are not supported")
        self._nonce = bare[1][2:] + self._server_nonce
        if authorization_id not in {"", self._user}:
            raise SaslRefusedError(DIFFERENT_ID)
        return self._salt_of(self._find(self._user))

    def _salt_of(self, credential: ScramCredential | None) -> bytes:
        if credential is not None and credential.iterations >= self._mechanism.lowest:
            self._credential = credential
            salt, iterations = credential.salt, credential.iterations
        else:
            digest = hmac.digest(self._fake_salt_key, self._user.encode(), "sha256")
            # in the form of Kafka's salts
            salt = base36(int.from_bytes(digest, "big") % (1 << _NONCE_BITS)).encode()
            iterations = self._mechanism.lowest
        encoded = base64.b64encode(salt).decode()
        self._server_first = f"r={self._nonce},s={encoded},i={iterations}"
        return self._server_first.encode()

    def _on_final(self, message: bytes) -> bytes:
        without_proof, comma, proof_text = message.decode("ascii").rpartition(",p=")
        parts = without_proof.split(",")
        if not comma or len(parts) < 2 or not all(map(_EXTENSION.fullmatch, parts[2:])):
            raise ValueError("the message is not valid")
        if parts[0] != "c=" + base64.b64encode(self._header.encode()).decode():
            raise ValueError("the channel binding differs from the first message")
        if parts[1] != f"r={self._nonce}":
            raise ValueError("the nonce differs from the one sent")
        proof = base64.b64decode(proof_text, validate=True)
        credential, mechanism = self._credential, self._mechanism
        if credential is None:
            raise ValueError("the user has no credential")
        signed = f"{self._first_bare},{self._server_first},{without_proof}".encode()
        signature = mechanism.sign(credential.stored_key, signed)
        if len(proof) != len(signature):
            raise ValueError("the proof has the wrong length")
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
