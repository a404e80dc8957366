"""Numbers and letters that name something: telephones, codes, addresses, versions, Roman numerals."""

from __future__ import annotations

import re

from tts_node.text.read.scan import LETTER, NO_WORD, Found, Scan, after_digits
from tts_node.text.read.things import Address, Digits, Email, Number, Phone, Roman, Url, Version, Words

_IPV4 = re.compile(
    r"([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})\.([0-9]{1,3})(?:(?::([0-9]{1,5}))|(?:/([0-9]{1,2})))?"
    rf"{NO_WORD}(?!\.[0-9])"
)
_VERSION = re.compile(
    rf"([0-9]{{1,4}}(?:\.[0-9]{{1,6}}){{2,5}})([-+.]?[a-z]{{1,8}}[.-]?[0-9]{{0,4}})?{NO_WORD}"
)
_MARKED_VERSION = re.compile(
    rf"[vV]\.?([0-9]{{1,4}}(?:\.[0-9]{{1,6}}){{0,5}})([-+]?[a-z]{{1,8}}[.-]?[0-9]{{0,4}})?{NO_WORD}"
)
_NET = "A-Za-z0-9\u00df-\u00f6\u00f8-\u017f"
"""Letters and digits of hosts and mailboxes: `müller.de`."""
_HOST = rf"(?:[{_NET}](?:[{_NET}-]{{0,40}}[{_NET}])?\.){{1,5}}"
_SCHEMED = re.compile(
    rf"(?:(?:https?|ftp|wss?|rtsp|mqtt)://(?:[^\s@/]{{1,40}}@)?|(?=www\.))([{_NET}.-]{{1,80}}[{_NET}])"
    r"(?::([0-9]{1,5}))?((?:[/?#][^\s<>\"”“»]{0,200})?)"
)
_TOP = (
    "com org net edu gov io dev app info xyz ai tv local lan home box eu de uk fr es nl pl pt ch ru cn jp ca "
    "au br"
)
_FILES = (
    "yaml yml json txt md py js ts csv pdf png jpg jpeg gif svg log conf cfg ini toml xml html css sh exe "
    "zip gz wav mp3 mp4 ogg flac"
)
_BARE_HOST = re.compile(
    rf"({_HOST}(?:{_TOP.replace(' ', '|')}))(?::([0-9]{{1,5}}))?((?:/[^\s<>\"”“»]{{0,200}})?){NO_WORD}"
)
_FILE = re.compile(
    rf"([A-Za-z0-9_-]{{1,40}}(?:\.[A-Za-z0-9_-]{{1,20}}){{0,3}}\.(?:{_FILES.replace(' ', '|')})){NO_WORD}"
)
_EMAIL = re.compile(rf"([{_NET}._%+-]{{1,60}})@({_HOST}[A-Za-z]{{2,12}}){NO_WORD}")

