"""Clients of other projects against the mock cluster: groups, transactions, and surviving faults.

`make mock-clients` installs them (locks/clients.lock); a client that is not installed is skipped.
"""

from __future__ import annotations

import asyncio
import time
from importlib import import_module

import pytest

from kraft_core.testing import KafkaProxy, MockCluster
from kraft_wire.records import RecordBatch

pytestmark = [
    pytest.mark.timeout(120),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),  # of kafka-python's own imports
]

RELEASES = ("0.11", "2.3", "2.8", "3.9", "4.4")
WITH_ZSTD = RELEASES[1:]
CODECS = ("gzip", "snappy", "lz4", "zstd")
VALUES = [f"v{number}".encode() for number in range(20)]
DEADLINE_S = 60
TOKEN = "token-of-alice"  # noqa: S105  # of the clusters here
SASL = {
    "PLAIN": {"alice": "word"},
    "SCRAM-SHA-256": {"alice": "word"},
    "SCRAM-SHA-512": {"alice": "word"},
    "OAUTHBEARER": {TOKEN: "alice"},
}


class Librdkafka:
    module = "confluent_kafka"
    lacks = ()

    def __init__(self, mock, package):
        self.package = package
        self.servers = {"bootstrap.servers": mock.bootstrap_servers}

    def log_in(self, mock, mechanism):
        self.servers |= {
            "security.protocol": "SASL_SSL",
            "ssl.ca.location": str(mock.certificate_file),
            "sasl.mechanism": mechanism,
        }
        if mechanism == "OAUTHBEARER":
            self.servers["oauth_cb"] = lambda _: (TOKEN, time.time() + 3600)
        else:
            self.servers |= {"sasl.username": "alice", "sasl.password": "word"}

    def produce(self, topic, values, codec=None):
        config = {"enable.idempotence": True, "compression.type": codec or "none"}
        producer = self.package.Producer({**self.servers, **config})
        for value in values:
            producer.produce(topic, value, key=value)
        assert producer.flush(DEADLINE_S) == 0

    def consume(self, topic, count):
        config = {"group.id": "g", "auto.offset.reset": "earliest", "enable.auto.commit": False}
        consumer = self.package.Consumer({**self.servers, **config})
        consumer.subscribe([topic])
        found = []
        while len(found) < count:  # the mark of this file bounds it
            message = consumer.poll(DEADLINE_S)
            assert message is not None, f"{len(found)} of {count} records after {DEADLINE_S} s"
            if message.error() is None:
                found.append(message.value())
        consumer.commit(asynchronous=False)
        consumer.close()
        return found

    def consumer_of_new_group(self, topic):
        config = {"group.id": "g", "auto.offset.reset": "earliest", "group.protocol": "consumer"}
        consumer = self.package.Consumer({**self.servers, **config})
        consumer.subscribe([topic])
        return consumer

    def transact(self, topic, transactions):
        producer = self.package.Producer({**self.servers, "transactional.id": "tx"})
        consumer = self.package.Consumer({**self.servers, "group.id": "g"})
        producer.init_transactions(DEADLINE_S)
        for values, offset, is_commit in transactions:
            producer.begin_transaction()
            for value in values:
                producer.produce(topic, value, key=value)
            position = self.package.TopicPartition(topic, 0, offset)
            group = consumer.consumer_group_metadata()
            producer.send_offsets_to_transaction([position], group, DEADLINE_S)
            (producer.commit_transaction if is_commit else producer.abort_transaction)(DEADLINE_S)
        consumer.close()


