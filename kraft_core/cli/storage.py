"""`kraft storage`: format and inspect log directories, as kafka-storage does.

Options, standard output and exit codes are those of `kafka-storage` of Kafka 4.3.1; errors are one
sentence on standard error.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from kraft_core.config.process_keys import ProcessConfiguration

EXAMPLES = """\b
Examples:
  kraft storage random-uuid
  kraft storage format --standalone -t CLUSTER_ID -c controller.properties
  kraft storage info -c controller.properties
"""

FORMAT = """\b
Examples:
  kraft storage format --standalone -t CLUSTER_ID -c controller.properties
  kraft storage format --no-initial-controllers -t CLUSTER_ID -c controller.properties
  kraft storage format -s -t CLUSTER_ID -c controller.properties \\
    --add-scram 'SCRAM-SHA-512=[name=alice]' --password-file -
"""

_config = click.option(
    "--config", "-c", required=True, metavar="FILE", help="The Kafka configuration file to use."
)
_json = click.option("--json", "as_json", is_flag=True, help="Print JSON instead.")


@click.group(epilog=EXAMPLES)
def command() -> None:
    """Format the log directories of a node, or show what is in them."""


@command.command("random-uuid", epilog="Example: kraft storage random-uuid")
@_json
def random_uuid(*, as_json: bool) -> None:
    """Print a random id for a cluster or a directory."""
    from kraft_core.raft.storage.meta_properties import encode_id, new_directory_id

    uuid = encode_id(new_directory_id())
    echo(json.dumps({"uuid": uuid}) if as_json else uuid)


@command.command(epilog="Example: kraft storage info -c controller.properties --json")
@_config
@_json
def info(*, config: str, as_json: bool) -> int:
    """Show the log directories of this node and their problems."""
    from kraft_core.node.directories import DirectoryReport, report_lines

    report = DirectoryReport.of(_process(config).directories)
    if as_json:
        echo(json.dumps(report.to_json()))
    else:
        echo(*report_lines(report))
    return 1 if report.problems else 0


@command.command("format", epilog=FORMAT)
@_config
@click.option("--cluster-id", "-t", required=True, help="The cluster ID to use.")
@click.option(
    "--add-scram",
    "-S",
    multiple=True,
    metavar="CREDENTIAL",
    help="Initial SCRAM credential: 'SCRAM-SHA-256=[name=alice]', with its password in"
    " --password-file.",
)
@click.option(
    "--password-file",
    metavar="FILE",
    help="File with a password per line, for --add-scram arguments without one; - for standard "
    "input. Other users of this machine can read command lines.",
)
@click.option("--ignore-formatted", "-g", is_flag=True, help="Skip directories that are formatted.")
@click.option(
    "--release-version", "-r", help="Release whose feature levels the cluster starts with."
)
@click.option(
    "--feature", "-f", multiple=True, metavar="NAME=LEVEL", help="Feature and its initial level."
)
@click.option(
    "--standalone",
    "-s",
    is_flag=True,
    help="Create a dynamic quorum with this node as its only voter.",
)
@click.option(
    "--no-initial-controllers", "-N", is_flag=True, help="Learn the voters from the quorum."
)
@click.option(
    "--initial-controllers",
    "-I",
    metavar="ID@HOST:PORT:DIRECTORY_ID,...",
    help="Create a dynamic quorum of these voters; use the same list on all of them.",
)
@_json
def format_(*, config: str, as_json: bool, **options: Any) -> None:
    """Format the log directories of this node."""
    from kraft_core.config.errors import FormatError
    from kraft_core.node.formatting import (
        FormatRequest,
        first_records_text,
        plan_format,
    )

    chosen = ("standalone", "no_initial_controllers", "initial_controllers")
    if sum(bool(options[name]) for name in chosen) > 1:
        raise click.UsageError(
            "--standalone, --no-initial-controllers and --initial-controllers exclude each other"
        )
    options["features"] = options.pop("feature")
    options["scram"] = options.pop("add_scram")
    options["passwords"] = _passwords(options.pop("password_file"))
    process = _process(config)
    try:
        plan = plan_format(process, FormatRequest(**options))
        plan.check_writable()
        formatted = []
        if not as_json:
            done = "All of the log directories are already formatted."
            text = first_records_text(plan.records)
            echo(text if plan.directories else done)
        for directory in plan.write(time.time_ns() // 1_000_000):
            formatted.append({"directory": directory.path, "kind": directory.kind})
            if not as_json:
                echo(
                    f"Formatting {directory.kind} {directory.path} with metadata.version"
                    f" {plan.release}."
                )
    except FormatError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        echo(json.dumps({"metadataVersion": plan.release, "formatted": formatted}))


_PASSWORD_BYTES_MAX: Final = 1 << 16


def _passwords(path: str | None) -> list[str]:
    """Read the lines of a password file; errors never show its content."""
    if path is None:
        return []
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            content = file.read(_PASSWORD_BYTES_MAX + 1)
    except OSError as error:
        raise click.ClickException(f"--password-file {path}: {error.strerror or error}") from None
    if len(content) > _PASSWORD_BYTES_MAX:
        text = f"--password-file {path}: more than {_PASSWORD_BYTES_MAX} bytes"
        raise click.ClickException(text)
    try:
        lines = content.decode().replace("\r\n", "\n").split("\n")
    except UnicodeDecodeError:
        raise click.ClickException(f"--password-file {path}: not valid UTF-8") from None
    return lines[:-1] if lines[-1] == "" else lines


@command.command(
    "version-mapping", epilog="Example: kraft storage version-mapping --release-version 4.3"
)
@click.option("--release-version", "-r", help="Kafka release (default: the newest stable one).")
@_json
def version_mapping(*, release_version: str | None, as_json: bool) -> None:
    """Show the feature levels of a release."""
    print_version_mapping(release_version, as_json=as_json)


@command.command(
    "feature-dependencies",
    epilog="Example: kraft storage feature-dependencies --feature group.version=1",
)
@click.option(
    "--feature",
    "-f",
    required=True,
    multiple=True,
    metavar="NAME=LEVEL",
    help="Feature and its level.",
)
@_json
def feature_dependencies(*, feature: tuple[str, ...], as_json: bool) -> None:
    """Show the dependencies of feature levels."""
    print_feature_dependencies(feature, as_json=as_json)


def print_version_mapping(release: str | None, *, as_json: bool) -> None:
    """Print the levels of a release; `kraft features` does the same."""
    from kraft_core.config import feature_levels
    from kraft_core.config.errors import FormatError

    try:
        lines = feature_levels.version_mapping(release)
    except FormatError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        pairs = (line.split(" ")[0].split("=") for line in lines)
        echo(json.dumps({name: int(level) for name, level in pairs}))
    else:
        echo(*lines)


def print_feature_dependencies(features: tuple[str, ...], *, as_json: bool) -> None:
    """Print what levels depend on; `kraft features` does the same."""
    from kraft_core.config import feature_levels
    from kraft_core.config.errors import FormatError

    for asked in features:
        try:
            lines = feature_levels.feature_dependencies(asked)
        except FormatError as error:
            raise click.ClickException(str(error)) from None
        if as_json:
            needs = (line.strip().split(" ")[0].split("=") for line in lines[1:])
            name = lines[0].split(" ")[0]
            echo(json.dumps({"feature": name, "requires": {n: int(v) for n, v in needs}}))
        else:
            echo(*lines)


def _process(config: str) -> ProcessConfiguration:
    from kraft_core.config.errors import ConfigurationError
    from kraft_core.config.process_keys import read_process
    from kraft_core.config.properties import Properties

    try:
        return read_process(Properties.load(config))
    except ConfigurationError as error:
        raise click.ClickException(str(error)) from None
