### Alle teksten van de pagina’s in het Nederlands.

## Words that several pages have

suit = { $suit ->
    [S] schoppen
    [H] harten
    [D] ruiten
   *[C] klaveren
}
-rank = { $rank ->
    [A] aas
    [K] heer
    [Q] vrouw
    [J] boer
   *[other] { $rank }
}
card = { suit } { -rank }
card-of-pack = { card }, spel { $copy }
cards = { $number ->
    [one] { $number } kaart
   *[other] { $number } kaarten
}
tricks = { $number ->
    [one] { $number } slag
   *[other] { $number } slagen
}
-deals = { $number ->
    [one] { $number } ronde
   *[other] { $number } rondes
}
-entries = { $number ->
    [one] { $number } actie
   *[other] { $number } acties
}
entries = { -entries }
place = { $place }e
or = { " of " }
and = { " en " }
then = { ", dan " }
decimal-mark = ,
range = { $low } t/m { $high }
close = Sluiten
try-again = Opnieuw proberen
language-of-page = Taal
no-trump = Geen troef
with-no-trump = { $level } zonder troef
with-trump = { $level } in { suit }
made = gehaald { $points }
missed = gemist { $points }
not-allowed = { $number }, niet toegestaan: { $reason }
call-nothing = Niets kiezen
call-these = { $names } kiezen
pass = Passen
about = { $what }: { $reason }
take-back = Terugnemen
wins = { $names ->
    [one] { $names } wint
   *[other] { $names } winnen samen
}
has-left = is weg
sits-out = slaat over
deals-first = { $dealer } geeft eerst.
cannot-open-table = Deze tafel kan niet worden geopend: { $reason }
no-answer = de server antwoordt niet.
all-tables = Alle tafels
table-gone = Deze tafel is verwijderd.
name-too-long = Een naam heeft hooguit { $most } tekens.
hidden-sign-in-name = De naam bevat een onzichtbaar teken, hier uitgeschreven: “{ $shown }”. Typ hem opnieuw in plaats van te plakken.
hidden-sign-in-entry = De invoer bevat een onzichtbaar teken, hier uitgeschreven: “{ $shown }”. Typ hem opnieuw in plaats van te plakken.
bids-label = Biedingen
everybody = Iedereen
print = Afdrukken
deal-label = Ronde
one-more-hand = Nog een ronde
question = De vraag
even = gelijk
over = te veel
under = te weinig
is-dealer = geeft
bid-is-blind = een bod is nu blind
more = Meer
add = Toevoegen
is-missed = gemist
is-made = gehaald

## The log of a score sheet

entry-dealer = { $player } geeft
entry-first = { $player } is geloot en biedt eerst
entry-cards = Ieder { cards }
entry-calls = { $actor } kiest { $calls }
entry-called = Gekozen: { $calls }
entry-nothing = niets
entry-names-trump = { $actor } kiest troef: { $trumps }
entry-trump = Troef: { $trumps }
entry-names-order = { $actor } kiest de volgorde van de troeven: { $trumps }
entry-order = Volgorde van de troeven: { $trumps }
entry-no-trump = geen
entry-auction = Het opbod: { $bids }
entry-bids-in-auction = { $actor } biedt { $bid }
entry-passes = { $actor } past
entry-pass = past
auction-bid = { $number } { suit }
auction-bid-without = { $number } zonder troef
entry-looks = { $actor } bekijkt de kaarten
entry-bid = { $actor } biedt { $bid }
entry-bids = Biedingen: { $bids }
entry-blind = { $bid } blind
entry-won = Slagen: { $tricks }
entry-won-points = Slagen: { $tricks }; punten erin: { $points }
entry-taken = Slagen gehaald door { $takers }
entry-join = { $player } gaat links van { $after } zitten
entry-for = { $player } neemt de plaats van { $leaver }, die naar huis gaat
entry-leave = { $player } gaat naar huis
entry-out = { $player } slaat over
entry-back = { $player } speelt weer mee
entry-adjust = { $player } { $points } met de hand
entry-adjust-note = { $player } { $points } met de hand: { $note }
entry-skip = { $number ->
    [one] { $number } ronde van het schema overgeslagen
   *[other] { $number } rondes van het schema overgeslagen
}
entry-end = De partij eindigt hier
entry-seats = Volgorde van de plaatsen: { $names }
entry-note = Notitie: { $text }
entry-no-note = De notitie is verwijderd
entry-correct = Verbeterd. { $entry }
entry-nobody = Niemand kwam of ging
log-after-last = Na de laatste ronde
log-deal = Ronde { $deal }
log-end = Einde
log-phone = telefoon van { $name }
log-back = teruggenomen
log-at = om { $time }
log-on-phone = op de telefoon van { $name }
log-result = { $name }: { $tricks }, { $points }, totaal { $total }
log-won-of = { $won } van { $bid }
log-person = Persoon
log-all-deals = Alle rondes
log-copy = Deze ronde als tekst kopiëren
log-copied = Gekopieerd. Plak het waar je wilt.
log-not-copied = Deze browser laat pagina’s niet kopiëren. Selecteer in plaats daarvan de regels.
log-nothing = Daar is niets ingevoerd.
log-empty = Hier staat alles wat is ingevoerd, ook wat is teruggenomen.

## Standings and sheet

scores-title = Scores
scores-tab = { $tab ->
    [standings] Stand
    [sheet] Scoreblad
   *[log] Logboek
}
scores-you = jij
scores-left-hint = Wie weg is, houdt zijn totaal en kan niet meer winnen.
scores-sheet = Het hele scoreblad
scores-empty = Hier staan gesloten rondes. Tik er een aan om die te verbeteren.
scores-correct = Ronde { $deal } verbeteren
scores-at-the-end = Aan het eind:
scores-in-deal = Ronde { $deal }:
scores-absent = { $why ->
    [out] rust
    [left] weg
   *[not-yet] –
}

## The end of a match

end-deals = { -deals }
end-deals-early = { -deals }, eerder gestopt
end-what-now = En nu
end-again = Nog eens
end-same-people = met dezelfde mensen
end-same-people-dealer = met dezelfde mensen, { $dealer } geeft
end-picture = Afbeelding
end-picture-title = De uitslag
end-save-picture = Afbeelding opslaan
end-scores = Scoreblad en logboek
end-payments = Wie betaalt wie
end-pays = betaalt
end-neither-pays = Zonder betaling, want vertrokken: { $names }.
end-made = { $bids } gehaald
end-how-it-went = Hoe het ging
end-run = Langste reeks
-end-run = { $names ->
    [one] { $names } haalde { $bids } biedingen op rij
   *[other] { $names } haalden elk { $bids } biedingen op rij
}
end-run-text = { -end-run }.
end-run-deals = { -end-run }, ronde { $from } t/m { $to }.
end-boldest = Gewaagdste bod
end-boldest-text = { $name } bood { $bid } van { $cards } in ronde { $deal }, en haalde het.
end-close = Net niet
end-close-text = { $names ->
    [one] { $names } kwam { $bids } keer één slag te kort of te ver.
   *[other] { $names } kwamen elk { $bids } keer één slag te kort of te ver.
}

## The sheet on paper

paper-title = Op papier
paper-head = { $date }, { -deals }.
paper-total = Totaal
paper-hint = Achter elke ronde: haar kaarten. Achter elk totaal: slagen gehaald van geboden.
paper-pays = { $from } betaalt { $to } { $amount }.

## Score keeper: the bar and the list

keeper-headline = { $phase ->
    [dealer] Wie geeft eerst?
    [size] { $name } geeft: hoeveel kaarten?
    [call] { $name } kiest
    [auction] { $name } biedt of past
    [name] { $name } kiest troef
    [first] Wie is geloot om eerst te bieden?
    [bid] { $name } biedt
   *[tricks] Tel de slagen
}
keeper-all-matches = Alle partijen
keeper-bid-so-far = geboden
keeper-none = geen
keeper-what-is-trump = Wat is troef?
keeper-is-trump = Troef: { $suits }
keeper-people = Iedereen aan tafel
dealer-letter = G
keeper-bids-now = biedt …
keeper-bid = bod
keeper-blind = blind
keeper-since-deal = sinds ronde { $deal }
keeper-points = { $total ->
    [one] { $total } punt
   *[other] { $total } punten
}
keeper-last-deal = laatste ronde { $result }
keeper-correct-bid = { $name }, bod { $bid }: verbeteren
keeper-deals-first = { $name } geeft eerst
keeper-bids-first = { $name } biedt eerst
keeper-takes-trick = { $name } haalde slag { $trick }
keeper-of = van { $bid }
keeper-tricks-of = Slagen van { $name }
keeper-less = Eén minder voor { $name }
keeper-more-for = Eén meer voor { $name }
keeper-points-of = Punten in de slagen van { $name }
keeper-you-are = Jij bent { $name }
keeper-is-waiting = nog niet verzonden,

