"""What a dot after a word means in languages that have no reading rules; columns as in `abbreviations`."""

from __future__ import annotations

from typing import Final

UNREAD: Final[dict[str, dict[str, str]]] = {
    "sv": {
        "inner": "dr prof kl tex bla ca hr sk resp exkl inkl evt jfr ang f.ö fk tf Hr Fr Frk",
        "counting": "sid s tel nr avd kap lgh vån",
        "maybe": "jan feb mar apr jun jul aug sep sept okt nov dec mån tis ons tors fre lör sön kr "
        "sek tim st",
        "last": "osv mm mfl dyl",
        "openers": "det den de en ett jag du han hon vi ni man och men så då nu här där om när på i "
        "av till från för med sedan idag imorgon nej ja kom glöm ring",
    },
    "da": {
        "inner": "dr prof kl fx feks bla ca hr fr evt ekskl inkl jf d pr pga",
        "counting": "s tel tlf nr kap sal st",
        "maybe": "jan feb mar apr jun jul aug sep sept okt nov dec tirs ons tors fre lør søn kr stk",
        "last": "osv mm mfl mv lign",
        "openers": "det den de en et jeg du han hun vi i man og men så da nu her der hvis når på af "
        "til fra for med i morgen nej ja husk kom",
    },
    "fi": {
        "inner": "esim ns ent eaa toim tri prof ks vrt",
        "counting": "n s puh nro nr krs max",
        "maybe": "kpl min sek ma ti ke to pe la su",
        "last": "jne yms ym tms",
        "openers": "se ne hän he minä sinä me te tämä tuo ja mutta jos kun nyt sitten tänään huomenna "
        "ei on äiti",
    },
    "is": {
        "inner": "dr kl td þe ca hr fr",
        "counting": "nr bls s",
        "last": "osfrv",
        "openers": "það hann hún við",
    },
    "cs": {
        "inner": "dr prof např tzv tj tzn resp Ing Mgr Bc MUDr JUDr PhDr RNDr doc sv cca mj p sl",
        "counting": "č čp str tel odst kap obr j",
        "maybe": "hod min sek mil mld tis ul nám",
        "last": "atd apod aj",
        "openers": "to ten ta ti je jsou byl byla já ty on ona my vy a ale pak potom když jestli "
        "protože nebo v na z do od po za pro dnes zítra včera ne ano co kdo kde otevři",
    },
    "sk": {
        "inner": "dr prof napr tzv tj tzn resp Ing Mgr Bc MUDr JUDr PhDr RNDr doc sv cca p sl",
        "counting": "č str tel ods kap obr",
        "maybe": "hod min sek mil mld tis ul nám",
        "last": "atď apod",
        "openers": "to ten tá je sú bol bola ja ty on ona my vy a ale potom keď ak pretože alebo v na "
        "z do od po za pre dnes zajtra včera nie áno čo kto kde",
    },
    "hu": {
        "inner": "dr prof pl ún ill kb ifj özv id vö ált",
        "counting": "sz tel old em fszt max",
        "maybe": "jan febr márc ápr máj jún júl aug szept okt nov dec u",
        "last": "stb",
        "openers": "a az ez ő én te mi ti és de ha mert most itt ott ma holnap tegnap nem igen ne van volt",
    },
    "ro": {
        "inner": "dr prof dl dna dra ing ex aprox cca sf str bd jud av",
        "counting": "pag tel art cap et ap bl sc",
        "maybe": "ian feb mar apr iun iul aug sept oct noi dec min sec",
        "last": "șa ș.a",
        "openers": "el ea ei ele eu tu noi voi acest această este sunt era și dar dacă când în la pe "
        "cu de din pentru azi mâine ieri nu da ce cine unde",
    },
    "hr": {
        "inner": "dr prof npr tzv tj mr ing sv gđa gđica ul oko",
        "counting": "br str tel čl kat st",
        "maybe": "god min sek mil tis kn",
        "last": "itd sl",
        "openers": "to taj ta je su bio bila ja ti on ona mi vi a ali i ako kada jer u na iz do od po "
        "za danas sutra jučer ne da što tko gdje",
    },
    "sl": {
        "inner": "dr prof npr tj oz ga mag ing sv ul cca",
        "counting": "št str tel čl nad",
        "maybe": "min sek mio",
        "last": "itd ipd",
        "openers": "to ta je so bil bila jaz ti on ona mi vi in a ali če ko ker v na iz do od po za "
        "danes jutri ne ja",
    },
    "ru": {
        "inner": "тк тн ул просп пер пл им проф акад ср св напр обл бул ш мкр",
        "counting": "д кв стр рис гл п пп корп тел эт каб подъезд №",
        "maybe": "те г в гг руб коп мин сек час тыс млн млрд янв февр мар апр авг сент окт нояб дек пн "
        "вт чт пт сб вс",
        "last": "тд тп др пр",
        "openers": "это этот эта он она они оно я ты мы вы и а но или если когда потому в на из до от "
        "по за для с у потом теперь сегодня завтра вчера не да нет что кто где не",
    },
    "uk": {
        "inner": "тзв вул просп пров пл ім проф акад св див напр обл бул",
        "counting": "буд кв стор рис розд п корп тел пов каб №",
        "maybe": "р рр грн коп хв сек год тис млн млрд січ лют бер квіт трав черв лип серп вер жовт "
        "лист груд",
        "last": "тд тп ін",
        "openers": "це цей ця він вона вони я ти ми ви і а але або якщо коли бо в у на з до від по за "
        "для потім тепер сьогодні завтра вчора не так ні що хто де ціна",
    },
    "bg": {
        "inner": "ул бул жк гр инж проф св кв напр т.нар",
        "counting": "бл вх ет ап стр фиг гл чл тел",
        "maybe": "г лв ст мин сек хил млн",
        "last": "др тн",
        "openers": "това той тя те аз ти ние вие и но ако когато в на от до за с по днес утре не да "
        "какво кой къде",
    },
    "tr": {
        "inner": "Av Sn Doç Hz örn bkz yakl",
        "counting": "No s sf tel kat md",
        "maybe": "Cad Sok Mah Apt Blv Oca Şub Mar Nis May Haz Tem Ağu Eyl Eki Kas Ara dk sn",
        "last": "vb vs vd",
        "openers": "bu şu o ben sen biz siz onlar ve ama eğer çünkü sonra şimdi bugün yarın dün hayır "
        "evet ne kim",
    },
    "el": {
        "inner": "κ κα κος κκ Δρ πχ δηλ λχ περ οδ λεωφ",
        "counting": "σελ αρ τηλ εδ κεφ ορ",
        "maybe": "Ιαν Φεβ Μαρ Απρ Μαΐ Ιουν Ιουλ Αυγ Σεπ Οκτ Νοε Δεκ λεπ δευτ πμ μμ",
        "last": "κλπ κτλ κά",
        "openers": "το ο η οι τα αυτό αυτός αυτή εγώ εσύ εμείς και αλλά αν όταν γιατί σε στο στη από "
        "για με τώρα μετά σήμερα αύριο χθες δεν όχι ναι τι ποιος πού",
    },
    "et": {
        "inner": "dr prof nt nn st vt lp",
        "counting": "lk nr tel p",
        "maybe": "jaan veebr apr nov aug sept okt dets min sek",
        "last": "jne jms jt",
        "openers": "see ta ma sa me te nad ja aga kui nüüd siis täna homme ei",
    },
    "lt": {
        "inner": "prof pvz gerb dr g pr al",
        "counting": "nr p tel d m",
        "maybe": "val min sek mėn Eur",
        "last": "pan kt tt",
        "openers": "tai jis ji jie aš tu mes jūs ir bet jei kai dabar šiandien rytoj ne taip",
    },
    "lv": {
        "inner": "plkst piem kgs kdze dr",
        "counting": "nr lpp tālr dz",
        "maybe": "min sek gs",
        "last": "utt uc",
        "openers": "tas tā viņš viņa es tu mēs jūs un bet ja kad tagad šodien rīt nē jā",
    },
    "ko": {},
    "vi": {"inner": "TP Tp TS ThS GS PGS BS KS Đ P Tx vd", "counting": "Q P tr đt", "last": "vv"},
    "id": {
        "inner": "dr Jl Jln Bpk Sdr Ir Drs Gg Kel Kec Kab tgl H Hj",
        "counting": "hlm telp jam",
        "last": "dll dsb dst",
        "openers": "ini itu dia saya kamu kita kami dan tetapi jika ketika sekarang besok tidak ya jangan",
    },
}
"""The languages of Piper's voices that write with dots between words."""

UNREAD["nb"] = UNREAD["nn"] = UNREAD["no"] = UNREAD["da"]
UNREAD["bs"] = UNREAD["sr"] = UNREAD["hr"]
UNREAD["ms"] = UNREAD["id"]
