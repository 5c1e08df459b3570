from __future__ import annotations

import pytest

from kraft_wire import limits
from kraft_wire.errors import (
    DecodeError,
    EncodeError,
    LimitError,
    TruncatedError,
    UnsupportedVersionError,
)
from kraft_wire.inspection import (
    check_budget,
    decode_fault,
    encode_fault,
    faults,
    read_tree,
    walk,
)
from kraft_wire.inspection.plan import least_element_size
from kraft_wire.messages import (
    FetchResponse,
    MetadataRequest,
    MetadataResponse,
    VoteResponse,
    kafka_messages,
    message_class,
)
from kraft_wire.primitives import uvarint


def test_number_of_bytes_left_is_reported():
    assert str(decode_fault(VoteResponse, b"", 0)).startswith("int16 of 2 bytes, but 0 are left")


def test_number_of_tagged_fields_is_limited():
    for more in (0, 1):
        count = limits.TAGGED_FIELDS_MAX + more
        tags = b"".join(uvarint(tag) + b"\0" for tag in range(100, 100 + count))
        data = VoteResponse().encode(1)[:-1] + uvarint(count) + tags
        _, _, fault = read_tree(VoteResponse.schema(), data, 1)
        if more:
            assert isinstance(fault, LimitError)
        else:
            assert fault is None
            assert len(VoteResponse.decode(data, 1).unknown_tagged_fields) == count


def test_a_tree_may_begin_inside_other_bytes():
    data = b"head" + VoteResponse().encode(0) + b"tail"
    root, end, fault = read_tree(VoteResponse.schema(), data, 0, start=4, path="body")
    assert (root.path, root.children[0].path, root.children[0].offset) == (
        "body",
        "body.errorCode",
        4,
    )
    assert (data[end:], fault) == (b"tail", None)
    _, _, fault = read_tree(VoteResponse.schema(), data[:5], 0, start=4, path="body")
    assert (fault.path, fault.offset) == ("body.errorCode", 4)


def test_versions_that_the_message_lacks_have_no_tree():
    with pytest.raises(UnsupportedVersionError, match="no version 9, only 0 to 2"):
        read_tree(VoteResponse.schema(), b"", 9)


def _response(count):
    return MetadataResponse(
        topics=[
            MetadataResponse.MetadataResponseTopic(
                name="a", partitions=[_partition(index) for index in range(count)]
            )
        ]
        * 2
    )


def _partition(index):
    return MetadataResponse.MetadataResponsePartition(partition_index=index, replica_nodes=(1, 2))


def test_the_budget_counts_the_elements_of_all_arrays(monkeypatch):
    data = _response(5).encode(12)
    elements = 2 + 2 * 5 + 2 * 5 * 2
    monkeypatch.setattr(faults, "MESSAGE_ELEMENTS_MAX", 1)
    monkeypatch.setattr(walk, "MESSAGE_ELEMENTS_MAX", elements)
    check_budget(MetadataResponse, data, 12)
    monkeypatch.setattr(walk, "MESSAGE_ELEMENTS_MAX", elements - 1)
    with pytest.raises(LimitError, match="more than 31 elements") as error:
        check_budget(MetadataResponse, data, 12)
    assert error.value.path == "topics[1].partitions[4].replicaNodes"
    assert data[error.value.offset] == 3  # the count of two elements, plus one
    assert isinstance(decode_fault(MetadataResponse, data, 12), LimitError)


def test_only_bytes_that_could_hold_too_many_elements_are_walked(monkeypatch):
    data = _response(5).encode(12)
    walked = []
    monkeypatch.setattr(faults, "_walk", lambda data: walked.append(data) or walk.Walk(data))
    most = len(data) // 4  # the smallest elements are the int32 of replicas and log directories
    monkeypatch.setattr(faults, "MESSAGE_ELEMENTS_MAX", most)
    check_budget(MetadataResponse, data[: most * 4], 12)
    assert walked == []
    check_budget(MetadataResponse, data + bytes(4), 12)
    assert len(walked) == 1


def test_large_messages_of_few_elements_are_not_walked(monkeypatch):
    monkeypatch.setattr(faults, "_walk", lambda *_: pytest.fail("walked"))
    partition = FetchResponse.PartitionData(records=bytes(limits.MESSAGE_ELEMENTS_MAX))
    topic = FetchResponse.FetchableTopicResponse(partitions=[partition])
    response = FetchResponse(responses=[topic])
    assert FetchResponse.decode(response.encode(17), 17) == response


@pytest.mark.parametrize(
    ("name", "version", "least"),
    [
        ("MetadataResponse", 12, 4),  # replica_nodes
        ("MetadataResponse", 0, 4),
        ("MetadataRequest", 0, 2),  # the name of a topic
        ("MetadataRequest", 12, 18),  # id, name, tags
        ("VoteRequest", 2, 3),  # a topic: name, partitions, tags
        ("DescribeGroupsRequest", 5, 1),
        ("VoteResponse", 1, 3),
        ("RequestHeader", 2, None),
    ],
)
def test_least_element_size_matches_schema(name, version, least):
    assert least_element_size(message_class(name).schema(), version) == least


def test_no_message_has_elements_without_bytes():
    for name, entry in kafka_messages().entries.items():
        for version in range(entry.lowest, entry.highest + 1):
            least = least_element_size(message_class(name).schema(), version)
            assert least is None or least > 0, f"{name} {version}"


def test_the_budget_leaves_other_faults_to_the_reader():
    check_budget(MetadataResponse, b"\xff", 12)
    check_budget(MetadataResponse, b"", 12)


def test_no_element_is_smaller_than_a_byte_so_that_bytes_bound_elements():
    assert limits.MESSAGE_ELEMENTS_MAX >= limits.ARRAY_ELEMENTS_MAX
    data = b"\0\0\0\7" + bytes(7)
    assert isinstance(decode_fault(MetadataRequest, data, 0), TruncatedError)


def test_two_readers_that_disagree_are_reported_and_not_hidden():
    fault = decode_fault(VoteResponse, VoteResponse().encode(0), 0)
    assert type(fault) is DecodeError
    assert "the fast reader of VoteResponse 0 refused" in fault.detail
    fault = encode_fault(VoteResponse(), 0)
    assert type(fault) is EncodeError
    assert "the writer of VoteResponse 0 refused" in fault.detail


def test_plans_are_made_once():
    decode_fault(VoteResponse, b"", 0)
    made = faults._PLANS[VoteResponse, 0]
    decode_fault(VoteResponse, b"\0", 0)
    assert faults._PLANS[VoteResponse, 0] is made
