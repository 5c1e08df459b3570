"""The controller that `kraft start` runs: standby, active without brokers, or witness.

Every controller follows the metadata log, registers, and answers DescribeCluster and Envelope. The
one that leads becomes active once the records of its activation are committed and applied. Without
`kraft.controller=active` metadata that serves brokers is not kraft's to write: the first sign of it
in the log makes this node a witness where `kraft.witness` is `auto`, and in any case nothing of it
is administered here. With the key a node is a witness only while something in the metadata is an
obstacle (`activation.find_obstacle`), and it looks again after each change. What only an active
controller can answer is then refused with NOT_CONTROLLER (41), as by every standby.
"""

from __future__ import annotations

import logging
import random
import time
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from kraft_core.config.errors import CANNOT_BECOME_ACTIVE
from kraft_core.config.feature_levels import (
    METADATA_VERSION,
    SUPPORTED,
)
from kraft_core.config.gates import Gate
from kraft_core.controller.activation import (
    activation_values,
    bootstrap_levels,
    bootstrap_obstacle,
    find_obstacle,
    framed,
)
from kraft_core.controller.administration import Administration
from kraft_core.controller.context import Context, ControllerState, Refusal
from kraft_core.controller.decider import DECIDED, Decider
from kraft_core.controller.dynamic_configs import DynamicConfigs
from kraft_core.controller.envelope import Forwarded, open_envelope
from kraft_core.controller.host import Host, NodeHost, settings_of
from kraft_core.controller.loop import ActiveController, Counters
from kraft_core.controller.metadata_image import MetadataImage, Reason
from kraft_core.controller.own_registration import Registration
from kraft_core.controller.published import PublishedSecurity
from kraft_core.controller.request_context import (
    answer_to_nothing,
    context_of,
    is_nothing,
)
from kraft_core.controller.request_quotas import RequestQuotas
from kraft_core.controller.requests.cluster_description import cluster_answer
from kraft_core.controller.requests.controller_registrations import registration_record
from kraft_core.controller.samples import (
    Followed,
    cluster_samples,
    election_samples,
    heartbeat_samples,
    loader_samples,
    obstacle_samples,
    queue_samples,
    samples,
)
from kraft_core.controller.sessions import BrokerSessions
from kraft_core.controller.snapshot_copying import SnapshotCopying
from kraft_core.metadata import snapshot_records
from kraft_core.node.service import (
    EXEMPT,
    SERVED,
    FinalizedFeatures,
    Sample,
    ServedRequest,
    Service,
    refusal,
    throttled,
)
from kraft_core.node.transport.limits import RequestLimits
from kraft_core.raft.replica import AppendOutcome, StateMachine
from kraft_core.raft.replica.rpc_mapping import ANSWERED_API_KEYS
from kraft_core.raft.storage.formatting import bootstrap_records
from kraft_wire.errors import ErrorCode, LimitError, WireError
from kraft_wire.messages import (
    BrokerHeartbeatRequest,
    DescribeAclsRequest,
    DescribeClusterRequest,
    DescribeConfigsRequest,
    EnvelopeRequest,
    EnvelopeResponse,
    NoOpRecord,
    SaslAuthenticateRequest,
    SaslHandshakeRequest,
)
from kraft_wire.records.metadata_frame import decode_metadata_record, encode_metadata_record
from kraft_wire.sasl import SCRAM_MECHANISMS, ScramCredential

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from kraft_core.controller.metadata_image import Obstacle
    from kraft_core.node.node import RaftNode
    from kraft_core.node.service import RequestContext
    from kraft_core.node.tasks import Timer
    from kraft_core.raft.consensus.values import LeaderAndEpoch, SnapshotId
    from kraft_core.raft.replica import AppendTicket
    from kraft_wire.message import Message
    from kraft_wire.records import RecordBatch

_LOG: Final = logging.getLogger("kraft.controller")
_REPLICA_KEYS: Final = frozenset(ANSWERED_API_KEYS)


