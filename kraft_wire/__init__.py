"""Bytes and objects of Apache Kafka's protocol: no IO, no consensus.

Reading order: `primitives` (varints, tags), `schema` (what a message looks like), `message`
(what every generated class can do), `messages` (all of them), then `framing`, `headers`,
`connection`, `records/`, `json_form`, `explain`. `errors` and `limits` stand beneath all of it.
"""
