"""For each finding a set-up in which it appears, and a similar one in which it does not.

A set-up is what the product looks at: reports of nodes, a log directory, a configuration. What it
finds there is compared by tests/operations/test_findings.py. A pair for each row is in `ROWS`.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from kraft_core.cli import before_moving
from kraft_core.cli.doctor import (
    examine,
    of_acls,
    of_certificates,
    of_configuration,
    of_directories,
)
from kraft_core.cli.examined import examined, examined_directory
from kraft_core.config.process_keys import read_process
from kraft_core.config.properties import Properties
from kraft_core.net.resolver import NameState, Pending
from kraft_core.node.configuration import NodeConfiguration, read_node
from kraft_core.node.directories import examination_of
from kraft_core.node.states import own_states, states_of
from kraft_core.operations import checks
from kraft_core.operations import findings as f
from kraft_core.operations.node_state import StatedFinding
from kraft_core.operations.plans.applying import apply
from kraft_core.operations.plans.membership import plan, replacement, voters_goal
from kraft_core.operations.reports import PendingChange, Reach
from kraft_core.raft.consensus.values import Election, OffsetAndEpoch
from kraft_core.raft.quorum_state import ContestedEntry, RegressedEntry
from kraft_core.raft.replica.snapshots import SnapshotFault
from kraft_core.raft.storage.disk_files import DiskFolder, lock_file
from kraft_core.raft.storage.election_file import ElectionFile
from kraft_wire.messages import (
    FeatureLevelRecord,
    KRaftVersionRecord,
    PartitionRecord,
    RegisterControllerRecord,
    TopicRecord,
    VotersRecord,
)
from kraft_wire.primitives import Uuid
from tests.admin import pretended
from tests.cli.test_before_moving import LEVEL, found_in
from tests.node.cluster import format_node, properties_of, voters_at
from tests.node.security_keys import ways
from tests.operations.damages import DAMAGES
from tests.operations.reports import (
    ALONE,
    HEALTHY,
    NOW_MS,
    OTHER,
    SILENT,
    TWO,
    alone,
    broker,
    dead,
    described,
    key,
    leader,
    local,
    node,
    observed,
    quorum,
    replica,
    standalone,
    state,
    stated,
    static,
    trouble,
    view,
)
from tests.operations.test_applying import Quorum, planned
from tests.operations.test_membership import follower, replaced_disk, seen, with_observers
from tests.support.certificates import Authority
from tests.support.lone_core import LoneCore
from tests.support.ports import free_ports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.operations.findings import Finding
    from tests.operations.damages import Place


@dataclass(frozen=True)
class Desk:
    """Room for a set-up: an empty folder, and a log directory that a controller wrote."""

    folder: Path
    written: Callable[[], Place]

    def place(self) -> Place:
        """Return a copy of the log directory."""
        return self.written().copy_to(self.folder)


SetUp = Callable[[Desk], "Iterable[Finding]"]
"""Makes the set-up and returns what the product finds in it."""

ROWS: Final[dict[type[Finding], tuple[SetUp, SetUp]]] = {}
"""With the finding, and without it."""


def pairs(
    cases: dict[type[Finding], tuple[Any, Any]], find: Callable[..., Iterable[Finding]]
) -> None:
    """Add rows whose findings come from one function of the desk and of what is `given`."""
    for row, (present, absent) in cases.items():
        assert row not in ROWS
        ROWS[row] = partial(find, given=present), partial(find, given=absent)


# -- a quorum, by the reports of its nodes ---------------------------------------------------------

OF_VIEW: Final = {
    f.NoAnswer: ([dead(1, Reach.UNREACHABLE)], [*ALONE]),
    f.NothingReported: (
        [dead(1, Reach.NO_RIGHT), dead(2, Reach.UNREACHABLE)],
        [dead(1, Reach.UNRESOLVED), dead(2, Reach.UNREACHABLE)],
    ),
    f.NoLeader: (ALONE, HEALTHY),
    f.LeaderSilent: ([node(2), node(3)], ALONE),
    f.LongestLog: (ALONE, HEALTHY),
    f.NoHighWatermark: (quorum(described(high_watermark=-1)), quorum(described(high_watermark=0))),
    f.SplitBrain: ([standalone(1), standalone(2)], HEALTHY),
    f.StaleLeader: (
        quorum(None, node(2, description=described(leader_id=2, epoch=4), sees_epoch=4)),
        [standalone(1), standalone(2, epoch=4)],
    ),
    f.ForeignCluster: (
        [*HEALTHY, standalone(4, "OTHER")],
        [*HEALTHY, node(4, cluster_id=None)],
    ),
    f.NoVoters: ([*HEALTHY, alone(4, voters=())], [*HEALTHY, stated(4, voters=())]),
    f.VoterListsDiffer: (
        [alone(1, **static(1, 2, 3)), alone(2, **static(1, 2))],
        [alone(1, **static(1, 2, 3)), alone(2, **static(1, 2, 3))],
    ),
    f.StaticVotersIgnored: (
        quorum(None, stated(2, static_voters=(key(1, None), key(9, None)))),
        quorum(None, stated(2)),
    ),
    f.JustAMajority: (quorum(SILENT), HEALTHY),
    f.EvenVoters: (quorum(TWO, node(2)), HEALTHY),
    f.SilentVoter: (quorum(SILENT), HEALTHY),
    f.LaggingVoter: (
        quorum(described(leader(1, 5000), replica(2, 5000), replica(3, 10))),
        quorum(described(leader(1, 5000), replica(2, 5000), replica(3, 4001))),
    ),
    f.StuckVoter: (
        quorum(described(leader(), replica(2), replica(3, 100, 5, 90_000))),
        quorum(described(leader(), replica(2), replica(3, 110, 5, 90_000))),
    ),
    f.DiskReplaced: (
        observed(OTHER, third=replica(3, 50, 60_000, 60_000)),
        observed(OTHER),
    ),
    f.OldEntry: (observed(replica(3, 50, 60_000, directory="X")), observed(OTHER)),
    f.DuplicateNodeId: (observed(OTHER), observed(replica(7, directory="X"))),
    f.ClonedVoter: (
        quorum(described(contested=(ContestedEntry(3, "D3", ("a:1", "b:1")),))),
        HEALTHY,
    ),
    f.RestoredVoter: (
        quorum(described(regressed=(RegressedEntry(3, "D3", 120, 50, 1),))),
        HEALTHY,
    ),
    f.EmptyLog: (
        quorum(described(leader(), replica(2), replica(3, 0)), node(2), stated(3, log_end=0)),
        quorum(described(leader(), replica(2), replica(3, 0)), node(2), node(3)),
    ),
    f.Unresolved: ([*HEALTHY[:2], dead(3, Reach.UNRESOLVED)], HEALTHY),
    f.Unreachable: ([*HEALTHY[:2], dead(3, Reach.UNREACHABLE)], HEALTHY),
    f.NotKafka: ([*HEALTHY[:2], dead(3, Reach.NOT_KAFKA)], HEALTHY),
    f.BrokerListener: ([*HEALTHY, broker(9)], [*HEALTHY, node(9)]),
    f.SpeaksTls: ([*HEALTHY[:2], dead(3, Reach.SPEAKS_TLS)], HEALTHY),
    f.SpeaksPlaintext: ([*HEALTHY[:2], dead(3, Reach.SPEAKS_PLAINTEXT)], HEALTHY),
    f.LoginRequired: ([*HEALTHY[:2], dead(3, Reach.LOGIN_REQUIRED)], HEALTHY),
    f.LoginNotOffered: ([*HEALTHY[:2], dead(3, Reach.LOGIN_NOT_OFFERED)], HEALTHY),
    f.CertificateRefused: (quorum(None, stated(2, peers=(trouble(Reach.TLS_FAILED),))), HEALTHY),
    f.LoginRefused: (quorum(None, stated(2, peers=(trouble(Reach.NOT_AUTHENTICATED),))), HEALTHY),
    f.PrincipalRefused: (quorum(None, stated(2, peers=(trouble(Reach.NO_RIGHT),))), HEALTHY),
    f.OtherClusterRefused: (
        quorum(None, stated(2, peers=(trouble(Reach.OTHER_CLUSTER),))),
        HEALTHY,
    ),
    f.AnswersError: (quorum(None, stated(2, peers=(trouble("of a newer release"),))), HEALTHY),
    f.EarlierEpoch: (quorum(None, node(2, sees_epoch=4)), HEALTHY),
    f.NotReady: (
        quorum(None, node(2, is_ready=False, not_ready="why")),
        quorum(None, node(2, is_ready=True)),
    ),
    f.UnreadState: (quorum(None, node(2, state_error="why")), quorum(None, stated(2))),
    f.NodeReports: (
        quorum(None, stated(2, findings=(StatedFinding("of-later", "error", "It is so."),))),
        quorum(None, stated(2, findings=(StatedFinding("even-voters", "warning", "Known."),))),
    ),
    f.NoActiveController: (
        [node(1, description=described(), is_active=False, obstacle="why"), *HEALTHY[1:]],
        [node(1, description=described(), is_active=True), *HEALTHY[1:]],
    ),
    f.CannotBecomeActive: (quorum(None, node(2, is_active=False, obstacle="why")), HEALTHY),
    f.Witness: (
        [
            node(1, description=described(), is_active=False),
            stated(2, witness_reasons=("controller",)),
        ],
        quorum(None, stated(2, witness_reasons=("controller",))),
    ),
    f.NewerMetadata: (
        quorum(None, node(2, ranges={"metadata.version": (7, 29), "kraft.version": (0, 1)})),
        quorum(None, node(2, ranges={"metadata.version": (7, 30), "kraft.version": (0, 1)})),
    ),
    f.GhostRegistration: (
        [node(1, description=described(), registered={1: "a", 9: "b"})],
        [node(1, description=described(observers=(replica(9),)), registered={1: "a", 9: "b"})],
    ),
    f.NodeLacksRoom: (quorum(None, stated(2, lacks_room=True, free_bytes=1 << 20)), HEALTHY),
    f.ClocksDiffer: (
        quorum(None, stated(2, clock_ms=NOW_MS + 2001)),
        quorum(None, stated(2, clock_ms=NOW_MS + 2000)),
    ),
}
"""Reports of a quorum with a finding, and similar ones without it."""

OF_NODE: Final = {
    f.KnowsNoLeader: (state(2, leader_id=None), state(2)),
    f.NotCaughtUp: (state(2), state(2, lacks_room=True)),
}
"""The state of a node that finds something about itself, and one without it."""

OF_FILES: Final = {
    f.NotAVoter: (observed(replica(9)), local(9), local(3)),
    f.UnknownToLeader: (HEALTHY, local(9), local(3)),
    f.OtherDirectory: (HEALTHY, local(3, directory_id="X3"), local(3)),
}
"""Reports, files of this machine with a finding about them, and files without it."""

pairs(OF_VIEW, lambda _, given: view(given).findings)
pairs(OF_NODE, lambda _, given: [*checks.of_node(given), checks.why_not_ready(given)])
pairs(
    {
        row: ((reports, present), (reports, absent))
        for row, (reports, present, absent) in OF_FILES.items()
    },
    lambda _, given: view(*given).findings,
)


def of_level(kraft_version, metadata_version=30):
    levels = {"metadata.version": metadata_version, "kraft.version": kraft_version}
    return [node(1, description=TWO, levels=levels), node(2, levels=levels)]


pairs(
    {
        f.KraftVersion: (of_level(1), of_level(0)),
        f.CanBecomeDynamic: (of_level(0), of_level(0, 20)),
        f.CannotBecomeDynamic: (of_level(0, 20), of_level(0)),
    },
    lambda _, given: checks.of_kind(view(given)),
)


# -- a running node --------------------------------------------------------------------------------


def follower_core(node_id=1, leader_id=2):
    """A node that starts with the leader of its quorum-state."""
    return LoneCore(node_id=node_id, election=Election(4, leader_id, None)).core


def of_running(**more):
    return {"core": follower_core(), **more}


def peer(reach):
    return of_running(troubles=[trouble(reach)])


def name(state_of_name, for_s):
    return of_running(unresolved=[Pending("c2", state_of_name, for_s, None)])


pairs(
    {
        f.NoLeaderKnown: ({"core": follower_core(leader_id=None)}, of_running()),
        f.NoVoteHere: ({"core": follower_core(9)}, of_running()),
        f.NameUnresolved: (name(NameState.LOOKING, 9.0), name(NameState.LOOKING, 0.5)),
        f.NodeRefused: (peer(Reach.NO_RIGHT), peer(Reach.NOT_AUTHENTICATED)),
    },
    lambda _, given: states_of(**given).values(),
)

OF_ITSELF: Final = {
    f.DiskSlow: ({"slow_disks": [("kraft-log", 1.0)]}, {"slow_disks": [("kraft-log", 0.9)]}),
    f.AclsUnreadable: ({"unreadable_acls": 2}, {"unreadable_acls": 0}),
    f.CredentialsUnreadable: ({"unreadable_credentials": 2}, {"unreadable_credentials": 0}),
    f.TokenKeysUnread: ({"token_keys": [("http://idp/keys", "refused")]}, {"token_keys": []}),
    f.CertificateKept: ({"kept": [("listener C", "it is empty.")]}, {"kept": []}),
    f.SnapshotsFail: (
        {"snapshot_fault": SnapshotFault(2, "[Errno 28] full", OffsetAndEpoch(9, 1), False)},
        {"snapshot_fault": None},
    ),
}
"""Facts that only the node itself has: with a finding, and without it."""

pairs(OF_ITSELF, lambda _, given: own_states("node 2", **given).values())


# -- plans for voters ------------------------------------------------------------------------------

FOUR: Final = dict.fromkeys((1, 2, 3, 4))


def of_plan(_, given):
    """Return the findings of making a plan, and those of its steps."""
    found, goal = given
    made = plan(found, goal(found) if callable(goal) else voters_goal(found, goal))
    steps = [each for step in made.steps for each in step.findings]
    return [*made.refusals, *made.findings, *steps]


def asked(*candidate, **more):
    """Node 4 follows three voters, and is asked or not."""
    observers = described(observers=[replica(4)])
    return seen(observers, follower(2), follower(3), *candidate, **more)


def of_third(ago_ms=10, joins=False):
    voters = (leader(), replica(2), replica(3, ago_ms=ago_ms))
    return seen(described(*voters), follower(2), follower(3, joins_alone=joins))


def with_listeners(*names):
    description = replace(described(observers=[replica(4)]), listeners={1: names})
    return seen(description, follower(2), follower(3), follower(4)), FOUR


def without_directories():
    return seen(described(*(replica(each, directory=None) for each in (1, 2, 3))))


def same_id(found):
    return replacement(found, 3, 3)


OLD: Final = {"metadata.version": (7, 29), "kraft.version": (0, 1)}
EVERYBODY: Final = with_observers(replica(4)), FOUR

pairs(
    {
        f.LeaderNeeded: ((view([]), {1: None}), EVERYBODY),
        f.StaticVoters: ((without_directories(), {1: None}), EVERYBODY),
        f.ChangePending: (
            (with_observers(replica(4), pending=PendingChange(offset=105)), FOUR),
            EVERYBODY,
        ),
        f.PendingUnknown: (
            (with_observers(replica(4), pending=PendingChange(unknown="x")), FOUR),
            EVERYBODY,
        ),
        f.CandidateMissing: ((seen(), FOUR), EVERYBODY),
        f.CandidateAmbiguous: (
            (with_observers(replica(4), replica(4, directory="N")), FOUR),
            (with_observers(replica(4), replica(4, ago_ms=60_000, directory="N")), FOUR),
        ),
        f.CandidateBehind: (
            (with_observers(replica(4, end=1, caught_ms=6_000)), FOUR),
            (with_observers(replica(4, end=1, caught_ms=4_000)), FOUR),
        ),
        f.CandidateAddressUnknown: (
            (asked(registered={4: "h:0"}), FOUR),
            (asked(registered={4: "h:9004"}), FOUR),
        ),
        f.CandidateUnreachable: (
            (asked(dead(4, Reach.UNREACHABLE)), FOUR),
            (asked(follower(4)), FOUR),
        ),
        f.CandidateIsAnother: ((asked(follower(4, "X")), FOUR), (asked(follower(4)), FOUR)),
        f.CandidateTooOld: ((asked(follower(4, ranges=OLD)), FOUR), (asked(follower(4)), FOUR)),
        f.SeveralListeners: (with_listeners("CONTROLLER", "SECURE"), with_listeners("SECURE")),
        f.OldVoterAlive: ((replaced_disk(100), same_id), (replaced_disk(60_000), same_id)),
        f.MajorityMissing: (
            (of_third(60_000), {1: None, 3: None}),
            (of_third(60_000), {1: None, 2: None}),
        ),
        f.WouldRejoin: (
            (of_third(joins=True), {1: None, 2: None}),
            (of_third(60_000, joins=True), {1: None, 2: None}),
        ),
        f.RejoinUnknown: (
            (of_third(joins=None), {1: None, 2: None}),
            (of_third(joins=False), {1: None, 2: None}),
        ),
        f.LeaderLast: ((of_third(), {2: None, 3: None}), (of_third(), {1: None, 2: None})),
    },
    of_plan,
)


def of_apply(_, given):
    """Return the findings of applying a plan to a quorum that has changed since."""
    changing = Quorum()
    made = planned(changing, 1, 2, 4)
    given(changing)
    return [each for progress in apply(made, changing) for each in progress.findings]


def errors(*errors_of_requests):
    return lambda changing: changing.errors.extend(errors_of_requests)


def cluster(cluster_id):
    return lambda changing: setattr(changing, "cluster_id", cluster_id)


pairs(
    {
        f.CandidateSilent: (
            lambda changing: changing.silent.add(4),
            lambda changing: changing.silent.add(5),
        ),
        f.PlanOfAnotherCluster: (cluster("X"), cluster("C")),
        f.VotersChanged: (
            lambda changing: changing.keys.append(key(7)),
            lambda changing: changing.others.append(key(7)),
        ),
        f.StepFailed: (errors("refused"), errors("connection lost")),
    },
    of_apply,
)


# -- log directories -------------------------------------------------------------------------------


def of_damage(desk, given):
    place = desk.place()
    DAMAGES[given].does(place)
    return examination_of(place.configuration).findings()


pairs(
    {
        f.DirectoryNotFormatted: ("meta missing", "meta empty"),
        f.DirectoryOfAnother: ("meta of another node", "meta node id no number"),
        f.DirectoryUnusable: ("meta a symbolic link", "meta empty"),
        f.FileDamaged: ("election torn", "election version 2"),
        f.FileOfLaterRelease: ("election version 2", "election torn"),
        f.SnapshotDamaged: ("snapshot latest bit", "snapshot older bit"),
        f.OldSnapshotDamaged: ("snapshot older bit", "snapshot latest bit"),
        f.RecordsMissing: ("segment last cut", "segment torn tail"),
        f.VoteMayBeLost: ("election and mark missing", "election missing"),
        f.NotTheVoter: ("meta with another directory id", "nothing"),
        f.RecordsUnreadable: ("segment data record", "segment data record below the snapshot"),
        f.StartRepairs: ("epochs missing", "index missing"),
    },
    of_damage,
)


def of_edited_meta(desk, given):
    """The directory of node 1 of three voters; `given` is the node id in meta.properties."""
    format_node(desk.folder, 1, voters_at([9091, 9092, 9093]))
    meta = desk.folder / "node-1" / "meta.properties"
    meta.write_text(meta.read_text().replace("node.id=1", f"node.id={given}"))
    return examined_directory(str(desk.folder / "node-1"))


pairs({f.OfAnotherVoter: (2, 1)}, of_edited_meta)


def of_stored_voters(desk, given):
    """The list of the file is 1, 2 and 3."""
    format_node(desk.folder, 1, None)
    log = desk.folder / "node-1" / "__cluster_metadata-0"
    log.mkdir(exist_ok=True)
    ElectionFile(DiskFolder(log)).write(Election(3, 2, None), 0, given)
    values = properties_of(1, [9091], desk.folder)
    values["controller.quorum.voters"] = "1@127.0.0.1:9091,2@127.0.0.1:9092,3@127.0.0.1:9093"
    return examination_of(NodeConfiguration.of(values)).findings()


pairs({f.StaticVotersChanged: ((1, 2), (1, 2, 3))}, of_stored_voters)


@contextmanager
def holding(place) -> Iterator[None]:
    """Hold the lock of a directory."""
    lock = lock_file(place.data / ".lock")
    assert lock is not None
    try:
        yield
    finally:
        lock.release()


def of_listener(desk, *, is_held, listens):
    """A node's own listener: with a process that holds the directory, and one that listens."""
    place = desk.place()
    with pretended.node() as server:
        port = server.endpoint.port if listens else place.ports[0]
        listener = f"CONTROLLER://{server.endpoint.host}:{port}"
        configuration = NodeConfiguration.of({**place.values, "listeners": listener})
        if not is_held:
            return examined(configuration)
        with holding(place):
            return examined(configuration)


