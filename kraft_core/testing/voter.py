"""`MockVoter`: a scripted member of a quorum of controllers, over TCP, for tests of the others.

    with MockVoter(2, cluster_id=CLUSTER) as voter:
        voter.grants = False
        start_my_candidate(voters=f"{MINE},{voter.initial_controller}")
        voter.wait_for(lambda: voter.requests("Vote"), "a request for a vote")

It grants or refuses votes, leads with any log, and is wrong where a rule says so. `models.raft` has
what it answers.
"""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import uuid4

from kraft_core.config.feature_levels import METADATA_VERSION, TABLE
from kraft_core.net.addresses import Addresses
from kraft_core.node.formatting import parse_first_voters
from kraft_core.node.service import SERVED
from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import OffsetAndEpoch, ReplicaKey
from kraft_core.raft.replica.rpc_mapping import wire_request
from kraft_core.raft.storage.formatting import snapshot_content
from kraft_core.testing.answering import Answering
from kraft_core.testing.mock import NEWEST, MockClusterError, bound_to
from kraft_core.testing.models import raft
from kraft_core.testing.models.state import Broker
from kraft_core.testing.serving import Modelled
from kraft_wire.connection import ClientConnection, ConnectionFault, ResponseReceived
from kraft_wire.messages import FeatureLevelRecord, kafka_messages
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from kraft_core.raft.consensus.voters import VoterSet
    from kraft_wire.message import Message
    from kraft_wire.schema import VersionRange

__all__ = ["MockController", "MockVoter", "MockVoterError"]

FIRST_CONTROLLER_ID: Final = 3001
"""Ids of the controllers of a mock cluster begin here; its brokers have 1 to 100."""

TIMEOUT_S: Final = 30.0
"""Longest wait of `send` for a response."""

T = TypeVar("T")

_HOST: Final = "127.0.0.1"
_READ_BYTES: Final = 1 << 16


class MockVoterError(AssertionError):
    """The voter could not do what a test requested."""


