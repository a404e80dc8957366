"""English: months and days by themselves, years in two digits, lengths and times as devices write them."""

from __future__ import annotations

import re

from tts_node.text.read import detect_time
from tts_node.text.read import en_tables as tables
from tts_node.text.read.en_numbers import below_hundred, in_pairs, two_digits
from tts_node.text.read.scan import NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Clock, Date, Decade, Duration, Half, Number, Words, Year

_MONTHS = {
    short: tables.MONTH_NAMES[number - 1]
    for short, number in tables.MONTHS.items()
    if short not in tables.MONTH_NAMES
}
_SHORT_MONTH = re.compile(rf"({'|'.join(sorted(_MONTHS, key=len, reverse=True))})(\.?){NO_WORD}")
_YEAR_AFTER_MONTH = re.compile(rf" ['’]([0-9]{{2}}){NO_WORD}")
_DAYS = "|".join(sorted(tables.WEEKDAYS, key=len, reverse=True))
_SHORT_DAY = re.compile(rf"({_DAYS})(\.?){NO_WORD}")
_NEXT_DAY = re.compile(rf"(/)(?:{_DAYS}){NO_WORD}|(?:, (?:and |or )?| & | and | or )(?:{_DAYS}){NO_WORD}")
_NAME_AFTER = re.compile(" [A-Z]")
_ONLY_DAYS = frozenset({"Fri", "Thu", "Thur", "Thurs", "Tue", "Tues"})
"""Short days that are no other word; so are these months."""
_ONLY_MONTHS = frozenset({"Feb", "Nov", "Oct", "Sept"})
_DAY_BEFORE = re.compile(rf"(?:\b(?:{_DAYS})\.?(?:/|, (?:and |or )?| & | and | or )|[0-9](?:st|nd|rd|th) )$")
_MONTH_BEFORE = re.compile(rf"\b(?:{'|'.join(_MONTHS)})\.? ?(?:[-–/]|to|through|and|or) ?$")
_MONTH_AFTER = re.compile(rf" ?(?:[-–/]|to|through|and|or) ?(?:{'|'.join(_MONTHS)}){NO_WORD}")
_BEFORE_MONTH = tables.words(
    "in since until till by from through thru early mid late last next this every before after of"
)
_BEFORE_NAME = tables.words("in early mid late")
"""`Jan` is a name as well."""
_BEFORE_DAY = tables.words("on by until till since every next last this from before after through each")
_TWO_DIGITS = re.compile(rf"['’‘]([0-9]{{2}}){NO_WORD}(?!['’])")
_CLOSING = re.compile(r"\w['’](?!\w)")
_MORE_OF_DECADES = re.compile(rf"([1-9]0)s{NO_WORD}")
_NEAR = 6

_MILITARY = re.compile(rf"([01][0-9]|2[0-3])([0-5][0-9])( ?(?:hours|hrs?|h))?{NO_WORD}(?![-.,:/][0-9])")
_CLOCK_HOURS = re.compile(rf"([01]?[0-9]|2[0-3]):([0-5][0-9]) ?(?:h|hrs?|hours){NO_WORD}")
_AT = tables.words("at since until till by before after from around")
_TO_WAKE = tables.words("remind reminder alarm alarms wake")
_LOGGED = re.compile(rf"([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])[.,][0-9]{{3,9}}Z?{NO_WORD}")
_LAP = re.compile(rf"([1-9]?[0-9]):([0-5][0-9])\.([0-9]{{1,3}}){NO_WORD}")
_PACE = re.compile(r"([1-9]?[0-9]):([0-5][0-9]) ?/ ?(km|mile|mi|min)(?![A-Za-z])")
_ZONE = re.compile(rf"(UTC|GMT) ?([-−–+])([0-9]{{1,2}})(?::([0-9]{{2}}))?{NO_WORD}")
_MINUTES = re.compile(rf"([0-9]{{1,3}})m{NO_WORD}")
_MINUTES_AFTER = re.compile(r" (?:ago|left|remaining|late|early|delay|delayed)(?!\w)")
_SOON = tables.words(
    "restarted restarts retry retries retrying reboots rebooting expires resumes departs leaves begins "
    "done ready finished finishes finish ends starts due back arrives arriving eta"
)

