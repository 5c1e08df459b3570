"""The formats in a session of Spark: registered, written, and a local session with them."""

from __future__ import annotations

import logging
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


LOGGER: Final = logging.getLogger("kraft_spark")
_PUSHDOWN: Final = "spark.sql.python.filterPushdown.enabled"
_JAVA_OPTIONS: Final = (
    "-Darrow.enable_unsafe_memory_access=true -Darrow.enable_null_check_for_get=false"
)
"""Without these Arrow checks every access that Spark makes when it turns columns into rows."""


def local_session(
    master: str = "local[*]",
    *,
    memory: str = "1g",
    ui: bool = False,
    conf: Mapping[str, str] | None = None,
) -> Any:
    """Start a session on this machine, with the formats registered.

    It binds to the loopback address, and its workers run this interpreter, so that an environment
    need not be activated. Filters of queries are pushed down, and Arrow's checks of each access are
    off. With `ui` Spark shows its web interface on the loopback address (port 4040, or the next one
    that is free; `session.sparkContext.uiWebUrl`). In a terminal long jobs have a progress line.
    `conf` are further settings of Spark. Raises FileNotFoundError if Java is not found.
    """
    _require_java()
    from pyspark.sql import SparkSession

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = settings_of(memory=memory, ui=ui, conf=conf)
    builder = SparkSession.builder.master(master).appName("kraft")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    register(session)
    return session


def _require_java() -> None:
    """Look for Java as `spark-class` does; without it Spark reports a closed gateway."""
    if "PYSPARK_GATEWAY_PORT" in os.environ:  # spark-submit: the JVM has started this process
        return
    home = os.environ.get("JAVA_HOME")
    if shutil.which("java", path=str(Path(home, "bin")) if home else None) is None:
        where = f"in JAVA_HOME={home}" if home else "on PATH, and JAVA_HOME is not set"
        raise FileNotFoundError(f"Spark needs Java 17 or newer: there is no java {where}")


def settings_of(*, memory: str, ui: bool, conf: Mapping[str, str] | None) -> dict[str, str]:
    """Return the settings of a local session; those of `conf` go first."""
    settings = {
        "spark.ui.enabled": str(ui).lower(),
        "spark.ui.showConsoleProgress": str(sys.stderr.isatty()).lower(),
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.memory": memory,
        **(conf or {}),
    }
    given = settings.get("spark.driver.extraJavaOptions", "")
    settings["spark.driver.extraJavaOptions"] = f"{_JAVA_OPTIONS} {given}".strip()
    return settings


def register(spark: Any, *, pushdown: bool = True) -> None:
    """Register the formats of this package in a session of Spark.

    Sets `spark.sql.python.filterPushdown.enabled`, without which Spark keeps the filters of queries
    to itself and everything is read; `pushdown=False` leaves it as it is.
    """
    from kraft_spark.seeds.source import KraftSimulationSource
    from kraft_spark.sources.kafka_log import KafkaLogSource, KraftExportSource
    from kraft_spark.sources.kraft_quorum import KraftQuorumSource
    from kraft_spark.sources.kraft_restore import KraftRestoreSource

    sources = (KafkaLogSource, KraftExportSource, KraftQuorumSource, KraftRestoreSource)
    for source in (*sources, KraftSimulationSource):
        spark.dataSource.register(source)
    if any(part.endswith((".zip", ".egg")) for part in Path(__file__).parts):
        LOGGER.warning(
            "kraft is imported from an archive: spark.readStream does not work, because Spark's "
            "planner of streams does not see --py-files; install kraft where the driver runs"
        )
    if pushdown and spark.conf.get(_PUSHDOWN, "false") != "true":
        spark.conf.set(_PUSHDOWN, "true")
        LOGGER.info("set %s=true", _PUSHDOWN)


def by_partition(frame: Any) -> Any:
    """Give each task whole partitions, in the order of their offsets, to write `view=records`."""
    keys = [name for name in ("topic", "partition") if name in frame.columns]
    order = [*keys, *(name for name in ("offset",) if name in frame.columns)]
    parted = frame.repartition(*keys) if keys else frame.repartition(1)
    return parted.sortWithinPartitions(*order) if order else parted


def write_snapshot(
    frame: Any, path: str, end_offset: int, epoch: int, *, mode: str = "append"
) -> None:
    """Write rows of view `metadata` as the snapshot of this end offset and epoch, by one task."""
    one = frame.repartition(1)
    if "offset" in frame.columns:
        one = one.sortWithinPartitions("offset")
    writer = one.write.format("kafka_log").mode(mode).option("view", "metadata")
    writer = writer.option("snapshotEndOffset", end_offset).option("snapshotEpoch", epoch)
    writer.save(path)
