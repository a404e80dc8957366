"""tts-node: one box at home that speaks for the whole house.

Importing this package loads no model library and starts nothing.
"""

__version__ = "0.1.0"