_NAMED_DAY = re.compile(rf"([0-3]?[0-9])-([A-Z][a-z]{{2,8}})-([12][0-9]{{3}}){NO_WORD}")
_SEASON = re.compile(rf"(1[1-9][0-9]{{2}}|20[0-9]{{2}})[-–/]([0-9]{{2}}){NO_WORD}(?![-–.,:/][0-9])")
_OLD_YEAR = re.compile(rf"10[1-9][0-9]{NO_WORD}(?![.,:/-][0-9])")
_CIRCA = re.compile(rf"(?:c|ca)\. ?(1[0-9]{{3}}|20[0-9]{{2}}){NO_WORD}(?![.,:/][0-9])")
_CIRCA_MANY = re.compile(r"c\. (?=[0-9]{1,3},[0-9]{3})")
_DOTTED_CLOCK = re.compile(r"([1-9]|1[0-2])\.([0-5][0-9])(?= ?[ap]\.?m)", re.IGNORECASE)
_HALF_LETTER = re.compile(rf"([1-9]|1[0-2]):([0-5][0-9])([aApP]){NO_WORD}(?!\.[mM])")
_BRACKETED = re.compile(r"(?:1[5-9]|20)[0-9]{2}(?=\))")
_DATES = re.compile(
    rf"([0-9]{{1,2}})/([0-9]{{1,2}})( ?[-–—] ?)([0-9]{{1,2}})/([0-9]{{1,2}}){NO_WORD}(?![-/.][0-9])"
)

_SLASHED = re.compile(rf"([0-9]{{1,2}})/([0-9]{{1,2}}){NO_WORD}(?![-/.][0-9])")
_BEFORE_DATE = re.compile(
    rf"(?:\b(?:{'|'.join(sorted({*tables.WEEKDAYS, *tables.WEEKDAYS.values()}))}),"
    r"|\b(?:Day|Eve|Thanksgiving|Christmas|Easter|Halloween|anniversary|birthday|deadline|holiday)"
    r" (?:is|was)(?: on)?) $"
)


def month_alone(scan: Scan, at: int) -> Found | None:
    """`in Oct`, `mid-Oct`, `Jan–Mar`, `Nov. is cold`, `Dec '25`."""
    found = _SHORT_MONTH.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    name, end = _MONTHS[found.group(1)], found.end()
    if (year := _YEAR_AFTER_MONTH.match(scan.text, end)) is not None:
        return Found(Words(f"{name} {_full_year(scan, int(year.group(1)))}"), year.end())
    before = scan.text_before(at)
    proven = scan.word_before(at).lower() in (_BEFORE_NAME if found.group(1) == "Jan" else _BEFORE_MONTH)
    to = _MONTH_AFTER.match(scan.text, end)
    proven = proven or to is not None or _MONTH_BEFORE.search(before) is not None
    proven = proven or found.group(1) in _ONLY_MONTHS
    if not (proven or (found.group(2) and re.match(r" [a-z]", scan.text[end : end + 2]))):
        return None
    if to is not None and scan.text[end] in "-–":
        return Found(Words(f"{name} {scan.language.to}"), end + 1)
    return Found(Words(name), scan.before_last_dot(found.end()))


def weekdays(scan: Scan, at: int) -> Found | None:
    """`Mon/Wed/Fri`"""
    found = _SHORT_DAY.match(scan.text, at)
    following = _NEXT_DAY.match(scan.text, found.end()) if found else None
    if found is None or following is None or not following.group(1) or scan.joined_before(at):
        return None
    return Found(Words(tables.WEEKDAYS[found.group(1)] + ", "), following.end(1))


def weekday_alone(scan: Scan, at: int) -> Found | None:
    """`due by Fri`, `Mon., Tues. and Wed.`; no name as in `by Sun Microsystems`."""
    found = _SHORT_DAY.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    end = found.end()
    following = _NEXT_DAY.match(scan.text, end)
    governed = scan.word_before(at).lower() in _BEFORE_DAY and not _NAME_AFTER.match(scan.text, end)
    sure = found.group(1) in _ONLY_DAYS or (found.group(2) and re.match(" [a-z]", scan.text[end : end + 2]))
    if not (sure or following or governed or _DAY_BEFORE.search(scan.text_before(at))):
        return None
    return Found(Words(tables.WEEKDAYS[found.group(1)]), scan.before_last_dot(found.end()))


