"""Bytes and objects of Apache Kafka's protocol: no IO, no consensus.

Reading order: `primitives` (varints, tags), `arrays`, `schema` (what a message looks like),
`message` (what every generated class can do), `messages` (all of them), then `framing`, `headers`,
`connection/`, `records/`, `json_form/`, `inspection/` (the careful reader), `explain/`. `errors`
and `limits` stand beneath all of it.
"""
