"""OAUTHBEARER (RFC 7628, KIP-255, KIP-768): tokens of clients, and their checks.

Clients present an unsecured token of their own making or one from a file; servers check either
kind. Signed tokens are verified by the package PyJWT with the keys of a JWKS document; the
algorithms are those of the keys, never those that a token asks for.
"""

from __future__ import annotations

import base64
import binascii
import json
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from urllib.parse import unquote, urlsplit

from kraft_core.security.errors import AuthenticationError, SecurityConfigError
from kraft_wire import sasl
from kraft_wire.errors import SaslError
from kraft_wire.extras import missing
from kraft_wire.sasl import Claims, TokenRefusedError, is_bearer_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TOKEN_BYTES_MAX: Final = 65_536
"""The longest token; those of token services have a few KiB."""

JWKS_BYTES_MAX: Final = 1 << 20
"""The largest JWKS document."""

_SECONDS_MAX: Final = 1 << 53
INSUFFICIENT_SCOPE: Final = "insufficient_scope"


class TokenSource(Protocol):
    """The source of a client's token, read once for each connection."""

    def token(self) -> str:
        """Return the token; raises AuthenticationError."""


@dataclass(frozen=True, slots=True)
class UnsecuredToken:
    """Makes tokens without protection (OAuthBearerUnsecuredLoginCallbackHandler)."""

    claims: Mapping[str, object] = field(repr=False)
    lifetime_s: int = 3600

    def token(self) -> str:
        """Return a token that is valid from now on."""
        now = int(time.time())
        claims = {**self.claims, "iat": now, "exp": now + self.lifetime_s}
        return f"{_encoded({'alg': 'none'})}.{_encoded(claims)}."


@dataclass(frozen=True, slots=True)
class TokenFile:
    """Reads the token from a file, which another program renews (FileJwtRetriever)."""

    path: Path

    def token(self) -> str:
        """Return the content of the file now; raises AuthenticationError."""
        try:
            with self.path.open("rb") as file:
                text = file.read(TOKEN_BYTES_MAX + 1).decode("ascii").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not ASCII"
            raise AuthenticationError(f"the token {self.path} cannot be read: {reason}") from None
        if len(text) > TOKEN_BYTES_MAX or not is_bearer_token(text):
            raise AuthenticationError(f"{self.path} does not hold a token")
        return text


_PREFIX: Final = "unsecuredLogin"


def unsecured_login(options: Mapping[str, str]) -> tuple[UnsecuredToken, dict[str, str]]:
    """Read the options of OAuthBearerLoginModule: the token and its SASL extensions.

    Raises SecurityConfigError.
    """
    claims: dict[str, object] = {}
    extensions: dict[str, str] = {}
    lifetime_s = 3600
    principal_claim = options.get(f"{_PREFIX}PrincipalClaimName") or "sub"
    for key, value in options.items():
        kind, _, name = key.removeprefix(_PREFIX).partition("_")
        if key == f"{_PREFIX}LifetimeSeconds":
            lifetime_s = int(_number(key, value))
        elif kind == "StringClaim" and name:
            claims[name] = value
        elif kind == "NumberClaim" and name:
            claims[name] = _number(key, value)
        elif kind == "ListClaim" and name:
            # the first character separates the elements
            claims[name] = value[1:].split(value[0]) if len(value) > 1 else []
        elif kind == "Extension" and name:
            extensions[name] = value
        # one JAAS entry of a controller serves its own log-in and the checks of its listener
        elif not key.startswith("unsecuredValidator") and key not in {
            f"{_PREFIX}PrincipalClaimName",
            f"{_PREFIX}ScopeClaimName",
        }:
            raise SecurityConfigError(f"sasl.jaas.config: the option {key} is not supported.")
    if not isinstance(claims.get(principal_claim), str):
        raise SecurityConfigError(
            f"sasl.jaas.config lacks {_PREFIX}StringClaim_{principal_claim}, the client's name."
        )
    check_extensions(extensions)
    return UnsecuredToken(claims, lifetime_s), extensions


def token_file(url: str) -> TokenFile:
    """Read `sasl.oauthbearer.token.endpoint.url`; raises SecurityConfigError."""
    key = "sasl.oauthbearer.token.endpoint.url"
    parts = urlsplit(url)
    if parts.scheme != "file" or parts.netloc not in {"", "localhost"} or not parts.path:
        raise SecurityConfigError(f"{key}: only file:///PATH is supported.")
    return TokenFile(Path(unquote(parts.path)))


