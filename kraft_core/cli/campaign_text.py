"""What `kraft campaign` tells at its end, for people."""

from __future__ import annotations

from typing import Any

NAMES_MAX = 8
"""So many names make a line; JSON has all of them."""


def campaign_text(facts: dict[str, Any]) -> str:
    """A campaign in a few lines, and one for each invariant that failed."""
    told = ", ".join(f"{count:,} {status}" for status, count in facts["statuses"].items())
    head = f"{facts['seeds']:,} seeds of {facts['scenario']} in {facts['seconds']:,.1f} s: {told}"
    if facts["resumed"]:
        head += f" ({facts['resumed']:,} were there already)"
    load = [
        f"{facts['events']:,} events",
        f"{facts['elections']:,} elections",
        f"{facts['reconfigurations']:,} voter changes",
        f"{facts['commits']:,} appends",
        f"{facts['virtual_time_ms'] / 1000:,.0f} virtual seconds",
    ]
    lines = [head, f"  {', '.join(load)}"]
    times = facts["without_leader_ms"]
    if times:
        lines.append(
            f"  without a leader {times['median']:,} ms at the median,"
            f" 99 % below {times['p99']:,}, {times['longest']:,} at most"
        )
    lines += [_failure(each, facts) for each in facts["failures"]]
    if facts["not_judged"]:
        lines.append(f"  not judged: {_named(facts['not_judged'])}")
    if facts["not_reached"]:
        lines.append(f"  cases never reached: {_named(facts['not_reached'])}")
    lines.append(_repeated(facts))
    return "\n".join(lines)


def _failure(failure: dict[str, Any], facts: dict[str, Any]) -> str:
    words = ["kraft simulate --seed", str(failure["first_seed"])]
    if facts["scenario"] != "default":
        words += ["--scenario", facts["scenario"]]
    if facts["plant"] is not None:
        words += ["--plant", facts["plant"]]
    return (
        f"  {failure['invariant']}: {failure['seeds']:,} seeds, first at event {failure['step']:,}"
        f" of: {' '.join(words)} --trace"
    )


def _repeated(facts: dict[str, Any]) -> str:
    if facts["differing"]:
        return f"  not the same life when run again: {_named(facts['differing'])}"
    return f"  {facts['repeated']:,} run a second time, elsewhere: the same lives"


def _named(names: list[Any]) -> str:
    listed = ", ".join(map(str, names[:NAMES_MAX]))
    return listed + (" and more" if len(names) > NAMES_MAX else "")
