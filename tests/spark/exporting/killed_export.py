"""An export in a process of its own, which a test kills."""

from __future__ import annotations

from kraft_spark.exporting import job, tables
from kraft_spark.exporting.job import ExportJob, ProcessEngine, run_export

PRELOADED = (__name__, job.__name__, tables.__name__, "kraft_spark.sources.kafka_log")
"""What the server of forks imports once, so that a process is ready at once.

The last one needs PySpark, so it is named and not imported: this module is collected without.
"""


def export(begun, path, settings):
    """Say that it begins, and run to the end if nobody kills it."""
    begun.send(True)
    run_export(ExportJob(options={"path": path, "end": "logEnd"}, **settings), ProcessEngine())


def export_job(answers, given):
    """Run a job; send its version, its progress and the missing partitions, or its error."""
    answers.send(None)
    try:
        result = run_export(given, ProcessEngine())
    except (ValueError, OSError) as error:
        answers.send(error)
        return
    answers.send((result.version, result.progress, result.missing))
