"""Where the cases of a scene are asked, and what was answered."""

from __future__ import annotations

import asyncio
import contextlib
import struct
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kraft_wire.errors import UnsupportedVersionError, WireError
from kraft_wire.messages import DescribeClusterRequest
from tests.answers.asking import NAMED, describe_quorum
from tests.answers.forms import Names
from tests.answers.target import OWN_ID, Layout, Target, directory_of
from tests.answers.voters import PlayedVoter
from tests.node.raw_client import RawClient, request
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable
    from pathlib import Path

    from kraft_wire.message import Message
    from tests.answers.voters import Asked

CLOSED, SILENT, KILLS = "closed", "silent", "dies"
ANSWER_S = 30.0
PARKING_S = 0.2
"""A request that is to wait has come by then; the process is asked something else behind it."""


@dataclass(frozen=True)
class Scene:
    """Cases that one process is asked, one after the other."""

    name: str
    layout: Layout
    story: Callable[[Stage], Awaitable[None]]


class Stage:
    """The process that is asked, and those who are played.

    `record` collects what was answered, by the name of the case. `is_ours` is whether the process
    is ours: then it is also asked what ends the other.
    """

    def __init__(self, target: Target, names: Names, played: dict[int, PlayedVoter]) -> None:
        self.target = target
        self.names = names
        self.played = played
        self.is_ours = target.release is None
        self.record: dict[str, Any] = {}

    @property
    def port(self) -> int:
        """Where the process listens."""
        return self.target.ports[OWN_ID]

    def endpoint(self, node_id: int) -> tuple[str, str, int]:
        """The listener of one of the nodes."""
        return ("CONTROLLER", "127.0.0.1", self.target.ports[node_id])

    def note(self, name: str, found: Any) -> None:
        """Keep the outcome of a case."""
        assert name not in self.record, name
        self.record[name] = found

    def took(self, name: str, asked: Asked) -> None:
        """Keep what the process has asked somebody who is played."""
        self.note(name, self.names.message(asked.message, asked.version))

    async def connect(self) -> RawClient:
        """A connection to the process."""
        return await RawClient.connect(self.port)

    async def asked(self, message: Message, version: int, timeout_s: float = ANSWER_S) -> Any:
        """Ask on a connection of its own; the answer, or what became of the connection."""
        client = await self.connect()
        try:
            return await asyncio.wait_for(client.ask(message, version), timeout_s)
        except TimeoutError:
            return SILENT
        except (asyncio.IncompleteReadError, ConnectionError):
            return CLOSED
        finally:
            client.close()

    async def ask(self, name: str, message: Message, version: int, **more: Any) -> Any:
        """Ask and keep the answer."""
        answer = await self.asked(message, version, **more)
        found = answer if isinstance(answer, str) else self.names.message(answer, version)
        self.note(name, found)
        return answer

    async def wait_with(self, message: Message, version: int) -> Waiting:
        """Ask what is not to be answered yet, and give it time to get there."""
        client = await self.connect()
        client.send(request(message, version))
        await asyncio.sleep(PARKING_S)
        await self.asked(NAMED, 4)
        return Waiting(self, client, message, version)

    async def ask_all(self, name: str, message: Any, lowest: int, highest: int) -> None:
        """Ask in each version in which it can be written; `message` may make it by version."""
        for version in range(lowest, highest + 1):
            made = message(version) if callable(message) else message
            with contextlib.suppress(UnsupportedVersionError):
                request(made, version)
                await self.ask(f"{name} v{version}", made, version)

    async def ask_deadly(self, name: str, message: Message, version: int) -> None:
        """Ask what ends Kafka's process."""
        if self.is_ours:
            await self.ask(name, message, version)
        else:
            self.note(name, KILLS)

    async def send(self, name: str, data: bytes, *, silence_s: float = ANSWER_S) -> None:
        """Send bytes; what comes back until the connection ends or is silent for so long."""
        client = await self.connect()
        try:
            client.send(data)
            payload = await asyncio.wait_for(client.receive(), silence_s)
            self.note(name, self._read(data, payload))
        except TimeoutError:
            self.note(name, SILENT)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.note(name, CLOSED)
        finally:
            client.close()

    def _read(self, data: bytes, payload: bytes) -> Any:
        """An answer to bytes; in hex if it is none in the version of the request."""
        api_key, version = struct.unpack_from(">hh", data, 4)
        try:
            return self.names.message(RawClient.read(payload, api_key, version), version)
        except WireError:
            return payload.hex()

    async def exchanged(self, data: bytes, count: int, *, shown: int | None = None) -> list[str]:
        """Send bytes; up to so many answers in hex, or that much of each."""
        client = await self.connect()
        found: list[str] = []
        try:
            client.send(data)
            for _ in range(count):
                payload = await asyncio.wait_for(client.receive(), ANSWER_S)
                found.append(payload[:shown].hex())
        except (asyncio.IncompleteReadError, ConnectionError):
            found.append(CLOSED)
        finally:
            client.close()
        return found

    async def until_led(self) -> int:
        """Wait until it leads, is registered, and has committed all that it wrote; the end."""
        await self.until(self.is_registered, "it is registered")
        return await self.until_settled()

    async def until_settled(self) -> int:
        """Wait until it leads and has committed all that it wrote; the end offset."""
        found = 0

        async def is_settled() -> bool:
            nonlocal found
            partition = await self.described()
            ends = [each.log_end_offset for each in partition.current_voters]
            ends += [each.log_end_offset for each in partition.observers]
            before, found = found, partition.high_watermark
            return not partition.error_code and before == found > 0 and max(ends) <= found

        await self.until(is_settled, "all is committed")
        return found

    async def described(self) -> Any:
        """The partition of a DescribeQuorum answer."""
        answer = await self.asked(describe_quorum(), 2)
        return answer.topics[0].partitions[0]

    async def is_registered(self) -> bool:
        """Whether a controller has registered with the active one."""
        answer = await self.asked(DescribeClusterRequest(endpoint_type=2), 1)
        return bool(answer.brokers)

    async def until(
        self, holds: Callable[[], Awaitable[bool]], what: str, timeout_s: float = 40
    ) -> None:
        """Ask ten times a second until the answer is true."""
        await wait_until_async(holds, what, timeout_s, pause_s=0.1)

    async def restart(self) -> None:
        """Kill it and start it again."""
        await asyncio.to_thread(self.target.kill)
        await asyncio.to_thread(self.target.start)


