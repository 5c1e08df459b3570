"""`kraft storage format`: plan and check everything, then write it.

Follows Kafka's Formatter. `plan_format` looks at the directories and refuses what is not possible;
`FormatPlan.write` then writes one directory after the other, each of them completely or not at all.
Messages are those of `kafka-storage` 4.3.1. The parts of the plan:

- levels of features, which `feature_levels` knows,
- the first voters of a dynamic quorum, `ID@HOST:PORT:DIRECTORY_ID[,...]` (Kafka's DynamicVoters),
  with IPv6 hosts in brackets,
- SCRAM credentials from `--add-scram` (Kafka's ScramParser; RFC 5802), such as
  `SCRAM-SHA-256=[name=alice,password=alice-secret]`, or with `iterations`, `salt` and, in place of
  the password, `saltedpassword`, both in base64,
- the first records as one line of text, without secrets.
"""

from __future__ import annotations

import base64
import binascii
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import FormatError
from kraft_core.config.feature_levels import (
    BY_NAME,
    FEATURES,
    KRAFT_VERSION,
    LATEST,
    METADATA_VERSION,
    check_level,
    metadata_version,
    metadata_version_of_level,
    short,
    version_name,
)
from kraft_core.config.gates import Gate, is_newer_than_known
from kraft_core.config.process_keys import VOTERS
from kraft_core.config.properties import INT_MAX
from kraft_core.raft.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.raft.consensus.voters import Voter, VoterSet
from kraft_core.raft.storage.disk_files import DiskFolder, check_writable, make_directory
from kraft_core.raft.storage.errors import StorageError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    decode_id,
    is_reserved,
    new_directory_id,
    read_meta_properties,
)
from kraft_wire.messages import FeatureLevelRecord, UserScramCredentialRecord
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from kraft_wire.sasl import SCRAM_MECHANISMS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kraft_core.config.process_keys import ProcessConfiguration
    from kraft_wire.message import Message
    from kraft_wire.sasl import ScramMechanism


# -- the plan --------------------------------------------------------------------------------------

_DYNAMIC_FLAGS = "--standalone, --initial-controllers, or --no-initial-controllers"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatRequest:
    """The arguments of the command line."""

    cluster_id: str
    release_version: str | None = None
    features: Sequence[str] = ()
    scram: Sequence[str] = ()
    passwords: Sequence[str] = ()
    """Of the credentials in `scram` that have none, in their order."""
    ignore_formatted: bool = False
    standalone: bool = False
    no_initial_controllers: bool = False
    initial_controllers: str | None = None


@dataclass(frozen=True, slots=True)
class DirectoryPlan:
    """One directory to format; `kind` is Kafka's word for it. `voters` are written if set."""

    path: str
    kind: str
    meta: MetaProperties
    voters: VoterSet | None


@dataclass(frozen=True, slots=True)
class FormatPlan:
    """Everything to write: the first records of the metadata log, and the directories."""

    metadata_version: int
    records: tuple[Message, ...]
    directories: tuple[DirectoryPlan, ...]

    @property
    def release(self) -> str:
        """The name of the level of metadata.version."""
        return version_name(self.metadata_version)

    def check_writable(self) -> None:
        """Make the directories and check that files can be made in them; raises FormatError."""
        for directory in self.directories:
            try:
                make_directory(directory.path)
                check_writable(directory.path)
            except OSError as error:
                raise _refusal(directory.path, error) from None

    def write(self, wall_ms: int) -> Iterator[DirectoryPlan]:
        """Write the directories in turn, each reported before it is written; raises FormatError."""
        values = [encode_metadata_record(MetadataRecord(each, 0)) for each in self.records]
        for directory in self.directories:
            yield directory
            try:
                make_directory(directory.path)
                format_directory(
                    DiskFolder(directory.path),
                    directory.meta,
                    wall_ms=wall_ms,
                    voters=directory.voters,
                    records=values,
                )
            except (OSError, StorageError) as error:
                reason = getattr(error, "strerror", None) or error
                raise FormatError(f"Error while formatting {directory.path}: {reason}") from None


def plan_format(process: ProcessConfiguration, request: FormatRequest) -> FormatPlan:
    """Check the request and return its plan; raises FormatError."""
    if not request.cluster_id:
        raise FormatError("The cluster id is empty.")
    asked = _asked_levels(request.features)
    level = _metadata_version(asked, request.release_version)
    voters = _first_voters(process, request)
    levels = _levels(asked, level, is_dynamic=not process.static_voters)
    # older levels have no record for credentials (Formatter.calculateBootstrapMetadata)
    if request.scram and not Gate.SCRAM.is_open(level):
        raise FormatError("SCRAM is only supported in metadata.version 3.5-IV2 or later.")
    scram = scram_records(request.scram, request.passwords)
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
    if is_newer_than_known(metadata_version_of_level(level)):
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
    listener = process.advertised[0]
    endpoint = Endpoint(listener.name, listener.host or "localhost", listener.port)
    return standalone_voter(process.node_id, new_directory_id(), endpoint)


