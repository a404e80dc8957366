"""Emoji that are named: `step.Emoji` finds them in text in pieces, `naming.naming` says their names.

In between each is a sign (`text.signs`), because its name depends on the sentence's language. Nothing is
loaded before a text is read with `emoji: name`.
"""
