"""Models of the APIs of the mock cluster: requests in, responses out.

A model is a function from the cluster's state and a request to a response, or to a `Wait` for one.
It has no clock, socket or thread: the time is in the request's `Context`. `state` has topics and
groups, `transaction_states` the transactional ids, `log` one partition, `raft` a scripted voter,
`assignors` those of the consumer protocol. The others are the APIs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.models import (
    admin,
    consumer_groups,
    groups,
    metadata,
    records,
    transaction_states,
    transactions,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.state import ClusterState, Context, Wait
    from kraft_wire.message import Message

    Model = Callable[[Context, Any], Message | Wait]

MODELS: Final[dict[str, Model]] = {
    **metadata.MODELS,
    **records.MODELS,
    **groups.MODELS,
    **consumer_groups.MODELS,
    **transactions.MODELS,
    **admin.MODELS,
}
"""The model of each API, by its name."""


def expire(state: ClusterState, now_ms: int) -> bool:
    """End the sessions and transactions whose time is over; return True if there were any."""
    models = groups, consumer_groups, transaction_states
    expired = [each.expire(state, now_ms) for each in models]
    return any(expired)
