"""German nouns and their gender: what is counted, bought and stored at home and in the news.

A compound counts as its last part, so that some entries are ends of words: `ator` is the end of `Ventilator`.
"""

from __future__ import annotations

_MASCULINE = (
    "Advent Akt Akku Alarm Anruf Anschluss Apfel Aufruf Auftrag Band Becher Befehl Benutzer Bericht "
    "Besuch Bildschirm Brief Bus Container Eintrag Einwohner Euro Fall Fehler Feiertag Film Finger Fuß "
    "Gang Gast Geburtstag Gegenstand Gipfel Grund Hinweis Hochzeitstag Hund Jahrestag Kanal Kasten "
    "Kilometer Knopf Kommentar Kontakt Kreis Kunde Lauf Lautsprecher Liter Löffel Mai Mann Meister Mensch "
    "Meter Monat Morgen Nachbar Name Ort Papst Paragraf Platz Punkt Rang Raum Regler Satz Schalter "
    "Schluck Schritt Sensor Sieg Sieger Song Spieltag Stand Stern Stock Streifen Stuhl Tag Teelöffel Teil "
    "Teller Termin Test Text Timer Titel Tropfen Urlaubstag Versuch Vorsitzende Wagen Weg Weltkrieg Wert "
    "Wecker Wunsch Zeh Zug Zyklus Januar Jänner Februar März April Juni Juli August September Oktober "
    "November Dezember Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag Abend Nachmittag "
    "Vormittag Korb Schrank Ofen Herd Trockner Kühlschrank Roboter Staubsauger Treffer Spieler Preis Cent "
    "Dollar Franken Sack Bezirk Kreuzzug Gesang Psalm Artikel Absatz Blick Klick Topf Tisch Arzt Sohn "
    "Stau Unfall Dienst Prozess Absturz Neustart Zugriff Beitrag Link Strauß Zettel Gutschein Schein "
    "Pfeil Baum Vogel Stift Garten Balkon Keller Dachboden Boden Ring Bruder Enkel Vater Onkel Opa Papa "
    "Freund Junge Salat Kaffee Tee Saft Wein Sekt Schnaps Espresso Cappuccino Käse Schinken Quark Joghurt "
    "Kuchen Keks Kohl Brokkoli Spinat Lauch Kürbis Mais Reis Fisch Lachs Speck Senf Essig Honig Pilz "
    "Champignon Beutel Riegel Block Lappen Besen Eimer Schwamm Karton Umschlag Koffer Rucksack Schlüssel "
    "Sessel Teppich Vorhang Spiegel Rollladen Laptop Ausgang Eingang Flur Carport Hof Rasen Brunnen Pool "
    "Kamin Knoten Rahmen Haken Nagel Dübel Roman Witz Tipp Trick Vorschlag Plan Rabatt Kredit Vertrag "
    "Kurs Flug Bahnhof Ball Pass Fleck Ton Schuss Würfel Strang Zweig Stängel Stiel Kopf Kloß Knödel "
    "Pfannkuchen Toast Muffin Donut Pfirsich Igel Start Weis Ator Ktor Otor Itor Utor Strom Zahn Baustein "
    "Stein Schnee Wind Sturm Blitz Schlauch Filter Druck Verbrauch Ausfall Chip Stick Code Status Modus "
    "Bonus Virus Scan Job Dialog Chat Account Login Download Upload FC"
)
_FEMININE = (
    "Abteilung Antwort App Art Aufgabe Batterie Birne Bundesliga Chance Datei Dose Dosis E-Mail Email "
    "Etage Fassung Flasche Folge Folie Frage Frau Generation Grafik Gruppe Halbzeit Hand Hälfte Hilfe "
    "Internationale Jahreszeit Karte Kategorie Kerze Klasse Lampe Lektion Liga Liste Mail Mannschaft "
    "Maschine Meldung Minute Million Milliarde Mitteilung Nachricht Nacht Nummer Packung Pause Person "
    "Phase Pille Portion Position Probe Regel Reihe Republik Rolle Runde SMS Saison Scheibe Schicht Seite "
    "Sekunde Serie Sprache Stadt Staffel Stelle Steuer Straße Stufe Stunde Symphonie Sinfonie Tablette "
    "Tasse Tonne Tür Uhr Version Warnung Welle Welt Woche Wohnung Notiz Zeile Zone Zwiebel Zeit Kammer "
    "Karaffe Kanne Kiste Tüte Wahl Kugel Fahrt Prise Zehe Sitzung Ausgabe Auflage Silbe Strophe Ehe "
    "Auffahrt Ausfahrt Kreuzung Ampel Etappe Amtszeit Partei Macht Armee Schwester Mutter Tochter Tante "
    "Oma Maus Feder Mauer Feier Oper Ziffer Wimper Butter Ananas Paprika Kiwi Avocado Mango Zucchini Limo "
    "Milch Wurst Salami Brezel Semmel Nudel Kartoffel Schüssel Gabel Tafel Dattel Nuss Bank Couch Wallbox "
    "Box Cloud Playlist Mailbox Fernbedienung SIM Info Idee Kraft Luft Bahn Tram Arbeit Zahl Wand Nadel "
    "Insel Formel Vokabel Schaukel Wurzel Schachtel Klingel Orgel Spende Legende Blende Wende Gefahr Last "
    "Pflicht Schrift Sicht Übersicht Aussicht Gebühr Kur Tat Fahrtzeit Milz Salbe PIN ID URL DVD CD LED "
    "IP"
)
_NEUTER = (
    "Auto Bad Bein Bier Bild Blatt Brot Buch Dezernat Ding Drittel Dutzend Ei Ende Ereignis Ergebnis Fach "
    "Fenster Feld Foto Gebot Gerät Geschoss Gesetz Glas Gramm Halbjahr Haus Jahr Jahrhundert Jahrtausend "
    "Jahrzehnt Kapitel Kilo Kilogramm Kind Konto Konzert Lager Leben Lebensjahr Licht Lied Lokal Mal "
    "Mitglied Modul Motiv Paar Paket Pfund Programm Prozent Quartal Rad Rennen Rezept Semester Signal "
    "Spiel Spielfeld Stück Teil Tier Tor Treffen Treffer Update Viertel Viertelfinale Wochenende Wort "
    "Zimmer Reich Bundesland Obergeschoss Untergeschoss OG UG Jh Abteil Album Studio Video Event Problem "
    "Ziel System Testament Regiment Bataillon Gleis Wasser Messer Thermometer Barometer Hygrometer Feuer "
    "Wetter Gewitter Pflaster Muster Ufer Opfer Theater Poster Cover Wunder Fieber Pulver Leder Futter "
    "Kupfer Silber Kabel Öl Salz Mehl Fleisch Huhn Schnitzel Steak Gemüse Obst Müsli Croissant Baguette "
    "Sandwich Eis Omelett Tuch Bett Sofa Regal Rollo Dach Zelt Seil Netz Schloss Boot Schiff Flugzeug "
    "Bike Taxi Ticket Hotel Restaurant Café Büro Labor Handy Smartphone Tablet Telefon Radio Mikrofon "
    "Kissen Werk WLAN Backup Relais Ventil Rohr Hemd Shirt Kleid Geschenk Geld Festival Match Finale "
    "Interview Formular Mittel Spray Shampoo Deo Komma Thema Klima Drama Schema Panorama Aroma Atom "
    "Molekül Elektron Bund Metall Holz Gebäude Geräusch Schwein Pferd Schaf Baby Byte Megabyte Gigabyte "
    "Kilowatt Watt Volt Grad Netzteil Bauteil Urteil Gegenteil Passfoto Skript Makro Menü Symbol Icon "
    "Dashboard Display Limit Budget Abo Gewicht Feuerzeug Werkzeug Spielzeug Fahrzeug Zeug Armband"
)

GENDERS: dict[str, str] = {
    word.lower(): gender
    for gender, words in (("n", _NEUTER), ("f", _FEMININE), ("m", _MASCULINE))
    for word in words.split()
}
