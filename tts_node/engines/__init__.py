"""Speech engines. They are imported in worker processes only; `base` is all that the node itself reads."""
