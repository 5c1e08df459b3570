"""Drawn sequences of requests, asked of Kafka's QuorumController and of kraft's decisions.

Each sequence begins with a log that is replayed by both: brokers, topics and partitions in any
state. Then requests and the passing of time alternate. Records must be equal in order, except among
the changes of partitions of one sweep, which Kafka takes from hash maps.
"""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from kraft_core.controller.deciding import Decider
from kraft_core.controller.decision import Context, ControllerSettings, ControllerState, Refusal
from kraft_core.controller.sessions import BrokerSessions, Session
from kraft_core.image import ClusterImage, record_version
from kraft_wire.json_form import from_json, to_json
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ConfigRecord,
    FeatureLevelRecord,
    PartitionChangeRecord,
    PartitionRecord,
    RegisterBrokerRecord,
    TopicRecord,
    UnregisterBrokerRequest,
    response_class,
)
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import (
    MetadataRecord,
    decode_metadata_record,
    encode_metadata_record,
)
from tests.conformance.oracle import Oracle

pytestmark = pytest.mark.kafka

SEQUENCES = 300
STEPS = 25
SESSION_MS = 9000
CLUSTER = "abcdefghijklmnopqrstuv"
FEATURES = {
    "metadata.version": (7, 30),
    "group.version": (0, 1),
    "transaction.version": (0, 2),
    "share.version": (0, 1),
    "streams.version": (0, 1),
    "eligible.leader.replicas.version": (0, 1),
    "kraft.version": (0, 1),
}
VERSIONS = {
    "BrokerHeartbeatRequest": 2,
    "BrokerRegistrationRequest": 4,
    "UnregisterBrokerRequest": 0,
}


@pytest.fixture(scope="module")
def kafka_controller():
    with Oracle("4.3.1", "QuorumControllerOracle.java") as oracle:
        yield oracle


def directory(broker_id, number=0):
    return Uuid(bytes([broker_id] * 8) + bytes(7) + bytes([number + 200]))


class Sequence:
    """A drawn log, then drawn steps, on both controllers."""

    def __init__(self, oracle, seed):
        self.oracle = oracle
        self.draw = random.Random(seed)
        self.level = self.draw.choice((7, 11, 15, 17, 22, 23, 30))
        self.has_elr = self.level >= 23 and self.draw.random() < 0.7
        self.seen = Counter()
        records = self.first_records()
        self.image = ClusterImage(strict=True, indexed=True, journaled=True)
        for offset, record in enumerate(records):
            self.image.replay_metadata(record, offset)
        settings = ControllerSettings(1, CLUSTER, SESSION_MS)
        sessions = BrokerSessions(SESSION_MS)
        self.state = ControllerState(
            settings, self.image, sessions, random.Random(seed), len(records), now_ms=0
        )
        sessions.begin(self.image.brokers.items(), 0)
        self.decider = Decider(self.state)
        answer = oracle.ask(
            "new",
            records=[self.framed(record).hex() for record in records],
            sessionMs=SESSION_MS,
            static={},
        )
        assert answer.get("records") == [], answer
        assert answer["next"] == self.state.next_offset

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
                for name, (low, high) in FEATURES.items()
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
        for step in range(STEPS):
            self.step = step
            kind = self.draw.random()
            if kind < 0.15:
                self.pass_time()
            elif kind < 0.35:
                self.call(self.drawn_registration())
            elif kind < 0.4:
                self.call(UnregisterBrokerRequest(broker_id=self.draw.randint(1, 6)))
            else:
                self.call(self.drawn_heartbeat())
        return self.seen

    def drawn_registration(self):
        draw = self.draw
        cls = BrokerRegistrationRequest
        broker = draw.randint(1, 6)
        features = dict(FEATURES)
        if draw.random() < 0.1:
            features.pop(draw.choice(list(features)))
        if draw.random() < 0.1:
            features[draw.choice(list(features))] = draw.choice(((0, 0), (1, 7), (31, 31)))
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

    def pass_time(self):
        """Let sessions expire. Which of several is first is the order of a hash map in Kafka."""
        answer = self.oracle.ask("time", ms=self.draw.choice((1200, 2500)))
        self.state.now_ms += answer["ms"]
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
        self.seen["several at once"] += len(fenced) > 1
        self.compare("time", values, answer)

    def call(self, request):
        version = VERSIONS[type(request).__name__]
        if isinstance(request, BrokerHeartbeatRequest):
            self.state.sessions.contact(
                Session(request.broker_id, request.broker_epoch), self.state.now_ms
            )
        answer = self.oracle.ask(
            "call",
            api=request.API_KEY,
            version=version,
            json=to_json(request, version),
        )
        outcome = self.decider.decide(request, Context(version))
        what = f"{request!r}"
        assert outcome.fault is None, what
        if isinstance(outcome.answer, Refusal):
            assert answer.get("code") == outcome.answer.code, (what, answer)
            self.seen[f"refused {outcome.answer.code}"] += 1
        else:
            expected = from_json(response_class(request.API_KEY), answer["answer"], version)
            assert outcome.answer == expected, (what, answer)
            self.seen[type(request).__name__] += 1
        self.compare(what, outcome.values, answer)

    def compare(self, what, values, answer):
        assert normal(values) == normal(map(bytes.fromhex, answer["records"])), (self.step, what)
        assert self.state.next_offset == answer["next"]
        self.decider.commit(self.state.next_offset - 1)
        for record in decoded(answer["records"]):
            self.seen[type(record).__name__] += 1


def config(topic, name, value):
    return ConfigRecord(resource_type=2, resource_name=topic, name=name, value=value)


def decoded(records):
    return [decode_metadata_record(bytes.fromhex(one)).message for one in records]


def normal(values):
    """Sort each run of partition changes; endpoints and features have no order either."""
    runs, changes = [], []
    for value in values:
        record = decode_metadata_record(value)
        if isinstance(record.message, PartitionChangeRecord):
            changes.append(value)
            continue
        runs += [*sorted(changes), value]
        changes = []
    return [*runs, *sorted(changes)]


def test_brokers_come_and_go_as_with_kafkas_controller(kafka_controller):
    seen = Counter()
    for seed in range(SEQUENCES):
        sequence = Sequence(kafka_controller, seed)
        try:
            sequence.run()
        except AssertionError as error:
            raise AssertionError(f"sequence {seed}, level {sequence.level}: {error}") from error
        seen += sequence.seen
    print(json.dumps(seen, indent=1))
    assert seen["BrokerRegistrationRequest"] > SEQUENCES
    assert seen["PartitionChangeRecord"] > SEQUENCES
