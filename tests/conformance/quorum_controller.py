"""Drawn sequences of requests, asked of Kafka's QuorumController and of kraft's decisions.

Each sequence begins with a log that is replayed by both: brokers, topics and partitions in any
state. Then requests and the passing of time alternate. Records must be equal in order, except among
the changes of partitions of one sweep, which Kafka takes from hash maps.
"""

from __future__ import annotations

import math
import random
import re
from collections import Counter, deque
from dataclasses import dataclass, field

from kraft_core.config import feature_levels
from kraft_core.controller.context import (
    Context,
    ControllerSettings,
    ControllerState,
    Principal,
    Refusal,
)
from kraft_core.controller.decider import Decider
from kraft_core.controller.requests import features, topics
from kraft_core.controller.requests.placement import ReplicaPlacer
from kraft_core.controller.sessions import BrokerSessions, Session
from kraft_core.metadata import (
    BROKER_CONFIG,
    ClusterImage,
    SnapshotError,
    record_version,
    snapshot_records,
)
from kraft_core.node.service import refusal
from kraft_wire.errors import ErrorCode
from kraft_wire.headers import encode_request
from kraft_wire.json_form import from_json, to_json
from kraft_wire.messages import (
    AccessControlEntryRecord,
    AllocateProducerIdsRequest,
    AlterClientQuotasRequest,
    AlterClientQuotasResponse,
    AlterConfigsRequest,
    AlterConfigsResponse,
    AlterPartitionReassignmentsRequest,
    AlterPartitionRequest,
    AlterUserScramCredentialsRequest,
    AlterUserScramCredentialsResponse,
    AssignReplicasToDirsRequest,
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ClearElrRecord,
    ClientQuotaRecord,
    ConfigRecord,
    CreateAclsRequest,
    CreateAclsResponse,
    CreateDelegationTokenRequest,
    CreatePartitionsRequest,
    CreatePartitionsResponse,
    CreateTopicsRequest,
    CreateTopicsResponse,
    DelegationTokenRecord,
    DeleteAclsRequest,
    DeleteAclsResponse,
    DeleteTopicsRequest,
    DeleteTopicsResponse,
    DescribeAclsRequest,
    DescribeAclsResponse,
    ElectLeadersRequest,
    ElectLeadersResponse,
    ExpireDelegationTokenRequest,
    FeatureLevelRecord,
    IncrementalAlterConfigsRequest,
    IncrementalAlterConfigsResponse,
    ListPartitionReassignmentsRequest,
    ListPartitionReassignmentsResponse,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    RemoveUserScramCredentialRecord,
    RenewDelegationTokenRequest,
    TopicRecord,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
    UserScramCredentialRecord,
    response_class,
)
from kraft_wire.primitives import ZERO_UUID, Uuid
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)
from tests.conformance.oracle import Oracle

RELEASE = "4.4.0"
"""The newest release, as which kraft decides at every level."""

BEFORE = "4.3.1"
"""The one before it, which decides otherwise where `EARLIER` says so."""

ORACLE = "QuorumControllerOracle.java"
STEPS = 25
SESSION_MS = 9000
CLUSTER = "abcdefghijklmnopqrstuv"
FEATURES = {
    RELEASE: dict(feature_levels.SUPPORTED),
    BEFORE: feature_levels.SUPPORTED | {"metadata.version": (7, 30), "share.version": (0, 1)},
}
"""The levels that each release supports."""

VERSIONS = {
    "AllocateProducerIdsRequest": (0,),
    "AlterClientQuotasRequest": (0, 1),
    "AlterUserScramCredentialsRequest": (0,),
    "CreateAclsRequest": (1, 3),
    "CreateDelegationTokenRequest": (1, 3),
    "DeleteAclsRequest": (1, 3),
    "DescribeAclsRequest": (1, 3),
    "ExpireDelegationTokenRequest": (1, 2),
    "RenewDelegationTokenRequest": (1, 2),
    "AlterConfigsRequest": (0, 2),
    "AlterPartitionReassignmentsRequest": (0, 1),
    "AlterPartitionRequest": (2, 3),
    "AssignReplicasToDirsRequest": (0,),
    "BrokerHeartbeatRequest": (2,),
    "BrokerRegistrationRequest": (2, 4),
    "CreatePartitionsRequest": (0, 3),
    "CreateTopicsRequest": (4, 7),
    "DeleteTopicsRequest": (1, 6),
    "ElectLeadersRequest": (1, 2),
    "IncrementalAlterConfigsRequest": (0, 1),
    "ListPartitionReassignmentsRequest": (0,),
    "UnregisterBrokerRequest": (0,),
    "UpdateFeaturesRequest": (1, 2),
}
"""The versions in which each request is asked."""


def directory(broker_id, number=0):
    return Uuid(bytes([broker_id] * 8) + bytes(7) + bytes([number + 200]))


STATIC = (
    ("num.partitions", ("2", "3")),
    ("default.replication.factor", ("2",)),
    ("min.insync.replicas", ("2",)),
    ("unclean.leader.election.enable", ("true",)),
    ("delete.topic.enable", ("false",)),
    ("log.roll.hours", ("24",)),
    ("log.retention.minutes", ("5",)),
    ("log.cleaner.min.compaction.lag.ms", ("100",)),
    ("compression.type", ("gzip",)),
    ("remote.log.storage.system.enable", ("true",)),
    ("group.consumer.max.session.timeout.ms", ("50000",)),
    ("group.share.delivery.count.limit", ("6",)),
    ("log.remote.copy.lag.ms", ("3",)),
    ("group.streams.max.standby.replicas", ("3",)),
    ("delegation.token.secret.key", ("secret",)),
    ("delegation.token.max.lifetime.ms", ("60",)),
    ("delegation.token.expiry.time.ms", ("25",)),
)
"""What the file of both controllers may say."""

TOPIC_CONFIGS = (
    ("retention.ms", ("-1", "5", " 7 ", "x", "-2", None)),
    ("local.retention.ms", ("-2", "-1", "3", "9")),
    ("local.retention.bytes", ("-1", "3")),
    ("retention.bytes", ("5", "-7", "9223372036854775808")),
    ("segment.bytes", ("1048576", "1048575", "2147483648", "")),
    ("cleanup.policy", ("compact", "delete,compact", "delete, delete", "", "x", ",")),
    ("min.insync.replicas", ("1", "2", "3", "0")),
    ("unclean.leader.election.enable", ("true", " FALSE", "yes")),
    ("min.cleanable.dirty.ratio", ("0.5", "1e-1d", "1.5", "NaN", "0x1p-1", "1e10", "-1e-9")),
    ("compression.gzip.level", ("-1", "9", "0", "10")),
    ("compression.type", ("zstd", "ZSTD")),
    ("min.compaction.lag.ms", ("5", "101")),
    ("max.compaction.lag.ms", ("50", "200")),
    ("leader.replication.throttled.replicas", ("*", "0:1,1:2", "0:1, 1:2 ", "0:a")),
    ("remote.storage.enable", ("true", "false")),
    ("remote.log.copy.disable", ("true",)),
    ("remote.log.delete.on.disable", ("true",)),
    ("internal.segment.bytes", ("1",)),
    ("message.timestamp.type", ("LogAppendTime",)),
    ("remote.copy.lag.ms", ("-1", "0", "4", "-2")),
    ("remote.copy.lag.bytes", ("-1", "4")),
    ("max.decompressed.message.bytes", ("1", "0")),
    ("errors.deadletterqueue.group.enable", ("true", "x")),
    ("no.such.config", ("1",)),
)


BROKER_CONFIGS = (
    ("min.insync.replicas", ("1", "2", None)),
    ("unclean.leader.election.enable", ("true", "false")),
    ("cordoned.log.dirs", ("/a", "/a , /b", "/b", "", " ")),
    ("log.cleanup.policy", ("compact", "delete", "y" * 32_765)),
    ("log.roll.hours", ("1", "x")),
    ("anything", ("1", "x" * 32_767)),
)

