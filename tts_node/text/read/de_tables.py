"""German: names of units, currencies, months; abbreviations, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed

_CAPITALS = {
    "n": "Nano", "µ": "Mikro", "m": "Milli", "c": "Zenti", "d": "Dezi", "h": "Hekto", "k": "Kilo",
    "M": "Mega",
    "G": "Giga", "T": "Tera",
}  # fmt: skip


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _m(word: str, plural: str = "") -> Name:
    return Name(word, plural or word, gender="m")


def _f(word: str, plural: str = "") -> Name:
    return Name(word, plural or word + "n", gender="f")


def _n(word: str, plural: str = "") -> Name:
    return Name(word, plural or word, gender="n")


def _many(symbol: str, name: Name, prefixes: str) -> dict[str, Name]:
    return prefixed(symbol, name, prefixes, _CAPITALS)


UNITS: dict[str, Name] = {
    **_many("W", _n("Watt"), "mkMGT"),
    **_many("Wh", _f("Wattstunde"), "mkMGT"),
    **_many("VA", _n("Voltampere"), "k"),
    **_many("V", _n("Volt"), "mk"),
    **_many("A", _n("Ampere"), "µmk"),
    **_many("Ah", _f("Amperestunde"), "mk"),
    **_many("Ω", _n("Ohm"), "kM"),
    **_many("J", _n("Joule"), "kMG"),
    **_many("cal", _f("Kalorie"), "k"),
    **_many("Hz", _n("Hertz"), "kMG"),
    **_many("Pa", _n("Pascal"), "hkM"),
    **_many("bar", _n("Bar"), "m"),
    **_many("m", _m("Meter"), "nµmcdk"),
    **_many("g", _n("Gramm"), "µmk"),
    **_many("L", _m("Liter"), "mcdh"),
    **_many("s", _f("Sekunde"), "nµm"),
    **_many("mol", _n("Mol"), "m"),
    **_many("B", _n("Byte"), "kMGT"),
    **{f"{p[0].upper()}iB": _n(f"{p}byte") for p in ("Kibi", "Mebi", "Gibi", "Tebi")},
    **{f"{p}bit": _n(f"{_CAPITALS[p]}bit") for p in "kMG"},
    **{f"{p}m²": _m(f"Quadrat{_CAPITALS.get(p, '').lower()}meter") for p in ("", "k", "c", "m")},
    **{f"{p}m³": _m(f"Kubik{_CAPITALS.get(p, '').lower()}meter") for p in ("", "d", "c", "m")},
    "m/s²": _m("Meter pro Quadratsekunde"), "mph": _f("Meile pro Stunde", "Meilen pro Stunde"),
    "kn": _m("Knoten"), "Bft": _n("Beaufort"), "kWp": _n("Kilowatt Peak"), "Wp": _n("Watt Peak"),
    "rpm": _f("Umdrehung pro Minute", "Umdrehungen pro Minute"),
    "U/min": _f("Umdrehung pro Minute", "Umdrehungen pro Minute"),
    "bpm": _m("Schlag pro Minute", "Schläge pro Minute"), "fps": _n("Bild pro Sekunde", "Bilder pro Sekunde"),
    "ppm": _n("P P M"), "ppb": _n("P P B"), "%": _n("Prozent"), "‰": _n("Promille"),
    "%RH": _n("Prozent relative Luftfeuchtigkeit"), "°C": _n("Grad Celsius"), "°F": _n("Grad Fahrenheit"),
    "C": _n("Grad Celsius"), "F": _n("Grad Fahrenheit"), "K": _n("Kelvin"), "°": _n("Grad"),
    "°dH": _n("Grad deutscher Härte"), "dB": _n("Dezibel"), "dB(A)": _n("Dezibel A"), "dBm": _n("D B M"),
    "lx": _n("Lux"), "lm": _n("Lumen"), "cd": _f("Candela", "Candela"), "Nm": _m("Newtonmeter"),
    "N": _n("Newton"), "kN": _n("Kilonewton"), "mmHg": _m("Millimeter Quecksilbersäule"), "PS": _n("P S"),
    "in": _m("Zoll"), "ft": _m("Fuß"), "lb": _n("Pfund"), "oz": _f("Unze"), "Zoll": _m("Zoll"),
    "ha": _m("Hektar"), "t": _f("Tonne"), "µSv": _n("Mikrosievert"),
    "EL": _m("Esslöffel"), "TL": _m("Teelöffel"), "Pkg": _f("Packung",
    "Packungen"), "Pck": _n("Päckchen"), "Msp": _f("Messerspitze"), "Stk": _n("Stück"), "Stck": _n("Stück"),
    "Std": _f("Stunde"), "Stdn": _f("Stunde"),
    "h": _f("Stunde"), "min": _f("Minute"), "d": _m("Tag", "Tage"), "a": _n("Jahr", "Jahre"),
    "Uhr": Name("Uhr", "Uhr", gender="n"), "Tag": _m("Tag", "Tage"), "Monat": _m("Monat", "Monate"),
    "Woche": _f("Woche"), "Jahr": _n("Jahr", "Jahre"), "Stunde": _f("Stunde"), "Minute": _f("Minute"),
    "Sekunde": _f("Sekunde"), "Nacht": _f("Nacht", "Nächte"), "Person": _f("Person", "Personen"),
    "Kopf": _m("Kopf", "Köpfe"), "Stück": _n("Stück"), "px": _m("Pixel"), "MP": _n("Megapixel"),
    "ct": _m("Cent"), "Cent": _m("Cent"), "Rp": _m("Rappen"), "MBit": _n("Megabit"), "GBit": _n("Gigabit"),
    "kBit": _n("Kilobit"), "µg": _n("Mikrogramm"), "Mon": _m("Monat", "Monate"), "Mon.": _m("Monat",
    "Monate"), "J.": _n("Jahr", "Jahre"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "d": "blank", "in": "never",
    "B": "never", "t": "blank",
    "ct": "blank", "N": "never", "a": "never", "MP": "blank", "cd": "blank", "J": "never", "px": "",
    "Mon": "never",
    "Rp": "blank", "PS": "blank", "Kopf": "never", "Nacht": "never",
}  # fmt: skip
MEASURES = frozenset(
    form.partition(" ")[0] for name in UNITS.values() for form in (name.one, name.other)
) | _words("Euro Dollar Franken Millionen Milliarden Kilo Sterne Punkte")
"""A number with a dot before these has decimals: `1.5 Liter`."""
NO_SYMBOLS = _words("um us DB")
"""Spellings of units elsewhere that are words or names here."""
PLAIN_SYMBOLS = _words("km kg mg ml cm mm min lx lm kn bar ms")
"""Symbols without capitals that are said after `pro` as well."""

CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "EUR": (_m("Euro"), _m("Cent")),
    "USD": (_m("Dollar"), _m("Cent")),
    "GBP": (_n("Pfund"), _m("Penny", "Pence")),
    "CHF": (_m("Franken"), _m("Rappen")),
    "JPY": (_m("Yen"), None),
    "CNY": (_m("Yuan"), None),
    "INR": (_f("Rupie"), None),
    "AUD": (_m("australischer Dollar", "australische Dollar"), _m("Cent")),
    "CAD": (_m("kanadischer Dollar", "kanadische Dollar"), _m("Cent")),
    "NZD": (_m("neuseeländischer Dollar", "neuseeländische Dollar"), _m("Cent")),
    "SEK": (_f("schwedische Krone", "schwedische Kronen"), None),
    "NOK": (_f("norwegische Krone", "norwegische Kronen"), None),
    "DKK": (_f("dänische Krone", "dänische Kronen"), None),
    "PLN": (_m("Zloty"), None),
    "CZK": (_f("tschechische Krone", "tschechische Kronen"), None),
    "HUF": (_m("Forint"), None),
    "RUB": (_m("Rubel"), None),
    "TRY": (_f("türkische Lira", "türkische Lira"), None),
    "UAH": (_f("Hrywnja", "Hrywnja"), None),
    "KRW": (_m("Won"), None),
    "ILS": (_m("Schekel"), None),
    "BRL": (_m("Real", "Real"), None),
    "BTC": (_m("Bitcoin"), None),
}  # fmt: skip
CURRENCY_WORDS = {
    "Euro": "EUR", "Euros": "EUR", "Dollar": "USD", "Franken": "CHF", "Fr.": "CHF", "SFr.": "CHF",
    "sFr.": "CHF",
    "US-Dollar": "USD",
}  # fmt: skip
"""Currencies in words after an amount."""

LARGE: dict[str, Name] = {
    "Mio": _f("Million", "Millionen"), "Million": _f("Million", "Millionen"),
    "Mrd": _f("Milliarde", "Milliarden"), "Milliarde": _f("Milliarde", "Milliarden"),
    "Bio": _f("Billion", "Billionen"), "Billion": _f("Billion", "Billionen"),
}  # fmt: skip
"""Words of size, as they are written without dot."""
SCALES = {"k": "tausend", "x": "mal", "×": "mal"}
MONEY_SCALES = {
    "k": "k", "Tsd.": "k", "Tsd": "k", "Mio.": "Mio", "Mio": "Mio", "Mrd.": "Mrd", "Mrd": "Mrd",
    "Bio.": "Bio", "Bio": "Bio", "Billion": "Billion",
    "Million": "Million", "Millionen": "Million", "Milliarde": "Milliarde", "Milliarden": "Milliarde",
    "Billionen": "Billion", "M": "Mio",
}  # fmt: skip
"""What follows an amount of money -> a key of `LARGE`, or k for thousands."""

MONTH_NAMES = (
    "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
    "Dezember",
)  # fmt: skip
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)},
    "Jänner": 1, "Jän": 1, "Feber": 2, "Febr": 2, "Mrz": 3, "Sept": 9, "Juno": 6,
}  # fmt: skip
WEEKDAYS = {
    "Mo": "Montag", "Di": "Dienstag", "Mi": "Mittwoch", "Do": "Donnerstag", "Fr": "Freitag", "Sa": "Samstag",
    "So": "Sonntag",
}  # fmt: skip

ABBREVIATIONS: dict[str, str] = {
    "Hr.": "Herr", "Fr.": "Frau", "Hrn.": "Herrn", "Frl.": "Fräulein", "Dr.": "Doktor", "Dres.": "Doktores",
    "Prof.": "Professor", "Dr. med.": "Doktor med", "Dr. phil.": "Doktor phil", "Dr. jur.": "Doktor jur",
    "Dr. rer. nat.": "Doktor rer nat", "Dr.-Ing.": "Doktor Ing", "Dipl.-Ing.": "Diplom-Ingenieur",
    "Ing.": "Ingenieur", "Mag.": "Magister", "Fa.": "Firma", "St.": "Sankt", "Str.": "Straße",
    "Pl.": "Platz", "Nr.": "Nummer", "Nrn.": "Nummern", "Tel.-Nr.": "Telefonnummer", "Hbf": "Hauptbahnhof",
    "Hbf.": "Hauptbahnhof", "Bhf.": "Bahnhof", "Bhf": "Bahnhof", "Jh.": "Jahrhundert", "Jhd.": "Jahrhundert",
    "Jhdt.": "Jahrhundert", "MwSt.": "Mehrwertsteuer", "MwSt": "Mehrwertsteuer", "Ust.": "Umsatzsteuer",
    "USt.": "Umsatzsteuer", "e. V.": "e V", "e.V.": "e V", "Co.": "Co", "Std.": "Stunden", "Min.": "Minuten",
    "Sek.": "Sekunden", "Mio.": "Millionen", "Mrd.": "Milliarden", "Tsd.": "tausend", "Stk.": "Stück",
    "Stck.": "Stück", "EL": "Esslöffel",
    "TL": "Teelöffel", "Temp.": "Temperatur", "Anm.": "Anmerkung", "Bsp.": "Beispiel", "Abk.": "Abkürzung",
    "Adr.": "Adresse", "Ausg.": "Ausgabe", "Abt.": "Abteilung", "Vers.": "Version", "Wdh.": "Wiederholung",
    "z. B.": "zum Beispiel", "d. h.": "das heißt",
    "u. a.": "unter anderem", "u. Ä.": "und Ähnliches", "u. ä.": "und Ähnliches",
    "o. Ä.": "oder Ähnliches", "o. ä.": "oder Ähnliches", "i. d. R.": "in der Regel",
    "m. E.": "meines Erachtens", "u. U.": "unter Umständen", "z. T.": "zum Teil",
    "z. Zt.": "zurzeit", "z. Z.": "zurzeit", "zzt.": "zurzeit", "v. a.": "vor allem",
    "s. o.": "siehe oben", "s. u.": "siehe unten", "o. g.": "oben genannt",
    "n. Chr.": "nach Christus", "v. Chr.": "vor Christus", "i. A.": "im Auftrag", "i. V.": "in Vertretung",
    "a. D.": "außer Dienst", "p. a.": "pro Jahr", "z. Hd.": "zu Händen", "u. v. m.": "und vieles mehr",
    "u. v. a.": "und viele andere", "i. e. S.": "im engeren Sinne", "m. a. W.": "mit anderen Worten",
    "o. k.": "okay", "a. M.": "am Main", "a. d.": "an der", "i. Allg.": "im Allgemeinen",
    "u. dgl.": "und dergleichen", "usw.": "und so weiter", "usf.": "und so fort", "etc.": "et cetera",
    "uvm.": "und vieles mehr", "uva.": "und viele andere", "bzw.": "beziehungsweise",
    "ggf.": "gegebenenfalls",
    "evtl.": "eventuell", "ev.": "eventuell", "ca.": "circa", "inkl.": "inklusive", "exkl.": "exklusive",
    "zzgl.": "zuzüglich", "abzgl.": "abzüglich", "bzgl.": "bezüglich", "vgl.": "vergleiche",
    "sog.": "sogenannte",
    "insb.": "insbesondere", "insbes.": "insbesondere", "mind.": "mindestens", "höchst.": "höchstens",
    "tägl.": "täglich", "wöchentl.": "wöchentlich", "monatl.": "monatlich", "mtl.": "monatlich",
    "jährl.": "jährlich", "stdl.": "stündlich", "gem.": "gemäß", "lt.": "laut", "geb.": "geboren",
    "gest.": "gestorben", "verh.": "verheiratet", "ehem.": "ehemals", "allg.": "allgemein",
    "einschl.": "einschließlich",
    "ausschl.": "ausschließlich", "entspr.": "entsprechend", "urspr.": "ursprünglich",
    "vorauss.": "voraussichtlich",
    "durchschn.": "durchschnittlich", "gestr.": "gestrichen", "gehäuf.": "gehäuft", "versch.": "verschiedene",
    "ungef.": "ungefähr", "telef.": "telefonisch", "wg.": "wegen", "resp.": "respektive", "spez.": "speziell",
    "techn.": "technisch", "dt.": "deutsch", "engl.": "englisch", "frz.": "französisch",
    "österr.": "österreichisch",
    "schweiz.": "schweizerisch", "zus.": "zusätzlich", "betr.": "betrifft", "mfg": "mit freundlichen Grüßen",
    "zw.": "zwischen", "ff.": "folgende", "vs.": "gegen", "vs": "gegen", "Mr.": "Mister", "Mrs.": "Misses",
    "A/C": "A C", "AC/DC": "AC DC",
    "c/o": "bei",
    "24/7": "vierundzwanzig sieben", "08/15": "null acht fünfzehn", "Grad C": "Grad Celsius",
    "Grad F": "Grad Fahrenheit", "h. c.": "h c", "Erw.": "Erwachsene", "Tel:": "Telefon:",
    "50/50": "fünfzig fünfzig", "k. A.": "keine Angabe",
    "k.A.": "keine Angabe",
    "CO2": "C O zwei", "CO₂": "C O zwei", "PM2,5": "P M zwei Komma fünf", "PM2.5": "P M zwei Komma fünf",
    "PM₂.₅": "P M zwei Komma fünf", "PM₂,₅": "P M zwei Komma fünf", "PM10": "P M zehn", "PM1": "P M eins",
    "NO2": "N O zwei", "NO₂": "N O zwei", "O₃": "Ozon", "H₂O": "H zwei O", "SO₂": "S O zwei",
    "rF": "relative Feuchte", "r. F.": "relative Feuchte", "rH": "relative Feuchte", "§§": "Paragrafen",
    "A+++": "A plus plus plus", "p. P.": "pro Person", "u.": "und", "Inh.": "Inhaber",
}  # fmt: skip
for _key, _said in list(ABBREVIATIONS.items()):
    if ". " in _key:
        _capital = _key[0].upper() + _key[1:]
        ABBREVIATIONS.setdefault(_capital, _said[0].upper() + _said[1:])
        for _form in (_key, _capital):
            ABBREVIATIONS.setdefault(_form.replace(". ", "."), ABBREVIATIONS[_form])

BEFORE_NUMBER: dict[str, str] = {
    "S.": "Seite", "Abb.": "Abbildung", "Kap.": "Kapitel", "Abs.": "Absatz", "Art.": "Artikel", "Bd.": "Band",
    "Tel.": "Telefon", "Tel.:": "Telefon:", "Tab.": "Tabelle", "Ziff.": "Ziffer", "Aufl.": "Auflage",
    "Kl.": "Klasse",
    "Pos.": "Position", "Hs.": "Haus", "Hausnr.": "Hausnummer", "max.": "maximal", "min.": "minimal",
    "Art.-Nr.": "Artikelnummer", "Best.-Nr.": "Bestellnummer", "§": "Paragraf", "№": "Nummer",
    "Whg.": "Wohnung",
    "Zi.": "Zimmer", "Gl.": "Gleis", "Az.": "Aktenzeichen", "Ver.": "Version", "Kto.": "Konto",
    "Fig.": "Figur", "Jg.": "Jahrgang", "V.": "Version", "Fax.": "Fax", "Mobil.": "Mobil",
    "km": "Kilometer", "KW": "Kalenderwoche",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "plus", "++": "plus plus", "−": "minus", "×": "mal", "*": "mal", "÷": "geteilt durch", "=": "gleich",
    "==": "gleich", "!=": "ungleich", "≠": "ungleich", "<": "kleiner als", ">": "größer als",
    "≤": "kleiner oder gleich", "<=": "kleiner oder gleich", "≥": "größer oder gleich",
    ">=": "größer oder gleich",
    "±": "plus minus", "~": "ungefähr", "≈": "ungefähr", "&": "und", "&&": "und", "@": "at", "#": "Nummer",
    "#a": "Hashtag ", "<1": "weniger als", ">1": "mehr als", "%": "Prozent", "∞": "unendlich",
    "√": "Wurzel aus",
}  # fmt: skip
RELATIONS = {"to": "zu", "of": "von", "out of": "von", "over": "zu"}
NET_WORDS = {
    ".": "Punkt", "/": "Schrägstrich", ":": "Port", "@": "at", "-": "Bindestrich", "_": "Unterstrich",
    "+": "plus",
}  # fmt: skip
TOWNS = _words(
    "Berlin Hamburg München Köln Frankfurt Stuttgart Düsseldorf Leipzig Dortmund Essen Bremen "
    "Dresden Hannover "
    "Nürnberg Duisburg Bochum Wuppertal Bielefeld Bonn Münster Karlsruhe Mannheim Augsburg Wiesbaden "
    "Gelsenkirchen "
    "Mönchengladbach Braunschweig Chemnitz Kiel Aachen Halle Magdeburg Freiburg Krefeld Lübeck "
    "Oberhausen Erfurt "
    "Mainz Rostock Kassel Hagen Saarbrücken Potsdam Hamm Mülheim Ludwigshafen Leverkusen Oldenburg Osnabrück "
    "Solingen Heidelberg Herne Neuss Darmstadt Paderborn Regensburg Ingolstadt Würzburg Fürth Wolfsburg Ulm "
    "Heilbronn Pforzheim Göttingen Bottrop Trier Recklinghausen Reutlingen Bremerhaven Koblenz Jena "
    "Remscheid "
    "Erlangen Moers Siegen Hildesheim Salzgitter Cottbus Schwerin Gera"
)
"""Large towns, which a postal code may stand before without a street."""
COUNTRIES = _words("de at ch li lu eu io fr uk nl be it es pl cz dk se no us ca cn jp tv ai me")
"""Ends of host names that are said letter by letter."""
FLOORS = {"OG": "Obergeschoss", "UG": "Untergeschoss", "EG": "Erdgeschoss", "DG": "Dachgeschoss"}
HEMISPHERES = {"N": "Nord", "S": "Süd", "O": "Ost", "E": "Ost", "W": "West"}

CODE_WORDS = _words(
    "pin puk isbn ean code passcode passwort kennwort tan otp cvv plz postleitzahl id seriennummer "
    "kundennummer bestellnummer auftragsnummer rechnungsnummer artikelnummer vorgangsnummer sendungsnummer "
    "ticketnummer kontonummer zugangscode sicherheitscode bestätigungscode einmalcode aktivierungscode "
    "türcode abholcode paketcode gutscheincode rabattcode prüfcode entsperrcode pincode abholnummer "
    "vertragsnummer mitgliedsnummer kartennummer zählernummer steuernummer referenznummer personalnummer blz "
    "kennung"
)
CODE_LINKS = _words("ist lautet war nummer nr. von: und")
PHONE_WORDS = _words(
    "tel telefon telefonnummer rufnummer handynummer handy notruf notrufnummer notfall hotline fax mobil "
    "wähle durchwahl sms polizei feuerwehr rettungsdienst anrufen"
)
LABELS = _words(
    "platz nummer nr kapitel seite stufe zimmer gate gleis raum kanal programm szene schritt phase teil band "
    "version stockwerk etage klasse gruppe zone lampe licht schalter sensor steckdose linie bus tram haus "
    "top modell typ größe terminal regel punkt absatz artikel tag woche level folge staffel runde spiel "
    "track preset profil timer wecker kamera port sender bild frage aufgabe station spieler spalte zeile "
    "ziffer abschnitt paragraf firmware release paket liga note reihe block halle tor tür tisch s abb abs "
    "kap bd art hauptstraße sitz wagen u s-bahn u-bahn vitamin"
)
"""Nouns that a number after them numbers: it counts nothing that follows."""
EMERGENCY_WORDS = _words(
    "notruf notrufnummer polizei feuerwehr rettungsdienst wähle wählen wählt ruf rufe rufen ruft"
)
DOTTED_LABELS = _words(
    "version firmware release kapitel abschnitt punkt absatz update os ios android windows python ziffer nr "
    "nummer abb abbildung tabelle tab build paragraf gliederung anhang schritt "
    "raum zimmer büro saal hörsaal"
)
"""`3.2` and `3.2.` after these are no dates."""
STEP_WORDS = _words(
    "zone schritt seite teil folge track titel folie kapitel phase datei frage runde level tag stufe etappe "
    "von bild"
)
RATING_WORDS = _words("bewertet bewertung note wertung")
RATIO_WORDS = _words(
    "verhältnis mische mischen mischung maßstab endstand spielstand zwischenstand ergebnis gewann gewonnen "
    "gewinnt verlor verloren verliert siegt siegte besiegt führt führen tore unentschieden quote "
    "seitenverhältnis verdünnt verdünnen halbzeitstand"
)
DURATION_WORDS = _words("timer countdown restzeit restlaufzeit laufzeit dauer spieldauer restdauer dauert")
ROMAN_WORDS = _words(
    "kapitel episode teil band akt szene buch typ artikel anhang abschnitt stufe klasse phase hartz apollo "
    "gruppe abteilung satz psalm tafel tabelle figur liga stadium kategorie"
)
RULER_NAMES = _words(
    "friedrich wilhelm heinrich ludwig karl otto leopold franz joseph josef ferdinand maximilian rudolf "
    "albrecht konrad philipp georg eduard jakob richard charles henry louis james william edward george "
    "johannes johann paul benedikt pius leo gregor innozenz clemens klemens urban alexander nikolaus peter "
    "iwan zar napoleon elisabeth elizabeth katharina maria margarethe margrethe viktoria isabella christian "
    "gustav erik harald olaf carlos felipe juan alfons ramses ptolemäus kleopatra umberto viktor emanuel "
    "august ernst xerxes dareios heinrichs ludwigs karls wilhelms friedrichs ottos philipps georgs eduards "
    "richards pauls napoleons josephs alexanders peters elisabeths katharinas"
)
FEMALE_RULERS = _words(
    "elisabeth elizabeth katharina maria margarethe margrethe viktoria isabella kleopatra elisabeths "
    "katharinas"
)
RULER_TITLES = _words(
    "könig königin kaiser kaiserin papst zar zarin prinz prinzessin fürst herzog sultan pharao"
)
ELECTRIC_WORDS = _words(
    "ampere strom stromstärke sicherung sicherungen stromkreis lader ladegerät wallbox lädt laden zieht zog "
    "volt spannung steckdose batterie akku last netzteil phase leitung kabel fi ladestrom"
)
WARMTH_WORDS = _words(
    "temperatur temperaturen thermostat warm kalt heiß kühl kälter wärmer heizung heizen ofen backofen "
    "kühlschrank gefrierschrank draußen außen innen wetter grad frost fieber vorlauf rücklauf wasser gefühlt "
    "sollwert umluft ober-unterhitze vorheizen backen wind"
)
LABEL_WORDS = _words(
    "modell typ größe klasse gate terminal gebäude block linie gleis reihe seite vitamin kanal abschnitt "
    "zimmer"
)
HOUSE_WORDS = _words(
    "kl hausnummer hausnr nr nummer haus zimmer gate tür top klasse wohnung gleis stiege block raum §"
)
YEAR_WORDS = _words(
    "jahr jahre jahres jahren sommer winter frühling frühjahr herbst ende anfang mitte anno januar jänner "
    "februar märz april mai juni juli august september oktober november dezember ostern weihnachten "
    "silvester neujahr tsv tsg vfl vfb sv"
)
"""A number of four digits after these is a year, whatever follows."""
