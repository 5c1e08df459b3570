from __future__ import annotations

from kraft_spark.files.log_file import TEMPORARY
from kraft_spark.writing.job_folder import JobFolder


def prepared(tmp_path, job):
    folder = JobFolder(str(tmp_path), job)
    with folder.store.create(f"{folder.path}/0/made") as stream:
        stream.write(b"x")
    return folder


def test_the_last_job_removes_the_folder_of_all(tmp_path):
    one, other = prepared(tmp_path, "one"), prepared(tmp_path, "other")
    one.remove()
    assert [each.name for each in (tmp_path / TEMPORARY).iterdir()] == ["other"]
    other.remove()
    assert list(tmp_path.iterdir()) == []


def test_a_job_that_prepared_nothing_has_nothing_to_remove(tmp_path):
    JobFolder(str(tmp_path), "idle").remove()
    assert list(tmp_path.iterdir()) == []
