"""The format `kafka_log` written: log directories and snapshots that Kafka's tools read.

Rule: tasks prepare files aside, the commit moves them; no Spark here.

Reading order: `row_order` (what a user calls), `options`, `job_folder`, `log_writer` over
`segment_writer` and `overwrite` (view `records`), `snapshot_writer` (view `metadata`).
"""
