"""Administration of a cluster, the client side: its quorum, its features, its nodes.

The parts of Kafka's Admin client for kafka-metadata-quorum, kafka-features and kafka-cluster. Rule:
uses `kraft_core.client`; written once as operations, which a driver of the client performs.

Reading order: `routes` (to which node a request is sent), `quorum`, `features`, `cluster`
(the requests), `admin` (the interface for users), `command_files` (the files that the
commands read).
"""

from __future__ import annotations

from kraft_core.admin.admin import Admin
from kraft_core.admin.errors import RequestRefusedError, UnsupportedRequestError
from kraft_core.admin.features import FeatureLevels, FeatureUpdate, UpdateOutcome, UpgradeType
from kraft_core.admin.quorum import QuorumDescription, VoterEndpoint

__all__ = [
    "Admin",
    "FeatureLevels",
    "FeatureUpdate",
    "QuorumDescription",
    "RequestRefusedError",
    "UnsupportedRequestError",
    "UpdateOutcome",
    "UpgradeType",
    "VoterEndpoint",
]
