"""DescribeConfigs of a controller itself: what Kafka 4.4.0 answers, and what kraft does."""

from __future__ import annotations

import asyncio
import random

import pytest

from kraft_core.config.properties import Properties
from kraft_core.controller.context import Context, ControllerSettings, ControllerState
from kraft_core.controller.requests.config_descriptions import describe_configs
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.metadata import ClusterImage
from kraft_wire.messages import (
    ConfigRecord,
    DescribeConfigsRequest,
    IncrementalAlterConfigsRequest,
)
from tests.conformance.quorum import running_quorum
from tests.node.raw_client import RawClient
from tests.support.waiting import wait_until

pytestmark = [pytest.mark.kafka, pytest.mark.timeout(300)]

BROKER = 4
FILE = (
    "own.key=hidden",
    "log.retention.hours=2",
    "listener.name.controller.max.connections=900",
    "ssl.keystore.password=hidden",
    "background.threads=11",
)
DYNAMIC = (
    ("1", "leader.replication.throttled.rate", "10"),
    ("1", "own.dynamic", "hidden"),
    ("1", "background.threads", "12"),
    ("", "follower.replication.throttled.rate", "20"),
    ("", "log.retention.ms", "5000"),
    ("", "message.max.bytes", "2000"),
)


def altered():
    cls = IncrementalAlterConfigsRequest
    return cls(
        resources=tuple(
            cls.AlterConfigsResource(
                resource_type=BROKER,
                resource_name=resource,
                configs=tuple(
                    cls.AlterableConfig(name=name, config_operation=0, value=value)
                    for owner, name, value in DYNAMIC
                    if owner == resource
                ),
            )
            for resource in ("1", "")
        )
    )


def asked(resource):
    cls = DescribeConfigsRequest
    one = cls.DescribeConfigsResource(
        resource_type=BROKER, resource_name=resource, configuration_keys=None
    )
    return cls(resources=(one,), include_synonyms=True)


def facts(answer):
    (result,) = answer.results
    assert result.error_code == 0, result
    return {
        each.name: (
            *(each.value, each.config_source, each.config_type, each.is_sensitive, each.read_only),
            tuple((one.name, one.value, one.source) for one in each.synonyms),
        )
        for each in result.configs
    }


async def change(port):
    """Change the configs; False while the controller has not registered."""
    client = await RawClient.connect(port)
    answer = await client.ask(altered(), 1)
    client.close()
    return not any(each.error_code for each in answer.responses)


async def describe(port):
    """Return both descriptions; None while the changes are not published."""
    client = await RawClient.connect(port)
    found = [facts(await client.ask(asked(resource), 4)) for resource in ("1", "")]
    client.close()
    return found if "own.dynamic" in found[0] and "message.max.bytes" in found[1] else None


def test_node_and_default_are_described_alike(tmp_path):
    with running_quorum("4.4.0", 1, tmp_path, FILE) as quorum:
        (node,) = quorum.controllers
        wait_until(lambda: asyncio.run(change(node.port)), "the controller takes configs")
        expected = wait_until(lambda: asyncio.run(describe(node.port)), "it describes them")
    image = ClusterImage(indexed=True)
    # a record that eligible leader replicas begin with
    for resource, name, value in (*DYNAMIC, ("", "min.insync.replicas", "1")):
        image.replay_metadata(
            ConfigRecord(resource_type=BROKER, resource_name=resource, name=name, value=value)
        )
    static = Properties.load(node.properties, {}).beginning_with("")
    settings = ControllerSettings(1, "cluster", static=static)
    state = ControllerState(settings, image, BrokerSessions(1), random.Random(1))
    found = [facts(describe_configs(state, asked(each), Context(4)).answer) for each in ("1", "")]
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.keys() == theirs.keys()
        differing = {
            name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]
        }
        assert differing == {}
