"""`kraft cluster`: show the id and the nodes of a cluster, as kafka-cluster does.

Options, standard output and exit codes are those of Kafka 4.3.1, those of `unregister-controller`
of 4.4; errors are one sentence on standard error.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Final

import click

from kraft_core.cli.admin_connection import (
    Connection,
    connection_options,
    json_option,
    print_response,
)
from kraft_core.cli.output import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kraft_core.admin import Admin
    from kraft_wire.message import Message
    from kraft_wire.messages import DescribeClusterResponse

EXAMPLES = """\b
Examples:
  kraft cluster cluster-id --bootstrap-controller c1:9093
  kraft cluster list-endpoints --bootstrap-server b1:9092 --include-fenced-brokers
  kraft cluster unregister --bootstrap-controller c1:9093 --id 4
"""
INT32 = click.IntRange(-(2**31), 2**31 - 1)
CONFIG_IS_OLD = (
    "Option --config has been deprecated and will be removed in a future version. Use"
    " --command-config instead."
)


def _options(command: Any) -> Any:
    command = json_option(command)
    command = click.option("--config", metavar="FILE", help="Deprecated name of --command-config.")(
        command
    )
    return connection_options("-b", "-C", "-c")(command)


def _connection(options: dict[str, Any]) -> Connection:
    """Read the options with the addresses of the cluster."""
    config = options.pop("config")
    if config is not None:
        if options["command_config"] is not None:
            raise click.UsageError("--config and --command-config exclude each other")
        echo(CONFIG_IS_OLD, err=True)
        options["command_config"] = config
    connection = Connection.of(**options)
    connection.require_one()
    return connection


@click.group(epilog=EXAMPLES)
def command() -> None:
    """Show the id and the nodes of a cluster, or unregister a node."""


@command.command("cluster-id", epilog="Example: kraft cluster cluster-id -C c1:9093")
@_options
def cluster_id(*, as_json: bool, **options: Any) -> None:
    """Show the id of the cluster."""
    with _connection(options).admin() as admin:
        response = admin.describe_cluster()
    if as_json:
        print_response(response)
    else:
        echo(f"Cluster ID: {response.cluster_id}")


@command.command(
    "list-endpoints",
    epilog="Example: kraft cluster list-endpoints -b b1:9092 --include-fenced-brokers",
)
@_options
@click.option("--include-fenced-brokers", is_flag=True, help="List fenced brokers too.")
def list_endpoints(*, as_json: bool, include_fenced_brokers: bool, **options: Any) -> None:
    """List the brokers, or with --bootstrap-controller the controllers."""
    from kraft_core.admin.errors import UnsupportedRequestError

    connection = _connection(options)
    of_controllers = connection.bootstrap_controller is not None
    if include_fenced_brokers and of_controllers:
        raise click.UsageError("--include-fenced-brokers needs --bootstrap-server")
    with connection.admin() as admin:
        try:
            response = admin.describe_cluster(include_fenced_brokers=include_fenced_brokers)
        except UnsupportedRequestError as error:
            if as_json:
                raise
            echo(str(error))
            return
    if as_json:
        print_response(response)
    else:
        echo(*endpoint_lines(response, of_controllers=of_controllers))


@command.command(epilog="Example: kraft cluster unregister -C c1:9093 --id 4")
@_options
@click.option("--id", "-i", "node_id", required=True, type=INT32, help="The id of the broker.")
def unregister(*, as_json: bool, node_id: int, **options: Any) -> None:
    """Unregister a broker."""
    _unregister("broker", node_id, _connection(options), as_json)


@command.command(
    "unregister-controller",
    epilog="Example: kraft cluster unregister-controller -C c1:9093 --id 3",
)
@_options
@click.option("--id", "-i", "node_id", required=True, type=INT32, help="The id of the controller.")
def unregister_controller(*, as_json: bool, node_id: int, **options: Any) -> None:
    """Unregister a controller (since Kafka 4.4)."""
    _unregister("controller", node_id, _connection(options), as_json)


_FETCHED_WITHIN_MS: Final = 10_000
_BACK_WITHIN_S: Final = 5.0
_LOOK_AGAIN_S: Final = 0.2


def _check_gone(admin: Admin, node_id: int, *, lists_controllers: bool) -> None:
    """Report a controller that still runs: it registers again within a second or so."""
    from kraft_core.client.errors import ClientError

    try:
        partition = admin.describe_quorum().partition
    except ClientError:  # not authorized to describe the quorum, but the request itself succeeded
        return
    replicas = (*partition.current_voters, *partition.observers)
    # the leader's own entry has the time of its answer
    now_ms = max((each.last_fetch_timestamp for each in replicas), default=-1)
    fetched_ms = [each.last_fetch_timestamp for each in replicas if each.replica_id == node_id]
    if not fetched_ms or now_ms - max(fetched_ms) > _FETCHED_WITHIN_MS:
        return
    until_s = time.monotonic() + _BACK_WITHIN_S
    while lists_controllers and time.monotonic() < until_s:
        if any(each.broker_id == node_id for each in admin.describe_cluster().brokers):
            raise click.ClickException(
                f"controller {node_id} has registered again: it still runs. Stop it, and unregister"
                " it again."
            )
        time.sleep(_LOOK_AGAIN_S)
    # a controller that was stopped just now has fetched recently too, but does not fetch again
    after = admin.describe_quorum().partition
    replicas = (*after.current_voters, *after.observers)
    if not any(
        each.replica_id == node_id and each.last_fetch_timestamp > max(fetched_ms)
        for each in replicas
    ):
        return
    raise click.ClickException(
        f"controller {node_id} still fetches from the leader, and registers again while it runs."
        " Stop it, and unregister it again."
    )


def _unregister(kind: str, node_id: int, connection: Connection, as_json: bool) -> None:
    from kraft_core.admin.errors import UnsupportedRequestError

    with connection.admin() as admin:
        is_broker = kind == "broker"
        forget: Callable[[int], Message]
        forget = admin.unregister_broker if is_broker else admin.unregister_controller
        try:
            response = forget(node_id)
        except UnsupportedRequestError:
            if as_json:
                raise
            echo(f"The target cluster does not support the {kind} unregistration API.")
            return
    if as_json:
        print_response(response)
    else:
        echo(f"{kind.capitalize()} {node_id} is no longer registered.")
    if not is_broker:
        lists_controllers = connection.bootstrap_controller is not None
        with connection.admin() as admin:
            _check_gone(admin, node_id, lists_controllers=lists_controllers)


_NO_HOSTS_WIDTH: Final = 100
_NO_RACKS_WIDTH: Final = 10


def endpoint_lines(response: DescribeClusterResponse, *, of_controllers: bool) -> list[str]:
    """Format a header and one line for each node; controllers have no state."""
    nodes = in_order_of_java(response.brokers)
    host = max((len(node.host) for node in nodes), default=_NO_HOSTS_WIDTH)
    rack = max((len(node.rack) for node in nodes if node.rack is not None), default=_NO_RACKS_WIDTH)
    rows = [("ID", "HOST", "PORT", "RACK", "STATE", "ENDPOINT_TYPE")]
    for node in nodes:
        state = "fenced" if node.is_fenced else "unfenced"
        kind = "controller" if of_controllers else "broker"
        rack_text = "null" if node.rack is None else node.rack
        rows.append((str(node.broker_id), node.host, str(node.port), rack_text, state, kind))
    widths = (10, host, 10, rack, 10, 15)
    kept = (0, 1, 2, 3, 5) if of_controllers else range(6)
    return [" ".join(f"{row[place]:<{widths[place]}}" for place in kept) for row in rows]


def in_order_of_java(
    nodes: Sequence[DescribeClusterResponse.DescribeClusterBroker],
) -> list[DescribeClusterResponse.DescribeClusterBroker]:
    """Sort by id as a java.util.HashMap does: Kafka's tool lists nodes in that order."""
    size = 16
    while len(nodes) > size * 3 // 4:
        size *= 2
    return sorted(nodes, key=lambda node: _hash(node.broker_id) & (size - 1))


def _hash(number: int) -> int:
    bits = number & 0xFFFFFFFF
    return bits ^ (bits >> 16)
