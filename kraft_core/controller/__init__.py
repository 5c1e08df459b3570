"""The active controller of a quorum without brokers, and the standby of any quorum.

Reading order: `metadata_image` (what the log holds), `activation` (what a new leader writes first),
`feature_updates`, `cluster_description`, `envelope` (requests and their answers, without IO), then
`administration` (what the active one serves), `registration` and `snapshot_copying` (what each asks
its leader for), and `controller`, which is plugged into a node. Kafka's QuorumController and
ControllerApis, as far as a quorum without brokers needs them.
"""
