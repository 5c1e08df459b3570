"""`kraft recover plan` and `apply`: new voters for a quorum that has lost a majority."""

from __future__ import annotations

import os
import re
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from kraft_core.cli.admin_connection import CommandError, json_option
from kraft_core.cli.output import check_output, counted, echo

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kraft_core.operations.recovery.planning import Dropped, Inputs, RecoveryPlan
    from kraft_core.raft.consensus.voters import VoterSet

_F = TypeVar("_F", bound="Callable[..., Any]")

PLAN: Final = """\b
Forms:
  (none)            a majority of the voters is lost: new voters continue the best log
  --endpoints-only  a majority is there, but no name or address in the voter set is valid any more
  --to-dynamic      a static quorum becomes dynamic (kraft.version 1)
  --no-brokers      a backup becomes the metadata of a new cluster without data

\b
Examples:
  kraft recover plan /data/controller-1 /copies/broker-11 --lost 2,3 --voters 1@c1:9093 \\
    --broker-dir /copies/broker-11 --brokers-stopped --output plan.json
  kraft recover plan --from-backup /backup/friday --no-brokers --new-cluster-id ID \\
    --voters 1@c1:9093 --output plan.json

Exit code: 0 if the plan was written, 1 if it was refused; nothing is written then.
"""
APPLY: Final = """\b
Example:
  kraft recover apply plan.json --node 1 --to /data/controller-1-new --accept 'PHRASE'

Run it once for each voter of the plan, where the inputs of the plan are; then move each directory
to its machine. Exit code: 0 if the directory was written, 1 if not.
"""
_VOTER: Final = re.compile(
    r"(?P<id>[0-9]{1,10})@(?:(?P<name>[A-Za-z0-9_.-]+)://)?"
    r"(?P<host>\[[0-9A-Fa-f:.]+\]|[^:/@\s]+):(?P<port>[0-9]{1,5})(?::(?P<directory>[\w-]{22}))?",
    re.ASCII,
)
_DIGITS_MAX: Final = 18
"""Of an offset."""
_LISTED: Final = 20
"""Lines of a list on the terminal; the plan file has all."""


def marks_of(
    context: click.Context, option: click.Parameter, values: Sequence[str]
) -> dict[int, int]:
    """Read high watermarks, ID=OFFSET."""
    del context, option
    found: dict[int, int] = {}
    for value in values:
        node, _, offset = value.partition("=")
        if not (_is_number(node) and _is_number(offset)):
            raise click.BadParameter(f"invalid ID=OFFSET in {value!r}, as in 1=81204")
        if found.setdefault(int(node), int(offset)) != int(offset):
            raise click.BadParameter(f"two high watermarks for node {int(node)}")
    return found


def ids_of(context: click.Context, option: click.Parameter, value: str | None) -> tuple[int, ...]:
    """Read node ids with commas between them."""
    del context, option
    words = [] if value is None else value.split(",")
    if not all(map(_is_number, words)):
        raise click.BadParameter(f"invalid node ids in {value!r}, as in 1,2,3")
    return tuple(map(int, words))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX


def _voters(text: str, listener: str) -> VoterSet:
    """Read the new voters; each without a directory id gets a random one."""
    from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
    from kraft_core.raft.consensus.voters import Voter, VoterSet
    from kraft_core.raft.storage.meta_properties import decode_id, new_directory_id

    found: dict[int, Voter] = {}
    for word in text.split(","):
        match = _VOTER.fullmatch(word.strip())
        if match is None:
            raise click.UsageError(
                f"invalid voter {word!r}: expected ID@HOST:PORT, as in 1@c1:9093"
            )
        node_id, name = int(match["id"]), match["name"] or listener
        endpoint = Endpoint(name, match["host"].strip("[]"), int(match["port"]))
        directory_id = decode_id(match["directory"]) if match["directory"] else new_directory_id()
        if directory_id is None:
            raise click.UsageError(f"invalid directory id in voter {word!r}")
        known = found.get(node_id)
        endpoints = (endpoint,) if known is None else (*known.endpoints, endpoint)
        if len({each.name.upper() for each in endpoints}) != len(endpoints):
            raise click.UsageError(f"two endpoints of listener {name} for voter {node_id}")
        key = ReplicaKey(node_id, directory_id) if known is None else known.key
        found[node_id] = Voter(key, endpoints, VersionRange(0, 1))
    return VoterSet.of(found.values())


