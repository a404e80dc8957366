"""Numbers that are said digit by digit: telephones, codes, rooms, trains, models."""

from __future__ import annotations

import re

from tts_node.text.read import detect_names as names
from tts_node.text.read import zh_tables as tables
from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Digits, Number, Phone, Words
from tts_node.text.read.zh_counted import any_of, chinese

_MOBILE = re.compile(
    rf"(?:(\+86|86)[- ]?)?(1[3-9][0-9])[- ]?([0-9]{{4}})[- ]?([0-9]{{4}}){NO_WORD}(?![-.][0-9])"
)
_SERVICE = re.compile(rf"([48]00)[- ]?([0-9]{{3}})[- ]?([0-9]{{4}}){NO_WORD}(?![-.][0-9])")
_AREA = re.compile(rf"\((0[0-9]{{2,3}})\) ?([0-9]{{7,8}}){NO_WORD}")
_CALLED_AHEAD = re.compile(
    r"(?:11[09]|12[02])(?= ?(?:是|为)?(?:报警|急救|火警|救护|出警|接警))|400(?= ?电话)"
    r"|[0-9]{3,6}(?= ?(?:客服|服务|政务|市民|咨询|投诉|便民)?热线)"
)
_CALLED = re.compile(rf"[0-9]{{3,12}}{NO_WORD}(?![.,:/%-][0-9])")
_PARCEL = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,6}){1,4}(?![0-9])")
_PARCEL_BEFORE = re.compile(r"(?:取件码|提货码|货架|柜号|订座码|取餐码)(?:是|为|[:： ]){0,3}$")
_COUNTS_AFTER = re.compile(rf" ?(?:位|多|余|以|{any_of(tables.COUNTED)})")
_ROOM_AFTER = re.compile(
    r"([0-9]{3,4})([A-Z]?)(?= ?(?:[号號]?(?:房|病房|会议室|會議室|教室|办公室|辦公室|包间|包厢|车位|車位"
    r"|登机口)|[号號]?室(?![内外温友])|路(?![人上口面程])))"
)
_DASHED_ROOM = re.compile(r"[0-9]{1,4}(?:-[0-9]{1,4}){1,3}(?= ?(?:室(?![内外温友])|号?房))")
_ROOM = re.compile(rf"([0-9]{{3,4}})([A-Z]?){NO_WORD}(?![.,:/%-][0-9])")
_VEHICLE = re.compile(r"[A-Z][A-Z0-9]?[0-9]{1,4}(?![0-9A-Za-z]|[.:/-][0-9])")
_VEHICLE_BEFORE = re.compile(r"(?:航班|航班号|机票|车次|列车|高铁|动车|火车票)(?:是|为|[:： ]){0,2}$")
_SEAT = re.compile(r"([0-9]{1,3})([A-HJK])(?![0-9A-Za-z])(座)?")
_SEAT_BEFORE = re.compile(r"(?:[车舱排]|座位|座号)(?:是|为|[:： ]){0,2}$")
_TRAIN = re.compile(
    r"[GDCZTKYSL][0-9]{1,4}(?= ?(?:次|号?列车|高铁|动车))|[A-Z][A-Z0-9][0-9]{3,4}(?= ?(?:航班|次航班))"
    r"|[GSX][0-9]{3,4}(?= ?(?:国道|省道|县道|高速))"
)
_PLATE = re.compile(rf"[A-Z][·. ]?(?=[A-Z0-9]{{0,5}}[0-9])[A-Z0-9]{{5,6}}{NO_WORD}")
_SCAN_LINES = re.compile(rf"(480|540|720|1080|1440|2160)([PpIi]){NO_WORD}")
_SHOPPING = re.compile(r"618(?= ?(?:大促|购物节|活动|年中|促销|狂欢|特惠))")
_HOTLINE = re.compile(
    rf"(?:12306|12315|12333|12348|12366|12369|10086|955[0-9]{{2}}){NO_WORD}(?![.,:/%-][0-9])"
)
_DICTATED_NAME = re.compile(r"[1-9][0-9]{2}(?=国道|省道|县道)|211(?=大学|高校|院校|工程|[、和及/]985)")
_SAID_NAME = re.compile(
    r"[1-9][0-9]{2}(?=医院)|985(?=大学|高校|院校|工程|[、和及/]211)|996(?=工作制|加班)|[0-9]{2}(?=式(?:坦克|步枪|主战|自行|战车))"
)
_AIRLINER = re.compile(r"(7[0-9]7)(?:-([0-9]{3}))?(?![0-9])")
_STATUS = re.compile(rf"[1-5][0-9]{{2}}{NO_WORD}(?![.,:/-][0-9])")
_BORN = re.compile(r"(?:[5-9]0|00)(?=后(?!面|来|的第))")
_STANDARD = re.compile(rf"([0-9]{{3,6}})-((?:19|20)[0-9]{{2}}){NO_WORD}(?![.,:/%-][0-9])")
_MODEL = re.compile(rf"[1-9][0-9]{{3}}{NO_WORD}(?![.,:/%-][0-9])")
_MODEL_BEFORE = re.compile(r"([A-Za-z]{1,12}) $")


