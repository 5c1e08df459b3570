"""What CreateAcls refuses where Kafka answers -1 to all, and the limit of DeleteAcls."""

import pytest

from kraft_core.controller.acls import create_acls, delete_acls
from kraft_core.controller.decision import Context, Refusal
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import CreateAclsRequest, DeleteAclsRequest
from tests.controller.content import state_of

GOOD = {
    "resource_type": 2,
    "resource_name": "t",
    "resource_pattern_type": 3,
    "principal": "User:a",
    "host": "*",
    "operation": 3,
    "permission_type": 3,
}


@pytest.fixture
def state():
    return state_of()


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"resource_type": 1}, "Invalid resourceType ANY"),
        ({"resource_type": 99}, "Invalid resourceType UNKNOWN"),
        ({"resource_pattern_type": 2}, "Invalid patternType MATCH"),
        ({"operation": 1}, "Invalid operation ANY"),
        ({"permission_type": 0}, "Invalid permissionType UNKNOWN"),
    ],
)
def test_an_acl_that_names_no_single_thing_is_refused_alone(state, wrong, text):
    creations = tuple(CreateAclsRequest.AclCreation(**one) for one in (GOOD | wrong, GOOD))
    decision = create_acls(state, CreateAclsRequest(creations=creations), Context(3))
    refused, created = decision.answer.results
    assert (refused.error_code, refused.error_message) == (ErrorCode.INVALID_REQUEST, text)
    assert created.error_code == ErrorCode.NONE
    assert [record.resource_name for record in decision.records] == ["t"]


def test_a_deletion_of_more_acls_than_a_batch_holds_is_refused_whole(state):
    cls = CreateAclsRequest.AclCreation
    for start in (0, 10_000):
        names = range(start, start + 10_000 if not start else start + 1)
        creations = tuple(cls(**GOOD | {"resource_name": f"t{name}"}) for name in names)
        decision = create_acls(state, CreateAclsRequest(creations=creations), Context(3))
        for record in decision.records:
            state.image.replay_metadata(record)
    everything = DeleteAclsRequest.DeleteAclsFilter(
        resource_type_filter=1,
        resource_name_filter=None,
        pattern_type_filter=1,
        principal_filter=None,
        host_filter=None,
        operation=1,
        permission_type=1,
    )
    with pytest.raises(Refusal, match="Cannot remove more than 10000 acls"):
        delete_acls(state, DeleteAclsRequest(filters=(everything,)), Context(3))
