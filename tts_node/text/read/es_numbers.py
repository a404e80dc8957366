"""Spanish numbers in words, as they agree with what they count: una hora, veintiún grados."""

from __future__ import annotations

from tts_node.text.read import things

SMALL = (
    "cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce",
    "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte", "veintiuno",
    "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis", "veintisiete", "veintiocho",
    "veintinueve",
)  # fmt: skip
_TENS = ("", "", "", "treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_HUNDREDS = (
    "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos", "setecientos",
    "ochocientos", "novecientos",
)  # fmt: skip
_MILLIONS = ((10**12, "billón", "billones"), (10**6, "millón", "millones"))
ORDINALS = (
    "", "primero", "segundo", "tercero", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo",
    "undécimo", "duodécimo", "decimotercero", "decimocuarto", "decimoquinto", "decimosexto", "decimoséptimo",
    "decimoctavo", "decimonoveno",
)  # fmt: skip
ORDINAL_TENS = (
    "", "", "vigésimo", "trigésimo", "cuadragésimo", "quincuagésimo", "sexagésimo", "septuagésimo",
    "octogésimo", "nonagésimo",
)  # fmt: skip
PARTS = ("", "", "medio", "tercio", "cuarto", "quinto", "sexto", "séptimo", "octavo", "noveno", "décimo")


def cardinal(value: int, gender: str) -> str:
    """`gender`: m for "un" and "veintiún" before a noun, f for "una", empty for the number by itself."""
    for size, one, many in _MILLIONS:
        if value >= size:
            high, rest = divmod(value, size)
            said = f"un {one}" if high == 1 else f"{cardinal(high, 'm')} {many}"
            return f"{said} {cardinal(rest, gender)}" if rest else said
    thousands, rest = divmod(value, 1000)
    if not thousands:
        return _below_thousand(rest, gender)
    said = "mil" if thousands == 1 else f"{_below_thousand(thousands, gender or 'm')} mil"
    return f"{said} {_below_thousand(rest, gender)}" if rest else said


def _below_thousand(value: int, gender: str) -> str:
    hundreds, rest = divmod(value, 100)
    if value == 100:
        return "cien"
    head = _HUNDREDS[hundreds]
    if gender == "f" and hundreds > 1:
        head = head[:-2] + "as"
    if rest < 30:
        tail = SMALL[rest] if rest or not hundreds else ""
    else:
        tail = _TENS[rest // 10] + (f" y {SMALL[rest % 10]}" if rest % 10 else "")
    if tail.endswith("uno") and gender == "f":
        tail = tail[:-1] + "a"
    elif tail.endswith("uno") and gender == "m":
        tail = "veintiún" if tail == "veintiuno" else tail[:-1]
    return f"{head} {tail}".strip()


def avo(bottom: int) -> str:
    if bottom in (100, 1000):
        return "centésimo" if bottom == 100 else "milésimo"
    return cardinal(bottom, "").replace(" y ", "i").replace(" ", "") + "avo"


def hour_and_minutes(clock: things.Clock) -> str:
    """`catorce cero cinco`; the hour alone where it is full."""
    hour, minute = cardinal(clock.hour, "f"), clock.minute
    if not minute and clock.second is None:
        return hour
    return f"{hour} {'cero ' if minute < 10 else ''}{cardinal(minute, '')}"


def part_of_day(clock: things.Clock) -> str:
    if clock.half == "pm":
        if clock.hour == 12:
            return "del mediodía"
        return "de la tarde" if clock.hour < 8 else "de la noche"
    if clock.hour == 12:
        return "de la noche"
    return "de la madrugada" if clock.hour < 6 else "de la mañana"
