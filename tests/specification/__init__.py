"""The TLA+ specification of docs/spec, checked by TLC, and simulated runs checked against it."""
