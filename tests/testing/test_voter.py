"""Scripted voters, and what a real controller of kraft does beside them."""

from __future__ import annotations

from contextlib import ExitStack, closing

import pytest

from kraft_core.client import Client
from kraft_core.testing import (
    KraftQuorum,
    MockCluster,
    MockClusterError,
    MockController,
    MockVoter,
    MockVoterError,
    UnfiredRuleError,
)
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    DescribeClusterRequest,
    DescribeQuorumRequest,
    FeatureLevelRecord,
    MetadataRequest,
)
from tests.support.waiting import wait_until

CLUSTER = "a-cluster-of-ours-0000"
LEVELS = [FeatureLevelRecord(name="metadata.version", feature_level=25)]


class Trio:
    """Controller 1 is real, 2 and 3 are scripted."""

    def __init__(self, stack):
        self.second, self.third = (
            stack(MockVoter(node_id, cluster_id=CLUSTER)) for node_id in (2, 3)
        )
        voters = [self.second.initial_controller, self.third.initial_controller]
        self.quorum = stack(KraftQuorum(1, cluster_id=CLUSTER, others=voters))
        self.address = self.quorum.addresses[1]
        self.first = self.quorum.initial_controllers.split(",")[0]
        for each in (self.second, self.third):
            each.know(self.quorum.initial_controllers)

    @property
    def log_end(self):
        node = self.quorum.node(1)
        return self.quorum.call(lambda: node.core._state.log.end)


@pytest.fixture
def trio():
    with ExitStack() as stack:
        yield Trio(stack.enter_context)


def votes(voter):
    """Epoch and PreVote of the requests for a vote."""
    asked = [each.message.topics[0].partitions[0] for each in voter.requests("Vote")]
    return [(each.replica_epoch, each.pre_vote) for each in asked]


def partition(response):
    return response.topics[0].partitions[0]


def test_votes_make_a_leader_that_announces_itself(trio):
    trio.second.wait_for(lambda: trio.second.requests("BeginQuorumEpoch"), "an announcement")
    told = partition(trio.second.requests("BeginQuorumEpoch")[0].message)
    assert (told.leader_id, trio.second.leader_id) == (1, 1)
    asked = votes(trio.second) + votes(trio.third)
    assert (told.leader_epoch - 1, True) in asked
    assert (told.leader_epoch, False) in asked


def test_without_votes_the_epoch_does_not_rise():
    """KIP-996: a PreVote that nobody grants leaves the epoch as it is."""
    with MockVoter(2, cluster_id=CLUSTER) as voter:
        voter.grants = False
        others = [voter.initial_controller]
        with KraftQuorum(1, cluster_id=CLUSTER, others=others) as quorum:
            voter.wait_for(lambda: len(votes(voter)) >= 3, "three requests for a vote")
            node = quorum.node(1)
            assert quorum.call(lambda: node.leader_and_epoch.epoch) == 0
        assert set(votes(voter)) == {(0, True)}


def test_log_of_another_leader_replaces_what_diverges(trio):
    trio.second.lead(5)
    trio.second.append(LEVELS, commit=False)
    trio.second.append(LEVELS, commit=False)
    assert partition(trio.second.announce(trio.address, trio.first)).leader_id == 2
    trio.second.wait_for(
        lambda: trio.second.fetched.get(1) == trio.second.log_end, "its log to be fetched"
    )
    trio.third.lead(6)
    trio.third.announce(trio.address, trio.first)
    trio.third.wait_for(lambda: trio.third.fetched.get(1) == trio.third.log_end, "the other log")
    diverging = [
        each.response.responses[0].partitions[0].diverging_epoch
        for each in trio.third.requests("Fetch")
        if each.response is not None
    ]
    assert (0, 0) in [(each.epoch, each.end_offset) for each in diverging]
    assert trio.log_end.offset == trio.third.log_end < trio.second.log_end


