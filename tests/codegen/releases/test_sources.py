"""Where schemas come from: jars, folders of jars, checkouts, folders of JSON."""

from __future__ import annotations

import zipfile

import pytest

from codegen.errors import SchemaError
from codegen.releases import sources
from codegen.releases.folder import BANNER
from codegen.releases.sources import Release, read_sources
from tests.support.schemas import RELEASES, field, schema


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def make_jar(path, members):
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as jar:
        for name, text in members.items():
            jar.writestr(name, text)
    return path


def thing(name="Thing", *fields, **top):
    return schema(*fields, name=name, **top)


def test_the_three_folders_of_a_jar_count_and_nothing_else(tmp_path):
    jar = make_jar(
        tmp_path / "kafka-clients-4.4.0.jar",
        {
            "common/message/A.json": thing("A"),
            "common/metadata/B.json": thing("B"),
            "message/C.json": thing("C"),
            "META-INF/native-image/resource.json": "{}",
            "common/message/deeper/D.json": "no schema",
            "other/message/E.json": "no schema",
            "common/message/README.md": "no schema",
            "package.json": "{}",
        },
    )
    (found,) = read_sources([jar])
    assert list(found.messages) == ["A", "B", "C"]
    assert found.version == "4.4.0"
    assert found.messages["B"].source == "kafka-clients-4.4.0.jar:B.json"


def test_jars_of_one_version_are_one_release_whatever_their_order(tmp_path):
    jars = [
        make_jar(tmp_path / "kafka-clients-3.9.2.jar", {"common/message/A.json": thing("A")}),
        make_jar(tmp_path / "kafka-clients-4.0.0.jar", {"common/message/A.json": thing("A")}),
        make_jar(tmp_path / "kafka-raft-4.0.0.jar", {"common/message/B.json": thing("B")}),
        make_jar(tmp_path / "kafka-clients-4.0.0-rc1.jar", {"common/message/A.json": thing("A")}),
        make_jar(tmp_path / "kafka-clients-3.10.0.jar", {"common/message/A.json": thing("A")}),
    ]
    for given in (jars, jars[::-1], [tmp_path]):
        found = read_sources(given)
        versions = [release.version for release in found]
        assert versions == ["4.0.0", "4.0.0-rc1", "3.10.0", "3.9.2"]
        assert sorted(found[0].messages) == ["A", "B"]


@pytest.mark.parametrize(
    ("jar", "area", "version"),
    [
        ("kafka-clients-4.4.0.jar", "clients", "4.4.0"),
        ("kafka-share-coordinator-4.4.0.jar", "coordinator", "4.4.0"),
        ("kafka-group-coordinator-4.5.0-SNAPSHOT.jar", "coordinator", "4.5.0-SNAPSHOT"),
        ("kafka-clients.jar", "clients", ""),
        ("records-of-mine-1.0.jar", "records-of-mine", "1.0"),
        ("mine.jar", "mine", ""),
    ],
)
def test_release_of_a_jar_comes_from_its_name(tmp_path, jar, area, version):
    path = make_jar(tmp_path / jar, {"message/A.json": thing("A")})
    (found,) = read_sources([path])
    assert (found.areas["A"], found.version) == (area, version)


def test_jars_of_tests_are_left_out_of_folders(tmp_path):
    make_jar(tmp_path / "kafka-clients-4.4.0.jar", {"common/message/A.json": thing("A")})
    make_jar(tmp_path / "kafka-clients-4.4.0-test.jar", {"common/message/B.json": thing("B")})
    (found,) = read_sources([tmp_path])
    assert list(found.messages) == ["A"]


def test_an_unpacked_release_has_its_jars_in_libs(tmp_path):
    make_jar(tmp_path / "libs" / "kafka-clients-4.4.0.jar", {"common/message/A.json": thing("A")})
    (found,) = read_sources([tmp_path])
    assert found.version == "4.4.0"


def test_a_checkout_has_modules_and_a_version(tmp_path):
    main = "src/main/resources"
    write(tmp_path / "gradle.properties", "group=org.apache.kafka\nversion=4.5.0-SNAPSHOT\n")
    write(tmp_path / "clients" / main / "common/message/A.json", thing("A"))
    write(tmp_path / "metadata" / main / "common/metadata/B.json", thing("B"))
    write(tmp_path / "storage" / main / "message/C.json", thing("C"))
    write(tmp_path / "group-coordinator" / main / "common/message/D.json", thing("D"))
    write(tmp_path / "streams" / main / "common/message/E.json", thing("E"))
    write(tmp_path / "clients/src/test/resources/common/message/F.json", "no schema")
    write(tmp_path / "docker" / "config.json", "{}")
    (found,) = read_sources([tmp_path])
    assert found.version == "4.5.0-SNAPSHOT"
    assert found.areas == {
        "A": "clients",
        "B": "metadata",
        "C": "storage",
        "D": "coordinator",
        "E": "streams",
    }
    assert found.messages["A"].source == "clients/A.json"


@pytest.mark.parametrize("text", ["version=trunk\n", "kafkaVersion=4.4.0\n", "\xff"])
def test_a_version_is_a_number_or_unknown(tmp_path, text):
    write(tmp_path / "clients/src/main/resources/common/message/A.json", thing("A"))
    (tmp_path / "gradle.properties").write_text(text, encoding="latin-1")
    (found,) = read_sources([tmp_path])
    assert found.version == ""


