"""Facts of the pages of docs/ that the tree defines: names, defaults, limits and counts."""

from __future__ import annotations

import inspect
import re
from dataclasses import fields
from pathlib import Path

import click
import pytest

from kraft_core.cli.before_moving import _MEASURED_PARTITIONS
from kraft_core.cli.main import COMMANDS, kraft
from kraft_core.controller import decider, loop
from kraft_core.node import log_lines, running_node
from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.service import SERVED
from kraft_core.operations import lasting
from kraft_core.operations.plans import membership
from kraft_core.operations.view import SILENCE_MS_MAX
from kraft_core.raft.replica import ports
from kraft_core.raft.replica.config import ReplicaConfig
from kraft_core.raft.replica.state_machine import StateMachine
from kraft_core.sim.cluster.injected_bugs import CLUSTER_BUGS
from kraft_core.sim.cluster.invariants import CLUSTER_INVARIANTS
from kraft_core.sim.cluster.simulator import _SMALL
from kraft_wire.limits import Limits
from tests.conformance import test_generator

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


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


def rows(name: str, heading: str) -> list[list[str]]:
    """Return the cells of the tables below a heading, without the heads."""
    text = (DOCS / name).read_text(encoding="utf-8")
    section = re.split(rf"^#+ {heading}$", text, flags=re.MULTILINE)[1]
    section = re.split(r"^#", section, flags=re.MULTILINE)[0]
    tables = re.findall(r"^\|---.*\n((?:\|.*\n)+)", section, re.MULTILINE)
    lines = [line for table in tables for line in table.splitlines()]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_page_of_the_controller_has_every_served_api():
    table = [cells[1] for cells in rows("controller.md", "What is served") if len(cells) == 2]
    keys: list[int] = []
    for low, high in re.findall(r"(\d+)(?: to (\d+))?", " ".join(table)):
        keys += range(int(low), int(high or low) + 1)
    assert sorted(keys) == sorted(int(key) for key in SERVED)
    assert f"All {len(SERVED) - 1} APIs of Kafka 4.3.1's" in page("controller.md")


def test_page_of_the_controller_has_the_defaults_of_periodic_work():
    settings = NodeConfiguration.of(
        {"process.roles": "controller", "node.id": "1", "log.dirs": "d", "listeners": "C://:9093"}
        | {"controller.listener.names": "C", "controller.quorum.bootstrap.servers": "h:9093"}
        | {"listener.security.protocol.map": "C:PLAINTEXT", "kraft.controller": "active"}
    ).controller
    units = {"ms": 1, "s": 1000, "h": 3_600_000}
    shown = []
    for cells in rows("controller.md", "What is served"):
        if len(cells) == 3:
            number, unit = cells[2].split()
            shown.append(int(number) * units[unit])
    assert shown == [
        settings.session_timeout_ms,
        settings.leader_balance_interval_ms,
        settings.unclean_election_interval_ms,
        settings.token_expiry_check_interval_ms,
        settings.max_idle_interval_ms,
    ]


def test_page_of_the_controller_has_the_limits_of_decisions():
    text = page("controller.md")
    assert f"more than {decider.LARGE:,} partitions" in text
    assert f"in steps of {loop._STEP_RECORDS} records" in text
    assert f"Above {_MEASURED_PARTITIONS:,} partitions" in text


def test_page_of_the_controller_has_the_numbers_of_its_simulation():
    text = page("controller.md")
    assert f"response, {len(CLUSTER_INVARIANTS)} invariants are checked" in text
    assert f"{len(CLUSTER_BUGS)} injected bugs" in text
    assert (_SMALL["LARGE"][0], _SMALL["MAX_RECORDS_PER_BATCH"][0]) == (2, 10)
    assert "begin at two partitions and a batch ends after ten records" in text


def test_page_of_the_controller_has_the_numbers_of_compared_decisions():
    text = page("controller.md")
    test = (ROOT / "tests/conformance/test_quorum_controller.py").read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    [default] = re.findall(r'"KRAFT_SEQUENCES", "(\d+)"', test)
    [before] = re.findall(r"max\(SEQUENCES // 10, (\d+)\)", test)
    rates = [
        f"{int(number):,}" for number in re.findall(r"export KRAFT_SEQUENCES \?= (\d+)", makefile)
    ]
    assert len(rates) == 2
    assert f"{default} for 4.4.0, in CI {rates[0]}, nightly {rates[1]}" in text
    assert f"{int(before):,} for 4.3.1;" in text


def test_log_lines_that_operations_quotes_are_in_the_code():
    sources = "\n".join(path.read_text("utf-8") for path in (ROOT / "kraft_core").rglob("*.py"))
    cells = [row[0] for row in rows("operations.md", "No leader")]
    quoted = [text for cell in cells for text in re.findall(r"`([^`]+)`", cell)]
    quoted += ["reloaded its stores", "keeps its certificate", "from ... is refused"]
    assert len(quoted) > 5
    for text in quoted:
        assert f"{text}`" in page("operations.md")
        for part in re.split(r" ?(?:…|\.\.\.) ?", text):
            assert part in sources, text


def test_operations_has_the_times_of_log_lines_and_plans():
    text = page("operations.md")
    assert (log_lines._FAULT_LINES, log_lines._FAULT_LINES_S) == (20, 10)
    assert "20 closed connections in ten seconds" in text
    assert (lasting.FIRST_AFTER_S, lasting.APART_MAX_S) == (5, 15 * 60)
    assert "logged after 5 seconds, then at doubling intervals up to 15 minutes" in text
    assert (SILENCE_MS_MAX, membership.UNREACHED_MS_MAX) == (10_000, 2_000)
    assert "fetched in the last ten seconds and answers, or has fetched in the last two" in text
    assert running_node._SECURITY_S == 60
    assert "Wait a minute, or send SIGHUP" in text


def options_by_command(command, context):
    """Yield the words of each command and its long options."""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            inner = click.Context(child, info_name=name, parent=context)
            for words, options in options_by_command(child, inner):
                yield (name, *words), options
    options = [one for each in command.params for one in each.opts if one.startswith("--")]
    yield (), [option for option in options if option not in ("--help", "--package")]


@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"start", "storage"}))
def test_section_of_a_command_has_its_options(name):
    text = (DOCS / "commands.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    context = click.Context(kraft, info_name="kraft")
    missing = []
    for words, options in options_by_command(kraft.get_command(context, name), context):
        path = " ".join(("kraft", name, *words))
        own = [head for head in sections if re.search(rf"`{path}[` ]", head)]
        of_its_group = [head for head in sections if re.search(rf"`kraft {name}[` ]", head)]
        body = "".join(head + sections[head] for head in own or of_its_group)
        missing += [
            (path, option)
            for option in options
            if not re.search(rf"{re.escape(option)}(?![\w-])", body)
        ]
    assert missing == []
