"""DescribeCluster (60) as a controller answers it: from the controllers that registered (KIP-919).

Kafka's tools begin with it when they are given `--bootstrap-controller`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kraft_core.config.gates import Gate
from kraft_core.node.service import refusal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import DescribeClusterResponse

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kraft_core.controller.metadata_image import MetadataImage
    from kraft_core.node.access import Access
    from kraft_core.node.service import ServedRequest
    from kraft_wire.message import Message
    from kraft_wire.messages import DescribeClusterRequest

_BROKERS: Final = 1
_CONTROLLERS: Final = 2
_NOT_ASKED: Final = -(1 << 31)


def cluster_answer(
    request: ServedRequest,
    asked: DescribeClusterRequest,
    image: MetadataImage,
    cluster_id: str,
    leader_id: int,
    *,
    access: Access,
) -> Message:
    """Answer a DescribeCluster request; `leader_id` is -1 while no leader is known."""
    # the texts of ControllerApis.handleDescribeCluster
    if not Gate.CONTROLLER_REGISTRATION.is_open(image.metadata_version):
        text = (
            "There is no finalized MetadataVersion, so direct-to-controller communication is not"
            " supported."
            if image.metadata_version is None
            else "Direct-to-controller communication is not supported with the current"
            " MetadataVersion."
        )
        return refusal(asked, request.api_version, ErrorCode.UNSUPPORTED_VERSION, text)
    if (refused := access.refused_description(request.context)) is not None:
        return refusal(asked, request.api_version, *refused)
    if asked.endpoint_type != _CONTROLLERS:
        return _wrong_type(asked, request.api_version)
    nodes = tuple(_nodes(image, request.listener))
    is_listed = any(node.broker_id == leader_id for node in nodes)
    operations = _NOT_ASKED
    if asked.include_cluster_authorized_operations:
        operations = access.cluster_operations(request.context)
    return DescribeClusterResponse(
        endpoint_type=_CONTROLLERS,
        cluster_id=cluster_id,
        controller_id=leader_id if is_listed else -1,
        brokers=nodes,
        cluster_authorized_operations=operations,
    )


def _wrong_type(asked: DescribeClusterRequest, api_version: int) -> Message:
    if asked.endpoint_type == _BROKERS:
        code = ErrorCode.MISMATCHED_ENDPOINT_TYPE
        text = (
            "The request was sent to an endpoint of type CONTROLLER, but we wanted an endpoint of"
            " type BROKER"
        )
    else:
        code = ErrorCode.UNSUPPORTED_ENDPOINT_TYPE
        text = f"Unsupported endpoint type {asked.endpoint_type}"
    return refusal(asked, api_version, code if api_version else ErrorCode.INVALID_REQUEST, text)


def _nodes(
    image: MetadataImage, listener: str
) -> Iterator[DescribeClusterResponse.DescribeClusterBroker]:
    """Yield the controllers with a listener of that name."""
    for controller in image.controllers.values():
        for endpoint in controller.end_points:
            if endpoint.name == listener:
                yield DescribeClusterResponse.DescribeClusterBroker(
                    broker_id=controller.controller_id,
                    host=endpoint.host,
                    port=endpoint.port,
                    rack=None,
                )
