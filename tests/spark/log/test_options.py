from __future__ import annotations

import pytest

from kraft_spark.log.options import EARLIEST, LATEST, parse_options
from kraft_spark.options import OptionError


def parsed(**options):
    return parse_options({"path": "p", **options})


def test_defaults_read_all_records_and_fail_fast():
    options = parsed()
    assert (options.view, options.mode, options.layout) == ("records", "FAILFAST", "auto")
    assert options.paths == ("p",)
    assert options.max_partition_bytes is None
    assert options.check_crcs
    assert options.recursive_file_lookup
    assert options.corrupt_column is None


def test_names_and_values_have_no_case():
    options = parse_options({"PATH": "p", "maxpartitionbytes": "128m", "MODE": "permissive"})
    assert options.max_partition_bytes == 128 << 20
    assert options.corrupt_column == "_corrupt_record"


def test_several_paths_come_as_json():
    assert parse_options({"paths": '["a", "b"]'}).paths == ("a", "b")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"vieww": "records"}, "unknown option vieww"),
        ({"view": "rows"}, "option view cannot be 'rows'; allowed: records, batches"),
        ({"mode": "x"}, "FAILFAST, PERMISSIVE, DROPMALFORMED"),
        ({"includeHeaders": "yes"}, "includeHeaders cannot be 'yes'; allowed: true, false"),
        ({"subscribe": "a", "assign": "{}"}, "subscribe and assign exclude each other"),
        ({"subscribe": " "}, "subscribe"),
        ({"subscribePattern": "("}, "subscribePattern"),
        ({"subscribePattern": "[a-z&&[^b]]+"}, "Java's unions and intersections"),
        ({"subscribePattern": "[a[bc]]"}, "Java's unions and intersections"),
        ({"subscribePattern": "(?P<name>a)"}, r"Java does not have \(\?P"),
        ({"subscribePattern": r"\p{Lower}+"}, r"bad escape \\p"),
        ({"assign": '{"t": [-1]}'}, "assign"),
        ({"assign": "x"}, "assign"),
        ({"startingOffsets": "soon"}, "startingOffsets"),
        ({"startingOffsets": "-3"}, "startingOffsets"),
        ({"startingOffsets": '{"t": {"x": 1}}'}, "startingOffsets"),
        ({"endingOffsets": '{"t": {"0": 1.5}}'}, "endingOffsets"),
        ({"startingOffsets": "1", "startingTimestamp": "1"}, "exclude each other"),
        ({"endingTimestamp": "noon"}, "endingTimestamp"),
        ({"maxPartitionBytes": "0"}, "maxPartitionBytes"),
        ({"maxPartitionBytes": "many"}, "maxPartitionBytes"),
        ({"maxRecordsPerBatch": "0"}, "maxRecordsPerBatch"),
        ({"maxDecompressedBatchBytes": "2g"}, "maxDecompressedBatchBytes"),
        ({"modifiedAfter": "yesterday"}, "modifiedAfter"),
        ({"paths": "{}"}, "paths"),
        ({"valueSchema": ":1"}, "valueSchema cannot be ':1'; allowed: SUBJECT:VERSION"),
        ({"valueSchema": "orders-value:latest"}, "valueSchema"),
        ({"valueSchema": "orders-value:" + "1" * 20}, "valueSchema"),
        ({"view": "files", "isolationLevel": "read_committed"}, "view=files"),
        ({"includeControl": "true", "isolationLevel": "read_committed"}, "includeControl"),
    ],
)
def test_refusals_name_the_option(options, words):
    with pytest.raises(OptionError, match=words):
        parsed(**options)


def test_a_path_is_needed():
    with pytest.raises(OptionError, match="path"):
        parse_options({})


def test_offsets_are_names_numbers_or_json():
    assert parsed(startingOffsets="Earliest").starting_offsets == EARLIEST
    assert parsed(endingOffsets="latest").ending_offsets == LATEST
    assert parsed(startingOffsets="23").starting_offsets == 23
    form = '{"t": {"0": 23, "1": -2}}'
    assert parsed(startingOffsets=form).starting_offsets == {"t": {0: 23, 1: -2}}


def test_topics_are_selected_by_list_pattern_or_partition():
    assert parsed(subscribe="a, b").has_topic("b", 0)
    assert not parsed(subscribe="a").has_topic(None, None)
    assert parsed(subscribePattern="a.*").has_topic("abc", 0)
    assert not parsed(subscribePattern="a").has_topic("abc", 0)
    for pattern in (r"[]a]+\[?", r"[^]&]*", r"\[\[a", "(?:a|b)[.&]c?"):
        parsed(subscribePattern=pattern)
    assert parsed(assign='{"t": [1]}').has_topic("t", 1)
    assert not parsed(assign='{"t": [1]}').has_topic("t", 0)
    assert parsed().has_topic(None, None)
