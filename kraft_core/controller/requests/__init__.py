"""Which records and answers does a request lead to? Pure: a state in, a decision out.

One module for each family of requests; `partition_change` and `placement` are what several share.
"""