def check_paths(paths: Iterable[str]) -> None:
    """Refuse a path that is given twice."""
    seen: set[str] = set()
    for path in paths:
        real = os.path.realpath(path)
        if real in seen:
            raise click.UsageError(f"{path} is given twice")
        seen.add(real)


def _jump(name: str, default: int) -> Callable[[_F], _F]:
    return click.option(
        f"--{name}-jump",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Raise {name.replace('-', ' ')}s by N above the highest that is known.",
    )


@click.command(epilog=PLAN)
@click.argument("directories", metavar="DIR...", nargs=-1, type=click.Path())
@click.option(
    "--voters",
    "voters_text",
    metavar="ID@HOST:PORT[,...]",
    required=True,
    help="The new voters. HOST can have a listener, NAME://HOST, and a directory id"
    " can follow, HOST:PORT:DIRECTORY_ID.",
)
@click.option(
    "--listener",
    metavar="NAME",
    default="CONTROLLER",
    show_default=True,
    help="Controller listener of voters that are given without one.",
)
@click.option(
    "--lost",
    metavar="ID[,...]",
    callback=ids_of,
    help="Voters without a directory here. They can come back, so their ids are not reused.",
)
@click.option(
    "--destroyed",
    metavar="ID[,...]",
    callback=ids_of,
    help="Voters whose disks no longer exist; new voters can reuse their ids.",
)
@click.option(
    "--static-voters",
    metavar="ID[,...]",
    callback=ids_of,
    help="The node ids in controller.quorum.voters, if the quorum is static.",
)
@click.option(
    "--high-watermark",
    "high_watermarks",
    metavar="ID=OFFSET",
    multiple=True,
    callback=marks_of,
    help="A high watermark that node ID reported. Can be repeated.",
)
@click.option("--branch", metavar="DIR", help="Directory whose log is kept if logs diverge.")
@click.option(
    "--broker-dir",
    "broker_dirs",
    metavar="DIR",
    multiple=True,
    help="A log directory of a broker, or a copy. Can be repeated.",
)
@click.option("--brokers-stopped", is_flag=True, help="State that every broker is stopped.")
@click.option(
    "--adopt-topics",
    is_flag=True,
    help="Recreate topics, partitions and replicas that only brokers have.",
)
@click.option("--no-brokers", is_flag=True, help="Plan for a cluster without brokers and data.")
@click.option("--new-cluster-id", metavar="ID", help="With --no-brokers: the new cluster id.")
@click.option("--endpoints-only", is_flag=True, help="Change the endpoints of all voters.")
@click.option("--to-dynamic", is_flag=True, help="Make a static quorum dynamic.")
@click.option(
    "--from-backup",
    "backups",
    metavar="FOLDER",
    multiple=True,
    help="Folder written by kraft backup.",
)
@_jump("offset", 10_000_000)
@_jump("epoch", 1_000_000)
@_jump("leader-epoch", 1_000)
@_jump("producer-id", 1_000_000)
@click.option("--output", metavar="FILE", required=True, help="Write the plan to this new file.")
@json_option
def plan(
    *,
    directories: tuple[str, ...],
    voters_text: str,
    listener: str,
    lost: tuple[int, ...],
    destroyed: tuple[int, ...],
    static_voters: tuple[int, ...],
    high_watermarks: dict[int, int],
    branch: str | None,
    broker_dirs: tuple[str, ...],
    brokers_stopped: bool,
    adopt_topics: bool,
    no_brokers: bool,
    new_cluster_id: str | None,
    endpoints_only: bool,
    to_dynamic: bool,
    backups: tuple[str, ...],
    offset_jump: int,
    epoch_jump: int,
    leader_epoch_jump: int,
    producer_id_jump: int,
    output: str,
    as_json: bool,
) -> None:
    """Plan new voters for a quorum from its surviving directories; only FILE is written.

    DIR is metadata.log.dir (or log.dirs) of a controller or a broker, or a copy of it.
    """
    from kraft_core.operations.recovery.directories import make_plan
    from kraft_core.operations.recovery.plan_files import to_text
    from kraft_core.operations.recovery.planning import Choices, Inputs
    from kraft_core.operations.recovery.repairs import Jumps
    from kraft_core.operations.recovery.verdicts import RecoveryError

    if not directories and not backups:
        raise click.UsageError("specify DIR, or --from-backup FOLDER")
    check_paths((*directories, *backups))
    check_paths(broker_dirs)
    if os.path.lexists(output):
        raise CommandError(f"{output} already exists: specify a new file.", "usage")
    check_output(output)
    inputs = Inputs(
        directories=_absolute(directories),
        backups=_absolute(backups),
        broker_directories=_absolute(broker_dirs),
        high_watermarks=tuple(sorted(high_watermarks.items())),
        static_voters=static_voters,
        choices=Choices(
            voters=_voters(voters_text, listener),
            lost=frozenset(lost),
            destroyed=frozenset(destroyed),
            branch=None if branch is None else str(Path(branch).absolute()),
            endpoints_only=endpoints_only,
            to_dynamic=to_dynamic,
            no_brokers=no_brokers,
            new_cluster_id=new_cluster_id,
            brokers_stopped=brokers_stopped,
            adopt_topics=adopt_topics,
            jumps=Jumps(offset_jump, epoch_jump, leader_epoch_jump, producer_id_jump),
        ),
    )
    _check_target(output, inputs)
    try:
        made, files = make_plan(inputs)
        text = to_text(made, inputs, files)
        _write(output, text)
    except RecoveryError as error:
        raise CommandError(f"{error}.", "refused") from None
    except OSError as error:
        raise CommandError(f"{output}: {error.strerror or error}.", "failed") from None
    if as_json:
        echo(text.rstrip("\n"))
    else:
        echo(*_lines(made, output))


