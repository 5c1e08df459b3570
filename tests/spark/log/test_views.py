from __future__ import annotations

import pytest

from kraft_spark.columns import SchemaError
from kraft_spark.decoding.internal_records import UnknownRecordTypeError
from kraft_spark.log.options import ROW_VIEWS, VIEWS
from kraft_spark.log.views import columns_of, picked_columns, reader_of, typed_record
from kraft_spark.options import OptionError
from tests.spark.log_rows import batch, options_of, rows, write_log


@pytest.mark.parametrize(
    ("view", "mode"),
    [*((view, "FAILFAST") for view in VIEWS), *((view, "PERMISSIVE") for view in ROW_VIEWS)],
)
def test_rows_have_exactly_the_columns(tmp_path, view, mode):
    write_log(tmp_path, batch(0))
    options = options_of(tmp_path, view=view, mode=mode)
    names = [column.name for column in columns_of(options).default]
    for row in rows(tmp_path, view=view, mode=mode):
        assert list(row) == names


@pytest.mark.parametrize("view", VIEWS)
def test_every_view_is_empty_where_there_is_nothing(tmp_path, view):
    assert rows(tmp_path, view=view, allowEmpty=True) == []
    options = options_of(tmp_path, view=view)
    assert list(reader_of(options, picked_columns(options)).read([])) == []


@pytest.mark.parametrize("view", VIEWS)
def test_unknown_column_of_a_view_is_refused(tmp_path, view):
    with pytest.raises(SchemaError, match=f"view {view} has no column nope"):
        rows(tmp_path, "nope STRING", view=view)


def test_record_types_are_for_metadata_only():
    with pytest.raises(OptionError, match="use it with view=metadata"):
        options_of("p", recordType="PartitionRecord")
    assert typed_record(options_of("p", view="metadata")) is None
    typed = typed_record(options_of("p", view="metadata", recordType="partition_record"))
    assert typed.name == "PARTITION_RECORD"
    with pytest.raises(UnknownRecordTypeError, match="recordType"):
        columns_of(options_of("p", view="metadata", recordType="Nope"))
