"""A loudspeaker that remembers what it was told to play."""
