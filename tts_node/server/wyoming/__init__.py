"""The door for Wyoming clients (Home Assistant and its satellites): events over plain TCP.

`wire` reads and writes events within bounds, `info` says what the node offers, `session` serves one client,
`turn` answers one utterance, `door` listens.
"""
