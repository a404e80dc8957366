"""Spanish: names of units, currencies, months; abbreviations, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.nouns import Nouns
from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _m(one: str, other: str = "") -> Name:
    return Name(one, other or one + "s", gender="m")


def _f(one: str, other: str = "") -> Name:
    return Name(one, other or one + "s", gender="f")


def _same(word: str) -> Name:
    """A name that takes "uno" and "veintiuno" in full."""
    return Name(word, word)


_PREFIXES = {
    "n": "nano", "µ": "micro", "m": "mili", "c": "centi", "d": "deci", "h": "hecto", "k": "kilo",
    "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
_METERS = {"": "metro", "k": "kilómetro", "c": "centímetro", "m": "milímetro", "d": "decímetro"}

UNITS: dict[str, Name] = {
    **prefixed("W", _m("vatio"), "mkMG", _PREFIXES),
    **prefixed("Wh", _m("vatio hora", "vatios hora"), "mkMGT", _PREFIXES),
    **prefixed("VA", _m("voltiamperio"), "k", _PREFIXES),
    **prefixed("V", _m("voltio"), "mk", _PREFIXES),
    **prefixed("A", _m("amperio"), "mk", _PREFIXES),
    **prefixed("Ah", _m("amperio hora", "amperios hora"), "mk", _PREFIXES),
    **prefixed("Ω", _m("ohmio"), "kM", _PREFIXES),
    **prefixed("J", _m("julio"), "kM", _PREFIXES),
    **prefixed("cal", _f("caloría"), "k", _PREFIXES),
    **prefixed("Hz", _m("hercio"), "kMG", _PREFIXES),
    **prefixed("Pa", _m("pascal", "pascales"), "hkM", _PREFIXES),
    **prefixed("bar", _m("bar", "bares"), "m", _PREFIXES),
    **prefixed("g", _m("gramo"), "µm", _PREFIXES), "kg": _m("kilo"),
    **prefixed("L", _m("litro"), "mcdh", _PREFIXES),
    **prefixed("s", _m("segundo"), "nµm", _PREFIXES),
    **prefixed("mol", _m("mol", "moles"), "m", _PREFIXES),
    **prefixed("B", _m("byte"), "kMGT", _PREFIXES),
    **prefixed("bit", _m("bit"), "kMG", _PREFIXES),
    **{f"{prefix}m" if prefix else "m": _m(name) for prefix, name in _METERS.items()},
    **{f"{prefix}m²": _m(f"{name} cuadrado", f"{name}s cuadrados") for prefix, name in _METERS.items()},
    **{f"{prefix}m³": _m(f"{name} cúbico", f"{name}s cúbicos") for prefix, name in _METERS.items()},
    "µm": _m("micrómetro"), "nm": _m("nanómetro"),
    "MiB": _m("mebibyte"), "GiB": _m("gibibyte"), "KiB": _m("kibibyte"), "TiB": _m("tebibyte"),
    "mph": _f("milla por hora", "millas por hora"), "m/s²": _m("metro por segundo al cuadrado",
                                                              "metros por segundo al cuadrado"),
    "kn": _m("nudo"), "kt": _m("nudo"), "rpm": _f("revolución por minuto", "revoluciones por minuto"),
    "bpm": _m("latido por minuto", "latidos por minuto"), "lpm": _m("latido por minuto",
    "latidos por minuto"),
    "fps": _m("fotograma por segundo", "fotogramas por segundo"),
    "ppm": _f("parte por millón", "partes por millón"),
    "ppb": _f("parte por mil millones", "partes por mil millones"),
    "%": _same("por ciento"), "‰": _same("por mil"), "%RH": _same("por ciento de humedad relativa"),
    "°C": _m("grado Celsius", "grados Celsius"), "°F": _m("grado Fahrenheit", "grados Fahrenheit"),
    "C": _m("grado Celsius", "grados Celsius"), "F": _m("grado Fahrenheit", "grados Fahrenheit"),
    "K": Name("kelvin", "kelvin", gender="m"), "°": _m("grado"),
    "dB": _m("decibelio"), "dB(A)": _m("decibelio A", "decibelios A"), "dBm": _same("D B M"),
    "lx": Name("lux", "lux", gender="m"), "lm": _m("lumen", "lúmenes"), "cd": _f("candela"),
    "Nm": _m("newton metro", "newton metros"), "kN": _m("kilonewton"),
    "mmHg": _m("milímetro de mercurio", "milímetros de mercurio"),
    "psi": _f("libra por pulgada cuadrada", "libras por pulgada cuadrada"), "atm": _f("atmósfera"),
    "in": _f("pulgada"), "ft": _m("pie"), "mi": _f("milla"), "ha": _f("hectárea"), "lb": _f("libra"),
    "oz": _f("onza"), "gal": _m("galón", "galones"), "t": _f("tonelada"), "kWp": _m("kilovatio pico",
                                                                                   "kilovatios pico"),
    "min": _m("minuto"), "h": _f("hora"), "d": _m("día"), "seg": _m("segundo"), "hs": _f("hora"),
    "día": _m("día"), "hora": _f("hora"), "mes": _m("mes", "meses"), "semana": _f("semana"), "año": _m("año"),
    "minuto": _m("minuto"), "segundo": _m("segundo"), "comp": _m("comprimido"),
    **{s: _f("cucharada") for s in ("cda", "cdas")}, **{s: _f("cucharadita") for s in ("cdta", "cdtas")},
    **{s: _m("kilo") for s in ("kgs", "Kgs")}, **{s: _m("gramo") for s in ("gr", "grs")},
    **{s: _m("litro") for s in ("lt", "lts", "Lts")}, "mins": _m("minuto"),
    "noche": _f("noche"), "persona": _f("persona"),
    "px": _m("píxel", "píxeles"), "MP": _m("megapíxel", "megapíxeles"), "ct": _m("céntimo"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "ft": "never", "B": "never",
    "t": "blank", "d": "never", "ct": "blank", "cal": "blank", "min": "", "día": "never", "hora": "never",
    "mes": "never", "semana": "never", "año": "never", "minuto": "never", "segundo": "never",
    "noche": "never", "persona": "never", "comp": "blank", "lt": "blank",
}  # fmt: skip

_CENTIMO, _CENTAVO = _m("céntimo"), _m("centavo")
CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "EUR": (_m("euro"), _CENTIMO),
    "USD": (_m("dólar", "dólares"), _CENTAVO),
    "GBP": (_f("libra"), _m("penique")),
    "CHF": (_m("franco suizo", "francos suizos"), _CENTIMO),
    "JPY": (_m("yen", "yenes"), None),
    "CNY": (_m("yuan", "yuanes"), None),
    "MXN": (_m("peso mexicano", "pesos mexicanos"), _CENTAVO),
    "ARS": (_m("peso argentino", "pesos argentinos"), _CENTAVO),
    "COP": (_m("peso colombiano", "pesos colombianos"), _CENTAVO),
    "CLP": (_m("peso chileno", "pesos chilenos"), None),
    "UYU": (_m("peso uruguayo", "pesos uruguayos"), _CENTAVO),
    "PEN": (_m("sol", "soles"), _CENTIMO),
    "BRL": (_m("real", "reales"), _CENTAVO),
    "PLN": (_m("esloti", "eslotis"), None),
    "SEK": (_f("corona sueca", "coronas suecas"), None),
    "NOK": (_f("corona noruega", "coronas noruegas"), None),
    "DKK": (_f("corona danesa", "coronas danesas"), None),
    "CZK": (_f("corona checa", "coronas checas"), None),
    "RUB": (_m("rublo"), _m("kopek", "kopeks")),
    "INR": (_f("rupia"), None),
    "TRY": (_f("lira turca", "liras turcas"), None),
    "KRW": (_m("won"), None),
}
PESOS = {"mx": "MXN", "ar": "ARS", "co": "COP", "cl": "CLP", "uy": "UYU"}
"""Regions whose $ is a peso -> its code; there it is said without the country."""
PESO = _m("peso")
POINT_REGIONS = _words("mx us pr gt hn ni sv pa do pe 419")
"""Regions that write 1,234.5."""

SCALES = {"x": "veces", "k": "mil"}
MONEY_SCALES = {
    "k": "mil", "K": "mil", "M": "millones", "mil": "mil", "millón": "millón", "millones": "millones",
    "mil millones": "mil millones", "billones": "billones",
}  # fmt: skip

MONTH_NAMES = (
    "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
    "noviembre", "diciembre",
)  # fmt: skip
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name.capitalize(): number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3].capitalize(): number for number, name in enumerate(MONTH_NAMES, 1)},
    "sept": 9, "setiembre": 9,
}  # fmt: skip
WEEKDAYS = {
    "lun": "lunes", "Lun": "lunes", "Mar": "martes", "mié": "miércoles", "Mié": "miércoles", "jue": "jueves",
    "Jue": "jueves", "vie": "viernes", "Vie": "viernes", "sáb": "sábado", "Sáb": "sábado", "dom": "domingo",
    "Dom": "domingo",
}  # fmt: skip
"""Without `mar`, the sea."""

ABBREVIATIONS: dict[str, str] = {
    "cda.": "cucharada", "cdas.": "cucharadas", "cdta.": "cucharadita", "cdtas.": "cucharaditas",
    "pts.": "puntos", "pts": "puntos", "pers.": "personas", "km/h": "kilómetros por hora",
    "temp. máx.": "temperatura máxima", "temp. mín.": "temperatura mínima", "ref.": "referencia",
    "Apdo.": "apartado", "apdo.": "apartado", "Pl.": "plaza", "Pº": "paseo", "P.º": "paseo",
    "esc.": "escalera", "Sr.ª": "señora", "Dr.ª": "doctora", "Prof.ª": "profesora", "D.ª": "doña",
    "M.ª": "María", "Mª": "María", "Fco.": "Francisco", "C.P.": "código postal",
    "Sr.": "señor", "Sra.": "señora", "Srta.": "señorita", "Sres.": "señores", "Sras.": "señoras",
    "Dr.": "doctor", "Dra.": "doctora", "Dres.": "doctores", "Prof.": "profesor", "Profa.": "profesora",
    "Ing.": "ingeniero", "Lic.": "licenciado", "Arq.": "arquitecto", "Dña.": "doña", "Gral.": "general",
    "Sto.": "santo", "Sta.": "santa", "Ud.": "usted", "Uds.": "ustedes", "Vd.": "usted", "Vds.": "ustedes",
    "Avda.": "avenida", "avda.": "avenida", "Av.": "avenida", "av.": "avenida", "Pza.": "plaza",
    "pza.": "plaza", "Ctra.": "carretera", "ctra.": "carretera", "C/": "calle", "c/": "calle",
    "izda.": "izquierda", "izq.": "izquierda", "dcha.": "derecha", "dpto.": "departamento",
    "depto.": "departamento", "hab.": "habitación", "p. ej.": "por ejemplo", "p.ej.": "por ejemplo",
    "P. ej.": "por ejemplo", "etc.": "etcétera", "aprox.": "aproximadamente", "máx.": "máximo",
    "mín.": "mínimo", "temp.": "temperatura", "temp. ext.": "temperatura exterior",
    "temp. int.": "temperatura interior", "dto.": "descuento",
    "incl.": "incluido", "desc.": "descuento", "Tª": "temperatura",
    "Tª ext.": "temperatura exterior", "Tª int.": "temperatura interior", "JJ. OO.": "Juegos Olímpicos",
    "JJ.OO.": "Juegos Olímpicos", "JJOO": "Juegos Olímpicos",
    "hum.": "humedad", "EE. UU.": "Estados Unidos",
    "EE.UU.": "Estados Unidos", "EE UU": "Estados Unidos", "EEUU": "Estados Unidos",
    "a. C.": "antes de Cristo", "a.C.": "antes de Cristo", "d. C.": "después de Cristo",
    "d.C.": "después de Cristo", "vs.": "contra", "n.º": "número", "N.º": "número", "nº": "número",
    "Nº": "número", "L-V": "lunes a viernes", "L-S": "lunes a sábado", "L-D": "lunes a domingo",
    "Cía.": "compañía",
    "y/o": "y o", "24/7": "veinticuatro siete",
    "50/50": "cincuenta cincuenta", "CO2": "C O dos", "CO₂": "C O dos", "PM2,5": "P M dos coma cinco",
    "PM2.5": "P M dos coma cinco", "PM₂,₅": "P M dos coma cinco", "PM10": "P M diez", "NO2": "N O dos",
    "NO₂": "N O dos", "H₂O": "H dos O", "O₃": "ozono", "AC/DC": "A C D C",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "n°": "número", "N°": "número",
    "núm.": "número", "Núm.": "número", "No.": "número", "pág.": "página", "págs.": "páginas",
    "Pág.": "página", "p.": "página", "pp.": "páginas", "art.": "artículo", "Art.": "artículo",
    "cap.": "capítulo", "Cap.": "capítulo", "fig.": "figura", "Fig.": "figura", "vol.": "volumen",
    "tel.": "teléfono", "Tel.": "teléfono", "tfno.": "teléfono", "ext.": "extensión", "Ext.": "extensión",
    "int.": "interior",
    "km.": "kilómetro", "tel": "teléfono",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "más", "++": "más más", "−": "menos", "×": "por", "*": "por", "÷": "entre", "/": "barra",
    "=": "igual a", "==": "igual a", "!=": "distinto de", "≠": "distinto de", "<": "menor que",
    ">": "mayor que", "≤": "menor o igual que", "<=": "menor o igual que", "≥": "mayor o igual que",
    ">=": "mayor o igual que", "±": "más menos", "~": "aproximadamente", "≈": "aproximadamente", "&": "y",
    "&&": "y", "@": "arroba", "#": "número", "#a": "almohadilla ", "<1": "menos de", ">1": "más de",
    "§": "sección", "€": "euros", "№": "número", "∞": "infinito", "√": "raíz cuadrada de",
}  # fmt: skip
NET_WORDS = {
    ".": "punto", "/": "barra", ":": "puerto", "@": "arroba", "-": "guion", "_": "guion bajo", "+": "más",
}  # fmt: skip
HEMISPHERES = {"N": "norte", "S": "sur", "E": "este", "O": "oeste", "W": "oeste"}
RELATIONS = {"to": "a", "of": "de", "out of": "sobre", "over": "sobre"}

CODE_WORDS = _words(
    "pin código clave contraseña cvv serie id llama llame llamar llamad marca marque marcar teléfono tel "
    "móvil fax emergencias"
)
CODE_LINKS = frozenset({"es", "es el", "al", "el", "número", "de", "postal"})
CODE_PURPOSES = frozenset(
    f"de {purpose}"
    for purpose in _words(
        "verificación confirmación seguridad acceso activación autenticación reserva recogida desbloqueo "
        "identificación seguimiento emparejamiento barras"
    )
)
DATE_WORDS = _words(
    "el del al hasta desde fecha lunes martes miércoles jueves viernes sábado domingo día lun mar mié "
    "jue vie sáb dom"
)
PLACE_WORDS = _words("habitación sala puerta despacho aula apartamento piso asiento oficina")
STEP_WORDS = _words(
    "zona paso página parte episodio pista capítulo fase disco pregunta ronda nivel etapa día"
)
RATING_WORDS = _words("puntuación valoración nota calificación valorado valorada")
ROMAN_WORDS = _words(
    "siglo siglos capítulo capítulos partes volúmenes tomos libros parte volumen tomo libro sección acto "
    "escena fase tipo título apéndice "
    "artículo clase nivel figura tabla grupo mundial anexo edición"
)
KINGS = _words(
    "felipe juan carlos alfonso fernando luis enrique jorge eduardo guillermo pedro pablo benedicto "
    "francisco pío león gregorio inocencio clemente urbano sancho jaime ramiro ricardo napoleón nicolás "
    "alejandro federico jacobo carlomagno ramsés ptolomeo"
)
QUEENS = _words("isabel maría catalina cristina margarita juana victoria")
RULER_TITLES = _words("rey reina papa emperador emperatriz zar zarina príncipe princesa")
SHORT_ROMANS = {
    "s": "siglo",
    "ss": "siglos",
    "cap": "capítulo",
    "vol": "volumen",
    "tít": "título",
    "art": "artículo",
}
ELECTRIC_WORDS = _words(
    "corriente fusible fusibles diferencial circuito cargador carga cargando consume consumo voltaje "
    "tensión enchufe batería fase cable intensidad amperios magnetotérmico"
)
WARMTH_WORDS = _words(
    "temperatura temperaturas termostato calor frío caliente calefacción horno congelador nevera fuera "
    "dentro tiempo grados máxima mínima fiebre hace caldera sensación"
)
PER_WORDS = _words("el del al por cada")
BLOOD_WORDS = _words("tensión presión arterial sistólica")
PULSE_WORDS = _words("pulso pulsaciones cardíaca cardiaca cardíaco cardiaco corazón")
BEFORE_MINUS = _words("hace a de es está estaba será temperatura hasta entre y baja alcanza")
RATES = {"día": "al día", "semana": "a la semana", "mes": "al mes", "año": "al año", "noche": "por noche",
         "hora": "por hora", "persona": "por persona"}  # fmt: skip
"""What stands after a slash between words: `2 veces/semana`."""
KEY_WORDS = _words("pulse pulsa pulsar marque marca presione presiona oprima tecla tecle teclee toque")
"""`#` is a key in a sentence with one of these."""
RATIO_WORDS = _words("proporción mezcla mezclar diluir escala resultado marcador ganó ganaron perdió empate")
DURATION_WORDS = _words("temporizador restante quedan duración tardó dura duró transcurrido faltan")
NO_NOUNS = _words(
    "de del y o e u a al en por para con sin que es son está están hoy mañana ayer ahora más menos cada "
    "antes después desde hasta como si no se la las los el un una entre sobre todos todas ya me te le les "
    "nos lo tras según pero ni esos esas estos estas ellos ellas nosotros tres seis dos además quizás "
    "jamás atrás detrás"
)
LABEL_WORDS = _words("modelo tipo talla clase grado sección edificio bloque línea andén fila canal vitamina")

NOUNS = Nouns(
    feminine=_words(
        "luz luces vez veces noche noches tarde tardes llave llaves parte partes clase clases serie "
        "series red redes mujer mujeres calle calles voz voces imagen imágenes nube nubes flor flores "
        "mano manos clave claves razón razones piel cruz cruces fase fases foto fotos llaves frase frases "
        "gente base bases torre torres leche sal radio moto motos dosis crisis tesis ley leyes carne carnes "
        "nieve fuente fuentes suerte muerte muertes sede sedes pared paredes nave naves ave aves sangre "
        "señal señales catedral catedrales sucursal sucursales cárcel vocal orden órdenes pirámide especie "
        "especies superficie superficies hélice hélices costumbre costumbres nariz narices raíz raíces nuez "
        "nueces matriz actriz actrices paz corriente corrientes"
    ),
    masculine=_words(
        "mil millones día días problema problemas programa programas sistema sistemas mapa mapas tema "
        "síntoma síntomas esquema esquemas drama dramas aroma aromas fantasma fantasmas pijama pijamas "
        "diploma diplomas enigma enigmas cometa cometas telegrama telegramas holograma hologramas sofá "
        "temas idioma idiomas planeta planetas clima climas dilema dilemas poema poemas diagrama "
        "diagramas turista turistas"
    ),
    feminine_endings=tuple(_words("a as ción ciones sión siones dad dades tad tades tud tudes")),
    others=NO_NOUNS,
    names=STEP_WORDS | LABEL_WORDS | {"el"},
    before_one=_words(
        "vence vencen baja sube lleva pide sobra añadido comprado puesto apuntado tomado gastado "
        "hay tienes tiene tengo tenemos queda quedan y o de con por en falta faltan solo sólo cada "
        "durante hace añade compra dentro sin son recibido llegado son a para toma tienen usted ustedes "
        "nosotros te nos le les se ya me más menos tome tomen tomas añada agrega agregue pon ponga pone "
        "reserva reserve compre usa use mezcla mezcle bate bata corta corte pela pele echa eche vierte "
        "vierta bebe beba come coma envía envíe recibes recibe recibiste faltaba había habrá queda quedaba "
        "contiene incluye cuesta dura tarda llega llegan"
    ),
    verb_endings=("ar", "er", "ir", "é", "ó", "aste", "iste", "amos", "emos", "imos"),
    no_verbs=_words(
        "lugar hogar taller mujer alquiler celular solar escolar militar familiar azúcar altar collar pilar "
        "primer tercer ayer placer escáner váter láser radar bazar auxiliar titular similar dólar café bebé "
        "comité canapé contraste extremos tramos ramos últimos mismos máximos mínimos próximos"
    ),
)
MEASURES: dict[str, tuple[str, str]] = {
    **{
        noun: (noun, "f")
        for noun in ("taza", "cucharada", "cucharadita", "hora", "docena", "pulgada", "libra")
    },
    "cda": ("cucharada", "f"),
    "cdta": ("cucharadita", "f"),
    **{noun: (noun, "m") for noun in ("litro", "kilo", "vaso", "día", "minuto", "metro", "año", "grado")},
}
"""What fractions are taken of -> the singular and its gender."""
MEASURES |= {one + "s": (one, gender) for one, gender in MEASURES.values()}
