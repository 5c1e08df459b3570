"""Lasting states of a node as log lines: no leader, no vote, peers that refuse or do not answer.

`look` gets the current states about once a second. Consensus reports errors of peers; a report
counts for a while, so that a state lasts while it is repeated.
"""

from __future__ import annotations

import logging
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from kraft_core.config.errors import CANNOT_BECOME_ACTIVE
from kraft_core.net.resolver import NameState
from kraft_core.operations import findings as f
from kraft_core.operations.checks import failure, lacks_room, of_certificate
from kraft_core.operations.lasting import LastingStates
from kraft_core.operations.reports import Reach
from kraft_wire.errors import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Hashable, Iterable, Mapping

    from kraft_core.net.resolver import Pending
    from kraft_core.operations.findings import Finding
    from kraft_core.operations.node_state import PeerTrouble
    from kraft_core.raft.consensus.core import RaftCore
    from kraft_core.raft.replica.snapshots import SnapshotFault
    from kraft_core.security.certificates import Certificate

_LOG: Final = logging.getLogger("kraft.node")
_LEVELS: Final = {
    f.Severity.INFO: logging.INFO,
    f.Severity.WARNING: logging.WARNING,
    f.Severity.ERROR: logging.ERROR,
}
_REPORT_COUNTS_S: Final = 20.0
"""Time for which a report counts: longer than the slowest request that is made again."""

_REPORTS_MAX: Final = 1000
_NAME_AFTER_S: Final = 1.0
"""A shorter look-up is not reported as a state, even if it repeats."""

_DISK_AFTER_S: Final = 1.0
_KNOWN_BY_PEERS: Final = frozenset(
    {ErrorCode.INCONSISTENT_CLUSTER_ID.name, ErrorCode.CLUSTER_AUTHORIZATION_FAILED.name}
)
"""Errors that the connections to peers keep."""


class NodeStates:
    """The states of one node. Use it from the thread of its loop."""

    def __init__(self, now_s: Callable[[], float] = time.monotonic) -> None:
        self._now_s = now_s
        self._lasting = LastingStates()
        self._reports: dict[Hashable, tuple[float, Finding]] = {}

    def answered_error(self, peer: str, error: str) -> None:
        """Note an error with which a node answers; call it for each such answer."""
        if error not in _KNOWN_BY_PEERS:
            finding = f.AnswersError(who="This node", address=peer, error=error)
            self._report((peer, error), finding)

    def _report(self, key: Hashable, finding: Finding) -> None:
        self._reports.pop(key, None)
        if len(self._reports) >= _REPORTS_MAX:
            del self._reports[next(iter(self._reports))]
        self._reports[key] = self._now_s(), finding

    def look(self, found: Mapping[Hashable, Finding]) -> None:
        """Write the lines that are due; `found` is what `states_of` returns now."""
        now_s = self._now_s()
        for key in [k for k, (at_s, _) in self._reports.items() if now_s - at_s > _REPORT_COUNTS_S]:
            del self._reports[key]
        current = {key: finding for key, (_, finding) in self._reports.items()}
        for line in self._lasting.look(current | dict(found), now_s):
            _LOG.log(_LEVELS[line.severity], "%s", line.text)


def states_of(
    core: RaftCore,
    unresolved: Iterable[Pending] = (),
    troubles: Iterable[PeerTrouble] = (),
    *,
    obstacle: str | None = None,
    own: Mapping[Hashable, Finding] | None = None,
    free_bytes: int | None = None,
) -> dict[Hashable, Finding]:
    """Return the states of a node by key.

    `troubles` are the last errors towards peers. `obstacle` keeps this node from being the active
    controller. `own` is the result of `own_states`. `free_bytes` is the room on the disk if that is
    less than the reserve.
    """
    troubles, names = tuple(troubles), _of_names(unresolved)
    found = _of_consensus(core, {each.node_id for each in troubles}) | names
    for each in troubles:
        host = each.address.rpartition(":")[0].strip("[]")
        if each.kind == Reach.UNRESOLVED and ("name", host) in names:
            continue  # the finding about the name reports it once for all peers
        address = each.address if each.node_id < 0 else f"node {each.node_id} ({each.address})"
        finding = _of_peer(address, Reach(each.kind), each.error)
        found["peer", each.node_id, each.address, finding.id] = finding
    if obstacle is not None:
        reason = obstacle.partition(CANNOT_BECOME_ACTIVE)[2].strip(" .") or obstacle
        found["obstacle"] = f.CannotBecomeActive(who="This node", reason=reason)
    if free_bytes is not None:
        found["reserve"] = lacks_room("this node", free_bytes)
    # a certificate that ends in a month is a line at the start, not one each 15 minutes until then
    lasting = {
        k: each for k, each in (own or {}).items() if not isinstance(each, f.CertificateEnds)
    }
    return found | lasting


