"""Groups of the consumer protocol of the mock cluster compared with a broker of Kafka."""

from __future__ import annotations

import itertools
import random

import pytest

from kraft_core.testing import MockCluster, kafka_cluster
from kraft_wire.messages import CreateTopicsRequest, FindCoordinatorRequest
from tests.conformance import kafka
from tests.support.waiting import wait_until
from tests.testing.asking import Asking, metadata
from tests.testing.consuming import Member, described

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(400)]

SEEDS = range(20)
STEPS = 40
AT_ONCE = {
    "group.consumer.min.assignment.interval.ms": "0",
    "group.consumer.assignment.interval.ms": "0",
    "group.consumer.assignor.offload.enable": "false",
}
"""Brokers assign in the heartbeat that begins an epoch, as before Kafka 4.3 (KIP-1263)."""


class Sequence:
    """One drawn sequence of heartbeats and commits of three members, of one assignor and topic.

    Ids of one character are in the order of hash tables, in which Kafka counts members: up to "o",
    with 16 places. With `instances`, some members are static: they leave for a while, come back
    with another id, and meet others with their instance id.
    """

    def __init__(self, asking, seed, assignor, instances):
        self.instances, self.ids = instances, itertools.cycle("abcdefghijklmno")
        self.asking, self.topic, self.group = asking, f"t{seed}", f"g{seed}"
        self.assignor = assignor
        self.draw = random.Random(seed)
        self.members = {}
        cls = CreateTopicsRequest
        topic = cls.CreatableTopic(name=self.topic, num_partitions=5, replication_factor=1)
        asking.ask(cls(topics=[topic], timeout_ms=30_000), 7)
        find = FindCoordinatorRequest(key=self.group)
        wait_until(lambda: asking.ask(find, 3).error_code == 0, "the coordinator")

        def described_topic():
            [found] = asking.ask(metadata(self.topic), 12).topics
            return None if found.error_code else found

        self.topic_id = wait_until(described_topic, "the topic").topic_id
        probe = Member(asking, "probe", self.topic_id, f"probe{seed}")

        def is_known():
            return not probe.join(subscribed_topic_names=[self.topic]) and probe.owned

        wait_until(
            is_known, "the topic"
        )  # the coordinator learns of topics later than Metadata says

    def run(self):
        log = []
        steps = (self.beat, self.beat, self.beat, self.confirm, self.confirm, self.confirm)
        steps += (self.leave, self.wrong, self.commit, self.late, self.again, self.subscribe)
        steps += (self.pause, self.pause, self.clash) if self.instances else ()
        for number in range(STEPS):
            member_id = self.draw.choice("abc")
            step = self.draw.choice(steps)
            if member_id not in self.members:
                step = self.join
            log.append((number, step.__name__, member_id, step(member_id)))
            log.append(described(self.asking, self.group))
        return log

    def seen(self, member_id, error):
        member = self.members[member_id]
        is_assigned = not error and member.response.assignment is not None
        return error, member.epoch, is_assigned, sorted(member.owned)

    def join(self, member_id):
        member = self.members[member_id] = self.joined(member_id)
        return member.id, self.seen(member_id, member.error)

    def joined(self, name):
        """Join as a new member: with its name as its id, or a new id if it can be static."""
        taken = {each.id for each in self.members.values()}
        member_id = next(each for each in self.ids if each not in taken)
        return Member(
            *(self.asking, member_id if self.instances else name, self.topic_id, self.group),
            subscribed_topic_names=[self.topic],
            server_assignor=self.assignor,
            instance_id=self.instances.get(name),
        )

    def pause(self, member_id):
        """Leave for a while, which only static members can."""
        member = self.members[member_id]
        error = member.beat(member_epoch=-2, follows=False)
        if not error:
            del self.members[member_id]
        return error

    def clash(self, member_id):
        """Join with the instance id of a member that has not left."""
        if member_id not in self.instances:
            return None
        member = self.joined(member_id)
        return member.id, member.error

    def beat(self, member_id):
        return self.seen(member_id, self.members[member_id].beat())

    def confirm(self, member_id):
        return self.seen(member_id, self.members[member_id].confirm())

    def again(self, member_id):
        subscribed = {"subscribed_topic_names": [self.topic]}
        return self.seen(member_id, self.members[member_id].join(**subscribed))

    def subscribe(self, member_id):
        topics = self.draw.choice([[], [self.topic]])
        member = self.members[member_id]
        return topics, self.seen(member_id, member.beat(subscribed_topic_names=topics))

    def leave(self, member_id):
        return self.members.pop(member_id).beat(member_epoch=-1, follows=False)

    def wrong(self, member_id):
        member = self.members[member_id]
        epoch = member.epoch + self.draw.choice((1, 1, -1))
        if epoch < 1:
            return None
        owned = self.draw.choice((None, member.owned))
        return epoch, self.seen(member_id, member.beat(member_epoch=epoch, owned=owned))

    def commit(self, member_id):
        return self.members[member_id].commit(topic=self.topic)

    def late(self, member_id):
        member = self.members[member_id]
        epoch = member.epoch + self.draw.choice((1, 2))
        if not member.epoch:  # it was refused, so the epoch can be an older one (KIP-1251)
            return None
        return epoch, member.commit(epoch=epoch, topic=self.topic)


def sequences(cluster, *kind):
    with Asking(cluster) as asking:
        return {seed: Sequence(asking, seed, *kind).run() for seed in SEEDS}


@pytest.mark.parametrize("instances", [{}, {"a": "z", "b": "y"}], ids=["dynamic", "static"])
@pytest.mark.parametrize("assignor", ["range", "uniform"])
def test_mock_moves_members_as_a_broker_does(assignor, instances):
    with kafka_cluster(kafka.jars("4.3.1"), broker_properties=AT_ONCE) as cluster:
        expected = sequences(cluster, assignor, instances)
    with MockCluster(brokers=1, release="4.3", strict=True) as mock:
        found = sequences(mock, assignor, instances)
    for seed in SEEDS:
        for place, (ours, theirs) in enumerate(zip(found[seed], expected[seed], strict=True)):
            assert ours == theirs, (seed, found[seed][max(0, place - 8) : place + 1])
