"""The directories of a node, checked at start and reported as `kafka-storage info` does."""

from __future__ import annotations

import pytest

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import (
    DirectoryReport,
    open_directory,
    prepare_directory,
    report_lines,
)
from kraft_core.raft.storage.disk_files import DiskFolder
from kraft_core.raft.storage.errors import NotFormattedError, WrongDirectoryError
from kraft_core.raft.storage.formatting import format_directory
from kraft_core.raft.storage.meta_properties import (
    MetaProperties,
    decode_id,
    new_directory_id,
    write_meta_properties,
)
from tests.node.cluster import format_node, properties_of, voters_at

# -- opened by a node ------------------------------------------------------------------------------


@pytest.fixture
def configuration(tmp_path):
    def made(**more):
        values = properties_of(
            1, [9], tmp_path, **{k.replace("_", "."): v for k, v in more.items()}
        )
        return NodeConfiguration.of(values)

    return made


def add(path, node_id=1, cluster_id="a-cluster-of-ours"):
    path.mkdir()
    meta = MetaProperties(node_id, cluster_id, new_directory_id())
    format_directory(DiskFolder(path), meta, wall_ms=0)


def test_a_formatted_directory_is_opened(configuration, tmp_path):
    format_node(tmp_path, 1, voters_at([9]))
    opened = open_directory(configuration())
    assert opened.meta.node_id == 1
    opened.close()


def test_directory_of_an_embedded_node_is_made_once(tmp_path):
    chosen = NodeConfiguration.of(properties_of(1, [9], tmp_path / "not" / "there"))
    directory_id = new_directory_id()
    assert prepare_directory(chosen, "a-cluster", directory_id)
    assert not prepare_directory(chosen, "a-cluster", new_directory_id())
    opened = open_directory(chosen)
    assert opened.meta.directory_id == directory_id
    opened.close()


def test_missing_or_unformatted_directory_is_refused(configuration, tmp_path):
    with pytest.raises(NotFormattedError, match=r"does not exist"):
        open_directory(configuration())
    (tmp_path / "node-1").mkdir()
    with pytest.raises(NotFormattedError, match=r"no meta.properties"):
        open_directory(configuration())


def test_another_nodes_directory_is_refused(configuration, tmp_path):
    format_node(tmp_path, 1, voters_at([9]))
    (tmp_path / "node-1").rename(tmp_path / "node-2")
    with pytest.raises(WrongDirectoryError, match=r"belongs to node 1, but this is node 2"):
        open_directory(NodeConfiguration.of(properties_of(2, [9, 10], tmp_path)))


def test_all_directories_agree(configuration, tmp_path):
    format_node(tmp_path, 1, voters_at([9]))
    add(tmp_path / "other", cluster_id="another")
    both = configuration(log_dirs=f"{tmp_path}/node-1,{tmp_path}/other")
    with pytest.raises(WrongDirectoryError, match=r"belongs to cluster a-cluster-of-ours, but"):
        open_directory(both)


def test_the_metadata_log_is_in_its_own_directory_alone(configuration, tmp_path):
    format_node(tmp_path, 1, voters_at([9]))
    add(tmp_path / "other")
    both = {"log_dirs": f"{tmp_path}/node-1,{tmp_path}/other"}
    open_directory(configuration(**both)).close()
    with pytest.raises(WrongDirectoryError, match=r"contains a metadata log, but"):
        open_directory(configuration(**both, metadata_log_dir=f"{tmp_path}/other"))


# -- reported by `kraft storage info` --------------------------------------------------------------

ID = "J8aAPcfLQt2bqs1JT_rMgQ"


@pytest.fixture
def make(tmp_path):
    def made(name, node_id=1, cluster_id="c", directory_id=ID):
        folder = tmp_path / name
        folder.mkdir()
        meta = MetaProperties(
            node_id, cluster_id, decode_id(directory_id) if directory_id else None
        )
        write_meta_properties(DiskFolder(folder), meta, 0)
        return str(folder)

    return made


def test_report_of_one_directory_equals_kafkas(make):
    path = make("a")
    report = DirectoryReport.of([path])
    assert "".join(f"{line}\n" for line in report_lines(report)) == (
        f"Found log directory:\n  {path}\n\n"
        f"Found metadata: {{cluster.id=c, directory.id={ID}, node.id=1, version=1}}\n\n"
    )
    assert report.problems == ()
    assert report.to_json()["metadata"]["node.id"] == "1"


def test_several_directories_and_problems(make, tmp_path):
    first, second, third = make("a"), make("b", cluster_id="d"), make("c", node_id=2)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "meta.properties").write_text("version=7\n")
    names = ["empty", "file", "broken", "none"]
    report = DirectoryReport.of([first, second, third, *(str(tmp_path / name) for name in names)])
    assert report.directories == (first, second, third, *(str(tmp_path / n) for n in names[::2]))
    assert report.problems[:2] == (
        "Mismatched cluster IDs between storage directories.",
        "Mismatched node IDs between storage directories.",
    )
    assert report.problems[2] == f"{tmp_path}/empty is not formatted."
    assert report.problems[3] == f"{tmp_path}/file is not a directory"
    assert report.problems[4].startswith(f"Error loading {tmp_path}/broken/meta.properties")
    assert report.problems[5] == f"{tmp_path}/none does not exist"
    text = "".join(f"{line}\n" for line in report_lines(report))
    assert text.startswith("Found log directories:\n")
    assert "\n\nFound problems:\n  Mismatched cluster" in text


def test_report_of_an_unformatted_directory(tmp_path):
    report = DirectoryReport.of([str(tmp_path)])
    assert "".join(f"{line}\n" for line in report_lines(report)) == (
        f"Found log directory:\n  {tmp_path}\n\nFound problem:\n  {tmp_path} is not formatted.\n\n"
    )


def test_directory_without_id_has_no_id_field(make):
    assert "directory.id" not in DirectoryReport.of([make("a", directory_id=None)]).fields()
