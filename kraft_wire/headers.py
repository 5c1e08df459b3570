"""Request and response headers: the version that a request uses, and reading and writing.

The rule, as Kafka's generated ApiMessageType has it: flexible requests have header 2 and their
responses header 1, others 1 and 0. Two exceptions: a response of ApiVersions always has header 0,
so that a client can read it before the versions are agreed on; ControlledShutdown 0 (removed in
4.0) has request header 0, without a client id. The client id is never compact.

`message_set` is the generated package whose messages are meant, Kafka's by default. The rule is the
same for each; a package without headers of its own has Kafka's.
"""

from __future__ import annotations

from functools import cache
from struct import Struct as Layout
from struct import error as struct_error
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar, cast

from kraft_wire import messages
from kraft_wire.errors import EncodeError, TruncatedError, UnknownMessageError, WireError
from kraft_wire.framing import append_frame, frame_buffers
from kraft_wire.limits import DEFAULT_LIMITS
from kraft_wire.primitives import byte_view

if TYPE_CHECKING:
    from kraft_wire.limits import Limits
    from kraft_wire.message import Message
    from kraft_wire.messages import RequestHeader, ResponseHeader
    from kraft_wire.registry import Entry, MessageSet

__all__ = [
    "API_VERSIONS",
    "RequestPrefix",
    "answered_version",
    "decode_body",
    "decode_request_header",
    "decode_response_header",
    "encode_request",
    "encode_request_buffers",
    "encode_request_into",
    "encode_response",
    "encode_response_buffers",
    "encode_response_into",
    "peek_correlation_id",
    "peek_request",
    "request_header_class",
    "request_header_version",
    "request_with_correlation_id",
    "response_header_class",
    "response_header_version",
    "response_with_correlation_id",
]

M = TypeVar("M", bound="Message")

API_VERSIONS: Final = 18

# The two exceptions are Kafka's messages, not keys: other protocols may use 7 and 18 as they like.
_API_VERSIONS_RESPONSE: Final = "ApiVersionsResponse"
_CONTROLLED_SHUTDOWN_REQUEST: Final = "ControlledShutdownRequest"

_PREFIX: Final = Layout(">hhi")
_CORRELATION_ID: Final = Layout(">i")
_REFUSED: Final = (35).to_bytes(2)
"""UNSUPPORTED_VERSION, as the first field of a response."""


class RequestPrefix(NamedTuple):
    """The first 8 bytes of every request, whatever its header version."""

    api_key: int
    api_version: int
    correlation_id: int


def request_header_version(
    api_key: int, api_version: int, message_set: MessageSet | None = None
) -> int:
    """Return the header version of a request.

    A version outside the known range follows the rule of the nearest one: a proxy in front of a
    newer server needs it. Raises UnknownMessageError for a key that no request has.
    """
    name, entry = _entry("request", api_key, message_set)
    if (stated := _stated_version(entry, api_version)) is not None:
        return stated
    if entry.is_flexible(api_version):
        return 2
    return 0 if name == _CONTROLLED_SHUTDOWN_REQUEST and api_version == 0 else 1


def response_header_version(
    api_key: int, api_version: int, message_set: MessageSet | None = None
) -> int:
    """Return the header version of the response to a request; as `request_header_version`."""
    name, entry = _entry("response", api_key, message_set)
    if (stated := _stated_version(entry, api_version)) is not None:
        return stated
    return 1 if entry.is_flexible(api_version) and name != _API_VERSIONS_RESPONSE else 0


def _entry(kind: str, api_key: int, message_set: MessageSet | None) -> tuple[str, Entry]:
    known = message_set or messages.kafka_messages()
    name = known.name_of(kind, api_key)
    if name is None:
        raise UnknownMessageError(f"unknown {kind} with key {api_key}")
    return name, known.entries[name]


def request_header_class(message_set: MessageSet | None) -> type[RequestHeader]:
    """Return the class of request headers: the package's own, or Kafka's.

    Raises UnknownMessageError for one of its own that lacks a field of Kafka's.
    """
    if message_set is None or "RequestHeader" not in message_set.entries:
        return messages.RequestHeader
    return cast("type[RequestHeader]", _header_class(message_set, "RequestHeader"))