class MockVoter(Modelled):
    """A voter of a quorum, which listens from its construction to `close`.

    `voters` are all of the quorum, as `--initial-controllers` takes them, for the records and
    descriptions of a voter that leads. `versions` narrows APIs by name; None leaves one out.
    Rules, barriers and `requests` are those of MockCluster; an API without a model or rule answers
    UNSUPPORTED_VERSION. `record` is that of MockCluster. As a context manager it calls `check` at
    the end.
    """

    _error = MockVoterError

    def __init__(
        self,
        node_id: int,
        *,
        cluster_id: str,
        directory_id: str | None = None,
        voters: str | None = None,
        versions: Mapping[str, VersionRange | None] | None = None,
        strict: bool = False,
        port: int = 0,
        record: str | Path | None = None,
    ) -> None:
        served = _served(versions or {})
        known = None if voters is None else parse_first_voters(voters, "CONTROLLER")
        identity = Uuid(uuid4().bytes) if directory_id is None else Uuid.parse(directory_id)
        with ExitStack() as failed:
            try:
                listening = bound_to(port)
            except MockClusterError as error:
                raise MockVoterError(str(error)) from None
            failed.callback(listening.close)
            super().__init__(record)
            failed.pop_all()
        bound = listening.getsockname()[1]
        self._state = raft.Peer(
            cluster_id,
            (Broker(node_id, _HOST, bound),),
            key=ReplicaKey(node_id, bytes(identity)),
            voters=known,
        )
        answering = Answering(self._state, served, is_generic=False, models=raft.MODELS)
        self._begin(self._state, answering, [(node_id, listening)], is_strict=strict)

    # -- identity ----------------------------------------------------------------------------------

    @property
    def node_id(self) -> int:
        """Its node id."""
        return self._state.key.id

    @property
    def directory_id(self) -> str:
        """The id of its log directory."""
        return str(Uuid(self._state.key.directory_id or bytes(16)))

    @property
    def address(self) -> str:
        """HOST:PORT of its listener."""
        _, host, port = self._state.brokers[0]
        return f"{host}:{port}"

    @property
    def initial_controller(self) -> str:
        """ID@HOST:PORT:DIRECTORY_ID, as `kafka-storage format --initial-controllers` takes it."""
        return f"{self.node_id}@{self.address}:{self.directory_id}"

    @property
    def bootstrap_servers(self) -> str:
        """Its address: `controller.quorum.bootstrap.servers`."""
        return self.address

    # -- the script --------------------------------------------------------------------------------

    @property
    def epoch(self) -> int:
        """The epoch that it is in."""
        return self._call(lambda: self._state.epoch)

    @property
    def leader_id(self) -> int | None:
        """The leader that it knows of, itself included."""
        return self._call(lambda: self._state.leader_id)

    @property
    def grants(self) -> bool:
        """True, as at first, if candidates get its vote whatever their log."""
        return self._call(lambda: self._state.grants)

    @grants.setter
    def grants(self, value: bool) -> None:
        self._change(lambda: setattr(self._state, "grants", value))

    @property
    def log_end(self) -> int:
        """The log end offset."""
        return self._call(lambda: self._state.end)

    @property
    def fetched(self) -> dict[int, int]:
        """The last fetch offset of each replica that has fetched, by node id."""
        return self._call(
            lambda: {key.id: each.log_end_offset for key, each in self._state.fetchers.items()}
        )

    def know(self, voters: str) -> None:
        """Set the voters of the quorum, in the form of `--initial-controllers`."""
        known: VoterSet = parse_first_voters(voters, "CONTROLLER")
        self._change(lambda: setattr(self._state, "voters", known))

    def lead(self, epoch: int | None = None) -> int:
        """Lead an epoch, by default the next one, and write its first record; return the epoch.

        Peers are not notified: see `announce`.
        """

        def begin() -> int:
            chosen = self._state.epoch + 1 if epoch is None else epoch
            self._state.lead(chosen, _now_ms())
            return chosen

        return self._change(begin)

    def follow(self, leader_id: int | None, epoch: int) -> None:
        """Enter an epoch with that leader, or without a known one."""

        def enter() -> None:
            known = self._state.voters
            voter = known.get(leader_id) if known is not None and leader_id is not None else None
            self._state.enter(epoch, leader_id, None if voter is None else voter.endpoints[0])

        self._change(enter)

    def append(self, values: Sequence[bytes | Message], *, commit: bool = True) -> int:
        """Append one batch of values, or of metadata records; return its first offset.

        With `commit` the high watermark goes to the end of the log.
        """
        framed = [_framed(each) for each in values]

        def add() -> int:
            base = self._state.append(framed, _now_ms())
            if commit:
                self._state.high_watermark = self._state.end
            return base

        return self._change(add)

    def commit(self, offset: int | None = None) -> None:
        """Move the high watermark, by default to the end of the log."""

        def move() -> None:
            self._state.high_watermark = self._state.end if offset is None else offset

        self._change(move)

    def truncate(self, offset: int) -> None:
        """Remove the batches that have records from an offset on."""
        self._change(lambda: self._state.truncate(offset))

    def snapshot(
        self,
        values: Sequence[bytes | Message],
        end_offset: int,
        epoch: int,
        *,
        edit: Callable[[bytes], bytes] | None = None,
    ) -> None:
        """Replace the log before `end_offset` by a snapshot of these values.

        `edit` changes its bytes, to cut it short or damage it.
        """
        now_ms = _now_ms()
        content = snapshot_content(
            [_framed(each) for each in values],
            timestamp_ms=now_ms,
            last_log_timestamp_ms=now_ms,
            epoch=epoch,
        )
        content = content if edit is None else edit(content)
        self._change(lambda: self._state.begin_at(OffsetAndEpoch(end_offset, epoch), content))

    # -- its requests ------------------------------------------------------------------------------

    def announce(self, address: str, voter: str | None = None) -> Any:
        """Send BeginQuorumEpoch of the epoch that it leads; return the response.

        `voter` is the receiver, ID@HOST:PORT:DIRECTORY_ID.
        """
        to = _key(voter)
        state = self._call(lambda: (self._state.epoch, self._state.endpoint))
        request = rpc.BeginQuorumEpoch(
            self._state.cluster_id, to.id, to.directory_id, self.node_id, state[0], (state[1],)
        )
        return self._ask(address, request)

    def resign(self, address: str) -> Any:
        """Send EndQuorumEpoch of the epoch that it is in; return the response."""
        epoch, endpoint = self._call(lambda: (self._state.epoch, self._state.endpoint))
        request = rpc.EndQuorumEpoch(
            self._state.cluster_id, self.node_id, epoch, leader_endpoints=(endpoint,)
        )
        return self._ask(address, request)

    def ask_vote(
        self, address: str, voter: str | None = None, *, epoch: int, pre_vote: bool = False
    ) -> Any:
        """Send Vote with the end of its log; return the response."""
        to = _key(voter)
        last_epoch, end = self._call(lambda: (self._state.last_epoch, self._state.end))
        request = rpc.Vote(
            self._state.cluster_id,
            to.id,
            to.directory_id,
            self._state.key,
            epoch,
            last_epoch,
            end,
            pre_vote,
        )
        return self._ask(address, request)

    def send(self, address: str, request: Any, version: int | None = None) -> Any:
        """Send any request to HOST:PORT and return the response; raises MockVoterError."""
        wire = ClientConnection(client_id=f"mock-voter-{self.node_id}", versions=SERVED)
        wire.send(request, version)
        host, _, port = address.rpartition(":")
        try:
            with Addresses().connect_blocking(host, int(port), timeout_s=TIMEOUT_S) as connected:
                connected.settimeout(TIMEOUT_S)
                connected.sendall(wire.data_to_send())
                while data := connected.recv(_READ_BYTES):
                    for event in wire.receive(data):
                        match event:
                            case ResponseReceived():
                                return event.message
                            case ConnectionFault(error):
                                raise MockVoterError(f"{address}: {error}")
        except OSError as error:
            raise MockVoterError(f"{address}: {error}") from None
        raise MockVoterError(f"{address} ended the connection without a response.")

    def _ask(self, address: str, request: rpc.OutgoingRequest) -> Any:
        wired = wire_request(request)
        version = min(wired.versions.highest, SERVED[wired.api_key][1])
        return self.send(address, wired.message(version), version)

    def _change(self, change: Callable[[], T]) -> T:
        return self._call(change, is_change=True)


