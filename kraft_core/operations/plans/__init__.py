"""How do the voters of a quorum change without losing it? Plans, their files, and their steps.

Reading order: `membership` (makes a plan, pure), `plan_files` (its form as JSON, pure), `applying`
(performs it).
"""