GROUP_CONFIGS = (
    ("consumer.session.timeout.ms", ("45000", "45001", "50001", "60001", "1", "x")),
    ("consumer.heartbeat.interval.ms", ("5000", "15001", "45000")),
    ("consumer.assignment.interval.ms", ("0", "15001")),
    ("share.record.lock.duration.ms", ("1000", "15000", "999", "60001")),
    ("share.delivery.count.limit", ("2", "5", "10", "11")),
    ("share.partition.max.record.locks", ("100", "10001")),
    ("share.auto.offset.reset", ("earliest", "by_duration:PT1H", "by_duration:-PT1H", "none")),
    ("share.isolation.level", ("read_committed", "x")),
    ("streams.num.standby.replicas", ("0", "2", "3", "-1")),
    ("streams.session.timeout.ms", ("50000", "1")),
    ("streams.assignment.interval.ms", ("15001", "3")),
    ("streams.task.offset.interval.ms", ("15000", "14999")),
    ("streams.num.warmup.replicas", ("20", "21", "-1")),
    ("streams.rack.aware.assignment.tags", ("a,b", "a, a", "", ",")),
    ("streams.assignor.name", ("sticky", "none")),
    ("errors.deadletterqueue.topic.name", ("dlq.a", "__a", "")),
    ("errors.deadletterqueue.copy.record.enable", ("true",)),
    ("no.such.config", ("1",)),
)

HOSTS = (*("*", "h") * 6, "", "10.0.0.0/8", "10/8", "fe80::/10", "010.0.0.1/08", "/")
"""Hosts of ACLs: text, and what the releases since 4.4 take for a range (KIP-1276)."""

CLIENT_METRICS_CONFIGS = (
    ("metrics", ("*", "a.b,c", ",", "")),
    ("interval.ms", ("100", "99", "3600001", "x")),
    ("match", ("client_id=a.*", "client_id=[", "client_id", "x=1", " client_id = b ", "")),
    ("no.such.config", ("1",)),
)


@dataclass(slots=True)
class DrawnState(ControllerState):
    """Ids of topics and ACLs are those that Kafka drew, as far as it wrote them."""

    ids: deque = field(default_factory=deque)

    def random_id(self):
        return self.ids.popleft() if self.ids else Uuid(bytes([77] * 16))


STALE = "existed in isrMembers, but not in the topics map"


class KafkaFaultError(Exception):
    """A fault of Kafka after which the two have different states: the sequence ends."""


class RecordedPlacer(ReplicaPlacer):
    """Notes what is placed, or repeats what was noted."""

    placed = ()
    noted = ()

    def place(self, replication_factor):
        if RecordedPlacer.placed:
            return RecordedPlacer.placed.popleft()
        replicas = super().place(replication_factor)
        RecordedPlacer.noted.append(replicas)
        return replicas