## Score keeper: the question

keeper-own-bid = bod { $bid }
keeper-scores = Stand en scoreblad
keeper-still-to-bid = { $number ->
    [1] laatste bod
   *[other] nog { $number } biedingen
}
keeper-correcting-bid = Het bod van { $name }
keeper-leave-bid = Bod laten zoals het is
keeper-correcting-hint = ingevoerd: { $bid }
keeper-bids-blind = Blinde biedingen
keeper-look = Bekijkt eerst de kaarten
keeper-group = { $kind ->
    [one-of] Een van
    [at-most-one-of] Hooguit een van
   *[any-of] Naar keuze uit
}
keeper-call-what = Maak een keuze
keeper-level = Hoeveel slagen?
keeper-highest = hoogste bod:
keeper-suit-of = { $level } met welke troef?
keeper-order-hint = Tik de kleuren op volgorde aan, de hoogste eerst
keeper-who-took-more = Wie haalde er meer?
keeper-who-took-fewer = Wie haalde er minder?
keeper-close-the-deal = Ronde sluiten?
keeper-not-given = { $number ->
    [one] { $number } slag ontbreekt
   *[other] { $number } slagen ontbreken
}
keeper-too-many = { tricks } te veel
keeper-all-there = Alle slagen zijn er
keeper-given = { $given } van { tricks }
keeper-everybody-made = Iedereen haalde het
keeper-everybody-made-sure = Ja, iedereen haalde het
keeper-close = Ronde sluiten
keeper-close-with = Sluiten: { $made } gehaald, { $missed } gemist
keeper-who-took = Wie haalde slag { $trick } van { $cards }?
keeper-tap-row = Tik de regel van de speler aan
deal-number = ronde { $deal }
deal-range = ronde { $first } t/m { $last }
deal-list = ronde { $deals }
keeper-waiting-after-end = Door een verbetering eindigt de partij vóór { $deals }: neem die terug of verbeter die.
keeper-others-play = Door een verbetering spelen anderen mee in { $deals }: voer biedingen en slagen opnieuw in.
keeper-counts-again = Wat voor { $deals } is ingevoerd, telt daarna weer.
keeper-corrected = Ronde { $deal } is verbeterd.
keeper-copied = Het verslag is gekopieerd: plak het waar je wilt.
keeper-sheet = Het scoreblad

## Score keeper: corrections

keeper-correction-hint = { cards }. Alles erna wordt opnieuw geteld.
keeper-tricks-row = Slagen
keeper-something-else = Iets anders
keeper-other-example = { $asked ->
    [taken] wie elke slag haalde: taken 1 3 2 2
    [points] slagen en punten: won 2 0 1 points 10 0 3
   *[won] bijvoorbeeld: cards 5, trump hearts, call Misere
}
keeper-other-label = Een andere verbetering, in woorden
keeper-put-right = Verbeteren
keeper-changes-before = Ervoor kwamen en gingen anderen
keeper-not-so = Niet zo
keeper-not-so-change = Niet zo: { $change }
keeper-no-changes = Niemand kwam of ging voor deze ronde.
keeper-also = Ook
keeper-somebody-came = Er kwam iemand
keeper-sat-down = en ging zitten
keeper-changes-hint = Hebben anderen gespeeld, voer dan hun biedingen en slagen ronde voor ronde opnieuw in. Weet niemand ze meer, voer dan onder Meer in wie er vanaf nu speelt.
keeper-at-left-of = links van { $name }
keeper-in-place-of = op de plaats van { $name }, die naar huis gaat

## Score keeper: the menu

keeper-this-match = Deze partij
keeper-once-there = zodra de server antwoordt
keeper-menu = { $entry ->
    [roster] Wie komt en gaat
    [points] Punten met de hand
    [correct] Een ronde verbeteren
    [size] Ander aantal kaarten
    [skip] Volgende ronde overslaan
    [seats] Volgorde van de plaatsen
    [note] Notitie
    [more] Nog een ronde
    [end] Hier stoppen
    [log] Logboek
    [text] Als tekst invoeren
    [record] Verslag opslaan
    [csv] Opslaan voor een rekenblad
    [share] Verslag delen
    [print] Scoreblad afdrukken
    [rules] Regels
    [leave] Andere partij
    [people] Mensen en telefoons
    [join] Meedoen met een code
    [along] Deze tafel meenemen
   *[tables] Alle tafels
}
keeper-menu-hint = { $entry ->
    [roster] iemand komt erbij, slaat over, gaat naar huis
    [points] voor een totaal, met een notitie
    [correct] biedingen, slagen en meer van een eerdere ronde
    [size] van deze ronde, vóór het eerste bod
    [skip] het schema gaat erna verder
    [seats] als iemand ergens anders zit
    [note] een voor de partij, in het verslag
    [more] haar punten tellen
    [end] met de totalen van nu
    [log] wie wat invoerde, in welke ronde en wanneer
    [text] alles zonder knop
    [record] voor clagdsl replay
    [csv] CSV: biedingen, slagen en totalen van elke ronde
    [share] met een andere app, of als gekopieerde tekst
    [print] op papier, of als pdf
    [rules] van dit spel
    [leave] deze blijft op dit apparaat
    [people] codes om mee te doen, rechten, verwijderen
    [join] om op deze telefoon iets in te voeren
    [along] een bestand dat zonder server telt
   *[tables] deze gaat door
}
keeper-plays-again = Speelt weer mee
keeper-sits-out-button = Slaat over
keeper-goes-home = Gaat naar huis
keeper-roster-button = { $verb ->
    [back] { $name }: speelt weer mee
    [out] { $name }: slaat over
   *[leave] { $name }: gaat naar huis
}
keeper-somebody-comes = Er komt iemand
keeper-sits-down = en gaat zitten
keeper-sit-down = Gaan zitten
keeper-roster-hint = { $worst ->
    [highest] Tussen twee rondes. Wie later komt, begint met { $total }, het hoogste totaal aan tafel; wie terugkomt, met het oude. Wie naar huis gaat, kan niet winnen.
   *[lowest] Tussen twee rondes. Wie later komt, begint met { $total }, het laagste totaal aan tafel; wie terugkomt, met het oude. Wie naar huis gaat, kan niet winnen.
}
keeper-whose-total = Wiens totaal
keeper-points-field = Punten
keeper-note-field = Notitie
keeper-points-hint = Met een min als er punten afgaan. Alleen het totaal verandert.
keeper-count-them = Meetellen
keeper-which-hand = Welke ronde
keeper-cards-each = Kaarten voor ieder
keeper-one-more-hint = Haar punten tellen en kunnen veranderen wie wint. Daarna is de partij voorbij.
keeper-begin-it = Beginnen
keeper-end-hint = Winnaar en betalingen volgen uit de totalen van nu. Je kunt het terugnemen.
keeper-end-here = De partij hier stoppen
keeper-size-hint = De rondes erna houden hun aantal.
keeper-set-size = Zoveel geven
keeper-entry-field = Invoer
keeper-entry-example = correct 1 dealer Cai
keeper-entry-hint = Zoals in een verslag: call Misere, trump hearts, correct 3 won 1 0 2 4.
keeper-enter-it = Invoeren
keeper-note-hint = Laat leeg om haar te verwijderen.
keeper-save-note = Notitie opslaan
keeper-seats-hint = Wie er aan het begin zaten, met de klok mee.
keeper-earlier = { $name } een plaats naar voren

## Score keeper: on a server