def short_year(scan: Scan, at: int) -> Found | None:
    """`class of '99`; not the quotation in `'10 is what he said'`."""
    found = _TWO_DIGITS.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    word = scan.word_before(at).lower()
    begins = at == 0 or scan.text[at - 2 : at] == ", "
    quoted = _CLOSING.search(scan.text, found.end(), found.end() + 200) is not None
    if not (word in scan.language.year_words or word == "of" or (begins and not quoted)):
        return None
    return Found(Words(two_digits(int(found.group(1)))), found.end())


@after_digits("s")
def decade_after(scan: Scan, at: int) -> Found | None:
    """The second in `the '60s and 70s`."""
    found, last = _MORE_OF_DECADES.match(scan.text, at), scan.last
    if found is None or last is None or not isinstance(last.thing, Decade) or at - last.end > _NEAR:
        return None
    return Found(Decade(int(found.group(1))), found.end())


def military(scan: Scan, at: int) -> Found | None:
    """`0630 hours`, `alarm at 0630`, `at 18:30 hrs`."""
    before = scan.word_before(at).lower()
    found = _CLOCK_HOURS.match(scan.text, at)
    if found is not None:
        return Found(Clock(int(found[1]), int(found[2])), found.end()) if before in _AT else None
    found = _MILITARY.match(scan.text, at)
    if found is None:
        return None
    early = found.group().startswith("0")
    if found.group(3):
        meant = early or before in _AT
    else:
        woken = before in ("at", "for", "to") and not scan.words.isdisjoint(_TO_WAKE)
        meant = (early and before == "at") or (woken and (early or scan.ends_clause(found.end())))
    if not meant:
        return None
    return Found(Clock(int(found.group(1)), int(found.group(2))), found.end())


@after_digits(":")
def split_second(scan: Scan, at: int) -> Found | None:
    """A lap of `1:45.32`, and `06:30:00.123` in a log, whose milliseconds nobody says."""
    logged = _LOGGED.match(scan.text, at)
    if logged is not None:
        hour, minute, second = map(int, logged.groups())
        return Found(Clock(hour, minute, second or None), logged.end())
    lap = _LAP.match(scan.text, at)
    if lap is None:
        return None
    minutes, seconds = Number(lap.group(1)), Number(lap.group(2).lstrip("0") or "0", lap.group(3))
    parts = ((minutes, "min"), (seconds, "s")) if minutes.value else ((seconds, "s"),)
    return Found(Duration(parts), lap.end())


@after_digits(":")
def pace(scan: Scan, at: int) -> Found | None:
    """`5:30/km`"""
    found = _PACE.match(scan.text, at)
    if found is None:
        return None
    minutes, seconds = int(found.group(1)), int(found.group(2))
    said = f"{below_hundred(minutes)} {two_digits(seconds) if seconds else 'minutes'}"
    name = scan.language.unit_name("mi" if found.group(3) == "mile" else found.group(3)).one
    return Found(Words(f"{said} {scan.language.per} {name}"), found.end())


def zone(scan: Scan, at: int) -> Found | None:
    """`UTC+2`, `GMT-5:30`"""
    found = _ZONE.match(scan.text, at)
    if found is None:
        return None
    sign = scan.language.plus if found.group(2) == "+" else scan.language.minus
    minutes = f" {two_digits(int(found.group(4)))}" if found.group(4) and int(found.group(4)) else ""
    hours = below_hundred(int(found.group(3)))
    return Found(Words(f"{found.group(1)} {sign} {hours}{minutes}"), found.end())


@after_digits("m")
def minutes(scan: Scan, at: int) -> Found | None:
    """`done in 45m`, `5m ago`, `Timer: 45m`: no meters."""
    found = _MINUTES.match(scan.text, at)
    if found is None:
        return None
    before = scan.word_before(at).lower()
    soon = before == "in" and not scan.words.isdisjoint(_SOON)
    lasts = before in scan.language.duration_words
    if not (soon or lasts or _MINUTES_AFTER.match(scan.text, found.end())):
        return None
    return Found(Duration(((Number(found.group(1).lstrip("0") or "0"), "min"),)), found.end())


@after_digits("-")
def named_day(scan: Scan, at: int) -> Found | None:
    """`30-Nov-2026`"""
    found = _NAMED_DAY.match(scan.text, at)
    month = scan.language.months.get(found.group(2)) if found else None
    if found is None or month is None:
        return None
    name, day = tables.MONTH_NAMES[month - 1], scan.language.ordinal(int(found.group(1)))
    year = scan.language.year(int(found.group(3)))
    return Found(Words(f"the {day} of {name}, {year}"), found.end()) if 1 <= int(found[1]) <= 31 else None


