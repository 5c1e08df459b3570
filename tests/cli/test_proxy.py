"""`kraft proxy`: rules in front of a cluster until a signal, and what it refuses."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from kraft_core.testing import MockCluster
from kraft_wire.capture import trace
from kraft_wire.messages import HeartbeatRequest, ListGroupsRequest
from tests.testing.asking import Asking


class Running:
    """The command, with what `Asking` needs of a cluster."""

    def __init__(self, *arguments):
        command = [sys.executable, "-m", "kraft_core.cli", "proxy", *arguments, "--json"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.facts = json.loads(self.process.stdout.readline())
        self.bootstrap_servers = self.facts["bootstrap_servers"]

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        output, errors = self.process.communicate(timeout=60)
        return self.process.returncode, output, errors


def test_rules_are_carried_out_and_the_messages_are_printed_at_the_end(tmp_path):
    recording = tmp_path / "session.pcap"
    with MockCluster(brokers=1) as mock:
        running = Running(
            mock.bootstrap_servers,
            *("--rule", "Heartbeat group_id=g version=4 times=1 error=NOT_COORDINATOR level=top"),
            *("--rule", "ListGroups nth=2 reset=after"),
            *("--versions", "Metadata:none"),
            *("--trace", "4"),
            *("--record", str(recording)),
        )
        with Asking(running) as asking:
            asking.ask(ListGroupsRequest(), 3)
            assert asking.ask(HeartbeatRequest(group_id="g"), 4).error_code == 16
            asking.send(ListGroupsRequest(), 3)
            mock.wait_for(lambda: len(mock.requests("ListGroups")) == 2, "the second one")
        code, output, errors = running.end()
    assert (code, errors) == (0, "")
    assert running.facts["upstream"] == mock.bootstrap_servers
    assert [line.split()[5] for line in output.splitlines() if " > " in line] == [
        "Heartbeat",
        "ListGroups",
    ]
    assert " NOT_COORDINATOR" in output
    found = list(trace([recording.read_bytes()]))
    assert [each.event.name for each in found] == ["ListGroups", "Heartbeat", "ListGroups"]


@pytest.mark.parametrize(("options", "expected"), [((), 0), (("--check",), 1)])
def test_rule_that_never_fired_is_reported_and_checked(options, expected):
    with MockCluster(brokers=1) as mock:
        rule = ("--rule", "Fetch topic=t partition=1 drop")
        running = Running(mock.bootstrap_servers, *rule, *options)
        code, output, errors = running.end()
    assert (code, output) == (expected, "")
    assert errors == (
        "on('Fetch', topic='t', partition=1) never fired: no Fetch request came; seen: nothing\n"
    )


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (("nowhere",), 1, "'nowhere' is not a valid HOST:PORT"),
        (("a:1", "--versions", "Fetch"), 1, "invalid versions in 'Fetch'"),
        (("a:1", "--versions", "Fetch:0-99"), 1, "Fetch has versions"),
        (("a:1", "--rule", "Fetch topic=t"), 1, "has no action"),
        (("a:1", "--rule", "Fetsch drop"), 1, "did you mean Fetch?"),
        (("a:1", "--rule", "Fetch times=x drop"), 1, "times='x': expected a whole number"),
        (("a:1", "--rule", "Fetch delay=x"), 1, "delay='x': expected a number of seconds"),
        (("a:1", "--rule", "Fetch reset=later"), 1, "reset='later': expected before or after"),
        (("a:1", "--rule", "Fetch 'drop"), 1, "No closing quotation"),
        (("a:1", "--rule", ""), 1, "names no API"),
    ],
)
def test_invalid_usage_is_reported_in_one_line(arguments, code, text):
    command = [sys.executable, "-m", "kraft_core.cli", "proxy", *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == code
    assert text in ended.stderr
    assert "Traceback" not in ended.stderr