@click.command(epilog=APPLY)
@click.argument("path", metavar="FILE")
@click.option(
    "--node", "node_id", metavar="ID", type=int, required=True, help="A voter of the plan."
)
@click.option("--to", "target", metavar="DIR", required=True, help="Log directory to create.")
@click.option(
    "--accept",
    "phrase",
    metavar="PHRASE",
    required=True,
    help="Confirmation phrase of the plan, word for word.",
)
def apply(*, path: str, node_id: int, target: str, phrase: str) -> None:
    """Write the log directory of one voter of a plan.

    The plan is computed again from its inputs, and refused if an input changed. Old directories are
    never changed.
    """
    from kraft_core.operations.recovery.applying import make_directory
    from kraft_core.operations.recovery.directories import make_plan
    from kraft_core.operations.recovery.plan_files import (
        BYTES_MAX,
        PlanFileError,
        check_same,
        read_inputs,
        to_text,
    )
    from kraft_core.operations.recovery.verdicts import RecoveryError
    from kraft_core.raft.storage.meta_properties import MetaProperties

    try:
        text = _read(path, BYTES_MAX)
        inputs = read_inputs(text)
        made, files = make_plan(inputs)
        check_same(text, to_text(made, inputs, files))
        voter = made.quorum.voters.get(node_id)
        if voter is None:
            raise PlanFileError(f"node {node_id} is not a voter of the plan")
        if phrase.split() != made.phrase.split():  # it can be pasted over several lines
            raise PlanFileError(
                f"--accept does not match the phrase of the plan, which is: {made.phrase}"
            )
        _check_target(target, inputs)
        meta = MetaProperties(node_id, made.quorum.cluster_id, voter.key.directory_id)
        make_directory(target, meta, made.snapshot())
    except RecoveryError as error:
        raise CommandError(f"{error}.", "refused") from None
    echo(*_applied(made, node_id, target))


def _read(path: str, limit: int) -> str:
    """Read a plan. Raises CommandError."""
    try:
        with Path(path).open(encoding="utf-8") as file:
            return file.read(limit + 1)
    except UnicodeDecodeError:
        raise CommandError(f"{path} is not valid UTF-8.", "refused") from None
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}.", "refused") from None


