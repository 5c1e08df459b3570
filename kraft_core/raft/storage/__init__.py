"""Storage of a replica: on disk, in Kafka's own directories, and in memory.

Rule: files, consensus values and record batches; no asyncio, no thread, no clock, no replica, node
or simulation. Times are passed in as arguments, and the owner of a store decides when it works: the
ports of `kraft_core.raft.replica.ports` only queue, `flush` performs queued work and returns the
completions.

| Question | Module |
|---|---|
| Which interface does a file system have, and when is a change durable? | `files` |
| How are files read, written and locked on a real disk? | `disk_files` |
| Files in memory that forget what was not synced | `memory_files` |
| How is a directory formatted, and which files does it contain then? | `formatting` |
| How is a directory opened, and which node owns it? | `log_directory`, `meta_properties` |
| What does a start do after a crash? | `recovery` |
| How are lost records distinguished from a torn tail? | `recovery`, by `durable_mark` |
| Which append waits for the disk, and who reads it meanwhile? | `segmented_log` |
| What is done to the files of the log, in which order? | `log_files` |
| What is in a segment and its indexes? | `segment` |
| Who writes quorum-state? | `election_file` |
| Where does each leader epoch begin? | `leader_epochs` |
| Who stores, serves and deletes snapshots? | `snapshot_files` |
| Which segments and snapshots can be deleted? | `retention` |
| Is a batch in a file complete? | `batch_scan` |
| Names in a log's folder | `kraft_core.raft.directory` |
| Text formats, limits, errors | `text_files`, `settings`, `errors` |
| Stores without files, for tests | `memory` |

`docs/storage.md` says which call is durable when.
"""
