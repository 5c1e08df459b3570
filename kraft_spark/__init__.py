"""Kafka logs, live quorums and simulated runs as Spark DataFrames.

`register(spark)` registers the formats `kafka_log`, `kraft_quorum` and `kraft_simulation` in a
session; `local_session()` starts one; `image` returns the state of a cluster at an offset,
`history` its later changes, `export` adds a log to a table, `sample` is a small log. Rule:
imports `kraft_wire`, of `kraft_core` the rooms `client`, `security` and `metadata` and the module
`raft.directory`, and in `seeds` alone `kraft_core.sim.quorum`.

    functions, session               functions for users; the formats in a session
    sources                          the interface to Spark, a module for each format
    quorum, writing                  live controllers; logs written and restored
    exporting                        logs into Parquet, Delta and Iceberg tables
    cluster_image                    states of clusters, and changes
    disks, plots                     the doctor's tables; pictures of them and of histories
    log                              log directories read: options, tasks, views
    decoding                         batches to columns
    seeds                            many seeds; a row for each seed
    files, columns, options          names and bytes; schemas of views; tables of options
    errors                           conditions such as KRAFT_OPTION

Each imports only what is below it. Reading order: from `columns` and `files` upwards, each
package in the order that it names; `sources.kafka_log` shows how Spark comes in.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports
from kraft_wire.extras import require

require("kraft_spark", "pyarrow", "numpy")

# Spark imports this package for every query: names are imported when they are used
__getattr__, __dir__, __all__ = lazy_exports(__name__)
