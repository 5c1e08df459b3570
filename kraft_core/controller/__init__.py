"""The controller that `kraft start` runs: standby, active, or witness.

- A cluster with brokers (`kraft.controller=active`): `request_context` (checks before a request is
  queued), `loop` (the queue of the active controller, its periodic work, and the time for which a
  suspended process fences no broker), `decider` (decide, replay, append), `context` (the input of a
  decision), `requests` (a module of pure decisions for each family), `tables` (facts of Kafka's
  jars), `sessions` of brokers, `request_quotas` (the quota `request_percentage`; `requests.quotas`
  has `controller_mutation_rate`). `host` has the clocks, timers, threads and log that the queue
  needs.
- A quorum without brokers (without that key): `administration`.
- Both: `metadata_image` (the content of the log), `activation` (when this node may act, and the
  first records of a new leader), `envelope`, `own_registration` and `snapshot_copying` (requests to
  the leader), `published` (ACLs and credentials as committed), `dynamic_configs` (configs that
  change while the node runs), `samples` (metrics), and `service`, which is plugged into a node.

Kafka's QuorumController and ControllerApis.
"""