def test_snapshot_replaces_a_log_that_begins_later(trio):
    trio.second.snapshot(LEVELS, 100, 3)
    trio.second.lead(4)
    trio.second.append(LEVELS)
    trio.second.announce(trio.address, trio.first)
    trio.second.wait_for(lambda: trio.second.fetched.get(1) == 102, "the log behind the snapshot")
    assert trio.second.requests("FetchSnapshot")
    controller = trio.quorum.node(1)
    wait_until(
        lambda: trio.quorum.call(lambda: controller.replica.high_watermark) == 102, "a commit"
    )


def test_snapshot_that_was_cut_short_is_never_installed(trio):
    trio.second.snapshot(LEVELS, 100, 3, edit=lambda content: content[:-10])
    trio.second.lead(4)
    trio.second.announce(trio.address, trio.first)
    trio.second.wait_for(lambda: len(trio.second.requests("FetchSnapshot")) >= 2, "another try")
    assert 1 not in trio.second.fetched or trio.second.fetched[1] == 0
    assert trio.log_end.offset < 100


def test_voter_of_another_cluster_refuses_every_request_of_raft():
    with MockVoter(2, cluster_id="another-cluster-000000") as voter:
        other = MockVoter(3, cluster_id=CLUSTER)
        other.lead(1)
        assert other.announce(voter.address).error_code == ErrorCode.INCONSISTENT_CLUSTER_ID
        assert other.resign(voter.address).error_code == ErrorCode.INCONSISTENT_CLUSTER_ID
        answer = other.ask_vote(voter.address, epoch=2)
        assert answer.error_code == ErrorCode.INCONSISTENT_CLUSTER_ID
        other.close()
        assert voter.leader_id is None


def test_one_candidate_of_an_epoch_gets_the_vote():
    with (
        MockVoter(1, cluster_id=CLUSTER) as voter,
        MockVoter(2, cluster_id=CLUSTER) as second,
        MockVoter(3, cluster_id=CLUSTER) as third,
    ):
        to = voter.address, voter.initial_controller
        assert partition(second.ask_vote(*to, epoch=3)).vote_granted
        assert not partition(third.ask_vote(*to, epoch=3)).vote_granted
        assert partition(third.ask_vote(*to, epoch=4)).vote_granted
        stale = partition(second.ask_vote(*to, epoch=3))
        assert (stale.error_code, stale.leader_epoch) == (ErrorCode.FENCED_LEADER_EPOCH, 4)
        assert partition(second.ask_vote(*to, epoch=9, pre_vote=True)).vote_granted
        assert voter.epoch == 4


def test_leader_describes_the_voters_and_others_name_no_quorum(trio):
    topics = [
        DescribeQuorumRequest.TopicData(
            topic_name="__cluster_metadata",
            partitions=[DescribeQuorumRequest.PartitionData(partition_index=0)],
        )
    ]
    trio.second.lead(7)
    described = partition(
        trio.third.send(trio.second.address, DescribeQuorumRequest(topics=topics))
    )
    assert (described.leader_id, described.leader_epoch) == (2, 7)
    assert [each.replica_id for each in described.current_voters] == [1, 2, 3]
    refused = partition(trio.second.send(trio.third.address, DescribeQuorumRequest(topics=topics)))
    assert refused.error_code == ErrorCode.NOT_LEADER_OR_FOLLOWER


def test_rules_and_strictness_are_those_of_a_mock_cluster():
    with pytest.raises(MockVoterError, match="controllers have no API called Produce"):
        MockVoter(1, cluster_id=CLUSTER, versions={"Produce": None})
    voter = MockVoter(1, cluster_id=CLUSTER, strict=True, versions={"Vote": None})
    with closing(voter), MockVoter(2, cluster_id=CLUSTER) as asking:
        voter.on("Vote").error("CLUSTER_AUTHORIZATION_FAILED")
        with pytest.raises(UnfiredRuleError, match="never fired"):
            voter.check()
        with pytest.raises(MockVoterError, match="without a response"):
            asking.send(voter.address, MetadataRequest(), 12)
        with pytest.raises(MockVoterError, match="which is not served"):
            voter.check()


