"""Voters and observers of a running quorum: static ones, joined ones, removed ones, late ones."""

from __future__ import annotations

import asyncio
import shutil

import pytest

from kraft_core.client.settings import Endpoint as Address
from kraft_core.config.errors import MembershipError, NodeEndedError
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.node import RaftNode
from kraft_core.node.own_quorum import Membership
from kraft_core.operations.asking import observe
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import AddRaftVoterRequest, DescribeQuorumRequest, RemoveRaftVoterRequest
from kraft_wire.primitives import Uuid
from tests.node.cluster import (
    CLUSTER_ID,
    Cluster,
    ListMachine,
    directory_id,
    format_node,
    properties_of,
    run,
    voters_at,
)
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports

pytestmark = [pytest.mark.node, pytest.mark.timeout(180)]


class Growing(Cluster):
    """A cluster of which only the first nodes are voters at first."""

    def __init__(self, root, count, voters, **more):
        super().__init__(root, count, **more)
        self.first_voters = voters

    async def __aenter__(self):
        for node_id in self.machines:
            voters = voters_at(self.ports, self.first_voters)
            format_node(self.root, node_id, voters if node_id <= self.first_voters else None)
        for node_id in range(1, self.first_voters + 1):
            await self.start(node_id)
        return self


async def ask_leader(cluster, message, version):
    leader = await cluster.leading()
    client = await RawClient.connect(leader.ports["CONTROLLER"])
    answer = await client.ask(message, version)
    client.close()
    return answer


def add(node_id, port):
    listener = AddRaftVoterRequest.Listener(name="CONTROLLER", host="127.0.0.1", port=port)
    return AddRaftVoterRequest(
        cluster_id=CLUSTER_ID,
        timeout_ms=1000,
        voter_id=node_id,
        voter_directory_id=Uuid(directory_id(node_id)),
        listeners=(listener,),
    )


def remove(node_id):
    key = Uuid(directory_id(node_id))
    return RemoveRaftVoterRequest(cluster_id=CLUSTER_ID, voter_id=node_id, voter_directory_id=key)


def test_a_node_is_added_as_a_voter_and_removed_again(tmp_path):
    async def story():
        async with Growing(tmp_path, 2, 1) as cluster:
            leader = await cluster.leading()
            await leader.append([b"before"])
            await cluster.start(2)
            await cluster.until_applied(1)
            answer = await ask_leader(cluster, add(2, cluster.ports[1]), 1)
            assert (answer.error_code, answer.error_message) == (0, None)
            for node in cluster.nodes.values():
                await node.until(lambda node=node: node.voters.ids == (1, 2))
            assert (await ask_leader(cluster, add(2, cluster.ports[1]), 1)).error_code == 126
            await leader.append([b"with both"])
            assert (await ask_leader(cluster, remove(2), 0)).error_code == 0
            assert leader.voters.ids == (1,)
            await leader.append([b"alone"])
            await cluster.until_applied(3)
            assert (await ask_leader(cluster, remove(2), 0)).error_code == 127

    run(story())


def test_a_node_joins_by_itself(tmp_path):
    async def story():
        more = {"controller.quorum.auto.join.enable": "true"}
        async with Growing(tmp_path, 2, 1, **more) as cluster:
            await cluster.leading()
            joining = await cluster.start(2)
            key = ReplicaKey(2, directory_id(2))
            await joining.until(lambda: (own := joining.voters.get(2)) and own.key == key)
            await cluster.nodes[1].until(lambda: cluster.nodes[1].voters.ids == (1, 2))

    run(story())


def test_observers_are_listed_and_follow(tmp_path):
    async def story():
        async with Growing(tmp_path, 2, 1) as cluster:
            leader = await cluster.leading()
            await cluster.start(2)
            await leader.append([b"x"])
            await cluster.until_applied(1)
            topic = DescribeQuorumRequest.TopicData(
                topic_name="__cluster_metadata",
                partitions=(DescribeQuorumRequest.PartitionData(),),
            )
            answer = await ask_leader(cluster, DescribeQuorumRequest(topics=(topic,)), 2)
            partition = answer.topics[0].partitions[0]
            (observer,) = partition.observers
            assert observer.replica_id == 2
            assert observer.replica_directory_id == directory_id(2)
            assert partition.high_watermark == leader.core.log.end.offset

    run(story())


