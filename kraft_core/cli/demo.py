"""`kraft demo`: a quorum on this machine that grows, is hurt and heals, before one's eyes."""

from __future__ import annotations

import sys

import click

EXAMPLES = """\b
Examples:
  kraft demo
  kraft demo --json | jq -r .text
"""


@click.command(epilog=EXAMPLES, short_help="run a quorum on this machine")
@click.option("--json", "is_json", is_flag=True, help="Print events as JSON Lines.")
@click.option(
    "--pace",
    type=click.FloatRange(0, 100),
    default=1.0,
    show_default=True,
    help="Pause after each state; 0 for none.",
)
def command(*, is_json: bool, pace: float) -> int:
    """Run three nodes as processes, add a fourth, kill the leader, remove a voter, lose nothing.

    It takes less than half a minute. In the end the disks of all nodes are read: the exit code is 1
    if an acknowledged record is missing, is there twice or out of order. Nothing is left behind.
    """
    from kraft_core.demo.acts import perform_on  # only when it is shown
    from kraft_core.demo.processes import DemoError
    from kraft_core.demo.screens import screen_for

    try:
        verdict = perform_on(screen_for(sys.stdout, is_json=is_json), pace)
    except DemoError as error:
        raise click.ClickException(str(error)) from None
    return 0 if verdict.is_good else 1
