"""One readable line per action of a replica, in the words of simulation traces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.raft.consensus.roles import Candidate
from kraft_core.sim.quorum.trace import described, request_name

if TYPE_CHECKING:
    from tests.support.fake_replica import FakeReplica

__all__ = ["described", "request_name", "status"]


def status(replica: FakeReplica) -> str:
    core = replica.core
    role = type(core.role).__name__.lower()
    leader = None if isinstance(core.role, Candidate) else core.leader_and_epoch.leader_id
    voters = ",".join(str(each) for each in core.voters.ids)
    kind = "voter" if core.is_voter else "observer"
    return (
        f"{replica.node_id} {role} {kind} epoch={core.role.epoch} leader={leader} "
        f"end={core.log.end} committed={core.high_watermark} voters={voters}"
    )
