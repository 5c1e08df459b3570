from __future__ import annotations

import asyncio

import pytest

from kraft_core.node.conditions import Conditions


def test_what_is_true_is_not_waited_for():
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


def test_one_that_raises_fails_alone():
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


def test_whoever_gave_up_is_left_alone_and_the_end_wakes_the_rest():
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
