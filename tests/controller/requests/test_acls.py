"""What CreateAcls refuses where Kafka answers -1 to all, and the limit of DeleteAcls."""

import pytest

from kraft_core.controller.context import Context, Refusal
from kraft_core.controller.requests.acls import create_acls, delete_acls
from kraft_wire.errors import ErrorCode
from kraft_wire.messages import CreateAclsRequest, DeleteAclsRequest
from tests.controller.content import feature, state_of

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
    return state_of(feature("metadata.version", 33))


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


def test_an_acl_that_is_asked_twice_is_written_once(state):
    """AclControlManager.createAcls skips what exists, in this request too."""
    creations = (CreateAclsRequest.AclCreation(**GOOD),) * 2
    decision = create_acls(state, CreateAclsRequest(creations=creations), Context(3))
    assert [each.error_code for each in decision.answer.results] == [0, 0]
    assert len(decision.records) == 1


def created(host, level):
    state = state_of(feature("metadata.version", level))
    request = CreateAclsRequest(creations=(CreateAclsRequest.AclCreation(**GOOD | {"host": host}),))
    decision = create_acls(state, request, Context(3))
    (result,) = decision.answer.results
    assert len(decision.records) == (result.error_code == ErrorCode.NONE)
    return result.error_code, result.error_message or None


@pytest.mark.parametrize("level", [7, 31, 32, 33])
def test_empty_host_is_refused_and_other_text_is_not_checked_at_every_level(level):
    """AclControlManager.validateHostPattern of 4.4.0; 4.3.1 takes the empty host too."""
    assert created("", level) == (42, "Host pattern cannot be null or empty")
    for host in ("*", "10.0.0.1", "::1", "name", "10.0.0.999", " "):
        assert created(host, level) == (0, None)


@pytest.mark.parametrize("host", ["10.0.0.0/8", "::/0", "10/8", "/", "a/b"])
def test_range_is_refused_below_the_level_that_has_ranges(host):
    text = "CIDR-based ACL host patterns require metadata version 4.4-IV1 or higher."
    assert created(host, 31) == (35, text)


@pytest.mark.parametrize(
    ("host", "text"),
    [
        ("10.0.0.0/8", None),
        ("10.1.2.9/08", None),
        ("2001:db8::/+32", None),
        ("10/8", "Could not parse [10/8]"),
        ("10.0.0.0/33", "Value [33] not in range [0,32]"),
        ("10.0.0.256/8", "Value [256] not in range [0,255]"),
        ("10.0.0.0/255.0.0.0", "Could not parse [10.0.0.0/255.0.0.0]"),
        ("::/129", "Could not parse [::/129] - prefix length must be between 0 and 128"),
        ("::/x", "Could not parse [::/x] - invalid prefix length"),
        ("::g/8", "Could not parse [::g]"),
        ("::ffff:10.0.0.0/104", "Could not parse [::ffff:10.0.0.0] - not an IPv6 address"),
        ("a/b:c", "Could not parse [a/b:c] - invalid prefix length"),
    ],
)
def test_range_is_checked_at_the_level_that_has_ranges(host, text):
    refused = (42, f"Invalid CIDR notation '{host}': {text}")
    assert created(host, 32) == ((0, None) if text is None else refused)


def test_range_with_thousands_of_digits_is_refused():
    address = f"::{'0' * 5000}1.2.3.4"
    text = f"Invalid CIDR notation '{address}/96': Could not parse [{address}]"
    assert created(f"{address}/96", 33) == (42, text)


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


ANY_ACL = {
    "resource_type_filter": 1,
    "resource_name_filter": None,
    "pattern_type_filter": 1,
    "principal_filter": None,
    "host_filter": None,
    "operation": 1,
    "permission_type": 1,
}


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"resource_type_filter": 0}, "Unknown patternFilter."),
        ({"resource_type_filter": 99}, "Unknown patternFilter."),
        ({"pattern_type_filter": 0}, "Unknown patternFilter."),
        ({"pattern_type_filter": 5}, "Unknown patternFilter."),
        ({"operation": 0}, "Unknown entryFilter."),
        ({"operation": 99}, "Unknown entryFilter."),
        ({"permission_type": 0}, "Unknown entryFilter."),
        ({"permission_type": 4}, "Unknown entryFilter."),
    ],
)
def test_filter_that_is_not_known_deletes_nothing(state, wrong, text):
    """AclControlManager.validateFilter: it would match all ACLs, or none that was meant."""
    creation = CreateAclsRequest.AclCreation(**GOOD)
    for record in create_acls(state, CreateAclsRequest(creations=(creation,)), Context(3)).records:
        state.image.replay_metadata(record)
    matcher = DeleteAclsRequest.DeleteAclsFilter(**{**ANY_ACL, **wrong})
    decision = delete_acls(state, DeleteAclsRequest(filters=(matcher,)), Context(3))
    (result,) = decision.answer.filter_results
    assert (result.error_code, result.error_message) == (ErrorCode.INVALID_REQUEST, text)
    assert decision.records == ()
    every = DeleteAclsRequest.DeleteAclsFilter(**ANY_ACL)
    decision = delete_acls(state, DeleteAclsRequest(filters=(every,)), Context(3))
    assert len(decision.records) == 1
