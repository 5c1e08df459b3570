"""`kraft mock`: mock brokers in this process, for tests of clients in any language."""

from __future__ import annotations

import json
import signal
import threading
from typing import TYPE_CHECKING

import click

from kraft_core.cli.output import echo
from kraft_core.cli.rule_options import add_rules, report_rules, rule_options

if TYPE_CHECKING:
    from pathlib import Path

EXAMPLES = """\b
Examples:
  kraft mock
  kraft mock --brokers 3 --port 9092 --topic orders:6
  kraft mock --release 2.8 --json
  kraft mock --topic orders --rule "Produce topic=orders times=3 error=NOT_LEADER_OR_FOLLOWER"

A rule is an API, conditions (version, direction, node, client_id, topic, partition or a field of
the message), times=N or nth=N, and an action: error=NAME, level=LEVEL with it, delay=SECONDS, drop,
reset=before, reset=after or cut=BYTES. Files of --rules have the same keys in tables [[rule]].

Ctrl-C or SIGTERM ends the brokers. All topics are lost with them. Rules that never fired are
reported, with --check by exit code 1.
"""


@click.command(epilog=EXAMPLES, short_help="run mock brokers for the tests of a client")
@click.option(
    "--brokers",
    type=click.IntRange(1, 100),
    default=1,
    show_default=True,
    help="Number of brokers.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    help="Port of the first broker; the others use the next ports (default: free ports).",
)
@click.option("--release", metavar="R", help="Release whose APIs are offered: 0.11 to 4.4.")
@click.option(
    "--topic",
    "topics",
    metavar="NAME[:PARTITIONS]",
    multiple=True,
    help="Create a topic. Can be repeated.",
)
@rule_options
@click.option("--generic", is_flag=True, help="Also answer APIs that the mock has no model of.")
@click.option(
    "--record",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the last 10,000 requests and responses to FILE at the end, for kraft wire trace.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the addresses.")
def command(
    *,
    brokers: int,
    port: int,
    release: str | None,
    topics: tuple[str, ...],
    rules: tuple[str, ...],
    rule_files: tuple[Path, ...],
    check: bool,
    generic: bool,
    record: str | None,
    as_json: bool,
) -> None:
    """Run mock brokers that speak Kafka's protocol, until SIGTERM or SIGINT."""
    from kraft_core.testing import MockCluster, MockClusterError
    from kraft_core.testing.mock import NEWEST

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    wanted = [_topic(each) for each in topics]
    try:
        mock = MockCluster(
            brokers, port=port, generic=generic, release=release or NEWEST, record=record
        )
        try:
            for name, partitions in wanted:
                mock.create_topic(name, partitions)
            add_rules(mock, rule_files, rules)
            facts = {"cluster_id": mock.cluster_id, "bootstrap_servers": mock.bootstrap_servers}
            echo(json.dumps(facts) if as_json else f"bootstrap.servers={mock.bootstrap_servers}")
            ended.wait()
        finally:
            mock.close()
    except MockClusterError as error:
        raise click.ClickException(str(error)) from None
    report_rules(mock, check=check)


def _topic(text: str) -> tuple[str, int]:
    name, colon, partitions = text.partition(":")
    if colon and not partitions.isdecimal():
        raise click.BadParameter(f"invalid PARTITIONS in {text!r}", param_hint="--topic")
    return name, int(partitions or 1)
