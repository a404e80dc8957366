"""Unit symbols, which are the same in every language: how they are written, which are ambiguous, their names.

Symbols are those of the SI brochure and of common use, case-sensitive: `mW` and `MW` differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Plural = Literal["one", "few", "many", "other"]
"""The plural categories of Unicode CLDR that languages here need."""


@dataclass(frozen=True, slots=True)
class Name:
    """What a counted thing is called: `one` kilowatt hour, `other` kilowatt hours.

    `few` and `many` are for Slavic languages and fall back to `other`. `gender` is the language's own letter
    (`m`, `f`, `n`), for the number before it. `fraction` is the form after a decimal, `other` if empty.
    """

    one: str
    other: str
    few: str = ""
    many: str = ""
    gender: str = ""
    fraction: str = ""

    def joined(self, before: str, after: str, *, lower: bool = False) -> Name:
        """Every form with something before and after it, its own first letter small if `lower`."""

        def join(form: str) -> str:
            if not form:
                return ""
            return before + (form[0].lower() + form[1:] if lower else form) + after

        one, other, few, many = map(join, (self.one, self.other, self.few, self.many))
        return Name(one, other, few, many, self.gender, join(self.fraction))

    def form(self, plural: Plural) -> str:
        """The name in that form."""
        if plural == "one":
            return self.one
        if plural == "few":
            return self.few or self.other
        if plural == "many":
            return self.many or self.other
        return self.other


# A line is a canonical symbol and its other spellings; _ stands for a blank.
_SPELLINGS = """
° º ˚ deg | °C ℃ ºC ˚C °_C º_C deg_C degC degrees_C 'C ’C
°F ℉ ºF ˚F °_F º_F deg_F degF degrees_F 'F ’F | % ％ | %RH %rH %_RH %_rH %_r.H. rH RH
kW KW kw | kWh kwh KWh kWH KWH Kwh kW·h | mAh mah | kΩ kOhm
mL ml ML | L l | cL cl | dL dl | hL hl | µg ug mcg | µm um | µs us | kg Kg KG ㎏
mg ㎎ | cm ㎝ | mm ㎜
hPa hpa | mbar mBar | psi PSI | Hz hz | kHz khz KHz | MHz Mhz mhz | GHz Ghz ghz
dB db DB | dB(A) dBA | kB KB | GB gb | kbit/s kbps kb/s kBit/s | Mbit/s Mbps mbps Mb/s MBit/s
Gbit/s Gbps Gb/s GBit/s | MB/s MBps | km/h kph kmh kmph km/hr Km/h | mph mi/h MPH | rpm RPM r/min
km KM Km kms ㎞ | m² m2 m^2 ㎡ sqm qm sq_m | m³ m3 m^3 ㎥ cbm cu_m
km² km2 km^2 sq_km | cm² cm2 | cm³ cm3 ccm | mm² mm2 | dm³ dm3
ft² ft2 sq_ft sqft sq._ft | ft³ ft3 cu_ft cu._ft | in² sq_in | mi² sq_mi | yd² sq_yd | inHg in_Hg | Nm N·m
lb-ft ft-lb lb·ft | m/s² m/s2 m/s^2 | lx lux Lux | ppm PPM | ppb PPB | fps FPS | bpm BPM
ct cts Ct Cts c€ ct€ | lb lbs | fl_oz fl._oz | qt qts
tbsp tbsps Tbsp Tbs | tsp tsps | month mo | yd yds | min mins Min | s sec secs sek Sek | h hr hrs Std
"""

ALIASES: dict[str, str] = {
    other.replace("_", " "): line.split()[0].replace("_", " ")
    for row in _SPELLINGS.splitlines()
    for line in row.split("|")
    for other in line.split()[1:]
}
"""Other spellings of a symbol; µ (micro sign) and μ (Greek mu) count as one before this."""

CURRENCY_SIGNS: dict[str, str] = {
    "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR", "₽": "RUB",
    "₩": "KRW", "₺": "TRY", "₴": "UAH", "₪": "ILS", "zł": "PLN", "Kč": "CZK", "A$": "AUD", "AU$": "AUD",
    "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "R$": "BRL", "MX$": "MXN",
    "RMB": "CNY",
}  # fmt: skip
"""Signs of currencies, as most languages use them."""

LONGEST = 12
"""Characters of the longest symbol."""


def canonical(symbol: str) -> str:
    """The one spelling that tables use: `ug` and `μg` are `µg`."""
    symbol = symbol.replace("\u03bc", "\u00b5").replace("\u2126", "Ω")
    return ALIASES.get(symbol, symbol)


PREFIXES: dict[str, str] = {
    "n": "nano", "µ": "micro", "m": "milli", "c": "centi", "d": "deci", "h": "hecto", "k": "kilo",
    "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
"""The SI prefixes as most languages say them."""


def prefixed(symbol: str, name: Name, prefixes: str, spoken: Mapping[str, str] = PREFIXES) -> dict[str, Name]:
    """`symbol` with each of the one-letter `prefixes`, and without one: W -> W, mW, kW, MW.

    The prefix is joined to every form of the name, whose first letter becomes small: watt -> kilowatt, and
    Watt -> Kilowatt where the prefixes are given with capitals (German).
    """
    table = {symbol: name}
    for prefix in prefixes:
        small = name.joined("", "", lower=True)
        table[prefix + symbol] = small.joined(spoken[prefix], "")
    return table
