"""`kraft start`: run a controller from Kafka's own configuration file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kraft_core.node.configuration import NodeConfiguration

EXAMPLES = """\b
Examples:
  kraft start controller.properties
  kraft start --check controller.properties
  kraft start controller.properties --override controller.quorum.fetch.timeout.ms=1000

SIGTERM hands leadership over, closes and ends with exit code 0.
"""


@click.command(epilog=EXAMPLES, short_help="run a controller from Kafka's configuration file")
@click.argument("file", metavar="FILE", type=click.Path())
@click.option(
    "--check", "is_check", is_flag=True, help="Check FILE and the log directories; start nothing."
)
@click.option("--override", multiple=True, metavar="KEY=VALUE", help="Override a property of FILE.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="Least severe lines to write to standard error.",
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Kafka's line format, or one JSON object per line.",
)
def command(
    *, file: str, is_check: bool, override: tuple[str, ...], log_level: str, log_format: str
) -> None:
    """Run a controller with the Kafka configuration FILE until SIGTERM or SIGINT."""
    from kraft_core.config.errors import NodeError, NodeFailedError
    from kraft_core.config.properties import Properties
    from kraft_core.controller.service import Controller
    from kraft_core.node.configuration import read_node
    from kraft_core.node.running import log_to_stderr, run_node
    from kraft_core.raft.consensus.invariants import (
        InvariantBroken,
        LogWriteFailedError,
    )
    from kraft_core.raft.storage.errors import StorageError
    from kraft_core.security.errors import SecurityConfigError

    overrides = {}
    for entry in override:
        key, equals, value = entry.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(f"invalid --override {entry!r}: expected KEY=VALUE")
        overrides[key.strip()] = value
    log_to_stderr(log_level.upper(), log_format)
    try:
        configuration = read_node(Properties.load(file, overrides))
        if is_check:
            check(file, configuration)
            return
        controller = Controller()
        run_node(configuration, controller, controller)
    except NodeFailedError:
        raise SystemExit(1) from None  # the log has the reason
    except (
        NodeError,
        StorageError,
        LogWriteFailedError,
        InvariantBroken,
        SecurityConfigError,
    ) as error:
        raise click.ClickException(str(error)) from None


def check(file: str, configuration: NodeConfiguration) -> None:
    """Print what a start would find; exit code 1 if it would fail or could lose a vote.

    Nothing is locked, written or listened on.
    """
    from kraft_core.cli.examined import examined
    from kraft_core.cli.findings import lines_of
    from kraft_core.operations.findings import NO_ADDRESS, Severity, sorted_by_severity, worst

    lines = security_lines(configuration)
    findings = sorted_by_severity(examined(configuration))
    said = lines_of(findings, NO_ADDRESS)
    if worst(findings) is Severity.ERROR:
        echo(*said, err=True)
        raise click.ClickException(f"The controller cannot start with {file}.")
    echo(*_described(file, configuration), *lines, *said)


def security_lines(configuration: NodeConfiguration) -> list[str]:
    """Describe the listeners; raises ConfigurationError for their stores and certificates."""
    from kraft_core.node.transport.secure import NodeSecurity

    security = NodeSecurity(configuration.security)
    security.load()
    security.check_own_trust(configuration.process.controller_names[0])
    lines = []
    for name, listener in security.listeners.items():
        text = f"Listener {name}: {listener.keys.protocol}"
        if name in security.certificates:
            certificate = security.certificates[name]
            certificate.check(name)
            text += (
                f", certificate of {certificate.subject} until"
                f" {certificate.not_after:%Y-%m-%d %H:%M} UTC"
            )
        lines.append(text)
    hosts = {each.name: each.host for each in configuration.process.advertised}
    return [*lines, *security.warnings(hosts)]


def _described(file: str, configuration: NodeConfiguration) -> list[str]:
    from kraft_core.node.directories import check_directories

    cluster_id = check_directories(configuration)
    process = configuration.process
    lines = [
        f"{file} is valid: node {process.node_id} of cluster {cluster_id}.",
        f"Log directories: {', '.join(process.directories)}",
    ]
    if configuration.repeated:
        names = _list(configuration.repeated)
        lines.append(f"Given more than once, the last value counts: {names}")
    if configuration.unused:
        lines.append(f"Given but not used: {_list(configuration.unused)}")
    return lines


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
