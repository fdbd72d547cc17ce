### Alle Texte der Seiten auf Deutsch.

## Words that several pages have

suit = { $suit ->
    [S] Pik
    [H] Herz
    [D] Karo
   *[C] Kreuz
}
-rank = { $rank ->
    [A] Ass
    [K] König
    [Q] Dame
    [J] Bube
   *[other] { $rank }
}
card = { suit }-{ -rank }
card-of-pack = { card }, { $copy }. Kartenspiel
cards = { $number ->
    [one] { $number } Karte
   *[other] { $number } Karten
}
tricks = { $number ->
    [one] { $number } Stich
   *[other] { $number } Stiche
}
-deals = { $number ->
    [one] { $number } Runde
   *[other] { $number } Runden
}
-entries = { $number ->
    [one] { $number } Eintrag
   *[other] { $number } Einträge
}
entries = { -entries }
place = { $place }.
or = { " oder " }
and = { " und " }
then = { ", dann " }
decimal-mark = ,
range = { $low } bis { $high }
close = Schließen
try-again = Noch einmal versuchen
language-of-page = Sprache
no-trump = Kein Trumpf
with-no-trump = { $level } ohne Trumpf
with-trump = { $level } mit { suit }
made = erfüllt { $points }
missed = verfehlt { $points }
not-allowed = { $number }, nicht erlaubt: { $reason }
call-nothing = Nichts wählen
call-these = { $names } wählen
pass = Passen
about = { $what }: { $reason }
take-back = Zurücknehmen
wins = { $names ->
    [one] { $names } gewinnt
   *[other] { $names } gewinnen gemeinsam
}
has-left = ist gegangen
sits-out = setzt aus
deals-first = { $dealer } gibt zuerst.
cannot-open-table = Dieser Tisch lässt sich nicht öffnen: { $reason }
no-answer = der Server antwortet nicht.
all-tables = Alle Tische
table-gone = Dieser Tisch wurde gelöscht.
name-too-long = Ein Name hat höchstens { $most } Zeichen.
hidden-sign-in-name = Der Name enthält ein unsichtbares Zeichen, hier ausgeschrieben: „{ $shown }“. Tipp ihn neu, statt ihn einzufügen.
hidden-sign-in-entry = Der Eintrag enthält ein unsichtbares Zeichen, hier ausgeschrieben: „{ $shown }“. Tipp ihn neu, statt ihn einzufügen.
bids-label = Ansagen
everybody = Alle
print = Drucken
deal-label = Runde
one-more-hand = Noch eine Runde
question = Die Frage
even = gleich
over = zu viel
under = zu wenig
is-dealer = gibt
bid-is-blind = jetzt wäre die Ansage blind
more = Mehr
add = Hinzufügen
is-missed = verfehlt
is-made = erfüllt

## The log of a score sheet

entry-dealer = { $player } gibt
entry-first = { $player } wurde ausgelost und sagt zuerst an
entry-cards = Je { cards }
entry-calls = { $actor } wählt { $calls }
entry-called = Gewählt: { $calls }
entry-nothing = nichts
entry-names-trump = { $actor } bestimmt Trumpf: { $trumps }
entry-trump = Trumpf: { $trumps }
entry-names-order = { $actor } bestimmt die Reihenfolge der Trümpfe: { $trumps }
entry-order = Reihenfolge der Trümpfe: { $trumps }
entry-no-trump = keiner
entry-auction = Das Reizen: { $bids }
entry-bids-in-auction = { $actor } bietet { $bid }
entry-passes = { $actor } passt
entry-pass = passt
auction-bid = { $number } { suit }
auction-bid-without = { $number } ohne Trumpf
entry-looks = { $actor } sieht die Karten an
entry-bid = { $actor } sagt { $bid } an
entry-bids = Ansagen: { $bids }
entry-blind = { $bid } blind
entry-won = Stiche: { $tricks }
entry-won-points = Stiche: { $tricks }; Punkte darin: { $points }
entry-taken = Stiche an { $takers }
entry-join = { $player } setzt sich links neben { $after }
entry-for = { $player } übernimmt den Platz von { $leaver }, der frei wird
entry-leave = { $player } geht nach Hause
entry-out = { $player } setzt aus
entry-back = { $player } spielt wieder mit
entry-adjust = { $player } { $points } von Hand
entry-adjust-note = { $player } { $points } von Hand: { $note }
entry-skip = { $number ->
    [one] { $number } Runde des Plans ausgelassen
   *[other] { $number } Runden des Plans ausgelassen
}
entry-end = Die Partie endet hier
entry-seats = Sitzordnung: { $names }
entry-note = Notiz: { $text }
entry-no-note = Die Notiz ist entfernt
entry-correct = Berichtigt. { $entry }
entry-nobody = Niemand kam oder ging
log-after-last = Nach der letzten Runde
log-deal = Runde { $deal }
log-end = Ende
log-phone = Handy von { $name }
log-back = zurückgenommen
log-at = um { $time }
log-on-phone = am Handy von { $name }
log-result = { $name }: { $tricks }, { $points }, Stand { $total }
log-won-of = { $won } von { $bid }
log-person = Person
log-all-deals = Alle Runden
log-copy = Diese Runde als Text kopieren
log-copied = Kopiert. Füg es ein, wo du willst.
log-not-copied = Dieser Browser lässt Seiten nicht kopieren. Markier stattdessen die Zeilen.
log-nothing = Dort wurde nichts eingetragen.
log-empty = Hier stehen alle Einträge, auch zurückgenommene.

## Standings and sheet

scores-title = Punkte
scores-tab = { $tab ->
    [standings] Stand
    [sheet] Zettel
   *[log] Verlauf
}
scores-you = du
scores-left-hint = Wer gegangen ist, behält seinen Stand und kann nicht mehr gewinnen.
scores-sheet = Der ganze Punktezettel
scores-empty = Hier stehen abgeschlossene Runden. Tipp eine an, um sie zu berichtigen.
scores-correct = Runde { $deal } berichtigen
scores-at-the-end = Am Ende:
scores-in-deal = Runde { $deal }:
scores-absent = { $why ->
    [out] setzt aus
    [left] weg
   *[not-yet] –
}

## The end of a match

end-deals = { -deals }
end-deals-early = { -deals }, vorzeitig beendet
end-what-now = Und jetzt
end-again = Noch einmal
end-same-people = mit denselben Leuten
end-same-people-dealer = mit denselben Leuten, { $dealer } gibt
end-picture = Bild
end-picture-title = Das Ergebnis
end-save-picture = Bild speichern
end-scores = Zettel und Verlauf
end-payments = Wer zahlt an wen
end-pays = zahlt an
end-neither-pays = Ohne Zahlung, weil gegangen: { $names }.
end-made = { $bids } erfüllt
end-how-it-went = Wie es lief
end-run = Längste Serie
-end-run = { $names ->
    [one] { $names } erfüllte { $bids } Ansagen in Folge
   *[other] { $names } erfüllten je { $bids } Ansagen in Folge
}
end-run-text = { -end-run }.
end-run-deals = { -end-run }, Runde { $from } bis { $to }.
end-boldest = Kühnste Ansage
end-boldest-text = { $name } sagte in Runde { $deal } { $bid } von { $cards } an und schaffte es.
end-close = Ganz knapp
end-close-text = { $names ->
    [one] { $names } verfehlte { $bids } Ansagen um einen Stich.
   *[other] { $names } verfehlten je { $bids } Ansagen um einen Stich.
}

## The sheet on paper

paper-title = Auf Papier
paper-head = { $date }, { -deals }.
paper-total = Summe
paper-hint = Hinter jeder Runde: ihre Karten. Hinter jedem Stand: Stiche von angesagten.
paper-pays = { $from } zahlt { $amount } an { $to }.

## Score keeper: the bar and the list

keeper-headline = { $phase ->
    [dealer] Wer gibt zuerst?
    [size] { $name } gibt: wie viele Karten?
    [call] { $name } wählt
    [auction] { $name } bietet oder passt
    [name] { $name } bestimmt Trumpf
    [first] Wer wurde ausgelost und sagt zuerst an?
    [bid] { $name } sagt an
   *[tricks] Stiche zählen
}
keeper-all-matches = Alle Partien
keeper-bid-so-far = angesagt
keeper-none = ohne
keeper-what-is-trump = Was ist Trumpf?
keeper-is-trump = Trumpf: { $suits }
keeper-people = Alle am Tisch
dealer-letter = G
keeper-bids-now = sagt an …
keeper-bid = Ansage
keeper-blind = blind
keeper-since-deal = seit Runde { $deal }
keeper-points = { $total ->
    [one] { $total } Punkt
   *[other] { $total } Punkte
}
keeper-last-deal = letzte Runde { $result }
keeper-correct-bid = { $name }, Ansage { $bid }: berichtigen
keeper-deals-first = { $name } gibt zuerst
keeper-bids-first = { $name } sagt zuerst an
keeper-takes-trick = { $name } bekam Stich { $trick }
keeper-of = von { $bid }
keeper-tricks-of = Stiche von { $name }
keeper-less = Einer weniger für { $name }
keeper-more-for = Einer mehr für { $name }
keeper-points-of = Punkte in den Stichen von { $name }
keeper-you-are = Du bist { $name }
keeper-is-waiting = noch nicht gesendet,

