"""What two releases change, message by message."""

from __future__ import annotations

import pytest

from codegen.compatibility.evolution import compare, header_version
from tests.support.schemas import field, release, spec_of


def request(name="ThingRequest", *fields, key=1, **top):
    return spec_of(*fields, name=name, type="request", apiKey=key, **top)


def changes(older, newer, *, major=False):
    found = compare(
        {one.name: one for one in older}, {one.name: one for one in newer}, is_major=major
    )
    return [(one.message, one.path, one.what, one.before, one.after, one.legal) for one in found]


def versions(older, newer, *, major=False, **top):
    found = changes(
        [request(validVersions=older, **top)], [request(validVersions=newer)], major=major
    )
    return [(what, before, after, legal) for _, _, what, before, after, legal in found]


def test_the_same_release_changes_nothing():
    for version in ("3.9.2", "4.4.0"):
        messages = release(version).messages
        assert compare(messages, messages, is_major=False) == []


def test_messages_come_and_go():
    thing = spec_of()
    assert changes([], [thing]) == [("Thing", "", "message added", None, "data 0-3", True)]
    assert changes([thing], []) == [("Thing", "", "message removed", "data 0-3", None, False)]
    assert changes([thing], [], major=True)[0][-1] is True


def test_an_unstable_message_may_go():
    older = [
        request(validVersions="0", latestVersionUnstable=True),
        spec_of(name="ThingResponse", type="response", apiKey=1, validVersions="0"),
    ]
    assert [one[-1] for one in changes(older, [])] == [True, True]


def test_versions_are_added_at_the_top():
    assert versions("0-1", "0-3") == [("versions added", "0-1", "0-3", True)]
    assert versions("1-2", "0-2") == [("versions added", "1-2", "0-2", False)]


def test_versions_are_dropped_from_the_bottom_by_a_major_release():
    assert versions("0-2", "1-2") == [("versions dropped", "0-2", "1-2", False)]
    assert versions("0-2", "1-2", major=True) == [("versions dropped", "0-2", "1-2", True)]


def test_the_highest_version_never_falls_unless_it_was_unstable():
    assert versions("0-2", "0-1", major=True) == [("versions dropped", "0-2", "0-1", False)]
    assert versions("0-2", "0-1", latestVersionUnstable=True) == [
        ("versions dropped", "0-2", "0-1", True)
    ]


def test_disjoint_versions_are_reported_as_added_and_dropped():
    assert versions("0-1", "3-4", major=True) == [
        ("versions added", "0-1", "3-4", True),
        ("versions dropped", "0-1", "3-4", True),
    ]
    assert versions("3", "0") == [
        ("versions added", "3", "0", False),
        ("versions dropped", "3", "0", False),
    ]


def test_bytes_that_became_records_are_written_alike():
    """Neither schema states a default: null of records is not a change of it."""
    older = spec_of(field("Data", "bytes", nullableVersions="0+"))
    newer = spec_of(field("Data", "records", nullableVersions="0+"))
    assert changes([older], [newer]) == [("Thing", "Data", "type", "bytes", "records", True)]


def test_keys_and_types_stay():
    assert changes([request(key=1)], [request(key=2)]) == [
        ("ThingRequest", "", "apiKey", "1", "2", False)
    ]
    assert changes([spec_of()], [spec_of(type="metadata", apiKey=3)]) == [
        ("Thing", "", "type", "data", "metadata", False),
        ("Thing", "", "apiKey", None, "3", False),
    ]


def test_a_renamed_message_is_known_by_its_key():
    older, newer = request("OldRequest", field("A")), request("NewRequest", field("A", "int8"))
    assert changes([older], [newer]) == [
        ("NewRequest", "", "name", "OldRequest", "NewRequest", True),
        ("NewRequest", "A", "type", "int32", "int8", False),
    ]


def test_flexibility_stays_in_versions_that_both_have():
    def flexible(text):
        return request(validVersions="0-1", flexibleVersions=text)

    found = changes([flexible("2+")], [flexible("1+")])
    assert [(what, legal) for _, _, what, _, _, legal in found] == [
        ("flexibleVersions", False),
        ("headerVersions", False),
    ]
    assert changes([flexible("none")], [flexible("2+")]) == []


def test_headers_stay_in_versions_that_both_have():
    declared = request(headerVersions={"0-1": 1, "2+": 2})
    assert changes([request()], [declared]) == []
    assert changes([request()], [request(headerVersions={"0-1": 1, "2": 2, "3+": 3})]) == [
        ("ThingRequest", "", "headerVersions", "0-1: 1, 2-3: 2", "0-1: 1, 2: 2, 3: 3", False)
    ]


def test_reordered_fields_are_reported_as_a_layout_change():
    older = [field("A"), field("B", "int64")]
    assert changes([spec_of(*older)], [spec_of(*older[::-1])]) == [
        ("Thing", "", "layout", "0-3", "0-3", False)
    ]


@pytest.mark.parametrize(
    ("name", "version", "header"),
    [
        ("ControlledShutdownRequest", 0, 0),
        ("ControlledShutdownRequest", 1, 1),
        ("ControlledShutdownRequest", 3, 2),
        ("FetchRequest", 11, 1),
        ("FetchRequest", 12, 2),
        ("FetchResponse", 11, 0),
        ("FetchResponse", 12, 1),
        ("ApiVersionsRequest", 3, 2),
        ("ApiVersionsResponse", 3, 0),
        ("TopicRecord", 0, None),
    ],
)
def test_header_versions_where_the_schema_is_silent(name, version, header):
    assert header_version(release("3.9.2").messages[name], version) == header


def test_from_3_9_to_4_4():
    found = compare(release("3.9.2").messages, release("4.4.0").messages, is_major=True)
    told = {(one.message, one.path, one.what): one for one in found}
    renamed = told["VoteRequest", "Topics.Partitions.ReplicaId", "name"]
    assert (renamed.before, renamed.after, renamed.legal) == ("CandidateId", "ReplicaId", True)
    assert told["ListConfigResourcesRequest", "", "name"].before == (
        "ListClientMetricsResourcesRequest"
    )
    assert told["UpdateMetadataRequest", "", "message removed"].legal
    summary = told[
        "ReadShareGroupStateSummaryResponse", "Results.Partitions.LeaderEpoch", "field added"
    ]
    assert (summary.legal, summary.rule) == (True, "the version was unstable: 0")
    share = told["ShareGroupMetadataValue", "MetadataHash", "field added"]
    assert not share.legal
    illegal = {one.message for one in found if not one.legal}
    assert all(name.endswith(("Key", "Value")) for name in illegal)
    assert len(found) == 328


def test_back_from_4_4_to_3_9_is_no_evolution():
    found = compare(release("4.4.0").messages, release("3.9.2").messages, is_major=False)
    illegal = [one.message for one in found if not one.legal]
    assert "VoteRequest" in illegal
    assert len(illegal) > 200
