"""Transactions of the mock cluster compared with a broker of Kafka: drawn sequences of requests."""

from __future__ import annotations

import random

import pytest

from kraft_core.testing import MockCluster, kafka_cluster
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    CreateTopicsRequest,
    FindCoordinatorRequest,
    ListOffsetsRequest,
    OffsetCommitRequest,
)
from tests.conformance import kafka
from tests.support.waiting import wait_until
from tests.testing.asking import Asking
from tests.testing.transacting import (
    NEW,
    OLD,
    Producer,
    committed_offset,
    described,
    read_committed,
)

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(400)]

SEEDS = range(20)
STEPS = 40
AGAIN = {
    ErrorCode.CONCURRENT_TRANSACTIONS,
    ErrorCode.COORDINATOR_LOAD_IN_PROGRESS,
    ErrorCode.COORDINATOR_NOT_AVAILABLE,
    ErrorCode.NOT_COORDINATOR,
    ErrorCode.UNKNOWN_TOPIC_OR_PARTITION,
}
"""Errors of a broker that has just started, or that has not written all markers yet."""


class Patient:
    """A connection that asks again as clients do."""

    def __init__(self, asking):
        self._asking = asking

    def ask(self, request, version):
        def answer():
            response = self._asking.ask(request, version)
            return None if getattr(response, "error_code", 0) in AGAIN else response

        return wait_until(answer, f"another answer to {type(request).__name__}")


class Sequence:
    """One drawn sequence against a cluster; `log` has what a client sees of it."""

    def __init__(self, asking, seed):
        self.asking, self.seed = Patient(asking), seed
        self.topic, self.group = f"t{seed}", f"g{seed}"
        self.draw = random.Random(seed)
        self.producers = {}
        self.ids = {}
        self.log = []
        cls = CreateTopicsRequest
        topic = cls.CreatableTopic(name=self.topic, num_partitions=2, replication_factor=1)
        self.asking.ask(cls(topics=[topic], timeout_ms=30_000), 7)
        for key_type, key in ((0, self.group), (1, f"a{seed}"), (1, f"b{seed}")):
            find = FindCoordinatorRequest(key_type=key_type, key=key)
            self.asking.ask(find, 3)  # creates the topic of the coordinator
        wait_until(lambda: not any(self.listed(0, 0, each)[0] for each in (0, 1)), "leaders")

    def id(self, producer_id):
        """Return a number for a producer id: those of the clusters differ."""
        return self.ids.setdefault(producer_id, len(self.ids)) if producer_id >= 0 else producer_id

    def run(self):
        steps = (self.open, self.again, self.add, self.send, self.send, self.send, self.end)
        steps += (self.end, self.offsets, self.offsets, self.commit, self.damaged)
        self.open("a")
        for number in range(STEPS):
            key = self.draw.choice("ab")
            step = self.draw.choice(steps)
            if key not in self.producers:
                step = self.open
            self.log.append((number, step.__name__, key, step(key)))
            self.settle(f"{key}{self.seed}")
            self.log.append(self.seen(key))
        return self.log

    def settle(self, key):
        wait_until(lambda: "Prepare" not in described(self.asking, key)[1], "the markers")

    def open(self, key):
        producer = Producer(self.asking, f"{key}{self.seed}", topic=self.topic, group=self.group)
        self.producers[key] = [producer, *self.producers.get(key, [])][:2]
        return self.id(producer.id), producer.epoch

    def one(self, key):
        """Draw the current producer or, more seldom, the one that it has fenced."""
        producer = self.producers[key][-(self.draw.random() < 0.2)]
        producer.end_version = self.draw.choice((OLD, NEW, NEW))
        return producer

    def again(self, key):
        producer = self.one(key)
        response = producer.init((producer.id, producer.epoch - self.draw.choice((0, 0, 1))))
        if not response.error_code:
            producer.id, producer.epoch = response.producer_id, response.producer_epoch
        return response.error_code, self.id(response.producer_id), response.producer_epoch

    def add(self, key):
        return self.one(key).add(*self.draw.choice([(0,), (1,), (0, 1), (0, 9)]))

    def send(self, key):
        producer, version = self.one(key), self.draw.choice((10, 11, 12, 13))
        return version, producer.send(b"v", partition=self.draw.randrange(2), version=version)

    def damaged(self, key):
        return self.one(key).send(b"v", sequence=self.draw.choice((0, 0, 1, 7)), version=12)

    def end(self, key):
        producer, commit = self.one(key), self.draw.random() < 0.5
        epoch = producer.epoch - self.draw.choice((0, 0, 0, 1))
        version = producer.end_version
        error = producer.end(commit=commit, epoch=epoch)
        return version, commit, epoch, error, self.id(producer.id), producer.epoch

    def offsets(self, key):
        producer, version = self.one(key), self.draw.choice((3, 4, 5))
        added = producer.add_offsets() if self.draw.random() < 0.3 else None
        generation = self.draw.choice([{}, {}, {}, {"generation_id_or_member_epoch": 1}])
        offset = self.draw.randrange(100)
        return version, added, producer.commit_offset(offset, version=version, **generation)

    def commit(self, _):
        cls = OffsetCommitRequest
        part = cls.OffsetCommitRequestPartition(
            partition_index=0, committed_offset=self.draw.randrange(100)
        )
        topics = [cls.OffsetCommitRequestTopic(name=self.topic, partitions=[part])]
        response = self.asking.ask(cls(group_id=self.group, topics=topics), 9)
        return response.topics[0].partitions[0].error_code

    def listed(self, timestamp, level, partition=0):
        cls = ListOffsetsRequest
        wanted = cls.ListOffsetsPartition(partition_index=partition, timestamp=timestamp)
        topics = [cls.ListOffsetsTopic(name=self.topic, partitions=[wanted])]
        request = cls(replica_id=-1, topics=topics, isolation_level=level)
        [found] = self.asking.ask(request, 9).topics[0].partitions
        return found.error_code, found.offset

    def seen(self, key):
        """Return all that a reader sees: the log, offsets of the group, the coordinator's state."""
        error, last_stable, offsets, aborted = read_committed(self.asking, topic=self.topic)
        aborted = sorted((self.id(producer_id), first) for producer_id, first in aborted)
        of_group = [
            committed_offset(self.asking, stable=stable, topic=self.topic, group=self.group)
            for stable in (False, True)
        ]
        listed = [self.listed(timestamp, level) for timestamp in (-1, -2, 0) for level in (0, 1)]
        code, state, topics = described(self.asking, f"{key}{self.seed}")
        topics = {name: sorted(partitions) for name, partitions in topics.items()}
        return error, last_stable, offsets, aborted, of_group, listed, (code, state, topics)


