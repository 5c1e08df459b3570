-------------------------------- MODULE KRaft --------------------------------
(***************************************************************************)
(* The consensus of a KRaft quorum: elections (KIP-595), pre-vote          *)
(* (KIP-996), replication, changes of the voter set (KIP-853), and the two *)
(* rules that kraft adds for a voter whose removal is not committed        *)
(* (ChangeCannotWedge in docs/divergence.md).                              *)
(*                                                                         *)
(* There are no message channels. Whatever a replica has said in an epoch  *)
(* stays true, so it is kept as a fact: log ends that were stated, votes,  *)
(* what a follower has acknowledged, the log of the leader of an epoch.    *)
(* An action reads facts as if the message had just arrived: loss, delay,  *)
(* duplication and reordering of messages are all included.                *)
(*                                                                         *)
(* Not modelled: snapshots, witnesses, time. A timeout may end at any      *)
(* moment. An offset is a position in the log; the first record has        *)
(* offset 0, so the end offset of a log is its length.                     *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets, TLC

CONSTANTS
    Server,      \* replicas
    Nobody,      \* no replica
    InitVoters,  \* the voter set before the first record with voters
    MaxEpoch,    \* bounds of the exhaustive check
    MaxValues,
    MaxCrashes,
    MaxChanges,
    Changes,     \* FALSE leaves out what matters to changes of voters only
    Broken       \* the rule that is left out, to see that an invariant notices; "none"

Epochs == 1..MaxEpoch
Roles == {"Unattached", "Prospective", "Candidate", "Leader", "Follower", "Resigned"}

VARIABLES
    \* durable before any effect of the event that changed it: quorum-state
    epoch, voted, leader,
    \* in memory
    role, hw, basis, needed,
    \* the log, its durable end, and the log before a truncation that is not durable yet
    log, durable, stale,
    \* facts by epoch
    winners,     \* who has led it
    elog,        \* the log of its leader, which only grows
    ehw,         \* the high watermark of its leader
    votes,       \* [voter, candidate]
    asked,       \* [candidate, end, pre]: statements of vote and pre-vote requests
    preVotes,    \* [voter, candidate, end]
    acks,        \* by replica: the highest end that a Fetch has acknowledged
    \* bounds
    crashes, changes, values

replica == <<epoch, voted, leader, role, hw, basis, needed, log, durable, stale>>
facts == <<winners, elog, ehw, votes, asked, preVotes, acks>>
bounds == <<crashes, changes, values>>
vars == <<replica, facts, bounds>>

-----------------------------------------------------------------------------
(* Logs. A record is [epoch, kind, voters]; kinds: leader (LeaderChange),  *)
(* level (KRaftVersion), voters (VotersRecord), value (anything of users). *)

Record(e, kind) == [epoch |-> e, kind |-> kind, voters |-> {}]
VotersRecord(e, set) == [epoch |-> e, kind |-> "voters", voters |-> set]

Max(set) == CHOOSE n \in set : \A m \in set : m <= n
Min(set) == CHOOSE n \in set : \A m \in set : n <= m
Prefix(l, n) == SubSeq(l, 1, n)
IsPrefix(a, b) == Len(a) <= Len(b) /\ a = Prefix(b, Len(a))
LastEpoch(l) == IF l = <<>> THEN 0 ELSE l[Len(l)].epoch
End(l) == [offset |-> Len(l), epoch |-> LastEpoch(l)]

\* KIP-595, Vote: a log is at least as up to date by last epoch, then by end offset
UpToDate(a, b) == a.epoch > b.epoch \/ (a.epoch = b.epoch /\ a.offset >= b.offset)

\* OffsetForLeaderEpoch: where the largest epoch that is not above e ends in a log
EndOfEpoch(l, e) == End(Prefix(l, Max({0} \cup {i \in 1..Len(l) : l[i].epoch <= e})))

VotersPlaces(l) == {i \in 1..Len(l) : l[i].kind = "voters"}

\* KIP-853: the last voter set in the log is in force, committed or not
Voters(l) == IF VotersPlaces(l) = {} THEN InitVoters ELSE l[Max(VotersPlaces(l))].voters
VotersEnd(l) == Max({0} \cup VotersPlaces(l))

IsMajority(set, voters) == 2 * Cardinality(set \cap voters) > Cardinality(voters)

-----------------------------------------------------------------------------
(* ChangeCannotWedge: a replica that is outside the voter set in force.    *)

\* the length of the log before the batch that removed s; Len(l) + 1 if none did
BeforeRemoval(l, s) ==
    LET setAfter(i) == Voters(Prefix(l, i))
        removals == {i \in VotersPlaces(l) :
            /\ s \in setAfter(i - 1)
            /\ \A j \in VotersPlaces(l) : j >= i => s \notin l[j].voters}
    IN  IF removals = {} THEN Len(l) + 1
        ELSE LET i == Min(removals)
             IN  IF i > 1 /\ l[i - 1].kind = "level" THEN i - 2 ELSE i - 1

WasRemoved(s) == BeforeRemoval(log[s], s) <= Len(log[s])
RemovalIsOpen(s) == WasRemoved(s) /\ BeforeRemoval(log[s], s) >= hw[s]

\* whom a replica asks for votes, and which log end it states
Candidacy(s) ==
    IF s \in Voters(log[s]) THEN [voters |-> Voters(log[s]), end |-> End(log[s])]
    ELSE LET before == Prefix(log[s], BeforeRemoval(log[s], s))
         IN  [voters |-> Voters(before), end |-> End(before)]
HasCandidacy(s) == s \in Voters(log[s]) \/ (needed[s] /\ RemovalIsOpen(s))
NoBasis == [voters |-> {}, end |-> [offset |-> 0, epoch |-> 0]]

\* a removed replica compares with its log before the record that removed it
ComparedEnd(s) ==
    IF WasRemoved(s) THEN End(Prefix(log[s], BeforeRemoval(log[s], s))) ELSE End(log[s])

MayClaim(s) == stale[s] = <<>> /\ (durable[s] = Len(log[s]) \/ Broken = "durable claims")

-----------------------------------------------------------------------------
Init ==
    /\ epoch = [s \in Server |-> 0]
    /\ voted = [s \in Server |-> Nobody]
    /\ leader = [s \in Server |-> Nobody]
    /\ role = [s \in Server |-> "Unattached"]
    /\ hw = [s \in Server |-> 0]
    /\ basis = [s \in Server |-> NoBasis]
    /\ needed = [s \in Server |-> FALSE]
    /\ log = [s \in Server |-> <<>>]
    /\ durable = [s \in Server |-> 0]
    /\ stale = [s \in Server |-> <<>>]
    /\ winners = [e \in Epochs |-> {}]
    /\ elog = [e \in Epochs |-> <<>>]
    /\ ehw = [e \in Epochs |-> 0]
    /\ votes = [e \in Epochs |-> {}]
    /\ asked = [e \in Epochs |-> {}]
    /\ preVotes = [e \in 0..MaxEpoch |-> {}]
    /\ acks = [e \in Epochs |-> [s \in Server |-> 0]]
    /\ crashes = 0
    /\ changes = 0
    /\ values = 0

-----------------------------------------------------------------------------
(* Roles. Every change of epoch forgets the vote and the leader.           *)

BecomeUnattached(s, e) ==
    /\ epoch' = [epoch EXCEPT ![s] = e]
    /\ voted' = [voted EXCEPT ![s] = IF e = epoch[s] THEN @ ELSE Nobody]
    /\ leader' = [leader EXCEPT ![s] = IF e = epoch[s] THEN @ ELSE Nobody]
    /\ role' = [role EXCEPT ![s] = "Unattached"]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]

\* any request or response with a higher epoch
AdoptEpoch(s, e) ==
    /\ e > epoch[s]
    /\ \E t \in Server \ {s} : epoch[t] >= e
    /\ BecomeUnattached(s, e)
    /\ UNCHANGED <<hw, needed, log, durable, stale, facts, bounds>>

\* BeginQuorumEpoch, or the leader in any response
LearnLeader(s, e) ==
    /\ e >= epoch[s]
    /\ e \in Epochs
    /\ \E w \in winners[e] \ {s} :
        /\ IF e > epoch[s] THEN TRUE
           ELSE /\ role[s] \in {"Unattached", "Prospective", "Candidate"}
                /\ leader[s] \in {Nobody, w}
        /\ leader' = [leader EXCEPT ![s] = w]
    /\ epoch' = [epoch EXCEPT ![s] = e]
    /\ voted' = [voted EXCEPT ![s] = IF e = epoch[s] THEN @ ELSE Nobody]
    /\ role' = [role EXCEPT ![s] = "Follower"]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]
    /\ UNCHANGED <<hw, needed, log, durable, stale, facts, bounds>>

\* the leader is known but not where it listens
LearnLeaderOnly(s, e) ==
    /\ e \in Epochs /\ e >= epoch[s] /\ role[s] # "Leader"
    /\ e = epoch[s] => role[s] = "Unattached" /\ leader[s] = Nobody
    /\ \E w \in winners[e] \ {s} : leader' = [leader EXCEPT ![s] = w]
    /\ epoch' = [epoch EXCEPT ![s] = e]
    /\ voted' = [voted EXCEPT ![s] = IF e = epoch[s] THEN @ ELSE Nobody]
    /\ role' = [role EXCEPT ![s] = "Unattached"]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]
    /\ UNCHANGED <<hw, needed, log, durable, stale, facts, bounds>>

-----------------------------------------------------------------------------
(* Elections.                                                              *)

\* KIP-996: election timeout, fetch timeout, or an unreachable leader. Nothing is stored.
BecomeProspective(s) ==
    /\ role[s] \in {"Unattached", "Follower", "Candidate", "Resigned"}
    /\ role[s] = "Resigned" => Voters(log[s]) = {s}
    /\ HasCandidacy(s)
    /\ role' = [role EXCEPT ![s] = "Prospective"]
    /\ basis' = [basis EXCEPT ![s] = Candidacy(s)]
    /\ UNCHANGED <<epoch, voted, leader, hw, needed, log, durable, stale, facts, bounds>>

\* the log or the voters changed under a campaign
RenewCampaign(s) ==
    /\ role[s] = "Prospective" /\ HasCandidacy(s) /\ basis[s] # Candidacy(s)
    /\ basis' = [basis EXCEPT ![s] = Candidacy(s)]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, needed, log, durable, stale, facts, bounds>>

AskPreVote(s) ==
    /\ role[s] = "Prospective" /\ MayClaim(s) /\ epoch[s] >= 1
    /\ asked' = [asked EXCEPT ![epoch[s]] =
            @ \cup {[candidate |-> s, end |-> basis[s].end, pre |-> TRUE]}]
    /\ UNCHANGED <<replica, winners, elog, ehw, votes, preVotes, acks, bounds>>

