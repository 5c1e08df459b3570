"""How do bytes become requests, and responses become bytes? Connections in and out.

- `listeners` accept, `admission` decides who gets a place, `connection` serves one connection and
  `states` has the table of its transitions.
- `frames` cuts bytes into requests, `turns` limits the work of a turn, `memory` the waiting bytes;
  `large` requests are read by a thread.
- `secure` is TLS and SASL of listeners and peers, `limits` the largest request of each kind.
- `peers` asks other nodes.
"""
