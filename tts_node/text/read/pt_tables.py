"""Portuguese: names of units, currencies, months; abbreviations, signs, and words that decide."""

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
    return Name(word, word, gender="m")


PREFIXES = {
    "n": "nano", "µ": "micro", "m": "mili", "c": "centi", "d": "deci", "h": "hecto", "k": "quilo",
    "M": "mega", "G": "giga", "T": "tera",
}  # fmt: skip
_METERS = {"": "metro", "k": "quilômetro", "c": "centímetro", "m": "milímetro", "d": "decímetro"}

UNITS: dict[str, Name] = {
    **prefixed("W", _m("watt"), "mkMG", PREFIXES),
    **prefixed("Wh", _m("watt-hora", "watts-hora"), "mkMGT", PREFIXES),
    **prefixed("VA", _m("volt-ampere", "volts-ampere"), "k", PREFIXES),
    **prefixed("V", _m("volt"), "mk", PREFIXES),
    **prefixed("A", _m("ampere"), "mk", PREFIXES),
    **prefixed("Ah", _m("ampere-hora", "amperes-hora"), "mk", PREFIXES),
    **prefixed("Ω", _m("ohm"), "kM", PREFIXES),
    **prefixed("J", _m("joule"), "kM", PREFIXES),
    **prefixed("cal", _f("caloria"), "k", PREFIXES),
    **prefixed("Hz", _m("hertz", "hertz"), "kMG", PREFIXES),
    **prefixed("Pa", _m("pascal", "pascais"), "hkM", PREFIXES),
    **prefixed("bar", _m("bar", "bars"), "m", PREFIXES),
    **prefixed("g", _m("grama"), "µmk", PREFIXES), "kg": _m("quilo"),
    **prefixed("L", _m("litro"), "mcdh", PREFIXES),
    **prefixed("s", _m("segundo"), "nµ", PREFIXES), "ms": _m("milissegundo"),
    **prefixed("mol", _m("mol", "mols"), "m", PREFIXES),
    **prefixed("B", _m("byte"), "kMGT", PREFIXES),
    **prefixed("bit", _m("bit"), "kMG", PREFIXES),
    **{f"{prefix}m" if prefix else "m": _m(name) for prefix, name in _METERS.items()},
    **{f"{prefix}m²": _m(f"{name} quadrado", f"{name}s quadrados") for prefix, name in _METERS.items()},
    **{f"{prefix}m³": _m(f"{name} cúbico", f"{name}s cúbicos") for prefix, name in _METERS.items()},
    "µm": _m("micrômetro"), "nm": _m("nanômetro"),
    "MiB": _m("mebibyte"), "GiB": _m("gibibyte"), "KiB": _m("kibibyte"), "TiB": _m("tebibyte"),
    "mph": _f("milha por hora", "milhas por hora"),
    "m/s²": _m("metro por segundo ao quadrado", "metros por segundo ao quadrado"),
    "kn": _m("nó"), "kt": _m("nó"), "rpm": _f("rotação por minuto", "rotações por minuto"),
    "bpm": _m("batimento por minuto", "batimentos por minuto"),
    "fps": _m("quadro por segundo", "quadros por segundo"),
    "ppm": _f("parte por milhão", "partes por milhão"), "ppb": _f("parte por bilhão", "partes por bilhão"),
    "%": _same("por cento"), "‰": _same("por mil"), "%RH": _same("por cento de umidade relativa"),
    "°C": _m("grau Celsius", "graus Celsius"), "°F": _m("grau Fahrenheit", "graus Fahrenheit"),
    "C": _m("grau Celsius", "graus Celsius"), "F": _m("grau Fahrenheit", "graus Fahrenheit"),
    "K": _same("kelvin"), "°": _m("grau"),
    "dB": _m("decibel", "decibéis"), "dB(A)": _m("decibel A", "decibéis A"), "dBm": _same("D B M"),
    "lx": _same("lux"), "lm": _m("lúmen", "lúmens"), "cd": _f("candela"),
    "Nm": _m("newton-metro", "newtons-metro"), "kN": _m("quilonewton"),
    "mmHg": _m("milímetro de mercúrio", "milímetros de mercúrio"),
    "psi": _f("libra por polegada quadrada", "libras por polegada quadrada"), "atm": _f("atmosfera"),
    "in": _f("polegada"), "ft": _m("pé"), "mi": _f("milha"), "ha": _m("hectare"), "lb": _f("libra"),
    "oz": _f("onça"), "gal": _m("galão", "galões"), "t": _f("tonelada"),
    "kWp": _m("quilowatt-pico", "quilowatts-pico"),
    "min": _m("minuto"), "h": _f("hora"), "d": _m("dia"), "hs": _f("hora"), "hrs": _f("hora"),
    "dia": _m("dia"), "hora": _f("hora"), "mês": _m("mês", "meses"), "semana": _f("semana"), "ano": _m("ano"),
    "minuto": _m("minuto"), "segundo": _m("segundo"), "noite": _f("noite"), "pessoa": _f("pessoa"),
    "cp": _m("comprimido"), "col.": _f("colher", "colheres"), "xíc.": _f("xícara"),
    "px": _m("pixel", "pixels"), "MP": _m("megapixel", "megapixels"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "in": "never", "ft": "never", "B": "blank",
    "t": "blank", "d": "never", "cal": "blank", "min": "", "dia": "never", "hora": "never", "mês": "never",
    "semana": "never", "ano": "never", "minuto": "never", "segundo": "never", "noite": "never",
    "pessoa": "never", "mi": "never",
}  # fmt: skip

_CENTAVO, _CENT = _m("centavo"), _m("centavo")
CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    "BRL": (_m("real", "reais"), _CENTAVO),
    "EUR": (_m("euro"), _m("centavo")),
    "USD": (_m("dólar", "dólares"), _CENTAVO),
    "GBP": (_f("libra"), _m("pêni", "pence")),
    "CHF": (_m("franco suíço", "francos suíços"), _m("cêntimo")),
    "JPY": (_m("iene"), None),
    "CNY": (_m("yuan"), None),
    "ARS": (_m("peso argentino", "pesos argentinos"), _CENTAVO),
    "MXN": (_m("peso mexicano", "pesos mexicanos"), _CENTAVO),
    "AOA": (_m("kwanza"), None),
    "MZN": (_m("metical", "meticais"), None),
    "PLN": (_m("zloty"), None),
    "SEK": (_f("coroa sueca", "coroas suecas"), None),
    "NOK": (_f("coroa norueguesa", "coroas norueguesas"), None),
    "DKK": (_f("coroa dinamarquesa", "coroas dinamarquesas"), None),
    "CZK": (_f("coroa tcheca", "coroas tchecas"), None),
    "RUB": (_m("rublo"), _m("copeque")),
    "INR": (_f("rupia"), None),
    "TRY": (_f("lira turca", "liras turcas"), None),
    "KRW": (_m("won"), None),
}

