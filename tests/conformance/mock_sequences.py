"""Drawn sequences of requests, asked over TCP of a mock broker and of a broker of Kafka.

Topics, groups and members of a sequence begin with its number: all sequences share the brokers.
`NORMALISED` says what is not compared; all else is, field by field. A sequence ends at its first
difference. `python -m tests.conformance.mock_sequences --first 0 --count 200` prints them.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import re
import tempfile
from collections import Counter
from functools import partial
from pathlib import Path
from struct import pack
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from kraft_core.testing import MockCluster
from kraft_wire.message import Message, Struct
from kraft_wire.messages import (
    AlterConfigsRequest,
    ApiVersionsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteGroupsRequest,
    DeleteRecordsRequest,
    DeleteTopicsRequest,
    DescribeClusterRequest,
    DescribeConfigsRequest,
    DescribeGroupsRequest,
    DescribeQuorumRequest,
    FetchRequest,
    FetchResponse,
    FindCoordinatorRequest,
    HeartbeatRequest,
    IncrementalAlterConfigsRequest,
    InitProducerIdRequest,
    JoinGroupRequest,
    LeaveGroupRequest,
    ListGroupsRequest,
    ListOffsetsRequest,
    MetadataRequest,
    OffsetCommitRequest,
    OffsetFetchRequest,
    OffsetForLeaderEpochRequest,
    ProduceRequest,
    SyncGroupRequest,
    kafka_messages,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records import BatchReader, Compression
from tests.conformance.quorum import Quorum
from tests.support.waiting import wait_until
from tests.testing.asking import Asking, EndedError, Later, batch

if TYPE_CHECKING:
    from collections.abc import Iterator

RELEASE: Final = "4.3.1"
STEPS: Final = 15

NORMALISED: Final = {
    "ids": "ids of topics, producers, members, sessions and the cluster are named in order",
    "places": "hosts and ports",
    "times": "throttle times, timestamps of the quorum",
    "order": "entries of arrays are sorted, those of one topic of a fetch are merged",
    "others": "topics and groups of other sequences, and Kafka's internal topics",
    "texts": "of error messages only if there is one",
}

PROPERTIES: Final = (  # no deletion by time: the records are of 1970
    "group.initial.rebalance.delay.ms=0",
    "offsets.topic.replication.factor=1",
    "transaction.state.log.replication.factor=1",
    "transaction.state.log.min.isr=1",
    "group.coordinator.append.linger.ms=0",
    "log.initial.task.delay.ms=3600000",
    "log.cleaner.backoff.ms=3600000",
)

NEWER_CONFIGS: Final = {
    "errors.deadletterqueue.group.enable",
    "max.decompressed.message.bytes",
    "remote.copy.lag.bytes",
    "remote.copy.lag.ms",
}
"""Configs of topics that 4.4.0 has and 4.3.1 has not: the mock has those of 4.4.0."""

UNKNOWN_ID: Final = Uuid(bytes([9] * 16))
_TIMES: Final = {
    "throttle_time_ms",
    "last_fetch_timestamp",
    "last_caught_up_timestamp",
}
_SESSION_MS: Final = 60_000
_NO_SESSION: Final = 1 << 30
_MEMBER_ID_VERSION: Final = 4
_SETTLE_S: Final = 30


class BrokerAddress(NamedTuple):
    """A broker of Kafka, as `Asking` connects to it."""

    bootstrap_servers: str


class Side:
    """One of the two brokers, with the ids that it gave out and their names."""

    def __init__(self, cluster: Any) -> None:
        self._cluster = cluster
        self._connections: dict[str, Asking] = {}
        self.topics: dict[str, Uuid] = {}
        self.members: dict[str, str] = {}
        self.producers: dict[str, int] = {}
        self.sessions: dict[str, int] = {}

    def connection(self, client: str) -> Asking:
        """Return the connection of a client, which begins with its first request."""
        if client not in self._connections:
            self._connections[client] = Asking(self._cluster, client_id=client)
        return self._connections[client]

    def ask(self, request: Any, version: int, client: str = "c") -> Any:
        """Ask; the response, or "closed" if the broker ends the connection."""
        try:
            return self.connection(client).ask(request.fit(version), version)
        except (EndedError, OSError) as error:
            self._connections.pop(client).__exit__()
            return "silent" if isinstance(error, TimeoutError) else "closed"

    def close(self) -> None:
        """End all connections."""
        for each in self._connections.values():
            each.__exit__()
        self._connections.clear()

    def topic_id(self, name: str) -> Uuid:
        """Return the id of a topic, or one that no topic has."""
        return self.topics.get(name, UNKNOWN_ID)

    def plain(self, value: Any, name: str = "") -> Any:
        """Return a response as dictionaries, sorted lists and values with names for ids."""
        if isinstance(value, Uuid):
            found = [label for label, each in self.topics.items() if each == value]
            return f"id of {found[0]}" if found else str(value)
        if isinstance(value, Struct):
            fields = {each: self.plain(getattr(value, each), each) for each in value._FIELDS}
            return {each: held for each, held in fields.items() if each not in _TIMES}
        if isinstance(value, (tuple, list)):
            value = _merged(value)
            value = [each for each in value if getattr(each, "name", "") not in NEWER_CONFIGS]
            return sorted((self.plain(each, name) for each in value), key=repr)
        return self._named(value, name)

    def _named(self, value: Any, name: str) -> Any:
        if name in ("host", "port", "client_host"):
            return name
        if name == "cluster_id":
            return "the cluster"
        if name == "error_message":
            return None if value is None else "a text"
        if name == "session_id":
            return _label(self.sessions, value)
        if name == "producer_id":
            return _label(self.producers, value)
        if name in ("member_id", "leader") and isinstance(value, str):
            return _label(self.members, value)
        if name == "records" and value is not None:
            return [self._batch(each) for each in BatchReader(bytes(value), check_crc=True)]
        if isinstance(value, (bytes, bytearray, memoryview)):
            return bytes(value)
        return int(value) if isinstance(value, int) and not isinstance(value, bool) else value

    def _batch(self, held: Any) -> Any:
        facts = {
            "producer_id": _label(self.producers, held.producer_id),
            "records": [
                (each.offset, each.timestamp, each.key, each.value) for each in held.records()
            ],
        }
        names = (
            "base_offset",
            "last_offset_delta",
            "partition_leader_epoch",
            "attributes",
            "base_timestamp",
            "max_timestamp",
            "producer_epoch",
            "base_sequence",
        )
        return facts | {each: getattr(held, each) for each in names}


def _merged(entries: Any) -> Any:
    """Return the topics of a fetch with all partitions of one in one entry."""
    cls = FetchResponse.FetchableTopicResponse
    if not all(isinstance(each, cls) for each in entries):
        return entries
    found: dict[Any, list[Any]] = {}
    for each in entries:
        found.setdefault((each.topic, each.topic_id), []).extend(each.partitions)
    return [
        cls(topic=topic, topic_id=topic_id, partitions=partitions)
        for (topic, topic_id), partitions in found.items()
    ]


def _label(known: dict[str, Any], value: Any) -> Any:
    found = [label for label, each in known.items() if each == value]
    return found[0] if found else value


class DifferenceError(AssertionError):
    """The two brokers answered differently."""


_TELLING: Final = ("name", "partition_index", "error_code")


def differences(mock: Any, kafka: Any, path: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Yield path and values where two plain responses differ."""
    if isinstance(mock, dict) and isinstance(kafka, dict) and mock.keys() == kafka.keys():
        for key in mock:
            yield from differences(mock[key], kafka[key], f"{path}.{key}")
    elif isinstance(mock, list) and isinstance(kafka, list) and len(mock) == len(kafka):
        for one, other in zip(mock, kafka, strict=True):
            what = [str(one.get(key, "")) for key in _TELLING] if isinstance(one, dict) else []
            yield from differences(one, other, f"{path}[{' '.join(filter(None, what))}]")
    elif isinstance(mock, list) and isinstance(kafka, list):
        only = [
            [each for each in one if one.count(each) > other.count(each)]
            for one, other in ((mock, kafka), (kafka, mock))
        ]
        yield path, *only
    elif mock != kafka:
        yield path, mock, kafka