def _number(key: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number < _SECONDS_MAX:
        raise SecurityConfigError(f"sasl.jaas.config: {key} is not a number of 0 or more.")
    return int(number) if number == int(number) else number


def check_extensions(extensions: Mapping[str, str]) -> None:
    """Refuse SASL extensions that the message cannot hold; raises SecurityConfigError."""
    try:
        sasl.check_extensions(extensions)
    except SaslError as error:
        raise SecurityConfigError(f"{error}.") from None


def _encoded(form: object) -> str:
    return base64.urlsafe_b64encode(json.dumps(form).encode()).decode().rstrip("=")


class UnknownKeyError(TokenRefusedError):
    """A token is signed with a key that the JWKS does not have, or not yet."""


@dataclass(frozen=True, slots=True)
class UnsecuredValidator:
    """Accepts tokens without a signature: any client can use any name.

    OAuthBearerUnsecuredValidatorCallbackHandler. `skew_ms` is what clocks may differ.
    """

    principal_claim: str = "sub"
    scope_claim: str = "scope"
    required_scope: tuple[str, ...] = ()
    skew_ms: int = 0

    def validate(self, token: str, wall_ms: int) -> Claims:
        """Check that the token is unsecured and current; raises TokenRefusedError."""
        header, claims, signature = _split(token)
        if header.get("alg") != "none" or signature:
            raise TokenRefusedError("the token is signed; only unsecured tokens are accepted")
        _check_times(claims, wall_ms, self.skew_ms)
        scope = _scope(claims, self.scope_claim)
        if not set(self.required_scope) <= set(scope):
            raise TokenRefusedError(
                "the token lacks a scope", INSUFFICIENT_SCOPE, " ".join(self.required_scope)
            )
        return _checked(claims, self.principal_claim)


class _Key(NamedTuple):
    """A public key with the algorithms that it may verify."""

    key_id: str | None
    algorithms: tuple[str, ...]
    keys: Mapping[str, Any]


_RSA: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_OF_CURVE: Final = {"P-256": "ES256", "P-384": "ES384", "P-521": "ES512"}


class SignedValidator:
    """Accepts tokens signed with a key of a JWKS document (BrokerJwtValidator).

    `audience` and `issuer` are required: without them a token for another service lets in. Keys of
    other kinds than RSA and EC are not used, symmetric ones above all: a public key could be taken
    for one. `skew_ms` is what clocks may differ.
    """

    def __init__(
        self,
        jwks: bytes,
        *,
        audience: Iterable[str],
        issuer: str,
        principal_claim: str = "sub",
        scope_claim: str = "scope",
        skew_ms: int = 30_000,
    ) -> None:
        self._keys = _read_jwks(jwks)
        self._audience = frozenset(audience)
        self._issuer = issuer
        self._principal_claim = principal_claim
        self._scope_claim = scope_claim
        self._skew_ms = skew_ms
        if not self._audience or not issuer:
            raise SecurityConfigError(
                "sasl.oauthbearer.expected.audience and sasl.oauthbearer.expected.issuer are"
                " required: otherwise tokens for other services would be accepted."
            )

    def validate(self, token: str, wall_ms: int) -> Claims:
        """Check signature, times, issuer and audience; raises TokenRefusedError."""
        header, claims, _ = _split(token)
        self._verify(token, header)
        _check_times(claims, wall_ms, self._skew_ms)
        if "iat" not in claims:
            raise TokenRefusedError("the token lacks iat")
        if claims.get("iss") != self._issuer:
            raise TokenRefusedError("the token has another issuer")
        audience = claims.get("aud")
        audiences = audience if isinstance(audience, list) else [audience]
        if not any(isinstance(one, str) and one in self._audience for one in audiences):
            raise TokenRefusedError("the token is for another audience")
        _scope(claims, self._scope_claim)
        return _checked(claims, self._principal_claim)

    def _verify(self, token: str, header: Mapping[str, Any]) -> None:
        import jwt  # optional

        algorithm, key_id = str(header.get("alg")), header.get("kid")
        # an extension that has to be understood is not (RFC 7515, 4.1.11)
        if "crit" in header:
            raise TokenRefusedError("the token has critical extensions")
        fitting = [
            key
            for key in self._keys
            if algorithm in key.algorithms and (key_id is None or key.key_id == key_id)
        ]
        if len(fitting) != 1:
            refused = TokenRefusedError if fitting else UnknownKeyError
            raise refused(f"{len(fitting)} keys match the token; expected one")
        try:
            jwt.PyJWS().decode(token, fitting[0].keys[algorithm], algorithms=[algorithm])
        except jwt.PyJWTError as error:
            raise TokenRefusedError(f"the token is not valid: {error}") from None


def read_jwks(path: Path) -> bytes:
    """Read a JWKS document; raises SecurityConfigError."""
    try:
        with path.open("rb") as file:
            return file.read(JWKS_BYTES_MAX + 1)
    except OSError as error:
        raise SecurityConfigError(f"the JWKS {path} cannot be read: {error.strerror}.") from None


def _read_jwks(data: bytes) -> tuple[_Key, ...]:
    try:
        import jwt  # optional
    except ImportError:
        raise SecurityConfigError(missing("a signed token", "jwt")) from None
    if len(data) > JWKS_BYTES_MAX:
        raise SecurityConfigError(f"the JWKS is larger than {JWKS_BYTES_MAX} bytes.")
    try:
        forms = json.loads(data)["keys"]
        found = []
        for form in forms:
            algorithms = _algorithms(form)
            if algorithms:
                keys = {name: jwt.PyJWK(form, algorithm=name).key for name in algorithms}
                found.append(_Key(form.get("kid"), algorithms, keys))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, jwt.PyJWTError):
        raise SecurityConfigError("the JWKS is not valid.") from None
    if not found:
        raise SecurityConfigError("the JWKS has no RSA or EC key for signatures.")
    return tuple(found)