def _levels(asked: dict[str, int], level: int, *, is_dynamic: bool) -> dict[str, int]:
    """Return the level of every feature, checked against each other."""
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
    # KIP-853: voters that change are kept in the log, which needs kraft.version 1; static voters
    # need kraft.version 0 (Formatter.effectiveKRaftFeatureLevel)
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
    """Return metadata.version first, the others by name; kraft.version is in a control record."""
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


def _refusal(path: str, error: OSError) -> FormatError:
    return FormatError(
        f"{path} cannot be formatted ({error.strerror or error}): let this user write there, or"
        " change log.dirs and metadata.log.dir."
    )


def _is_formatted(process: ProcessConfiguration, request: FormatRequest, path: str) -> bool:
    """Return True if the directory is formatted. Refuse one of another node or cluster."""
    if not Path(path).exists():
        return False
    try:
        meta = read_meta_properties(DiskFolder(path))
    except OSError as error:
        raise _refusal(path, error) from None
    except StorageError as error:
        raise FormatError(f"{path} cannot be formatted: {error}") from None
    if meta is None:
        return False
    where = Path(path) / "meta.properties"
    # MetaPropertiesEnsemble.verify: a directory of another cluster or node must never be reused
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
        # KIP-853: a voter is known by id and directory id, so this directory gets the one that the
        # voter set has for it
        if own is not None and own.key.directory_id is not None:
            directory_id = own.key.directory_id
    meta = MetaProperties(process.node_id, request.cluster_id, directory_id)
    return DirectoryPlan(path, kind, meta, first_voters)


# -- the first voters ------------------------------------------------------------------------------

_FIRST_VOTER: Final = re.compile(
    r"([0-9]{1,10})@(?:\[([^\]]*)\]|([^:]*)):([0-9]{1,5}):(.*)", re.DOTALL
)
_KRAFT_RANGE: Final = VersionRange(0, 1)
_PORT_MAX: Final = 65_535


def parse_first_voters(text: str, listener: str) -> VoterSet:
    """Read voters, each with one endpoint, named `listener`; raises FormatError."""
    voters: dict[int, Voter] = {}
    for entry in filter(None, text.strip().split(",")):
        voter = _parse_voter(entry.strip(), listener)
        if voter.id in voters:
            raise FormatError(f"Node id {voter.id} was specified more than once.")
        voters[voter.id] = voter
    if not voters:
        raise FormatError("No voters given.")
    return VoterSet.of([voters[voter_id] for voter_id in sorted(voters)])


def standalone_voter(voter_id: int, directory_id: bytes, endpoint: Endpoint) -> VoterSet:
    """Return a voter set with only this node."""
    return VoterSet.of([Voter(ReplicaKey(voter_id, directory_id), (endpoint,), _KRAFT_RANGE)])


def _parse_voter(entry: str, listener: str) -> Voter:
    match = _FIRST_VOTER.fullmatch(entry)
    if match is None:
        raise FormatError(f"{entry!r} is not a valid ID@HOST:PORT:DIRECTORY_ID.")
    host = match[2] or match[3]
    voter_id, port = int(match[1]), int(match[4])
    if not host or voter_id > INT_MAX or port > _PORT_MAX:
        raise FormatError(f"{entry!r} has no host, or an id or port that is too large.")
    directory_id = decode_id(match[5])
    # reserved ids have a special meaning (DirectoryId.reserved)
    if directory_id is not None and is_reserved(directory_id):
        raise FormatError(
            f"{entry!r}: {match[5]!r} is a directory id that Kafka reserves; `random-uuid` makes"
            " another."
        )
    if directory_id is None:
        raise FormatError(
            f"{entry!r}: {match[5]!r} is not a valid directory id; `random-uuid` makes one."
        )
    key = ReplicaKey(voter_id, directory_id)
    return Voter(key, (Endpoint(listener, host, port),), _KRAFT_RANGE)


# -- SCRAM credentials -----------------------------------------------------------------------------

_SCRAM_ITERATIONS: Final = 4096
_SCRAM_SALT_BYTES: Final = 20
_SECRET_PARTS: Final = frozenset({"password", "saltedpassword"})


def scram_records(
    arguments: Sequence[str], passwords: Sequence[str]
) -> tuple[UserScramCredentialRecord, ...]:
    """Return the records of credentials; raises FormatError, whose text has no secret.

    `passwords` are those of the arguments without one, in their order.
    """
    parsed = [_parse_scram(argument.strip()) for argument in arguments]
    waiting = [parts for _, _, parts in parsed if not _SECRET_PARTS.intersection(parts)]
    if passwords and len(passwords) != len(waiting):
        raise FormatError(
            f"--password-file has {len(passwords)} line(s), but {len(waiting)} of the"
            f" {len(parsed)} --add-scram arguments have no password: give one line for each."
        )
    for parts, password in zip(waiting, passwords, strict=False):
        if not password:
            raise FormatError("--password-file has an empty line in place of a password.")
        parts["password"] = password
    return tuple(_scram_record(*each) for each in parsed)


