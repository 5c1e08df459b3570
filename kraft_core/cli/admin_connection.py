"""Connection of the operators' commands to a cluster: options, client, errors as one sentence."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kraft_core.admin import Admin
    from kraft_core.client.errors import ClientError
    from kraft_core.config.properties import Properties
    from kraft_wire.message import Message

SERVER_VARIABLE = "KRAFT_BOOTSTRAP_SERVER"
CONTROLLER_VARIABLE = "KRAFT_BOOTSTRAP_CONTROLLER"
CONFIG_VARIABLE = "KRAFT_COMMAND_CONFIG"
"""Environment variables for options that are not given."""

SERVER_HELP = f"Brokers of the cluster. Also: {SERVER_VARIABLE}."
CONTROLLER_HELP = f"Controllers of the quorum. Also: {CONTROLLER_VARIABLE}."
CONFIG_HELP = (
    "A file with keys of Kafka's clients: time-outs, client.id, TLS and SASL."
    f" Also: {CONFIG_VARIABLE}."
)

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


def given_addresses(addresses: str | None) -> str:
    """Return the argument HOST:PORT[,...]; raises UsageError without one."""
    if not addresses:
        raise click.UsageError(
            f"no address given: specify HOST:PORT of a controller, or set {CONTROLLER_VARIABLE}"
        )
    return addresses


def connection_options(*short: str) -> Callable[[Any], Any]:
    """Add the options of Kafka's tools; `short` are the short forms of kafka-cluster, if any."""
    letters: list[tuple[str, ...]] = [(letter,) for letter in short] or [(), (), ()]
    names = ("--bootstrap-server", "--bootstrap-controller", "--command-config")
    server, controller, config = ((name, *more) for name, more in zip(names, letters, strict=True))

    def decorate(command: Any) -> Any:
        command = click.option(*config, metavar="FILE", help=CONFIG_HELP)(command)
        addresses = "HOST:PORT[,...]"
        command = click.option(*controller, metavar=addresses, help=CONTROLLER_HELP)(command)
        return click.option(*server, metavar=addresses, help=SERVER_HELP)(command)

    return decorate


class OperatorGroup(click.Group):
    """A group whose options are taken before and after the name of the subcommand."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Move the options of the group to the front."""
        return super().parse_args(ctx, self._sorted(ctx, args))

    def _sorted(self, ctx: click.Context, args: list[str]) -> list[str]:
        start = next((place for place, each in enumerate(args) if each in self.commands), None)
        if start is None:
            return args
        options = self._own_options(ctx, self.commands[args[start]])
        end = args.index("--") if "--" in args else len(args)
        front, kept, place = args[:start], args[start : start + 1], start + 1
        while place < end:
            name, equals, _ = args[place].partition("=")
            moved = 0
            if name in options:
                moved = 1 if equals else 2
            (front if moved else kept).extend(args[place : place + max(moved, 1)])
            place += max(moved, 1)
        return [*front, *kept, *args[place:]]

    def _own_options(self, ctx: click.Context, command: click.Command) -> set[str]:
        """Return the options with a value that the subcommand does not have itself."""
        taken = {name for each in command.get_params(ctx) for name in each.opts}
        return {
            name
            for each in self.params
            if isinstance(each, click.Option) and not each.is_flag
            for name in each.opts
            if name not in taken
        }


class Connection(NamedTuple):
    """Addresses of the cluster, from the options."""

    bootstrap_server: str | None
    bootstrap_controller: str | None
    command_config: str | None

    @classmethod
    def of(
        cls,
        *,
        bootstrap_server: str | None,
        bootstrap_controller: str | None,
        command_config: str | None,
    ) -> Connection:
        """Build the connection from options; a missing address or file comes from the environment.

        An address that is given excludes both variables: options win.
        """
        if bootstrap_server is None and bootstrap_controller is None:
            bootstrap_server = _variable(SERVER_VARIABLE)
            bootstrap_controller = _variable(CONTROLLER_VARIABLE)
            if bootstrap_server is not None and bootstrap_controller is not None:
                raise click.UsageError(
                    f"{SERVER_VARIABLE} and {CONTROLLER_VARIABLE} exclude each other"
                )
        if command_config is None:
            command_config = _variable(CONFIG_VARIABLE)
        return cls(bootstrap_server, bootstrap_controller, command_config)

    def properties(self) -> Properties | None:
        """Return the file of options, if one is given; raises ClientError."""
        return None if self.command_config is None else _read(self.command_config)

    @contextmanager
    def admin(self) -> Iterator[Admin]:
        """Open a client; its errors become one sentence."""
        from kraft_core.admin.admin import Admin  # --help needs no client

        self.require_one()
        with sentences():
            bootstrap = self.bootstrap_server or self.bootstrap_controller or ""
            is_broker = self.bootstrap_server is not None
            options = client_options(self.command_config)
            with Admin(bootstrap, brokers=is_broker, on_note=waiting_note, **options) as admin:
                yield admin

    def require_one(self) -> None:
        """Require exactly one of the addresses."""
        if self.bootstrap_server is not None and self.bootstrap_controller is not None:
            raise click.UsageError(
                "--bootstrap-server and --bootstrap-controller exclude each other"
            )
        if self.bootstrap_server is None and self.bootstrap_controller is None:
            raise click.UsageError("specify --bootstrap-server or --bootstrap-controller")


def _variable(name: str) -> str | None:
    """Return the value of an environment variable; an empty one counts as none."""
    return os.environ.get(name) or None


def client_options(path: str | None) -> dict[str, Any]:
    """Read the options of a client from a file; raises ClientError.

    Without a file, given or in the environment, that is nothing, and nothing is imported for it.
    """
    path = path or _variable(CONFIG_VARIABLE)
    if path is None:
        return {}
    from kraft_core.admin.command_files import command_config

    return command_config(_read(path))._asdict()


def _read(path: str) -> Properties:
    from kraft_core.admin.command_files import read_command_config

    return read_command_config(path)


@contextmanager
def sentences() -> Iterator[None]:
    """Convert errors of the client, and invalid values, to errors of the command."""
    from kraft_core.client.errors import ClientError

    try:
        yield
    except ClientError as error:
        raise CommandError(str(error), _kind(error)) from None
    except ValueError as error:
        raise CommandError(str(error), "usage") from None


class CommandError(click.ClickException):
    """An error of a command with its kind, for JSON."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


def _kind(error: ClientError) -> str:
    """Return the kind: a wrong address is not a quorum without a leader, and neither a refusal."""
    from kraft_core.admin.errors import RequestRefusedError
    from kraft_core.client import errors

    match error:
        case errors.AuthenticationError() | errors.WrongClusterError() | errors.RefusedError():
            return "refused"
        case RequestRefusedError():
            return "refused"
        case errors.NotControllerError():
            return "address"
        case errors.LeaderNotFoundError():
            return "unreachable" if error.is_unreachable else "no-leader"
        case errors.CorruptAnswerError():
            return "failed"
        case errors.ConnectionLostError():
            return "unreachable"
        case _:
            return "failed"


def waiting_note(text: str) -> None:
    """Report on standard error why a command is still waiting."""
    echo(f"kraft: {text}; waiting", err=True)


def print_response(response: Message, **more: object) -> None:
    """Print a response with Kafka's field names, after the other output."""
    from kraft_wire.json_form import dumps, to_json

    echo(dumps(more | to_json(response, type(response).VERSIONS[1])))
