"""What forks of Kafka add to the schema language: own tags, keys and entity types."""

from __future__ import annotations

import pytest

from codegen.__main__ import run
from kraft_wire.errors import DecodeError, UnsupportedVersionError
from kraft_wire.identities import check_identities
from tests.support.packages import make_package
from tests.support.schemas import field, schema

RECORD = {
    "type": "metadata",
    "apiKey": 3,
    "name": "PartitionRecord",
    "validVersions": "0-1",
    "flexibleVersions": "0+",
    "fields": [
        field("PartitionId", "int32"),
        field("Elr", "[]int32", "1+", taggedVersions="1+", tag=0, nullableVersions="1+"),
        field("Tier", "string", taggedVersions="0+", tag=10_000, entityType="tierName"),
        field("Link", "uuid", "1+", taggedVersions="1+", tag=10_007),
    ],
}
REQUEST = {
    "type": "request",
    "apiKey": 10_001,
    "name": "MoveTierRequest",
    "validVersions": "0-1",
    "flexibleVersions": "0+",
    "fields": [
        field("Tier", "string", "0", entityType="tierName", ignorable=True),
        field("TierId", "uuid", "1+", ignorable=True),
    ],
}


@pytest.fixture(scope="module")
def messages(tmp_path_factory):
    return make_package(tmp_path_factory.mktemp("fork"), "fork_of_kafka", [RECORD, REQUEST])


def test_tags_from_10_000_on_are_written_and_read(messages):
    """The tag is a varint: 10000 is 90 4e, 10007 is 97 4e. Divergence W15."""
    cls = messages.message_class("PartitionRecord")
    record = cls(partition_id=7, elr=None, tier="ab", link=b"L" * 16)
    data = bytes.fromhex("0000000703000100904e03036162974e10") + b"L" * 16
    assert record.encode(1) == data
    assert cls.decode(data, 1) == record
    older = cls(partition_id=7, tier="ab")
    assert older.encode(0) == bytes.fromhex("0000000701904e03036162")
    assert cls.decode(older.encode(0), 0) == older
    unknown = bytes.fromhex("0000000701914e0161")
    assert cls.decode(unknown, 0).unknown_tagged_fields == ((10_001, b"a"),)
    with pytest.raises(DecodeError):
        cls.decode(bytes.fromhex("0000000701974e10") + b"L" * 16, 0)


def test_names_and_ids_of_its_own_entities_are_pairs(messages):
    """Divergence W14, divergence W12."""
    request = messages.message_class("MoveTierRequest")(tier="cold")
    assert (request.API_KEY, request.encode(0)) == (10_001, b"\5cold\0")
    check_identities(request, 0)
    with pytest.raises(UnsupportedVersionError, match="MoveTierRequest 1 has no field tier"):
        check_identities(request, 1)


def test_the_commands_take_such_a_set_and_name_a_forgotten_line(tmp_path, capsys):
    """Divergence W13."""
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "Old.json").write_text(schema(field("A"), flexibleVersions=..., name="Old"))
    (tmp_path / "in" / "New.json").write_text(schema(field("A"), name="New"))
    specs = str(tmp_path / "specs")
    assert run(["import", str(tmp_path / "in"), "--into", specs]) == 0
    assert capsys.readouterr().err == "note: Old.json: has no flexibleVersions, which means none\n"
    assert '"flexibleVersions": "none"' in (tmp_path / "specs" / "Old.json").read_text()
    assert run(["compat", str(tmp_path / "in"), specs]) == 0
    assert "note: Old.json" in capsys.readouterr().err
    out = ["--out", str(tmp_path), "--package", "forgotten"]
    assert run(["generate", "--specs", str(tmp_path / "in"), *out]) == 0
    assert "note: Old.json" in capsys.readouterr().err
