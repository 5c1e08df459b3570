"""Directories at the start of a node."""

from __future__ import annotations

import pytest

from kraft_core.node.configuration import NodeConfiguration
from kraft_core.node.directories import open_directory
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.errors import NotFormattedError, WrongDirectoryError
from kraft_core.storage.formatting import format_directory
from kraft_core.storage.meta_properties import MetaProperties, new_directory_id
from tests.node.cluster import format_node, properties_of, voters_at


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


def test_one_that_is_missing_or_not_formatted_is_refused(configuration, tmp_path):
    with pytest.raises(NotFormattedError, match=r"is not there"):
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
    with pytest.raises(WrongDirectoryError, match=r"has a metadata log, but"):
        open_directory(configuration(**both, metadata_log_dir=f"{tmp_path}/other"))
