"""Dutch: names of units, currencies, months; abbreviations, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _same(word: str, gender: str = "") -> Name:
    return Name(word, word, gender=gender)


def _name(one: str, other: str, gender: str = "") -> Name:
    """`gender` is n for words with `het`, which have `half` before them and not `halve`."""
    return Name(one, other, gender=gender)


_KINDS = {"": "", "k": "kilo", "c": "centi", "m": "milli", "d": "deci"}

UNITS: dict[str, Name] = {
    **prefixed("W", _same("watt"), "mkMGT"),
    **prefixed("Wh", _same("wattuur", "n"), "mkMGT"),
    **prefixed("VA", _same("voltampère"), "k"),
    **prefixed("V", _same("volt"), "mk"),
    **prefixed("A", _same("ampère"), "µmk"),
    **prefixed("Ah", _same("ampère-uur", "n"), "mk"),
    **prefixed("Ω", _same("ohm"), "kM"),
    **prefixed("cal", _name("calorie", "calorieën"), "k"),
    **prefixed("Hz", _same("hertz"), "kMG"),
    **prefixed("Pa", _same("pascal"), "hkM"),
    **prefixed("bar", _same("bar"), "m"),
    **prefixed("m", _same("meter"), "nµmcdk"),
    **prefixed("g", _same("gram", "n"), "µmk"),
    **prefixed("L", _same("liter"), "mcdh"),
    **prefixed("s", _name("seconde", "seconden"), "nµm"),
    **prefixed("mol", _same("mol"), "m"),
    **prefixed("B", _same("byte"), "kMGT"),
    **{f"{p[0].upper()}iB": _same(f"{p}byte") for p in ("kibi", "mebi", "gibi", "tebi")},
    **{f"{p}bit": _same(f"{word}bit") for p, word in (("k", "kilo"), ("M", "mega"), ("G", "giga"))},
    **{f"{p}m²": _same(f"vierkante {_KINDS[p]}meter") for p in ("", "k", "c", "m")},
    **{f"{p}m³": _same(f"kubieke {_KINDS[p]}meter") for p in ("", "d", "c", "m")},
    "km/u": _same("kilometer per uur"), "mph": _same("mijl per uur"), "kn": _name("knoop", "knopen"),
    "Bft": _same("beaufort"), "kWp": _same("kilowattpiek"), "rpm": _name("toer per minuut",
    "toeren per minuut"),
    "tpm": _name("toer per minuut", "toeren per minuut"), "bpm": _name("slag per minuut",
    "slagen per minuut"),
    "fps": _name("beeld per seconde", "beelden per seconde"), "ppm": _same("P P M"), "ppb": _same("P P B"),
    "%": _same("procent"), "‰": _same("promille"), "%RH": _same("procent relatieve luchtvochtigheid"),
    "°C": _name("graad Celsius", "graden Celsius"), "°F": _name("graad Fahrenheit", "graden Fahrenheit"),
    "C": _name("graad Celsius", "graden Celsius"), "F": _name("graad Fahrenheit", "graden Fahrenheit"),
    "K": _same("kelvin"), "°": _name("graad", "graden"), "dB": _same("decibel"), "dB(A)": _same("decibel A"),
    "dBm": _same("D B M"), "lx": _same("lux"), "lm": _same("lumen"), "Nm": _same("newtonmeter"),
    "kJ": _same("kilojoule"), "MJ": _same("megajoule"), "mmHg": _same("millimeter kwik"), "pk": _same("P K"),
    "in": _same("inch"), "ft": _same("voet"), "ha": _same("hectare"), "t": _same("ton"), "°dH": _name(
        "graad Duitse hardheid", "graden Duitse hardheid"
    ),
    "el": _name("eetlepel", "eetlepels"), "tl": _name("theelepel", "theelepels"), "st": _name("stuk",
    "stuks", "n"),
    "h": _same("uur", "n"), "u": _same("uur", "n"), "uur": _same("uur", "n"),
    "min": _name("minuut", "minuten"), "d": _name("dag",
    "dagen"),
    "dag": _name("dag", "dagen"), "week": _name("week", "weken"), "maand": _name("maand", "maanden"),
    "jaar": _same("jaar", "n"), "minuut": _name("minuut", "minuten"), "seconde": _name("seconde", "seconden"),
    "nacht": _name("nacht", "nachten"), "persoon": _name("persoon", "personen"), "stuk": _name("stuk",
    "stuks", "n"),
    "tabl": _name("tablet", "tabletten"),
    "pers": _name("persoon", "personen"), "wk": _name("week", "weken"), "wkn": _name("week", "weken"),
    "dgn": _name("dag", "dagen"), "mnd": _name("maand", "maanden"), "jr": _same("jaar", "n"),
    "px": _same("pixel"), "MP": _same("megapixel"), "ct": _same("cent"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "B": "never", "t": "never",
    "ct": "blank", "d": "blank", "st": "blank", "el": "blank", "tl": "blank", "MP": "blank", "dag": "never",
    "week": "never", "maand": "never", "jaar": "never", "minuut": "never", "seconde": "never",
    "nacht": "never",
    "persoon": "never", "stuk": "never", "uur": "never",
}  # fmt: skip
PLAIN_SYMBOLS = _words("km kg mg ml cm mm min")
"""Symbols without capitals that are said after `per` as well."""
NO_SYMBOLS = _words("um us DB t/m")
"""Spellings of units elsewhere that are words or names here."""
MEASURES = frozenset(
    form.partition(" ")[0] for name in UNITS.values() for form in (name.one, name.other)
) | _words("euro dollar miljoen miljard kilo sterren punten")
"""A number with a dot before these has decimals: `1.5 liter`."""

CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "EUR": (_same("euro"), _same("cent")),
    "USD": (_same("dollar"), _same("cent")),
    "GBP": (_same("pond"), _same("pence")),
    "CHF": (_same("Zwitserse frank"), _name("rap", "rappen")),
    "JPY": (_same("yen"), None),
    "CNY": (_same("yuan"), None),
    "INR": (_same("roepie"), None),
    "AUD": (_same("Australische dollar"), _same("cent")),
    "CAD": (_same("Canadese dollar"), _same("cent")),
    "SEK": (_name("Zweedse kroon", "Zweedse kronen"), None),
    "NOK": (_name("Noorse kroon", "Noorse kronen"), None),
    "DKK": (_name("Deense kroon", "Deense kronen"), None),
    "PLN": (_same("zloty"), None),
    "CZK": (_name("Tsjechische kroon", "Tsjechische kronen"), None),
    "RUB": (_same("roebel"), None),
    "TRY": (_same("Turkse lira"), None),
    "BTC": (_same("bitcoin"), None),
}  # fmt: skip
CURRENCY_WORDS = {"euro": "EUR", "euro's": "EUR", "dollar": "USD", "frank": "CHF"}
SCALES = {"k": "duizend", "x": "keer", "×": "keer"}
MONEY_SCALES = {
    "k": "duizend", "dzd.": "duizend", "mln.": "miljoen", "mln": "miljoen", "miljoen": "miljoen",
    "mld.": "miljard", "mld": "miljard", "miljard": "miljard", "M": "miljoen", "biljoen": "biljoen",
}  # fmt: skip

MONTH_NAMES = (
    "januari", "februari", "maart", "april", "mei", "juni", "juli", "augustus", "september", "oktober",
    "november", "december",
)  # fmt: skip
_SHORT_MONTHS = {"jan": 1, "feb": 2, "febr": 2, "mrt": 3, "apr": 4, "jun": 6, "jul": 7, "aug": 8, "sep": 9,
                 "sept": 9, "okt": 10, "nov": 11, "dec": 12}  # fmt: skip
_MONTHS = {**{name: number for number, name in enumerate(MONTH_NAMES, 1)}, **_SHORT_MONTHS}
MONTHS: dict[str, int] = {**_MONTHS, **{name.capitalize(): number for name, number in _MONTHS.items()}}
_DAYS = {
    "ma": "maandag", "di": "dinsdag", "wo": "woensdag", "do": "donderdag", "vr": "vrijdag", "za": "zaterdag",
    "zo": "zondag",
}  # fmt: skip
WEEKDAYS = {**_DAYS, **{short.capitalize(): name.capitalize() for short, name in _DAYS.items()}}

ABBREVIATIONS: dict[str, str] = {
    "dhr.": "de heer", "Dhr.": "De heer", "mevr.": "mevrouw", "Mevr.": "Mevrouw", "mw.": "mevrouw",
    "dr.": "doctor", "drs.": "doctorandus", "prof.": "professor", "ir.": "ingenieur", "ing.": "ingenieur",
    "mr.": "meester", "ds.": "dominee", "Str.": "Straat", "str.": "straat", "nr.": "nummer",
    "nrs.": "nummers",
    "bijv.": "bijvoorbeeld", "bv.": "bijvoorbeeld", "enz.": "enzovoort", "etc.": "et cetera",
    "d.w.z.": "dat wil zeggen", "o.a.": "onder andere", "m.a.w.": "met andere woorden",
    "e.d.": "en dergelijke",
    "e.a.": "en andere", "t.h.v.": "ter hoogte van", "v.d.": "van de", "t.n.v.": "ten name van",
    "o.v.v.": "onder vermelding van", "fam.": "familie",
    "o.i.d.": "of iets dergelijks", "i.v.m.": "in verband met",
    "m.b.t.": "met betrekking tot",
    "n.a.v.": "naar aanleiding van", "t.a.v.": "ten aanzien van", "t.o.v.": "ten opzichte van",
    "i.p.v.": "in plaats van",
    "m.b.v.": "met behulp van", "o.l.v.": "onder leiding van", "i.s.m.": "in samenwerking met",
    "t.g.v.": "ten gevolge van",
    "m.i.v.": "met ingang van", "m.u.v.": "met uitzondering van", "b.v.": "bijvoorbeeld",
    "a.u.b.": "alstublieft",
    "aub": "alstublieft", "s.v.p.": "alstublieft", "svp": "alstublieft", "z.s.m.": "zo snel mogelijk",
    "zsm": "zo snel mogelijk", "z.o.z.": "zie ommezijde", "jl.": "jongstleden", "a.s.": "aanstaande",
    "n.v.t.": "niet van toepassing", "p.p.": "per persoon", "p.j.": "per jaar", "p.m.": "per maand",
    "p.st.": "per stuk", "p.u.": "per uur", "p.w.": "per week",
    "p.n.": "per nacht", "e.v.": "en verder",
    "v.Chr.": "voor Christus", "n.Chr.": "na Christus", "v. Chr.": "voor Christus", "n. Chr.": "na Christus",
    "ca.": "circa", "ong.": "ongeveer", "evt.": "eventueel", "incl.": "inclusief", "excl.": "exclusief",
    "vgl.": "vergelijk",
    "resp.": "respectievelijk", "zgn.": "zogenaamd", "zgn": "zogenaamd", "t/m": "tot en met",
    "c.q.": "casu quo",
    "gem.": "gemiddeld", "temp.": "temperatuur",
    "gevoelstemp.": "gevoelstemperatuur", "sec.": "seconden", "wk.": "week",
    "mnd.": "maand", "jr.": "jaar",
    "mln.": "miljoen", "mln": "miljoen", "mld.": "miljard", "mld": "miljard", "tel.nr.": "telefoonnummer",
    "tel.:": "telefoon:", "d.d.": "de dato",
    "afb.": "afbeelding", "hfst.": "hoofdstuk", "hfdst.": "hoofdstuk",
    "vs.": "tegen", "A/C": "A C", "AC/DC": "AC DC",
    "n.a.": "niet aanwezig",
    "24/7": "vierentwintig zeven", "50/50": "vijftig vijftig", "CO2": "C O twee", "CO₂": "C O twee",
    "PM2,5": "P M twee komma vijf", "PM2.5": "P M twee komma vijf", "PM10": "P M tien", "NO2": "N O twee",
    "NO₂": "N O twee", "O₃": "ozon", "H₂O": "H twee O", "RV": "relatieve vochtigheid", "§§": "paragrafen",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "blz.": "bladzijde", "par.": "paragraaf",
    "p.": "pagina", "pag.": "pagina", "art.": "artikel", "tel.": "telefoon",
    "fig.": "figuur", "max.": "maximaal", "min.": "minimaal", "§": "paragraaf", "№": "nummer",
    "vol.": "volume",
    "km": "kilometer", "No.": "nummer",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "plus", "++": "plus plus", "−": "min", "×": "keer", "*": "keer", "÷": "gedeeld door", "=": "is",
    "==": "is gelijk aan", "!=": "is niet", "≠": "is niet", "<": "kleiner dan", ">": "groter dan",
    "≤": "kleiner dan of gelijk aan", "<=": "kleiner dan of gelijk aan", "≥": "groter dan of gelijk aan",
    ">=": "groter dan of gelijk aan", "±": "plus min", "~": "ongeveer", "≈": "ongeveer", "&": "en",
    "&&": "en",
    "@": "at", "#": "nummer", "#a": "hashtag ", "<1": "minder dan", ">1": "meer dan", "%": "procent",
    "∞": "oneindig", "√": "wortel van",
}  # fmt: skip
RELATIONS = {"to": "tot", "of": "van", "out of": "van de", "over": "over"}
NET_WORDS = {
    ".": "punt", "/": "slash", ":": "poort", "@": "apenstaartje", "-": "streepje", "_": "laag streepje",
    "+": "plus",
}  # fmt: skip
COUNTRIES = _words("nl be de fr uk eu io lu ch at es it pl dk se us tv ai me")
"""Ends of host names that are said letter by letter."""
HEMISPHERES = {"N": "noord", "Z": "zuid", "S": "zuid", "O": "oost", "E": "oost", "W": "west"}

YEAR_WORDS = _words(
    "in sinds jaar jaren vanaf tot van uit rond anno zomer winter lente voorjaar najaar herfst eind begin "
    "medio januari februari maart april mei juni juli augustus september oktober november december kerst"
)
DATE_WORDS = _words("op tot vanaf van sinds datum maandag dinsdag woensdag donderdag vrijdag zaterdag zondag")
CODE_WORDS = _words(
    "pin pincode code wachtwoord toegangscode beveiligingscode deurcode otp id serienummer klantnummer "
    "inlogcode verificatiecode bevestigingscode activatiecode kortingscode ordernummer "
    "bestelnummer factuurnummer rekeningnummer volgnummer kenmerk isbn ean bsn"
)
CODE_LINKS = _words("is was nummer nr. luidt en")
PHONE_WORDS = _words(
    "bel bellen tel telefoon telefoonnummer nummer noodnummer alarmnummer hotline fax mobiel sms politie "
    "brandweer ambulance"
)
STEP_WORDS = _words(
    "zone stap pagina deel aflevering nummer hoofdstuk fase bestand vraag ronde level dag van"
)
RATING_WORDS = _words("beoordeling score cijfer beoordeeld")
RATIO_WORDS = _words(
    "verhouding mengverhouding schaal meng mengen eindstand tussenstand ruststand gewonnen verloren wint"
)
GAME_WORDS = _words(
    "ruststand eindstand tussenstand stand uitslag wedstrijd set sets wint won verliest verloor gewonnen "
    "verloren gelijkspel doelpunt scoort scoorde"
)
"""In a sentence with one of these `1-1` is a score."""
AFTER_SCORE = _words("voor na in door tegen en bij op van gewonnen verloren gelijk geworden")
DURATION_WORDS = _words("timer countdown resttijd looptijd duur duurt speelduur")
ROMAN_WORDS = _words(
    "hoofdstuk hfst hfdst deel band akte scène boek "
    "type artikel bijlage sectie fase klasse groep wereldoorlog titel "
    "figuur tabel psalm categorie episode"
)
RULER_NAMES = _words(
    "willem karel filips filip lodewijk louis hendrik frederik albert "
    "boudewijn leopold elizabeth elisabeth maria "
    "wilhelmina catharina christiaan gustaaf otto napoleon nicolaas peter alexander johannes paulus "
    "benedictus pius leo gregorius innocentius clemens george eduard jacobus richard charles jan ramses "
    "ptolemaeus"
)
RULER_TITLES = _words("koning koningin keizer keizerin paus tsaar tsarina prins prinses farao sultan")
ELECTRIC_WORDS = _words(
    "ampère stroom stroomsterkte zekering zekeringen groep lader oplader laadpaal laadt laden volt spanning "
    "stopcontact batterij accu belasting voeding fase kabel"
)
WARMTH_WORDS = _words(
    "temperatuur temperaturen thermostaat warm koud heet koel kouder warmer verwarming verwarmen oven "
    "koelkast vriezer buiten binnen weer graden vorst koorts water gevoelstemperatuur streefwaarde"
)
LABEL_WORDS = _words(
    "model type maat klas klasse gate terminal gebouw blok lijn spoor rij pagina vitamine kanaal kamer"
)
NEUTER_NOUNS = _words(
    "uur jaar kwartier glas pond ons brood pak ei stuk blik bord bed boek dozijn procent gram"
)
COMMON_NOUNS = _words(
    "tablet pil kop beker fles ui appel citroen lepel theelepel eetlepel dag week maand minuut eeuw pagina "
    "rol dosis portie zak doos tomaat peer sinaasappel banaan taart pizza kilo meter liter kilometer graad "
    "euro"
)
"""Words with `de` that halves are counted of."""
HOUSE_WORDS = _words("nummer nr huisnummer kamer gate klas groep spoor appartement bus § artikel art")