\* KIP-996: whoever hears its leader refuses; it is stored nowhere and binds nobody
MayGrantPreVote(s) == role[s] \in {"Unattached", "Prospective", "Candidate", "Follower", "Resigned"}
GrantPreVote(s, c, end) ==
    /\ MayGrantPreVote(s)
    /\ UpToDate(end, ComparedEnd(s))
    /\ preVotes' = [preVotes EXCEPT ![epoch[s]] =
            @ \cup {[voter |-> s, candidate |-> c, end |-> end]}]
    /\ UNCHANGED <<replica, winners, elog, ehw, votes, asked, acks, bounds>>

\* a grant of a lower end holds for a higher one
HasPreVotes(s) ==
    IsMajority({s} \cup {v.voter : v \in {p \in preVotes[epoch[s]] :
        p.candidate = s /\ UpToDate(basis[s].end, p.end)}}, basis[s].voters)

\* `e` is the epoch after the highest that it has seen
BecomeCandidate(s, e) ==
    /\ HasCandidacy(s)
    /\ MayClaim(s)
    /\ LET stands == Candidacy(s)
       IN  /\ basis' = [basis EXCEPT ![s] = stands]
           /\ asked' = [asked EXCEPT ![e] =
                @ \cup {[candidate |-> s, end |-> stands.end, pre |-> FALSE]}]
           /\ votes' = [votes EXCEPT ![e] = @ \cup {[voter |-> s, candidate |-> s]}]
    /\ epoch' = [epoch EXCEPT ![s] = e]
    /\ voted' = [voted EXCEPT ![s] = s]
    /\ leader' = [leader EXCEPT ![s] = Nobody]
    /\ role' = [role EXCEPT ![s] = "Candidate"]
    /\ UNCHANGED <<hw, needed, log, durable, stale, winners, elog, ehw, preVotes, acks, bounds>>