## Score keeper: the question

keeper-own-bid = Ansage { $bid }
keeper-scores = Stand und Zettel
keeper-still-to-bid = { $number ->
    [1] letzte Ansage
   *[other] noch { $number } Ansagen
}
keeper-correcting-bid = Die Ansage von { $name }
keeper-leave-bid = Ansage lassen, wie sie ist
keeper-correcting-hint = eingetragen: { $bid }
keeper-bids-blind = Blinde Ansagen
keeper-look = Sieht erst die Karten an
keeper-group = { $kind ->
    [one-of] Eins von
    [at-most-one-of] Höchstens eins von
   *[any-of] Beliebige von
}
keeper-call-what = Wähl aus, was gilt
keeper-level = Wie viele Stiche?
keeper-highest = höchstes Gebot:
keeper-suit-of = { $level } mit welchem Trumpf?
keeper-order-hint = Tipp die Farben der Reihe nach an, die höchste zuerst
keeper-who-took-more = Wer bekam mehr?
keeper-who-took-fewer = Wer bekam weniger?
keeper-close-the-deal = Runde abschließen?
keeper-not-given = { $number ->
    [one] { $number } Stich fehlt noch
   *[other] { $number } Stiche fehlen noch
}
keeper-too-many = { tricks } zu viel
keeper-all-there = Alle Stiche sind verteilt
keeper-given = { $number ->
    [one] { $given } von { $number } Stich
   *[other] { $given } von { $number } Stichen
}
keeper-everybody-made = Alle haben es geschafft
keeper-everybody-made-sure = Ja, alle haben es geschafft
keeper-close = Runde abschließen
keeper-close-with = Abschließen: { $made } erfüllt, { $missed } verfehlt
keeper-who-took = Wer bekam Stich { $trick } von { $cards }?
keeper-tap-row = Tipp die Zeile der Person an
deal-number = Runde { $deal }
deal-range = Runde { $first } bis { $last }
deal-list = Runde { $deals }
keeper-waiting-after-end = Durch eine Berichtigung endet die Partie vor { $deals }: nimm sie zurück oder berichtige sie.
keeper-others-play = Durch eine Berichtigung spielen andere mit in { $deals }: trag Ansagen und Stiche neu ein.
keeper-counts-again = Danach zählen die Einträge von { $deals } wieder.
keeper-corrected = Runde { $deal } ist berichtigt.
keeper-copied = Die Aufzeichnung ist kopiert: füg sie ein, wo du willst.
keeper-sheet = Der Zettel

## Score keeper: corrections

keeper-correction-hint = { cards }. Alles danach wird neu gezählt.
keeper-tricks-row = Stiche
keeper-something-else = Etwas anderes
keeper-other-example = { $asked ->
    [taken] wer jeden Stich bekam: taken 1 3 2 2
    [points] Stiche und Punkte: won 2 0 1 points 10 0 3
   *[won] zum Beispiel: cards 5, trump hearts, call Misere
}
keeper-other-label = Eine andere Berichtigung, in Worten
keeper-put-right = Berichtigen
keeper-changes-before = Davor kamen und gingen andere
keeper-not-so = Nicht so
keeper-not-so-change = Nicht so: { $change }
keeper-no-changes = Vor dieser Runde kam und ging niemand.
keeper-also = Außerdem
keeper-somebody-came = Jemand kam
keeper-sat-down = und saß
keeper-changes-hint = Wenn andere gespielt haben, trag ihre Ansagen und Stiche Runde für Runde neu ein. Weiß sie niemand mehr, trag stattdessen unter Mehr ein, wer ab jetzt spielt.
keeper-at-left-of = links von { $name }
keeper-in-place-of = statt { $name }; der Platz wird frei

## Score keeper: the menu

keeper-this-match = Diese Partie
keeper-once-there = sobald der Server antwortet
keeper-menu = { $entry ->
    [roster] Wer kommt und geht
    [points] Punkte von Hand
    [correct] Eine Runde berichtigen
    [size] Andere Kartenzahl
    [skip] Nächste Runde auslassen
    [seats] Sitzordnung
    [note] Notiz
    [more] Noch eine Runde
    [end] Hier beenden
    [log] Verlauf
    [text] Als Text eingeben
    [record] Aufzeichnung speichern
    [csv] Für Tabellen speichern
    [share] Aufzeichnung teilen
    [print] Zettel drucken
    [rules] Regeln
    [leave] Andere Partie
    [people] Leute und Handys
    [join] Mit Code beitreten
    [along] Diesen Tisch mitnehmen
   *[tables] Alle Tische
}
keeper-menu-hint = { $entry ->
    [roster] jemand kommt dazu, setzt aus, geht nach Hause
    [points] zum Stand, mit Notiz
    [correct] Ansagen, Stiche und mehr einer früheren Runde
    [size] dieser Runde, vor der ersten Ansage
    [skip] danach geht der Plan weiter
    [seats] falls jemand anders sitzt
    [note] eine für die Partie, in der Aufzeichnung
    [more] ihre Punkte zählen
    [end] mit dem jetzigen Stand
    [log] wer was in welcher Runde wann eintrug
    [text] alles ohne eigenen Knopf
    [record] für clagdsl replay
    [csv] CSV: Ansagen, Stiche und Stand jeder Runde
    [share] mit einer anderen App oder als kopierter Text
    [print] auf Papier oder als PDF
    [rules] dieses Spiels
    [leave] diese bleibt auf diesem Gerät
    [people] Codes zum Beitreten, Rechte, Löschen
    [join] um auf diesem Handy etwas einzutragen
    [along] eine Datei, die ohne Server weiterzählt
   *[tables] dieser bleibt offen
}
keeper-plays-again = Spielt wieder mit
keeper-sits-out-button = Setzt aus
keeper-goes-home = Geht nach Hause
keeper-roster-button = { $verb ->
    [back] { $name }: spielt wieder mit
    [out] { $name }: setzt aus
   *[leave] { $name }: geht nach Hause
}
keeper-somebody-comes = Jemand kommt
keeper-sits-down = und setzt sich
keeper-sit-down = Hinsetzen
keeper-roster-hint = { $worst ->
    [highest] Zwischen zwei Runden. Wer später kommt, beginnt mit { $total }, dem höchsten Stand am Tisch, wer zurückkehrt, mit dem alten. Wer nach Hause geht, kann nicht gewinnen.
   *[lowest] Zwischen zwei Runden. Wer später kommt, beginnt mit { $total }, dem niedrigsten Stand am Tisch, wer zurückkehrt, mit dem alten. Wer nach Hause geht, kann nicht gewinnen.
}
keeper-whose-total = Wessen Stand
keeper-points-field = Punkte
keeper-note-field = Notiz
keeper-points-hint = Mit Minus, wenn Punkte abgezogen werden. Nur der Stand ändert sich.
keeper-count-them = Anrechnen
keeper-which-hand = Welche Runde
keeper-cards-each = Karten für jeden
keeper-one-more-hint = Ihre Punkte zählen und können den Sieg noch ändern. Danach ist die Partie vorbei.
keeper-begin-it = Beginnen
keeper-end-hint = Sieg und Zahlungen folgen aus dem jetzigen Stand. Du kannst es zurücknehmen.
keeper-end-here = Partie hier beenden
keeper-size-hint = Die Runden danach behalten ihre.
keeper-set-size = So viele geben
keeper-entry-field = Eintrag
keeper-entry-example = correct 1 dealer Cai
keeper-entry-hint = Wie in einer Aufzeichnung: call Misere, trump hearts, correct 3 won 1 0 2 4.
keeper-enter-it = Eintragen
keeper-note-hint = Leer lassen, um sie zu entfernen.
keeper-save-note = Notiz speichern
keeper-seats-hint = Alle, die am Anfang saßen, im Uhrzeigersinn.
keeper-earlier = { $name } einen Platz nach vorn

## Score keeper: on a server

