"""The file quorum-state: epoch, leader and vote (FileQuorumStateStore, QuorumStateData).

Kafka reads its first line, a JSON object, and writes nothing else. Ours has a second line, of 32
spaces and tabs: the bits of the CRC-32C of the first one. JSON readers skip it and Kafka never
looks at it; but as Kafka rewrites the file at each start, the seal shows whether this
project wrote the file last (`is_foreign`), which the durable mark has to know.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, TypeVar

from kraft_core.raft.consensus.values import UNKNOWN_ID, Election, ReplicaKey
from kraft_core.raft.storage.errors import LogFailedError
from kraft_core.raft.storage.files import replace_file
from kraft_core.raft.storage.meta_properties import decode_id, encode_id
from kraft_core.raft.storage.text_files import damaged, later_version, read_text
from kraft_wire.records.checksum import crc32c

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from kraft_core.raft.storage.files import Folder

T = TypeVar("T")

NAME: Final = "quorum-state"
_DATA_VERSION: Final = "data_version"
_NO_DIRECTORY: Final = bytes(16)
_INT32_MAX: Final = (1 << 31) - 1
_SEAL_BITS: Final = 32


class ElectionFile:
    """Reads and replaces the file quorum-state."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self._has_failed = False

    def read(self) -> Election | None:
        """Return the stored election, None if there is none.

        Raises DamagedFileError, and UnknownVersionError for a version that a later release wrote.
        """
        return self._parsed(_election)

    def static_voter_ids(self) -> tuple[int, ...]:
        """Return the static voters of the stored election, ascending; empty if it names none.

        Only version 0 has them. A start ignores them. Raises DamagedFileError.
        """
        return self._parsed(_static_voter_ids) or ()

    def _parsed(self, parse: Callable[[dict[str, Any]], T]) -> T | None:
        text = read_text(self._folder, NAME)
        if text is None:
            return None
        try:
            fields = _fields(text.split("\n", 1)[0])
            version = fields.get(_DATA_VERSION)
            if type(version) is int and version > 1:
                raise later_version(self._folder, NAME, version, "0 and 1 are")
            return parse(fields)
        except ValueError as error:
            raise damaged(self._folder, NAME, str(error)) from None

    def is_foreign(self) -> bool:
        """Return True if the file exists and another program wrote it last."""
        text = read_text(self._folder, NAME)
        if text is None:
            return False
        line, _, rest = text.partition("\n")
        return rest != _seal(line) + "\n"

    def write(self, election: Election, kraft_version: int, voter_ids: Sequence[int]) -> None:
        """Replace the file; durable on return. Level 0 of kraft.version writes version 0 of it.

        Raises OSError if that fails, once: nothing is tried again, LogFailedError follows.
        """
        if self._has_failed:
            raise LogFailedError(f"{self._folder.path}/{NAME} could not be written earlier.")
        line = encoded(election, kraft_version, voter_ids)
        self._has_failed = True
        try:
            replace_file(self._folder, NAME, f"{line}\n{_seal(line)}\n".encode())
        except OSError as error:
            error.filename = error.filename or f"{self._folder.path}/{NAME}"
            raise
        self._has_failed = False


def encoded(election: Election, kraft_version: int, voter_ids: Sequence[int]) -> str:
    """Return the line that Kafka would write."""
    leader = UNKNOWN_ID if election.leader_id is None else election.leader_id
    voted = election.voted
    voted_id = UNKNOWN_ID if voted is None else voted.id
    fields: dict[str, Any] = {"leaderId": leader, "leaderEpoch": election.epoch}
    fields["votedId"] = voted_id
    if kraft_version > 0:
        directory_id = None if voted is None else voted.directory_id
        fields["votedDirectoryId"] = encode_id(directory_id or _NO_DIRECTORY)
    else:
        fields = {"clusterId": "", **fields, "appliedOffset": 0}
        fields["currentVoters"] = [{"voterId": voter_id} for voter_id in voter_ids]
    fields[_DATA_VERSION] = min(kraft_version, 1)
    return json.dumps(fields, separators=(",", ":"))


def _seal(line: str) -> str:
    bits = f"{crc32c(line.encode()):0{_SEAL_BITS}b}"
    return bits.replace("0", " ").replace("1", "\t")


def _fields(line: str) -> dict[str, Any]:
    """Return the members of the object; raises ValueError."""
    try:
        found = json.loads(line, object_pairs_hook=_without_doubles)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    _refuse_if(not isinstance(found, dict), "its first line is not a JSON object")
    return dict(found)


def _without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field is repeated")
    return found


def _election(fields: dict[str, Any]) -> Election:
    version = fields.get(_DATA_VERSION)
    if version not in (0, 1) or isinstance(version, bool):
        raise ValueError(f"{_DATA_VERSION} is {version!r:.40}: expected 0 or 1")
    leader_id = _number(fields, "leaderId", UNKNOWN_ID)
    epoch = _number(fields, "leaderEpoch", 0)
    voted_id = _number(fields, "votedId", UNKNOWN_ID)
    directory_id = None
    if version == 0:
        _check_version_0(fields)
    else:
        directory_id = _directory_id(fields)
    voted = None if voted_id == UNKNOWN_ID else ReplicaKey(voted_id, directory_id)
    return Election(epoch, None if leader_id == UNKNOWN_ID else leader_id, voted)


def _static_voter_ids(fields: dict[str, Any]) -> tuple[int, ...]:
    _election(fields)
    voters = fields.get("currentVoters") or ()
    return () if fields[_DATA_VERSION] else tuple(sorted({each["voterId"] for each in voters}))


def _check_version_0(fields: dict[str, Any]) -> None:
    """Check the fields that only version 0 has; a start ignores them, as Kafka since KIP-853."""
    _refuse_if(not isinstance(fields.get("clusterId"), str), "clusterId is missing or no text")
    _number(fields, "appliedOffset", -(1 << 31))
    voters = fields.get("currentVoters", 0)
    is_list = voters is None or isinstance(voters, list)
    _refuse_if(not is_list, "currentVoters is missing or no list")
    for voter in voters or ():
        _refuse_if(not isinstance(voter, dict), "an entry of currentVoters is not an object")
        _number(voter, "voterId", -(1 << 31))


def _directory_id(fields: dict[str, Any]) -> bytes | None:
    text = fields.get("votedDirectoryId")
    directory_id = decode_id(text) if isinstance(text, str) else None
    if directory_id is None:
        raise ValueError("votedDirectoryId is missing or not an id of 22 characters")
    return None if directory_id == _NO_DIRECTORY else directory_id


def _number(fields: dict[str, Any], name: str, lowest: int) -> int:
    number = fields.get(name)
    is_number = isinstance(number, int) and not isinstance(number, bool)
    if not is_number or number is None:
        raise ValueError(f"{name} is missing or not a number")
    _refuse_if(not lowest <= number <= _INT32_MAX, f"{name} is out of range")
    return int(number)


def _refuse_if(is_wrong: bool, fault: str) -> None:
    if is_wrong:
        raise ValueError(fault)