_INTERNATIONAL = re.compile(rf"\+[0-9]{{1,3}}(?:[ ./-]?\(?[0-9]{{1,12}}\)?){{1,7}}{NO_WORD}")
_NORTH_AMERICAN = re.compile(
    rf"(?:(1)[-. ])?(?:\(([2-9][0-9]{{2}})\) ?|([2-9][0-9]{{2}})[-. ])([0-9]{{3}})[-. ]"
    rf"([0-9]{{4}}){NO_WORD}(?![-.,][0-9])"
)
_LOCAL = re.compile(rf"([0-9]{{3}})-([0-9]{{4}}){NO_WORD}(?![-.,][0-9])")
_NATIONAL = re.compile(
    rf"\(?0[0-9]{{1,5}}\)?(?: ?[ /-] ?[0-9]{{2,10}}){{1,5}}(?:-[0-9])?{NO_WORD}(?![-.,/:][0-9])"
)
_SHORT = re.compile(rf"[0-9]{{3,15}}{NO_WORD}(?![.,:/-][0-9])")
_PHONE_STARTS = frozenset("+(0123456789")
_REACH_OF_PHONE = 5
"""`911 or 112`: so near to a telephone number, another one is one."""
_CARD = re.compile(rf"[0-9]{{4}}(?:[ -][0-9]{{4}}){{2,5}}(?:[ -][0-9]{{1,3}})?{NO_WORD}(?![ -][0-9])")
_CODE = re.compile(rf"[0-9]{{2,16}}(?:[ -][0-9]{{2,6}}){{0,3}}{NO_WORD}(?![.,:/%][0-9])")
_PLACE = re.compile(rf"([0-9]{{1,3}})([A-Z]?){NO_WORD}(?![.,:/-][0-9])")
_DASHED = re.compile(rf"[0-9]{{1,10}}(?:-[0-9]{{2,10}}){{2,5}}{NO_WORD}(?![.,:/-][0-9])")
_HARDWARE = re.compile(rf"[0-9A-Fa-f]{{2}}(?::[0-9A-Fa-f]{{2}}){{5}}{NO_WORD}(?!:)")
_IPV6 = re.compile(
    rf"([0-9A-Fa-f]{{1,4}}(?:::?[0-9A-Fa-f]{{1,4}}){{1,7}}(?:::)?)(?:/([0-9]{{1,3}}))?{NO_WORD}(?!:)"
)
_YEARLY = re.compile(rf"(20[12][0-9])\.(1[0-2]|[1-9]){NO_WORD}(?![.,:/-][0-9]| ?[$€£%°])")
_LETTERED = re.compile(rf"([0-9]{{1,2}})(?=[A-Z]{NO_WORD})")
_LONG = re.compile(rf"[0-9]{{16,40}}{NO_WORD}(?![.,][0-9])")

_IBAN = re.compile(rf"[A-Z]{{2}}[0-9]{{2}}(?: ?[0-9A-Z]{{4}}){{3,7}}(?: ?[0-9A-Z]{{1,3}})?{NO_WORD}")
_ISBN = re.compile(r"97[89]-[0-9]{1,5}-[0-9]{1,7}-[0-9]{1,7}-[0-9X](?![0-9])")

