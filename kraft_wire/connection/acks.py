"""The one request that has no response: Produce with acks 0."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_wire import messages
from kraft_wire.errors import WireError
from kraft_wire.headers import decode_request_header, peek_request

if TYPE_CHECKING:
    from kraft_wire.message import Message

PRODUCE: Final = 0


def expects_response(request: Message) -> bool:
    """Whether the peer answers this request."""
    return not (isinstance(request, messages.ProduceRequest) and request.acks == 0)


def opaque_expects_response(payload: bytes) -> bool:
    """Whether the peer answers the request of this frame; only Produce is read for it.

    A Produce request that cannot be read is taken for one with a response.
    """
    prefix = peek_request(payload)
    if prefix.api_key != PRODUCE:
        return True
    try:
        _, start = decode_request_header(payload)
        cls = messages.ProduceRequest
        return cls.decode_prefix(payload[start:], prefix.api_version)[0].acks != 0
    except WireError:
        return True
