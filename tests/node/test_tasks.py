"""Tasks, timers, transports and conditions: ended with the node, and their failures reported."""

from __future__ import annotations

import asyncio

import pytest

from kraft_core.node.tasks import Conditions, OpenTransports, Tasks
from tests.support.waiting import wait_until_async

# -- tasks and timers ------------------------------------------------------------------------------


def test_owner_ends_what_it_has_and_reports_what_raises():
    async def story():
        faults = []
        tasks = Tasks(faults.append)
        called = []

        async def fail():
            raise ArithmeticError("task")

        def raise_():
            raise ArithmeticError("timer")

        failing = tasks.start(fail(), "failing")
        await asyncio.wait((failing,))
        await asyncio.sleep(0)
        tasks.later(0, raise_)
        await wait_until_async(lambda: len(faults) == 2, "the fault of the timer")
        assert [str(each) for each in faults] == ["task", "timer"]
        waiting = tasks.start(asyncio.Event().wait(), "waiting")
        timer = tasks.later(0, lambda: called.append("cancelled"))
        tasks.later(0, lambda: called.append("closed"))
        timer.cancel()
        timer.cancel()
        await tasks.close()
        assert waiting.cancelled()
        late = tasks.start(asyncio.Event().wait(), "late")
        tasks.later(0, lambda: called.append("late"))
        await asyncio.wait((late,))
        has_rung = asyncio.Event()
        asyncio.get_running_loop().call_later(0, has_rung.set)  # after the timers before it
        await has_rung.wait()
        assert late.cancelled()
        assert called == []
        assert len(tasks) == 0
        assert len(faults) == 2

    asyncio.run(story())


# -- transports ------------------------------------------------------------------------------------


class FakeTransport:
    def __init__(self, opened, *, is_stubborn=False):
        self._opened = opened
        self._is_stubborn = is_stubborn
        self.aborted = 0

    def abort(self):
        self.aborted += 1
        if not self._is_stubborn:
            self._opened.remove(self)


def test_the_end_waits_until_all_are_lost():
    async def story():
        opened = OpenTransports()
        await opened.closed(10)
        first, second = FakeTransport(opened), FakeTransport(opened)
        opened.add(first)
        opened.add(second)
        closing = asyncio.ensure_future(opened.closed(10))
        await asyncio.sleep(0)
        opened.remove(first)
        opened.remove(first)
        opened.remove(None)
        await asyncio.sleep(0)
        assert (closing.done(), len(opened)) == (False, 1)
        opened.remove(second)
        await closing
        assert (first.aborted, second.aborted) == (0, 0)

    asyncio.run(story())


def test_stubborn_transport_is_aborted_and_not_awaited():
    async def story():
        opened = OpenTransports()
        slow, stubborn = FakeTransport(opened), FakeTransport(opened, is_stubborn=True)
        opened.add(slow)
        opened.add(stubborn)
        await opened.closed(0.01)
        assert (slow.aborted, stubborn.aborted, len(opened)) == (1, 1, 1)

    asyncio.run(story())


# -- conditions ------------------------------------------------------------------------------------


def test_true_condition_is_not_awaited():
    assert asyncio.run(Conditions().until(lambda: "found")) == "found"


def test_a_condition_is_looked_at_until_it_is_true():
    async def story():
        conditions, seen = Conditions(), []
        waiting = asyncio.ensure_future(conditions.until(lambda: len(seen) > 1 and seen[-1]))
        for value in ("a", "b", "c"):
            await asyncio.sleep(0)
            seen.append(value)
            conditions.look()
        return await waiting

    assert asyncio.run(story()) == "b"


def test_failing_condition_fails_only_its_waiter():
    async def story():
        conditions, ready = Conditions(), []
        bad = asyncio.ensure_future(conditions.until(lambda: ready and 1 / 0))
        good = asyncio.ensure_future(conditions.until(lambda: bool(ready)))
        await asyncio.sleep(0)
        ready.append(1)
        conditions.look()
        with pytest.raises(ZeroDivisionError):
            await bad
        assert await good

    asyncio.run(story())


def test_cancelled_waiter_is_skipped_and_the_end_wakes_the_rest():
    async def story():
        conditions = Conditions()
        gone = asyncio.ensure_future(conditions.until(lambda: False))
        waiting = asyncio.ensure_future(conditions.until(lambda: False))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        conditions.look()
        conditions.end(RuntimeError("over"))
        with pytest.raises(RuntimeError, match="over"):
            await waiting
        assert gone.cancelled()

    asyncio.run(story())
