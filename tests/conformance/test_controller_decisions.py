"""Decisions of the controller compared with the classes of Kafka 4.4.0 that make them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from kraft_core.controller.requests.partition_change import (
    Election,
    Rules,
    Target,
    partition_change,
)
from kraft_core.controller.requests.placement import PlacementError, ReplicaPlacer, UsableBroker
from kraft_core.metadata import Partition, record_version
from kraft_core.metadata.partition_index import PartitionKey
from kraft_wire.messages import PartitionChangeRecord, PartitionRecord
from kraft_wire.primitives import Uuid
from tests.conformance.oracle import Oracle

pytestmark = pytest.mark.kafka

CASES = 20_000
TOPIC = Uuid(b"\7" * 16)
LEVELS = (7, 11, 12, 16, 17, 22, 23, 30, 33)


@pytest.fixture(scope="module")
def kafka_controller():
    with Oracle("4.4.0", "ControllerOracle.java") as oracle:
        yield oracle


def directory(number):
    return Uuid(bytes(15) + bytes([number]))


def some(draw, values):
    return tuple(draw.sample(list(values), draw.randint(0, len(values))))


class Case:
    """A partition in any state, and something that happens to it."""

    def __init__(self, seed):
        draw = random.Random(seed)
        brokers = list(range(1, draw.randint(2, 7)))
        replicas = tuple(draw.sample(brokers, draw.randint(1, len(brokers))))
        isr = some(draw, replicas)
        out_of_sync = tuple(sorted(set(replicas) - set(isr)))
        elr = tuple(sorted(some(draw, out_of_sync))) if draw.random() < 0.4 else ()
        leader = draw.choice([*isr, -1]) if isr else -1
        last = tuple(draw.sample(replicas, 1)) if draw.random() < 0.3 else ()
        adding, removing = (), ()
        if draw.random() < 0.4:
            adding = tuple(sorted(some(draw, replicas)))
            removing = tuple(sorted(some(draw, set(replicas) - set(adding))))
        self.level = draw.choice(LEVELS)
        with_directories = self.level >= 17
        drawn = tuple(directory(draw.randint(0, 9)) for _ in replicas)
        self.record = PartitionRecord(
            topic_id=TOPIC,
            partition_id=3,
            replicas=replicas,
            isr=isr,
            removing_replicas=removing,
            adding_replicas=adding,
            leader=leader,
            leader_recovery_state=draw.randint(0, 1),
            leader_epoch=draw.randint(0, 9),
            partition_epoch=draw.randint(0, 9),
            directories=drawn if with_directories else (),
            eligible_leader_replicas=elr or None,
            last_known_elr=last or None,
        )
        self.state = Partition.of(self.record)
        self.target = Target.of(self.state)
        self.target.election = draw.choice(list(Election))
        if draw.random() < 0.7:
            self.target.isr = some(draw, replicas)
        if draw.random() < 0.3:
            self.target.replicas = tuple(draw.sample(brokers, draw.randint(1, len(brokers))))
            self.target.removing = tuple(sorted(some(draw, self.target.replicas)))
            self.target.adding = tuple(sorted(some(draw, self.target.replicas)))
        self.target.uncleanly_shut_down = some(draw, brokers) if draw.random() < 0.3 else ()
        if draw.random() < 0.3:
            self.target.recovery_state = draw.randint(0, 1)
        if draw.random() < 0.3:
            self.target.directories = {
                replica: directory(draw.randint(0, 9)) for replica in some(draw, replicas)
            }
        self.acceptable = frozenset(some(draw, brokers))
        self.defaults = {broker: directory(draw.randint(0, 9)) for broker in brokers}
        self.min_isr = draw.randint(1, 3)
        self.has_elr = draw.random() < 0.6

    def question(self):
        target = self.target
        return {
            "op": "change",
            "record": self.record.encode(2).hex(),
            "level": self.level,
            "minIsr": self.min_isr,
            "elr": self.has_elr,
            "election": target.election.name,
            "acceptable": sorted(self.acceptable),
            "isr": target.isr,
            "replicas": target.replicas,
            "removing": target.removing,
            "adding": target.adding,
            "recovery": target.recovery_state,
            "unclean": target.uncleanly_shut_down,
            "directories": {str(one): id_.hex() for one, id_ in (target.directories or {}).items()},
            "defaults": {str(one): id_.hex() for one, id_ in self.defaults.items()},
        }

    def has_a_stranger(self, expected):
        """Return True if Kafka has an id that is no replica in the ELR or as last known leader.

        Of the state before, or of the change that it expects; -1 is such an id. Ask after `change`.
        """
        found = {*self.state.eligible_leader_replicas, *self.state.last_known_elr}
        if expected is not None:
            found.update(expected.eligible_leader_replicas or (), expected.last_known_elr or ())
        return bool(found - {*self.target.replicas})

    def change(self):
        rules = Rules(
            is_acceptable=self.acceptable.__contains__,
            default_directory=self.defaults.__getitem__,
            metadata_version=self.level,
            min_isr=self.min_isr,
            has_elr=self.has_elr,
        )
        return partition_change(PartitionKey(TOPIC, 3), self.state, self.target, rules)


def test_changes_of_partitions_are_those_of_kafkas_builder(kafka_controller):
    cases = [Case(seed) for seed in range(CASES)]
    answers = kafka_controller.ask_all([case.question() for case in cases])
    seen, strangers = Counter(), 0
    for seed, (case, answer) in enumerate(zip(cases, answers, strict=True)):
        assert "error" not in answer, (seed, answer)
        change = case.change()
        if answer["change"] is None:
            assert change is None or case.has_a_stranger(None), seed
            seen["nothing"] += 1
            continue
        expected = PartitionChangeRecord.decode(bytes.fromhex(answer["change"]), 2)
        if change != expected:
            assert case.has_a_stranger(expected), seed
            strangers += 1  # kept by Kafka in ELR or last known ELR (divergence A28)
            continue
        assert record_version(change, case.level) == answer["version"], seed
        merged = PartitionRecord.decode(bytes.fromhex(answer["merged"]), 2)
        assert case.state.merged(change) == Partition.of(merged), seed
        seen["changes"] += 1
        seen["leaderless"] += change.leader == -1
        seen["elected"] += change.leader >= 0
        seen["unclean"] += change.leader_recovery_state == 1
        seen["eligible"] += bool(change.eligible_leader_replicas)
        seen["last known"] += bool(change.last_known_elr)
        seen["reassigned"] += change.removing_replicas == ()
        seen["directories"] += change.directories is not None
    assert min(seen.values()) > CASES / 100, seen
    assert len(seen) == 9
    assert 0 < strangers < CASES / 5


def brokers_of(seed):
    draw = random.Random(seed)
    racks = [None] if draw.random() < 0.3 else ["a", "b", "c", None][: draw.randint(1, 4)]
    count = draw.randint(1, 9)
    return [UsableBroker(one, draw.choice(racks), draw.random() < 0.3) for one in range(count)]


def spread(brokers, placements):
    """What a placement promises: how evenly, in how many racks, led by whom."""
    racks = {one.broker_id: one.rack for one in brokers}
    return {
        "replicas": sorted(Counter(one for each in placements for one in each).values()),
        "leaders": sorted(Counter(each[0] for each in placements).values()),
        "racks": Counter(len({racks[one] for one in each}) for each in placements),
        "sizes": Counter(len(set(each)) for each in placements),
    }


def test_replicas_are_spread_as_by_kafkas_placer(kafka_controller):
    """The random numbers differ, so the spread is compared over draws, the errors one by one."""
    refused = same = 0
    for seed in range(300):
        brokers = brokers_of(seed)
        factor = random.Random(seed).randint(0, len(brokers) + 1)
        question = {
            "op": "place",
            "brokers": [list(one) for one in brokers],
            "partitions": 12,
            "factor": factor,
        }
        answers = kafka_controller.ask_all([question | {"seed": draw} for draw in range(12)])
        spreads = []
        for draw in range(12):
            placer = ReplicaPlacer(brokers, random.Random(draw))
            try:
                placements = [placer.place(factor) for _ in range(12)]
            except PlacementError as error:
                expected = (
                    "org.apache.kafka.common.errors.InvalidReplicationFactorException: "
                    + str(error)
                )
                assert {answer.get("error") for answer in answers} == {expected}, seed
                refused += 1
                break
            unfenced = {one.broker_id for one in brokers if not one.is_fenced}
            assert {each[0] for each in placements} <= unfenced
            spreads.append(spread(brokers, placements))
        else:
            theirs = [spread(brokers, answer["replicas"]) for answer in answers]
            for what in ("racks", "sizes"):
                ours = sum((one[what] for one in spreads), Counter())
                kafkas = sum((one[what] for one in theirs), Counter())
                assert set(ours) == set(kafkas), (seed, what)
            for what in ("replicas", "leaders"):
                ours, kafkas = ([one[what] for one in side] for side in (spreads, theirs))
                # the least and the most that one broker gets, over all draws
                low, high = min(map(min, kafkas)), max(map(max, kafkas))
                assert abs(min(map(min, ours)) - low) <= 2, (seed, what)
                assert abs(max(map(max, ours)) - high) <= 2, (seed, what)
            same += 1
    assert refused > 20
    assert same > 100
