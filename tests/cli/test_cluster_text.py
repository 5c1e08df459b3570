from __future__ import annotations

from kraft_core.cli.cluster import endpoint_lines, in_order_of_java
from kraft_wire.messages import DescribeClusterResponse

Node = DescribeClusterResponse.DescribeClusterBroker


def test_brokers_are_listed_by_id_with_rack_and_state():
    nodes = [
        Node(broker_id=2, host="b2", port=9092, rack="north"),
        Node(broker_id=1, host="broker1", port=9092, is_fenced=True),
    ]
    assert endpoint_lines(DescribeClusterResponse(brokers=nodes), of_controllers=False) == [
        "ID         HOST    PORT       RACK  STATE      ENDPOINT_TYPE  ",
        "1          broker1 9092       null  fenced     broker         ",
        "2          b2      9092       north unfenced   broker         ",
    ]


def test_controllers_are_listed_without_a_state():
    nodes = [Node(broker_id=1, host="c1", port=9093)]
    assert endpoint_lines(DescribeClusterResponse(brokers=nodes), of_controllers=True) == [
        "ID         HOST PORT       RACK       ENDPOINT_TYPE  ",
        "1          c1 9093       null       controller     ",
    ]


def test_empty_cluster_has_only_the_header_line():
    (line,) = endpoint_lines(DescribeClusterResponse(), of_controllers=True)
    assert line == f"ID         {'HOST':<100} PORT       RACK       ENDPOINT_TYPE  "


def test_nodes_are_printed_in_java_hash_map_order():
    def order(*ids):
        return [node.broker_id for node in in_order_of_java([Node(broker_id=id_) for id_ in ids])]

    assert order(3, 1, 2) == [1, 2, 3]
    assert order(3000, 3001, 1) == [1, 3000, 3001]
    assert order(1, 16, 17) == [16, 1, 17]  # 16 buckets
    assert order(*range(17, 0, -1)) == list(range(1, 18))  # 32
    assert order(65536, 0) == [0, 65536]
