"""What a replica keeps on disk, in Kafka's own directories, and the same in memory.

Rule: files, consensus values and record batches; no asyncio, no thread, no clock, no replica, node
or simulation. Times come in as arguments, and whoever drives a store says when it works: the ports
of `kraft_core.replica.ports` only queue, `flush` performs what is queued and gives the completions.

Reading order: `files` (the small port that all stands on; `disk_files` and `memory_files` are its
two sides), `log_directory` (everything together), `segmented_log` (queue, reads, completions),
`log_files` and `segment` (what is done to files, in which order), `recovery` (what a start finds),
`durable_mark` (how lost records are told from a torn tail). Small files: `election_file`,
`epoch_checkpoint`, `meta_properties`, `partition_metadata`, `producer_snapshot`. Snapshots:
`snapshot_files`, `retention`. `docs/storage.md` says which call is durable when.
"""
