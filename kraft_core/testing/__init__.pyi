from kraft_core.testing.errors_by_schema import (
    ErrorPlacementError as ErrorPlacementError,
    Level as Level,
    error_levels as error_levels,
    error_response as error_response,
    with_error as with_error,
)
from kraft_core.testing.mock import (
    MockCluster as MockCluster,
    MockClusterError as MockClusterError,
)
from kraft_core.testing.proxy import (
    KafkaProxy as KafkaProxy,
    KafkaProxyError as KafkaProxyError,
)
from kraft_core.testing.quorum import (
    KraftQuorum as KraftQuorum,
    KraftQuorumError as KraftQuorumError,
)
from kraft_core.testing.real_cluster import (
    ClusterError as ClusterError,
    ClusterNode as ClusterNode,
    KafkaCluster as KafkaCluster,
    kafka_cluster as kafka_cluster,
)
from kraft_core.testing.rules import (
    Act as Act,
    Rule as Rule,
    RuleError as RuleError,
    Rules as Rules,
    UnfiredRuleError as UnfiredRuleError,
)
from kraft_core.testing.voter import (
    MockController as MockController,
    MockVoter as MockVoter,
    MockVoterError as MockVoterError,
)