def test_scripted_controller_registers_brokers_until_it_does_not_lead():
    request = BrokerRegistrationRequest(broker_id=1, cluster_id=CLUSTER)
    heartbeat = BrokerHeartbeatRequest(broker_id=1, current_metadata_offset=100, want_fence=False)
    with (
        MockController(cluster_id=CLUSTER, release="4.1") as controller,
        MockVoter(2, cluster_id=CLUSTER) as asking,
    ):
        registered = asking.send(controller.address, request)
        assert (registered.error_code, registered.broker_epoch) == (0, controller.log_end)
        answer = asking.send(controller.address, heartbeat)
        assert (answer.is_caught_up, answer.is_fenced, answer.should_shut_down) == (1, 0, 0)
        controller.follow(None, 9)
        for each in (request, heartbeat):
            refused = asking.send(controller.address, each)
            assert refused.error_code == ErrorCode.NOT_CONTROLLER
    with pytest.raises(MockVoterError, match="release '9': expected one of"):
        MockController(release="9")


def test_clients_of_controllers_find_the_leader(trio):
    """KIP-919: an Admin with bootstrap.controllers asks for endpoints of controllers."""
    trio.second.lead(7)
    request = DescribeClusterRequest(endpoint_type=2)
    found = trio.third.send(trio.second.address, request)
    assert (found.cluster_id, found.controller_id, found.endpoint_type) == (CLUSTER, 2, 2)
    assert [f"{each.host}:{each.port}" for each in found.brokers] == [
        trio.address,
        trio.second.address,
        trio.third.address,
    ]
    refused = trio.third.send(trio.second.address, DescribeClusterRequest(endpoint_type=1))
    assert refused.error_code == ErrorCode.MISMATCHED_ENDPOINT_TYPE
    with Client(trio.second.address) as client:
        assert client.leader().node_id == 2


def test_mock_cluster_has_controllers_of_which_the_first_leads():
    with MockCluster(1, controllers=2, release="4.3") as mock:
        first, second = mock.controllers
        assert mock.bootstrap_controllers == f"{first.address},{second.address}"
        with Client(second.address) as client:
            assert client.leader().node_id == first.node_id == 3001
        refused = second.send(second.address, BrokerHeartbeatRequest(broker_id=1))
        assert refused.error_code == ErrorCode.NOT_CONTROLLER
        found = second.send(second.address, DescribeClusterRequest(endpoint_type=2))
        assert (found.cluster_id, found.controller_id) == (mock.cluster_id, 3001)
    assert not any(each._thread.is_alive() for each in (first, second))
    for wrong in ({"controllers": 10}, {"controllers": 1, "release": "2.8"}):
        with pytest.raises(MockClusterError, match="expected"):
            MockCluster(1, **wrong)


def test_rule_of_a_controller_that_never_fires_fails_the_cluster():
    with closing(MockCluster(1, controllers=1)) as mock:
        mock.controllers[0].on("Vote").error("NOT_CONTROLLER")
        with pytest.raises(UnfiredRuleError, match="never fired") as unfired:
            mock.check()
        assert mock.unfired() == [str(unfired.value)]


@pytest.mark.parametrize("kind", [MockVoter, MockController])
def test_voter_without_its_port_is_refused_and_leaves_nothing_open(kind, tmp_path):
    with MockVoter(1, cluster_id=CLUSTER) as first:
        port = int(first.address.rpartition(":")[2])
        with pytest.raises(MockVoterError, match="Cannot listen on"):
            kind(2, cluster_id=CLUSTER, port=port)
    with pytest.raises(MockVoterError, match=r"none/session\.pcap"):
        kind(2, cluster_id=CLUSTER, record=tmp_path / "none" / "session.pcap")
