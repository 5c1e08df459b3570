"""DescribeCluster from the registrations, at the listener that was asked."""

from __future__ import annotations

import pytest

from kraft_core.controller.requests.cluster_description import cluster_answer
from kraft_core.node.access import Access
from kraft_core.node.service import ServedRequest
from kraft_wire.messages import DescribeClusterRequest
from tests.controller.content import feature, image_of, registered

IMAGE = image_of(feature("metadata.version", 30), registered(1), registered(2, listener="ELSE"))


def asked(endpoint_type=2, *, version=2, image=IMAGE, leader_id=1, listener="CONTROLLER", **more):
    message = DescribeClusterRequest(endpoint_type=endpoint_type, **more)
    request = ServedRequest(listener, version, message, None)
    return cluster_answer(request, message, image, "the-cluster", leader_id, access=Access())


def test_controllers_are_listed_at_the_listener_that_was_asked():
    answer = asked()
    assert (answer.error_code, answer.endpoint_type, answer.cluster_id) == (0, 2, "the-cluster")
    assert [(each.broker_id, each.host, each.port) for each in answer.brokers] == [
        (1, "here", 9001)
    ]
    assert answer.controller_id == 1
    assert answer.cluster_authorized_operations == -(2**31)
    others = asked(listener="OTHER").brokers
    assert [(each.broker_id, each.host, each.port) for each in others] == [
        (1, "there", 9101),
        (2, "there", 9102),
    ]


def test_a_leader_that_is_not_listed_is_not_named():
    assert asked(leader_id=2).controller_id == -1
    assert asked(leader_id=-1).controller_id == -1


def test_allowed_operations_are_returned_on_request():
    operations = asked(include_cluster_authorized_operations=True).cluster_authorized_operations
    assert operations == 0b1111110100000


@pytest.mark.parametrize(
    ("endpoint_type", "version", "code"),
    [(1, 1, 114), (1, 2, 114), (0, 1, 115), (3, 2, 115), (1, 0, 42)],
)
def test_other_endpoint_types(endpoint_type, version, code):
    answer = asked(endpoint_type, version=version)
    assert answer.error_code == code
    assert answer.error_message
    assert (answer.endpoint_type, answer.cluster_id, answer.controller_id) == (1, "", -1)
    assert answer.cluster_authorized_operations == -(2**31)
    assert answer.brokers == ()


@pytest.mark.parametrize("levels", [(), (feature("metadata.version", 14),)])
def test_before_controllers_register_there_is_no_answer(levels):
    answer = asked(image=image_of(*levels))
    assert answer.error_code == 35
    assert ("There is no finalized MetadataVersion" in answer.error_message) == (not levels)