def response_header_class(message_set: MessageSet | None) -> type[ResponseHeader]:
    """Return the class of response headers, as `request_header_class`."""
    if message_set is None or "ResponseHeader" not in message_set.entries:
        return messages.ResponseHeader
    return cast("type[ResponseHeader]", _header_class(message_set, "ResponseHeader"))


@cache
def _header_class(message_set: MessageSet, name: str) -> type[Message]:
    cls = message_set.message_class(name)
    kafkas: type[Message] = getattr(messages, name)
    lacking = [field for field in kafkas._FIELDS if field not in cls._FIELDS]
    if lacking:
        raise UnknownMessageError(
            f"{name} of {message_set.package} cannot be a header: it lacks {', '.join(lacking)}"
        )
    return cls


def _stated_version(entry: Entry, api_version: int) -> int | None:
    """Find the header version by the schema's own `headerVersions`, where it has them."""
    stated = None
    for lowest, _, header_version in entry.header_versions:
        if stated is None or lowest <= api_version:
            stated = header_version
    return stated


def peek_request(payload: bytes | bytearray | memoryview) -> RequestPrefix:
    """Read the part of a request header that needs no knowledge of the key or the version."""
    if type(payload) is not bytes:
        payload = byte_view(payload)
    if len(payload) < _PREFIX.size:
        raise TruncatedError("a request is at least 8 bytes long", offset=len(payload))
    return RequestPrefix(*_PREFIX.unpack_from(payload))


def peek_correlation_id(payload: bytes | bytearray | memoryview) -> int:
    """Read the correlation id that every response begins with."""
    if type(payload) is not bytes:
        payload = byte_view(payload)
    if len(payload) < _CORRELATION_ID.size:
        raise TruncatedError("a response is at least 4 bytes long", offset=len(payload))
    correlation_id: int = _CORRELATION_ID.unpack_from(payload)[0]
    return correlation_id


def request_with_correlation_id(
    payload: bytes | bytearray | memoryview, correlation_id: int
) -> bytes:
    """Return the request with another correlation id, for a proxy; the rest is not read."""
    payload = byte_view(payload)  # parts of it are not copied before they are joined
    peek_request(payload)
    return b"".join((payload[:4], _packed_id(correlation_id), payload[8:]))


def response_with_correlation_id(
    payload: bytes | bytearray | memoryview, correlation_id: int
) -> bytes:
    """Return the response with another correlation id, for a proxy."""
    payload = byte_view(payload)
    peek_correlation_id(payload)
    return b"".join((_packed_id(correlation_id), payload[4:]))


def _packed_id(correlation_id: int) -> bytes:
    try:
        return _CORRELATION_ID.pack(correlation_id)
    except struct_error:
        raise EncodeError(f"correlation id {correlation_id!r} is not an int32") from None


def decode_request_header(
    payload: bytes | bytearray | memoryview,
    message_set: MessageSet | None = None,
    prefix: RequestPrefix | None = None,
) -> tuple[RequestHeader, int]:
    """Read the header that begins a request; return it with the offset of the body.

    `prefix` is its beginning, if that was read already. Raises UnknownMessageError for an unknown
    key, DecodeError for bad bytes.
    """
    if prefix is None:
        prefix = peek_request(payload)
    version = request_header_version(prefix.api_key, prefix.api_version, message_set)
    return request_header_class(message_set).decode_prefix(payload, version)


def decode_response_header(
    payload: bytes | bytearray | memoryview,
    api_key: int,
    api_version: int,
    message_set: MessageSet | None = None,
) -> tuple[ResponseHeader, int]:
    """Read the header that begins the response to such a request; return the body's offset too."""
    version = response_header_version(api_key, api_version, message_set)
    return response_header_class(message_set).decode_prefix(payload, version)


def answered_version(
    cls: type[Message], payload: bytes | bytearray | memoryview, start: int, version: int
) -> int:
    """Return the version that a body is written in; `version` is that of the request.

    Only an ApiVersions response can have another one: a server that does not have the version of
    the request answers in version 0, with error 35 in front (KIP-511).
    """
    if not version or cls.API_KEY != API_VERSIONS or cls.__name__ != _API_VERSIONS_RESPONSE:
        return version
    if bytes(byte_view(payload)[start : start + 2]) != _REFUSED:
        return version
    try:
        cls.decode(payload, 0, start)
    except WireError:
        return version
    return 0


