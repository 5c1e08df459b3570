"""What formatting will write, thought out before anything is written (Kafka's Formatter).

`plan_format` looks at the directories and refuses what cannot be; `FormatPlan.write` then writes,
one directory after the other, each of them wholly or not at all. Messages are those of
`kafka-storage` 4.3.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kraft_core.consensus.values import Endpoint
from kraft_core.node.errors import FormatError
from kraft_core.node.feature_levels import (
    BY_NAME,
    FEATURES,
    KRAFT_VERSION,
    LATEST,
    METADATA_VERSION,
    SCRAM_FROM,
    check_level,
    metadata_version,
    metadata_version_of_level,
    short,
    version_name,
)
from kraft_core.node.first_voters import parse_first_voters, standalone_voter
from kraft_core.node.process_configuration import VOTERS
from kraft_core.node.scram import scram_record
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.errors import StorageError
from kraft_core.storage.formatting import format_directory
from kraft_core.storage.meta_properties import (
    MetaProperties,
    new_directory_id,
    read_meta_properties,
)
from kraft_wire.messages import FeatureLevelRecord
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kraft_core.consensus.voters import VoterSet
    from kraft_core.node.process_configuration import ProcessConfiguration
    from kraft_wire.message import Message

_DYNAMIC_FLAGS = "--standalone, --initial-controllers, or --no-initial-controllers"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatRequest:
    """What the command line asked for."""

    cluster_id: str
    release_version: str | None = None
    features: Sequence[str] = ()
    scram: Sequence[str] = ()
    ignore_formatted: bool = False
    standalone: bool = False
    no_initial_controllers: bool = False
    initial_controllers: str | None = None


@dataclass(frozen=True, slots=True)
class DirectoryPlan:
    """One directory to be formatted; `kind` is Kafka's word for it. With voters it gets them."""

    path: str
    kind: str
    meta: MetaProperties
    voters: VoterSet | None


@dataclass(frozen=True, slots=True)
class FormatPlan:
    """All that is to be written: the first records of the metadata log, and the directories."""

    metadata_version: int
    records: tuple[Message, ...]
    directories: tuple[DirectoryPlan, ...]

    @property
    def release(self) -> str:
        """The name of the level of metadata.version."""
        return version_name(self.metadata_version)

    def write(self, wall_ms: int) -> Iterator[DirectoryPlan]:
        """Write one directory after the other, each announced before; raises FormatError."""
        values = [encode_metadata_record(MetadataRecord(each, 0)) for each in self.records]
        for directory in self.directories:
            yield directory
            try:
                Path(directory.path).mkdir(parents=True, exist_ok=True)
                format_directory(
                    DiskFolder(directory.path),
                    directory.meta,
                    wall_ms=wall_ms,
                    voters=directory.voters,
                    records=values,
                )
            except (OSError, StorageError) as error:
                raise FormatError(f"Error while formatting {directory.path}: {error}") from None


def plan_format(process: ProcessConfiguration, request: FormatRequest) -> FormatPlan:
    """Check everything; raises FormatError."""
    if not request.cluster_id:
        raise FormatError("The cluster id is empty.")
    asked = _asked_levels(request.features)
    level = _metadata_version(asked, request.release_version)
    voters = _first_voters(process, request)
    levels = _levels(asked, level, is_dynamic=not process.static_voters)
    if request.scram and level < SCRAM_FROM:
        raise FormatError("SCRAM is only supported in metadata.version 3.5-IV2 or later.")
    scram = tuple(scram_record(argument) for argument in request.scram)
    directories = _directories(process, request, voters)
    return FormatPlan(level, (*_feature_records(levels), *scram), directories)


def _asked_levels(features: Sequence[str]) -> dict[str, int]:
    asked = {}
    for feature in features:
        name, equals, text = (part.strip() for part in feature.partition("="))
        if not equals:
            raise FormatError(f"Can't parse feature=level string {feature}: equals sign not found.")
        level = short(text)
        if level is None:
            raise FormatError(
                f"Can't parse feature=level string {feature}: unable to parse {text} as a short."
            )
        asked[name] = level
    return asked


def _metadata_version(asked: dict[str, int], release: str | None) -> int:
    level = asked.get(METADATA_VERSION)
    if level is None:
        return LATEST if release is None else metadata_version(release)
    if release is not None:
        raise FormatError(
            f"Use --release-version instead of --feature {METADATA_VERSION}=X to avoid ambiguity."
        )
    if metadata_version_of_level(level) > LATEST:
        raise FormatError(f"{METADATA_VERSION} {version_name(level)} is not yet stable.")
    return level


