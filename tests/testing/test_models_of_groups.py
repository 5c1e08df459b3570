"""Classic groups and committed offsets of the mock cluster, over TCP."""

from __future__ import annotations

import pytest

from kraft_core.testing import MockCluster
from kraft_core.testing.models.groups import expire
from kraft_wire.messages import (
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    FindCoordinatorRequest,
    HeartbeatRequest,
    JoinGroupRequest,
    LeaveGroupRequest,
    ListGroupsRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    SyncGroupRequest,
)
from tests.testing.asking import Asking, Later


@pytest.fixture
def mock():
    with MockCluster(brokers=1) as made:
        made.create_topic("t", 2)
        yield made


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


@pytest.fixture
def other(mock):
    with Asking(mock, client_id="other") as made:
        yield made


def join(member_id="", protocols=("range",), **more):
    cls = JoinGroupRequest
    values = {"session_timeout_ms": 10_000, "rebalance_timeout_ms": 60_000, **more}
    return cls(
        group_id="g",
        member_id=member_id,
        protocol_type="consumer",
        protocols=[cls.JoinGroupRequestProtocol(name=each, metadata=b"m") for each in protocols],
        **values,
    )


def sync(member_id, generation, **assignments):
    cls = SyncGroupRequest.SyncGroupRequestAssignment
    given = [cls(member_id=each, assignment=value) for each, value in assignments.items()]
    return SyncGroupRequest(
        group_id="g", member_id=member_id, generation_id=generation, assignments=given
    )


def heartbeat(member_id, generation):
    return HeartbeatRequest(group_id="g", member_id=member_id, generation_id=generation)


def alone(asking, **more):
    """Join an empty group; return the member id."""
    member_id = asking.ask(join(), 9).member_id
    joined = asking.ask(join(member_id, **more), 9)
    assert (joined.error_code, joined.generation_id, joined.leader) == (0, 1, member_id)
    assert asking.ask(sync(member_id, 1, **{member_id: b"all"}), 5).assignment == b"all"
    return member_id


def test_first_join_gets_a_member_id_and_has_to_come_again(asking):
    first = asking.ask(join(), 9)
    assert (first.error_code, bool(first.member_id)) == (79, True)
    joined = asking.ask(join(first.member_id), 9)
    assert [each.member_id for each in joined.members] == [first.member_id]
    assert (joined.protocol_name, joined.protocol_type) == ("range", "consumer")


def test_old_version_joins_at_once(asking):
    joined = asking.ask(join(), 2)
    assert (joined.error_code, joined.generation_id) == (0, 1)
    assert joined.leader == joined.member_id


def test_second_member_makes_the_first_join_again(mock, asking, other):
    first = alone(asking)
    second = other.ask(join(), 9).member_id
    later = Later(other, join(second), 9)
    mock.wait_for(lambda: len(mock.requests("JoinGroup")) == 4, "the second member")
    assert asking.ask(heartbeat(first, 1), 4).error_code == 27
    rejoined = asking.ask(join(first), 9)
    assert {each.member_id for each in rejoined.members} == {first, second}
    assert (rejoined.generation_id, later.result().generation_id) == (2, 2)
    assert later.result().members == ()
    waiting = Later(other, sync(second, 2), 5)
    mock.wait_for(lambda: len(mock.requests("SyncGroup")) == 2, "its sync")
    asking.ask(sync(first, 2, **{first: b"1", second: b"2"}), 5)
    assert waiting.result().assignment == b"2"
    assert asking.ask(heartbeat(first, 2), 4).error_code == 0
    assert asking.ask(heartbeat(first, 1), 4).error_code == 22


def test_member_that_does_not_join_in_time_is_left_out(asking, other):
    first = alone(asking, rebalance_timeout_ms=5)
    second = other.ask(join(), 9).member_id
    joined = other.ask(join(second, rebalance_timeout_ms=5), 9)
    assert (joined.error_code, joined.leader) == (0, second)
    assert asking.ask(heartbeat(first, 1), 4).error_code == 25


def test_session_that_is_over_removes_the_member(mock, asking):
    member_id = alone(asking)
    state = mock._state
    seen = state.groups["g"].members[member_id].seen_ms
    assert not expire(state, seen + 10_000)
    assert expire(state, seen + 10_001)
    assert asking.ask(heartbeat(member_id, 1), 4).error_code == 25
    assert state.groups["g"].state == "Empty"


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (join("stranger"), 25),
        (join(session_timeout_ms=5), 26),
        (join(protocols=()), 23),
        (join().replace(group_id=""), 24),
    ],
)
def test_join_that_kafka_refuses(asking, request_, error):
    member = request_.member_id or asking.ask(join(), 9).member_id
    assert asking.ask(request_.replace(member_id=member), 9).error_code == error


def test_protocol_that_nobody_else_has_is_refused(asking, other):
    alone(asking)
    second = other.ask(join(), 9).member_id
    assert other.ask(join(second, protocols=("sticky",)), 9).error_code == 23


