"""`kraft proxy`: rules in front of a running cluster, for tests of clients in any language."""

from __future__ import annotations

import json
import shlex
import signal
import threading
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from kraft_core.testing import KafkaProxy
    from kraft_core.testing.rules import Moment
    from kraft_wire.schema import VersionRange

EXAMPLES = """\b
Examples:
  kraft proxy localhost:9092
  kraft proxy localhost:9092 --port 19092 --versions Fetch:4-11 --versions InitProducerId:none
  kraft proxy localhost:9092 --rule "Produce topic=orders times=3 error=NOT_LEADER_OR_FOLLOWER"

A rule is an API, conditions (version, node, client_id, topic, partition or a field of the
message), times=N or nth=N, and an action: error=NAME, level=LEVEL with it, delay=SECONDS, drop,
reset=before, reset=after or cut=BYTES.

Ctrl-C or SIGTERM ends the proxy. Exit code 1 if a rule never fired.
"""

_COUNTS: Final = ("times", "nth")
_ACTIONS: Final = ("error", "level", "delay", "drop", "reset", "cut")


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
@click.option("--rule", "rules", metavar="RULE", multiple=True, help="Add a rule. Can be repeated.")
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
    trace: int | None,
    record: str | None,
    as_json: bool,
) -> None:
    """Forward requests to a cluster, with faults by rule, until SIGTERM or SIGINT.

    Clients connect only to the proxy: it replaces the addresses in responses with its own.
    Connections are plaintext on both sides.
    """
    from kraft_core.testing import KafkaProxy, KafkaProxyError, RuleError

    ended = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: ended.set())
    versions = dict(map(_cap, caps))
    try:
        proxy = KafkaProxy(upstream, versions=versions, host=host, port=port, record=record)
    except KafkaProxyError as error:
        raise click.ClickException(str(error)) from None
    try:
        for text in rules:
            _add_rule(proxy, text)
        facts = {"bootstrap_servers": proxy.bootstrap_servers, "upstream": upstream}
        echo(json.dumps(facts) if as_json else f"bootstrap.servers={proxy.bootstrap_servers}")
        ended.wait()
    except RuleError as error:
        raise click.BadParameter(str(error), param_hint="--rule") from None
    finally:
        _close(proxy)
    if trace and (lines := proxy.trace(trace)):
        echo(*lines)
    unfired = proxy.unfired()
    for sentence in (*proxy.faults, *unfired):
        echo(sentence, err=True)
    if unfired:
        raise click.exceptions.Exit(1)


def _close(proxy: KafkaProxy) -> None:
    from kraft_core.testing import KafkaProxyError

    try:
        proxy.close()
    except KafkaProxyError as error:  # of the recording
        raise click.ClickException(str(error)) from None


def _cap(text: str) -> tuple[str, VersionRange | None]:
    """Read one `--versions`."""
    api, _, wanted = text.partition(":")
    lowest, _, highest = wanted.partition("-")
    if wanted == "none":
        return api, None
    if not lowest.isdecimal() or not (highest or lowest).isdecimal():
        text = f"invalid versions in {text!r}: expected API:LOW-HIGH or API:none"
        raise click.BadParameter(text, param_hint="--versions")
    return api, (int(lowest), int(highest or lowest))


def _add_rule(proxy: KafkaProxy, text: str) -> None:
    """Read one `--rule`; raises RuleError for what no rule can do."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise click.BadParameter(f"invalid rule {text!r}: {error}", param_hint="--rule") from None
    if not words:
        raise click.BadParameter("a rule names no API", param_hint="--rule")
    api, *words = words
    given = {name: value for name, _, value in (word.partition("=") for word in words)}
    actions = {name: given.pop(name) for name in _ACTIONS if name in given}
    counts = {name: _number(given.pop(name), name) for name in _COUNTS if name in given}
    if not actions.keys() - {"level"}:
        expected = ", ".join(_ACTIONS)
        raise click.BadParameter(
            f"{text!r} has no action; expected {expected}", param_hint="--rule"
        )
    rule = proxy.on(api, **{name: _value(value) for name, value in given.items()})
    for name, count in counts.items():
        getattr(rule, name)(count)
    level = actions.pop("level", None)
    for action, value in actions.items():
        match action:
            case "error":
                rule.error(value, level)
            case "delay":
                rule.delay(_seconds(value))
            case "drop":
                rule.drop()
            case "reset":
                rule.reset(_moment(value))
            case _:
                rule.cut(_number(value, action))


def _value(text: str) -> Any:
    return int(text) if text.removeprefix("-").isdecimal() else text


def _number(text: str, name: str) -> int:
    if not text.isdecimal():
        raise click.BadParameter(f"{name}={text}: expected a number", param_hint="--rule")
    return int(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        text = f"delay={text}: expected a number of seconds"
        raise click.BadParameter(text, param_hint="--rule") from None


def _moment(text: str) -> Moment:
    if text in ("", "before"):
        return "before"
    if text == "after":
        return "after"
    raise click.BadParameter(f"reset={text}: expected before or after", param_hint="--rule")