def sequences(cluster):
    logs = {}
    with Asking(cluster) as asking:
        for seed in SEEDS:
            logs[seed] = Sequence(asking, seed).run()
    return logs


def test_mock_answers_drawn_transactions_as_a_broker_does():
    more = {"offsets.topic.num.partitions": "50"}
    with kafka_cluster(kafka.jars("4.3.1"), broker_properties=more) as cluster:
        expected = sequences(cluster)
    with MockCluster(brokers=1, release="4.3", strict=True) as mock:
        found = sequences(mock)
    for seed in SEEDS:
        for place, (ours, theirs) in enumerate(zip(found[seed], expected[seed], strict=True)):
            assert ours == theirs, (seed, found[seed][max(0, place - 8) : place + 1])
    assert sum(map(len, expected.values())) == len(SEEDS) * STEPS * 2


@pytest.mark.parametrize(("release", "version"), [("3.9", 4), ("4.4", 5)])
def test_java_s_producer_commits_with_the_version_of_the_brokers(release, version):
    with MockCluster(release=release, strict=True) as mock:
        mock.create_topic("t", 2)
        arguments = ("--topic", "t", "--num-records", "200", "--record-size", "10")
        servers = f"bootstrap.servers={mock.bootstrap_servers}"
        more = ("--throughput", "-1", "--transactional-id", "tx", "--transaction-duration-ms", "10")
        sent = kafka.tool(
            "4.3.1", "kafka-producer-perf-test", *arguments, *more, "--producer-props", servers
        )
        assert "200 records sent" in sent.stdout, sent.stdout + sent.stderr
        stored = [len(mock.records("t", each, committed=True)) for each in (0, 1)]
        assert sum(stored) == 200
        assert {each.version for each in mock.requests("EndTxn")} == {version}
        is_second = version == NEW
        assert bool(mock.requests("AddPartitionsToTxn")) == (not is_second)
        assert {each.version >= 12 for each in mock.requests("Produce")} == {is_second}
        where = ("--bootstrap-server", mock.bootstrap_servers, "--topic", "t")
        limits = ("--from-beginning", "--max-messages", "200", "--timeout-ms", "30000")
        read = kafka.tool(
            "4.3.1",
            "kafka-console-consumer",
            *where,
            *limits,
            "--isolation-level",
            "read_committed",
        )
        assert len(read.stdout.split()) == 200, read.stderr


def test_java_s_consumer_uses_the_consumer_protocol():
    with MockCluster(strict=True) as mock:
        mock.create_topic("t", 2)
        where = ("--bootstrap-server", mock.bootstrap_servers, "--topic", "t")
        sent = kafka.tool("4.3.1", "kafka-console-producer", *where, stdin="one\ntwo\n")
        assert sent.returncode == 0, sent.stderr
        more = ("--from-beginning", "--max-messages", "2", "--timeout-ms", "30000", "--group", "g")
        protocol = ("--command-property", "group.protocol=consumer")
        found = kafka.tool("4.3.1", "kafka-console-consumer", *where, *more, *protocol)
        assert sorted(found.stdout.split()) == ["one", "two"], found.stderr
        epochs = [each.message.member_epoch for each in mock.requests("ConsumerGroupHeartbeat")]
        assert (epochs[0], epochs[-1]) == (0, -1)
        assert not mock.requests("JoinGroup")
        offsets = mock._state.groups["g"].offsets.values()
        assert sum(each.offset for each in offsets) == 2
