"""A node of ours as the active controller: under Kafka's tools, and beside Kafka's controller."""

from __future__ import annotations

import asyncio
import re

import pytest

from kraft_wire.message import Struct
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    BrokerRegistrationRequest,
    ConfigRecord,
    DescribeClusterRequest,
    FeatureLevelRecord,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
    UnregisterBrokerRequest,
    UpdateFeaturesRequest,
)
from tests.conformance import kafka
from tests.conformance.mixed import Mixed, records_in
from tests.conformance.ours import OWN_ID, kraft, write_properties
from tests.conformance.test_node import CLUSTER_ID, RELEASE
from tests.node.cluster import NodeProcess
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

DIRECTORY_ID = "a5KLvb-4S6qyvdEfWlY42w"


class Ours(NodeProcess):
    """A node of ours that is among the first voters, formatted by ours."""

    def __init__(self, root, port, voters):
        super().__init__(root, {"node.id": str(OWN_ID)})
        values = {"node.id": str(OWN_ID), "controller.quorum.election.timeout.ms": "250"}
        write_properties(self.properties, self.folder, port, **values)
        command = ("format", "-I", voters, "-t", CLUSTER_ID, "-r", RELEASE, "-c", self.properties)
        done = kraft("storage", *command)
        assert done.returncode == 0, done.stderr
        self.endpoint = f"127.0.0.1:{port}"

    def leads(self) -> bool:
        return "The active controller of epoch" in self.said()


def tool(ours: Ours, name: str, *arguments: str) -> str:
    """What a tool of Kafka's prints that is told of our node alone."""
    done = kafka.tool(RELEASE, name, "--bootstrap-controller", ours.endpoint, *arguments)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def finalized(described: str) -> dict[str, str]:
    return dict(re.findall(r"Feature: (\S+).*FinalizedVersionLevel: (\S+)", described))


def test_kafkas_tools_work_on_a_kraft_controller(tmp_path):
    (port,) = free_ports(1)
    ours = Ours(tmp_path, port, f"{OWN_ID}@127.0.0.1:{port}:{DIRECTORY_ID}")
    try:
        ours.start()
        wait_until(ours.leads, "it is active")
        levels = finalized(tool(ours, "kafka-features", "describe"))
        assert levels["metadata.version"] == "4.3-IV0"
        assert levels["kraft.version"] == "1"
        tool(ours, "kafka-features", "downgrade", "--feature", "share.version=0")
        assert finalized(tool(ours, "kafka-features", "describe"))["share.version"] == "0"
        status = tool(ours, "kafka-metadata-quorum", "describe", "--status")
        assert re.search(rf"^ClusterId: +{CLUSTER_ID}$", status, re.MULTILINE)
        assert re.search(rf"^LeaderId: +{OWN_ID}$", status, re.MULTILINE)
        assert DIRECTORY_ID in status
        assert ours.stop() == 0
    finally:
        ours.kill()


UPGRADE, SAFE, UNSAFE = 1, 2, 3
ELIGIBLE_LEADERS = "eligible.leader.replicas.version"
UPDATES = [
    [("group.version", 0, UPGRADE)],
    [("group.version", 0, SAFE)],
    [("group.version", 0, SAFE), ("share.version", 0, SAFE)],
    [("group.version", 1, SAFE)],
    [("group.version", 1, 0)],
    [("group.version", 1, 9)],
    [("group.version", -1, SAFE)],
    [("group.version", 2, UPGRADE)],
    [("group.version", 1, UPGRADE)],
    [("transaction.version", 9, UPGRADE)],
    [(ELIGIBLE_LEADERS, 0, SAFE)],
    [(ELIGIBLE_LEADERS, 1, UPGRADE)],
    [("unknown", 1, UPGRADE)],
    [("unknown", 0, SAFE)],
    [("kraft.version", 1, UPGRADE)],
    [("kraft.version", 2, UPGRADE)],
    [("kraft.version", 0, UPGRADE)],
    [("kraft.version", 0, SAFE)],
    [("kraft.version", 0, UNSAFE)],
    [("kraft.version", 1, SAFE)],
    [("metadata.version", 30, UPGRADE)],
    [("metadata.version", 34, UPGRADE)],
    [("metadata.version", 6, UNSAFE)],
    [("metadata.version", 29, UPGRADE)],
    [("metadata.version", 29, SAFE)],
    [("metadata.version", 29, UNSAFE)],
    [("metadata.version", 1000, SAFE)],
    [],
]
"""Requests in a row, of names, levels and kinds of change; together they leave the same levels."""
OTHERS = [
    (BrokerRegistrationRequest(cluster_id="another"), 4),
    (BrokerHeartbeatRequest(broker_id=7), 1),
    (UnregisterBrokerRequest(broker_id=7), 0),
    (SaslHandshakeRequest(mechanism="PLAIN"), 1),
    (SaslAuthenticateRequest(auth_bytes=b"x"), 2),
    *(
        (DescribeClusterRequest(endpoint_type=kind), version)
        for kind in (1, 3)
        for version in (1, 2)
    ),
]


def update(changes, *, validate_only) -> UpdateFeaturesRequest:
    cls = UpdateFeaturesRequest.FeatureUpdateKey
    keys = tuple(
        cls(feature=name, max_version_level=level, upgrade_type=kind)
        for name, level, kind in changes
    )
    return UpdateFeaturesRequest(feature_updates=keys, validate_only=validate_only)


async def answers_of(port: int) -> list[object]:
    """What a controller answers to all updates, tried and made, in both versions."""
    client = await RawClient.connect(port)
    try:
        found = [
            await client.ask(update(changes, validate_only=validate_only), version)
            for changes in UPDATES
            for validate_only, version in ((True, 1), (True, 2), (False, 1), (False, 2))
        ]
        found += [await client.ask(*each) for each in OTHERS]
        for are_asked in (False, True):
            asked = DescribeClusterRequest(
                endpoint_type=2, include_cluster_authorized_operations=are_asked
            )
            found.append((await client.ask(asked, 2)).cluster_authorized_operations)
        return found
    finally:
        client.close()


def written_by(node) -> list[object]:
    """The levels and configs that a controller has written, one after the other."""
    kinds = (FeatureLevelRecord, ConfigRecord)
    return [each for each in records_in(node) if isinstance(each, kinds)]


def whole(value):
    """Print a value with all its fields: `repr` shortens texts and lists."""
    if isinstance(value, Struct):
        fields = (f"{name}={whole(getattr(value, name))}" for name in value._FIELDS)
        return f"{type(value).__name__}({', '.join(fields)})"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(whole, value))}]"
    return repr(value)


def levels_of_4_3_1(text):
    """Name the highest levels of 4.3.1 where kraft names those of 4.4."""
    return text.replace("supports versions 7-33", "supports versions 7-30")


def test_updates_of_features_are_answered_and_written_as_by_kafkas_controller(tmp_path):
    found, logs = [], []
    for counts in ((1, 0), (0, 1)):
        with Mixed(RELEASE, tmp_path / str(counts[0]), counts) as alone:
            (node,) = (*alone.java, *alone.ours)
            node.start()
            if counts[0]:
                alone.leading()
            else:
                wait_until(lambda node=node: node.is_active, "ours is active")
            answers = asyncio.run(answers_of(int(node.endpoint.split(":")[1])))
            found.append(levels_of_4_3_1(whole(answers)).replace("controller 11", "controller 1"))
            logs.append(written_by(node))
    assert found[0] == found[1]
    assert logs[0] == logs[1]
    assert len(logs[0]) > 15
