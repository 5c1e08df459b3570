"""Queries in processes of their own that are killed, and where they have come to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

from tests.support.waiting import wait_until

ROOT = Path(__file__).parents[2]
STARTS_MAX = 5


class Query:
    """The process of a query and all that it has started; where it has come to.

    `source` has the `format` and its `options`.
    """

    def __init__(self, source, folder, how):
        self.checkpoint, self.rows = folder / "checkpoint", folder / "rows"
        self._log = (folder / "query.txt").open("ab")
        given = [json.dumps(source), str(self.checkpoint), str(self.rows), how]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.spark.streaming_process", *given],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=self._log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        self._log.close()

    @property
    def is_running(self):
        return self._process.poll() is None

    def kill(self):
        """End the driver, its JVM, the planner and the workers at once."""
        if self.is_running:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def wait(self):
        return self._process.wait(300)

    def planned(self):
        return numbers(self.checkpoint / "offsets")

    def done(self):
        return numbers(self.checkpoint / "commits")

    def unnamed(self):
        """Files of rows that the sink's own log does not name: a reader passes over them."""
        there = {path.name for path in self.rows.glob("*.parquet")}
        named = {
            json.loads(line)["path"].rpartition("/")[2]
            for entry in (self.rows / "_spark_metadata").glob("[0-9]*")
            for line in entry.read_text().splitlines()[1:]
        }
        return there - named


def numbers(folder):
    """Of the micro-batches that Spark has written down there."""
    return {int(path.name) for path in folder.glob("[0-9]*")}


def has_unnamed_rows(query, before):
    return len(query.done()) > before and query.planned() > query.done() and query.unnamed()


def is_in_a_batch(query, before):
    return len(query.done()) > before and query.planned() > query.done()


MOMENTS = (has_unnamed_rows, is_in_a_batch)
"""When the query is killed."""


def kill_at(moment, source, folder):
    """Start the query, and kill it; again if it had ended by itself, or the moment was over."""
    for _ in range(STARTS_MAX):
        with Query(source, folder, "until-killed") as query:
            before = len(query.done())
            wait_until(
                lambda query=query, before=before: not query.is_running or moment(query, before),
                moment.__name__,
                180,
                pause_s=0.005,
            )
            query.kill()
            if moment(query, before):  # it may have gone on for a moment
                return
    raise TimeoutError((folder / "query.txt").read_text()[-3000:])


def read_to_the_end(source, folder):
    for _ in range(STARTS_MAX):
        with Query(source, folder, "to-the-end") as query:
            if query.wait() == 0:
                return query
    raise TimeoutError((folder / "query.txt").read_text()[-3000:])
