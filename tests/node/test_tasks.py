from __future__ import annotations

import asyncio

from kraft_core.node.tasks import Tasks


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
        await asyncio.sleep(0.01)
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
        await asyncio.sleep(0.01)
        assert late.cancelled()
        assert called == []
        assert len(tasks) == 0
        assert len(faults) == 2

    asyncio.run(story())
