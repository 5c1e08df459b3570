"""The bytes of messages and frames, explained."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire.errors import InvalidLengthError, TruncatedError, UnknownMessageError, WireError
from kraft_wire.explain.batches import explain_records
from kraft_wire.explain.explanation import Explanation
from kraft_wire.headers import request_header_version, response_header_version
from kraft_wire.inspection import read_tree, unsupported
from kraft_wire.inspection.walk import Fixed, Walk
from kraft_wire.messages import RequestHeader, ResponseHeader

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

_SIZE: Final = Fixed("int32")


def explain_message(cls: type[Message], data: bytes, version: int) -> Explanation:
    """Explain the body of a message; raises UnsupportedVersionError."""
    found = Explanation(f"{cls.__name__} {version}", data)
    _body(found, cls, version, (0, len(data)))
    return found


def explain_request(data: bytes, messages: MessageSet) -> Explanation:
    """Explain a frame with a request: size, header, body.

    The header tells what the body is. Without a message for it the body stays unexplained.
    """
    found = Explanation("request frame", data)
    end = _size(found)
    start = _part(found, RequestHeader, 0, (4, end), "header")
    if start is None:
        return found
    key, version = (node.value for node in found.nodes[1].children[:2])
    name = messages.name_of("request", key)
    try:
        if name is None:
            raise UnknownMessageError(f"there is no request of key {key}", offset=4)
        cls = _supporting(messages.message_class(name), version)
        header_version = request_header_version(key, version)
    except WireError as error:
        found.blame(error)
        return found
    found.subject = f"request frame of {name} {version}"
    del found.nodes[1:]
    start = _part(found, RequestHeader, header_version, (4, end), "header")
    if start is not None:
        _body(found, cls, version, (start, end))
    return found


def explain_response(data: bytes, cls: type[Message], version: int) -> Explanation:
    """Explain a frame with a response: size, header, body.

    Nothing in a response tells which one it is: `cls` and `version` must. Raises
    UnsupportedVersionError, and UnknownMessageError for a message that is no response.
    """
    if cls.KIND != "response" or cls.API_KEY is None:
        raise UnknownMessageError(f"{cls.__name__} is no response")
    _supporting(cls, version)
    found = Explanation(f"response frame of {cls.__name__} {version}", data)
    end = _size(found)
    header_version = response_header_version(cls.API_KEY, version)
    start = _part(found, ResponseHeader, header_version, (4, end), "header")
    if start is not None:
        _body(found, cls, version, (start, end))
    return found


def _supporting(cls: type[Message], version: int) -> type[Message]:
    if not cls.VERSIONS[0] <= version <= cls.VERSIONS[1]:
        raise unsupported(cls.__name__, cls.VERSIONS, version)
    return cls


def _size(found: Explanation) -> int:
    """Explain the size of a frame; return where the frame ends, or else the bytes."""
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
    """Explain a message inside the bytes; return where it ends, None if it is bad."""
    start, end = span
    if found.fault is not None and start >= end:
        return None
    reading = read_tree(cls.schema(), found.data[:end], version, start=start, path=path)
    found.nodes.append(reading.root)
    found.blame(reading.fault)
    return None if reading.fault else reading.end


def _body(found: Explanation, cls: type[Message], version: int, span: tuple[int, int]) -> None:
    """Explain the body, which fills its span, and the record batches in it."""
    end = _part(found, cls, version, span, "")
    if found.nodes:
        explain_records(found, found.nodes[-1])
    if end is not None:
        found.close(end)