served-title = { $title }: scoreblad
served-is-there = Alles staat op de server.
served-not-there = Nog niet op de server: { -entries }.
served-moved-on = Iemand anders was sneller.
served-lost = Geen verbinding sinds { $since }. Wat je invoert, wordt later verzonden.
served-lost-waiting = Geen verbinding sinds { $since }. Nog te verzenden: { -entries }.
served-not-stored = { $number ->
    [one] { $reason } { $number } actie wordt opnieuw verzonden.
   *[other] { $reason } { $number } acties worden opnieuw verzonden.
}
served-not-kept = Deze browser bewaart niets: houd de pagina open tot alles is verzonden.
served-gone = { table-gone } Onder Meer kun je het verslag opslaan.
served-outdated = De server heeft een andere versie: laad deze pagina opnieuw.
served-watching = Je kijkt toe. Doe mee met een code om iets in te voeren.
served-seat-gone = Je plaats is vrij of bezet. Doe mee met een code om iets in te voeren.
served-went-home = Je bent naar huis gegaan. De gastheer kan je weer laten zitten.
served-refused = “{ $entry }” is niet ingevoerd.
served-refused-because = “{ $entry }” is niet ingevoerd:
served-faster = de { log-phone } heeft “{ $instead }” ingevoerd.
served-table-moved = de tafel was al verder.
served-refused-lost = “{ $entry }” staat niet meer op het blad: de server heeft een ouder bestand.
served-quoted = “{ $entry }”
served-refused-also = Daarmee niet ingevoerd: { $entries }.
served-refused-also-more = Daarmee niet ingevoerd: { $entries }, en nog { $number }.
served-correct-it = Verbeteren
served-all-right = In orde
served-screen = Stel in dat het scherm aan blijft.

## Score keeper: matches in this browser, and the page before a match

local-elsewhere = De partij ging in een ander venster verder. Bekijk haar en voer het jouwe opnieuw in.
local-not-kept = Wat je invoert, wordt niet bewaard: deze browser laat pagina’s niets opslaan, of heeft geen plaats meer. Sla onder Meer het verslag op voor je de pagina sluit.
local-kept-here = Alles is op dit apparaat opgeslagen.
local-not-kept-here = Er wordt niets opgeslagen: sla het verslag op voor je de pagina sluit.
setup-once-more = Nog eens?
setup-last-time = Zoals op { $date }.
setup-keep-score = Score bijhouden
setup-change-people = Andere mensen
setup-who-plays = Wie speelt er?
setup-how-many = { $direction ->
    [counterclockwise] { $players } spelers in de volgorde van hun plaatsen, tegen de klok in. Tik een naam aan om die te plaatsen, nog eens om die weg te laten.
   *[clockwise] { $players } spelers in de volgorde van hun plaatsen, met de klok mee. Tik een naam aan om die te plaatsen, nog eens om die weg te laten.
}
setup-seat = plaats { $place }
setup-people = Mensen
setup-somebody-else = Iemand anders
setup-first-name = Naam
setup-deals-first = Geeft eerst
setup-begin = Beginnen met { $number }
setup-begin-dealer = Beginnen met { $number }: { $dealer } geeft
setup-too-few = { $number } van minstens { $fewest } spelers
setup-too-many = { $number } mensen, en hooguit { $most } kunnen spelen
setup-settings = Huisregels
setup-not-proved = Deze instellingen zijn een voor een gecontroleerd, niet samen: de regels hebben voor een ronde misschien geen waarde. { $command } controleert ze en schrijft een pagina die ermee begint.
setup-earlier = Partijen op dit apparaat
setup-remove = De partij van { $names } verwijderen
setup-remove-sure = Deze partij voorgoed van dit apparaat verwijderen?
setup-cannot-open = Deze partij kan niet worden geopend: { $reason }
setup-rules = Regels
setup-rules-frame = De regels van { $title }

## First page

home-title = Aan de kaarttafel
home-about = Houd de score bij van kaartspelen met biedingen, volgens je eigen regels. Of speel ze hier, op jullie telefoons.
home-last-time = { $title }, zoals op { $day }.
home-last-time-won = { $title }, zoals op { $day }: winst voor { $winners } met { $total }.
home-score = Echte kaarten tellen
home-score-hint = één telefoon in het midden, of ieder een
home-play = Hier spelen
home-play-hint = de server geeft, ook met bots
home-keep-score-of = Score bijhouden van
home-play-title = Hier spelen
home-choose-seats = Plaatsen kiezen
home-not-offered = Deze regels worden niet meer aangeboden. Kies een ander spel om het hier te spelen.
home-game = Spel
home-group = { $group ->
    [last] Laatst gespeeld
    [own] Jouw regels
    [clag] Clag
   *[family] Zijn familie
}
home-deals = { $deals } rondes
home-special-deals = { $number ->
    [one] { $number } soort bijzondere ronde
   *[other] { $number } soorten bijzondere rondes
}
home-special-cards = met { $cards }
home-players = { $players } spelers
home-read-rules = Regels lezen
home-kept = Op dit apparaat
home-under-way = Bezig
home-put-aside = Onderbroken
home-finished = Afgelopen
home-go-on = Verder
home-look = Bekijken
home-all = Alle { $number }
home-earlier = Eerdere
home-won = winst voor { $winners } met { $total }
home-over = voorbij
home-deal-of = ronde { $deal } van { $deals }
home-leads = ronde { $deal } van { $deals }, { $leader } leidt met { $total }
home-broken = { $file } bevat fouten
home-broken-offered = { $file } bevat fouten: de laatste geldige regels worden aangeboden
home-problems = Jouw regelbestanden
home-left-out = { $number ->
    [one] Nog { $number } regelbestand wordt niet aangeboden: het zijn er te veel.
   *[other] Nog { $number } regelbestanden worden niet aangeboden: het zijn er te veel.
}
home-join = Meedoen met een code
home-season = Seizoen
home-all-rules = Regels van alle spellen
home-write = Eigen regels schrijven
home-playground = Speeltuin
home-no-answer = De server antwoordt niet. Probeer het opnieuw.
home-beginning = Begint…

## Online table: the felt

table-your-turn = ● Jouw beurt
table-table = De tafel
table-trick = De slag
table-hand = Jouw kaarten
table-you = Jij
table-menu-title = Menu
table-scores = Scores, blad en logboek
table-of-bid = van { $cards } geboden
table-none = geen
table-trump = troef
table-highest-first = hoogste eerst
table-bids = biedt
table-has-bid = heeft geboden
table-blind = blind
table-acts = { $phase ->
    [size] kiest …
    [call] kiest …
    [name] kiest …
   *[bid] biedt …
}
table-points = { $total } ptn
table-tricks-won-of-bid = slagen gehaald van geboden
table-tricks-won = slagen gehaald
table-bot = bot
table-no-phone = geen telefoon
table-hand-of = De kaarten van { $name }
table-played-by = van { $name }
table-played-best = van { $name }, tot nu toe de beste
table-played-as = als { $face }
table-on-forehead = op het voorhoofd van { $name }
table-you-lead = Jij komt uit
table-leads = { $name } komt uit
table-turned = omgedraaid
table-last = Laatste
table-last-trick = Laatste slag: { $name }
table-without-trump = zonder troef
table-match-over = De partij is voorbij

## Online table: what the player is asked

table-bot-plays = Een bot speelt voor je
table-do-you-agree = ga je akkoord?
table-waits-for = wachten op { $names }
table-turn = Jij bent aan de beurt
table-only-top-card = alleen de bovenste kaart
table-lead-allowed = kom uit met een toegestane kaart
table-lead-any = kom uit met een kaart
table-you-take = Jij haalt de slag
table-takes = { $name } haalt de slag
table-bids-hidden = Biedingen zijn verborgen
table-you-have-bid = Je hebt geboden
table-you-claim = Je claimt de rest
table-claims = { $name } claimt de rest
table-you-ask-undo = Je vraagt terug te nemen: { $action }
table-asks-undo = { $name } vraagt terug te nemen: { $action }
table-and-after = { $number ->
    [one] en { $number } actie erna
   *[other] en { $number } acties erna
}
table-the-card = { $face }
table-asks = { $phase ->
    [size] Hoeveel kaarten?
    [call] Wat kies je?
    [auction] Jouw bod, of pas
    [name] Kies troef
   *[bid] Jouw bod
}
table-highest-suit-first = hoogste kleur eerst
table-have-bid = { $made } van { $all } hebben geboden
table-others-act = { $phase ->
    [size] { $name } kiest het aantal kaarten
    [call] { $name } kiest
    [auction] { $name } biedt of past
    [name] { $name } kiest troef
    [bid] { $name } biedt
   *[play] { $name } speelt
}
table-led = { suit } gevraagd
table-card-led = { $card } gevraagd
table-need-over = { $number } te veel
table-need-to-win = nog { $number }
table-need-no-more = geen meer!
table-own-bid = jouw bod
table-tricks = slagen
table-points-below = punten
table-empty-hand = Je hebt geen kaarten meer.
table-hidden-card = een kaart die je niet kunt zien
table-not-now = niet nu
table-only-top = Jouw kaarten zijn geschud. Je speelt de bovenste, wat het ook is.
table-card-not-now = niet nu: { $why }
table-look = Mijn kaarten bekijken
table-no-trump-short = geen
table-in-order = { suit }, { place }
table-back = Terug
table-too-low = { $level } met deze troef is niet hoger dan wat geboden is.
table-call-more = Maak een keuze.
table-whatever-it-is = Wat het ook is
table-as-itself = Als zichzelf
table-if-wild = Als hij wild is, als { $face }
table-as-the = Als { $face }
table-power = { $power ->
    [high] hoog
   *[low] laag
}
table-asks-for = { $what ->
    [highest] vraagt de hoogste { suit }
    [lowest] vraagt de laagste { suit }
    [suit] vraagt { suit }
    [next] vraagt de volgende kaart
   *[nothing] vraagt niets
}
table-not-this = Andere kaart
table-play-top = Bovenste kaart spelen
table-take-seat-back = Zelf verder spelen
table-agree = Akkoord
table-play-on = Verder spelen
table-withdraw = Intrekken
table-print = Scoreblad afdrukken
table-another = Nieuwe partij

