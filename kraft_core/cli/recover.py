"""`kraft recover`: recover a quorum that has lost a majority of its voters."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.admin_connection import CommandError, json_option
from kraft_core.cli.output import counted, echo
from kraft_core.cli.recover_plan import (
    apply,
    check_paths,
    dropped_lines,
    ids_of,
    marks_of,
    plan,
)
from kraft_core.cli.recover_running import (
    addressed,
    ask_living,
    config_option,
    fence,
    high_watermarks_at,
    living_json,
    living_lines,
    metrics_option,
    verify,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.operations.recovery.planning import Dropped
    from kraft_core.operations.recovery.verdicts import Judgement, LeftDirectory, Range, Survey

EXAMPLES: Final = """\b
Example:
  kraft recover survey /data/controller-1 /copies/broker-11 --high-watermark 1=81204
"""
SURVEY: Final = """\b
Verdicts:
  certain       committed: below a snapshot, or below a high watermark of that node
  kept          in the chosen log; may have been committed
  rival         in another log instead; may have been committed
  excluded      in another log; contradicts what is certain and was never committed
  lost          in no log, but committed
  unknown loss  in no log; may have been committed

\b
Examples:
  kraft recover survey /data/controller-1
  kraft recover survey /data/controller-1 /copies/broker-11 --high-watermark 1=81204 --json
  kraft recover survey /data/controller-1 --peer 2@c2:9093 --broker 11@b11:9092