def phone(scan: Scan, at: int) -> Found | None:
    """`13812345678`, `400-800-1234`, `12306`, and 110 after a word such as 拨打 or before 报警."""
    mobile = _MOBILE.match(scan.text, at)
    if mobile is not None:
        country, *groups = mobile.groups()
        plus = country is not None and country.startswith("+")
        return Found(Phone((*(["86"] if country else []), *groups), plus), mobile.end())
    service = _SERVICE.match(scan.text, at)
    if service is not None:
        return Found(Phone(service.groups()), service.end())
    area = _AREA.match(scan.text, at)
    if area is not None:
        return Found(Phone(area.groups()), area.end())
    ahead = _CALLED_AHEAD.match(scan.text, at)
    if ahead is not None:
        return Found(Phone((ahead.group(),)), ahead.end())
    called = _CALLED.match(scan.text, at)
    if called is None:
        return None
    if not _HOTLINE.match(scan.text, at) and scan.word_before(at) not in tables.PHONE_WORDS:
        return None
    if _COUNTS_AFTER.match(scan.text, called.end()):
        return None
    return Found(Phone((called.group(),)), called.end())


def parcel(scan: Scan, at: int) -> Found | None:
    """`取件码8-2-3016`."""
    found = _PARCEL.match(scan.text, at)
    if found is None or _PARCEL_BEFORE.search(scan.text_before(at)) is None:
        return None
    return Found(Digits(tuple(found.group().split("-"))), found.end())


def code_after_word(scan: Scan, at: int) -> Found | None:
    """`会议号 123 456 789`."""
    return code(scan, at) if scan.language.code_before.search(scan.text_before(at)) else None


def code(scan: Scan, at: int) -> Found | None:
    """`验证码492817`; not `验证码10分钟内有效`."""
    found = names.code(scan, at)
    if found is None or _COUNTS_AFTER.match(scan.text, found.end):
        return None
    return found


def room(scan: Scan, at: int) -> Found | None:
    """`302室`, `房间302`, `302路`, `3-201室`."""
    dashed = _DASHED_ROOM.match(scan.text, at)
    if dashed is not None:
        language = chinese(scan)
        groups = dashed.group().split("-")
        said = (language.dictated(n) if len(n) > 2 else language.number(Number(n)) for n in groups)
        return Found(Words("，".join(said)), dashed.end())
    found = _ROOM_AFTER.match(scan.text, at)
    if found is None:
        found = _ROOM.match(scan.text, at)
        if found is None or scan.word_before(at) not in tables.PLACE_WORDS:
            return None
        if _COUNTS_AFTER.match(scan.text, found.end()):
            return None
    return Found(Words(chinese(scan).dictated(found.group(1)) + found.group(2)), found.end())


def dictated_name(scan: Scan, at: int) -> Found | None:
    """`G102次`, `CA1234航班`, `机票CA1234`, `京A12345`."""
    text = scan.text
    found = _TRAIN.match(text, at)
    if found is None and _VEHICLE_BEFORE.search(scan.text_before(at)):
        found = _VEHICLE.match(text, at)
    if found is None and at and text[at - 1] in tables.PLATES:
        found = _PLATE.match(text, at)
    return Found(Words(chinese(scan).dictated(found.group())), found.end()) if found else None


def seat(scan: Scan, at: int) -> Found | None:
    """The number in `23A座`, `5车12F`."""
    found = _SEAT.match(scan.text, at)
    if found is None or not (found.group(3) or _SEAT_BEFORE.search(scan.text_before(at))):
        return None
    return Found(Number(found.group(1)), found.end(1))


def model(scan: Scan, at: int) -> Found | None:
    """`1080P`, `618大促`, `80后`, `RTX 4090`, `GB/T 2260-2007`, `312国道`, `波音737-800`, `HTTP 404`."""
    lines = _SCAN_LINES.match(scan.text, at)
    if lines is not None:
        return Found(Words(chinese(scan).dictated(lines.group(1)) + lines.group(2).upper()), lines.end())
    shopping = _SHOPPING.match(scan.text, at)
    if shopping is not None:
        return Found(Words(scan.language.digits(shopping.group())), shopping.end())
    born = _BORN.match(scan.text, at)
    if born is not None:
        return Found(Words(scan.language.digits(born.group())), born.end())
    named = _DICTATED_NAME.match(scan.text, at)
    if named is not None:
        return Found(Words(chinese(scan).dictated(named.group())), named.end())
    named = _SAID_NAME.match(scan.text, at)
    if named is not None:
        return Found(Words(scan.language.digits(named.group())), named.end())
    airliner = _AIRLINER.match(scan.text, at) if scan.text_before(at).endswith("波音") else None
    if airliner is not None:
        series = airliner.group(2)
        said = scan.language.digits(airliner.group(1)) + (
            f"杠{scan.language.cardinal(int(series))}" if series else ""
        )
        return Found(Words(said), airliner.end())
    status = _STATUS.match(scan.text, at) if scan.text_before(at).endswith("HTTP ") else None
    if status is not None:
        return Found(Words(scan.language.digits(status.group())), status.end())
    before = _MODEL_BEFORE.search(scan.text_before(at))
    if before is None or before.group(1).lower() in tables.MODEL_WORDS:
        return None
    standard = _STANDARD.match(scan.text, at)
    if standard is not None:
        return Found(Words("杠".join(map(scan.language.digits, standard.groups()))), standard.end())
    found = _MODEL.match(scan.text, at)
    if found is None or len(before.group(1)) < 2:
        return None
    end = found.end()
    if before.group(1) in scan.language.currencies or _COUNTS_AFTER.match(scan.text, end):
        return None
    if scan.language.unit_at(scan.text, end + scan.text.startswith(" ", end)) is not None:
        return None
    return Found(Words(scan.language.digits(found.group())), end)
