"""Polish: nouns and names that a number agrees with, and words that govern its case."""

from __future__ import annotations

from tts_node.text.read.pl_numbers import Case, Ending


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


CASES: dict[str, Case] = {
    **dict.fromkeys(
        _words(
            "do od ok około poniżej powyżej pow koło prawie blisko bez z ze dla podczas oprócz spośród ciągu "
            "czasie trakcie przeciągu brakuje brakowało potrzeba potrzebuje potrzebuję potrzebujesz "
            "potrzebujemy wymaga"
        ),
        "genitive",
    ),
    **dict.fromkeys(
        _words(
            "za na przez co o piecz gotuj smaż duś mieszaj czekaj poczekaj odczekaj trwa potrwa trwało "
            "zajmie zajęło weź przyjmij zażyj"
        ),
        "accusative",
    ),
}  # fmt: skip
"""The case of an amount after a word."""
CLOCK_ENDINGS: dict[str, Ending] = {
    **dict.fromkeys(("o", "od", "do", "po", "około", "ok", "godzinie", "godziny", "koło", "z"), "ej"),
    **dict.fromkeys(("przed", "między", "a"), "ą"),
}  # fmt: skip
"""How the hour ends after a word: o szóstej, przed szóstą."""
ONE_BEFORE = _words(
    "jest masz mam został została zostało pozostał i oraz lub z w nowa nowy nowe tylko dodaj kup brakuje "
    "za przez co"
)
"""Words after which a 1 counts what follows, and is no name."""
WITH = {2: "dwoma", 3: "trzema", 4: "czterema"}
"""In the instrumental, before a noun with -ami."""
CHILDREN = {2: "dwoje", 3: "troje", 4: "czworo", 5: "pięcioro"}
"""Children are counted in words of their own."""
OF_CHILDREN = {2: "dwojga", 3: "trojga", 4: "czworga", 5: "pięciorga"}
PEOPLE = _words(
    "chłopców mężczyzn panów ludzi gości uczniów studentów klientów pracowników użytkowników policjantów "
    "strażaków lekarzy kierowców graczy zawodników piłkarzy turystów pasażerów widzów członków kolegów synów "
    "braci mieszkańców żołnierzy kandydatów uczestników nauczycieli domowników lokatorów odbiorców "
    "przyjaciół sąsiadów rowerzystów subskrybentów dorosłych"
)
"""Men, in the genitive, as they stand after any number: its form is the genitive too."""
MASCULINE_PLURALS = _words("kawałki wałki kołki kubełki zaułki dołki czołki")
"""That look feminine by their endings."""
FEMININE_PLURALS = _words(
    "panie osoby lampy godziny minuty sekundy noce rzeczy strony łyżki łyżeczki szklanki zmiany sprawy "
    "kamery strefy drużyny rundy klasy książki piosenki bramki butelki paczki baterie żarówki rolety "
    "gwiazdki kobiety dziewczyny usługi kategorie pary próby rodziny ulice porcje kawy herbaty pizze "
    "próbki kropki tabletki kapsułki krople puszki torby filiżanki wanny szafy szafki półki grupy listwy "
    "dziury połowy kolejki karty kartki rośliny rury dziewczynki sztuki kanapki koszulki cebule marchewki "
    "prośby myszy liczby ryby kobiety walizki lodówki"
)
FEMININE_PLURAL_ENDINGS = ("cje", "sje", "zje", "logie", "ości", "łki")
FEMININE_ENDINGS = ("a", "ść", "moc", "noc", "rzecz")
MASCULINE_PLURAL_ENDINGS = ("ów", "ób")

_BY_ENDING: dict[Ending, frozenset[str]] = {
    "y": _words(
        "finał półfinał maj mecz etap rok wiek rozdział kwartał tydzień sezon odcinek poziom tom "
        "dzień raz maraton kongres program stopień numer peron punkt akt zjazd dywizjon"
    ),
    "a": _words(
        "połowa tura kolejka faza rata wersja generacja grupa próba minuta dekada wojna runda osoba "
        "klasa strona część linia edycja rocznica scena seria liga zmiana kategoria rzeczpospolita "
        "brygada symfonia kwarta tercja"
    ),
    "e": _words("piętro miejsce pytanie zadanie liceum półrocze okrążenie spotkanie urodziny"),
    "ych": _words("urodzin urodzinach"),
    "ym": _words(
        "etapie roku wieku rozdziale kwartale tygodniu sezonie odcinku poziomie tomie dniu piętrze "
        "miejscu pytaniu zadaniu stopniu numerze peronie punkcie zjazdem etapem dniem piętrem "
        "miejscem peronem"
    ),
    "ego": _words(
        "etapu rozdziału kwartału tygodnia sezonu odcinka poziomu tomu dnia piętra miejsca pytania "
        "zadania stopnia numeru peronu punktu"
    ),
    "ej": _words(
        "połowie połowy turze tury kolejce fazie fazy racie raty wersji generacji grupie próbie próby "
        "minucie minuty rundzie rundy wojnie wojny osobie klasie klasy stronie strony części linii "
        "kwarty kwarcie tercji edycji rocznicy scenie serii ligi lidze kategorii"
    ),
    "ą": _words("rundę wojnę osobę klasę stronę linię edycję scenę serię ligę rocznicę"),
}
ORDINAL_NOUNS: dict[str, Ending] = {noun: ending for ending, nouns in _BY_ENDING.items() for noun in nouns}
"""Nouns with an ordinal beside them -> how it ends."""
AFTER_IN = _words("w na o po przy we")
"""Prepositions of the locative, after which "roku" and "wieku" take -ym, elsewhere -ego."""
_KINGS = (
    "jan paweł zygmunt henryk ludwik jerzy stanisław kazimierz władysław bolesław mieszko august stefan "
    "karol filip fryderyk wilhelm mikołaj aleksander piotr leon pius benedykt grzegorz innocenty klemens "
    "urban napoleon edward ryszard franciszek józef ferdynand"
)
_OF_KINGS = (
    "jana pawła zygmunta henryka ludwika jerzego stanisława kazimierza władysława bolesława mieszka augusta "
    "stefana karola filipa fryderyka wilhelma mikołaja aleksandra piotra leona piusa benedykta grzegorza "
    "innocentego klemensa urbana napoleona edwarda ryszarda franciszka józefa ferdynanda"
)
_QUEENS = "elżbieta katarzyna małgorzata maria krystyna izabela wiktoria"
_OF_QUEENS = "elżbiety katarzyny małgorzaty marii krystyny izabeli wiktorii elżbiecie katarzynie"
RULERS: dict[str, Ending] = {
    **dict.fromkeys(_KINGS.split(), "y"),
    **dict.fromkeys(_OF_KINGS.split(), "ego"),
    **dict.fromkeys(_QUEENS.split(), "a"),
    **dict.fromkeys(_OF_QUEENS.split(), "ej"),
}
"""Names before a Roman numeral -> how its ordinal ends."""
