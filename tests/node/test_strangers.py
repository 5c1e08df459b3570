"""Thousands of strangers next to a quorum of processes with few descriptors."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import re
import resource
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kraft_core.security.tls import client_context
from kraft_wire.messages import ApiVersionsRequest
from tests.node.cluster import NodeProcess, format_node, properties_of, voters_at
from tests.node.raw_client import RawClient
from tests.node.security_keys import ways
from tests.support.certificates import Authority
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    import ssl

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(600)]

PATIENT = {
    "controller.quorum.election.timeout.ms": "1000",
    "controller.quorum.fetch.timeout.ms": "2000",
}
"""Kafka's defaults."""

STRANGERS = 5_000
DESCRIPTORS = 1_000


def led_epochs(process: NodeProcess) -> list[int]:
    return [int(each) for each in re.findall(r"became-leader epoch=(\d+)", process.said())]


def open_descriptors(process: NodeProcess) -> int:
    return len(list(Path(f"/proc/{process.process_id}/fd").iterdir()))


class Strangers:
    """Silent connections from other addresses; one that is closed connects again."""

    def __init__(self, ports: list[int]) -> None:
        self._ports = ports
        self._stop = asyncio.Event()
        self.open: Counter[int] = Counter()
        self.opened: Counter[int] = Counter()

    async def hold(self, number: int) -> None:
        port = self._ports[number % len(self._ports)]
        source = f"127.0.{1 + number % 200}.2"
        stopping = asyncio.ensure_future(self._stop.wait())
        while not self._stop.is_set():
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(source, 0)
                )
                self.open[port] += 1
                self.opened[port] += 1
                ended = asyncio.ensure_future(reader.read())
                await asyncio.wait((ended, stopping), return_when=asyncio.FIRST_COMPLETED)
                self.open[port] -= 1
                writer.close()
                with contextlib.suppress(OSError):
                    await ended
                    await writer.wait_closed()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asyncio.shield(stopping), 2)

    def stop(self) -> None:
        self._stop.set()


def test_voters_reconnect_and_elect_while_strangers_hold_every_place(tmp_path):
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = STRANGERS + 2_000
    if hard < wanted:
        pytest.skip(f"needs {wanted} descriptors, the limit is {hard}")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    ports = free_ports(3)
    voters = voters_at(ports)
    nodes = [
        LimitedNode(tmp_path, properties_of(each, ports, tmp_path, **PATIENT)) for each in (1, 2, 3)
    ]
    for each in nodes:
        format_node(tmp_path, each.node_id, voters)
    try:
        for each in nodes:
            each.start()
        asyncio.run(flood(nodes, ports))
        for each in nodes:
            assert "Traceback" not in each.said()
            assert " ERROR " not in each.said()
    finally:
        for each in nodes:
            each.kill()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def flood(nodes: list[NodeProcess], ports: list[int]) -> None:
    """Fill every place, then kill each leader in turn: another one is elected, and it returns."""
    strangers = Strangers(ports)
    holding = [asyncio.ensure_future(strangers.hold(number)) for number in range(STRANGERS)]
    try:
        await asyncio.to_thread(
            wait_until,
            lambda: all(strangers.opened[port] >= DESCRIPTORS for port in ports),
            "the strangers to hold every place",
        )
        assert all(open_descriptors(each) > DESCRIPTORS // 2 for each in nodes)
        for _ in range(3):
            epochs = {max(led_epochs(each), default=0): each for each in nodes}
            epoch, leader = max(epochs.items(), key=lambda item: item[0])
            await asyncio.to_thread(leader.kill)
            others = [each for each in nodes if each is not leader]

            def is_led_anew(others=others, epoch=epoch) -> bool:
                return max(max(led_epochs(each), default=0) for each in others) > epoch

            await asyncio.to_thread(wait_until, is_led_anew, "a new leader")
            await asyncio.to_thread(leader.start)
            ending = leader.said().rpartition("Kafka Server started")[2]
            assert "Traceback" not in ending
            await asyncio.to_thread(
                wait_until, lambda leader=leader: has_joined(leader), "the old leader to join again"
            )
            assert all(open_descriptors(each) < DESCRIPTORS for each in nodes)
        before = max(max(led_epochs(each), default=0) for each in nodes)
        for each in nodes:
            each.kill()
        await asyncio.gather(*(asyncio.to_thread(each.start) for each in nodes))
        await asyncio.to_thread(
            wait_until,
            lambda: max(max(led_epochs(each), default=0) for each in nodes) > before,
            "a leader of a later epoch",
        )
        await asyncio.to_thread(
            wait_until, lambda: all(map(has_joined, nodes)), "all nodes to join"
        )
    finally:
        strangers.stop()
        await asyncio.gather(*holding)


CLIENTS = 1_000


async def close(client: RawClient) -> None:
    """Close a connection whose end the loop must see: what is left is another test's warning."""
    client.writer.transport.abort()
    with contextlib.suppress(OSError):
        await client.writer.wait_closed()


async def connected(port: int, context: ssl.SSLContext, number: int) -> tuple[RawClient, int]:
    """Connect, authenticate and ask, again as long as that fails, as clients do; how often."""
    for attempt in itertools.count(1):
        client = None
        try:
            client = await RawClient.connect(
                port, source=f"127.0.{1 + number % 200}.2", context=context
            )
            await client.ask(ApiVersionsRequest(), 0)
        except (OSError, EOFError):
            if client is not None:
                await close(client)
            await asyncio.sleep(0.05 * 2 ** min(attempt, 4))
        else:
            return client, attempt
    raise AssertionError


def test_a_thousand_clients_that_come_back_at_once_cost_no_election(tmp_path):
    ports = free_ports(3)
    authority = Authority(tmp_path)
    keys = ways(authority)["mutual SSL"]
    nodes = [
        NodeProcess(tmp_path, properties_of(each, ports, tmp_path, **PATIENT, **keys))
        for each in (1, 2, 3)
    ]
    context = client_context(
        authority.stores("client") | {"ssl.endpoint.identification.algorithm": ""}
    )

    async def come_back(port: int) -> int:
        everybody = await asyncio.gather(
            *(connected(port, context, number) for number in range(CLIENTS))
        )
        await asyncio.gather(*(close(client) for client, _ in everybody))
        return max(attempt for _, attempt in everybody)

    for each in nodes:
        format_node(tmp_path, each.node_id, voters_at(ports))
    try:
        for each in nodes:
            each.launch()
        wait_until(lambda: any(map(led_epochs, nodes)), "a leader")
        wait_until(lambda: all(map(has_joined, nodes)), "all nodes to join")
        leader = next(each for each in nodes if led_epochs(each))
        attempts = asyncio.run(asyncio.wait_for(come_back(ports[leader.node_id - 1]), 200))
        print(attempts, "attempts at most")
        assert [led_epochs(each) for each in nodes if led_epochs(each)] == [led_epochs(leader)]
        assert len(led_epochs(leader)) == 1
    finally:
        for each in nodes:
            each.kill()


def has_joined(node: NodeProcess) -> bool:
    """Whether it follows or leads since its last start."""
    last = node.said().rpartition("Kafka Server started")[2]
    return "became-follower" in last or "became-leader" in last


class LimitedNode(NodeProcess):
    """A node that may open few files."""

    @property
    def command(self) -> list[str]:
        line = f'ulimit -Sn 200; ulimit -Hn {DESCRIPTORS}; exec "$@"'
        return ["/bin/sh", "-c", line, "sh", *super().command]
