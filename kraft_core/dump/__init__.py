"""What Kafka keeps in its log directories, printed as `kafka-dump-log` prints it.

The words are those of Kafka's `org.apache.kafka.tools.DumpLogSegments` (4.3.1), to the byte, for
whole files and for damaged ones. Reading order: `options` and `report` (what is asked, what is
found), `log_file` (where a batch begins and where reading stops), `batch_text`, `record_rows` and
`message_sets` (batches of today and of formats 0 and 1), `record_text` and `control_text`, the
decoders (`payloads`, `metadata_payload`, `coordinator_payloads`, `remote_log_payload`), `log_text`
and `record_json` (a log as text and as JSON Lines), `indexes`, `producer_state`, and `dump`, which
goes over the files. The package opens files read-only and prints to what it is given; it knows
neither the command line nor the network.
"""