served-title = { $title }: Punktezettel
served-is-there = Alle Einträge sind beim Server.
served-not-there = Noch nicht beim Server: { -entries }.
served-moved-on = Jemand anders war schneller.
served-lost = Keine Verbindung seit { $since }. Was du einträgst, wird später gesendet.
served-lost-waiting = Keine Verbindung seit { $since }. Noch zu senden: { -entries }.
served-not-stored = { $number ->
    [one] { $reason } { $number } Eintrag wird noch einmal gesendet.
   *[other] { $reason } { $number } Einträge werden noch einmal gesendet.
}
served-not-kept = Dieser Browser speichert nichts: lass die Seite offen, bis alles gesendet ist.
served-gone = { table-gone } Unter Mehr kannst du seine Aufzeichnung speichern.
served-outdated = Der Server hat eine andere Version: lade die Seite neu.
served-watching = Du schaust zu. Um etwas einzutragen, tritt mit einem Code bei.
served-seat-gone = Dein Platz ist frei oder vergeben. Um etwas einzutragen, tritt mit einem Code bei.
served-went-home = Du bist nach Hause gegangen. Wer den Tisch leitet, kann dich wieder hinsetzen.
served-refused = „{ $entry }“ wurde nicht eingetragen.
served-refused-because = „{ $entry }“ wurde nicht eingetragen:
served-faster = am { log-phone } wurde „{ $instead }“ eingetragen.
served-table-moved = am Tisch ging es schon weiter.
served-refused-lost = „{ $entry }“ steht nicht mehr auf dem Zettel: der Server hat eine ältere Datei.
served-quoted = „{ $entry }“
served-refused-also = Damit nicht eingetragen: { $entries }.
served-refused-also-more = Damit nicht eingetragen: { $entries } und { $number } mehr.
served-correct-it = Berichtigen
served-all-right = In Ordnung
served-screen = Stell ein, dass der Bildschirm anbleibt.

## Score keeper: matches in this browser, and the page before a match

local-elsewhere = Die Partie ging in einem anderen Fenster weiter. Sieh nach und trag deins noch einmal ein.
local-not-kept = Deine Einträge werden nicht gespeichert: dieser Browser lässt Seiten nichts speichern oder hat keinen Platz mehr. Speichere unter Mehr die Aufzeichnung, bevor du die Seite schließt.
local-kept-here = Alle Einträge sind auf diesem Gerät gespeichert.
local-not-kept-here = Nichts wird gespeichert: speichere die Aufzeichnung, bevor du die Seite schließt.
setup-once-more = Noch einmal?
setup-last-time = Wie am { $date }.
setup-keep-score = Anschreiben
setup-change-people = Andere Leute
setup-who-plays = Wer spielt?
setup-how-many = { $direction ->
    [counterclockwise] { $players } Leute in der Reihenfolge der Plätze, gegen den Uhrzeigersinn. Tipp einen Namen an, um ihn zu setzen, noch einmal, um ihn wegzulassen.
   *[clockwise] { $players } Leute in der Reihenfolge der Plätze, im Uhrzeigersinn. Tipp einen Namen an, um ihn zu setzen, noch einmal, um ihn wegzulassen.
}
setup-seat = Platz { $place }
setup-people = Leute
setup-somebody-else = Jemand anders
setup-first-name = Name
setup-deals-first = Gibt zuerst
setup-begin = Mit { $number } beginnen
setup-begin-dealer = Mit { $number } beginnen: { $dealer } gibt
setup-too-few = { $number } von mindestens { $fewest } Leuten
setup-too-many = { $number } Leute, und höchstens { $most } können spielen
setup-settings = Hausregeln
setup-not-proved = Diese Einstellungen wurden einzeln geprüft, nicht zusammen: die Regeln könnten in einer Runde keinen Wert haben. { $command } prüft sie und schreibt eine Seite, die damit beginnt.
setup-earlier = Partien auf diesem Gerät
setup-remove = Partie von { $names } löschen
setup-remove-sure = Diese Partie endgültig von diesem Gerät löschen?
setup-cannot-open = Diese Partie lässt sich nicht öffnen: { $reason }
setup-rules = Regeln
setup-rules-frame = Die Regeln von { $title }

## First page

home-title = Am Tisch
home-about = Schreib Kartenspiele mit Ansagen nach euren eigenen Regeln an. Oder spielt sie hier, auf euren Handys.
home-last-time = { $title }, wie am { $day }.
home-last-time-won = { $title }, wie am { $day }: Sieg für { $winners } mit { $total }.
home-score = Echte Karten anschreiben
home-score-hint = ein Handy in der Mitte oder jeder eins
home-play = Hier spielen
home-play-hint = der Server gibt, auch mit Bots
home-keep-score-of = Anschreiben
home-play-title = Hier spielen
home-choose-seats = Plätze verteilen
home-not-offered = Diese Regeln gibt es hier nicht mehr. Wähl ein anderes Spiel, um es hier zu spielen.
home-game = Spiel
home-group = { $group ->
    [last] Zuletzt gespielt
    [own] Deine Regeln
    [clag] Clag
   *[family] Seine Familie
}
home-deals = { $deals } Runden
home-special-deals = { $number ->
    [one] { $number } Art besonderer Runden
   *[other] { $number } Arten besonderer Runden
}
home-special-cards = mit { $cards }
home-players = { $players } Leute
home-read-rules = Regeln lesen
home-kept = Auf diesem Gerät
home-under-way = Im Gange
home-put-aside = Unterbrochen
home-finished = Beendet
home-go-on = Weiter
home-look = Ansehen
home-all = Alle { $number }
home-earlier = Frühere
home-won = Sieg für { $winners } mit { $total }
home-over = vorbei
home-deal-of = Runde { $deal } von { $deals }
home-leads = Runde { $deal } von { $deals }, { $leader } führt mit { $total }
home-broken = { $file } hat Fehler
home-broken-offered = { $file } hat Fehler: es gelten die letzten gültigen Regeln
home-problems = Deine Regeldateien
home-left-out = { $number ->
    [one] { $number } weitere Regeldatei fehlt hier: es sind zu viele.
   *[other] { $number } weitere Regeldateien fehlen hier: es sind zu viele.
}
home-join = Mit Code beitreten
home-season = Saison
home-all-rules = Regeln aller Spiele
home-write = Eigene Regeln schreiben
home-playground = Spielwiese
home-no-answer = der Server antwortet nicht. Versuch es noch einmal.
home-beginning = Beginnt …

## Online table: the felt

table-your-turn = ● Du bist dran
table-table = Der Tisch
table-trick = Der Stich
table-hand = Deine Karten
table-you = Du
table-menu-title = Menü
table-scores = Punkte, Zettel und Verlauf
table-of-bid = von { $cards }
table-none = ohne
table-trump = Trumpf
table-highest-first = höchster zuerst
table-bids = sagt
table-has-bid = hat angesagt
table-blind = blind
table-acts = { $phase ->
    [size] wählt …
    [call] wählt …
    [name] bestimmt …
    [auction] bietet …
   *[bid] sagt an …
}
table-points = { $total } Pkt.
table-tricks-won-of-bid = Stiche von angesagten
table-tricks-won = Stiche
table-bot = Bot
table-no-phone = ohne Handy
table-hand-of = Die Karten von { $name }
table-played-by = von { $name }
table-played-best = von { $name }, bisher die beste
table-played-as = als { $face }
table-on-forehead = auf der Stirn von { $name }
table-you-lead = Du spielst aus
table-leads = { $name } spielt aus
table-turned = aufgedeckt
table-last = Letzter
table-last-trick = Letzter Stich: { $name }
table-without-trump = ohne Trumpf
table-match-over = Die Partie ist vorbei

## Online table: what the player is asked

table-bot-plays = Ein Bot spielt für dich
table-do-you-agree = einverstanden?
table-waits-for = warten auf { $names }
table-turn = Du bist dran
table-only-top-card = nur die oberste Karte
table-lead-allowed = spiel eine erlaubte Karte aus
table-lead-any = spiel irgendeine Karte aus
table-you-take = Du bekommst den Stich
table-takes = { $name } bekommt den Stich
table-bids-hidden = Ansagen sind verdeckt
table-you-have-bid = Du hast angesagt
table-you-claim = Du beanspruchst den Rest
table-claims = { $name } beansprucht den Rest
table-you-ask-undo = Du möchtest zurücknehmen: { $action }
table-asks-undo = { $name } möchte zurücknehmen: { $action }
table-and-after = { $number ->
    [one] und { $number } Zug danach
   *[other] und { $number } Züge danach
}
table-the-card = { $face }
table-asks = { $phase ->
    [size] Wie viele Karten?
    [call] Was wählst du?
    [auction] Dein Gebot, oder passen
    [name] Bestimm Trumpf
   *[bid] Deine Ansage
}
table-highest-suit-first = höchste Farbe zuerst
table-have-bid = { $made } von { $all } haben angesagt
table-others-act = { $phase ->
    [size] { $name } wählt die Kartenzahl
    [call] { $name } wählt
    [auction] { $name } bietet oder passt
    [name] { $name } bestimmt Trumpf
    [bid] { $name } sagt an
   *[play] { $name } spielt
}
table-led = { suit } ist angespielt
table-card-led = { $card } ist angespielt
table-need-over = { $number } zu viel
table-need-to-win = noch { $number }
table-need-no-more = keinen mehr!
table-own-bid = angesagt
table-tricks = Stiche
table-points-below = Punkte
table-empty-hand = Du hast keine Karten mehr.
table-hidden-card = eine Karte, die du nicht siehst
table-not-now = nicht jetzt
table-only-top = Deine Karten wurden gemischt. Du spielst die oberste, welche es auch ist.
table-card-not-now = nicht jetzt: { $why }
table-look = Meine Karten ansehen
table-no-trump-short = ohne
table-in-order = { suit }, { place }
table-back = Zurück
table-too-low = { $level } mit diesem Trumpf ist nicht höher als das letzte Gebot.
table-call-more = Wähl aus, was gilt.
table-whatever-it-is = Was es auch ist
table-as-itself = Als sie selbst
table-if-wild = Falls sie wild ist, als { $face }
table-as-the = Als { $face }
table-power = { $power ->
    [high] hoch
   *[low] niedrig
}
table-asks-for = { $what ->
    [highest] verlangt höchste Karte in { suit }
    [lowest] verlangt niedrigste Karte in { suit }
    [suit] verlangt { suit }
    [next] verlangt die nächste Karte
   *[nothing] verlangt nichts
}
table-not-this = Andere Karte
table-play-top = Oberste Karte spielen
table-take-seat-back = Selbst weiterspielen
table-agree = Einverstanden
table-play-on = Weiterspielen
table-withdraw = Zurückziehen
table-print = Zettel drucken
table-another = Neue Partie

