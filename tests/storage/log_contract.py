"""What every log keeps to, on disk or in memory. Subclasses give `log`, empty and at offset 0."""

from __future__ import annotations

import pytest

from kraft_core.raft.consensus.events import LogFlushed, LogReset, LogTruncated
from tests.storage.content import append, batch, batches, run, snapshot_id, whole


class LogContract:
    def test_an_empty_log_has_nothing(self, log):
        assert (log.start_offset, log.end_offset, log.size_bytes) == (0, 0, 0)
        assert log.read(0, 10, 1000) == b""
        assert not log.has_work
        assert log.flush() == []

    def test_queued_append_is_readable_at_once_and_completes_on_flush(self, log):
        first, second = batch(0, count=3), batch(3)
        append(log, first, second)
        assert (log.end_offset, log.has_work) == (4, True)
        assert log.read(0, 4, 10_000) == first[1] + second[1]
        assert log.flush() == [LogFlushed(0, 4)]
        assert log.read(0, 4, 10_000) == first[1] + second[1]
        assert log.size_bytes == len(first[1] + second[1])
        assert not log.has_work

    def test_one_completion_serves_all_appends_that_waited(self, log):
        for each in run(0, 5):
            append(log, each)
        assert log.flush() == [LogFlushed(0, 5)]

    def test_a_gap_an_overlap_and_a_wrong_size_are_refused(self, log):
        append(log, batch(0, count=2))
        for wrong in (batch(1), batch(3)):
            with pytest.raises(ValueError, match="the log ends at 2"):
                append(log, wrong)
        summaries, payload = batches(batch(2))
        with pytest.raises(ValueError, match="sizes"):
            log.append(0, summaries, payload + b"x")
        assert log.end_offset == 2

    def test_reads_are_whole_batches_within_their_limits(self, log):
        each = run(0, 6)
        append(log, *each[:3])
        log.flush()
        append(log, *each[3:])
        size = len(each[0][1])
        for start in range(6):
            for end in range(7):
                for max_bytes in (0, 1, size, size + 1, 3 * size, 100 * size):
                    count = min(max(max_bytes // size, 1), max(end - start, 0))
                    wanted = b"".join(content for _, content in each[start : start + count])
                    found = log.read(start, end, max_bytes)
                    # a log may give less than it could, but never nothing and never more
                    assert wanted.startswith(found)
                    assert bool(found) == bool(wanted)

    def test_a_read_from_inside_a_batch_gives_all_of_it(self, log):
        each = [batch(0, count=4), batch(4, count=4)]
        append(log, *each)
        assert log.read(2, 8, 1) == each[0][1]
        log.flush()
        assert log.read(6, 8, 1) == each[1][1]
        assert log.read(4, 7, 1000) == b""  # the batch ends behind what may be read
        assert log.read(2, 7, 1000) == each[0][1]

    def test_offsets_outside_the_log_give_nothing(self, log):
        append(log, batch(0))
        assert log.read(1, 5, 100) == b""
        assert log.read(-1, 5, 100) == b""

    def test_truncation_drops_whole_batches_and_says_where_the_log_ends(self, log):
        each = [batch(0, count=3), batch(3, count=3), batch(6, count=3)]
        append(log, *each)
        log.flush()
        log.truncate(1, 5)
        assert log.end_offset == 3
        assert whole(log) == each[0][1]
        assert log.flush() == [LogTruncated(1, 3)]
        assert whole(log) == each[0][1]

    def test_truncation_of_what_is_still_queued(self, log):
        append(log, batch(0), batch(1, count=4))
        log.truncate(1, 3)
        append(log, batch(1, epoch=2), generation=1)
        assert log.end_offset == 2
        assert log.flush() == [LogFlushed(0, 5), LogTruncated(1, 1), LogFlushed(1, 2)]
        assert whole(log) == batch(0)[1] + batch(1, epoch=2)[1]

    def test_a_cut_at_the_end_changes_nothing(self, log):
        append(log, *run(0, 3))
        log.truncate(1, 3)
        assert log.flush() == [LogFlushed(0, 3), LogTruncated(1, 3)]
        assert log.end_offset == 3

    def test_a_cut_outside_the_log_is_refused(self, log):
        append(log, *run(0, 3))
        with pytest.raises(ValueError, match="a truncation to 4"):
            log.truncate(1, 4)

    def test_completions_keep_the_order_of_the_calls(self, log):
        append(log, *run(0, 4))
        log.truncate(1, 2)
        append(log, *run(2, 2, epoch=2), generation=1)
        log.reset(2, snapshot_id(10, 2))
        append(log, batch(10, epoch=2), generation=2)
        assert log.flush() == [
            LogFlushed(0, 4),
            LogTruncated(1, 2),
            LogFlushed(1, 4),
            LogReset(2, snapshot_id(10, 2)),
            LogFlushed(2, 11),
        ]

    def test_reset_log_continues_at_the_snapshot(self, log):
        append(log, *run(0, 3))
        log.flush()
        log.reset(1, snapshot_id(100, 4))
        assert (log.start_offset, log.end_offset) == (100, 100)
        assert log.read(0, 200, 1000) == b""
        append(log, batch(100, epoch=4), generation=1)
        assert log.read(100, 101, 1000) == batch(100, epoch=4)[1]
        log.flush()
        assert whole(log) == batch(100, epoch=4)[1]

    def test_a_log_can_be_reset_to_where_it_was(self, log):
        append(log, *run(0, 3))
        log.flush()
        log.reset(1, snapshot_id(0, 0))
        append(log, batch(0, epoch=7), generation=1)
        log.flush()
        assert whole(log) == batch(0, epoch=7)[1]

    def test_stale_generations_are_refused(self, log):
        append(log, *run(0, 3))
        log.truncate(2, 2)
        with pytest.raises(ValueError, match="generation 0"):
            append(log, batch(2))
        for again in (1, 2):
            with pytest.raises(ValueError, match=f"generation {again} follows 2"):
                log.truncate(again, 1)
            with pytest.raises(ValueError, match=f"generation {again} follows 2"):
                log.reset(again, snapshot_id(5, 5))

    def test_the_front_goes_and_the_rest_stays(self, log):
        each = run(0, 40)
        append(log, *each)
        log.flush()
        log.delete_prefix(25)
        assert log.start_offset == 25
        assert log.read(24, 40, 1000) == b""
        assert log.flush() == []
        assert whole(log) == b"".join(content for _, content in each[25:])
        log.delete_prefix(10)  # an older order changes nothing
        assert log.start_offset == 25
        append(log, batch(40))
        log.flush()
        assert log.read(40, 41, 1000) == batch(40)[1]

    def test_all_of_the_log_can_be_given_up(self, log):
        append(log, *run(0, 30))
        log.delete_prefix(30)
        log.flush()
        assert (log.start_offset, log.end_offset) == (30, 30)
        append(log, batch(30))
        log.flush()
        assert whole(log) == batch(30)[1]
        with pytest.raises(ValueError, match="no log would be left"):
            log.delete_prefix(32)

    def test_chores_can_come_at_any_time(self, log):
        append(log, *run(0, 30))
        log.housekeep(0)
        log.delete_prefix(20)
        log.housekeep(5000)
        assert log.flush() == [LogFlushed(0, 30)]
        log.housekeep(100_000)
        assert log.flush() == []
        assert whole(log) == b"".join(content for _, content in run(20, 10))