def test_a_late_node_begins_with_a_snapshot(tmp_path):
    async def story():
        more = {"metadata.log.max.record.bytes.between.snapshots": "4000"}
        async with Growing(tmp_path, 2, 1, **more) as cluster:
            leader = await cluster.leading()
            for number in range(100):
                await leader.append([b"%03d" % number + bytes(100)])
            await leader.until(lambda: leader.directory.latest_snapshot().snapshot_id.offset)
            late = await cluster.start(2)
            await cluster.until_applied(100)
            assert cluster.machines[2].values == cluster.machines[1].values
            assert late.directory.latest_snapshot().snapshot_id.offset > 0
            assert late.directory.log.start_offset > 0

    run(story())


def test_a_static_quorum(tmp_path):
    async def story():
        ports = free_ports(3)
        voters = ",".join(f"{place}@127.0.0.1:{port}" for place, port in enumerate(ports, 1))
        nodes, machines = [], []
        for node_id in (1, 2, 3):
            format_node(tmp_path, node_id, None)
            values = properties_of(node_id, ports, tmp_path)
            del values["controller.quorum.bootstrap.servers"]
            values["controller.quorum.voters"] = voters
            machines.append(ListMachine())
            nodes.append(RaftNode(NodeConfiguration.of(values), machines[-1]))
        await asyncio.gather(*(node.start() for node in nodes))
        leader = nodes[await nodes[0].leader() - 1]
        await leader.until(lambda: leader.is_leading)
        await leader.append([b"x"])
        for node, machine in zip(nodes, machines, strict=True):
            await node.until(lambda machine=machine: machine.values == [b"x"])
            assert node.core.kraft_version == 0
        for node in nodes:
            node.shut_down()
            node.shut_down()
            await node.wait_closed()

    run(story())


