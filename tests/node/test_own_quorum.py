"""A quorum by name: how it begins and is joined, and its topic towards peers and on disk."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import pytest

from kraft_core.config.errors import ConfigurationError
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import prepare_directory
from kraft_core.node.node import RaftNode
from kraft_core.node.own_quorum import LISTENER, OwnQuorum
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.directory import PARTITION_METADATA
from kraft_core.raft.storage.errors import StorageError, WrongDirectoryError
from kraft_core.raft.topic import KAFKAS_TOPIC, QuorumTopic
from kraft_wire.messages import FetchRequest
from kraft_wire.primitives import Uuid
from tests.node.cluster import TIMES, ListMachine, directory_id, properties_of, run
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports

# -- the quorum ------------------------------------------------------------------------------------

LEDGER = OwnQuorum("ledger")


def test_a_name_has_always_the_same_topic():
    assert LEDGER.topic == OwnQuorum("ledger", "another").topic
    assert LEDGER.topic.topic_id != OwnQuorum("other").topic.topic_id
    assert LEDGER.topic != KAFKAS_TOPIC


@pytest.mark.parametrize("name", ["", "a/b", KAFKAS_TOPIC.name])
def test_names_that_cannot_be(name):
    with pytest.raises(ValueError, match="topic"):
        OwnQuorum(name)


def test_a_directory_is_formatted_once(tmp_path):
    configuration = LEDGER.configuration(1, "127.0.0.1:9001", str(tmp_path / "one"))
    assert LEDGER.begin(configuration)
    assert not LEDGER.begin(configuration)
    assert not LEDGER.join(configuration)
    assert (tmp_path / "one" / "ledger-0").is_dir()


def test_directory_of_another_quorum_is_refused(tmp_path):
    folder = str(tmp_path / "one")
    assert LEDGER.begin(LEDGER.configuration(1, "127.0.0.1:9001", folder))
    other = OwnQuorum("other")
    configuration = other.configuration(1, "127.0.0.1:9001", folder)
    for prepare in (other.begin, other.join):
        with pytest.raises(WrongDirectoryError, match=r"contains the log of quorum 'ledger'"):
            prepare(configuration)
    assert not (tmp_path / "one" / "other-0").exists()
    same_name = OwnQuorum("ledger", "another cluster")
    with pytest.raises(WrongDirectoryError, match="belongs to cluster 'ledger'"):
        same_name.begin(LEDGER.configuration(1, "127.0.0.1:9001", folder))


@pytest.mark.node
def test_node_of_another_quorum_does_not_start_on_the_log(tmp_path):
    async def story():
        (port,) = free_ports(1)
        folder = str(tmp_path / "one")
        configuration = LEDGER.configuration(1, f"127.0.0.1:{port}", folder)
        LEDGER.begin(configuration)
        async with RaftNode(configuration, ListMachine()) as node:
            await node.leadership()
        other = OwnQuorum("other", "ledger").configuration(1, f"127.0.0.1:{port}", folder)
        with pytest.raises(WrongDirectoryError, match="but this node belongs to 'other'"):
            await RaftNode(other, ListMachine()).start()
        async with RaftNode(configuration, ListMachine()) as node:
            await node.leadership()

    run(story())


def test_begin_refuses_port_zero_and_a_missing_own_voter(tmp_path):
    nowhere = LEDGER.configuration(1, "127.0.0.1:0", str(tmp_path))
    with pytest.raises(ConfigurationError, match="not 0"):
        LEDGER.begin(nowhere)
    with pytest.raises(ConfigurationError, match="not one of the initial voters"):
        LEDGER.begin(nowhere, VoterSet())
    assert not list(tmp_path.iterdir())


def node_of(tmp_path, node_id, ports, **settings):
    folder = str(tmp_path / f"node-{node_id}")
    servers = [f"127.0.0.1:{port}" for port in ports]
    return LEDGER.configuration(node_id, servers[node_id - 1], folder, servers, TIMES | settings)


@pytest.mark.node
@pytest.mark.timeout(180)
def test_a_quorum_begins_with_one_node_and_others_join_by_themselves(tmp_path):
    async def story():
        ports = free_ports(3)
        machines = [ListMachine() for _ in ports]
        async with AsyncExitStack() as stack:
            nodes = []
            for node_id, machine in enumerate(machines, 1):
                configuration = node_of(tmp_path, node_id, ports)
                if node_id == 1:
                    LEDGER.begin(configuration)
                else:
                    LEDGER.join(configuration)
                nodes.append(await stack.enter_async_context(RaftNode(configuration, machine)))
            await nodes[0].leadership()
            await nodes[0].append([b"x"])
            for node, machine in zip(nodes, machines, strict=True):
                await node.until(lambda node=node: node.voters.ids == (1, 2, 3))
                await node.until(lambda machine=machine: machine.values == [b"x"])
                assert node.leader_address.port == ports[0]
            for node in nodes:
                node.shut_down()
                node.shut_down()

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_a_quorum_begins_with_several_voters(tmp_path):
    async def story():
        ports = free_ports(2)
        voters = VoterSet.of(
            Voter(
                ReplicaKey(node_id, directory_id(node_id)),
                (Endpoint(LISTENER, "127.0.0.1", port),),
                VersionRange(0, 1),
            )
            for node_id, port in enumerate(ports, 1)
        )
        configurations = [node_of(tmp_path, node_id, ports) for node_id in (1, 2)]
        for configuration in configurations:
            assert LEDGER.begin(configuration, voters)
        async with AsyncExitStack() as stack:
            nodes = [RaftNode(each, ListMachine()) for each in configurations]
            await asyncio.gather(*(stack.enter_async_context(node) for node in nodes))
            assert {await node.leader() for node in nodes} <= {1, 2}
            for node in nodes:
                node.shut_down()
                node.shut_down()

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_nodes_of_another_quorum_are_refused(tmp_path):
    """The same address, the same name, another cluster: it never becomes part of it."""

    async def story():
        first, second = free_ports(2)
        own = node_of(tmp_path, 1, [first])
        LEDGER.begin(own)
        address = f"127.0.0.1:{second}"
        folder = str(tmp_path / "stranger")
        strangers = OwnQuorum("ledger", "strangers")
        settings = TIMES
        stranger = strangers.configuration(2, address, folder, [f"127.0.0.1:{first}"], settings)
        strangers.join(stranger)
        async with RaftNode(own, ListMachine()) as node:
            await node.leadership()
            notes = []
            refused = asyncio.Event()

            def on_note(note):
                notes.append(note)
                refused.set()

            async with RaftNode(stranger, ListMachine(), on_note=on_note) as lost:
                await node.append([b"x"])
                await refused.wait()
                assert lost.leader_and_epoch.leader_id is None
                lost.shut_down()
                lost.shut_down()
            assert node.voters.ids == (1,)

    run(story())


def test_a_directory_of_another_quorum_is_refused(tmp_path):
    configuration = LEDGER.configuration(1, "127.0.0.1:9001", str(tmp_path / "one"))
    LEDGER.begin(configuration)
    other = LEDGER.configuration(2, "127.0.0.1:9001", str(tmp_path / "one"))
    with pytest.raises(StorageError, match="belongs to node 1"):
        asyncio.run(RaftNode(other, ListMachine()).start())


# -- its topic -------------------------------------------------------------------------------------

OWN_ID = Uuid(bytes(range(16)))
OWN = QuorumTopic("ledger", OWN_ID)


def fetch(topic_id):
    partition = FetchRequest.FetchPartition(log_start_offset=-1, high_watermark=1 << 40)
    return FetchRequest(
        topics=(FetchRequest.FetchTopic(topic_id=topic_id, partitions=(partition,)),)
    )


@pytest.mark.node
@pytest.mark.timeout(180)
def test_two_nodes_of_a_custom_quorum_agree_and_refuse_other_clients(tmp_path):
    async def story():
        ports = free_ports(2)
        voters = VoterSet.of(
            [
                Voter(
                    ReplicaKey(node_id, directory_id(node_id)),
                    (Endpoint("CONTROLLER", "127.0.0.1", port),),
                    VersionRange(0, 1),
                )
                for node_id, port in enumerate(ports, 1)
            ]
        )
        nodes, machines = [], []
        for node_id in (1, 2):
            configuration = NodeConfiguration.of(properties_of(node_id, ports, tmp_path), OWN)
            key = directory_id(node_id)
            assert prepare_directory(configuration, "mine", key, voters)
            assert not prepare_directory(configuration, "mine", key, voters)
            machines.append(ListMachine())
            nodes.append(RaftNode(configuration, machines[-1]))
            await nodes[-1].start()
        leader_id = await nodes[0].leader()
        leader = nodes[leader_id - 1]
        await leader.until(lambda: leader.is_leading)
        await leader.append([b"one", b"two"])
        for node, machine in zip(nodes, machines, strict=True):
            await node.until(lambda machine=machine: machine.values == [b"one", b"two"])
        folder = tmp_path / "node-1" / "ledger-0"
        assert (folder / PARTITION_METADATA).read_text() == f"version: 0\ntopic_id: {OWN_ID}"
        assert not (tmp_path / "node-1" / "__cluster_metadata-0").exists()
        client = await RawClient.connect(leader.ports["CONTROLLER"])
        assert (await client.ask(fetch(KAFKAS_TOPIC.topic_id), 17)).error_code == 42
        answer = await client.ask(fetch(OWN_ID), 17)
        assert answer.responses[0].topic_id == OWN_ID
        client.close()
        for node in nodes:
            node.shut_down()
            node.shut_down()
            await node.wait_closed()

    run(story())
