"""DescribeQuorum: what the leader knows of every replica."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.consensus.roles import Leader
from kraft_core.consensus.rpc import DescribeQuorumResponse, ReplicaStatus
from kraft_core.consensus.values import ReplicaKey
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from kraft_core.consensus.events import ReplyTo
    from kraft_core.consensus.progress import ReplicaProgress
    from kraft_core.consensus.state import CoreState


def on_describe(core: CoreState, reply_to: ReplyTo) -> None:
    """Voters in the order of their ids, then observers; a leader outside the set is one of them."""
    leader = core.role
    if not isinstance(leader, Leader) or core.key is None:
        error = ErrorCode.NOT_LEADER_OR_FOLLOWER
        core.reply(reply_to, DescribeQuorumResponse(error, "this replica does not lead"))
        return
    leader.progress.drop_silent_observers(core.now_ms)
    own_key = core.key if core.history.level >= 1 else ReplicaKey(core.key.id)
    now = core.wall_ms
    own = ReplicaStatus(own_key, core.log.end_offset, now, now)
    voters = [
        own if each is leader.progress.own else _status(each)
        for each in leader.progress.voters.values()
    ]
    observers = [_status(each) for each in leader.progress.observers.values()]
    if leader.progress.own is None:
        observers.append(own)
    observers.sort(key=lambda each: (each.key.id, each.key.directory_id or b""))
    core.reply(
        reply_to,
        DescribeQuorumResponse(
            leader_id=leader.own_id,
            epoch=leader.epoch,
            high_watermark=-1 if leader.high_watermark is None else leader.high_watermark,
            voters=tuple(voters),
            observers=tuple(observers),
            nodes=core.voters,
        ),
    )


def _status(known: ReplicaProgress) -> ReplicaStatus:
    return ReplicaStatus(
        known.key,
        -1 if known.end_offset is None else known.end_offset,
        known.last_fetch_wall_ms,
        known.last_caught_up_wall_ms,
    )
