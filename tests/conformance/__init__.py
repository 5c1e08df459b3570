"""Agreement with Apache Kafka: its own classes, tools and servers are the judge.

Reading order: `kafka` (finds Java and the released jars, runs tools and programs), `prepare`
(fetches and compiles all that the tests need), `Oracle.java` and `oracle` (Kafka's classes behind a
pipe), `schemas` and `content` (random messages after Kafka's own schema files), `batches` (random
record batches), `packages` (codecs generated from a release's jars), `comparison` (one message,
both implementations), then the tests; `quorum` and `broker` start real servers, `ours` nodes and
commands of ours; `releases` and `interop` (the table of docs/interop.md: its releases, its rows),
`interop_plugin` and `interop_run` (`make interop`: outcomes and the document).

CONTENTS=n and SEED=text in the environment change how much `test_oracle` and `test_kafka_records`
compare and with what; `python -m tests.conformance.campaign --count N` goes on for longer.
"""