WinPreVote(s) ==
    /\ role[s] = "Prospective" /\ HasPreVotes(s)
    /\ epoch[s] < MaxEpoch
    /\ BecomeCandidate(s, epoch[s] + 1)

\* KIP-595: one vote in an epoch, none once its leader is known, to a log that is up to date
MayVote(s, e) ==
    \/ e > epoch[s]
    \/ /\ e = epoch[s]
       /\ role[s] \in {"Unattached", "Prospective"}
       /\ voted[s] = Nobody \/ Broken = "one vote"
       /\ leader[s] = Nobody
\* the epoch of the request is adopted first
GrantVote(s, e, c, end) ==
    /\ c # s
    /\ e \in Epochs
    /\ [candidate |-> c, end |-> end, pre |-> FALSE] \in asked[e]
    /\ MayVote(s, e)
    /\ \/ UpToDate(end, IF Broken = "shorter comparison" THEN End(log[s]) ELSE ComparedEnd(s))
       \/ Broken = "up to date"
    /\ epoch' = [epoch EXCEPT ![s] = e]
    /\ voted' = [voted EXCEPT ![s] = c]
    /\ leader' = [leader EXCEPT ![s] = Nobody]
    /\ role' = [role EXCEPT ![s] = IF e > epoch[s] THEN "Unattached" ELSE @]
    /\ basis' = [basis EXCEPT ![s] = IF e > epoch[s] THEN NoBasis ELSE @]
    /\ votes' = [votes EXCEPT ![e] = @ \cup {[voter |-> s, candidate |-> c]}]
    /\ UNCHANGED <<hw, needed, log, durable, stale,
                   winners, elog, ehw, asked, preVotes, acks, bounds>>