class Controller(StateMachine, Service):
    """State machine and service of one node."""

    served = SERVED
    supported = SUPPORTED

    def __init__(self) -> None:
        self.image = MetadataImage()
        self.published = PublishedSecurity()
        self._dynamic: DynamicConfigs | None = None
        self._request_quotas = RequestQuotas({})
        self.counters = Counters()
        self._seen = Followed()
        self._told_at = -1
        self._serves_brokers = False
        self._active: ActiveController | None = None
        self._administration: Administration | None = None
        self._claimed_epoch: int | None = None
        self._idle: Timer | None = None
        self._registering: AppendTicket | None = None
        self._is_registering = False
        self._loading_to = -1
        self._obstacle: Obstacle | None = None
        self._bootstrap_levels: dict[str, int] = {}
        self._led_epoch: int | None = None
        self._early: list[ServedRequest] = []
        self._limits = RequestLimits()

    @property
    def is_active(self) -> bool:
        """Return True if this is the active controller."""
        return self._administration is not None or self._active is not None

    # -- as a service -------------------------------------------------------------------------

    def attach(self, node: RaftNode) -> None:
        """Receive the node, before it starts."""
        self._node = node
        self.published.authorizer = node.access.authorizer
        self.published.follow_configs_of(node.configuration.node_id, node.check_security_files)
        configuration = node.configuration
        self._request_quotas = RequestQuotas(configuration.controller.static)
        self.published.dynamic = self._dynamic = DynamicConfigs(
            configuration.node_id,
            configuration.limits.places,
            configuration.process.controller_names,
            node.use_places,
            requests=self._request_quotas,
            on_fault=self._count_fault,
        )
        self._limits = node.configuration.limits.requests
        self._serves_brokers = node.configuration.controller.serves_brokers
        self.image = MetadataImage(serves_brokers=self._serves_brokers)
        self._registration = Registration(node)
        self._copying = SnapshotCopying(node)

    def unpack(self, message: Message) -> Forwarded | ErrorCode | None:
        """Open an Envelope; limits of requests apply to the inner request too."""
        if not isinstance(message, EnvelopeRequest):
            return None
        try:
            return open_envelope(message, self._limits)
        except LimitError as error:
            _LOG.warning("Refused a forwarded request: %s", error)
            return ErrorCode.INVALID_REQUEST

    def housekeep(self) -> None:
        """Do due work: register, copy a snapshot."""
        if self._administration is not None:
            self._register_here(self._administration)
        elif self._active is not None:
            self._register_by(self._active)
        controllers = self.image.controllers.values()
        registered = {each.controller_id: each.incarnation_id for each in controllers}
        self._registration.look(self.image.features, registered)
        if not self._writes_snapshots:
            self._copying.look()
        now_s = time.monotonic()
        self.counters.idle.measure(now_s, now_s - self.counters.processing.total_s)

    def charge(self, context: RequestContext, time_ns: int) -> int:
        """Count the time of a request for its client. Return how long to mute the client, in ms."""
        now_ms = time.monotonic_ns() // 1_000_000
        user, client_id = context.principal.name, context.client_id or ""
        return self._request_quotas.charge(user, client_id, time_ns, now_ms)

    def note_time(self, context: RequestContext, time_ns: int) -> None:
        """Count time for a client without muting it now."""
        now_ms = time.monotonic_ns() // 1_000_000
        user, client_id = context.principal.name, context.client_id or ""
        self._request_quotas.note(user, client_id, time_ns, now_ms)

    def samples(self) -> Iterable[Sample]:
        """Return the metrics of Kafka's controllers."""
        active = self._active
        yield from samples(self._node, self._seen, self.counters, is_active=self.is_active)
        yield from loader_samples(self._node, self._seen, self.image.features)
        yield from obstacle_samples(self._obstacle)
        if self._serves_brokers:
            size = 0 if active is None else active.queue_size
            yield from queue_samples(self.counters, size, time.monotonic())
            yield from election_samples(self._seen, self.image.cluster.elections)
        about = "Requests after which a client has to wait for its quota request_percentage."
        count = self._request_quotas.throttled
        yield Sample("kraft_throttled_requests", about, count, kind="counter")
        if self._serves_brokers and not self.image.is_foreign:
            yield from cluster_samples(self.image.cluster)
        if active is not None:
            yield from heartbeat_samples(active.heartbeat_ages_ms())

    async def close(self, timeout_s: float) -> None:
        """Stop sending requests and appending records."""
        self._led_epoch = None  # `_settle` can still be due
        self._renounce()
        self._registration.close()
        self._copying.close()
        await self._registration.wait_closed(timeout_s)
        await self._copying.wait_closed(timeout_s)

    def why_not_ready(self) -> str | None:
        """Return why a node that should be the active controller cannot be."""
        if self._obstacle is None or not self._serves_brokers:
            return None
        return f"this node {CANNOT_BECOME_ACTIVE} {self._obstacle.text}"

    def unreadable_credentials(self) -> int:
        """Return the changes of SCRAM credentials since the last snapshot that cannot be read."""
        return self.published.unreadable_credentials

    def finalized_features(self) -> FinalizedFeatures:
        """Return the levels in the log; none before it has a metadata.version."""
        if self.image.metadata_version is None:
            return FinalizedFeatures()
        return FinalizedFeatures(dict(self.image.features), self._told_at)

    def scram_credential(self, mechanism: str, user: str) -> ScramCredential | None:
        """Return the credential of a user in the committed metadata."""
        number = SCRAM_MECHANISMS[mechanism].number
        record = self.published.scram_credential(number, user)
        if record is None:
            return None
        return ScramCredential(
            bytes(record.salt),
            bytes(record.stored_key),
            bytes(record.server_key),
            record.iterations,
        )

    def receive(self, request: ServedRequest) -> None:
        """Answer a request that the replica does not handle."""
        match request.message:
            case DescribeClusterRequest():
                cluster_id = self._node.directory.meta.cluster_id
                leader_id = self._node.core.leader_and_epoch.leader_id
                known = -1 if leader_id is None else leader_id
                asked, access = request.message, self._node.access
                request.reply(
                    cluster_answer(request, asked, self.image, cluster_id, known, access=access)
                )
            case EnvelopeRequest():
                self._forward(request, request.message)
            case SaslHandshakeRequest() | SaslAuthenticateRequest():
                super().receive(request)
            case _ if self._serves_brokers:
                self._decide(request)
            case _ if self._administration is not None:
                self._administration.answer(request)
            case _ if self._claimed_epoch is not None:
                self._early.append(request)  # answered after the activation, as in Kafka's queue
            case _:
                self._refuse(request)

    def _decide(self, request: ServedRequest) -> None:
        """Answer as the controller of a cluster with brokers, if this is the active one."""
        message, active = request.message, self._active
        if active is not None and isinstance(message, BrokerHeartbeatRequest):
            active.contact(message)
        context = context_of(request, self._node.access)

        def answer(found: Message | Refusal | None) -> None:
            if isinstance(found, Refusal):
                if found.code == ErrorCode.NOT_CONTROLLER:
                    self._refuse(request)
                else:
                    request.refuse(found.code, found.text)
            elif found is not None and request.reply_later is not None:
                request.reply_later(lambda: found)  # a response can be as large as its request
            elif found is not None:
                request.reply(found)

        if is_nothing(message):
            answer(answer_to_nothing(message))
        elif active is None and isinstance(message, DescribeConfigsRequest | DescribeAclsRequest):
            self._describe(request, message, context)
        elif active is None:
            self._refuse(request)
        elif message.API_KEY not in DECIDED:
            request.refuse(ErrorCode.UNKNOWN_SERVER_ERROR)
        else:
            active.receive(message, context, answer, request.context.client_id or "")

    def _describe(
        self,
        request: ServedRequest,
        message: DescribeConfigsRequest | DescribeAclsRequest,
        context: Context,
    ) -> None:
        """Answer from committed metadata, active or not."""
        if not self.image.is_whole:
            self._refuse(request)
            return
        image = self.image.cluster
        if request.reply_later is not None:
            image = image.copy()  # the worker reads it while records are applied
        sessions = BrokerSessions(self._node.configuration.controller.session_timeout_ms)
        state = ControllerState(settings_of(self._node), image, sessions, random.SystemRandom())

        def build() -> Message:
            found = Decider(state).preview(message, context)
            if isinstance(found, Refusal):
                return refusal(message, request.api_version, found.code, found.text)
            return cast("Message", found.answer)

        if request.reply_later is None:
            request.reply(build())
        else:
            request.reply_later(build)

    def _refuse(self, request: ServedRequest) -> None:
        leader_id = self._node.leader_and_epoch.leader_id
        text = "No controller appears to be active."
        if leader_id is not None and leader_id != self._node.configuration.node_id:
            text = f"The active controller appears to be node {leader_id}."
        if self._obstacle is not None:
            node_id = self._node.configuration.node_id
            text += f" Node {node_id} {CANNOT_BECOME_ACTIVE} {self._obstacle.text}."
        code = ErrorCode.NOT_CONTROLLER
        request.refuse(code, text)

    def _forward(self, request: ServedRequest, envelope: EnvelopeRequest) -> None:
        """Answer the inner request as if it had arrived at the same listener."""
        inside = request.inner or self.unpack(envelope)
        if not isinstance(inside, Forwarded):
            request.reply(EnvelopeResponse(error_code=cast("ErrorCode", inside)))
            return

        context = replace(
            request.context,
            principal=inside.principal,
            host=inside.host,
            client_id=inside.client_id,
            has_token=inside.has_token,
            is_forwarded=True,
        )
        access = self._node.access
        api_key = inside.message.API_KEY or 0
        refused = access.refused(api_key, context)
        is_exempt = api_key in EXEMPT and refused is None

        def throttle_ms() -> int:
            # returned to the broker, which delays its client: this connection is the broker's
            return 0 if is_exempt else self.charge(context, request.busy_ns())

        def reply(answer: Message) -> None:
            request.reply(inside.sealed(throttled(answer, throttle_ms())))

        def reply_later(build: Callable[[], Message]) -> None:
            if request.reply_later is not None:
                wait_ms = throttle_ms()
                request.reply_later(lambda: inside.sealed(throttled(build(), wait_ms)))

        asked = access.audit.follow(
            ServedRequest(
                request.listener,
                inside.api_version,
                inside.message,
                reply,
                reply_later=None if request.reply_later is None else reply_later,
                context=context,
            )
        )
        if refused is not None:
            asked.refuse(*refused)
        elif api_key in _REPLICA_KEYS:
            self._node.ask_replica(asked)
        else:
            self.receive(asked)

    # -- as a state machine -------------------------------------------------------------------

    def apply(self, batch: RecordBatch) -> None:
        """Replay committed records into the image, or complete the requests that wait for them."""
        self._seen.applied_ms = batch.max_timestamp
        if self._active is not None:
            self._commit(self._active, batch)
            return
        for offset, value in enumerate(self._values(batch), batch.base_offset):
            self.published.replay(value)
            if self.image.replay(value, offset):
                self._told_at = batch.next_offset - 1
        self._look_at_configs()
        self._look_at_registration()
        self._copying.applied(batch.size)
        self._look()

    def _count_fault(self) -> None:
        self.counters.faults += 1

    def _look_at_configs(self) -> None:
        if self._dynamic is not None:
            self._dynamic.look()

    def _look_at_registration(self) -> None:
        here = self.image.controllers.get(self._node.configuration.node_id)
        self._registration.applied(None if here is None else here.incarnation_id)

    def apply_control(self, batch: RecordBatch) -> None:
        """Handle records of leaders and voters: an answer can wait for that offset."""
        if self._active is not None:
            self._active.commit(batch.next_offset - 1)

    def _commit(self, active: ActiveController, batch: RecordBatch) -> None:
        """Handle records that this node has decided: the image has them already."""
        for value in self._values(batch):
            self.published.replay(value)
        self._look_at_configs()
        if active.commit(batch.next_offset - 1):
            self._told_at = batch.next_offset - 1
            self._look()
            self._look_at_registration()
            if self._active is active:  # before the requests of followers, which see it later
                self._register_by(active)

    def _values(self, batch: RecordBatch) -> Iterator[bytes]:
        """Yield the values of a batch; records that cannot be read count as foreign."""
        try:
            for record in batch.records():
                yield bytes(record.value or b"")
        except WireError as error:
            text = f"the records from offset {batch.base_offset} on cannot be read: {error}"
            self.image.note_unreadable(Reason.UNREADABLE_RECORD, text)

    def begin_load(self, snapshot_id: SnapshotId) -> None:
        """Forget the state: the snapshot contains all of it."""
        self._loading_to = snapshot_id.offset - 1
        self.image.clear()
        self.published.begin_load()

    def load(self, batch: RecordBatch) -> None:
        """Handle the records of a snapshot: their offset is its last one, as for Kafka's replay."""
        for value in self._values(batch):
            self.published.replay(value)
            self.image.replay(value, self._loading_to)

    def end_load(self, snapshot_id: SnapshotId) -> None:
        """End the load; the log continues after the snapshot."""
        self._told_at = snapshot_id.offset - 1
        self._seen.loads += 1
        self.published.end_load()
        self._look_at_configs()
        self._look_at_registration()
        self._look()

    def snapshot_values(self) -> Iterable[bytes]:
        """Return the committed image, as its records."""
        if not self._serves_brokers:
            return self.image.values()
        active = self._active
        copied = self.image.cluster.copy() if active is None else active.committed_copy()
        return map(encode_metadata_record, snapshot_records(copied))

    def can_write_snapshot(self) -> bool:
        """Return True if the whole state is known.

        Without brokers a follower copies its leader's snapshot.

        Without a metadata.version what formatting left is still to be written, and a snapshot would
        take its place.
        """
        image, active = self.image, self._active
        if active is not None and active.is_between_steps:
            return False
        is_complete = not (image.in_transaction or image.metadata_version is None)
        return image.is_whole and is_complete and (self._serves_brokers or self._node.is_leading)

    @property
    def _writes_snapshots(self) -> bool:
        """Return True if this node understands all content of a snapshot."""
        return self._serves_brokers and self.image.is_whole

    def leader_changed(self, leader: LeaderAndEpoch) -> None:
        """Begin to decide if this node leads a new epoch, else stop."""
        self._seen.leaders += leader.leader_id is not None
        leads = leader.leader_id == self._node.configuration.node_id
        if leads and leader.epoch == self._claimed_epoch:
            return  # the first records of that epoch must not be written twice
        self._renounce()
        self._led_epoch = leader.epoch if leads else None
        if leads:
            self._claim(leader.epoch)

    # -- obstacles ----------------------------------------------------------------------------

    def _look(self) -> None:
        """Check whether this node can be active, after the metadata or the leader changed.

        A node without `kraft.controller=active` aborts any open transaction, as there are
        no brokers that could have seen a part of it.
        """
        image = self.image
        levels = self._bootstrap_levels if image.metadata_version is None else {}
        if self._serves_brokers:
            found = find_obstacle(image, levels)
        else:
            found = image.unreadable or bootstrap_obstacle(levels)
        if found == self._obstacle:
            return
        self._obstacle = found
        is_auto = self._node.configuration.witness == "auto"
        if found is None:
            _LOG.info("This node can become the active controller again")
        else:
            # without the key this is the normal state of a node among Kafka's controllers
            level = logging.ERROR if self._serves_brokers else logging.INFO
            what = "This is a witness now" if is_auto else "This cannot be the active controller"
            _LOG.log(level, "%s: %s", what, found.text)
        # not from within the turn in which a record is applied
        self._node.tasks.later(0, self._settle)

    def _settle(self) -> None:
        """Become active or yield, as the last check decided."""
        is_kept = self._obstacle is not None
        if is_kept:
            self._renounce()
        if self._node.configuration.witness == "auto":
            self._node.set_witness(on=is_kept)
        if not is_kept and self._led_epoch is not None and self._claimed_epoch is None:
            self._claim(self._led_epoch)

    # -- as the active controller -------------------------------------------------------------

    def _claim(self, epoch: int) -> None:
        """Write the first records; raises DamagedFileError."""
        bootstrap: tuple[bytes, ...] = ()
        if self.image.metadata_version is None and not self.image.is_foreign:
            bootstrap = bootstrap_records(self._node.directory.root)
            self._bootstrap_levels = bootstrap_levels(bootstrap)
        # before the first record: brokers send requests as soon as they learn the leader
        self._look()
        if self._obstacle is not None or self._node.configuration.witness == "true":
            _LOG.info("Leading epoch %d without being the active controller", epoch)
            return
        if self._serves_brokers:
            self._begin_term(epoch, bootstrap)
            return
        least = self._node.configuration.controller.min_insync_replicas
        values = activation_values(self.image, bootstrap, least)
        self._claimed_epoch = epoch
        if not values:
            self._activate(epoch)
            return
        _LOG.info("Performing controller activation in epoch %d: %d records", epoch, len(values))

        def written(ticket: AppendTicket) -> None:
            if self._claimed_epoch != epoch:
                return
            if ticket.outcome is AppendOutcome.COMMITTED:
                self._activate(epoch)
            else:
                self._renounce()

        self._node.append_nowait(values, epoch, is_exempt=True).on_end(written)

    def _begin_term(self, epoch: int, bootstrap: Sequence[bytes]) -> None:
        """Become the active controller of a cluster with brokers."""
        configuration = self._node.configuration.controller
        values = activation_values(self.image, bootstrap, configuration.min_insync_replicas)
        values += self._own_registration(bootstrap)
        _LOG.info("The active controller of epoch %d: %d bootstrap records", epoch, len(values))
        self._claimed_epoch = epoch
        self._is_registering = True

        def begun() -> None:
            self._is_registering = False

        self._active = ActiveController(
            self._host(),
            self.image,
            epoch,
            [decode_metadata_record(value) for value in values],
            committed=self._node.replica.applied.offset - 1,
            counters=self.counters,
            begun=begun,
        )

    def _own_registration(self, bootstrap: Sequence[bytes]) -> list[bytes]:
        """Return the registration of this node, unless the log has it.

        It is appended with the first records of a term. Kafka's leader registers by a request after
        them: a follower that is faster is listed alone then, and an Admin client that asks in that
        moment waits out its whole timeout for the controller (DescribeCluster has -1). After an
        AbortTransactionRecord no other record may follow in one read: Kafka's MetadataBatchLoader
        would publish what was aborted along with it.
        """
        if self.image.in_transaction:
            return []
        level = self.image.metadata_version
        if level is None:
            level = bootstrap_levels(bootstrap)[METADATA_VERSION]
        here = self.image.controllers.get(self._node.configuration.node_id)
        if not Gate.CONTROLLER_REGISTRATION.is_open(level):
            return []
        if here is not None and here.incarnation_id == self._registration.incarnation_id:
            return []
        return [framed(registration_record(self._registration.request()))]

    def _host(self) -> Host:
        """Return the host that runs the active controller."""
        return NodeHost(self._node)

    def _register_by(self, active: ActiveController) -> None:
        """Register this node, unless the log has it or is about to."""
        here = self.image.controllers.get(self._node.configuration.node_id)
        level = self.image.cluster.metadata_version or 0
        if not Gate.CONTROLLER_REGISTRATION.is_open(level) or self._is_registering:
            return
        if self._registration.is_held:
            return
        if here is not None and here.incarnation_id == self._registration.incarnation_id:
            return
        self._is_registering = True

        def answered(_: Message | Refusal | None) -> None:
            self._is_registering = False

        active.receive(self._registration.request(), Context(0), answered)

    def _activate(self, epoch: int) -> None:
        _LOG.info("The active controller of epoch %d", epoch)
        self._administration = Administration(self._node, self.image, epoch)
        self._register_here(self._administration)
        early, self._early = self._early, []
        for request in early:
            self._administration.answer(request)
        interval_ms = self._node.configuration.controller.max_idle_interval_ms
        if interval_ms:
            write = partial(self._write_no_op, epoch)
            self._idle = self._node.tasks.later(interval_ms / 1000, write)

    def _renounce(self) -> None:
        self._claimed_epoch = self._registering = None
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None
        active, self._active = self._active, None
        if active is not None:
            active.resign()
        administration, self._administration = self._administration, None
        if administration is not None:
            administration.resign()
        early, self._early = self._early, []
        for request in early:
            self._refuse(request)

    def _register_here(self, administration: Administration) -> None:
        """Register this node, unless the log has it or is about to."""
        level = self.image.metadata_version or 0
        if not Gate.CONTROLLER_REGISTRATION.is_open(level) or self._registration.is_held:
            return
        here = self.image.controllers.get(self._node.configuration.node_id)
        if here is not None and here.incarnation_id == self._registration.incarnation_id:
            return
        if self._registering is None or self._registering.has_ended:
            self._registering = administration.register(self._registration.request())

    def _write_no_op(self, epoch: int) -> None:
        """Show standbys and brokers that there is an active controller."""
        interval_s = self._node.configuration.controller.max_idle_interval_ms / 1000
        self._node.append_nowait([framed(NoOpRecord())], epoch, is_exempt=True)
        self._idle = self._node.tasks.later(interval_s, partial(self._write_no_op, epoch))