## Online table: what players say, and messages

table-say = Zeggen
table-claim = De rest claimen
table-claim-hint = je wint elke slag die nog komt; anders wordt iedereen gevraagd
table-claim-with-bots = jouw kaarten moeten tonen dat je alles wint, omdat er een bot speelt
table-ask-undo = Vragen om terug te nemen
table-ask-undo-hint = wat je het laatst deed in deze ronde
table-nudge = Porren
table-nudge-hint = een teken aan { $names }
table-nudged = { $name } wacht op je.
table-emote = { $emote ->
    [thumb] goed gedaan
    [clap] bravo
    [smile] haha
    [wow] oh
    [cry] ach
   *[thanks] bedankt
}
table-on-its-way = Jouw tik is onderweg.
table-no-answer = De server antwoordt al een minuut niet. Tik nog eens.
table-no-answer-now = De server nam dat niet aan. Tik nog eens.
table-moved-on = De tafel was al verder. Kijk wat er nu wordt gevraagd.
table-seat-gone = Jouw plaats is vrij, of een andere telefoon heeft die.
table-lost = Geen verbinding. De tafel wacht erop.
table-outdated = De server heeft een andere versie. Laad deze pagina opnieuw.

## Online table: the menu

table-menu = { $entry ->
    [join] Meedoen met een code
    [people] { shuffle-people }
    [rules] Regels
    [wall] Groot scherm
    [record] Verslag opslaan
    [print] Scoreblad afdrukken
    [shuffle] { shuffle-title }
   *[tables] Alle tafels
}
table-menu-hint = { $entry ->
    [join] om op deze telefoon te spelen
    [people] codes om mee te doen, bots, jouw plaats
    [rules] van dit spel
    [wall] ieders tafel, op een groot scherm
    [record] elke kaart van de partij
    [print] op papier, of als pdf
    [shuffle] hoe je nagaat dat niemand de kaarten koos
    [end] of begin een nieuwe partij
   *[tables] deze gaat door
}
table-settings = Op deze telefoon
table-auto-play = De enige toegestane kaart vanzelf spelen
table-trump-first = Troef links in de hand
table-signals = Geluid en trilling als jij aan de beurt bent
table-taps-label = Een kaart wordt gespeeld
table-taps = { $taps ->
    [auto] met één tik, smalle met twee
    [one] met één tik
   *[two] met twee tikken
}
table-pause-label = Een volle slag blijft liggen
table-pause = { $seconds } seconden
table-pause-until-tap = tot een tik
table-join-here = Toekijken of meedoen
table-join-code = Code die deze tafel opent

## The shuffle: the draw of the seed by all phones, and how to check it

shuffle-title = Is er eerlijk geschud?
shuffle-alone = De server heeft de startwaarde van alle kaarten alleen getrokken, vóór de eerste ronde. Dit is de SHA-256 van de startwaarde en een zout:
shuffle-later = Startwaarde en zout worden getoond als de partij voorbij is. Dan controleert clagdsl replay met het verslag dat geen kaart anders is gegeven.
shuffle-kept = De partij is gegeven met deze startwaarde en dit zout:
shuffle-check = clagdsl replay geeft elke kaart van het verslag opnieuw en vergelijkt. De SHA-256 van de regel hierboven is die van vóór de eerste ronde.
shuffle-drawing = Alle telefoons schudden samen
shuffle-how = Elke telefoon voegt een willekeurig getal toe. Zo kan niemand de kaarten kiezen, ook de gastheer niet.
shuffle-joining = Wachten op de telefoon van { $names }. De gastheer toont de codes.
shuffle-waiting = Wachten op de telefoon van { $names }: open daar deze pagina.
shuffle-failed = Trekking { $round } is mislukt: de telefoon van { $names } heeft zijn getal niet onthuld.
shuffle-lost = Deze telefoon is zijn getal kwijt. Een andere kan verdergaan.
shuffle-new-round = Nieuwe trekking beginnen
shuffle-go-on = Verder zonder { $names }
shuffle-go-on-agreed = { shuffle-go-on } ({ $agreed } akkoord)
shuffle-people = Mensen en telefoons
shuffle-all = De kaarten zijn door alle telefoons getrokken.
shuffle-without = De kaarten zijn zonder de telefoon van { $names } getrokken.
shuffle-fault = { $fault ->
    [server] De server heeft zijn belofte veranderd. Vertrouw deze kaarten niet.
    [swapped] Een belofte is verwisseld nadat alle er waren. Vertrouw deze kaarten niet.
    [foreign] De server toont een andere belofte voor deze telefoon. Vertrouw deze kaarten niet.
    [nonce] Een getal past niet bij zijn belofte. Vertrouw deze kaarten niet.
    [copied] Twee beloften zijn gelijk. Vertrouw deze kaarten niet.
    [blamed] Deze telefoon heeft zijn getal onthuld, maar de server beweert van niet.
    [agreed] De server beweert dat deze telefoon ermee instemde een andere weg te laten. Dat klopt niet.
    [withheld] De server toont zijn getal niet, dus niemand kan deze kaarten controleren.
   *[seed] De startwaarde komt niet uit de beloofde getallen: er is vals gedeeld.
}
shuffle-server = Server
shuffle-details = Alle beloften en getallen
shuffle-promise = Belofte:
shuffle-number = Getal:
shuffle-number-later = Getal: wordt getoond als de partij voorbij is
shuffle-compare = Bots hebben geen eigen getal. Vergelijk deze beloften met die op een andere telefoon. Aan het einde controleert clagdsl replay het verslag: de startwaarde is de eerste 64 bits van de SHA-256 van alle getallen.

## Online table: the log

event-dealer-drawn = Geloot om eerst te geven: { $name }
event-bidder-drawn = Geloot om eerst te bieden: { $name }
event-deal = Ronde { $deal }: { $dealer } geeft
event-deal-named = Ronde { $deal }, { $kind }: { $dealer } geeft
event-cards-picked = { $name } kiest ieder { cards }
event-first-cards = Iedereen krijgt de eerste { $number }
event-cards = Iedereen heeft { cards }
event-call = { $name } kiest { $calls }
event-call-nothing = { $name } kiest niets
event-no-trump = zonder troef
event-auction = { $name } biedt { $number } { $trump }
event-auction-won = { $name } wint het opbod met { $number } { $trump }
event-passed = { $name } past
event-thrown-in = Iedereen paste: ronde { $deal } vervalt
event-trump-named = { $name } kiest: { $trump }
event-trump-drawn = Als troef getrokken: { suit }
event-none-turned = Er is geen kaart meer over om open te leggen: er is geen troef
event-turned = { $cards } omgedraaid
event-turned-trump = { $turned }: { suit } is troef
event-turned-none = { $turned }: er is geen troef
event-looked = { $name } bekijkt de kaarten
event-bid = { $name } biedt { $bid }
event-bid-blind = { $name } biedt { $bid } blind
event-bid-hidden = { $name } biedt verborgen
event-bid-hidden-blind = { $name } biedt blind
event-bid-changed = { $name } wijzigt het bod in { $bid }
event-bids-told = Iedereen heeft geboden: { $bids }
event-played = { $name } speelt { $card }
event-played-as = { $name } speelt { $card } als { $face }
event-trick-won = { $name } wint slag { $trick }
event-scored = Ronde { $deal } is geteld: { $scores }
event-match-won = { $names ->
    [one] { $names } wint de partij
   *[other] { $names } winnen de partij
}

