from __future__ import annotations

import pytest

from kraft_wire.errors import (
    CorruptRecordError,
    DecodeError,
    InvalidLengthError,
    TrailingBytesError,
    TruncatedError,
)
from kraft_wire.explain import (
    explain_batches,
    explain_message,
    to_json,
    to_text,
)
from kraft_wire.messages import (
    FetchResponse,
    ProduceRequest,
)
from tests.support.explained import nodes_by_path, nodes_of
from tests.support.kafka_files import ROOT, segment
from tests.support.record_batches import GOOD_RECORD, batch_of

SEGMENTS = [
    "4.3.1/topic-none/none-clicks-0",
    "4.3.1/topic-gzip/gzip-clicks-0",
    "4.3.1/topic-snappy/snappy-clicks-0",
    "4.3.1/topic-lz4/lz4-clicks-0",
    "4.3.1/topic-zstd/zstd-clicks-0",
]


@pytest.mark.parametrize("case", SEGMENTS)
def test_segments_that_kafka_wrote_are_explained_to_the_last_byte(case):
    data = segment(case)
    found = explain_batches(data)
    assert found.fault is None
    assert sum(batch.length for batch in found.nodes) == len(data)
    nodes = nodes_of(found)
    counts = [node.value for node in nodes if node.path.endswith("recordsCount")]
    records = [node for node in nodes if node.type == "record"]
    assert len(records) == sum(counts) > 100
    assert all(node.note == "right" for node in nodes if node.path.endswith(".crc"))
    assert to_text(found).count("\n") > len(records) * 7
    assert to_json(found)["nodes"][0]["children"]


def test_the_records_of_a_fetch_answer_are_explained_in_their_place():
    batches = segment("4.3.1/topic-lz4/lz4-clicks-0")
    records = batches[:-5]  # an answer may end in the middle of a batch
    partition = FetchResponse.PartitionData(records=records)
    topic = FetchResponse.FetchableTopicResponse(partitions=(partition,))
    data = FetchResponse(responses=(topic,)).encode(13)
    found = explain_message(FetchResponse, data, 13)
    assert found.fault is None
    nodes = nodes_by_path(found)
    path = "responses[0].partitions[0].records"
    assert nodes[path].own_length < 6
    assert "TruncatedError" not in to_text(found)
    assert "are left (in batch[" in nodes[path].note
    base = nodes[f"{path}.batch[1].baseOffset"]
    assert int.from_bytes(data[base.offset : base.offset + 8]) == base.value > 0


BAD_BATCHES = [
    (batch_of(GOOD_RECORD)[:-1], TruncatedError, "batch[0].batchLength"),
    (batch_of(GOOD_RECORD)[:15], TruncatedError, "batch[0].batchLength"),
    (batch_of(GOOD_RECORD)[:5], TruncatedError, "batch[0].baseOffset"),
    (batch_of(GOOD_RECORD)[:-1] + b"\0", CorruptRecordError, "batch[0].crc"),
    (batch_of(GOOD_RECORD, count=2), TruncatedError, "batch[0].records[1].length"),
    (batch_of(GOOD_RECORD, count=-1), InvalidLengthError, "batch[0].recordsCount"),
    (batch_of(GOOD_RECORD + b"\0"), TrailingBytesError, "batch[0].records"),
    (batch_of(b"\x16" + GOOD_RECORD[1:]), CorruptRecordError, "batch[0].records[0].length"),
    (batch_of(b"\x0c\0\0\0\x03\1\0"), InvalidLengthError, "batch[0].records[0].key"),
    (batch_of(b"\x0c\0\0\0\1\1\1"), InvalidLengthError, "batch[0].records[0].headers"),
    (batch_of(b"\x0c\0\0\0\1\x10\0"), InvalidLengthError, "batch[0].records[0].value"),
    (batch_of(b"junk", attributes=1), CorruptRecordError, "batch[0].records"),
    (batch_of(b"junk", attributes=7), CorruptRecordError, "batch[0].attributes"),
    (bytes(40), InvalidLengthError, "batch[0].batchLength"),
    (bytes(8) + b"\0\0\0\x14" + b"\5" * 20, CorruptRecordError, "batch[0].magic"),
]


@pytest.mark.parametrize(("data", "kind", "path"), BAD_BATCHES, ids=[bad[2] for bad in BAD_BATCHES])
def test_faults_of_batches(data, kind, path):
    found = explain_batches(data)
    assert type(found.fault) is kind
    assert found.fault.path == path
    assert 0 <= found.fault.offset <= len(data)
    assert isinstance(found.fault, DecodeError)
    assert found.nodes[0].type == "record batch"
    assert to_text(found).endswith(str(found.fault))


@pytest.mark.parametrize("codec", [1, 2, 3, 4])
def test_empty_batch_with_a_codec_has_no_fault(codec):
    """The log cleaner keeps the attributes (DefaultRecordBatch.writeEmptyHeader)."""
    data = batch_of(b"", 0, attributes=codec, last_offset_delta=4)
    found = explain_batches(data)
    assert found.fault is None
    assert nodes_by_path(found)["batch[0].recordsCount"].value == 0


def test_old_message_sets_show_their_headers():
    magics = set()
    for path in sorted(ROOT.glob("3.9.2/legacy-magic/magic[01]-*/00000000000000000000.log")):
        found = explain_batches(path.read_bytes())
        assert found.fault is None
        assert all(node.note == "right" for node in nodes_of(found) if node.path.endswith(".crc"))
        magics |= {node.value for node in nodes_of(found) if node.path.endswith(".magic")}
    assert magics == {0, 1}


@pytest.mark.parametrize(
    "data", [bad[0] for bad in BAD_BATCHES], ids=[bad[2] for bad in BAD_BATCHES]
)
def test_a_fault_within_a_message_has_its_place_in_the_message(data):
    cls = ProduceRequest
    data = batch_of(GOOD_RECORD) + data  # bytes that stand nowhere else in the message
    partition = cls.PartitionProduceData(index=0, records=data)
    encoded = ProduceRequest(
        topic_data=(cls.TopicProduceData(name="t", partition_data=(partition,)),)
    ).encode(9)
    fault = explain_batches(data).fault
    fault.offset = encoded.index(data) + (fault.offset or 0)
    found = explain_message(ProduceRequest, encoded, 9)
    assert str(fault) in [each.note for each in nodes_of(found)]
