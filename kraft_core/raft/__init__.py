"""How does one replica elect, replicate and store? The library below every node.

- `consensus`: the pure rules of KIP-595, 630, 853 and 996.
- `replica`: performs the effects of the rules in order, against ports.
- `storage`: Kafka's own log directory behind those ports.
- `batches`, `directory`, `topic`: control records, names in the folder of a log, the log's name.
- `quorum_state`: the facts that a leader adds to DescribeQuorum.
"""
