"""Content of log directories: the kinds of files, and the positions of batches in them.

Rule: only names and bytes. The header of a batch is read here, its content by `decoding`; options
of a reader are unknown here.

Reading order: `log_file` (facts from names and neighbouring files), `store` (file systems),
`listing` (directories, each listed once), `segment_scan` (bytes to batches, damage and tail),
`sidecars` (indexes, producer states), `segments` (plain files, and manifests and chunks of a tier),
`blocks` (the batches of a segment, and its end).
"""
