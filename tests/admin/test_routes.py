"""How requests reach the active controller, over controllers and over brokers."""

from __future__ import annotations

import pytest

from kraft_core.admin import Admin, UnsupportedRequestError
from kraft_core.client import ConnectionLostError, NotControllerError
from kraft_core.client.session import open_session
from kraft_wire.messages import (
    DescribeClusterRequest,
    DescribeClusterResponse,
    UnregisterBrokerRequest,
    UnregisterBrokerResponse,
)
from tests.admin.pretended import CLUSTER_ID, CONTROLLER, FORWARDED, HASTY, PATIENT, node

NOT_CONTROLLER = UnregisterBrokerResponse(error_code=41, error_message="not here")
DONE = UnregisterBrokerResponse(error_message=None)


@pytest.fixture(params=[False, True], ids=["controllers", "brokers"])
def over(request):
    """Opens a node of a kind with a script, and a client of it."""
    return request.param, (FORWARDED if request.param else CONTROLLER)


def test_a_request_goes_to_who_can_answer(over):
    brokers, served = over
    with node(served=served) as peer, Admin(peer.address, brokers=brokers, settings=HASTY) as admin:
        assert admin.describe_cluster().cluster_id == CLUSTER_ID
        assert admin.describe_cluster().cluster_id == CLUSTER_ID
    kinds = [each.endpoint_type for each in peer.asked(DescribeClusterRequest)]
    assert kinds == ([1, 1] if brokers else [2, 2])


def test_not_controller_error_is_retried(over):
    brokers, served = over
    script = {UnregisterBrokerRequest: [NOT_CONTROLLER, NOT_CONTROLLER, DONE]}
    with (
        node(script, served=served) as peer,
        Admin(peer.address, brokers=brokers, settings=PATIENT) as admin,
    ):
        assert admin.unregister_broker(3) == DONE
    assert len(peer.asked(UnregisterBrokerRequest)) == 3


def test_the_api_timeout_ends_with_the_error(over):
    brokers, served = over
    script = {UnregisterBrokerRequest: NOT_CONTROLLER}
    with (
        node(script, served=served) as peer,
        Admin(peer.address, brokers=brokers, settings=HASTY) as admin,
        pytest.raises(Exception, match="not here"),
    ):
        admin.unregister_broker(3)


def test_only_what_may_be_done_twice_is_repeated_after_a_lost_connection(over):
    brokers, served = over
    again = DescribeClusterResponse(cluster_id="again")
    script = {UnregisterBrokerRequest: [None, DONE], DescribeClusterRequest: [None, again]}
    with (
        node(script, served=served) as peer,
        Admin(peer.address, brokers=brokers, settings=PATIENT) as admin,
    ):
        with pytest.raises(ConnectionLostError):
            admin.unregister_broker(3)
        assert admin.describe_cluster().cluster_id == "again"
    assert len(peer.asked(UnregisterBrokerRequest)) == 1


def test_node_without_request_or_version_is_refused(over):
    brokers, served = over
    old = {**served, 60: (0, 0)}
    del old[64]
    with node(served=old) as peer, Admin(peer.address, brokers=brokers, settings=HASTY) as admin:
        with pytest.raises(
            UnsupportedRequestError, match="different UnregisterBroker request, or no"
        ):
            admin.unregister_broker(3)
        if not brokers:
            with pytest.raises(UnsupportedRequestError):  # controllers are unknown to version 0
                admin.describe_cluster()
        with pytest.raises(UnsupportedRequestError):
            admin.describe_cluster(include_fenced_brokers=True)


def test_listeners_of_the_other_kind_are_distinguished():
    with (
        node() as peer,
        Admin(peer.address, brokers=True, settings=HASTY) as admin,
        pytest.raises(NotControllerError, match="use --bootstrap-controller"),
    ):
        admin.describe_cluster()
    with (
        node(served=FORWARDED) as peer,
        Admin(peer.address, settings=HASTY) as admin,
        pytest.raises(NotControllerError, match="is a broker's listener"),
    ):
        admin.describe_cluster()


def test_refused_connection_names_the_address(over):
    with node() as peer:
        address = peer.address
    with (
        Admin(address, brokers=over[0], settings=HASTY) as admin,
        pytest.raises(Exception, match=f"connection refused by {address}"),
    ):
        admin.describe_cluster()


def test_the_next_broker_is_taken_when_one_is_gone():
    with node() as gone:
        address = gone.address
    with (
        node(served=FORWARDED) as peer,
        Admin(f"{address},{peer.address}", brokers=True, settings=PATIENT) as admin,
    ):
        assert admin.describe_cluster().cluster_id == CLUSTER_ID


def test_a_broker_that_knows_no_active_controller_is_not_asked_twice_in_a_row():
    def at_last():
        return node({UnregisterBrokerRequest: [NOT_CONTROLLER] * 3 + [DONE]}, served=FORWARDED)

    with at_last() as one, at_last() as other:
        addresses = f"{one.address},{other.address}"
        with Admin(addresses, brokers=True, settings=PATIENT) as admin:
            assert admin.unregister_broker(3) == DONE
        counts = [len(each.asked(UnregisterBrokerRequest)) for each in (one, other)]
    assert sorted(counts) == [3, 4]


def test_a_broker_that_refuses_connections_at_first_is_asked_again(monkeypatch):
    refused = []

    def session(endpoint, settings):
        if len(refused) < 2:
            refused.append(endpoint)
            raise ConnectionLostError("connection refused")
        return (yield from open_session(endpoint, settings))

    with node(served=FORWARDED) as peer, monkeypatch.context() as patch:
        patch.setattr("kraft_core.admin.routes.open_session", session)
        with Admin(peer.address, brokers=True, settings=PATIENT) as admin:
            assert admin.describe_cluster().cluster_id == CLUSTER_ID
    assert len(refused) == 2