class MockSequence:
    """One sequence of steps. The mock is asked first; what it answered chooses later requests."""

    def __init__(self, mock: Side, kafka: Side, seed: int, versions: dict[str, Any]) -> None:
        self._mock, self._kafka = mock, kafka
        self.found: list[DifferenceError] = []
        self._draw = random.Random(seed)
        self._versions = versions
        self._seed = seed
        self._topics = [f"s{seed}-{letter}" for letter in ("a", "b", "no")]
        self._group = f"s{seed}-g"
        self._sequences: dict[tuple[str, int, str], int] = {}
        self._session: tuple[str, int] | None = None
        self._session_version = 0
        self._views: list[list[Any]] = []
        self._members: dict[str, dict[str, Any]] = {}
        self._generation = 0
        self._count = 0
        self.seen: Counter[str] = Counter()

    # -- asking and comparing ----------------------------------------------------------------------

    def run(self, steps: int = STEPS) -> None:
        """Ask both; `found` has the first responses that differ, and ends it."""
        self._create(self._topics[0], 2)
        kinds = list(KINDS)
        for _ in range(steps):
            kind = self._draw.choices(kinds, [KINDS[each] for each in kinds])[0]
            kind(self)
            if self.found:
                return

    def _version(self, api: str, lowest: int = 0) -> int:
        low, high = self._versions[api]
        return self._draw.choice((high, high, self._draw.randint(max(low, lowest), high)))

    def _both(self, build: Any, version: int, client: str = "c") -> tuple[Any, Any]:
        """Ask both and compare; return both responses."""
        requests = [build(side) for side in (self._mock, self._kafka)]
        found = [
            side.ask(request, version, client)
            for side, request in zip((self._mock, self._kafka), requests, strict=True)
        ]
        self._learn(requests[0], found)
        if isinstance(requests[0], JoinGroupRequest) and client != "c":
            self._learn_members(client, found)
        self._compare(requests[0], version, found)
        return found[0], found[1]

    def _learn(self, request: Any, found: list[Any]) -> None:
        for side, answer in zip((self._mock, self._kafka), found, strict=True):
            if isinstance(answer, str):
                continue
            if isinstance(request, (CreateTopicsRequest, MetadataRequest)):
                for each in answer.topics:
                    if each.topic_id != ZERO_UUID and not each.error_code and each.name:
                        side.topics[each.name] = each.topic_id
            if isinstance(request, InitProducerIdRequest) and not answer.error_code:
                side.producers[f"producer {self._seed}-{self._count}"] = answer.producer_id
            if isinstance(request, FetchRequest):
                is_known = answer.session_id in (0, *side.sessions.values())
                if not is_known:
                    side.sessions[f"session {self._seed}-{self._count}"] = answer.session_id

    def _compare(self, request: Any, version: int, found: list[Any]) -> None:
        mock, kafka = [
            self._own(side.plain(answer))
            for side, answer in zip((self._mock, self._kafka), found, strict=True)
        ]
        api = type(request).__name__.removesuffix("Request")
        self.seen[api] += 1
        for code in _codes(mock):
            self.seen[f"{api} {code}"] += 1
        if mock != kafka:
            lines = [
                f"  {path}: mock {one!r}, Kafka {other!r}"
                for path, one, other in differences(mock, kafka, api)
            ]
            self.found.append(DifferenceError("\n".join([f"{request} version {version}", *lines])))

    def _own(self, plain: Any) -> Any:
        """Leave out what belongs to other sequences."""
        if not isinstance(plain, dict):
            return plain
        is_own = lambda each: not isinstance(each, dict) or self._is_own(each)  # noqa: E731
        return {
            key: [each for each in held if is_own(each)] if isinstance(held, list) else held
            for key, held in plain.items()
        }

    def _is_own(self, entry: dict[str, Any]) -> bool:
        name = entry.get("name") or entry.get("group_id") or ""
        if not isinstance(name, str):
            return True
        is_other = name.startswith("s") and "-" in name and not name.startswith(f"s{self._seed}-")
        return not is_other and not name.startswith("__")

    def _settle(self) -> None:
        """Wait until Kafka serves what its controller decided."""
        if self.found:
            return
        try:
            wait_until(self._is_settled, "the topics", _SETTLE_S, pause_s=0.005)
        except TimeoutError:
            lines = [
                f"  {path}: mock {one!r}, Kafka {other!r}"
                for path, one, other in differences(*self._views, "settled")
            ]
            self.found.append(DifferenceError("\n".join(["after a change", *lines])))

    def _is_settled(self) -> bool:
        views = []
        for side in (self._mock, self._kafka):
            metadata = side.ask(_metadata(*self._topics), 13)
            self._learn(
                _metadata(),
                [metadata if side is self._mock else "", metadata if side is self._kafka else ""],
            )
            counts = {each.name: len(each.partitions) for each in metadata.topics}
            wanted = {(name, index): -2 for name in counts for index in range(counts[name])}
            offsets = side.ask(_list_offsets(wanted), 7)
            fetched = side.ask(self._offset_fetch(None), 8)
            described = side.ask(_describe_configs(self._topics), 4)
            views.append(
                [self._own(side.plain(each)) for each in (metadata, offsets, fetched, described)]
            )
        self._views = views
        return views[0] == views[1]

    # -- topics ------------------------------------------------------------------------------------

    def _create(self, name: str, partitions: int) -> None:
        cls = CreateTopicsRequest
        topic = cls.CreatableTopic(name=name, num_partitions=partitions, replication_factor=1)
        self._both(lambda _: cls(topics=[topic], timeout_ms=30_000), 7)
        self._settle()

    def _name(self) -> str:
        return self._draw.choice((self._topics[0],) * 5 + (self._topics[1], f"s{self._seed}-no"))

    def _index(self) -> int:
        return self._draw.choice((0, 0, 0, 0, 1, 1, 7, -1))

    def metadata(self) -> None:
        """All topics, or those that are named, by name or id."""
        version = self._version("Metadata")
        draw = self._draw
        wanted = MetadataRequest.MetadataRequestTopic
        names = draw.sample((*self._topics, f"s{self._seed}-no", "a b", "", "..", "x" * 250), 2)
        by_id = version >= 10 and draw.random() < 0.3
        is_all = draw.random() < 0.2
        creates = draw.random() < 0.3

        def build(side: Side) -> Message:
            topics = [
                wanted(name=None, topic_id=side.topic_id(each)) if by_id else wanted(name=each)
                for each in names
            ]
            return MetadataRequest(
                topics=(None if version else []) if is_all else topics,
                allow_auto_topic_creation=creates,
            )

        self._both(build, version)
        self._settle()

    def create_topics(self) -> None:
        """New topics, and all that is wrong with one."""
        draw = self._draw
        cls = CreateTopicsRequest
        topics = []
        for _ in range(draw.choice((1, 1, 2))):
            is_assigned = draw.random() < 0.2
            topics.append(
                cls.CreatableTopic(
                    name=draw.choice((*self._topics, self._topics[1], "a b", "", ".", "x" * 250)),
                    num_partitions=-1 if is_assigned else draw.choice((-1, 1, 2, 3, 0, -2)),
                    replication_factor=-1 if is_assigned else draw.choice((-1, 1, 1, 1, 0, -2, 2)),
                    assignments=[
                        cls.CreatableReplicaAssignment(partition_index=index, broker_ids=brokers)
                        for index, brokers in draw.choice(
                            (
                                [(0, [1])],
                                [(0, [1]), (1, [1])],
                                [(0, [9])],
                                [(1, [1])],
                                [(0, [])],
                                [(0, [1, 1])],
                            )
                        )
                    ]
                    if is_assigned
                    else [],
                    configs=[
                        cls.CreatableTopicConfig(name=key, value=value)
                        for key, value in draw.choice(
                            (
                                (),
                                (),
                                (("retention.ms", "7"),),
                                (("no.such", "1"),),
                                (("retention.ms", "x"),),
                            )
                        )
                    ],
                )
            )
        request = cls(topics=topics, timeout_ms=30_000, validate_only=draw.random() < 0.2)
        self._both(lambda _: request, self._version("CreateTopics"))
        self._settle()

    def delete_topics(self) -> None:
        """By name or id; seldom the first one."""
        cls = DeleteTopicsRequest
        version = self._version("DeleteTopics")
        names = self._draw.sample(
            (self._topics[self._draw.random() < 0.8], f"s{self._seed}-no", "a b"),
            self._draw.choice((1, 2)),
        )
        by_id = self._draw.random() < 0.4 and version >= 6

        def build(side: Side) -> Message:
            if version < 6:
                return cls(topic_names=names, timeout_ms=30_000)
            topics = [
                cls.DeleteTopicState(name=None, topic_id=side.topic_id(each))
                if by_id
                else cls.DeleteTopicState(name=each)
                for each in names
            ]
            return cls(topics=topics, timeout_ms=30_000)

        self._both(build, version)
        self._settle()

    def create_partitions(self) -> None:
        """More, as many, fewer; with assignments."""
        cls = CreatePartitionsRequest
        draw = self._draw
        assigned = draw.choice((None, None, None, [[1]], [[9]], [[1], [1]], [[]]))
        request = cls(
            topics=[
                cls.CreatePartitionsTopic(
                    name=self._name(),
                    count=draw.choice((0, 1, 2, 3, 4, -1)),
                    assignments=assigned
                    and [cls.CreatePartitionsAssignment(broker_ids=each) for each in assigned],
                )
            ],
            timeout_ms=30_000,
            validate_only=draw.random() < 0.3,
        )
        self._both(lambda _: request, self._version("CreatePartitions"))
        self._settle()

    def _resource(self) -> tuple[int, str]:
        return self._draw.choice(
            ((2, self._name()),) * 6 + ((2, ""), (2, "a b"), (4, "9"), (4, "x"), (3, "x"), (0, ""))
        )

    def describe_configs(self) -> None:
        """Some configs of a resource."""
        cls = DescribeConfigsRequest
        keys = self._draw.choice((None, ["retention.ms", "cleanup.policy", "no.such"], []))
        kind, name = self._resource()
        request = cls(
            resources=[
                cls.DescribeConfigsResource(
                    resource_type=kind, resource_name=name, configuration_keys=keys
                )
            ],
            include_synonyms=self._draw.random() < 0.3,
        )
        self._both(lambda _: request, self._version("DescribeConfigs"))

    def incremental_alter_configs(self) -> None:
        """Set, delete, append and subtract."""
        cls = IncrementalAlterConfigsRequest
        kind, name = self._resource()
        changes = self._draw.sample(_CHANGES, self._draw.choice((0, 1, 1, 2)))
        request = cls(
            resources=[
                cls.AlterConfigsResource(
                    resource_type=kind,
                    resource_name=name,
                    configs=[
                        cls.AlterableConfig(name=key, config_operation=operation, value=value)
                        for key, operation, value in changes
                    ],
                )
            ],
            validate_only=self._draw.random() < 0.2,
        )
        self._both(lambda _: request, self._version("IncrementalAlterConfigs"))
        self._settle()

    def alter_configs(self) -> None:
        """Replace all configs."""
        cls = AlterConfigsRequest
        kind, name = self._resource()
        changes = self._draw.sample(_CHANGES, self._draw.choice((0, 1, 1)))
        request = cls(
            resources=[
                cls.AlterConfigsResource(
                    resource_type=kind,
                    resource_name=name,
                    configs=[
                        cls.AlterableConfig(name=key, value=value) for key, _, value in changes
                    ],
                )
            ],
            validate_only=self._draw.random() < 0.2,
        )
        self._both(lambda _: request, self._version("AlterConfigs"))
        self._settle()

    # -- records -----------------------------------------------------------------------------------

    def init_producer_id(self) -> None:
        """A producer id without a transaction."""
        self._count += 1
        self._both(
            lambda _: InitProducerIdRequest(transactional_id=None, transaction_timeout_ms=60_000),
            self._version("InitProducerId"),
        )

    def produce(self) -> None:
        """Batches, with and without a producer, right and wrong."""
        version = self._version("Produce", 3)
        cls = ProduceRequest
        draw = self._draw
        parts = [(self._name(), self._index()) for _ in range(draw.choice((1, 1, 1, 2)))]
        parts = list(dict.fromkeys(parts))
        acks = draw.choice((-1,) * 8 + (1, 2))
        kinds = {each: draw.choice(_RECORDS) for each in parts}
        values = [
            bytes(draw.choice(b"abcdef") for _ in range(draw.choice((0, 3, 50))))
            for _ in range(draw.choice((1, 1, 3)))
        ]
        time = draw.choice((1000, 2000, 3000)) + len(self.seen)
        own = [each for each in self._mock.producers if each.startswith(f"producer {self._seed}-")]
        producer = draw.choice(own) if own and draw.random() < 0.6 else None
        jump = draw.choice((0,) * 6 + (-len(values), -len(values), -1, 1, 5))
        epoch = draw.choice((0,) * 8 + (1, -1))

        def records(side: Side, key: tuple[str, int]) -> bytes:
            more = {}
            if producer is not None:
                at = self._sequences.get((*key, producer), 0) + jump
                more = {
                    "producer_id": side.producers[producer],
                    "producer_epoch": max(epoch, 0) if epoch >= 0 else 0,
                    "base_sequence": max(at, 0),
                }
            return kinds[key](values, time, more)

        def build(side: Side) -> Message:
            names = dict.fromkeys(name for name, _ in parts)
            return cls(
                acks=acks,
                timeout_ms=30_000,
                topic_data=[
                    cls.TopicProduceData(
                        name=name,
                        topic_id=side.topic_id(name),
                        partition_data=[
                            cls.PartitionProduceData(
                                index=index, records=records(side, (name, index))
                            )
                            for of, index in parts
                            if of == name
                        ],
                    )
                    for name in names
                ],
            )

        answer, _ = self._both(build, version)
        if isinstance(answer, str) or producer is None:
            return
        names = {each: label for label, each in self._mock.topics.items()}
        for topic in answer.responses:
            name = names.get(topic.topic_id, "") if version >= 13 else topic.name
            for each in topic.partition_responses:
                key = name, each.index, producer
                if not each.error_code and jump >= 0:
                    self._sequences[key] = self._sequences.get(key, 0) + jump + len(values)

    def fetch(self) -> None:
        """Without a session, and the beginning of one."""
        self._count += 1
        version = self._version("Fetch", 4)
        request, _ = self._fetch_parts(version)
        is_session = self._draw.random() < 0.5
        session_id, epoch = (0, 0) if is_session else (0, -1)

        def build(side: Side) -> Message:
            return request(side, session_id, epoch)

        answer, _ = self._both(build, version, "f")
        if not isinstance(answer, str) and answer.session_id and is_session:
            self._session = _label(self._mock.sessions, answer.session_id), 1
            self._session_version = version

    def fetch_more(self) -> None:
        """A request of a session."""
        if self._session is None:
            self.fetch()
            return
        self._count += 1
        label, epoch = self._session
        draw = self._draw
        request, _ = self._fetch_parts(self._session_version)
        change = draw.choice((0,) * 9 + (1, -1))
        is_unknown = draw.random() < 0.05
        empty = draw.random() < 0.5
        forgotten = draw.choice(((),) * 4 + ((self._topics[0], 0), (self._topics[0], 7)))

        def build(side: Side) -> Message:
            session_id = _NO_SESSION if is_unknown else side.sessions[label]
            made = request(side, session_id, epoch + change)
            if forgotten:
                name, index = forgotten
                cls = FetchRequest.ForgottenTopic
                made = made.replace(
                    forgotten_topics_data=[
                        cls(topic=name, topic_id=side.topic_id(name), partitions=[index])
                    ]
                )
            return made.replace(topics=[]) if empty else made

        answer, _ = self._both(build, self._session_version, "f")
        if not isinstance(answer, str) and not answer.error_code:
            self._session = label, epoch + change + 1 if epoch + change else 1
            if not answer.session_id:
                self._session = None

    def _fetch_parts(self, version: int) -> tuple[Any, Any]:
        draw = self._draw
        cls = FetchRequest
        parts = list(
            dict.fromkeys((self._name(), self._index()) for _ in range(draw.choice((1, 2))))
        )
        offsets = {each: draw.choice((0, 0, 0, 1, 2, 5, 1000, -1)) for each in parts}
        epochs = {each: draw.choice((-1, -1, -1, 0, 5)) for each in parts}
        most = draw.choice((1 << 20, 1 << 20, 100, 1, 0))
        partition_max = draw.choice((1 << 20, 1 << 20, 100, 1))
        isolation = draw.choice((0, 0, 1))

        def build(side: Side, session_id: int, epoch: int) -> Message:
            return cls(
                max_wait_ms=0,
                min_bytes=1,
                max_bytes=most,
                isolation_level=isolation,
                session_id=session_id,
                session_epoch=epoch,
                topics=[
                    cls.FetchTopic(
                        topic=name,
                        topic_id=side.topic_id(name),
                        partitions=[
                            cls.FetchPartition(
                                partition=index,
                                fetch_offset=offsets[of, index],
                                current_leader_epoch=epochs[of, index],
                                partition_max_bytes=partition_max,
                            )
                            for of, index in parts
                            if of == name
                        ],
                    )
                    for name in dict.fromkeys(name for name, _ in parts)
                ],
            )

        return build, parts

    def list_offsets(self) -> None:
        """By time and by the special times."""
        draw = self._draw
        version = self._version("ListOffsets")
        times = (-1, -1, -2, -3, -4, -5, -6, -7, 0, 1001, 2005, 10**12)
        wanted = {
            (self._name(), self._index()): draw.choice(times) for _ in range(draw.choice((1, 2)))
        }
        epoch = draw.choice((-1, -1, -1, 0, 5))
        isolation = draw.choice((0, 1))
        request = _list_offsets(wanted, epoch, isolation)
        self._both(lambda _: request, version)

    def offset_for_leader_epoch(self) -> None:
        """Ends of epochs."""
        cls = OffsetForLeaderEpochRequest
        draw = self._draw
        request = cls(
            replica_id=-1,
            topics=[
                cls.OffsetForLeaderTopic(
                    topic=self._name(),
                    partitions=[
                        cls.OffsetForLeaderPartition(
                            partition=self._index(),
                            current_leader_epoch=draw.choice((-1, -1, 0, 5)),
                            leader_epoch=draw.choice((0, 0, 0, 5, -1)),
                        )
                    ],
                )
            ],
        )
        self._both(lambda _: request, self._version("OffsetForLeaderEpoch"))

    def delete_records(self) -> None:
        """Up to an offset or the end."""
        cls = DeleteRecordsRequest
        part = cls.DeleteRecordsPartition(
            partition_index=self._index(), offset=self._draw.choice((-1, 0, 1, 2, 1000, -2))
        )
        topic = cls.DeleteRecordsTopic(name=self._name(), partitions=[part])
        self._both(lambda _: cls(topics=[topic], timeout_ms=30_000), self._version("DeleteRecords"))

    # -- brokers -----------------------------------------------------------------------------------

    def find_coordinator(self) -> None:
        """Of groups."""
        version = self._version("FindCoordinator")
        keys = [self._group, self._draw.choice((f"s{self._seed}-other", ""))]
        kind = self._draw.choice((0, 0, 0, 3 if version else 0))
        request = FindCoordinatorRequest(key=keys[0], key_type=kind)
        request = request.replace(coordinator_keys=keys) if version >= 4 else request
        if version >= 4:
            request = request.replace(key="")
        self._both(lambda _: request, version)

    def describe_cluster(self) -> None:
        """The brokers."""
        request = DescribeClusterRequest(endpoint_type=self._draw.choice((1, 1, 1, 2, 3)))
        self._both(lambda _: request, self._version("DescribeCluster"))

    def describe_quorum(self) -> None:
        """A topic that is not the metadata log."""
        cls = DescribeQuorumRequest
        part = cls.PartitionData(partition_index=self._draw.choice((0, 1)))
        topic = cls.TopicData(topic_name=self._topics[0], partitions=[part])
        self._both(lambda _: cls(topics=[topic]), self._version("DescribeQuorum"))

    # -- groups ------------------------------------------------------------------------------------

    def rebalance(self) -> None:
        """Perhaps a new member; the others join again; all sync."""
        draw = self._draw
        self._count += 1
        new = f"s{self._seed}-m{self._count}" if not self._members or draw.random() < 0.5 else None
        if new is not None:
            instance = f"i{self._count}" if draw.random() < 0.2 else None
            protocols = draw.choice((("range", "roundrobin"), ("range",), ("other", "range")))
            facts = {
                "instance": instance,
                "protocols": protocols,
                "version": self._version("JoinGroup", 5 if instance else 0),
            }
            is_alone = not self._members
            if is_alone or (facts["version"] >= _MEMBER_ID_VERSION and instance is None):
                answers = self._join(new, facts)
        else:
            facts = {}
        everybody = {**self._members, **({new: facts} if new is not None else {})}
        if self.found:
            return
        if new is not None and not self._members and not answers[0].error_code:
            joined = {new: answers}
        else:
            joined = self._join_all(everybody, new)
        if self.found or any(answers[0].error_code for answers in joined.values()):
            self._members = {}
            return
        self._members = everybody
        self._generation = next(iter(joined.values()))[0].generation_id
        self._sync(joined)

    def _join(self, member: str, facts: dict[str, Any]) -> tuple[Any, Any]:
        return self._both(
            lambda side: self._join_request(side, member, facts), facts["version"], member
        )

    def _join_request(self, side: Side, member: str, facts: dict[str, Any]) -> Message:
        cls = JoinGroupRequest
        return cls(
            group_id=self._group,
            session_timeout_ms=_SESSION_MS,
            rebalance_timeout_ms=20_000,
            member_id=side.members.get(f"member {member}", ""),
            group_instance_id=facts["instance"],
            protocol_type="consumer",
            protocols=[
                cls.JoinGroupRequestProtocol(name=name, metadata=_subscription(name))
                for name in facts["protocols"]
            ],
        )

    def _join_all(self, everybody: dict[str, Any], new: str | None) -> dict[str, Any]:
        """Let all join, the new member first; their responses come when the last has joined."""
        order = [each for each in everybody if each == new] + [
            each for each in everybody if each != new
        ]
        found: dict[str, list[Any]] = {each: [] for each in order}
        requests = {}
        for side in (self._mock, self._kafka):
            waiting = []
            for number, member in enumerate(order):
                facts = everybody[member]
                request = self._join_request(side, member, facts)
                requests[member] = request
                later = Later(
                    side.connection(member), request.fit(facts["version"]), facts["version"]
                )
                waiting.append((member, later))
                if number + 1 < len(order):
                    is_preparing = partial(self._is_preparing, side)
                    wait_until(is_preparing, "the rebalance", _SETTLE_S, pause_s=0.003)
            for member, later in waiting:
                found[member].append(later.result())
        for member, answers in found.items():
            self._learn_members(member, answers)
        if self.found:
            return found
        for member, answers in found.items():
            self._compare(requests[member], everybody[member]["version"], answers)
        return found

    def _is_preparing(self, side: Side) -> bool:
        found = side.ask(DescribeGroupsRequest(groups=[self._group]), 5)
        return found.groups[0].group_state == "PreparingRebalance"

    def _learn_members(self, member: str, answers: list[Any]) -> None:
        for side, answer in zip((self._mock, self._kafka), answers, strict=True):
            if not isinstance(answer, str) and answer.error_code in (0, 79):
                side.members[f"member {member}"] = answer.member_id

    def _sync(self, joined: dict[str, Any]) -> None:
        cls = SyncGroupRequest
        leader = _label(self._mock.members, next(iter(joined.values()))[0].leader)
        order = sorted(joined, key=lambda each: f"member {each}" != leader)
        protocol = next(iter(joined.values()))[0].protocol_name
        for member in order:
            version = self._version("SyncGroup", 3 if self._members[member]["instance"] else 0)

            def build(side: Side, member: str = member, version: int = version) -> Message:
                return cls(
                    group_id=self._group,
                    generation_id=self._generation,
                    member_id=side.members[f"member {member}"],
                    protocol_type="consumer",
                    protocol_name=protocol,
                    group_instance_id=self._members[member]["instance"],
                    assignments=[
                        cls.SyncGroupRequestAssignment(
                            member_id=side.members[f"member {each}"], assignment=each.encode()
                        )
                        for each in joined
                    ]
                    if f"member {member}" == leader
                    else [],
                )

            self._both(build, version, member)

    def _member(self, side: Side, label: str) -> str:
        return side.members.get(f"member {label}", label)

    def _some_member(self) -> str:
        return self._draw.choice((*list(self._members) * 3, "nobody", ""))

    def _some_generation(self) -> int:
        return self._generation + self._draw.choice((0,) * 6 + (1, -1))

    def bad_join(self) -> None:
        """Joins that are refused."""
        cls = JoinGroupRequest
        draw = self._draw
        group = draw.choice((self._group, self._group, "", f"s{self._seed}-new"))
        change = draw.choice(
            (
                {"session_timeout_ms": 1},
                {"session_timeout_ms": 10**9},
                {"member_id": "nobody"},
                {"protocol_type": ""},
                {"protocols": []},
                {"protocol_type": "connect", "member_id": "nobody"},
            )
        )
        request = cls(
            group_id=group,
            session_timeout_ms=_SESSION_MS,
            rebalance_timeout_ms=20_000,
            protocol_type="consumer",
            protocols=[cls.JoinGroupRequestProtocol(name="range", metadata=_subscription("range"))],
        )
        request = request.replace(**change)
        self._both(lambda _: request, self._version("JoinGroup"))

    def bad_sync(self) -> None:
        """Syncs of a wrong generation or member."""
        member = self._some_member()
        generation = self._some_generation()
        kind = self._draw.choice(("consumer", "consumer", "other"))

        def build(side: Side) -> Message:
            return SyncGroupRequest(
                group_id=self._group,
                generation_id=generation,
                member_id=self._member(side, member),
                protocol_type=kind,
                protocol_name="range",
            )

        self._both(build, self._version("SyncGroup"), member or "c")

    def heartbeat(self) -> None:
        """Right and wrong."""
        member, generation = self._some_member(), self._some_generation()
        group = self._draw.choice((self._group,) * 8 + ("", f"s{self._seed}-none"))
        version = self._version("Heartbeat")
        instance = self._draw.choice((None, None, None, "i1", "i9")) if version >= 3 else None

        def build(side: Side) -> Message:
            return HeartbeatRequest(
                group_id=group,
                generation_id=generation,
                member_id=self._member(side, member),
                group_instance_id=instance,
            )

        self._both(build, version)

    def leave(self) -> None:
        """Members go, by their ids or as static members."""
        cls = LeaveGroupRequest
        version = self._version("LeaveGroup")
        member = self._some_member()
        group = self._draw.choice((self._group,) * 8 + ("", f"s{self._seed}-none"))
        facts = self._members.get(member, {})
        instance = facts.get("instance") if self._draw.random() < 0.8 else "i99"

        def build(side: Side) -> Message:
            member_id = self._member(side, member)
            if version < 3:
                return cls(group_id=group, member_id=member_id)
            identity = cls.MemberIdentity(member_id=member_id, group_instance_id=instance)
            return cls(group_id=group, members=[identity])

        answer, _ = self._both(build, version)
        code = answer.error_code or (answer.members[0].error_code if answer.members else 0)
        if not code and group == self._group:
            self._members.pop(member, None)

    def describe_groups(self) -> None:
        """One that is there, perhaps, and one that is not."""
        groups = self._draw.sample(
            (self._group, f"s{self._seed}-none", ""), self._draw.choice((1, 2))
        )
        self._both(lambda _: DescribeGroupsRequest(groups=groups), self._version("DescribeGroups"))

    def list_groups(self) -> None:
        """With filters."""
        version = self._version("ListGroups")
        states = (
            self._draw.choice(([], [], ["Stable"], ["Empty", "Dead"], ["stable"], ["Nothing"]))
            if version >= 4
            else []
        )
        types = (
            self._draw.choice(([], [], ["classic"], ["Consumer"], ["x"])) if version >= 5 else []
        )
        request = ListGroupsRequest(states_filter=states, types_filter=types)
        self._both(lambda _: request, version)

    def delete_groups(self) -> None:
        """Groups with and without members."""
        groups = self._draw.sample(
            (self._group, f"s{self._seed}-none", ""), self._draw.choice((1, 2))
        )
        request = DeleteGroupsRequest(groups_names=groups)
        self._both(lambda _: request, self._version("DeleteGroups"))

    def commit(self) -> None:
        """Of members, and of consumers without a group."""
        cls = OffsetCommitRequest
        draw = self._draw
        version = self._version("OffsetCommit")
        is_simple = draw.random() < 0.3
        member = "" if is_simple else self._some_member()
        generation = -1 if is_simple else self._some_generation()
        name, index = self._name(), self._index()
        group = draw.choice((self._group,) * 8 + ("", f"s{self._seed}-own"))
        metadata = draw.choice(("", "m", None, "x" * 5000))
        offset = draw.choice((0, 5, -1))
        instance = draw.choice((None, None, None, "i9")) if version >= 7 else None

        def build(side: Side) -> Message:
            part = cls.OffsetCommitRequestPartition(
                partition_index=index,
                committed_offset=offset,
                committed_leader_epoch=draw_epoch,
                committed_metadata=metadata,
            )
            topic = cls.OffsetCommitRequestTopic(
                name=name, topic_id=side.topic_id(name), partitions=[part]
            )
            return cls(
                group_id=group,
                generation_id_or_member_epoch=generation,
                member_id=self._member(side, member),
                group_instance_id=instance,
                topics=[topic],
            )

        draw_epoch = draw.choice((-1, 0))
        self._both(build, version)

    def offset_fetch(self) -> None:
        """Of some partitions or all."""
        version = self._version("OffsetFetch")
        draw = self._draw
        is_all = draw.random() < 0.4 and version >= 2
        parts = None if is_all else [(self._name(), self._index())]
        group = draw.choice((self._group,) * 5 + ("", f"s{self._seed}-none", f"s{self._seed}-own"))
        stable = draw.random() < 0.3 and version >= 7
        self._both(
            lambda side: self._offset_fetch(parts, group, side, version, stable=stable), version
        )

    def _offset_fetch(
        self,
        parts: list[tuple[str, int]] | None,
        group: str | None = None,
        side: Side | None = None,
        version: int = 8,
        *,
        stable: bool = False,
    ) -> Message:
        cls = OffsetFetchRequest
        group = self._group if group is None else group
        if version < 8:
            topics = (
                None
                if parts is None
                else [
                    cls.OffsetFetchRequestTopic(name=name, partition_indexes=[index])
                    for name, index in parts
                ]
            )
            return cls(group_id=group, topics=topics, require_stable=stable)
        asked = (
            None
            if parts is None
            else [
                cls.OffsetFetchRequestTopics(
                    name=name,
                    topic_id=ZERO_UUID if side is None else side.topic_id(name),
                    partition_indexes=[index],
                )
                for name, index in parts
            ]
        )
        wanted = cls.OffsetFetchRequestGroup(group_id=group, topics=asked)
        return cls(groups=[wanted], require_stable=stable)