_ROMAN = re.compile(r"M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_ROMAN_VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_TITLED = re.compile(rf"({LETTER}{{3,12}}) (?:{LETTER}{{2,15}} ){{1,2}}$")
_AFTER_CALL = frozenset(["now", "if", "for", "and", "or", "in", "at", "to", "when", "immediately", "please"])


@after_digits(".")
def address(scan: Scan, at: int) -> Found | None:
    """An IPv4 address."""
    found = _IPV4.match(scan.text, at)
    if found is None or any(int(part) > 255 or part.startswith("00") for part in found.groups()[:4]):
        return None
    return Found(Address(found.groups()[:4], found.group(5) or "", found.group(6) or ""), found.end())


@after_digits(":ABCDEFabcdef")
def hardware_address(scan: Scan, at: int) -> Found | None:
    """`00:1A:2B:3C:4D:5E`, letter by letter."""
    found = _HARDWARE.match(scan.text, at)
    if found is None:
        return None
    pairs = found.group().upper().split(":")
    said = [" ".join(scan.language.digits(c) if c.isdigit() else c for c in pair) for pair in pairs]
    return Found(Words(", ".join(said)), found.end())


@after_digits(":ABCDEFabcdef")
def long_address(scan: Scan, at: int) -> Found | None:
    """An IPv6 address, letter by letter, a pause between its groups."""
    found = _IPV6.match(scan.text, at)
    if found is None:
        return None
    written = found.group(1).lower()
    groups = [group for group in written.split(":") if group]
    whole = len(groups) == 8 or (written.count("::") == 1 and len(groups) < 8)
    if not whole or len(groups) < 2 or not any(char.isdigit() for char in written):
        return None
    if len(groups) == 2 and max(map(len, groups)) < 3:
        return None  # 5::1
    spelled = (" ".join(scan.language.digits(c) if c.isdigit() else c for c in group) for group in groups)
    said, slash = ", ".join(spelled), scan.language.net_words.get("/")
    if found.group(2) and slash:
        said = f"{said} {slash} {scan.language.cardinal(int(found.group(2)))}"
    return Found(Words(said), found.end())


def web(scan: Scan, at: int) -> Found | None:
    """E-mail and web addresses, and names of files."""
    text = scan.text
    if not scan.has_address:
        return None
    mail = _EMAIL.match(text, at)
    if mail is not None:
        return Found(Email(mail.group(1), mail.group(2)), mail.end())
    found = _SCHEMED.match(text, at) or _BARE_HOST.match(text, at)
    if found is None:
        file = _FILE.match(text, at)
        return Found(Url(file.group(1)), file.end()) if file else None
    host, port, rest = found.group(1), found.group(2) or "", found.group(3)
    tail = len(rest) - len(rest.rstrip(".,;:!?)]}'’"))
    path = re.split(r"[?#]", rest[: len(rest) - tail] if tail else rest)[0]
    names = tuple(name for name in path.split("/") if name)
    return Found(Url(host, names, port), found.end() - tail)


@after_digits(".")
def version(scan: Scan, at: int) -> Found | None:
    """`2026.11.1`, `v1.2`."""
    marked = scan.text[at] in "vV"
    found = (_MARKED_VERSION if marked else _VERSION).match(scan.text, at)
    if found is not None and scan.text[at] == "V" and "." not in found.group():
        return None  # the engine of a car: V8
    if found is None:
        yearly = _YEARLY.match(scan.text, at)
        return Found(Version((yearly[1], yearly[2])), yearly.end()) if yearly else None
    parts = tuple(found.group(1).split("."))
    if not marked and "." in scan.language.groups and all(len(part) == 3 for part in parts[1:]):
        return None  # 1.234.567
    marked = marked and scan.word_before(at).lower() != scan.language.version_word.lower()
    return Found(Version(parts, marked, found.group(2) or ""), found.end())


def phone(scan: Scan, at: int) -> Found | None:
    """`+49 30 1234567`, `(555) 123-4567`, `555-0123`, `030 1234567`, and `911` after a word such as call."""
    text, words = scan.text, scan.language.phone_words
    if text[at] not in _PHONE_STARTS:
        return None
    found = _INTERNATIONAL.match(text, at)
    if found is not None:
        groups = _groups(found.group())
        return Found(Phone(groups, plus=True), found.end()) if 7 <= sum(map(len, groups)) <= 15 else None
    found = _NORTH_AMERICAN.match(text, at)
    if found is not None:
        return Found(Phone(tuple(group for group in found.groups() if group)), found.end())
    last = scan.last
    another = last is not None and isinstance(last.thing, Phone) and at - last.end <= _REACH_OF_PHONE
    near = another or scan.word_before(at).lower() in words
    found = _LOCAL.match(text, at)
    if found is not None and (near or found.group(1) == "555" or found.group(2).startswith("0")):
        return Found(Phone((found.group(1), found.group(2))), found.end())
    found = _NATIONAL.match(text, at)
    if found is not None:
        groups = _groups(found.group())
        if sum(map(len, groups)) >= 7 and ":" not in found.group():
            return Found(Phone(groups), found.end())
    found = _SHORT.match(text, at) if near else None
    if found is None:
        return None
    after = scan.word_after(found.end())
    if after and after.lower() not in _AFTER_CALL and len(found.group()) < 7:
        return None
    return Found(Phone((found.group(),)), found.end())


def iban(scan: Scan, at: int) -> Found | None:
    """`DE89 3704 0044 0532 0130 00`, letter by letter."""
    found = _IBAN.match(scan.text, at)
    if found is None:
        return None
    written = found.group().replace(" ", "")
    groups = [written[start : start + 4] for start in range(0, len(written), 4)]
    said = (" ".join(scan.language.digits(c) if c.isdigit() else c for c in group) for group in groups)
    return Found(Words(", ".join(said)), found.end())


@after_digits("-")
def isbn(scan: Scan, at: int) -> Found | None:
    """`978-3-16-148410-0`"""
    found = _ISBN.match(scan.text, at)
    if found is None:
        return None
    groups = (
        " ".join(scan.language.digits(c) if c.isdigit() else c for c in g) for g in found.group().split("-")
    )
    return Found(Words(", ".join(groups)), found.end())


def code(scan: Scan, at: int) -> Found | None:
    """`PIN 0423`, `code is 4711`, cards, and numbers too long to be counted."""
    text = scan.text
    found = _CARD.match(text, at) or _LONG.match(text, at)
    if found is None and (found := _DASHED.match(text, at)) is not None and len(found.group()) < 9:
        found = None
    if found is not None:
        return Found(Digits(_groups(found.group())), found.end())
    found = _CODE.match(text, at)
    if found is None or scan.language.code_before.search(scan.text_before(at)) is None:
        return None
    if _counts(scan, found):
        return None
    return Found(Digits(_groups(found.group())), found.end())


def _counts(scan: Scan, found: re.Match[str]) -> bool:
    """Whether something is counted or measured after "marca", "code": two digits and a word, or a unit."""
    end = found.end()
    if not scan.text.startswith(" ", end):
        return False
    unit = scan.language.unit_at(scan.text, end + 1)
    measured = unit is not None and unit[0] not in scan.language.proofs
    return measured or (len(found.group()) == 2 and scan.word_after(end).islower())


def place(scan: Scan, at: int) -> Found | None:
    """`room 705A`, `gate 12B`."""
    found = _PLACE.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in scan.language.place_words:
        return None
    digits, letter = found.groups()
    if len(digits) == 3:
        return Found(Digits((digits,), letter), found.end())
    return Found(Digits((digits,), letter), found.end()) if digits[0] == "0" else None


def place_letter(scan: Scan, at: int) -> Found | None:
    """The number in `gate 12B`, whose letter stays as it is."""
    found = _LETTERED.match(scan.text, at)
    if found is None or scan.word_before(at).lower() not in scan.language.place_words:
        return None
    return Found(Number(found.group(1)), found.end())


_LETTERS = frozenset("CDLM")
"""Alone they are letters: `Group D`, `type C`, `Henry M.`"""


def roman(scan: Scan, at: int) -> Found | None:
    """`Chapter IV`, `Henry VIII`, `Queen Elizabeth II`; nothing that only looks Roman, such as `Group D`."""
    numeral = roman_at(scan.text, at)
    if numeral is None or scan.word_at(numeral[1]) or scan.text[at : numeral[1]] in _LETTERS:
        return None
    value, end = numeral
    language, before = scan.language, scan.word_before(at)
    counted = before.lower() in language.roman_words
    if not scan.text_before(at).endswith((f"{before} ", f"{before}. ") if counted else f"{before} "):
        return None
    titled = _TITLED.search(scan.text_before(at))
    by_title = titled is not None and titled.group(1).lower() in language.ruler_titles
    name = not counted and before[:1].isupper() and (before.lower() in language.ruler_names or by_title)
    if not (counted or name):
        return None
    if value == 1:
        after = scan.word_after(end)
        if not (before[:1].isupper() and (counted or by_title)) or (after and after[:1].islower()):
            return None
    return Found(Roman(value, name), end)


def roman_at(text: str, at: int) -> tuple[int, int] | None:
    """The value of the Roman numeral in capitals at `at`, and its end; a word may go on there."""
    found = _ROMAN.match(text, at)
    return (_roman_value(found.group()), found.end()) if found and found.group() else None


def _groups(written: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[0-9]+", written))


def _roman_value(numeral: str) -> int:
    values = [_ROMAN_VALUES[char] for char in numeral]
    pairs = zip(values, [*values[1:], 0], strict=True)
    return sum(-value if value < following else value for value, following in pairs)