class Sequence:
    """A drawn log, then drawn steps, on both controllers."""

    is_before = False
    """Whether the oracle is the release before the newest one."""

    def __init__(self, oracle, seed):
        self.oracle = oracle
        self.features = FEATURES[oracle.version]
        self.draw = random.Random(seed)
        self.is_before = oracle.version == BEFORE
        self.asks_newer = not self.is_before or seed % 4 == 0
        lowest, highest = self.features["metadata.version"]
        self.level = self.draw.randint(lowest, highest)
        self.losses = random.Random(-seed - 1)
        self.has_elr = self.level >= 23 and self.draw.random() < 0.7
        records = [self.framed(record) for record in self.first_records()]
        draw = self.draw
        static = {
            name: draw.choice(values)
            for name, values in STATIC
            if draw.random() < (0.7 if name.startswith("delegation") else 0.15)
        }
        self.hmacs = [b"", b"x"]
        self.has_authorizer = draw.random() < 0.5
        self.begin(seed, records, static)
        answer = oracle.ask(
            "new",
            records=[record.hex() for record in records],
            sessionMs=SESSION_MS,
            static=static,
            acls=self.has_authorizer,
        )
        assert answer.get("records") == [], answer
        assert answer["next"] == self.state.next_offset

    def begin(self, seed, records, static):
        """Replay a log, and become active with it and these configs of the file."""
        self.seen = Counter({f"level {self.level}": 1})
        self.had_elr, self.may_lack = set(), set()
        self.image = ClusterImage(strict=True, indexed=True)
        for offset, record in enumerate(records):
            self.image.replay_metadata(decode_metadata_record(record).message, offset)
        self.image.start_journal()
        settings = ControllerSettings(1, CLUSTER, SESSION_MS, static)
        sessions = BrokerSessions(SESSION_MS)
        self.state = DrawnState(
            settings, self.image, sessions, random.Random(seed), len(records), now_ms=0
        )
        self.state.voter_ids = frozenset({1})
        sessions.begin(self.image.brokers.items(), 0)
        self.decider = Decider(self.state)
        self.note_elrs()

    def framed(self, record):
        return encode_metadata_record(MetadataRecord(record, record_version(record, self.level)))

    def first_records(self):
        draw = self.draw
        records = [FeatureLevelRecord(name="metadata.version", feature_level=self.level)]
        if self.has_elr:
            records.append(
                FeatureLevelRecord(name="eligible.leader.replicas.version", feature_level=1)
            )
        brokers = range(1, draw.randint(2, 6))
        for broker in brokers:
            records.append(self.registration(broker, len(records)))
        for index in range(draw.randint(0, 4)):
            topic = Uuid(bytes([index + 1] * 16))
            records.append(TopicRecord(name=f"t{index}", topic_id=topic))
            if draw.random() < 0.4:
                value = draw.choice(("true", "false"))
                records.append(config(f"t{index}", "unclean.leader.election.enable", value))
            if draw.random() < 0.4:
                value = str(draw.randint(1, 3))
                records.append(config(f"t{index}", "min.insync.replicas", value))
            numbers = range(draw.randint(1, 3))
            records += [self.partition(topic, number, list(brokers)) for number in numbers]
        return records

    def registration(self, broker, epoch):
        draw = self.draw
        directories = [directory(broker, number) for number in range(draw.randint(1, 2))]
        return RegisterBrokerRecord(
            broker_id=broker,
            incarnation_id=Uuid(bytes([broker]) * 16),
            broker_epoch=epoch,
            end_points=(RegisterBrokerRecord.BrokerEndpoint(name="A", host="h", port=1),),
            features=tuple(
                RegisterBrokerRecord.BrokerFeature(
                    name=name, min_supported_version=low, max_supported_version=high
                )
                for name, (low, high) in self.features.items()
            ),
            fenced=draw.random() < 0.4,
            in_controlled_shutdown=self.level >= 8 and draw.random() < 0.1,
            log_dirs=tuple(directories) if self.level >= 17 else (),
        )

    def partition(self, topic, number, brokers):
        draw = self.draw
        replicas = tuple(draw.sample(brokers, draw.randint(1, len(brokers))))
        isr = tuple(draw.sample(replicas, draw.randint(0 if self.has_elr else 1, len(replicas))))
        out = sorted(set(replicas) - set(isr))
        elr = tuple(sorted(draw.sample(out, draw.randint(0, len(out))))) if self.has_elr else ()
        leader = draw.choice(isr) if isr and draw.random() < 0.8 else -1
        last = (draw.choice(replicas),) if self.has_elr and leader < 0 else ()
        return PartitionRecord(
            topic_id=topic,
            partition_id=number,
            replicas=replicas,
            isr=isr,
            leader=leader,
            leader_epoch=0,
            partition_epoch=0,
            directories=tuple(directory(broker, draw.randint(0, 1)) for broker in replicas)
            if self.level >= 17
            else (),
            eligible_leader_replicas=elr or None,
            last_known_elr=last or None,
        )

    # -- steps ------------------------------------------------------------------------------------

    def run(self):
        try:
            self.take_steps()
        except KafkaFaultError as fault:
            self.seen[str(fault)] += 1
        else:
            self.compare_snapshots()
        return self.seen

    def take_steps(self):
        for step in range(STEPS):
            self.step = step
            kind = self.draw.choices(list(self.kinds), list(self.kinds.values()))[0]
            self.later = self.draw.randint(0, 1)
            if self.losses.random() < 0.03:
                self.lose_leadership()
            if kind is None:
                self.pass_time()
                continue
            request = kind(self)
            while not self.asks_newer and is_of_4_4(request):
                request = kind(self)
            self.call(request)

    def compare_snapshots(self):
        """What each would write of the final state: the same records, kind after kind."""
        answer = self.ask_for_snapshot()
        try:
            ours = [encode_metadata_record(one) for one in snapshot_records(self.image.copy())]
        except SnapshotError:
            assert "UnwritableMetadataException" in answer.get("error", ""), answer
            self.seen["snapshots that the level cannot hold"] += 1
            return
        theirs = [bytes.fromhex(one) for one in answer["snapshot"]]
        if self.may_lack:
            lost = [one for one in ours if one not in theirs and self.may_be_lost(one)]
            self.seen["credentials that Kafka lost"] += len(lost)
            ours = [one for one in ours if one not in lost]
        sides = [sorted(map(steady, side)) for side in (ours, theirs)]
        if sides[0] != sides[1]:
            found, expected = ([decode_metadata_record(one) for one in side] for side in sides)
            more = [one for one in found if one not in expected]
            less = [one for one in expected if one not in found]
            raise AssertionError(f"the snapshot\n kraft: {more}\n Kafka: {less}")
        kinds = [list(dict.fromkeys(map(kind_of, side))) for side in (ours, theirs)]
        assert kinds[0] == kinds[1]
        self.seen["snapshots"] += 1
        self.seen["records of snapshots"] += len(ours)

    def lose_leadership(self):
        """Requests wait for their commit when another one leads for a while; nothing is left."""
        kinds = [kind for kind in self.kinds if kind is not None]
        requests = []
        state, self.draw = self.draw, self.losses
        while len(requests) < 3:
            request = self.losses.choice(kinds)(self)
            if not isinstance(request, SERVED):
                requests.append(request)
        self.draw = state
        self.lose_with([(request, self.version_of(request)) for request in requests])

    def lose_with(self, requests):
        """Append what these requests lead to, and lose it."""
        committed = self.state.next_offset
        outcomes = []
        for request, version in requests:
            self.note_contact(request)
            outcomes.append(self.decider.decide(request, Context(version)))
        answer = self.ask_while_losing(requests)
        assert answer.get("records") == [], answer
        for (request, _), outcome, told in zip(requests, outcomes, answer["answers"], strict=True):
            self.notice_resignation(request, told)
            if outcome.values:
                assert told.get("code") == ErrorCode.NOT_CONTROLLER, (requests, answer)
                self.seen["appended and lost"] += 1
        self.decider.renounce()
        self.state.next_offset = committed
        self.state.sessions.begin(self.image.brokers.items(), self.state.now_ms)
        assert answer["next"] == committed

    def may_be_lost(self, value):
        record = decode_metadata_record(value).message
        return (
            isinstance(record, UserScramCredentialRecord)
            and (record.name, record.mechanism) in self.may_lack
        )

    # -- the questions to Kafka -------------------------------------------------------------------

    def ask_controller(self, request, version):
        """What QuorumController answers and writes."""
        asked = {"api": request.API_KEY, "version": version, "json": to_json(request, version)}
        return self.oracle.ask("call", **asked)

    def response(self, request, version, answer):
        """The message that `ask_controller` was answered."""
        return from_json(response_class(request.API_KEY), answer["answer"], version)

    def ask_apis(self, request, version, context, caller):
        """What ControllerApis answers a caller; its partitions are placed as kraft places them."""
        RecordedPlacer.noted, RecordedPlacer.placed = [], deque()
        self.decider.preview(request, context)
        return self.oracle.ask(
            "serve",
            frame=encode_request(request, version, 1, "client").hex(),
            version=version,
            places=RecordedPlacer.noted,
            **caller,
        )

    def ask_while_losing(self, requests):
        asked = [
            {"api": request.API_KEY, "version": version, "json": to_json(request, version)}
            for request, version in requests
        ]
        return self.oracle.ask("lose", requests=asked)

    def ask_to_wait(self, ms):
        return self.oracle.ask("time", ms=ms)

    def ask_for_snapshot(self):
        return self.oracle.ask("snapshot")

    # -- what 4.4.0 decides otherwise at every level ----------------------------------------------

    def notice_earlier(self, request, found, expected):
        """End the sequence where 4.3.1 decides otherwise, for one of the reasons of `EARLIER`."""
        if self.is_before:
            ours = [one for one in found if one not in expected]
            for why, explains in EARLIER.items():
                if explains(request, str(ours)):
                    raise KafkaFaultError(f"before 4.4: {why}")

    # -- faults of Kafka: rows A26 to A30 and A40 of docs/divergence.md ----------------------------

    def notice_resignation(self, request, answer):
        """Kafka's leader ends over a deleted topic in an index, or a leader that is no replica.

        ClearElrRecord leaves the index of ELRs by broker as it was, which a registration and
        the end of one walk (A26). A partition without ISR stays in the index of directories,
        which a heartbeat with offline ones walks (A27). kraft decides all.
        """
        if answer.get("code") != -1:
            return
        cause = answer["cause"] or ""
        if STALE in cause:
            topic_id = cause.partition("Topic ID ")[2].partition(" ")[0]
            assert Uuid.parse(topic_id) not in self.image.topics, answer
            if isinstance(request, BrokerHeartbeatRequest):
                assert request.offline_log_dirs, request
            else:
                assert isinstance(request, BrokerRegistrationRequest | UnregisterBrokerRequest)
                assert self.seen["ClearElrRecord"], answer
        else:
            return
        raise KafkaFaultError(f"Kafka resigned at {type(request).__name__}")

    def notice_odd_name(self, request, expected):
        """Kafka looks for the configs of broker "+3" under "3" and fails (A40)."""
        if isinstance(request, UpdateFeaturesRequest) and expected.error_code == -1:
            names = [name for kind, name in self.image.configs if kind == BROKER_CONFIG]
            assert any(name and name != str(int(name)) for name in names), names
            raise KafkaFaultError("broker with configs under another form of its number")

    def notice_strays(self, ours, theirs):
        """Kafka keeps an eligible or last known leader that is no replica any more (A28).

        Then the states differ, so the sequence ends; nothing else of the records may.
        """
        differing = [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]]
        if len(ours) != len(theirs) or not all(
            isinstance(one, PartitionChangeRecord)
            and isinstance(other, PartitionChangeRecord)
            and self.keeps_strays(one, other)
            for one, other in differing
        ):
            return
        raise KafkaFaultError("partitions that keep leaders that are no replicas")

    def keeps_strays(self, ours, theirs):
        """Whether Kafka's record keeps ids that are no replicas, and kraft's does not."""
        state = self.image.topics[ours.topic_id].partitions[ours.partition_id]
        for name in ("eligible_leader_replicas", "last_known_elr"):
            kept, found = getattr(theirs, name), getattr(ours, name)
            if kept == found:
                continue
            if {*getattr(state, name)} - {*state.replicas} or (found is None and not kept):
                return False
            if kept is not None and not {*kept} - {*state.replicas}:
                return False
        nothing = {"eligible_leader_replicas": None, "last_known_elr": None}
        return ours.replace(**nothing) == theirs.replace(**nothing)

    def notice_extra_changes(self, ours, theirs):
        """By its stale index of ELRs Kafka also looks at partitions that it would not (A26)."""
        extra = list(theirs)
        for one in ours:
            if one in extra:
                extra.remove(one)
        if (
            self.seen["ClearElrRecord"]
            and len(extra) + len(ours) == len(theirs)
            and all(
                isinstance(one, PartitionChangeRecord)
                and (one.topic_id, one.partition_id) in self.had_elr
                for one in extra
            )
        ):
            raise KafkaFaultError("partitions changed by a stale index")

    def note_elrs(self):
        self.had_elr |= {
            (topic.topic_id, number)
            for topic in self.image.topics.values()
            for number, state in topic.partitions.items()
            if state.eligible_leader_replicas
        }

    def note_lost_credentials(self, records):
        """Kafka's image drops one whose batch deletes the last one of the mechanism (A29)."""
        deleted = {
            one.mechanism for one in records if isinstance(one, RemoveUserScramCredentialRecord)
        }
        self.may_lack |= {
            (one.name, one.mechanism)
            for one in records
            if isinstance(one, UserScramCredentialRecord) and one.mechanism in deleted
        }

    def without_repeats(self, expected):
        """Kafka lists a topic twice whose reassignment another leader's records replaced (A30)."""
        topics = list({repr(one): one for one in expected.topics}.values())
        if len(topics) < len(expected.topics) and self.seen["appended and lost"]:
            self.seen["topics that are listed twice"] += 1
            return expected.replace(topics=tuple(topics))
        return expected

    # -- requests about brokers and partitions ----------------------------------------------------

    def drawn_registration(self):
        draw = self.draw
        cls = BrokerRegistrationRequest
        broker = draw.randint(1, 6)
        features = dict(self.features)
        if draw.random() < 0.1:
            features.pop(draw.choice(list(features)))
        if draw.random() < 0.1:
            features[draw.choice(list(features))] = draw.choice(((0, 0), (1, 7), (34, 34)))
        directories = [directory(broker, number) for number in range(draw.randint(1, 2))]
        if draw.random() < 0.1:
            directories = draw.choice(
                (
                    [],
                    [Uuid(bytes(16))],
                    [directory(broker), directory(broker)],
                    [directory(broker % 6 + 1)],
                )
            )
        known = self.image.brokers.get(broker)
        previous = draw.choice((-1, -2, known.epoch if known else 5))
        return cls(
            broker_id=broker,
            cluster_id=CLUSTER if draw.random() < 0.95 else "other",
            incarnation_id=Uuid(bytes([draw.choice((broker, broker, broker + 10))]) * 16),
            listeners=(cls.Listener(name="A", host="h", port=draw.randint(1, 2)),),
            features=tuple(
                cls.Feature(name=name, min_supported_version=low, max_supported_version=high)
                for name, (low, high) in features.items()
            ),
            rack=draw.choice((None, "r")),
            is_migrating_zk_broker=draw.random() < 0.03,
            log_dirs=tuple(directories),
            previous_broker_epoch=previous,
        )

    def drawn_heartbeat(self):
        draw = self.draw
        broker = draw.randint(1, 6)
        known = self.image.brokers.get(broker)
        epoch = known.epoch if known and draw.random() < 0.95 else draw.randint(0, 50)
        end = self.state.next_offset
        mine = known.log_dirs if known else ()
        offline = tuple(one for one in mine if draw.random() < 0.05)
        return BrokerHeartbeatRequest(
            broker_id=broker,
            broker_epoch=epoch,
            current_metadata_offset=draw.choice((end - 1, end - 1, end - 1, 0, 3)),
            want_fence=draw.random() < 0.15,
            want_shut_down=draw.random() < 0.15,
            offline_log_dirs=offline,
            cordoned_log_dirs=draw.choice((None, (), mine[:1])),
        )

    def drawn_unregistration(self):
        return UnregisterBrokerRequest(broker_id=self.draw.randint(1, 6))

    def some_partition(self):
        """A partition that exists, mostly, by topic and number."""
        draw = self.draw
        topics = list(self.image.topics.values())
        if not topics or draw.random() < 0.05:
            return None, draw.randint(0, 2)
        topic = draw.choice(topics)
        return topic, draw.choice([*topic.partitions, *topic.partitions, 7])

    def epoch_of(self, broker):
        known = self.image.brokers.get(broker)
        return known.epoch if known and self.draw.random() < 0.95 else self.draw.randint(0, 9)

    def drawn_alter_partition(self):
        draw = self.draw
        cls = AlterPartitionRequest
        topic, number = self.some_partition()
        state = topic.partitions.get(number) if topic else None
        sender = draw.randint(1, 6)
        parts = []
        if state is not None:
            sender = state.leader if state.leader > 0 and draw.random() < 0.9 else sender
            isr = draw.sample(state.replicas, draw.randint(1, len(state.replicas)))
            if sender in state.replicas and sender not in isr and draw.random() < 0.9:
                isr.append(sender)
            if draw.random() < 0.05:
                isr.append(draw.choice((isr[0], 9)))
            recovery = draw.choice((0, 0, 0, 1, state.leader_recovery_state))
            epochs = [state.leader_epoch, state.partition_epoch]
            if draw.random() < 0.15:
                epochs[draw.randint(0, 1)] += draw.choice((-1, 1))
            parts.append((isr, recovery, epochs))
        else:
            parts.append(([1], 0, [0, 0]))
        return cls(
            broker_id=sender,
            broker_epoch=self.epoch_of(sender),
            topics=(
                cls.TopicData(
                    topic_id=topic.topic_id if topic else Uuid(bytes([99] * 16)),
                    partitions=tuple(
                        cls.PartitionData(
                            partition_index=number,
                            leader_epoch=epochs[0],
                            partition_epoch=epochs[1],
                            leader_recovery_state=recovery,
                            new_isr=tuple(isr) if not self.later else (),
                            new_isr_with_epochs=tuple(
                                cls.BrokerState(
                                    broker_id=one,
                                    broker_epoch=draw.choice((-1, self.epoch_of(one))),
                                )
                                for one in isr
                            )
                            if self.later
                            else (),
                        )
                        for isr, recovery, epochs in parts
                    ),
                ),
            ),
        )

    def drawn_election(self):
        draw = self.draw
        cls = ElectLeadersRequest
        asked = None
        if draw.random() < 0.7:
            topic, number = self.some_partition()
            name = topic.name if topic else "nope"
            asked = (cls.TopicPartitions(topic=name, partitions=(number,)),)
        return cls(election_type=draw.randint(0, 1), topic_partitions=asked)

    def drawn_reassignment(self):
        draw = self.draw
        cls = AlterPartitionReassignmentsRequest
        topic, number = self.some_partition()
        brokers = [*self.image.brokers, 9] if draw.random() < 0.05 else list(self.image.brokers)
        replicas = None
        if brokers and draw.random() < 0.75:
            replicas = tuple(draw.sample(brokers, draw.randint(1, len(brokers))))
            if draw.random() < 0.05:
                replicas = draw.choice(((), replicas + replicas[:1]))
        part = cls.ReassignablePartition(partition_index=number, replicas=replicas)
        return cls(
            allow_replication_factor_change=not self.later or draw.random() < 0.7,
            topics=(
                cls.ReassignableTopic(name=topic.name if topic else "nope", partitions=(part,)),
            ),
        )

    def drawn_list(self):
        cls = ListPartitionReassignmentsRequest
        if self.draw.random() < 0.3:
            return cls(topics=None)
        topic, number = self.some_partition()
        name = topic.name if topic else "nope"
        asked = cls.ListPartitionReassignmentsTopics(name=name, partition_indexes=(number,))
        return cls(topics=(asked,))

    def drawn_directories(self):
        draw = self.draw
        cls = AssignReplicasToDirsRequest
        topic, number = self.some_partition()
        broker = draw.randint(1, 6)
        part = cls.PartitionData(partition_index=number)
        topic_id = topic.topic_id if topic else Uuid(bytes([99] * 16))
        named = draw.choice((0, 0, 1, 1, 2, 5))
        return cls(
            broker_id=broker,
            broker_epoch=self.epoch_of(broker),
            directories=(
                cls.DirectoryData(
                    id=directory(broker, named) if named < 5 else Uuid(bytes(15) + b"\2"),
                    topics=(cls.TopicData(topic_id=topic_id, partitions=(part,)),),
                ),
            ),
        )

    def drawn_producer_ids(self):
        broker = self.draw.randint(1, 6)
        return AllocateProducerIdsRequest(broker_id=broker, broker_epoch=self.epoch_of(broker))

    # -- topics and configs -----------------------------------------------------------------------

    def some_name(self):
        draw = self.draw
        if draw.random() < 0.1:
            odd = ("", ".", "..", "bad name", "x" * 249, "x" * 250, "a.b_c", "__cluster_metadata")
            return draw.choice(odd)
        return draw.choice(("t0", "t1", "t2", "t3", "t4", "a.b", "a_b", "a_c"))

    def some_brokers(self, count):
        known = [*self.image.brokers] or [1]
        brokers = [self.draw.choice(known) for _ in range(count)]
        if self.draw.random() < 0.9 and len(known) >= count:
            brokers = self.draw.sample(known, count)
        return tuple(9 if self.draw.random() < 0.03 else broker for broker in brokers)

    def some_configs(self, pool, most):
        draw = self.draw
        chosen = draw.sample(pool, draw.choice((0, *range(most + 1))))
        chosen.sort(key=lambda one: hash_place(one[0]))
        return [(name, draw.choice(values)) for name, values in chosen]

    def drawn_topics(self):
        draw = self.draw
        cls = CreateTopicsRequest
        topics = []
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
            count = draw.choice((-1, 1, 1, 2, 3, 0, -2, 5)) if draw.random() < 0.97 else 10_000
            factor = draw.choice((-1, 1, 1, 2, 3, 0, -2, 7))
            assignments = ()
            if draw.random() < 0.3:
                size = draw.randint(1, 2)
                assignments = tuple(
                    cls.CreatableReplicaAssignment(
                        partition_index=number if draw.random() < 0.95 else draw.randint(0, 3),
                        broker_ids=self.some_brokers(size if draw.random() < 0.95 else 0),
                    )
                    for number in range(draw.randint(1, 3))
                )
                if draw.random() < 0.9:
                    count, factor = -1, -1
            topics.append(
                cls.CreatableTopic(
                    name=self.some_name(),
                    num_partitions=count,
                    replication_factor=factor,
                    assignments=assignments,
                    configs=tuple(
                        cls.CreatableTopicConfig(name=name, value=value)
                        for name, value in self.some_configs(TOPIC_CONFIGS, 2)
                    ),
                )
            )
        return cls(topics=tuple(topics), timeout_ms=9000, validate_only=draw.random() < 0.2)

    def drawn_deletion(self):
        draw = self.draw
        cls = DeleteTopicsRequest
        names = tuple(self.some_name() for _ in range(draw.choice((0, 1, 1, 2))))
        if not self.later:
            return cls(topic_names=names, timeout_ms=9000)
        asked = [cls.DeleteTopicState(name=name) for name in names]
        for _ in range(draw.choice((0, 1, 1, 2))):
            topic, _ = self.some_partition()
            topic_id = topic.topic_id if topic else draw.choice((ZERO_UUID, Uuid(bytes([99] * 16))))
            name = draw.choice(("t1", "")) if draw.random() < 0.05 else None
            asked.append(cls.DeleteTopicState(name=name, topic_id=topic_id))
        return cls(topics=tuple(asked), timeout_ms=9000)

    def drawn_partitions(self):
        draw = self.draw
        cls = CreatePartitionsRequest
        topics = []
        for _ in range(draw.choice((0, 1, 1, 2))):
            topic, _ = self.some_partition()
            # Of partitions with different factors Kafka takes the first in the order of its table.
            if topic and len({len(one.replicas) for one in topic.partitions.values()}) > 1:
                continue
            # Of several topics the order is that of a hash set: one, or one twice.
            if topic and topics and topics[0].name != topic.name:
                continue
            present = len(topic.partitions) if topic else 1
            added = draw.choice((1, 1, 2, 0, -1))
            factor = len(topic.partitions[0].replicas) if topic else 1
            assignments = None
            if draw.random() < 0.4:
                assignments = tuple(
                    cls.CreatePartitionsAssignment(
                        broker_ids=self.some_brokers(factor if draw.random() < 0.9 else 1)
                    )
                    for _ in range(max(added, 1))
                )
            name = topic.name if topic else "nope"
            topics.append(
                cls.CreatePartitionsTopic(name=name, count=present + added, assignments=assignments)
            )
        return cls(topics=tuple(topics), timeout_ms=9000, validate_only=draw.random() < 0.2)

    def some_resource(self):
        draw = self.draw
        kind = draw.choice((2, 2, 2, 4, 4, 4, 16, 32, 32, 8, 1, 0))
        names = {
            2: (self.some_name(),),
            4: ("", "", "1", "2", "77", "+3", "x", "-1"),
            16: ("m1", "m2", ""),
            32: ("g1", "g2", ""),
        }
        pools = {
            2: TOPIC_CONFIGS,
            4: BROKER_CONFIGS,
            16: CLIENT_METRICS_CONFIGS,
            32: GROUP_CONFIGS,
        }
        return kind, draw.choice(names.get(kind, ("2", "x"))), pools.get(kind, BROKER_CONFIGS)

    def drawn_changes(self):
        draw = self.draw
        cls = IncrementalAlterConfigsRequest
        resources = []
        for _ in range(draw.choice((0, 1, 1, 1, 2, 3))):
            kind, name, pool = self.some_resource()
            values = self.some_configs(pool, 2)
            operation = draw.choice((0, 0, 0, 1, 2, 3))
            if operation > 1:
                values = [(one, value or "x") for one, value in values]
            resources.append(
                cls.AlterConfigsResource(
                    resource_type=kind,
                    resource_name=name,
                    configs=tuple(
                        cls.AlterableConfig(name=one, config_operation=operation, value=value)
                        for one, value in values
                    ),
                )
            )
        return cls(resources=tuple(resources), validate_only=draw.random() < 0.2)

    def drawn_replacement(self):
        draw = self.draw
        cls = AlterConfigsRequest
        resources = []
        for _ in range(draw.choice((0, 1, 1, 1, 2))):
            kind, name, pool = self.some_resource()
            resources.append(
                cls.AlterConfigsResource(
                    resource_type=kind,
                    resource_name=name,
                    configs=tuple(
                        cls.AlterableConfig(name=one, value=value)
                        for one, value in self.some_configs(pool, 2)
                    ),
                )
            )
        return cls(resources=tuple(resources), validate_only=draw.random() < 0.2)

    def drawn_update(self):
        draw = self.draw
        cls = UpdateFeaturesRequest
        updates = []
        for _ in range(draw.choice((0, 1, 1, 1, 1, 2))):
            # Which of several wrong updates is reported is the order of a hash map.
            name = draw.choice((*self.features, "metadata.version", "no.such.feature"))
            low, high = self.features.get(name, (0, 1))
            near = self.level + draw.choice((-2, -1, 0, 1, 2))
            level = near if name == "metadata.version" else draw.randint(low, high + 1)
            if draw.random() < 0.05:
                level = draw.choice((-1, 0, 34))
            kind = draw.choice((1, 1, 1, 2, 3, 0))
            if updates:
                name, level, kind = "transaction.version", 1, 1
            updates.append(
                cls.FeatureUpdateKey(feature=name, max_version_level=level, upgrade_type=kind)
            )
        updates.sort(key=lambda one: hash_place(one.feature))
        return cls(feature_updates=tuple(updates), validate_only=draw.random() < 0.2)

    # -- security ---------------------------------------------------------------------------------

    def drawn_quotas(self):
        draw = self.draw
        cls = AlterClientQuotasRequest
        entries = []
        for _ in range(draw.choice((0, 1, 1, 2, 2))):
            kinds = draw.choice(
                (
                    ("user",),
                    ("user", "client-id"),
                    ("ip",),
                    ("ip", "user"),
                    (),
                    ("x",),
                    ("client-id",),
                )
            )
            # Of several wrong things Kafka reports the first of a hash map.
            names = ("a", None) if len(kinds) > 1 else ("a", None, "")
            addresses = ("127.0.0.1", "::1", None)
            entity = tuple(
                cls.EntityData(
                    entity_type=kind,
                    entity_name=draw.choice(addresses if kind == "ip" else names),
                )
                for kind in kinds
            )
            keys = ("producer_byte_rate", "request_percentage", "connection_creation_rate", "y")
            values = (1.0, 1.5, 0.0, -1.0, 1e10, 1e19, 2147483648.0, math.nan, math.inf, -math.inf)
            ops = [
                cls.OpData(key=draw.choice(keys), value=draw.choice(values), remove=removed)
                for removed in (draw.random() < 0.4 for _ in range(draw.choice((0, 1, 1, 1))))
            ]
            if ops and draw.random() < 0.1:
                ops.append(ops[0])
            entries.append(cls.EntryData(entity=entity, ops=tuple(ops)))
        return cls(entries=tuple(entries), validate_only=draw.random() < 0.2)

    def drawn_scram(self):
        draw = self.draw
        cls = AlterUserScramCredentialsRequest
        names = ("a", "a", "b", "c", "")
        deletions = tuple(
            cls.ScramCredentialDeletion(name=draw.choice(names), mechanism=draw.choice((1, 2, 0)))
            for _ in range(draw.choice((0, 1, 2)))
        )
        upsertions = tuple(
            cls.ScramCredentialUpsertion(
                name=draw.choice(names),
                mechanism=draw.choice((1, 1, 2, 2, 3)),
                iterations=draw.choice((4096, 4096, 4096, 4095, 16384, 16385)),
                salt=b"salt",
                salted_password=draw.choice((b"p" * 32, b"q" * 64, b"")),
            )
            for _ in range(draw.choice((0, 1, 2)))
        )
        return cls(deletions=deletions, upsertions=upsertions)

    def drawn_acls(self):
        draw = self.draw
        cls = CreateAclsRequest
        return cls(
            creations=tuple(
                cls.AclCreation(
                    resource_type=draw.choice((2, 2, 2, 3, 4)),
                    resource_name=draw.choice(("t", "t", "t0", "*", "kafka-cluster", "")),
                    resource_pattern_type=draw.choice((3, 3, 4)),
                    principal=draw.choice(("User:a", "User:a", "User:b", "User:*", "x")),
                    host=draw.choice(HOSTS),
                    operation=draw.choice((3, 3, 2, 12)),
                    permission_type=draw.choice((3, 3, 2)),
                )
                for _ in range(draw.choice((0, 1, 2, 3)))
            )
        )

    def some_filter(self):
        draw = self.draw
        return {
            "resource_type_filter": draw.choice((1, 1, 2, 3)),
            "resource_name_filter": draw.choice((None, None, "t", "t0", "*")),
            "pattern_type_filter": draw.choice((1, 2, 2, 3, 4)),
            "principal_filter": draw.choice((None, None, "User:a")),
            "host_filter": draw.choice((None, None, "*")),
            "operation": draw.choice((1, 1, 3, 2)),
            "permission_type": draw.choice((1, 1, 3)),
        }

    def drawn_acl_deletion(self):
        cls = DeleteAclsRequest
        filters = [
            cls.DeleteAclsFilter(**self.some_filter()) for _ in range(self.draw.choice((0, 1, 2)))
        ]
        return cls(filters=tuple(filters))

    def drawn_acl_description(self):
        return DescribeAclsRequest(**self.some_filter())

    def drawn_token(self):
        draw = self.draw
        cls = CreateDelegationTokenRequest
        owner = {}
        if self.later:
            name = draw.choice((None, "alice", ""))
            owner = {"owner_principal_type": "User", "owner_principal_name": name}
        return cls(
            **owner,
            renewers=tuple(
                cls.CreatableRenewers(
                    principal_type="User" if draw.random() < 0.9 else "Group", principal_name="bob"
                )
                for _ in range(draw.choice((0, 1)))
            ),
            max_lifetime_ms=draw.choice((-1, 30, 10**12)),
        )

    def drawn_renewal(self):
        period = self.draw.choice((-1, 10, 10**12))
        return RenewDelegationTokenRequest(
            hmac=self.draw.choice(self.hmacs[-3:]), renew_period_ms=period
        )

    def drawn_expiry(self):
        period = self.draw.choice((-1, 0, 10, 10**12))
        presented = self.draw.choice(self.hmacs[-3:])
        return ExpireDelegationTokenRequest(hmac=presented, expiry_time_period_ms=period)

    kinds = {  # noqa: RUF012
        None: 10,
        drawn_registration: 12,
        drawn_heartbeat: 40,
        drawn_unregistration: 3,
        drawn_alter_partition: 20,
        drawn_election: 8,
        drawn_reassignment: 12,
        drawn_list: 3,
        drawn_directories: 6,
        drawn_producer_ids: 2,
        drawn_topics: 10,
        drawn_deletion: 4,
        drawn_partitions: 6,
        drawn_changes: 12,
        drawn_replacement: 6,
        drawn_update: 5,
        drawn_quotas: 8,
        drawn_scram: 6,
        drawn_acls: 8,
        drawn_acl_deletion: 4,
        drawn_acl_description: 3,
        drawn_token: 6,
        drawn_renewal: 4,
        drawn_expiry: 4,
    }

    def pass_time(self):
        """Let sessions expire. Which of several is first is the order of a hash map in Kafka."""
        self.pass_ms(self.draw.choice((1200, 2500)))

    def pass_ms(self, ms):
        answer = self.ask_to_wait(ms)
        end = self.state.now_ms + answer["ms"]
        self.state.now_ms += ms
        fenced = [one.broker_id for one in decoded(answer["records"]) if hasattr(one, "fenced")]
        contacts = self.state.sessions._contacts
        for broker in reversed(fenced):
            for session in [one for one in contacts if one.broker_id == broker]:
                self.state.sessions._contacts = contacts = {
                    session: contacts.pop(session),
                    **contacts,
                }
        values = []
        while (outcome := self.decider.fence_one()) is not None:
            values += outcome.values
            self.state.now_ms += 20  # Kafka looks for the next one 10 ms later
        self.state.now_ms = end
        self.seen["several at once"] += len(fenced) > 1
        self.compare("time", values, answer)

    def some_denied(self):
        """What the principal may not do."""
        if not self.has_authorizer or self.draw.random() < 0.7:
            return frozenset()
        return frozenset(right for right in RIGHTS if self.draw.random() < 0.4)

    def serve(self, request):
        """Ask both as clients do, with the checks of ControllerApis."""
        denied, is_forwarded = self.some_denied(), self.draw.random() < 0.5
        principal = self.draw.choice(("alice", "bob", "ANONYMOUS"))
        self.serve_as(
            request,
            self.version_of(request),
            {"denied": sorted(denied), "principal": principal, "forwarded": is_forwarded},
        )

    def serve_as(self, request, version, caller):
        """Ask both for a caller, and compare."""
        denied = caller["denied"]
        context = Context(
            version,
            Principal("User", caller["principal"]),
            is_forwarded=caller["forwarded"],
            allows=lambda operation, kind, name: (
                f"{operation.name} {kind.name} {name}" not in denied
            ),
            has_authorizer=self.has_authorizer,
        )
        answer = self.ask_apis(request, version, context, caller)
        what = f"{request!r}, version {version}, without {denied}"
        assert "answer" in answer, (what, answer)
        RecordedPlacer.placed = deque(map(tuple, RecordedPlacer.noted))
        self.state.ids = deque(ids_in(decoded(answer["records"])))
        cls = response_class(request.API_KEY)
        expected = cls.decode(bytes.fromhex(answer["answer"]), version)
        if isinstance(expected, TOKENS):
            self.take_time(request, context, expected, answer)
        self.notice_odd_name(request, expected)
        outcome = self.decider.decide(request, context)
        assert outcome.fault is None, what
        found = outcome.answer
        if isinstance(found, Refusal):
            self.seen[f"refused {found.code}"] += 1
            found = refusal(request, version, found.code, found.text)
        found = cls.decode(found.encode(version), version)
        if self.is_before and isinstance(found, CreateTopicsResponse):
            found = without_newer(found)
        found, expected = map(comparable, (found, expected))
        if found != expected:
            self.notice_earlier(request, found, expected)
            asked = to_json(request, version)
            ours = [one for one in found if one not in expected]
            theirs = [one for one in expected if one not in found]
            raise AssertionError(f"{asked}, {what}\n kraft: {ours}\n Kafka: {theirs}")
        assert "left" not in answer, (what, answer)
        if isinstance(request, CreateDelegationTokenRequest):
            self.hmacs.append(outcome.answer.hmac)
        self.seen[type(request).__name__] += 1
        for code in codes_in(expected):
            self.seen[f"{type(request).__name__} {code.name}"] += 1
        if isinstance(request, CreatePartitionsRequest) and not outcome.values:
            assert not answer["records"] or any("'error_code': 38" in one for one in expected)
            self.follow(answer["records"])
            return
        self.compare(f"{what} -> {expected}", outcome.values, answer)

    def take_time(self, request, context, expected, answer):
        """Kafka's tokens go by the time of day: find the one at which it decided."""
        for wall_ms in range(answer["before"], answer["after"] + 1):
            self.state.wall_ms = wall_ms
            ids = self.state.ids.copy()
            found = self.decider.preview(request, context).answer
            self.state.ids = ids
            if (found.error_code, found.expiry_timestamp_ms) == (
                expected.error_code,
                expected.expiry_timestamp_ms,
            ):
                break

    def follow(self, records):
        """Kafka writes the partitions before one that fails, and answers that all failed."""
        for record in decoded(records):
            assert isinstance(record, PartitionRecord)
            self.image.replay_metadata(record, self.state.next_offset)
            self.state.next_offset += 1
            self.image.mark(self.state.next_offset - 1)
            self.seen["partitions of a request that failed"] += 1
        self.decider.commit(self.state.next_offset - 1)

    def note_contact(self, request):
        """What a node does when a heartbeat arrives, before any decision."""
        if isinstance(request, BrokerHeartbeatRequest):
            self.state.sessions.contact(
                Session(request.broker_id, request.broker_epoch), self.state.now_ms
            )

    def call(self, request):
        if isinstance(request, SERVED):
            self.serve(request)
            return
        self.call_in(request, self.version_of(request))

    def version_of(self, request):
        versions = VERSIONS[type(request).__name__]
        return versions[self.later % len(versions)]

    def call_in(self, request, version):
        """Ask both in this version, and compare."""
        self.note_contact(request)
        answer = self.ask_controller(request, version)
        self.notice_resignation(request, answer)
        outcome = self.decider.decide(request, Context(version))
        what = f"{request!r}"
        assert outcome.fault is None, what
        if isinstance(outcome.answer, Refusal):
            assert answer.get("code") == outcome.answer.code, (what, answer)
            if request.API_KEY in WITH_TEXT:
                assert answer.get("text") == outcome.answer.text, (what, answer, outcome.answer)
                self.seen["texts of refusals"] += 1
            self.seen[f"refused {outcome.answer.code}"] += 1
        else:
            assert "answer" in answer, (what, answer, outcome.answer)
            expected = self.response(request, version, answer)
            if isinstance(request, ListPartitionReassignmentsRequest):
                expected = self.without_repeats(expected)
            if in_order(outcome.answer) != in_order(expected):
                self.notice_earlier(request, [repr(fields(outcome.answer))], [str(answer)])
                raise AssertionError((what, answer))
            self.seen[type(request).__name__] += 1
        self.compare(what, outcome.values, answer)

    def compare(self, what, values, answer):
        if normal(values) != normal(map(bytes.fromhex, answer["records"])):
            ours = [decode_metadata_record(value).message for value in values]
            theirs = decoded(answer["records"])
            self.notice_extra_changes(ours, theirs)
            self.notice_strays(ours, theirs)
            raise AssertionError(f"{what}, step {self.step}\n kraft: {ours}\n Kafka: {theirs}")
        assert self.state.next_offset == answer["next"]
        self.decider.commit(self.state.next_offset - 1)
        records = decoded(answer["records"])
        for record in records:
            self.seen[type(record).__name__] += 1
        self.note_elrs()
        self.note_lost_credentials(records)


