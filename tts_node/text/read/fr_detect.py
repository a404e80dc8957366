"""What only French has: hours with an h, telephones in pairs, 2e and XXIe, titles, ways in addresses."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import detect_signs as signs
from tts_node.text.read import fr_tables as tables
from tts_node.text.read import things
from tts_node.text.read.fr_money import big_money, francs, price, round_price
from tts_node.text.read.fr_places import district, house_on_road, room, way
from tts_node.text.read.language import Language
from tts_node.text.read.nouns import NOUN
from tts_node.text.read.numbers import fraction_at
from tts_node.text.read.romance_detect import (
    blood_pressure,
    chrono,
    dotted_version,
    first_of_range,
    frost,
    high_before_low,
    keys,
    lettered,
    mark,
    one_of_a_unit,
    per_hundred,
    rate_in_words,
)
from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Scan
from tts_node.text.read.units import Name

_CAPITAL = "[A-ZÀ-ÖØ-Þ]"
_HOUR = re.compile(
    rf"([01]?[0-9]|2[0-4]) ?[hH](?: ?([0-5][0-9])(?![0-9]| ?(?:mn?|min|minutes?|s){NO_WORD}))?"
    rf"{NO_WORD}(?!/(?:24|j))"
)
_TO = re.compile(r" ?[-–—] ?")
_PHONE = re.compile(rf"0[1-9]([ .-]?)[0-9]{{2}}(?:\1[0-9]{{2}}){{3}}{NO_WORD}(?![.,]?[0-9])")
_FREE_CALL = re.compile(rf"0 ?8[0-9]{{2}}(?: [0-9]{{3}} [0-9]{{3}}|(?: [0-9]{{2}}){{3}}){NO_WORD}")
_SHORT_NUMBER = re.compile(rf"[1-9][0-9]{{3}}{NO_WORD}(?![.,:/-][0-9])")
_CALLS = re.compile(r"(?:[Aa]ppel|[Cc]ompos|[Jj]oign|[Tt]éléphon|[Nn]uméro)[^.!?]{0,30} (?:le|au) $")
_ORDINAL = re.compile(
    r"([1-9][0-9]{0,3})( ?(?:ᵉʳˢ?|ʳᵉ|ᵉ)|ères?|èmes?|emes?|ers?|res?|ndes?|nds?|es?)(?![A-Za-zÀ-ÿ0-9])"
)
_ROMAN_SUFFIX = re.compile(r"(ᵉʳ|ʳᵉ|ᵉ|ère|èmes?|er|re|es?)(?![A-Za-zÀ-ÿ0-9])")
_CENTURY = re.compile(r" s\.")
_AFTER_ORDINAL = re.compile(
    r" (?:siècle|millénaire|[Rr]épublique|arrondissement|dynastie|étage|édition|Reich|Empire|régiment)"
)
_SIR = re.compile(rf"(MM?)\.(?= ?{_CAPITAL}| l[ea]s? | l['’]| (?:et|ou) M)")
_MASTER = re.compile(rf"Me(?= {_CAPITAL}{LETTER}{{2}})")
_DAYS = "|".join(tables.WEEKDAYS)
_DAY = re.compile(rf"({_DAYS})\.(?=,? [0-9]|(?:,| au| et| ou| à) (?:{_DAYS})\b)", re.IGNORECASE)
_LAST_DAY = re.compile(rf"({_DAYS})\.(?=[ ,;)]|$)", re.IGNORECASE)
_DAY_BEFORE = re.compile(rf"(?:(?:{_DAYS})\.?(?:,| au| et| ou| à)| sauf le) $", re.IGNORECASE)
_DAY_TO_DAY = re.compile(
    rf"({_DAYS})\.? ?[-–/] ?({_DAYS})(?:\.(?= ?[,;:)]| [a-z0-9])|{NO_WORD}(?!\.))", re.IGNORECASE
)
_HEIGHT = re.compile(rf"([12])m([0-9]{{2}}){NO_WORD}")
_PRODUCT = re.compile(
    rf"([0-9]{{1,6}}) ?[xX×] ?(?=[0-9]{{1,6}}(?:,[0-9]{{1,3}})?(?: ?=| ?(?:[cm]?[lL]|k?g){NO_WORD}))"
)
_OF_WHOLE = re.compile(r" (?:d[eu]s? |d['’]|restant)")
_AND_HALF = re.compile(rf"(?:1/2|½){NO_WORD}(?! {LETTER}| ?[°%])")
_WHOLE_BEFORE = re.compile(r"[0-9] (?:ans?|mois|jours?|kilos?|(heures?|semaines?|années?)) $")
_DAY_LENGTHS = re.compile(
    rf"([0-9]{{1,3}}) ?j(?: ?([0-9]{{1,2}}) ?h(?: ?([0-9]{{1,2}})(?: ?mi?n)?)?){NO_WORD}"
)
_TIMES_EACH = re.compile(rf"([0-9]{{1,3}}) ?(?:x|×|fois) ?/ ?(jour|j|semaine|mois|an|h){NO_WORD}")
_HALF_OF = re.compile(rf"(?:1/2|½) ([a-zà-ÿ]{{3,20}}){NO_WORD}")
_NO_NOUNS = frozenset(
    {"des", "est", "sont", "par", "pour", "avec", "dans", "sur", "sous", "les", "que", "qui", "plus"}
)
_COUNTDOWN = re.compile(rf"J ?([-−–+]) ?([0-9]{{1,3}}){NO_WORD}")
_DE_ONE = re.compile(
    rf"[dD]e (?=1(?:,[0-9]| ?h(?:[0-9]|{NO_WORD})"
    rf"| ?(?:min|s|j|mn|kg|g|km|m|cm|mm|L|l|cl|%|€|°C?|kWh?|W|V){NO_WORD}"
    r"| (?:million|milliard)\b"
    r"| (?:heure|minute|seconde|jour|mois|an|degré|litre|mètre|kilo|euro|personne|semaine|point)\b))"
)
_FEMININE = Name("", "", gender="f")


def clock_words(language: Language, clock: things.Clock) -> str:
    """`minuit`, `midi`, `une heure`, `quatorze heures cinq`."""
    if not clock.minute and not clock.second and not clock.half and clock.written_minutes:
        if clock.hour in (0, 24):
            return "minuit"
        if clock.hour == 12:
            return "midi"
    hours = language.named(things.Number(str(clock.hour)), language.units["h"]) or ""
    return f"{hours} {language.cardinal(clock.minute)}" if clock.minute else hours


def hour(scan: Scan, at: int) -> Found | None:
    """`14h05`, `9 h–17 h`, `entre 14h-16h`; what may be a length of time is said the same."""
    first = _hour_at(scan.text, at)
    if first is None:
        return None
    to = _TO.match(scan.text, first[1])
    second = _hour_at(scan.text, to.end()) if to else None
    if second is None:
        return Found(first[0], first[1])
    if scan.word_before(at).lower() == "entre":
        low, high = (clock_words(scan.language, clock) for clock in (first[0], second[0]))
        return Found(things.Words(f"{low} et {high}"), second[1])
    return Found(things.ClockRange(first[0], second[0]), second[1])


def _hour_at(text: str, at: int) -> tuple[things.Clock, int] | None:
    found = _HOUR.match(text, at)
    if found is None:
        return None
    minutes = found.group(2)
    return things.Clock(
        int(found.group(1)), int(minutes or 0), written_minutes=minutes is not None
    ), found.end()


def elided(scan: Scan, at: int) -> Found | None:
    """`de 1h45`, `de 1 litre`: d'une heure, d'un litre; `de 1 à 10` stays."""
    found = _DE_ONE.match(scan.text, at)
    return Found(things.Words(found.group()[0] + "'"), found.end()) if found else None


def days(scan: Scan, at: int) -> Found | None:
    """`2 j 4 h`."""
    found = _DAY_LENGTHS.match(scan.text, at)
    if found is None:
        return None
    named = zip(found.groups(), ("j", "h", "min"), strict=True)
    return Found(
        things.Duration(tuple((things.Number(str(int(n))), unit) for n, unit in named if n)), found.end()
    )


def phone(scan: Scan, at: int) -> Found | None:
    """`06 12 34 56 78`, `0 800 123 456`, `3949` after "appelez le"."""
    text = scan.text
    found = _PHONE.match(text, at)
    if found is not None:
        digits = re.sub("[^0-9]", "", found.group())
        return Found(things.Phone(tuple(digits[i : i + 2] for i in range(0, 10, 2))), found.end())
    found = _FREE_CALL.match(text, at)
    if found is not None:
        groups = found.group()[1:].split()
        return Found(things.Phone(("0", *groups)), found.end())
    found = _SHORT_NUMBER.match(text, at)
    if found is None or _CALLS.search(scan.text_before(at)) is None:
        return None
    return Found(things.Phone((found.group(),)), found.end())


def ordinal(scan: Scan, at: int) -> Found | None:
    """`1er`, `2e`, `3ème`, `2nde`; capitals (`3E`) name something."""
    found = _ORDINAL.match(scan.text, at)
    if found is None:
        return None
    suffix = found.group(2).strip().translate(_SUPERSCRIPTS)
    if suffix[0] == "n" and found.group(1) != "2":
        return None
    return Found(things.Ordinal(int(found.group(1)), suffix), found.end())


_SUPERSCRIPTS = str.maketrans("ᵉʳˢ", "ers")


def roman_ordinal(scan: Scan, at: int) -> Found | None:
    """`XXIe siècle`, `Ier`, `Ve République`; never `Le`, `De`."""
    text = scan.text
    if text[at] not in "IVX":
        return None
    numeral = names.roman_at(text, at)
    suffix = _ROMAN_SUFFIX.match(text, numeral[1]) if numeral else None
    if numeral is None or suffix is None:
        return None
    value, written = numeral[0], suffix.group(1).translate(_SUPERSCRIPTS)
    century = _CENTURY.match(text, suffix.end())
    if century is not None:
        stop = century.end() - (not text[century.end() :].strip("\"'”’)»"))
        return Found(things.Words(f"{scan.language.ordinal(value)} siècle"), stop)
    sure = numeral[1] - at > 1 or text[numeral[1]] in "ᵉʳ" or (value == 1 and written in ("er", "re", "ère"))
    if not sure and _AFTER_ORDINAL.match(text, suffix.end()) is None:
        return None
    return Found(things.Ordinal(value, written), suffix.end())


def height(scan: Scan, at: int) -> Found | None:
    """`1m65`, and `2m30` where a length of time is spoken of."""
    found = _HEIGHT.match(scan.text, at)
    if found is None:
        return None
    unit = "m" if scan.words.isdisjoint(tables.DURATION_WORDS) else "min"
    whole = scan.language.named(things.Number(found[1]), scan.language.units[unit])
    rest = int(found[2])
    return Found(
        things.Words(f"{whole} {scan.language.cardinal(rest)}" if rest else whole or ""), found.end()
    )


def product(scan: Scan, at: int) -> Found | None:
    """`2 x 3 = 6`, `3 x 2 L`: times, and no size."""
    found = _PRODUCT.match(scan.text, at)
    return (
        Found(things.Words(f"{scan.language.cardinal(int(found[1]))} fois "), found.end()) if found else None
    )


def part_of(scan: Scan, at: int) -> Found | None:
    """`le 3/4 du temps`, which is no day in April."""
    found = fraction_at(scan, at)
    if found is None or _OF_WHOLE.match(scan.text, found[1]) is None:
        return None
    return Found(found[0], found[1])


def times_each(scan: Scan, at: int) -> Found | None:
    """`3x/jour`"""
    found = _TIMES_EACH.match(scan.text, at)
    if found is None:
        return None
    said = scan.language.cardinal(int(found.group(1)), _FEMININE)
    return Found(things.Words(f"{said} fois par {scan.language.units[found.group(2)].one}"), found.end())


def and_half(scan: Scan, at: int) -> Found | None:
    """The half of `3 ans 1/2`."""
    whole = _WHOLE_BEFORE.search(scan.text_before(at))
    found = _AND_HALF.match(scan.text, at) if whole else None
    return (
        Found(things.Words("et demie" if whole and whole[1] else "et demi"), found.end()) if found else None
    )


def half_of(scan: Scan, at: int) -> Found | None:
    """`1/2 tasse`: une demi-tasse."""
    found = _HALF_OF.match(scan.text, at)
    if found is None or found.group(1) in _NO_NOUNS:
        return None
    feminine = found.group(1) in tables.FEMININE or found.group(1).endswith(tables.FEMININE_ENDINGS)
    return Found(things.Words("une demi-" if feminine else "un demi-"), found.start(1))


def countdown(scan: Scan, at: int) -> Found | None:
    """`J-3`: three days before."""
    found = _COUNTDOWN.match(scan.text, at)
    if found is None:
        return None
    sign = scan.language.plus if found.group(1) == "+" else scan.language.minus
    return Found(things.Words(f"J {sign} {scan.language.cardinal(int(found.group(2)))}"), found.end())


def counted(scan: Scan, at: int) -> Found | None:
    """A number that agrees with a feminine noun after it: `21 photos`, `1 nouvelle alerte`."""
    found = signs.number(scan, at)
    if found is None or not isinstance(found.thing, things.Number) or found.thing.decimals:
        return found
    noun = NOUN.match(scan.text, found.end)
    if noun is None or found.thing.value % 10 != 1 or found.thing.leading_zero:
        return found
    word = noun.group(1)
    if word not in tables.FEMININE and not (word.islower() and word.endswith(tables.FEMININE_ENDINGS)):
        return found
    if found.thing.value == 1 and scan.word_before(at).lower() in tables.NAMING:
        return found
    return Found(things.Words(scan.language.number(found.thing, _FEMININE)), found.end)


def title(scan: Scan, at: int) -> Found | None:
    """`M. Dupont`, `MM. Roy et Petit`, `Me Durand`."""
    found = _SIR.match(scan.text, at)
    if found is not None:
        return Found(things.Words("Monsieur" if found.group(1) == "M" else "Messieurs"), found.end())
    found = _MASTER.match(scan.text, at)
    return Found(things.Words("Maître"), found.end()) if found else None


def weekday(scan: Scan, at: int) -> Found | None:
    """`lun. 30/11`, `lun.-ven.`"""
    found = _DAY_TO_DAY.match(scan.text, at)
    if found is not None:
        first, last = (tables.WEEKDAYS[day.lower()] for day in found.groups())
        return Found(things.Words(f"{first} {scan.language.to} {last}"), found.end())
    if scan.text[at].islower() and scan.word_before(at).lower() in ("la", "une", "en"):
        return None  # la mer
    found = _DAY.match(scan.text, at)
    if found is None and _DAY_BEFORE.search(scan.text_before(at)):
        found = _LAST_DAY.match(scan.text, at)
    if found is None:
        return None
    end = found.end() - scan.ends_text(found.end())
    return Found(things.Words(tables.WEEKDAYS[found.group(1).lower()]), end)


FRENCH_DETECTORS = Detectors(
    at_digit=(
        chrono,
        blood_pressure(tables.BLOOD_WORDS),
        per_hundred("aux cent"),
        house_on_road,
        high_before_low,
        round_price,
        height,
        product,
        phone,
        big_money,
        price,
        times_each,
        days,
        hour,
        part_of,
        and_half,
        half_of,
        lettered("bis|ter|quater", tables.PLACE_WORDS),
        ordinal,
        first_of_range("du", "premier", "au|et le"),
        mark,
        dotted_version,
    ),
    at_letter=(
        one_of_a_unit(tables.PER_WORDS),
        elided,
        francs,
        room,
        district,
        title,
        way,
        weekday,
        roman_ordinal,
        countdown,
    ),
    at_sign=(
        big_money,
        half_of,
        frost(tables.BEFORE_MINUS),
        rate_in_words(tables.RATES),
        keys(tables.KEY_WORDS, "étoile", "dièse"),
    ),
)
