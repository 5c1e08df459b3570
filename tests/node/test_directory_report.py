"""What `kafka-storage info` tells."""

from __future__ import annotations

import pytest

from kraft_core.node.directory_report import DirectoryReport, report_text
from kraft_core.storage.disk_files import DiskFolder
from kraft_core.storage.meta_properties import MetaProperties, decode_id, write_meta_properties

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


def test_one_directory(make):
    path = make("a")
    report = DirectoryReport.of([path])
    assert report_text(report) == (
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
    text = report_text(report)
    assert text.startswith("Found log directories:\n")
    assert "\n\nFound problems:\n  Mismatched cluster" in text


def test_nothing_but_a_problem(tmp_path):
    report = DirectoryReport.of([str(tmp_path)])
    assert report_text(report) == (
        f"Found log directory:\n  {tmp_path}\n\nFound problem:\n  {tmp_path} is not formatted.\n\n"
    )


def test_a_directory_without_an_id(make):
    assert "directory.id" not in DirectoryReport.of([make("a", directory_id=None)]).fields()