\* ChangeCannotWedge: a voter of the set before asked with nothing but a shorter log
BecomeNeeded(s) ==
    /\ RemovalIsOpen(s) /\ ~needed[s]
    /\ epoch[s] \in Epochs
    /\ \E a \in asked[epoch[s]] :
        /\ a.candidate \in Voters(Prefix(log[s], BeforeRemoval(log[s], s)))
        /\ ~UpToDate(a.end, ComparedEnd(s))
        /\ IF a.pre THEN MayGrantPreVote(s) ELSE role[s] \in {"Unattached", "Prospective"}
    /\ needed' = [needed EXCEPT ![s] = TRUE]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, log, durable, stale, facts, bounds>>
NotNeeded(s) ==
    /\ needed[s] /\ role[s] = "Follower"
    /\ needed' = [needed EXCEPT ![s] = FALSE]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, log, durable, stale, facts, bounds>>

IsElected(s) ==
    /\ role[s] = "Candidate" /\ MayClaim(s)
    /\ IsMajority({v.voter : v \in {w \in votes[epoch[s]] : w.candidate = s}}, basis[s].voters)

\* what follows the log end that it stated was never counted: it goes before it leads
TruncateToBasis(s) ==
    /\ IsElected(s)
    /\ Len(log[s]) > basis[s].end.offset
    /\ log' = [log EXCEPT ![s] = Prefix(@, basis[s].end.offset)]
    /\ durable' = [durable EXCEPT ![s] = basis[s].end.offset]
    /\ stale' = [stale EXCEPT ![s] = log[s]]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, facts, bounds>>

\* `start` are the records of its first batch: LeaderChange, and perhaps level and voters
BecomeLeader(s, start) ==
    /\ IsElected(s)
    /\ End(log[s]) = basis[s].end
    /\ s \in Voters(log[s])
    /\ role' = [role EXCEPT ![s] = "Leader"]
    /\ leader' = [leader EXCEPT ![s] = s]
    /\ voted' = [voted EXCEPT ![s] = Nobody]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]
    /\ log' = [log EXCEPT ![s] = @ \o start]
    /\ winners' = [winners EXCEPT ![epoch[s]] = @ \cup {s}]
    /\ elog' = [elog EXCEPT ![epoch[s]] = log'[s]]
    /\ UNCHANGED <<epoch, hw, needed, durable, stale, ehw, votes, asked, preVotes, acks, bounds>>