## Pages that the server makes: forms, the people at a table, the plain page, and refusals

bot-label = { $bot ->
    [random] Willekeurige bot
    [steady] Vaste bot
    [search] Zoekende bot
   *[other] Bot { $bot }
}
the-host = De gastheer
host = Gastheer
guest = Een gast
hidden-sign-in-note = De notitie bevat een onzichtbaar teken, hier uitgeschreven: “{ $shown }”. Typ haar opnieuw in plaats van te plakken.
no-script = Deze pagina heeft JavaScript nodig. Zonder is er:
shell-table = Online tafel
shell-keeper = Scoreblad
shell-plain = de eenvoudige pagina van deze tafel
form-skip = Naar de inhoud
form-rules = De regels
form-broken = Dit zijn de laatste geldige regels.
form-player = Speler { $number }
form-your-name = Je naam
form-first = eerst
form-dealer = { $dealer ->
    [drawn-at-table] Als je niemand aankruist, voer dan aan tafel in wie is geloot om eerst te geven.
    [drawn] Als je niemand aankruist, wordt er geloot wie eerst geeft.
    [said] Als je niemand aankruist, geeft de laatste speler eerst.
   *[other] Als je niemand aankruist, geeft de laatste speler eerst, tenzij er wordt geloot.
}
form-settings = Hoe jullie het spelen
form-choice = { $word ->
    [true] ja
    [false] nee
   *[other] { $word }
}
form-date-and-note = Datum en notitie
form-date = Datum
form-note-example = waar, of waarvoor
form-begin = Beginnen
form-other-game = Ander spel
form-this-table = Deze tafel
form-tool = { $page ->
    [table] Tafel
    [plain] Eenvoudig
    [rules] Regels
    [people] Mensen
    [record] Verslag
   *[log] Logboek
}
form-used = Met dit formulier is al een tafel geopend. Tik nog eens op { form-begin } om er nog een te openen.
form-no-seat = “{ $name }” heeft geen plaats: kies wie daar speelt, of laat de naam weg.
form-dealer-no-seat = “{ $name }” geeft eerst maar heeft geen plaats: kies wie er speelt.
form-empty-dealer = De plaats die eerst moet geven, is leeg: kies wie daar zit, of kruis een andere aan.
form-players-wrong = { $title } is voor { $players } spelers, en hier { $number ->
    [one] is er { $number }
   *[other] zijn er { $number }
}.
form-name-too-long = Een naam heeft hooguit { $most } tekens: “{ $name }…” is te lang.
form-text-too-long = { $field ->
    [name] Een naam
    [note] Een notitie
   *[entry] Wat je invoert,
} heeft hooguit { $most } tekens, en hier zijn het er { $number }: maak de tekst korter.
form-setting-unknown = “{ $name }” kan in { $title } niet worden gekozen.
form-setting-wrong = “{ $label }” kan niet “{ $text }” zijn: kies { $values }.
form-setting-empty = “{ $label }” is leeg: kies { $values }.
form-date-wrong = “{ $text }” is geen datum: schrijf jaar, maand en dag, zoals 2026-01-31, of laat het weg.
form-year-wrong = “{ $text }” is geen jaar: geef vier cijfers, zoals 2026, of geen voor alle seizoenen.
form-turn-wrong = “{ $text }” is niemands beurt: open de pagina opnieuw en voer het daar in.
form-seen-wrong = “{ $text }” past niet bij wat de pagina toonde: laad de pagina opnieuw en voer het nog eens in.
new-title = { $title }: nieuwe partij
new-match = Nieuwe partij
new-lead = { $players } spelers in de volgorde van hun plaatsen, in de speelrichting.
new-people = Wie er spelen, en wie eerst geeft
new-player-if-any = { form-player } (als die er is)
play-title = { $title }: spelen
play-lead = { $players } spelers, in de speelrichting. De server geeft de kaarten: iedereen ziet de eigen kaarten op de telefoon.
play-people = Wie waar zit, en wie eerst geeft
play-seat = Plaats { $seat }
play-me = Ik speel
play-person = Een mens
play-nobody = Niemand
play-name = Naam op plaats { $seat }
play-first = eerst, plaats { $seat }
play-names = Wie geen naam heeft, krijgt er een.
play-watch = Kies iets anders dan “{ play-me }” om alleen toe te kijken.
play-shuffle = Alle telefoons schudden samen: niemand kan de kaarten kiezen, en de eerste ronde wacht op elke telefoon
play-choose = Kies voor elke plaats wie er speelt.
play-one-seat = Je kunt maar één plaats hebben.
play-no-person = Minstens één plaats is voor een mens.
join-title = Meedoen aan een tafel
join-are-you = Ben jij { $player }?
join-watch = Bij de tafel toekijken
join-seat-hint = Deze telefoon wordt die van { $player } en voert in wat { $player } doet. Een telefoon die de plaats eerder had, raakt haar kwijt.
join-code = De code die de gastheer toont, of je eigen code
join-yes = Ja, ga zitten
join-button = Meedoen
join-expired = Deze code is niet meer geldig: vraag de gastheer om een nieuwe.
join-wrong = Deze code is fout of niet meer geldig: vraag om een nieuwe.
people-title = Mensen: { $title }
people-heading = Mensen aan tafel
people-back = Terug naar de tafel
people-phones = Telefoons
people-watches = { $name } kijkt toe
people-host = gastheer
people-this-phone = deze telefoon
people-make-host = Gastheer maken
people-free = Plaats vrijmaken
people-leave = Vertrekken
people-other-phone = Verdergaan op een andere telefoon
people-other-phone-hint = Als deze telefoon kwijt of leeg is, geeft deze code zijn plaats aan een andere. Hij werkt één keer, en vervalt 12 uur nadat je hem het laatst hebt bekeken.
people-open-there = of open daar { $address }, kies { $join } en typ { $code }
people-phone-each = Ieder een telefoon
people-phone-each-hint = { $kind ->
    [match] Iedereen speelt op de eigen telefoon en scant de code van de eigen naam. Wie die scant, ziet die hand.
   *[sheet] Eén telefoon in het midden is genoeg: niemand hoeft mee te doen met een code. Scan de code van je naam om op je eigen telefoon te bieden.
} Een code werkt één keer, een uur lang.
people-has-phone = heeft een telefoon
people-spectator = Om toe te kijken
people-open = of open { $address }, kies { $join } en typ { $code }
people-rights = Iedereen met een plaats mag wat de gastheer mag
people-rights-hint = { $kind ->
    [match] Dat is: bots laten spelen
   *[sheet] Dat is: rondes verbeteren, invoeren wie komt en gaat, punten met de hand geven
}, plaatsen vrijmaken, codes uitdelen, iemand gastheer maken, de notitie schrijven en de tafel verwijderen.
people-save = Opslaan
people-patience = Een bot neemt het over van wie niet speelt
people-patience-after = { $seconds ->
    [never] nooit
    [60] na een minuut
    [120] na 2 minuten
    [300] na 5 minuten
   *[other] na { $seconds } seconden
}
people-delete-table = Deze tafel verwijderen
people-delete-sure = Voor iedereen verwijderen. Dit kan niet ongedaan worden gemaakt
people-delete = Verwijderen
people-tick = Kruis het vakje aan en tik dan op { people-delete }.
people-no-button = Dat kan deze pagina niet: tik op een van haar knoppen.
people-no-seat = Die plaats bestaat niet: tik op een knop naast een plaats.
people-no-bot = Die bot is er hier niet: kies { $bots }.
people-seats = Plaatsen
people-seats-hint = Een bot speelt voor wie weg is. Die kan op dezelfde telefoon zelf verder spelen.
people-for = voor { $name }
people-no-phone = nog geen telefoon
people-person = Mens
plain-column = { $column ->
    [player] Speler
    [card] Kaart
    [bid] Bod
    [tricks] Slagen
   *[points] Punten
}
plain-wins = wint
plain-join-to-enter = Je kijkt toe. Om iets in te voeren: { $join }.
plain-join-to-play = Je kijkt toe. Om te spelen: { $join }.
plain-watching = Je kijkt toe. Vraag de gastheer om een code om te spelen.
plain-gone = Je bent naar huis gegaan: deze telefoon kan niets meer invoeren.
plain-bid-of = Bod van { $name }
plain-rest = Je mag één speler weglaten: die krijgt de rest.
plain-enter = Invoeren
plain-entry = Invoer zoals { $bid }, { $won }, { $undo } of { $correct }
plain-nothing-entered = Er is niets ingevoerd: tik een antwoord aan, of typ er een zoals “bid 2”.
plain-number-missing = Voer voor elke speler een getal in. Bij de slagen mag je er een weglaten.
plain-reload = Opnieuw laden
plain-drawing = Deze pagina heeft geen script en kan niet meeschudden: open in plaats daarvan { $table }, of laat de gastheer je plaats aan een bot geven.
plain-the-table = de tafel
plain-your-turn = Jij bent aan de beurt.
plain-turn-of = { $names ->
    [one] { $names } is aan de beurt.
   *[other] { $names } zijn aan de beurt.
}
plain-deal-of = Ronde { $deal } van { $deals }
plain-trump-unknown = nog niet bekend
plain-turned = Omgedraaid: { $cards }.
plain-no-hand = geen die je kunt zien
plain-what = Wat je doet
plain-do = Uitvoeren
plain-call = Kiezen
plain-not = Niet { $entry }: { $reason }
plain-undo = Mijn actie terugnemen
log-title = Logboek: { $title }
log-heading = Logboek
log-column = { $column ->
    [number] Nr.
    [what] Wat
   *[by] Wie
}
record-later = Het verslag toont elke kaart. Daarom kun je het pas opslaan als de partij voorbij is.
title-refused = Geweigerd
title-not-here = Niet hier
title-too-many-tables = Te veel tafels
title-no-answer = Geen antwoord
title-not-kept = Niet opgeslagen
title-not-shown = Niet getoond
title-too-often = Te vaak
no-table-here = Deze tafel is er niet.
no-game-here = Dit spel is er niet.
no-file-here = Dit bestand is er niet.
no-rule-sheet = Van deze regels is er geen regelblad.
no-page-here = Op dit adres is niets.
rules-forgotten = De server heeft deze regels niet meer: plak ze opnieuw.
too-many-tables = Vanuit jouw netwerk zijn te veel tafels geopend. Over { $minutes } min. kun je de volgende openen.
no-more-tables = Deze server heeft geen ruimte voor meer tafels: een gastheer moet er eerst een verwijderen.
too-many-pages = Er zijn te veel pagina’s van deze server open.
entries-too-often = Van deze telefoon kwam te veel tegelijk.
too-often = Vanuit jouw netwerk kwamen te veel foute codes. Probeer het over een paar seconden opnieuw.
-file-lead = { $lead ->
    [shown] Dit kan niet worden getoond
   *[kept] Er is niets opgeslagen
}
file-damaged = { -file-lead }: het gegevensbestand van deze server is beschadigd. De terminal van de server toont de beheerder hoe het met een reservekopie verder kan.
file-failed = { -file-lead }: { $reason }. Probeer het opnieuw als dat is opgelost.
server-failed = Er ging iets mis op de server. Het ligt niet aan jou.
refused-host = Deze server luistert niet naar die naam; { $command } geeft hem er een.
refused-site = De pagina die dit stuurde, is van een andere site.
refused-method = Dit adres kent die methode niet.
refused-slow = Het verzoek kwam te langzaam aan.
refused-form = Het formulier kan niet worden gelezen.
refused-long = Een verzoek mag hooguit { $most } bytes hebben.