def test_static_member_comes_back_under_a_new_id_and_fences_the_old_one(asking, other):
    first = asking.ask(join(group_instance_id="i"), 9)
    assert first.error_code == 0
    second = other.ask(join(group_instance_id="i"), 9)
    assert second.member_id != first.member_id
    fenced = asking.ask(heartbeat(first.member_id, 1).replace(group_instance_id="i"), 4)
    assert fenced.error_code == 82


def test_member_leaves_and_the_group_is_empty(asking):
    member_id = alone(asking)
    members = [LeaveGroupRequest.MemberIdentity(member_id=each) for each in (member_id, "x")]
    left = asking.ask(LeaveGroupRequest(group_id="g", members=members), 5)
    assert [each.error_code for each in left.members] == [0, 25]
    [group] = asking.ask(DescribeGroupsRequest(groups=["g"]), 5).groups
    assert (group.group_state, group.members) == ("Empty", ())


def commit(member_id="", generation=-1, topic="t", offset=7):
    cls = OffsetCommitRequest
    partition = cls.OffsetCommitRequestPartition(
        partition_index=1, committed_offset=offset, committed_metadata="m"
    )
    topics = [cls.OffsetCommitRequestTopic(name=topic, partitions=[partition])]
    return cls(
        group_id="g",
        member_id=member_id,
        generation_id_or_member_epoch=generation,
        topics=topics,
    )


def codes(response):
    return [each.error_code for topic in response.topics for each in topic.partitions]


def test_offsets_are_committed_by_members_of_the_generation_only(asking):
    member_id = alone(asking)
    assert codes(asking.ask(commit(member_id, 1), 8)) == [0]
    assert codes(asking.ask(commit(member_id, 5), 8)) == [22]
    assert codes(asking.ask(commit(), 8)) == [25]
    assert codes(asking.ask(commit(member_id, 1, topic="u"), 8)) == [3]
    cls = OffsetFetchRequest
    topics = [cls.OffsetFetchRequestTopics(name="t", partition_indexes=[0, 1])]
    request = cls(groups=[cls.OffsetFetchRequestGroup(group_id="g", topics=topics)])
    [group] = asking.ask(request, 8).groups
    found = [(each.committed_offset, each.metadata) for each in group.topics[0].partitions]
    assert found == [(-1, ""), (7, "m")]
    everything = cls(group_id="g", topics=None)
    [topic] = asking.ask(everything, 7).topics
    assert [each.committed_offset for each in topic.partitions] == [7]


def test_consumer_without_a_group_commits_and_its_group_can_be_deleted(asking):
    assert codes(asking.ask(commit(), 8)) == [0]
    listed = asking.ask(ListGroupsRequest(), 5).groups
    assert [(each.group_id, each.group_state, each.group_type) for each in listed] == [
        ("g", "Empty", "classic")
    ]
    deleted = asking.ask(DeleteGroupsRequest(groups_names=["g", "h"]), 2)
    assert [each.error_code for each in deleted.results] == [0, 69]
    assert asking.ask(ListGroupsRequest(), 5).groups == ()


def test_group_with_members_is_described_and_not_deleted(asking):
    member_id = alone(asking)
    [group] = asking.ask(DescribeGroupsRequest(groups=["g"]), 5).groups
    [member] = group.members
    assert (group.group_state, group.protocol_data) == ("Stable", "range")
    assert (member.member_id, member.client_id, member.member_assignment) == (
        member_id,
        "test",
        b"all",
    )
    assert asking.ask(DeleteGroupsRequest(groups_names=["g"]), 2).results[0].error_code == 68


def test_only_the_coordinator_answers_for_a_group():
    with MockCluster(brokers=3) as mock, Asking(mock) as asking:
        [found] = asking.ask(FindCoordinatorRequest(coordinator_keys=["g"]), 6).coordinators
        old = asking.ask(FindCoordinatorRequest(key="g"), 2)
        assert (found.node_id, found.port) == (old.node_id, old.port)
        for node_id in (1, 2, 3):
            with Asking(mock, node_id) as each:
                expected = 25 if node_id == found.node_id else 16
                assert each.ask(heartbeat("x", 1), 4).error_code == expected
        share = FindCoordinatorRequest(key_type=2, coordinator_keys=["x"])
        assert asking.ask(share, 6).coordinators[0].error_code == 15


def test_member_must_share_a_protocol_with_all_others_at_once(mock, asking, other):
    first = asking.ask(join(), 9).member_id
    second = other.ask(join(), 9).member_id
    asking.ask(join(first, protocols=("a", "b")), 9)
    later = Later(other, join(second, protocols=("b", "c")), 9)
    mock.wait_for(lambda: len(mock.requests("JoinGroup")) == 4, "the second member")
    assert asking.ask(join(first, protocols=("a", "b")), 9).protocol_name == "b"
    assert later.result().protocol_name == "b"
    with Asking(mock) as third:
        member_id = third.ask(join(), 9).member_id
        assert third.ask(join(member_id, protocols=("a", "c")), 9).error_code == 23
