"""The bytes of messages and frames, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.errors import InvalidLengthError, TruncatedError, UnknownMessageError, WireError
from kraft_wire.explain.batches import explain_records
from kraft_wire.explain.text import Explanation
from kraft_wire.headers import (
    answered_version,
    request_header_class,
    request_header_version,
    response_header_class,
    response_header_version,
)
from kraft_wire.inspection import read_tree, unsupported
from kraft_wire.inspection.walk import Fixed, Walk
from kraft_wire.messages import kafka_messages

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

__all__ = ["explain_message", "explain_request", "explain_response"]

_SIZE: Final = Fixed("int32")


def explain_message(
    cls: type[Message], data: bytes, version: int, message_set: MessageSet | None = None
) -> Explanation:
    """Explain the body of a message; raises UnsupportedVersionError.

    `message_set` has the messages in control records, Kafka's by default.
    """
    found = Explanation(f"{cls.__name__} {version}", data)
    _body(found, cls, version, (0, len(data)), message_set)
    return found


def explain_request(data: bytes, message_set: MessageSet | None = None) -> Explanation:
    """Explain a frame with a request: size, header, body.

    The header determines the body, in `message_set`, Kafka's by default. Without a message for
    it the body stays unexplained.
    """
    messages = message_set or kafka_messages()
    header_class = request_header_class(messages)
    found = Explanation("request frame", data)
    end = _size(found)
    # the part that all versions begin with: key, version, correlation id
    start = _part(found, header_class, header_class.VERSIONS[0], (4, end), "header")
    if start is None:
        return found
    key, version = (node.value for node in found.nodes[1].children[:2])
    name = messages.name_of("request", key)
    try:
        if name is None:
            raise UnknownMessageError(f"there is no request of key {key}", offset=4)
        cls = _supporting(messages.message_class(name), version)
        header_version = request_header_version(key, version, messages)
    except WireError as error:
        found.blame(error)
        return found
    found.subject = f"request frame of {name} {version}"
    del found.nodes[1:]
    start = _part(found, header_class, header_version, (4, end), "header")
    if start is not None:
        _body(found, cls, version, (start, end), messages)
    return found


def explain_response(
    data: bytes, cls: type[Message], version: int, message_set: MessageSet | None = None
) -> Explanation:
    """Explain a frame with a response: size, header, body.

    A response does not show which one it is: `cls` and `version`, that of the request, must.
    The refusal of a version of ApiVersions is explained in version 0 (KIP-511). `message_set` is
    the package of `cls`, Kafka's by default. Raises UnsupportedVersionError, and
    UnknownMessageError for a message that is not a response.
    """
    if cls.KIND != "response" or cls.API_KEY is None:
        raise UnknownMessageError(f"{cls.__name__} is not a response")
    _supporting(cls, version)
    found = Explanation(f"response frame of {cls.__name__} {version}", data)
    end = _size(found)
    header_version = response_header_version(cls.API_KEY, version, message_set)
    header_class = response_header_class(message_set)
    start = _part(found, header_class, header_version, (4, end), "header")
    if start is not None:
        answered = answered_version(cls, data[:end], start, version)
        if answered != version:
            found.subject += f", answered in version {answered} (KIP-511)"
        _body(found, cls, answered, (start, end), message_set)
    return found


def _supporting(cls: type[Message], version: int) -> type[Message]:
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise unsupported(cls.__name__, cls.VERSIONS, version)
    return cls


def _size(found: Explanation) -> int:
    """Explain the size of a frame; return the end of the frame, or of the bytes."""
    walk = Walk(found.data, build=True)
    try:
        start = _SIZE.read(walk, 0, "size")
    except WireError as error:
        found.blame(error)
        return len(found.data)
    found.nodes = walk.nodes or []
    size = found.nodes[0].value
    left = len(found.data) - start
    if size < 0:
        found.blame(InvalidLengthError(f"a frame of {size} bytes", offset=0, path="size"))
    elif size > left:
        detail = f"a frame of {size} bytes, but {left} are left"
        found.blame(TruncatedError(detail, offset=0, path="size"))
    return start + size if 0 <= size <= left else len(found.data)


def _part(
    found: Explanation, cls: type[Message], version: int, span: tuple[int, int], path: str
) -> int | None:
    """Explain a message inside the bytes; return its end, None if it is invalid."""
    start, end = span
    if found.fault is not None and start >= end:
        return None
    reading = read_tree(cls.schema(), found.data[:end], version, start=start, path=path)
    found.nodes.append(reading.root)
    found.blame(reading.fault)
    return None if reading.fault else reading.end


def _body(
    found: Explanation,
    cls: type[Message],
    version: int,
    span: tuple[int, int],
    message_set: MessageSet | None,
) -> None:
    """Explain the body, which fills its span, and the record batches in it."""
    end = _part(found, cls, version, span, "")
    if found.nodes:
        explain_records(found.nodes[-1], message_set)
    if end is not None:
        found.close(end)
