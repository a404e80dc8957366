"""Polish: names of units, currencies, months; abbreviations, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _name(one: str, few: str, many: str, of_one: str, gender: str = "m") -> Name:
    """jeden wat, dwa waty, pięć watów, pół wata."""
    return Name(one, many, few, many, gender, of_one)


def _wat(stem: str, of_one: str = "a") -> Name:
    """Masculine names that decline as wat and kilogram do."""
    return _name(stem, stem + "y", stem + "ów", stem + of_one)


def _ka(stem: str) -> Name:
    """Feminine names of the type minuta."""
    return _name(stem + "a", stem + "y", stem, stem + "y", "f")


def _same(word: str) -> Name:
    return _name(word, word, word, word)


_METERS = {
    "": _wat("metr"), "k": _wat("kilometr"), "c": _wat("centymetr"), "m": _wat("milimetr"),
    "d": _wat("decymetr"),
}  # fmt: skip


def _with(forms: str, tail: str, gender: str = "m") -> Name:
    """The four forms of a name, each with the same words after it."""
    one, few, many, of_one = forms.split()
    return _name(one, few, many, of_one, gender).joined("", f" {tail}")


def _squared(name: Name, one: str, few: str, of_many: str, of_one: str) -> Name:
    return Name(
        f"{name.one} {one}",
        f"{name.many} {of_many}",
        f"{name.few} {few}",
        f"{name.many} {of_many}",
        "m",
        f"{name.fraction} {of_one}",
    )


_HOUR = _name("godzina", "godziny", "godzin", "godziny", "f")
_PREFIXES = {
    "n": "nano", "µ": "mikro", "m": "mili", "c": "centy", "d": "decy", "h": "hekto", "k": "kilo",
    "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
_SQUARE = ("kwadratowy", "kwadratowe", "kwadratowych", "kwadratowego")
_CUBIC = ("sześcienny", "sześcienne", "sześciennych", "sześciennego")
_HERTZ = _name("herc", "herce", "herców", "herca")
_DEGREE = _name("stopień", "stopnie", "stopni", "stopnia")

UNITS: dict[str, Name] = {
    **prefixed("W", _wat("wat"), "mkMG", _PREFIXES),
    **prefixed("Wh", _name("watogodzina", "watogodziny", "watogodzin", "watogodziny", "f"),
    "mkMGT", _PREFIXES),
    **prefixed("VA", _wat("woltoamper"), "k", _PREFIXES),
    **prefixed("V", _wat("wolt"), "mk", _PREFIXES),
    **prefixed("A", _wat("amper"), "mk", _PREFIXES),
    **prefixed("Ah", _name("amperogodzina", "amperogodziny", "amperogodzin", "amperogodziny", "f"),
    "mk", _PREFIXES),
    **prefixed("Ω", _wat("om"), "kM", _PREFIXES),
    **prefixed("J", _name("dżul", "dżule", "dżuli", "dżula"), "kM", _PREFIXES),
    **prefixed("cal", _name("kaloria", "kalorie", "kalorii", "kalorii", "f"), "k", _PREFIXES),
    **prefixed("Hz", _HERTZ, "kMG", _PREFIXES),
    **prefixed("Pa", _name("paskal", "paskale", "paskali", "paskala"), "hkM", _PREFIXES),
    **prefixed("bar", _wat("bar"), "m", _PREFIXES),
    **prefixed("g", _wat("gram"), "µmk", _PREFIXES), "dag": _name("deko", "deka", "deka", "deka", "n"),
    **prefixed("L", _wat("litr"), "mcdh", _PREFIXES),
    **prefixed("s", _ka("sekund"), "nµm", _PREFIXES), "sek": _ka("sekund"),
    **prefixed("mol", _name("mol", "mole", "moli", "mola"), "m", _PREFIXES),
    **prefixed("B", _wat("bajt"), "kMGT", _PREFIXES),
    **prefixed("bit", _wat("bit", "u"), "kMG", _PREFIXES),
    **{f"{prefix}m": name for prefix, name in _METERS.items()},
    **{f"{prefix}m²": _squared(name, *_SQUARE) for prefix, name in _METERS.items()},
    **{f"{prefix}m³": _squared(name, *_CUBIC) for prefix, name in _METERS.items()},
    "µm": _wat("mikrometr"), "nm": _wat("nanometr"), "MiB": _wat("mebibajt"), "GiB": _wat("gibibajt"),
    "KiB": _wat("kibibajt"), "TiB": _wat("tebibajt"),
    "mph": _name("mila na godzinę", "mile na godzinę", "mil na godzinę", "mili na godzinę", "f"),
    "m/s²": _with("metr metry metrów metra", "na sekundę do kwadratu"),
    "kn": _name("węzeł", "węzły", "węzłów", "węzła"),
    "rpm": _with("obrót obroty obrotów obrotu", "na minutę"),
    "obr./min": _with("obrót obroty obrotów obrotu", "na minutę"),
    "obr/min": _with("obrót obroty obrotów obrotu", "na minutę"),
    "bpm": _with("uderzenie uderzenia uderzeń uderzenia", "na minutę", "n"),
    "fps": _with("klatka klatki klatek klatki", "na sekundę", "f"),
    "ppm": _same("P P M"), "ppb": _same("P P B"),
    "%": _name("procent", "procent", "procent", "procenta"),
    "proc": _name("procent", "procent", "procent", "procenta"), "‰": _name("promil", "promile", "promili",
    "promila"),
    "%RH": _with("procent procent procent procenta", "wilgotności względnej"),
    "p.p.": _name("punkt procentowy", "punkty procentowe", "punktów procentowych", "punktu procentowego"),
    "°C": _DEGREE.joined("", " Celsjusza"), "°F": _DEGREE.joined("", " Fahrenheita"), "°": _DEGREE,
    "C": _DEGREE.joined("", " Celsjusza"), "F": _DEGREE.joined("", " Fahrenheita"),
    "K": _wat("kelwin"), "dB": _name("decybel", "decybele", "decybeli", "decybela"),
    "dB(A)": _name("decybel A", "decybele A", "decybeli A", "decybela A"), "dBm": _same("D B M"),
    "lx": _wat("luks"), "lm": _wat("lumen"), "cd": _name("kandela", "kandele", "kandeli", "kandeli", "f"),
    "Nm": _wat("niutonometr"), "kN": _wat("kiloniuton"),
    "mmHg": _with("milimetr milimetry milimetrów milimetra", "słupa rtęci"),
    "psi": _same("P S I"), "atm": _ka("atmosfer"), "in": _name("cal", "cale", "cali", "cala"),
    "ha": _wat("hektar"),
    "t": _name("tona", "tony", "ton", "tony", "f"), "q": _name("kwintal", "kwintale", "kwintali", "kwintala"),
    "min": _ka("minut"), "h": _HOUR, "godz": _HOUR, "d": _name("dzień", "dni", "dni", "dnia"),
    "godzinę": _HOUR, "dzień": _name("dzień", "dni", "dni", "dnia"), "dobę": _name("doba", "doby", "dób",
    "doby", "f"),
    "miesiąc": _name("miesiąc", "miesiące", "miesięcy", "miesiąca"), "mies": _name("miesiąc", "miesiące",
    "miesięcy",
                                                                                     "miesiąca"),
    "rok": _name("rok", "lata", "lat", "roku"), "tydzień": _name("tydzień", "tygodnie", "tygodni",
    "tygodnia"),
    "minutę": _ka("minut"), "osobę": _name("osoba", "osoby", "osób", "osoby", "f"), "os": _name(
        "osoba", "osoby", "osób", "osoby", "f"),
    "szt": _name("sztuka", "sztuki", "sztuk",
    "sztuki", "f"),
    "px": _name("piksel", "piksele", "pikseli", "piksela"), "MP": _name("megapiksel", "megapiksele",
    "megapikseli",
                                                                         "megapiksela"),
    "tys.": _name("tysiąc", "tysiące", "tysięcy", "tysiąca"), "tys": _name("tysiąc", "tysiące", "tysięcy",
    "tysiąca"),
    "mln": _wat("milion"), "mld": _wat("miliard"), "bln": _wat("bilion"),
    "szkl": _name("szklanka", "szklanki", "szklanek", "szklanki", "f"),
    "łyż": _name("łyżka", "łyżki", "łyżek", "łyżki", "f"),
    "łyżecz": _name("łyżeczka", "łyżeczki", "łyżeczek", "łyżeczki", "f"),
    "op": _name("opakowanie", "opakowania", "opakowań", "opakowania", "n"),
    "tabl": _name("tabletka", "tabletki", "tabletek", "tabletki", "f"),
    "gr": _name("grosz", "grosze", "groszy", "grosza"),
}  # fmt: skip
LARGE = _words("tys. tys mln mld bln")
"""Units that are numbers; a currency may follow."""

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "B": "blank", "t": "blank",
    "d": "never", "q": "never", "cal": "never", "gr": "blank", "min": "", "godzinę": "never",
    "dzień": "never",
    "dobę": "never", "miesiąc": "never", "mies": "never", "rok": "never", "tydzień": "never",
    "minutę": "never",
    "osobę": "never", "os": "never",
}  # fmt: skip

_CENT = _wat("cent")
CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "PLN": (
        _name("złoty", "złote", "złotych", "złotego"),
        _name("grosz", "grosze", "groszy", "grosza"),
    ),
    "EUR": (_same("euro"), _CENT),
    "USD": (_wat("dolar"), _CENT),
    "GBP": (_wat("funt"), _name("pens", "pensy", "pensów", "pensa")),
    "CHF": (_name("frank szwajcarski", "franki szwajcarskie", "franków szwajcarskich",
    "franka szwajcarskiego"), None),
    "CZK": (_name("korona czeska", "korony czeskie", "koron czeskich", "korony czeskiej", "f"), None),
    "SEK": (_name("korona szwedzka", "korony szwedzkie", "koron szwedzkich", "korony szwedzkiej", "f"), None),
    "NOK": (_name("korona norweska", "korony norweskie", "koron norweskich", "korony norweskiej", "f"), None),
    "DKK": (_name("korona duńska", "korony duńskie", "koron duńskich", "korony duńskiej", "f"), None),
    "UAH": (_name("hrywna", "hrywny", "hrywien", "hrywny", "f"), None),
    "RUB": (_name("rubel", "ruble", "rubli", "rubla"), None),
    "JPY": (_name("jen", "jeny", "jenów", "jena"), None),
    "CNY": (_name("juan", "juany", "juanów", "juana"), None),
    "TRY": (_name("lira turecka", "liry tureckie", "lir tureckich", "liry tureckiej", "f"), None),
    "INR": (_name("rupia", "rupie", "rupii", "rupii", "f"), None),
    "KRW": (_wat("won"), None),
}  # fmt: skip

SCALES = {"k": "tysięcy", "x": "razy"}

MONTH_NAMES = (
    "stycznia", "lutego", "marca", "kwietnia", "maja", "czerwca", "lipca", "sierpnia", "września",
    "października", "listopada", "grudnia",
)  # fmt: skip
"""In the genitive, as dates have them."""
_NOMINATIVE = (
    "styczeń", "luty", "marzec", "kwiecień", "maj", "czerwiec", "lipiec", "sierpień", "wrzesień",
    "październik", "listopad", "grudzień",
)  # fmt: skip
_LOCATIVE = (
    "styczniu", "lutym", "marcu", "kwietniu", "maju", "czerwcu", "lipcu", "sierpniu", "wrześniu",
    "październiku", "listopadzie", "grudniu",
)  # fmt: skip
_SHORT = ("sty", "lut", "mar", "kwi", "maj", "cze", "lip", "sie", "wrz", "paź", "lis", "gru")
MONTHS: dict[str, int] = {
    form: number
    for forms in (MONTH_NAMES, _SHORT)
    for number, name in enumerate(forms, 1)
    for form in (name, name.capitalize())
}
MONTHS_BEFORE_YEAR: dict[str, str] = {
    form: form
    for forms in (MONTH_NAMES, _NOMINATIVE, _LOCATIVE)
    for name in forms
    for form in (name, name.capitalize())
}
ROMAN_MONTHS = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_DAYS = {
    "pn": "poniedziałek", "pon": "poniedziałek", "wt": "wtorek", "śr": "środa", "czw": "czwartek",
    "pt": "piątek", "sob": "sobota", "nd": "niedziela", "ndz": "niedziela", "niedz": "niedziela",
}  # fmt: skip
WEEKDAYS = _DAYS | {short.capitalize(): day for short, day in _DAYS.items()}
DAYS_OF = {
    "poniedziałek": "poniedziałku", "wtorek": "wtorku", "środa": "środy", "czwartek": "czwartku",
    "piątek": "piątku", "sobota": "soboty", "niedziela": "niedzieli",
}  # fmt: skip

DAYS_IN = {"środa": "środę", "sobota": "sobotę", "niedziela": "niedzielę"}
"""After w, na: the others stay as they are."""

ABBREVIATIONS: dict[str, str] = {
    "mieszk.": "mieszkańców", "pkt.": "punktów", "min.": "minimalnie",
    "dr": "doktor", "dr.": "doktor", "hab.": "habilitowany", "prof.": "profesor", "mgr": "magister",
    "inż.": "inżynier", "lek.": "lekarz", "ks.": "ksiądz", "św.": "święty", "gen.": "generał",
    "płk": "pułkownik", "kpt.": "kapitan", "ul.": "ulica", "Ul.": "ulica", "al.": "aleja", "Al.": "aleja",
    "pl.": "plac", "Pl.": "plac", "os.": "osiedle", "im.": "imienia", "woj.": "województwo",
    "np.": "na przykład",
    "itd.": "i tak dalej", "itp.": "i tym podobne", "m.in.": "między innymi", "m. in.": "między innymi",
    "tj.": "to jest", "tzn.": "to znaczy", "wg": "według", "zob.": "zobacz",
    "ok.": "około", "ca": "około", "maks.": "maksymalnie", "max.": "maksymalnie",
    "temp.": "temperatura", "bp": "biskup",
    "wilg.": "wilgotność", "n.p.m.": "nad poziomem morza",
    "p.n.e.": "przed naszą erą", "n.e.": "naszej ery", "b.d.": "brak danych",
    "ds.": "do spraw", "dn.": "dnia", "kl.": "klasa", "dot.": "dotyczy",
    "ww.": "wyżej wymieniony", "ang.": "angielski",
    "wew.": "wewnętrzny",
    "i/lub": "i lub", "24/7": "dwadzieścia cztery na siedem",
    "50/50": "pięćdziesiąt na pięćdziesiąt", "CO2": "C O dwa", "CO₂": "C O dwa", "PM2,5": "P M dwa i pół",
    "PM2.5": "P M dwa i pół", "PM₂,₅": "P M dwa i pół", "PM10": "P M dziesięć", "NO2": "N O dwa",
    "NO₂": "N O dwa", "H₂O": "H dwa O", "O₃": "ozon", "AC/DC": "A C D C",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "nr": "numer", "Nr": "numer", "nry": "numery", "str.": "strona", "s.": "strona", "rys.": "rysunek",
    "Rys.": "rysunek", "tab.": "tabela", "pkt": "punkt", "art.": "artykuł", "Art.": "artykuł",
    "ust.": "ustęp",
    "rozdz.": "rozdział", "poz.": "pozycja", "tel.": "telefon", "Tel.": "telefon", "kom.": "komórka",
    "m.": "mieszkania", "min.": "minimum", "pow.": "powyżej", "lok.": "lokal",
}  # fmt: skip

DECLINED = {
    "ul": "ulica ulicy ulicę ulicą ulicy", "al": "aleja alei aleję aleją alei",
    "pl": "plac placu plac placem placu", "os": "osiedle osiedla osiedle osiedlem osiedlu",
    "temp": "temperatura temperatury temperaturę temperaturą temperaturze",
    "woj": "województwo województwa województwo województwem województwie",
    "kl": "klasa klasy klasę klasą klasie", "rozdz": "rozdział rozdziału rozdział rozdziałem rozdziale",
    "str": "strona strony stronę stroną stronie", "s": "strona strony stronę stroną stronie",
    "art": "artykuł artykułu artykuł artykułem artykule", "ust": "ustęp ustępu ustęp ustępem ustępie",
    "pkt": "punkt punktu punkt punktem punkcie", "l": "lata lat lata latami latach",
    "godz": "godziny godziny godzinę godziną godzinie",
}  # fmt: skip
"""Short forms -> nominative, genitive, accusative, instrumental and locative."""
BEFORE_NUMBERS = _words("l kl rozdz str s art ust pkt")
"""Of these, those that stand before numbers alone."""
WITH_INSTRUMENTAL = ("za", "przed", "nad", "pod", "między")
PREPOSITIONS = {
    **dict.fromkeys(_words("z ze do od u dla bez koło obok około ok poniżej powyżej wzdłuż wg"), "genitive"),
    **dict.fromkeys(("przez",), "accusative"),
    **dict.fromkeys(WITH_INSTRUMENTAL, "instrumental"),
    **dict.fromkeys(_words("w we na o po przy"), "locative"),
}
"""Preposition -> the case that a short form has after it."""
TITLES = {
    "dr": "doktor doktora doktorem", "prof": "profesor profesora profesorem",
    "mgr": "magister magistra magistrem", "inż": "inżynier inżyniera inżynierem",
    "ks": "ksiądz księdza księdzem", "bp": "biskup biskupa biskupem",
    "płk": "pułkownik pułkownika pułkownikiem",
    "gen": "generał generała generałem",
}  # fmt: skip
"""Nominative, genitive and instrumental."""
SHORT_TIMES = {"h": "godziny", "godz": "godziny"}
WINDS = {"płn": "północny", "płd": "południowy", "zach": "zachodni", "wsch": "wschodni"}
WIND_WORDS = _words("wiatr wiatru wiatrem porywy")

SYMBOLS: dict[str, str] = {
    "+": "plus", "++": "plus plus", "−": "minus", "×": "razy", "*": "razy", "÷": "podzielić przez",
    "/": "ukośnik", "=": "równa się", "==": "równa się", "!=": "różne od", "≠": "różne od",
    "<": "mniejsze niż", ">": "większe niż", "≤": "mniejsze lub równe", "<=": "mniejsze lub równe",
    "≥": "większe lub równe", ">=": "większe lub równe", "±": "plus minus", "~": "około", "≈": "około",
    "&": "i", "&&": "i", "@": "małpa", "#": "numer", "#a": "hasztag ", "<1": "mniej niż", ">1": "więcej niż",
    "§": "paragraf", "€": "euro", "№": "numer", "∞": "nieskończoność", "√": "pierwiastek z",
}  # fmt: skip
NET_WORDS = {
    ".": "kropka", "/": "ukośnik", ":": "port", "@": "małpa", "-": "myślnik", "_": "podkreślenie",
    "+": "plus",
}  # fmt: skip
HEMISPHERES = {
    "N": "szerokości północnej", "S": "szerokości południowej", "E": "długości wschodniej",
    "W": "długości zachodniej",
}  # fmt: skip
RELATIONS = {"to": "do", "of": "z", "out of": "na", "over": "na"}

CODE_WORDS = _words(
    "pin kod kodem hasło cvv pesel nip regon id seria zadzwoń dzwoń dzwonić telefon tel kom komórka numer "
    "fax faks alarmowy"
)
CODE_LINKS = frozenset(
    {
        "odbioru",
        "dostępu",
        "weryfikacyjny",
        "jednorazowy",
        "aktywacyjny",
        "potwierdzenia",
        "to",
        "pod",
        "na",
        "nr",
        "numer",
        "pod numer",
        "na numer",
        "jest",
        "pocztowy",
    }
)
OPENING_WORDS = _words("czynne czynny czynna otwarte otwarty otwarta otwarcia pracy dyżur czynni przyjęć")
DATE_WORDS = _words(
    "spotkanie wizyta termin urodziny impreza wyjazd płatność odbiór dnia dn do od na dzień poniedziałek "
    "wtorek środa czwartek piątek sobota niedziela poniedziałku wtorku środy czwartku piątku soboty "
    "niedzieli środę sobotę niedzielę imieniny dostawa wywóz zebranie egzamin sylwester"
)
PLACE_WORDS = _words("pokój pokoju sala sali bramka gabinet mieszkanie lokal")
STEP_WORDS = _words(
    "krok kroku strona stronie część odcinek zadanie pytanie poziom etap rozdział strefa strefie"
)
RATING_WORDS = _words("ocena oceną ocenę wynik")
ELECTRIC_WORDS = _words(
    "prąd prądu bezpiecznik bezpieczniki obwód ładowarka ładuje pobiera pobór napięcie gniazdko "
    "akumulator bateria faza przewód kabel natężenie"
)
WARMTH_WORDS = _words(
    "temperatura temperatury termostat ciepło zimno ogrzewanie piekarnik zamrażarka lodówka zewnątrz "
    "dworze pogoda stopni gorączka odczuwalna piec kocioł"
)
RATIO_WORDS = _words(
    "stosunek stosunku proporcja mieszaj wymieszaj rozcieńcz skala skali wynik wygrała wygrał wygrali "
    "wygrały przegrała przegrał przegrali prowadzi prowadzą remis zremisowali zremisowała mecz"
)
DURATION_WORDS = _words("minutnik timer pozostało zostało trwa trwało trwał czas")
NO_NOUNS = _words(
    "i a w z na do od za po o u przy dla oraz lub czy że jest są dziś jutro wczoraj teraz raz razy"
)
LABEL_WORDS = _words(
    "model typ rozmiar klasa sekcja budynek blok linia peron rząd kanał witamina czujnik strefa"
)
