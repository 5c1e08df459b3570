"""The node: a replica with sockets, threads and a clock. The only place with asyncio.

Reading order: `properties`, `listeners`, `process_configuration`, `configuration` (Kafka's file),
then `node` with `driver` (turns), `server` (who asks us), `peers` (whom we ask), `log_writer` (the
disk), `service` with `refusals` (what is answered beside the replica's own requests), `conditions`
(what is waited for). For who embeds one: `own_quorum`, `membership`, `snapshot_on_demand`. What
`kraft start` adds: `metrics`, `metrics_listener`, `running`, and the controller, which is a service
in a package of its own above this one. `format_plan`, `first_voters`, `feature_levels`, `scram` and
`directory_report` are behind `kraft storage`. Nothing here is imported before it is used.
"""

from __future__ import annotations
