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
from tests.controller.test_active import ACTIVE, broker_of
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

        async with Controllers(tmp_path_factory.mktemp("brokers"), 1, **ACTIVE) as quorum:
            await broker_of(quorum, await quorum.active())
            for family in text_string_to_metric_families(quorum.nodes[1].metrics.text()):
                for sample in family.samples:
                    names.setdefault(sample.name, set()).update(sample.labels)

    run(story())
    return names


@pytest.mark.node
@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_labels_of_aggregations_are_exported(where, expression, exported):
    for labels, inner in re.findall(r"by \(([^)]*)\) \((.*)", expression):
        known = {"instance", "le"}
        for name in NAME.findall(inner):
            known |= exported.get(name, set()) | OF_COUNTERS.get(name, set())
        wanted = {label.strip() for label in labels.split(",")}
        assert wanted <= known, f"{where}: {wanted - known}"


OF_COUNTERS = {"kraft_connections_closed_total": {"reason"}, "kraft_requests_total": {"api"}}


@pytest.mark.node
@pytest.mark.parametrize(("where", "expression"), list(expressions()))
def test_every_metric_is_exported(where, expression, exported):
    found = NAME.findall(expression)
    assert found or "up{" in expression, where
    for name in found:
        # counters with labels have no sample before the first event
        if name not in WITHOUT_EVENTS:
            assert name in exported, f"{where}: {name}"


@pytest.mark.node
def test_every_metric_of_the_page_of_operations_is_exported(exported):
    page = (MONITORING.parents[1] / "docs" / "operations.md").read_text(encoding="utf-8")
    names = set(NAME.findall(page.partition("## Monitoring")[2].partition("## Logs")[0]))
    assert len(names) > 20
    histograms = {name for name in names if f"{name}_bucket" in exported}
    assert names - exported.keys() - histograms - WITHOUT_EVENTS == set()


WITHOUT_EVENTS = {
    "kraft_certificate_expiry_seconds",  # has a test of its own, with a listener of TLS
    "kraft_event_loop_stall_seconds_total",
    "kraft_event_loop_stalls_total",
}


def relabel_rules(exported):
    """The rules for the names of Strimzi's and of jmx_exporter's example, from the exported names.

    Both write the names of MBeans in lower case, PerSec away, and differ in the raft metrics.
    """
    renamed = []
    for name in sorted(exported):
        if name.startswith(("kafka_controller_", "kafka_server_")) and name != name.lower():
            rule = {"source_labels": ["__name__"], "regex": name, "target_label": "__name__"}
            renamed.append({**rule, "replacement": name.lower()})
    raft = {
        "source_labels": ["__name__"],
        "regex": "kafka_server_raft_metrics_(.+)",
        "target_label": "__name__",
        "replacement": "kafka_server_raftmetrics_$1",
    }
    state = {
        "source_labels": ["__name__", "state"],
        "regex": "kafka_server_raftmetrics_current_state;(.+)",
        "target_label": "current_state",
        "replacement": "$1",
    }
    info = {
        "source_labels": ["__name__"],
        "regex": "kafka_server_raft_metrics_current_state",
        "target_label": "__name__",
        "replacement": "kafka_server_raft_metrics_current_state_info",
    }
    return {"strimzi": [*renamed, raft, state], "jmx_exporter": [*renamed, info]}


RELABEL_HEAD = """\
# Written by `pytest tests/examples/test_monitoring.py --update-golden`.
# For dashboards that were made for Kafka's controllers: give the list of the exporter whose names
# they use to the job kraft as metric_relabel_configs. Alerts and the dashboard of this folder use
# kraft's own names and need none of this.
"""


def relabel_text(exported):
    lines = [RELABEL_HEAD]
    for exporter, rules in relabel_rules(exported).items():
        lines.append(f"{exporter}:\n")
        lines += [f"  - {json.dumps(rule)}\n" for rule in rules]
    return "".join(lines)


def relabeled(rules, name, **labels):
    """Rename as Prometheus does: a rule applies if it matches all of its labels' values."""
    labels["__name__"] = name
    for rule in rules:
        values = ";".join(labels.get(label, "") for label in rule["source_labels"])
        match = re.fullmatch(rule["regex"], values)
        if match is not None:
            replacement = re.sub(r"\$(\d)", r"\\\1", rule["replacement"])
            labels[rule["target_label"]] = match.expand(replacement)
    return labels


@pytest.mark.node
def test_relabel_rules_are_those_of_the_exported_names(exported, request):
    path, text = MONITORING / "relabel.yml", relabel_text(exported)
    if request.config.getoption("--update-golden"):
        path.write_text(text)
    assert path.read_text() == text
    for rules in relabel_rules(exported).values():
        names = [relabeled(rules, name)["__name__"] for name in exported]
        assert len(set(names)) == len(names)
        assert all(name == name.lower() for name in names)


@pytest.mark.node
def test_relabel_rules_give_the_names_of_dashboards(exported):
    """Names that dashboards of both exporters ask for."""
    controller, stats = "kafka_controller_KafkaController_", "kafka_controller_ControllerStats_"
    queue = "kafka_controller_ControllerEventManager_EventQueueTimeMs"
    both = {
        f"{controller}ActiveControllerCount": "kafkacontroller_activecontrollercount",
        f"{controller}OfflinePartitionsCount": "kafkacontroller_offlinepartitionscount",
        f"{stats}UncleanLeaderElections_total": "controllerstats_uncleanleaderelections_total",
        f"{queue}_count": "controllereventmanager_eventqueuetimems_count",
        queue: "controllereventmanager_eventqueuetimems",
    }
    rules = relabel_rules(exported)
    for name, expected in both.items():
        assert name in exported
        for exporter in rules.values():
            assert relabeled(exporter, name)["__name__"] == f"kafka_controller_{expected}"
    raft = "kafka_server_raft_metrics_"
    strimzi = relabeled(rules["strimzi"], f"{raft}current_state", state="leader")
    assert strimzi["__name__"] == "kafka_server_raftmetrics_current_state"
    assert strimzi["current_state"] == "leader"
    jmx = relabeled(rules["jmx_exporter"], f"{raft}current_state", state="leader")
    assert jmx == {"__name__": f"{raft}current_state_info", "state": "leader"}
    assert relabeled(rules["jmx_exporter"], f"{raft}current_leader")["__name__"] in exported


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
    assert exported["kraft_replica_lag_records"] == {"replica", "directory_id", "kind"}
    assert "kafka_controller_KafkaController_LastCommittedRecordOffset" in exported


def test_a_controller_of_brokers_exports_what_kafkas_do():
    image = ClusterImage(indexed=True)
    names = {sample.name.rpartition("_")[2] for sample in cluster_samples(image)}
    assert names == {
        "ActiveBrokerCount",
        "FencedBrokerCount",
        "ControlledShutdownBrokerCount",
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
            await until(lambda: node._parts.server.refusals)
            client.close()
            for family in text_string_to_metric_families(node.metrics.text()):
                for sample in family.samples:
                    if sample.labels:
                        samples[sample.name, next(iter(sample.labels.values()))] = sample.value

    run(story())
    assert samples["kraft_authentications_total", "failed"] >= 1
    days = (samples["kraft_certificate_expiry_seconds", "CONTROLLER"] - time.time()) / 86400
    assert 29 < days < 31