def decode_body(
    cls: type[M],
    payload: bytes | bytearray | memoryview,
    start: int,
    version: int,
    *,
    may_trail: bool = False,
    limits: Limits = DEFAULT_LIMITS,
) -> M:
    """Read the body that begins at `start` of a frame's payload.

    The refusal of a version of ApiVersions is read in version 0, not in the requested `version`
    (KIP-511; see `answered_version`). Bytes after the end are refused unless they `may_trail`, as
    Java lets them after a request.
    Offsets of a DecodeError count from the start of the payload. Raises LimitError for more than
    `limits` allows.
    """
    version = answered_version(cls, payload, start, version)
    if limits.narrows_messages:
        if type(payload) is not bytes:
            payload = byte_view(payload).tobytes()
        from kraft_wire.inspection.bounds import check_limits  # few narrow them

        check_limits(cls, payload, version, limits, start=start)
    if may_trail:
        return cls.decode_prefix(payload, version, start)[0]
    return cls.decode(payload, version, start)


def encode_request(
    request: Message,
    api_version: int,
    correlation_id: int,
    client_id: str | None = None,
    message_set: MessageSet | None = None,
) -> bytes:
    """Write a request with its header: the payload of a frame."""
    header = _request_header(request, api_version, correlation_id, client_id, message_set)
    return header + request.encode(api_version)


def encode_response(
    response: Message,
    api_version: int,
    correlation_id: int,
    message_set: MessageSet | None = None,
) -> bytes:
    """Write a response with its header: the payload of a frame."""
    header = _response_header(response, api_version, correlation_id, message_set)
    return header + response.encode(api_version)


def encode_request_into(
    buffer: bytearray,
    request: Message,
    api_version: int,
    correlation_id: int,
    client_id: str | None = None,
    *,
    message_set: MessageSet | None = None,
) -> None:
    """Write a request after `buffer`, as a frame: length, header and body without copies between.

    The buffer is as it was where the request cannot be written.
    """
    header = _request_header(request, api_version, correlation_id, client_id, message_set)
    append_frame(buffer, header, request.encode(api_version))


def encode_response_into(
    buffer: bytearray,
    response: Message,
    api_version: int,
    correlation_id: int,
    message_set: MessageSet | None = None,
) -> None:
    """Write a response after `buffer`, as a frame; see `encode_request_into`."""
    header = _response_header(response, api_version, correlation_id, message_set)
    append_frame(buffer, header, response.encode(api_version))


def encode_request_buffers(
    request: Message,
    api_version: int,
    correlation_id: int,
    client_id: str | None = None,
    *,
    message_set: MessageSet | None = None,
) -> list[bytes | memoryview]:
    """Write a request as the buffers of a frame, for `sendmsg` and `writelines`.

    Large values are not copied and must not change until they are sent; see
    `Message.encode_buffers`.
    """
    header = _request_header(request, api_version, correlation_id, client_id, message_set)
    return frame_buffers(header, request.encode_buffers(api_version))


def encode_response_buffers(
    response: Message,
    api_version: int,
    correlation_id: int,
    message_set: MessageSet | None = None,
) -> list[bytes | memoryview]:
    """Write a response as the buffers of a frame; see `encode_request_buffers`."""
    header = _response_header(response, api_version, correlation_id, message_set)
    return frame_buffers(header, response.encode_buffers(api_version))


def _request_header(
    request: Message,
    api_version: int,
    correlation_id: int,
    client_id: str | None,
    message_set: MessageSet | None,
) -> bytes:
    api_key = _key_of(request, "request")
    header_version = request_header_version(api_key, api_version, message_set)
    header = request_header_class(message_set)(
        request_api_key=api_key,
        request_api_version=api_version,
        correlation_id=correlation_id,
        client_id=client_id if header_version else "",  # header 0 has no client id
    )
    return header.encode(header_version)


def _response_header(
    response: Message, api_version: int, correlation_id: int, message_set: MessageSet | None
) -> bytes:
    api_key = _key_of(response, "response")
    header = response_header_class(message_set)(correlation_id=correlation_id)
    header_version = response_header_version(api_key, api_version, message_set)
    return header.encode(header_version)


def _key_of(message: Message, kind: str) -> int:
    if kind != message.KIND or message.API_KEY is None:
        raise EncodeError(f"{type(message).__name__} is not a {kind}")
    return message.API_KEY
