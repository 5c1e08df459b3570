"""The format `kafka_log` read: options to files, files to tasks, and the rows of each view.

Rule: what a view does not need is not imported; no Spark here.

Reading order: `options`, `layout` (which files a read takes), `planning` (what each task reads),
`transactions` (what of it is committed), `reading` (the records of a part, and what could not be
read), `views` with `message_views`, `batch_view` and `files_view`.
"""
