"""A client's way to the lists of `list_server`."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from tests.faults.list_history import Kind, Operation, Outcome

if TYPE_CHECKING:
    from collections.abc import Mapping

_LINE_MAX = 1 << 24


class ListDoor:
    """One connection, to one node at a time."""

    def __init__(self, host: str, ports: Mapping[int, int]) -> None:
        self._host = host
        self._ports = ports
        self._node_id: int | None = None
        self._reader: asyncio.StreamReader
        self._writer: asyncio.StreamWriter

    async def ask(self, node_id: int, operation: Operation) -> Outcome:
        """Have an operation done."""
        if operation.kind is Kind.APPEND:
            said = await self.say(node_id, "append", operation.key, operation.value)
        else:
            said = await self.say(node_id, "read", operation.key)
        outcome = Outcome(said[0])
        if len(said) > 1:
            operation.seen = tuple(said[1])
        return outcome

    async def say(self, node_id: int, *words: object) -> list:
        """One line, and its answer."""
        if self._node_id != node_id:
            await self._connect(node_id)
        self._writer.write(json.dumps(words).encode() + b"\n")
        line = await self._reader.readline()
        if not line.endswith(b"\n"):
            raise EOFError("the connection has ended")
        return json.loads(line)

    def close(self) -> None:
        """Give up the connection."""
        if self._node_id is not None:
            self._node_id = None
            self._writer.transport.abort()

    async def _connect(self, node_id: int) -> None:
        self.close()
        opened = await asyncio.open_connection(self._host, self._ports[node_id], limit=_LINE_MAX)
        self._reader, self._writer = opened
        self._node_id = node_id
