"""Security of a running node: stores of its listeners and outgoing connections, reloaded on change.

`NodeSecurity` makes contexts and checks of tokens from the keys, and makes them again when a file
has changed: new connections use the new ones, existing connections keep the old ones. A store that
cannot be read, for example because it is half written, changes nothing. Files are read in `load`
and `reload`, which block and belong into a thread.

`Unauthenticated` counts connections that have not authenticated yet and limits their number, time
and bytes, so that unknown peers cost little and never take all places.
"""

from __future__ import annotations

import logging
import secrets
import ssl
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, Generic
from urllib.parse import unquote, urlsplit

from kraft_core.config.errors import ConfigurationError
from kraft_core.net.urls import url_opener
from kraft_core.node.transport.admission import GuestT, Rank
from kraft_core.security.certificates import Certificate, read_certificate
from kraft_core.security.client_keys import ClientSecurity, read_security
from kraft_core.security.endpoint import TlsEndpoint, TlsState
from kraft_core.security.errors import AuthenticationError, SecurityConfigError
from kraft_core.security.listener_keys import JwksKeys, ListenerKeys, SecurityKeys
from kraft_core.security.oauthbearer import (
    JWKS_BYTES_MAX,
    SignedValidator,
    UnknownKeyError,
    read_jwks,
)
from kraft_core.security.principals import ANONYMOUS, Principal, subject_name
from kraft_core.security.sasl_server import (
    Close,
    SaslListener,
    SaslServerAuthenticator,
    SaslState,
    Serve,
    Step,
)
from kraft_core.security.tls import client_context, handshake, own_certificate, server_context
from kraft_wire.sasl import (
    OAUTHBEARER,
    PLAIN,
    BearerServer,
    PlainServer,
    ScramServer,
    TokenRefusedError,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_core.config.properties import Properties
    from kraft_core.node.transport.frames import RequestFrames, RequestHead
    from kraft_core.node.transport.memory import Buffers
    from kraft_wire.messages import ApiVersionsRequest, ApiVersionsResponse
    from kraft_wire.sasl import Claims, SaslServer, ScramCredential, TokenValidator
    from kraft_wire.schema import VersionRange

    Describe = Callable[[ApiVersionsRequest, int], ApiVersionsResponse]
    FindCredential = Callable[[str, str], ScramCredential | None]

_LOG: Final = logging.getLogger("kraft.node")
_LOCATIONS: Final = ("ssl.keystore.location", "ssl.truststore.location")
_EXPIRY_WARNING_DAYS: Final = 30
_CLIENT: Final = "connections to other controllers"
_FETCH_TIMEOUT_S: Final = 10.0
_EXPIRED: Final = 10
"""X509_V_ERR_CERT_HAS_EXPIRED of OpenSSL."""


def no_credential(mechanism: str, user: str) -> ScramCredential | None:
    """Return None: no user is known without metadata."""
    del mechanism, user
    return None


# -- between the socket and the requests -----------------------------------------------------------


class PlainChannel:
    """Plain text: the bytes of the socket are those of the frames."""

    has_tls = False
    is_open = True
    is_in_handshake = False
    has_work = False
    unsent_bytes = 0
    unread_bytes = 0

    def __init__(self, frames: RequestFrames) -> None:
        self._frames = frames

    def receive(self, data: bytes) -> None:
        """Receive bytes of the peer."""
        self._frames.push(data)

    def advance(self, handshake_steps: int = 0) -> bytes:
        """Do nothing: plaintext has no handshake."""
        del handshake_steps
        return b""

    def write(self, buffers: Buffers) -> Buffers:
        """Return the bytes for the peer."""
        return buffers

    def close(self) -> bytes:
        """Return the last bytes for the peer."""
        return b""

    @property
    def certificate(self) -> None:
        """None: plaintext has no certificate."""


class TlsChannel:
    """TLS without IO: what `advance` and `write` return is for the peer."""

    has_tls = True

    def __init__(self, endpoint: TlsEndpoint, frames: RequestFrames) -> None:
        self._endpoint = endpoint
        self._frames = frames

    @property
    def is_in_handshake(self) -> bool:
        """Return True until the handshake is over."""
        return self._endpoint.state is TlsState.HANDSHAKE

    @property
    def is_open(self) -> bool:
        """Return True after the handshake, until the peer has ended the connection."""
        return self._endpoint.state is TlsState.OPEN

    @property
    def has_work(self) -> bool:
        """Return True if `advance` has work without more bytes of the peer."""
        return self._endpoint.has_work

    @property
    def unsent_bytes(self) -> int:
        """Bytes of answers that are not encrypted yet."""
        return self._endpoint.unsent_bytes

    @property
    def unread_bytes(self) -> int:
        """Bytes of the peer that are not decrypted yet."""
        return self._endpoint.unread_bytes

    @property
    def certificate(self) -> bytes | None:
        """The peer's certificate in DER; None if it has shown none."""
        return self._endpoint.peer_certificate

    def receive(self, data: bytes) -> None:
        """Store bytes of the peer; `advance` processes them."""
        self._endpoint.receive(data)

    def advance(self, handshake_steps: int = 0) -> bytes:
        """Decrypt received bytes and encrypt waiting ones, up to a turn's share of each.

        Raises TlsFailedError.
        """
        endpoint = self._endpoint
        try:
            text = endpoint.advance(handshake_steps)
        except AuthenticationError as error:
            raise TlsFailedError(str(error), endpoint.data_to_send()) from None
        if text:
            self._frames.push(text)
        if endpoint.state is TlsState.CLOSED:
            self._frames.has_ended = True
        return endpoint.data_to_send()

    def write(self, buffers: Buffers) -> Buffers:
        """Encrypt an answer, a turn's share of it. Raises TlsFailedError."""
        endpoint = self._endpoint
        for data in buffers:
            endpoint.send(data)
        try:
            endpoint.encrypt()
        except AuthenticationError as error:
            raise TlsFailedError(str(error), endpoint.data_to_send()) from None
        return (endpoint.data_to_send(),)

    def close(self) -> bytes:
        """Return the remaining bytes to send, with close_notify at the end."""
        self._endpoint.close()
        return self._endpoint.data_to_send()


Channel = PlainChannel | TlsChannel


class TlsFailedError(Exception):
    """TLS ends the connection; `alert` is the reason for the peer."""

    def __init__(self, reason: str, alert: bytes) -> None:
        super().__init__(reason)
        self.alert = alert


class NoSasl:
    """The authenticator of a listener without SASL: every frame is a request to be served."""

    state = SaslState.COMPLETE
    frame_bytes_max = None
    principal = None

    def on_frame(self, payload: bytes, now_ms: int, wall_ms: int) -> Step:
        """Serve the frame: a listener without SASL authenticates nobody."""
        del payload, now_ms, wall_ms
        return _SERVE

    def on_request(self, head: RequestHead, payload: bytes | memoryview, now_ms: int) -> Step:
        """Serve the request."""
        del head, payload, now_ms
        return _SERVE

    def on_invalid_size(self) -> Close:
        """Close the connection, as Kafka does."""
        return Close("invalid receive size")


NO_SASL: Final = NoSasl()
_SERVE: Final = Serve()


# -- settings of a listener ------------------------------------------------------------------------


class ListenerSecurity:
    """Security of one listener. Without keys, or before `NodeSecurity.load`, it is plain text."""

    def __init__(self, keys: ListenerKeys) -> None:
        self.keys = keys
        self.context: ssl.SSLContext | None = None
        self.sasl: SaslListener | None = None

    @property
    def is_plain(self) -> bool:
        """Return True if clients are served at once, as ANONYMOUS."""
        return not self.keys.has_tls and self.keys.sasl is None

    @property
    def has_sasl(self) -> bool:
        """Return True if frames go through an authenticator."""
        return self.sasl is not None

    def channel(self, frames: RequestFrames) -> Channel:
        """Return the channel between the socket of a new connection and its frames."""
        if self.context is None:
            return PlainChannel(frames)
        return TlsChannel(TlsEndpoint(self.context, is_server=True), frames)

    def authenticator(self, describe: Describe) -> SaslServerAuthenticator | NoSasl:
        """Return the authenticator of a new connection, which sees its frames first."""
        return NO_SASL if self.sasl is None else SaslServerAuthenticator(self.sasl, describe)

    def principal_of(self, certificate: bytes | None) -> Principal:
        """Return the principal of a TLS peer (SslPrincipalMapper).

        Raises AuthenticationError if no rule fits.
        """
        if certificate is None or self.keys.mapper is None:
            return ANONYMOUS
        return Principal("User", self.keys.mapper.name_of(subject_name(certificate)))


class PeerSecurity:
    """Security of this node's outgoing connections: TLS or not, and its credentials."""

    def __init__(self) -> None:
        self.current = ClientSecurity()


class NodeSecurity:
    """Security of all listeners of a node and of its outgoing connections. `served` is by API key.

    `credential` returns the stored credential of a user, by mechanism and user.
    """

    def __init__(
        self,
        keys: SecurityKeys,
        served: Mapping[int, VersionRange] | None = None,
        credential: FindCredential = no_credential,
    ) -> None:
        self._keys = keys
        self._served = served or {}
        self._credential = credential
        # one secret for all connections: an unknown user gets the same salt each time
        self._fake_salt_key = secrets.token_bytes(32)
        self._signatures: dict[str, tuple[object, ...]] = {}
        self._tokens: list[RemoteKeys] = []
        self.listeners = {name: ListenerSecurity(each) for name, each in keys.listeners.items()}
        self.peers = PeerSecurity()
        self.certificates: dict[str, Certificate] = {}
        """The certificate of each listener with TLS, by name."""
        self.kept: dict[str, str] = {}
        """Why a changed file is not in use, by "listener NAME" or the name of the connections."""

    def warnings(self, hosts: Mapping[str, str]) -> tuple[str, ...]:
        """Return warnings for the log at start-up; `hosts` are advertised, by listener name.

        Of the keys, then of certificates that end soon or do not have the host that others know.
        """
        now = datetime.now(UTC)
        ends = []
        for name, certificate in self.certificates.items():
            days = (certificate.not_after - now).total_seconds() / 86_400
            if days < _EXPIRY_WARNING_DAYS:
                verb = "expired" if days < 0 else "expires"
                ends.append(
                    f"The certificate of listener {name} ({certificate.subject}) {verb} at"
                    f" {certificate.not_after:%Y-%m-%d %H:%M} UTC."
                )
            host = hosts.get(name)
            if host and not certificate.fits(host):
                ends.append(
                    f"The certificate of listener {name} has no subject alternative name for"
                    f" {host}, by which others connect: those that check names will refuse it."
                )
        return (*self._keys.warnings, *ends)

    def load(self) -> None:
        """Read all files; raises ConfigurationError with the listener and the key."""
        for name, listener in self.listeners.items():
            keys = listener.keys
            try:
                if keys.has_tls:
                    self._load_tls(listener)
                if keys.sasl is not None and listener.sasl is None:
                    listener.sasl = self._sasl(keys)
            except SecurityConfigError as error:
                raise ConfigurationError(f"Listener {name}: {error}") from None
        try:
            self.peers.current = read_security(self._keys.client)
        except SecurityConfigError as error:
            raise ConfigurationError(
                f"Connections to other controllers, by the first listener: {error}"
            ) from None

    def check_own_trust(self, name: str) -> None:
        """Connect to the node's own controller listener in memory, without checking host names.

        All controllers of a quorum mostly have stores of one kind, so that one which refuses its
        own certificate is refused by the others. Kafka does not start then (SslFactory,
        keystoreVerifiableUsingTruststore). Raises ConfigurationError.
        """
        listener = self.listeners[name]
        if listener.context is None or self.peers.current.tls is None:
            return
        values = {**self._keys.client, "ssl.endpoint.identification.algorithm": ""}
        try:
            handshake(client_context(values), listener.context)
        except ssl.SSLError as error:
            if getattr(error, "verify_code", None) == _EXPIRED:
                return  # it is reported for each listener
            reason = getattr(error, "verify_message", "") or error.reason or str(error)
            raise ConfigurationError(
                f"Listener {name}: a client with the stores of this node cannot connect to it"
                f" ({reason}): its trust store must have the authority of its own certificate."
            ) from None

    def _load_tls(self, listener: ListenerSecurity) -> None:
        keys = listener.keys
        signature = _signature(keys)
        context = server_context(keys.tls)
        certificate = own_certificate(keys.tls)
        if certificate is not None:
            try:
                self.certificates[keys.name] = read_certificate(certificate)
            except ValueError as error:
                raise SecurityConfigError(f"the certificate is not valid: {error}.") from None
        listener.context = context
        self._signatures[keys.name] = signature

    def _sasl(self, keys: ListenerKeys) -> SaslListener:
        sasl = keys.sasl
        assert sasl is not None  # noqa: S101  # by the caller
        mechanisms: dict[str, Callable[[], SaslServer]] = {}
        for mechanism in sasl.mechanisms:
            if mechanism == PLAIN:
                mechanisms[mechanism] = partial(PlainServer, sasl.passwords)
            elif mechanism == OAUTHBEARER:
                mechanisms[mechanism] = partial(BearerServer, self._validator(sasl.bearer))
            else:
                find = partial(self._credential, mechanism)
                mechanisms[mechanism] = partial(ScramServer, mechanism, find, self._fake_salt_key)
        return SaslListener(
            mechanisms,
            self._served,
            max_receive_bytes=sasl.receive_bytes,
            max_reauth_ms=sasl.reauth_ms,
            failed_delay_ms=self._keys.failed_delay_ms,
        )

    def _validator(self, bearer: TokenValidator | JwksKeys | None) -> TokenValidator:
        if isinstance(bearer, JwksKeys):
            keys = RemoteKeys(bearer)
            keys.load()
            self._tokens.append(keys)
            return keys
        assert bearer is not None  # noqa: S101  # `keys_of_node` has read it
        return bearer

    def token_key_faults(self) -> tuple[tuple[str, str], ...]:
        """Return the URLs whose keys of tokens could not be read the last time, and the reasons."""
        return tuple(
            (each.url, reason) for each in self._tokens if (reason := each.fault) is not None
        )

    def reload(self, *, is_forced: bool = False) -> None:
        """Reload what changed on disk, or everything; what fails is kept."""
        for keys in self._tokens:
            keys.refresh(is_forced=is_forced)
        has_changed = False
        for name, listener in self.listeners.items():
            if not listener.keys.has_tls:
                continue
            signature = _signature(listener.keys)
            if signature == self._signatures.get(name) and not is_forced:
                continue
            # logged once per state of the files, regardless of the result
            self._signatures[name] = signature
            before = self.certificates.get(name)
            try:
                self._load_tls(listener)
            except SecurityConfigError as error:
                self.kept[f"listener {name}"] = str(error)
                _LOG.error("Listener %s keeps its certificate: %s", name, error)
                continue
            self.kept.pop(f"listener {name}", None)
            has_changed = True
            self._log_change(name, before)
        if has_changed:
            try:
                self.peers.current = read_security(self._keys.client)
            except SecurityConfigError as error:
                self.kept[_CLIENT] = str(error)
                _LOG.error("Connections to other controllers keep their certificate: %s", error)
            else:
                self.kept.pop(_CLIENT, None)

    def _log_change(self, name: str, before: Certificate | None) -> None:
        after = self.certificates[name]
        _LOG.info(
            "Listener %s reloaded its stores: %s, serial number %s, until %s UTC",
            name,
            after.subject,
            after.serial,
            f"{after.not_after:%Y-%m-%d %H:%M}",
        )
        if before is None:
            return
        # SslFactory.CertificateEntries.ensureCompatible refuses these changes
        if after.subject != before.subject:
            _LOG.warning("The certificate of %s has a different subject than before", name)
        lost = (before.names | before.addresses) - (after.names | after.addresses)
        if lost:
            _LOG.warning("The certificate of %s no longer covers the hosts %s", name, sorted(lost))

    def close(self) -> None:
        """Stop the thread that fetches keys."""
        for keys in self._tokens:
            keys.close()


def _signature(keys: ListenerKeys) -> tuple[object, ...]:
    """Return a value that changes when the files of a listener change."""
    return tuple(_state_of(Path(where)) for key in _LOCATIONS if (where := keys.tls.get(key)))


def _state_of(path: Path) -> tuple[int, int, int] | None:
    """Return a value that changes when a file is replaced or written over."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino


# -- keys of signed tokens -------------------------------------------------------------------------


class RemoteKeys:
    """A TokenValidator whose keys are in a file or at a URL (RefreshingHttpsJwks).

    A file is read again when it changes; a URL is fetched on a thread: every `refresh_ms`, and
    early, once a minute at most, when a token names an unknown key. Until the first fetch
    succeeds every token is refused.
    """

    _EARLY_S: Final = 60.0

    def __init__(self, keys: JwksKeys) -> None:
        self._keys = keys
        self._validator: SignedValidator | None = None
        parts = urlsplit(keys.url)
        self._path = Path(unquote(parts.path)) if parts.scheme == "file" else None
        self._changed: object = None
        self._wanted = threading.Event()
        self._is_closed = False
        self._early_at_s = 0.0
        self.url: Final = keys.url
        self.fault: str | None = None
        """The reason why the last attempt to read the keys failed, from any thread."""

    def load(self) -> None:
        """Read the file, or start to fetch the URL; raises SecurityConfigError for a file."""
        if self._path is not None:
            self._changed = _state_of(self._path)
            self._use(read_jwks(self._path))
            return
        threading.Thread(target=self._fetch_always, name="kraft-jwks", daemon=True).start()

    def validate(self, token: str, wall_ms: int) -> Claims:
        """Check a token with the current keys; raises TokenRefusedError."""
        if self._validator is None:
            raise TokenRefusedError("the keys for tokens could not be fetched yet")
        try:
            return self._validator.validate(token, wall_ms)
        except UnknownKeyError:
            now_s = time.monotonic()
            if self._path is None and now_s - self._early_at_s >= self._EARLY_S:
                self._early_at_s = now_s
                self._wanted.set()
            raise

    def refresh(self, *, is_forced: bool) -> None:
        """Read a file that has changed; fetch a URL again if `is_forced`."""
        if self._path is None:
            if is_forced:
                self._wanted.set()
            return
        state = _state_of(self._path)
        if state == self._changed and not is_forced:
            return
        self._changed = state
        try:
            self._use(read_jwks(self._path))
        except SecurityConfigError as error:
            self.fault = str(error)
            _LOG.error("The keys for tokens are unchanged: %s", error)

    def close(self) -> None:
        """End the thread."""
        self._is_closed = True
        self._wanted.set()

    def _use(self, document: bytes) -> None:
        keys = self._keys
        self._validator = SignedValidator(
            document,
            audience=keys.audience,
            issuer=keys.issuer,
            principal_claim=keys.principal_claim,
            scope_claim=keys.scope_claim,
            skew_ms=keys.skew_ms,
        )
        self.fault = None

    def _fetch_always(self) -> None:
        retry_ms = self._keys.retry_ms
        while not self._is_closed:
            self._wanted.clear()
            try:
                # the scheme is that of an address which the operator has allowed
                with url_opener().open(self._keys.url, timeout=_FETCH_TIMEOUT_S) as answer:
                    self._use(answer.read(JWKS_BYTES_MAX + 1))
            except (OSError, ValueError, SecurityConfigError) as error:
                self.fault = str(error)
                _LOG.error("The keys for tokens at %s cannot be read: %s", self._keys.url, error)
                wait_ms, retry_ms = retry_ms, min(retry_ms * 2, self._keys.retry_max_ms)
            else:
                wait_ms, retry_ms = self._keys.refresh_ms, self._keys.retry_ms
            self._wanted.wait(wait_ms / 1000)


# -- before authentication -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthenticationLimits:
    """Limits of connections before they have authenticated.

    The limits are the connections in a TLS handshake, all unauthenticated connections, and
    `bytes_max`, the unprocessed bytes of all of them together.
    """

    timeout_ms: int = 10_000
    handshakes_max: int = 200
    connections_max: int = 1_000
    bytes_max: int = 16 << 20

    @classmethod
    def read(cls, properties: Properties) -> AuthenticationLimits:
        """Read the limits that a configuration sets; raises ConfigurationError."""
        given = cls()
        return cls(
            timeout_ms=properties.integer("kraft.authentication.timeout.ms", given.timeout_ms, 1),
            handshakes_max=properties.integer("kraft.handshakes.max", given.handshakes_max, 1),
            connections_max=properties.integer(
                "kraft.unauthenticated.connections.max", given.connections_max, 1
            ),
            bytes_max=properties.integer("kraft.unauthenticated.max.bytes", given.bytes_max, 1),
        )


class Unauthenticated(Generic[GuestT]):
    """Unauthenticated connections, the oldest first.

    Connections from addresses of voters are evicted last. `enter` and `count` return the
    connections to evict.
    """

    def __init__(self, limits: AuthenticationLimits) -> None:
        self._limits = limits
        self._all: OrderedDict[GuestT, int] = OrderedDict()
        self._in_handshake: OrderedDict[GuestT, None] = OrderedDict()
        self._bytes = 0

    def __len__(self) -> int:
        return len(self._all)

    def knows(self, guest: GuestT) -> bool:
        """Return True if a connection is not authenticated yet."""
        return guest in self._all

    @property
    def in_handshake(self) -> int:
        """The number of connections in a TLS handshake."""
        return len(self._in_handshake)

    @property
    def bytes(self) -> int:
        """Bytes received but not yet processed."""
        return self._bytes

    def enter(self, guest: GuestT, *, has_tls: bool) -> GuestT | None:
        """Add a connection; return the one that must be closed for it, if any."""
        evicted = None
        if has_tls and len(self._in_handshake) >= self._limits.handshakes_max:
            evicted = self._oldest(self._in_handshake)
        elif len(self._all) >= self._limits.connections_max:
            evicted = self._oldest(self._all)
        self._all[guest] = 0
        if has_tls:
            self._in_handshake[guest] = None
        return evicted

    def end_handshake(self, guest: GuestT) -> None:
        """Note that the handshake has ended."""
        self._in_handshake.pop(guest, None)

    def count(self, guest: GuestT, size: int) -> GuestT | None:
        """Count its waiting bytes; return the connection that must be closed for them, if any."""
        before = self._all.get(guest)
        if before is None:
            return None
        self._all[guest] = size
        self._bytes += size - before
        if size <= before or self._bytes <= self._limits.bytes_max:
            return None
        return next((each for each, waiting in self._all.items() if waiting), None)

    def leave(self, guest: GuestT) -> None:
        """Remove a peer that has authenticated or is gone."""
        self._bytes -= self._all.pop(guest, 0)
        self._in_handshake.pop(guest, None)

    @staticmethod
    def _oldest(line: Mapping[GuestT, object]) -> GuestT | None:
        return next((each for each in line if each.rank is not Rank.VOTER), None)
