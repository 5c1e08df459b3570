"""A local Spark session that is ready for the formats of this package."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    `conf` are further settings of Spark.
    """
    from pyspark.sql import SparkSession

    from kraft_spark import register

    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    settings = settings_of(memory=memory, ui=ui, conf=conf)
    builder = SparkSession.builder.master(master).appName("kraft")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    register(session)
    return session


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
