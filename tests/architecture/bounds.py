"""The tables of a running node and of a mock cluster that could grow, and what bounds each.

`tables` finds every attribute of a class that begins as an empty container. `BOUNDS` gives each a
limit: a constant of production beside the table (`module:NAME`), or one of `Reason`, which says
what else bounds it. `HOSTILE` names the test in which a peer tries to make a table grow.
"""

from __future__ import annotations

import ast
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
ROOMS = (
    "raft/consensus",
    "raft/replica",
    "raft/storage",
    "node",
    "controller",
    "net",
    "security",
    "metadata",
    "testing/models",
)
ALONE = ("operations/lasting.py",)
"""Modules of other rooms that live in a node."""
CONTAINERS = frozenset({"dict", "set", "list", "deque", "OrderedDict", "Counter", "defaultdict"})


class Reason(StrEnum):
    """Reasons for which a table needs no limit of its own."""

    VOTERS = "the voters, a few nodes that operators name"
    CONNECTIONS = "the connections, which are admitted up to max.connections and the descriptors"
    REQUESTS = "the requests in progress: one a connection, and the bytes of `UnreadBytes`"
    UNDECIDED = "the undecided bytes that the replica takes before it refuses"
    CONFIGURATION = "the file of the node"
    RELEASE = "what this release knows: APIs, features, kinds, states"
    TURN = "what one turn or one decision makes"
    METADATA = "the metadata that clients with rights write, as in Kafka; the log has it too"
    MOCK_LOG = "the bytes of a log of a mock cluster, LOG_BYTES_MAX"
    LOG = "the segments, epochs, voter sets and snapshots of a log that is cleaned"
    RECENT = "the bytes of the newest batches that stay in memory, recent_bytes"
    NO_FILES = "the stores of simulations and tests, which have no files"


def tables() -> Iterator[str]:
    """Yield `module.Class.attribute` for each container that begins empty."""
    for path in _modules():
        module = path.relative_to(ROOT / "kraft_core").with_suffix("").as_posix().replace("/", ".")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                for name in dict.fromkeys(_containers(node)):
                    yield f"{module}.{node.name}.{name}"


def _modules() -> Iterator[Path]:
    core = ROOT / "kraft_core"
    for room in ROOMS:
        yield from sorted((core / room).rglob("*.py"))
    yield from (core / each for each in ALONE)


def _containers(node: ast.ClassDef) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Assign | ast.AnnAssign) and each.value is not None:
            targets = each.targets if isinstance(each, ast.Assign) else [each.target]
            for target in targets:
                if isinstance(target, ast.Attribute) and _is_empty(each.value):
                    yield target.attr
                elif isinstance(target, ast.Name) and _is_field(each.value):
                    yield target.id


def _is_empty(value: ast.expr) -> bool:
    if isinstance(value, ast.Dict):
        return not value.keys
    if isinstance(value, ast.List):
        return not value.elts
    if isinstance(value, ast.Call):
        name = value.func.id if isinstance(value.func, ast.Name) else ""
        return name in CONTAINERS and not value.args
    return False


def _is_field(value: ast.expr) -> bool:
    if not (isinstance(value, ast.Call) and isinstance(value.func, ast.Name)):
        return False
    factories = [each.value for each in value.keywords if each.arg == "default_factory"]
    return any(isinstance(each, ast.Name) and each.id in CONTAINERS for each in factories)