def own_states(
    who: str,
    *,
    slow_disks: Iterable[tuple[str, float]] = (),
    snapshot_fault: SnapshotFault | None = None,
    certificates: Iterable[tuple[str, Certificate]] = (),
    kept: Iterable[tuple[str, str]] = (),
    token_keys: Iterable[tuple[str, str]] = (),
    unreadable_acls: int = 0,
    unreadable_credentials: int = 0,
) -> dict[Hashable, Finding]:
    """Return by key what only the node itself knows: `status` gets these from its state document.

    `slow_disks` has the queues whose work is under way, with its seconds. `certificates` are those
    in use, by listener, `kept` the reasons why new ones are not.
    `token_keys` are keys of tokens that could not be read, by URL, with the reasons.
    `unreadable_acls` and `unreadable_credentials` count changes that could not be read.
    """
    found: dict[Hashable, Finding] = {}
    for name, seconds in slow_disks:
        if seconds >= _DISK_AFTER_S:
            found["disk", name] = f.DiskSlow(who=who, queue=name, seconds=round(seconds))
    if snapshot_fault is not None:
        failures, reason = snapshot_fault.failures, snapshot_fault.reason.rstrip(".")
        found["snapshots"] = f.SnapshotsFail(who=who, failures=failures, reason=reason)
    now = datetime.now(UTC)
    for name, certificate in certificates:
        finding = of_certificate(who, name, certificate.subject, certificate.not_after, now)
        if finding.severity is not f.Severity.INFO:
            found["certificate", name] = finding
    for where, reason in kept:
        found["kept", where] = f.CertificateKept(who=who, where=where, reason=reason.rstrip("."))
    for url, reason in token_keys:
        found["token keys", url] = f.TokenKeysUnread(who=who, url=url, reason=reason.rstrip("."))
    if unreadable_acls:
        found["acls"] = f.AclsUnreadable(who=who, changes=unreadable_acls)
    if unreadable_credentials:
        found["credentials"] = f.CredentialsUnreadable(who=who, changes=unreadable_credentials)
    return found


def _of_peer(address: str, reach: Reach, error: str) -> Finding:
    if reach is Reach.NO_RIGHT:
        return f.NodeRefused(address=address[:1].upper() + address[1:], error=error)
    return failure("This node", address, reach, error)


def _of_consensus(core: RaftCore, unreached: Container[int]) -> dict[Hashable, Finding]:
    found: dict[Hashable, Finding] = {}
    leader = core.leader_and_epoch
    # a voter that has lost its leader continues to name it, as follower and as prospective
    # (KIP-996), until another one is elected
    if leader.leader_id is None or leader.leader_id in unreached:
        found["leader"] = (
            f.NoLeaderKnown(epoch=leader.epoch) if len(core.voters) else f.NoVoters(who="This node")
        )
    key = core.config.key
    if len(core.voters) and key is not None and not core.voters.has(key):
        voters = tuple(sorted(voter.id for voter in core.voters))
        found["vote"] = f.NoVoteHere(node=key.id, voters=voters)
    return found


def _of_names(unresolved: Iterable[Pending]) -> dict[Hashable, Finding]:
    found: dict[Hashable, Finding] = {}
    for each in unresolved:
        if not (each.host and each.is_used):
            continue
        if each.failure is None and each.for_s < _NAME_AFTER_S:
            continue
        has_addresses = each.state in {NameState.KNOWN, NameState.REFRESHING}
        found["name", each.host] = f.NameUnresolved(
            host=each.host,
            fault="no answer of the name service" if each.failure is None else each.failure.text,
            consequence="its last addresses are used" if has_addresses else "it cannot be reached",
        )
    return found
