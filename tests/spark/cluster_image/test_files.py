"""States out of Kafka's own logs, compared with the snapshots that Kafka made of the same logs."""

from __future__ import annotations

import re
import shutil

import pytest

from kraft_core.metadata import TOPIC_CONFIG, ClusterImage
from kraft_spark.cluster_image.files import ImageError, earliest_offset, read_image
from kraft_spark.cluster_image.tables import TABLES, table_rows
from tests.spark.log_rows import DATA, KAFKA, rows

LOGS = sorted(DATA.glob("*/metadata-log*/node/__cluster_metadata-0"))
LOG = KAFKA / "metadata-log" / "node" / "__cluster_metadata-0"


def end_of(path):
    return int(path.name[:20])


def what_came_before_is_there(log, snapshot):
    """Whether the log leads to a snapshot from an earlier one, or from its first record."""
    begins = end_of(min(path for path in log.glob("*.log") if path.stat().st_size))
    ends = [end_of(path) for path in log.glob("*.checkpoint") if path < snapshot]
    return begins == 0 or any(begins <= end for end in ends)


SNAPSHOTS = [
    (log, path)
    for log in LOGS
    for path in sorted(log.glob("*.checkpoint"))
    if end_of(path) and what_came_before_is_there(log, path)
]


def name_of(value):
    log = value if value.is_dir() else value.parent
    case = log.parents[1]
    return f"{case.parent.name}/{case.name}" if value.is_dir() else value.name


def tables(image):
    return {name: table_rows(name, image, include_secrets=True) for name in TABLES}


def told_by(snapshot):
    """What a snapshot alone says, as its records stand in it."""
    image = ClusterImage()
    for row in rows(
        snapshot,
        "isControl BOOLEAN, key BINARY, value BINARY",
        view="metadata",
        includeSecrets=True,
    ):
        image.replay(row["key"], row["value"], is_control=row["isControl"])
    return image


def without(log, snapshot, folder):
    """A copy of a log without a snapshot and those behind it."""
    copy = shutil.copytree(log, folder / log.name)
    for path in copy.glob("*.checkpoint"):
        if end_of(path) >= end_of(snapshot):
            path.unlink()
    return copy


@pytest.mark.parametrize(("log", "snapshot"), SNAPSHOTS, ids=name_of)
def test_replaying_the_log_leads_to_what_kafka_put_into_its_snapshot(log, snapshot, tmp_path):
    copy = without(log, snapshot, tmp_path)
    at = end_of(snapshot)
    replayed = read_image(str(copy), at)
    assert replayed.offset == at
    found, wanted = tables(replayed.state), tables(told_by(snapshot))
    left_over = [row for row in wanted["configs"] if row not in found["configs"]]
    wanted["configs"] = [row for row in wanted["configs"] if row not in left_over]
    assert found == wanted
    # Kafka keeps the configs of a topic whose creation and deletion one replay saw together
    names = {row["name"] for row in wanted["topics"]}
    assert all(row["resourceType"] == "TOPIC" for row in left_over)
    assert names.isdisjoint(row["resourceName"] for row in left_over)
    if left_over:
        assert (log.parents[2].name, at) in {("4.1.2", 536), ("4.4.0", 592)}


def test_enough_snapshots_are_compared():
    assert len(SNAPSHOTS) >= 15
    assert {log.parents[2].name for log, _ in SNAPSHOTS} == {"3.9.2", "4.1.2", "4.3.1", "4.4.0"}


def test_a_snapshot_is_where_reading_begins():
    (snapshot,) = LOG.glob("*00444-*.checkpoint")
    at_it = read_image(str(LOG), 444)
    assert at_it.offset == 444
    assert tables(at_it.state) == tables(told_by(snapshot))
    assert tables(read_image(str(snapshot)).state) == tables(told_by(snapshot))


def test_read_image_restores_state_at_offset():
    """Topics grow and shrink as the history says; the end is where the log ends."""
    names = [
        {topic.name for topic in read_image(str(LOG), at).state.topics.values()}
        for at in (0, 20, 250, 500, 1512)
    ]
    assert names[0] == set()
    assert names[1] >= {"hist-orders-0", "hist-payments-0"}
    assert "hist-carts-1" not in names[2] >= {"hist-invoices-1"}
    assert read_image(str(LOG)).offset >= 1512
    first = {
        row["name"]: row["level"] for row in table_rows("features", read_image(str(LOG), 6).state)
    }
    assert first == {"kraft.version": 1, "metadata.version": 21}


