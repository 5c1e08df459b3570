"""Groups of the consumer protocol of the mock cluster, over TCP."""

from __future__ import annotations

import pytest

from kraft_core.testing import MockCluster
from kraft_core.testing.models.assignors import by_range, uniform
from kraft_core.testing.models.consumer_groups import SESSION_TIMEOUT_MS, expire
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    ConsumerGroupDescribeRequest,
    DeleteGroupsRequest,
    DescribeGroupsRequest,
    JoinGroupRequest,
    ListGroupsRequest,
    OffsetFetchRequest,
    TxnOffsetCommitRequest,
)
from kraft_wire.primitives import Uuid
from tests.testing.asking import Asking
from tests.testing.consuming import Member as AnyMember
from tests.testing.consuming import described
from tests.testing.transacting import Producer

E = ErrorCode


@pytest.fixture
def mock():
    with MockCluster(brokers=1) as made:
        made.create_topic("t", 4)
        yield made


@pytest.fixture
def asking(mock):
    with Asking(mock) as made:
        yield made


class Member(AnyMember):
    def __init__(self, mock, asking, member_id, **more):
        super().__init__(asking, member_id, mock._state.topics["t"].topic_id, **more)


def test_first_member_gets_all_partitions(mock, asking):
    member = Member(mock, asking, "a")
    assert (member.error, member.epoch, member.owned) == (0, 2, {0, 1, 2, 3})
    everything = [[0, 1, 2, 3]]
    assert described(asking) == (0, "Stable", 2, 2, {"a": (2, everything, everything)})
    assert (member.beat(), member.response.assignment) == (0, None)


def test_partitions_are_revoked_before_another_member_gets_them(mock, asking):
    first = Member(mock, asking, "a")
    second = Member(mock, asking, "b")
    assert (second.epoch, second.owned) == (3, set())
    first.beat()
    assert (first.epoch, len(first.owned)) == (2, 2)
    assert described(asking)[1] == "Reconciling"
    second.beat()
    assert second.owned == set()
    first.confirm()
    assert first.epoch == 3
    second.beat()
    assert (second.epoch, second.owned | first.owned) == (3, {0, 1, 2, 3})
    assert len(second.owned) == 2
    assert described(asking)[1] == "Stable"


def test_member_that_does_not_revoke_stays_in_its_epoch(mock, asking):
    first = Member(mock, asking, "a")
    Member(mock, asking, "b")
    first.beat()
    for _ in range(2):
        first.beat(owned={0, 1, 2, 3})
        assert first.epoch == 2


def test_member_that_revokes_gives_up_topics_that_it_leaves(mock, asking):
    first = Member(mock, asking, "a")
    Member(mock, asking, "b")
    first.beat()
    assert first.beat(subscribed_topic_names=[]) == 0
    assert (first.epoch, first.owned) == (2, set())
    assert described(asking)[4]["a"] == (2, [[0, 1, 2, 3]], [])


def test_member_that_does_not_revoke_in_time_is_removed(mock, asking):
    first = Member(mock, asking, "a")
    Member(mock, asking, "b")
    first.beat(rebalance_timeout_ms=5)
    since = mock._state.groups["g"].consumer.members["a"].revoking_since_ms
    assert not expire(mock._state, since + 5)
    assert expire(mock._state, since + 6)
    assert first.beat() == E.UNKNOWN_MEMBER_ID


def test_session_that_is_over_removes_the_member(mock, asking):
    member = Member(mock, asking, "a")
    seen = mock._state.groups["g"].consumer.members["a"].seen_ms
    assert not expire(mock._state, seen + SESSION_TIMEOUT_MS)
    assert expire(mock._state, seen + SESSION_TIMEOUT_MS + 1)
    assert member.beat() == E.UNKNOWN_MEMBER_ID
    assert described(asking)[1] == "Empty"


def test_member_that_leaves_frees_its_partitions_at_once(mock, asking):
    first, second = Member(mock, asking, "a"), Member(mock, asking, "b")
    assert first.beat(member_epoch=-1, follows=False) == 0
    assert first.response.member_epoch == -1
    assert first.beat() == E.UNKNOWN_MEMBER_ID
    second.beat()
    assert (second.epoch, second.owned) == (4, {0, 1, 2, 3})