## Online table: what players say, and messages

table-say = Sagen
table-claim = Den Rest beanspruchen
table-claim-hint = du gewinnst alle übrigen Stiche; sonst werden alle gefragt
table-claim-with-bots = deine Karten müssen zeigen, dass du alles gewinnst, weil ein Bot mitspielt
table-ask-undo = Um Zurücknehmen bitten
table-ask-undo-hint = was du in dieser Runde zuletzt getan hast
table-nudge = Anstupsen
table-nudge-hint = ein Zeichen an { $names }
table-nudged = { $name } wartet auf dich.
table-emote = { $emote ->
    [thumb] gut gemacht
    [clap] bravo
    [smile] haha
    [wow] oh
    [cry] ach
   *[thanks] danke
}
table-on-its-way = Dein Tipp ist unterwegs.
table-no-answer = der Server antwortet seit einer Minute nicht. Tipp noch einmal.
table-no-answer-now = Der Server hat das nicht angenommen. Tipp noch einmal.
table-moved-on = Am Tisch ging es schon weiter. Sieh, was jetzt gefragt ist.
table-seat-gone = Dein Platz wurde frei, oder ein anderes Handy hat ihn.
table-lost = Keine Verbindung. Der Tisch wartet darauf.
table-outdated = Der Server hat eine andere Version. Lade die Seite neu.

## Online table: the menu

table-menu = { $entry ->
    [join] Mit Code beitreten
    [people] { shuffle-people }
    [rules] Regeln
    [wall] Großer Bildschirm
    [record] Aufzeichnung speichern
    [print] Zettel drucken
    [shuffle] { shuffle-title }
   *[tables] Alle Tische
}
table-menu-hint = { $entry ->
    [join] um auf diesem Handy zu spielen
    [people] Codes zum Beitreten, Bots, dein Platz
    [rules] dieses Spiels
    [wall] der Tisch für alle auf einem großen Bildschirm
    [record] jede Karte der Partie
    [print] auf Papier oder als PDF
    [shuffle] wie du prüfst, dass niemand die Karten gewählt hat
    [end] oder eine neue Partie beginnen
   *[tables] dieser bleibt offen
}
table-settings = Auf diesem Handy
table-auto-play = Einzige erlaubte Karte von selbst spielen
table-trump-first = Trumpf links in der Hand
table-signals = Ton und Vibration, wenn du dran bist
table-taps-label = Eine Karte wird gespielt
table-taps = { $taps ->
    [auto] mit einem Tipp, schmale mit zwei
    [one] mit einem Tipp
   *[two] mit zwei Tipps
}
table-pause-label = Ein fertiger Stich bleibt liegen
table-pause = { $seconds } Sekunden
table-pause-until-tap = bis zum Antippen
table-join-here = Zuschauen oder mitspielen
table-join-code = Code, der diesen Tisch öffnet

## The shuffle: the draw of the seed by all phones, and how to check it

shuffle-title = Ist ehrlich gemischt?
shuffle-alone = Der Server allein hat den Startwert aller Karten gezogen, und zwar vor der ersten Runde. Das ist der SHA-256 von Startwert und Salz:
shuffle-later = Startwert und Salz werden gezeigt, wenn die Partie vorbei ist. Dann prüft clagdsl replay mit der Aufzeichnung, dass keine Karte anders gegeben wurde.
shuffle-kept = Die Partie wurde mit diesem Startwert und diesem Salz gegeben:
shuffle-check = clagdsl replay gibt jede Karte der Aufzeichnung noch einmal und vergleicht. Der SHA-256 der Zeile oben ist der vor der ersten Runde gezeigte.
shuffle-drawing = Alle Handys mischen gemeinsam
shuffle-how = Jedes Handy gibt eine Zufallszahl dazu. So kann niemand die Karten wählen, auch nicht, wer den Tisch leitet.
shuffle-joining = Warten auf das Handy von { $names }. Wer den Tisch leitet, kann die Codes zeigen.
shuffle-waiting = Warten auf das Handy von { $names }: öffne dort diese Seite.
shuffle-failed = Durchgang { $round } ist gescheitert: das Handy von { $names } hat seine Zahl nicht aufgedeckt.
shuffle-lost = Dieses Handy hat seine Zahl verloren. Ein anderes kann weitermachen.
shuffle-new-round = Neuen Durchgang beginnen
shuffle-go-on = Ohne { $names } weitermachen
shuffle-go-on-agreed = { shuffle-go-on } ({ $agreed } einverstanden)
shuffle-people = Leute und Handys
shuffle-all = Die Karten sind von allen Handys ausgelost.
shuffle-without = Die Karten sind ohne das Handy von { $names } ausgelost.
shuffle-fault = { $fault ->
    [server] Der Server hat seine Zusage geändert. Trau diesen Karten nicht.
    [swapped] Eine Zusage wurde ausgetauscht, nachdem alle da waren. Trau diesen Karten nicht.
    [foreign] Der Server zeigt für dieses Handy eine andere Zusage. Trau diesen Karten nicht.
    [nonce] Eine Zahl passt nicht zu ihrer Zusage. Trau diesen Karten nicht.
    [copied] Zwei Zusagen sind gleich. Trau diesen Karten nicht.
    [blamed] Dieses Handy hat seine Zahl aufgedeckt, aber der Server bestreitet es.
    [agreed] Der Server behauptet, dieses Handy habe zugestimmt, ein anderes auszulassen. Das stimmt nicht.
    [withheld] Der Server zeigt seine Zahl nicht. Darum kann niemand diese Karten prüfen.
   *[seed] Der Startwert kommt nicht aus den zugesagten Zahlen: diese Karten sind nicht ehrlich gemischt.
}
shuffle-server = Server
shuffle-details = Alle Zusagen und Zahlen
shuffle-promise = Zusage:
shuffle-number = Zahl:
shuffle-number-later = Zahl: wird gezeigt, wenn die Partie vorbei ist
shuffle-compare = Bots haben keine eigene Zahl. Vergleich diese Zusagen mit denen auf einem anderen Handy. Am Ende prüft clagdsl replay die Aufzeichnung: der Startwert sind die ersten 64 Bits des SHA-256 aller Zahlen.

## Online table: the log

event-dealer-drawn = Ausgelost, zuerst zu geben: { $name }
event-bidder-drawn = Ausgelost, zuerst anzusagen: { $name }
event-deal = Runde { $deal }: { $dealer } gibt
event-deal-named = Runde { $deal }, { $kind }: { $dealer } gibt
event-cards-picked = { $name } wählt je { cards }
event-first-cards = Alle bekommen die ersten { $number }
event-cards = Alle haben { cards }
event-call = { $name } wählt { $calls }
event-call-nothing = { $name } wählt nichts
event-no-trump = ohne Trumpf
event-auction = { $name } bietet { $number } { $trump }
event-auction-won = { $name } gewinnt das Reizen mit { $number } { $trump }
event-passed = { $name } passt
event-thrown-in = Alle haben gepasst: Runde { $deal } entfällt
event-trump-named = { $name } bestimmt: { $trump }
event-trump-drawn = Als Trumpf gezogen: { suit }
event-none-turned = Keine Karte bleibt zum Aufdecken: es gibt keinen Trumpf
event-turned = { $cards } aufgedeckt
event-turned-trump = { $turned }: { suit } ist Trumpf
event-turned-none = { $turned }: es gibt keinen Trumpf
event-looked = { $name } sieht die Karten an
event-bid = { $name } sagt { $bid } an
event-bid-blind = { $name } sagt { $bid } blind an
event-bid-hidden = { $name } sagt verdeckt an
event-bid-hidden-blind = { $name } sagt blind an
event-bid-changed = { $name } ändert die Ansage auf { $bid }
event-bids-told = Alle haben angesagt: { $bids }
event-played = { $name } spielt { $card }
event-played-as = { $name } spielt { $card } als { $face }
event-trick-won = { $name } gewinnt Stich { $trick }
event-scored = Runde { $deal } ist gezählt: { $scores }
event-match-won = { $names ->
    [one] { $names } gewinnt die Partie
   *[other] { $names } gewinnen die Partie
}

