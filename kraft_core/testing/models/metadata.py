"""Metadata, DescribeCluster, FindCoordinator: who is where; SASL on listeners without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    DescribeClusterResponse,
    FindCoordinatorResponse,
    MetadataResponse,
    SaslAuthenticateResponse,
    SaslHandshakeResponse,
)
from kraft_wire.primitives import ZERO_UUID

if TYPE_CHECKING:
    from collections.abc import Callable

    from kraft_core.testing.models.state import Context, Topic
    from kraft_wire.messages import (
        DescribeClusterRequest,
        FindCoordinatorRequest,
        MetadataRequest,
        SaslAuthenticateRequest,
        SaslHandshakeRequest,
    )

KEY_TYPES: Final = (0, 1)
"""Groups and transactional ids."""
_WITHOUT_IDS: Final = (10, 11)
"""Versions of Metadata that have a field for ids, which brokers refuse."""
_BROKERS: Final = 1
_CONTROLLERS: Final = 2
_WRONG_ENDPOINTS: Final = ErrorCode.MISMATCHED_ENDPOINT_TYPE
_SHARE: Final = 2


def metadata(context: Context, request: MetadataRequest) -> MetadataResponse:
    """Answer with all topics, or with those that are named, which are created if allowed."""
    state = context.state
    asked = request.topics or ()
    if context.version in _WITHOUT_IDS and any(
        each.name is None or each.topic_id != ZERO_UUID for each in asked
    ):
        error = ErrorCode.INVALID_REQUEST
        cls = MetadataResponse.MetadataResponseTopic
        return MetadataResponse(
            topics=[
                cls(error_code=error, name=each.name or "", topic_id=each.topic_id)
                for each in asked
            ]
        )
    is_all = request.topics is None or (context.version == 0 and not request.topics)
    if is_all:
        topics = [_described(topic) for topic in state.topics.values()]
    else:
        wanted = {(each.name, each.topic_id): each for each in request.topics or ()}
        topics = [_named(context, request, each) for each in wanted.values()]
    return MetadataResponse(
        brokers=[
            MetadataResponse.MetadataResponseBroker(node_id=node_id, host=host, port=port)
            for node_id, host, port in state.brokers
        ],
        cluster_id=state.cluster_id,
        controller_id=state.controller_id,
        topics=topics,
    )


def _named(context: Context, request: MetadataRequest, wanted: Any) -> Any:
    state = context.state
    topic = state.topic(wanted.name, wanted.topic_id)
    if topic is not None:
        return _described(topic)
    by_id = wanted.topic_id != ZERO_UUID
    error = ErrorCode.UNKNOWN_TOPIC_ID if by_id else ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
    if not by_id:
        refused, _ = state.check_topic(wanted.name, -1, -1)
        if refused is ErrorCode.INVALID_TOPIC_EXCEPTION:
            error = refused
        elif state.auto_create and (context.version < 4 or request.allow_auto_topic_creation):
            state.create_topic(wanted.name)  # there next time, as with AutoTopicCreationManager
    return MetadataResponse.MetadataResponseTopic(
        error_code=error, name=wanted.name, topic_id=wanted.topic_id
    )


def _described(topic: Topic) -> MetadataResponse.MetadataResponseTopic:
    return MetadataResponse.MetadataResponseTopic(
        name=topic.name,
        topic_id=topic.topic_id,
        partitions=[
            MetadataResponse.MetadataResponsePartition(
                partition_index=index,
                leader_id=each.leader,
                leader_epoch=each.epoch,
                replica_nodes=each.replicas,
                isr_nodes=each.replicas,
            )
            for index, each in enumerate(topic.partitions)
        ],
    )


def describe_cluster(context: Context, request: DescribeClusterRequest) -> DescribeClusterResponse:
    """Answer with the brokers, if they were asked for (KIP-919)."""
    state = context.state
    kind = request.endpoint_type
    if context.version and kind != _BROKERS:
        error = _WRONG_ENDPOINTS if kind == _CONTROLLERS else ErrorCode.UNSUPPORTED_ENDPOINT_TYPE
        return DescribeClusterResponse(error_code=error, error_message=error.message)
    return DescribeClusterResponse(
        cluster_id=state.cluster_id,
        controller_id=state.controller_id,
        brokers=[
            DescribeClusterResponse.DescribeClusterBroker(broker_id=node_id, host=host, port=port)
            for node_id, host, port in state.brokers
        ],
    )


def find_coordinator(context: Context, request: FindCoordinatorRequest) -> FindCoordinatorResponse:
    """Answer with the coordinator of groups or transactional ids."""
    if context.version >= 4:
        found = [
            FindCoordinatorResponse.Coordinator(key=key, **_coordinator(context, request, key))
            for key in request.coordinator_keys
        ]
        return FindCoordinatorResponse(coordinators=found)
    return FindCoordinatorResponse(**_coordinator(context, request, request.key))


def _coordinator(context: Context, request: FindCoordinatorRequest, key: str) -> dict[str, Any]:
    if request.key_type not in (*KEY_TYPES, _SHARE):
        error = ErrorCode.INVALID_REQUEST
        return {"error_code": error, "node_id": -1, "port": -1, "error_message": error.message}
    if request.key_type not in KEY_TYPES:
        error = ErrorCode.COORDINATOR_NOT_AVAILABLE
        return {"error_code": error, "node_id": -1, "port": -1, "error_message": None}
    node_id, host, port = context.state.coordinator(key)
    return {"node_id": node_id, "host": host, "port": port, "error_message": ErrorCode.NONE.name}


def sasl_handshake(_: Context, __: SaslHandshakeRequest) -> SaslHandshakeResponse:
    """Refuse a log-in on a listener without SASL (KafkaApis.handleSaslHandshakeRequest)."""
    return SaslHandshakeResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE)


def sasl_authenticate(_: Context, __: SaslAuthenticateRequest) -> SaslAuthenticateResponse:
    """Refuse a log-in on a listener without SASL (KafkaApis.handleSaslAuthenticateRequest)."""
    text = "SaslAuthenticate request received after successful authentication"
    return SaslAuthenticateResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE, error_message=text)


MODELS: Final[dict[str, Callable[[Context, Any], Any]]] = {
    "Metadata": metadata,
    "DescribeCluster": describe_cluster,
    "FindCoordinator": find_coordinator,
    "SaslHandshake": sasl_handshake,
    "SaslAuthenticate": sasl_authenticate,
}