def _check_target(target: str, inputs: Inputs) -> None:
    """Refuse a directory inside an old one, which would change the old one."""
    real = Path(os.path.realpath(target))
    for path in (*inputs.directories, *inputs.backups, *inputs.broker_directories):
        if real.is_relative_to(os.path.realpath(path)):
            raise CommandError(f"{target} is inside {path}, which must not change.", "refused")


def _applied(made: RecoveryPlan, node_id: int, target: str) -> Iterator[str]:
    from kraft_core.operations.recovery.verdicts import old_disks

    quorum = made.quorum
    yield f"Log directory {target} of node {node_id}: snapshot {quorum.snapshot_id}."
    others = [str(each) for each in quorum.voters.ids if each != node_id]
    if others:
        yield f"Apply the plan also for node {', '.join(others)}, before one of them is started."
    if made.choices.new_cluster_id is None:  # voters of another cluster id are refused
        yield f"{old_disks(quorum.old_voters)}."
    if not quorum.kraft_version:
        voters = ",".join(_voter_lines(made))
        yield f"The quorum is static: set controller.quorum.voters={voters} on every node."
    if not made.choices.no_brokers:
        verb = "Start" if made.choices.brokers_stopped else "Restart"
        yield f"{verb} every broker when the new quorum has a leader."


def _absolute(paths: Iterable[str]) -> tuple[str, ...]:
    return tuple(str(Path(each).absolute()) for each in paths)


def _write(path: str, text: str) -> None:
    """Write a new file that only its owner can read: a plan has metadata of the cluster."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        Path(path).unlink()
        raise


def _lines(made: RecoveryPlan, output: str) -> Iterator[str]:
    from kraft_core.operations.recovery.repairs import BrokerKept

    quorum = made.quorum
    yield f"Plan {output} for cluster {quorum.cluster_id}:"
    yield f"  log        {quorum.chosen}"
    if quorum.certain is not None:
        end = quorum.certain.point.offset - 1
        yield f"  certain    up to offset {end}, by {quorum.certain.source}"
    yield f"  snapshot   {quorum.snapshot_id}, {counted(len(made.records), 'record')}"
    yield f"  voters     {', '.join(_voter_lines(made))}, kraft.version {quorum.kraft_version}"
    topics = made.image.topics.values()
    counts = (
        counted(len(made.image.brokers), "broker"),
        counted(len(topics), "topic"),
        counted(sum(len(each.partitions) for each in topics), "partition"),
    )
    yield f"  metadata   {', '.join(counts)}"
    for dropped in made.dropped:
        yield from dropped_lines(f"Dropped ({dropped.range.verdict})", dropped, "in the plan")
    repairs = [each for each in made.repairs if not isinstance(each, BrokerKept)]
    yield from _listed("Changes of the metadata:", list(map(str, repairs)), "in the plan")
    yield from _listed("Differences that stay:", list(map(str, made.findings)), "in the plan")
    yield ""
    yield "To apply it, accept this phrase, which names everything that is given up:"
    yield from textwrap.wrap(made.phrase, 96, initial_indent="  ", subsequent_indent="  ")


def _voter_lines(made: RecoveryPlan) -> Iterator[str]:
    for each in made.quorum.voters:
        yield f"{each.id}@{each.endpoints[0].host}:{each.endpoints[0].port}"


def dropped_lines(what: str, dropped: Dropped, rest: str) -> Iterator[str]:
    """Return the lines of metadata changes; `rest` says where to find all of them."""
    found = dropped.range
    title = f"{what}, offsets {found.start} to {(found.end or 0) - 1} of {found.log}:"
    yield from _listed(title, [f"{each.offset}  {each.text}" for each in dropped.changes], rest)


def _listed(title: str, lines: Sequence[str], rest: str) -> Iterator[str]:
    if lines:
        yield ""
        yield title
        yield from (f"  {each}" for each in lines[:_LISTED])
        if len(lines) > _LISTED:
            yield f"  and {len(lines) - _LISTED} more {rest}"
