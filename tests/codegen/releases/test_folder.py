"""The folder that an import writes: what is written, kept, removed and refused."""

from __future__ import annotations

import pytest

from codegen.errors import SchemaError
from codegen.releases.folder import BANNER, write_folder
from codegen.releases.merge import Merged
from codegen.schema.reader import read_folder
from tests.support.schemas import field, schema, spec_of


def merged(**areas):
    messages = {name: spec_of(field("A"), field("B"), name=name) for name in areas}
    return Merged(messages, areas)


def files(folder):
    return sorted(
        path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
    )


def test_one_file_for_each_message_in_its_area(tmp_path):
    change = write_folder(merged(One="clients", Two="raft", Three=""), tmp_path)
    assert change.written == ("Three.json", "clients/One.json", "raft/Two.json")
    assert change.removed == ()
    assert files(tmp_path) == ["Three.json", "clients/One.json", "raft/Two.json"]
    assert list(read_folder(tmp_path)) == ["One", "Three", "Two"]


def test_unchanged_folder_is_not_rewritten(tmp_path):
    write_folder(merged(One="a", Two="b"), tmp_path)
    before = {name: (tmp_path / name).stat().st_mtime_ns for name in files(tmp_path)}
    change = write_folder(merged(Two="b", One="a"), tmp_path)
    assert (change.written, change.removed) == ((), ())
    assert before == {name: (tmp_path / name).stat().st_mtime_ns for name in files(tmp_path)}


def test_own_lines_are_kept_and_facts_are_updated(tmp_path):
    write_folder(merged(One="a"), tmp_path)
    path = tmp_path / "a" / "One.json"
    text = path.read_text(encoding="utf-8")
    ours = text.replace('"A", "type": "int32"', '"A", "about": "Ours.", "type": "int8"')
    assert ours != text
    path.write_text(ours, encoding="utf-8")
    assert write_folder(merged(One="a"), tmp_path).written == ("a/One.json",)
    found = read_folder(tmp_path)["One"].root.fields
    assert [(one.about, str(one.type)) for one in found] == [("Ours.", "int32"), ("", "int32")]


def test_lines_of_the_folder_win_over_those_of_the_source(tmp_path):
    told = Merged(
        {"One": spec_of(field("A", about="First."), field("B", about="First."), name="One")}
    )
    told.areas["One"] = ""
    write_folder(told, tmp_path)
    path = tmp_path / "One.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("First.", "Second.", 1), encoding="utf-8")
    write_folder(told, tmp_path)
    abouts = [one.about for one in read_folder(tmp_path)["One"].root.fields]
    assert abouts == ["Second.", "First."]


def test_lines_move_with_their_message(tmp_path):
    write_folder(merged(One="a"), tmp_path)
    path = tmp_path / "a" / "One.json"
    text = path.read_text(encoding="utf-8").replace('"int32",', '"int32", "about": "Ours.",', 1)
    path.write_text(text, encoding="utf-8")
    change = write_folder(merged(One="b"), tmp_path)
    assert (change.written, change.removed) == (("b/One.json",), ("a/One.json",))
    assert files(tmp_path) == ["b/One.json"]
    assert not (tmp_path / "a").exists()
    assert read_folder(tmp_path)["One"].root.fields[0].about == "Ours."


def test_only_what_an_import_wrote_is_removed(tmp_path):
    write_folder(merged(One="a", Two="a"), tmp_path)
    (tmp_path / "a" / "Mine.json").write_text(schema(name="Mine"), encoding="utf-8")
    (tmp_path / "README.md").write_text("mine", encoding="utf-8")
    assert write_folder(merged(One="a"), tmp_path).removed == ("a/Two.json",)
    assert files(tmp_path) == ["README.md", "a/Mine.json", "a/One.json"]


def test_file_not_written_by_an_import_is_not_overwritten(tmp_path):
    (tmp_path / "a").mkdir()
    mine = tmp_path / "a" / "One.json"
    mine.write_text(schema(name="One"), encoding="utf-8")
    with pytest.raises(SchemaError, match="was not written by an import"):
        write_folder(merged(One="a", Two="a"), tmp_path)
    assert files(tmp_path) == ["a/One.json"]
    assert mine.read_text(encoding="utf-8") == schema(name="One")


def test_a_file_that_is_no_schema_is_refused_before_anything_is_touched(tmp_path):
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    with pytest.raises(SchemaError, match=r"package\.json: name: is missing"):
        write_folder(merged(One=""), tmp_path)
    assert files(tmp_path) == ["package.json"]


def test_imported_messages_without_versions_left_are_removed(tmp_path):
    gone = tmp_path / "Gone.json"
    gone.write_text(BANNER + schema(name="Gone", validVersions="none"), encoding="utf-8")
    assert write_folder(merged(One=""), tmp_path).removed == ("Gone.json",)


def test_the_folder_is_made(tmp_path):
    write_folder(merged(One="a"), tmp_path / "new" / "folder")
    text = (tmp_path / "new" / "folder" / "a" / "One.json").read_bytes()
    assert text.startswith(BANNER.encode())
    assert b"\r" not in text
