from __future__ import annotations

from kraft_spark.decoding.internal_records import MetadataDecoder, TypedRecord, decode_control
from kraft_wire.messages import ConfigRecord, LeaderChangeMessage, TopicRecord
from kraft_wire.records.control import encode_control_record, encode_transaction_marker
from kraft_wire.records.metadata_frame import MetadataRecord, encode_metadata_record

DECODER = MetadataDecoder()


def written(message, version=0):
    return encode_metadata_record(MetadataRecord(message, version))


def test_metadata_record_is_decoded():
    value = written(TopicRecord(name="orders"))
    decoded = DECODER.decode(value)
    assert (decoded.record_type, decoded.version, decoded.error) == ("TOPIC_RECORD", 0, None)
    assert decoded.text == '{"name":"orders","topicId":"AAAAAAAAAAAAAAAAAAAAAA"}'
    assert decoded.value == value


def test_secrets_are_hidden_in_text_and_bytes():
    value = written(ConfigRecord(resource_type=4, resource_name="1", name="secret", value="x"))
    hidden = DECODER.decode(value)
    assert '"value":"(redacted)"' in hidden.text
    assert hidden.value is None
    shown = MetadataDecoder(include_secrets=True).decode(value)
    assert '"value":"x"' in shown.text
    assert shown.value == value


def test_unknown_types_and_versions_keep_their_bytes():
    unknown = DECODER.decode(b"\x01\xe7\x07\x00body")
    assert (unknown.record_type, unknown.version, unknown.text) == ("999", 0, None)
    assert unknown.value == b"\x01\xe7\x07\x00body"
    assert unknown.error
    newer = DECODER.decode(b"\x01\x02\x63body")
    assert (newer.record_type, newer.version) == ("TOPIC_RECORD", 99)
    assert newer.value is not None
    assert newer.error


def test_record_that_may_hide_a_secret_is_not_shown():
    value = written(ConfigRecord(resource_type=4, name="secret", value="x"))[:-1]
    assert DECODER.decode(value).value is None
    assert MetadataDecoder(include_secrets=True).decode(value).value == value


def test_bytes_that_are_no_record():
    for value in (b"", b"\x01", b"\xff" * 9, b"\x01\x02\x00"):
        decoded = DECODER.decode(value)
        assert decoded.error
        assert decoded.text is None
    assert DECODER.decode(None).error


def test_only_one_type_is_typed():
    decoder = MetadataDecoder(typed=TypedRecord("TopicRecord"))
    assert decoder.decode(written(TopicRecord(name="a"))).typed["name"] == "a"
    assert decoder.decode(written(ConfigRecord(resource_type=2))).typed is None


def test_control_record_is_decoded_by_type():
    decoded = decode_control(*encode_control_record(LeaderChangeMessage(leader_id=3)))
    assert (decoded.record_type, decoded.version) == ("LEADER_CHANGE", 0)
    assert decoded.text.startswith('{"version":0,"leaderId":3,')


def test_transaction_marker_is_decoded_by_type():
    for commit, name in ((True, "COMMIT"), (False, "ABORT")):
        decoded = decode_control(*encode_transaction_marker(commit=commit, coordinator_epoch=7))
        assert decoded.record_type == name
        assert decoded.text == '{"version":0,"coordinatorEpoch":7}'


def test_control_records_that_do_not_decode():
    key, value = encode_control_record(LeaderChangeMessage(leader_id=3))
    for bad_key, bad_value, name in (
        (None, value, None),
        (b"\0", value, None),
        (b"\0\0\0\x63", value, "99"),
        (key, None, "LEADER_CHANGE"),
        (key, value[:3], "LEADER_CHANGE"),
    ):
        decoded = decode_control(bad_key, bad_value)
        assert (decoded.record_type, decoded.text) == (name, None)
        assert decoded.error
        assert decoded.value == bad_value