## Reports of the rules, of a table, and of what people did; a page recognises the English sentence

-suit-word = { $suit ->
    [spades] schoppen
    [hearts] harten
    [diamonds] ruiten
    [clubs] klaveren
    [trumps] troef
   *[other] { $suit }
}
report-rule-in-deal = in ronde { $deal }: { $reason }
report-rule-A101 = `{ $text }` wordt niet begrepen: { $expected }
report-rule-A101-write = `{ $text }` wordt niet begrepen: schrijf bijvoorbeeld { $example-list }
report-rule-A102 = de partij is voorbij: de laatste ronde is geteld
report-rule-A103 = dat kan nu niet: { $expected }
report-rule-A103-looked = deze speler heeft de kaarten al bekeken: { $expected }
report-rule-wanted-example = { $wanted }, bijvoorbeeld `{ $example }`
report-rule-wanted-dealer = wie eerst geeft, moet worden genoemd
report-rule-wanted-size = de gever moet het aantal kaarten kiezen
report-rule-wanted-call = er moet eerst worden gekozen
report-rule-wanted-auction = een speler moet slagen en troef bieden, of passen
report-rule-wanted-trump = troef moet worden gekozen
report-rule-wanted-first = wie eerst biedt, moet worden genoemd
report-rule-wanted-bid = een speler moet bieden
report-rule-wanted-tricks = ieders slagen moeten worden geteld
report-rule-wanted-nothing = er is niets meer te doen
report-rule-wanted-name-card = noem de kaart
report-rule-A103-no-bids = in deze ronde biedt niemand: de biedingen staan vast, of er zijn er geen
report-rule-A103-no-call = in deze ronde valt er niets te kiezen
report-rule-A103-no-trump = in deze ronde kiest niemand troef
report-rule-A103-not-drawn = in deze ronde wordt niet geloot wie eerst biedt
report-rule-A103-no-auction = in deze ronde is er geen opbod
report-rule-A103-no-look = in deze ronde kiest niemand wanneer de kaarten worden bekeken
report-rule-A103-auction-over = `{ $said }` komt na het einde van het opbod: laat het weg
report-rule-A103-roster = midden in een ronde kan niemand komen of gaan: maak haar af of neem terug wat is ingevoerd
report-rule-A103-end = midden in een ronde kan de partij niet eindigen: maak haar af of neem terug wat is ingevoerd
report-rule-A103-skip = een ronde kan alleen worden overgeslagen voor ze begint: neem terug wat is ingevoerd
report-rule-A103-size = de ronde is begonnen: voer `{ $entry }` in om het aantal kaarten te wijzigen
report-rule-A103-nothing-scored = de partij kan niet eindigen voor de eerste ronde is geteld
report-rule-A103-waiting = ronde `{ $deal }` wacht op iets dat door een verbetering open bleef: voer dat eerst in
report-rule-A103-behind-end = door een verbetering eindigt de partij voor ronde `{ $deal }`, die al is ingevoerd: neem de verbetering terug met `undo`, of verbeter haar
report-rule-A103-goes-on = de partij is niet voorbij: nog een ronde kan alleen op de laatste volgen
report-rule-A104 = er is niets meer om terug te nemen
report-rule-A105 = in ronde `{ $deal }` valt met `{ $part }` niets te verbeteren
report-rule-A105-no-deal = er is geen ronde `{ $deal }` om te verbeteren: het blad heeft alleen ronde `1`
report-rule-A105-no-such-deal = er is geen ronde `{ $deal }` om te verbeteren: het blad heeft ronde `{ $first }` t/m `{ $last }`
report-rule-A105-not-corrected = `{ $part }` kan niet worden verbeterd: alleen `undo` neemt het terug, met alles wat erna kwam
report-rule-A105-incomplete = deze rij van ronde `{ $deal }` is niet compleet: voer in wat ontbreekt
report-rule-A106 = `{ $part }` is maar een deel van een rij: verbeter de hele rij, bijvoorbeeld met `{ $one }` of `{ $other }`
report-rule-A107 = het blad is vol: er passen `{ $most }` acties op, ook teruggenomen
report-rule-A107-adjustments = het blad is vol: er passen `{ $most }` keer punten met de hand op
report-rule-A107-changes = het blad is vol: er passen `{ $most }` wisselingen van spelers op
report-rule-A108 = wijzig een totaal met `1` t/m `{ $most }` punten, omhoog of omlaag
report-rule-A108-note = een notitie heeft hooguit `{ $most }` tekens
report-rule-A109 = { $reason }; voer `join Eve for Bob` in om iemand te vervangen
report-rule-A109-spelt = `{ $name }` staat al op het blad, met andere tekens getypt: kies de naam van het blad
report-rule-A109-here = `{ $name }` zit al aan tafel
report-rule-A109-left = `{ $name }` is weg: noem iemand aan tafel
report-rule-A109-empty = de naam is leeg: kies een andere
report-rule-A109-long = de naam heeft meer dan { $most } tekens, of een onvolledig teken: kies een andere
report-rule-A109-full = het blad is vol: er zijn regels voor `{ $most }` mensen
report-rule-A109-join-again = `{ $name }` is weg: kom terug door opnieuw mee te doen
report-rule-A109-out = `{ $name }` slaat al over
report-rule-A109-not-out = `{ $name }` slaat niet over
report-rule-A110-no-deal = deze regels hebben geen ronde `{ $name }`: kies uit { $kind-list }
report-rule-A110-most = een partij heeft hooguit `{ $most }` rondes
report-rule-A110-cards = `{ $cards }` kaarten voor ieder kan niet: geef `1` t/m `{ $most }`
report-rule-A110-turned = `{ $cards }` kaarten voor ieder vragen `{ $needed }` kaarten, waaronder een om open te leggen: het spel heeft er `{ $size }`
report-rule-A110-auction = het opbod heeft geen bod voor `{ $cards }` kaarten ieder
report-rule-A110-value = de regels hebben voor deze ronde geen waarde: { $why }
report-rule-A111 = je kunt hooguit { $left ->
    [one] `{ $left }` ronde
   *[other] `{ $left }` rondes
} overslaan: `end` stopt de partij
report-rule-A111-last = dit is de laatste ronde: `end` stopt de partij
report-rule-A112 = noem iedereen die aan het begin zat precies één keer, in de speelvolgorde, zoals in `{ $now }`
report-rule-A113 = de notitie bij de partij heeft hooguit `{ $most }` tekens
report-rule-A201 = `{ $bid }` kan niet: een bod is hier `0` t/m `{ $cards }`
report-rule-A202 = de regel voor het laatste bod verbiedt `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A202-plain = de regel voor het laatste bod verbiedt `{ $bid }`; { $may }
report-rule-A203 = de regel voor elk bod verbiedt `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A203-plain = de regel voor elk bod verbiedt `{ $bid }`; { $may }
report-rule-limit-none = geen bod is toegestaan
report-rule-limit-may = bied { $bid-list }
report-rule-limit-sum = de biedingen zouden samen `{ $sum }` zijn
report-rule-limit-sum-cards = de biedingen zouden samen `{ $sum }` zijn bij { $cards ->
    [one] `{ $cards }` kaart
   *[other] `{ $cards }` kaarten
}
report-rule-limit-cards = er { $cards ->
    [one] is `{ $cards }` kaart
   *[other] zijn `{ $cards }` kaarten
}
report-rule-limit-name = `{ $word }` is `{ $word-value }`
report-rule-A204 = deze speler heeft de kaarten niet bekeken: voer eerst `look` in, of `{ $entry }`
report-rule-A205 = in deze ronde kan niemand kiezen om blind te bieden: voer `{ $entry }` in
report-rule-A205-looked = deze speler heeft de kaarten bekeken en kan niet blind bieden: voer `{ $entry }` in
report-rule-A206 = `{ $bids }` biedingen voor `{ $players }` spelers: voer er voor ieder een in, in volgorde van de plaatsen
report-rule-A301 = `{ $card }` zit niet in de hand: speel een kaart die er wel in zit
report-rule-A302 = `{ $card }` bekent geen kleur: { -suit-word } is gevraagd; speel { $card-list }
report-rule-A303 = `{ $card }` ligt niet boven: er wordt van boven gespeeld
report-rule-A304 = `{ $card }` is wild: zeg waarvoor hij staat, zoals in `{ $example }`
report-rule-A305 = `{ $card }` is niet wild: in deze ronde is geen kaart wild
report-rule-A305-top = de bovenste kaart is niet wild: { $why }
report-rule-A305-ranks = `{ $card }` is niet wild: wild zijn { $rank-list }
report-rule-A306 = `{ $card }` kan niet voor `{ $face }` staan: dat doet al een wilde kaart in deze slag; noem een andere
report-rule-A306-several = `{ $card }` kan niet voor `{ $face }` staan: dat doen al wilde kaarten in deze slag; noem een andere
report-rule-A307 = `{ $card }` kan niet voor `{ $face }` staan: je moet kleur bekennen, en { -suit-word } is gevraagd; noem een kaart van die kleur
report-rule-A308 = je moet troef spelen, en `{ $card }` is geen troef; speel { $card-list }
report-rule-A309-any = je moet een kaart spelen die `{ $best }` slaat, en `{ $card }` doet dat niet; speel { $card-list }
report-rule-A309-trump = je moet een troef spelen die `{ $best }` slaat, en `{ $card }` doet dat niet; speel { $card-list }
report-rule-A309 = je moet hoger spelen dan `{ $best }`, en `{ $card }` is niet hoger; speel { $card-list }
report-rule-A310 = `{ $card }` kan niet voor `{ $face }` staan: die kaart zit niet in het spel; noem er een die erin zit
report-rule-A311 = je kunt niet uitkomen met `{ $card }` zolang je een andere kleur hebt; kom uit met { $card-list }
report-rule-A311-broken = zolang { -suit-word } niet gevallen is, kun je niet uitkomen met `{ $card }` als je een andere kleur hebt; kom uit met { $card-list }
report-rule-A312 = je komt uit met `{ $card }`: zeg wat hij vraagt met { $way-list }
report-rule-A313 = `{ $said }` kan niet; speel { $way-list }
report-rule-A313-not-led = `{ $said }` kan niet: hij komt niet uit; speel { $way-list }
report-rule-A314 = `{ $card }` is geen bijzondere kaart: hij is hoog noch laag, en vraagt niets
report-rule-A315-highest = `{ $asking }` vraagt je hoogste { -suit-word }, en dat is niet `{ $card }`; speel { $card-list }
report-rule-A315-lowest = `{ $asking }` vraagt je laagste { -suit-word }, en dat is niet `{ $card }`; speel { $card-list }
report-rule-A401 = noem één troefkleur, bijvoorbeeld `trump hearts`
report-rule-A402 = noem alle kleuren op volgorde, bijvoorbeeld `order S H C D`
report-rule-A403 = `{ $named }` is geen volgorde: noem elke kleur één keer
report-rule-A404 = er moet troef zijn: noem een kleur, bijvoorbeeld `trump hearts`
report-rule-A405 = er zijn geen { -suit-word } in het spel: noem { $suit-list }
report-rule-A406 = geen omgedraaide kaart maakt { -suit-word } troef
report-rule-A501 = `{ $name }` is geen keuze: neem { $name-list }
report-rule-A502 = `{ $name }` is twee keer gekozen: noem het één keer
report-rule-A503 = kies er precies een uit { $name-list }: er is er geen gekozen
report-rule-A503-several = kies er precies een uit { $name-list }: { $called-list } zijn gekozen
report-rule-A504 = { $called-list } gaan niet samen: houd er een
report-rule-A601 = { $cards ->
    [one] `{ $cards }` kaart
   *[other] `{ $cards }` kaarten
} geven kan niet: kies `{ $low }` t/m `{ $high }`
report-rule-A601-fixed = { $cards ->
    [one] `{ $cards }` kaart
   *[other] `{ $cards }` kaarten
} geven kan niet: ieder krijgt er hier `{ $low }`
report-rule-A602-number = `{ $tricks }` aantallen slagen voor `{ $players }` spelers: tel de slagen opnieuw
report-rule-A602 = de slagen zijn samen `{ $sum }`, maar er worden er `{ $cards }` gespeeld: tel de slagen opnieuw
report-rule-A603 = de slagen van `{ $name }` verschillen in waarde: voer ieders punten in, zoals in `{ $example }`
report-rule-A603-takers = de slagen van `{ $name }` verschillen in waarde: voer in wie elke slag haalde, geteld vanaf 1, zoals in `{ $example }`
report-rule-A604 = { $reason }; tel de punten opnieuw
report-rule-A604-worth = { $tricks ->
    [one] `{ $tricks }` slag
   *[other] `{ $tricks }` slagen
} van `{ $name }` kunnen niet { $points ->
    [one] `{ $points }` punt
   *[other] `{ $points }` punten
} waard zijn
report-rule-A604-together = in `{ $name }` kunnen het niet `{ $points }` punten zijn: { $why }
report-rule-A604-sum = samen moeten het er { $sum } zijn
report-rule-A604-range = alle slagen samen zijn { $low } t/m { $high } waard
report-rule-A604-not-together = samen kunnen de slagen dat niet waard zijn
report-rule-A605 = er is geen speler `{ $seat }`: voer in wie elke slag haalde, `1` t/m `{ $players }`
report-rule-A801 = niemand heet hier `{ $name }`: kies uit { $name-list }
report-rule-A901 = het opbod heeft geen `{ $said }`: biedingen gaan van `{ $lowest }` tot en met `{ $highest }`
report-rule-A902 = `{ $said }` is niet hoger dan `{ $before }`: bied hoger, of `pass`
report-rule-U622-count = `{ $names }` namen voor `{ $players }` spelers
report-rule-U622-same = twee spelers hebben dezelfde naam
report-rule-U622-empty = een naam is leeg
report-rule-U601 = het spel is voor { $sizes } spelers, niet `{ $players }`
report-form-number = een geheel getal van { $low } t/m { $high }
report-form-truth = true of false
report-form-words = een van { $word-list }
report-form-same = twee spelers heten `{ $name }`
report-form-length = speler { $number } heeft een naam van 1 t/m { $most } tekens nodig
report-table-no-table = deze tafel bestaat niet
report-table-no-sheet = dit scoreblad is er niet
report-table-no-match-here = deze partij is er niet
report-table-no-game = dit spel is er niet
report-table-no-match = deze partij bestaat niet
report-table-table-deleted = deze tafel is verwijderd
report-table-already-open = de tafel is al open
report-table-key-reused = deze pagina is al voor iets anders gebruikt: kijk opnieuw naar de tafel
report-table-no-seat = alleen wie aan deze tafel zit kan dat: vraag de gastheer om een code
report-table-host-only = alleen de gastheer kan dat, en kan het ook ieder met een plaats toestaan
report-table-table-full = een tafel heeft hooguit { $most } telefoons: de gastheer kan plaatsen vrijmaken
report-table-foreign-code = een telefoon kan alleen met zijn eigen code worden vervangen
report-table-host-stays = de gastheer kan niet weg: maak eerst iemand anders gastheer
report-table-no-phone = die telefoon is er niet aan deze tafel
report-table-member-left = de speler met deze code heeft de tafel verlaten
report-table-own-cards = deze tafel geeft geen kaarten: de spelers hebben hun eigen kaarten
report-table-undo-by-host = dit is niet op deze telefoon ingevoerd: alleen de gastheer kan het terugnemen
report-table-changes-by-host = alleen de gastheer voert verbeteringen, wisselingen en punten met de hand in, en kan dat ook ieder met een plaats toestaan
report-table-watching = je kijkt toe en kunt niets invoeren: de gastheer kan je een plaats geven
report-table-gone-home = dit is de telefoon van { $player }, die naar huis is
report-table-other-phone = { $player } is aan de beurt, en dit is de telefoon van { $owner }
report-table-entered-by = { $author } heeft intussen “{ $entry }” ingevoerd
report-table-not-undone = { $cause }: er is niets teruggenomen
report-table-entry-stale = { $now }; { $cause }. Jouw “{ $entry }” is niet ingevoerd
report-table-entry-too-late = { $now }; jouw “{ $entry }” is niet ingevoerd
report-table-draw-first = de telefoons hebben de kaarten nog niet getrokken
report-table-draw-moved-on = de trekking van de kaarten was al verder
report-table-no-commitment = deze belofte is nu niet nodig, al gebruikt of geen SHA-256
report-table-no-reveal = dit getal is nu niet nodig of past niet bij de belofte
report-table-server-deals = de server geeft de kaarten van deze tafel
report-table-not-your-page = deze pagina was voor { $earlier }, en deze telefoon speelt nu voor { $player }
report-table-moved-on = de tafel was al verder: { $now }. Dit telde niet: { $command }
report-table-asked-otherwise = je wordt nu iets anders gevraagd
report-table-not-asked-any-more = dat wordt niet meer gevraagd
report-table-taking-back = poging om terug te nemen
report-table-claim = claim
report-table-request-to-take-back = verzoek om terug te nemen
report-table-answer = antwoord
report-table-question-open = iedereen moet eerst de open vraag beantwoorden
report-table-declined = dat is geweigerd: speel verder
report-table-claim-later = je kunt de rest alleen claimen als je aan de beurt bent, tijdens het spelen
report-table-claim-unproved = jouw kaarten bewijzen het niet, en een bot heeft een bewijs nodig: speel verder
report-table-cannot-agree = { $player } heeft hier geen telefoon, en kan niet akkoord gaan
report-table-nobody-to-nudge = niemand anders is aan de beurt
report-table-too-soon = niet zo snel
report-table-match-over = de partij is voorbij
report-table-bid-waits = je hebt geboden en de anderen niet: neem eerst je bod terug
report-table-others-turn = { $player } is aan de beurt
report-table-nothing-to-undo = je kunt alleen je laatste actie terugnemen, voor iemand anders iets doet of een kaart wordt getoond
report-table-nothing-to-ask = in deze ronde is er niets dat je kunt terugnemen
report-table-no-such-seat = die plaats bestaat niet
report-table-bot-plays = een bot speelt op deze plaats
report-table-person-plays = een mens speelt op deze plaats
report-table-not-your-seat = dat is niet jouw plaats
report-table-bot-plays-for-you = een bot speelt voor je: neem eerst je plaats terug
report-table-not-asked = dat vraagt je nu niemand
report-table-dealer-now = voer nu in wie eerst geeft
report-table-first-now = voer nu in wie eerst biedt
report-table-tricks-now = voer nu de slagen van ronde { $deal } in
report-table-over-now = de partij is nu voorbij
report-table-bid-now = { $player } biedt nu
report-table-call-now = { $player } kiest nu
report-table-size-now = { $player } kiest nu het aantal kaarten
report-table-name-now = { $player } kiest nu troef
report-table-auction-now = { $player } biedt nu in het opbod
report-table-player-now = { $player } is nu aan de beurt
report-table-other-now = ronde { $deal } heeft nu iets anders nodig
report-table-dealer-entered = intussen is ingevoerd wie eerst geeft
report-table-first-entered = intussen is ingevoerd wie eerst biedt
report-table-tricks-entered = intussen zijn de slagen van ronde { $deal } ingevoerd
report-table-bid-entered = intussen is het bod van { $player } ingevoerd
report-table-call-entered = intussen is de keuze van { $player } ingevoerd
report-table-size-entered = intussen is het aantal kaarten van { $player } ingevoerd
report-table-name-entered = intussen is de troef van { $player } ingevoerd
report-table-auction-entered = intussen is het bod van { $player } in het opbod ingevoerd
report-table-other-entered = intussen is iets anders ingevoerd
report-did-opens = { $who } opent de tafel
report-did-watches = { $who } komt toekijken
report-did-sits-down = { $who } gaat zitten
report-did-plays-for = { $who } speelt voor { $player }
report-did-bot = { $who } laat een bot spelen voor { $player }
report-did-plays-again = { $who } speelt weer zelf
report-did-stops-bot = { $who } stopt de bot van { $player }
report-did-other-phone = { $who } gaat verder met een andere telefoon
report-did-leaves = { $who } vertrekt
report-did-frees = { $who } maakt de plaats van { $player } vrij
report-did-host = { $who } maakt { $player } gastheer
report-did-rights = { $who } geeft ieder met een plaats de rechten van de gastheer
report-did-no-rights = { $who } geeft verder niemand de rechten van de gastheer
report-did-note = { $who } schrijft datum en notitie
report-did-deletes = { $who } verwijdert de tafel
report-did-no-takeover = { $who } laat geen bot overnemen
report-did-takeover = { $who } laat na { $seconds } seconden wachten een bot overnemen
report-did-undo = { $who } neemt de laatste actie terug
report-did-claims = { $who } claimt de rest, die zeker is
report-did-claims-asks = { $who } claimt de rest, en vraagt iedereen
report-did-asks-undo = { $who } vraagt iedereen terug te mogen nemen
report-did-withdraws = { $who } trekt dat in
report-did-plays-on = { $who } wil verder spelen
report-did-agrees = { $who } gaat akkoord
report-did-agrees-undo = { $who } gaat akkoord: { $player } neemt terug
report-did-agrees-claim = { $who } gaat akkoord: de rest is voor { $player }
report-did-agrees-in-vain = { $who } gaat akkoord, maar { $player } kan niet elke slag winnen: er wordt verder gespeeld
report-did-draws-again = { $who } begint trekking { $round }, omdat een getal ontbreekt: { $names-list }
report-did-deals = { $who } geeft volgens een startwaarde van zichzelf en { $names-list }
report-did-deals-alone = { $who } geeft volgens een startwaarde van zichzelf alleen
report-did-the-program = Het programma
