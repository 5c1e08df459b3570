from __future__ import annotations

import pickle
import re

import pytest

from kraft_spark.errors import condition
from kraft_spark.files.store import SYSTEMS, Store, StoreError, UnknownSchemeError, locate


def test_plain_paths_and_uris_lead_to_the_same_file(tmp_path):
    path = tmp_path / "a b%20.log"
    path.write_bytes(b"abcdef")
    for given in (str(path), path.as_uri(), path.as_uri().replace("file://", "file:")):
        store, found = locate(given)
        assert found == str(path)
        assert store.uri(found) == path.as_uri()
        assert store.read_all(found) == b"abcdef"


def test_relative_paths_become_absolute(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert locate("logs/")[1] == str(tmp_path / "logs")


def test_reading_at_positions(tmp_path):
    (tmp_path / "f").write_bytes(b"abcdef")
    with Store().open(str(tmp_path / "f")) as file:
        assert file.size() == 6
        assert bytes(file.read(2, 3)) == b"cde"
        assert bytes(file.read(4, 10)) == b"ef"
        assert bytes(file.read(6, 1)) == b""


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*-0", ["a-0", "b-0"]),
        ("?-1", ["a-1"]),
        ("[ab]-0/x.log", ["a-0/x.log"]),
        ("{a,b}-0", ["a-0", "b-0"]),
        ("*/*.log", ["a-0/x.log"]),
        ("c-*", []),
        ("a-0/x.log/*", []),
    ],
)
def test_glob_skips_hidden_names(tmp_path, pattern, found):
    for name in ("a-0", "a-1", "b-0", ".hidden-0"):
        (tmp_path / name).mkdir()
    (tmp_path / "a-0" / "x.log").touch()
    store, full = locate(f"{tmp_path}/{pattern}")
    assert store.glob(full) == [f"{tmp_path}/{one}" for one in found]


@pytest.mark.parametrize(
    ("given", "root", "path"),
    [
        ("s3://b/dt=1/orders-?", "s3://b/dt=1?region=x", "b/dt=1/orders-?"),
        ("s3a://b/o-0", "s3://b/o-0?region=x", "b/o-0"),
        ("s3n://b/x", "s3://b/x?region=x", "b/x"),
        ("S3://b/?[=]a/x", "s3://b?region=x", "b/?[=]a/x"),
        ("s3://b/a?dt=1", "s3://b?region=x", "b/a?dt=1"),
    ],
)
def test_a_question_mark_is_a_glob_unless_an_option_follows(given, root, path):
    store, found = locate(f"{given}?region=x")
    assert (store.root, found) == (root, path)
    assert store.uri("b/k=1/f") == "s3://b/k=1/f"


@pytest.mark.parametrize(
    ("given", "instead"),
    [
        ("dbfs:/logs/orders-0", "dbfs: is not supported; use the path of its mount, /dbfs/"),
        ("wasbs://c@a.blob.core.windows.net/x", "use abfss://CONTAINER@ACCOUNT"),
        ("hdfs://name:8020/logs", "use a mount of HDFS"),
        ("viewfs:///logs", "use a mount of HDFS"),
        ("https://host/x.log", "use an object store"),
        ("swift://a/b", "use a path, or one of s3://, gs://, abfss://"),
        ("s3:/bucket/x", "s3: is not supported; use a path, or one of s3://"),
    ],
)
def test_other_file_systems_are_refused_by_name(given, instead):
    with pytest.raises(UnknownSchemeError, match=re.escape(instead)):
        locate(given)


def test_children_are_listed_with_kind_and_size(tmp_path):
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "f").write_bytes(b"12")
    store = Store()
    assert store.entry(str(tmp_path / "nothing")) is None
    assert [one.name for one in store.children(str(tmp_path))] == ["d"]
    deep = store.children(str(tmp_path), deep=True)
    assert [(one.name, one.is_file, one.size) for one in deep] == [("d", False, 0), ("f", True, 2)]
    assert deep[1].parent == str(tmp_path / "d")
    assert deep[1].modified > 0
    assert store.children(str(tmp_path / "nothing")) == []


def test_a_store_can_be_sent():
    store = pickle.loads(pickle.dumps(Store()))  # noqa: S301  # our own bytes
    assert store.local_path("/x") == "/x"
    assert Store("s3://bucket", "s3://").local_path("bucket/x") is None


def test_uris_of_object_stores():
    store = Store("s3://bucket", "s3://")
    assert store.uri("bucket/orders-0/a b.log") == "s3://bucket/orders-0/a%20b.log"
    azure = Store("abfss://box@account/x", "abfss://box@account/", "box/")
    assert azure.uri("box/orders-0/f.log") == "abfss://box@account/orders-0/f.log"


class DownSystem:
    """A file system of pyarrow whose endpoint is down."""

    def get_file_info(self, what):
        raise OSError("When listing: AWS Error NETWORK_CONNECTION: curlCode: 7, Couldn't connect")

    open_input_file = get_file_info


def test_store_that_does_not_answer_is_an_error_with_a_condition(monkeypatch):
    monkeypatch.setitem(SYSTEMS, "down", DownSystem())
    store, path = locate("down://bucket/logs")
    calls = (store.entry, store.children, store.open, store.read_all)
    for call in calls:
        with pytest.raises(StoreError, match="curlCode: 7") as raised:
            call(path)
        assert condition(raised.value) == "KRAFT_STORE"
