"""Italian: names of units, currencies, months; short forms, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _m(one: str, other: str = "") -> Name:
    return Name(one, other or one[:-1] + "i", gender="m")


def _f(one: str, other: str = "") -> Name:
    return Name(one, other or one[:-1] + "e", gender="f")


def _same(word: str) -> Name:
    return Name(word, word, gender="m")


_PREFIXES = {
    "n": "nano", "µ": "micro", "m": "milli", "c": "centi", "d": "deci", "h": "etto", "k": "chilo",
    "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
_METERS = {"": "metro", "k": "chilometro", "d": "decimetro", "c": "centimetro", "m": "millimetro"}

UNITS: dict[str, Name] = {
    **prefixed("W", _same("watt"), "mkMG", _PREFIXES),
    **prefixed("Wh", _same("wattora"), "mkMGT", _PREFIXES),
    **prefixed("VA", _same("voltampere"), "k", _PREFIXES),
    **prefixed("V", _same("volt"), "mk", _PREFIXES),
    **prefixed("A", _same("ampere"), "mk", _PREFIXES),
    **prefixed("Ah", _same("amperora"), "mk", _PREFIXES),
    **prefixed("Ω", _same("ohm"), "kM", _PREFIXES),
    **prefixed("J", _same("joule"), "kM", _PREFIXES),
    **prefixed("cal", _f("caloria"), "k", _PREFIXES),
    **prefixed("Hz", _same("hertz"), "kMG", _PREFIXES),
    **prefixed("Pa", _same("pascal"), "hkM", _PREFIXES),
    **prefixed("bar", _same("bar"), "m", _PREFIXES),
    **{f"{p}m": _m(name) for p, name in _METERS.items()}, "µm": _m("micrometro"), "nm": _m("nanometro"),
    **prefixed("g", _m("grammo"), "µm", _PREFIXES), "kg": _m("chilo"), "hg": _m("etto"),
    **prefixed("L", _m("litro"), "mcdh", _PREFIXES),
    **prefixed("s", _m("secondo"), "nµm", _PREFIXES),
    **prefixed("mol", _f("mole", "moli"), "m", _PREFIXES),
    **prefixed("B", _same("byte"), "kMGT", _PREFIXES),
    **prefixed("bit", _same("bit"), "kMG", _PREFIXES),
    **{f"{p[0].upper()}iB": _same(f"{p}byte") for p in ("kibi", "mebi", "gibi", "tebi")},
    **{f"{p}m²": _m(f"{n} quadrato", f"{n[:-1]}i quadrati") for p, n in _METERS.items()},
    **{f"{p}m³": _m(f"{n} cubo", f"{n[:-1]}i cubi") for p, n in _METERS.items()},
    "mq": _m("metro quadrato", "metri quadrati"), "mc": _m("metro cubo", "metri cubi"),
    "km/h": _m("chilometro orario", "chilometri orari"), "mph": _m("miglio orario", "miglia orarie"),
    "m/s²": _m("metro al secondo quadrato", "metri al secondo quadrato"),
    "kn": _m("nodo"), "kt": _m("nodo"), "Bft": _same("Beaufort"),
    "rpm": _m("giro al minuto", "giri al minuto"), "giri/min": _m("giro al minuto", "giri al minuto"),
    "bpm": _m("battito al minuto", "battiti al minuto"), "fps": _same("fotogrammi al secondo"),
    "ppm": _f("parte per milione", "parti per milione"),
    "ppb": _f("parte per miliardo", "parti per miliardo"),
    "%": _same("per cento"), "‰": _same("per mille"),
    **{symbol: _same("per cento di umidità relativa") for symbol in ("%RH", "% UR", "%UR", "% U.R.")},
    "°C": _m("grado Celsius", "gradi Celsius"), "°F": _m("grado Fahrenheit", "gradi Fahrenheit"),
    "C": _m("grado Celsius", "gradi Celsius"), "F": _m("grado Fahrenheit", "gradi Fahrenheit"),
    "K": _same("kelvin"), "°": _m("grado"), "°d": _m("grado"),
    "dB": _same("decibel"), "dB(A)": _same("decibel A"), "dBm": _same("D B M"),
    "lx": _same("lux"), "lm": _same("lumen"), "cd": _f("candela"),
    "Nm": _same("newton metro"), "kN": _same("chilonewton"),
    "mmHg": _m("millimetro di mercurio", "millimetri di mercurio"),
    "psi": _f("libbra per pollice quadrato", "libbre per pollice quadrato"), "atm": _f("atmosfera"),
    "in": _m("pollice"), "ft": _m("piede"), "lb": _f("libbra"), "oz": _f("oncia", "once"),
    "t": _f("tonnellata"), "q": _m("quintale"), "kWp": _same("chilowatt di picco"),
    "min": _m("minuto"), "h": _f("ora"), "d": _m("giorno"), "gg": _m("giorno"), "giorno": _m("giorno"),
    "ora": _f("ora"), "mese": _m("mese"), "settimana": _f("settimana"), "anno": _m("anno"),
    "minuto": _m("minuto"), "secondo": _m("secondo"), "notte": _f("notte", "notti"),
    "persona": _f("persona"), "cp": _f("compressa"), "cpr": _f("compressa"), "gtt": _f("goccia", "gocce"),
    "CV": _m("cavallo", "cavalli"),
    "cent": _same("cent"), "px": _same("pixel"), "MP": _same("megapixel"), "ct": _m("centesimo"),
    "¢": _same("cent"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "ft": "never", "B": "never",
    "t": "blank", "q": "blank", "d": "never", "ct": "blank", "min": "", "giorno": "never", "ora": "never",
    "mese": "never", "settimana": "never", "anno": "never", "minuto": "never", "secondo": "never",
    "notte": "never", "persona": "never", "mc": "blank",
}  # fmt: skip
KEY_WORDS = _words("premi premere premete tasto tasti digita digitare componi")
"""`#` is a key in a sentence with one of these."""
RATES = {
    "h": "all'ora", "s": "al secondo", "min": "al minuto", "d": "al giorno", "giorno": "al giorno",
    "ora": "all'ora", "mese": "al mese", "settimana": "alla settimana", "anno": "all'anno",
    "minuto": "al minuto", "secondo": "al secondo", "notte": "a notte", "persona": "a persona",
}  # fmt: skip
"""What stands after the slash, where it is not said with "per"."""

_CENTESIMO, _CENT = _m("centesimo"), _same("cent")
CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "EUR": (_same("euro"), _CENTESIMO),
    "USD": (_m("dollaro"), _CENTESIMO),
    "GBP": (_f("sterlina"), Name("penny", "pence", gender="m")),
    "CHF": (_m("franco svizzero", "franchi svizzeri"), _CENTESIMO),
    "JPY": (_same("yen"), None),
    "CNY": (_same("yuan"), None),
    "INR": (_f("rupia"), None),
    "AUD": (_m("dollaro australiano", "dollari australiani"), _CENT),
    "CAD": (_m("dollaro canadese", "dollari canadesi"), _CENT),
    "SEK": (_f("corona svedese", "corone svedesi"), None),
    "NOK": (_f("corona norvegese", "corone norvegesi"), None),
    "DKK": (_f("corona danese", "corone danesi"), None),
    "CZK": (_f("corona ceca", "corone ceche"), None),
    "PLN": (_m("zloty", "zloty"), None),
    "RUB": (_m("rublo"), None),
    "TRY": (_f("lira turca", "lire turche"), None),
    "UAH": (_f("grivnia", "grivnie"), None),
    "KRW": (_same("won"), None),
    "BRL": (_same("real"), None),
}

SCALES = {"x": "volte", "×": "volte", "k": "mila", "M": "milione"}
MONEY_SCALES = {
    "milione": "milione", "milioni": "milione", "mln": "milione", "miliardo": "miliardo",
    "miliardi": "miliardo", "mld": "miliardo", "k": "mila", "K": "mila", "M": "milione",
}  # fmt: skip

MONTH_NAMES = (
    "gennaio", "febbraio", "marzo", "aprile", "maggio", "giugno", "luglio", "agosto", "settembre", "ottobre",
    "novembre", "dicembre",
)  # fmt: skip
_MONTHS = {
    **{name: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)},
    "febbr": 2, "sett": 9,
}  # fmt: skip
MONTHS: dict[str, int] = {**_MONTHS, **{name.capitalize(): number for name, number in _MONTHS.items()}}
WEEKDAYS = {
    "lun": "lunedì", "mar": "martedì", "mer": "mercoledì", "gio": "giovedì", "ven": "venerdì",
    "sab": "sabato", "dom": "domenica",
}  # fmt: skip

ABBREVIATIONS: dict[str, str] = {
    "pti.": "punti", "pti": "punti", "ab.": "abitanti",
    "sig.": "signor", "sig.ra": "signora", "sig.na": "signorina", "sigg.": "signori", "sig.re": "signore",
    "dott.": "dottor", "dott.ssa": "dottoressa", "dr.": "dottor", "Dr": "dottor", "dr.ssa": "dottoressa",
    "prof.": "professor", "prof.ssa": "professoressa", "proff.": "professori", "ing.": "ingegner",
    "avv.": "avvocato", "arch.": "architetto", "geom.": "geometra", "rag.": "ragionier", "on.": "onorevole",
    "egr.": "egregio", "gent.mo": "gentilissimo", "gent.ma": "gentilissima", "gent.le": "gentile",
    "spett.": "spettabile", "spett.le": "spettabile", "mons.": "monsignor", "card.": "cardinal",
    "ad es.": "ad esempio", "per es.": "per esempio", "p. es.": "per esempio", "p.es.": "per esempio",
    "q.b.": "quanto basta", "es.:": "esempio:", "ecc.": "eccetera", "ecc": "eccetera", "etc.": "eccetera",
    "cfr.": "confronta",
    "temp. max": "temperatura massima", "temp. min.": "temperatura minima", "pers.": "persone",
    "dx": "destra", "sx": "sinistra", "ca.": "circa", "c.a.": "circa", "max.": "massimo", "min.": "minimo",
    "temp.": "temperatura",
    "tel.": "telefono", "cell.": "cellulare", "fam.": "famiglia", "ins.": "insieme", "incl.": "incluso",
    "escl.": "escluso", "a.C.": "avanti Cristo", "d.C.": "dopo Cristo", "a. C.": "avanti Cristo",
    "d. C.": "dopo Cristo", "c.so": "corso", "p.zza": "piazza", "p.za": "piazza", "p.le": "piazzale",
    "v.le": "viale", "l.go": "largo",
    "f.lli": "fratelli",
    "s.p.a.": "S P A", "s.r.l.": "S R L", "mln": "milioni",
    "mld": "miliardi", "e/o": "e o", "n°": "numero", "nº": "numero", "+/-": "più o meno",
    "sig. e ": "signore e ",
    "N-O": "nord-ovest", "N-E": "nord-est",
    "S-O": "sud-ovest", "S-E": "sud-est", "c/o": "presso", "24h/24": "ventiquattro ore su ventiquattro",
    "24 h/24": "ventiquattro ore su ventiquattro", "24h su 24": "ventiquattro ore su ventiquattro",
    "24/7": "ventiquattro sette", "50/50": "cinquanta e cinquanta", "gg.": "giorni",
    "CO2": "C O due", "CO₂": "C O due", "NO2": "N O due", "NO₂": "N O due", "O₃": "ozono",
    "H₂O": "H due O", "PM2,5": "P M due virgola cinque", "PM2.5": "P M due virgola cinque",
    "PM₂,₅": "P M due virgola cinque", "PM10": "P M dieci", "kWh": "chilowattora",
    "km/h": "chilometri orari", "m²": "metri quadrati", "m³": "metri cubi", "mq": "metri quadrati",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "tel": "telefono",
    "n.": "numero", "n°": "numero", "nº": "numero", "nr.": "numero", "num.": "numero", "№": "numero",
    "nn.": "numeri", "pag.": "pagina", "pagg.": "pagine", "p.": "pagina", "pp.": "pagine", "fig.": "figura",
    "bin.": "binario", "km": "chilometro",
    "cap.": "capitolo", "art.": "articolo", "artt.": "articoli", "vol.": "volume", "int.": "interno",
    "sc.": "scala", "ed.": "edizione", "tab.": "tabella", "rif.": "riferimento", "lett.": "lettera",
    "civ.": "civico", "co.": "comma",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "più", "++": "più più", "−": "meno", "×": "per", "*": "per", "÷": "diviso", "/": "barra",
    "=": "uguale", "==": "uguale", "!=": "diverso da", "≠": "diverso da", "<": "minore di",
    ">": "maggiore di", "≤": "minore o uguale a", "<=": "minore o uguale a", "≥": "maggiore o uguale a",
    ">=": "maggiore o uguale a", "±": "più o meno", "~": "circa", "≈": "circa", "&": "e", "&&": "e",
    "@": "chiocciola", "#": "numero", "#a": "hashtag ", "<1": "meno di", ">1": "più di", "%": "per cento",
    "§": "paragrafo", "∞": "infinito", "√": "radice quadrata di", "€": "euro",
}  # fmt: skip
NET_WORDS = {
    ".": "punto", "/": "barra", ":": "porta", "@": "chiocciola", "-": "trattino", "_": "trattino basso",
    "+": "più",
}  # fmt: skip
HEMISPHERES = {"N": "nord", "S": "sud", "E": "est", "O": "ovest", "W": "ovest"}
RELATIONS = {"to": "a", "of": "di", "out of": "su", "over": "su"}

DATE_WORDS = _words(
    "il del dal al entro dopo prima fino da lunedì martedì mercoledì giovedì venerdì sabato domenica lun mar "
    "mer gio ven sab dom data scadenza"
)
CODE_WORDS = _words("codice codici pin otp cvv password passcode cap")
CODE_LINKS = _words("è pin segreto numero postale d'accesso d’accesso sms otp conferma")
CODE_PURPOSES = frozenset(
    f"di {purpose}"
    for purpose in _words(
        "verifica conferma sicurezza accesso attivazione autenticazione prenotazione ritiro sblocco "
        "identificazione spedizione abbinamento"
    )
)
PLACE_WORDS = _words(
    "stanza camera porta appartamento interno ufficio aula sala sezione binario gate uscita posto classe "
    "edificio blocco scala terminal via corso viale piazza studio"
)
STEP_WORDS = _words(
    "passo passaggio pagina parte episodio traccia diapositiva capitolo fase disco file elemento domanda "
    "round livello giorno zona tentativo lezione"
)
RATING_WORDS = _words("voto valutazione punteggio valutato valutata ottenuto media")
ROMAN_WORDS = _words(
    "capitolo tomo volume libro parte atto scena sezione articolo allegato titolo fase livello tipo tabella "
    "figura episodio stagione salmo canto gruppo categoria classe paragrafo modulo"
)
QUEENS = _words(
    "elisabetta caterina maria margherita vittoria anna cleopatra giovanna cristina isabella beatrice"
)
RULER_NAMES = QUEENS | _words(
    "luigi carlo enrico francesco filippo napoleone giovanni paolo pio benedetto leone gregorio clemente "
    "innocenzo urbano giorgio guglielmo edoardo giacomo riccardo federico ferdinando alessandro nicola "
    "pietro ottone leopoldo alberto baldovino vittorio emanuele ramses ramesse tolomeo alfonso gustavo "
    "cristiano giuseppe roberto umberto amedeo cosimo sisto bonifacio giulio celestino callisto martino "
    "felice eugenio adriano filiberto ivan"
)
RULER_TITLES = _words("re regina papa imperatore imperatrice zar zarina principe principessa faraone sultano")
ORDINAL_NOUNS = {
    "secolo": "m", "millennio": "m", "piano": "m", "posto": "m", "premio": "m", "municipio": "m",
    "concilio": "m", "congresso": "m", "giorno": "m", "grado": "m", "tempo": "m", "turno": "m", "anno": "m",
    "quarto": "m", "round": "m", "classificato": "m", "arrivato": "m", "livello": "m", "comma": "m",
    "capitolo": "m", "semestre": "m", "trimestre": "m", "quadrimestre": "m", "episodio": "m", "set": "m",
    "giro": "m", "mese": "m", "compleanno": "m", "anniversario": "m", "guerra": "f", "edizione": "f",
    "repubblica": "f", "classe": "f", "legislatura": "f", "giornata": "f", "dinastia": "f", "rata": "f",
    "settimana": "f", "posizione": "f", "fila": "f", "minuto": "m", "chilometro": "m", "settore": "m",
    "reparto": "m", "volta": "f", "porta": "f", "parte": "f", "fase": "f",
    "lunedì": "m", "martedì": "m", "mercoledì": "m", "giovedì": "m", "venerdì": "m", "sabato": "m",
    "domenica": "f", "elementare": "f", "media": "f", "superiore": "f", "puntata": "f", "tappa": "f",
}  # fmt: skip
"""Nouns that an ordinal stands before, with their gender: `1° piano`, `II guerra mondiale`."""
ELECTRIC_WORDS = _words(
    "ampere corrente correnti fusibile fusibili interruttore salvavita presa prese carica caricatore "
    "batteria tensione colonnina assorbe circuito cavo volt fase wallbox"
)
WARMTH_WORDS = _words(
    "temperatura temperature temp fuori dentro caldo calda freddo fredda forno riscaldamento termostato "
    "esterno esterna interno interna congelatore frigo frigorifero gradi febbre meteo percepita minima "
    "massima minime massime gelo acqua"
)
BEFORE_MINUS = _words("sono fa fanno a di è era temperatura tra fra fino e scende raggiunge circa")
BEFORE_MINUTES = _words("di fra tra in per circa ogni dopo entro ritardo")
"""`15'` after one of these is fifteen minutes."""
BEFORE_MINUTE_OF_GAME = _words("al dal del il")
PRESSURE_WORDS = _words("pressione pressioni arteriosa sistolica")
NUMBERED = _words("n nr numero legge decreto sentenza delibera ordinanza circolare determina protocollo prot")
"""`5/2026` after one of these is no month."""
BEFORE_RANGE = _words(
    "per tra fra di in ogni da circa ca a il i gli le la al ai alle dal del nel nei con su pagine pagina "
    "pagg pp anni ore orario verso quasi oltre entro dopo ultimi prossimi articoli capitoli punti"
)
"""After one of these a range is said without "da": "per venticinque trenta minuti"."""
RATIO_WORDS = _words("rapporto proporzione miscela mescola mescolare scala diluizione diluire diluisci")
SCORE_WORDS = _words(
    "vinto perso vince perde vincono battuto batte pareggio pareggiato risultato punteggio partita finita "
    "finisce gol set"
)
"""`1-2` beside one of these is a score and no range."""
DURATION_WORDS = _words("timer durata conto cronometro rimanente rimanenti restano trascorso trascorsi")
LABEL_WORDS = _words(
    "classe gruppo modello taglia tipo livello edificio blocco terminal binario linea sezione vitamina zona"
)

FEMININE = _words(
    "ora persona pagina settimana giornata notte lampada porta finestra luce stanza camera notifica canzone "
    "traccia attività risposta domanda auto macchina tonnellata libbra caloria casa bottiglia scatola tazza "
    "fetta riga foto batteria presa telecamera radio tv volta idea chiamata chiave città mail email "
    "pausa pastiglia compressa dose goccia foglia mela carota cipolla arancia uova busta lista app opzione "
    "stazione lezione riunione registrazione posizione nuova sola piccola lavatrice "
    "lavastoviglie zona automazione scena e-mail routine allerta bolletta rata carta lettera visita"
)
MASCULINE = _words(
    "minuto secondo giorno mese anno grado metro chilometro centimetro millimetro litro chilo grammo etto "
    "euro dollaro messaggio dispositivo evento promemoria allarme timer appuntamento errore aggiornamento "
    "impegno articolo elemento file film libro brano passo posto punto sensore termostato interruttore "
    "cucchiaio cucchiaino bicchiere spicchio uovo pezzo pacco pacchetto studente zaino specchio sconto "
    "scalino nuovo solo piccolo amico bambino uomo ospite avviso problema prodotto utente account piano "
    "milione miliardo watt chilowatt chilowattora volt ampere"
)
FEMININE_ENDINGS = ("a", "zione", "sione", "gione", "trice", "tà", "tù", "ie", "udine")
"""Of nouns in the singular; others end with one of `MASCULINE_ENDINGS` or tell nothing."""
MASCULINE_ENDINGS = ("o", "ore", "ale", "ile", "one", "ame", "ume", "iere", "ese", "ente", "ante", "ma")
BEFORE_ONE = _words(
    "sono hai ha ho abbiamo avete hanno e ed o con di per in serve servono aggiungi aggiungete "
    "resta rimane manca "
    "mancano prendi prenda prendete mescola mescolate unisci unite versa ogni solo ancora costa compra usa "
    "usate da tra fra a ti mi vi ci c'è è nuovo ricevuto metti mettete"
)
"""Words after which a 1 counts what follows; others are named by it ("sensore 1 attivo")."""
NO_NOUNS = _words(
    "alla allo della dello nella nello sulla dalla dallo alto dopo prima poco molto contro sotto sopra "
    "entro verso quando come anche ancora invece tutto questo questa quello quella sono siamo"
)
SAINTS = _words(
    "Pietro Giovanni Marco Paolo Francesco Giuseppe Martino Michele Giorgio Benedetto Luca Nicola Lorenzo "
    "Donato Vito Siro Gennaro Rocco Sebastiano Valentino Vincenzo Carlo Bernardo Bernardino Domenico Giacomo "
    "Gregorio Leonardo Matteo Mattia Maurizio Nazario Pancrazio Pio Rufino Salvatore Silvestro Tommaso Zeno "
    "Babila Felice Fermo Siro Damiano Cosma Maria Lucia Croce Caterina Chiara Rita Cecilia Giulia Teresa "
    "Margherita Marta Monica Sofia Barbara Cristina Anna Antonio Agata Agnese Agostino Ambrogio Andrea "
    "Angelo Elena Eufemia Ignazio Omobono Orsola Stefano Spirito"
)
