"""OAUTHBEARER (RFC 7628, KIP-255): the messages. A validator checks the content of a token."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from kraft_wire.errors import SaslError, SaslRefusedError
from kraft_wire.sasl.server import SaslServer

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

__all__ = [
    "INVALID_TOKEN",
    "OAUTHBEARER",
    "BearerServer",
    "Claims",
    "ClientFirst",
    "TokenRefusedError",
    "TokenValidator",
    "bearer_tokens",
    "check_extensions",
    "client_first",
    "is_bearer_token",
    "parse_client_first",
]

OAUTHBEARER: Final = "OAUTHBEARER"
INVALID_TOKEN: Final = "invalid_token"  # noqa: S105  # a word of RFC 6750

_TOKEN: Final = re.compile(r"[-_.a-zA-Z0-9]+")
_EXTENSION_KEY: Final = re.compile(r"[A-Za-z]+")
_EXTENSION_VALUE: Final = re.compile(r"[\x21-\x7E \t\r\n]+")
_AUTHORIZATION: Final = re.compile(r"a=(?:[\x01-\x2b\x2d-\x3c\x3e-\x7f]|=2C|=3D)+")
_SEPARATOR: Final = "\x01"
_ACKNOWLEDGEMENT: Final = b"\x01"


def is_bearer_token(text: str) -> bool:
    """Return True if the text has the form of a token: a compact JWS, or letters alike."""
    return _TOKEN.fullmatch(text) is not None


def check_extensions(extensions: Mapping[str, str]) -> None:
    """Refuse SASL extensions that the message cannot hold; raises SaslError."""
    for key, value in extensions.items():
        if key == "auth" or not _EXTENSION_KEY.fullmatch(key):
            raise SaslError(f"the SASL extension {key!r} has no valid name")
        if not _EXTENSION_VALUE.fullmatch(value):
            raise SaslError(f"the SASL extension {key!r} has no valid value")


def client_first(token: str, extensions: Mapping[str, str]) -> bytes:
    """Return the message of a client (OAuthBearerClientInitialResponse); raises SaslError."""
    if not is_bearer_token(token):
        raise SaslError("the bearer token is empty or contains invalid characters")
    check_extensions(extensions)
    pairs = "".join(f"{key}={value}{_SEPARATOR}" for key, value in extensions.items())
    return f"n,,{_SEPARATOR}auth=Bearer {token}{_SEPARATOR}{pairs}{_SEPARATOR}".encode()


def bearer_tokens(token: str, extensions: Mapping[str, str]) -> Generator[bytes, bytes, None]:
    """Yield the messages of a client; `send` the server's answers. Raises SaslError."""
    refusal = yield client_first(token, extensions)
    if refusal:
        # the server reports the reason in its response to this acknowledgement (RFC 7628, 3.2.3)
        yield _ACKNOWLEDGEMENT
        raise SaslError("the server refused the token without a reason")


class ClientFirst(NamedTuple):
    """The message of a client: the name that it wants to act as (or ""), and its token."""

    authorization_id: str
    token: str

    def __repr__(self) -> str:
        return f"ClientFirst({self.authorization_id!r}, <hidden>)"


def parse_client_first(message: bytes) -> ClientFirst:
    """Read a client's message; raises SaslError."""
    try:
        text = message.decode("utf-8")
    except UnicodeDecodeError:
        raise SaslError("the message is not UTF-8") from None
    header, separator, rest = text.partition(_SEPARATOR)
    if not separator or not rest.endswith(_SEPARATOR * 2):
        raise SaslError("the message has no end")
    flag, comma, authorization = header.partition(",")
    if flag != "n" or not comma or not authorization.endswith(","):
        raise SaslError("the message has no valid header")
    authorization = authorization[:-1]
    if authorization and not _AUTHORIZATION.fullmatch(authorization):
        raise SaslError("the authorization id is not valid")
    pairs: dict[str, str] = {}
    for pair in rest[:-2].split(_SEPARATOR):
        key, equals, value = pair.partition("=")
        # a second "auth" could hide the first from a check
        if not equals or key in pairs or not _EXTENSION_KEY.fullmatch(key):
            raise SaslError("a pair of the message is not valid")
        if not _EXTENSION_VALUE.fullmatch(value):
            raise SaslError("a value of the message is not valid")
        pairs[key] = value
    scheme, _, token = pairs.get("auth", "").partition(" ")
    token = token.lstrip(" ")
    if scheme.lower() != "bearer" or not is_bearer_token(token):
        raise SaslError("the message has no bearer token")
    return ClientFirst(authorization[2:].replace("=2C", ",").replace("=3D", "="), token)


class TokenRefusedError(Exception):
    """A token is not accepted; `status` and `scope` are sent to the client."""

    def __init__(self, reason: str, status: str = INVALID_TOKEN, scope: str | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.scope = scope

    def to_json(self) -> bytes:
        """Return the server's error in JSON; a client acknowledges it (OAuthBearerSaslServer)."""
        scope = "" if self.scope is None else f', "scope":"{self.scope}"'
        return f'{{"status":"{self.status}"{scope}}}'.encode()


class Claims(NamedTuple):
    """The content of a checked token: a name, and its expiry (milliseconds since 1970)."""

    principal: str
    expires_ms: int


class TokenValidator(Protocol):
    """Checks the tokens of SASL/OAUTHBEARER clients."""

    def validate(self, token: str, wall_ms: int) -> Claims:
        """Check a token at a time in milliseconds since 1970; raises TokenRefusedError."""


class BearerServer(SaslServer):
    """One exchange (OAuthBearerSaslServer); `validator` decides which tokens are accepted."""

    def __init__(self, validator: TokenValidator) -> None:
        self._validator = validator
        self._refusal: bytes | None = None

    def evaluate(self, token: bytes, wall_ms: int) -> bytes:
        """Check a token, or the acknowledgement of a refusal; raises SaslError."""
        if self._refusal is not None:
            if token == _ACKNOWLEDGEMENT:
                raise SaslRefusedError(self._refusal.decode())
            raise SaslError("the refusal of the token is not acknowledged")
        first = parse_client_first(token)
        try:
            claims = self._validator.validate(first.token, wall_ms)
        except TokenRefusedError as error:
            self._refusal = error.to_json()
            return self._refusal
        if first.authorization_id not in {"", claims.principal}:
            raise SaslRefusedError(
                "Authentication failed: Client requested an authorization id"
                f" ({first.authorization_id}) that is different from the token's principal name"
                f" ({claims.principal})"
            )
        self.principal, self.expires_ms = claims.principal, claims.expires_ms
        return b""
