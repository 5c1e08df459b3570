"""Facts of the pages of docs/ that the tree defines: names, defaults, limits and counts."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

from kraft_core.raft.replica import ports
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.state_machine import StateMachine
from kraft_wire.limits import Limits
from tests.conformance import test_generator

DOCS = Path(__file__).parents[2] / "docs"


def page(name: str) -> str:
    """Return a page with its lines joined, so that a sentence can be searched for."""
    return " ".join((DOCS / name).read_text(encoding="utf-8").split())


def first_cells(name: str, heading: str) -> str:
    """Return the first cells of the tables below a heading."""
    text = (DOCS / name).read_text(encoding="utf-8")
    section = re.split(rf"^#+ {heading}$", text, flags=re.MULTILINE)[1]
    section = re.split(r"^#", section, flags=re.MULTILINE)[0]
    return " ".join(re.findall(r"^\| ([^|]*) \|", section, re.MULTILINE))


def test_page_of_the_replica_has_every_port_and_every_call_of_a_state_machine():
    types = {str(field.type).split(" ")[0] for field in fields(ports.Ports)}
    assert set(re.findall(r"`(\w+)`", first_cells("replica.md", "Ports"))) == types
    calls = {name for name in vars(StateMachine) if not name.startswith("_")}
    named = set(re.findall(r"`(\w+)`", first_cells("replica.md", "The state machine")))
    assert named == calls


def test_page_of_the_replica_has_the_defaults_of_its_configuration():
    text, config = page("replica.md"), ReplicaConfig()
    assert f"(`controller.quorum.append.linger.ms`, {config.linger_ms} ms)" in text
    assert f"`batch_bytes_target` ({config.batch_bytes_target >> 20} MiB)" in text
    assert f"`waiting_bytes_max` ({config.waiting_bytes_max >> 20} MiB)" in text
    assert f"`events_waiting_max` ({config.events_waiting_max:,})" in text
    assert f"when {config.snapshot_bytes >> 20} MiB were applied" in text
    assert config.snapshot_interval_ms == 3_600_000
    assert "an hour has passed" in text
    assert config.retention_check_ms == 60_000
    assert "called every minute" in text


def test_page_of_the_wire_layer_has_the_default_of_every_limit():
    shown = page("wire-layer.md")
    rows = dict(re.findall(r"\| `(\w+)`(?: of [\w ]+)? \| ([\d,]+) \|", shown))
    limits = {
        name: parameter.default for name, parameter in inspect.signature(Limits).parameters.items()
    }
    assert {name: int(value.replace(",", "")) for name, value in rows.items()} == limits


def test_page_of_the_codecs_has_the_numbers_of_compared_schemas():
    drawn, odd = test_generator.DRAWN, len(test_generator.ODD)
    assert f"{drawn} random schemas and {odd} schemas with one unusual detail" in page(
        "codecs-of-your-own.md"
    )