def _subscription(name: str) -> bytes:
    """Return what a consumer sends, with its user data; Kafka reads it."""
    topic, data = b"t", name.encode()
    return pack(">hih1si", 0, 1, len(topic), topic, len(data)) + data


def _metadata(*names: str) -> Message:
    wanted = MetadataRequest.MetadataRequestTopic
    topics = [wanted(name=each) for each in names]
    return MetadataRequest(topics=topics, allow_auto_topic_creation=False)


def _describe_configs(names: list[str]) -> Message:
    cls = DescribeConfigsRequest
    return cls(
        resources=[
            cls.DescribeConfigsResource(
                resource_type=2, resource_name=each, configuration_keys=None
            )
            for each in names
        ]
    )


def _list_offsets(
    wanted: dict[tuple[str, int], int], epoch: int = -1, isolation: int = 0
) -> Message:
    cls = ListOffsetsRequest
    return cls(
        replica_id=-1,
        isolation_level=isolation,
        topics=[
            cls.ListOffsetsTopic(
                name=name,
                partitions=[
                    cls.ListOffsetsPartition(
                        partition_index=index, timestamp=time, current_leader_epoch=epoch
                    )
                    for (of, index), time in wanted.items()
                    if of == name
                ],
            )
            for name in dict.fromkeys(name for name, _ in wanted)
        ],
    )


