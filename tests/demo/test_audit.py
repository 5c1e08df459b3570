"""The verdict: what the files hold against what was promised, and every way to break it."""

from __future__ import annotations

import pytest

from kraft_core.demo.audit import judge, newest_snapshot, read_disk
from kraft_core.demo.ledger import Ledger, Numbers, value_of
from kraft_core.node.node import RaftNode
from tests.demo.lone_member import lone_plan
from tests.node.cluster import run


def numbers(*values):
    found = Numbers()
    for value in values:
        found.take(value_of(value))
    return found


def verdict(acknowledged, *disks, applied=None):
    by_id = dict(enumerate(disks, 1))
    ranges = {node_id: each.ranges for node_id, each in by_id.items()}
    return judge(acknowledged, by_id, ranges | (applied or {}))


def test_all_is_well():
    found = verdict({1, 2, 4}, numbers(1, 2, 3, 4), numbers(1, 2, 3, 4))
    assert found.is_good
    assert (found.acknowledged, found.nodes, found.others) == (3, 2, 1)
    assert found.sentence == (
        "Nothing acknowledged was lost: all 3 records are on all 2 nodes, in order, once."
    )


@pytest.mark.parametrize(
    ("disks", "applied", "fault"),
    [
        ((numbers(1, 2), numbers(1)), {}, "node 2 lacks 1, the first is 2"),
        ((numbers(1, 2, 2), numbers(1, 2)), {}, "node 1 has 1 twice, out of order or damaged"),
        ((numbers(2, 1), numbers(1, 2)), {}, "node 1 lacks 1"),
        ((numbers(1, 2), numbers(1, 2, 3)), {}, "nodes 1 and 2 have other records"),
        ((numbers(1, 2), numbers(1, 2)), {2: [(1, 1)]}, "node 2 has applied other records"),
    ],
)
def test_every_way_to_lose(disks, applied, fault):
    found = verdict({1, 2}, *disks, applied=applied)
    assert not found.is_good
    assert fault in found.sentence
    assert found.sentence.startswith("The promise was broken: ")


def test_a_promise_of_nothing_is_none():
    assert not verdict(set(), numbers(), numbers()).is_good


@pytest.mark.node
@pytest.mark.timeout(60)
def test_a_disk_is_read_from_its_snapshot_on(tmp_path):
    plan = lone_plan(tmp_path)

    async def story():
        configuration = plan.configuration()
        plan.format(configuration)
        async with RaftNode(configuration, Ledger()) as node:
            await node.leadership()
            for number in range(1, 11):
                await node.append([value_of(number)])
            assert newest_snapshot(plan.log_folder) is None
            node.replica.request_snapshot()
            await node.until(lambda: node.directory.latest_snapshot().snapshot_id.offset)
            await node.append([value_of(12)])

    run(story())
    found = read_disk(plan.log_folder)
    assert (found.ranges, found.faults) == ([(1, 10), (12, 12)], 0)
    segment = next(plan.log_folder.glob("*.log"))
    content = segment.read_bytes()
    segment.write_bytes(content[:-1])
    with pytest.raises(ValueError, match="cannot be read"):
        read_disk(plan.log_folder)
    segment.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    with pytest.raises(ValueError, match="cannot be read"):
        read_disk(plan.log_folder)
