"""`kraft mock`: brokers that run until a signal, and what it refuses."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys

import pytest

from kraft_wire.capture import trace
from kraft_wire.connection import ClientConnection, ResponseReceived, own_versions
from kraft_wire.messages import MetadataRequest


def start(*arguments):
    command = [sys.executable, "-m", "kraft_core.cli", "mock", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_brokers_have_the_topics_and_end_with_a_signal():
    with start("--brokers", "2", "--topic", "orders:3", "--json") as running:
        facts = json.loads(running.stdout.readline())
        first, second = facts["bootstrap_servers"].split(",")
        [topic], brokers = topics_of(second)
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0
    assert (topic.name, len(topic.partitions)) == ("orders", 3)
    assert {f"{each.host}:{each.port}" for each in brokers} == {first, second}


def test_session_is_recorded_until_a_signal(tmp_path):
    path = tmp_path / "session.pcap"
    with start("--record", str(path), "--json") as running:
        topics_of(json.loads(running.stdout.readline())["bootstrap_servers"])
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0
    [found] = trace([path.read_bytes()])
    assert found.event.name == "Metadata"
    assert found.event.response is not None


RULES = """
[[rule]]
api = "Metadata"
client_id = "nobody"
times = 1
reset = "before"
"""


@pytest.fixture
def rules(tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(RULES)
    return path


@pytest.mark.parametrize(("options", "expected"), [((), 0), (("--check",), 1)])
def test_rule_of_a_file_that_never_fired_is_reported_and_checked(rules, options, expected):
    with start("--rules", str(rules), "--json", *options) as running:
        topics_of(json.loads(running.stdout.readline())["bootstrap_servers"])
        running.send_signal(signal.SIGTERM)
        _, errors = running.communicate(timeout=60)
    assert running.returncode == expected
    sentence = "never fired: client id was 'kraft', not 'nobody'"
    assert errors == f"on('Metadata', client_id='nobody') {sentence}\n"


def test_rules_of_files_and_options_are_carried_out(rules):
    rules.write_text(RULES.replace('client_id = "nobody"', "version = 12"))
    rule = ("--rule", "Metadata version=12 nth=1 error=UNKNOWN_TOPIC_OR_PARTITION")
    with start("--rules", str(rules), *rule, "--check", "--json") as running:
        address = json.loads(running.stdout.readline())["bootstrap_servers"]
        with pytest.raises(ConnectionResetError):
            topics_of(address)
        topics_of(address)
        running.send_signal(signal.SIGTERM)
        assert running.wait(60) == 0


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b'[[rule]]\napi = "Fetch"\neror = 1', "rules.toml, rule 1: .*did you mean error?"),
        (b"[[rule]]\napi = ", "rules.toml: .*end of document"),
        (b"\xff", "rules.toml: .*utf-8"),
    ],
)
def test_invalid_rule_file_is_reported_in_one_line(rules, content, text):
    rules.write_bytes(content)
    with start("--rules", str(rules)) as running:
        _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    [line] = errors.splitlines()
    assert re.search(text, line)


def topics_of(address):
    host, _, port = address.rpartition(":")
    wire = ClientConnection(versions=own_versions())
    wire.send(MetadataRequest(topics=None), 12)
    with socket.create_connection((host, int(port)), 30) as connected:
        connected.sendall(wire.data_to_send())
        while True:
            for event in wire.receive(connected.recv(65_536)):
                if isinstance(event, ResponseReceived):
                    return event.message.topics, event.message.brokers


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("--release", "1.0"), 1, "release '1.0': expected one of 0.11, 2.3"),
        (("--topic", "a b"), 1, "INVALID_TOPIC_EXCEPTION"),
        (("--topic", "a:99999"), 1, "POLICY_VIOLATION: A mock cluster has up to 10000 topics and"),
        (("--topic", "a:x"), 1, "invalid PARTITIONS in 'a:x'"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(arguments, code, text):
    with start(*arguments) as running:
        _, errors = running.communicate(timeout=60)
    assert running.returncode == code
    assert text in errors
    assert "Traceback" not in errors
