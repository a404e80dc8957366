"""French: names of units, currencies, months; short forms, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _m(one: str, other: str = "") -> Name:
    return Name(one, other or one + "s", gender="m")


def _f(one: str, other: str = "") -> Name:
    return Name(one, other or one + "s", gender="f")


def _same(word: str) -> Name:
    return Name(word, word, gender="m")


_PREFIXES = {
    "n": "nano", "µ": "micro", "m": "milli", "c": "centi", "d": "déci", "h": "hecto", "k": "kilo",
    "M": "méga", "G": "giga", "T": "téra",
}  # fmt: skip
_METERS = {"": "mètre", "k": "kilomètre", "d": "décimètre", "c": "centimètre", "m": "millimètre"}

UNITS: dict[str, Name] = {
    **prefixed("W", _m("watt"), "mkMG", _PREFIXES),
    **prefixed("Wh", _m("wattheure"), "mkMGT", _PREFIXES),
    **prefixed("VA", _m("voltampère"), "k", _PREFIXES),
    **prefixed("V", _m("volt"), "mk", _PREFIXES),
    **prefixed("A", _m("ampère"), "mk", _PREFIXES),
    **prefixed("Ah", _m("ampère-heure", "ampères-heures"), "mk", _PREFIXES),
    **prefixed("Ω", _m("ohm"), "kM", _PREFIXES),
    **prefixed("J", _m("joule"), "kM", _PREFIXES),
    **prefixed("cal", _f("calorie"), "k", _PREFIXES),
    **prefixed("Hz", _same("hertz"), "kMG", _PREFIXES),
    **prefixed("Pa", _m("pascal"), "hkM", _PREFIXES),
    **prefixed("bar", _m("bar"), "m", _PREFIXES),
    **prefixed("m", _m("mètre"), "nµmcdk", _PREFIXES),
    **prefixed("g", _m("gramme"), "µmk", _PREFIXES),
    **prefixed("L", _m("litre"), "mcdh", _PREFIXES),
    **prefixed("s", _f("seconde"), "nµm", _PREFIXES),
    **prefixed("mol", _f("mole"), "m", _PREFIXES),
    **prefixed("B", _m("octet"), "kMGT", _PREFIXES),
    **{f"{p}o": _m(f"{word}octet") for p, word in (*_PREFIXES.items(), ("K", "kilo")) if p in "kKMGT"},
    **prefixed("bit", _m("bit"), "kMG", _PREFIXES),
    **{f"{p}m²": _m(f"{name} carré", f"{name}s carrés") for p, name in _METERS.items()},
    **{f"{p}m³": _m(f"{name} cube", f"{name}s cubes") for p, name in _METERS.items()},
    **{f"{p[0].upper()}i{b}": _m(f"{p}octet") for p in ("kibi", "mébi", "gibi", "tébi") for b in "Bo"},
    "mph": _m("mille par heure", "milles par heure"),
    "m/s²": _m("mètre par seconde carrée", "mètres par seconde carrée"),
    "kn": _m("nœud"), "kt": _m("nœud"), "Bft": _same("Beaufort"),
    "rpm": _m("tour par minute", "tours par minute"), "tr/min": _m("tour par minute", "tours par minute"),
    "bpm": _m("battement par minute", "battements par minute"),
    "fps": _f("image par seconde", "images par seconde"),
    "ppm": _f("partie par million", "parties par million"),
    "ppb": _f("partie par milliard", "parties par milliard"),
    "%": _same("pour cent"), "‰": _same("pour mille"),
    "%RH": _same("pour cent d'humidité relative"), "% HR": _same("pour cent d'humidité relative"),
    "%HR": _same("pour cent d'humidité relative"),
    "°C": _m("degré Celsius", "degrés Celsius"), "°F": _m("degré Fahrenheit", "degrés Fahrenheit"),
    "C": _m("degré Celsius", "degrés Celsius"), "F": _m("degré Fahrenheit", "degrés Fahrenheit"),
    "K": _m("kelvin"), "°": _m("degré"), "°d": _m("degré"),
    "dB": _m("décibel"), "dB(A)": _m("décibel A", "décibels A"), "dBm": _same("D B M"),
    "lx": _same("lux"), "lm": _m("lumen"), "cd": _f("candela"),
    "Nm": _m("newton-mètre", "newtons-mètres"), "kN": _m("kilonewton"),
    "mmHg": _m("millimètre de mercure", "millimètres de mercure"),
    "psi": _f("livre par pouce carré", "livres par pouce carré"), "atm": _f("atmosphère"),
    "in": _m("pouce"), "ft": _m("pied"), "ha": _m("hectare"), "lb": _f("livre"), "oz": _f("once"),
    "t": _f("tonne"), "kWp": _m("kilowatt-crête", "kilowatts-crête"),
    "kWc": _m("kilowatt-crête", "kilowatts-crête"),
    "min": _f("minute"), "mn": _f("minute"), "h": _f("heure"), "d": _m("jour"), "j": _m("jour"),
    "jour": _m("jour"), "heure": _f("heure"), "mois": _same("mois"), "semaine": _f("semaine"),
    "an": _m("an"), "minute": _f("minute"), "seconde": _f("seconde"), "nuit": _f("nuit"),
    "cp": _m("comprimé"),
    "personne": _f("personne"), "pers": _f("personne"), "km²": _m("kilomètre carré", "kilomètres carrés"),
    **{s: _f("cuillère à soupe", "cuillères à soupe") for s in ("c. à s.", "c.à.s.", "càs", "c. à soupe")},
    **{s: _f("cuillère à café", "cuillères à café") for s in ("c. à c.", "c.à.c.", "càc", "c. à café")},
    "ch": _m("cheval", "chevaux"),
    "px": _m("pixel"), "MP": _m("mégapixel"), "Mpx": _m("mégapixel"),
    "¢": _m("cent"), "ct": _m("centime"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "ft": "never", "B": "never",
    "t": "blank", "ch": "blank", "cp": "blank",
    "d": "never", "ct": "blank", "min": "", "jour": "never", "heure": "never", "mois": "never",
    "semaine": "never", "an": "never", "minute": "never", "seconde": "never", "nuit": "never",
    "personne": "never",
}  # fmt: skip

KEY_WORDS = _words("tapez appuyez composez touche touches faites tape appuie")
"""`#` is a key in a sentence with one of these."""
RATES = {
    word: f"par {word}" for word in ("jour", "semaine", "mois", "an", "nuit", "heure", "minute", "personne")
}
"""What stands after a slash between words: `2 jours/semaine`."""

_CENT, _CENTIME = _m("cent"), _m("centime")
CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "EUR": (_m("euro"), _CENTIME),
    "USD": (_m("dollar"), _CENT),
    "GBP": (_f("livre"), Name("penny", "pence", gender="m")),
    "CHF": (_m("franc suisse", "francs suisses"), _CENTIME),
    "JPY": (_m("yen"), None),
    "CNY": (_m("yuan"), None),
    "INR": (_f("roupie"), None),
    "AUD": (_m("dollar australien", "dollars australiens"), _CENT),
    "CAD": (_m("dollar canadien", "dollars canadiens"), _CENT),
    "SEK": (_f("couronne suédoise", "couronnes suédoises"), None),
    "NOK": (_f("couronne norvégienne", "couronnes norvégiennes"), None),
    "DKK": (_f("couronne danoise", "couronnes danoises"), None),
    "CZK": (_f("couronne tchèque", "couronnes tchèques"), None),
    "PLN": (_m("zloty"), None),
    "RUB": (_m("rouble"), _m("kopeck")),
    "TRY": (_f("livre turque", "livres turques"), None),
    "UAH": (_f("hryvnia"), None),
    "KRW": (_m("won"), None),
    "ILS": (_m("shekel"), None),
    "BRL": (_m("real", "reals"), None),
    "MAD": (_m("dirham"), _CENTIME),
    "XAF": (_m("franc CFA", "francs CFA"), None),
    "XOF": (_m("franc CFA", "francs CFA"), None),
}

SCALES = {"x": "fois", "×": "fois", "k": "mille", "M": "million"}
MONEY_SCALES = {
    "million": "million", "millions": "million", "milliard": "milliard", "milliards": "milliard",
    "k": "mille", "K": "mille", "M": "million", "Md": "milliard", "Mds": "milliard",
}  # fmt: skip

MONTH_NAMES = (
    "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre",
    "novembre", "décembre",
)  # fmt: skip
_SHORT_MONTHS = {
    "jan": 1, "janv": 1, "fév": 2, "févr": 2, "fevr": 2, "fevrier": 2, "avr": 4, "juil": 7, "aout": 8,
    "sept": 9, "oct": 10, "nov": 11, "déc": 12, "dec": 12, "decembre": 12,
}  # fmt: skip
_MONTHS = {**{name: number for number, name in enumerate(MONTH_NAMES, 1)}, **_SHORT_MONTHS}
MONTHS: dict[str, int] = {**_MONTHS, **{name.capitalize(): number for name, number in _MONTHS.items()}}
WEEKDAYS = {
    "lun": "lundi", "mar": "mardi", "mer": "mercredi", "jeu": "jeudi", "ven": "vendredi", "sam": "samedi",
    "dim": "dimanche",
}  # fmt: skip

ABBREVIATIONS: dict[str, str] = {
    "pts.": "points", "pts": "points",
    "Mme": "Madame", "Mmes": "Mesdames", "Mme.": "Madame", "Mlle": "Mademoiselle", "Mlles": "Mesdemoiselles",
    "Mr": "Monsieur", "Mr.": "Monsieur", "Mgr": "Monseigneur", "Dr": "docteur", "Dr.": "docteur",
    "Drs": "docteurs", "Pr": "professeur", "Pr.": "professeur", "Prof.": "professeur", "St": "Saint",
    "Ste": "Sainte", "St.": "Saint", "Ste.": "Sainte", "Cie": "compagnie", "Sté": "société",
    "p. ex.": "par exemple", "p.ex.": "par exemple", "par ex.": "par exemple", "c.-à-d.": "c'est-à-dire",
    "c.à.d.": "c'est-à-dire", "c-à-d": "c'est-à-dire", "càd": "c'est-à-dire", "etc.": "et cetera",
    "etc": "et cetera", "cf.": "voir", "env.": "environ", "approx.": "environ", "ex.": "exemple",
    "max.": "maximum", "min.": "minimum", "moy.": "moyenne", "temp.": "température",
    "prép.": "préparation", "pdt": "pendant", "vs": "versus", "T°": "température",
    "T° ext.": "température extérieure", "T° int.": "température intérieure",
    "temp. ext.": "température extérieure", "temp. int.": "température intérieure",
    "réf.": "référence", "tél.": "téléphone",
    "tel.": "téléphone", "adr.": "adresse", "apt.": "appartement", "appt.": "appartement",
    "appt": "appartement", "bât.": "bâtiment", "ét.": "étage", "rdc": "rez-de-chaussée",
    "RdC": "rez-de-chaussée", "rdv": "rendez-vous", "svp": "s'il vous plaît", "s.v.p.": "s'il vous plaît",
    "stp": "s'il te plaît", "apr.": "après", "hab.": "habitants", "qté": "quantité", "dép.": "départ",
    "arr.": "arrivée", "suppl.": "supplément", "incl.": "inclus", "min. et max.": "minimum et maximum",
    "av. J.-C.": "avant Jésus-Christ", "apr. J.-C.": "après Jésus-Christ",
    "ap. J.-C.": "après Jésus-Christ", "av. JC": "avant Jésus-Christ", "N.B.": "nota bene",
    "N-O": "nord-ouest", "N-E": "nord-est", "S-O": "sud-ouest", "S-E": "sud-est", "n°": "numéro",
    "nº": "numéro", "+/-": "plus ou moins", "et/ou": "et ou",
    "24h/24": "vingt-quatre heures sur vingt-quatre",
    "24 h/24": "vingt-quatre heures sur vingt-quatre", "24h sur 24": "vingt-quatre heures sur vingt-quatre",
    "7j/7": "sept jours sur sept", "7 j/7": "sept jours sur sept", "24/7": "vingt-quatre sept",
    "50/50": "cinquante cinquante",
    "CO2": "C O deux", "CO₂": "C O deux", "NO2": "N O deux", "NO₂": "N O deux", "O₃": "ozone",
    "H₂O": "H deux O", "PM2,5": "P M deux virgule cinq", "PM2.5": "P M deux virgule cinq",
    "PM₂,₅": "P M deux virgule cinq", "PM10": "P M dix", "kWh": "kilowattheures",
    "km/h": "kilomètres par heure",
    "m²": "mètres carrés", "m³": "mètres cubes",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "th.": "thermostat", "hum.": "humidité", "niv.": "niveau",
    "ext.": "extérieur", "int.": "intérieur", "tab.": "tableau",
    "n°": "numéro", "nº": "numéro", "n° ": "numéro ", "№": "numéro", "no.": "numéro", "nᵒ": "numéro",
    "p.": "page", "pp.": "pages", "fig.": "figure", "chap.": "chapitre", "art.": "article", "vol.": "volume",
    "t.": "tome", "no": "numéro", "tél": "téléphone", "port.": "portable",
    "éd.": "édition", "al.": "alinéa", "ch.": "chapitre",
}  # fmt: skip
WAYS = {
    "bd": "boulevard", "bld": "boulevard", "blvd": "boulevard", "boul": "boulevard", "av": "avenue",
    "ave": "avenue", "pl": "place", "rte": "route", "imp": "impasse", "all": "allée", "chem": "chemin",
    "sq": "square", "fbg": "faubourg", "fg": "faubourg", "rés": "résidence",
}  # fmt: skip

SURE_WAYS = _words("bd bld blvd av")
"""Those that are one without a dot as well, before a name."""

SYMBOLS: dict[str, str] = {
    "+": "plus", "++": "plus plus", "−": "moins", "×": "fois", "*": "fois", "÷": "divisé par", "/": "slash",
    "=": "égale", "==": "égale", "!=": "différent de", "≠": "différent de", "<": "inférieur à",
    ">": "supérieur à", "≤": "inférieur ou égal à", "<=": "inférieur ou égal à", "≥": "supérieur ou égal à",
    ">=": "supérieur ou égal à", "±": "plus ou moins", "~": "environ", "≈": "environ", "&": "et", "&&": "et",
    "@": "arobase", "#": "numéro", "#a": "hashtag ", "<1": "inférieur à", ">1": "supérieur à",
    "%": "pour cent", "§": "paragraphe", "∞": "infini", "√": "racine carrée de", "€": "euros",
}  # fmt: skip
NET_WORDS = {
    ".": "point", "/": "barre oblique", ":": "port", "@": "arobase", "-": "tiret", "_": "tiret bas",
    "+": "plus",
}  # fmt: skip
HEMISPHERES = {"N": "nord", "S": "sud", "E": "est", "O": "ouest", "W": "ouest"}
RELATIONS = {"to": "à", "of": "sur", "out of": "sur", "over": "sur"}

DATE_WORDS = _words(
    "le du au dès avant depuis jusqu'au jusqu’au lundi mardi mercredi jeudi vendredi samedi dimanche lun mar "
    "mer jeu ven sam dim date"
)
CODE_WORDS = _words("code pin digicode passe otp cvv identifiant codes siret siren")
CODE_LINKS = _words("est pin secret numéro n° d'accès d’accès d'entrée d’entrée wifi sms")
CODE_PURPOSES = frozenset({"à usage unique", *(
    f"{of}{purpose}" for of, purposes in (
        ("de ", "vérification confirmation sécurité validation connexion réservation commande suivi retrait "
                "livraison déverrouillage parrainage"),
        ("d'", "activation authentification accès identification entrée appairage"),
        ("d’", "activation authentification accès identification entrée appairage"),
    ) for purpose in purposes.split()
)})  # fmt: skip
PLACE_WORDS = _words(
    "salle chambre porte appartement appt apt bureau quai hall bâtiment bloc classe voie sortie siège studio "
    "terminal poste rue cellule entrée escalier niveau allée"
)
STEP_WORDS = _words(
    "étape page partie épisode piste diapo chapitre phase disque fichier élément question tour niveau jour "
    "zone tentative manche leçon"
)
RATING_WORDS = _words("note noté notée notés score évalué évaluée obtenu obtient moyenne")
ROMAN_WORDS = _words(
    "chapitre tome volume livre partie acte scène section article annexe titre étape phase niveau type "
    "tableau figure épisode saison psaume chant groupe catégorie classe paragraphe module"
)
RULER_NAMES = _words(
    "louis charles henri françois philippe napoléon jean paul pie benoît léon grégoire clément innocent "
    "urbain élisabeth elisabeth elizabeth marie george georges guillaume édouard edouard jacques richard "
    "frédéric ferdinand alexandre nicolas catherine pierre otton léopold albert baudouin victor emmanuel "
    "ramsès ptolémée cléopâtre alphonse felipe carlos juan christian gustave harald haakon olaf joseph "
    "robert hugues lothaire childéric clovis dagobert thierry rainier hassan mohammed mehmed ivan maurice"
)
RULER_TITLES = _words(
    "roi reine pape empereur impératrice tsar tsarine prince princesse pharaon sultan kaiser"
)
ELECTRIC_WORDS = _words(
    "ampère ampères courant courants fusible fusibles disjoncteur prise prises charge charger chargeur "
    "batterie tension borne consomme intensité secteur circuit câble volts phase"
)
WARMTH_WORDS = _words(
    "température températures temp dehors dedans chaud chaude froid froide four chauffage chauffe thermostat "
    "extérieur extérieure intérieur intérieure congélateur frigo réfrigérateur degrés fièvre météo ressenti "
    "ressentie minimale maximale minimales maximales gel consigne eau fait"
)
PER_WORDS = _words("le du au par chaque")
BLOOD_WORDS = _words("tension pouls artérielle systolique")
BEFORE_MINUS = _words("fait à de par est était sera température jusqu'à entre et atteint descend")
RATIO_WORDS = _words(
    "ratio rapport mélange mélanger mélangez échelle dilution diluer diluez dilué proportion"
)
DURATION_WORDS = _words(
    "minuteur minuterie durée rebours restant restante restantes chrono chronomètre écoulé écoulée reste"
)
LABEL_WORDS = _words(
    "classe groupe modèle taille type niveau bâtiment bloc terminal quai ligne section vitamine grade zone"
)

FEMININE = _words(
    "notif notifs finale étoile étoiles clé clés île îles école écoles barre barres "
    "heure heures minute minutes seconde secondes personne personnes fois page pages semaine semaines "
    "journée journées soirée soirées matinée année années nuit nuits lampe lampes porte portes fenêtre "
    "fenêtres lumière lumières pièce pièces chambre chambres alerte alertes chanson chansons piste pistes "
    "tâche tâches réponse réponses question questions voiture voitures tonne tonnes livre livres calorie "
    "calories maison maisons bouteille bouteilles boîte boîtes cuillère cuillères cuillerée tasse tasses "
    "tranche tranches pincée gousse gousses étape étapes ligne lignes photo photos vidéo vidéos batterie "
    "batteries prise prises caméra caméras radio radios télé place places vue vues idée idées erreur "
    "erreurs marche marches mise mises demande demandes partie parties couleur couleurs scène scènes "
    "zone zones pomme pommes carotte carottes tomate tomates orange oranges feuille feuilles goutte "
    "gouttes clé clés ville villes entrée entrées sortie sorties nouvelle nouvelles femme femmes fille "
    "filles dose doses pilule pilules once onces case cases course courses liste listes application "
    "applications ampoule ampoules chaîne chaînes caisse caisses "
    "petite petites grande grandes bonne bonnes longue longues dernière dernières première premières "
    "vaisselle lessive lessives machine machines box sonnerie visite visites absence amie amies "
    "plante plantes carte cartes lettre lettres barre barres pause pauses"
)
"""Nouns, and adjectives before them, that a number before them agrees with."""
FEMININE_ENDINGS = (
    "tion", "tions", "sion", "sions", "ette", "ettes", "euse", "euses", "trice", "trices", "ance", "ances",
)  # fmt: skip
NAMING = (
    LABEL_WORDS | STEP_WORDS | PLACE_WORDS | _words("numéro version modèle canal chaîne lampe capteur le")
)
"""Words before a 1 that is their name and counts nothing: "chaîne 1"."""
