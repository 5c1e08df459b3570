"""A long life with many elections and connections leaves memory and descriptors as they were.

KRAFT_ELECTIONS=200 pytest tests/faults/test_flat.py
"""

from __future__ import annotations

import os
import socket
import struct

import pytest

from tests.faults.list_quorum import DESCRIPTORS_MAX, ListQuorum
from tests.faults.victim import descriptors_of, memory_of
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.node, pytest.mark.slow, pytest.mark.timeout(3600)]

ELECTIONS = int(os.environ.get("KRAFT_ELECTIONS", "20"))
WARM_AFTER = 5
CONNECTIONS = 100
"""For each election and node: some say nothing, some say half a request and some reset."""
GROWTH_MAX = 4_000_000
"""Bytes. All that may grow is what the log's newest records take in memory and what the allocator
keeps: some hundred bytes for each append, of which there are a few thousand. A connection that is
not given back takes several kilobytes, and each node sees two thousand of them; one that an
election leaves behind would show in the descriptors."""


def force_election(quorum):
    """Nobody reaches the leader any more, until another one acknowledges something."""
    clients = quorum.clients
    wait_until(lambda: clients.leader, "a leader")
    leader = clients.leader
    victim = quorum.victims[leader - 1]

    def cut():
        victim.way.is_cut = True
        victim.way.reset()

    quorum.network.call(cut)
    wait_until(lambda: clients.leader not in (None, leader), "another leader")
    quorum.network.call(victim.way.heal)


def connect_much(victim):
    """Connections that come to nothing."""
    for number in range(CONNECTIONS):
        with socket.create_connection((victim.way.host, victim.way.target), 30) as connection:
            if number % 3:
                connection.sendall(struct.pack(">ihh", 1000, 1, 12))
            if number % 3 == 2:
                linger = struct.pack("ii", 1, 0)
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)


def measured(quorum):
    """Memory and descriptors of each node, once all is quiet."""
    quorum.settled()
    ids = [node.process_id for node in quorum.nodes]
    wait_until(lambda: max(map(descriptors_of, ids)) <= DESCRIPTORS_MAX, "few descriptors")
    return [(memory_of(each), descriptors_of(each)) for each in ids]


def live(quorum, elections):
    quorum.clients.start(1)
    for _ in range(elections):
        force_election(quorum)
        for victim in quorum.victims:
            connect_much(victim)
    quorum.clients.pause()
    return measured(quorum)


def test_memory_and_descriptors_stay_as_they_were(tmp_path):
    with ListQuorum(tmp_path, seed=2) as quorum:
        for node in quorum.nodes:
            node.start()
        warm = live(quorum, WARM_AFTER)
        epoch = quorum.nodes[0].state()[1]
        late = live(quorum, ELECTIONS)
        assert quorum.nodes[0].state()[1] >= epoch + ELECTIONS
        print(f"{ELECTIONS} elections: {warm} became {late}")
        quorum.clients.history.check()
        for (memory, _), (memory_later, _) in zip(warm, late, strict=True):
            assert memory_later - memory <= GROWTH_MAX
