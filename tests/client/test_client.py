from __future__ import annotations

import pytest

from kraft_core.client import (
    Client,
    Position,
    PositionError,
    SnapshotId,
)
from kraft_wire.messages import DescribeQuorumRequest
from tests.client.both_ways import BOTH
from tests.client.loopback import controller
from tests.support.record_batches import snapshot


@pytest.fixture(params=BOTH)
def api(request):
    return request.param


def test_a_client_asks_the_leader(api):
    with controller() as (node, address):
        leader = api.ask(address, "leader")
        assert (leader.node_id, leader.epoch, leader.endpoint) == (1, 1, node.endpoint)
        assert api.ask(address, "high_watermark") == 3
        response = api.ask(address, "call", DescribeQuorumRequest(), is_repeatable=True)
        assert response.nodes[0].node_id == 1


def test_a_client_reads_committed_batches(api):
    with controller() as (_, address):
        batches, position = api.ask(address, "read", Position(0, 0))
        assert [batch.base_offset for batch in batches] == [0, 1]
        assert position == Position(3, 1)
        with pytest.raises(PositionError, match="beyond the end"):
            api.ask(address, "read", Position(4))


def test_a_client_fetches_the_newest_snapshot(api):
    with controller() as (node, address):
        assert api.ask(address, "newest_snapshot") is None
        data = snapshot(1, "a", "b")
        node.snapshots.append(((3, 1), data))
        assert api.ask(address, "newest_snapshot") == ((3, 1), data)
        node.clean((3, 1))
        with pytest.raises(PositionError, match="offset 1 is no longer in the log"):
            api.ask(address, "read", Position(1, 1))


def test_client_returns_the_bounds_of_the_log(api):
    with controller() as (node, address):
        assert api.ask(address, "log_start_offset") == 0
        assert api.ask(address, "committed_end") == 3
        node.snapshots.append(((3, 1), snapshot(1, "a", "b")))
        node.clean((3, 1))
        assert api.ask(address, "log_start_offset") == 3


def test_a_client_fetches_a_certain_snapshot(api):
    with controller() as (node, address):
        data = snapshot(1, "a", "b")
        node.snapshots.append(((3, 1), data))
        assert api.ask(address, "snapshot", SnapshotId(3, 1)) == data
        assert api.ask(address, "snapshot", SnapshotId(2, 1)) is None


def test_a_blocking_client_reads_on():
    with controller() as (_, address), Client(address) as client:
        log = client.log(Position(0, 0))
        assert [batch.base_offset for batch in log.poll()] == [0, 1]
        assert client.log_start_offset() == 0
        assert log.poll() == []
