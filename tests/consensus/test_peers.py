"""What other replicas told of themselves."""

from __future__ import annotations

from kraft_core.consensus import events as ev
from kraft_core.consensus.peers import Peer
from kraft_core.consensus.values import PeerVersions, VersionRange
from tests.support.lone_core import LoneCore


def test_peers_are_described_bit_by_bit():
    lone = LoneCore()
    lone.feed(ev.PeerDescribed(2, PeerVersions(2, 18)))
    lone.feed(ev.PeerDescribed(2, kraft_range=VersionRange(0, 1)))
    lone.feed(ev.PeerDescribed(2, may_lead=True))
    peer = lone.state.peers[2]
    assert (peer.versions, peer.kraft_range, peer.may_lead) == (
        PeerVersions(2, 18),
        VersionRange(0, 1),
        True,
    )


def test_beyond_the_limit_only_voters_are_new():
    lone = LoneCore(changes={"observers_max": 2})
    for peer in (7, 8, 9, 2):
        lone.feed(ev.PeerDescribed(peer, may_lead=False))
    lone.feed(ev.PeerDescribed(8, may_lead=True))
    assert lone.state.peers == {
        7: Peer(may_lead=False),
        8: Peer(may_lead=True),
        2: Peer(may_lead=False),
    }
