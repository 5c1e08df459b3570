"""Drawn sequences of requests, asked over TCP of an active kraft controller and of Kafka's.

Both are one process with one voter each, formatted alike, with StandardAuthorizer. What differs
by chance is named: ids of topics by the topic, broker epochs by the broker. `kafka` is asked
first, so that a request that would end it is seen.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

from kraft_wire.headers import decode_response_header, encode_request
from kraft_wire.message import Struct
from kraft_wire.messages import (
    AllocateProducerIdsRequest,
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AlterUserScramCredentialsRequest,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    CreateAclsRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DefaultPrincipalData,
    DeleteAclsRequest,
    DeleteTopicsRequest,
    DescribeAclsRequest,
    DescribeClusterRequest,
    DescribeConfigsRequest,
    ElectLeadersRequest,
    EnvelopeRequest,
    EnvelopeResponse,
    IncrementalAlterConfigsRequest,
    ListPartitionReassignmentsRequest,
    MetadataRequest,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
    VoteRequest,
    response_class,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from tests.answers.target import CLUSTER_ID
from tests.node.raw_client import RawClient

if TYPE_CHECKING:
    from kraft_wire.message import Message

RELEASE = "4.4.0"
"""Whose controller is asked: kraft's decides as this one."""

KEYS = {
    "kraft.controller": "active",
    "authorizer.class.name": "org.apache.kafka.metadata.authorizer.StandardAuthorizer",
    "super.users": "User:ANONYMOUS",
    "broker.session.timeout.ms": "3600000",
    "auto.leader.rebalance.enable": "false",
    "unclean.leader.election.interval.ms": "3600000",
}
"""What the files of both say; Kafka does not know the first key."""

BROKERS = (101, 102, 103)
_NO_EPOCH = -1
_ANSWER_S = 30


