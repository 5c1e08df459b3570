"""TLS and SASL without IO, for clients and nodes: the identity of a connection's peer.

The keys are those of Kafka (`security.protocol`, `ssl.*`, `sasl.*`). A key or value that is not
supported is refused, never ignored. No module here opens a socket or knows a client or a node;
files that keys name are read when the keys are. A client without TLS and SASL imports none of these
modules.

Reading order: `errors`, `jaas`, `oauthbearer` (tokens and their checks), `sasl_client` and
`sasl_server` (the two sides of a connection; the mechanisms are `kraft_wire.sasl`), `stores`
(PKCS12, JKS; `der`), `tls` (contexts), `endpoint` (a connection with TLS), `principals` (names of
certificates), `authorizer` (ACLs; `host_ranges`), `client_keys` and `listener_keys` (the security
keys of clients and of nodes).
"""
