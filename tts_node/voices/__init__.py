"""Voices that are not here yet: Piper's public list, and getting files from it."""
