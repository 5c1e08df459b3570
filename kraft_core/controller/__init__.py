"""The controller that `kraft start` runs: standby, active, or witness.

- A cluster with brokers (`kraft.controller=active`): `requests` (what is settled before a request
  is queued), `active` (the queue of the active controller), `deciding` (decide, replay, append),
  `decision` (what a decision is made from), and a module of decisions for each family: `brokers`,
  `controllers`, `topics` with `placement`, `partitions` with `partition_change`, `reassignments`,
  `configs` with `config_tables`, `features`, `producer_ids`, `quotas`, `credentials`, `acls`,
  `tokens`; `sessions` of brokers. Decisions are pure; `host` has the clocks, timers, threads and
  log that the queue needs.
- A quorum without brokers (without that key): `administration`, with the rules of `features`.
- Both: `metadata_image` (what the log holds), `activation` (when this node may act, and what a new
  leader writes first), `cluster_description`, `envelope`, `registration` and `snapshot_copying`
  (what each asks its leader for), and `controller`, which is plugged into a node.

Kafka's QuorumController and ControllerApis.
"""
