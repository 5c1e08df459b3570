"""What the demo replicates, and the check of the disks."""

from __future__ import annotations

import pytest

from kraft_core.demo.ledger import (
    VALUE_BYTES,
    Ledger,
    Numbers,
    judge,
    newest_snapshot,
    read_disk,
    value_of,
)
from kraft_core.node.node import RaftNode
from kraft_core.raft.consensus.values import LeaderAndEpoch, OffsetAndEpoch
from kraft_wire.records import RecordBatch, RecordBatchBuilder
from tests.demo.lone_member import lone_plan
from tests.node.cluster import run

# -- what is replicated ----------------------------------------------------------------------------


def numbers_of(*numbers):
    found = Numbers()
    for number in numbers:
        found.take(value_of(number))
    return found


def batch_of(values):
    builder = RecordBatchBuilder()
    for value in values:
        builder.append(1, None, value)
    return RecordBatch(builder.build())


def test_each_record_has_content_of_its_own():
    assert len({value_of(number) for number in range(1000)}) == 1000
    assert {len(value_of(number)) for number in (0, 9, 123_456_789)} == {VALUE_BYTES}


def test_ranges_have_no_gaps():
    found = numbers_of(1, 2, 3, 7, 8, 20)
    assert found.ranges == [(1, 3), (7, 8), (20, 20)]
    assert list(found) == [1, 2, 3, 7, 8, 20]
    assert (len(found), found.faults) == (6, 0)


@pytest.mark.parametrize(
    "value",
    [value_of(2), value_of(1), value_of(3)[:-1], b"", b"record x", b"record 3 " + bytes(91)],
)
def test_what_comes_twice_late_or_damaged_is_a_fault(value):
    found = numbers_of(1, 2)
    found.take(value)
    assert (found.faults, list(found)) == (1, [1, 2])


def test_a_ledger_is_what_its_snapshot_says():
    heard = []
    ledger = Ledger(lambda: heard.append(1))
    ledger.apply(batch_of([value_of(1), value_of(2), value_of(5), b"damaged"]))
    ledger.leader_changed(LeaderAndEpoch(1, 1))
    other = Ledger()
    other.apply(batch_of([value_of(9)]))
    other.begin_load(OffsetAndEpoch(9, 1))
    other.load(batch_of(ledger.snapshot_values()))
    assert other.numbers.ranges == ledger.numbers.ranges == [(1, 2), (5, 5)]
    assert (other.numbers.faults, heard) == (1, [1])


# -- what the disks hold ---------------------------------------------------------------------------


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
