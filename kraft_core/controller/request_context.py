"""Checks before a request is queued: its sender, and requests that change nothing.

QuorumController answers requests with an empty list at once, on every controller, active or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.process_keys import PLAINTEXT
from kraft_core.controller.context import Context
from kraft_core.security.principals import ANONYMOUS
from kraft_wire.messages import (
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
    response_class,
)

if TYPE_CHECKING:
    from kraft_core.node.access import Access
    from kraft_core.node.service import RequestContext, ServedRequest
    from kraft_wire.message import Message

_SSL: Final = "SSL"

_LISTS: Final = {
    19: ("topics",),
    20: ("topics", "topic_names"),
    33: ("resources",),
    37: ("topics",),
    43: ("topic_partitions",),
    44: ("resources",),
    45: ("topics",),
    46: ("topics",),
    49: ("entries",),
    51: ("deletions", "upsertions"),
    56: ("topics",),
}
"""The lists whose emptiness makes a request empty; null means "all"."""


def context_of(request: ServedRequest, access: Access) -> Context:
    """Return the caller's identity for a decision."""
    asked, api_key = request.context, request.message.API_KEY or -1
    return Context(
        api_version=request.api_version,
        principal=asked.principal,
        is_forwarded=asked.is_forwarded,
        allows=access.allows(asked, api_key),
        has_authorizer=access.has_authorizer,
        may_use_tokens=_may_use_tokens(asked),
    )


def _may_use_tokens(asked: RequestContext) -> bool:
    """Return True if this caller can use tokens (ControllerApis.allowTokenRequests).

    For a forwarded request the broker has checked the connection of its client.
    """
    if asked.has_token:
        return False
    is_unknown = asked.security_protocol == _SSL and asked.principal == ANONYMOUS
    return asked.is_forwarded or not (asked.security_protocol == PLAINTEXT or is_unknown)


def is_nothing(message: Message) -> bool:
    """Return True if a request asks for nothing."""
    names = _LISTS.get(message.API_KEY or -1)
    if names is None:
        return False
    values = [getattr(message, name) for name in names]
    return all(value is not None and not value for value in values)


def answer_to_nothing(message: Message) -> Message:
    """Return the response to an empty request, which reports success."""
    if isinstance(message, ListPartitionReassignmentsRequest):
        return ListPartitionReassignmentsResponse(error_message=None)
    return response_class(message.API_KEY or -1)()