def of_metrics(desk, given):
    more = {"kraft.metrics.listener": f"{given}:0"}
    return examined(NodeConfiguration.of({**desk.place().values, **more}))


pairs({f.ListenerUnusable: ("192.0.2.1", "127.0.0.1")}, of_metrics)

RUNS: Final = {"is_held": True, "listens": True}
HANGS: Final = {"is_held": True, "listens": False}
TAKEN: Final = {"is_held": False, "listens": True}
pairs(
    {
        f.DirectoryInUse: (RUNS, TAKEN),
        f.OwnListenerSilent: (HANGS, RUNS),
        f.OwnListenerTaken: (TAKEN, RUNS),
    },
    lambda desk, given: of_listener(desk, **given),
)


# -- the machine, without an examination -----------------------------------------------------------


def process_of(desk, **more):
    return read_process(Properties(properties_of(1, free_ports(1), desk.folder, **more)))


def of_folder(desk, given):
    """A formatted directory of node 1, changed."""
    format_node(desk.folder, 1, None)
    folder = desk.folder / "node-1"
    folder.chmod(0o700)
    more = given(folder) or {}
    return of_directories(process_of(desk, **more), 0)


pairs(
    {
        f.DirectoryRefused: (
            lambda folder: (folder / "meta.properties").unlink(),
            lambda folder: None,
        ),
        f.DirectoryOfAnotherNode: (
            lambda folder: replaced_id(folder, "2"),
            lambda folder: replaced_id(folder, "1"),
        ),
        f.DirectoryOpenToUsers: (
            lambda folder: folder.chmod(0o755),
            lambda folder: folder.chmod(0o750),
        ),
    },
    of_folder,
)