NEWER_CONFIGS = frozenset(
    {
        "max.decompressed.message.bytes",
        "remote.copy.lag.ms",
        "remote.copy.lag.bytes",
        "errors.deadletterqueue.group.enable",
        "errors.deadletterqueue.topic.name",
        "errors.deadletterqueue.copy.record.enable",
        "streams.task.offset.interval.ms",
        "streams.num.warmup.replicas",
        "streams.rack.aware.assignment.tags",
        "streams.assignor.name",
    }
)
"""Drawn configs that came with 4.4."""


def configs_of(request):
    """Return the names of the configs that a request sets, with the kinds of their resources."""
    if isinstance(request, CreateTopicsRequest):
        return [(2, one.name) for topic in request.topics for one in topic.configs]
    if isinstance(request, AlterConfigsRequest | IncrementalAlterConfigsRequest):
        return [(one.resource_type, each.name) for one in request.resources for each in one.configs]
    return []


def has_newer_config(request):
    return any(name in NEWER_CONFIGS for _, name in configs_of(request))


def has_host_of_4_4(request):
    return isinstance(request, CreateAclsRequest) and any(
        not one.host or "/" in one.host for one in request.creations
    )


def has_infinite_quota(request):
    return isinstance(request, AlterClientQuotasRequest) and not all(
        math.isfinite(one.value) for entry in request.entries for one in entry.ops
    )


