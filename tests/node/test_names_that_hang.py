"""Names that hang in DNS, with real processes: the others elect, and each node ends when asked to.

libc's look-up is replaced in the processes by a module that Python imports at their start.
"""

from __future__ import annotations

import time

import pytest

from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from tests.node import cluster
from tests.node.cluster import NodeProcess, directory_id, format_node, properties_of
from tests.node.test_faults import leader_of, led_epochs
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.timeout(240)]

FAKE = """
import os, socket, time
libc, hangs = socket.getaddrinfo, os.environ["HANGS"]

def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    name = host.decode() if isinstance(host, bytes) else host
    if flags & socket.AI_NUMERICHOST or not name.endswith((".hangs", ".test")):
        return libc(host, port, family, type, proto, flags)
    if name.endswith(".hangs") or os.path.exists(hangs):
        time.sleep(3600)
    return libc("127.0.0.1", port, family, type, proto, flags)

socket.getaddrinfo = getaddrinfo
"""
END_S = 20
"""A look-up hangs for an hour: a node that waits for one does not end by then."""


@pytest.fixture
def all_hang(tmp_path, monkeypatch):
    """The file with which every name hangs from the moment that it exists."""
    folder = tmp_path / "libc"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(FAKE)
    path = f"{folder}:{cluster.ENVIRONMENT['PYTHONPATH']}"
    hangs = tmp_path / "hangs"
    monkeypatch.setattr(
        cluster, "ENVIRONMENT", {**cluster.ENVIRONMENT, "PYTHONPATH": path, "HANGS": str(hangs)}
    )
    return hangs


@pytest.fixture
def started(tmp_path):
    made = []

    def start(hosts, running):
        """Start these of the voters at `hosts`, which find the quorum by many names that hang."""
        ports = free_ports(len(hosts))
        voters = VoterSet.of(
            Voter(
                ReplicaKey(node_id, directory_id(node_id)),
                (Endpoint("CONTROLLER", host, port),),
                VersionRange(0, 1),
            )
            for node_id, (host, port) in enumerate(zip(hosts, ports, strict=True), 1)
        )
        servers = ",".join(f"server{number}.hangs:{ports[0]}" for number in range(12))
        for node_id in running:
            format_node(tmp_path, node_id, voters)
            values = properties_of(node_id, ports, tmp_path)
            values["controller.quorum.bootstrap.servers"] = servers
            values["advertised.listeners"] = (
                f"CONTROLLER://{hosts[node_id - 1]}:{ports[node_id - 1]}"
            )
            values["max.connections.per.ip.overrides"] = "other.hangs:5"
            made.append(NodeProcess(tmp_path, values))
            made[-1].launch()
        return made

    yield start
    for each in made:
        each.kill()


def test_two_of_three_voters_elect_while_the_third_name_hangs_and_end_at_sigterm(all_hang, started):
    nodes = started(["one.test", "two.test", "three.hangs"], [1, 2])
    wait_until(lambda: leader_of(nodes), "a leader")
    for node in nodes:
        wait_until(lambda node=node: node.is_ready, "the start of a node")
    (epoch,) = led_epochs(leader_of(nodes))
    began = time.monotonic()
    time_s = []
    for node in nodes:
        assert node.stop() == 0
        time_s.append(time.monotonic() - began)
        began = time.monotonic()
    assert max(time_s) < END_S
    assert epoch < 10


def test_voters_whose_names_hang_are_reached_at_their_last_addresses(all_hang, started):
    nodes = started(["one.test", "two.test", "three.test"], [1, 2, 3])
    for node in nodes:
        wait_until(lambda node=node: node.is_ready, "the start of a node")
    leader = wait_until(lambda: leader_of(nodes), "a leader")
    followers = [node for node in nodes if node is not leader]
    for node in followers:
        wait_until(lambda node=node: "became-follower" in node.said(), "a follower")
    all_hang.touch()
    leader.kill()
    epoch = max(led_epochs(leader))

    def has_another() -> bool:
        return any(max(led_epochs(node), default=0) > epoch for node in followers)

    wait_until(has_another, "another leader")
    for node in followers:
        began = time.monotonic()
        assert node.stop() == 0
        assert time.monotonic() - began < END_S
