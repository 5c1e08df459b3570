from __future__ import annotations

import json

from kraft_wire.errors import (
    TruncatedError,
)
from kraft_wire.explain import (
    explain_batches,
    explain_message,
    to_json,
    to_text,
)
from kraft_wire.messages import (
    AlterClientQuotasRequest,
    VoteRequest,
    VoteResponse,
)
from tests.support.explained import nodes_by_path
from tests.support.kafka_files import segment


def test_explained_message_has_one_line_per_field():
    topic = VoteResponse.TopicData(topic_name="t")
    message = VoteResponse(error_code=35, topics=(topic,), unknown_tagged_fields=((3, b"\xaa"),))
    found = explain_message(VoteResponse, message.encode(0), 0)
    assert found.fault is None
    assert to_text(found).splitlines() == [
        "VoteResponse 0, 11 bytes",
        "000000  00 23     errorCode               int16            35 (UNSUPPORTED_VERSION)",
        "000002  02        topics                  []TopicData      1 element",
        '000003  02 74     topics[0].topicName     compact string   "t"',
        "000005  01        topics[0].partitions    []PartitionData  0 elements",
        "000006  00        topics[0].taggedFields  tags             0 tagged fields",
        "000007  01        taggedFields            tags             1 tagged field",
        "000008  03 01 aa  taggedFields[3]         unknown tag      1 byte",
    ]


def test_text_shows_what_was_read_what_was_not_and_why():
    data = VoteResponse(error_code=35).encode(0)[:2] + b"\x80\x80"
    assert to_text(explain_message(VoteResponse, data, 0)).splitlines() == [
        "VoteResponse 0, 4 bytes",
        "000000  00 23  errorCode  int16     35 (UNSUPPORTED_VERSION)",
        "000002  80 80             not read",
        "TruncatedError: the bytes end inside a varint (in topics at byte 2)",
    ]


def test_no_bytes_at_all_are_explained_too():
    found = explain_message(VoteResponse, b"", 0)
    assert type(found.fault) is TruncatedError
    assert to_text(found).startswith("VoteResponse 0, 0 bytes\nTruncatedError: ")


def test_long_values_are_cut_and_nothing_can_act_on_a_terminal():
    message = VoteRequest(cluster_id="\x1b[2J\x7f\x9b\u202e" + "é" * 100)
    text = to_text(explain_message(VoteRequest, message.encode(0), 0))
    assert text.isprintable() or text.replace("\n", "").isprintable()
    assert '"\\u001b[2J\\u007f\\u009b\\u202e' in text
    assert "... 107 characters" in text
    assert " ...  clusterId" in text


def test_json_has_places_values_and_the_fault():
    message = VoteRequest(cluster_id="c", unknown_tagged_fields=((9, b"\xff"),))
    form = to_json(explain_message(VoteRequest, message.encode(0), 0))
    assert json.loads(json.dumps(form)) == form
    assert (form["subject"], form["length"], form["fault"]) == ("VoteRequest 0", 7, None)
    (root,) = form["nodes"]
    assert root["children"][0] == {
        "offset": 0,
        "length": 2,
        "path": "clusterId",
        "type": "compact string",
        "value": "c",
    }
    (section,) = root["children"][2:]
    assert section["children"][0]["value"] == "ff"
    bad = to_json(explain_message(VoteRequest, b"\2", 0))
    assert bad["fault"] == {
        "type": "InvalidLengthError",
        "detail": "1 bytes, but 0 bytes left",
        "offset": 0,
        "path": "clusterId",
    }


def test_numbers_that_json_lacks_and_uuids_are_text():
    operation = AlterClientQuotasRequest.OpData(value=float("nan"))
    entry = AlterClientQuotasRequest.EntryData(ops=(operation,))
    data = AlterClientQuotasRequest(entries=(entry,)).encode(0)
    text = json.dumps(to_json(explain_message(AlterClientQuotasRequest, data, 0)), allow_nan=False)
    assert '"value": "nan"' in text


def test_offsets_in_decompressed_bytes_are_marked():
    found = explain_batches(segment("4.3.1/topic-zstd/zstd-clicks-0"))
    lines = to_text(found).splitlines()
    (first,) = [line for line in lines if " batch[0].records[0].length " in line]
    assert first.startswith("~000000  ")
    node = nodes_by_path(found)["batch[0].records"]
    form = to_json(found)["nodes"][0]["children"][-1]
    assert form["innerLength"] == len(node.inner)