def test_epochs_that_are_not_the_member_s_are_fenced(mock, asking):
    member = Member(mock, asking, "a")
    assert member.beat(member_epoch=3) == E.FENCED_MEMBER_EPOCH
    Member(mock, asking, "b")
    member.beat()
    member.beat(owned=member.owned, follows=False)
    assert member.beat(owned=member.owned) == 0  # the answer was lost: the epoch before
    assert member.epoch == 3
    assert member.beat(member_epoch=1) == E.FENCED_MEMBER_EPOCH
    assert member.join(subscribed_topic_names=["t"]) == 0
    assert len(member.owned) == 2


def test_static_member_keeps_its_partitions_under_a_new_id(mock, asking):
    first = Member(mock, asking, "a", instance_id="i")
    assert Member(mock, asking, "b", instance_id="i").error == E.UNRELEASED_INSTANCE_ID
    assert first.beat(member_epoch=-2, follows=False) == 0
    second = Member(mock, asking, "b", instance_id="i")
    assert (second.error, second.epoch, second.owned) == (0, 2, {0, 1, 2, 3})
    assert first.beat() == E.FENCED_INSTANCE_ID
    assert first.beat(member_epoch=-1) == E.FENCED_INSTANCE_ID
    assert second.beat(member_epoch=-1, follows=False) == 0
    assert second.beat() == E.UNKNOWN_MEMBER_ID


@pytest.mark.parametrize(
    ("values", "error"),
    [
        ({"member_epoch": -3}, E.INVALID_REQUEST),
        ({"member_epoch": -2}, E.INVALID_REQUEST),
        ({"member_epoch": 0, "rebalance_timeout_ms": -1}, E.INVALID_REQUEST),
        ({"member_epoch": 0, "owned": [0]}, E.INVALID_REQUEST),
        ({"member_epoch": 0, "subscribed_topic_names": None}, E.INVALID_REQUEST),
        ({"rack_id": ""}, E.INVALID_REQUEST),
        ({"server_assignor": "sticky"}, E.UNSUPPORTED_ASSIGNOR),
        ({"subscribed_topic_regex": "("}, E.INVALID_REGULAR_EXPRESSION),
    ],
)
def test_heartbeat_that_kafka_refuses(mock, asking, values, error):
    member = Member(mock, asking, "a")
    joins = {"rebalance_timeout_ms": 1, "subscribed_topic_names": ["t"], "owned": []}
    assert member.beat(**{**joins, **values}) == error
    member.id = ""
    assert member.beat() == E.INVALID_REQUEST


def test_unknown_groups_and_members_have_to_join(mock, asking):
    member = Member(mock, asking, "a")
    stranger = Member(mock, asking, "")
    assert stranger.error == E.INVALID_REQUEST
    stranger.beat(version=0, owned=[], rebalance_timeout_ms=1, subscribed_topic_names=["t"])
    assert stranger.id not in ("", "a")
    stranger.id = "x"
    assert stranger.beat(member_epoch=1) == E.UNKNOWN_MEMBER_ID
    member.beat(member_epoch=-1, follows=False)
    mock._state.groups.clear()
    assert member.beat() == E.GROUP_ID_NOT_FOUND
    assert member.beat(member_epoch=-1) == E.GROUP_ID_NOT_FOUND
    assert described(asking)[0] == E.GROUP_ID_NOT_FOUND


def test_subscription_by_regular_expression_follows_new_topics(mock, asking):
    member = Member(mock, asking, "a", subscribed_topic_names=None, subscribed_topic_regex="t.*")
    assert member.epoch == 2
    mock.create_topic("tt", 1)
    mock.create_topic("other", 1)
    member.beat()
    assert member.epoch == 3
    assert len(member.response.assignment.topic_partitions) == 2


def test_new_partitions_begin_an_epoch(mock, asking):
    member = Member(mock, asking, "a")
    state = mock._state
    mock._call(lambda: state.add_partitions(state.topics["t"], [(1,)]))
    member.beat()
    assert (member.epoch, member.owned) == (3, {0, 1, 2, 3, 4})