Resign(s) ==
    /\ role[s] = "Leader"
    /\ role' = [role EXCEPT ![s] = "Resigned"]
    /\ UNCHANGED <<epoch, voted, leader, hw, basis, needed, log, durable, stale, facts, bounds>>

\* the election timeout of one that cannot campaign in its epoch
LeaveEpoch(s) ==
    /\ role[s] = "Resigned" \/ (role[s] = "Prospective" /\ leader[s] = s)
        \/ (role[s] = "Candidate" /\ ~HasCandidacy(s))
    /\ epoch[s] < MaxEpoch
    /\ BecomeUnattached(s, epoch[s] + 1)
    /\ UNCHANGED <<hw, needed, log, durable, stale, facts, bounds>>

\* pre-votes are lost: follow the old leader again, or look for one
FallBack(s) ==
    /\ role[s] = "Prospective"
    /\ role' = [role EXCEPT ![s] = IF leader[s] \notin {Nobody, s} THEN "Follower" ELSE "Unattached"]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]
    /\ UNCHANGED <<epoch, voted, leader, hw, needed, log, durable, stale, facts, bounds>>
FallBackWithoutAddress(s) ==
    /\ role[s] = "Prospective" /\ leader[s] # s
    /\ role' = [role EXCEPT ![s] = "Unattached"]
    /\ basis' = [basis EXCEPT ![s] = NoBasis]
    /\ UNCHANGED <<epoch, voted, leader, hw, needed, log, durable, stale, facts, bounds>>

-----------------------------------------------------------------------------
(* Replication.                                                            *)

LeaderAppends(s, records) ==
    /\ role[s] = "Leader"
    /\ log' = [log EXCEPT ![s] = @ \o records]
    /\ elog' = [elog EXCEPT ![epoch[s]] = log'[s]]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, durable, stale,
                   winners, ehw, votes, asked, preVotes, acks>>

AppendValues(s, count) ==
    /\ LeaderAppends(s, [i \in 1..count |-> Record(epoch[s], "value")])
    /\ values' = values + count
    /\ UNCHANGED <<crashes, changes>>

Flush(s, end) ==
    /\ stale[s] = <<>> /\ durable[s] < end /\ end <= Len(log[s])
    /\ durable' = [durable EXCEPT ![s] = end]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, log, stale, facts, bounds>>

Settle(s) ==
    /\ stale[s] # <<>>
    /\ stale' = [stale EXCEPT ![s] = <<>>]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, log, durable, facts, bounds>>

Follows(s) == role[s] = "Follower" /\ leader[s] \in winners[epoch[s]]
OnLeadersLog(s) == Follows(s) /\ IsPrefix(log[s], elog[epoch[s]])

\* a Fetch acknowledges its offset, which is durable; also one that looks for the leader
MayAcknowledge(s) ==
    /\ role[s] \in {"Follower", "Unattached"} /\ epoch[s] \in Epochs
    /\ winners[epoch[s]] # {} /\ IsPrefix(log[s], elog[epoch[s]]) /\ MayClaim(s)
    /\ acks[epoch[s]][s] < Len(log[s])
Acknowledge(s) ==
    /\ MayAcknowledge(s)
    /\ acks' = [acks EXCEPT ![epoch[s]][s] = Len(log[s])]
    /\ UNCHANGED <<replica, winners, elog, ehw, votes, asked, preVotes, bounds>>

\* a majority of the voters in force has it, and it is of this epoch
CanCommit(s, end) ==
    /\ end > hw[s] /\ end <= Len(log[s])
    /\ log[s][end].epoch = epoch[s] \/ Broken = "own epoch"
    /\ IsMajority(
        {t \in Server : IF t = s THEN durable[s] >= end \/ Broken = "own durable end"
                        ELSE acks[epoch[s]][t] >= end}, Voters(log[s]))
AdvanceCommit(s, end) ==
    /\ role[s] = "Leader"
    /\ CanCommit(s, end)
    /\ hw' = [hw EXCEPT ![s] = end]
    /\ ehw' = [ehw EXCEPT ![epoch[s]] = Max({@, end})]
    /\ UNCHANGED <<epoch, voted, leader, role, basis, needed, log, durable, stale,
                   winners, elog, votes, asked, preVotes, acks, bounds>>

