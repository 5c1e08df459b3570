"""The controller that `kraft start` runs: standby, active, or witness.

- A cluster with brokers (`kraft.controller=active`): `request_context` (what is settled before a
  request is queued), `loop` (the queue of the active controller, its periodic work, and the time
  for which a suspended process fences nobody), `decider` (decide, replay, append), `context` (what
  a decision is made from), `requests` (a module of pure decisions for each family), `tables` (facts
  of Kafka's jars), `sessions` of brokers, `request_quotas` (the quota `request_percentage`;
  `requests.quotas` has `controller_mutation_rate`). `host` has the clocks, timers, threads and log
  that the queue needs.
- A quorum without brokers (without that key): `administration`.
- Both: `metadata_image` (what the log holds), `activation` (when this node may act, and what a new
  leader writes first), `envelope`, `own_registration` and `snapshot_copying` (what each asks its
  leader for), `published` (ACLs and credentials as committed), `dynamic_configs` (what this node
  takes over while it runs), `samples` (metrics), and `service`, which is plugged into a node.

Kafka's QuorumController and ControllerApis.
"""
