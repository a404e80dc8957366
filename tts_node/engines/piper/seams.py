"""Where a VITS graph can be cut, found by its dataflow alone; names are never looked at.

Layout (J. Kim et al., "Conditional Variational Autoencoder with Adversarial Learning for End-to-End Text-to-
Speech", 2021, as Piper's exporter writes it): the durations are the only `Ceil`; the prior's noise is the
random tensor that the durations do not need; mean and log scale reach it through one alignment matrix; the
decoder begins with the convolution in front of the first `ConvTranspose`. Graph inputs have the names that
Piper's runtime feeds.
"""

from __future__ import annotations

from dataclasses import dataclass

from tts_node.engines.piper.graph import Graph, Node, Uncuttable, attribute

IDS, LENGTHS, SCALES, SPEAKER = "input", "input_lengths", "scales", "sid"


@dataclass(frozen=True, slots=True)
class Seams:
    """Tensor names in the voice's own graph. T tokens, F frames, batch 1."""

    duration_noise: str | None
    """[1, 2, T] normal noise of the stochastic duration predictor; None when durations are not random."""
    prior_noise: str
    """[1, C, F] normal noise of the prior."""
    durations: str
    """Frames of each token, whole numbers as floats."""
    mean: str
    """[1, C, T]"""
    log_scale: str
    """[1, C, T]"""
    z: str
    """[1, C, F]: mean + noise * exp(log_scale) * noise_scale; what the flow reads."""
    y: str
    """[1, C, F]: what the decoder reads."""
    audio: str
    has_speaker: bool


def find(graph: Graph) -> Seams:
    """Raises `Uncuttable` with the first thing that is not as in a VITS voice."""
    missing = {IDS, LENGTHS, SCALES} - graph.inputs.keys()
    if missing:
        raise Uncuttable(f"its graph has no input {sorted(missing)[0]!r}")
    if len(graph.outputs) < 1:
        raise Uncuttable("its graph has no output")
    rounding = _one(graph.of_type("Ceil"), "rounding of durations (Ceil)")
    durations = str(rounding.output[0])
    before_durations = graph.ancestors([durations])
    random = graph.of_type("RandomNormalLike")
    duration_noise = [item.output[0] for item in random if item.output[0] in before_durations]
    prior = _one([item for item in random if item.output[0] not in before_durations], "noise for the prior")
    if len(duration_noise) > 1:
        raise Uncuttable("its durations draw noise in more than one place")
    if extra := graph.of_type("RandomNormal") + graph.of_type("RandomUniform"):
        raise Uncuttable(f"it draws noise by {extra[0].op_type}")

    z, mean, log_scale = _prior(graph, prior)
    audio = graph.outputs[0]
    y = _decoder_input(graph, z, audio)
    if z not in graph.ancestors([y]):
        raise Uncuttable("its decoder does not read the flow")
    return Seams(
        duration_noise=duration_noise[0] if duration_noise else None,
        prior_noise=prior.output[0],
        durations=durations,
        mean=mean,
        log_scale=log_scale,
        z=z,
        y=y,
        audio=audio,
        has_speaker=SPEAKER in graph.inputs,
    )


def _one(found: list[Node], what: str) -> Node:
    if len(found) != 1:
        raise Uncuttable(f"it has {len(found) or 'no'} {what} where one was expected")
    return found[0]


def _prior(graph: Graph, noise: Node) -> tuple[str, str, str]:
    """From the prior's noise to z, and back to mean and log scale per token."""
    tensor = noise.output[0]
    log_scale_frames: str | None = None
    for _ in range(4):
        reader = _one(graph.readers(tensor), "reader of the prior's noise")
        other = next((name for name in reader.input if name != tensor), "")
        if reader.op_type == "Mul":
            exp = graph.made_by(other, "Exp")
            if exp is not None:
                log_scale_frames = exp.input[0]
            elif SCALES not in graph.ancestors([other]):
                raise Uncuttable("the prior's noise is scaled by something unknown")
            tensor = reader.output[0]
        elif reader.op_type == "Add" and log_scale_frames is not None:
            mean = _per_token(graph, other)
            log_scale = _per_token(graph, log_scale_frames)
            if mean[1] != log_scale[1]:
                raise Uncuttable("mean and scale of the prior are aligned differently")
            return reader.output[0], mean[0], log_scale[0]
        else:
            break
    raise Uncuttable("the prior's noise is not used as in VITS")


def _per_token(graph: Graph, frames: str) -> tuple[str, str]:
    """[1, C, F] = transpose(matmul(alignment, transpose(tokens))) -> (tokens, alignment)."""
    outer = graph.made_by(frames, "Transpose")
    product = graph.made_by(outer.input[0], "MatMul") if outer is not None else None
    inner = graph.made_by(product.input[1], "Transpose") if product is not None else None
    if product is None or inner is None or list(attribute(inner, "perm", ())) != [0, 2, 1]:
        raise Uncuttable("the prior is not spread over frames by an alignment matrix")
    return inner.input[0], product.input[0]


def _decoder_input(graph: Graph, z: str, audio: str) -> str:
    """What the convolution before the first upsampling reads."""
    behind_z = graph.descendants([z])
    before_audio = graph.ancestors([audio])
    up = next(
        (n for n in graph.of_type("ConvTranspose") if n.input[0] in behind_z and n.output[0] in before_audio),
        None,
    )
    if up is None:
        raise Uncuttable("its decoder has no upsampling (ConvTranspose)")
    tensor = up.input[0]
    while (maker := graph.maker(tensor)) is not None:
        if maker.op_type == "Conv":
            return str(maker.input[0])
        if maker.op_type not in ("LeakyRelu", "Add", "Mul", "Relu"):
            break
        inputs = [name for name in maker.input if name in behind_z]
        if len(inputs) != 1:
            break
        tensor = inputs[0]
    raise Uncuttable("its decoder does not begin with a convolution")
