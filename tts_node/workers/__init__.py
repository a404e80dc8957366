"""Engines in child processes: their messages, one child, and the supervisor that keeps one alive."""