def is_of_4_4(request):
    """Return True for what the two releases answer differently by the request alone."""
    return has_newer_config(request) or has_host_of_4_4(request) or has_infinite_quota(request)


EARLIER = {
    "configs that came with 4.4 are unknown": lambda request, ours: has_newer_config(request),
    "empty hosts and ranges in ACLs are taken": lambda request, ours: has_host_of_4_4(request),
    "quotas can be no number or infinite": lambda request, ours: has_infinite_quota(request),
    "bounds of group configs hold for defaults too, and their texts name configs": (
        lambda request, ours: any(kind == 32 for kind, _ in configs_of(request))
    ),
    "assignment by hand to a broker with cordoned directories only": (
        lambda request, ours: "but all its log directories are cordoned" in ours
    ),
}
"""What 4.4.0 decides otherwise than 4.3.1 at every level: each has to come up, and nothing else."""


def without_newer(answer):
    """Leave out the configs of topics that came with 4.4."""
    for topic in answer.topics:
        if topic.configs is not None:
            kept = (one for one in topic.configs if one.name not in NEWER_CONFIGS)
            topic.configs = tuple(kept)
    return answer


WITH_TEXT = (43, 45, 46, 64)
"""Those that are asked of QuorumController and whose answer has a place for a text."""

SERVED = (
    AlterClientQuotasRequest,
    AlterConfigsRequest,
    AlterUserScramCredentialsRequest,
    CreateAclsRequest,
    CreateDelegationTokenRequest,
    DeleteAclsRequest,
    DescribeAclsRequest,
    ExpireDelegationTokenRequest,
    RenewDelegationTokenRequest,
    CreatePartitionsRequest,
    CreateTopicsRequest,
    DeleteTopicsRequest,
    IncrementalAlterConfigsRequest,
    UpdateFeaturesRequest,
)
"""What is asked of ControllerApis, the others of QuorumController."""

