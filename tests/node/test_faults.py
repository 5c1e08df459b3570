"""A node whose disk, process or peers fail it: it ends rightly, or goes on."""

from __future__ import annotations

import os
import resource
import signal

import pytest

from tests.node.cluster import (
    Cluster,
    NodeProcess,
    descriptors,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]


@pytest.fixture
def processes(tmp_path):
    ports = free_ports(3)
    made = []
    for node_id in (1, 2, 3):
        format_node(tmp_path, node_id, voters_at(ports))
        made.append(NodeProcess(tmp_path, properties_of(node_id, ports, tmp_path)))
    yield made
    for each in made:
        each.kill()


def led_epochs(process) -> list[int]:
    words = process.said().split("became-leader epoch=")[1:]
    return [int(each.split()[0]) for each in words]


def leader_of(processes):
    """The running process that led the highest epoch, None if another one may."""
    newest = max(processes, key=lambda each: max(led_epochs(each), default=0))
    return newest if led_epochs(newest) and newest.is_running else None


def fill(processes, root) -> None:
    """Let the logs be longer than what a process says, to which the same limit applies."""

    async def story():
        ports = [int(each.values["listeners"].rsplit(":")[-1]) for each in processes]
        async with Cluster(root, 3, ports=ports) as cluster:
            leader = await cluster.leading()
            for _ in range(20):
                await leader.append([bytes(5000)])
            await cluster.until_applied(20)

    run(story())


def test_node_stops_on_full_disk_and_restarts_once_there_is_space(tmp_path):
    ports = free_ports(3)
    processes = [
        NodeProcess(tmp_path, properties_of(node_id, ports, tmp_path, **{"kraft.witness": "false"}))
        for node_id in (1, 2, 3)
    ]
    fill(processes, tmp_path)
    try:
        _fill_one_disk(processes)
    finally:
        for each in processes:
            each.kill()


def _fill_one_disk(processes):
    for each in processes:
        each.start()
    victim = wait_until(lambda: leader_of(processes), "a leader")
    # a record that the others lack would be truncated, and make room for the next one
    wait_until(lambda: len({each.segment() for each in processes}) == 1, "equal logs")
    victim = wait_until(lambda: leader_of(processes), "the same leader or a later one")
    size = len(victim.segment())
    limits = (size + 10, resource.RLIM_INFINITY)
    resource.prlimit(victim.process_id, resource.RLIMIT_FSIZE, limits)
    others = [each for each in processes if each is not victim]
    os.kill(victim.process_id, signal.SIGSTOP)
    wait_until(lambda: leader_of(others), "a leader among the others")
    os.kill(victim.process_id, signal.SIGCONT)  # the new epoch's first record is for it too
    assert victim.wait() == 1
    assert "Traceback" not in victim.said()
    (sentence,) = (line for line in victim.said().splitlines() if "ERROR" in line)
    assert "__cluster_metadata-0" in sentence
    victim.start()
    wait_until(lambda: leader_of(processes), "a leader of all")
    wait_until(lambda: len({each.segment() for each in processes}) == 1, "equal logs")


def test_paused_leader_finds_the_new_leader(processes):
    for each in processes:
        each.start()
    stopped = wait_until(lambda: leader_of(processes), "a leader")
    epoch = max(led_epochs(stopped))
    os.kill(stopped.process_id, signal.SIGSTOP)
    others = [each for each in processes if each is not stopped]
    wait_until(
        lambda: max(map(max, filter(None, map(led_epochs, others))), default=0) > epoch,
        "a leader of a later epoch",
    )
    os.kill(stopped.process_id, signal.SIGCONT)
    wait_until(
        lambda: "became-follower" in stopped.said().split("became-leader")[-1],
        "the old leader to follow",
    )
    wait_until(lambda: len({each.segment() for each in processes}) == 1, "equal logs")
    assert all(each.is_running for each in processes)


def test_connections_that_come_and_go_leave_nothing_open(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            await leader.append([b"x"])
            await cluster.until_applied(1)
            settled = leader.connections
            before = descriptors()
            for _ in range(100):
                clients = [await RawClient.connect(leader.ports["CONTROLLER"]) for _ in range(5)]
                for client in clients:
                    client.close()
                    await client.writer.wait_closed()
            await leader.until(lambda: leader.connections <= settled + 1)
            await leader.append([b"y"])
            assert descriptors() <= before + 5

    run(story())
