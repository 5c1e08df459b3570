"""Transports are waited for, and aborted if they stay."""

from __future__ import annotations

import asyncio

from kraft_core.node.transports import OpenTransports


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


def test_what_stays_is_aborted_and_not_waited_for_for_ever():
    async def story():
        opened = OpenTransports()
        slow, stubborn = FakeTransport(opened), FakeTransport(opened, is_stubborn=True)
        opened.add(slow)
        opened.add(stubborn)
        await opened.closed(0.01)
        assert (slow.aborted, stubborn.aborted, len(opened)) == (1, 1, 1)

    asyncio.run(story())