RIGHTS = (
    "CREATE CLUSTER kafka-cluster",
    "DELETE CLUSTER kafka-cluster",
    *(
        f"{operation} TOPIC {name}"
        for operation in ("CREATE", "DELETE", "DESCRIBE", "ALTER", "DESCRIBE_CONFIGS")
        for name in ("t0", "t1", "a.b")
    ),
    "ALTER CLUSTER kafka-cluster",
    "CREATE_TOKENS USER User:alice",
    "DESCRIBE CLUSTER kafka-cluster",
    "ALTER_CONFIGS CLUSTER kafka-cluster",
    "ALTER_CONFIGS TOPIC t0",
    "ALTER_CONFIGS GROUP g1",
    "CLUSTER_ACTION CLUSTER kafka-cluster",
)


TOKENS = tuple(map(response_class, (38, 39, 40)))


def hash_place(name):
    """Where a small java.util.HashMap has a name: of several wrong ones Kafka reports the first."""
    code = 0
    for character in name:
        code = code * 31 + ord(character) & 0xFFFFFFFF
    return (code ^ code >> 16) & 15


def ids_in(records):
    """The ids that Kafka drew, in order."""
    for record in records:
        match record:
            case TopicRecord():
                yield record.topic_id
            case AccessControlEntryRecord():
                yield record.id
            case DelegationTokenRecord():
                yield Uuid.parse(record.token_id)


