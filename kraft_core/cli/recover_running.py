"""`kraft recover verify` and `fence`, and the processes in `survey`: running nodes."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.admin_connection import (
    CONFIG_HELP,
    CommandError,
    client_options,
    json_option,
    sentences,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kraft_core.client.settings import Endpoint
    from kraft_core.operations.recovery.fencing import Outcome
    from kraft_core.operations.recovery.living import Living, Process
    from kraft_core.operations.recovery.verify import Expected, Problem

VERIFY: Final = """\b
Examples:
  kraft recover verify plan.json
  kraft recover verify plan.json c1:9093 old-c2:9093 --json

Exit code: 0 if the quorum is as planned, 1 if it is not or not yet, 2 if two quorums of this
cluster have a leader.
"""
FENCE: Final = """\b
Means against an old voter, the strongest first:
  destroy its directory, so that it cannot start
  take its credentials for the listener of the controllers
  take its address out of the bootstrap servers of brokers and controllers
  --send: Kafka's own protocol makes it follow the new leader

\b
Examples:
  kraft recover fence plan.json --old c2:9093 --old 3@c3:9093
  kraft recover fence plan.json --old c2:9093 --send
  kraft recover fence plan.json --old c2:9093 --old c3:9093 --send --watch
  kraft recover fence plan.json --old c2:9093 --gone c3:9093 --send

--send destroys what only the old node has: it replaces its log by the snapshot of the recovery.

