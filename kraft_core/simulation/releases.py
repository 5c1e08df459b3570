"""What releases of Kafka differ in between controllers: the highest versions that they speak.

At kraft.version 1 all of them speak Vote 1 and Fetch 17 at least.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kraft_core.consensus.values import PeerVersions
from kraft_wire.messages import (
    AddRaftVoterRequest,
    ApiVersionsRequest,
    FetchRequest,
    VoteRequest,
)


@dataclass(frozen=True, slots=True)
class Release:
    """A release by its name, with its highest versions of Fetch, Vote, AddRaftVoter, ApiVersions.

    All others are the same in every release, and the newest.
    """

    name: str
    fetch: int
    vote: int
    add_raft_voter: int
    api_versions: int

    @property
    def peer_versions(self) -> PeerVersions:
        """What its ApiVersions answer tells consensus."""
        return PeerVersions(vote=self.vote, fetch=self.fetch)

    def highest(self, api_key: int) -> int | None:
        """The highest version of that API, None where no release differs."""
        match api_key:
            case FetchRequest.API_KEY:
                return self.fetch
            case ApiVersionsRequest.API_KEY:
                return self.api_versions
            case VoteRequest.API_KEY:
                return self.vote
            case AddRaftVoterRequest.API_KEY:
                return self.add_raft_voter
        return None


RELEASES: Final = {
    release.name: release
    for release in (
        Release("3.9", 17, 1, 0, 4),
        Release("4.0", 17, 2, 0, 4),
        Release("4.1", 18, 2, 0, 4),
        Release("4.2", 18, 2, 1, 4),
        Release("4.3", 18, 2, 1, 4),
        Release("4.4", 18, 2, 1, 5),
    )
}
"""By name, oldest first."""


@lru_cache(maxsize=4096)
def shared_version(api_key: int, highest: int, one: Release, other: Release) -> int:
    """The highest version that both speak, of those up to `highest`."""
    for release in (one, other):
        limit = release.highest(api_key)
        if limit is not None and limit < highest:
            highest = limit
    return highest
