"""Models of the APIs of the mock cluster: requests in, responses out.

A model is a function from the cluster's state and a request to a response, or to a `Wait` for one.
It has no clock, socket or thread: the time is in the request's `Context`. `state` has topics and
groups, `log` one partition, `metadata`, `records`, `groups` and `admin` the APIs; `raft` is a
scripted voter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_core.testing.models import admin, groups, metadata, records

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.state import Context, Wait
    from kraft_wire.message import Message

    Model = Callable[[Context, Any], Message | Wait]

MODELS: Final[dict[str, Model]] = {
    **metadata.MODELS,
    **records.MODELS,
    **groups.MODELS,
    **admin.MODELS,
}
"""The model of each API, by its name."""
