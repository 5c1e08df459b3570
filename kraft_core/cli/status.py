"""`kraft status`: what all controllers of a quorum say, side by side, and what is wrong."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CONTROLLER_VARIABLE,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kraft_core.admin.status import NodeView, QuorumStatus

EPILOG = """\b
Where the columns come from:
  ID, ROLE, LOG END, LAG, LAST FETCH  the leader (DescribeQuorum)
  LEADER, EPOCH                       each node itself (DescribeQuorum or Fetch)
  MV, ANSWER                          each node itself (ApiVersions, its time)
  READY                               /ready of each node, with --ready-port

\b
Examples:
  kraft status c1:9093,c2:9093,c3:9093
  kraft status c1:9093 --watch 5
  kraft status c1:9093 --command-config admin.properties --json

Exit code: 0 if nothing is wrong, 1 with warnings, 2 without a leader or active controller.

KRAFT_BOOTSTRAP_CONTROLLER has the addresses if none are given.
"""
HEADERS: Final = (
    *("ADDRESS", "ID", "ROLE", "LOG END", "LAG", "LAST FETCH"),
    *("LEADER", "EPOCH", "MV", "READY", "ANSWER"),
)
_CODES: Final = {"warning": 1, "error": 2}


@click.command(epilog=EPILOG, short_help="show all controllers of a quorum and what is wrong")
@click.argument("addresses", metavar="HOST:PORT[,...]", envvar=CONTROLLER_VARIABLE)
@click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
@click.option(
    "--ready-port",
    type=click.IntRange(1, 65535),
    help="The port of kraft.metrics.listener, to ask each node for /ready.",
)
@click.option(
    "--watch",
    type=click.FloatRange(min=0.2),
    metavar="SECONDS",
    help="Ask again after so many seconds, until Ctrl-C.",
)
@json_option
def command(
    *,
    addresses: str,
    command_config: str | None,
    ready_port: int | None,
    watch: float | None,
    as_json: bool,
) -> None:
    """Ask the controllers at these addresses, and the others that the leader knows."""
    from kraft_core.admin.status import quorum_status  # --help needs no client
    from kraft_core.client.settings import parse_endpoints

    with sentences():
        endpoints = parse_endpoints(addresses)
        options = client_options(command_config)
    while True:
        status = quorum_status(endpoints, ready_port=ready_port, **options)
        if as_json:
            echo(json.dumps(status.to_json()))
        else:
            if watch is not None:
                click.clear()
            echo(*status_lines(status))
        if watch is None:
            raise SystemExit(exit_code(status))
        time.sleep(watch)


def exit_code(status: QuorumStatus) -> int:
    """The worst of its problems."""
    return max((_CODES[each.severity] for each in status.problems), default=0)


def status_lines(status: QuorumStatus) -> list[str]:
    """A summary, the table of nodes, and what is wrong."""
    if status.leader_id is None:
        lines = ["There is no leader that answers."]
    else:
        where = f"epoch {status.epoch} of {len(status.voters)} voters"
        lines = [f"Node {status.leader_id} leads {where}, high watermark {status.high_watermark}."]
    rows = [HEADERS, *map(_row, status.nodes)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines += ["", *(_line(row, widths) for row in rows), ""]
    if not status.problems:
        return [*lines, "Nothing is wrong."]
    return lines + [f"{each.severity.upper()}: {each.text}" for each in status.problems]


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True))
    return "  ".join(cells).rstrip()


def _row(view: NodeView) -> tuple[str, ...]:
    leader = "none" if view.sees_leader == -1 else _text(view.sees_leader)
    fetched = "-" if view.last_fetch_ms is None else f"{view.last_fetch_ms} ms ago"
    answered = "-" if view.answered_ms is None else f"{view.answered_ms} ms"
    ready = {True: "yes", False: "no", None: "-"}[view.is_ready]
    return (
        *(view.address or "-", _text(view.node_id), view.role or "-"),
        *(_text(view.log_end_offset), _text(view.lag), fetched),
        *(leader, _text(view.sees_epoch), _text(view.metadata_version), ready, answered),
    )


def _text(value: int | None) -> str:
    return "-" if value is None else str(value)
