"""The one change of voters that a leader may have under way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.values import Endpoints, ReplicaKey


class ChangeKind(Enum):
    """Which request began it."""

    ADD = "add"
    REMOVE = "remove"


@dataclass(slots=True)
class PendingChange:
    """An AddRaftVoter or RemoveRaftVoter that holds the slot until it commits or times out.

    An addition first probes the new voter with ApiVersions (`probe_id`); `record_offset` is where
    the VotersRecord went. `is_answered` is set for an addition whose sender does not wait for the
    commit.
    """

    kind: ChangeKind
    voter: ReplicaKey
    reply_to: ReplyTo
    deadline_ms: int
    endpoints: Endpoints = ()
    ack_when_committed: bool = True
    probe_id: int | None = None
    record_offset: int | None = None
    is_answered: bool = False
