"""Sound that is kept for players, which fetch it by URL: media players take URLs, not streams.

`store` is the part that doors use, `folder` the files below it.
"""

from tts_node.outputs.store import Output, OutputStore

__all__ = ["Output", "OutputStore"]
