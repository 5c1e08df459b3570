"""Metadata records as text and as JSON."""

from __future__ import annotations

from kraft_core.cli.dump.topic_payloads import metadata_json, metadata_texts

NO_OP = bytes.fromhex("01 14 00 00")
FEATURE = bytes.fromhex("01 0c 00 0261 0007 00")


def test_metadata_record_is_printed_as_json():
    assert metadata_texts(b"key", NO_OP, 5) == (
        None,
        '{"type":"NO_OP_RECORD","version":0,"data":{}}',
    )
    assert metadata_texts(None, FEATURE, 5)[1] == (
        '{"type":"FEATURE_LEVEL_RECORD","version":0,"data":{"name":"a","featureLevel":7}}'
    )


def test_a_version_of_later_releases():
    assert metadata_texts(None, bytes.fromhex("01 14 09 00"), 5)[1] == (
        '{"type":"NO_OP_RECORD","version":9,"data":{}}'
    )


def test_record_of_4_4_is_printed():
    assert metadata_texts(None, bytes.fromhex("01 1d 00 00000007 00"), 5)[1] == (
        '{"type":"UNREGISTER_CONTROLLER_RECORD","version":0,"data":{"controllerId":7}}'
    )


def test_damaged_metadata_record_is_skipped_with_its_error():
    assert metadata_texts(None, None, 41)[1] == (
        "Error at 41, skipping. Error while reading frame version"
    )
    assert metadata_texts(None, NO_OP + b"x", 41)[1] == (
        "Error at 41, skipping. Found 1 byte(s) of garbage after 20"
    )


def test_metadata_record_becomes_json():
    assert metadata_json(FEATURE) == {
        "type": "FEATURE_LEVEL_RECORD",
        "apiKey": 12,
        "version": 0,
        "data": {"name": "a", "featureLevel": 7},
    }
    assert metadata_json(b"") == {"error": "Error while reading frame version"}
