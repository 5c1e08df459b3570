from __future__ import annotations

import pytest

from kraft_core.admin import Admin, RequestRefusedError, UnsupportedRequestError
from kraft_core.admin.errors import UnknownNodeError
from kraft_wire.messages import (
    DescribeClusterRequest,
    UnregisterBrokerRequest,
    UnregisterBrokerResponse,
    UnregisterControllerRequest,
    UnregisterControllerResponse,
)
from tests.admin.pretended import CONTROLLER, FORWARDED, HASTY, node


def test_nodes_are_asked_for_by_kind():
    with node(served=FORWARDED) as peer, Admin(peer.address, brokers=True) as admin:
        found = admin.describe_cluster(include_fenced_brokers=True)
    assert [each.broker_id for each in found.brokers] == [1]
    (asked,) = peer.asked(DescribeClusterRequest)
    assert (asked.endpoint_type, asked.include_fenced_brokers) == (1, True)


def test_a_node_that_is_not_registered():
    with (
        node() as peer,
        Admin(peer.address, settings=HASTY) as admin,
        pytest.raises(UnknownNodeError, match="no node 9 is registered"),
    ):
        admin.describe_features(9)


def test_nodes_are_forgotten():
    script = {
        UnregisterBrokerRequest: UnregisterBrokerResponse(error_code=102, error_message="none"),
        UnregisterControllerRequest: UnregisterControllerResponse(error_message=None),
    }
    key = UnregisterControllerRequest.API_KEY
    with node(script, served=CONTROLLER | {key: (0, 0)}) as peer, Admin(peer.address) as admin:
        with pytest.raises(RequestRefusedError, match="none"):
            admin.unregister_broker(3)
        admin.unregister_controller(4)
    assert [each.broker_id for each in peer.asked(UnregisterBrokerRequest)] == [3]
    assert [each.controller_id for each in peer.asked(UnregisterControllerRequest)] == [4]


def test_unsupported_version_is_a_separate_error():
    script = {UnregisterBrokerRequest: UnregisterBrokerResponse(error_code=35)}
    with (
        node(script) as peer,
        Admin(peer.address, settings=HASTY) as admin,
        pytest.raises(UnsupportedRequestError),
    ):
        admin.unregister_broker(3)
