"""What machines write for machines: paths, names of entities, exponents, and ISO 8601 without its signs."""

from __future__ import annotations

import calendar
import re

from tts_node.text.read.net import spelled
from tts_node.text.read.numbers import number_at
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Clock, Date, Duration, Moment, Number, Power, Words

_PATH = re.compile(rf"(?:/(?=[A-Za-z_.])[A-Za-z0-9._-]{{1,40}}){{2,8}}{NO_WORD}(?!/)")
_BEFORE_PATH = re.compile(r"(?:^|[\s(\"'“‘`=:])$")
_ENTITY = re.compile(
    "(alarm_control_panel|automation|binary_sensor|button|calendar|camera|climate|cover|device_tracker|event"
    "|fan|group|humidifier|image|input_boolean|input_button|input_datetime|input_number|input_select"
    "|input_text|lawn_mower|light|lock|media_player|notify|number|person|remote|scene|script|select|sensor"
    "|siren|sun|switch|text|timer|todo|tts|update|vacuum|valve|wake_word|water_heater|weather|zone)"
    rf"\.([a-z0-9]+(?:_[a-z0-9]+)*){NO_WORD}(?!\.[a-z])"
)
"""Named as Home Assistant does, below one of its domains."""
_LOCALHOST = re.compile(rf"localhost:([0-9]{{2,5}}){NO_WORD}")
_EXPONENT = re.compile(
    rf"(?:[eE]([-+]?[0-9]{{1,3}})|×10(?:\^([-−]?[0-9]{{1,3}})|([⁻⁰¹²³⁴-⁹]{{1,4}}))){NO_WORD}(?!\.[0-9])"
)
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")
_DURATION = re.compile(
    r"P(?:([0-9]{1,4})D)?T(?=[0-9])(?:([0-9]{1,4})H)?(?:([0-9]{1,5})M)?(?:([0-9]{1,6})(?:\.[0-9]{1,9})?S)?"
    rf"{NO_WORD}"
)
_DURATION_UNITS = ("d", "h", "min", "s")
_MOMENT = re.compile(
    r"(20[0-9]{2})(0[1-9]|1[0-2])([0-3][0-9])T([01][0-9]|2[0-3])([0-5][0-9])"
    r"(?:([0-5][0-9])(?:\.[0-9]{1,9})?)?"
    rf"(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}})?{NO_WORD}"
)


def path(scan: Scan, at: int) -> Found | None:
    """`/etc/hosts`: two names and more."""
    words = scan.language.net_words
    if not words or scan.text[at] != "/" or _BEFORE_PATH.search(scan.text_before(at)) is None:
        return None
    found = _PATH.match(scan.text, at)
    if found is None:
        return None
    written = found.group().rstrip(".-")
    dot, slash = f" {words['.']} ", words["/"]
    names = written[1:].split("/")
    said = " ".join(
        f"{slash} {dot.join(spelled(part, scan.language) for part in name.split('.') if part)}"
        for name in names
    )
    return Found(Words(said), at + len(written))


def entity(scan: Scan, at: int) -> Found | None:
    """`sensor.living_room_temp`, as Home Assistant names things, and `localhost:8123`."""
    words = scan.language.net_words
    if not words or scan.joined_before(at):
        return None
    local = _LOCALHOST.match(scan.text, at)
    if local is not None:
        return Found(Words(f"localhost {words[':']} {scan.language.digits(local.group(1))}"), local.end())
    found = _ENTITY.match(scan.text, at)
    if found is None:
        return None
    domain, name = (spelled(part.replace("_", " "), scan.language) for part in found.groups())
    return Found(Words(f"{domain} {words['.']} {name}"), found.end())


def exponent(scan: Scan, at: int) -> Found | None:
    """`1.5e-3`, `6.02E23 m`, `1.2×10^6`, with the unit after it."""
    number = None if scan.joined_before(at) else number_at(scan, at)
    found = _EXPONENT.match(scan.text, number[1]) if number else None
    if number is None or found is None:
        return None
    if found.group().startswith("E") and not number[0].decimals and found.group()[1] not in "+-":
        return None  # Level 2E10
    language = scan.language
    written = next(group for group in found.groups() if group)
    power = written.translate(_SUPERSCRIPTS).removeprefix("+")
    if not re.fullmatch("-?[0-9]+", power):
        return None
    digits = power.removeprefix("-").lstrip("0") or "0"
    tens = language.say_power(Power(Number("10"), Number(digits, sign="-" if power[0] == "-" else "")))
    times = language.symbols.get("×")
    if tens is None or times is None:
        return None
    said, end = f"{language.number(number[0])} {times} {tens}", found.end()
    unit = language.unit_at(scan.text, end + 1) if scan.text.startswith(" ", end) else None
    if unit is not None and unit[0] not in language.proofs:
        return Found(Words(f"{said} {language.unit_name(unit[0]).other}"), unit[1])
    return Found(Words(said), end)


def iso_duration(scan: Scan, at: int) -> Found | None:
    """`PT1H30M`"""
    found = _DURATION.match(scan.text, at) if scan.text[at] == "P" else None
    if found is None or scan.joined_before(at):
        return None
    named = zip(found.groups(), _DURATION_UNITS, strict=True)
    parts = tuple((Number(digits.lstrip("0") or "0"), unit) for digits, unit in named if digits)
    said = tuple(part for part in parts if part[0].value) or parts[-1:]
    return Found(Duration(said), found.end())


@after_digits("T")
def basic_moment(scan: Scan, at: int) -> Found | None:
    """`20261130T063000Z`"""
    found = _MOMENT.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    year, month, day, hour, minute = map(int, found.groups()[:5])
    if not 1 <= day <= calendar.monthrange(year, month)[1]:
        return None
    second = int(found.group(6) or 0) or None
    return Found(Moment(Date(month, day, year), Clock(hour, minute, second)), found.end())