HOSTILE = {
    "raft.consensus.progress.Progress.observers": (
        "consensus/test_progress.py::test_the_stalest_observer_goes_when_there_are_too_many"
    ),
    "raft.consensus.state.CoreState.peers": (
        "consensus/test_fast_failover.py"
        "::test_beyond_the_limit_only_voters_are_new_in_the_place_of_others"
    ),
    "raft.consensus.requests.RequestsInFlight._foreign": (
        "consensus/test_requests.py::test_leaders_of_other_clusters_that_are_made_up_are_forgotten"
    ),
    "raft.consensus.requests.ParkedFetches._waiting": (
        "consensus/test_replication.py::test_too_many_parked_fetches_are_answered"
    ),
    "raft.consensus.roles.Leader.addresses": (
        "consensus/test_contested.py::test_history_of_endpoints_has_a_bound"
    ),
    "raft.consensus.roles.Leader.upgrades_in_force": (
        "consensus/test_membership.py::test_upgrades_that_wait_for_a_commit_are_limited"
    ),
    "raft.replica.replica.Replica._inbox": (
        "replica/test_storing_elections.py::test_requests_are_refused_when_too_many_wait"
    ),
    "raft.replica.appends.Accumulator._full": (
        "replica/test_accumulator.py::test_undecided_bytes_have_a_limit_until_the_batch_is_decided"
    ),
    "node.driver.Driver._met": (
        "node/test_driver.py::test_voters_that_were_met_are_forgotten_with_their_entry"
    ),
    "node.log_lines.NoteLog._said": (
        "node/test_running.py::test_remembered_lines_of_elections_are_limited"
    ),
    "node.states.NodeStates._reports": (
        "node/test_states.py::test_a_report_of_strangers_takes_bounded_room"
    ),
    "node.transport.admission.Admission._by_host": (
        "node/test_limits.py::test_too_many_connections_of_one_address_are_closed"
    ),
    "node.transport.memory.UnreadAnswers._sizes": (
        "node/test_limits.py::test_answers_that_nobody_reads_have_a_limit_in_all"
    ),
    "node.transport.secure.Unauthenticated._all": (
        "node/test_secure_listeners.py"
        "::test_unauthenticated_connections_and_their_bytes_are_limited"
    ),
    "controller.request_quotas.RequestQuotas._rates": (
        "controller/test_request_quotas.py::test_number_of_counted_clients_is_bounded"
    ),
    "controller.requests.quotas.MutationQuotas._buckets": (
        "controller/test_mutation_quota.py::test_buckets_of_made_up_client_ids_have_a_limit"
    ),
    "controller.sessions.BrokerSessions._contacts": (
        "controller/test_hostile_brokers.py"
        "::test_heartbeats_of_brokers_that_are_not_registered_leave_no_session"
    ),
    "metadata.cluster_image.ClusterImage.brokers": (
        "controller/requests/test_brokers.py::test_registrations_of_brokers_have_a_limit"
    ),
    "metadata.cluster_image.ClusterImage.controllers": (
        "controller/requests/test_controller_registrations.py"
        "::test_registrations_of_controllers_have_a_limit"
    ),
    "testing.models.state.ClusterState.transactions": (
        "testing/test_models_of_transactions.py"
        "::test_ids_are_bounded_and_those_of_ongoing_transactions_stay"
    ),
    "operations.lasting.LastingStates._states": (
        "operations/test_lasting.py::test_states_are_bounded_and_the_rest_is_counted"
    ),
}
"""Tests in which a peer or client tries to make a table grow."""


def _all(reason: Reason, module: str, **tables: str) -> dict[str, str]:
    """Return the tables of the classes of a module that have one reason; names are in a text."""
    return {
        f"{module}.{cls}.{name}": reason for cls, names in tables.items() for name in names.split()
    }