## Pages that the server makes: forms, the people at a table, the plain page, and refusals

bot-label = { $bot ->
    [random] Zufallsbot
    [steady] Stetiger Bot
    [search] Suchender Bot
   *[other] Bot { $bot }
}
the-host = Tischleitung
host = Host
guest = Gast
hidden-sign-in-note = Die Notiz enthält ein unsichtbares Zeichen, hier ausgeschrieben: „{ $shown }“. Tipp sie neu, statt sie einzufügen.
no-script = Diese Seite braucht JavaScript. Ohne gibt es:
shell-table = Online-Tisch
shell-keeper = Punktezettel
shell-plain = die einfache Seite dieses Tisches
form-skip = Zum Inhalt
form-rules = Die Regeln
form-broken = Das sind die letzten gültigen Regeln.
form-player = Person { $number }
form-your-name = Dein Name
form-first = zuerst
form-dealer = { $dealer ->
    [drawn-at-table] Wenn du niemanden ankreuzt, trag am Tisch ein, wer ausgelost wurde und zuerst gibt.
    [drawn] Wenn du niemanden ankreuzt, wird ausgelost, wer zuerst gibt.
    [said] Wenn du niemanden ankreuzt, gibt die letzte Person zuerst.
   *[other] Wenn du niemanden ankreuzt, gibt die letzte Person zuerst, falls nicht ausgelost wird.
}
form-settings = Wie ihr es spielt
form-choice = { $word ->
    [true] ja
    [false] nein
   *[other] { $word }
}
form-date-and-note = Datum und Notiz
form-date = Datum
form-note-example = wo oder wofür
form-begin = Beginnen
form-other-game = Anderes Spiel
form-this-table = Dieser Tisch
form-tool = { $page ->
    [table] Tisch
    [plain] Einfach
    [rules] Regeln
    [people] Leute
    [record] Aufzeichnung
   *[log] Verlauf
}
form-used = Mit diesem Formular wurde schon ein Tisch eröffnet. Tipp noch einmal auf { form-begin }, um einen weiteren zu eröffnen.
form-no-seat = „{ $name }“ hat keinen Platz: wähl, wer dort spielt, oder lass den Namen weg.
form-dealer-no-seat = „{ $name }“ gibt zuerst, hat aber keinen Platz: wähl, wer spielt.
form-empty-dealer = Der Platz, der zuerst geben soll, ist leer: wähl, wer dort sitzt, oder kreuz einen anderen an.
form-players-wrong = { $title } ist für { $players } Leute, und hier { $number ->
    [one] ist
   *[other] sind
} { $number }.
form-name-too-long = Ein Name hat höchstens { $most } Zeichen: „{ $name }…“ ist zu lang.
form-text-too-long = { $field ->
    [name] Ein Name
    [note] Eine Notiz
   *[entry] Ein Eintrag
} hat höchstens { $most } Zeichen, hier sind es { $number }: kürz den Text.
form-setting-unknown = „{ $name }“ lässt sich in { $title } nicht wählen.
form-setting-wrong = „{ $label }“ kann nicht „{ $text }“ sein, nur { $values }.
form-setting-empty = „{ $label }“ ist leer: möglich ist { $values }.
form-date-wrong = „{ $text }“ ist kein Datum: schreib Jahr, Monat und Tag wie 2026-01-31, oder lass es weg.
form-year-wrong = „{ $text }“ ist kein Jahr: gib vier Ziffern an wie 2026, oder keine für alle Saisons.
form-turn-wrong = „{ $text }“ bezeichnet niemanden, der dran ist: öffne die Seite neu und trag es dort ein.
form-seen-wrong = „{ $text }“ passt nicht zu dem, was die Seite zeigte: lade die Seite neu und trag es noch einmal ein.
new-title = { $title }: neue Partie
new-match = Neue Partie
new-lead = { $players } Leute in der Reihenfolge der Plätze, in Spielrichtung.
new-people = Wer spielt, und wer zuerst gibt
new-player-if-any = { form-player } (falls dabei)
play-title = { $title }: spielen
play-lead = { $players } Leute, in Spielrichtung. Der Server gibt die Karten: alle sehen ihre eigenen auf dem Handy.
play-people = Wer wo sitzt, und wer zuerst gibt
play-seat = Platz { $seat }
play-me = Ich spiele
play-person = Ein Mensch
play-nobody = Niemand
play-name = Name auf Platz { $seat }
play-first = zuerst, Platz { $seat }
play-names = Wer keinen Namen hat, bekommt einen.
play-watch = Um nur zuzuschauen, wähl etwas anderes als „{ play-me }“.
play-shuffle = Alle Handys mischen gemeinsam: niemand kann die Karten wählen, und die erste Runde wartet auf jedes Handy
play-choose = Wähl für jeden Platz, wer dort spielt.
play-one-seat = Du kannst nur einen Platz haben.
play-no-person = Mindestens ein Platz ist für einen Menschen.
join-title = Einem Tisch beitreten
join-are-you = Bist du { $player }?
join-watch = Am Tisch zuschauen
join-seat-hint = Dieses Handy wird das von { $player } und trägt ein, was { $player } tut. Ein Handy, das den Platz vorher hatte, verliert ihn.
join-code = Der Code vom Handy der Tischleitung oder dein eigener
join-yes = Ja, hinsetzen
join-button = Beitreten
join-expired = Dieser Code gilt nicht mehr: bitte um einen neuen.
join-wrong = Dieser Code ist falsch oder gilt nicht mehr: bitte um einen neuen.
people-title = Leute: { $title }
people-heading = Leute am Tisch
people-back = Zurück zum Tisch
people-phones = Handys
people-watches = { $name } schaut zu
people-host = Leitung
people-this-phone = dieses Handy
people-make-host = Leitung geben
people-free = Platz freigeben
people-leave = Gehen
people-other-phone = Auf einem anderen Handy weitermachen
people-other-phone-hint = Wenn dieses Handy verloren oder leer ist, gibt dieser Code seinen Platz einem anderen. Er gilt einmal, bis 12 Stunden nachdem du ihn zuletzt angesehen hast.
people-open-there = oder dort { $address } öffnen, { $join } wählen und { $code } eingeben
people-phone-each = Jeder ein Handy
people-phone-each-hint = { $kind ->
    [match] Alle spielen auf ihrem eigenen Handy und scannen den Code ihres Namens. Wer ihn scannt, sieht diese Karten.
   *[sheet] Ein Handy in der Mitte genügt: niemand muss beitreten. Um auf deinem eigenen Handy anzusagen, scann den Code deines Namens.
} Ein Code gilt einmal, eine Stunde lang.
people-has-phone = hat ein Handy
people-spectator = Zum Zuschauen
people-open = oder { $address } öffnen, { $join } wählen und { $code } eingeben
people-rights = Alle mit Platz dürfen den Tisch leiten
people-rights-hint = { $kind ->
    [match] Das heißt: Bots spielen lassen
   *[sheet] Das heißt: Runden berichtigen, eintragen, wer kommt und geht, Punkte von Hand geben
}, Plätze freigeben, Codes verteilen, die Leitung abgeben, die Notiz schreiben und den Tisch löschen.
people-save = Speichern
people-patience = Ein Bot springt ein, wenn jemand nicht spielt
people-patience-after = { $seconds ->
    [never] nie
    [60] nach einer Minute
    [120] nach 2 Minuten
    [300] nach 5 Minuten
   *[other] nach { $seconds } Sekunden
}
people-delete-table = Diesen Tisch löschen
people-delete-sure = Für alle löschen. Das lässt sich nicht rückgängig machen
people-delete = Löschen
people-tick = Kreuz das Kästchen an, dann tipp auf { people-delete }.
people-no-button = Das kann diese Seite nicht: tipp auf einen ihrer Knöpfe.
people-no-seat = Diesen Platz gibt es nicht: tipp auf einen Knopf neben einem Platz.
people-no-bot = Diesen Bot gibt es hier nicht: wähl { $bots }.
people-seats = Plätze
people-seats-hint = Wer weg ist, für den spielt ein Bot. Auf demselben Handy geht es danach selbst weiter.
people-for = für { $name }
people-no-phone = noch kein Handy
people-person = Mensch
plain-column = { $column ->
    [player] Name
    [card] Karte
    [bid] Ansage
    [tricks] Stiche
   *[points] Punkte
}
plain-wins = gewinnt
plain-join-to-enter = Du schaust zu. Um etwas einzutragen: { $join }.
plain-join-to-play = Du schaust zu. Um mitzuspielen: { $join }.
plain-watching = Du schaust zu. Um mitzuspielen, bitte um einen Code.
plain-gone = Du bist nach Hause gegangen: dieses Handy kann nichts mehr eintragen.
plain-bid-of = Ansage von { $name }
plain-rest = Eine Person darfst du auslassen: sie bekommt den Rest.
plain-enter = Eintragen
plain-entry = Ein Eintrag wie { $bid }, { $won }, { $undo } oder { $correct }
plain-nothing-entered = Nichts wurde eingetragen: tipp auf eine Antwort, oder schreib eine wie „bid 2“.
plain-number-missing = Trag für alle eine Zahl ein. Bei den Stichen darfst du eine auslassen.
plain-reload = Neu laden
plain-drawing = Diese Seite hat kein Skript und kann nicht mitmischen: öffne stattdessen { $table }, oder lass deinen Platz einem Bot geben.
plain-the-table = den Tisch
plain-your-turn = Du bist dran.
plain-turn-of = { $names ->
    [one] { $names } ist dran.
   *[other] { $names } sind dran.
}
plain-deal-of = Runde { $deal } von { $deals }
plain-trump-unknown = noch nicht bekannt
plain-turned = Aufgedeckt: { $cards }.
plain-no-hand = keine, die du sehen kannst
plain-what = Was du tust
plain-do = Ausführen
plain-call = Wählen
plain-not = Nicht { $entry }: { $reason }
plain-undo = Meinen Zug zurücknehmen
log-title = Verlauf: { $title }
log-heading = Verlauf
log-column = { $column ->
    [number] Nr.
    [what] Was
   *[by] Wer
}
record-later = Die Aufzeichnung zeigt jede Karte. Darum kannst du sie erst speichern, wenn die Partie vorbei ist.
title-refused = Abgelehnt
title-not-here = Nicht hier
title-too-many-tables = Zu viele Tische
title-no-answer = Keine Antwort
title-not-kept = Nicht gespeichert
title-not-shown = Nicht gezeigt
title-too-often = Zu oft
no-table-here = Diesen Tisch gibt es hier nicht.
no-game-here = Dieses Spiel gibt es hier nicht.
no-file-here = Diese Datei gibt es hier nicht.
no-rule-sheet = Zu diesen Regeln gibt es kein Regelblatt.
no-page-here = An dieser Adresse ist nichts.
rules-forgotten = Der Server hat diese Regeln nicht mehr: füg sie noch einmal ein.
too-many-tables = Aus deinem Netz wurden zu viele Tische eröffnet. Den nächsten kannst du in { $minutes } min eröffnen.
no-more-tables = Dieser Server hat keinen Platz für weitere Tische: erst muss einer gelöscht werden.
too-many-pages = Zu viele Seiten dieses Servers sind offen.
entries-too-often = Von diesem Handy kamen zu viele Einträge auf einmal.
too-often = Aus deinem Netz kamen zu viele falsche Codes. Versuch es in einigen Sekunden noch einmal.
-file-lead = { $lead ->
    [shown] Das lässt sich nicht zeigen
   *[kept] Nichts wurde gespeichert
}
file-damaged = { -file-lead }: die Datendatei dieses Servers ist beschädigt. Wer ihn betreibt, sieht in seinem Terminal, wie es mit einer Sicherung weitergeht.
file-failed = { -file-lead }: { $reason }. Versuch es noch einmal, wenn das behoben ist.
server-failed = Auf dem Server ging etwas schief. Das ist nicht dein Fehler.
refused-host = Dieser Server hört nicht auf diesen Namen; { $command } gibt ihm einen.
refused-site = Die Seite, die das sendet, gehört zu einer anderen Website.
refused-method = Diese Adresse kennt diese Methode nicht.
refused-slow = Die Anfrage kam zu langsam an.
refused-form = Das Formular lässt sich nicht lesen.
refused-long = Eine Anfrage darf höchstens { $most } Bytes haben.

