"""Spans lead every place in the spoken text back to the client's text."""

from __future__ import annotations

from tts_node.text.spans import Span, SpanBuilder, Spans


def degrees() -> Spans:
    """`It is 21 °C now` with the unit read out."""
    return Spans([Span("It is 21 ", 0, 9), Span("degrees Celsius", 9, 11, exact=False), Span(" now", 11, 15)])


def test_the_text_is_that_of_all_spans() -> None:
    assert degrees().text == "It is 21 degrees Celsius now"
    assert len(degrees()) == 28
    assert not Spans()


def test_a_place_in_an_exact_span_is_the_clients_letter() -> None:
    assert degrees().source(6, 8) == (6, 8)
    assert degrees().source(25, 28) == (12, 15)


def test_any_part_of_a_replacement_stands_for_all_it_replaces() -> None:
    assert degrees().source(9, 16) == (9, 11)
    assert degrees().source(20, 21) == (9, 11)
    assert degrees().source(6, 12) == (6, 11)


def test_a_slice_keeps_the_offsets() -> None:
    cut = degrees().slice(6, 16)
    assert cut.text == "21 degrees"
    assert cut.source(0, 2) == (6, 8)
    assert cut.source(3, 10) == (9, 11)
    assert degrees().slice(5, 5) == Spans()
    assert degrees().slice(-3, 99) == degrees()


def test_stripping_takes_blanks_from_both_ends() -> None:
    assert Spans.of("  ab \n", 10).strip() == Spans([Span("ab", 12, 14)])
    assert Spans.of("   ").strip() == Spans()


def test_joining_what_was_cut_gives_the_same_spans() -> None:
    spans = degrees()
    for cut in (3, 9, 24):
        assert Spans.join([spans.slice(0, cut), spans.slice(cut, len(spans))]) == spans


def test_exact_neighbours_melt_and_gaps_in_the_source_stay_visible() -> None:
    builder = SpanBuilder()
    builder.add("wash", 0, 4)
    builder.add("ing", 4, 7)
    builder.add("!", 9, 10)
    assert builder.take() == Spans([Span("washing", 0, 7), Span("!", 9, 10)])
    assert builder.take() == Spans()


def test_places_outside_the_text_are_its_ends() -> None:
    assert degrees().source_start(99) == 15
    assert degrees().source_end(99) == 15
    assert degrees().source_end(0) == 0
    assert Spans().source(0, 0) == (0, 0)
