"""What lies in log directories: which file is what, and where in it batches begin.

Rule: names and bytes alone. Of a batch the header is read, what is in it is for `decoding`; no
option of a reader is known here.

Reading order: `names`, `globs` and `store` with `parallel` (a file by name; a file system),
`log_file` (a segment or snapshot, with what its neighbours say), `batch_headers`, `segment_scan`
and `resync` (bytes to batches, also behind damage), `offset_index`, `boundaries`, `aborted_index`,
`producer_snapshot` and `tiered_manifest` (what stands beside a segment), `replicas` (which of
several logs ends highest).
"""