Exit code: 0 if no node at these addresses is in the old quorum, 1 if one is, can be, or was
refused.
"""
PAUSE_S: Final = 5.0
_SPLIT_EXIT: Final = 2
_NODE: Final = re.compile(r"(?:(\d{1,10})@)?(.+)")
_METRICS: Final = re.compile(r"(\d{1,10})=(https?://\S+)")
_ID_MAX: Final = 2**31 - 1
config_option = click.option("--command-config", metavar="FILE", help=CONFIG_HELP)
_plan_argument = click.argument("plan_file", metavar="PLAN", type=click.Path())


@click.command(epilog=VERIFY)
@_plan_argument
@click.argument("controllers", metavar="[HOST:PORT]...", nargs=-1)
@config_option
@json_option
def verify(
    *, plan_file: str, controllers: Sequence[str], command_config: str | None, as_json: bool
) -> None:
    """Compare the running quorum with the plan of its recovery.

    Queries the voters of PLAN and the controllers at further addresses. One must lead, all voters
    must have caught up, topics must match the plan, and brokers must be registered and running.
    """
    from kraft_core.client.blocking import BlockingDriver
    from kraft_core.client.errors import ClientError
    from kraft_core.operations.asking import observe
    from kraft_core.operations.recovery.verdicts import RecoveryError
    from kraft_core.operations.recovery.verify import Kind, committed_image, problems_of

    expected = _read_plan(plan_file)
    image, unread = None, ""
    with sentences():
        endpoints = _endpoints([*expected.addresses, *controllers])
        options = client_options(command_config)
        view = observe(endpoints, **options)
    if view.description is not None:
        driver = BlockingDriver(options.get("tls"))
        try:
            image = driver.run(committed_image(endpoints, _settings(options)))
        except (ClientError, RecoveryError) as error:
            unread = str(error).rstrip(".")
        finally:
            driver.close()
    problems = problems_of(expected, view, image, unread)
    if as_json:
        echo(json.dumps(_verified_json(expected, view.leader_id, view.epoch, problems)))
    else:
        good = (
            f"Cluster {expected.cluster_id} is as planned: node {view.leader_id} leads epoch"
            f" {view.epoch}."
        )
        echo(*([each.text for each in problems] or [good]))
    is_split = any(each.kind is Kind.SPLIT_BRAIN for each in problems)
    raise SystemExit(_SPLIT_EXIT if is_split else int(bool(problems)))


def _verified_json(
    expected: Expected, leader_id: int | None, epoch: int | None, problems: Sequence[Problem]
) -> dict[str, Any]:
    return {
        "clusterId": expected.cluster_id,
        "leaderId": leader_id,
        "epoch": epoch,
        "isAsPlanned": not problems,
        "problems": [
            {"kind": each.kind, "text": each.text, "nodeId": each.node} for each in problems
        ],
    }


@click.command(epilog=FENCE)
@_plan_argument
@click.option(
    "--old",
    "old",
    metavar="[ID@]HOST:PORT",
    multiple=True,
    help="Address of an old voter. Add its id if the node does not report it.",
)
@click.option(
    "--gone",
    "gone",
    metavar="[ID@]HOST:PORT",
    multiple=True,
    help="Address of an old voter whose machine no longer exists: silence counts as absence.",
)
@click.option(
    "--bootstrap-controller",
    metavar="HOST:PORT[,...]",
    help="Controllers of the new quorum (default: the voters of the plan).",
)
@click.option("--send", "sends", is_flag=True, help="Send BeginQuorumEpoch where it is safe.")
@click.option("--watch", "watches", is_flag=True, help="Repeat every 5 seconds until Ctrl-C.")
@click.option(
    "--accept-auto-join",
    is_flag=True,
    help="Also send it to a node with controller.quorum.auto.join.enable=true.",
)
@config_option
@json_option
def fence(
    *,
    plan_file: str,
    old: Sequence[str],
    gone: Sequence[str],
    bootstrap_controller: str | None,
    sends: bool,
    watches: bool,
    accept_auto_join: bool,
    command_config: str | None,
    as_json: bool,
) -> None:
    """Find old voters that came back, and make them follow the new leader.

    Without --send nothing is changed.
    """
    from kraft_core.operations.recovery.fencing import FenceRefusedError, Fencing, OldNode

    if not old and not gone:
        raise click.UsageError("Missing option '--old'.")
    expected = _read_plan(plan_file)
    with sentences():
        absent = addressed(gone)
        nodes = [
            OldNode(address, node_id, is_gone=address in absent)
            for address, node_id in (addressed(old) | absent).items()
        ]
        given = [bootstrap_controller] if bootstrap_controller else expected.addresses
        fencing = Fencing(
            expected,
            _endpoints(given),
            accepts_auto_join=accept_auto_join,
            **client_options(command_config),
        )
    while True:
        try:
            outcomes = fencing.run(nodes, sends=sends)
        except FenceRefusedError as error:
            if not watches:
                raise CommandError(f"{error}.", "refused") from None
            echo(f"{error}.", err=True)
        else:
            _print_outcomes(outcomes, sends=sends, as_json=as_json)
            if not watches:
                raise SystemExit(_fence_exit(outcomes))
        time.sleep(PAUSE_S)


def _fence_exit(outcomes: Sequence[Outcome]) -> int:
    from kraft_core.operations.recovery.fencing import State

    good = {State.FOLLOWS, State.FENCED, State.ABSENT}
    return int(any(each.state not in good for each in outcomes))


def _print_outcomes(outcomes: Sequence[Outcome], *, sends: bool, as_json: bool) -> None:
    from kraft_core.operations.recovery.fencing import State

    if as_json:
        rows = [
            {
                "address": each.node.address,
                "state": each.state,
                "reason": each.reason,
                "text": each.text,
                "notes": each.notes,
            }
            for each in outcomes
        ]
        echo(json.dumps({"nodes": rows}))
        return
    for each in outcomes:
        echo(f"{each.text}.", *(f"  {note}." for note in each.notes))
    if not sends and any(each.state is State.CAN_BE_FENCED for each in outcomes):
        echo(
            "Destroy the directory of an old voter if you can. --send makes it follow the new"
            " leader, which destroys what only that node has."
        )


# -- the survey ------------------------------------------------------------------------------------


def ask_living(nodes: Sequence[str], command_config: str | None) -> list[Process]:
    """Ask the processes at [ID@]HOST:PORT."""
    from kraft_core.operations.asking import reports_of
    from kraft_core.operations.recovery.living import process_of

    with sentences():
        given = addressed(nodes)
        reports = reports_of(_endpoints(list(given)), **client_options(command_config))
    return [process_of(each, given[each.address]) for each in reports]


def metrics_option(
    context: click.Context, option: click.Parameter, values: Sequence[str]
) -> dict[int, str]:
    """Read ID=URL."""
    del context, option
    found: dict[int, str] = {}
    for value in values:
        match = _METRICS.fullmatch(value)
        if match is None or int(match[1]) > _ID_MAX:
            raise click.BadParameter(f"invalid ID=URL in {value!r}, as in 1=http://c1:9400/metrics")
        found[int(match[1])] = match[2]
    return found


def high_watermarks_at(urls: Mapping[int, str]) -> dict[int, int]:
    """Read the high watermarks of nodes from their metrics."""
    from http.client import HTTPException
    from urllib.error import HTTPError

    from kraft_core.net.urls import url_opener
    from kraft_core.operations.asking import TIMEOUT_S
    from kraft_core.operations.recovery.living import METRICS_BYTES_MAX, high_watermark_in
    from kraft_core.operations.recovery.verdicts import RecoveryError

    found = {}
    for node_id, url in urls.items():
        try:
            with url_opener().open(url, timeout=TIMEOUT_S) as response:
                text = response.read(METRICS_BYTES_MAX).decode(errors="replace")
            found[node_id] = high_watermark_in(text)
        except (OSError, HTTPException, ValueError, RecoveryError) as error:
            if isinstance(error, HTTPError):  # it is the open response
                error.close()
            raise CommandError(f"{url}: {error}.", "refused") from None
    return found


def living_lines(living: Living) -> list[str]:
    """Return the advice, and a line for each process that was asked."""
    lines = [living.text]
    for each in living.processes:
        report = each.report
        who = "node of unknown id" if each.node_id is None else f"node {each.node_id}"
        if not each.is_there:
            reason = "it does not answer" if report.failure is None else report.failure.text
            lines.append(f"  {report.address}: {reason}")
            continue
        epoch = "" if report.sees_epoch is None else f", epoch {report.sees_epoch}"
        end = report.committed_end
        known = "" if end is None else f", committed up to offset {end - 1}"
        if end is not None and each.node_id is not None and report.cluster_id is not None:
            known += f"; for a plan: --high-watermark {each.node_id}={end}"
        if report.cluster_id is None:
            known += " (not counted: it did not report its cluster id)"
        lines.append(f"  {report.address}: {who}{epoch}{known}")
    return lines


def living_json(living: Living) -> dict[str, Any]:
    """Return the advice and the processes as JSON."""
    return {
        "advice": living.advice,
        "text": living.text,
        "processes": [
            {
                "address": each.report.address,
                "nodeId": each.node_id,
                "answers": each.is_there,
                "clusterId": each.report.cluster_id,
                "epoch": each.report.sees_epoch,
                "highWatermark": each.report.committed_end,
                "failure": None if each.report.failure is None else each.report.failure.text,
            }
            for each in living.processes
        ],
    }


# -- arguments -------------------------------------------------------------------------------------


def _read_plan(path: str) -> Expected:
    from kraft_core.operations.recovery.plan_files import BYTES_MAX, PlanFileError
    from kraft_core.operations.recovery.verify import Expected

    try:
        with Path(path).open("rb") as file:
            text = file.read(BYTES_MAX + 1).decode()
        return Expected.read(text)
    except (OSError, UnicodeDecodeError, PlanFileError) as error:
        what = getattr(error, "strerror", None) or str(error)
        raise CommandError(f"{path}: {what}.", "usage") from None


def _endpoints(addresses: Sequence[str]) -> list[Endpoint]:
    from kraft_core.client.settings import parse_endpoints

    return list(dict.fromkeys(each for text in addresses for each in parse_endpoints(text)))


def addressed(values: Sequence[str]) -> dict[str, int | None]:
    """Return node ids by address for [ID@]HOST:PORT; raises ValueError."""
    found: dict[str, int | None] = {}
    for value in values:
        match = _NODE.fullmatch(value)
        node_id = int(match[1]) if match is not None and match[1] else None
        endpoints = _endpoints([match[2]]) if match is not None else []
        if len(endpoints) != 1 or (node_id or 0) > _ID_MAX:
            raise ValueError(f"invalid node {value!r}; expected HOST:PORT or ID@HOST:PORT")
        found[str(endpoints[0])] = node_id
    return found


def _settings(options: dict[str, Any]) -> Any:
    from kraft_core.client.settings import Settings

    return options.get("settings") or Settings()