MISSING_RIGHT = re.compile(
    r"Cluster authorization failed\.|Request (Request\(processor=.*\) )?needs \w+ permission\."
)


def comparable(answer):
    """Sort what Kafka takes from hash maps or shuffles; drop what is drawn and not written.

    Of a missing right on the cluster Kafka prints the request and the buffers of its connection, or
    the text of the error.
    """
    return [MISSING_RIGHT.sub("not allowed", one) for one in _sorted(answer)]


def _sorted(answer):
    if isinstance(answer, CreateTopicsResponse):
        # only the checked topic has an id that is not in a record
        return sorted(
            repr({**fields(topic), "topic_id": topic.topic_id != ZERO_UUID and "id"})
            for topic in answer.topics
        )
    if isinstance(answer, DescribeAclsResponse):
        resources = sorted(
            repr({**fields(one), "acls": in_any_order(one.acls)}) for one in answer.resources
        )
        return [repr((answer.error_code, answer.error_message)), *resources]
    if isinstance(answer, DeleteAclsResponse):
        return [
            repr(
                {**fields(one), "matching_acls": sorted(map(repr, map(fields, one.matching_acls)))}
            )
            for one in answer.filter_results
        ]
    if isinstance(answer, AlterClientQuotasResponse):
        return sorted(
            re.sub(
                "entries={.*?}",
                "",
                repr({**fields(one), "entity": in_any_order(one.entity)}),
            )
            for one in answer.entries
        )
    if isinstance(answer, CreateAclsResponse):
        return [repr(fields(one)) for one in answer.results]
    if isinstance(answer, (UpdateFeaturesResponse, *TOKENS)):
        return [repr(fields(answer))]
    listed = {
        AlterUserScramCredentialsResponse: "results",
        AlterConfigsResponse: "responses",
        CreatePartitionsResponse: "results",
        DeleteTopicsResponse: "responses",
        IncrementalAlterConfigsResponse: "responses",
    }
    return sorted(map(repr, map(fields, getattr(answer, listed[type(answer)]))))


