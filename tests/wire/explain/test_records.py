from __future__ import annotations

from kraft_wire.explain import (
    explain_batches,
)
from tests.support.explained import nodes_by_path
from tests.support.kafka_files import segment
from tests.support.record_batches import GOOD_RECORD, batch_of


def test_control_records_are_taken_apart():
    data = segment("4.3.1/metadata-log/node/__cluster_metadata-0")
    nodes = nodes_by_path(explain_batches(data))
    value = "batch[0].records[0].value"
    assert nodes["batch[0].records[0].key"].note == "version 0, type 2: leader change"
    assert nodes[value].note == "LeaderChangeMessage 0"
    leader = nodes[f"{value}.leaderId"]
    assert data[leader.offset : leader.offset + 4] == leader.value.to_bytes(4)
    assert nodes["batch[0].attributes"].note == "no compression, control"


def test_a_record_with_headers():
    found = explain_batches(batch_of(GOOD_RECORD))
    assert found.fault is None
    nodes = nodes_by_path(found)
    record = "batch[0].records[0]"
    assert nodes[f"{record}.key"].value == b"a"
    assert nodes[f"{record}.value"].value == b"bc"
    assert nodes[f"{record}.headers[0].key"].value == b"h"
    assert nodes[f"{record}.headers[0].value"].value is None