FollowerAppends(s, end) ==
    /\ OnLeadersLog(s) /\ stale[s] = <<>>
    /\ end > Len(log[s]) /\ end <= Len(elog[epoch[s]])
    /\ log' = [log EXCEPT ![s] = Prefix(elog[epoch[s]], end)]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, durable, stale, facts, bounds>>

FollowerCommits(s, end) ==
    /\ OnLeadersLog(s) /\ stale[s] = <<>>
    /\ end > hw[s] /\ end <= durable[s] /\ end <= ehw[epoch[s]]
    /\ hw' = [hw EXCEPT ![s] = end]
    /\ UNCHANGED <<epoch, voted, leader, role, basis, needed, log, durable, stale, facts, bounds>>

\* KIP-595: the answer of a leader whose log is `theirs` to a Fetch from the end of `mine`
Diverges(theirs, mine) ==
    LET end == EndOfEpoch(theirs, LastEpoch(mine))
    IN  end.epoch # LastEpoch(mine) \/ end.offset < Len(mine)
TruncationOffset(theirs, mine) ==
    LET end == EndOfEpoch(theirs, LastEpoch(mine))
        own == EndOfEpoch(mine, end.epoch)
    IN  IF end.epoch = 0 \/ own.epoch = end.epoch THEN Min({own.offset, end.offset, Len(mine)})
        ELSE own.offset

\* `seen` is how much of its log the leader had when it answered
TruncateDiverging(s, seen) ==
    /\ Follows(s) /\ stale[s] = <<>> /\ MayClaim(s)
    /\ LET theirs == Prefix(elog[epoch[s]], seen)
           end == TruncationOffset(theirs, log[s])
       IN  /\ LastEpoch(theirs) = epoch[s]
           /\ Diverges(theirs, log[s])
           /\ end < Len(log[s])
           /\ log' = [log EXCEPT ![s] = Prefix(@, end)]
           /\ durable' = [durable EXCEPT ![s] = end]
           /\ stale' = [stale EXCEPT ![s] = log[s]]
    /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, facts, bounds>>

-----------------------------------------------------------------------------
(* KIP-853: one voter at a time, above a committed set, in an epoch that   *)
(* has committed something.                                                *)

MayChangeVoters(s) ==
    /\ role[s] = "Leader"
    /\ hw[s] > 0 /\ (log[s][hw[s]].epoch = epoch[s] \/ Broken = "committed in this epoch")
    /\ VotersEnd(log[s]) <= hw[s] \/ Broken = "above a committed set"
ChangeVoters(s, new) ==
    /\ MayChangeVoters(s)
    /\ new # {}
    /\ LET old == Voters(log[s])
       IN  Cardinality(old \ new) + Cardinality(new \ old) <= 1 \/ Broken = "one voter"
    /\ LeaderAppends(s, <<VotersRecord(epoch[s], new)>>)

-----------------------------------------------------------------------------
(* A process end or a power loss, and the start after it. What was not     *)
(* synced may be lost; what was truncated without a sync may be back.      *)

RestartedRole(s, l) ==
    IF epoch[s] < LastEpoch(l) THEN "Unattached"
    ELSE IF leader[s] = s THEN "Resigned"
    ELSE IF leader[s] # Nobody THEN "Follower"
    ELSE IF voted[s] = s /\ s \in Voters(l) /\ epoch[s] > LastEpoch(l) THEN "Candidate"
    ELSE "Unattached"
Restart(s, l, r) ==
    /\ \/ durable[s] <= Len(l) /\ IsPrefix(l, log[s])
       \/ stale[s] # <<>> /\ Len(log[s]) <= Len(l) /\ IsPrefix(l, stale[s])
    /\ r = RestartedRole(s, l) \/ (r = "Unattached" /\ RestartedRole(s, l) = "Follower")
    /\ epoch' = [epoch EXCEPT ![s] = Max({@, LastEpoch(l)})]
    /\ voted' = [voted EXCEPT ![s] = IF epoch'[s] = epoch[s] THEN @ ELSE Nobody]
    /\ leader' = [leader EXCEPT ![s] = IF epoch'[s] = epoch[s] THEN @ ELSE Nobody]
    /\ role' = [role EXCEPT ![s] = r]
    /\ hw' = [hw EXCEPT ![s] = 0]
    /\ needed' = [needed EXCEPT ![s] = FALSE]
    /\ basis' = [basis EXCEPT ![s] =
            IF r = "Candidate" THEN [voters |-> Voters(l), end |-> End(l)] ELSE NoBasis]
    /\ log' = [log EXCEPT ![s] = l]
    /\ durable' = [durable EXCEPT ![s] = Len(l)]
    /\ stale' = [stale EXCEPT ![s] = <<>>]
    /\ asked' = IF r # "Candidate" THEN asked ELSE [asked EXCEPT ![epoch[s]] =
            @ \cup {[candidate |-> s, end |-> End(l), pre |-> FALSE]}]
    /\ UNCHANGED <<winners, elog, ehw, votes, preVotes, acks>>

