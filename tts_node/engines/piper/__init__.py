"""The Piper (VITS) engine: a voice's ONNX graph, cut so that sound comes before the sentence is done.

Way of a segment: `phonemes` (text to ids) -> front (ids to durations and the prior) -> flow -> decoder, the
last two frame by frame in chunks (`stream`). `cut` makes the three graphs out of a voice, once, and
`cutfiles` keeps them.
"""
