"""`python -m benchmarks.perf_server`: a replica under load, like `kafka.tools.TestRaftServer`."""

from __future__ import annotations

import click

from benchmarks.perf_load import Workload, read_perf_server
from kraft_core.config.errors import NodeError, NodeFailedError
from kraft_core.node.running import log_to_stderr, run_node
from kraft_core.raft.consensus.invariants import InvariantBroken, LogWriteFailedError
from kraft_core.raft.storage.errors import StorageError

EXAMPLES = """\b
Example, of one of three voters:
  python -m benchmarks.perf_server --config 1.properties \
    --replica-directory-id J8aAPcfLQt2bqs1JT_rMgQ

The file needs node.id, listeners, controller.listener.names, controller.quorum.voters and log.dirs;
nothing is formatted. While it leads it prints a line every five seconds, as Kafka's does.
"""
RECORD_BYTES_MAX = 2**31 - 1


@click.command(epilog=EXAMPLES, short_help="a replica under load, as kafka.tools.TestRaftServer")
@click.option("--config", required=True, metavar="FILE", help="Kafka's configuration file.")
@click.option(
    "--replica-directory-id",
    "directory_id",
    required=True,
    metavar="ID",
    help="The directory id of the replica; reserved ids are accepted.",
)
@click.option(
    "--throughput",
    type=click.IntRange(1, 2**31 - 1),
    default=5000,
    show_default=True,
    metavar="RECORDS",
    help="Number of records per second that the leader writes.",
)
@click.option(
    "--record-size",
    type=click.IntRange(1, RECORD_BYTES_MAX),
    default=256,
    show_default=True,
    metavar="BYTES",
    help="Size of each record's value, in bytes.",
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="Least severe lines to write to standard error.",
)
def command(
    *, config: str, directory_id: str, throughput: int, record_size: int, log_level: str
) -> None:
    """Run a voter of a quorum for measurements until SIGTERM or SIGINT.

    The quorum has a topic of its own, __raft_performance_test; Kafka's TestRaftServer can be voters
    of the same quorum.
    """
    log_to_stderr(log_level.upper())
    try:
        configuration = read_perf_server(config, directory_id)
        workload = Workload(throughput, record_size, click.echo)
        run_node(configuration, workload, workload)
    except NodeFailedError:
        raise SystemExit(1) from None  # the log has the reason
    except (NodeError, StorageError, LogWriteFailedError, InvariantBroken) as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    command(prog_name="python -m benchmarks.perf_server")
