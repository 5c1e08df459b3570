"""Plans that change the voters of a quorum and keep a majority; their files and their steps.

Reading order: `membership` (makes a plan, pure), `plan_files` (its form as JSON, pure), `applying`
(performs it).
"""
