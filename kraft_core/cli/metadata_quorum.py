"""`kraft metadata-quorum`: look at the quorum and change its voters, as kafka-metadata-quorum does.

Options, standard output and exit codes are those of Kafka 4.3.1; errors are one sentence on
standard error.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.admin_connection import (
    Connection,
    OperatorGroup,
    connection_options,
    json_option,
    print_response,
    sentences,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.admin.quorum import QuorumDescription
    from kraft_wire.messages import DescribeQuorumResponse

EXAMPLES = """\b
Examples:
  kraft metadata-quorum --bootstrap-controller c1:9093 describe --status
  kraft metadata-quorum --bootstrap-controller c1:9093 describe --replication --human-readable
  kraft metadata-quorum --bootstrap-controller c1:9093 \\
    --command-config new-controller.properties add-controller
  kraft metadata-quorum --bootstrap-controller c1:9093 \\
    remove-controller --controller-id 3 --controller-directory-id DIRECTORY_ID
"""
DESCRIBE = """\b
Examples:
  kraft metadata-quorum --bootstrap-controller c1:9093 describe --status
  kraft metadata-quorum --bootstrap-controller c1:9093 \\
    describe --replication --human-readable
"""
ADD = """\b
Example, on the machine of the new controller:
  kraft metadata-quorum --bootstrap-controller c1:9093 \\
    --command-config new-controller.properties add-controller
"""
REMOVE = """\b
Example:
  kraft metadata-quorum --bootstrap-controller c1:9093 \\
    remove-controller --controller-id 3 --controller-directory-id DIRECTORY_ID
"""
INT32 = click.IntRange(-(2**31), 2**31 - 1)

_dry_run = click.option(
    "--dry-run", is_flag=True, help="Show what would be done, without doing it."
)


@click.group(cls=OperatorGroup, epilog=EXAMPLES)
@connection_options()
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Describe the controller quorum, add a voter, or remove one.

    For add-controller, --command-config names the properties file of the new controller.
    """
    ctx.obj = Connection.of(**options)


@command.command(epilog=DESCRIBE)
@click.option("--status", is_flag=True, help="Print a summary of the quorum.")
@click.option("--replication", is_flag=True, help="Print one row per replica.")
@click.option("--human-readable", is_flag=True, help="Show times relative to now.")
@json_option
@click.pass_obj
def describe(
    connection: Connection, *, status: bool, replication: bool, human_readable: bool, as_json: bool
) -> None:
    """Describe the quorum: one of --status and --replication."""
    connection.require_one()
    if status == replication:
        raise click.UsageError("specify --status or --replication")
    if status and human_readable:
        raise click.UsageError("--human-readable requires --replication")
    with connection.admin() as admin:
        cluster_id = admin.describe_cluster().cluster_id if status else ""
        description = admin.describe_quorum()
        if as_json:
            more = {"clusterId": cluster_id} if status else {}
            print_response(description.response, **more)
            return
        if status:
            lines = status_lines(description, cluster_id)
        else:
            now_ms = time.time_ns() // 1_000_000 if human_readable else None
            lines = replication_lines(description, now_ms)
        echo(*lines)


@command.command("add-controller", epilog=ADD)
@_dry_run
@json_option
@click.pass_obj
def add_controller(connection: Connection, *, dry_run: bool, as_json: bool) -> None:
    """Make the controller configured by the file of --command-config a voter.

    It must already run as an observer of the quorum.
    """
    connection.require_one()
    with sentences():
        properties = connection.properties()
        if properties is None:
            raise click.UsageError(
                "specify --command-config with the properties file of the new controller"
            )
        from kraft_core.admin.command_files import read_new_controller

        new = read_new_controller(properties)
        if not dry_run:
            with connection.admin() as admin:
                response = admin.add_voter(
                    new.node_id, new.directory_id, new.endpoints, new.cluster_id
                )
    if as_json:
        _print_change(None if dry_run else response, new.node_id, str(new.directory_id))
        return
    echo(
        f"{'DRY RUN of adding' if dry_run else 'Added'} controller {new.node_id} with directory id"
        f" {new.directory_id} and endpoints: {', '.join(map(str, new.endpoints))}"
    )


