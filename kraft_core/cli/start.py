"""`kraft start`: run a controller from Kafka's own configuration file."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  kraft start controller.properties
  kraft start controller.properties --override controller.quorum.fetch.timeout.ms=1000

SIGTERM hands leadership over, closes and ends with exit code 0.
"""


@click.command(epilog=EXAMPLES, short_help="run a controller from Kafka's configuration file")
@click.argument("file", metavar="FILE")
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
def command(*, file: str, override: tuple[str, ...], log_level: str) -> None:
    """Run a controller from FILE, a configuration of Kafka's, until it is told to end."""
    from kraft_core.consensus.invariants import (  # noqa: PLC0415
        InvariantBroken,
        LogWriteFailedError,
    )
    from kraft_core.controller.controller import Controller  # noqa: PLC0415
    from kraft_core.node.configuration import read_node  # noqa: PLC0415
    from kraft_core.node.errors import NodeError  # noqa: PLC0415
    from kraft_core.node.properties import Properties  # noqa: PLC0415
    from kraft_core.node.running import log_to_stderr, run_node  # noqa: PLC0415
    from kraft_core.storage.errors import StorageError  # noqa: PLC0415

    overrides = {}
    for entry in override:
        key, equals, value = entry.partition("=")
        if not equals or not key.strip():
            raise click.UsageError(f"--override wants KEY=VALUE, not {entry!r}")
        overrides[key.strip()] = value
    log_to_stderr(log_level.upper())
    controller = Controller()
    try:
        run_node(read_node(Properties.load(file, overrides)), controller, controller)
    except (NodeError, StorageError, LogWriteFailedError, InvariantBroken) as error:
        raise click.ClickException(str(error)) from None