## Reports of the rules, of a table, and of what people did; a page recognises the English sentence

-suit-word = { $suit ->
    [spades] Pik
    [hearts] Herz
    [diamonds] Karo
    [clubs] Kreuz
    [trumps] Trumpf
   *[other] { $suit }
}
report-rule-in-deal = in Runde { $deal }: { $reason }
report-rule-A101 = `{ $text }` ist nicht zu verstehen: { $expected }
report-rule-A101-write = `{ $text }` ist nicht zu verstehen: schreib zum Beispiel { $example-list }
report-rule-A102 = die Partie ist vorbei: die letzte Runde ist gezählt
report-rule-A103 = das geht jetzt nicht: { $expected }
report-rule-A103-looked = hier wurden die Karten schon angesehen: { $expected }
report-rule-wanted-example = { $wanted }, zum Beispiel `{ $example }`
report-rule-wanted-dealer = wer zuerst gibt, muss feststehen
report-rule-wanted-size = wer gibt, muss die Kartenzahl wählen
report-rule-wanted-call = erst muss gewählt werden
report-rule-wanted-auction = jemand muss Stiche und Trumpf bieten oder passen
report-rule-wanted-trump = Trumpf muss bestimmt werden
report-rule-wanted-first = wer ausgelost wurde und zuerst ansagt, muss feststehen
report-rule-wanted-bid = erst muss angesagt werden
report-rule-wanted-tricks = die Stiche aller müssen gezählt werden
report-rule-wanted-nothing = es ist nichts mehr zu tun
report-rule-wanted-name-card = nenn die Karte
report-rule-A103-no-bids = in dieser Runde sagt niemand an: die Ansagen stehen fest, oder es gibt keine
report-rule-A103-no-call = in dieser Runde gibt es nichts zu wählen
report-rule-A103-no-trump = in dieser Runde bestimmt niemand Trumpf
report-rule-A103-not-drawn = in dieser Runde wird nicht ausgelost, wer zuerst ansagt
report-rule-A103-no-auction = in dieser Runde wird nicht gereizt
report-rule-A103-no-look = in dieser Runde kann niemand wählen, wann die Karten angesehen werden
report-rule-A103-auction-over = `{ $said }` kommt nach dem Ende des Reizens: lass es weg
report-rule-A103-roster = mitten in einer Runde kann niemand kommen oder gehen: spielt sie zu Ende oder nimm ihre Einträge zurück
report-rule-A103-end = mitten in einer Runde kann die Partie nicht enden: spielt sie zu Ende oder nimm ihre Einträge zurück
report-rule-A103-skip = eine Runde lässt sich nur auslassen, bevor sie beginnt: nimm ihre Einträge zurück
report-rule-A103-size = die Runde hat begonnen: um die Kartenzahl zu ändern, gib `{ $entry }` ein
report-rule-A103-nothing-scored = die Partie kann nicht enden, bevor die erste Runde gezählt ist
report-rule-A103-waiting = Runde `{ $deal }` wartet auf einen Eintrag, den eine Berichtigung offen ließ: gib ihn zuerst ein
report-rule-A103-behind-end = durch eine Berichtigung endet die Partie vor Runde `{ $deal }`, die schon eingetragen ist: nimm die Berichtigung mit `undo` zurück oder berichtige sie
report-rule-A103-goes-on = die Partie ist nicht vorbei: noch eine Runde kann nur auf die letzte folgen
report-rule-A104 = es gibt keinen Eintrag mehr zum Zurücknehmen
report-rule-A105 = Runde `{ $deal }` hat keinen Eintrag, den `{ $part }` berichtigen könnte
report-rule-A105-no-deal = es gibt keine Runde `{ $deal }` zu berichtigen: auf dem Zettel steht nur Runde `1`
report-rule-A105-no-such-deal = es gibt keine Runde `{ $deal }` zu berichtigen: auf dem Zettel stehen Runde `{ $first }` bis `{ $last }`
report-rule-A105-not-corrected = `{ $part }` lässt sich nicht berichtigen: nur `undo` nimmt es zurück, mit allem, was danach kam
report-rule-A105-incomplete = diese Zeile von Runde `{ $deal }` ist nicht vollständig: gib ein, was fehlt
report-rule-A106 = `{ $part }` ist nur ein Teil einer Zeile: berichtige die ganze, zum Beispiel mit `{ $one }` oder `{ $other }`
report-rule-A107 = der Zettel ist voll: er fasst `{ $most }` Einträge, auch zurückgenommene
report-rule-A107-adjustments = der Zettel ist voll: er fasst `{ $most }` Mal Punkte von Hand
report-rule-A107-changes = der Zettel ist voll: er fasst `{ $most }` Wechsel
report-rule-A108 = ändere einen Stand um `1` bis `{ $most }` Punkte, nach oben oder unten
report-rule-A108-note = eine Notiz hat höchstens `{ $most }` Zeichen
report-rule-A109 = { $reason }; um jemanden zu ersetzen, gib `join Eve for Bob` ein
report-rule-A109-spelt = `{ $name }` steht schon auf dem Zettel, mit anderen Zeichen getippt: wähl den Namen vom Zettel
report-rule-A109-here = `{ $name }` ist schon am Tisch
report-rule-A109-left = `{ $name }` ist gegangen: nenn jemanden am Tisch
report-rule-A109-empty = der Name ist leer: wähl einen anderen
report-rule-A109-long = der Name hat mehr als { $most } Zeichen oder ein unvollständiges: wähl einen anderen
report-rule-A109-full = der Zettel ist voll: er hat Zeilen für `{ $most }` Leute
report-rule-A109-join-again = `{ $name }` ist gegangen: um zurückzukommen, setz sich neu dazu
report-rule-A109-out = `{ $name }` setzt schon aus
report-rule-A109-not-out = `{ $name }` setzt nicht aus
report-rule-A110-no-deal = diese Regeln haben keine Runde `{ $name }`: wähl aus { $kind-list }
report-rule-A110-most = eine Partie hat höchstens `{ $most }` Runden
report-rule-A110-cards = `{ $cards }` Karten für jeden gehen nicht: gib `1` bis `{ $most }`
report-rule-A110-turned = `{ $cards }` Karten für jeden brauchen `{ $needed }` Karten, eine davon zum Aufdecken: das Kartenspiel hat `{ $size }`
report-rule-A110-auction = das Reizen hat kein Gebot für je `{ $cards }` Karten
report-rule-A110-value = die Regeln haben für diese Runde keinen Wert: { $why }
report-rule-A111 = du kannst höchstens { $left ->
    [one] `{ $left }` Runde
   *[other] `{ $left }` Runden
} auslassen: `end` beendet die Partie
report-rule-A111-last = das ist die letzte Runde: `end` beendet die Partie
report-rule-A112 = nenn alle, die am Anfang saßen, genau einmal, in der Reihenfolge des Spiels, wie in `{ $now }`
report-rule-A113 = die Notiz zur Partie hat höchstens `{ $most }` Zeichen
report-rule-A201 = `{ $bid }` geht nicht: hier sagst du `0` bis `{ $cards }` an
report-rule-A202 = die Regel für die letzte Ansage verbietet `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A202-plain = die Regel für die letzte Ansage verbietet `{ $bid }`; { $may }
report-rule-A203 = die Regel für jede Ansage verbietet `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A203-plain = die Regel für jede Ansage verbietet `{ $bid }`; { $may }
report-rule-limit-none = keine Ansage ist erlaubt
report-rule-limit-may = sag { $bid-list } an
report-rule-limit-sum = die Ansagen ergäben `{ $sum }`
report-rule-limit-sum-cards = die Ansagen ergäben `{ $sum }` bei { $cards ->
    [one] `{ $cards }` Karte
   *[other] `{ $cards }` Karten
}
report-rule-limit-cards = es gibt { $cards ->
    [one] `{ $cards }` Karte
   *[other] `{ $cards }` Karten
}
report-rule-limit-name = `{ $word }` ist `{ $word-value }`
report-rule-A204 = die Karten sind noch nicht angesehen: gib erst `look` ein, oder `{ $entry }`
report-rule-A205 = in dieser Runde kann niemand blind ansagen: gib `{ $entry }` ein
report-rule-A205-looked = die Karten sind angesehen, also keine blinde Ansage: gib `{ $entry }` ein
report-rule-A206 = `{ $bids }` Ansagen für `{ $players }` Leute: gib für jeden eine ein, in der Reihenfolge der Plätze
report-rule-A301 = `{ $card }` hast du nicht: spiel eine Karte, die du hast
report-rule-A302 = `{ $card }` bedient nicht: { -suit-word } ist angespielt; spiel { $card-list }
report-rule-A303 = `{ $card }` liegt nicht oben: gespielt wird von oben
report-rule-A304 = `{ $card }` ist wild: sag, wofür sie steht, wie in `{ $example }`
report-rule-A305 = `{ $card }` ist nicht wild: in dieser Runde ist keine Karte wild
report-rule-A305-top = die oberste Karte ist nicht wild: { $why }
report-rule-A305-ranks = `{ $card }` ist nicht wild: wild sind { $rank-list }
report-rule-A306 = `{ $card }` kann nicht für `{ $face }` stehen: das tut schon eine wilde Karte in diesem Stich; nenn eine andere
report-rule-A306-several = `{ $card }` kann nicht für `{ $face }` stehen: das tun schon wilde Karten in diesem Stich; nenn eine andere
report-rule-A307 = `{ $card }` kann nicht für `{ $face }` stehen: du musst bedienen, und { -suit-word } ist angespielt; nenn eine Karte dieser Farbe
report-rule-A308 = du musst Trumpf spielen, und `{ $card }` ist keiner; spiel { $card-list }
report-rule-A309-any = du musst eine Karte spielen, die `{ $best }` schlägt, und `{ $card }` ist keine; spiel { $card-list }
report-rule-A309-trump = du musst einen Trumpf spielen, der `{ $best }` schlägt, und `{ $card }` ist keiner; spiel { $card-list }
report-rule-A309 = du musst höher spielen als `{ $best }`, und `{ $card }` ist nicht höher; spiel { $card-list }
report-rule-A310 = `{ $card }` kann nicht für `{ $face }` stehen: die Karte ist nicht im Kartenspiel; nenn eine, die es ist
report-rule-A311 = `{ $card }` darfst du nicht ausspielen, solange du eine andere Farbe hast; spiel { $card-list } aus
report-rule-A311-broken = solange { -suit-word } nicht gefallen ist, darfst du `{ $card }` nicht ausspielen, wenn du eine andere Farbe hast; spiel { $card-list } aus
report-rule-A312 = du spielst `{ $card }` aus: sag, was sie verlangt, mit { $way-list }
report-rule-A313 = `{ $said }` geht nicht; spiel { $way-list }
report-rule-A313-not-led = `{ $said }` geht nicht: sie wird nicht ausgespielt; spiel { $way-list }
report-rule-A314 = `{ $card }` ist keine besondere Karte: sie ist weder hoch noch niedrig und verlangt nichts
report-rule-A315-highest = `{ $asking }` verlangt deine höchste Karte in { -suit-word }, und das ist nicht `{ $card }`; spiel { $card-list }
report-rule-A315-lowest = `{ $asking }` verlangt deine niedrigste Karte in { -suit-word }, und das ist nicht `{ $card }`; spiel { $card-list }
report-rule-A401 = nenn eine Trumpffarbe, zum Beispiel `trump hearts`
report-rule-A402 = nenn alle Farben der Reihe nach, zum Beispiel `order S H C D`
report-rule-A403 = `{ $named }` ist keine Reihenfolge: nenn jede Farbe einmal
report-rule-A404 = es muss einen Trumpf geben: nenn eine Farbe, zum Beispiel `trump hearts`
report-rule-A405 = im Kartenspiel gibt es kein { -suit-word }: nenn { $suit-list }
report-rule-A406 = keine aufgedeckte Karte macht { -suit-word } zu Trumpf
report-rule-A501 = `{ $name }` steht nicht zur Wahl: nimm { $name-list }
report-rule-A502 = `{ $name }` ist zweimal gewählt: nenn es einmal
report-rule-A503 = wähl genau eins von { $name-list }: keins ist gewählt
report-rule-A503-several = wähl genau eins von { $name-list }: gewählt sind { $called-list }
report-rule-A504 = { $called-list } gehen nicht zusammen: behalt eins
report-rule-A601 = { $cards ->
    [one] `{ $cards }` Karte geht
   *[other] `{ $cards }` Karten gehen
} nicht: wähl `{ $low }` bis `{ $high }`
report-rule-A601-fixed = { $cards ->
    [one] `{ $cards }` Karte geht
   *[other] `{ $cards }` Karten gehen
} nicht: hier bekommt jeder `{ $low }`
report-rule-A602-number = `{ $tricks }` Stichzahlen für `{ $players }` Leute: zähl die Stiche noch einmal
report-rule-A602 = die Stiche ergeben `{ $sum }`, gespielt werden aber `{ $cards }`: zähl die Stiche noch einmal
report-rule-A603 = die Stiche von `{ $name }` sind verschieden viel wert: gib die Punkte aller ein, wie in `{ $example }`
report-rule-A603-takers = die Stiche von `{ $name }` sind verschieden viel wert: gib ein, wer jeden Stich bekam, von 1 an gezählt, wie in `{ $example }`
report-rule-A604 = { $reason }; zähl die Punkte noch einmal
report-rule-A604-worth = { $tricks ->
    [one] `{ $tricks }` Stich
   *[other] `{ $tricks }` Stiche
} von `{ $name }` können nicht { $points ->
    [one] `{ $points }` Punkt
   *[other] `{ $points }` Punkte
} wert sein
report-rule-A604-together = in `{ $name }` können es nicht `{ $points }` Punkte sein: { $why }
report-rule-A604-sum = zusammen müssen es { $sum } sein
report-rule-A604-range = alle Stiche zusammen sind { $low } bis { $high } wert
report-rule-A604-not-together = zusammen können die Stiche das nicht wert sein
report-rule-A605 = Person `{ $seat }` gibt es nicht: gib ein, wer jeden Stich bekam, `1` bis `{ $players }`
report-rule-A801 = hier heißt niemand `{ $name }`: wähl aus { $name-list }
report-rule-A901 = `{ $said }` gibt es beim Reizen nicht: es geht von `{ $lowest }` bis `{ $highest }`
report-rule-A902 = `{ $said }` ist nicht höher als `{ $before }`: biet höher, oder `pass`
report-rule-U622-count = `{ $names }` Namen für `{ $players }` Leute
report-rule-U622-same = zwei Leute haben denselben Namen
report-rule-U622-empty = ein Name ist leer
report-rule-U601 = das Spiel ist für { $sizes } Leute, nicht `{ $players }`
report-form-number = eine ganze Zahl von { $low } bis { $high }
report-form-truth = true oder false
report-form-words = eins von { $word-list }
report-form-same = zwei Leute heißen `{ $name }`
report-form-length = Person { $number } braucht einen Namen mit 1 bis { $most } Zeichen
report-table-no-table = diesen Tisch gibt es nicht
report-table-no-sheet = diesen Punktezettel gibt es hier nicht
report-table-no-match-here = diese Partie gibt es hier nicht
report-table-no-game = dieses Spiel gibt es hier nicht
report-table-no-match = diese Partie gibt es nicht
report-table-table-deleted = dieser Tisch wurde gelöscht
report-table-already-open = der Tisch ist schon offen
report-table-key-reused = diese Seite wurde schon für etwas anderes benutzt: sieh noch einmal zum Tisch
report-table-no-seat = das kann nur, wer an diesem Tisch sitzt: bitte um einen Code
report-table-host-only = das kann nur, wer den Tisch leitet, und kann es auch allen mit Platz erlauben
report-table-table-full = ein Tisch hat höchstens { $most } Handys: wer ihn leitet, kann Plätze freigeben
report-table-foreign-code = ein Handy lässt sich nur mit seinem eigenen Code ersetzen
report-table-host-stays = wer den Tisch leitet, kann nicht gehen: gib die Leitung erst ab
report-table-no-phone = dieses Handy gibt es an diesem Tisch nicht
report-table-member-left = wer diesen Code hatte, hat den Tisch verlassen
report-table-own-cards = dieser Tisch gibt keine Karten: hier sind echte
report-table-undo-by-host = dieser Eintrag kam nicht von diesem Handy: zurücknehmen kann ihn nur, wer den Tisch leitet
report-table-changes-by-host = Berichtigungen, Wechsel und Punkte von Hand trägt nur ein, wer den Tisch leitet, und kann es auch allen mit Platz erlauben
report-table-watching = du schaust zu und kannst nichts eintragen: wer den Tisch leitet, kann dir einen Platz geben
report-table-gone-home = das ist das Handy von { $player }, nicht mehr am Tisch
report-table-other-phone = { $player } ist dran, und das ist das Handy von { $owner }
report-table-entered-by = inzwischen hat { $author } „{ $entry }“ eingetragen
report-table-not-undone = { $cause }: nichts wurde zurückgenommen
report-table-entry-stale = { $now }; { $cause }. Dein „{ $entry }“ wurde nicht eingetragen
report-table-entry-too-late = { $now }; dein „{ $entry }“ wurde nicht eingetragen
report-table-draw-first = die Handys haben die Karten noch nicht ausgelost
report-table-draw-moved-on = das Auslosen der Karten ist schon weiter
report-table-no-commitment = diese Zusage ist jetzt nicht dran, schon benutzt oder kein SHA-256
report-table-no-reveal = diese Zahl ist jetzt nicht dran oder passt nicht zur Zusage
report-table-server-deals = an diesem Tisch gibt der Server
report-table-not-your-page = diese Seite war für { $earlier }, und dieses Handy spielt jetzt für { $player }
report-table-moved-on = am Tisch ging es weiter: { $now }. Das zählte nicht: { $command }
report-table-asked-otherwise = jetzt bist du etwas anderes gefragt
report-table-not-asked-any-more = das wird nicht mehr gefragt
report-table-taking-back = Versuch, zurückzunehmen
report-table-claim = Anspruch auf den Rest
report-table-request-to-take-back = Bitte um Zurücknehmen
report-table-answer = Antwort
report-table-question-open = erst müssen alle die offene Frage beantworten
report-table-declined = das wurde abgelehnt: spiel weiter
report-table-claim-later = den Rest kannst du nur beanspruchen, wenn du beim Ausspielen dran bist
report-table-claim-unproved = deine Karten beweisen es nicht, und ein Bot braucht einen Beweis: spiel weiter
report-table-cannot-agree = { $player } hat hier kein Handy und kann nicht zustimmen
report-table-nobody-to-nudge = niemand sonst ist dran
report-table-too-soon = nicht so schnell
report-table-match-over = die Partie ist vorbei
report-table-bid-waits = du hast angesagt und die anderen nicht: nimm erst deine Ansage zurück
report-table-others-turn = { $player } ist dran
report-table-nothing-to-undo = du kannst nur deinen letzten Zug zurücknehmen, bevor jemand anders handelt oder eine Karte zu sehen ist
report-table-nothing-to-ask = in dieser Runde gibt es nichts, was du zurücknehmen könntest
report-table-no-such-seat = diesen Platz gibt es nicht
report-table-bot-plays = auf diesem Platz spielt ein Bot
report-table-person-plays = auf diesem Platz spielt ein Mensch
report-table-not-your-seat = das ist nicht dein Platz
report-table-bot-plays-for-you = ein Bot spielt für dich: nimm erst deinen Platz zurück
report-table-not-asked = das fragt dich jetzt niemand
report-table-dealer-now = jetzt ist einzutragen, wer zuerst gibt
report-table-first-now = jetzt ist einzutragen, wer zuerst ansagt
report-table-tricks-now = jetzt sind die Stiche von Runde { $deal } einzutragen
report-table-over-now = die Partie ist jetzt vorbei
report-table-bid-now = { $player } sagt jetzt an
report-table-call-now = { $player } wählt jetzt
report-table-size-now = { $player } wählt jetzt die Kartenzahl
report-table-name-now = { $player } bestimmt jetzt Trumpf
report-table-auction-now = { $player } bietet jetzt
report-table-player-now = { $player } ist jetzt dran
report-table-other-now = Runde { $deal } braucht jetzt einen anderen Eintrag
report-table-dealer-entered = inzwischen wurde eingetragen, wer zuerst gibt
report-table-first-entered = inzwischen wurde eingetragen, wer zuerst ansagt
report-table-tricks-entered = inzwischen wurden die Stiche von Runde { $deal } eingetragen
report-table-bid-entered = inzwischen wurde die Ansage von { $player } eingetragen
report-table-call-entered = inzwischen wurde die Wahl von { $player } eingetragen
report-table-size-entered = inzwischen wurde die Kartenzahl von { $player } eingetragen
report-table-name-entered = inzwischen wurde der Trumpf von { $player } eingetragen
report-table-auction-entered = inzwischen wurde das Gebot von { $player } eingetragen
report-table-other-entered = inzwischen wurde etwas anderes eingetragen
report-did-opens = { $who } eröffnet den Tisch
report-did-watches = { $who } schaut zu
report-did-sits-down = { $who } setzt sich
report-did-plays-for = { $who } spielt für { $player }
report-did-bot = { $who } lässt einen Bot für { $player } spielen
report-did-plays-again = { $who } spielt wieder selbst
report-did-stops-bot = { $who } hält den Bot von { $player } an
report-did-other-phone = { $who } macht mit einem anderen Handy weiter
report-did-leaves = { $who } geht
report-did-frees = { $who } gibt den Platz von { $player } frei
report-did-host = { $who } gibt die Leitung an { $player }
report-did-rights = { $who } erlaubt allen mit Platz, den Tisch zu leiten
report-did-no-rights = { $who } leitet den Tisch wieder allein
report-did-note = { $who } schreibt Datum und Notiz
report-did-deletes = { $who } löscht den Tisch
report-did-no-takeover = { $who } lässt keinen Bot einspringen
report-did-takeover = { $who } lässt nach { $seconds } Sekunden Warten einen Bot einspringen
report-did-undo = { $who } nimmt den letzten Zug zurück
report-did-claims = { $who } beansprucht den Rest, der sicher ist
report-did-claims-asks = { $who } beansprucht den Rest und fragt alle
report-did-asks-undo = { $who } bittet alle, zurücknehmen zu dürfen
report-did-withdraws = { $who } zieht das zurück
report-did-plays-on = { $who } möchte weiterspielen
report-did-agrees = { $who } ist einverstanden
report-did-agrees-undo = { $who } ist einverstanden: { $player } nimmt zurück
report-did-agrees-claim = { $who } ist einverstanden: der Rest geht an { $player }
report-did-agrees-in-vain = { $who } ist einverstanden, aber { $player } kann nicht alle Stiche gewinnen: es geht weiter
report-did-draws-again = { $who } beginnt Durchgang { $round } des Auslosens, weil eine Zahl fehlt: { $names-list }
report-did-deals = { $who } gibt nach einem Startwert von sich und { $names-list }
report-did-deals-alone = { $who } gibt nach einem Startwert von sich allein
report-did-the-program = Das Programm
