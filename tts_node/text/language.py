"""Which language a text is written in, for texts that nobody named one for.

The script decides first: kana is Japanese, Hangul Korean, Chinese characters Chinese unless Latin words form
sentences around few of them. Latin letters are told apart by the small words that every sentence needs, by
words of greeting and of a home, by endings and by letters that only some languages have. What is not sure is
None, and only the beginning of a long text is looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tts_node.text.bcp47 import main_language

_LOOKED_AT = 1000
"""Characters that decide."""
_SURE = 0.9
"""A lower score is no language. A word that one language alone has scores 1."""
_FEWEST_KNOWN = 2
_SINGLE_WEIGHT = 0.4
"""Of a word of one letter, which may be a sign or a unit."""
_LETTER_WEIGHT, _ENDING_WEIGHT, _PAIR_WEIGHT = 0.6, 0.4, 0.25
_KNOWN_WORDS: dict[str, str] = {
    "en": "parcel delivered available failed weather "
    "opened finished timer has package arrived motion detected front back somebody someone dinner "
    "food ready what's that's we'll wait stop start play next help sure want need set get got kids "
    "come time the a an is are was were be been have had do does did not and or but if then than "
    "that this these those there here it its it's i i'm you your he she they we my our their his her "
    "what which who when where why how will would can could should may must of to in on at by for "
    "from with without about into over under after before please hello hi thanks thank yes good "
    "morning evening night today tonight tomorrow now turn open closed door window kitchen living "
    "room bedroom garage light lights off washing machine done left minutes outside inside degrees "
    "battery low all one two just no welcome home let let's don't can't isn't won't i'll it'll out "
    "up down as so any some more",
    "de": "timer verfügbar offen leer voll fast beendet zugestellt fehlgeschlagen wetter akku "
    "zusammen abgelaufen heizung eingeschaltet ausgeschaltet geöffnet geschlossen haustür bewegung "
    "erkannt paket ihr angekommen jemand essen möchtest möchten willst natürlich gerne klar alles "
    "heißt mit schalte mach spiele stelle steht stehen liegt geht wäsche trockner spülmaschine müll "
    "der die das den dem des ein eine einen einem einer ist sind war waren wird werden wurde hat "
    "haben hatte nicht und oder aber wenn dann als dass dies diese dieser dieses es ich du er sie "
    "wir mein dein sein unser euer wer was wo wann warum wie kann können soll muss darf von zu im in "
    "am an auf bei für ohne über unter nach vor aus bitte hallo danke guten gute morgen abend nacht "
    "tag heute jetzt tür fenster küche wohnzimmer schlafzimmer bad garage licht lichter "
    "waschmaschine fertig noch minuten draußen drinnen grad außen innen ja nein zum zur auch nur "
    "schon sehr mehr kein keine alle etwa gegen um bis uhr beim vom sich ihre ihren hier dort gut "
    "willkommen zuhause",
    "fr": "colis arrivé mouvement détecté quelqu'un voulez veux manger dîner bien sûr allume éteins "
    "ouverte ouvert fermée fermé sont peux entrée terminé pluie mets joue fais le la les un une des "
    "du de et ou mais si est était être été a ont avait ne pas plus que qui quoi ce cet cette ces il "
    "elle ils elles nous vous je tu mon ma mes ton ta tes son sa ses notre votre leur dans sur sous "
    "avec sans pour par en au aux à où quand comment pourquoi bonjour bonsoir merci salut oui non "
    "bonne nuit aujourd'hui demain soir matin maintenant porte fenêtre cuisine salon chambre lumière "
    "lumières machine linge terminée prête reste minutes dehors dedans degrés batterie faible très "
    "alarme activée désactivée éteint éteinte allumé allumée voiture s'est volet volets "
    "aucun aucune gauche droite tournez fermés fermées réunion musique midi chauffage "
    "aussi tout tous c'est n'est j'ai l' d' qu' y voici peu fait peut doit heures heure chez",
    "es": "paquete llegado movimiento detectado alguien quieres comer cena claro puedo apaga enciende "
    "abierta abierto cerrada cerrado principal entrada eso llegó lluvia pon tengo tiene puede el la "
    "los las un una unos unas y o pero si es son era está están ser estar ha han había no más que "
    "quien este esta estos estas ese esa él ella ellos nosotros usted ustedes yo tú mi tu su nuestro "
    "en de del al a con sin por para sobre desde hasta cuando donde dónde cómo como qué favor hola "
    "gracias buenos buenas días noches tardes sí hoy mañana ahora puerta ventana cocina salón "
    "alarma activada desactivada acuerdo hecho coche cargado cargada tarde llover lloverá va he apagado "
    "apagada encendido encendida persiana dormitorio ninguna ninguno izquierda "
    "derecha gira cerradas cerrados reunión música mediodía calefacción luz luces lavadora "
    "terminado terminada listo lista quedan minutos fuera dentro "
    "grados batería baja muy también todo todos hay se lo le les me te adiós",
    "it": "pacco arrivato movimento rilevato qualcuno vuoi cosa mangiare cena certo posso spegni accendi "
    "aperta aperto chiusa chiuso ingresso pioggia fatto ho hai puoi bene d'ingresso dell' il lo la "
    "gli le un uno una e o ma se è sono era essere stato ha hanno aveva non più che chi questo "
    "questa questi queste quello quella lui lei loro noi voi io tu mio mia tuo suo sua nostro in di "
    "del della dei delle degli dello nel nella nei al alla ai alle da dal dalla con senza per su sul "
    "sulla tra fra quando dove come perché ciao grazie prego buongiorno buonasera buonanotte sì oggi "
    "allarme attivato disattivato stasera stamattina pioverà spento spenta acceso accesa carica "
    "tapparella tapparelle nessun nessuna sinistra destra gira chiuse chiusi riunione mezzogiorno "
    "riscaldamento musica "
    "domani adesso ora porta finestra cucina soggiorno camera luce luci lavatrice finito finita "
    "pronto pronta mancano minuti fuori dentro gradi batteria scarica molto anche tutto tutti c'è ci "
    "si mi ti vi l'",
    "nl": "voordeur geopend gesloten beweging gedetecteerd pakket aangekomen iemand eten wil wilt "
    "natuurlijk graag doe zet speel vaatwasser regen staat staan wasgoed gaat verwarming achterdeur "
    "de het een en of maar als dan is zijn was waren wordt worden werd heeft hebben had niet dat die "
    "dit deze er ik jij je hij zij ze wij we jullie u mijn jouw uw onze hun wie wat waar wanneer "
    "waarom hoe kan kunnen zal moet mag van te in op aan bij voor met zonder over onder na uit naar "
    "om tot door alstublieft hallo dank bedankt goedemorgen goedenavond goede avond nacht dag "
    "vandaag morgen nu deur raam keuken woonkamer slaapkamer licht lichten wasmachine klaar nog "
    "minuten buiten binnen graden batterij bijna leeg ja nee ook al heel meer geen alle het's uur "
    "vanavond goed",
    "pt": "encomenda chegou movimento detectado detetado alguém queres quer comer jantar claro posso apaga "
    "acende aberta aberto fechada fechado frente pronto isso chuva tem estão tenho pode ligue "
    "desligue ligar desligar garagem o a os as um uma uns umas e ou mas se é são era está ser estar "
    "foi têm tinha não mais que quem este esta estes estas esse essa ele ela eles nós você vocês eu "
    "meu minha seu sua nosso em no na nos nas de do da dos das ao à aos com sem por pelo pela para "
    "sobre até quando onde como favor olá oi obrigado obrigada bom boa dia noite tarde sim hoje "
    "alarme ativado desativado carro carregado carregada ligado ligada desligado desligada "
    "apaguei nenhum nenhuma esquerda direita vire fechadas fechados reunião música aquecimento meio-dia "
    "amanhã agora porta janela cozinha sala quarto luz luzes máquina pronta terminou faltam minutos "
    "fora dentro graus bateria fraca muito também tudo todos há lhe me te já vai",
    "pl": "pralka skończyła paczka dotarła twoja twój ruch wykryto ktoś chcesz zjeść kolacja mogę pomóc "
    "włącz wyłącz otwarte zamknięte garażu deszcz mam masz może są sobie i w na z do nie się to jest "
    "był była było być ma mają że co kto ten ta te tego tej tym ja ty on ona ono my wy oni mój moja "
    "jego jej nasz wasz gdzie kiedy jak dlaczego czy po od dla przez przy pod nad za bez przed o u "
    "ale lub oraz albo jeśli gdy już jeszcze tylko bardzo proszę cześć dziękuję dzień dobry wieczór "
    "dobranoc tak dziś dzisiaj jutro teraz drzwi okno kuchnia kuchni salon salonie sypialnia światło "
    "światła gotowe gotowa zostało minut zewnątrz stopni bateria niska wszystko wszystkie",
}  # fmt: skip
"""Small words, and words of greeting and of a home."""
_LETTERS: dict[str, str] = {
    "ß": "de", "ä": "de", "ö": "de", "ü": "de", "ñ": "es", "¿": "es", "¡": "es", "ã": "pt", "õ": "pt",
    "ł": "pl", "ą": "pl", "ę": "pl", "ż": "pl", "ź": "pl", "ś": "pl", "ć": "pl", "ń": "pl", "œ": "fr",
    "ê": "fr pt",
    "è": "fr it", "ç": "fr pt", "ò": "it", "ù": "it fr", "ì": "it", "î": "fr", "û": "fr",
    "ë": "nl fr", "ô": "fr pt", "ó": "es pl pt", "í": "es pt", "á": "es pt", "ú": "es pt", "é": "fr es pt",
    "à": "fr it pt",
}  # fmt: skip
"""Letters and the languages here that write with them."""
_ENDINGS: dict[str, str] = {
    "ing": "en", "tion": "en fr", "ly": "en", "ness": "en", "ung": "de", "lich": "de", "keit": "de",
    "heit": "de",
    "isch": "de", "chen": "de", "eux": "fr", "eau": "fr", "ment": "fr", "ción": "es", "dad": "es",
    "mente": "es it pt",
    "zione": "it", "tà": "it", "ato": "it", "ção": "pt", "ções": "pt", "ade": "pt", "lijk": "nl",
    "heid": "nl",
    "tje": "nl", "ego": "pl", "ych": "pl", "ów": "pl", "ość": "pl", "ować": "pl", "anie": "pl",
}  # fmt: skip
_PAIRS: dict[str, str] = {
    "sz": "pl", "cz": "pl", "rz": "pl", "ij": "nl", "aa": "nl", "oo": "nl en", "ee": "nl en", "th": "en",
    "sch": "de nl", "gli": "it", "lh": "pt", "nh": "pt", "ll": "es it en", "oi": "fr",
}  # fmt: skip

_ADDRESS = re.compile(r"[^\s]{1,80}(?:@|://|[a-z]\.[a-z]{2}|/)[^\s]{1,80}")
"""Addresses and paths are in no language."""
_WORD = re.compile(r"[a-z\u00df-\u024f]+(?:['’][a-z\u00df-\u024f]*)?")
_HAN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\U00020000-\U0003ffff]")
_JAPANESE_HAN = re.compile(
    "[気円駅営売読験変図帰広単戦総仏払沢歩毎渋焼県経継続聴脳蔵覚観訳賛転軽辺鉄銭険霊顕髪黒黙働込畑峠枠匂辻"
    "対発楽実伝応団両児関検済薬桜様]"
)
"""Characters that only Japanese writes so."""
_CANTONESE = re.compile("[佢冇哋咗嘅啲嚟喺唔嗰咁嘢咩嘞俾]")
"""Characters of the small words that only Cantonese has."""
_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")
_SCRIPTS = (
    ("ko", re.compile("[\u1100-\u11ff\uac00-\ud7a3]")),
    ("ru", re.compile("[\u0400-\u04ff]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("ar", re.compile("[\u0600-\u06ff]")),
    ("he", re.compile("[\u0590-\u05ff]")),
    ("hi", re.compile("[\u0900-\u097f]")),
    ("th", re.compile("[\u0e00-\u0e7f]")),
    ("ka", re.compile("[\u10a0-\u10ff]")),
)
"""A language for each script that is not Latin, Chinese or Japanese: the one with the most speakers."""
_UKRAINIAN = re.compile("[іїєґІЇЄҐ]")
_PERSIAN = re.compile("[پچژگ]")


def _by_word() -> dict[str, tuple[str, ...]]:
    table: dict[str, tuple[str, ...]] = {}
    for language, words in _KNOWN_WORDS.items():
        for word in sorted(set(words.split())):
            table[word] = (*table.get(word, ()), language)
    return table


_BY_WORD = _by_word()


def detect(text: str, among: Sequence[str] = ()) -> str | None:
    """The language of a text as the first part of a BCP 47 tag, or as it is written in `among`; None where
    it is not sure. `among`: nothing else is possible; with a single one, that one.
    """
    if len(among) == 1:
        return among[0]
    named = {main_language(tag): tag for tag in reversed(among)}
    found = _detect(text[:_LOOKED_AT], frozenset(named))
    return found if not named or found is None else named.get(found)


def latin_language(words: Sequence[str], among: frozenset[str] = frozenset()) -> str | None:
    """The language that a stretch of Latin words is a sentence of: at least two different words that it is
    known by; None for names and terms."""
    small = [word.lower().replace("’", "'") for word in words]
    language = _latin(small, among)
    known = sum(language in _BY_WORD.get(word, ()) for word in set(small))
    return language if known >= _FEWEST_KNOWN else None


def _detect(text: str, among: frozenset[str]) -> str | None:
    if text.isascii():
        return _latin(_words(text), among)
    latin = _LATIN.findall(text)
    east, kana = len(_HAN.findall(text)), len(_KANA.findall(text))
    counts = [(len(script.findall(text)), language) for language, script in _SCRIPTS]
    most, other = max(counts, key=lambda count: count[0])
    if most > east + kana and most > sum(map(len, latin)) / 2:
        return _refined(other, text)
    if east + kana and not (len(latin) > east + kana and latin_language(latin, among)):
        return "ja" if kana * 8 > east else _eastern(text, among)
    return _latin(_words(text), among)


def _eastern(text: str, among: frozenset[str]) -> str:
    """Of a text in Chinese characters. Cantonese has to be asked for: it has no rules of its own."""
    if "yue" in among and ("zh" not in among or _CANTONESE.search(text)):
        return "yue"
    return "ja" if _JAPANESE_HAN.search(text) and (not among or "ja" in among) else "zh"


def _refined(language: str, text: str) -> str:
    if language == "ru" and _UKRAINIAN.search(text):
        return "uk"
    return "fa" if language == "ar" and _PERSIAN.search(text) else language


def _words(text: str) -> list[str]:
    return _WORD.findall(_ADDRESS.sub(" ", text.lower().replace("’", "'")))


def _latin(words: Iterable[str], among: frozenset[str]) -> str | None:
    """The language with the highest score, if it is high enough and no other has the same."""
    scores: dict[str, float] = {}
    for word in words:
        _score(word, scores)
        if "'" in word:  # l'eau, c'è, don't
            head = word[: word.index("'") + 1]
            _score(head, scores)
            _score(word[len(head) :], scores)
    ranked = sorted((score, language) for language, score in scores.items() if not among or language in among)
    if not ranked or ranked[-1][0] < _SURE or (len(ranked) > 1 and ranked[-2][0] == ranked[-1][0]):
        return None
    return ranked[-1][1]


def _score(word: str, scores: dict[str, float]) -> None:
    known = _BY_WORD.get(word, ())
    weight = 1.0 if len(word) > 1 else _SINGLE_WEIGHT
    for language in known:
        scores[language] = scores.get(language, 0.0) + weight / len(known)
    signs = [(_LETTER_WEIGHT, _LETTERS.get(char)) for char in dict.fromkeys(word) if char > "z"]
    signs += [(_ENDING_WEIGHT, _ENDINGS.get(word[-size:])) for size in range(2, 6) if len(word) > size + 1]
    signs += [(_PAIR_WEIGHT, found) for pair, found in _PAIRS.items() if pair in word]
    for weight, found in signs:
        languages = found.split() if found else []
        for language in languages:
            scores[language] = scores.get(language, 0.0) + weight / len(languages)
