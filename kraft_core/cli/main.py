"""The command line: which commands there are, and how each of them fails.

Wrong use and every error of ours is one sentence on standard error and exit code 1, as in Kafka's
tools; Ctrl-C and a closed pipe end a command quietly.
"""

from __future__ import annotations

import importlib
import os
import sys

import click

COMMANDS = {
    "campaign": "simulate very many seeds, in waves, into a table",
    "cluster": "the id and the nodes of a cluster, as kafka-cluster tells them",
    "demo": "a quorum on this machine, through growth, a crash and a snapshot",
    "dump-log": "print log segments, snapshots and indexes as kafka-dump-log does",
    "features": "the features of a cluster and their levels, as kafka-features",
    "metadata-quorum": "look at a quorum, add and remove voters, as kafka-metadata-quorum",
    "perf-server": "a replica under a steady load, as kafka.tools.TestRaftServer",
    "simulate": "break a simulated quorum in all ways, many times",
    "start": "run a controller from Kafka's configuration file",
    "storage": "format log directories and look at them, as kafka-storage does",
    "story": "tell what happened in a cluster, out of its metadata log",
    "tail": "follow the metadata log of a running quorum",
    "wire": "list, convert and explain messages",
}
"""Command names and what they do; the module is the name with underscores."""

INTERRUPTED = 130


class LazyGroup(click.Group):
    """Loads a command's module when the command is asked for: start is what users feel."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in order."""
        del ctx
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kraft_core.cli.{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.group(cls=LazyGroup, epilog="Example: kraft dump-log --files 00000000000000000000.log")
@click.version_option(package_name="kraft")
def kraft() -> None:
    """The KRaft protocol of Apache Kafka in Python."""


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    try:
        # not kraft.main(): it has answers of its own to Ctrl-C and to a closed pipe
        given = sys.argv[1:] if arguments is None else list(arguments)
        with kraft.make_context("kraft", given) as ctx:
            code = kraft.invoke(ctx)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return 1
    except click.ClickException as error:
        click.echo(f"kraft: {error.format_message()}", err=True)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        # the reader is gone; nothing may be written at exit either
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0
