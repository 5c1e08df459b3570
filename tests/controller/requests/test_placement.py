"""Placement of replicas: each rule of StripedReplicaPlacer once."""

from __future__ import annotations

import random

import pytest

from kraft_core.controller.requests.placement import PlacementError, ReplicaPlacer, UsableBroker


class _FromTheStart(random.Random):
    """Every list begins at its start, and a shuffle turns it round."""

    def randrange(self, *_):
        return 0

    def shuffle(self, x):
        x.reverse()


def placed(factor, partitions, *brokers):
    placer = ReplicaPlacer(brokers, _FromTheStart())
    return [placer.place(factor) for _ in range(partitions)]


def at(rack, *ids, fenced=False):
    return [UsableBroker(broker_id, rack, fenced) for broker_id in ids]


def test_partitions_are_striped_over_racks_and_the_brokers_in_them():
    """The example of the class: three racks of three brokers."""
    brokers = [*at("C", 32, 30, 31), *at("A", 10, 11, 12), *at("B", 20, 21, 22)]
    assert placed(3, 3, *brokers) == [(10, 20, 30), (21, 31, 11), (32, 12, 22)]


def test_brokers_without_a_rack_are_one_rack_before_all_others():
    assert placed(2, 2, *at("", 3), *at(None, 1), *at("a", 2)) == [(1, 3), (3, 2)]


def test_fenced_brokers_of_a_rack_come_after_the_others():
    brokers = [*at(None, 1, 2, fenced=True), *at(None, 3, 4)]
    assert placed(3, 1, *brokers) == [(3, 4, 1)]


def test_fenced_broker_never_leads():
    """The rack with a fenced broker alone gives the second replica."""
    assert placed(2, 2, *at("A", 1, fenced=True), *at("B", 2, 3)) == [(2, 1), (3, 1)]


def test_rack_of_the_leader_does_not_get_a_second_replica_before_the_others():
    brokers = [*at("A", 1, fenced=True), *at("B", 2, 3)]
    assert placed(3, 1, *brokers) == [(2, 1, 3)]


def test_lists_are_shuffled_when_each_unfenced_broker_has_led():
    assert placed(1, 4, *at(None, 1, 2)) == [(1,), (2,), (2,), (1,)]


def test_single_unfenced_broker_is_not_shuffled():
    placer = ReplicaPlacer([*at(None, 1), *at(None, 2, 3, fenced=True)], _FromTheStart())
    assert [placer.place(2) for _ in range(4)] == [(1, 2), (1, 3), (1, 2), (1, 3)]


@pytest.mark.parametrize("seed", range(20))
def test_replicas_of_a_partition_are_different_brokers(seed):
    brokers = [*at("A", 1, 2, 3), *at("B", 4), *at(None, 5, fenced=True)]
    placer = ReplicaPlacer(brokers, random.Random(seed))
    for _ in range(20):
        replicas = placer.place(5)
        assert sorted(replicas) == [1, 2, 3, 4, 5]
        assert replicas[0] != 5


@pytest.mark.parametrize(
    ("factor", "brokers", "text"),
    [
        (
            0,
            at(None, 1),
            "Invalid replication factor 0: the replication factor must be positive.",
        ),
        (
            1,
            at(None, 1, fenced=True),
            "All brokers are currently fenced, or have all their log directories cordoned.",
        ),
        (1, [], "All brokers are currently fenced, or have all their log directories cordoned."),
        (
            3,
            [*at(None, 1), *at("A", 2, fenced=True)],
            (
                "The target replication factor of 3 cannot be reached because only 2 broker(s) are"
                " registered or some brokers have all their log directories cordoned."
            ),
        ),
    ],
)
def test_factor_that_cannot_be_reached(factor, brokers, text):
    with pytest.raises(PlacementError) as caught:
        placed(factor, 1, *brokers)
    assert str(caught.value) == text


def test_fenced_brokers_count_for_the_factor():
    assert placed(2, 1, *at(None, 1), *at(None, 2, fenced=True)) == [(1, 2)]
