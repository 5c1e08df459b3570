"""`kraft status`: all controllers of a quorum side by side, and what is wrong."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CONTROLLER_VARIABLE,
    client_options,
    given_addresses,
    json_option,
    sentences,
)
from kraft_core.cli.findings import exit_code, finding_lines
from kraft_core.cli.output import counted, echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.operations.view import Fact, QuorumView, ReplicaView

EPILOG = """\b
Where the columns come from:
  ID, ROLE, LAG, LAST FETCH  the leader (DescribeQuorum); without a leader ROLE is the
                             state that a kraft node is in
  LOG END                    the leader; without a leader each kraft node, with @epoch
  LEADER, EPOCH              each node itself (DescribeQuorum or Fetch)
  MV, ANSWER                 each node itself (ApiVersions, its time)
  READY                      /ready of each node, with --ready-port
  DIRECTORY                  shown without a leader, and if an id has several

\b
Examples:
  kraft status c1:9093,c2:9093,c3:9093
  kraft status c1:9093 --watch 5
  kraft status c1:9093 --command-config admin.properties --json

Exit code: 0 if nothing is wrong, 1 with warnings, 2 with errors.

KRAFT_BOOTSTRAP_CONTROLLER has the addresses if none are given. docs/troubleshooting.md explains
each finding.
"""
_HEADERS: Final = (
    *("ADDRESS", "ID", "ROLE", "LOG END", "LAG", "LAST FETCH"),
    *("LEADER", "EPOCH", "MV", "READY", "ANSWER", "DIRECTORY"),
)


@click.command(epilog=EPILOG, short_help="show all controllers of a quorum and what is wrong")
@click.argument("addresses", metavar="HOST:PORT[,...]", envvar=CONTROLLER_VARIABLE, required=False)
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@click.option(
    "--ready-port",
    type=click.IntRange(1, 65535),
    help="Port of kraft.metrics.listener, to query /ready of each node.",
)
@click.option(
    "--watch",
    type=click.FloatRange(min=0.2),
    metavar="SECONDS",
    help="Repeat at this interval, until Ctrl-C.",
)
@json_option
def command(
    *,
    addresses: str | None,
    command_config: str | None,
    ready_port: int | None,
    watch: float | None,
    as_json: bool,
) -> None:
    """Query the controllers at these addresses, and the others that the leader knows."""
    from kraft_core.client.settings import parse_endpoints
    from kraft_core.operations.asking import observe  # --help needs no client

    addresses = given_addresses(addresses)
    with sentences():
        endpoints = parse_endpoints(addresses)
        options = client_options(command_config)
    while True:
        view = observe(endpoints, ready_port=ready_port, **options)
        if as_json:
            echo(json.dumps(view.to_json(addresses)))
        else:
            if watch is not None:
                click.clear()
            echo(*status_lines(view, addresses))
        if watch is None:
            raise SystemExit(exit_code(view.findings))
        time.sleep(watch)


def status_lines(view: QuorumView, bootstrap: str) -> list[str]:
    """Format a summary, the table of nodes, and the findings."""
    if view.leader_id is None:
        lines = [
            "There is no leader that answers. Each node says of itself:"
            if view.answering
            else "No node reports the quorum."
        ]
    else:
        where = f"epoch {view.epoch} of {counted(len(view.voters), 'voter')}"
        is_known = view.high_watermark is not None and view.high_watermark >= 0
        committed = str(view.high_watermark) if is_known else "unknown"
        lines = [f"Node {view.leader_id} leads {where}, high watermark {committed}."]
    rows = [_HEADERS, *(_row(each, view) for each in view.replicas)]
    if not _shows_directories(view):
        rows = [row[:-1] for row in rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += ["", *(_line(row, widths) for row in rows), ""]
    return lines + finding_lines(view.findings, bootstrap)


def _shows_directories(view: QuorumView) -> bool:
    ids = [each.node_id for each in view.replicas if each.node_id is not None]
    return view.leader_id is None or len(set(ids)) < len(ids)


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


def _row(replica: ReplicaView, view: QuorumView) -> tuple[str, ...]:
    sees = replica.sees_leader
    leader = "none" if sees is not None and sees.value == -1 else _text(sees)
    fetched = "-" if replica.last_fetch_ms is None else f"{replica.last_fetch_ms} ms ago"
    answered = "-" if replica.answered_ms is None else f"{replica.answered_ms} ms"
    ready = {True: "yes", False: "no", None: "-"}[replica.is_ready]
    end = _text(replica.log_end)
    if view.leader_id is None and replica.log_end_epoch is not None:
        end += f"@{replica.log_end_epoch.value}"
    lag = "-" if replica.lag is None else str(replica.lag)
    node_id = "-" if replica.node_id is None else str(replica.node_id)
    role = replica.role or replica.own_role
    return (
        *(replica.address or "-", node_id, _text(role), end, lag, fetched),
        *(leader, _text(replica.sees_epoch), _text(replica.metadata_version), ready, answered),
        replica.directory_id or "-",
    )


def _text(fact: Fact[int] | Fact[str] | None) -> str:
    return "-" if fact is None else str(fact.value)
