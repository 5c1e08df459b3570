"""The MBeans of a running controller of Kafka have their metrics in kraft, under their names."""

from __future__ import annotations

import re

import pytest

from tests.conformance import kafka
from tests.conformance.quorum import Quorum
from tests.controller.running import Controllers, until
from tests.controller.test_active import ACTIVE
from tests.controller.test_metrics import read
from tests.node.cluster import run
from tests.support.ports import free_ports

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

RELEASE = "4.3.1"
LINE = re.compile(
    r"(kafka\.controller|kafka\.server):type=(ControllerEventManager|ControllerStats|KafkaController|"
    r"MetadataLoader|SnapshotEmitter|raft-metrics)(?:,name=(\w+))?(?:,(\w+)=(\w+))?:([\w-]+)=(.*)"
)
WITHOUT = {
    # kraft applies records in the turns of a replica: there is no queue of a loader
    "kafka_server_MetadataLoader_AvgIdleRatio",
    # event loops do not count the time in which they wait
    "kafka_server_raft_metrics_poll_idle_ratio_avg",
}


def of_kafka(root):
    """The attributes of the MBeans of a lone controller, under kraft's names."""
    with Quorum(RELEASE, 1, root) as quorum:
        (controller,) = quorum.controllers
        (port,) = free_ports(1)
        remote = "-Dcom.sun.management.jmxremote"
        controller.jvm = (
            *controller.jvm,
            *(f"{remote}.port={port}", f"{remote}.host=127.0.0.1", f"{remote}.ssl=false"),
            *(f"{remote}.authenticate=false", "-Djava.rmi.server.hostname=127.0.0.1"),
        )
        quorum.start()
        quorum.leader()
        url = f"service:jmx:rmi:///jndi/rmi://127.0.0.1:{port}/jmxrmi"
        flags = ("--jmx-url", url, "--one-time", "--report-format", "properties")
        done = kafka.tool(RELEASE, "kafka-jmx", *flags)
        assert done.returncode == 0, done.stderr
    found = {}
    for line in done.stdout.splitlines():
        match = LINE.fullmatch(line)
        if match is None:
            continue
        domain, kind, name, label, value, attribute, number = match.groups()
        prefix = f"{domain}_{kind}_".replace(".", "_").replace("-", "_")
        labels = () if label is None else ((label, value),)
        key = named(prefix, name, attribute)
        if key is not None:
            found[(key, *labels)] = number
    return found


def named(prefix, name, attribute):
    """The name in kraft; None for what a scraper computes from others."""
    if name is None:
        return prefix + attribute.replace("-", "_")
    if attribute == "Value":
        return prefix + name
    if attribute == "Count":
        stem = name.removesuffix("PerSec")
        return prefix + (f"{name}_count" if stem == name else f"{stem}_total")
    return prefix + name if attribute == "50thPercentile" else None


def test_each_metric_of_kafkas_controller_is_exported(tmp_path):
    expected = of_kafka(tmp_path / "kafka")
    assert len(expected) > 50
    exported = {}

    async def story():
        async with Controllers(tmp_path, 1, **ACTIVE) as quorum:
            active = await quorum.active()
            controller = quorum.controllers[active]
            await until(lambda: controller.image.metadata_version is not None)
            exported.update(read(quorum.nodes[active]))

    run(story())
    names = {name for name, *_ in exported}
    assert {name for name, *_ in expected} - names == WITHOUT
    level = ("kafka_server_MetadataLoader_FinalizedLevel", ("featureName", "metadataVersion"))
    alike = {
        level,
        ("kafka_server_MetadataLoader_CurrentMetadataVersion",),
        ("kafka_server_MetadataLoader_CurrentControllerId",),
        ("kafka_server_MetadataLoader_HandleLoadSnapshotCount",),
        ("kafka_server_SnapshotEmitter_LatestSnapshotGeneratedBytes",),
        *(key for key in expected if key[0].endswith("BrokerCount")),
        *(key for key in expected if key[0].endswith("_total")),
        ("kafka_controller_KafkaController_ActiveControllerCount",),
        ("kafka_controller_KafkaController_NewActiveControllersCount",),
        ("kafka_controller_KafkaController_MetadataErrorCount",),
    }
    assert {key: float(expected[key]) for key in alike} == {key: exported[key] for key in alike}