def test_an_open_transaction_is_left_out():
    """The bootstrap records are one: begun at 3, ended at 5."""
    assert read_image(str(LOG), 5).state.in_transaction
    assert read_image(str(LOG), 5).state.features == {}
    assert list(read_image(str(LOG), 6).state.features) == ["metadata.version"]


def test_one_replica_is_read_of_several(tmp_path):
    shutil.copytree(LOG, tmp_path / "node-1" / LOG.name)
    older = shutil.copytree(LOG, tmp_path / "node-2" / LOG.name)
    max(older.glob("*.log")).unlink()
    assert read_image(str(tmp_path)).offset == read_image(str(LOG)).offset
    assert read_image([str(older), str(LOG)]).offset == read_image(str(LOG)).offset


def test_a_path_without_metadata_is_refused(tmp_path):
    with pytest.raises(ImageError, match="contains no metadata log"):
        read_image(str(tmp_path))


def test_offsets_that_are_not_there_are_refused():
    end = read_image(str(LOG)).offset
    assert read_image(str(LOG), end).offset == end
    with pytest.raises(ImageError, match=f"the log ends at offset {end}"):
        read_image(str(LOG), end + 1)
    with pytest.raises(ImageError, match="invalid offset -1"):
        read_image(str(LOG), -1)


def test_a_hole_is_refused(tmp_path):
    copy = shutil.copytree(LOG, tmp_path / LOG.name)
    first, second = sorted(copy.glob("*.log"))[:2]
    first.unlink()
    assert read_image(str(copy), 251).offset == 251
    with pytest.raises(ImageError, match=rf"offsets 251 to 261 are missing before .*{second.name}"):
        read_image(str(copy), 300)
    with pytest.raises(ImageError, match=re.escape("offsets 0 to 261 are missing")):
        read_image(str(second))


def test_several_logs_are_refused(tmp_path):
    for name in ("one", "other"):
        folder = tmp_path / name
        folder.mkdir()
        shutil.copy(LOG / f"{0:020}.log", folder)
    with pytest.raises(ImageError, match="several logs"):
        read_image([str(tmp_path / "one"), str(tmp_path / "other")])


def test_a_record_that_fits_nothing_is_named(tmp_path):
    shutil.copy(sorted(LOG.glob("*.log"))[1], tmp_path / f"{0:020}.log")
    # broker 13 registered in the segment before
    log = (tmp_path / f"{0:020}.log").rename(tmp_path / f"{262:020}-{0:010}.checkpoint")
    with pytest.raises(ImageError, match=r"checkpoint, offset 496: broker 13 is not registered"):
        read_image(str(log))


def test_configs_of_topics_go_with_them():
    image = read_image(str(LOG), 250).state
    assert all(
        resource[1] in {topic.name for topic in image.topics.values()}
        for resource in image.configs
        if resource[0] == TOPIC_CONFIG
    )


def test_the_earliest_state_is_that_of_the_oldest_snapshot_from_which_the_log_goes_on(tmp_path):
    assert earliest_offset(str(LOG)) == 0
    copy = shutil.copytree(LOG, tmp_path / LOG.name)
    first, second, *_ = sorted(copy.glob("*.log"))
    first.unlink()
    ends = sorted(end_of(path) for path in copy.glob("*.checkpoint"))
    wanted = min(end for end in ends if end >= end_of(second))
    assert earliest_offset(str(copy)) == wanted
    assert read_image(str(copy), wanted).offset == wanted
    for path in copy.glob("*.log"):
        path.unlink()
    assert earliest_offset(str(copy)) == ends[-1]


def test_a_log_that_no_snapshot_leads_to_has_no_earliest_state(tmp_path):
    shutil.copy(sorted(LOG.glob("*.log"))[1], tmp_path)
    with pytest.raises(ImageError, match="begins at offset 262, and no snapshot ends there"):
        earliest_offset(str(tmp_path))
    (tmp_path / "empty").mkdir()
    with pytest.raises(ImageError, match="contains no metadata log"):
        earliest_offset(str(tmp_path / "empty"))
