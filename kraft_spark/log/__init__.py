"""The format `kafka_log` read: options to files, files to tasks, and the rows of each view.

Rule: no Spark here.

Reading order: `options` (`typed_options` for callers), `position` (the start of a read, the log
that continues it, the committed end), `replicas` (one replica, from its files), `layout` (the files
that a read uses), `tiers` (the source of each range of a tiered topic), `transactions` (which
records are committed), `planning` (bounds, and tasks out of `parts`), `read_plan` (joins these
four, which do not import each other), `stream` (micro-batches), `two_passes` (finds committed
records with Spark), `reading` (the records of a part, and unreadable ones), `views` with
`header_views`, `message_views` and `values`.
"""