SCALES = {"x": "vezes", "k": "mil"}
MONEY_SCALES = {
    "k": "mil", "K": "mil", "mil": "mil", "mi": "milhões", "M": "milhões", "bi": "bilhões", "tri": "trilhões",
    "milhão": "milhões", "milhões": "milhões", "bilhão": "bilhões", "bilhões": "bilhões",
    "mil milhões": "mil milhões",
}  # fmt: skip

MONTH_NAMES = (
    "janeiro", "fevereiro", "março", "abril", "maio", "junho", "julho", "agosto", "setembro", "outubro",
    "novembro", "dezembro",
)  # fmt: skip
MONTHS: dict[str, int] = {
    **{name: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name.capitalize(): number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3]: number for number, name in enumerate(MONTH_NAMES, 1)},
    **{name[:3].capitalize(): number for number, name in enumerate(MONTH_NAMES, 1)},
}  # fmt: skip
WEEKDAYS = {
    **{short: f"{day}-feira" for short, day in (
        ("seg", "segunda"), ("Seg", "segunda"), ("Ter", "terça"), ("qua", "quarta"), ("Qua", "quarta"),
        ("qui", "quinta"), ("Qui", "quinta"), ("sex", "sexta"), ("Sex", "sexta"),
    )},
    "sáb": "sábado", "Sáb": "sábado", "dom": "domingo", "Dom": "domingo",
}  # fmt: skip
"""Without `ter`, to have."""

