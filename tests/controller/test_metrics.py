"""Metrics of a controller under the names of Kafka's MBeans."""

from __future__ import annotations

import time
from collections import Counter
from types import SimpleNamespace

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kraft_core.controller.samples import Followed, election_samples, samples
from kraft_core.metadata import Elections
from kraft_core.node.metrics import Durations, TimeRatio
from kraft_core.node.own_quorum import write_snapshot
from kraft_core.raft.consensus.values import ReplicaKey
from kraft_wire.messages import BrokerHeartbeatRequest
from tests.controller.running import Controllers, until
from tests.controller.test_active import ACTIVE, broker_of, heartbeat, registration, topics
from tests.node.cluster import run

QUEUE = "kafka_controller_ControllerEventManager_"
CONTROLLER = "kafka_controller_KafkaController_"


def read(node):
    """Return the values by name and labels, after a look for duplicates."""
    series = [
        ((sample.name, *sorted(sample.labels.items())), sample.value)
        for family in text_string_to_metric_families(node.metrics.text())
        for sample in family.samples
    ]
    counts = Counter(key for key, _ in series)
    assert not [key for key, count in counts.items() if count > 1]
    return dict(series)


def of_broker(name, broker_id):
    return (CONTROLLER + name, ("broker", str(broker_id)))


@pytest.mark.node
@pytest.mark.timeout(180)
def test_active_controller_reports_its_queue_brokers_and_levels(tmp_path):
    """Divergence N70: the size of the queue, and quantiles of the last half minute."""

    began_ms = int(time.time() * 1000)

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            node = quorum.nodes[active]
            epoch = await broker_of(quorum, active)
            other = (await quorum.ask(active, registration(102), 4)).broker_epoch
            await quorum.ask(active, topics("a"), 7)
            values = read(node)
            decided = values[CONTROLLER + "EventQueueOperationsStartedCount",]
            assert values[QUEUE + "EventQueueProcessingTimeMs_count",] == decided
            # periodic work is deferred on purpose: it does not count as waiting, as in Kafka
            assert 5 <= values[QUEUE + "EventQueueTimeMs_count",] <= decided
            assert values[QUEUE + "EventQueueProcessingTimeMs_sum",] > 0
            quantiles = [
                values[QUEUE + "EventQueueProcessingTimeMs", ("quantile", each)]
                for each in ("0.50", "0.75", "0.95", "0.98", "0.99", "0.999")
            ]
            assert quantiles == sorted(quantiles)
            assert quantiles[-1] > 0
            assert values[QUEUE + "EventQueueSize",] == 0
            applied_ms = values[CONTROLLER + "LastAppliedRecordTimestamp",]
            assert began_ms <= applied_ms <= time.time() * 1000
            assert values[CONTROLLER + "LastAppliedRecordLagMs",] == 0
            assert 0 <= values[QUEUE + "AvgIdleRatio",] <= 1
            assert values[of_broker("BrokerRegistrationState", 101)] == 30
            assert values[of_broker("BrokerRegistrationState", 102)] == 10
            assert values[CONTROLLER + "ControlledShutdownBrokerCount",] == 0
            timeout_ms = node.configuration.controller.session_timeout_ms
            assert 0 <= values[of_broker("TimeSinceLastHeartbeatReceivedMs", 101)] <= timeout_ms
            assert values["kafka_server_MetadataLoader_CurrentMetadataVersion",] == 30
            assert values["kafka_server_MetadataLoader_CurrentControllerId",] == active
            level = ("kafka_server_MetadataLoader_FinalizedLevel", ("featureName", "groupVersion"))
            assert values[level] == 1
            assert values["kafka_controller_ControllerStats_UncleanLeaderElections_total",] == 0

            # 102 leads nothing and 101 leads: only 101 stays to hand over
            await quorum.ask(active, heartbeat(other, 102), 2)
            stopping = BrokerHeartbeatRequest(
                broker_id=101, broker_epoch=epoch, current_metadata_offset=0, want_shut_down=True
            )
            await quorum.ask(active, stopping, 2)
            values = read(node)
            assert values[of_broker("BrokerRegistrationState", 101)] == 20
            assert values[CONTROLLER + "ControlledShutdownBrokerCount",] == 1

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_heartbeat_ages_end_with_the_activity_and_stop_at_the_session_timeout(tmp_path):
    async def story():
        more = {"broker.session.timeout.ms": "300", **ACTIVE}
        async with Controllers(tmp_path, 1, **more) as quorum:
            active = await quorum.active()
            node, controller = quorum.nodes[active], quorum.controllers[active]
            await broker_of(quorum, active)
            age = of_broker("TimeSinceLastHeartbeatReceivedMs", 101)
            await until(lambda: controller.image.cluster.brokers[101].fenced)
            assert read(node)[age] == 300
            controller._renounce()
            assert age not in read(node)

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_snapshots_that_were_generated_and_loaded_are_reported(tmp_path):
    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            node = quorum.nodes[await quorum.active()]
            name = "kafka_server_SnapshotEmitter_LatestSnapshotGenerated"
            values = read(node)
            assert values[f"{name}Bytes",] == 0
            assert 0 <= values[f"{name}AgeMs",] < 180_000
            snapshot_id = await write_snapshot(node)
            (stored,) = [
                each for each in node.directory.snapshots.stored if each.snapshot_id == snapshot_id
            ]
            values = read(node)
            assert values[f"{name}Bytes",] == stored.size_bytes
            assert 0 <= values[f"{name}AgeMs",] < 180_000
            assert values["kafka_server_MetadataLoader_HandleLoadSnapshotCount",] == 0
            await node.close()
            await quorum.start(1, **ACTIVE)
            await quorum.active()
            values = read(quorum.nodes[1])
            assert values["kafka_server_MetadataLoader_HandleLoadSnapshotCount",] == 1
            assert values[f"{name}Bytes",] == 0

    run(story())