class KafkaPython:
    module = "kafka"
    lacks = ("snappy",)

    def __init__(self, mock, package):
        self.package, self.servers = package, {"bootstrap_servers": mock.bootstrap_servers}

    def log_in(self, mock, mechanism):
        self.servers |= {
            "security_protocol": "SASL_SSL",
            "ssl_cafile": str(mock.certificate_file),
            "sasl_mechanism": mechanism,
        }
        if mechanism == "OAUTHBEARER":
            base = import_module("kafka.net.sasl.oauth").AbstractTokenProvider
            provider = type("Provider", (base,), {"token": lambda _: TOKEN})
            self.servers["sasl_oauth_token_provider"] = provider()
        else:
            self.servers |= {"sasl_plain_username": "alice", "sasl_plain_password": "word"}

    def produce(self, topic, values, codec=None):
        producer = self.package.KafkaProducer(**self.servers, compression_type=codec)
        sent = [producer.send(topic, value, key=value) for value in values]
        for each in sent:
            each.get(DEADLINE_S)
        producer.close()

    def consume(self, topic, count):
        consumer = self.package.KafkaConsumer(
            topic,
            **self.servers,
            group_id="g",
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            consumer_timeout_ms=DEADLINE_S * 1000,
            isolation_level="read_committed",
        )
        found = [message.value for _, message in zip(range(count), consumer, strict=False)]
        consumer.commit()
        consumer.close()
        return found

    def transact(self, topic, transactions):
        producer = self.package.KafkaProducer(**self.servers, transactional_id="tx")
        producer.init_transactions()
        for values, offset, is_commit in transactions:
            producer.begin_transaction()
            for value in values:
                producer.send(topic, value, key=value)
            position = self.package.TopicPartition(topic, 0)
            committed = self.package.OffsetAndMetadata(offset, "", -1)
            producer.send_offsets_to_transaction({position: committed}, "g")
            (producer.commit_transaction if is_commit else producer.abort_transaction)()
        producer.close()


class AioKafka:
    module = "aiokafka"
    lacks = ()

    def __init__(self, mock, package):
        self.package, self.servers = package, {"bootstrap_servers": mock.bootstrap_servers}

    def log_in(self, mock, mechanism):
        self.servers |= {
            "security_protocol": "SASL_SSL",
            "ssl_context": mock.client_tls(),
            "sasl_mechanism": mechanism,
        }
        if mechanism == "OAUTHBEARER":

            async def token(_):
                return TOKEN

            base = import_module("aiokafka.abc").AbstractTokenProvider
            provider = type("Provider", (base,), {"token": token})
            self.servers["sasl_oauth_token_provider"] = provider()
        else:
            self.servers |= {"sasl_plain_username": "alice", "sasl_plain_password": "word"}

    def produce(self, topic, values, codec=None):
        async def run():
            async with self.package.AIOKafkaProducer(
                **self.servers, enable_idempotence=True, compression_type=codec
            ) as producer:
                for value in values:
                    await producer.send_and_wait(topic, value, key=value)

        asyncio.run(asyncio.wait_for(run(), DEADLINE_S))

    def consume(self, topic, count):
        async def run():
            found = []
            async with self.package.AIOKafkaConsumer(
                topic,
                **self.servers,
                group_id="g",
                auto_offset_reset="earliest",
                enable_auto_commit=False,
                isolation_level="read_committed",
            ) as consumer:
                while len(found) < count:
                    found.append((await consumer.getone()).value)
                await consumer.commit()
            return found

        return asyncio.run(asyncio.wait_for(run(), DEADLINE_S))

    def transact(self, topic, transactions):
        async def run():
            async with self.package.AIOKafkaProducer(
                **self.servers, transactional_id="tx"
            ) as producer:
                for values, offset, is_commit in transactions:
                    await producer.begin_transaction()
                    for value in values:
                        await producer.send(topic, value, key=value)
                    position = self.package.TopicPartition(topic, 0)
                    await producer.send_offsets_to_transaction({position: offset}, "g")
                    end = producer.commit_transaction if is_commit else producer.abort_transaction
                    await end()

        asyncio.run(asyncio.wait_for(run(), DEADLINE_S))


@pytest.fixture(params=[Librdkafka, KafkaPython, AioKafka], ids=lambda each: each.module)
def client(request):
    try:
        package = import_module(request.param.module)
    except ImportError:
        pytest.skip(f"{request.param.module} is not installed: run make mock-clients")
    return lambda mock: request.param(mock, package)


@pytest.mark.parametrize("release", RELEASES)
def test_client_produces_consumes_in_a_group_and_commits(client, release):
    with MockCluster(release=release, strict=True) as mock:
        mock.create_topic("t", 2)
        mine = client(mock)
        mine.produce("t", VALUES)
        stored = [record.value for each in (0, 1) for record in mock.records("t", each)]
        assert sorted(stored) == sorted(VALUES)
        assert sorted(mine.consume("t", len(VALUES))) == sorted(VALUES)
        committed = [
            partition.committed_offset
            for request in mock.requests("OffsetCommit")
            for topic in request.message.topics
            for partition in topic.partitions
        ]
    assert sum(set(committed)) >= len(VALUES) / 2


