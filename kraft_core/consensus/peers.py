"""What other replicas told of themselves, by their ApiVersions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kraft_core.consensus.events import PeerDescribed
    from kraft_core.consensus.state import CoreState
    from kraft_core.consensus.values import PeerVersions, VersionRange


@dataclass(slots=True)
class Peer:
    """What another replica told of itself; None where it has not."""

    versions: PeerVersions | None = None
    kraft_range: VersionRange | None = None
    may_lead: bool | None = None


def on_peer_described(core: CoreState, event: PeerDescribed) -> None:
    """Remember it. Beyond the limit of observers only voters are remembered anew."""
    peer = core.peers.get(event.replica_id)
    if peer is None:
        is_voter = core.voters.get(event.replica_id) is not None
        if len(core.peers) >= core.config.observers_max and not is_voter:
            return
        peer = core.peers[event.replica_id] = Peer()
    if event.versions is not None:
        peer.versions = event.versions
    if event.kraft_range is not None:
        peer.kraft_range = event.kraft_range
    if event.may_lead is not None:
        peer.may_lead = event.may_lead
