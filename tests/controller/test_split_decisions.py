"""Decisions whose records are appended as several batches, of which some are committed."""

from __future__ import annotations

import random

import pytest

from kraft_core.controller import decider as deciding
from kraft_core.controller.context import ControllerSettings, ControllerState, Decision
from kraft_core.controller.decider import Decider
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import ConfigRecord, FeatureLevelRecord, NoOpRecord

BATCH = 3


def config(number):
    return ConfigRecord(resource_type=4, resource_name="", name=f"name-{number}", value="1")


@pytest.fixture
def decider(monkeypatch):
    """Seven records in batches of three, from offset 10 on, none of them committed."""
    monkeypatch.setattr(deciding, "MAX_RECORDS_PER_BATCH", BATCH)
    image = ClusterImage(strict=True, supported={"metadata.version": (7, 30)}, indexed=True)
    image.replay_metadata(FeatureLevelRecord(name="metadata.version", feature_level=30))
    image.start_journal()
    settings = ControllerSettings(node_id=1, cluster_id="c")
    state = ControllerState(settings, image, BrokerSessions(9000), random.Random(1), 10)
    decider = Decider(state)
    records = tuple(config(number) for number in range(7))
    outcome = decider.run(lambda _: Decision(None, records))
    assert (len(outcome.values), outcome.wait_for) == (7, 16)
    decider.run(lambda _: Decision(None, (config(7),)))
    return decider


def names(image):
    return set(image.configs.get((4, ""), {}))


@pytest.mark.parametrize(("committed", "count"), [(9, 0), (12, 3), (15, 6), (16, 7), (17, 8)])
def test_a_snapshot_has_the_batches_that_are_committed(decider, committed, count):
    decider.commit(committed)
    image = decider._state.image
    assert len(names(decider.committed_copy())) == count
    assert len(names(image)) == 8


@pytest.mark.parametrize(("committed", "count"), [(9, 0), (12, 3), (15, 6), (16, 7), (17, 8)])
def test_the_batches_that_are_committed_stay_when_the_leadership_is_lost(decider, committed, count):
    decider.commit(committed)
    image = decider._state.image
    decider.renounce()
    image.stop_journal()
    assert len(names(image)) == count


def test_batches_end_below_the_bytes_that_raft_takes(monkeypatch):
    monkeypatch.setattr(deciding, "MAX_RECORDS_PER_BATCH", BATCH)
    monkeypatch.setattr(deciding, "_MAX_BATCH_BYTES", 100)
    assert list(deciding.batch_ends([])) == []
    assert list(deciding.batch_ends([b""] * 6)) == [3, 6]
    assert list(deciding.batch_ends([b""] * 7)) == [3, 6, 7]
    assert list(deciding.batch_ends([bytes(31)] * 3)) == [2, 3]
    assert list(deciding.batch_ends([bytes(32)] * 3)) == [1, 2, 3]
    assert list(deciding.batch_ends([bytes(500), b"", b""])) == [1, 3]


def test_features_are_published_with_the_last_batch(monkeypatch, decider):
    level = FeatureLevelRecord(name="metadata.version", feature_level=30)
    decider.commit(17)
    decider.run(lambda _: Decision(None, (level, *(NoOpRecord() for _ in range(3)))))
    assert decider.commit(20) is None
    assert decider.commit(21) == ({"metadata.version": 30}, {})


@pytest.mark.parametrize(("records_per_step", "pauses"), [(1, 6), (3, 2), (6, 1), (7, 0), (8, 0)])
def test_a_step_replays_no_more_records_than_it_may(decider, records_per_step, pauses):
    records = tuple(config(number) for number in range(10, 17))
    prepared = decider.prepare(lambda _: Decision(None, records))
    assert len(list(decider.finishing(prepared, records_per_step))) == pauses
    assert len(names(decider._state.image)) == 15
