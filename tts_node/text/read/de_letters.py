"""German short words that are said letter by letter, but look like words: a voice would say EU as in Europa.

What has no vowels (ZDF, HSV) or is a word (TÜV, PIN, NATO) every voice says right.
"""

from __future__ import annotations

import re

from tts_node.text.read.scan import NO_WORD, Found, Scan
from tts_node.text.read.things import Words


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_SPELLED = _words(
    "ABB ABC ABS AC ADAC ADHS ADS AEG AfD AG AGB AHV AI AKH AKW ALG AOK API AQI ARD CIA COP COPD DAK DIY "
    "DSGVO EAN EC EDV EEG EKD EKG EM EMA EnBW ESC ETA ETF ETH EU EVG EVP EZB FAQ FPÖ GEZ HIV IBM IC ICE "
    "ID IE IEC IHK IKK IoT iOS IP IQ IR ISBN ISS IT IWF JAZ KI LED OECD OLED OLG OP ORF OS OTA ÖAMTC ÖBB "
    "ÖPNV ÖVP RE SOC SPÖ SSID SUV TVOC UBS UG UHD UI UID UKW UN UPS URL USA USB USV UTC UV UVP VOC WHO"
)
_SHORT = re.compile(rf"([A-ZÄÖÜi][A-Za-zÄÖÜ]{{1,4}}?)(s?){NO_WORD}(?!\.[0-9])(?<!RE(?=:))")
_BEFORE = frozenset(" -–/(\"'„“»«[,\n")


def spelled(scan: Scan, at: int) -> Found | None:
    """`die EU`, `USB-C`, `alle LEDs`; nothing inside a longer name (`FRITZ!OS`)."""
    if at and scan.text[at - 1] not in _BEFORE:
        return None
    found = _SHORT.match(scan.text, at)
    if found is None or found.group(1) not in _SPELLED:
        return None
    return Found(Words(spell(found.group(1)) + found.group(2)), found.end())


def spell(word: str) -> str:
    """`U S B-C` for `USB-C`; other words as they are."""
    return "-".join(" ".join(part.upper()) if part in _SPELLED else part for part in word.split("-"))
