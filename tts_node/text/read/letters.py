"""Short words that are said letter by letter, but that a voice would read: EU, LED, CO; by language.

Only what espeak-ng reads otherwise than people say it is here: it spells what has no vowels (ZDF, PNV) and
much else itself, and many are words to people, too (NATO, PIN, the French SMIC).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tts_node.text.read.scan import LETTER, NO_WORD, Detectors, Found, Scan
from tts_node.text.read.things import Words

_SHORT = re.compile(rf"({LETTER}{{2,5}}?)(s?){NO_WORD}(?!\.[0-9])(?<!RE(?=:))")
_BEFORE = frozenset(" -–/(\"'’„“”‘»«[,¿¡\n")
_SHOUT = 3
"""Words of a sentence in capitals that is shouted; fewer are a label (`UPS: OK`)."""
_NEAR = 10
"""How far proof may stand from a word."""


@dataclass(frozen=True, slots=True)
class Spelled:
    """A detector for the short words of one language."""

    always: frozenset[str]
    unless_shouted: frozenset[str] = frozenset()
    """Those that are words as well: the English `LED`, the Spanish `IR`."""
    proofs: Mapping[str, re.Pattern[str]] = field(default_factory=dict)
    """Those that need a company around them, the word itself included."""

    @property
    def detectors(self) -> Detectors:
        """To be asked after all others."""
        return Detectors((), (self,), ())

    def __call__(self, scan: Scan, at: int) -> Found | None:
        """`die EU`, `USB-C`, `alle LEDs`; nothing inside a longer name (`FRITZ!OS`)."""
        if at and scan.text[at - 1] not in _BEFORE:
            return None
        found = _SHORT.match(scan.text, at)
        if found is None or not self._is_spelled(found.group(1), scan, at):
            return None
        return Found(Words(_letters(found.group(1)) + found.group(2)), found.end())

    def spell(self, word: str) -> str:
        """`U S B-C` for `USB-C`; other words as they are."""
        return "-".join(_letters(part) if part in self.always else part for part in word.split("-"))

    def _is_spelled(self, word: str, scan: Scan, at: int) -> bool:
        if word in self.always:
            return True
        if word in self.unless_shouted:
            return not (scan.text.isupper() and len(scan.words) >= _SHOUT)
        proof = self.proofs.get(word)
        return proof is not None and proof.search(scan.text, max(0, at - _NEAR), at + _NEAR) is not None


def _letters(word: str) -> str:
    return " ".join(word.upper())


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GERMAN = Spelled(
    _words(
        "ABB ABC ABS AC ADAC ADHS ADS AEG AfD AG AGB AHV AI AKH AKW ALG AOK API AQI ARD CIA COP COPD DAK "
        "DIY DSGVO EAN EC EDV EEG EKD EKG EM EMA EnBW ESC ETA ETF ETH EU EVG EVP EZB FAQ FPÖ GEZ HIV IBM "
        "IC ICE ID IE IEC IHK IKK IoT iOS IP IQ IR ISBN ISS IT IWF JAZ KI LED OECD OLED OLG OP ORF OS OTA "
        "ÖAMTC ÖBB ÖPNV ÖVP RE SOC SPÖ SSID SUV TVOC UBS UG UHD UI UID UKW UN UPS URL USA USB USV UTC UV "
        "UVP VOC WHO"
    )
)
ENGLISH = Spelled(
    _words(
        "AAC ABV ADC ADT AED AFC AGI ALS AOC APU AQI ASL ATP AUV AWS BEV CLI CRI DOB DUI ECB ECG ECU EDM "
        "EEA EER EFT EHR EIA EIB EIN EKG EMF EMR EMT EOD EOL EPA EPS EQ ESA ESC ESL ETF EV EVSE FAQ GPIO "
        "HEV IAEA IAQ ICU IDE IDK IEA IEC IED IGN IMF IoT IOU IPO IQ IR IRL ISS IUD IVF IVR MEP NGO NYC "
        "OBD OCPP OTA OTC PHEV PID PIR PoE POV PTO RFID ROI SEO SOC SoC SOS SPI TSA TVOC UAC UAE UAP UART "
        "UAT UAV UCI UFC UHD UHF URI USC USPS UTI UVA UVB UVC UVI UWB UX VIP VOC YTD ZHA"
    ),
    _words("AA ACL AKA AP APR AV CO EC EP ER ETA KO LED OB PA TA UPS VA"),
    {"AM": re.compile(r"\bAM (?:radio|station)\b"), "WHO": re.compile(r"\b[Tt]he WHO\b")},
)
FRENCH = Spelled(
    _words(
        "ABS AELE AFP AI ALD ANSM AOC AOM AOP AOT APL AQI ARN ARS ASE BCE BD BPI BRI CDI CEA CEE CHU CIC "
        "CMU CO COV DGSE DIY DPE EAN ECS EELV EHS EPO EPR ESN ETF FAI FBI FMI GIGN GPA GPU HDMI IA ID IDF "
        "IEP IGF IGN IGP IGPN iOS IoT IPO IPTV IQA IR IRD IRL IRM IRSN ISBN ISF ISS ITT IUT IVG JO LFI "
        "LTE OCDE OFB OL OM OMS ONF OPJ OQTF OS PEA PMA PME PTAC QI RDA RER RFA RSA RTE SSID SUV TER UDI "
        "UE UHD ULM UMP UMTS URSS UV VIH VOC"
    ),
    _words("ACS AG EU FO VE"),
)
SPANISH = Spelled(
    _words(
        "ABS AC ADN ANC AQI ARN ATM ATS CO COV EDP EMT ENT EPI ERC ETF EU FAQ IA IAE ICA IMV iOS IoT IP "
        "IPC IQ IRL IRPF ISBN ISS ITV IU OIT OMS ONG OS SMI SSID SUV UAM UCM UE UGT UHD UI UPM UPS UPV "
        "URL USB UTC UV VIH VOC"
    ),
    _words("AI ID IR SA TI VE"),
)
ITALIAN = Spelled(
    _words(
        "ABS AC ASL ATM ATS BCE CGIL COV DOCG EDF ETF EU FDI FMI GPU HDMI IGP iOS IoT IP IQA IR ISS IT "
        "OGM OMS ONG OSS PMI RCA SSID UDC UHD UPB UPS USL UV VOC"
    ),
    _words("OS QI"),
)
PORTUGUESE = Spelled(
    _words("CLI CM CO COV CV DC ETF iOS IoT IQA MC MD UHD UI UPS VOC XL XXL"),
    _words("AI CI DI IA IR OS TI VE"),
)
DUTCH = Spelled(
    _words(
        "ABN ABS AC ADHD AED AEX AFM AI AIVD AMC ANWB AO AOV AOW API APK AQI AVG AZ AZC BMI CAI CAO CDA "
        "CIA CJIB CO COV CPU DNA ECB ECG EHBO EHRM EK EPD EPO ESA ETF EU EV FAQ FBI GPU HBO HDMI HVAC IB "
        "IC ICT ID IMF IND ING iOS IoT IP IQ IR ISBN ISS IT KI MBO MIVD MRI NPO OS OV OZB PGO RIVM SSID "
        "SUV TNO TU TUE UHD UMC UPS URL USA USB UT UTC UV UVA UWV VMBO VOC VU VWO WAO WHO WMO"
    ),
    _words("AP ETA OM UI WO"),
)
POLISH = Spelled(
    _words(
        "ABC ABS ABW AC ADR AGD AGH ASF CBA CPU DNA EBC ETF EU EV FBI GPU HDMI HVAC ID IMGW iOS IoT IP "
        "IPN IQ IR ISBN ISS IT KPO MRI OC OECD ONR ONZ OS OSP PGE PKO PPE PSE PZU RPO SKM SLD SMS SN SSD "
        "SSID UHD UJ UPS USA UTC UV UW WHO"
    ),
    _words("CO KO PO SI"),
)