@after_digits("-–/")
def season(scan: Scan, at: int) -> Found | None:
    """`2025/26`, `2024–25`: two years in a row; others where they are surely years (`1914-18`)."""
    found = _SEASON.match(scan.text, at)
    before = scan.word_before(at).lower()
    if found is None or before in scan.language.phone_words:
        return None
    year, until = int(found.group(1)), int(found.group(2))
    sure = _after_a_year(scan, at) or before in scan.language.year_words
    if (year + 1) % 100 != until and not (sure and until > year % 100):
        return None
    full = year // 100 * 100 + until
    return Found(Year(year, full if full > year else full + 100), found.end())


def old_year(scan: Scan, at: int) -> Found | None:
    """`in 1066`, at the end of a clause: nothing is counted."""
    found = _OLD_YEAR.match(scan.text, at)
    if found is None or not scan.ends_clause(found.end()):
        return None
    if not _after_a_year(scan, at) and scan.word_before(at).lower() not in scan.language.year_words:
        return None
    return Found(Words(in_pairs(int(found.group()))), found.end())


def circa(scan: Scan, at: int) -> Found | None:
    """`c. 1850`, `c. 50,000`"""
    if scan.joined_before(at):
        return None
    if _CIRCA_MANY.match(scan.text, at) is not None:
        return Found(Words("circa"), at + 2)
    found = _CIRCA.match(scan.text, at)
    return Found(Words(f"circa {scan.language.year(int(found[1]))}"), found.end()) if found else None


@after_digits(".")
def dotted_clock(scan: Scan, at: int) -> Found | None:
    """`6.30am`, as in the United Kingdom."""
    found = _DOTTED_CLOCK.match(scan.text, at)
    if found is None or scan.text[max(0, at - 1) : at] in (".", ",", ":"):
        return None
    half, end = detect_time.half_after(scan, found.end())
    return Found(Clock(int(found.group(1)), int(found.group(2)), half=half), end) if half else None


@after_digits(":")
def half_letter(scan: Scan, at: int) -> Found | None:
    """`9:12A`, `7:05p`"""
    found = _HALF_LETTER.match(scan.text, at)
    if found is None or scan.text[max(0, at - 1) : at] == ":":
        return None
    half: Half = "am" if found.group(3) in "aA" else "pm"
    return Found(Clock(int(found.group(1)), int(found.group(2)), half=half), found.end())


@after_digits(")")
def bracketed_year(scan: Scan, at: int) -> Found | None:
    """`"One" (1991)`"""
    found = _BRACKETED.match(scan.text, at)
    return Found(Year(int(found.group())), found.end()) if found and scan.text[at - 1 : at] == "(" else None


@after_digits("/")
def dates(scan: Scan, at: int) -> Found | None:
    """`6/12–8/28`: two days, where a number over twelve shows that they are none of fractions."""
    found = _DATES.match(scan.text, at)
    if found is None:
        return None
    first, second = (int(found[1]), int(found[2])), (int(found[4]), int(found[5]))
    if not any(12 < day <= 31 for day in (*first, *second)):
        return None
    orders = (True, False) if scan.language.day_first else (False, True)
    for day_first in orders:
        days = [pair if day_first else pair[::-1] for pair in (first, second)]
        if all(1 <= day <= 31 and 1 <= month <= 12 for day, month in days):
            said = [scan.language.say_date(Date(month, day)) for day, month in days]
            return Found(Words(f"{said[0]} {scan.language.to} {said[1]}"), found.end())
    return None


@after_digits("/")
def short_date(scan: Scan, at: int) -> Found | None:
    """`Thursday, 11/26`, `the holiday is 3/17`"""
    found = _SLASHED.match(scan.text, at)
    if found is None or _BEFORE_DATE.search(scan.text_before(at)) is None:
        return None
    first, second = int(found.group(1)), int(found.group(2))
    day, month = (first, second) if scan.language.day_first else (second, first)
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    return Found(Date(month, day, month_first=not scan.language.day_first), found.end())


def _after_a_year(scan: Scan, at: int) -> bool:
    """So near to a year, another one is one."""
    return scan.last is not None and isinstance(scan.last.thing, Year) and at - scan.last.end <= _NEAR


def _full_year(scan: Scan, short: int) -> str:
    return scan.language.year(short + (2000 if short < 70 else 1900))
