"""Every name under which others know what we check, and ours for it.

One name each where several mean the same: the more precise one. `docs/simulation-invariants.md` is
made of this and of the invariants themselves.
"""

from __future__ import annotations

from typing import Final

KAFKA: Final = "Kafka, RaftEventSimulationTest"
KIP_853: Final = "TLA+ of KIP-853 (kip_853)"
KIP_996: Final = "TLA+ of KIP-996 (kip_996)"
PULL_RAFT: Final = "TLA+ of pull-based Raft (PullRaft, KRaft, KRaftWithReconfig)"
GAPS: Final = "KIP-853 and what follows from it, checked by nobody else"

SOURCES: Final[dict[str, dict[str, str]]] = {
    KAFKA: {
        "MonotonicHighWatermark": "MonotonicHighWatermark",
        "MonotonicEpoch": "MonotonicEpoch",
        "MajorityReachedHighWatermark": "RightMajority",
        "SingleLeader": "NeverTwoLeadersInSameEpoch",
        "SnapshotAtLogStart": "SnapshotAtLogStart",
        "LeaderNeverLoadSnapshot": "LeaderNeverLoadSnapshot",
        "StableLeadership": "StableLeadership",
        "ConsistentCommittedData": "ConsistentCommittedData",
    },
    KIP_853: {
        "NoIllegalState": "NoIllegalState",
        "NoLogDivergence": "NoLogDivergence",
        "StatesMatchRoles": "ValidRolesAndStates",
        "NeverTwoLeadersInSameEpoch": "NeverTwoLeadersInSameEpoch",
        "LeaderHasAllAckedValues": "LeaderCompleteness",
        "AckedValueNotLost": "AckedValueNotLost",
        "ValidVotesRecv": "ValidRolesAndStates",
        "ValuesEventuallyAcked": "new-appends-commit",
        "ReconfigurationNotStuck": "reconfiguration-decided",
        "EventuallyLeaderElected": "one-leader",
    },
    KIP_996: {
        "LogMatching": "LogMatching",
        "ElectionSafety": "NeverTwoLeadersInSameEpoch",
        "LeaderCompleteness": "LeaderCompleteness",
        "Durability": "AckedValueNotLost",
        "NoIllegalState": "NoIllegalState",
        "ValidRolesAndStates": "ValidRolesAndStates",
        "ValuesEventuallyAcked": "new-appends-commit",
        "ReconfigurationNotStuck": "reconfiguration-decided",
        "EventuallyLeaderElected": "one-leader",
        "NotStuckInProspective": "NotStuckInProspective",
    },
    PULL_RAFT: {
        "NoIllegalState": "NoIllegalState",
        "NoLogDivergence": "NoLogDivergence",
        "NeverTwoLeadersInSameEpoch": "NeverTwoLeadersInSameEpoch",
        "LeaderHasAllAckedValues": "LeaderCompleteness",
        "StatesMatchRoles": "ValidRolesAndStates",
        "CommittedEntriesReachMajority": "RightMajority",
        "ValuesNotStuck": "new-appends-commit",
        "ReconfigurationCompletes": "reconfiguration-decided",
    },
    GAPS: {
        "OneChangeInFlight": "OneChangeInFlight",
        "ChangeAfterEpochCommit": "ChangeAfterEpochCommit",
        "MajorityOverlap": "MajorityOverlap",
        "VoterIdUnique": "VoterIdUnique",
        "LatestSetInForce": "LatestSetInForce",
        "RightMajority": "RightMajority",
        "LeaderOutsideSet": "LeaderOutsideSet",
        "AddresseeOnly": "AddresseeOnly",
        "CandidateOutsideSetElectable": "CandidateOutsideSetElectable",
        "ForeignDirectoryNotCounted": "ForeignDirectoryNotCounted",
        "VoteDurable": "VoteDurable",
        "FlushBeforeFetch": "FlushBeforeFetch",
        "PreVoteKeepsEpoch": "PreVoteKeepsEpoch",
        "RemovedCannotDisrupt": "RemovedCannotDisrupt",
        "AutoJoinObeysRemoval": "AutoJoinObeysRemoval",
        "ChangeCannotWedge": "ChangeCannotWedge",
        "ClaimOnlyDurable": "ClaimOnlyDurable",
        "KraftVersionMonotonic": "KraftVersionMonotonic",
        "SnapshotCarriesSet": "SnapshotCarriesSet",
        "BootstrapNeverServed": "BootstrapNeverServed",
        "DescribeTruthful": "DescribeTruthful",
        "RestartEquivalence": "RestartEquivalence",
    },
}
