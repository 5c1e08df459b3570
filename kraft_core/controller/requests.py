"""What is settled before a request is queued: rights on the cluster, and requests for nothing.

Kafka's ControllerApis does the first for every request, QuorumController the second: it answers
requests with an empty list at once, on every controller, active or not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.controller.decision import Context
from kraft_core.security.authorizer import Operation
from kraft_wire.messages import (
    response_class,
)

if TYPE_CHECKING:
    from kraft_core.node.service import ServedRequest
    from kraft_wire.message import Message

_ON_CLUSTER: Final = {
    43: Operation.ALTER,
    45: Operation.ALTER,
    46: Operation.DESCRIBE,
    56: Operation.CLUSTER_ACTION,
    62: Operation.CLUSTER_ACTION,
    63: Operation.CLUSTER_ACTION,
    64: Operation.ALTER,
    67: Operation.CLUSTER_ACTION,
    70: Operation.CLUSTER_ACTION,
    73: Operation.CLUSTER_ACTION,
}
"""The right that a request needs on the cluster; other decisions check rights themselves."""

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
"""The lists of a request that asks for nothing if they are empty; null is "all"."""


def context_of(request: ServedRequest) -> Context:
    """Return what a decision may know of who asks."""
    asked = request.context
    return Context(
        api_version=request.api_version,
        principal=asked.principal,
        is_forwarded=asked.is_forwarded,
        has_authorizer=False,
        may_use_tokens=not asked.has_token,
    )


def authorize(message: Message, context: Context) -> None:
    """Raise Refusal where the principal has no right on the cluster that the request needs."""
    operation = _ON_CLUSTER.get(message.API_KEY or -1)
    if operation is not None:
        context.require(operation)


def is_nothing(message: Message) -> bool:
    """Whether a request asks for nothing."""
    names = _LISTS.get(message.API_KEY or -1)
    if names is None:
        return False
    values = [getattr(message, name) for name in names]
    return all(value is not None and not value for value in values)


def answer_to_nothing(message: Message) -> Message:
    """Return the answer, which says that all of nothing succeeded."""
    return response_class(message.API_KEY or -1)()
