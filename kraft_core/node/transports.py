"""Transports that are open: so that a node that ends leaves none behind."""

from __future__ import annotations

import asyncio


class OpenTransports:
    """Remembers transports until they are lost."""

    def __init__(self) -> None:
        self._open: dict[asyncio.Transport, None] = {}
        self._none_left: asyncio.Future[None] | None = None

    def __len__(self) -> int:
        return len(self._open)

    def add(self, transport: asyncio.Transport) -> None:
        """One more is open."""
        self._open[transport] = None

    def remove(self, transport: asyncio.Transport | None) -> None:
        """It is lost. Another one, or none, does not matter."""
        if transport is not None:
            self._open.pop(transport, None)
        if not self._open and self._none_left is not None and not self._none_left.done():
            self._none_left.set_result(None)

    async def closed(self, patience_s: float) -> None:
        """Wait until all are lost; what is still open after that time is aborted."""
        await self._wait(patience_s)
        for transport in list(self._open):
            transport.abort()
        await self._wait(patience_s)

    async def _wait(self, patience_s: float) -> None:
        if self._open:
            self._none_left = asyncio.get_running_loop().create_future()
            await asyncio.wait((self._none_left,), timeout=patience_s)