def test_offsets_need_the_epoch_of_the_member(mock, asking):
    member = Member(mock, asking, "a")
    assert member.commit() == 0
    assert member.commit(epoch=7) == E.STALE_MEMBER_EPOCH
    assert member.commit(version=8) == E.UNSUPPORTED_VERSION
    member.id = "x"
    assert member.commit() == E.UNKNOWN_MEMBER_ID
    assert member.commit(epoch=-1) == E.UNKNOWN_MEMBER_ID

    def fetched(member_id, epoch):
        cls = OffsetFetchRequest
        topics = [cls.OffsetFetchRequestTopics(name="t", partition_indexes=[0])]
        wanted = cls.OffsetFetchRequestGroup(
            group_id="g", member_id=member_id, member_epoch=epoch, topics=topics
        )
        [group] = asking.ask(cls(groups=[wanted]), 9).groups
        offsets = [each.committed_offset for topic in group.topics for each in topic.partitions]
        return group.error_code, offsets

    assert fetched(None, -1) == fetched("a", 2) == (0, [3])
    assert fetched("a", 3) == (E.STALE_MEMBER_EPOCH, [])
    assert fetched("x", 1) == (E.UNKNOWN_MEMBER_ID, [])


def test_offsets_in_transactions_need_the_epoch_of_the_member(mock, asking):
    member = Member(mock, asking, "a")
    producer = Producer(asking)
    of_member = {"member_id": "a", "generation_id_or_member_epoch": member.epoch}
    assert producer.commit_offset(5, **of_member) == 0
    of_member["generation_id_or_member_epoch"] = 7
    assert producer.commit_offset(5, **of_member) == E.ILLEGAL_GENERATION
    cls = TxnOffsetCommitRequest
    topic_id = mock._state.topics["t"].topic_id
    part = cls.TxnOffsetCommitRequestPartition(partition_index=0)
    request = cls(
        transactional_id="tx",
        group_id="g",
        producer_id=producer.id,
        topics=[cls.TxnOffsetCommitRequestTopic(topic_id=topic_id, partitions=[part])],
        **of_member,
    )
    response = asking.ask(request, 6)
    assert response.topics[0].partitions[0].error_code == E.STALE_MEMBER_EPOCH


def test_groups_of_both_protocols_are_listed_and_kept_apart(mock, asking):
    member = Member(mock, asking, "a")
    cls = JoinGroupRequest
    join = cls(
        group_id="g",
        session_timeout_ms=10_000,
        rebalance_timeout_ms=60_000,
        protocol_type="consumer",
        protocols=[cls.JoinGroupRequestProtocol(name="range", metadata=b"m")],
    )
    assert asking.ask(join, 2).error_code == E.INCONSISTENT_GROUP_PROTOCOL
    [group] = asking.ask(ListGroupsRequest(types_filter=["consumer"]), 5).groups
    assert (group.group_id, group.group_type, group.group_state) == ("g", "consumer", "Stable")
    assert asking.ask(ListGroupsRequest(types_filter=["classic"]), 5).groups == ()
    [classic] = asking.ask(DescribeGroupsRequest(groups=["g"]), 6).groups
    assert classic.error_code == E.GROUP_ID_NOT_FOUND
    delete = DeleteGroupsRequest(groups_names=["g"])
    assert asking.ask(delete, 2).results[0].error_code == E.NON_EMPTY_GROUP
    member.beat(member_epoch=-1, follows=False)
    assert asking.ask(join, 2).error_code == 0
    assert Member(mock, asking, "b").error == E.GROUP_ID_NOT_FOUND


def topics(*sizes):
    return {Uuid(bytes([number] * 16)): size for number, size in enumerate(sizes, 1)}


def counts(target):
    return {member_id: len(keys) for member_id, keys in target.items()}