def _algorithms(form: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the algorithms of a key; the only one if the key names it."""
    if form.get("use", "sig") != "sig" or "verify" not in form.get("key_ops", ("verify",)):
        return ()
    possible: tuple[str, ...]
    if form["kty"] == "RSA":
        possible = _RSA
    elif form["kty"] == "EC" and form.get("crv") in _OF_CURVE:
        possible = (_OF_CURVE[form["crv"]],)
    else:
        return ()
    named = form.get("alg")
    return possible if named is None else tuple(name for name in possible if name == named)


def _split(token: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    """Split a compact JWS into header and claims; nothing is verified yet."""
    if len(token) > TOKEN_BYTES_MAX:
        raise TokenRefusedError(f"the token is longer than {TOKEN_BYTES_MAX} bytes")
    parts = token.split(".")
    if len(parts) != 3:
        raise TokenRefusedError("the token does not have three parts")
    return _decoded(parts[0]), _decoded(parts[1]), parts[2]


def _decoded(part: str) -> dict[str, Any]:
    try:
        form = json.loads(base64.b64decode(part + "=" * (-len(part) % 4), b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        form = None
    if not isinstance(form, dict):
        raise TokenRefusedError("a part of the token is not a JSON object")
    return form


def _seconds(claims: Mapping[str, Any], name: str) -> float | None:
    value = claims.get(name)
    if value is None:
        return None
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if not is_number or not 0 <= value < _SECONDS_MAX:
        raise TokenRefusedError(f"{name} of the token is not a time")
    return float(value)


def _check_times(claims: Mapping[str, Any], wall_ms: int, skew_ms: int) -> None:
    expires, begins, issued = (_seconds(claims, name) for name in ("exp", "nbf", "iat"))
    if expires is None:
        raise TokenRefusedError("the token lacks exp")
    if expires * 1000 + skew_ms <= wall_ms:
        raise TokenRefusedError("the token has expired")
    for name, value in (("nbf", begins), ("iat", issued)):
        if value is not None and value * 1000 - skew_ms > wall_ms:
            raise TokenRefusedError(f"{name} of the token is in the future")
    if issued is not None and issued > expires:
        raise TokenRefusedError("the token was issued after its expiry")


def _scope(claims: Mapping[str, Any], name: str) -> list[str]:
    """Return the scope of a token, given as words or a list, without blank and repeated entries."""
    value = claims.get(name, [])
    words = value.split() if isinstance(value, str) else value
    if not isinstance(words, list) or not all(
        isinstance(one, str) and one.strip() for one in words
    ):
        raise TokenRefusedError("the scope of the token is not valid")
    if len({one.strip() for one in words}) != len(words):
        raise TokenRefusedError("the scope of the token has a duplicate entry")
    return list(words)


def _checked(claims: Mapping[str, Any], principal_claim: str) -> Claims:
    principal = claims.get(principal_claim)
    if not isinstance(principal, str) or not principal.strip():
        raise TokenRefusedError(f"the token lacks {principal_claim}")
    return Claims(principal.strip(), int(float(claims["exp"]) * 1000))
