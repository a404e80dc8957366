"""English: names of units, currencies, months; abbreviations, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def words(text: str) -> frozenset[str]:
    """Parted by blanks."""
    return frozenset(text.split())


def _name(one: str, other: str = "") -> Name:
    return Name(one, other or one + "s")


def _same(word: str) -> Name:
    return Name(word, word)


def _per(name: Name, per: str) -> Name:
    return Name(f"{name.one} per {per}", f"{name.other} per {per}")


_METER, _LITER, _BIT, _BYTE = _name("meter"), _name("liter"), _name("bit"), _name("byte")
_AREA, _VOLUME = (
    {"": "", "k": "kilo", "c": "centi", "m": "milli"},
    {"": "", "d": "deci", "c": "centi", "m": "milli"},
)

UNITS: dict[str, Name] = {
    **prefixed("W", _name("watt"), "mkMG"),
    **prefixed("Wh", _name("watt hour"), "mkMGT"),
    **prefixed("VA", _name("volt ampere"), "k"),
    **prefixed("V", _name("volt"), "mk"),
    **prefixed("A", _name("ampere"), "mk"),
    **prefixed("Ah", _name("ampere hour"), "mk"),
    **prefixed("Ω", _name("ohm"), "kM"),
    **prefixed("J", _name("joule"), "kM"),
    **prefixed("cal", _name("calorie"), "k"),
    **prefixed("Hz", _same("hertz"), "kMG"),
    **prefixed("Pa", _name("pascal"), "hkM"),
    "bar": _same("bar"), "mbar": _name("millibar"),
    **prefixed("m", _METER, "nµmcdk"),
    **prefixed("g", _name("gram"), "µmk"),
    **prefixed("L", _LITER, "mcdh"),
    **prefixed("s", _name("second"), "nµm"),
    **prefixed("mol", _name("mole"), "m"),
    **prefixed("B", _BYTE, "kMGT"),
    **{f"{p[0].upper()}iB": _name(f"{p}byte") for p in ("kibi", "mebi", "gibi", "tebi")},
    **{f"{p}bit": _name(word + "bit") for p, word in (("k", "kilo"), ("M", "mega"), ("G", "giga"))},
    **{f"{p}m²": _name(f"square {word}meter") for p, word in _AREA.items()},
    **{f"{p}m³": _name(f"cubic {word}meter") for p, word in _VOLUME.items()},
    "mph": _name("mile per hour", "miles per hour"),
    "m/s²": _name("meter per second squared", "meters per second squared"),
    "kn": _name("knot"), "Bft": _same("Beaufort"), "kt": _name("knot"),
    "rpm": _name("revolution per minute", "revolutions per minute"),
    "bpm": _name("beat per minute", "beats per minute"),
    "fps": _name("frame per second", "frames per second"),
    "ppm": _name("part per million", "parts per million"),
    "ppb": _name("part per billion", "parts per billion"),
    "%": _same("percent"), "‰": _same("per mille"), "%RH": _same("percent relative humidity"),
    "°C": Name("degree Celsius", "degrees Celsius"), "°F": Name("degree Fahrenheit", "degrees Fahrenheit"),
    "C": Name("degree Celsius", "degrees Celsius"), "F": Name("degree Fahrenheit", "degrees Fahrenheit"),
    "K": _same("kelvin"), "°": _name("degree"), "°d": _name("degree"),
    "dB": _name("decibel"), "dB(A)": Name("A-weighted decibel", "A-weighted decibels"), "dBm": _same("D B M"),
    "lx": _same("lux"), "lm": _name("lumen"), "cd": _name("candela"),
    "hp": _same("horsepower"), "bhp": _same("brake horsepower"), "lb-ft": _name("pound-foot", "pound-feet"),
    "mpg": _name("mile per gallon", "miles per gallon"), "IU": _name("international unit"),
    "bbl": _name("barrel"), "mF": _name("millifarad"), "µF": _name("microfarad"), "nF": _name("nanofarad"),
    "pF": _name("picofarad"), "mH": _name("millihenry"), "µH": _name("microhenry"), "Bq": _name("becquerel"),
    "kBq": _name("kilobecquerel"), "pCi": _name("picocurie"),
    "Nm": _name("newton meter"), "kN": _name("kilonewton"),
    "mmHg": Name("millimeter of mercury", "millimeters of mercury"),
    "inHg": Name("inch of mercury", "inches of mercury"),
    "psi": Name("pound per square inch", "pounds per square inch"), "atm": _name("atmosphere"),
    "in": Name("inch", "inches"), "ft": Name("foot", "feet"), "yd": _name("yard"), "mi": _name("mile"),
    "st": _same("stone"),
    "ft²": Name("square foot", "square feet"), "in²": Name("square inch", "square inches"),
    "ft³": Name("cubic foot", "cubic feet"), "mi²": _name("square mile"), "yd²": _name("square yard"),
    "ha": _name("hectare"),
    "lb": _name("pound"), "oz": _name("ounce"), "fl oz": _name("fluid ounce"), "gal": _name("gallon"),
    "qt": _name("quart"),
    "pt": _name("pint"), "tsp": _name("teaspoon"), "tbsp": _name("tablespoon"), "t": _name("ton"),
    "min": _name("minute"), "h": _name("hour"), "d": _name("day"), "wk": _name("week"), "yr": _name("year"),
    "day": _name("day"), "hour": _name("hour"), "month": _name("month"), "week": _name("week"),
    "year": _name("year"),
    "minute": _name("minute"), "second": _name("second"), "night": _name("night"),
    "person": Name("person", "persons"),
    "px": _name("pixel"), "MP": _name("megapixel"), "dpi": Name("dot per inch", "dots per inch"),
    "¢": _name("cent"), "ct": _name("cent"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "st": "never",
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "length", "B": "blank", "t": "blank",
    "pt": "blank", "ct": "blank", "min": "", "day": "never", "hour": "never", "month": "never",
    "week": "never",
    "year": "never", "minute": "never", "second": "never", "night": "never", "person": "never",
}  # fmt: skip

CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "USD": (_name("dollar"), _name("cent")),
    "EUR": (_name("euro"), _name("cent")),
    "GBP": (_name("pound"), Name("penny", "pence")),
    "CHF": (_name("Swiss franc"), _name("centime")),
    "JPY": (_same("yen"), None),
    "CNY": (_same("yuan"), None),
    "INR": (_name("rupee"), Name("paisa", "paise")),
    "AUD": (_name("Australian dollar"), _name("cent")),
    "CAD": (_name("Canadian dollar"), _name("cent")),
    "NZD": (_name("New Zealand dollar"), _name("cent")),
    "SEK": (Name("Swedish krona", "Swedish kronor"), None),
    "NOK": (Name("Norwegian krone", "Norwegian kroner"), None),
    "DKK": (Name("Danish krone", "Danish kroner"), None),
    "PLN": (Name("zloty", "zlotys"), None),
    "CZK": (_name("Czech koruna"), None),
    "RUB": (_name("ruble"), _name("kopeck")),
    "TRY": (_same("Turkish lira"), None),
    "UAH": (_same("hryvnia"), None),
    "KRW": (_same("won"), None),
    "ILS": (_name("shekel"), None),
    "BRL": (Name("real", "reais"), None),
    "MXN": (_name("Mexican peso"), None),
    "HKD": (_name("Hong Kong dollar"), _name("cent")),
    "SGD": (_name("Singapore dollar"), _name("cent")),
}

SCALES = {
    "k": "thousand", "M": "million", "mn": "million", "bn": "billion", "tn": "trillion", "x": "times",
    "×": "times",
}  # fmt: skip
MONEY_SCALES = {
    "k": "thousand", "K": "thousand", "M": "million", "m": "million", "mn": "million", "B": "billion",
    "bn": "billion",
    "b": "billion", "T": "trillion", "tn": "trillion", "thousand": "thousand", "million": "million",
    "billion": "billion", "trillion": "trillion",
}  # fmt: skip

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November",
    "December",
)  # fmt: skip
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)},
    "Sept": 9,
}
WEEKDAYS = {
    "Mon": "Monday", "Tue": "Tuesday", "Tues": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday",
    "Thur": "Thursday",
    "Thurs": "Thursday", "Fri": "Friday", "Sat": "Saturday", "Sun": "Sunday",
}  # fmt: skip

ABBREVIATIONS: dict[str, str] = {
    "Mr.": "Mister", "Mr": "Mister", "Mrs.": "Missus", "Mrs": "Missus", "Ms.": "Miz", "Prof.": "Professor",
    "Sgt.": "Sergeant", "Capt.": "Captain", "Lt.": "Lieutenant", "Gen.": "General", "Col.": "Colonel",
    "Gov.": "Governor", "Sen.": "Senator", "Rev.": "Reverend", "Jr.": "Junior", "Sr.": "Senior",
    "Hon.": "Honorable", "Pres.": "President", "Rep.": "Representative", "Ln.": "Lane", "Pkwy.": "Parkway",
    "Rd.": "Road", "Ave.": "Avenue", "Blvd.": "Boulevard", "Hwy.": "Highway", "Mt.": "Mount", "Ft.": "Fort",
    "Inc.": "Incorporated", "Ltd.": "Limited", "Corp.": "Corporation", "Bros.": "Brothers",
    "e.g.": "for example", "e. g.": "for example", "i.e.": "that is", "i. e.": "that is", "etc.": "et cetera",
    "etc": "et cetera", "vs.": "versus", "vs": "versus", "approx.": "approximately",
    "approx": "approximately",
    "ca.": "about", "dept.": "department", "Dept.": "Department", "govt.": "government", "est.": "estimated",
    "incl.": "including", "excl.": "excluding", "max.": "maximum", "min.": "minimum", "avg.": "average",
    "avg": "average", "pct": "percent", "ea.": "each",
    "temp.": "temperature", "hum.": "humidity", "hrs.": "hours", "mins.": "minutes", "secs.": "seconds",
    "appt.": "appointment", "misc.": "miscellaneous", "resp.": "respectively", "cf.": "compare",
    "b/w": "between", "yrs": "years", "yrs.": "years", "wks": "weeks", "wks.": "weeks", "pts": "points",
    "pts.": "points",
    "w/o": "without", "w/in": "within", "btwn": "between", "w/e": "week ending", "on/off": "on off",
    "w/": "with",
    "c/o": "care of", "and/or": "and or", "A/C": "A C", "AC/DC": "AC DC", "AM/FM": "A M F M",
    "n/a": "not available", "N/A": "not available", "a.k.a.": "also known as", "24/7": "twenty-four seven",
    "50/50": "fifty fifty", "50-50": "fifty fifty", "9/11": "nine eleven", "20/20": "twenty twenty",
    "asap": "as soon as possible", "ASAP": "as soon as possible", "FYI": "for your information",
    "TCP/IP": "TCP IP", "I/O": "I O", "HTTP/": "HTTP", "he/she": "he or she", "she/he": "she or he",
    "his/her": "his or her", "her/his": "her or his", "him/her": "him or her", "doz.": "dozen",
    "49ers": "Forty-Niners", "76ers": "Seventy-Sixers",
    "CO2": "C O two", "CO₂": "C O two", "PM2.5": "P M two point five", "PM₂.₅": "P M two point five",
    "PM10": "P M ten", "NO2": "N O two", "NO₂": "N O two", "O₃": "ozone", "H₂O": "H two O",
    "VLAN": "V LAN", "IEEE": "I triple E",
    "rH": "relative humidity", "%RH": "percent relative humidity", "kWp": "kilowatts peak",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "No.": "number", "no.": "number", "Nos.": "numbers", "nos.": "numbers", "Nr.": "number", "p.": "page",
    "pp.": "pages", "fig.": "figure", "Fig.": "figure", "figs.": "figures", "vol.": "volume",
    "Vol.": "volume",
    "ch.": "chapter", "Ch.": "chapter", "sec.": "section", "Sec.": "section", "eq.": "equation",
    "ext.": "extension",
    "Ext.": "extension", "tel.": "telephone", "Tel.": "telephone", "apt.": "apartment", "Apt.": "apartment",
    "Apt": "apartment", "Rm.": "room", "rm.": "room", "Rm": "room", "Fl.": "floor", "fl.": "floor",
    "Bldg.": "building", "bldg.": "building", "ste.": "suite", "rte.": "route",
    "wk": "week", "wk.": "week", "Wk": "week", "Ste.": "suite", "Rte.": "route", "ep.": "episode",
    "Ep.": "episode",
    "Rev.": "revision", "Gen.": "generation", "ext": "extension", "vol": "volume", "lvl": "level",
    "pg.": "page", "Rt.": "route",
    "art.": "article", "Art.": "article", "par.": "paragraph", "ref.": "reference", "№": "number",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "plus", "++": "plus plus", "−": "minus", "×": "times", "*": "times", "÷": "divided by", "/": "slash",
    "=": "equals", "==": "equals", "!=": "not equal to", "≠": "not equal to", "<": "less than",
    ">": "greater than",
    "≤": "less than or equal to", "<=": "less than or equal to", "≥": "greater than or equal to",
    ">=": "greater than or equal to", "±": "plus or minus", "~": "about", "≈": "about", "&": "and",
    "&&": "and",
    "@": "at", "#": "number", "#a": "hashtag ", "<1": "less than", ">1": "more than", "%": "percent",
    "§": "section", "∞": "infinity", "√": "square root of",
}  # fmt: skip
NET_WORDS = {
    ".": "dot", "/": "slash", ":": "port", "@": "at", "-": "dash", "_": "underscore", "+": "plus",
}  # fmt: skip
HEMISPHERES = {"N": "north", "S": "south", "E": "east", "W": "west"}
RELATIONS = {"to": "to", "of": "of", "out of": "out of", "over": "over"}

YEAR_WORDS = words(
    "in since from until till before after by during year years circa early late mid spring summer autumn "
    "fall winter happy january february march april may june july august september october november "
    "december jan feb mar apr jun jul aug sep sept oct nov dec anno"
)
DECADE_WORDS = words("the early mid late his her their my your our")
DATE_WORDS = words(
    "birthday eta arrives arriving ships expires on by due until till since from before after date monday "
    "tuesday wednesday thursday friday saturday sunday"
)
CODE_WORDS = words("pin code passcode password otp passphrase cvv zip postcode id serial extension")
CODE_LINKS = words("is was are number no. to of")
PHONE_WORDS = words("call dial phone telephone tel ring fax hotline number text mobile cell sms emergency")
PLACE_WORDS = words("rm exit junction room flat apartment apt gate suite seat unit office ward bed locker")
STEP_WORDS = words(
    "zone step page part episode track slide chapter phase disc disk file item question round level day "
    "stage of fan speed"
)
RATING_WORDS = words("rated rating score scored scores grade rates got gets")
ROMAN_WORDS = words(
    "chapter part volume vol book section act scene phase type war title appendix article class level "
    "stage figure table episode season unit bowl mark schedule grade stadium round group canto psalm "
    "fantasy rocky apollo rambo civilization"
)
RULER_NAMES = words(
    "henry louis charles george edward james william richard elizabeth mary philip ferdinand frederick "
    "friedrich wilhelm napoleon nicholas alexander catherine peter otto francis benedict pius leo gregory "
    "innocent clement urban paul rameses ramesses ptolemy cleopatra gustav christian haakon harald olaf "
    "juan carlos felipe alfonso joseph leopold albert john ivan umberto victor emmanuel xerxes darius "
    "artaxerxes constantine justinian"
)
RULER_TITLES = words("king queen pope emperor empress tsar czar prince princess pharaoh sultan kaiser")
ELECTRIC_WORDS = words(
    "amp amps ampere amperes current fuse fuses breaker circuit charger charging charge charges draw "
    "draws drew drawing volt volts voltage socket outlet battery load supply phase wire cable overcurrent"
)
WARMTH_WORDS = words(
    "temperature temperatures temp temps thermostat warm cold hot cool cooler warmer heat heating heated "
    "oven freezer fridge outside inside indoors outdoors weather degrees high low highs lows freezing "
    "fever forecast boiler bake bakes preheat feels wind chill dew water setpoint target"
)
LENGTH_WORDS = words(
    "of long wide tall deep high thick across apart display screen monitor tv pipe tube wheel rain snow "
    "snowfall rainfall"
)
ARTICLES = words("a an")
LABEL_WORDS = words(
    "model type size class grade terminal section building block line platform row page vitamin channel"
)
RATIO_WORDS = words(
    "ratio mix mixed scale dilute diluted score scored scores won lost beat beats odds aspect"
)
DURATION_WORDS = words("timer countdown remaining elapsed duration length runtime took lasted takes lasts")
NO_NOUNS = words(
    "of long wide tall deep high thick across apart and or but x by at on in to from is was are per today "
    "tonight tomorrow yesterday now this that for with when if than as more less each left ago later away "
    "off expected forecast fell falls remaining possible likely"
)