@pytest.mark.node
@pytest.mark.timeout(180)
def test_replicas_of_one_id_are_series_of_their_own(tmp_path):
    """A copy of a voter under another directory id, and a broker of its id without one."""

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            node = quorum.nodes[await quorum.active()]
            progress = node.core.role.progress
            for directory_id in (None, bytes(range(16)), bytes(range(1, 17))):
                entry = progress.observer_for(ReplicaKey(9, directory_id), 10)
                entry.end_offset, entry.last_fetch_at_ms = 0, 0
            found = [key for key in read(node) if key[0] == "kraft_replica_lag_records"]
            assert len(found) == 3

    run(story())


def test_time_of_the_last_applied_record_is_none_before_the_first():
    log = SimpleNamespace(end=SimpleNamespace(offset=0))
    node = SimpleNamespace(
        replica=SimpleNamespace(applied=SimpleNamespace(offset=0)),
        core=SimpleNamespace(high_watermark=None, log=log),
    )
    counters = SimpleNamespace(timed_out=0, faults=0, decided=0, timed_out_heartbeats=0)
    found = {each[0]: each.value for each in samples(node, Followed(), counters, is_active=False)}
    assert found[CONTROLLER + "LastAppliedRecordTimestamp"] == -1
    assert found[CONTROLLER + "LastAppliedRecordLagMs"] == 0


def test_counters_of_elections_never_fall():
    """Elections that a controller reverts with its leadership do not count."""
    seen, elections = Followed(), Elections()
    elections.unclean, elections.from_elr = 3, 5
    assert [each.value for each in election_samples(seen, elections)] == [3, 5]
    elections.unclean, elections.from_elr = 2, 6
    assert [each.value for each in election_samples(seen, elections)] == [3, 6]


def test_quantiles_are_those_of_the_last_half_minute():
    durations = Durations()
    assert durations.quantiles(0, (0.5, 0.99)) == [0, 0]
    durations.observe(0, 50)
    for number in range(100):
        durations.observe(31, number / 100)
    assert durations.quantiles(31, (0.5, 0.99)) == [0.5, 0.99]
    assert (durations.count, round(durations.total_s, 3)) == (101, 99.5)


def test_idle_ratio_is_that_of_the_last_half_minute():
    ratio = TimeRatio()
    ratio.measure(0, 0)
    assert ratio.value(0) == 1
    ratio.measure(1, 0)
    ratio.measure(2, 0.5)
    assert ratio.value(2) == 0.25
    ratio.measure(33, 31.5)
    assert ratio.value(33) == 1
