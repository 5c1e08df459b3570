"""The command line: its commands, and the form of their errors.

A usage error or an error of kraft is one line on standard error and exit code 1, as in Kafka's
tools; unknown and missing options and arguments are followed by the usage of the command. With
`--json` it is one JSON object there. Ctrl-C and a closed pipe end a command quietly,
a full disk under standard output is one sentence.
"""

from __future__ import annotations

import errno
import importlib
import json
import os
import sys

import click

from kraft_core.cli.output import echo, os_fault
from kraft_wire.extras import installed_versions, missing_sentence

GROUPS = {
    "Decode bytes and files": {
        "dump-log": "print log segments, snapshots and indexes as kafka-dump-log does",
        "export": "append new records of logs to a Parquet, Delta or Iceberg table",
        "story": "show what happened in a cluster, from its metadata log",
        "wire": "list, convert and explain messages",
    },
    "Observe and administer a cluster": {
        "backup": "copy the committed metadata of a quorum into a log directory",
        "cluster": "show the id and the nodes of a cluster, as kafka-cluster does",
        "doctor": "check a controller on its machine: findings with remedies",
        "features": "show and change feature levels, as kafka-features does",
        "metadata-quorum": "describe a quorum, add and remove voters, as kafka-metadata-quorum",
        "quorum": "plan a change of the voters, and apply it step by step",
        "recover": "survey what is left when a majority of voters is lost",
        "restore": "copy logs for a broker, print commands for the rest",
        "status": "show all controllers of a quorum and what is wrong",
        "tail": "follow the metadata log of a running quorum",
    },
    "Run a quorum": {
        "cluster-up": "run kraft controllers and real brokers on this machine, for tests",
        "start": "run a controller from Kafka's configuration file",
        "storage": "format and inspect log directories, as kafka-storage does",
    },
    "Test the protocol": {
        "campaign": "simulate many seeds in waves, into a table",
        "mock": "run mock brokers for the tests of a client",
        "proxy": "inject faults between a client and a running cluster",
        "simulate": "inject faults into a simulated quorum, many times",
    },
    "Develop": {
        "codegen": "generate Python codecs from Kafka's schemas; compare two releases",
    },
}
"""Commands by use, with what they do; the module is the name with underscores."""

COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}

INTERRUPTED = 130
COMPLETE_VARIABLE = "_KRAFT_COMPLETE"
"""Set to bash_source, zsh_source or fish_source it prints click's completion script."""

_OUTPUT_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of a write to standard output, apart from a closed pipe."""


class LazyGroup(click.Group):
    """Loads the module of a command when it is called: users notice a slow start."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return all names, in order."""
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

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; suggest the one that an unknown name resembles."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches  # seldom

            bare = {each.replace("-", ""): each for each in COMMANDS}
            close = get_close_matches(name.lower().replace("_", "").replace("-", ""), bare, 1, 0.7)
            if close:
                ctx.fail(f"No such command {name!r}. Did you mean {bare[close[0]]!r}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        width = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(f"{name:{width}}", text) for name, text in commands.items()])


@click.group(
    cls=LazyGroup,
    invoke_without_command=True,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: kraft dump-log --files 00000000000000000000.log",
)
@click.option("--version", "is_version", is_flag=True, help="Print versions and the engine in use.")
@click.option("--json", "as_json", is_flag=True, help="With --version: print JSON.")
@click.pass_context
def kraft(context: click.Context, *, is_version: bool, as_json: bool) -> None:
    """The KRaft protocol of Apache Kafka in Python."""  # noqa: D401 - the title of the help
    if is_version:
        print_versions(as_json=as_json)
        context.exit()
    if as_json:
        raise click.UsageError("--json before a command needs --version")


def print_versions(*, as_json: bool) -> None:
    """Print versions of kraft, of Python and of all packages that an extra brings."""
    import platform  # seldom

    import kraft_wire

    packages = installed_versions()
    if as_json:
        facts = {
            "kraft": kraft_wire.__version__,
            "engine": kraft_wire.engine,
            "python": platform.python_version(),
            "packages": packages,
        }
        echo(json.dumps(facts))
        return
    echo(f"kraft {kraft_wire.__version__}")
    echo(f"engine {kraft_wire.engine}")
    echo(f"{platform.python_implementation()} {platform.python_version()}")
    for name, version in packages.items():
        echo(f"{name} {version or 'not installed'}")


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and exit."""
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line; return the exit code."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    instruction = os.environ.get(COMPLETE_VARIABLE)
    if instruction:
        from click.shell_completion import shell_complete  # seldom

        return shell_complete(kraft, {}, "kraft", COMPLETE_VARIABLE, instruction)
    try:
        code = _run(given)
        if sys.stdout is not None:  # None where it was closed
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()  # the reader is gone; nothing may be written at exit either
        return 0
    except OSError as error:
        # writers of files give their errors a path, also that of a full disk, which has none
        if error.errno in _OUTPUT_ERRORS and error.filename is None:
            _discard_output()
            reason = os.strerror(error.errno or 0)
            _report(f"Cannot write to standard output: {reason}.", "failed", given)
        else:
            _report(os_fault(error), "failed", given)
        return 1
    return code


def _run(given: list[str]) -> int:
    try:
        # not kraft.main(): it handles Ctrl-C and a closed pipe in its own way
        with kraft.make_context("kraft", list(given)) as ctx:
            code = kraft.invoke(ctx)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        echo(*error.format_message().split("\n"), err=True)
        return 1
    except click.ClickException as error:
        if isinstance(error, click.UsageError):
            _report(_plain(error), "usage", given, _usage(error))
        else:
            _report(error.format_message(), getattr(error, "kind", "failed"), given)
        return 1
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except ModuleNotFoundError as error:
        sentence = missing_sentence("this command", error)
        if sentence is None:
            raise
        _report(sentence, "failed", given)
        return 1
    except ImportError as error:
        if not isinstance(error, _engine_error()):
            raise
        _report(str(error), "failed", given)
        return 1
    return code if isinstance(code, int) else 0


def _engine_error() -> type[ImportError]:
    """Return the error for an unavailable engine; its module would slow the start of commands."""
    from kraft_wire.errors import EngineError

    return EngineError


def _plain(error: click.UsageError) -> str:
    """Return click's message with only the nearest of the similar options that it lists."""
    if not isinstance(error, click.NoSuchOption):
        return error.format_message()
    nearest = next(iter(error.possibilities or ()), None)
    return error.message if nearest is None else f"{error.message} Did you mean {nearest!r}?"


def _usage(error: click.UsageError) -> str:
    """Return the usage line of the command; "" where the error names what is valid itself."""
    names_values = isinstance(error, click.BadParameter)
    if names_values and not isinstance(error, click.MissingParameter):
        return ""
    if error.ctx is None or isinstance(error.ctx.command, click.Group):
        return ""
    return " ".join(error.ctx.get_usage().split())


def _report(message: str, kind: str, given: list[str], usage: str = "") -> None:
    """Write the error to standard error: a line of text, or JSON if requested."""
    options = given[: given.index("--")] if "--" in given else given
    if "--json" in options:
        echo(json.dumps({"error": {"kind": kind, "message": message}}), err=True)
    else:
        end = "" if not usage or message.endswith((".", "?")) else "."
        echo(f"kraft: {message}{end} {usage}".rstrip(), err=True)


def _discard_output() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
