"""Content of Kafka's log directories, printed as `kafka-dump-log` prints it.

The words are those of Kafka's `org.apache.kafka.tools.DumpLogSegments` (4.3.1), to the byte, for
whole files and for damaged ones. Where to find what: options and findings: `report`. Which file is
printed how: `dump`. A log as text and as JSON Lines: `log_text`, `record_json`. Where a batch is
and its header: `batches`. Its records, of every format: `records`. The line of a record, control
records too: `record_text`. Keys and payloads of internal topics: `topic_payloads`. Damaged messages
as Java reads them: `java_reader`, and how Java writes values: `java_values`. Indexes: `indexes`.
Producer snapshots and transaction indexes: `producer_state`. The package opens files read-only and
prints to what it is given; it does not import the command line or the network.
"""
