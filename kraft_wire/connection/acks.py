"""The one request that has no response: Produce with acks 0."""

from __future__ import annotations

from struct import Struct as Layout
from struct import error as struct_error
from typing import TYPE_CHECKING, Final

from kraft_wire.errors import WireError
from kraft_wire.headers import decode_request_header, peek_request
from kraft_wire.messages import kafka_messages
from kraft_wire.primitives import read_uvarint

if TYPE_CHECKING:
    from kraft_wire.message import Message
    from kraft_wire.registry import MessageSet

PRODUCE: Final = 0

_PRODUCE_REQUEST: Final = "ProduceRequest"
"""Its name tells it from other requests of key 0, in packages that are not Kafka's."""

_TRANSACTIONAL_ID_SINCE: Final = 3
_INT16: Final = Layout(">h")


def expects_response(request: Message) -> bool:
    """Whether the peer answers this request."""
    if request.API_KEY != PRODUCE or type(request).__name__ != _PRODUCE_REQUEST:
        return True
    acks: int = getattr(request, "acks", -1)
    return acks != 0


def opaque_expects_response(payload: bytes, message_set: MessageSet | None = None) -> bool:
    """Whether the peer answers the request of this frame; only the front of Produce is read for it.

    A Produce request whose front cannot be read is taken for one with a response. One of a version
    that the package does not know is taken to begin as the newest known one does.
    """
    if peek_request(payload).api_key != PRODUCE:
        return True
    known = message_set or kafka_messages()
    if known.name_of("request", PRODUCE) != _PRODUCE_REQUEST:
        return True
    try:
        header, position = decode_request_header(payload, known)
    except WireError:
        return True
    version = header.request_api_version
    is_flexible = known.entries[_PRODUCE_REQUEST].is_flexible(version)
    try:
        if version >= _TRANSACTIONAL_ID_SINCE:
            position = _behind_text(payload, position, is_compact=is_flexible)
        (acks,) = _INT16.unpack_from(payload, position)
    except (ValueError, IndexError, struct_error):
        return True
    return bool(acks)


def _behind_text(payload: bytes, position: int, *, is_compact: bool) -> int:
    """Step over a nullable string."""
    if is_compact:
        length, position = read_uvarint(payload, position)
        return position + max(length - 1, 0)
    (length,) = _INT16.unpack_from(payload, position)
    return position + _INT16.size + max(int(length), 0)
