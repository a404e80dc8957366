"""The arithmetic that the benchmark's figures rest on."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from benchmarks.bench.audible import Ear
from benchmarks.bench.figures import percentile, ratio_of_pairs, slope
from benchmarks.bench.playout import Arrival, dry_ms
from benchmarks.bench.sentences import (
    ADJECTIVES,
    FRAMES,
    PLACES,
    THINGS,
    WORDS_PER_SENTENCE,
    Sentences,
)

RATE = 22_050
SILENCE_100_MS = bytes(RATE // 10 * 2)


def _tone(ms: float, *, dbfs: float = -10.0) -> bytes:
    count = int(RATE * ms / 1000)
    peak = 32768.0 * 10 ** (dbfs / 20) * 2**0.5
    return (np.sin(np.arange(count) * 0.2) * peak).astype("<i2").tobytes()


class TestSentences:
    @pytest.mark.parametrize("frame", FRAMES)
    def test_every_frame_is_one_sentence_of_25_words_whatever_fills_it(self, frame: str) -> None:
        assert len(frame.split()) == WORDS_PER_SENTENCE
        assert frame.count(".") == 1 and frame.endswith(".")
        assert not any(mark in frame for mark in "!?;:")

    @pytest.mark.parametrize("words", [ADJECTIVES, THINGS, PLACES])
    def test_the_vocabulary_has_no_word_twice_and_only_plain_words(self, words: tuple[str, ...]) -> None:
        assert len(set(words)) == len(words)
        assert all(word.isascii() and word.isalpha() and word.islower() for word in words)

    def test_no_sentence_comes_twice_from_one_supply(self) -> None:
        supply = Sentences(seed=1)
        sentences = [supply.next() for _ in range(2000)] + [supply.short() for _ in range(2000)]
        assert len(set(sentences)) == 4000

    def test_the_same_seed_gives_the_same_sentences_and_another_seed_others(self) -> None:
        first, again, other = (Sentences(seed) for seed in (7, 7, 8))
        sentences = [first.next() for _ in range(20)]
        assert [again.next() for _ in range(20)] == sentences
        assert not set(sentences) & {other.next() for _ in range(20)}

    def test_a_long_text_has_at_least_the_words_asked_for_in_whole_sentences(self) -> None:
        assert len(Sentences(seed=3).text(5000).split()) == 5000
        assert len(Sentences(seed=3).text(26).split()) == 50

    def test_an_article_fits_the_word_after_it(self) -> None:
        supply = Sentences(seed=5)
        for _ in range(500):
            words = supply.next().split()
            for article, word in pairwise(words):
                if article.lower() in ("a", "an"):
                    assert (article.lower() == "an") == (word[0] in "aeiou"), f"{article} {word}"


class TestEar:
    def test_silence_is_never_heard(self) -> None:
        ear = Ear(RATE)
        for second in range(5):
            ear.hear(SILENCE_100_MS, float(second))
        assert ear.first_at is None and ear.enough_at is None

    def test_leading_silence_does_not_count_and_fifty_ms_of_sound_are_enough(self) -> None:
        ear = Ear(RATE)
        ear.hear(SILENCE_100_MS, 1.0)
        ear.hear(_tone(30), 2.0)
        assert (ear.first_at, ear.enough_at) == (2.0, None)
        ear.hear(_tone(30), 3.0)
        assert (ear.first_at, ear.enough_at) == (2.0, 3.0)

    def test_a_click_and_then_silence_is_not_enough(self) -> None:
        ear = Ear(RATE)
        ear.hear(_tone(6), 1.0)
        for at in range(2, 12):
            ear.hear(SILENCE_100_MS, float(at))
        assert ear.first_at == 1.0 and ear.enough_at is None

    @pytest.mark.parametrize(
        ("dbfs", "heard"), [(-40.0, True), (-44.0, True), (-46.0, False), (-60.0, False)]
    )
    def test_the_border_lies_at_minus_45_dbfs(self, dbfs: float, heard: bool) -> None:
        ear = Ear(RATE)
        ear.hear(_tone(200, dbfs=dbfs), 1.0)
        assert (ear.enough_at is not None) == heard

    def test_where_the_bytes_are_cut_changes_nothing(self) -> None:
        sound = SILENCE_100_MS + _tone(40) + SILENCE_100_MS + _tone(40)
        window = RATE * 5 // 1000 * 2
        answers = set()
        for step in (1, 7, window - 1, window):
            ear = Ear(RATE)
            for start in range(0, len(sound), step):
                ear.hear(sound[start : start + step], float(start))
            assert ear.first_at is not None and ear.enough_at is not None
            answers.add((ear.first_at // window, ear.enough_at // window))
        assert len(answers) == 1

    def test_both_channels_belong_to_one_window(self) -> None:
        mono, stereo = Ear(RATE), Ear(RATE, channels=2)
        tone = np.frombuffer(_tone(45), dtype="<i2")
        mono.hear(tone.tobytes(), 1.0)
        stereo.hear(np.repeat(tone, 2).tobytes(), 1.0)
        assert mono.enough_at is None and stereo.enough_at is None
        mono.hear(tone.tobytes(), 2.0)
        stereo.hear(np.repeat(tone, 2).tobytes(), 2.0)
        assert mono.enough_at == stereo.enough_at == 2.0


class TestDryTime:
    def test_sound_that_is_always_there_in_time_leaves_no_gap(self) -> None:
        arrivals = [Arrival(at_s=second - 0.5, audio_s=1.0) for second in range(1, 11)]
        assert dry_ms(arrivals, play_at_s=1.0, listen_s=9.0) == 0.0

    def test_a_late_chunk_leaves_a_gap_as_long_as_it_was_late(self) -> None:
        arrivals = [Arrival(0.0, 1.0), Arrival(1.5, 1.0), Arrival(1.6, 5.0)]
        assert dry_ms(arrivals, play_at_s=0.2, listen_s=5.0) == pytest.approx(300.0)

    def test_after_a_gap_playing_goes_on_later_and_what_comes_then_is_not_late_again(self) -> None:
        arrivals = [Arrival(0.0, 1.0), Arrival(1.5, 1.0), Arrival(2.4, 5.0)]
        assert dry_ms(arrivals, play_at_s=0.0, listen_s=5.0) == pytest.approx(500.0)

    def test_sound_that_ends_too_early_is_a_gap_up_to_the_end(self) -> None:
        assert dry_ms([Arrival(0.0, 2.0)], play_at_s=0.2, listen_s=5.0) == pytest.approx(3000.0)

    def test_nothing_at_all_is_dry_all_the_time(self) -> None:
        assert dry_ms([], play_at_s=3.0, listen_s=2.0) == pytest.approx(2000.0)

    def test_a_chunk_after_the_end_of_listening_changes_nothing(self) -> None:
        arrivals = [Arrival(0.0, 1.0), Arrival(9.0, 5.0)]
        assert dry_ms(arrivals, play_at_s=0.0, listen_s=3.0) == pytest.approx(2000.0)


class TestFigures:
    def test_a_percentile_lies_between_the_closest_ranks(self) -> None:
        assert percentile([4.0, 1.0, 3.0, 2.0], 50) == 2.5
        assert percentile([1.0, 2.0, 3.0], 100) == 3.0
        assert percentile([7.0], 99) == 7.0
        assert percentile([float(n) for n in range(101)], 95) == 95.0

    def test_no_values_have_no_percentile(self) -> None:
        with pytest.raises(ValueError, match="no values"):
            percentile([], 50)

    def test_the_ratio_is_the_median_of_the_pairs_and_one_bad_pair_moves_nothing(self) -> None:
        assert ratio_of_pairs([1.0, 2.0, 300.0], [2.0, 4.0, 6.0]) == 0.5

    def test_values_without_a_partner_are_refused(self) -> None:
        with pytest.raises(ValueError, match="pairs"):
            ratio_of_pairs([1.0, 2.0], [1.0])
        with pytest.raises(ValueError, match="pairs"):
            ratio_of_pairs([], [])

    def test_a_single_peak_does_not_tilt_the_slope(self) -> None:
        level = [50.0] * 9 + [90.0]
        assert slope([float(place) for place in range(10)], level) == 0.0

    def test_the_slope_is_that_of_the_line_through_the_points(self) -> None:
        assert slope([0.0, 100.0, 200.0], [50.0, 50.2, 50.4]) == pytest.approx(0.002)
        assert slope([1.0, 2.0, 3.0], [5.0, 5.0, 5.0]) == 0.0

    def test_one_point_has_no_slope(self) -> None:
        with pytest.raises(ValueError, match="two different"):
            slope([1.0, 1.0], [2.0, 3.0])
