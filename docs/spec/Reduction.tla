------------------------------ MODULE Reduction ------------------------------
(***************************************************************************)
(* What the exhaustive check of KRaft.tla leaves out must not be missed.   *)
(* A small configuration is explored with and without each reduction, and  *)
(* has to show as many views and outcomes with it as without it.           *)
(***************************************************************************)
EXTENDS KRaft

\* nothing is done at once
PlainNext == \E s \in Server : Act(s) \/ Acknowledge(s)
PlainSpec == Init /\ [][PlainNext]_vars

\* who led, what the leaders' logs were, and what they committed
Outcome == <<winners, elog, ehw>>

ASSUME TLCSet(1, {})
Count(value) ==
    IF value \in TLCGet(1) THEN TRUE
    ELSE /\ TLCSet(1, TLCGet(1) \cup {value})
         /\ PrintT(<<"found", Cardinality(TLCGet(1))>>)
CountViews == Count(View)
CountOutcomes == Count(Outcome)
=============================================================================