def replaced_id(folder, node_id):
    path = folder / "meta.properties"
    path.write_text(path.read_text().replace("node.id=1", f"node.id={node_id}"))


@contextmanager
def another_user() -> Iterator[None]:
    """Let access be checked for nobody, if the tests are run by root."""
    if os.geteuid():
        yield
        return
    os.setresuid(65534, 0, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


def of_mode(_, given):
    with tempfile.TemporaryDirectory() as folder:  # that of a test is closed to other users
        path = Path(folder, "node-1")
        path.mkdir()
        Path(folder).chmod(0o755)
        path.chmod(given)
        properties = Properties(properties_of(1, free_ports(1), Path(folder)))
        with another_user():
            found = list(of_directories(read_process(properties), 0))
        path.chmod(0o700)
    return found


pairs({f.DirectoryNotWritable: (0o555, 0o777)}, of_mode)


def of_disk(desk, given):
    """A disk of 1 GiB; the reserve is 50 MiB."""
    usage = shutil.disk_usage(desk.folder)._replace(total=1 << 30, free=given << 20)
    format_node(desk.folder, 1, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda _: usage)
        return list(of_directories(process_of(desk), 50 << 20))


pairs({f.DiskReserve: (49, 50), f.DiskNearlyFull: (102, 103)}, of_disk)


# -- configuration, certificates, ACLs -------------------------------------------------------------


def of_values(desk, given):
    """The whole of `kraft doctor`; nobody listens at the addresses of the file."""
    more = given(desk) if callable(given) else given
    properties = Properties(properties_of(1, free_ports(1), desk.folder, **more))
    return examine("a-file", properties, read_process(properties), {})


def mutual(desk):
    return ways(Authority(desk.folder))["mutual SSL"]


def mutual_without_store(desk):
    found = mutual(desk)
    (desk.folder / "node.pem").unlink()
    return found


pairs(
    {
        f.ConfigurationRefused: ({"kraft.controller": "sometimes"}, {"kraft.controller": "active"}),
        f.QuorumNotAsked: (mutual_without_store, mutual),
    },
    of_values,
)


def of_lines(desk, given):
    path = desk.folder / "a.properties"
    values = properties_of(1, [9], desk.folder)
    path.write_text("".join(f"{k}={v}\n" for k, v in values.items()) + given)
    return of_configuration("a-file", read_node(Properties.load(str(path), {})))


pairs({f.RepeatedKeys: ("node.id=1\n", "kraft.controller=active\n")}, of_lines)


def of_host(desk, given):
    values = properties_of(1, [9], desk.folder, listeners=f"CONTROLLER://{given}:9")
    values["advertised.listeners"] = "CONTROLLER://here:9"
    return of_configuration("a-file", NodeConfiguration.of(values))


pairs({f.OpenListeners: ("0.0.0.0", "127.0.0.1")}, of_host)  # noqa: S104


def of_certificate(desk, given):
    stores = Authority(desk.folder).stores("node1", **given)
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    return of_certificates(NodeConfiguration.of(properties_of(1, [9], desk.folder, **keys)))


pairs(
    {
        f.CertificateExpired: ({"begin": -9, "days": -1}, {"days": 1}),
        f.CertificateEnds: ({"days": 29}, {"days": 31}),
        f.CertificateValid: ({"days": 31}, {"days": 29}),
        f.CertificateWithoutHost: ({"hosts": ("elsewhere",)}, {"hosts": ("127.0.0.1",)}),
    },
    of_certificate,
)


def of_store(desk, given):
    stores = Authority(desk.folder).stores("node1")
    stores["ssl.keystore.location"] = str(desk.folder / given)
    keys = {"listener.security.protocol.map": "CONTROLLER:SSL", **stores}
    return of_certificates(NodeConfiguration.of(properties_of(1, [9], desk.folder, **keys)))


pairs({f.StoresUnusable: ("nowhere.pem", "node1.pem")}, of_store)
pairs(
    {
        f.AclsNotListed: ((None, 32), ({}, 32)),
        f.AclHostInvalid: (({"10/8": 1}, 32), ({"10.0.0.0/8": 1}, 32)),
        f.AclHostReread: (({"10.0.0.0/8": 1}, 31), ({"10.0.0.0/8": 1}, 32)),
    },
    lambda _, given: of_acls(*given),
)


# -- before moving ---------------------------------------------------------------------------------

DYNAMIC: Final = KRaftVersionRecord(kraft_version=1)
VOTERS: Final = VotersRecord(voters=(VotersRecord.Voter(voter_id=1),))
LATER: Final = FeatureLevelRecord(name="metadata.version", feature_level=34)

pairs(
    {
        f.WouldAct: ((LEVEL,), (LATER,)),
        f.WouldNotAct: ((LATER,), (LEVEL,)),
        f.NotBegun: ((), (LEVEL,)),
        f.MoveInPlaceOrWithNewIds: ((LEVEL, DYNAMIC), (LEVEL,)),
        f.MoveInPlace: ((LEVEL,), (LEVEL, DYNAMIC)),
        f.RegisteredNotVoting: (
            (LEVEL, VOTERS, RegisterControllerRecord(controller_id=99)),
            (LEVEL, VOTERS, RegisterControllerRecord(controller_id=1)),
        ),
    },
    lambda _, given: found_in(*given),
)


def of_size(_, given):
    topic = Uuid(b"\1" * 16)
    records = [PartitionRecord(topic_id=topic, partition_id=each) for each in range(given)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(before_moving, "_MEASURED_PARTITIONS", 2)
        return found_in(LEVEL, TopicRecord(name="t", topic_id=topic), *records)


pairs({f.UnmeasuredSize: (3, 2)}, of_size)