class Waiting:
    """A request that waits for its answer on a connection of its own."""

    def __init__(self, stage: Stage, client: RawClient, message: Any, version: int) -> None:
        self._stage, self._client, self._message, self._version = stage, client, message, version
        self._coming = asyncio.ensure_future(client.receive())

    async def is_silent(self, name: str, seconds: float = 0.3) -> None:
        """Note whether nothing has come yet."""
        await asyncio.wait({self._coming}, timeout=seconds)
        self._stage.note(name, "answered" if self._coming.done() else SILENT)

    async def answer(self) -> Any:
        """What came, or what became of the connection."""
        try:
            payload = await asyncio.wait_for(self._coming, ANSWER_S)
        except TimeoutError:
            return SILENT
        except (asyncio.IncompleteReadError, ConnectionError):
            return CLOSED
        finally:
            self._client.close()
        return RawClient.read(payload, self._message.API_KEY, self._version)

    async def answered_with_records(self, name: str) -> None:
        """Note the answer to a Fetch; one without records is asked again, as replicas do.

        Kafka wakes them now and then for a high watermark that has not moved.
        """
        found = await self.answer()
        while not isinstance(found, str) and not found.responses[0].partitions[0].records:
            found = await self._stage.asked(self._message, self._version)
        self._stage.note(name, self._told(found))

    async def answered(self, name: str) -> Any:
        """Note the answer."""
        found = await self.answer()
        self._stage.note(name, self._told(found))
        return found

    def _told(self, found: Any) -> Any:
        is_closed = isinstance(found, str)
        return found if is_closed else self._stage.names.message(found, self._version)

    def close(self) -> None:
        """Go away."""
        self._coming.cancel()
        self._client.close()


@asynccontextmanager
async def staged(root: Path, layout: Layout, release: str | None) -> AsyncIterator[Stage]:
    """A process that runs, and voters that are played; all is gone afterwards."""
    played_ids = layout.played
    names = (OWN_ID, *played_ids, *layout.listeners)
    ports = dict(zip(names, free_ports(len(names)), strict=True))
    async with contextlib.AsyncExitStack() as stack:
        played = {
            each: await stack.enter_async_context(PlayedVoter(each, ports[each]))
            for each in played_ids
        }
        target = await asyncio.to_thread(Target, root, layout, ports, release)
        stack.callback(target.kill)
        directories = {str(target.directory_id): "directory of 1"}
        directories |= {str(directory_of(each)): f"directory of {each}" for each in (2, 3, 4)}
        await asyncio.to_thread(target.start)
        yield Stage(target, Names(ports, directories), played)


async def answers_of(scene: Scene, root: Path, release: str | None) -> dict[str, Any]:
    """Ask all cases of a scene; the answers by name."""
    async with staged(root, scene.layout, release) as stage:
        await scene.story(stage)
        if not stage.target.is_running:
            stage.note("at the end", "the process has died")
        return stage.record
