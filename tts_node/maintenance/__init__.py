"""What the node does for itself: jobs by the clock, watched, remembered, never in the way of speech.

`schedule` waits, `triggers` and `plan` decide when, `runs` decides how, `jobs` are what is done, `history` is
what is remembered, `upkeep` puts them together. The node is known by the small protocols of `context` alone.
"""
