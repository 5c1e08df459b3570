"""A node inside a program: its log lines, its callbacks, and what it refuses."""

from __future__ import annotations

import logging
import subprocess
import sys

import pytest

from kraft_core import AppendOutcome, Note, OwnQuorum, RaftNode, ServedRequest, Service
from tests.node.cluster import ListMachine, run
from tests.node.raw_client import RawClient
from tests.support.ports import free_ports
from tests.support.waiting import wait_until_async

LEDGER = OwnQuorum("ledger")


def configured(tmp_path):
    (port,) = free_ports(1)
    configuration = LEDGER.configuration(1, f"127.0.0.1:{port}", str(tmp_path / "one"))
    LEDGER.begin(configuration)
    return configuration, port


@pytest.mark.node
@pytest.mark.timeout(120)
def test_lines_of_an_embedded_node_go_to_the_loggers_of_the_library(tmp_path, caplog):
    caplog.set_level(logging.INFO, "kraft")
    notes, faults = [], []

    async def story():
        configuration, port = configured(tmp_path)
        node = RaftNode(
            configuration,
            ListMachine(),
            on_note=notes.append,
            on_fault=lambda peer, reason: faults.append((peer, reason)),
        )
        async with node:
            await node.leadership()
            ticket = await node.append([b"a"])
            assert ticket.outcome is AppendOutcome.COMMITTED
            client = await RawClient.connect(port)
            client.send(b"\x7f\xff\xff\xff")
            assert await client.is_closed()
            await wait_until_async(lambda: faults, "the fault")
            client.close()

    run(story())
    assert all(isinstance(each, Note) for each in notes)
    assert [peer for peer, _ in faults] == ["127.0.0.1"]
    assert "Listening: QUORUM on" in caplog.text
    assert "became-leader" in caplog.text
    assert "Closed the connection of 127.0.0.1" in caplog.text
    assert {record.name for record in caplog.records} <= {"kraft.node", "kraft.consensus"}


class Failing(ListMachine):
    def apply(self, batch):
        raise ValueError("cannot apply")


@pytest.mark.node
@pytest.mark.timeout(120)
def test_failure_of_an_embedded_node_is_a_line_and_is_raised(tmp_path, caplog):
    async def story():
        configuration, _ = configured(tmp_path)
        node = RaftNode(configuration, Failing())
        await node.start()
        await node.leadership()
        node.append_nowait([b"a"])
        with pytest.raises(ValueError, match="cannot apply"):
            await node.wait_closed()

    run(story())
    (line,) = [record for record in caplog.records if record.levelname == "ERROR"]
    assert line.getMessage() == "[KafkaRaftServer nodeId=1] The node has failed: cannot apply"


def test_program_without_logging_prints_nothing():
    code = (
        "import logging, kraft_core.node;"
        "logging.getLogger('kraft.node').error('a line');"
        "print(logging.getLogger('kraft').handlers)"
    )
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stderr == ""
    assert "NullHandler" in shown.stdout


class Half:
    def apply(self, batch):
        """Take it."""

    leader_changed = None


def test_object_that_is_no_state_machine_is_refused_with_what_it_lacks(tmp_path):
    configuration, _ = configured(tmp_path)
    with pytest.raises(TypeError, match=r"it lacks apply, .*snapshot_values.* kraft_core\.StateM"):
        RaftNode(configuration, object())
    with pytest.raises(TypeError, match=r"lacks (?!apply,).*begin_load.*leader_changed"):
        RaftNode(configuration, Half())
    with pytest.raises(TypeError, match=r"a service: it lacks attach, .* kraft_core\.Service"):
        RaftNode(configuration, ListMachine(), object())


def test_names_for_a_service_are_public():
    assert Service.receive
    assert ServedRequest.refuse
