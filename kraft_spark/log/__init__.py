"""The format `kafka_log` read: options to files, files to tasks, and the rows of each view.

Rule: no Spark here; the sources leave out what a reader does not need.

Reading order: `options` (`typed_options` for callers), `position` (where reading continues, whether
a log continues it, up to where it is committed), `replicas` (one replica as its files
are), `layout` (which files a read takes), `tiers` (where each range of a tiered topic is read),
`transactions` (what of it is committed), `planning` (bounds, and tasks out of `parts`), `read_plan`
(joins these four, which do not know each other), `stream` (micro-batches), `two_passes` (what is
committed, found out by Spark), `reading` (the records of a part, and what could not be read),
`views` with `header_views`, `message_views` and `values`.
"""
