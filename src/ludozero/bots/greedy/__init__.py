"""The greedy yardsticks: what looks best now, and nothing further. Written once and not improved, to measure others by.

Each is a policy (bots/policy.py) of the dialect: `choose` looks at the view alone.
"""
