"""The dashboard and the alert rules of `examples/monitoring` name what nodes export."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from kraft_core.controller.samples import cluster_samples
from kraft_core.metadata import ClusterImage
from kraft_core.node.watchdog import Watchdog
from kraft_core.security.authorizer import STANDARD_AUTHORIZER
from tests.controller.running import Controllers, until
from tests.node.cluster import run
from tests.node.raw_client import RawClient
from tests.support.certificates import Authority

MONITORING = Path(__file__).parents[2] / "examples" / "monitoring"
NAME = re.compile(r"\b(?:kafka|kraft|process)_[a-zA-Z0-9_]+")
DASHBOARD = json.loads((MONITORING / "grafana-dashboard.json").read_text())
ALERTS = (MONITORING / "alerts.yml").read_text()


def expressions():
    for panel in DASHBOARD["panels"]:
        for target in panel.get("targets", ()):
            yield panel["title"], target["expr"]
    # without a reader of YAML: an expression is the rest of its line, or the two lines after `>-`
    for match in re.finditer(
        r"- alert: (\w+)\n +expr: (?:>-\n)?((?:.*\n)+?)(?= +(?:for|labels):)", ALERTS
    ):
        yield match[1], match[2]


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    """The names and labels that two nodes export, with an authorizer and a watchdog."""
    names: dict[str, set[str]] = {}

    async def story():
        keys = {"authorizer.class.name": STANDARD_AUTHORIZER, "super.users": "User:ANONYMOUS"}
        async with Controllers(tmp_path_factory.mktemp("quorum"), 2, **keys) as quorum:
            active = await quorum.active()
            other = quorum.nodes[3 - active]
            await other.until(lambda: other.metrics.is_ready)
            for node in quorum.nodes.values():
                node.metrics.watchdog = Watchdog(100, lambda _: None)
                for family in text_string_to_metric_families(node.metrics.text()):
                    for sample in family.samples:
                        names.setdefault(sample.name, set()).update(sample.labels)
                node.metrics.watchdog.close()

    run(story())
    return names


@pytest.mark.node
@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_every_metric_is_exported(where, expression, exported):
    found = NAME.findall(expression)
    assert found or "up{" in expression, where
    for name in found:
        # counters with labels have no sample before the first event
        if name not in WITHOUT_EVENTS:
            assert name in exported, f"{where}: {name}"


WITHOUT_EVENTS = {
    "kraft_certificate_expiry_seconds",  # has a test of its own, with a listener of TLS
    "kraft_event_loop_stall_seconds_total",
    "kraft_event_loop_stalls_total",
}


def test_every_alert_has_a_severity_a_summary_and_a_remedy():
    rules = ALERTS.split("- alert: ")[1:]
    assert len(rules) > 10
    for rule in rules:
        name = rule.split("\n", 1)[0]
        for part in ("severity: ", "summary: ", "remedy: "):
            assert part in rule, f"{name}: {part}"


def test_all_alerts_and_panels_are_looked_at():
    checked = [where for where, _ in expressions()]
    assert {rule.split("\n", 1)[0] for rule in ALERTS.split("- alert: ")[1:]} <= set(checked)


@pytest.mark.node
def test_counters_end_in_total_and_process_metrics_are_there(exported):
    assert {"process_cpu_seconds_total", "process_open_fds"} <= exported.keys()
    assert {"kraft_requests_total", "kraft_connections_closed_total"} <= exported.keys()
    assert exported["kraft_replica_lag_records"] == {"replica", "kind"}
    assert "kafka_controller_KafkaController_LastCommittedRecordOffset" in exported


def test_a_controller_of_brokers_exports_what_kafkas_do():
    image = ClusterImage(indexed=True)
    names = {sample.name.rpartition("_")[2] for sample in cluster_samples(image)}
    assert names == {
        "ActiveBrokerCount",
        "FencedBrokerCount",
        "GlobalTopicCount",
        "GlobalPartitionCount",
        "OfflinePartitionsCount",
        "PreferredReplicaImbalanceCount",
    }


@pytest.mark.node
def test_the_end_of_a_certificate_and_failed_authentications_are_exported(tmp_path):
    samples: dict[tuple[str, str], float] = {}

    async def story():
        keys = {
            "listener.security.protocol.map": "CONTROLLER:SSL",
            "ssl.client.auth": "required",
            **Authority(tmp_path).stores("node1"),
        }
        async with Controllers(tmp_path, 1, **keys) as quorum:
            await quorum.active()
            client = await RawClient.connect(quorum.ports[0])
            client.send(b"no TLS hello")
            node = quorum.nodes[1]
            await until(lambda: node._server.refusals)
            client.close()
            for family in text_string_to_metric_families(node.metrics.text()):
                for sample in family.samples:
                    if sample.labels:
                        samples[sample.name, next(iter(sample.labels.values()))] = sample.value

    run(story())
    assert samples["kraft_authentications_total", "failed"] >= 1
    days = (samples["kraft_certificate_expiry_seconds", "CONTROLLER"] - time.time()) / 86400
    assert 29 < days < 31
