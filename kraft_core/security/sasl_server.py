"""The server's side of SASL on one connection, without IO: SaslServerAuthenticator of Kafka 4.3.1.

Frames go through `SaslServerAuthenticator.on_frame` as they arrive, before authentication and after
it. Each returns a step: an answer, a request that may be served, or the end of the connection, at
once or after `connection.failed.authentication.delay.ms`. Differences are in docs/divergence.md.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from kraft_wire.errors import ErrorCode, SaslError, SaslRefusedError, WireError
from kraft_wire.headers import decode_body, decode_request_header, encode_response, peek_request
from kraft_wire.messages import (
    ApiKey,
    ApiVersionsRequest,
    ApiVersionsResponse,
    SaslAuthenticateRequest,
    SaslAuthenticateResponse,
    SaslHandshakeRequest,
    SaslHandshakeResponse,
    kafka_messages,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kraft_wire.headers import RequestPrefix
    from kraft_wire.message import Message
    from kraft_wire.sasl import SaslServer
    from kraft_wire.schema import VersionRange

MAX_RECEIVE_BYTES: Final = 524_288
"""`sasl.server.max.receive.size` by default."""

FAILED_DELAY_MS: Final = 100
"""`connection.failed.authentication.delay.ms` by default."""

M = TypeVar("M", bound="Message")

_REAUTHENTICATION_MIN_MS: Final = 1000
_ILLEGAL_STATE: Final = "Request is not valid given the current SASL state."


@dataclass(frozen=True, slots=True)
class SaslListener:
    """The mechanisms and settings of a listener. Times are milliseconds.

    `mechanisms` begins an exchange by name; `served` are the versions of all APIs.
    `max_reauth_ms` is `connections.max.reauth.ms`, by name of the mechanism where it differs; 0
    sets no limit to a session.
    """

    mechanisms: Mapping[str, Callable[[], SaslServer]]
    served: Mapping[int, VersionRange]
    max_receive_bytes: int = MAX_RECEIVE_BYTES
    max_reauth_ms: int | Mapping[str, int] = 0
    failed_delay_ms: int = FAILED_DELAY_MS


class Answer(NamedTuple):
    """Write this payload as a frame."""

    payload: bytes

    def __repr__(self) -> str:
        return f"Answer(<{len(self.payload)} bytes>)"


class Serve(NamedTuple):
    """The frame is a request of an authenticated client."""


class Close(NamedTuple):
    """Read no more; after `delay_ms` write the payload, if any, and close.

    `is_failed_authentication`: credentials were wrong, other than a breach of the protocol.
    """

    reason: str
    payload: bytes | None = None
    delay_ms: int = 0
    is_failed_authentication: bool = False

    def __repr__(self) -> str:
        size = 0 if self.payload is None else len(self.payload)
        return f"Close({self.reason!r}, <{size} bytes>, after {self.delay_ms} ms)"


Step = Answer | Serve | Close
_SERVE: Final = Serve()


class SaslState(Enum):
    """SaslServerAuthenticator.SaslState; REAUTHENTICATE covers its REAUTH_ states."""

    HANDSHAKE_OR_VERSIONS = auto()
    HANDSHAKE = auto()
    AUTHENTICATE = auto()
    REAUTHENTICATE = auto()
    BAD_MECHANISM = auto()
    COMPLETE = auto()
    CLOSED = auto()


@dataclass(slots=True)
class _Session:
    """The authenticated client, its mechanism, and the expiry (monotonic milliseconds)."""

    principal: str
    mechanism: str
    ends_ms: int | None = None
    last_reauthentication_ms: int | None = field(default=None)


class SaslServerAuthenticator:
    """One connection. After a Close, further frames are ignored.

    `api_versions` answers ApiVersions of a version that is served, as after authentication.
    """

    def __init__(
        self,
        listener: SaslListener,
        api_versions: Callable[[ApiVersionsRequest, int], ApiVersionsResponse],
    ) -> None:
        self.state = SaslState.HANDSHAKE_OR_VERSIONS
        self._listener = listener
        self._api_versions = api_versions
        self._session: _Session | None = None
        self._exchange: SaslServer | None = None
        self._mechanism = ""
        self._has_headers = True

    @property
    def principal(self) -> str | None:
        """The name of the client; None before it is authenticated."""
        return None if self._session is None else self._session.principal

    @property
    def frame_bytes_max(self) -> int | None:
        """The longest frame to accept; None after authentication, when other limits apply."""
        is_complete = self.state is SaslState.COMPLETE
        return None if is_complete else self._listener.max_receive_bytes

    def on_invalid_size(self) -> Close:
        """End the connection for a frame that is too long or has a negative length."""
        return self._fail("Failing SASL authentication due to invalid receive size")

    def on_frame(self, payload: bytes, now_ms: int, wall_ms: int) -> Step:
        """Handle a frame without its length. `now_ms` is monotonic, `wall_ms` counts from 1970."""
        try:
            match self.state:
                case SaslState.COMPLETE:
                    return self.on_request(peek_request(payload), payload, now_ms)
                case SaslState.AUTHENTICATE:
                    return self._on_token(payload, now_ms, wall_ms)
                case SaslState.BAD_MECHANISM:
                    return self._fail(
                        f"SASL mechanism '{self._mechanism}' requested by client is not supported"
                        f" for re-authentication of mechanism '{self._authenticated.mechanism}'"
                    )
                case SaslState.CLOSED:
                    return Close("a frame after the end of the connection")
                case _:
                    return self._on_handshake(payload)
        except WireError as error:
            return self._close(f"Unexpected error: {error}")

    @property
    def _authenticated(self) -> _Session:
        assert self._session is not None  # noqa: S101  # set by the first authentication
        return self._session

    def on_request(self, head: RequestPrefix, payload: bytes | memoryview, now_ms: int) -> Step:
        """Handle a request of an authenticated client, whose head was already read (KIP-368).

        SocketServer.processCompletedReceives.
        """
        session = self._authenticated
        key = head.api_key
        if key not in {ApiKey.SASL_HANDSHAKE, ApiKey.SASL_AUTHENTICATE}:
            if session.ends_ms is not None and now_ms > session.ends_ms:
                return self._close("a request after the end of the session")
            return _SERVE
        try:
            return self._on_sasl_request(key, bytes(payload), now_ms)
        except WireError as error:
            return self._close(f"Unexpected error: {error}")

    def _on_sasl_request(self, key: int, payload: bytes, now_ms: int) -> Step:
        session = self._authenticated
        if key == ApiKey.SASL_HANDSHAKE and session.ends_ms is not None:
            last = session.last_reauthentication_ms
            if last is None or now_ms - last >= _REAUTHENTICATION_MIN_MS:
                session.last_reauthentication_ms = now_ms
                self.state = SaslState.REAUTHENTICATE
                return self._on_handshake(payload)
        if session.ends_ms is not None and now_ms > session.ends_ms:
            return self._close("a request after the end of the session")
        if key == ApiKey.SASL_HANDSHAKE:
            return self._answer(
                payload, SaslHandshakeResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE)
            )
        text = "SaslAuthenticate request received after successful authentication"
        response = SaslAuthenticateResponse(
            error_code=ErrorCode.ILLEGAL_SASL_STATE, error_message=text
        )
        return self._answer(payload, response)

    def _on_handshake(self, payload: bytes) -> Step:
        """Handle ApiVersions or SaslHandshake.

        Other requests end the connection without a response.
        """
        prefix = peek_request(payload)
        is_versions = prefix.api_key == ApiKey.API_VERSIONS
        if is_versions and self.state is SaslState.HANDSHAKE_OR_VERSIONS:
            return self._on_api_versions(payload)
        if prefix.api_key != ApiKey.SASL_HANDSHAKE:
            return self._close(
                f"Unexpected Kafka request of key {prefix.api_key} during SASL handshake."
            )
        request = self._decoded(payload, SaslHandshakeRequest)
        enabled = tuple(self._listener.mechanisms)
        begin = self._listener.mechanisms.get(request.mechanism)
        if begin is None:
            reason = f"Unsupported SASL mechanism {request.mechanism!r}"
            if self._session is not None:
                return self._close(reason)
            return self._fail(
                reason,
                self._encoded(
                    payload,
                    SaslHandshakeResponse(
                        error_code=ErrorCode.UNSUPPORTED_SASL_MECHANISM, mechanisms=enabled
                    ),
                ),
            )
        self._mechanism = request.mechanism
        self._has_headers = prefix.api_version > 0
        is_same = self._session is None or self._session.mechanism == request.mechanism
        self.state = SaslState.AUTHENTICATE if is_same else SaslState.BAD_MECHANISM
        self._exchange = begin()
        return self._answer(payload, SaslHandshakeResponse(mechanisms=enabled))

    def _on_api_versions(self, payload: bytes) -> Step:
        prefix = peek_request(payload)
        lowest, highest = self._listener.served[ApiKey.API_VERSIONS]
        if not lowest <= prefix.api_version <= highest:
            # in version 0, which every client reads (KIP-511)
            response = ApiVersionsResponse(
                error_code=ErrorCode.UNSUPPORTED_VERSION,
                api_keys=(
                    ApiVersionsResponse.ApiVersion(
                        api_key=ApiKey.API_VERSIONS, min_version=lowest, max_version=highest
                    ),
                ),
            )
            return Answer(encode_response(response, 0, prefix.correlation_id))
        request = self._decoded(payload, ApiVersionsRequest)
        if prefix.api_version >= 3 and not (
            _is_software_name(request.client_software_name)
            and _is_software_name(request.client_software_version)
        ):
            return self._answer(payload, ApiVersionsResponse(error_code=ErrorCode.INVALID_REQUEST))
        self.state = SaslState.HANDSHAKE
        return self._answer(payload, self._api_versions(request, prefix.api_version))

    def _on_token(self, payload: bytes, now_ms: int, wall_ms: int) -> Step:
        if not self._has_headers:
            try:
                answer = self._evaluate(payload, wall_ms)
            except SaslRefusedError as error:
                return self._fail(str(error))  # tokens without headers have no error answers
            except SaslError:
                return self._fail(self._generic_text)
            self._complete_if_done(now_ms, wall_ms)
            return Answer(answer)
        prefix = peek_request(payload)
        if prefix.api_key != ApiKey.SASL_AUTHENTICATE:
            return self._refuse_other_request(payload)
        request = self._decoded(payload, SaslAuthenticateRequest)
        try:
            answer = self._evaluate(bytes(request.auth_bytes), wall_ms)
        except SaslRefusedError as error:
            return self._fail_authenticate(payload, str(error))
        except SaslError:
            return self._fail_authenticate(payload, self._generic_text)
        lifetime_ms = self._complete_if_done(now_ms, wall_ms)
        return self._answer(
            payload,
            SaslAuthenticateResponse(auth_bytes=answer, session_lifetime_ms=lifetime_ms)
            if prefix.api_version > 0
            else SaslAuthenticateResponse(auth_bytes=answer),
        )

    def _evaluate(self, token: bytes, wall_ms: int) -> bytes:
        exchange = self._exchange
        assert exchange is not None  # noqa: S101  # begun by the handshake
        answer = exchange.evaluate(token, wall_ms)
        session, principal = self._session, exchange.principal
        if session is not None and principal is not None and principal != session.principal:
            raise SaslRefusedError(
                "Cannot change principals during re-authentication from"
                f" User.{session.principal}: User.{principal}"
            )
        return answer

    def _complete_if_done(self, now_ms: int, wall_ms: int) -> int:
        """Begin the session when the exchange is over; return its lifetime, 0 without a limit."""
        exchange = self._exchange
        if exchange is None or exchange.principal is None:
            return 0
        limits = []
        if exchange.expires_ms is not None:
            limits.append(exchange.expires_ms - wall_ms)
        longest = self._listener.max_reauth_ms
        if not isinstance(longest, int):
            longest = longest.get(self._mechanism, 0)
        if longest > 0:
            limits.append(longest)
        lifetime_ms = max(min(limits), 0) if limits else None
        ends_ms = None if lifetime_ms is None else now_ms + lifetime_ms
        last = None if self._session is None else self._session.last_reauthentication_ms
        self._session = _Session(exchange.principal, self._mechanism, ends_ms, last)
        self._exchange = None
        self.state = SaslState.COMPLETE
        return lifetime_ms or 0

    @property
    def _generic_text(self) -> str:
        word = "authentication" if self._session is None else "re-authentication"
        return (
            f"Authentication failed during {word} due to invalid credentials with SASL mechanism"
            f" {self._mechanism}"
        )

    def _fail_authenticate(self, payload: bytes, text: str) -> Close:
        response = SaslAuthenticateResponse(
            error_code=ErrorCode.SASL_AUTHENTICATION_FAILED, error_message=text
        )
        return self._fail(text, self._encoded(payload, response))

    def _refuse_other_request(self, payload: bytes) -> Close:
        """Answer another API with ILLEGAL_SASL_STATE, if its response has an error code."""
        prefix = peek_request(payload)
        lowest, highest = self._listener.served.get(prefix.api_key, (0, -1))
        if not lowest <= prefix.api_version <= highest:
            return self._close(f"a request of key {prefix.api_key} that is not served")
        response_class = kafka_messages().class_of("response", prefix.api_key)
        reason = f"Unexpected Kafka request of key {prefix.api_key} during SASL authentication."
        response = response_class()
        if not hasattr(response, "error_code"):
            return self._fail(reason)
        response.error_code = int(ErrorCode.ILLEGAL_SASL_STATE)
        if hasattr(response, "error_message"):
            response.error_message = _ILLEGAL_STATE
        return self._fail(reason, self._encoded(payload, response))

    def _decoded(self, payload: bytes, cls: type[M]) -> M:
        header, start = decode_request_header(payload)
        version = header.request_api_version
        lowest, highest = self._listener.served.get(header.request_api_key, (0, -1))
        if not lowest <= version <= highest:
            raise WireError(f"{cls.__name__} of version {version} is not served")
        return decode_body(cls, payload, start, version, may_trail=True)

    def _encoded(self, payload: bytes, response: Message) -> bytes:
        prefix = peek_request(payload)
        return encode_response(response, prefix.api_version, prefix.correlation_id)

    def _answer(self, payload: bytes, response: Message) -> Answer:
        return Answer(self._encoded(payload, response))

    def _close(self, reason: str) -> Close:
        """Close at once, without an answer: the protocol was broken."""
        self.state = SaslState.CLOSED
        return Close(reason)

    def _fail(self, reason: str, payload: bytes | None = None) -> Close:
        """Close after the delay, which slows down guessing (KIP-306)."""
        self.state = SaslState.CLOSED
        return Close(reason, payload, self._listener.failed_delay_ms, True)


def _is_software_name(text: str) -> bool:
    """Check a name as ApiVersionsRequest.isValid does: letters, digits, inner dots and hyphens."""
    inner = text.replace("-", "").replace(".", "")
    return inner.isascii() and inner.isalnum() and text[0].isalnum() and text[-1].isalnum()
