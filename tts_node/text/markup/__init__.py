"""Markup in the client's text: Markdown, HTML and SSML become words, pauses and warnings; no sign is spoken.

`step.Markup` is the step of the line. It reads lines (`blocks`), what stands inside them (`inline`), tags
(`tags`, `elements`) and entities (`entities`), and writes by `sink`. All of it works on text in pieces: what
cannot be decided yet is held back, at most about two thousand characters.
"""
