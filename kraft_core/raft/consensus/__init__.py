"""The consensus of KRaft as a pure function of events (KIP-595, 630, 853, 996).

`RaftCore.handle(event, now_ms, wall_ms)` gives the effects to perform; `RaftCore.deadline_ms` says
when to come back at the latest. No clock, socket, file, logger, thread, float or global randomness,
no iteration over sets: the same events give the same effects in every process. The only import from
outside the standard library is `kraft_wire.errors`.

    values, voters, log             basic types (`voters`: the voter sets, also after a truncation)
    rpc, events, effects, config    inputs, outputs and settings
    roles, state, requests, progress, invariants    current state (`roles`: votes that were counted,
                                    and whether a role grants one; `state`: random timeouts)
    core                            one event in, effects out
    transitions                     every change of role, and what is persisted
    elections                       eligibility, votes and pre-votes, fast failover
    witness                         a voter that leads only if no other can, kraft's addition
    leadership, check_quorum        BeginQuorumEpoch, EndQuorumEpoch, when a leader resigns
    leader_discovery                the current leader, and the nodes to query for it
    replication, commit, snapshots  Fetch and its timeout, the high watermark, FetchSnapshot
    membership                      AddRaftVoter, RemoveRaftVoter, UpdateRaftVoter, auto join
    contested                       two processes with one voter key, kraft's addition

`docs/kip-index.md` lists each rule of the KIPs with its function; `docs/driving-the-core.md`
explains how to embed the core.
"""
