"""Subscriptions and assignments, compared with Kafka's ConsumerProtocol of both releases."""

from __future__ import annotations

from random import Random

import pytest

from kraft_wire import groups
from kraft_wire.errors import WireError
from tests.conformance.content import SEED

pytestmark = pytest.mark.kafka

COUNT = 300


def drawn_pairs(random):
    pairs = [(random.choice("cab"), random.randrange(5)) for _ in range(random.randrange(6))]
    return list(dict.fromkeys(pairs))


def by_topic(pairs):
    found = {}
    for topic, partition in pairs:
        found.setdefault(topic, []).append(partition)
    return found


def pairs_of(partitions):
    return [[topic, number] for topic, numbers in partitions.items() for number in numbers]


def drawn_user_data(random):
    return random.choice((None, b"", b"data", bytes(300)))


def hexed(data):
    return None if data is None else data.hex()


def read_subscription(data):
    """Return the oracle's answer to `subscription`, as kraft reads it."""
    message, version = groups.decode_subscription(data)
    del version
    return {
        "topics": list(message.topics),
        "owned": pairs_of(groups.owned_partitions(message)),
        "generation": message.generation_id,
        "rack": message.rack_id or None,
        "userData": hexed(message.user_data),
    }


def read_assignment(data):
    message, _ = groups.decode_assignment(data)
    return {
        "partitions": pairs_of(groups.assigned_partitions(message)),
        "userData": hexed(message.user_data),
    }


def test_kafka_and_kraft_write_the_same_bytes(comparison):
    for number in range(COUNT):
        random = Random(f"{SEED} groups {number}")
        pairs, user_data = drawn_pairs(random), drawn_user_data(random)
        version = random.choice((0, 1, 2, 3, 4, 32_767))
        topics = random.sample(["b", "a", "c", "\u00e4"], random.randrange(4))
        generation, rack = random.choice((-1, 7)), random.choice((None, "r1"))
        subscription = groups.subscription(
            topics, by_topic(pairs), user_data=user_data, generation_id=generation, rack_id=rack
        )
        more = {"version": version, "userData": hexed(user_data)}
        kafkas = comparison.oracle.ask(
            "subscription", topics=topics, owned=pairs, generation=generation, rack=rack, **more
        )
        assert groups.encode_subscription(subscription, version).hex() == kafkas["hex"]
        assignment = groups.assignment(by_topic(pairs), user_data=user_data)
        kafkas = comparison.oracle.ask("assignment", partitions=pairs, **more)
        assert groups.encode_assignment(assignment, version).hex() == kafkas["hex"]


@pytest.mark.parametrize(
    ("op", "read"), [("subscription", read_subscription), ("assignment", read_assignment)]
)
def test_kafka_and_kraft_read_and_refuse_the_same(comparison, op, read):
    """Versions above the newest and below 0, bytes after the end and bytes without an end.

    Damage inside a body is that of test_oracle.py: all messages have the same readers.
    """
    taken = refused = 0
    for number in range(COUNT):
        random = Random(f"{SEED} {op} {number}")
        pairs = by_topic(drawn_pairs(random))
        version = random.randrange(4)
        if op == "subscription":
            message = groups.subscription(["a", "b"], pairs, rack_id="r", generation_id=4)
            data = groups.encode_subscription(message, version)
        else:
            data = groups.encode_assignment(groups.assignment(pairs, user_data=b"u"), version)
        data = random.choice(
            (
                data,
                data + b"more",
                (version + 9).to_bytes(2) + data[2:],
                b"\xff\xff" + data[2:],
                data[: random.randrange(len(data) + 1)],
            )
        )
        kafkas = comparison.oracle.ask(op, hex=data.hex())
        try:
            found = read(data)
        except WireError:
            assert "error" in kafkas, data.hex()
            refused += 1
            continue
        if op == "subscription":
            kafkas.setdefault("topics", [])
        assert found == kafkas, data.hex()
        taken += 1
    assert min(taken, refused) > COUNT // 10
