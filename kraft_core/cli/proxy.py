"""`kraft proxy`: rules in front of a running cluster, for tests of clients in any language."""

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

    from kraft_core.testing import KafkaProxy
    from kraft_wire.schema import VersionRange

EXAMPLES = """\b
Examples:
  kraft proxy localhost:9092
  kraft proxy localhost:9092 --port 19092 --versions Fetch:4-11 --versions InitProducerId:none
  kraft proxy localhost:9092 --rule "Produce topic=orders times=3 error=NOT_LEADER_OR_FOLLOWER"

A rule is an API, conditions (version, direction, node, client_id, topic, partition or a field of
the message), times=N or nth=N, and an action: error=NAME, level=LEVEL with it, delay=SECONDS, drop,
reset=before, reset=after or cut=BYTES. Files of --rules have the same keys in tables [[rule]].

Ctrl-C or SIGTERM ends the proxy. Rules that never fired are reported, with --check by exit code 1.
"""


@click.command(epilog=EXAMPLES, short_help="inject faults between a client and a running cluster")
@click.argument("upstream", metavar="HOST:PORT[,HOST:PORT...]")
@click.option(
    "--port",
    type=click.IntRange(0, 65_535),
    default=0,
    help="Port for the first address; the others use the next ports (default: free ports).",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on.",
)
@click.option(
    "--versions",
    "caps",
    metavar="API:LOW-HIGH",
    multiple=True,
    help="Offer these versions only; API:none leaves the API out. Can be repeated.",
)
@rule_options
@click.option(
    "--trace",
    type=click.IntRange(1, 20_000),
    metavar="N",
    help="Print the last N requests and responses at the end, as kraft wire trace does.",
)
@click.option(
    "--record",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="Write the last 10,000 requests and responses to FILE at the end, for kraft wire trace.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object with the addresses.")
def command(
    *,
    upstream: str,
    port: int,
    host: str,
    caps: tuple[str, ...],
    rules: tuple[str, ...],
    rule_files: tuple[Path, ...],
    check: bool,
    trace: int | None,
    record: str | None,
    as_json: bool,
) -> None:
    """Forward requests to a cluster, with faults by rule, until SIGTERM or SIGINT.

    Clients connect only to the proxy: it replaces the addresses in responses with its own.
    Connections are plaintext on both sides.
    """
    from kraft_core.testing import KafkaProxy, KafkaProxyError

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    versions = dict(map(_cap, caps))
    try:
        proxy = KafkaProxy(upstream, versions=versions, host=host, port=port, record=record)
    except KafkaProxyError as error:
        raise click.ClickException(str(error)) from None
    try:
        add_rules(proxy, rule_files, rules)
        facts = {"bootstrap_servers": proxy.bootstrap_servers, "upstream": upstream}
        echo(json.dumps(facts) if as_json else f"bootstrap.servers={proxy.bootstrap_servers}")
        ended.wait()
    finally:
        _close(proxy)
    if trace and (lines := proxy.trace(trace)):
        echo(*lines)
    report_rules(proxy, check=check)


def _close(proxy: KafkaProxy) -> None:
    from kraft_core.testing import KafkaProxyError

    try:
        proxy.close()
    except KafkaProxyError as error:  # of the recording
        raise click.ClickException(str(error)) from None


def _cap(text: str) -> tuple[str, VersionRange | None]:
    """Read one value of `--versions`."""
    api, _, wanted = text.partition(":")
    lowest, _, highest = wanted.partition("-")
    if wanted == "none":
        return api, None
    if not lowest.isdecimal() or not (highest or lowest).isdecimal():
        text = f"invalid versions in {text!r}: expected API:LOW-HIGH or API:none"
        raise click.BadParameter(text, param_hint="--versions")
    return api, (int(lowest), int(highest or lowest))
