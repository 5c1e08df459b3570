"""Errors in every response of every API and version, put there by the schemas."""

from __future__ import annotations

import pytest

from kraft_core.testing import (
    ErrorPlacementError,
    Level,
    error_levels,
    error_response,
    with_error,
)
from kraft_core.testing.entries import Place, places, restricted
from kraft_wire.connection import error_counts
from kraft_wire.error_codes import ErrorCode
from kraft_wire.messages import (
    CreateTopicsRequest,
    DeleteAclsResponse,
    DescribeLogDirsRequest,
    FetchRequest,
    FetchResponse,
    FindCoordinatorRequest,
    MetadataRequest,
    OffsetFetchRequest,
    ProduceRequest,
    UpdateFeaturesRequest,
    UpdateFeaturesResponse,
)
from tests.testing.samples import ID, NUMBER, every_version, sample

CODE = ErrorCode.UNKNOWN_SERVER_ERROR
NOT_NAMED = {
    ("MetadataResponse", Level.PARTITION),
    ("DescribeTopicPartitionsResponse", "partition"),
}
"""The requests name topics, without partitions: these errors can only be put into a response."""


def test_every_response_carries_an_error_at_every_level_it_has():
    count = 0
    for _, response, version in every_version():
        for level in error_levels(response, version):
            filled = sample(response, version)
            made = with_error(filled, version, CODE, level)
            read = type(made).decode(made.encode(version), version)
            is_twofold = response is DeleteAclsResponse  # a filter, and an entry that it matches
            assert error_counts(read) == {CODE: 1 + is_twofold}, (response, version, level)
            count += 1
    assert count == COUNT


COUNT = 461
"""Levels of all versions; changes with the messages of a release."""


def test_every_request_is_answered_with_an_error_from_its_own_entries():
    for request, response, version in every_version():
        levels = error_levels(response, version)
        asked = sample(request, version)
        for level in (None, *levels):
            if (response.__name__, level) in NOT_NAMED:
                continue
            made = error_response(asked, version, CODE, level)
            read = type(made).decode(made.encode(version), version)
            assert error_counts(read)[CODE] >= 1, (response, version, level)


def test_every_response_has_a_place_for_an_error():
    without = {
        response.__name__
        for _, response, version in every_version()
        if not error_levels(response, version)
    }
    assert without == set()


def test_response_names_the_topic_and_partition_of_the_request():
    request = sample(FetchRequest, 12)
    made = error_response(request, 12, ErrorCode.NOT_LEADER_OR_FOLLOWER)
    assert made.error_code == 0
    [topic] = made.responses
    [partition] = topic.partitions
    assert (topic.topic, partition.partition_index) == ("a-topic", NUMBER)
    assert (partition.error_code, partition.high_watermark, partition.records) == (6, -1, b"")
    [by_id] = error_response(sample(FetchRequest, 18), 18, CODE, Level.PARTITION).responses
    assert (by_id.topic, by_id.topic_id) == ("", ID)


def test_error_about_a_session_is_at_the_top_and_one_about_a_partition_is_not():
    request = sample(FetchRequest, 12)
    for code in (ErrorCode.FETCH_SESSION_ID_NOT_FOUND, ErrorCode.FETCH_SESSION_TOPIC_ID_ERROR):
        assert error_response(request, 12, code).error_code == code
    assert error_response(request, 6, ErrorCode.REQUEST_TIMED_OUT).error_code == 0  # below 7: none


def test_response_has_an_entry_for_each_key_in_an_array_of_strings():
    made = error_response(
        FindCoordinatorRequest(coordinator_keys=["a", "b"]), 6, ErrorCode.COORDINATOR_NOT_AVAILABLE
    )
    assert [(each.key, each.node_id, each.error_code) for each in made.coordinators] == [
        ("a", -1, 15),
        ("b", -1, 15),
    ]


def test_error_of_a_group_is_put_in_the_group_on_request():
    made = error_response(sample(OffsetFetchRequest, 9), 9, ErrorCode.NOT_COORDINATOR, Level.TOPIC)
    assert [(each.group_id, each.error_code) for each in made.groups] == [("a-group_id", 16)]


def test_features_lose_their_results_in_the_version_that_dropped_them():
    assert error_levels(UpdateFeaturesResponse, 1) == (Level.TOP, Level.TOPIC)
    assert error_levels(UpdateFeaturesResponse, 2) == (Level.TOP,)
    made = error_response(sample(UpdateFeaturesRequest, 2), 2, ErrorCode.INVALID_REQUEST)
    assert (made.error_code, made.results) == (ErrorCode.INVALID_REQUEST, ())


def test_response_without_a_counterpart_in_the_request_has_one_entry():
    [result] = error_response(sample(DescribeLogDirsRequest, 0), 0, CODE).results
    assert result.error_code == CODE


def test_request_that_names_nothing_has_no_place_for_an_error_and_says_so():
    with pytest.raises(ErrorPlacementError, match=r"MetadataResponse 12 .* names no entry"):
        error_response(MetadataRequest(topics=None), 12, CODE)
    with pytest.raises(ErrorPlacementError, match="FetchResponse 6 has no top to put"):
        with_error(FetchResponse(), 6, CODE, Level.TOP)


def produce(*topics):
    partition = ProduceRequest.PartitionProduceData
    return ProduceRequest(
        topic_data=[
            ProduceRequest.TopicProduceData(
                name=name, partition_data=[partition(index=index) for index in indexes]
            )
            for name, indexes in topics
        ]
    )


def test_error_is_put_only_where_it_is_wanted():
    request = produce(("a", [0, 1]), ("b", [1]))
    filled = error_response(request, 9, ErrorCode.NONE)
    made = with_error(
        filled, 9, CODE, Level.PARTITION, lambda place: (place.topic, place.partition) == ("a", 1)
    )
    codes = [
        (topic.name, each.index, each.error_code)
        for topic in made.responses
        for each in topic.partition_responses
    ]
    assert codes == [("a", 0, 0), ("a", 1, CODE), ("b", 1, 0)]


def test_request_is_restricted_to_some_of_its_places():
    request = produce(("a", [0, 1]), ("b", [1]))
    assert places(request, 9) == [Place("a", None, 0), Place("a", None, 1), Place("b", None, 1)]
    assert restricted(request, 9, lambda place: place.partition == 0) == produce(("a", [0]))
    assert restricted(request, 9, lambda place: place.topic == "c") is None


def test_topic_without_partitions_is_a_place_and_forgotten_topics_are_not():
    topics = [CreateTopicsRequest.CreatableTopic(name="a")]
    assert places(CreateTopicsRequest(topics=topics), 7) == [Place("a")]
    fetch = sample(FetchRequest, 12)
    assert fetch.forgotten_topics_data
    assert places(fetch, 12) == [Place("a-topic", None, NUMBER)]
