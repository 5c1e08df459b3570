"""The voters that a dynamic quorum begins with: `ID@HOST:PORT:DIRECTORY_ID[,...]`.

Kafka's DynamicVoters; IPv6 hosts stand in brackets.
"""

from __future__ import annotations

import re
from typing import Final

from kraft_core.consensus.values import Endpoint, ReplicaKey, VersionRange
from kraft_core.consensus.voters import Voter, VoterSet
from kraft_core.node.errors import FormatError
from kraft_core.node.properties import INT_MAX
from kraft_core.storage.meta_properties import decode_id, is_reserved

_VOTER: Final = re.compile(r"([0-9]{1,10})@(?:\[([^\]]*)\]|([^:]*)):([0-9]{1,5}):(.*)", re.DOTALL)
_KRAFT_RANGE: Final = VersionRange(0, 1)
_PORT_MAX: Final = 65_535


def parse_first_voters(text: str, listener: str) -> VoterSet:
    """Read voters, which all have one endpoint under the name of `listener`; raises FormatError."""
    voters: dict[int, Voter] = {}
    for entry in filter(None, text.strip().split(",")):
        voter = _parse(entry.strip(), listener)
        if voter.id in voters:
            raise FormatError(f"Node id {voter.id} was specified more than once.")
        voters[voter.id] = voter
    if not voters:
        raise FormatError("No voters given.")
    return VoterSet.of([voters[voter_id] for voter_id in sorted(voters)])


def standalone_voter(voter_id: int, directory_id: bytes, endpoint: Endpoint) -> VoterSet:
    """The set of this one voter."""
    return VoterSet.of([Voter(ReplicaKey(voter_id, directory_id), (endpoint,), _KRAFT_RANGE)])


def _parse(entry: str, listener: str) -> Voter:
    match = _VOTER.fullmatch(entry)
    if match is None:
        raise FormatError(f"{entry!r} is no ID@HOST:PORT:DIRECTORY_ID.")
    host = match[2] or match[3]
    voter_id, port = int(match[1]), int(match[4])
    if not host or voter_id > INT_MAX or port > _PORT_MAX:
        raise FormatError(f"{entry!r} has no host, or an id or port that is too large.")
    directory_id = decode_id(match[5])
    if directory_id is None or is_reserved(directory_id):
        raise FormatError(f"{entry!r}: {match[5]!r} is no directory id; `random-uuid` makes one.")
    key = ReplicaKey(voter_id, directory_id)
    return Voter(key, (Endpoint(listener, host, port),), _KRAFT_RANGE)
