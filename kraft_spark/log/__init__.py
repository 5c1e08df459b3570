"""The format `kafka_log` read: options to files, files to tasks, and the rows of each view.

Rule: what a view does not need is not imported; no Spark here.

Reading order: `options`, `layout` (which files a read takes), `parts` and `planning` with
`offset_range`, `transactions` with `committed` and `two_passes`, and `pushdown` (what each task
reads, and what of it counts),
`reading` and `damage` (the records of a part, and what could not be read), `views` with
`message_views`, `batch_view`, `files_view` and `segment_health`.
"""
