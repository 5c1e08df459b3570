"""An export in a process of its own, which a test kills."""

from __future__ import annotations

from kraft_spark.exporting import job, tables
from kraft_spark.exporting.job import ExportJob, ProcessEngine, run_export
from kraft_spark.sources import kafka_log

PRELOADED = (__name__, job.__name__, tables.__name__, kafka_log.__name__)
"""What the server of forks imports once, so that a process is ready at once."""


def export(begun, path, settings):
    """Say that it begins, and run to the end if nobody kills it."""
    begun.send(True)
    run_export(ExportJob(options={"path": path}, **settings), ProcessEngine())
