"""Every request and response of consensus, with any values that the wire can carry."""

from __future__ import annotations

from hypothesis import strategies as st

from kraft_core.raft.consensus import rpc
from kraft_core.raft.consensus.values import (
    Endpoint,
    LeaderAndEpoch,
    OffsetAndEpoch,
    ReplicaKey,
    VersionRange,
)
from kraft_core.raft.replica.batches import data_batch, fetched_batches
from kraft_wire.errors import ErrorCode

LISTENER = "CONTROLLER"

int16 = st.integers(-(2**15), 2**15 - 1)
int32 = st.integers(-(2**31), 2**31 - 1)
int64 = st.integers(-(2**63), 2**63 - 1)
errors = int16.map(ErrorCode)
partition_errors = errors
text = st.text(max_size=12).filter(lambda each: each.isprintable())
clusters = st.none() | text
directories = st.none() | st.binary(min_size=16, max_size=16).filter(any)
keys = st.builds(ReplicaKey, int32, directories)
endpoints = st.builds(Endpoint, text, text, st.integers(0, 65535))
endpoint_lists = st.lists(endpoints, max_size=3, unique_by=lambda each: each.name).map(tuple)
points = st.builds(OffsetAndEpoch, int64, int32)
ranges = st.builds(VersionRange, int16, int16)
leaders = st.builds(LeaderAndEpoch, st.none() | st.integers(0, 2**31 - 1), int32)
leader_endpoints = st.none() | st.builds(
    Endpoint, st.just(LISTENER), text.filter(bool), st.integers(0, 65535)
)

votes = st.builds(rpc.Vote, clusters, int32, directories, keys, int32, int32, int64, st.booleans())
begins = st.builds(rpc.BeginQuorumEpoch, clusters, int32, directories, int32, int32, endpoint_lists)
ends = st.builds(
    rpc.EndQuorumEpoch,
    clusters,
    int32,
    int32,
    st.lists(keys, max_size=3).map(tuple),
    endpoint_lists,
)
fetches = st.builds(rpc.Fetch, clusters, keys, int32, int64, int32, int32, int32, int64)
fetch_snapshots = st.builds(rpc.FetchSnapshot, clusters, keys, int32, points, int64, int32)
adds = st.builds(rpc.AddRaftVoter, clusters, keys, endpoint_lists, st.booleans(), int32)
removes = st.builds(rpc.RemoveRaftVoter, clusters, keys)
updates = st.builds(rpc.UpdateRaftVoter, clusters, int32, keys, endpoint_lists, ranges)

requests = st.one_of(votes, begins, ends, fetches, fetch_snapshots, adds, removes, updates)


@st.composite
def payloads(draw: st.DrawFn) -> bytes:
    """Draw consecutive batches."""
    offset = draw(st.integers(0, 2**40))
    epoch = draw(st.integers(0, 2**30))
    data = b""
    for values in draw(st.lists(st.lists(st.binary(min_size=1, max_size=9), min_size=1))):
        data += data_batch(values, timestamp_ms=5, base_offset=offset, epoch=epoch)
        offset += len(values)
        epoch += draw(st.integers(0, 1))
    return data


def _fetch_response(**facts: object) -> rpc.FetchResponse:
    payload = facts["payload"]
    assert isinstance(payload, bytes)
    return rpc.FetchResponse(batches=fetched_batches(payload), **facts)  # type: ignore[arg-type]


fetch_responses = st.builds(
    _fetch_response,
    leader=leaders,
    leader_endpoint=leader_endpoints,
    high_watermark=int64,
    log_start_offset=int64,
    payload=payloads(),
) | st.builds(
    rpc.FetchResponse,
    top_error=st.just(ErrorCode.NONE),
    error=partition_errors,
    leader=leaders,
    leader_endpoint=leader_endpoints,
    high_watermark=int64,
    log_start_offset=int64,
    diverging=st.none() | points.filter(lambda each: each.offset >= 0 or each.epoch >= 0),
    snapshot_id=st.none() | points.filter(lambda each: each.offset >= 0 or each.epoch >= 0),
)
vote_responses = st.builds(
    rpc.VoteResponse, errors, partition_errors, leaders, leader_endpoints, st.booleans()
)
begin_responses = st.builds(
    rpc.BeginQuorumEpochResponse, errors, partition_errors, leaders, leader_endpoints
)
end_responses = st.builds(
    rpc.EndQuorumEpochResponse, errors, partition_errors, leaders, leader_endpoints
)
fetch_snapshot_responses = st.builds(
    rpc.FetchSnapshotResponse,
    errors,
    partition_errors,
    leaders,
    leader_endpoints,
    points,
    int64,
    int64,
    st.binary(max_size=40),
)
add_responses = st.builds(rpc.AddRaftVoterResponse, errors, st.none() | text)
remove_responses = st.builds(rpc.RemoveRaftVoterResponse, errors, st.none() | text)
update_responses = st.builds(rpc.UpdateRaftVoterResponse, errors, leaders, leader_endpoints)

responses = st.one_of(
    fetch_responses,
    vote_responses,
    begin_responses,
    end_responses,
    fetch_snapshot_responses,
    add_responses,
    remove_responses,
    update_responses,
)