ABBREVIATIONS: dict[str, str] = {
    "pts.": "pontos", "pts": "pontos", "km/h": "quilômetros por hora", "a.a.": "ao ano",
    "temp. máx.": "temperatura máxima", "temp. mín.": "temperatura mínima", "Sr.ª": "senhora",
    "Dr.ª": "doutora", "Eng.º": "engenheiro", "Eng.ª": "engenheira", "Arq.º": "arquiteto",
    "Dto.": "direito", "dto.": "direito", "Esq.": "esquerdo", "à esq.": "à esquerda", "à dta.": "à direita",
    "à dir.": "à direita", "ref.": "referência",
    "Sr.": "senhor", "sr.": "senhor", "Sra.": "senhora", "sra.": "senhora", "Srs.": "senhores",
    "Sras.": "senhoras", "Srta.": "senhorita", "Dr.": "doutor", "dr.": "doutor", "Dra.": "doutora",
    "dra.": "doutora", "Prof.": "professor", "Profa.": "professora", "Prof.ª": "professora",
    "Eng.": "engenheiro", "Exmo.": "excelentíssimo", "Exma.": "excelentíssima",
    "Av.": "avenida", "av.": "avenida", "Pça.": "praça", "Al.": "alameda", "Rod.": "rodovia",
    "Trav.": "travessa", "p. ex.": "por exemplo", "p.ex.": "por exemplo", "P. ex.": "por exemplo",
    "ex.:": "exemplo:", "etc.": "etcétera", "aprox.": "aproximadamente", "máx.": "máximo",
    "mín.": "mínimo", "temp.": "temperatura", "hab.": "habitantes", "a.C.": "antes de Cristo",
    "a. C.": "antes de Cristo", "d.C.": "depois de Cristo", "d. C.": "depois de Cristo", "vs.": "versus",
    "Cia.": "companhia", "Ltda.": "limitada", "nº": "número", "Nº": "número", "n.º": "número",
    "N.º": "número", "e/ou": "e ou", "24/7": "vinte e quatro por sete", "50/50": "cinquenta a cinquenta",
    "s/n": "sem número",
    "seg. a sex.": "segunda a sexta-feira", "seg a sex": "segunda a sexta-feira",
    "Dr(a).": "doutor ou doutora", "c/ ": "com ", "p/ ": "para ", "s/ ": "sem ", "CO2": "C O dois",
    "CO₂": "C O dois",
    "PM2,5": "P M dois vírgula cinco", "PM2.5": "P M dois vírgula cinco", "PM₂,₅": "P M dois vírgula cinco",
    "PM10": "P M dez", "NO2": "N O dois", "NO₂": "N O dois", "H₂O": "H dois O", "O₃": "ozônio",
    "AC/DC": "A C D C",
}  # fmt: skip
BEFORE_NUMBER: dict[str, str] = {
    "n°": "número", "N°": "número", "núm.": "número", "No.": "número", "pág.": "página",
    "Pág.": "página", "págs.": "páginas", "p.": "página", "pp.": "páginas", "art.": "artigo",
    "Art.": "artigo", "arts.": "artigos", "cap.": "capítulo", "Cap.": "capítulo", "fig.": "figura",
    "Fig.": "figura", "vol.": "volume", "tel.": "telefone", "Tel.": "telefone", "ap.": "apartamento",
    "Ap.": "apartamento", "apto.": "apartamento", "Apto.": "apartamento", "bl.": "bloco",
    "km.": "quilômetro", "tel": "telefone", "cel.": "celular",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "mais", "++": "mais mais", "−": "menos", "×": "vezes", "*": "vezes", "÷": "dividido por",
    "/": "barra", "=": "igual a", "==": "igual a", "!=": "diferente de", "≠": "diferente de",
    "<": "menor que", ">": "maior que", "≤": "menor ou igual a", "<=": "menor ou igual a",
    "≥": "maior ou igual a", ">=": "maior ou igual a", "±": "mais ou menos", "~": "aproximadamente",
    "≈": "aproximadamente", "&": "e", "&&": "e", "@": "arroba", "#": "número", "#a": "hashtag ",
    "<1": "menos de", ">1": "mais de", "§": "parágrafo", "€": "euros", "№": "número", "∞": "infinito",
    "√": "raiz quadrada de",
}  # fmt: skip
NET_WORDS = {
    ".": "ponto", "/": "barra", ":": "porta", "@": "arroba", "-": "hífen", "_": "sublinhado", "+": "mais",
}  # fmt: skip
HEMISPHERES = {"N": "norte", "S": "sul", "E": "leste", "L": "leste", "O": "oeste", "W": "oeste"}
RELATIONS = {"to": "por", "of": "de", "out of": "de", "over": "por"}