def _scram_record(
    name: str, mechanism: ScramMechanism, parts: dict[str, str]
) -> UserScramCredentialRecord:
    has_secret = bool(_SECRET_PARTS.intersection(parts))
    user = parts.pop("name", None)
    if user is None:
        raise FormatError("You must supply 'name' to add-scram")
    given_salt = _decoded_base64(parts.pop("salt", None), "salt")
    iterations = _scram_iterations(parts.pop("iterations", None), name, mechanism)
    salt = os.urandom(_SCRAM_SALT_BYTES) if given_salt is None else given_salt
    salted = _salted_password(parts, mechanism, salt, iterations, has_salt=given_salt is not None)
    if parts:
        # the part of a password after a comma looks like another field
        listed = "what follows a comma" if has_secret else ", ".join(sorted(parts))
        raise FormatError(f"Unknown SCRAM configurations: {listed}")
    kept = mechanism.credential(salted, salt, iterations)
    return UserScramCredentialRecord(name=user, mechanism=mechanism.number, **kept._asdict())


def _parse_scram(argument: str) -> tuple[str, ScramMechanism, dict[str, str]]:
    name, equals, rest = argument.partition("=")
    if not equals:
        raise FormatError("Failed to find equals sign in SCRAM argument")
    mechanism = SCRAM_MECHANISMS.get(name)
    if mechanism is None:
        raise FormatError(f"The add-scram mechanism {name} is not supported.")
    if not rest.startswith("["):
        raise FormatError("Expected configuration string to start with [")
    if not rest.endswith("]"):
        raise FormatError("Expected configuration string to end with ]")
    parts: dict[str, str] = {}
    for component in rest[1:-1].split(","):
        key, equals, value = component.partition("=")
        if not equals:
            raise FormatError(
                "No equals sign found in SCRAM component; a password cannot contain a comma"
            )
        is_quoted = len(value) > 1 and value[0] == value[-1] == '"'
        parts[key] = value[1:-1] if is_quoted else value
    return name, mechanism, parts


def _decoded_base64(text: str | None, what: str) -> bytes | None:
    if text is None:
        return None
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        raise FormatError(f"Failed to decode given {what}: it is not base64") from None


def _scram_iterations(text: str | None, name: str, mechanism: ScramMechanism) -> int:
    if text is None:
        return _SCRAM_ITERATIONS
    digits = text[1:] if text[:1] in {"+", "-"} else text
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
        raise FormatError(f"Failed to parse iterations count: {text}")
    iterations = int(text)
    # RFC 5802 sets no upper bound; Kafka's ScramMechanism has both
    for bound, sign in ((mechanism.lowest, ">="), (mechanism.highest, "<=")):
        if iterations < bound if sign == ">=" else iterations > bound:
            member = name.replace("-", "_")
            raise FormatError(
                f"The 'iterations' value must be {sign} {bound} for add-scram using {member}"
            )
    return iterations


def _salted_password(
    parts: dict[str, str],
    mechanism: ScramMechanism,
    salt: bytes,
    iterations: int,
    *,
    has_salt: bool,
) -> bytes:
    password = parts.pop("password", None)
    salted = parts.pop("saltedpassword", None)
    if password is not None:
        return mechanism.salted_password(password, salt, iterations)
    if salted is None:
        raise FormatError(
            "You must supply one of 'password' or 'saltedpassword' to add-scram, or --password-file"
        )
    # a salted password cannot be checked against a salt that is drawn here
    if not has_salt:
        raise FormatError("You must supply 'salt' with 'saltedpassword' to add-scram")
    return _decoded_base64(salted, "saltedPassword") or b""


# -- the first records as text ---------------------------------------------------------------------


def first_records_text(records: Iterable[Message]) -> str:
    """Return one line about the first records: levels of features, and users without their keys.

    Kafka's tool prints the records by toString, with salts and keys (divergence N56).
    """
    named = [_record_words(each) for each in records]
    return f"The metadata log begins with: {', '.join(named)}."


def _record_words(record: Message) -> str:
    if isinstance(record, FeatureLevelRecord):
        is_metadata = record.name == METADATA_VERSION
        release = f" ({version_name(record.feature_level)})" if is_metadata else ""
        return f"{record.name} {record.feature_level}{release}"
    if isinstance(record, UserScramCredentialRecord):
        names = {each.number: name for name, each in SCRAM_MECHANISMS.items()}
        return f"{names[record.mechanism]} keys of user {record.name}"
    return type(record).__name__
