-------------------------------- MODULE Trace --------------------------------
(***************************************************************************)
(* Whether what replicas did in simulated runs is a behaviour of KRaft.    *)
(*                                                                         *)
(* TraceData has the runs, each a sequence of lines: the state of a        *)
(* replica after an event, a start, and what it said to others. Between    *)
(* two lines only the replica of the next line acts, by a few actions of   *)
(* KRaft that lead to the state that the line gives. A run is accepted if  *)
(* all its lines can be passed; TLC prints `accepted` with its number.     *)
(***************************************************************************)
EXTENDS KRaft, TraceData

VARIABLES
    run,     \* the number of the run
    at,      \* the next line
    taken,   \* actions since the last line
    claims   \* Fetch requests: [replica, epoch, offset, last]

traceVars == <<vars, run, at, taken, claims>>
Line == Runs[run][at]
Wanted == Prefix(log[Line.n], Line.keep) \o Line.add

Reached(n) ==
    /\ epoch[n] = Line.epoch /\ voted[n] = Line.voted /\ leader[n] = Line.leader
    /\ role[n] = Line.role /\ hw[n] = Line.hw /\ needed[n] = Line.needed
    /\ basis[n] = Line.basis
    /\ log[n] = Wanted
    /\ (stale[n] # <<>>) = Line.stale
    /\ Line.stale \/ durable[n] = Line.durable

\* the first batch of a leader has one record or three
StartRecords(n, count) == SubSeq(Wanted, Len(log[n]) + 1, Len(log[n]) + count)
BeginsEpoch(n, records) ==
    /\ records[1] = Record(epoch[n], "leader")
    /\ IF Len(records) = 1 THEN TRUE
       ELSE /\ records[2] = Record(epoch[n], "level")
            /\ records[3] = VotersRecord(epoch[n], Voters(log[n]))

Follow(n) ==
    \/ AdoptEpoch(n, Line.epoch) \/ AdoptEpoch(n, Line.epoch - 1)
    \/ LearnLeader(n, Line.epoch) \/ LearnLeaderOnly(n, Line.epoch)
    \/ BecomeProspective(n) \/ RenewCampaign(n) \/ WinPreVote(n)
    \/ LeaveEpoch(n) \/ FallBack(n) \/ FallBackWithoutAddress(n) \/ Resign(n)
    \/ Line.epoch \in Epochs /\ Line.epoch >= epoch[n] /\ \E a \in asked[Line.epoch] :
        ~a.pre /\ a.candidate = Line.voted /\ GrantVote(n, Line.epoch, a.candidate, a.end)
    \/ BecomeNeeded(n) \/ NotNeeded(n)
    \/ TruncateToBasis(n)
    \/ IsElected(n) /\ \E count \in {1, 3} : Len(log[n]) + count <= Len(Wanted)
        /\ BeginsEpoch(n, StartRecords(n, count)) /\ BecomeLeader(n, StartRecords(n, count))
    \/ Flush(n, Line.durable) \/ Settle(n)
    \/ role[n] = "Leader" /\ AdvanceCommit(n, Line.hw)
    \/ epoch[n] \in Epochs /\ FollowerCommits(n, Line.hw)
    \/ epoch[n] \in Epochs /\ FollowerAppends(n, Len(Wanted))
    \/ epoch[n] \in Epochs /\ Len(log[n]) > Line.keep /\ winners[epoch[n]] # {}
        /\ \E seen \in 1..Len(elog[epoch[n]]) :
            TruncateDiverging(n, seen) /\ Len(log'[n]) = Line.keep
    \/ /\ Len(Wanted) > Len(log[n])
       /\ LET more == SubSeq(Wanted, Len(log[n]) + 1, Len(Wanted))
          IN  IF more[1].kind = "voters"
              THEN ChangeVoters(n, more[1].voters) /\ Len(more) = 1 /\ UNCHANGED bounds
              ELSE /\ \A i \in 1..Len(more) : more[i] = Record(epoch[n], "value")
                   /\ AppendValues(n, Len(more))

Pass == at' = at + 1 /\ taken' = 0 /\ UNCHANGED run

State ==
    /\ Line.k = "state"
    /\ IF Reached(Line.n) THEN Pass /\ UNCHANGED <<vars, claims>>
       ELSE /\ taken < 6 /\ taken' = taken + 1
            /\ Follow(Line.n)
            /\ UNCHANGED <<run, at, claims>>
\* a sole voter leads at once when it starts, and its log has the records of that already
StartedWith == IF Line.role = "Leader" THEN {1, 3} ELSE {0}
Start ==
    /\ Line.k = "start"
    /\ IF taken > 0 /\ Reached(Line.n) THEN Pass /\ UNCHANGED <<vars, claims>>
       ELSE /\ taken < 6 /\ taken' = taken + 1
            /\ IF taken > 0 THEN Follow(Line.n)
               ELSE /\ \E r \in Roles, count \in StartedWith : count <= Len(Wanted)
                        /\ Restart(Line.n, Prefix(Wanted, Len(Wanted) - count), r)
                    /\ UNCHANGED bounds
            /\ UNCHANGED <<run, at, claims>>
AsksPreVote ==
    /\ Line.k = "pre-vote" /\ Pass
    /\ epoch[Line.n] = Line.epoch /\ basis[Line.n].end = Line.end
    /\ IF epoch[Line.n] \in Epochs THEN AskPreVote(Line.n) ELSE UNCHANGED vars
    /\ UNCHANGED claims
AsksVote ==
    /\ Line.k = "vote" /\ Pass
    /\ role[Line.n] = "Candidate" /\ epoch[Line.n] = Line.epoch /\ MayClaim(Line.n)
    /\ basis[Line.n].end = Line.end
    /\ UNCHANGED <<vars, claims>>
GrantsPreVote ==
    /\ Line.k = "grants" /\ Pass
    /\ epoch[Line.n] = Line.epoch
    /\ GrantPreVote(Line.n, Line.candidate, Line.end)
    /\ UNCHANGED claims
Claims ==
    /\ Line.k = "fetch" /\ Pass
    /\ epoch[Line.n] = Line.epoch /\ MayClaim(Line.n)
    /\ End(log[Line.n]) = Line.end
    /\ claims' = claims \cup {[replica |-> Line.n, epoch |-> Line.epoch, end |-> Line.end]}
    /\ UNCHANGED vars
Acknowledges ==
    /\ Line.k = "ack" /\ Pass
    /\ role[Line.n] = "Leader" /\ epoch[Line.n] = Line.epoch
    /\ [replica |-> Line.replica, epoch |-> Line.epoch, end |-> Line.end] \in claims
    /\ IF Line.end.offset <= Len(log[Line.n])
            /\ LastEpoch(Prefix(log[Line.n], Line.end.offset)) = Line.end.epoch
       THEN acks' = [acks EXCEPT ![Line.epoch][Line.replica] = Max({@, Line.end.offset})]
       ELSE UNCHANGED acks
    /\ UNCHANGED <<replica, winners, elog, ehw, votes, asked, preVotes, bounds, claims>>
Accept ==
    /\ at = Len(Runs[run]) + 1
    /\ PrintT(<<"accepted", run>>)
    /\ at' = at + 1
    /\ UNCHANGED <<vars, run, taken, claims>>

TraceInit == Init /\ run \in 1..Len(Runs) /\ at = 1 /\ taken = 0 /\ claims = {}
TraceNext ==
    \/ at <= Len(Runs[run]) /\ (State \/ Start \/ AsksPreVote \/ AsksVote \/ GrantsPreVote
                                \/ Claims \/ Acknowledges)
    \/ Accept
TraceSpec == TraceInit /\ [][TraceNext]_traceVars

\* where a run is stopped, for one that is not accepted
Show == PrintT(<<"line", run, at>>)
=============================================================================