@pytest.mark.parametrize("mechanism", SASL)
def test_client_logs_in_over_tls(client, mechanism):
    with MockCluster(strict=True, security="SASL_SSL", sasl=SASL) as mock:
        mock.create_topic("t")
        mine = client(mock)
        mine.log_in(mock, mechanism)
        mine.produce("t", VALUES)
        assert mine.consume("t", len(VALUES)) == VALUES
        assert {each.message.mechanism for each in mock.requests("SaslHandshake")} == {mechanism}
        assert {each.principal for each in mock.requests("Produce")} == {"alice"}
        assert not mock.faults


@pytest.mark.parametrize("mechanism", ["PLAIN", "SCRAM-SHA-256"])
def test_client_logs_in_with_tokens_that_are_no_requests(client, mechanism):
    """SaslHandshake 0, which is all that brokers before Kafka 1.0 have."""
    with MockCluster(release="0.11", strict=True, security="SASL_SSL", sasl=SASL) as mock:
        mock.create_topic("t")
        mine = client(mock)
        mine.log_in(mock, mechanism)
        mine.produce("t", VALUES)
        assert {each.version for each in mock.requests("SaslHandshake")} == {0}
        assert {each.principal for each in mock.requests("Produce")} == {"alice"}
        assert not mock.faults


@pytest.mark.parametrize("mechanism", SASL)
def test_client_logs_in_over_tls_at_a_proxy(client, mechanism):
    with (
        MockCluster(strict=True) as mock,
        KafkaProxy(mock.bootstrap_servers, security="SASL_SSL", sasl=SASL) as proxy,
    ):
        mock.create_topic("t")
        mine = client(proxy)
        mine.log_in(proxy, mechanism)
        mine.produce("t", VALUES)
        assert mine.consume("t", len(VALUES)) == VALUES
        assert {each.principal for each in proxy.requests("Produce")} == {"alice"}
        assert not mock.requests("SaslHandshake")


def test_client_sends_again_what_was_refused(client):
    with MockCluster() as mock:
        mock.create_topic("t")
        mock.on("Produce", topic="t").times(2).error("NOT_LEADER_OR_FOLLOWER")
        client(mock).produce("t", [b"v"])
        assert [record.value for record in mock.records("t")] == [b"v"]
        assert len(mock.requests("Produce")) == 3


def test_client_stores_nothing_twice_when_the_connection_ends_after_the_append(client):
    with MockCluster() as mock:
        mock.create_topic("t")
        mock.on("Produce").times(1).reset("after")
        client(mock).produce("t", [b"v"])
        assert [record.value for record in mock.records("t")] == [b"v"]
        assert len(mock.requests("Produce")) == 2


def test_client_reaches_brokers_through_a_proxy_alone_and_gets_over_its_faults(client):
    """Errors, a reset, a cap on versions and moved partitions, with all connections counted."""
    with (
        MockCluster(strict=True) as mock,
        KafkaProxy(mock.bootstrap_servers, versions={"Fetch": (4, 11)}) as proxy,
    ):
        mock.create_topic("t", 2)
        proxy.on("Produce", topic="t").times(1).error("NOT_LEADER_OR_FOLLOWER")
        proxy.on("Produce", topic="t").nth(3).reset("after")
        proxy.on("Fetch", topic="t").times(1).error("NOT_LEADER_OR_FOLLOWER")
        proxy.on("FindCoordinator").times(1).error("COORDINATOR_NOT_AVAILABLE")
        mine = client(proxy)
        for value in VALUES:
            mine.produce("t", [value])
        assert sorted(mine.consume("t", len(VALUES))) == sorted(VALUES)
        seen = len(proxy.requests()), len(mock.requests())
        assert {each.version for each in proxy.requests("Fetch")} <= set(range(4, 12))
        assert not [each for each in proxy.faults if "cannot pass" in each]
    assert seen[0] >= seen[1]