CODE_WORDS = _words(
    "pin código senha cvv cep cpf série id ligue ligar disque telefone tel fone celular telemóvel fax "
    "emergência"
)
CODE_LINKS = frozenset({"é", "é o", "para", "para o", "número", "o", "nº", "postal"})
CODE_PURPOSES = frozenset(
    f"de {purpose}"
    for purpose in _words(
        "verificação confirmação segurança acesso ativação autenticação reserva retirada desbloqueio "
        "identificação rastreio rastreamento emparelhamento barras"
    )
)
PHONE_WORDS = _words("tel telefone fone celular telemóvel whatsapp ligue disque")
DATE_WORDS = _words(
    "dia em até desde data segunda terça quarta quinta sexta sábado domingo feira vence vencimento venc "
    "pagar prazo feriado consulta prova validade seg ter qua qui sex sáb dom"
)
PLACE_WORDS = _words("quarto sala porta portão apartamento apto assento")
STEP_WORDS = _words(
    "zona passo página parte episódio faixa capítulo fase disco pergunta rodada nível etapa dia parcela"
)
RATING_WORDS = _words("nota avaliação pontuação classificação avaliado avaliada")
ROMAN_WORDS = _words(
    "século séculos capítulo capítulos partes volumes tomos livros parte volume tomo livro seção secção "
    "ato cena fase tipo título apêndice "
    "artigo classe nível figura tabela grupo mundial anexo edição inciso"
)
KINGS = _words(
    "pedro joão manuel afonso sancho dinis fernando duarte sebastião filipe felipe luís carlos miguel "
    "josé jorge eduardo henrique guilherme bento francisco paulo pio leão gregório inocêncio clemente "
    "urbano napoleão nicolau alexandre frederico tiago ricardo juan ramsés"
)
QUEENS = _words("elizabeth isabel maria catarina cristina margarida vitória")
RULER_TITLES = _words("rei rainha papa imperador imperatriz czar czarina príncipe princesa dom dona")
SHORT_ROMANS = {
    "séc": "século",
    "sécs": "séculos",
    "cap": "capítulo",
    "vol": "volume",
    "tít": "título",
    "art": "artigo",
    "inc": "inciso",
}
ELECTRIC_WORDS = _words(
    "corrente fusível fusíveis disjuntor circuito carregador carga carregando consome consumo tensão "
    "voltagem tomada bateria fase cabo amperes amperagem"
)
WARMTH_WORDS = _words(
    "temperatura temperaturas termostato calor frio quente aquecimento aquecedor forno freezer geladeira "
    "fora dentro tempo graus máxima mínima febre faz sensação clima ar"
)
KEY_WORDS = _words("tecle digite pressione aperte tecla prima marque toque")
"""`#` is a key in a sentence with one of these."""
RATIO_WORDS = _words("proporção mistura misture diluir escala")
SCORE_WORDS = _words(
    "jogo placar terminou ganhou venceu perdeu empate empatou vitória derrota resultado gols"
)
BEFORE_MINUTES = _words("de em por há a cada aos após")
"""`15'` after one of these is fifteen minutes."""
PRESSURE_WORDS = _words("pressão arterial sistólica")
NUMBERED = _words("nº n número lei leis decreto portaria processo edital resolução protocolo ofício")
"""`5/2026` after one of these is no month."""
DURATION_WORDS = _words(
    "timer temporizador restam faltam duração demora demorou dura durou leva levou cerca aproximadamente"
)
NO_NOUNS = _words(
    "de do da dos das e ou a à ao aos às em no na nos nas por para com sem que é são está estão hoje "
    "amanhã ontem agora mais menos cada antes depois desde até como se não o os as um uma entre sobre "
    "todos todas já me te lhe lhes pelo pela pelos pelas mas nem esses essas estes estas eles elas nós "
    "três seis dois duas além atrás demais apenas"
)
LABEL_WORDS = _words(
    "modelo tipo tamanho classe grau seção edifício bloco linha plataforma fila canal vitamina sensor"
)

