"""`kraft cluster-up`: a cluster of kraft controllers and real brokers on this machine."""

from __future__ import annotations

import json
import signal
import threading
from typing import TYPE_CHECKING

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from kraft_core.testing import KafkaCluster

EXAMPLES = """\b
Examples:
  kraft cluster-up kafka_2.13-4.3.1/libs
  kraft cluster-up kafka_2.13-4.3.1/libs --controllers 3 --brokers 3
  kraft cluster-up kafka_2.13-3.9.2/libs --release-version 3.9 --json

Ctrl-C or SIGTERM ends all nodes. Brokers need Java 17 or newer.
"""


@click.command(epilog=EXAMPLES, short_help="run kraft controllers and brokers on this machine")
@click.argument("jars", metavar="JARS", type=click.Path())
@click.option(
    "--controllers",
    type=click.IntRange(1, 9),
    default=1,
    show_default=True,
    help="Number of controllers.",
)
@click.option(
    "--brokers", type=click.IntRange(1, 20), default=1, show_default=True, help="Number of brokers."
)
@click.option(
    "--release-version",
    metavar="RELEASE",
    help="metadata.version to format for, such as 4.2 (default: that of JARS).",
)
@click.option(
    "--folder",
    type=click.Path(),
    help="Empty folder for data and output (default: a temporary folder).",
)
@click.option(
    "--java", default="java", show_default=True, help="Java executable that runs the brokers."
)
@click.option("--heap", default="512m", show_default=True, help="Heap size of each broker.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the addresses.")
def command(
    *,
    jars: str,
    controllers: int,
    brokers: int,
    release_version: str | None,
    folder: str | None,
    java: str,
    heap: str,
    as_json: bool,
) -> None:
    """Start kraft controllers and brokers from JARS, the libs folder of a Kafka release."""
    from kraft_core.testing import ClusterError, kafka_cluster

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    try:
        with kafka_cluster(
            jars,
            controllers=controllers,
            brokers=brokers,
            release=release_version,
            folder=folder,
            java=java,
            heap=heap,
        ) as cluster:
            echo(*([json.dumps(_facts(cluster))] if as_json else _table(cluster)))
            ended.wait()
    except ClusterError as error:
        raise click.ClickException(str(error)) from None


def _facts(cluster: KafkaCluster) -> dict[str, object]:
    return {
        "cluster_id": cluster.cluster_id,
        "bootstrap_servers": cluster.bootstrap_servers,
        "bootstrap_controllers": cluster.bootstrap_controllers,
    }


def _table(cluster: KafkaCluster) -> list[str]:
    rows = [("ROLE", "ID", "ADDRESS", "OUTPUT")]
    for role, nodes in (("controller", cluster.controllers), ("broker", cluster.brokers)):
        rows += [(role, str(one.node_id), one.address, str(one.output)) for one in nodes]
    lines = [
        f"{role:<12}{node_id:<6}{address:<24}{output}" for role, node_id, address, output in rows
    ]
    return [*lines, "", f"bootstrap.servers={cluster.bootstrap_servers}"]
