"""The server side: requests in, replies out strictly in the order of the requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kraft_wire.connection.events import (
    ConnectionFault,
    OpaqueRequestReceived,
    RequestReceived,
    SaslTokenReceived,
)
from kraft_wire.connection.side import Side, expects_response, opaque_expects_response
from kraft_wire.connection.versions import (
    begins_sasl_tokens,
    is_api_versions,
    own_versions,
    refusal,
    refuses_sasl_tokens,
    versions_answer,
)
from kraft_wire.errors import (
    ProtocolError,
    UnknownMessageError,
    UnsupportedVersionError,
    WireError,
)
from kraft_wire.headers import (
    API_VERSIONS,
    RequestPrefix,
    decode_body,
    decode_request_header,
    encode_response,
    encode_response_buffers,
    encode_response_into,
    peek_request,
    response_with_correlation_id,
)
from kraft_wire.identities import check_identities
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kraft_wire.limits import Limits
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet
    from kraft_wire.schema import VersionRange

__all__ = ["ServerConnection", "ServerEvent"]

_Asked = RequestReceived | OpaqueRequestReceived | SaslTokenReceived
ServerEvent = _Asked | ConnectionFault


class ServerConnection(Side[_Asked]):
    """Requests in, replies out.

    `served` are the versions that are read, by API key; by default all requests of `message_set`,
    the generated package of the messages, Kafka's by default. Any other request ends the
    connection, as in Kafka, or becomes an OpaqueRequestReceived with `is_opaque`. Only an
    ApiVersions request in an unsupported version is answered, here, in version 0 (KIP-511).
    `limits` bounds a request, and `frame_bytes_max` its length in their place, if given. `served`
    and `frame_bytes_max` may be changed between two calls: little is allowed before a peer has
    authenticated.
    """

    def __init__(
        self,
        served: Mapping[int, VersionRange] | None = None,
        *,
        is_opaque: bool = False,
        frame_bytes_max: int | None = None,
        limits: Limits = DEFAULT_LIMITS,
        message_set: MessageSet | None = None,
    ) -> None:
        super().__init__(frame_bytes_max, limits)
        known = self._messages = message_set or kafka_messages()
        self.served: dict[int, VersionRange] = dict(
            own_versions(known) if served is None else served
        )
        self._is_opaque = is_opaque
        self._numbers = 0
        self._next_reply = 0
        self._replies: dict[int, bytes] = {}

    @property
    def frame_bytes_max(self) -> int:
        """The longest request, in bytes."""
        return self._reader.limit

    @frame_bytes_max.setter
    def frame_bytes_max(self, size: int) -> None:
        self._reader.limit = size

    @property
    def unanswered(self) -> int:
        """Requests whose reply was not passed in or waits for an earlier one."""
        return self._numbers - self._next_reply

    @property
    def is_finished(self) -> bool:
        """Return True if nothing more can happen: a fault, and all earlier requests answered."""
        return self._fault is not None and not self.unanswered and not self._outgoing

    def receive_payload(
        self, payload: bytes | memoryview, prefix: RequestPrefix | None = None
    ) -> list[ServerEvent]:
        """Receive the payload of a frame, without its length, which the caller extracted.

        It is read where it is, without a copy. `prefix` is what it begins with, if the caller has
        read that. Not to be mixed with `receive`.
        """
        if self._fault is not None:
            return []
        try:
            return list(self._on_payload(payload, prefix))
        except WireError as error:
            return [self._fail(error)]

    def reply_versions(self, request: RequestReceived, **fields: Any) -> None:
        """Reply to an ApiVersions request with the served versions.

        `fields` are others of the response: `supported_features`, `throttle_time_ms`.
        """
        self.reply(request, versions_answer(self.served, self._messages, **fields))

    def reply(self, request: RequestReceived, response: Message) -> None:
        """Queue the response to a request, in any order; it is sent in its turn.

        It is written in the version of the request. Raises ProtocolError for a response of another
        API or a second one, UnsupportedVersionError if the version drops what names an entry.
        """
        self._check_response(request, response)
        version, correlation_id = request.api_version, request.correlation_id
        if request.number == self._next_reply:  # its turn has come: no copy that waits
            encode_response_into(self._outgoing, response, version, correlation_id, self._messages)
            self._next_reply += 1
            self._write_waiting()
        else:
            payload = encode_response(response, version, correlation_id, self._messages)
            self._replies[request.number] = payload
        self._after_response(request, response)

    def reply_buffers(
        self, request: RequestReceived, response: Message
    ) -> list[bytes | memoryview]:
        """Pass in the response that is due next; return its frame, which the caller writes now.

        For responses with large values: they are buffers of their own, not copied, which must not
        change until they are sent. Raises as `reply` does, ProtocolError if it is not the next one
        due or other bytes wait in `data_to_send`.
        """
        self._check_response(request, response)
        self._check_next(request)
        version, correlation_id = request.api_version, request.correlation_id
        buffers = encode_response_buffers(response, version, correlation_id, self._messages)
        self._next_reply += 1
        self._write_waiting()
        self._after_response(request, response)
        return buffers

    def _check_response(self, request: RequestReceived, response: Message) -> None:
        if response.KIND != "response" or response.API_KEY != request.message.API_KEY:
            raise ProtocolError(
                f"{type(response).__name__} does not answer {type(request.message).__name__}"
            )
        self._check_due(request)
        if response._IDENTITIES:
            check_identities(response, request.api_version)

    def _after_response(self, request: RequestReceived, response: Message) -> None:
        if self._has_sasl_tokens and getattr(response, "error_code", 0) != 0:
            self._end_refused_tokens(response.API_KEY, request.api_version)

    def reply_opaque(
        self, request: RequestReceived | OpaqueRequestReceived, payload: bytes
    ) -> None:
        """Queue a response from elsewhere, header included, without the frame's length.

        It gets the correlation id of the request.
        """
        self._put(request, response_with_correlation_id(payload, request.correlation_id))
        if self._has_sasl_tokens and refuses_sasl_tokens(payload):
            if isinstance(request, RequestReceived):
                self._end_refused_tokens(request.message.API_KEY, request.api_version)
            else:
                self._end_refused_tokens(request.api_key, request.api_version)

    def _end_refused_tokens(self, api_key: int | None, version: int) -> None:
        """Read requests again after a refused SaslHandshake 0: no tokens follow it."""
        if api_key is not None and begins_sasl_tokens(api_key, version, self._messages):
            self._set_sasl_tokens(False)

    def reply_written(self, request: RequestReceived) -> None:
        """Note that the caller has the whole frame of this reply, and writes it now.

        For replies that another thread encodes. Raises ProtocolError if it is not the next one due.
        """
        self._check_due(request)
        self._check_next(request)
        self._next_reply += 1
        self._write_waiting()

    def _check_next(self, request: RequestReceived) -> None:
        if request.number != self._next_reply or self._outgoing:
            raise ProtocolError(f"request {request.number} is not the next to be answered")

    def _put(self, request: RequestReceived | OpaqueRequestReceived, payload: bytes) -> None:
        self._check_due(request)
        self._replies[request.number] = payload
        self._write_waiting()

    def _check_due(self, request: RequestReceived | OpaqueRequestReceived) -> None:
        number = request.number
        if not request.expects_response:
            raise ProtocolError("a Produce request with acks 0 has no response")
        if number in self._replies or not self._next_reply <= number < self._numbers:
            raise ProtocolError(f"request {number} is answered already or not of this connection")

    def _write_waiting(self) -> None:
        while self._next_reply in self._replies:
            self._write(self._replies.pop(self._next_reply))
            self._next_reply += 1

    def _take_number(self, expects: bool) -> int:
        """Assign a turn to a request; one without a response gets none."""
        if not expects:
            return -1
        self._numbers += 1
        return self._numbers - 1

    @property
    def _is_busy(self) -> bool:
        return bool(self.unanswered)

    def _on_payload(
        self, payload: bytes | memoryview, prefix: RequestPrefix | None = None
    ) -> list[_Asked]:
        if self._has_sasl_tokens:
            return [SaslTokenReceived(bytes(payload))]
        if prefix is None:
            prefix = peek_request(payload)
        events = self._on_request(payload, prefix)
        if events and begins_sasl_tokens(prefix.api_key, prefix.api_version, self._messages):
            self._set_sasl_tokens(True)
        return events

    def _on_request(self, payload: bytes | memoryview, prefix: RequestPrefix) -> list[_Asked]:
        lowest, highest = self.served.get(prefix.api_key, (0, -1))
        if lowest <= prefix.api_version <= highest:
            return [self._read(payload, prefix)]
        is_versions = is_api_versions(prefix.api_key, self._messages)
        if is_versions and API_VERSIONS in self.served:
            self._refuse_version(payload, prefix)
            return []
        if self._is_opaque:
            payload = bytes(payload)
            expects = opaque_expects_response(payload, self._messages)
            return [OpaqueRequestReceived(self._take_number(expects), *prefix, payload, expects)]
        raise self._not_served(prefix)

    def _read(self, payload: bytes | memoryview, prefix: RequestPrefix) -> RequestReceived:
        header, start = decode_request_header(payload, self._messages, prefix)
        cls = self._messages.class_of("request", header.request_api_key)
        version = header.request_api_version
        limits = self._limits
        request = decode_body(cls, payload, start, version, may_trail=True, limits=limits)
        expects = expects_response(request)
        return RequestReceived(
            self._take_number(expects),
            version,
            header.correlation_id,
            header.client_id,
            request,
            expects,
        )

    def _refuse_version(self, payload: bytes | memoryview, prefix: RequestPrefix) -> None:
        """Answer ApiVersions of an unknown version; its body is not read."""
        header, _ = decode_request_header(payload, self._messages, prefix)
        response = refusal(self.served[API_VERSIONS], self._messages)
        answer = encode_response(response, 0, header.correlation_id, self._messages)
        number = self._take_number(True)
        self._put(OpaqueRequestReceived(number, *prefix, b""), answer)

    def _not_served(self, prefix: RequestPrefix) -> WireError:
        if prefix.api_key not in self.served:
            return UnknownMessageError(f"a request of key {prefix.api_key}, which is not served")
        lowest, highest = self.served[prefix.api_key]
        return UnsupportedVersionError(
            f"a request of key {prefix.api_key} in version {prefix.api_version},"
            f" where {lowest} to {highest} are served"
        )