class MockController(MockVoter):
    """The only controller of a cluster, which leads from the start, for brokers under test.

    Its log begins with the levels of `release` ("4.3"); `append` adds metadata records. Brokers
    that register are given epochs, and their heartbeats what they want; nothing of it gets into the
    log.
    """

    def __init__(
        self,
        node_id: int = 1,
        *,
        cluster_id: str | None = None,
        release: str = NEWEST,
        versions: Mapping[str, VersionRange | None] | None = None,
        strict: bool = False,
        port: int = 0,
        record: str | Path | None = None,
    ) -> None:
        level = _level_of(release)
        super().__init__(
            node_id,
            cluster_id=str(Uuid(uuid4().bytes)) if cluster_id is None else cluster_id,
            versions=versions,
            strict=strict,
            port=port,
            record=record,
        )
        _begin([self], level)


def mock_controllers(count: int, cluster_id: str, release: str) -> tuple[MockVoter, ...]:
    """Start `count` controllers of one cluster, the first as leader; raises MockVoterError."""
    level = _level_of(release)
    with ExitStack() as failed:
        made = []
        for number in range(count):
            made.append(MockVoter(FIRST_CONTROLLER_ID + number, cluster_id=cluster_id))
            failed.callback(made[-1].close)
        _begin(made, level)
        failed.pop_all()
    return tuple(made)


def _begin(controllers: Sequence[MockVoter], level: int) -> None:
    """Let the first lead all, with a log that begins with this level of metadata.version."""
    leader, *others = controllers
    voters = ",".join(each.initial_controller for each in controllers)
    for each in controllers:
        each.know(voters)
    epoch = leader.lead()
    leader.append([FeatureLevelRecord(name=METADATA_VERSION, feature_level=level)])
    for each in others:
        each.follow(leader.node_id, epoch)


def _level_of(release: str) -> int:
    if release not in TABLE.releases:
        known = ", ".join(TABLE.releases)
        raise MockVoterError(f"release {release!r}: expected one of {known}")
    return TABLE.releases[release]


def _framed(value: bytes | Message) -> bytes:
    if isinstance(value, bytes):
        return value
    return encode_metadata_record(MetadataRecord(value, max(value.VERSIONS)))


def _key(voter: str | None) -> ReplicaKey:
    """Return the key of a voter; without one the receiver is not named."""
    if voter is None:
        return rpc.NO_REPLICA
    [found] = parse_first_voters(voter, "CONTROLLER").voters
    return found.key


def _served(versions: Mapping[str, VersionRange | None]) -> dict[int, VersionRange]:
    messages = kafka_messages()
    names = {
        (messages.name_of("request", key) or "").removesuffix("Request"): key for key in SERVED
    }
    if unknown := versions.keys() - names.keys():
        raise MockVoterError(f"controllers have no API called {', '.join(sorted(unknown))}")
    found = dict(SERVED)
    for name, wanted in versions.items():
        if wanted is None:
            del found[names[name]]
        else:
            found[names[name]] = wanted
    return found


def _now_ms() -> int:
    return int(time.time() * 1000)