-----------------------------------------------------------------------------
(* The next-state relation of the exhaustive check. It leaves out what only *)
(* makes a replica able to do less, since a replica may always stay idle:  *)
(* pre-votes, resignations, an epoch that is adopted without a vote, a     *)
(* leader or a candidacy, a Fetch that is not sent. Without changes of     *)
(* voters that holds for what a follower has not synced and for its high   *)
(* watermark too.                                                          *)

Crash(s) ==
    /\ crashes < MaxCrashes
    /\ crashes' = crashes + 1
    /\ UNCHANGED <<changes, values>>
    /\ \E l \in {Prefix(log[s], n) : n \in durable[s]..Len(log[s])}
             \cup (IF stale[s] = <<>> THEN {} ELSE {stale[s]}) :
        Restart(s, l, RestartedRole(s, l))
    /\ replica' # replica

\* What is done at once, since it only adds to what can be done: an acknowledgement, and a sync if
\* no crash can follow, or if what a crash loses might as well not have been fetched.
MaySync(s) ==
    /\ stale[s] # <<>> \/ durable[s] < Len(log[s])
    /\ \/ crashes = MaxCrashes
       \/ ~Changes /\ role[s] # "Leader" /\ stale[s] = <<>>
       \/ Broken = "sync before a crash"
Eager(s) == MayAcknowledge(s) \/ MaySync(s)
ActEagerly ==
    LET syncs == {s \in Server : MaySync(s)}
        acknowledges == {s \in Server \ syncs : MayAcknowledge(s)}
    IN  /\ durable' = [s \in Server |-> IF s \in syncs THEN Len(log[s]) ELSE durable[s]]
        /\ stale' = [s \in Server |-> IF s \in syncs THEN <<>> ELSE stale[s]]
        /\ acks' = [e \in Epochs |-> [s \in Server |->
                IF s \in acknowledges /\ e = epoch[s] THEN Len(log[s]) ELSE acks[e][s]]]
        /\ UNCHANGED <<epoch, voted, leader, role, hw, basis, needed, log,
                       winners, elog, ehw, votes, asked, preVotes, bounds>>

Campaign(s) == \E e \in Epochs :
    /\ e > epoch[s]
    /\ \/ e = epoch[s] + 1 /\ role[s] \notin {"Leader", "Resigned"}
       \/ e = epoch[s] + 2 /\ role[s] = "Resigned"
       \/ \E t \in Server \ {s} : epoch[t] = e - 1 /\ epoch[t] > epoch[s]
    /\ BecomeCandidate(s, e)

Act(s) ==
    \/ Campaign(s)
    \/ \E e \in Epochs : LearnLeader(s, e)
    \/ \E e \in Epochs : e >= epoch[s] /\ \E a \in asked[e] : GrantVote(s, e, a.candidate, a.end)
    \/ Changes /\ (BecomeNeeded(s) \/ TruncateToBasis(s))
    \/ BecomeLeader(s, <<Record(epoch[s], "leader")>>)
    \/ values < MaxValues /\ AppendValues(s, 1)
    \/ Flush(s, Len(log[s])) \/ Settle(s)
    \/ role[s] = "Leader" /\ \E end \in (hw[s] + 1)..Len(log[s]) :
            /\ AdvanceCommit(s, end)
            /\ ~CanCommit(s, end + 1)
    \/ epoch[s] \in Epochs /\ \E end \in 1..Len(elog[epoch[s]]) : FollowerAppends(s, end)
    \/ Changes /\ epoch[s] \in Epochs /\ FollowerCommits(s, Min({durable[s], ehw[epoch[s]]}))
    \/ epoch[s] \in Epochs /\ TruncateDiverging(s, Len(elog[epoch[s]]))
    \/ /\ changes < MaxChanges
       /\ \E new \in SUBSET Server : new # Voters(log[s]) /\ ChangeVoters(s, new)
       /\ changes' = changes + 1
       /\ UNCHANGED <<crashes, values>>
    \/ Crash(s)