def _good(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    return batch(*values, timestamp=time, **more)


def _packed(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    return batch(*values, timestamp=time, compression=Compression.GZIP, **more)


def _damaged(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    data = bytearray(_good(values, time, more))
    data[-1] ^= 1
    return bytes(data)


def _cut(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    return _good(values, time, more)[:-1]


def _nothing(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    return b""


def _twice(values: list[bytes], time: int, more: dict[str, int]) -> bytes:
    return _good(values, time, more) * 2


_RECORDS = (_good,) * 8 + (_packed, _damaged, _cut, _nothing, _twice)

_CHANGES = (
    ("retention.ms", 0, "5"),
    ("retention.ms", 0, "x"),
    ("retention.ms", 1, None),
    ("cleanup.policy", 2, "compact"),
    ("cleanup.policy", 3, "delete"),
    ("cleanup.policy", 0, "compact"),
    ("retention.ms", 2, "5"),
    ("no.such", 0, "1"),
    ("min.insync.replicas", 0, None),
    ("min.insync.replicas", 0, "2"),
)


_CLUSTER_CONFIGS: Final = IncrementalAlterConfigsRequest(
    resources=[
        IncrementalAlterConfigsRequest.AlterConfigsResource(
            resource_type=4,
            resource_name="",
            configs=[
                IncrementalAlterConfigsRequest.AlterableConfig(
                    name="min.insync.replicas", config_operation=0, value="1"
                )
            ],
        )
    ]
)
"""Set by Kafka when a cluster with eligible leader replicas is formatted."""


def _codes(plain: Any) -> set[int]:
    if isinstance(plain, list):
        return set().union(*(_codes(each) for each in plain))
    if not isinstance(plain, dict):
        return set()
    found = {plain["error_code"]} if "error_code" in plain else set()
    return found.union(*(_codes(each) for each in plain.values()))


KINDS: dict[Any, int] = {
    MockSequence.metadata: 3,
    MockSequence.create_topics: 3,
    MockSequence.delete_topics: 1,
    MockSequence.create_partitions: 1,
    MockSequence.describe_configs: 2,
    MockSequence.incremental_alter_configs: 2,
    MockSequence.alter_configs: 1,
    MockSequence.init_producer_id: 3,
    MockSequence.produce: 14,
    MockSequence.fetch: 6,
    MockSequence.fetch_more: 6,
    MockSequence.list_offsets: 5,
    MockSequence.offset_for_leader_epoch: 2,
    MockSequence.delete_records: 2,
    MockSequence.find_coordinator: 1,
    MockSequence.describe_cluster: 1,
    MockSequence.describe_quorum: 1,
    MockSequence.rebalance: 6,
    MockSequence.bad_join: 2,
    MockSequence.bad_sync: 2,
    MockSequence.heartbeat: 3,
    MockSequence.leave: 2,
    MockSequence.describe_groups: 2,
    MockSequence.list_groups: 2,
    MockSequence.delete_groups: 1,
    MockSequence.commit: 6,
    MockSequence.offset_fetch: 5,
}


@contextlib.contextmanager
def kafka_broker(root: Path) -> Iterator[str]:
    """Start a broker of Kafka that is its own controller; yield its address."""
    with Quorum(RELEASE, 1, root, PROPERTIES) as quorum:
        (node,) = quorum.controllers
        address = node.serve_clients()
        quorum.start()
        quorum.leader()
        yield address


@contextlib.contextmanager
def both_sides(address: str) -> Iterator[tuple[Side, Side, dict[str, Any]]]:
    """Start a mock next to a broker of Kafka; yield both and the versions that both offer."""
    with MockCluster(1, release="4.3") as cluster:
        mock, kafka = Side(cluster), Side(BrokerAddress(address))
        try:
            wait_until(lambda: _has_coordinator(kafka), "the coordinator")
            mock.ask(_CLUSTER_CONFIGS, 1)
            yield mock, kafka, _versions(mock, kafka)
        finally:
            mock.close()
            kafka.close()


def _has_coordinator(side: Side) -> bool:
    found = side.ask(FindCoordinatorRequest(coordinator_keys=["g"], key=""), 6)
    if found.coordinators[0].error_code:
        return False
    if side.ask(InitProducerIdRequest(transactional_id=None), 4).error_code:
        return False
    cls = OffsetFetchRequest
    asked = cls(groups=[cls.OffsetFetchRequestGroup(group_id="g", topics=None)])
    return not side.ask(asked, 8).groups[0].error_code


def _versions(mock: Side, kafka: Side) -> dict[str, Any]:
    """Return what the mock offers; raises DifferenceError if Kafka offers anything else."""
    found = []
    for side in (mock, kafka):
        answer = side.ask(
            ApiVersionsRequest(client_software_name="a", client_software_version="1"), 4
        )
        found.append(
            {each.api_key: (each.min_version, each.max_version) for each in answer.api_keys}
        )
    offered, real = found
    wrong = {key: (held, real.get(key)) for key, held in offered.items() if held != real.get(key)}
    if wrong:
        raise DifferenceError(f"versions that the mock and Kafka offer: {wrong}")
    names = kafka_messages()
    return {
        (names.name_of("request", key) or "").removesuffix("Request"): held
        for key, held in offered.items()
    }


def main() -> None:
    """Ask both, and print what differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--broker", metavar="HOST:PORT", help="a broker that runs, formatted alike")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        address = options.broker
        if address is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            address = stack.enter_context(kafka_broker(Path(folder)))
        mock, kafka, versions = stack.enter_context(both_sides(address))
        _report(mock, kafka, versions, options)


def _report(mock: Side, kafka: Side, versions: dict[str, Any], options: Any) -> None:
    found: dict[str, list[str]] = {}
    seen: Counter[str] = Counter()
    for seed in range(options.first, options.first + options.count):
        sequence = MockSequence(mock, kafka, seed, versions)
        sequence.run()
        for error in sequence.found:
            lines = str(error).splitlines()
            key = (lines[1] if len(lines) > 1 else lines[0])[:160]
            found.setdefault(re.sub(r"[s ]\d+-\d*", "s-", key), []).append(f"seed {seed}: {error}")
        seen += sequence.seen
        mock.close()
        kafka.close()
    for key, texts in sorted(found.items(), key=lambda each: -len(each[1])):
        print(f"== {len(texts)} x {key}\n{texts[0][:1500]}\n")
    print(dict(sorted(seen.items())))
    print(f"{options.count} sequences, {sum(map(len, found.values()))} differ")


if __name__ == "__main__":
    main()