NOUNS = Nouns(
    feminine=_words(
        "luz luzes vez vezes noite noites tarde tardes chave chaves parte partes série séries rede redes "
        "mulher mulheres voz vozes nuvem nuvens flor flores mão mãos razão razões cruz cruzes fase fases "
        "foto fotos frase frases gente base bases torre torres moto motos estação estações ligação "
        "ligações lâmpada lâmpadas televisão televisões imagens imagem atividade atividades paredes "
        "parede colher colheres árvore árvores cor cores ponte pontes lei leis fonte fontes mãe mães dor "
        "dores febre febres greve greves nave naves ave aves face faces dose doses hélice hélices "
        "superfície superfícies espécie espécies raiz raízes noz nozes matriz atriz atrizes paz haste "
        "hastes corrente correntes mente mentes lente lentes frente frentes enchente patente patentes "
        "ordem ordens carne carnes sede sedes semente sementes sessão vinda tosse neve pele peles maçã "
        "maçãs manhã manhãs irmã irmãs hortelã lã lãs rã rãs classe classes"
    ),
    masculine=_words(
        "mil milhões bilhões dia dias problema problemas programa programas sistema sistemas mapa mapas "
        "sintoma sintomas esquema esquemas drama dramas aroma aromas fantasma fantasmas pijama pijamas "
        "diploma diplomas enigma enigmas cometa cometas telegrama telegramas holograma hologramas alerta "
        "alertas cinema cinemas trauma traumas "
        "tema temas idioma idiomas planeta planetas clima climas poema poemas diagrama diagramas grama "
        "gramas telefonema telefonemas quilograma"
    ),
    feminine_endings=tuple(_words("a as ção ções são sões dade dades gem gens tude tudes")),
    others=NO_NOUNS,
    names=STEP_WORDS | LABEL_WORDS | {"dia"},
    before_one=_words(
        "há tem tenho temos você e ou de com por em falta faltam só cada durante faz adicione compre "
        "dentro sem são a para tome resta restam existe chegou recebeu nós te se já me mais menos tomar "
        "coloque use junte misture corte bata beba reserve pegue envie leve ganhe descansar contém inclui "
        "custa dura leva chega chegam havia haverá recebe recebi deixe ponha"
    ),
    verb_endings=("ar", "er", "ir", "ou", "eu", "iu", "ei", "aste", "este", "iste", "amos", "emos", "imos"),
    no_verbs=_words(
        "lugar andar celular mulher talher escolar militar familiar auxiliar titular similar dólar "
        "radar bazar colher altar pilar solar açúcar prazer museu pneu europeu céu chapéu troféu "
        "liceu contraste teste leste oeste poste norte extremos ramos tramos últimos mesmos "
        "máximos mínimos próximos"
    ),
)
_HERS = _words(
    "xícara chávena hora dúzia libra polegada página lata cebola banana maçã garrafa pizza cápsula"
)
_HIS = _words("litro quilo copo dia minuto metro ano grau comprimido pacote tomate tablete pepino")
MEASURES: dict[str, tuple[str, str]] = {
    **{noun: (noun, "f") for noun in _HERS},
    **{noun: (noun, "m") for noun in _HIS},
}  # fmt: skip
"""What fractions are taken of -> the singular and its gender."""
MEASURES |= {"colher": ("colher", "f"), "colheres": ("colher", "f")}
MEASURES |= {one + "s": (one, gender) for one, gender in MEASURES.values()}

UNITS_IN_PORTUGAL: dict[str, Name] = {
    symbol: Name(name.one.replace("ômetro", "ómetro"), name.other.replace("ômetro", "ómetro"), gender="m")
    for symbol, name in UNITS.items()
    if "ômetro" in name.one
} | {
    "ppb": _f("parte por mil milhões", "partes por mil milhões"),
    "%RH": _same("por cento de humidade relativa"),
    "fps": _m("imagem por segundo", "imagens por segundo"),
    "px": _m("píxel", "píxeis"),
}
