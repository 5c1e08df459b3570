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
@click.option(
    "--override", multiple=True, metavar="KEY=VALUE", help="A value that wins over the file's."
)
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
    help="What is written to standard error.",
)
@click.option(
    "--log-format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="Lines as Kafka forms them, or a JSON object each.",
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
            echo(*checked(file, configuration))
            return
        controller = Controller()
        run_node(configuration, controller, controller)
    except NodeFailedError:
        raise SystemExit(1) from None  # its log has said why
    except (
        NodeError,
        StorageError,
        LogWriteFailedError,
        InvariantBroken,
        SecurityConfigError,
    ) as error:
        raise click.ClickException(str(error)) from None


def checked(file: str, configuration: NodeConfiguration) -> list[str]:
    """Check what can be checked without starting; return lines with the result.

    Raises StorageError, and ConfigurationError for stores and certificates of listeners too.

    Nothing is locked, written or listened on: that a port is free is not checked.
    """
    from kraft_core.node.directories import check_directories
    from kraft_core.node.transport.secure import NodeSecurity

    security = NodeSecurity(configuration.security)
    security.load()
    security.check_own_trust(configuration.process.controller_names[0])
    cluster_id = check_directories(configuration)
    process = configuration.process
    lines = [
        f"{file} is valid: node {process.node_id} of cluster {cluster_id}.",
        f"Log directories: {', '.join(process.directories)}",
    ]
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
    hosts = {each.name: each.host for each in process.advertised}
    lines += security.warnings(hosts)
    if configuration.repeated:
        names = _list(configuration.repeated)
        lines.append(f"Given more than once, the last value counts: {names}")
    if configuration.unused:
        lines.append(f"Given but not used: {_list(configuration.unused)}")
    return lines


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
