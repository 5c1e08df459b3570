from __future__ import annotations

import pytest

from kraft_wire.inspection import (
    read_tree,
)
from kraft_wire.messages import (
    DescribeTopicPartitionsResponse,
)
from kraft_wire.primitives import uvarint
from tests.support.tiny_messages import Tiny


@pytest.mark.parametrize(
    ("cursor", "is_null"), [("80", True), ("ff", True), ("00", False), ("7f", False)]
)
def test_a_nullable_structure_is_null_for_negative_marks(cursor, is_null):
    body = "" if is_null else "0261 00000005 00"
    data = bytes.fromhex(f"00000000 01 {cursor} {body} 00")
    message = DescribeTopicPartitionsResponse.decode(data, 0)
    assert (message.next_cursor is None) == is_null
    nodes = read_tree(message.schema(), data, 0).root.children
    assert [node.value for node in nodes if node.path == "nextCursor"] == [
        None if is_null else "present"
    ]


# the untagged fields of Tiny 3: numbers, lengths, null records, null part, no parts, two numbers
TINY_3 = bytes(42) + b"\1\1\0\1\xff\1" + bytes(8)


@pytest.mark.parametrize(
    ("mark", "is_null"),
    [("00", True), ("8000", True), ("8080808008", True), ("01", False), ("8100", False)],
)
def test_a_tagged_nullable_structure_is_null_for_what_java_holds_negative(mark, is_null):
    field = bytes.fromhex(mark + ("" if is_null else "00000005 02 0261 00"))
    data = TINY_3 + b"\1\1" + uvarint(len(field)) + field
    root, end, fault = read_tree(Tiny.schema(), data, 3)
    assert (end, fault) == (len(data), None)
    (tag,) = root.children[-1].children
    (part,) = tag.children
    assert part.path == "taggedPart"
    assert (part.value is None) == is_null
