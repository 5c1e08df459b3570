"""The client: each number goes to one leader once, and what it answers is believed."""

from __future__ import annotations

import asyncio
import contextlib

from kraft_core.demo.processes import RECORDS, Workload
from tests.demo.pretended import PretendedProcess, PretendedQuorum, state


def leader(node_id, epoch):
    return PretendedProcess(node_id, state("leader", epoch, leads=True))


def committed(first):
    return {"first": first, "numbers": {"committed": list(range(first, first + RECORDS))}}


def test_numbers_ascend_from_leader_to_leader():
    first, second = leader(1, 1), leader(2, 2)
    workload = Workload(PretendedQuorum(first))
    workload._send()
    workload._quorum.leader = second
    workload._send()
    assert first.orders == [("append", {"epoch": 1, "first": 1, "count": RECORDS})]
    assert second.orders == [("append", {"epoch": 2, "first": 1 + RECORDS, "count": RECORDS})]
    workload._quorum.leader = first  # it has not heard of its successor
    workload._send()
    assert len(first.orders) == 1


def test_without_a_leader_and_before_answers_nothing_more_is_sent():
    workload = Workload(PretendedQuorum(None))
    workload._send()
    assert workload.is_answered
    workload._quorum.leader = busy = leader(1, 1)
    for _ in range(50):
        workload._send()
    assert len(busy.orders) == 10


def test_what_was_answered_and_what_was_not():
    workload = Workload(PretendedQuorum(leader(1, 3)))
    for _ in range(3):
        workload._send()
    workload.answered(committed(1))
    assert (workload.acknowledged, workload.acknowledged_epoch) == (set(range(1, RECORDS + 1)), 3)
    assert workload.rate == RECORDS
    workload.answered({"first": 1 + RECORDS, "numbers": {"unknown": [21], "rejected": [22, 23]}})
    assert (workload.doubtful, workload.refused) == ({21}, 2)
    assert workload.lost(PretendedProcess(2)) == 0
    assert workload.lost(workload._quorum.leader) == RECORDS
    assert workload.is_answered
    assert workload.doubtful == {21, *range(1 + 2 * RECORDS, 1 + 3 * RECORDS)}


def test_it_goes_on_until_it_is_cancelled():
    async def story():
        asked = leader(1, 1)
        workload = Workload(PretendedQuorum(asked))
        running = asyncio.create_task(workload.run())
        while len(asked.orders) < 3:  # noqa: ASYNC110 - what is asked has no event
            await asyncio.sleep(0.005)
        running.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await running

    asyncio.run(story())
