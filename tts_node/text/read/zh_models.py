"""Names and codes of letters and digits in Chinese: `C919`, `SF1234567890`, `歼-35A`, `麒麟9020`.

Three digits and more go one by one, as after a blank (`RTX 4090`), but for round numbers; shorter ones and
what has more parts (`WH-1000XM4`) stay as they are written: they are the voice's to say.
"""

from __future__ import annotations

import re

from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Digits, Words
from tts_node.text.read.zh_counted import chinese

_NO_MORE = rf"{NO_WORD}(?![-.:/_][0-9A-Za-z])"
_NAME = re.compile(rf"([A-Z]{{1,4}})([0-9]{{3,4}}){_NO_MORE}")
_HYPHENED = re.compile(rf"([A-Z])-([0-9]{{3}}){_NO_MORE}")
_LONG = re.compile(rf"([A-Za-z]{{1,5}})([0-9]{{5,20}}){_NO_MORE}")
_NO_NAME_BEFORE = re.compile(r"[-_./:@#\\]$")
_MEASURES = frozenset({"aqi", "tvoc", "tds", "pm", "hp", "bmi", "hr", "vip", "lv"})
"""Numbers after one of these are counted."""
_MIXED = re.compile(rf"(?=[A-Za-z]*[0-9])(?=[0-9]*[A-Za-z])[A-Za-z0-9]{{3,24}}{_NO_MORE}")
_LENGTH = re.compile("[0-9]+(?:min|s|h|d|G|K|M|T|D)$")
_WEAPON = re.compile(rf"-([0-9]{{1,3}})([A-Z]{{1,2}}){_NO_MORE}")
_WEAPON_BEFORE = re.compile("(?:歼轰?|轰|运|直|教|东风|长征|红旗|巨浪|鹰击|霹雳|枭龙|苏|米格|图|伊尔)$")
_CHIP = re.compile(rf"([0-9]{{3,4}})(\+)?{_NO_MORE}")
_CHIP_BEFORE = re.compile("(?:麒麟|天玑|骁龙|锐龙|酷睿) ?$")
_SHARE = re.compile(r"([0-9]{6})(?=[)）]|\.(?:S[ZH]|BJ)[)）])|(0[0-9]{4})(?=\.HK|[)）])")
_SHARE_BEFORE = re.compile("[\u4e00-\u9fffA-Z] ?[(（]$")
_HOUSE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})-([0-9]{3,4})(?![0-9A-Za-z]|[-.:/][0-9]| ?[室房号號])")
_YEAR = re.compile("(?:19|20)[0-9]{2}")
_SHOP = re.compile("7-11(?= ?(?:便利|店|超市|门口|买))")
_INNER_DOT = re.compile(r"(?:\.[0-9]{1,6}){1,4}(?![0-9])")
_LENS = re.compile(rf"[-−]([0-9]{{1,2}}\.[0-9]{{2}})(?=D{NO_WORD})")


def named(scan: Scan, at: int) -> Found | None:
    """`C919`, `MU5101`, `A-102`, `SF1234567890`; AQI156 is counted."""
    before = scan.text_before(at)
    if scan.joined_before(at) or _NO_NAME_BEFORE.search(before):
        return None
    text = scan.text
    if scan.language.code_before.search(before):
        mixed = _mixed(scan, at)
        if mixed is not None:
            return mixed
    found = _LONG.match(text, at)
    if found is not None:
        return Found(Words(found.group(1) + scan.language.digits(found.group(2))), found.end())
    found = _HYPHENED.match(text, at)
    if found is not None:
        return Found(Words(f"{found.group(1)}-{chinese(scan).dictated(found.group(2))}"), found.end())
    found = _NAME.match(text, at)
    if found is None:
        return None
    letters, digits = found.groups()
    if letters.lower() in _MEASURES:
        return Found(Words(letters + scan.language.cardinal(int(digits))), found.end())
    if digits.endswith("00") or letters.lower() in tables.MODEL_WORDS:
        return None
    return Found(Words(letters + chinese(scan).dictated(digits)), found.end())


def numbered(scan: Scan, at: int) -> Found | None:
    """`尾号123X`, `(600519)`, `3-2-502`, `麒麟9020`, `7-11便利店`."""
    before, text = scan.text_before(at), scan.text
    if scan.language.code_before.search(before) and (mixed := _mixed(scan, at)):
        return mixed
    share = _SHARE.match(text, at) if _SHARE_BEFORE.search(before) else None
    if share is not None and not share.group().endswith("000"):
        return Found(Words(scan.language.digits(share.group())), share.end())
    house = _HOUSE.match(text, at)
    if house is not None and not _YEAR.fullmatch(house.group(3)) and not before.endswith(("-", "/", ".")):
        return Found(Digits(house.groups()), house.end())
    if _SHOP.match(text, at):
        return Found(Words(chinese(scan).dictated("711")), at + 4)
    chip = _CHIP.match(text, at) if _CHIP_BEFORE.search(before) else None
    if chip is None:
        return None
    digits, plus = chip.groups()
    said = scan.language.cardinal(int(digits)) if digits.endswith("000") else scan.language.digits(digits)
    return Found(Words(said + ("加" if plus else "")), chip.end())


def hyphened(scan: Scan, at: int) -> Found | None:
    """The hyphen and what follows in `歼-35A`; the sign in `-3.50D`."""
    if scan.text[at] not in "-−":
        return None
    weapon = _WEAPON.match(scan.text, at)
    if weapon is not None and _WEAPON_BEFORE.search(scan.text_before(at)):
        number, letters = weapon.groups()
        return Found(Words(f"-{scan.language.cardinal(int(number))}{letters}"), weapon.end())
    lens = None if scan.joined_before(at) else _LENS.match(scan.text, at)
    if lens is None:
        return None
    return Found(Words("负" + scan.language.number(scan.language.parse(lens.group(1)))), lens.end())


def inner_dot(scan: Scan, at: int) -> Found | None:
    """What follows the dot inside a name (`XBB.1.5`, `-V3.2`) stays: it is no decimal of its own."""
    found = _INNER_DOT.match(scan.text, at) if scan.joined_before(at) else None
    return Found(Words(found.group()), found.end()) if found else None


def _mixed(scan: Scan, at: int) -> Found | None:
    found = _MIXED.match(scan.text, at)
    if found is None or _LENGTH.match(found.group()):
        return None
    said = "".join(scan.language.digits(char) if char.isdigit() else char for char in found.group())
    return Found(Words(said), found.end())
