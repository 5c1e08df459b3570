"""Records of the coordinators as text."""

from __future__ import annotations

import json
import struct

import pytest

from kraft_core.cli.dump.report import StoppedError
from kraft_core.cli.dump.topic_payloads import coordinator_texts
from kraft_wire.messages import message_class

GROUP_KEY = message_class("GroupMetadataKey")
GROUP = message_class("GroupMetadataValue")
SUBSCRIPTION = message_class("ConsumerProtocolSubscription")

offsets = coordinator_texts("offsets")


def prefixed(number, data):
    return struct.pack(">h", number) + data


KEY = prefixed(2, GROUP_KEY(group="g").encode(0))


def test_tombstone_is_printed_as_delete():
    assert offsets(KEY, None, 0) == ('{"type":"2","data":{"group":"g"}}', "<DELETE>")


def test_group_metadata_value_is_printed_as_json():
    value = prefixed(3, GROUP(protocol_type="other", generation=4).encode(3))
    assert offsets(KEY, value, 0)[1] == (
        '{"version":"3","data":{"protocolType":"other","generation":4,"protocol":"",'
        '"leader":"","currentStateTimestamp":-1,"members":[]}}'
    )


def member_of(protocol_type, subscription):
    member = GROUP.MemberMetadata(member_id="m", subscription=subscription, assignment=b"\0")
    group = GROUP(protocol_type=protocol_type, members=(member,))
    text = offsets(KEY, prefixed(3, group.encode(3)), 0)[1]
    return json.loads(text)["data"]["members"][0]


def test_members_of_consumer_groups_are_opened():
    content = prefixed(0, SUBSCRIPTION(topics=("a", "b")).encode(0))
    shown = member_of("consumer", content)
    assert list(shown)[-2:] == ["subscription", "assignment"]
    assert shown["subscription"] == {"topics": ["a", "b"], "userData": None}
    assert shown["assignment"] == "AA=="  # too short for a message: the bytes stay


def test_subscription_of_a_non_consumer_group_is_base64():
    assert member_of("connect", b"\0\0")["subscription"] == "AAA="


def test_a_subscription_of_a_later_version_is_read_as_the_newest():
    newest = SUBSCRIPTION.VERSIONS[1]
    content = prefixed(newest + 5, SUBSCRIPTION(topics=("a",), rack_id="r").encode(newest))
    shown = member_of("consumer", content)["subscription"]
    assert (shown["topics"], shown["rackId"]) == (["a"], "r")


def test_a_record_without_key_ends_the_dump():
    with pytest.raises(StoppedError, match="offset 7 has no key"):
        offsets(None, b"", 7)


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        (prefixed(99, b""), b"", "Unknown record type 99 at offset 7, skipping."),
        (
            b"\0",
            b"",
            "Error at offset 7, skipping. Could not read version from key's buffer.",
        ),
        (
            KEY,
            b"\0",
            "Error at offset 7, skipping. Could not read version from value's buffer.",
        ),
        (
            KEY,
            prefixed(9, b""),
            "Error at offset 7, skipping. Found an unknown record version 9 for 2 type",
        ),
        (
            KEY,
            prefixed(3, b"\0"),
            (
                "Error at offset 7, skipping. Could not read record with version 3 from value's"
                " buffer due to: null."
            ),
        ),
        (
            prefixed(2, b"\xff\xff"),
            None,
            (
                "Error at offset 7, skipping. Could not read record with version 2 from key's"
                " buffer due to: non-nullable field group was serialized as null."
            ),
        ),
    ],
)
def test_undecodable_payload_has_kafkas_message(key, value, said):
    assert offsets(key, value, 7) == (said, None)


def test_bytes_behind_the_message_are_not_looked_at():
    assert offsets(KEY + b"more", None, 0)[0] == '{"type":"2","data":{"group":"g"}}'


def test_each_topic_has_its_own_numbers():
    key = prefixed(0, message_class("TransactionLogKey")(transactional_id="t").encode(0))
    assert coordinator_texts("transaction-log")(key, None, 0)[0] == (
        '{"type":"0","data":{"transactionalId":"t"}}'
    )
    assert '"transactionalId"' not in offsets(key, None, 0)[0]