def test_leader_made_a_witness_steps_down_and_its_peers_are_informed(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            await leader.append([b"x"])
            leader.set_witness(True)
            await leader.until(lambda: not leader.is_leading)
            own_id = leader.configuration.node_id
            await leader.until(lambda: leader.leader_and_epoch.leader_id not in {None, own_id})

    run(story())


def endpoint_of(cluster, node_id):
    return (Endpoint("CONTROLLER", "127.0.0.1", cluster.ports[node_id - 1]),)


def test_any_node_can_change_who_votes(tmp_path):
    async def story():
        async with Growing(tmp_path, 3, 1) as cluster:
            await cluster.leading()
            observer, key = await cluster.start(2), ReplicaKey(2, directory_id(2))
            await Membership(observer).add(key, endpoint_of(cluster, 2))
            await observer.until(lambda: observer.voters.ids == (1, 2))
            await Membership(observer).add(key, endpoint_of(cluster, 2))  # it is one already
            third = await cluster.start(3)
            leader = await cluster.leading()
            third_key = ReplicaKey(3, directory_id(3))
            await Membership(leader).add(third_key, endpoint_of(cluster, 3))
            await third.until(lambda: third.voters.ids == (1, 2, 3))
            await Membership(third).remove(2)
            await third.until(lambda: third.voters.ids == (1, 3))
            await Membership(third).remove(2)  # it is none already
            await leader.append([b"x"])

    run(story())


def test_a_leader_that_removes_itself_is_found_out(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            own_id = leader.configuration.node_id
            other = next(node for node in cluster.nodes.values() if node is not leader)
            await Membership(other).remove(own_id)
            await other.until(lambda: own_id not in other.voters.ids)
            await other.until(lambda: other.leader_and_epoch.leader_id in other.voters.ids)

    run(story())


def test_changes_that_cannot_be_made_say_why(tmp_path):
    async def story():
        async with Growing(tmp_path, 2, 1) as cluster:
            leader = await cluster.leading()
            membership = Membership(leader)
            with pytest.raises(MembershipError, match="last voter") as refused:
                await membership.remove(1)
            assert refused.value.error is ErrorCode.VOTER_NOT_FOUND
            stranger = ReplicaKey(1, directory_id(9))
            with pytest.raises(MembershipError, match="Node 1 was not made a voter") as refused:
                await membership.add(stranger, endpoint_of(cluster, 1))
            assert refused.value.error is ErrorCode.DUPLICATE_VOTER
            absent = ReplicaKey(2, directory_id(2))
            with pytest.raises(MembershipError) as refused:
                await membership.add(absent, endpoint_of(cluster, 2), timeout_s=0.3)
            assert refused.value.error in {None, ErrorCode.REQUEST_TIMED_OUT}

    run(story())


def test_membership_change_without_a_leader_fails(tmp_path):
    async def story():
        ports = free_ports(2)
        format_node(tmp_path, 1, voters_at(ports))
        node = RaftNode(NodeConfiguration.of(properties_of(1, ports, tmp_path)), ListMachine())
        async with node:
            await node.until(lambda: node.voters.ids)
            with pytest.raises(MembershipError, match="no leader answered") as refused:
                await Membership(node).remove(2, timeout_s=0.1)
            assert refused.value.error is None
            waiting = asyncio.ensure_future(Membership(node).remove(2))
            await asyncio.sleep(0)
            node.shut_down()
            node.shut_down()
        with pytest.raises(NodeEndedError):
            await waiting

    run(story())


async def start_copy(cluster, node_id):
    """Start a copy of a node's directory on another port, as a cloned machine does."""
    shutil.copytree(cluster.root / f"node-{node_id}", cluster.root / "copy")
    ports = list(cluster.ports)
    (ports[node_id - 1],) = free_ports(1)
    more = {"log.dirs": str(cluster.root / "copy")}
    values = properties_of(node_id, ports, cluster.root, **{**cluster.more, **more})
    copy = RaftNode(NodeConfiguration.of(values), ListMachine())
    await copy.start()
    return copy, ports[node_id - 1]


def test_a_cloned_machine_is_reported_and_does_not_fill_the_log(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            copied = next(each for each in cluster.nodes if cluster.nodes[each] is not leader)
            copy, port = await start_copy(cluster, copied)
            await leader.until(lambda: leader.core.contested_voters)
            assert "\nkraft_contested_voters 1.0\n" in leader.metrics.text()
            end_offset = leader.core.log.end_offset
            endpoints = (Address("127.0.0.1", leader.ports["CONTROLLER"]),)
            view = await asyncio.to_thread(observe, endpoints)
            (finding,) = (each for each in view.findings if each.id == "cloned-voter")
            expected = {f"127.0.0.1:{port}", f"127.0.0.1:{cluster.ports[copied - 1]}"}
            assert set(finding.addresses) == expected
            await leader.append([b"x"])
            # the process that the entry does not name asks again, and the entry stays
            history = leader.core.role.addresses[copied]
            for _ in range(3):
                before_ms = history.reported_at_ms
                await leader.until(lambda: history.reported_at_ms > before_ms)  # noqa: B023
            assert leader.core.log.end_offset == end_offset + 1
            await copy.close()

    run(story())


def test_voter_that_was_restored_from_an_older_copy_is_reported_until_it_is_level(tmp_path):
    async def story():
        async with Cluster(tmp_path, 3) as cluster:
            leader = await cluster.leading()
            await leader.append([b"before"])
            node_id = next(each for each in cluster.nodes if cluster.nodes[each] is not leader)
            await cluster.until_applied(1)
            folder, backup = tmp_path / f"node-{node_id}", tmp_path / "backup"
            await stopped(cluster, node_id)
            shutil.copytree(folder, backup)
            await cluster.start(node_id)
            for number in range(20):
                await leader.append([b"%d" % number])
            await cluster.until_applied(21)
            assert (leader.core.regressions, leader.core.regressions_seen) == ((), 0)

            await stopped(cluster, node_id)
            shutil.rmtree(folder)
            shutil.copytree(backup, folder)
            await cluster.start(node_id)  # without a word: its mark is as old as its log
            await leader.until(lambda: leader.core.regressions_seen == 1)
            assert "\nkraft_voter_regressions_total 1.0\n" in leader.metrics.text()
            await cluster.until_applied(21)
            await leader.until(lambda: not leader.core.regressions)
            assert leader.is_leading

    run(story())


async def stopped(cluster, node_id):
    node = cluster.nodes[node_id]
    node.shut_down()
    node.shut_down()
    await node.wait_closed()