BOUNDS: dict[str, str] = {
    # consensus
    "raft.consensus.progress.Progress.observers": "raft.consensus.config:RaftConfig.observers_max",
    "raft.consensus.state.CoreState.peers": "raft.consensus.config:RaftConfig.observers_max",
    "raft.consensus.requests.RequestsInFlight._foreign": "raft.consensus.requests:_FOREIGN_MAX",
    **_all(
        Reason.VOTERS,
        "raft.consensus.requests",
        RequestsInFlight="_awaited _backing_off _unanswered _last_ids",
    ),
    **_all(Reason.REQUESTS, "raft.consensus.requests", ParkedFetches="_waiting _expiries _due"),
    **_all(Reason.VOTERS, "raft.consensus.progress", Progress="voters"),
    **_all(Reason.VOTERS, "raft.consensus.roles", Leader="addresses heard"),
    **_all(Reason.REQUESTS, "raft.consensus.roles", Leader="upgrades_in_force"),
    **_all(Reason.TURN, "raft.consensus.state", CoreState="snapshots_being_written _outbox"),
    **_all(Reason.LOG, "raft.consensus.voters", VoterSetHistory="sets levels"),
    # replica
    **_all(Reason.REQUESTS, "raft.replica.answers", Answers="_versions"),
    **_all(
        Reason.UNDECIDED,
        "raft.replica.appends",
        BatchTickets="_exact _at_end",
        AppendsInFlight="_asked _placed",
        _Gathered="values",
        Accumulator="_full",
    ),
    **_all(Reason.REQUESTS, "raft.replica.replica", Replica="_inbox"),
    # node
    "node.access.AuditLog._more": "node.access:_REMEMBERED",
    "node.log_lines.NoteLog._said": "node.log_lines:_SAID_MAX",
    "node.metrics.Recent._samples": "node.metrics:_COMMITS_MAX",
    "node.metrics.RaftMetrics._uncommitted": "node.metrics:_COMMITS_MAX",
    "node.readiness.Readiness._reports": "node.readiness:_REPORTS_PER_TIMEOUT",
    "node.states.NodeStates._reports": "node.states:_REPORTS_MAX",
    "node.watchdog.Watchdog.by_turn": "node.watchdog:_TURNS_MAX",
    **_all(Reason.UNDECIDED, "node.append_queue", AppendQueue="_waiting"),
    **_all(Reason.CONFIGURATION, "node.configuration", ControllerSettings="static"),
    **_all(Reason.RELEASE, "node.driver", Driver="requests"),
    **_all(Reason.REQUESTS, "node.driver", Driver="_asked"),
    **_all(Reason.VOTERS, "node.driver", Driver="_met"),
    **_all(Reason.CONFIGURATION, "node.http", MetricsListener="_servers"),
    **_all(Reason.RELEASE, "node.metrics", RaftMetrics="others"),
    **_all(Reason.RELEASE, "node.running_node", RunningNode="_witness_reasons"),
    **_all(Reason.RELEASE, "node.service", ApiVersionsAnswers="_made"),
    **_all(Reason.REQUESTS, "node.tasks", Tasks="_tasks _timers", Conditions="_waiting"),
    **_all(Reason.CONNECTIONS, "node.tasks", OpenTransports="_open"),
    # connections
    "node.transport.admission.Admission._addresses": "node.transport.admission:LIMIT_NAMES_MAX",
    "node.transport.admission.Admission._ip_buckets": "node.transport.admission:_IP_BUCKETS_MAX",
    "node.transport.peers.Peers._peers": "node.transport.peers:_NODES_MAX",
    "node.transport.peers.Peers._refusals": "node.transport.peers:_NODES_MAX",
    **_all(
        Reason.CONFIGURATION,
        "node.transport.admission",
        PlaceLimits="per_ip_overrides max_connections_by_listener creation_rate_by_listener",
        Admission="_by_listener",
    ),
    **_all(
        Reason.VOTERS,
        "node.transport.admission",
        Addresses="_by_host _literals _lookups",
    ),
    **_all(Reason.METADATA, "node.transport.admission", Admission="_ip_rates _rate_of"),
    **_all(Reason.CONNECTIONS, "node.transport.admission", Admission="_kept _by_host"),
    **_all(Reason.REQUESTS, "node.transport.large", LargeRequests="_waiting _unanswered"),
    **_all(
        Reason.CONFIGURATION,
        "node.transport.limits",
        RequestLimits="bytes_by_key elements_by_key",
    ),
    **_all(Reason.RELEASE, "node.transport.listeners", LackLog="_counts", Server="closed"),
    **_all(Reason.CONFIGURATION, "node.transport.listeners", Server="_bound _late"),
    **_all(Reason.CONNECTIONS, "node.transport.listeners", Server="_connections"),
    **_all(
        Reason.CONNECTIONS, "node.transport.memory", RequestMemory="_held", UnreadAnswers="_sizes"
    ),
    **_all(
        Reason.CONFIGURATION,
        "node.transport.secure",
        NodeSecurity="_signatures _tokens certificates kept",
    ),
    **_all(Reason.CONNECTIONS, "node.transport.secure", Unauthenticated="_all _in_handshake"),
    **_all(Reason.CONNECTIONS, "node.transport.turns", Turns="_voters _others _shaking"),
    # controller
    "controller.administration.Administration._noted_brokers": (
        "controller.administration:_NOTED_BROKERS_MAX"
    ),
    "controller.dynamic_configs.DynamicConfigs._reported": (
        "controller.dynamic_configs:_REPORTED_MAX"
    ),
    "controller.own_registration.Registration._registered": (
        "controller.requests.controller_registrations:CONTROLLERS_MAX"
    ),
    "controller.request_quotas.RequestQuotas._rates": "controller.request_quotas:RATES_MAX",
    "controller.requests.quotas.MutationQuotas._buckets": "controller.requests.quotas:BUCKETS_MAX",
    "controller.sessions.BrokerSessions._contacts": "controller.requests.brokers:BROKERS_MAX",
    "controller.sessions.BrokerSessions._brokers": "controller.requests.brokers:BROKERS_MAX",
    **_all(Reason.REQUESTS, "controller.administration", Administration="_changes"),
    **_all(Reason.CONFIGURATION, "controller.context", ControllerSettings="static"),
    **_all(Reason.UNDECIDED, "controller.decider", Decider="_appended"),
    **_all(Reason.TURN, "controller.loop", _Gathered="values"),
    **_all(Reason.REQUESTS, "controller.loop", ActiveController="_queue _waiting"),
    **_all(Reason.RELEASE, "controller.loop", ActiveController="_timers"),
    **_all(Reason.RELEASE, "controller.own_registration", Registration="_levels"),
    **_all(Reason.METADATA, "controller.request_quotas", RequestQuotas="_quotas"),
    **_all(Reason.TURN, "controller.requests.acls", _KnownAcls="_by_name _prefixed"),
    **_all(Reason.TURN, "controller.requests.placement", _Brokers="ids"),
    **_all(Reason.TURN, "controller.requests.topics", _ShownConfigs="_known"),
    **_all(Reason.RELEASE, "controller.service", Controller="_bootstrap_levels"),
    **_all(Reason.REQUESTS, "controller.service", Controller="_early"),
    # names and security
    "net.addresses.Addresses._last": "net.addresses:_HOSTS_MAX",
    "net.resolver.Names._names": "net.resolver:NAMES_MAX",
    "net.resolver.Resolver._fast": "net.resolver:NAMES_MAX",
    "net.resolver.Resolver._slow": "net.resolver:NAMES_MAX",
    **_all(Reason.REQUESTS, "net.resolver", Name="waiting"),
    **_all(Reason.RELEASE, "net.resolver", Resolver="results"),
    **_all(
        Reason.METADATA,
        "security.authorizer",
        StandardAuthorizer="not_understood _by_id _by_name",
    ),
    **_all(Reason.CONNECTIONS, "security.endpoint", TlsEndpoint="_unsent"),
    **_all(
        Reason.CONFIGURATION,
        "security.listener_keys",
        SaslKeys="passwords reauth_ms",
        ListenerKeys="tls",
        SecurityKeys="listeners client",
    ),
    **_all(Reason.CONFIGURATION, "security.sasl_client", Credentials="extensions"),
    # metadata
    "metadata.cluster_image.ClusterImage.brokers": "controller.requests.brokers:BROKERS_MAX",
    "metadata.cluster_image.ClusterImage.controllers": (
        "controller.requests.controller_registrations:CONTROLLERS_MAX"
    ),
    **_all(
        Reason.METADATA,
        "metadata.cluster_image",
        ClusterImage=(
            "topics topic_ids names_by_collision configs acls directories client_quotas"
            " scram_credentials delegation_tokens"
        ),
    ),
    **_all(Reason.RELEASE, "metadata.cluster_image", ClusterImage="features"),
    **_all(Reason.UNDECIDED, "metadata.cluster_image", ClusterImage="_commits _journal"),
    **_all(
        Reason.METADATA,
        "metadata.partition_index",
        PartitionIndex="in_sync eligible led in_directory imbalanced reassigning",
    ),
    "operations.lasting.LastingStates._states": "operations.lasting:STATES_MAX",
    # storage
    "raft.storage.segmented_log.Tail._pieces": Reason.RECENT,
    "raft.storage.segmented_log.SegmentedLog._queue": Reason.UNDECIDED,
    "raft.storage.segment.TimeIndex._entries": Reason.LOG,
    **_all(Reason.LOG, "raft.storage.files", Trash="_fresh _waiting"),
    **_all(
        Reason.LOG,
        "raft.storage.recovery",
        LogScan="before beyond control_batches cuts segments",
        _Recovery="losses notes removed",
    ),
    **_all(
        Reason.LOG,
        "raft.storage.snapshot_files",
        SnapshotFiles="_arrived _headers _open _parts _queue _sizes _undeleted",
    ),
    **_all(
        Reason.NO_FILES,
        "raft.storage.memory",
        MemoryLog="_queue",
        MemorySnapshots="_contents _headers _parts _queue",
        _Batches="batches",
    ),
    **_all(
        Reason.NO_FILES,
        "raft.storage.memory_files",
        MemoryDisk="locked open_files",
        MemoryFolder="_cached _durable _folders _pending",
        _Content="pending",
    ),
    # mock clusters
    "testing.models.groups.Group.members": "testing.models.groups:MEMBERS_MAX",
    "testing.models.groups.Group.pending": "testing.models.groups:MEMBERS_MAX",
    "testing.models.groups.Group.offsets": "testing.models.state:PARTITIONS_MAX",
    "testing.models.groups.Group.uncommitted": (
        "testing.models.transaction_states:TRANSACTIONS_MAX"
    ),
    "testing.models.consumer_groups.ConsumerGroup.members": "testing.models.groups:MEMBERS_MAX",
    "testing.models.consumer_groups.ConsumerGroup.target": "testing.models.groups:MEMBERS_MAX",
    "testing.models.log.PartitionLog._producers": "testing.models.log:PRODUCERS_MAX",
    "testing.models.log.PartitionLog._open": "testing.models.transaction_states:TRANSACTIONS_MAX",
    **_all(Reason.MOCK_LOG, "testing.models.log", PartitionLog="_batches _aborted"),
    "testing.models.raft.Peer.batches": "testing.models.raft:BATCHES_MAX",
    "testing.models.raft.Peer.fetchers": "testing.models.raft:FETCHERS_MAX",
    "testing.models.raft.Peer.snapshots": "testing.models.raft:SNAPSHOTS_MAX",
    "testing.models.records._Session.wanted": "testing.models.state:PARTITIONS_MAX",
    "testing.models.state.Topic.configs": "testing.models.admin:CONFIGS_MAX",
    "testing.models.state.ClusterState.topics": "testing.models.state:TOPICS_MAX",
    "testing.models.state.ClusterState.groups": "testing.models.groups:GROUPS_MAX",
    "testing.models.state.ClusterState.transactions": (
        "testing.models.transaction_states:TRANSACTIONS_MAX"
    ),
    "testing.models.state.ClusterState.broker_configs": "testing.mock:BROKERS_MAX",
    "testing.models.state.ClusterState.sessions": "testing.models.records:SESSIONS_MAX",
    "testing.models.transaction_states.Transaction.partitions": (
        "testing.models.state:PARTITIONS_MAX"
    ),
}
"""The bound of each table: a constant, or a reason."""
