"""Batches to columns: the records in them, what they mean.

Rule: bytes in, columns or values out; no files and no options.

Reading order: `record_kernel` (where the fields of records stand, by numpy), `payloads` and
`legacy_payloads` (the records of format 2, and of those before it), `arrow_decode` (columns cut out
of the bytes). Of messages in records: `number_names`, `metadata_records`,
`typed_records` (the fields of one type as columns), `coordinator_records`. What
of it is secret says `kraft_wire.secrets`.
"""
