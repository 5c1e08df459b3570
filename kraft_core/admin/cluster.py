"""DescribeCluster, UnregisterBroker and UnregisterController: the nodes of a cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kraft_core.admin.errors import UnknownNodeError, check
from kraft_core.admin.routes import ask
from kraft_core.client.settings import Endpoint
from kraft_wire import messages

if TYPE_CHECKING:
    from kraft_core.admin.routes import Route
    from kraft_core.client.steps import Operation


def describe_cluster(
    route: Route, *, include_fenced_brokers: bool = False
) -> Operation[messages.DescribeClusterResponse]:
    """Ask for the cluster's id and its nodes, brokers or controllers as the route goes."""
    request = messages.DescribeClusterRequest(
        endpoint_type=route.endpoint_type, include_fenced_brokers=include_fenced_brokers
    )
    response = yield from ask(route, request, messages.DescribeClusterResponse, is_repeatable=True)
    check(response.error_code, response.error_message)
    return response


def find_node(route: Route, node_id: int) -> Operation[Endpoint]:
    """Ask for the address of a node; raises UnknownNodeError."""
    response = yield from describe_cluster(route)
    for node in response.brokers:
        if node.broker_id == node_id:
            return Endpoint(node.host, node.port)
    raise UnknownNodeError(f"no node {node_id} is registered in the cluster")


def unregister_broker(route: Route, broker_id: int) -> Operation[messages.UnregisterBrokerResponse]:
    """Unregister a broker that is permanently gone."""
    request = messages.UnregisterBrokerRequest(broker_id=broker_id)
    response = yield from ask(
        route, request, messages.UnregisterBrokerResponse, is_repeatable=False
    )
    check(response.error_code, response.error_message)
    return response


def unregister_controller(
    route: Route, controller_id: int
) -> Operation[messages.UnregisterControllerResponse]:
    """Unregister a controller that is permanently gone (since Kafka 4.4)."""
    request = messages.UnregisterControllerRequest(controller_id=controller_id)
    response = yield from ask(
        route, request, messages.UnregisterControllerResponse, is_repeatable=False
    )
    check(response.error_code, response.error_message)
    return response