Exit code: 0 if a majority of the voters is there, 2 if not, 1 if the directories cannot be judged.
"""
_LOST: Final = 2


@click.group(epilog=EXAMPLES, short_help="recover a quorum that lost a majority of its voters")
def command() -> None:
    """Recover a quorum that has permanently lost a majority of its voters."""


command.add_command(plan)
command.add_command(apply)
command.add_command(verify)
command.add_command(fence)


@command.command(epilog=SURVEY)
@click.argument("directories", metavar="[DIR]...", nargs=-1, type=click.Path())
@click.option(
    "--peer",
    "peers",
    metavar="[ID@]HOST:PORT",
    multiple=True,
    help="A running controller. Add its id if it does not report it.",
)
@click.option(
    "--broker",
    "brokers",
    metavar="[ID@]HOST:PORT",
    multiple=True,
    help="A running broker: it knows an offset below which every record is committed.",
)
@click.option(
    "--high-watermark",
    "high_watermarks",
    metavar="ID=OFFSET",
    multiple=True,
    callback=marks_of,
    help="A high watermark that node ID reported, for example in its metrics. Can be repeated.",
)
@click.option(
    "--metrics",
    "metrics",
    metavar="ID=URL",
    multiple=True,
    callback=metrics_option,
    help="Metrics of node ID (kraft or a JMX exporter), to read the high watermark from.",
)
@click.option(
    "--static-voters",
    metavar="ID[,...]",
    callback=ids_of,
    help="The node ids in controller.quorum.voters, if the quorum is static.",
)
@config_option
@json_option
def survey(
    *,
    directories: Sequence[str],
    peers: Sequence[str],
    brokers: Sequence[str],
    high_watermarks: dict[int, int],
    metrics: dict[int, str],
    static_voters: tuple[int, ...],
    command_config: str | None,
    as_json: bool,
) -> None:
    """Read log directories and report what is known to be committed, kept or lost.

    DIR is metadata.log.dir (or log.dirs) of a controller or a broker, or a copy of it. Nothing is
    changed.
    """
    from kraft_core.operations.recovery.living import Advice, check_clusters, living_of
    from kraft_core.operations.recovery.verdicts import RecoveryError

    nodes = [*peers, *brokers]
    if not directories and not nodes:
        raise click.UsageError("specify DIR, --peer or --broker")
    processes = ask_living(nodes, command_config) if nodes else []
    known = [*high_watermarks_at(metrics).items()]
    known += living_of(processes, None).high_watermarks.items()
    for node_id, offset in known:
        high_watermarks[node_id] = max(offset, high_watermarks.get(node_id, 0))
    found = None
    if directories:
        found = _survey_of(directories, high_watermarks, static_voters)
    try:
        check_clusters(processes, found)
    except RecoveryError as error:
        raise CommandError(f"{error}.", "refused") from None
    # a broker is evidence of commits, not a voter
    asked = addressed(brokers)
    controllers = [each for each in processes if each.report.address not in asked]
    living = living_of(controllers, found) if nodes else None
    if as_json:
        document = {} if found is None else survey_json(found)
        if living is not None:
            document["living"] = living_json(replace(living, processes=tuple(processes)))
        echo(json.dumps(document))
    else:
        if living is not None:
            echo(*living_lines(replace(living, processes=tuple(processes))))
        if found is not None:
            echo(*([""] if living is not None else []), *survey_lines(found))
    has_majority = found is not None and found.has_majority
    if living is not None and living.advice is not Advice.RECOVER:
        has_majority = True
    raise SystemExit(0 if has_majority else _LOST)


def _survey_of(
    directories: Sequence[str], high_watermarks: dict[int, int], static_voters: tuple[int, ...]
) -> Survey:
    from kraft_core.operations.recovery.directories import read_directory
    from kraft_core.operations.recovery.verdicts import (
        LeftDirectory,
        RecoveryError,
        UnreadDirectory,
        survey_of,
    )

    check_paths(directories)
    read = [read_directory(path) for path in directories]
    left = [each for each in read if isinstance(each, LeftDirectory)]
    unread = [each for each in read if isinstance(each, UnreadDirectory)]
    if not left:
        raise CommandError(f"{unread[0].path}: {unread[0].fault}.", "refused")
    try:
        return survey_of(left, unread, high_watermarks=high_watermarks, static_voters=static_voters)
    except RecoveryError as error:
        raise CommandError(f"{error}.", "refused") from None


# -- text ------------------------------------------------------------------------------------------


def survey_lines(found: Survey) -> list[str]:
    """Return the lines of a survey: the majority, the directories, the verdicts."""
    lines = [*_majority_lines(found), "", *_table(list(_directory_rows(found))), ""]
    lines += [f"{each.path} cannot be used: {each.fault}." for each in found.unread]
    for each in found.directories:
        if each.process is not None:
            who = f"process {each.process}" if each.process else "a process"
            lines.append(f"{each.path} is in use by {who}: its log can grow.")
        lines += [f"{each.path}: {note}." for note in each.notes]
    judgement = found.judgement
    lines.append(f"Chosen log: {judgement.chosen.name}, which ends at {judgement.chosen.last}.")
    if judgement.certain is not None:
        lines.append(f"Committed by {judgement.certain.source}.")
    rows: list[tuple[str, ...]] = [("VERDICT", "OFFSETS", "LOG")]
    rows += [(str(each.verdict), _offsets(each), each.log or "-") for each in judgement.ranges]
    lines += ["", *_table(rows)]
    if judgement.rivals:
        lines += ["", "Rival records exist: only one of the branches can be kept. Compare them:"]
        lines += _branch_lines(judgement)
    return lines


def _branch_lines(judgement: Judgement) -> Iterator[str]:
    """Return the metadata changes of each branch, for the operator to choose one."""
    for branch, found in _branches(judgement):
        if isinstance(found, str):
            yield from ("", f"{branch.log} ({branch.verdict}) cannot be listed: {found}.")
        elif found.changes:
            yield from dropped_lines(str(branch.verdict).capitalize(), found, "with --json")
        else:
            title = str(branch.verdict).capitalize()
            offsets = _offsets(branch)
            yield from ("", f"{title}, offsets {offsets} of {branch.log}: no metadata changes.")


def _branches(judgement: Judgement) -> Iterator[tuple[Range, Dropped | str]]:
    """Yield each branch with its metadata changes, or why they cannot be read."""
    from kraft_core.operations.recovery.directories import read_branch
    from kraft_core.operations.recovery.verdicts import RecoveryError

    for each in judgement.branches:
        try:
            yield each, read_branch(each)
        except RecoveryError as error:
            yield each, str(error)


def _majority_lines(found: Survey) -> Iterator[str]:
    if not found.electorates:
        yield "No voters are known: the logs have none. For a static quorum give --static-voters."
    for each in found.electorates:
        count = f"{len(each.present)} of {counted(len(each.ids), 'voter')}"
        missing = f"; missing: {', '.join(map(str, each.missing))}" if each.missing else ""
        yield f"Directories of {count} are here{missing}."
    if found.has_majority:
        yield (
            "That is a majority. If these are the directories themselves and not older copies of"
            " them, start these voters and do nothing else."
        )
    elif found.electorates:
        yield "A majority is not here. Look for the directories of the missing voters first."


def _directory_rows(found: Survey) -> Iterator[tuple[str, ...]]:
    yield ("DIRECTORY", "NODE", "ROLE", "START", "END@EPOCH", "VOTE EPOCH", "LAST RECORD")
    for each in found.directories:
        yield (
            *(each.path, str(each.key.id), "voter" if found.is_voter(each) else "observer"),
            *(str(each.log.start), str(each.log.last), str(each.epoch), _time(each.last_ms)),
        )


def _table(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _offsets(each: Range) -> str:
    return f"from {each.start}" if each.end is None else f"{each.start} to {each.end - 1}"


def _time(wall_ms: int | None) -> str:
    if wall_ms is None:
        return "-"
    try:
        return f"{datetime.fromtimestamp(wall_ms / 1000, UTC):%Y-%m-%d %H:%M:%S} UTC"
    except (OverflowError, OSError, ValueError):  # any number can be in a file
        return f"{wall_ms} ms"


# -- JSON ------------------------------------------------------------------------------------------


def survey_json(found: Survey) -> dict[str, Any]:
    """Return a survey as JSON."""
    judgement = found.judgement
    certain = judgement.certain
    return {
        "hasMajority": found.has_majority,
        "voters": [
            {"ids": each.ids, "present": each.present, "missing": each.missing}
            for each in found.electorates
        ],
        "directories": [_directory_json(each, found) for each in found.directories],
        "unread": [{"path": each.path, "fault": each.fault} for each in found.unread],
        "chosen": judgement.chosen.name,
        "certain": None
        if certain is None
        else {
            "offset": certain.point.offset,
            "epoch": certain.point.epoch,
            "source": certain.source,
        },
        "ranges": [
            {"verdict": each.verdict, "log": each.log, "start": each.start, "end": each.end}
            for each in judgement.ranges
        ],
        "branches": [_branch_json(*each) for each in _branches(judgement)],
    }


def _branch_json(branch: Range, found: Dropped | str) -> dict[str, Any]:
    from kraft_core.operations.recovery.plan_files import dropped_json
    from kraft_core.operations.recovery.planning import Dropped

    fault = None if isinstance(found, Dropped) else found
    known = found if isinstance(found, Dropped) else Dropped(branch, ())
    return {**dropped_json(known), "fault": fault}


def _directory_json(each: LeftDirectory, found: Survey) -> dict[str, Any]:
    from kraft_core.raft.storage.meta_properties import encode_id

    directory_id = each.key.directory_id
    return {
        "path": each.path,
        "nodeId": each.key.id,
        "directoryId": None if directory_id is None else encode_id(directory_id),
        "clusterId": each.cluster_id,
        "isVoter": found.is_voter(each),
        "startOffset": each.log.start,
        "endOffset": each.log.end,
        "lastEpoch": each.log.last.epoch,
        "voteEpoch": each.epoch,
        "lastRecordMs": each.last_ms,
        "snapshots": [{"offset": one.offset, "epoch": one.epoch} for one in each.snapshots],
        "process": each.process,
        "notes": each.notes,
    }
