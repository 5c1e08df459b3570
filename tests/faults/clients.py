"""The workload: clients that append to lists and read them, whoever leads, whatever happens."""

from __future__ import annotations

import asyncio
import contextlib
import random
from typing import TYPE_CHECKING, Protocol, Self

from tests.faults.list_history import Kind, ListHistory, Operation, Outcome
from tests.faults.loop_thread import LoopThread

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

ANSWER_S = 2.0
"""How long a client waits for an answer; then it does not know what came of its wish."""
LAST_S = 60.0
PAUSE_S = 0.01
APPENDS_PER_LIST = 150
READ_SHARE = 0.2


class Door(Protocol):
    """The way of one client into the quorum."""

    async def ask(self, node_id: int, operation: Operation) -> Outcome:
        """Ask a node; a read that is done has `seen`. Raises OSError and EOFError."""

    def close(self) -> None:
        """Give up the connection."""


class Clients:
    """Some clients in a thread of their own, from `start` to `pause` or `finish`."""

    def __init__(
        self,
        seed: int,
        node_ids: Sequence[int],
        door: Callable[[], Door],
        *,
        can_read: bool,
    ) -> None:
        self.history = ListHistory()
        self.acknowledged = 0
        self.leader: int | None = None
        """Who acknowledged something last."""
        self.leaders = 0
        """How often that was another one than before."""
        self._rng = random.Random(f"clients {seed}")
        self._node_ids = node_ids
        self._door = door
        self._can_read = can_read
        self._value = 0
        self._is_over = False
        self._running: list[asyncio.Task[None]] = []
        self._thread = LoopThread()

    def __enter__(self) -> Self:
        self._thread.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._thread.__exit__()

    def start(self, count: int) -> None:
        """Let so many clients begin."""

        def begin() -> None:
            self._is_over = False
            loop = asyncio.get_running_loop()
            self._running = [loop.create_task(self._client(number)) for number in range(count)]

        self._thread.call(begin)

    def pause(self) -> None:
        """End the clients, each after its last operation; raises what ended one before."""
        self._thread.run(self._pause())

    def finish(self) -> None:
        """The same, and where that can be asked for, all lists are read once more."""
        self._thread.run(self._finish())

    def last_append(self) -> Operation:
        """One more append, of which it is waited for that it is acknowledged."""
        return self._thread.run(self._until_done(lambda: self._drawn(0, Kind.APPEND)))

    async def _pause(self) -> None:
        self._is_over = True
        await asyncio.gather(*self._running)

    async def _finish(self) -> None:
        await self._pause()
        if self._can_read:
            for key in self.history.keys:
                await self._until_done(lambda key=key: Operation(-1, Kind.READ, key))

    async def _until_done(self, wanted: Callable[[], Operation]) -> Operation:
        async with asyncio.timeout(LAST_S):
            with contextlib.closing(self._door()) as door:
                while True:
                    operation = wanted()
                    if await self._attempt(door, operation):
                        return operation
                    await asyncio.sleep(0.05)

    async def _client(self, number: int) -> None:
        with contextlib.closing(self._door()) as door:
            while not self._is_over:
                is_read = self._can_read and self._rng.random() < READ_SHARE
                kind = Kind.READ if is_read else Kind.APPEND
                if await self._attempt(door, self._drawn(number, kind)):
                    await asyncio.sleep(PAUSE_S)
                else:
                    await asyncio.sleep(PAUSE_S * 5)

    def _drawn(self, client: int, kind: Kind) -> Operation:
        """An append of the next number, or a read of a list that is or was appended to."""
        newest = self._value // APPENDS_PER_LIST
        if kind is Kind.READ:
            chosen = newest if self._rng.random() < 0.8 else self._rng.randrange(newest + 1)
            return Operation(client, kind, str(chosen))
        self._value += 1
        return Operation(client, kind, str(newest), self._value)

    async def _attempt(self, door: Door, operation: Operation) -> bool:
        """Ask the leader, or whoever may lead; whether it was done."""
        asked = self._rng.choice(self._node_ids) if self.leader is None else self.leader
        self.history.begin(operation)
        try:
            async with asyncio.timeout(ANSWER_S):
                outcome = await door.ask(asked, operation)
        except (OSError, EOFError, TimeoutError):
            door.close()
            outcome = Outcome.UNKNOWN
        if outcome is not Outcome.UNKNOWN:
            self.history.end(operation, outcome)
        self._learn(asked, outcome)
        return outcome is Outcome.DONE

    def _learn(self, asked: int, outcome: Outcome) -> None:
        if outcome is not Outcome.DONE:
            if self.leader == asked:
                self.leader = None
            return
        if self.leader != asked:
            self.leader = asked
            self.leaders += 1
        self.acknowledged += 1
