"""The APIs that the mock cluster offers for a release, compared with those of Kafka's ApiKeys."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from kraft_core import testing
from kraft_wire.messages import kafka_messages
from tests.conformance import kafka

pytestmark = [pytest.mark.kafka, pytest.mark.nightly, pytest.mark.timeout(300)]

TABLE = json.loads((Path(testing.__file__).parent / "releases.json").read_text(encoding="ascii"))
CLIENTS = {"0.11": "0.11.0.3", "2.3": "2.3.1", "2.8": "2.8.2", "3.3": "3.3.2", "3.6": "3.6.2"}
ZOOKEEPER = ("0.11", "2.3", "2.8")
SERVERS = {
    "3.9": "3.9.2",
    "4.0": "4.0.2",
    "4.1": "4.1.2",
    "4.2": "4.2.1",
    "4.3": "4.3.1",
    "4.4": "4.4.0",
}


@pytest.mark.parametrize("release", TABLE)
def test_mock_offers_what_brokers_of_the_release_do(release):
    is_old = release in CLIENTS
    folder = kafka.client_jars(CLIENTS[release]) if is_old else kafka.jars(SERVERS[release])
    command = kafka.program_against(
        folder, Path(__file__).with_name("BrokerApis.java"), "BrokerApis"
    )
    command.append("ZK_BROKER" if release in ZOOKEEPER else "BROKER")
    output = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    rows = [map(int, line.split()) for line in output.splitlines() if line[:1].isdigit()]
    found = {
        name.removesuffix("Request"): [lowest, highest]
        for key, lowest, highest in rows
        if (name := kafka_messages().name_of("request", key)) is not None
    }
    assert found == TABLE[release]
