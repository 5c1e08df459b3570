"""Batches to columns: the records in them, what they mean.

Rule: bytes in, columns or values out; no files and no options.

Reading order: `record_kernel` (where the fields of records stand, by numpy), `decoded_batches` (the
records of batches of every format), `arrow_decode` (columns cut out of the bytes). Of messages in
records: `metadata_records` (as text, and the fields of one type as columns) and
`coordinator_records`. What of it is secret says `kraft_wire.secrets`.
"""
