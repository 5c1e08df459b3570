"""Control records as text and as JSON."""

from __future__ import annotations

import struct

import pytest

from kraft_core.cli.dump.record_text import control_json, control_text
from kraft_core.cli.dump.report import StoppedError


def key(kind, version=0):
    return struct.pack(">hh", version, kind)


LEADER_CHANGE = bytes.fromhex("00000000000102000000010002000000010000")
LEADER_CHANGE_DATA = (
    '{"version":0,"leaderId":1,"voters":[{"voterId":1}],"grantingVoters":[{"voterId":1}]}'
)
VOTERS = bytes.fromhex(
    "00000200000001000102030405060708090a0b0c0d0e0f020b434f4e54524f4c4c45520a6c6f63616c686f737423"
    "850000000001000000"
)


@pytest.mark.parametrize(
    ("kind", "value", "text"),
    [
        (0, b"\0\0\0\0\0\5", " endTxnMarker: ABORT coordinatorEpoch: 5"),
        (1, b"\0\7\xff\xff\xff\xffmore", " endTxnMarker: COMMIT coordinatorEpoch: -1"),
        (2, LEADER_CHANGE, f" LeaderChange: {LEADER_CHANGE_DATA}"),
        (3, bytes(11), ' SnapshotHeader {"version":0,"lastContainedLogTimestamp":0}'),
        (4, bytes(3), ' SnapshotFooter {"version":0}'),
        (5, b"\0\0\0\1\0", ' KRaftVersion {"version":0,"kRaftVersion":1}'),
        (
            6,
            VOTERS,
            (
                ' KRaftVoters {"version":0,"voters":[{"voterId":1,"voterDirectoryId":'
                '"AAECAwQFBgcICQoLDA0ODw","endpoints":[{"name":"CONTROLLER","host":"localhost",'
                '"port":9093}],"kRaftVersionFeature":{"minSupportedVersion":0,'
                '"maxSupportedVersion":1}}]}'
            ),
        ),
        (7, None, " controlType: UNKNOWN(7)"),
        (-2, b"", " controlType: UNKNOWN(-2)"),
    ],
)
def test_control_record_is_printed_as_kafka_does(kind, value, text):
    assert control_text(key(kind), value) == text


def test_the_version_inside_the_message_decides_what_is_printed():
    value = b"\0\1" + LEADER_CHANGE[2:]
    assert '"version":1,' in control_text(key(2), value)
    assert '{"voterId":1,"voterDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA"}' in control_text(
        key(2), value
    )


def test_bytes_behind_the_message_are_not_looked_at():
    assert control_text(key(4, version=3), bytes(10)) == ' SnapshotFooter {"version":0}'


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        (None, b"", "no type"),
        (b"\0\0\0", b"", "no type"),
        (key(1, version=-1), b"", "version -1"),
        (key(0), b"\0\0\0", "truncated"),
        (key(0), None, "truncated"),
        (key(1), b"\xff\xff\0\0\0\0", "version -1"),
        (key(2), None, "no value"),
        (key(2), LEADER_CHANGE[:-1], "cannot be read"),
    ],
)
def test_unreadable_control_record_has_a_reason(key, value, reason):
    with pytest.raises(StoppedError, match=reason):
        control_text(key, value)
    with pytest.raises(StoppedError, match=reason):
        control_json(key, value)


def test_control_record_becomes_json():
    assert control_json(key(1), b"\0\0\0\0\0\5") == {"type": "COMMIT", "coordinatorEpoch": 5}
    assert control_json(key(5), b"\0\0\0\1\0") == {
        "type": "KRAFT_VERSION",
        "data": {"version": 0, "kRaftVersion": 1},
    }
    assert control_json(key(9), b"") == {"type": "UNKNOWN"}
