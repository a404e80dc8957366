"""Pieces of a segment: all frames, and none so small that its sums come out in another order."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tts_node.engines.piper.plan import Plan
from tts_node.engines.piper.trim import Edges
from tts_node.engines.piper.windows import Crop, Windowed

CONTEXT, FEWEST = 11, 57


@given(
    total=st.integers(1, 700),
    lead=st.integers(0, 40),
    tail=st.integers(0, 40),
    ahead=st.integers(0, 60),
    decoder_frames=st.lists(st.floats(0.0, 300.0), min_size=1, max_size=5),
    flow_frames=st.lists(st.floats(0.0, 900.0), min_size=1, max_size=5),
)
def test_pieces_cover_all_and_no_flow_is_smaller_than_it_may_be(
    total: int, lead: int, tail: int, ahead: int, decoder_frames: list[float], flow_frames: list[float]
) -> None:
    edges = Edges(min(lead, total), max(min(lead, total), total - tail))
    plan = Plan(total, CONTEXT, edges, 32, FEWEST, ahead)
    decoded, flowed = [], set[int]()
    for number in range(1_000):
        piece = plan.next(
            decoder_frames[number % len(decoder_frames)], flow_frames[number % len(flow_frames)]
        )
        if piece is None:
            break
        if piece.kind in ("flow", "first"):
            start, end = (piece.start, piece.end) if piece.kind == "flow" else (0, piece.flow_end)
            assert end - start >= min(FEWEST, total)
            flowed |= set(range(start, end))
            plan.flow_made(start, end)
        if piece.kind != "flow":
            decoded += range(piece.start, piece.end)
            assert set(range(min(total, piece.end + CONTEXT))) <= flowed
    assert plan.all_taken and decoded == list(range(total))


@pytest.mark.parametrize(
    ("sides", "fewest"),
    [(((24, 24), (16, 16), (8, 8), (0, 0)), 57), (((0, 0),), 65), ((), 65), (((3, 9),), 62)],
)
def test_the_smallest_piece_has_the_width_behind_the_innermost_crop(
    sides: tuple[tuple[int, int], ...], fewest: int
) -> None:
    crops = tuple(Crop(1, left, right) for left, right in sides)
    assert Windowed(32, 32, 1, crops).fewest(65) == fewest
