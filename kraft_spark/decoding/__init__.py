"""Batches to columns: the records in them, and their decoded content.

Rule: bytes in, columns or values out; no files and no options.

Reading order: `decoded_batches` (where the fields of records are, by numpy, in batches of every
format), `arrow_decode` (columns cut out of the bytes). Messages in records: `internal_records` (as
text, and the fields of one type as columns); `kraft_wire.secrets` lists the secret fields. Other
values: `schema_registry` and `value_decoders`, whose readers are in `avro_values`, `json_values`
and `protobuf_values`.
"""
