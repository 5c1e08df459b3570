"""The consensus of KRaft as a pure function of events (KIP-595, 630, 853, 996).

`RaftCore.handle(event, now_ms, wall_ms)` gives the effects to perform; `RaftCore.deadline_ms` says
when to come back at the latest. No clock, socket, file, logger, thread, float or global randomness,
no iteration over sets: the same events give the same effects in every process. The only import from
outside the standard library is `kraft_wire.errors`.

Reading order: values, voters, log_view; rpc, events, effects; roles, transitions; core. After that
by interest: election, replication, reconfiguration, snapshots. `docs/driving-the-core.md` tells how
to embed it.
"""