@pytest.mark.parametrize("shift", [0, 2])
@pytest.mark.parametrize("place", range(4))
def test_client_writes_and_reads_each_codec(client, place, shift):
    """Each client with each codec at two releases, each codec at each release."""
    codec, release = CODECS[place], WITH_ZSTD[(place + shift) % len(WITH_ZSTD)]
    values = [b"a value that can be compressed " * 20 + each for each in VALUES]
    with MockCluster(release=release, strict=True) as mock:
        mock.create_topic("t")
        mine = client(mock)
        if codec in mine.lacks:
            pytest.skip(f"{mine.module} needs a library for {codec} that is not installed")
        mine.produce("t", values, codec)
        batches = [
            RecordBatch.parse(part.records)
            for request in mock.requests("Produce")
            for topic in request.message.topic_data
            for part in topic.partition_data
        ]
        assert {each.compression.name.lower() for each in batches} == {codec}
        assert sorted(mine.consume("t", len(values))) == sorted(values)


@pytest.mark.parametrize("release", RELEASES)
def test_client_commits_and_aborts_transactions_with_offsets(client, release):
    with MockCluster(release=release, strict=True) as mock:
        mock.create_topic("t", 2)
        client(mock).transact(
            "t", [(VALUES[:5], 5, True), (VALUES[5:10], 9, False), (VALUES[10:], 7, True)]
        )

        def found(**level):
            return sorted(
                record.value for each in (0, 1) for record in mock.records("t", each, **level)
            )

        assert found(committed=True) == sorted(VALUES[:5] + VALUES[10:])
        assert set(found(committed=True)) <= set(found())
        group = mock._state.groups["g"]
        assert {key: each.offset for key, each in group.offsets.items()} == {("t", 0): 7}
        assert group.uncommitted == {}


def test_consumer_with_read_committed_skips_aborted_records(client):
    with MockCluster(strict=True) as mock:
        mock.create_topic("t")
        mine = client(mock)
        mine.transact(
            "t", [(VALUES[:5], 0, True), (VALUES[5:10], 3, False), (VALUES[10:], 0, True)]
        )
        assert mine.consume("t", len(VALUES) - 5) == VALUES[:5] + VALUES[10:]


def test_client_finishes_a_transaction_in_spite_of_errors_and_a_reset(client):
    with MockCluster() as mock:
        mock.create_topic("t")
        mock.on("FindCoordinator", key_type=1).times(1).error("COORDINATOR_NOT_AVAILABLE")
        mock.on("InitProducerId").times(1).error("CONCURRENT_TRANSACTIONS")
        mock.on("TxnOffsetCommit").times(1).error("COORDINATOR_LOAD_IN_PROGRESS")
        mock.on("EndTxn").nth(1).error("COORDINATOR_LOAD_IN_PROGRESS")
        mock.on("Produce").nth(1).reset("after")
        client(mock).transact("t", [(VALUES, 5, True)])
        assert [each.value for each in mock.records("t", committed=True)] == VALUES


@pytest.mark.parametrize("release", ["4.0", "4.4"])
def test_librdkafka_s_members_of_the_consumer_protocol_share_partitions(release):
    package = pytest.importorskip("confluent_kafka", reason="run make mock-clients")
    with MockCluster(release=release, strict=True) as mock:
        mock.create_topic("t", 4)
        mine = Librdkafka(mock, package)
        mine.produce("t", VALUES)
        first = mine.consumer_of_new_group("t")
        found = []
        while len(found) < len(VALUES):
            if (message := first.poll(1)) is not None and message.error() is None:
                found.append(message.value())
        assert sorted(found) == sorted(VALUES)
        first.commit(asynchronous=False)
        second = mine.consumer_of_new_group("t")
        while [len(each.assignment()) for each in (first, second)] != [2, 2]:
            first.poll(0.1)
            second.poll(0.1)
        mine.produce("t", VALUES)
        again = []
        while len(again) < len(VALUES):
            messages = [each.poll(0.1) for each in (first, second)]
            again += [each.value() for each in messages if each is not None and not each.error()]
        assert sorted(again) == sorted(VALUES)
        first.close()
        while len(second.assignment()) != 4:
            second.poll(0.1)
        second.close()
        assert not mock.requests("JoinGroup")
        assert mock._state.groups["g"].consumer.state == "Empty"