@pytest.mark.parametrize(
    ("assignor", "static", "expected"),
    [
        ("range", "b", {"a": [2], "b": [0, 1], "c": [3]}),
        ("range", "a", {"a": [0, 1], "b": [2], "c": [3]}),
        ("uniform", "b", {"a": [0, 1], "b": [2], "c": [3]}),
        ("uniform", "a", {"a": [0, 1], "b": [2], "c": [3]}),
    ],
)
def test_static_members_count_first_with_range_alone(mock, asking, assignor, static, expected):
    """The partition that is left over goes to the first member (RangeAssignor.sortMemberIds).

    Static members were sorted among the others, by their instance ids, with both assignors.
    """
    for member_id in "abc":
        member = Member(
            *(mock, asking, member_id),
            server_assignor=assignor,
            instance_id="z" if member_id == static else None,
        )
        assert member.error == 0
    members = described(asking)[4]
    assert {each: target[0] for each, (_, _, target) in members.items()} == expected


def test_uniform_balances_and_keeps():
    sizes = topics(3, 3)
    both = set(sizes)
    alone = uniform([("a", both)], sizes, {})
    assert counts(alone) == {"a": 6}
    two = uniform([("a", both), ("b", both)], sizes, alone)
    assert counts(two) == {"a": 3, "b": 3}
    assert two["a"] < alone["a"]
    three = uniform([("a", both), ("b", both), ("c", both)], sizes, two)
    assert counts(three) == {"a": 2, "b": 2, "c": 2}
    assert three["a"] < two["a"]
    assert three["b"] < two["b"]
    back = uniform([("a", both), ("c", both)], sizes, three)
    assert counts(back) == {"a": 3, "c": 3}
    assert back["a"] > three["a"]


@pytest.mark.parametrize(
    ("subscribed", "had", "expected"),
    [
        # the lowest are kept, and the extra one by the member that has it
        ("ab", {"b": [0, 1, 2, 3, 4]}, {"a": [3, 4], "b": [0, 1, 2]}),
        ("abc", {"a": [0], "b": [1, 2], "c": [3, 4]}, {"a": [0], "b": [1, 2], "c": [3, 4]}),
        # the last ones get an extra one that nobody has, and what had no owner is given first
        ("abc", {"a": [1, 2, 3]}, {"a": [1, 2], "b": [0], "c": [3, 4]}),
        # another member has no topic: equal members count in the order of their first loads
        ("ac", {"a": [2, 3], "b": [0, 1], "c": [4]}, {"a": [2, 3], "b": [], "c": [0, 1, 4]}),
        ("ac", {"a": [0, 1, 2, 3, 4], "b": []}, {"a": [0, 1, 2], "b": [], "c": [3, 4]}),
    ],
)
def test_uniform_assigns_as_a_broker_of_kafka(subscribed, had, expected):
    [topic] = sizes = topics(5)
    names = sorted({*subscribed, *had, *expected})
    members = [(each, {topic} if each in subscribed else set()) for each in names]
    before = {name: frozenset((topic, index) for index in had[name]) for name in had}
    found = uniform(members, sizes, before)
    assert {name: sorted(index for _, index in found[name]) for name in names} == expected


def test_uniform_gives_topics_to_subscribers_alone():
    sizes = topics(4, 1)
    first, second = sizes
    found = uniform([("a", {first}), ("b", {first, second})], sizes, {})
    assert (second, 0) in found["b"]
    assert sorted(counts(found).values()) == [2, 3]
    assert {key for keys in found.values() for key in keys} == {
        *((first, index) for index in range(4)),
        (second, 0),
    }


def test_range_gives_the_rest_to_the_first_members():
    sizes = topics(5)
    [topic_id] = sizes
    found = by_range([("a", {topic_id}), ("b", {topic_id}), ("c", set())], sizes, {})
    assert [sorted(index for _, index in keys) for keys in found.values()] == [
        [0, 1, 2],
        [3, 4],
        [],
    ]


def test_assignor_of_most_members_is_used(mock, asking):
    Member(mock, asking, "a", server_assignor="range")
    second = Member(mock, asking, "b", server_assignor="range")
    [group] = asking.ask(ConsumerGroupDescribeRequest(group_ids=["g"]), 1).groups
    assert group.assignor_name == "range"
    assert described(asking)[4][second.id][2] == [[2, 3]]
