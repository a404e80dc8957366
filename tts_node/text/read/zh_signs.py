"""Letters and signs beside numbers: `5G`, `第IV章`, a dash that is 到, signs of mathematics."""

from __future__ import annotations

import re

from tts_node.text.read import detect_signs as signs
from tts_node.text.read import detect_units as units
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, WORD, Found, Scan
from tts_node.text.read.things import Quantity, Roman, Symbol, Words
from tts_node.text.read.zh_counted import COUNTED, COUNTED_AFTER, any_of

_LETTERED = re.compile(rf"([0-9]{{1,4}}(?:\.[0-9]{{1,2}})?)(G|D|T|M|K){NO_WORD}")
_RUN = re.compile("([0-9]{1,3})[kK](?=跑|赛|马拉松|配速)")
_MOBILE_NET = re.compile(r"([2-6])g(?=网|信号|手机|基站|套餐|流量)")
_TEN_THOUSANDS = re.compile(r"([0-9]{1,4}(?:\.[0-9])?)(?:[wW](?=\+)|w(?=块|元|人|粉|阅读|播放|多|左右|以上))")
_HASH_AFTER = re.compile("([0-9]{1,3})#(?=[楼栋座机线房车汽柴])")
_PAGE = re.compile(r"[pP]\. ?([0-9]{1,4})(?![0-9.])")
_NUMBERED = re.compile(r"(?:No\.?|NO\.?|№) ?([0-9]{1,6})(?![0-9]|\.[0-9])")
_HASH = re.compile(r"#([0-9]{1,4})(?![0-9]|\.[0-9])")
_ROMAN = re.compile(rf"(?=[IVX])(X{{0,3}})(IX|IV|V?I{{0,3}}){NO_WORD}")
_ROMAN_AFTER = re.compile(r" ?[级型期章卷部类代篇节版度世]")
_ROMAN_SIGNS = "ⅠⅡⅢⅣⅤⅥⅦⅧⅨⅩⅪⅫ"
_ROMAN_VALUES = {"": 0, "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9}
_WEEKDAY = r"(?:周|星期|礼拜)[一二三四五六日天]"
_DASH = re.compile(r" ?[-–—−~] ?(?=[0-9])")
_DASH_BEFORE = re.compile(rf"(?:[0-9] ?(?:{any_of(tables.RANGED)}))$")
_WEEKDAY_BEFORE, _WEEKDAY_AFTER = re.compile(rf"{_WEEKDAY}$"), re.compile(rf"[-–—~]{_WEEKDAY}")
_NEXT_DAY = re.compile("[-–—~](?=次日|翌日|第二天|明天|明早)")
_CLOCK_BEFORE = re.compile("[0-9](?::[0-5][0-9]|[点日号时])$")
_MORE = re.compile(r"\+(?= ?(?:[\u4e00-\u9fff，。、；！？）]|$))")
_MORE_BEFORE = re.compile(r"(?:^|[^A-Za-z0-9.])[0-9][0-9.,]*$|[百千万亿]$")
_INCHES = re.compile(r"([0-9]{1,3}(?:\.[0-9])?)[\"″”] ?(?=显示|屏|电视|液晶|平板)")
_COMPARED = re.compile(r"[<>] ?(?=[-−]?[0-9])")
_COMPARED_BEFORE = re.compile(rf"(?:{WORD}|[℃°%]|[0-9][^，。；、 ]{{1,6}}|派) ?$")
_TIMES = re.compile(r" ?[*×xX] ?(?=[0-9]|(?<=[*×])[(（])")
_PIECES = re.compile(rf"x ?([0-9]{{1,3}}){NO_WORD}(?![.:/-][0-9])")
_PIECES_BEFORE = re.compile("[\u4e00-\u9fff）] ?$")
_PIECES_OF = re.compile(r"\*[0-9]{1,3}(?![0-9.*])")
_APPROXIMATELY = re.compile(r"[~≈] ?(?=[0-9])")
_FACTOR = re.compile(
    rf"([0-9]{{1,6}}(?:\.[0-9]{{1,6}})?)(?:([xyz])(?= ?[-+−=*/^)²³]|{NO_WORD})|(?=[×*] ?[(（]))"
)
_TERM_BEFORE = re.compile("(?:[xyz)）]|方) ?$")
_TERM_AFTER = re.compile("[-+−] ?(?:[0-9]|[a-z](?![A-Za-z])|[(（])")
_ZONE_BEFORE, _ZONE = re.compile("(?:GMT|UTC)$"), re.compile("[-+−][0-9]{1,2}(?![0-9])")
_HEMISPHERE = re.compile(r"([NSEW])([0-9]{1,3}(?:\.[0-9]{1,8})?)°(?! ?[0-9CF])")
_INDEX = re.compile("[₀₁₂₃₄₅₆₇₈₉]{1,3}(?![0-9])")
_INDEXES = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PRODUCT = re.compile(r"7[×*xX]24(?=小时| ?h)|24/7(?![0-9])")
_BARE_SIGN = re.compile(rf"[-−+][0-9]{{1,4}}{NO_WORD}(?![.,:/%~-][0-9]| ?[%℃°])")
_TO_DEGREES = re.compile("[到至~][-−+]?[0-9]{1,2} ?[度℃°]")
_CHINESE_BEFORE = re.compile("[\u4e00-\u9fff]$")
_VALUE_BEFORE = re.compile(
    "(?:[温度分额润存果为是到至于约值数差净涨跌幅率量低高下了和或与拔层亏益化]|盈利|读数|结果)$"
)
_LETTERS_TO = re.compile(r"[-–—~](?=[0-9]{1,4}(?:\.[0-9])?[KkGMTW])")
_LETTERS_BEFORE = re.compile("[0-9][KkGMTW]$")


def lettered(scan: Scan, at: int) -> Found | None:
    """`5G`, `3D`, `16G`, `500M`, `4K`, `27"屏幕`, `3w块`, `92#汽油`."""
    inches = _INCHES.match(scan.text, at)
    if inches is not None:
        number = scan.language.parse(inches.group(1))
        return Found(Words(scan.language.number(number) + "英寸"), inches.end(1) + 1)
    many = _TEN_THOUSANDS.match(scan.text, at)
    if many is not None:
        return Found(
            Words(scan.language.number(scan.language.parse(many.group(1)), COUNTED) + "万"), many.end()
        )
    hashed = _HASH_AFTER.match(scan.text, at)
    if hashed is not None:
        return Found(Words(scan.language.cardinal(int(hashed.group(1))) + "号"), hashed.end())
    run = _RUN.match(scan.text, at)
    if run is not None:
        return Found(Words(scan.language.cardinal(int(run.group(1))) + "K"), run.end())
    found = _LETTERED.match(scan.text, at)
    if found is None:
        net = _MOBILE_NET.match(scan.text, at)
        return Found(Words(scan.language.digits(net.group(1)) + "G"), net.end()) if net else None
    number, letter = scan.language.parse(found.group(1)), found.group(2)
    of = COUNTED if letter in "TM" else None
    return Found(Words(scan.language.number(number, of) + ("兆" if letter == "M" else letter)), found.end())


def numbered(scan: Scan, at: int) -> Found | None:
    """`No. 4`, `#3`, `p. 12`."""
    page = _PAGE.match(scan.text, at)
    if page is not None:
        return Found(Words(f"第{scan.language.cardinal(int(page.group(1)))}页"), page.end())
    found = _NUMBERED.match(scan.text, at)
    if found is not None:
        return Found(Words("第" + scan.language.cardinal(int(found.group(1)))), found.end())
    found = _HASH.match(scan.text, at)
    if found is None or scan.joined_before(at):
        return None
    known = scan.text.startswith(("号", " 号"), found.end())
    return Found(Words(scan.language.cardinal(int(found.group(1))) + ("" if known else "号")), found.end())


def roman(scan: Scan, at: int) -> Found | None:
    """`第IV章`, `II型`, `Ⅲ级`."""
    char = scan.text[at]
    if char in _ROMAN_SIGNS:
        return Found(Roman(_ROMAN_SIGNS.index(char) + 1, name=False), at + 1)
    found = _ROMAN.match(scan.text, at) if char in "IVX" else None
    if found is None or not (
        scan.text_before(at).endswith("第") or _ROMAN_AFTER.match(scan.text, found.end())
    ):
        return None
    if found.group() in ("X", "V") and not scan.text_before(at).endswith("第"):
        return None
    return Found(Roman(10 * len(found.group(1)) + _ROMAN_VALUES[found.group(2)], name=False), found.end())


def dash(scan: Scan, at: int) -> Found | None:
    """To, in `3月-5月`, `8点-10点`, `周一-周五`."""
    before = scan.text_before(at)
    if _WEEKDAY_AFTER.match(scan.text, at) and _WEEKDAY_BEFORE.search(before):
        return Found(Words("到"), at + 1)
    letters = _LETTERS_TO.match(scan.text, at)
    if letters is not None and _LETTERS_BEFORE.search(before):
        return Found(Words("到"), letters.end())
    if _NEXT_DAY.match(scan.text, at) and _CLOCK_BEFORE.search(before):
        return Found(Words("到"), at + 1)
    found = _DASH.match(scan.text, at)
    if found is None or _DASH_BEFORE.search(before) is None:
        return None
    return Found(Words("到"), found.end())


def sign(scan: Scan, at: int) -> Found | None:
    """Signs of mathematics; a tilde after 的 or 哦 is a tone of voice, and one between words nothing."""
    text, char = scan.text, scan.text[at]
    if char in "~≈":
        found = _APPROXIMATELY.match(text, at)
        if char == "~" and (
            found is None or text[at + 1 : at + 2] == " " or text[at - 1 : at] in tables.VOICES
        ):
            return None
        compared = char == "≈" and _COMPARED_BEFORE.search(scan.text_before(at))
        if found is None or not compared:
            return Found(Symbol(char), at + 1)
        return Found(Symbol("≈="), at + 1)
    if char == "*" and _PIECES_OF.match(text, at) and _PIECES_BEFORE.search(scan.text_before(at)):
        return Found(Symbol("×"), at + 1)
    if char == "*" and scan.last is not None and scan.last.end == at and _TIMES.match(text, at):
        return Found(Symbol("×"), at + 1)
    if char == "+" and _MORE.match(text, at) and _MORE_BEFORE.search(scan.text_before(at)):
        return Found(Words("多"), at + 1)
    if char == "+" and text[at - 1 : at] == "%" and at > 1 and _MORE.match(text, at):
        return Found(Words("以上"), at + 1)
    if char == "%":
        return Found(Words("百分号"), at + 1)
    if char in "<>" and _COMPARED.match(text, at):
        return Found(Symbol(f"{char}1"), at + 1)
    return signs.sign(scan, at)


def algebra(scan: Scan, at: int) -> Found | None:
    """The number in `5x+6=0` and in `15×(3+2)`, which are no multiples."""
    found = _FACTOR.match(scan.text, at)
    if found is None or (found.group(2) and "=" not in scan.text):
        return None
    said = scan.language.number(scan.language.parse(found.group(1)))
    return Found(Words(said + (found.group(2) or "")), found.end())


def operator(scan: Scan, at: int) -> Found | None:
    """Plus and minus between letters and numbers of an equation; between `12GB+256GB` and in `UTC+8`."""
    text, char = scan.text, scan.text[at]
    if char not in "+-−":
        return None
    before = scan.text_before(at)
    if "=" in text and _TERM_BEFORE.search(before) and _TERM_AFTER.match(text, at):
        return Found(Symbol("+" if char == "+" else "−"), at + 1)
    last = scan.last
    zone = _ZONE_BEFORE.search(before) and _ZONE.match(text, at)
    joins = char == "+" and last is not None and last.end == at and isinstance(last.thing, Quantity)
    if zone or (joins and text[at + 1 : at + 2].isdigit()):
        return Found(Symbol("+" if char == "+" else "−"), at + 1)
    return None


def coordinate(scan: Scan, at: int) -> Found | None:
    """`N39.9°`."""
    found = _HEMISPHERE.match(scan.text, at)
    if found is None or scan.joined_before(at) or scan.text_before(at).endswith(("经", "纬")):
        return None
    degrees = scan.language.number(scan.language.parse(found.group(2)))
    return Found(Words(f"{scan.language.hemispheres[found.group(1)]}{degrees}度"), found.end())


def small_digit(scan: Scan, at: int) -> Found | None:
    """The index in `H₂SO₄`."""
    found = _INDEX.match(scan.text, at) if scan.joined_before(at) else None
    if found is None:
        return None
    return Found(Words(scan.language.cardinal(int(found.group().translate(_INDEXES)))), found.end())


def circled(scan: Scan, at: int) -> Found | None:
    """`①先放盐`: at the beginning of a clause with a pause behind."""
    number = ord(scan.text[at]) - 0x245F
    if not 1 <= number <= 20:
        return None
    begins = at == 0 or scan.text[at - 1] in " 。，；：、？！"
    item = begins and not scan.ends_clause(at + 1) and not scan.text.startswith(("和", "、", "中"), at + 1)
    return Found(Words(scan.language.cardinal(number) + "、" * item), at + 1)


def pieces(scan: Scan, at: int) -> Found | None:
    """`牛奶 x2`."""
    found = _PIECES.match(scan.text, at) if scan.text[at] in "xX" else None
    if found is None or _PIECES_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(Words("乘" + scan.language.cardinal(int(found.group(1)))), found.end())


def bare_sign(scan: Scan, at: int) -> Found | None:
    """The sign in `音量+5`, and the hyphen of a name (`歼-20`), no minus without a word for a value."""
    char, before = scan.text[at], scan.text_before(at)
    if char not in "-−+" or not _CHINESE_BEFORE.search(before):
        return None
    found = _BARE_SIGN.match(scan.text, at)
    if found is None or COUNTED_AFTER.match(scan.text, found.end()):
        return None
    if scan.language.unit_at(scan.text, found.end() + scan.text.startswith(" ", found.end())) is not None:
        return None
    if char != "+" and _TO_DEGREES.match(scan.text, found.end()):
        return None
    if char == "+":
        return Found(Words("加"), at + 1)
    return None if _VALUE_BEFORE.search(before) else Found(Words(char), at + 1)


def lone_unit(scan: Scan, at: int) -> Found | None:
    """`℃` without a number; % alone is the name of the sign."""
    return None if scan.text[at] in "%‰" else units.lone_unit(scan, at)


def around_the_clock(scan: Scan, at: int) -> Found | None:
    """`7×24小时`, `24/7`."""
    found = _PRODUCT.match(scan.text, at)
    return Found(Words("七乘二十四"), found.end()) if found else None
