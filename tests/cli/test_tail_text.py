from __future__ import annotations

from kraft_core.cli import tail
from kraft_core.client import Change
from kraft_wire.messages import ConfigRecord, LeaderChangeMessage, TopicRecord
from kraft_wire.primitives import Uuid
from kraft_wire.records.metadata_frame import OpaqueMetadataRecord


def line(record, **changes):
    fields = {"offset": 12, "epoch": 3, "timestamp": 1795285953533, "source": "log", "version": 0}
    change = Change(record=record, **{**fields, **changes})
    return tail.Lines(coloured=False).of(change)


def test_columns_are_aligned():
    first = line(TopicRecord(name="a b", topic_id=Uuid(b"\1" * 16)))
    second = line(LeaderChangeMessage(), offset=123456789, epoch=1000, is_control=True)
    third = line(TopicRecord(), source="snapshot", timestamp=-1)
    assert first.startswith("       12     3  2026-11-21T18:32:33.533Z  TopicRecord  ")
    assert first.endswith('name="a b" topicId=AQEBAQEBAQEBAQEBAQEBAQ')
    assert second.startswith("123456789  1000  2026-")
    assert third.startswith("       12s    3  -                         TopicRecord")
    assert first.index("TopicRecord") == second.index("Leader") == third.index("TopicRecord")
    assert line(TopicRecord(), timestamp=2**62).split()[2] == "-"


def test_structures_are_shown_in_braces():
    voter = LeaderChangeMessage.Voter(voter_id=4)
    shown = line(LeaderChangeMessage(leader_id=4, voters=(voter, voter)), is_control=True)
    assert "leaderId=4 voters=[{voterId=4}, {voterId=4}] grantingVoters=[]" in shown


def test_a_deleted_config_is_null_and_an_empty_text_is_quoted():
    shown = line(ConfigRecord(resource_type=4, resource_name="", name="a", value=None))
    assert shown.endswith('resourceType=4 resourceName="" name=a value=null')


def test_unknown_metadata_record_is_shown_as_base64():
    assert line(OpaqueMetadataRecord(99, 1, b"body")).endswith(
        "MetadataRecord99               Ym9keQ=="
    )


def test_colours_are_for_terminals():
    change = Change(1, 1, 0, "log", TopicRecord(name="a"), 0)
    coloured = tail.Lines(coloured=True).of(change)
    assert "\x1b[1m" in coloured
    assert "TopicRecord" in coloured
    assert "name=a" in coloured
