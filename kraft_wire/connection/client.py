"""The client side: correlation ids, versions, responses in the order of the requests."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_wire import __version__
from kraft_wire.connection.events import (
    ConnectionFault,
    OpaqueResponseReceived,
    ResponseReceived,
    SaslTokenReceived,
    Sent,
    VersionsAgreed,
)
from kraft_wire.connection.side import Side, expects_response, opaque_expects_response
from kraft_wire.connection.versions import (
    UNSUPPORTED_VERSION,
    begins_sasl_tokens,
    decode_versions_answer,
    highest_common,
    is_api_versions,
    next_attempt,
    refuses_sasl_tokens,
    request_type,
    response_type,
    served_versions,
)
from kraft_wire.errors import ErrorCode, ProtocolError, UnsupportedVersionError
from kraft_wire.headers import (
    API_VERSIONS,
    decode_body,
    decode_response_header,
    encode_request_into,
    peek_correlation_id,
    peek_request,
    request_with_correlation_id,
)
from kraft_wire.identities import check_identities, newest_with_identities
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_wire.limits import Limits
    from kraft_wire.message import Message, Request, Response_co
    from kraft_wire.messages import ApiVersionsResponse
    from kraft_wire.registry import MessageSet
    from kraft_wire.schema import VersionRange

__all__ = ["SOFTWARE", "ClientConnection", "ClientEvent"]

_Told = VersionsAgreed | ResponseReceived[Any] | OpaqueResponseReceived | SaslTokenReceived
ClientEvent = _Told | ConnectionFault

SOFTWARE: Final = ("kraft", __version__)
"""Name and version that ApiVersions reports to the peer."""

_CORRELATION_ID_MASK: Final = 0x7FFFFFFF


class _Awaited(NamedTuple):
    """A request whose response has not come; the class is None for a forwarded one."""

    correlation_id: int
    api_key: int
    api_version: int
    response_class: type[Message] | None
    request: Request[Any] | None = None
    is_agreement: bool = False


class ClientConnection(Side[_Told]):
    """Requests out, responses in.

    `versions` are the versions that the peer serves, by API key: those of its last ApiVersions
    answer without an error, or those passed in. `limits` bounds a response, and `frame_bytes_max`
    its length in their place, if given. `message_set` is the generated package of the messages,
    Kafka's by default.
    """

    def __init__(
        self,
        *,
        client_id: str | None = "kraft",
        software: tuple[str, str] = SOFTWARE,
        versions: Mapping[int, VersionRange] | None = None,
        frame_bytes_max: int | None = None,
        limits: Limits = DEFAULT_LIMITS,
        message_set: MessageSet | None = None,
    ) -> None:
        super().__init__(frame_bytes_max, limits)
        self._messages = message_set or kafka_messages()
        self.client_id = client_id
        self.versions: dict[int, VersionRange] = dict(versions or {})
        self._software = software
        self._awaited: deque[_Awaited] = deque()
        self._next_id = 0

    @property
    def in_flight(self) -> int:
        """Requests whose responses have not come."""
        return len(self._awaited)

    def agree_on_versions(self, first: int | None = None) -> None:
        """Request the peer's versions; the event VersionsAgreed reports them.

        `first` is the version of ApiVersions to begin with: 3 or 0 for a server that closes the
        connection instead of refusing a newer one. Without it, it is the newest that `versions`
        says the peer has, or the newest. A peer that refuses it is asked once more (KIP-511).
        Raises UnsupportedVersionError for a version that ApiVersions does not have,
        UnknownMessageError for a package without ApiVersions.
        """
        lowest, highest = request_type(self._messages).VERSIONS
        if first is None:
            known = self.versions.get(API_VERSIONS, (lowest, highest))[1]
            first = max(lowest, min(known, highest))
        elif not lowest <= first <= highest:
            raise UnsupportedVersionError(
                f"there is no version {first} of ApiVersions; there are {lowest} to {highest}"
            )
        self._ask_for_versions(first)

    def version_for(self, api_key: int) -> int:
        """Choose the newest version of a request that both sides support.

        Raises UnsupportedVersionError when there is none, ProtocolError before the agreement.
        """
        if not self.versions:
            raise ProtocolError("the versions of the peer are not known yet")
        return highest_common(api_key, self.versions, self._messages)

    def send(self, request: Request[Response_co], version: int | None = None) -> Sent[Response_co]:
        """Queue a request, in the newest common version or the given one.

        `Sent.response` finds the response among the events of the connection.

        A newer version can have ids where an older one has names: without `version`, the newest
        common one is taken in which every entry keeps a name or an id that is set. Raises
        UnsupportedVersionError if there is none, or if the given version drops what names an entry.

        Nothing comes back for a Produce request with acks 0.
        """
        api_key = _key_of(request)
        if version is None:
            version = self.version_for(api_key)
            if request._IDENTITIES:
                lowest = max(self.versions[api_key][0], request.VERSIONS[0])
                version = newest_with_identities(request, lowest, version)
        elif request._IDENTITIES:
            check_identities(request, version)
        cls = self._response_class(request, api_key)
        correlation_id = self._take_id()
        self._write_request(request, version, correlation_id)
        expects = expects_response(request)
        if expects:
            self._awaited.append(_Awaited(correlation_id, api_key, version, cls, request))
        return Sent(correlation_id, api_key, version, expects)

    def _response_class(self, request: Request[Any], api_key: int) -> type[Message]:
        """Return the response of a request; by its name, as two requests can share a key."""
        known = self._messages
        if request._RESPONSE_NAME in known.entries:
            return known.message_class(request._RESPONSE_NAME)
        return known.class_of("response", api_key)

    def forward(self, payload: bytes) -> int:
        """Queue a request from elsewhere, unread, under a correlation id of this connection.

        `payload` is the request with its header, without the frame's length. The response comes
        as OpaqueResponseReceived.
        """
        prefix = peek_request(payload)
        correlation_id = self._take_id()
        self._write(request_with_correlation_id(payload, correlation_id))
        if opaque_expects_response(payload, self._messages):
            awaited = _Awaited(correlation_id, prefix.api_key, prefix.api_version, None)
            self._awaited.append(awaited)
        return correlation_id

    def receive_eof(self) -> list[ClientEvent]:
        """Note that the peer has closed the connection."""
        events = super().receive_eof()
        if self._fault is not None or not self._awaited:
            return events
        detail = f"the peer closed the connection; responses that did not come: {self.in_flight}"
        return [self._fail(ProtocolError(detail))]

    def _take_id(self) -> int:
        if self._fault is not None:
            raise ProtocolError(f"the connection has ended: {self._fault}")
        if self._has_sasl_tokens:
            raise ProtocolError("a request between SASL tokens: call end_sasl_tokens first")
        correlation_id = self._next_id
        self._next_id = (correlation_id + 1) & _CORRELATION_ID_MASK
        return correlation_id

    def _ask_for_versions(self, version: int) -> None:
        name, software_version = self._software
        request = request_type(self._messages)(
            client_software_name=name, client_software_version=software_version
        )
        correlation_id = self._take_id()
        self._write_request(request, version, correlation_id)
        cls = response_type(self._messages)
        awaited = _Awaited(correlation_id, API_VERSIONS, version, cls, request, is_agreement=True)
        self._awaited.append(awaited)

    def _write_request(self, request: Message, version: int, correlation_id: int) -> None:
        encode_request_into(
            self._outgoing,
            request,
            version,
            correlation_id,
            self.client_id,
            message_set=self._messages,
        )

    @property
    def _is_busy(self) -> bool:
        return bool(self._awaited)

    def _on_payload(self, payload: bytes) -> list[_Told]:
        if self._has_sasl_tokens:
            return [SaslTokenReceived(payload)]
        correlation_id = peek_correlation_id(payload)
        if not self._awaited:
            raise ProtocolError(f"a response with correlation id {correlation_id}, but no request")
        awaited = self._awaited.popleft()
        if correlation_id != awaited.correlation_id:
            raise ProtocolError(
                f"a response with correlation id {correlation_id} in place of"
                f" {awaited.correlation_id}"
            )
        api_key, version = awaited.api_key, awaited.api_version
        begins_tokens = begins_sasl_tokens(api_key, version, self._messages)
        if awaited.response_class is None:
            self._set_sasl_tokens(begins_tokens and not refuses_sasl_tokens(payload))
            return [OpaqueResponseReceived(correlation_id, api_key, version, payload)]
        _, start = decode_response_header(payload, api_key, version, self._messages)
        if awaited.is_agreement:
            return self._on_versions(payload, start, version)
        if is_api_versions(api_key, self._messages):
            answer, version = decode_versions_answer(payload, start, version, self._messages)
            if not answer.error_code:
                self._learn(answer)
            return [ResponseReceived(correlation_id, version, answer, awaited.request)]
        limits = self._limits
        message = decode_body(awaited.response_class, payload, start, version, limits=limits)
        if begins_tokens and not getattr(message, "error_code", 0):
            self._set_sasl_tokens(True)
        return [ResponseReceived(correlation_id, version, message, awaited.request)]

    def _on_versions(self, payload: bytes, start: int, tried: int) -> list[_Told]:
        answer, version = decode_versions_answer(payload, start, tried, self._messages)
        if answer.error_code == UNSUPPORTED_VERSION:
            self._ask_for_versions(next_attempt(answer, tried, self._messages))
            return []
        if answer.error_code != 0:
            error = ErrorCode(answer.error_code)
            raise ProtocolError(f"the peer answers ApiVersions with error {error} ({error.name})")
        self._learn(answer)
        return [VersionsAgreed(answer, version)]

    def _learn(self, answer: ApiVersionsResponse) -> None:
        self.versions = served_versions(answer)


def _key_of(request: Message) -> int:
    if request.KIND != "request" or request.API_KEY is None:
        raise ProtocolError(f"{type(request).__name__} is not a request")
    return request.API_KEY
