"""A snapshot when somebody wants one, for whoever embeds a node: before a backup, for newcomers."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from kraft_core.consensus.values import SnapshotId
    from kraft_core.node.node import RaftNode


async def write_snapshot(node: RaftNode) -> SnapshotId:
    """Write a snapshot of what is applied now, and wait until it is on disk; its id.

    As long as the state machine cannot write one, or nothing is applied, it is waited for. Raises
    NodeEndedError.
    """
    wanted = node.replica.applied.offset

    def stored() -> SnapshotId | None:
        latest = node.directory.latest_snapshot()
        if latest is not None and latest.snapshot_id.offset >= wanted:
            return latest.snapshot_id
        if node.replica.request_snapshot():
            node.turn_soon()
        return None

    return cast("SnapshotId", await node.until(stored))
