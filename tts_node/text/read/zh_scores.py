"""What sport says in Chinese: scores, results in seconds and meters, times of laps, seasons."""

from __future__ import annotations

import re

from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Number, Ratio, Words
from tts_node.text.read.zh_counted import COUNTED, COUNTED_AFTER, any_of

_SCORE = re.compile(rf"([0-9]{{1,3}})([-:])([0-9]{{1,3}}){NO_WORD}(?![-:.,%/][0-9]| ?[%℃°])")
_ANY_PAIR = re.compile("([0-9]{1,3}):([0-9]{1,3})")
_NEXT = "[、，,/ ] ?"
_ROW_AFTER = re.compile(rf"(?:{_NEXT}[0-9]{{1,3}}:[0-9]{{1,3}}(?![0-9:.-])){{1,6}}")
_ROW_BEFORE = re.compile(rf"(?:(?<![0-9:.-])[0-9]{{1,3}}:[0-9]{{1,3}}{_NEXT}){{1,6}}$")
_RANGED_AFTER = re.compile(rf" ?(?:{any_of(tables.RANGED)})")
_WHOLE_BEFORE = re.compile(r"(?<![0-9.])[0-9]{1,2}[秒米]$")
_PARTS = re.compile(rf"[0-9]{{2}}{NO_WORD}(?![.,:/%-][0-9]| ?[%℃°])")
_LAP = re.compile(r"([0-9]{1,2}):([0-5][0-9])\.([0-9]{1,3})(?![0-9]|[:.][0-9])")
_TIMED_BEFORE = re.compile("(?:圈速?|成绩|用时|耗时|时间|跑出|游出|做出)(?:是|为|[:： ]){0,2}$")
_SEASON = re.compile("(20)?([0-9]{2})([-/])([0-9]{2})(?= ?(?:赛季|财年|学年))")


def score(scan: Scan, at: int) -> Found | None:
    """`湖人118-110勇士` where a game is spoken of; `11:9、8:11`, of which one pair is no time of day."""
    found = _SCORE.match(scan.text, at)
    if found is None or scan.text_before(at).endswith(("第", ":", "-", "/")):
        return None
    if COUNTED_AFTER.match(scan.text, found.end()) or _RANGED_AFTER.match(scan.text, found.end()):
        return None
    first, sign, second = found.groups()
    if scan.words.isdisjoint(tables.GAME_WORDS) if sign == "-" else not _in_row(scan, at, found.end()):
        return None
    return Found(Ratio(Number(first), Number(second), "to"), found.end())


def _in_row(scan: Scan, at: int, end: int) -> bool:
    before, after = _ROW_BEFORE.search(scan.text_before(at)), _ROW_AFTER.match(scan.text, end)
    if not (before or after) or (after and COUNTED_AFTER.match(scan.text, after.end())):
        return False
    row = (before.group() if before else "") + scan.text[at:end] + (after.group() if after else "")
    return any(
        len(second) != 2 or int(first) > 24 or int(second) > 59 for first, second in _ANY_PAIR.findall(row)
    )


def result(scan: Scan, at: int) -> Found | None:
    """The 88 of `12秒88` and the 82 of `1米82`, digit by digit."""
    found = _PARTS.match(scan.text, at)
    if found is None or _WHOLE_BEFORE.search(scan.text_before(at)) is None:
        return None
    if COUNTED_AFTER.match(scan.text, found.end()):
        return None
    return Found(Words(scan.language.digits(found.group())), found.end())


def lap(scan: Scan, at: int) -> Found | None:
    """`圈速1:23.456`."""
    found = _LAP.match(scan.text, at)
    if found is None or _TIMED_BEFORE.search(scan.text_before(at)) is None:
        return None
    language = scan.language
    minutes = language.number(Number(found.group(1)), COUNTED)
    seconds = f"{language.number(Number(found.group(2)))}秒{language.digits(found.group(3))}"
    return Found(Words(f"{minutes}分{seconds}"), found.end())


def season(scan: Scan, at: int) -> Found | None:
    """`25/26赛季`, `2025-26赛季`."""
    found = _SEASON.match(scan.text, at)
    if found is None or (int(found.group(2)) + 1) % 100 != int(found.group(4)):
        return None
    century, first, sign, second = found.groups()
    to = "到" if century or sign == "-" else ""
    return Found(Words(to.join(map(scan.language.digits, ((century or "") + first, second)))), found.end())