Next ==
    IF \E s \in Server : Eager(s) THEN ActEagerly
    ELSE \E s \in Server : Act(s)

Spec == Init /\ [][Next]_vars
Symmetry == Permutations(InitVoters)

-----------------------------------------------------------------------------
(* What of a state can still matter to an action of Next or an invariant:  *)
(* TLC takes states with the same View for one. Forgotten are              *)
(* - the facts of an epoch that every replica has left, but for what was   *)
(*   committed: no action reads them, and CommittedStays was checked in it;*)
(* - for whom a vote was, if that candidacy has ended (not that it was     *)
(*   given: OneVoteAnEpoch);                                               *)
(* - a vote request that nobody can grant any more;                        *)
(* - what was acknowledged to a leader that does not lead any more, by a   *)
(*   replica that has left its epoch;                                      *)
(* - a vote in an epoch whose leader is known.                             *)
(* Reduction.tla checks this, and what is done at once.                    *)

Past == {e \in Epochs : \A s \in Server : epoch[s] > e}
PastCommitted ==
    IF \A e \in Past : ehw[e] = 0 THEN <<>>
    ELSE LET last == CHOOSE e \in Past : \A f \in Past : ehw[f] <= ehw[e]
         IN  Prefix(elog[last], ehw[last])
StandsIn(c, e) == role[c] = "Candidate" /\ epoch[c] = e
IsLed(e) == \E s \in Server : role[s] = "Leader" /\ epoch[s] = e
MayStillVote(e, c) == \E s \in Server \ {c} :
    MayVote(s, e) \/ (Changes /\ epoch[s] = e /\ leader[s] = Nobody)

View == <<
    epoch, [s \in Server |-> IF leader[s] = Nobody THEN voted[s] ELSE Nobody], leader,
    role, hw, basis, needed, log, stale, bounds, PastCommitted,
    IF Broken = "forgets durable ends" THEN {} ELSE durable,
    [e \in Epochs \ Past |-> <<
        winners[e], elog[e], ehw[e],
        {IF StandsIn(v.candidate, e) THEN v ELSE [v EXCEPT !.candidate = Nobody] : v \in votes[e]},
        {a \in asked[e] : MayStillVote(e, a.candidate)} >>],
    [e \in Epochs |-> [s \in Server |-> IF epoch[s] = e \/ IsLed(e) THEN acks[e][s] ELSE 0]] >>

-----------------------------------------------------------------------------
(* What must hold.                                                         *)

OneLeaderAnEpoch == \A e \in Epochs : Cardinality(winners[e]) <= 1

OneVoteAnEpoch == \A e \in Epochs : \A v, w \in votes[e] :
    v.voter = w.voter => v.candidate = w.candidate

LogsMatch == \A s, t \in Server : \A i \in 1..Min({Len(log[s]), Len(log[t])}) :
    log[s][i].epoch = log[t][i].epoch => Prefix(log[s], i) = Prefix(log[t], i)

\* what any leader committed is in the log of every leader of a higher epoch
CommittedStays == \A e \in Epochs : \A f \in Epochs :
    e < f /\ winners[f] # {} => IsPrefix(Prefix(elog[e], ehw[e]), elog[f])

CommittedIsInTheLog == \A s \in Server : hw[s] <= Len(log[s])

AppliedAgrees == \A s, t \in Server : hw[s] <= hw[t] =>
    IsPrefix(Prefix(log[s], hw[s]), log[t])

AcknowledgedIsKept == \A s \in Server : epoch[s] \in Epochs =>
    acks[epoch[s]][s] <= Len(log[s])

OneChangeAtATime == \A s \in Server : role[s] = "Leader" =>
    Cardinality({i \in VotersPlaces(log[s]) : i > hw[s] /\ log[s][i].epoch = epoch[s]}) <= 1
=============================================================================
