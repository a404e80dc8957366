"""The detectors of Chinese, its own and those of all languages, in the order in which they are asked.

Words have no borders here, so its own look at a number and the characters right beside it.
"""

from __future__ import annotations

from tts_node.text.read import detect_length as length
from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import detect_units as units
from tts_node.text.read import zh_amounts as amounts
from tts_node.text.read import zh_counted as counts
from tts_node.text.read import zh_dates as dates
from tts_node.text.read import zh_dictated as dictated
from tts_node.text.read import zh_models as models
from tts_node.text.read import zh_scores as scores
from tts_node.text.read import zh_signs as marks
from tts_node.text.read.scan import Detectors

DETECTORS = Detectors(
    at_digit=(
        names.address,
        names.hardware_address,
        names.web,
        dictated.parcel,
        time.iso_date,
        dates.dotted_date,
        dates.year_month,
        dates.dotted_day,
        dates.named_day,
        dates.quarter,
        time.local_date,
        dates.short_date,
        scores.season,
        models.numbered,
        dictated.code_after_word,
        dictated.phone,
        names.phone,
        dictated.code,
        scores.lap,
        amounts.share,
        amounts.score,
        scores.score,
        scores.result,
        dates.year,
        dictated.room,
        dictated.seat,
        dictated.model,
        signs.abbreviation,
        units.ratio_in_words,
        marks.around_the_clock,
        amounts.scientific,
        amounts.rated,
        length.clock_duration,
        dates.pace,
        dates.clock,
        length.duration,
        time.decade,
        names.version,
        units.coordinate,
        marks.algebra,
        marks.lettered,
        amounts.money,
        units.size,
        units.share,
        amounts.part_of_bytes,
        units.ratio,
        units.quantity,
        units.scaled,
        units.power,
        counts.calendar,
        counts.discount,
        counts.ordered,
        counts.first_of_two,
        amounts.paid,
        amounts.portion,
        counts.counted,
        time.year,
        signs.fraction,
        amounts.no_range,
        signs.number,
    ),
    at_letter=(
        dictated.dictated_name,
        names.hardware_address,
        names.web,
        names.version,
        marks.coordinate,
        models.named,
        marks.numbered,
        marks.pieces,
        amounts.money,
        marks.roman,
        signs.abbreviation,
    ),
    at_sign=(
        dictated.phone,
        names.phone,
        models.inner_dot,
        models.hyphened,
        marks.dash,
        marks.operator,
        marks.bare_sign,
        amounts.each,
        amounts.money,
        units.coordinate,
        counts.first_of_two,
        units.quantity,
        units.scaled,
        units.power,
        counts.counted,
        signs.between_amounts,
        marks.numbered,
        marks.roman,
        signs.fraction,
        signs.number,
        marks.small_digit,
        marks.circled,
        marks.lone_unit,
        signs.abbreviation,
        marks.sign,
    ),
)
"""What is surer comes first."""