def in_any_order(structures):
    return sorted(map(repr, map(fields, structures)))


def fields(structure):
    """Every field of a structure, without what `repr` of a message shortens."""
    return {
        name: [fields(one) if hasattr(one, "_FIELDS") else one for one in value]
        if isinstance(value := getattr(structure, name), tuple)
        else value
        for name in structure._FIELDS
    }


def codes_in(answer):
    return {
        ErrorCode(int(code))
        for code in re.findall(r"error_code': (?:<\w+\.\w+: )?(-?\d+)", str(answer))
    }


def in_order(answer):
    """Sort what Kafka takes from hash maps when a request names nothing, which means all."""
    if isinstance(answer, ElectLeadersResponse):
        for one in answer.replica_election_results:
            by_number = sorted(one.partition_result, key=lambda part: part.partition_id)
            one.partition_result = tuple(by_number)
        by_topic = sorted(answer.replica_election_results, key=lambda one: one.topic)
        answer.replica_election_results = tuple(by_topic)
    if isinstance(answer, ListPartitionReassignmentsResponse):
        for one in answer.topics:
            by_number = sorted(one.partitions, key=lambda part: part.partition_index)
            one.partitions = tuple(by_number)
        answer.topics = tuple(sorted(answer.topics, key=lambda one: one.name))
    return answer


def config(topic, name, value):
    return ConfigRecord(resource_type=2, resource_name=topic, name=name, value=value)


def decoded(records):
    return [decode_metadata_record(bytes.fromhex(one)).message for one in records]


UNORDERED = (
    ClearElrRecord,
    ClientQuotaRecord,
    ConfigRecord,
    FeatureLevelRecord,
    PartitionChangeRecord,
    RemoveAccessControlEntryRecord,
    RemoveTopicRecord,
    RemoveUserScramCredentialRecord,
    UserScramCredentialRecord,
)
"""Records that Kafka takes from hash maps, one kind after the other."""


def normal(values):
    """Sort each run of unordered records of one kind."""
    runs, run, kind = [], [], None
    for value in values:
        message = decode_metadata_record(value).message
        if type(message) is not kind or kind not in UNORDERED:
            runs += sorted(run)
            run = []
        kind = type(message)
        if kind is ClientQuotaRecord:
            message.entity = tuple(sorted(message.entity, key=lambda one: one.entity_type))
            run.append(encode_metadata_record(MetadataRecord(message, 0)))
        else:
            run.append(value)
    return [*runs, *sorted(run)]


def kind_of(value):
    return type(decode_metadata_record(value).message).__name__


def steady(value):
    """A record in which everything is sorted that Kafka takes from hash maps."""
    record = decode_metadata_record(value)
    message = record.message
    if isinstance(message, ClientQuotaRecord):
        message.entity = tuple(sorted(message.entity, key=lambda one: one.entity_type))
    if isinstance(message, RegisterBrokerRecord):
        message.end_points = tuple(sorted(message.end_points, key=lambda one: one.name))
        message.features = tuple(sorted(message.features, key=lambda one: one.name))
    return encode_metadata_record(record)


def as_in(release):
    """What of kraft is replaced for a comparison with a release: (module, name, value)."""
    yield topics, "ReplicaPlacer", RecordedPlacer
    # controllers take the newest level of their own software, at every level
    yield features, "SUPPORTED", FEATURES[release]


class Sequences:
    """What a worker does: sequences, asked of an oracle that it starts for its first one."""

    _oracle = None
    sequence = Sequence

    def __init__(self, release=RELEASE):
        self.release = release

    def __call__(self, seed):
        if Sequences._oracle is None:
            Sequences._oracle = Oracle(self.release, ORACLE)
            for module, name, value in as_in(self.release):
                setattr(module, name, value)
        sequence = self.sequence(Sequences._oracle, seed)
        try:
            return sequence.run()
        except AssertionError as error:
            raise AssertionError(f"sequence {seed}, level {sequence.level}: {error}") from error
