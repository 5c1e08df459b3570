from __future__ import annotations

import asyncio
import time

import uvloop

from kraft_core.node.idle_time import idle_clock


def test_idle_time_of_uvloop_is_wall_time_in_the_poll():
    async def story():
        idle_s = idle_clock(asyncio.get_running_loop())
        await asyncio.sleep(0)
        before = idle_s()
        time.sleep(0.3)  # noqa: ASYNC251 - held up, without using the processor
        await asyncio.sleep(0)
        held_up = idle_s() - before
        await asyncio.sleep(0.3)
        return held_up, idle_s() - before

    held_up, idle = uvloop.run(story())
    assert held_up < 0.1
    assert 0.25 < idle < 0.6


def test_loop_that_does_not_count_idle_time_has_no_clock():
    async def story():
        return idle_clock(asyncio.get_running_loop())

    assert asyncio.run(story()) is None
