"""Kafka for tests: real clusters as processes, and errors of every API made from the schemas.

Nothing of this room knows pytest; each module is imported when a name of it is first used.
`real_cluster` starts Kafka's brokers, `errors_by_schema` makes a response that carries an error,
`rules` decides which messages meet which fault, without a clock or a socket.
"""

from __future__ import annotations

from kraft_wire.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(__name__)