@command.command("remove-controller", epilog=REMOVE)
@click.option("--controller-id", "-i", required=True, type=INT32, help="The id of the voter.")
@click.option(
    "--controller-directory-id", "-d", required=True, help="The directory id of the voter."
)
@_dry_run
@json_option
@click.pass_obj
def remove_controller(
    connection: Connection,
    *,
    controller_id: int,
    controller_directory_id: str,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Make a voter an observer."""
    from kraft_wire.primitives import Uuid

    connection.require_one()
    if controller_id < 0:
        raise click.UsageError(f"--controller-id {controller_id}: an id cannot be negative")
    with sentences():
        directory_id = Uuid.parse(controller_directory_id)
    if not dry_run:
        with connection.admin() as admin:
            response = admin.remove_voter(controller_id, directory_id)
    if as_json:
        _print_change(None if dry_run else response, controller_id, str(directory_id))
        return
    done = "DRY RUN of removing " if dry_run else "Removed "
    echo(f"{done} KRaft controller {controller_id} with directory id {directory_id}")


def _print_change(response: Any, voter_id: int, directory_id: str) -> None:
    """Print the voter with the names of the request's fields, then the response, if any."""
    more: dict[str, object] = {"voterId": voter_id, "voterDirectoryId": directory_id}
    if response is None:
        from kraft_wire.json_form import dumps

        echo(dumps({"dryRun": True} | more))
    else:
        print_response(response, **more)


HEADERS: Final = (
    "NodeId",
    "DirectoryId",
    "LogEndOffset",
    "Lag",
    "LastFetchTimestamp",
    "LastCaughtUpTimestamp",
    "Status",
)
LABEL_WIDTH: Final = 24
UNKNOWN: Final = -1


def status_lines(description: QuorumDescription, cluster_id: str) -> list[str]:
    """Format the summary: the leader, the lag of the slowest voter, and the replicas."""
    partition, leader = description.partition, description.leader
    slowest = min(partition.current_voters, key=lambda voter: voter.log_end_offset)
    values = {
        "ClusterId": cluster_id,
        "LeaderId": partition.leader_id,
        "LeaderEpoch": partition.leader_epoch,
        "HighWatermark": partition.high_watermark,
        "MaxFollowerLag": leader.log_end_offset - slowest.log_end_offset,
        "MaxFollowerLagTimeMs": _lag_ms(leader, slowest),
        "CurrentVoters": _replicas(description, partition.current_voters),
        "CurrentObservers": _replicas(description, partition.observers),
    }
    return [f"{label + ':':<{LABEL_WIDTH}}{value}" for label, value in values.items()]


def replication_lines(description: QuorumDescription, now_ms: int | None = None) -> list[str]:
    """Format the table of all replicas; with `now_ms` times are shown relative to now."""
    partition, leader = description.partition, description.leader
    rows = [_row(leader, leader, "Leader", now_ms)]
    followers = [each for each in partition.current_voters if each.replica_id != leader.replica_id]
    rows += [_row(follower, leader, "Follower", now_ms) for follower in followers]
    rows += [_row(observer, leader, "Observer", now_ms) for observer in partition.observers]
    widths = [max(map(len, column)) for column in zip(HEADERS, *rows, strict=True)]
    return [
        "".join(f"{cell:<{width}}\t" for cell, width in zip(row, widths, strict=True))
        for row in (HEADERS, *rows)
    ]


def _lag_ms(
    leader: DescribeQuorumResponse.ReplicaState, slowest: DescribeQuorumResponse.ReplicaState
) -> int:
    if leader is slowest:
        return 0
    times = (leader.last_caught_up_timestamp, slowest.last_caught_up_timestamp)
    return UNKNOWN if UNKNOWN in times else times[0] - times[1]


def _replicas(
    description: QuorumDescription, replicas: Iterable[DescribeQuorumResponse.ReplicaState]
) -> str:
    from kraft_wire.primitives import ZERO_UUID

    found = []
    for replica in replicas:
        text = f'"id": {replica.replica_id}'
        if replica.replica_directory_id != ZERO_UUID:
            text += f', "directoryId": "{replica.replica_directory_id}"'
        endpoints = description.endpoints_of(replica.replica_id)
        if endpoints:
            listed = ", ".join(f'"{endpoint}"' for endpoint in endpoints)
            text += f', "endpoints": [{listed}]'
        found.append(f"{{{text}}}")
    return f"[{', '.join(found)}]"


def _row(
    replica: DescribeQuorumResponse.ReplicaState,
    leader: DescribeQuorumResponse.ReplicaState,
    status: str,
    now_ms: int | None,
) -> tuple[str, ...]:
    return (
        str(replica.replica_id),
        str(replica.replica_directory_id),
        str(replica.log_end_offset),
        str(leader.log_end_offset - replica.log_end_offset),
        _time(replica.last_fetch_timestamp, now_ms),
        _time(replica.last_caught_up_timestamp, now_ms),
        status,
    )


def _time(timestamp_ms: int, now_ms: int | None) -> str:
    if timestamp_ms == UNKNOWN or now_ms is None:
        return str(timestamp_ms)
    if not 0 < timestamp_ms <= now_ms:
        from kraft_core.client.errors import ClientError  # --help needs no client

        raise ClientError(
            f"the clocks do not agree: it is {now_ms}, and the last contact with a replica was "
            f"at {timestamp_ms}"
        )
    return f"{now_ms - timestamp_ms} ms ago"