class Side:
    """One of the two controllers, and what is its own: epochs of brokers, ids of topics."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._client: RawClient | None = None
        self.epochs: dict[int, int] = {}
        self.ids: dict[str, Uuid] = {}

    async def ask(self, message: Message, version: int) -> Message | str:
        """Ask; the answer, or what became of the connection."""
        if self._client is None:
            self._client = await RawClient.connect(self._port)
        try:
            return await asyncio.wait_for(self._client.ask(message, version), _ANSWER_S)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            return "closed"
        except TimeoutError:
            self.close()
            return "silent"

    def close(self) -> None:
        """Go away."""
        if self._client is not None:
            self._client.close()
            self._client = None

    def epoch(self, broker_id: int) -> int:
        """The epoch of a broker, as this side answered it."""
        return self.epochs.get(broker_id, _NO_EPOCH)

    def topic(self, name: str) -> Uuid:
        """The id of a topic, as this side answered it."""
        return self.ids.get(name, Uuid(bytes([9] * 16)))

    def learn(self, request: Message, answer: Any) -> None:
        """Take ids and epochs out of an answer."""
        if isinstance(request, BrokerRegistrationRequest) and not answer.error_code:
            self.epochs[request.broker_id] = answer.broker_epoch
        if isinstance(request, CreateTopicsRequest):
            for each in answer.topics:
                if not each.error_code and each.topic_id != ZERO_UUID:
                    self.ids[each.name] = each.topic_id


Build = "Callable[[Side], Message]"


class WireSequence:
    """One sequence. Names begin with its number: all sequences share the two processes."""

    def __init__(self, sides: list[Side], seed: int) -> None:
        self._sides = sides
        self._draw = random.Random(seed)
        self._names = [f"s{seed}-{letter}" for letter in "abc"]
        self._users = [f"u{seed}", "bob"]
        self.seen: Counter[str] = Counter()

    async def run(self, steps: int) -> None:
        """Ask both; raises AssertionError at the first answer that differs."""
        for _ in range(steps):
            kinds = list(self.kinds)
            kind = self._draw.choices(kinds, [self.kinds[each] for each in kinds])[0]
            build, version = kind(self)
            await self._compare(build, version)

    async def _compare(self, build: Any, version: int) -> None:
        """Ask, sometimes in an Envelope of a client that a broker forwards."""
        wraps = build(self._sides[0]).API_KEY in FORWARDABLE and self._draw.random() < 0.5
        user = self._draw.choice((*self._users, "ANONYMOUS"))
        damage = self._draw.choice(DAMAGES) if self._draw.random() < 0.06 else None
        found = []
        for side in self._sides:
            inner = build(side)
            asked, asked_version = inner, version
            if wraps or damage is not None:
                asked, asked_version = envelope(inner, version, user, damage), 0
            answer = await side.ask(asked, asked_version)
            opened = opened_answer(answer, inner, version)
            if not isinstance(opened, str) and type(opened) is response_class(inner.API_KEY or 0):
                side.learn(inner, opened)
            found.append(comparable(opened, self._labels(side)))
        kafka, kraft = self._both(found)
        what = type(inner).__name__.removesuffix("Request")
        self.seen[what] += 1
        self.seen["enveloped"] += wraps
        for code in set(re.findall(r"'error_code': (-?\d+)", kafka)):
            self.seen[f"{what} {code}"] += 1
        if kafka != kraft:
            who = f"user {user} in an envelope" if wraps or damage is not None else "directly"
            raise AssertionError(
                f"{inner} version {version}, {who}, {damage}\n Kafka: {kafka}\n kraft: {kraft}"
            )

        if isinstance(inner, CreateAclsRequest | DeleteAclsRequest):
            await self._until_published()

    def _both(self, found: list[str]) -> list[str]:
        """Return the answers of Kafka and of kraft."""
        return found

    async def _until_published(self) -> None:
        """Wait until Kafka decides by the ACLs that are committed: it publishes them later."""
        for _ in range(_LOOKS):
            answers = [await side.ask(_ALL_ACLS, 3) for side in self._sides]
            kafka, kraft = (comparable(answer, {}) for answer in answers)
            if kafka == kraft:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"the ACLs differ\n Kafka: {kafka}\n kraft: {kraft}")

    @staticmethod
    def _labels(side: Side) -> dict[str, str]:
        return {str(topic_id): f"id of {name}" for name, topic_id in side.ids.items()}

    # -- requests: each gives what builds it for a side, and the version --------------------------

    def _name(self) -> str:
        return self._draw.choice(self._names)

    def registration(self) -> Any:
        cls = BrokerRegistrationRequest
        broker_id = self._draw.choice(BROKERS)
        incarnation = Uuid(bytes([broker_id] * 15 + [self._draw.choice((1, 1, 1, 2))]))
        cluster = self._draw.choice((CLUSTER_ID, CLUSTER_ID, CLUSTER_ID, "another"))
        features = dict(FEATURES)
        if self._draw.random() < 0.2:
            features.pop(self._draw.choice(list(features)))
        request = cls(
            broker_id=broker_id,
            cluster_id=cluster,
            incarnation_id=incarnation,
            listeners=(cls.Listener(name="P", host="h", port=9, security_protocol=0),),
            features=tuple(
                cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
                for name, (low, high) in features.items()
            ),
            log_dirs=(Uuid(bytes([broker_id] * 16)),),
        )
        return lambda _: request, self._draw.choice((2, 4, 4, 4))

    def heartbeat(self) -> Any:
        broker_id = self._draw.choice((*BROKERS, 9))
        offset = self._draw.choice((0, 1 << 40, 1 << 40, 1 << 40))
        fence, stop = self._draw.random() < 0.1, self._draw.random() < 0.1
        is_stale = self._draw.random() < 0.1

        def build(side: Side) -> Message:
            return BrokerHeartbeatRequest(
                broker_id=broker_id,
                broker_epoch=side.epoch(broker_id) - is_stale,
                current_metadata_offset=offset,
                want_fence=fence,
                want_shut_down=stop,
            )

        return build, self._draw.choice((0, 1, 2))

    def unregistration(self) -> Any:
        broker_id = self._draw.choice((*BROKERS, 9, -1))
        return lambda _: UnregisterBrokerRequest(broker_id=broker_id), 0

    def topics(self) -> Any:
        cls = CreateTopicsRequest
        draw = self._draw
        topics = []
        for _ in range(draw.choice((0, 1, 1, 2, 3))):
            assigned = draw.random() < 0.6
            brokers = draw.sample(BROKERS, draw.randint(1, 3))
            name = draw.choice((*self._names, "__cluster_metadata", "a b", ""))
            topics.append(
                cls.CreatableTopic(
                    name=name,
                    num_partitions=-1 if assigned else draw.choice((-1, 1, 2, 0, 10_001)),
                    replication_factor=-1 if assigned else draw.choice((-1, 1, 3, 4)),
                    assignments=tuple(
                        cls.CreatableReplicaAssignment(
                            partition_index=index, broker_ids=tuple(brokers)
                        )
                        for index in range(draw.choice((1, 2)))
                    )
                    if assigned
                    else (),
                    configs=self._configs(cls.CreatableTopicConfig),
                )
            )
        request = cls(
            topics=tuple(topics),
            timeout_ms=draw.choice((30_000, 30_000, 0)),
            validate_only=draw.random() < 0.2,
        )
        return lambda _: request, draw.choice((2, 4, 5, 6, 7, 7, 7))

    def _configs(self, cls: Any) -> Any:
        options = (("retention.ms", "5"), ("retention.ms", "x"), ("no.such", "1"), ("a", None))
        chosen = [one for one in options if self._draw.random() < 0.1]
        return tuple(cls(name=name, value=value) for name, value in chosen)

    def deletion(self) -> Any:
        cls = DeleteTopicsRequest
        draw = self._draw
        version = draw.choice((1, 4, 5, 6, 6, 6))
        names = [draw.choice((*self._names, "nope")) for _ in range(draw.choice((0, 1, 2, 3)))]
        kinds = [draw.choice(("name", "name", "id", "both", "neither")) for _ in names]
        timeout_ms = draw.choice((30_000, 30_000, 0))

        def build(side: Side) -> Message:
            if version < 6:
                return cls(topic_names=tuple(names), timeout_ms=timeout_ms)
            topics = tuple(
                cls.DeleteTopicState(
                    name=name if kind in {"name", "both"} else None,
                    topic_id=side.topic(name) if kind in {"id", "both"} else ZERO_UUID,
                )
                for name, kind in zip(names, kinds, strict=True)
            )
            return cls(topics=topics, timeout_ms=timeout_ms)

        return build, version

    def partitions(self) -> Any:
        cls = CreatePartitionsRequest
        draw = self._draw
        request = cls(
            topics=tuple(
                cls.CreatePartitionsTopic(
                    name=draw.choice((*self._names, "nope")), count=draw.choice((0, 1, 2, 3, 4))
                )
                for _ in range(draw.choice((0, 1, 1, 2)))
            ),
            timeout_ms=draw.choice((30_000, 30_000, 0)),
            validate_only=draw.random() < 0.3,
        )
        return lambda _: request, draw.choice((0, 1, 2, 3))

    def changes(self) -> Any:
        cls = IncrementalAlterConfigsRequest
        draw = self._draw
        resources = tuple(
            cls.AlterConfigsResource(
                resource_type=kind,
                resource_name=name,
                configs=tuple(
                    cls.AlterableConfig(name=key, config_operation=operation, value=value)
                    for key, operation, value in draw.sample(CHANGES, draw.choice((0, 1, 1)))
                ),
            )
            for kind, name in (self._resource() for _ in range(draw.choice((0, 1, 1, 2, 3))))
        )
        request = cls(resources=resources, validate_only=draw.random() < 0.3)
        return lambda _: request, draw.choice((0, 1))

    def _resource(self) -> tuple[int, str]:
        return self._draw.choice(
            (
                (2, self._name()),
                (2, self._name()),
                (2, ""),
                (4, "101"),
                (4, "x"),
                (8, "101"),
                (16, "m"),
                (32, "g"),
                (3, "odd"),
                (0, "odd"),
            )
        )

    def replacement(self) -> Any:
        """With one resource of an unknown type at most: divergence A25."""
        cls = AlterConfigsRequest
        draw = self._draw
        chosen = [self._resource() for _ in range(draw.choice((0, 1, 1, 2, 3)))]
        odd = [one for one in chosen if one[1] == "odd"]
        resources = tuple(
            cls.AlterConfigsResource(
                resource_type=kind,
                resource_name=name,
                configs=tuple(
                    cls.AlterableConfig(name=key, value=value)
                    for key, _, value in draw.sample(CHANGES, draw.choice((0, 1, 1)))
                ),
            )
            for kind, name in (*(one for one in chosen if one not in odd), *odd[:1])
        )
        request = cls(resources=resources, validate_only=draw.random() < 0.3)
        return lambda _: request, draw.choice((0, 1, 2))

    def configs(self) -> Any:
        cls = DescribeConfigsRequest
        draw = self._draw
        chosen = (draw.choice(((2, self._name()), (4, "1"), (4, "7"), (32, "g"), (3, "x"))),)
        request = cls(
            resources=tuple(
                cls.DescribeConfigsResource(
                    resource_type=kind,
                    resource_name=name,
                    configuration_keys=("retention.ms", "min.insync.replicas", "nope"),
                )
                for kind, name in chosen
            ),
            include_synonyms=draw.random() < 0.5,
        )
        return lambda _: request, draw.choice((1, 3, 4))

    def election(self) -> Any:
        cls = ElectLeadersRequest
        draw = self._draw
        asked = tuple(
            cls.TopicPartitions(topic=self._name(), partitions=(draw.choice((0, 1, 7)),))
            for _ in range(draw.choice((0, 1, 1)))
        )
        request = cls(
            election_type=draw.choice((0, 1)),
            topic_partitions=asked,
            timeout_ms=draw.choice((30_000, 30_000, 0)),
        )
        return lambda _: request, draw.choice((1, 2))

    def reassignment(self) -> Any:
        cls = AlterPartitionReassignmentsRequest
        draw = self._draw
        replicas = draw.choice((None, (101,), (102, 103), (101, 101), (9,), ()))
        topic = cls.ReassignableTopic(
            name=self._name(),
            partitions=(
                cls.ReassignablePartition(
                    partition_index=draw.choice((0, 1, 7)), replicas=replicas
                ),
            ),
        )
        request = cls(
            topics=(topic,) * draw.choice((0, 1, 1)),
            timeout_ms=draw.choice((30_000, 30_000, 0)),
            allow_replication_factor_change=True,
        )
        return lambda _: request, draw.choice((0, 1))

    def listing(self) -> Any:
        cls = ListPartitionReassignmentsRequest
        asked = (cls.ListPartitionReassignmentsTopics(name=self._name(), partition_indexes=(0, 1)),)
        request = cls(topics=asked * self._draw.choice((0, 1)))
        return lambda _: request, 0

    def isr(self) -> Any:
        cls = AlterPartitionRequest
        draw = self._draw
        broker_id, name = draw.choice(BROKERS), self._name()
        epochs = (draw.choice((0, 0, 1)), draw.choice((0, 0, 1, 2)))
        isr = draw.sample(BROKERS, draw.randint(1, 3))
        count = draw.choice((0, 1, 1, 1))
        is_stale = draw.random() < 0.1

        def build(side: Side) -> Message:
            partition = cls.PartitionData(
                partition_index=draw_index,
                leader_epoch=epochs[0],
                partition_epoch=epochs[1],
                new_isr_with_epochs=tuple(
                    cls.BrokerState(broker_id=each, broker_epoch=side.epoch(each)) for each in isr
                ),
            )
            topic = cls.TopicData(topic_id=side.topic(name), partitions=(partition,))
            return cls(
                broker_id=broker_id,
                broker_epoch=side.epoch(broker_id) - is_stale,
                topics=(topic,) * count,
            )

        draw_index = draw.choice((0, 1))
        return build, 3

    def directories(self) -> Any:
        cls = AssignReplicasToDirsRequest
        draw = self._draw
        broker_id, name, number = draw.choice(BROKERS), self._name(), draw.choice((0, 1))

        def build(side: Side) -> Message:
            topic = cls.TopicData(
                topic_id=side.topic(name), partitions=(cls.PartitionData(partition_index=number),)
            )
            return cls(
                broker_id=broker_id,
                broker_epoch=side.epoch(broker_id),
                directories=(cls.DirectoryData(id=Uuid(bytes([broker_id] * 16)), topics=(topic,)),),
            )

        return build, 0

    def producer_ids(self) -> Any:
        broker_id = self._draw.choice((*BROKERS, 9))
        return (
            lambda side: AllocateProducerIdsRequest(
                broker_id=broker_id, broker_epoch=side.epoch(broker_id)
            ),
            0,
        )

    def acls(self) -> Any:
        cls = CreateAclsRequest
        draw = self._draw
        rights = draw.sample(RIGHTS, draw.choice((0, 1, 1, 2)))
        request = cls(
            creations=tuple(
                cls.AclCreation(
                    resource_type=kind,
                    resource_name=name or self._name(),
                    resource_pattern_type=pattern,
                    principal=f"User:{draw.choice(self._users)}",
                    host="*",
                    operation=operation,
                    permission_type=draw.choice((3, 3, 3, 2)),
                )
                for kind, name, pattern, operation in rights
            )
        )
        return lambda _: request, draw.choice((1, 2, 3))

    def acl_deletion(self) -> Any:
        cls = DeleteAclsRequest
        acl_filter = cls.DeleteAclsFilter(
            resource_type_filter=self._draw.choice((1, 2, 4)),
            resource_name_filter=None,
            pattern_type_filter=self._draw.choice((1, 2, 3)),
            principal_filter=f"User:{self._draw.choice(self._users)}",
            host_filter=None,
            operation=1,
            permission_type=1,
        )
        request = cls(filters=(acl_filter,) * self._draw.choice((0, 1, 1)))
        return lambda _: request, self._draw.choice((1, 2, 3))

    def acl_description(self) -> Any:
        request = DescribeAclsRequest(
            resource_type_filter=self._draw.choice((1, 2)),
            resource_name_filter=None,
            pattern_type_filter=1,
            principal_filter=f"User:{self._users[0]}",
            host_filter=None,
            operation=1,
            permission_type=1,
        )
        return lambda _: request, self._draw.choice((1, 2, 3))

    def quotas(self) -> Any:
        cls = AlterClientQuotasRequest
        draw = self._draw
        entries = tuple(
            cls.EntryData(
                entity=(cls.EntityData(entity_type=kind, entity_name=name),),
                ops=(cls.OpData(key=key, value=value, remove=draw.random() < 0.3),),
            )
            for kind, name, key, value in draw.sample(QUOTAS, draw.choice((0, 1, 1, 2)))
        )
        request = cls(entries=entries, validate_only=draw.random() < 0.3)
        return lambda _: request, draw.choice((0, 1))

    def credentials(self) -> Any:
        cls = AlterUserScramCredentialsRequest
        draw = self._draw
        upsertions = tuple(
            cls.ScramCredentialUpsertion(
                name=draw.choice((*self._users, "")),
                mechanism=draw.choice((1, 2, 3)),
                iterations=draw.choice((4096, 4095, 20_000)),
                salt=b"salt",
                salted_password=b"password",
            )
            for _ in range(draw.choice((0, 1, 2)))
        )
        deletions = tuple(
            cls.ScramCredentialDeletion(name=draw.choice(self._users), mechanism=1)
            for _ in range(draw.choice((0, 1, 1)))
        )
        return lambda _: cls(upsertions=upsertions, deletions=deletions), 0

    def features(self) -> Any:
        cls = UpdateFeaturesRequest
        draw = self._draw
        updates = tuple(
            cls.FeatureUpdateKey(feature=name, max_version_level=level, upgrade_type=kind)
            for name, level, kind in draw.sample(UPDATES, draw.choice((0, 1, 1)))
        )
        request = cls(timeout_ms=30_000, feature_updates=updates, validate_only=True)
        return lambda _: request, draw.choice((1, 2))

    def cluster(self) -> Any:
        kind = self._draw.choice((1, 2, 3))
        return lambda _: DescribeClusterRequest(endpoint_type=kind), self._draw.choice((1, 2))

    kinds = {  # noqa: RUF012
        registration: 8,
        heartbeat: 14,
        unregistration: 2,
        topics: 14,
        deletion: 8,
        partitions: 6,
        changes: 8,
        replacement: 5,
        configs: 4,
        election: 5,
        reassignment: 5,
        listing: 3,
        isr: 8,
        directories: 3,
        producer_ids: 2,
        acls: 8,
        acl_deletion: 3,
        acl_description: 3,
        quotas: 5,
        credentials: 4,
        features: 4,
        cluster: 2,
    }


_LOOKS = 1000
_ALL_ACLS = DescribeAclsRequest(
    resource_type_filter=1,
    resource_name_filter=None,
    pattern_type_filter=1,
    principal_filter=None,
    host_filter=None,
    operation=1,
    permission_type=1,
)
FEATURES = {
    "metadata.version": (7, 30),
    "group.version": (0, 1),
    "transaction.version": (0, 2),
    "share.version": (0, 1),
    "streams.version": (0, 1),
    "eligible.leader.replicas.version": (0, 1),
    "kraft.version": (0, 1),
}
CHANGES = (
    ("retention.ms", 0, "7"),
    ("retention.ms", 0, "x"),
    ("retention.ms", 1, None),
    ("cleanup.policy", 2, "compact"),
    ("cleanup.policy", 3, "delete"),
    ("retention.ms", 2, "7"),
    ("min.insync.replicas", 0, "2"),
    ("min.insync.replicas", 0, None),
    ("no.such.config", 0, "1"),
)
RIGHTS = (
    (4, "kafka-cluster", 3, 5),
    (4, "kafka-cluster", 3, 7),
    (4, "kafka-cluster", 3, 12),
    (4, "kafka-cluster", 3, 8),
    (4, "another", 3, 8),
    (2, "", 3, 5),
    (2, "", 3, 6),
    (2, "", 3, 8),
    (2, "", 3, 10),
    (2, "", 3, 11),
    (2, "s", 4, 7),
)
"""Resource type, name ("" is a drawn topic), pattern, operation."""
QUOTAS = (
    ("user", "u", "producer_byte_rate", 5.0),
    ("user", "u", "request_percentage", 50.5),
    ("client-id", "c", "controller_mutation_rate", 100.0),
    ("user", None, "consumer_byte_rate", 1.5),
    ("ip", "127.0.0.1", "connection_creation_rate", 10.0),
    ("ip", "127.0.0.1", "producer_byte_rate", 10.0),
    ("nobody", "u", "producer_byte_rate", 5.0),
    ("user", "u", "no_such_key", 5.0),
    ("user", "", "producer_byte_rate", 5.0),
    ("user", "u", "producer_byte_rate", -1.0),
)
UPDATES = (
    ("metadata.version", 30, 1),
    ("metadata.version", 29, 1),
    ("metadata.version", 29, 2),
    ("group.version", 0, 2),
    ("group.version", 2, 1),
    ("no.such.feature", 1, 1),
    ("share.version", 1, 4),
)
FORWARDABLE = frozenset(
    (19, 20, 30, 31, 33, 37, 38, 39, 40, 43, 44, 45, 46, 49, 51, 55, 57, 64, 67, 80, 81)
)
DAMAGES = ("principal", "address", "not forwardable", "raft", "empty", "cut")


def envelope(inner: Message, version: int, user: str, damage: str | None) -> EnvelopeRequest:
    """A request as a broker forwards it, or what is wrong with it."""
    if damage == "not forwardable":
        inner, version = MetadataRequest(), 9
    elif damage == "raft":
        inner, version = VoteRequest(), 0
    data = encode_request(inner, version, 7, "client")
    principal = b"\0\0" + DefaultPrincipalData(type="User", name=user).encode(0)
    return EnvelopeRequest(
        request_data={"empty": b"", "cut": data[:-1]}.get(damage or "", data),
        request_principal=principal[:3] if damage == "principal" else principal,
        client_host_address=b"abc" if damage == "address" else b"\x7f\0\0\1",
    )


def opened_answer(answer: Message | str, inner: Message, version: int) -> Message | str:
    """The answer inside an envelope; the envelope itself if that is empty."""
    if not isinstance(answer, EnvelopeResponse) or not answer.response_data:
        return answer
    data, api_key = bytes(answer.response_data), inner.API_KEY or 0
    header, start = decode_response_header(data, api_key, version)
    assert header.correlation_id == 7
    return response_class(api_key).decode(data[start:], version)


_MISSING_RIGHT = re.compile(
    r"Cluster authorization failed\.|Request (Request\(processor=.*?\) )?needs \w+ permission\."
)
"""Kafka prints the request and the buffers of its connection, or the text of the error."""
_EPOCHS = re.compile(r"'broker_epoch': \d+|epoch -?\d+|'port': \d+")
_ENTITY = re.compile(r"entries=\{.*?\}")


def comparable(answer: Message | str, labels: dict[str, str]) -> str:
    """All fields as text: ids and epochs are named, what Kafka takes from hash maps is sorted."""
    text = answer if isinstance(answer, str) else repr(_plain(answer))
    text = _ENTITY.sub("entries", _EPOCHS.sub("an epoch", _MISSING_RIGHT.sub("not allowed", text)))
    for known, label in labels.items():
        text = text.replace(known, label)
    return text


def _plain(value: Any) -> Any:
    if isinstance(value, Uuid):
        return str(value)
    if isinstance(value, Struct):
        return {name: _plain(getattr(value, name)) for name in value._FIELDS}
    if isinstance(value, tuple):
        return sorted((_plain(one) for one in value), key=repr)
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else value
