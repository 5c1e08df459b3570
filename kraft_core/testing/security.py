"""TLS and SASL in front of a mock cluster or a proxy: certificates, and one client's log-in.

The exchange is `kraft_core.security.sasl_server`, which follows SaslServerAuthenticator; a `Gate`
is it for messages instead of frames, so that rules apply to them.
"""

from __future__ import annotations

import ipaddress
import os
import shutil
import ssl
import tempfile
import time
import weakref
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from kraft_core.security.sasl_server import (
    Answer,
    Close,
    SaslListener,
    SaslServerAuthenticator,
    SaslState,
)
from kraft_core.testing.background import Background, Request
from kraft_wire.extras import require
from kraft_wire.headers import (
    RequestPrefix,
    decode_body,
    decode_response_header,
    encode_request,
)
from kraft_wire.messages import ApiKey, ApiVersionsResponse, kafka_messages
from kraft_wire.sasl import (
    OAUTHBEARER,
    PLAIN,
    SCRAM_MECHANISMS,
    BearerServer,
    Claims,
    PlainServer,
    ScramServer,
    TokenRefusedError,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate

    from kraft_wire.message import Message
    from kraft_wire.sasl import SaslServer, ScramCredential, TokenValidator
    from kraft_wire.schema import VersionRange

__all__ = ["GATED", "SASL_APIS", "Gate", "Reply", "Secured", "Security", "SecurityChoiceError"]

PROTOCOLS: Final = ("PLAINTEXT", "SSL", "SASL_PLAINTEXT", "SASL_SSL")
GATED: Final = ("ApiVersions", "SaslHandshake", "SaslAuthenticate")
"""The APIs before authentication."""

SASL_APIS: Final = frozenset((ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE))
_LOCAL: Final = ("localhost", "127.0.0.1", "::1")
_ITERATIONS: Final = 4096
_SALT_BYTES: Final = 16
_TOKEN_LIFETIME_MS: Final = 3_600_000
_DAYS: Final = 30


class SecurityChoiceError(ValueError):
    """The arguments `security` and `sasl` do not fit each other."""


class Security:
    """The protocol of all listeners of a mock cluster or proxy, with its certificates.

    `sasl` has the credentials by mechanism: users with their passwords, for OAUTHBEARER tokens with
    the names of their users, or a `TokenValidator`. Raises SecurityChoiceError.
    """

    def __init__(
        self, protocol: str = "PLAINTEXT", sasl: Mapping[str, Any] | None = None, host: str = ""
    ) -> None:
        if protocol not in PROTOCOLS:
            raise SecurityChoiceError(
                f"security {protocol!r}: expected one of {', '.join(PROTOCOLS)}"
            )
        if protocol.startswith("SASL") and not sasl:
            raise SecurityChoiceError(
                f"security {protocol} needs sasl={{MECHANISM: {{USER: PASSWORD}}}}"
            )
        if sasl and not protocol.startswith("SASL"):
            raise SecurityChoiceError(
                f"sasl needs security SASL_PLAINTEXT or SASL_SSL, not {protocol}"
            )
        self.protocol = protocol
        self.tls: ssl.SSLContext | None = None
        """The context of the listeners."""

        self._mechanisms = {
            name: _mechanism(name, credentials) for name, credentials in (sasl or {}).items()
        }
        self._authority: Path | None = None
        self._remove: Callable[[], object] = bool
        if protocol.endswith("SSL"):
            require("TLS of a mock cluster or proxy", "cryptography", extra="testing")
            folder = Path(tempfile.mkdtemp(prefix="kraft-testing-"))
            self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            self._authority = folder / "ca.pem"
            self.tls = _listener_tls(self._authority, (*_LOCAL, *filter(None, (host,))))

    @property
    def has_sasl(self) -> bool:
        """True if clients must authenticate."""
        return bool(self._mechanisms)

    @property
    def certificate_file(self) -> Path:
        """The certificate of the authority that clients must trust, as PEM."""
        if self._authority is None:
            raise SecurityChoiceError(f"security {self.protocol} has no certificate")
        return self._authority

    def gate(self, served: Mapping[int, VersionRange]) -> Gate | None:
        """Return the log-in of one connection, which offers `served`; None without SASL."""
        if not self._mechanisms:
            return None
        return Gate(SaslListener(self._mechanisms, served, failed_delay_ms=0))

    def close(self) -> None:
        """Remove the certificate."""
        self._remove()


class Secured(Background[Request]):
    """Servers in a thread whose clients connect as `security` demands."""

    def __init__(self, security: Security, record: str | Path | None = None) -> None:
        super().__init__(record)
        self._security = security

    @property
    def certificate_file(self) -> Path:
        """The certificate to trust, as a PEM file until `close`; needs SSL or SASL_SSL."""
        try:
            return self._security.certificate_file
        except SecurityChoiceError as error:
            raise self._error(str(error)) from None

    def client_tls(self) -> ssl.SSLContext:
        """Return a context for clients that trusts the certificate and checks host names."""
        return ssl.create_default_context(cafile=self.certificate_file)

    def close(self) -> None:
        """End the servers with all connections."""
        super().close()
        self._security.close()


class Reply(NamedTuple):
    """The response of a gate, None to end the connection without one; `is_last` ends it after."""

    response: Message | None
    is_last: bool = False
    reason: str = ""


class Gate:
    """The log-in of one connection; rules of Kafka decide which requests come before its end."""

    def __init__(self, listener: SaslListener) -> None:
        # the server answers ApiVersions: the gate only notes that it was requested
        self._authenticator = SaslServerAuthenticator(listener, lambda *_: ApiVersionsResponse())

    @property
    def is_open(self) -> bool:
        """True for an authenticated client that is not reauthenticating."""
        return self._authenticator.state is SaslState.COMPLETE

    @property
    def principal(self) -> str | None:
        """The name of the client; None before it is authenticated."""
        return self._authenticator.principal

    def has_expired(self) -> bool:
        """Return True if the client's session has expired (KIP-368)."""
        head = RequestPrefix(ApiKey.METADATA, 0, 0)
        return isinstance(self._authenticator.on_request(head, b"", _monotonic_ms()), Close)

    def on_request(self, request: Message, version: int) -> Reply | None:
        """Return the answer to a request, or None to serve it as on a connection without SASL."""
        key = cast("int", request.API_KEY)
        if self.is_open and key not in SASL_APIS:
            return Reply(None, True, "the session has ended") if self.has_expired() else None
        payload = encode_request(request, version, 0)
        step = self._authenticator.on_frame(payload, _monotonic_ms(), _wall_ms())
        match step:
            case Answer(answer):
                response = _decoded(answer, key, version)
                is_served = key == ApiKey.API_VERSIONS and not getattr(response, "error_code", 0)
                return None if is_served else Reply(response)
            case Close(reason, answer):
                last = None if answer is None else _decoded(answer, key, version)
                return Reply(last, True, reason)
        return None

    def on_token(self, token: bytes) -> bytes:
        """Return the answer to a token after SaslHandshake 0; raises PermissionError if refused."""
        step = self._authenticator.on_frame(token, _monotonic_ms(), _wall_ms())
        if not isinstance(step, Answer):
            raise PermissionError(step.reason if isinstance(step, Close) else "no exchange")
        return step.payload

    def ends_with(self, response: Message) -> bool:
        """Return True if a response refuses a log-in, after which Kafka closes the connection."""
        is_refused = bool(getattr(response, "error_code", 0))
        return is_refused and not self.is_open and response.API_KEY in SASL_APIS


def _decoded(payload: bytes, key: int, version: int) -> Message:
    _, start = decode_response_header(payload, key, version)
    found: Message = decode_body(
        kafka_messages().class_of("response", key), payload, start, version
    )
    return found


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _wall_ms() -> int:
    return time.time_ns() // 1_000_000


# -- mechanisms ------------------------------------------------------------------------------------


def _mechanism(name: str, credentials: Any) -> Callable[[], SaslServer]:
    """Return a function that begins an exchange; raises SecurityChoiceError."""
    known = (PLAIN, *SCRAM_MECHANISMS, OAUTHBEARER)
    if name not in known:
        raise SecurityChoiceError(f"sasl mechanism {name!r}: expected one of {', '.join(known)}")
    if name == OAUTHBEARER and hasattr(credentials, "validate"):
        return partial(BearerServer, cast("TokenValidator", credentials))
    if not isinstance(credentials, Mapping) or not all(
        isinstance(each, str) for pair in credentials.items() for each in pair
    ):
        expected = "tokens with user names" if name == OAUTHBEARER else "users with passwords"
        raise SecurityChoiceError(f"sasl {name}: expected a mapping of {expected}")
    if name == OAUTHBEARER:
        return partial(BearerServer, _Tokens(credentials))
    if name == PLAIN:
        return partial(PlainServer, dict(credentials))
    salt = os.urandom(_SALT_BYTES)
    stored = {
        user: _scram_credential(name, password, salt) for user, password in credentials.items()
    }
    return partial(ScramServer, name, stored.get, os.urandom(_SALT_BYTES))


def _scram_credential(name: str, password: str, salt: bytes) -> ScramCredential:
    mechanism = SCRAM_MECHANISMS[name]
    salted = mechanism.salted_password(password, salt, _ITERATIONS)
    return mechanism.credential(salted, salt, _ITERATIONS)


class _Tokens:
    """Accepts tokens that a test has listed, for an hour."""

    def __init__(self, users: Mapping[str, str]) -> None:
        self._users = dict(users)

    def validate(self, token: str, wall_ms: int) -> Claims:
        if token not in self._users:
            raise TokenRefusedError("the token is not listed")
        return Claims(self._users[token], wall_ms + _TOKEN_LIFETIME_MS)


# -- certificates ----------------------------------------------------------------------------------


def _listener_tls(authority_file: Path, hosts: tuple[str, ...]) -> ssl.SSLContext:
    """Make an authority and a certificate for hosts; only that of the authority stays on disk."""
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    pem = serialization.Encoding.PEM
    authority_key, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    authority = _certificate(authority_key, authority_key, ())
    certificate = _certificate(key, authority_key, hosts)
    authority_file.write_bytes(authority.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # OpenSSL reads chains from files only; the folder is private
    store = authority_file.with_name("listener.pem")
    plain = serialization.NoEncryption()
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    store.write_bytes(private + certificate.public_bytes(pem))
    try:
        context.load_cert_chain(store)
    finally:
        store.unlink()
    return context


def _certificate(
    key: EllipticCurvePrivateKey, signer: EllipticCurvePrivateKey, hosts: tuple[str, ...]
) -> Certificate:
    """Sign a certificate for hosts, or that of the authority if there are none."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import NameOID

    def named(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])

    is_authority, now = not hosts, datetime.now(UTC)
    public = key.public_key()
    signing = x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key())
    usage = x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=is_authority,
        crl_sign=is_authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
    builder = (
        x509.CertificateBuilder()
        .subject_name(named("kraft testing authority" if is_authority else hosts[0]))
        .issuer_name(named("kraft testing authority"))
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=_DAYS))
        .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .add_extension(signing, critical=False)
    )
    if hosts:
        names = x509.SubjectAlternativeName([_general_name(each) for each in hosts])
        builder = builder.add_extension(names, critical=False)
    return builder.sign(signer, hashes.SHA256())


def _general_name(host: str) -> Any:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