def test_sentences_are_dropped_but_those_of_ours(tmp_path):
    told = thing("A", field("X", about="A sentence."))
    write(tmp_path / "theirs" / "A.json", told)
    write(tmp_path / "ours" / "A.json", BANNER + told)
    theirs, ours = read_sources([tmp_path / "theirs", tmp_path / "ours"])
    assert theirs.messages["A"].root.fields[0].about == ""
    assert ours.messages["A"].root.fields[0].about == "A sentence."


def test_a_checkout_without_properties_has_no_version(tmp_path):
    write(tmp_path / "clients/src/main/resources/common/message/A.json", thing("A"))
    (found,) = read_sources([tmp_path])
    assert found.version == ""


def test_a_folder_of_json_keeps_its_areas(tmp_path):
    write(tmp_path / "A.json", thing("A"))
    write(tmp_path / "mine" / "deep" / "B.json", thing("B"))
    (found,) = read_sources([tmp_path])
    assert found.areas == {"A": "", "B": "mine/deep"}
    assert found.version == ""


def test_resource_folders_hide_other_json(tmp_path):
    write(tmp_path / "package.json", "{}")
    write(tmp_path / "common" / "message" / "A.json", thing("A"))
    write(tmp_path / "message" / "B.json", thing("B"))
    (found,) = read_sources([tmp_path])
    assert found.areas == {"A": "", "B": ""}
    (found,) = read_sources([tmp_path / "common" / "message"])
    assert list(found.messages) == ["A"]


def test_folders_without_version_come_last_in_the_order_given(tmp_path):
    write(tmp_path / "one" / "A.json", thing("A"))
    write(tmp_path / "two" / "B.json", thing("B"))
    jar = make_jar(tmp_path / "kafka-raft-3.9.2.jar", {"message/C.json": thing("C")})
    found = read_sources([tmp_path / "two", jar, tmp_path / "one"])
    assert [list(release.messages) for release in found] == [["C"], ["B"], ["A"]]


def test_one_release_may_say_a_thing_twice_but_not_in_two_ways(tmp_path):
    make_jar(tmp_path / "kafka-clients-4.4.0.jar", {"message/A.json": thing("A", field("X"))})
    other = tmp_path / "kafka-raft-4.4.0.jar"
    make_jar(other, {"message/A.json": thing("A", field("X"))})
    (found,) = read_sources([tmp_path])
    assert list(found.messages) == ["A"]
    make_jar(other, {"message/A.json": thing("A", field("Y"))})
    with pytest.raises(SchemaError, match=r"kafka-raft-4.4.0.jar:A.json: A differs from "):
        read_sources([tmp_path])


def test_messages_without_versions_are_no_messages(tmp_path):
    write(tmp_path / "A.json", thing("A", validVersions="none"))
    write(tmp_path / "B.json", thing("B"))
    (found,) = read_sources([tmp_path])
    assert list(found.messages) == ["B"]


def test_source_without_schemas_is_refused(tmp_path):
    with pytest.raises(SchemaError, match="contains no schemas"):
        read_sources([tmp_path])
    jar = make_jar(tmp_path / "kafka-tools-4.4.0.jar", {"a.json": "{}"})
    with pytest.raises(SchemaError, match=r"kafka-tools-4\.4\.0\.jar: contains no schemas"):
        read_sources([jar])
    with pytest.raises(SchemaError, match="does not exist"):
        read_sources([tmp_path / "gone"])


def test_invalid_jar_is_refused(tmp_path):
    (tmp_path / "a.jar").write_bytes(b"PK\3\4 but no more")
    with pytest.raises(SchemaError, match="is not a jar"):
        read_sources([tmp_path / "a.jar"])


def test_a_damaged_member_is_refused(tmp_path):
    jar = tmp_path / "kafka-clients-4.4.0.jar"
    with zipfile.ZipFile(jar, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("message/A.json", thing("A") + " " * 1000)
    octets = bytearray(jar.read_bytes())
    octets[60:70] = b"\xff" * 10
    jar.write_bytes(octets)
    with pytest.raises(SchemaError, match="is not a jar"):
        read_sources([jar])


def test_an_unknown_compression_is_refused(tmp_path):
    jar = make_jar(tmp_path / "a.jar", {"message/A.json": thing("A")})
    octets = bytearray(jar.read_bytes())
    octets[8] = octets[octets.index(b"PK\1\2") + 10] = 99
    jar.write_bytes(octets)
    with pytest.raises(SchemaError, match="is not a jar"):
        read_sources([jar])


def test_a_schema_is_not_unpacked_without_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(sources, "HIGHEST_SIZE", 1000)
    jar = make_jar(tmp_path / "a.jar", {"message/A.json": thing("A") + " " * 1000})
    with pytest.raises(SchemaError, match="is too large for a schema"):
        read_sources([jar])


def test_ranks_compare_numbers_not_text():
    versions = ["4.4.0", "4.10.0", "4.4.0-rc1", "3.9.2", "4.4"]
    ranked = sorted((Release(version) for version in versions), key=Release.rank)
    assert [one.version for one in ranked] == ["3.9.2", "4.4", "4.4.0-rc1", "4.4.0", "4.10.0"]


def test_the_jars_of_a_release(tmp_path):
    del tmp_path
    found = read_sources([RELEASES / "3.9.2", RELEASES / "4.4.0"])
    assert [(one.version, len(one.messages)) for one in found] == [("4.4.0", 278), ("3.9.2", 240)]
    assert set(found[0].areas.values()) == {"clients", "coordinator", "metadata", "raft", "storage"}
