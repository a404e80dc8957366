"""All detectors in the order in which they are asked: what is surer comes first."""

from __future__ import annotations

from tts_node.text.read import detect_length as length
from tts_node.text.read import detect_machine as machine
from tts_node.text.read import detect_money as money
from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_time as time
from tts_node.text.read import detect_units as units
from tts_node.text.read.scan import Detectors

DETECTORS = Detectors(
    at_digit=(
        names.address,
        names.hardware_address,
        names.long_address,
        names.web,
        machine.basic_moment,
        machine.exponent,
        time.iso_date,
        time.local_date,
        time.short_date,
        names.phone,
        names.isbn,
        names.code,
        names.place,
        names.place_letter,
        signs.abbreviation,
        time.day_month_date,
        units.ratio_in_words,
        length.clock_duration,
        time.clock,
        length.duration,
        time.decade,
        names.version,
        units.coordinate,
        units.feet_and_inches,
        money.money,
        units.size,
        units.high_and_low,
        units.share,
        units.ratio,
        units.quantity,
        units.scaled,
        units.power,
        time.year,
        signs.ordinal,
        signs.fraction,
        signs.number,
    ),
    at_letter=(
        names.iban,
        names.hardware_address,
        names.long_address,
        names.web,
        machine.entity,
        machine.iso_duration,
        names.version,
        time.month_date,
        time.weekday,
        money.money,
        names.roman,
        signs.abbreviation,
    ),
    at_sign=(
        machine.path,
        names.phone,
        time.decade,
        money.money,
        units.coordinate,
        units.high_and_low,
        units.quantity,
        units.scaled,
        units.power,
        signs.divided,
        signs.between_amounts,
        signs.fraction,
        signs.number,
        units.lone_unit,
        signs.abbreviation,
        signs.sign,
    ),
)