def _first_voters(process: ProcessConfiguration, request: FormatRequest) -> VoterSet | None:
    is_named = request.standalone or request.initial_controllers is not None
    if process.static_voters and is_named:
        raise FormatError(
            f"You cannot specify {VOTERS} and format the node with --initial-controllers or"
            f" --standalone. If you want to use dynamic quorum, please remove {VOTERS} and specify"
            " controller.quorum.bootstrap.servers instead."
        )
    if request.standalone:
        return _standalone(process)
    if request.initial_controllers is not None:
        return parse_first_voters(request.initial_controllers, process.controller_names[0])
    if process.is_controller and not process.static_voters and not request.no_initial_controllers:
        raise FormatError(
            f"Because {VOTERS} is not set on this controller, you must specify one of the"
            f" following: {_DYNAMIC_FLAGS}."
        )
    return None


def _standalone(process: ProcessConfiguration) -> VoterSet:
    if not process.is_controller:
        raise FormatError("You can only use --standalone on a controller.")
    told = process.advertised[0]
    endpoint = Endpoint(told.name, told.host or "localhost", told.port)
    return standalone_voter(process.node_id, new_directory_id(), endpoint)


def _levels(asked: dict[str, int], level: int, *, is_dynamic: bool) -> dict[str, int]:
    """The level of every feature, checked against each other."""
    for name in sorted(asked):
        if name not in BY_NAME and name != METADATA_VERSION:
            raise FormatError(
                f"Unsupported feature: {name}. Supported features are: {', '.join(sorted(BY_NAME))}"
            )
    levels = {feature.name: feature.default(level) for feature in FEATURES} | asked
    levels[METADATA_VERSION] = level
    levels[KRAFT_VERSION] = _kraft_version(asked.get(KRAFT_VERSION), is_dynamic=is_dynamic)
    for name in sorted(BY_NAME):
        check_level(name, levels)
    return levels


def _kraft_version(asked: int | None, *, is_dynamic: bool) -> int:
    if asked is None:
        return int(is_dynamic)
    if asked == 0 and is_dynamic:
        raise FormatError(
            f"Cannot set kraft.version to 0 if {VOTERS} is empty and one of the flags"
            f" {_DYNAMIC_FLAGS} is used. For dynamic controllers support, try removing the"
            " --feature flag for kraft.version."
        )
    if asked and not is_dynamic:
        raise FormatError(
            f"Cannot set kraft.version to {asked} unless {VOTERS} is empty and one of the flags"
            f" {_DYNAMIC_FLAGS} is used. For dynamic controllers support, try using one of"
            f" {_DYNAMIC_FLAGS} and removing {VOTERS}."
        )
    return asked


def _feature_records(levels: dict[str, int]) -> list[Message]:
    """metadata.version first, the others by name; kraft.version is told by a control record."""
    others = [name for name in sorted(levels) if name not in {METADATA_VERSION, KRAFT_VERSION}]
    return [
        FeatureLevelRecord(name=name, feature_level=levels[name])
        for name in (METADATA_VERSION, *others)
        if levels[name]
    ]


def _directories(
    process: ProcessConfiguration, request: FormatRequest, voters: VoterSet | None
) -> tuple[DirectoryPlan, ...]:
    formatted: list[str] = []
    empty: list[str] = []
    for path in process.directories:
        (formatted if _is_formatted(process, request, path) else empty).append(path)
    if formatted and not request.ignore_formatted:
        raise FormatError(
            f"Log directory {formatted[0]} is already formatted. Use --ignore-formatted to ignore"
            " this directory and format the others."
        )
    return tuple(_directory(process, request, path, voters) for path in empty)


def _is_formatted(process: ProcessConfiguration, request: FormatRequest, path: str) -> bool:
    """Whether it is, and then for this node of this cluster."""
    if not Path(path).exists():
        return False
    try:
        meta = read_meta_properties(DiskFolder(path))
    except (OSError, StorageError) as error:
        raise FormatError(f"{path} cannot be formatted: {error}") from None
    if meta is None:
        return False
    where = Path(path) / "meta.properties"
    if meta.cluster_id != request.cluster_id:
        raise FormatError(
            f"Invalid cluster.id in: {where}. Expected {request.cluster_id}, but read"
            f" {meta.cluster_id}"
        )
    if meta.node_id != process.node_id:
        raise FormatError(
            f"Stored node id {meta.node_id} doesn't match previous node id {process.node_id} in"
            f" {where}. If you moved your data, make sure your configured node id matches."
        )
    return True


def _directory(
    process: ProcessConfiguration, request: FormatRequest, path: str, voters: VoterSet | None
) -> DirectoryPlan:
    kind, directory_id = "data directory", new_directory_id()
    first_voters = voters if path == process.metadata_log_dir else None
    if path == process.metadata_log_dir:
        kind = "metadata directory"
    if first_voters is not None:
        own = first_voters.get(process.node_id)
        kind = "dynamic metadata directory" if own is None else "dynamic metadata voter directory"
        if own is not None and own.key.directory_id is not None:
            directory_id = own.key.directory_id
    meta = MetaProperties(process.node_id, request.cluster_id, directory_id)
    return DirectoryPlan(path, kind, meta, first_voters)
