"""How do bytes become requests, and answers become bytes? Connections in and out.

- `listeners` accept, `admission` decides who gets a place, `connection` serves one connection.
- `secure` is TLS and SASL of listeners and peers, `limits` the largest request of each kind.
- `peers` asks other nodes.
"""
