"""Record batches and their content.

Rule: bytes in, bytes out; no file, no socket. Reading order: `record`, `batch` (a view of one
batch), `batch_reader` (one after the other), `builder`; below them `record_reading` (fast, records
or spans), `columns` (without objects), `record_inspection` (careful), `compression` with a module
for each codec, `legacy` (message formats 0 and 1). Above them `control`, `metadata_frame` and
`coordinator` decode keys and values, and `metadata_log` checks the rules of KRaft for batches.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
