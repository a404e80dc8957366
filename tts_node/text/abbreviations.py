"""What a dot after a word means, by language: tables of abbreviations, sentence openers and calendar words.

Words are without dots and spaces (`z. B.` is `zb`). One with a capital matches only so; the others match in
any case. A language without a table has the common words alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from tts_node.text.abbreviations_unread import UNREAD
from tts_node.text.bcp47 import main_language


@dataclass(frozen=True, slots=True)
class DotTable:
    """The words of one language that decide whether a dot ends a sentence."""

    inner: frozenset[str]
    """Never the last word of a sentence: titles before a name, `e.g.`, `bzw.`"""
    counting: frozenset[str]
    """Goes with a number: `No. 4`, `S. 12`; before anything else the dot ends the sentence."""
    maybe: frozenset[str]
    """Stands inside as well as last: `Inc.`, `Jan.`, `U.S.`; the next word decides (see `openers`)."""
    units: frozenset[str]
    """Of `maybe`: after a number a capital begins a sentence: `5 lbs. Then`."""
    last: frozenset[str]
    """Mostly the last word when a capital follows: `etc.`, `usw.`"""
    openers: frozenset[str]
    """Lower-case words that open sentences and are no names: `the`, `then`, `wir`; with an apostrophe at
    their end those that are glued to the next one: `c'`."""
    endings: tuple[str, ...]
    """Word endings that count as `maybe`: `Bahnhofstr.`"""
    ordinals: bool
    """A number with a dot is an ordinal: German `3. Mai`."""
    spaced_dates: bool
    """Dates are written `30. 11. 2026` or `2026. 11. 30.`"""


def dot_table(language: str | None) -> DotTable:
    """The table for a BCP 47 tag; only its first part counts. None and unknown languages: English and
    common."""
    base = main_language(language or "en")
    return _TABLES.get(base, _TABLES["en"] if language is None else _COMMON_TABLE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_COMMON = {
    "inner": "Dr Prof Mr Mrs Ms St Mt eg ie vs cf viz approx incl",
    "counting": "no nr nos p pp vol fig figs max",
    "maybe": "Jr Sr Inc Ltd Co Corp Ave Rd Blvd",
    "units": "",
    "last": "etc",
    "openers": "",
}

_DATA: dict[str, dict[str, str]] = {
    "en": {
        "inner": "dr prof mr mrs ms mx messrs mmes Rev Hon Pres Gov Sen Rep Gen Col Lt Capt Cpt Sgt Cmdr "
        "Adm Maj Supt Fr Br Ft dept esp resp ca excl asst assoc appt avg govt PS",
        "counting": "rec reg sec ch chap art eq ex ref tel ext min par app op apt ste rm rte rt fl ps ep cor",
        "maybe": "St Bros Est PhD Esq Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu "
        "Thur Thurs Fri Sat Sun sq temp dist bldg Pkwy Hwy Ln Ct Pl al Calif Mass Penn Conn Wash approx",
        "units": "hr hrs mins secs lb lbs oz gal deg yr yrs wk wks pts tbsp tsp mi ft",
        "openers": "a an the this that these those there then he she it we you they i my your his her its "
        "our their in on at by for from with after before when while if as because but and or so "
        "now here what who where why how which please no yes not all some many most each every "
        "both one another however also meanwhile next finally later today tomorrow yesterday "
        "tonight do does did is are was were can could will would should let don't i'm i'll it's "
        "that's there's we're you're they're he's she's",
    },
    "de": {
        "inner": "Hr Fr Frl Fa Hrn Dipl Ing med phil jur rer nat zb dh ua uä oä bzw ggf evtl ca inkl exkl "
        "zzgl bzgl gem sog vgl insb insbes iv ia mfg mind tägl wöchentl jährl monatl geb gest verh allg "
        "ehem vorauss einschl ausschl Hl bes urspr eigtl zt zzt Lt Vors zw entspr abzgl u o lt p Inh "
        "Geschf Hrsg Verf",
        "counting": "Bd Abb Kap Art Abs Tel Ziff Hs Aufl Jg Kl Pos Tab lfd max s Gl Whg Az Ver Zi Kto "
        "MwSt USt Temp",
        "maybe": "str Jan Feb Febr Mär Apr Jun Jul Aug Sep Sept Okt Nov Dez Mo Di Mi Do Sa So Std Sek min "
        "Pkg Pck Msp Mio Mrd Bio Tsd Stck Stk Chr eV Einw Pkt Mon ff f",
        "last": "usw usf uvm uam",
        "openers": "der die das ein eine einen einem einer es er sie ich wir ihr du man dies diese dieser "
        "dieses dann danach davor da dort hier nun jetzt heute morgen gestern und oder aber doch "
        "denn wenn als ob weil während nachdem bevor in im an am auf bei mit nach von vor zu zum "
        "zur aus für um über unter seit bis was wer wo wie wann warum welche welcher bitte ja "
        "nein nicht alle viele einige mein meine dein sein seine unser unsere ist sind war waren "
        "kann können soll muss möchte außerdem auch so noch",
    },
    "fr": {
        "inner": "M MM Mme Mmes Mlle Mlles Me Mgr Pr Ste env ex apr jc cad tel tél adj bd boul bât réf temp "
        "Pl",
        "counting": "n art chap t fig apt appt éd al ét th tab lun mar mer jeu ven sam dim hum "
        "ext int Fr prép arr dép niv",
        "maybe": "janv févr avr juil sept oct nov déc min sec av moy hab pts pers",
        "openers": "c' j' l' n' s' qu' m' t' "
        "le la les un une des du de ce cette ces il elle ils elles on je tu nous vous mais et "
        "ou donc or ni car puis ensuite alors après avant quand si comme dans sur sous avec sans "
        "pour par en à au aux aujourd'hui demain hier oui non qui que quoi où comment pourquoi "
        "est sont mon ma mes son sa ses",
    },
    "es": {
        "inner": "Sr Sra Srta Srs Sres D EE Dña Dra Ud Uds Vd Vds Lic Ing Arq ej aprox avda Gral Sto Sta Fco "
        "Ntra Admón máx mín izq dcha izda pza ctra "
        "cap vol tít ss cda cdas cdta cdtas temp ref Pl Fco esc Av Col JJ",
        "counting": "núm n art pág págs tel ext int hum CP apdo lun mar mié jue vie sáb dom",
        "maybe": "pers hab ene feb abr may jun jul ago sept oct nov dic min seg eeuu UU OO Cía comp "
        "mins hrs segs lts grs kgs",
        "openers": "el la los las un una unos unas este esta estos estas ese esa eso él ella ellos ellas yo "
        "tú nosotros usted ustedes pero y o porque cuando si como en con sin por para de del a "
        "al luego después antes entonces hoy mañana ayer sí no qué quién dónde cómo cuándo mi "
        "mis su sus es son",
    },
    "it": {
        "inner": "sig sigg sigra sigre prof dr dott dottssa ing avv arch geom rag On Egr Gent Spett es ca "
        "Mons Profssa tel cell lun mar mer gio ven sab dom temp secc",
        "counting": "n nr art pag pagg cap int sc h civ rif tab bin",
        "maybe": "on pers gen feb apr mag giu lug ago ott nov dic min sec ab",
        "last": "ecc",
        "openers": "c' l' dell' all' un' "
        "il lo la i gli le un uno una questo questa questi queste quello quella lui lei noi voi "
        "loro io tu ma e o perché quando se come in con senza per da di del della a al poi dopo "
        "prima allora oggi domani ieri sì no che chi dove mio mia suo sua è sono",
    },
    "nl": {
        "inner": "dhr mevr mw dr prof mr ds drs ir Ing bijv bv dwz evt ca incl excl gem nl mn jl tav tnv aub "
        "resp vgl ong zgn dd temp gevoelstemp hfdst ipv ivm mbt nav tov tgv tbv mbv olv ism miv muv "
        "fam tnv ovv thv vd",
        "counting": "zo Zat blz par art tel hfst max p pag afb",
        "maybe": "jan feb mrt apr jun jul aug sep sept okt nov dec min sec str ma di wo do vr za mnd jr d u",
        "units": "wk wkn dgn pers tabl",
        "last": "enz enzv",
        "openers": "de het een dit dat deze die hij zij ze wij we ik jij je jullie u maar en of want omdat "
        "als toen dan daarna daarvoor nu hier daar vandaag morgen gisteren in op aan bij met "
        "naar van voor na om over ja nee niet wat wie waar hoe wanneer waarom is zijn was mijn "
        "haar ons onze er",
    },
    "pt": {
        "inner": "Sr Sra Srs Srta Dra D Eng Exmo Exma ex aprox av máx mín dr dra sr "
        "sra Profa séc sécs vol cap tít inc temp ref Al Rod Trav Lgo Pça bl",
        "counting": "n nº art pág págs tel núm ap apto ter cel",
        "maybe": "jan fev abr jun jul ago set out nov dez min eua seg qua qui sex sáb dom",
        "openers": "o a os as um uma uns umas este esta isto esse essa isso ele ela eles elas eu tu nós "
        "você vocês mas e ou porque quando se como em no na nos nas com sem por para de do da "
        "depois antes então hoje amanhã ontem sim não que quem onde meu minha seu sua é são",
    },
    "pl": {
        "inner": "ul al św im ks mgr inż hab np tj tzn tzw min ww wg zob ang niem łac płk gen kpt por prof "
        "śp ndz godz pl Sz pw poł maks wilg temp lek wew "
        "rozdz dn kl dr p",
        "counting": "ok s str art ust pkt rys tel poz tab m cz t lok pow płn płd zach wsch",
        "maybe": "pn wt śr czw pt sob nd r tys mln mld sek os lut kwi lip sie wrz paź lis gru "
        "mies mieszk pon niedz Gł",
        "units": "zł gr szt kg op tabl proc szkl łyż łyżecz",
        "last": "itd itp",
        "openers": "to ten ta te on ona ono oni one ja ty my wy ale i a lub albo bo ponieważ gdy kiedy "
        "jeśli jak w we na z ze do od po przed za dla potem następnie wtedy teraz dziś dzisiaj "
        "jutro wczoraj tak nie co kto gdzie czy jest są był była mój moja jego jej",
    },
}

_ENDINGS: dict[str, tuple[str, ...]] = {"de": ("str", "nr"), "nl": ("str", "nr")}
_ORDINAL_LANGUAGES = frozenset({"de"})
"""Where `3. Mai` with a capital after the dot may be one phrase; before a small letter it is so
everywhere."""
_SPACED_DATES = _words("bs cs da et fi hr hu is ko lv nb nn no sk sl sr")


def _table(language: str, data: dict[str, str]) -> DotTable:
    def of(kind: str) -> frozenset[str]:
        return _words(_COMMON[kind] + " " + data.get(kind, ""))

    last, units = of("last"), of("units")
    maybe = of("maybe") | units
    return DotTable(
        inner=of("inner") - maybe - last,
        counting=of("counting"),
        maybe=maybe,
        units=units,
        last=last,
        openers=of("openers"),
        endings=_ENDINGS.get(language, ()),
        ordinals=language in _ORDINAL_LANGUAGES,
        spaced_dates=language in _SPACED_DATES,
    )


_COMMON_TABLE = _table("", {})
_TABLES = {language: _table(language, data) for language, data in (_DATA | UNREAD).items()}

CLOCK = frozenset({"am", "pm"})
"""`a.m.`, `p.m.`: end the sentence unless a word of `CALENDAR` follows."""
CALENDAR = _words(
    "fri mon sat sun thu thur thurs tue tues wed "
    "april august bst cdt central cest cet cst ct december eastern edt est et february friday gmt january "
    "july june march may mdt monday mountain mst mt november october pacific pdt pst pt saturday september "
    "sunday thursday tuesday utc wednesday"
)
"""Days, months and time zones: `9 a.m. Monday`."""
