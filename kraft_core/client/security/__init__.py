"""How a client proves who it is and checks whom it talks to: TLS, SASL PLAIN and SCRAM.

The words are those of Kafka's client configuration (`security.protocol`, `ssl.*`, `sasl.*`). What
such a key promises and is not given here is refused, never ignored. Nothing of this is imported by
a client that speaks in plain text.

Reading order: `jaas` and `scram` (pure), `sasl` (the exchange), `tls`, `client_security` (all that
a client's configuration says).
"""
