from __future__ import annotations

from dataclasses import replace
from random import Random

from kraft_core.replica.config import ReplicaConfig
from kraft_core.simulation.steps import loads
from kraft_core.storage.settings import StorageSettings
from tests.support.simulated import led_cluster, run_for, run_until_led


def test_a_burst_is_many_at_once():
    cluster = led_cluster()
    loads.burst(cluster, Random(1))
    assert len(cluster.workload.history) >= 3
    run_for(cluster, 1500)
    assert cluster.workload.appends >= 3


def test_without_clients_there_is_no_burst():
    cluster = led_cluster()
    cluster.workload = None
    loads.burst(cluster, Random(1))


def test_a_follower_that_lags_needs_a_snapshot():
    small = replace(StorageSettings(), segment_bytes=1024, retention_bytes=1000)
    config = ReplicaConfig(snapshot_bytes=300, retention_check_ms=300)
    cluster = led_cluster(storage=small, replica=config)
    installed = 0
    for seed in range(6):
        loads.lag(cluster, Random(seed))
        run_for(cluster, 5000)
        installed = cluster.notes["snapshot-installed"]
    assert installed >= 1
    assert run_until_led(cluster)


def test_nobody_lags_where_nobody_follows():
    cluster = led_cluster(voter_ids=(1,))
    loads.lag(cluster, Random(1))
    run_for(cluster, 2000)
    assert len(cluster.workload.history) == 0
