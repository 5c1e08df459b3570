"""Lists that stand in configs: what a log says of them, and what is refused."""

from __future__ import annotations

import pytest

from kraft_wire.messages import ConfigRecord, NoOpRecord
from kraft_wire.records import RecordBatchBuilder
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record
from tests.faults.config_door import lists_of


def record(value, broker="1000", name="sasl.enabled.mechanisms"):
    message = ConfigRecord(resource_type=4, resource_name=broker, name=name, value=value)
    return encode_metadata_record(MetadataRecord(message, 0))


def log_of(*values):
    builder = RecordBatchBuilder(base_offset=0, partition_leader_epoch=1)
    for value in values:
        builder.append(0, None, value)
    return {0: builder.build()}


def test_lists_grow_by_one_value_at_a_time():
    log = log_of(
        encode_metadata_record(MetadataRecord(NoOpRecord(), 0)),
        record("GSSAPI,list-1"),
        record("list-3", broker="1001"),
        record("something else", name="log.cleaner.threads"),
        record("GSSAPI,list-1,list-2"),
    )
    assert lists_of(log) == {"0": [1, 2], "1": [3]}


@pytest.mark.parametrize(
    "values",
    [
        ["list-1", "list-2"],  # the second append has not seen the first
        ["list-1", "list-1"],
        ["list-1", "list-1,list-2,list-3"],
        ["list-2,list-1"],
        ["list-1", "list-1,list-2", "list-2,list-1,list-3"],
    ],
)
def test_an_append_that_saw_another_list_is_noticed(values):
    with pytest.raises(AssertionError, match="saw"):
        lists_of(log_of(*map(record, values)))
