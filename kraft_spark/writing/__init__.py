"""The format `kafka_log` written: log directories and snapshots that Kafka's tools read.

Rule: tasks prepare files aside, the commit moves them; no Spark here.

Reading order: `job_folder` (the commit), `log_writer` (view `records`),
`snapshot_writer` (view `metadata`), `restore` (the copy of a log), `restore_job` (the tasks of a
restore), `restore_plan` (what a restore does not copy). `kraft_spark.by_partition` and
`write_snapshot` bring rows into the order that they need.
"""
