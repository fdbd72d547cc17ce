### Tous les textes des pages en français.

## Words that several pages have

suit = { $suit ->
    [S] pique
    [H] cœur
    [D] carreau
   *[C] trèfle
}
-rank = { $rank ->
    [A] as
    [K] roi
    [Q] dame
    [J] valet
   *[other] { $rank }
}
card = { -rank } de { suit }
card-of-pack = { card }, jeu { $copy }
cards = { $number ->
    [one] { $number } carte
   *[other] { $number } cartes
}
tricks = { $number ->
    [one] { $number } pli
   *[other] { $number } plis
}
-deals = { $number ->
    [one] { $number } donne
   *[other] { $number } donnes
}
-entries = { $number ->
    [one] { $number } saisie
   *[other] { $number } saisies
}
entries = { -entries }
place = { NUMBER($place, type: "ordinal") ->
    [one] { $place }er
   *[other] { $place }e
}
or = { " ou " }
and = { " et " }
then = { ", puis " }
decimal-mark = ,
range = { $low } à { $high }
close = Fermer
try-again = Réessayer
language-of-page = Langue
no-trump = Sans atout
with-no-trump = { $level } sans atout
with-trump = { $level } à { suit }
made = réussi { $points }
missed = raté { $points }
not-allowed = { $number }, interdit : { $reason }
call-nothing = Ne rien choisir
call-these = Choisir { $names }
pass = Passer
about = { $what } : { $reason }
take-back = Annuler
wins = { $names ->
    [one] { $names } gagne
   *[other] { $names } gagnent ensemble
}
has-left = est parti·e
sits-out = passe son tour
deals-first = { $dealer } donne en premier.
cannot-open-table = Impossible d’ouvrir cette table : { $reason }
no-answer = le serveur ne répond pas.
all-tables = Toutes les tables
table-gone = Cette table a été supprimée.
name-too-long = Un nom a au plus { $most } caractères.
hidden-sign-in-name = Le nom contient un caractère invisible, écrit ici en clair : « { $shown } ». Retape-le au lieu de le coller.
hidden-sign-in-entry = La saisie contient un caractère invisible, écrit ici en clair : « { $shown } ». Retape-la au lieu de la coller.
bids-label = Annonces
everybody = Tout le monde
print = Imprimer
deal-label = Donne
one-more-hand = Encore une donne
question = La question
even = juste
over = en trop
under = en moins
is-dealer = donne
bid-is-blind = l’annonce serait à l’aveugle
more = Plus
add = Ajouter
is-missed = raté
is-made = réussi

## The log of a score sheet

entry-dealer = { $player } donne
entry-first = Le sort désigne { $player } pour annoncer en premier
entry-cards = { cards } chacun
entry-calls = { $actor } choisit { $calls }
entry-called = Choisi : { $calls }
entry-nothing = rien
entry-names-trump = { $actor } choisit l’atout : { $trumps }
entry-trump = Atout : { $trumps }
entry-names-order = { $actor } choisit l’ordre des atouts : { $trumps }
entry-order = Ordre des atouts : { $trumps }
entry-no-trump = aucun
entry-auction = Les enchères : { $bids }
entry-bids-in-auction = { $actor } enchérit { $bid }
entry-passes = { $actor } passe
entry-pass = passe
auction-bid = { $number } { suit }
auction-bid-without = { $number } sans atout
entry-looks = { $actor } regarde ses cartes
entry-bid = { $actor } annonce { $bid }
entry-bids = Annonces : { $bids }
entry-blind = { $bid } à l’aveugle
entry-won = Plis : { $tricks }
entry-won-points = Plis : { $tricks } ; points dedans : { $points }
entry-taken = Plis faits par { $takers }
entry-join = { $player } s’assoit à gauche de { $after }
entry-for = { $player } prend la place de { $leaver }, qui rentre
entry-leave = { $player } rentre
entry-out = { $player } passe son tour
entry-back = { $player } rejoue
entry-adjust = { $player } { $points } à la main
entry-adjust-note = { $player } { $points } à la main : { $note }
entry-skip = { $number ->
    [one] { $number } donne du programme sautée
   *[other] { $number } donnes du programme sautées
}
entry-end = La partie s’arrête ici
entry-seats = Ordre des places : { $names }
entry-note = Note : { $text }
entry-no-note = La note est effacée
entry-correct = Corrigé. { $entry }
entry-nobody = Personne n’est venu ni parti
log-after-last = Après la dernière donne
log-deal = Donne { $deal }
log-end = Fin
log-phone = téléphone de { $name }
log-back = annulé
log-at = à { $time }
log-on-phone = sur le téléphone de { $name }
log-result = { $name } : { $tricks }, { $points }, total { $total }
log-won-of = { $won } sur { $bid }
log-person = Personne
log-all-deals = Toutes les donnes
log-copy = Copier cette donne comme texte
log-copied = Copié. Colle-le où tu veux.
log-not-copied = Ce navigateur ne permet pas aux pages de copier. Sélectionne plutôt les lignes.
log-nothing = Rien n’a été saisi là.
log-empty = Toutes les saisies apparaissent ici, même annulées.

## Standings and sheet

scores-title = Scores
scores-tab = { $tab ->
    [standings] Classement
    [sheet] Feuille
   *[log] Journal
}
scores-you = toi
scores-left-hint = Qui est parti garde son total et ne peut plus gagner.
scores-sheet = Toute la feuille
scores-empty = Les donnes terminées apparaissent ici. Touches-en une pour la corriger.
scores-correct = Corriger la donne { $deal }
scores-at-the-end = À la fin :
scores-in-deal = Donne { $deal } :
scores-absent = { $why ->
    [out] repos
    [left] parti
   *[not-yet] –
}

## The end of a match

end-deals = { -deals }
end-deals-early = { -deals }, arrêtée avant la fin
end-what-now = Et maintenant
end-again = Encore
end-same-people = mêmes personnes
end-same-people-dealer = mêmes personnes, { $dealer } donne
end-picture = Image
end-picture-title = Le résultat
end-save-picture = Enregistrer l’image
end-scores = Feuille et journal
end-payments = Qui paie qui
end-pays = paie
end-neither-pays = Sans paiement, car partis : { $names }.
end-made = { $bids ->
    [one] { $bids } réussie
   *[other] { $bids } réussies
}
end-how-it-went = Comment ça s’est passé
end-run = Plus longue série
-end-run = { $names ->
    [one] { $names } a réussi { $bids } annonces de suite
   *[other] { $names } ont réussi chacun { $bids } annonces de suite
}
end-run-text = { -end-run }.
end-run-deals = { -end-run }, donnes { $from } à { $to }.
end-boldest = Annonce la plus hardie
end-boldest-text = { $name } a annoncé { $bid } sur { $cards } à la donne { $deal }, et réussi.
end-close = De justesse
end-close-text = { $names ->
    [one] { $names } a raté { $bids } fois d’un pli.
   *[other] { $names } ont raté chacun { $bids } fois d’un pli.
}

## The sheet on paper

paper-title = Sur papier
paper-head = { $date }, { -deals }.
paper-total = Total
paper-hint = Après chaque donne : ses cartes. Après chaque total : plis faits sur plis annoncés.
paper-pays = { $from } paie { $amount } à { $to }.

## Score keeper: the bar and the list

keeper-headline = { $phase ->
    [dealer] Qui donne en premier ?
    [size] { $name } donne : combien de cartes ?
    [call] { $name } choisit
    [auction] { $name } enchérit ou passe
    [name] { $name } choisit l’atout
    [first] Qui le sort désigne-t-il pour annoncer en premier ?
    [bid] { $name } annonce
   *[tricks] Comptez les plis
}
keeper-all-matches = Toutes les parties
keeper-bid-so-far = annoncés
keeper-none = sans
keeper-what-is-trump = Quel est l’atout ?
keeper-is-trump = Atout : { $suits }
keeper-people = Tout le monde à la table
dealer-letter = D
keeper-bids-now = annonce…
keeper-bid = annonce
keeper-blind = à l’aveugle
keeper-since-deal = depuis la donne { $deal }
keeper-points = { $total ->
    [one] { $total } point
   *[other] { $total } points
}
keeper-last-deal = dernière donne { $result }
keeper-correct-bid = { $name }, annonce { $bid } : la corriger
keeper-deals-first = { $name } donne en premier
keeper-bids-first = { $name } annonce en premier
keeper-takes-trick = { $name } a fait le pli { $trick }
keeper-of = sur { $bid }
keeper-tricks-of = Plis de { $name }
keeper-less = Un de moins pour { $name }
keeper-more-for = Un de plus pour { $name }
keeper-points-of = Points dans les plis de { $name }
keeper-you-are = Tu es { $name }
keeper-is-waiting = pas encore envoyé,

## Score keeper: the question

keeper-own-bid = annonce { $bid }
keeper-scores = Classement et feuille
keeper-still-to-bid = { $number ->
    [1] dernière annonce
   *[other] encore { $number } annonces
}
keeper-correcting-bid = L’annonce de { $name }
keeper-leave-bid = Garder l’annonce
keeper-correcting-hint = saisi : { $bid }
keeper-bids-blind = Annonces à l’aveugle
keeper-look = Regarde d’abord ses cartes
keeper-group = { $kind ->
    [one-of] Un parmi
    [at-most-one-of] Au plus un parmi
   *[any-of] Au choix parmi
}
keeper-call-what = Choisis
keeper-level = Combien de plis ?
keeper-highest = enchère la plus haute :
keeper-suit-of = { $level } avec quel atout ?
keeper-order-hint = Touche les couleurs dans l’ordre, la plus haute d’abord
keeper-who-took-more = Qui en a fait plus ?
keeper-who-took-fewer = Qui en a fait moins ?
keeper-close-the-deal = Clore la donne ?
keeper-not-given = { $number ->
    [one] { $number } pli manque
   *[other] { $number } plis manquent
}
keeper-too-many = { tricks } en trop
keeper-all-there = Tous les plis y sont
keeper-given = { $given } sur { tricks }
keeper-everybody-made = Tout le monde a réussi
keeper-everybody-made-sure = Oui, tout le monde a réussi
keeper-close = Clore la donne
keeper-close-with = Clore : { $made } réussi, { $missed } raté
keeper-who-took = Qui a fait le pli { $trick } sur { $cards } ?
keeper-tap-row = Touche la ligne de la personne
deal-number = la donne { $deal }
deal-range = les donnes { $first } à { $last }
deal-list = les donnes { $deals }
keeper-waiting-after-end = Une correction arrête la partie avant { $deals } : annule-la ou corrige-la.
keeper-others-play = Une correction a changé qui joue dans { $deals } : saisis à nouveau annonces et plis.
keeper-counts-again = Ensuite, les saisies pour { $deals } compteront de nouveau.
keeper-corrected = La donne { $deal } est corrigée.
keeper-copied = L’enregistrement est copié : colle-le où tu veux.
keeper-sheet = La feuille

## Score keeper: corrections

keeper-correction-hint = { cards }. Tout ce qui suit est recompté.
keeper-tricks-row = Plis
keeper-something-else = Autre chose
keeper-other-example = { $asked ->
    [taken] qui a fait chaque pli : taken 1 3 2 2
    [points] plis et points : won 2 0 1 points 10 0 3
   *[won] par exemple : cards 5, trump hearts, call Misere
}
keeper-other-label = Une autre correction, en mots
keeper-put-right = Corriger
keeper-changes-before = D’autres sont venus ou partis avant
keeper-not-so = Non
keeper-not-so-change = Non : { $change }
keeper-no-changes = Personne n’est venu ni parti avant cette donne.
keeper-also = Aussi
keeper-somebody-came = Quelqu’un est venu
keeper-sat-down = et s’est assis
keeper-changes-hint = Si d’autres ont joué, saisis à nouveau leurs annonces et plis, donne par donne. Si personne ne s’en souvient, saisis plutôt dans Plus qui joue à partir de maintenant.
keeper-at-left-of = à gauche de { $name }
keeper-in-place-of = à la place de { $name }, qui rentre

## Score keeper: the menu

keeper-this-match = Cette partie
keeper-once-there = quand le serveur répondra
keeper-menu = { $entry ->
    [roster] Qui vient et qui part
    [points] Points à la main
    [correct] Corriger une donne
    [size] Autre nombre de cartes
    [skip] Sauter la donne suivante
    [seats] Ordre des places
    [note] Note
    [more] Encore une donne
    [end] Arrêter ici
    [log] Journal
    [text] Saisir comme texte
    [record] Enregistrer la partie
    [csv] Enregistrer pour un tableur
    [share] Partager la partie
    [print] Imprimer la feuille
    [rules] Règles
    [leave] Autre partie
    [people] Personnes et téléphones
    [join] Rejoindre avec un code
    [along] Emporter cette table
   *[tables] Toutes les tables
}
keeper-menu-hint = { $entry ->
    [roster] quelqu’un vient, passe son tour, rentre
    [points] pour un total, avec une note
    [correct] annonces, plis et le reste d’une donne passée
    [size] de cette donne, avant la première annonce
    [skip] le programme continue après
    [seats] si quelqu’un est assis ailleurs
    [note] une pour la partie, gardée avec elle
    [more] ses points comptent
    [end] avec les totaux actuels
    [log] qui a saisi quoi, dans quelle donne et quand
    [text] tout ce qui n’a pas de bouton
    [record] pour clagdsl replay
    [csv] CSV : annonces, plis et totaux de chaque donne
    [share] avec une autre application, ou en texte copié
    [print] sur papier, ou en PDF
    [rules] de ce jeu
    [leave] celle-ci reste sur cet appareil
    [people] codes pour rejoindre, droits, suppression
    [join] pour saisir sur ce téléphone
    [along] un fichier qui compte sans le serveur
   *[tables] celle-ci continue
}
keeper-plays-again = Rejoue
keeper-sits-out-button = Passe son tour
keeper-goes-home = Rentre
keeper-roster-button = { $verb ->
    [back] { $name } : rejoue
    [out] { $name } : passe son tour
   *[leave] { $name } : rentre
}
keeper-somebody-comes = Quelqu’un vient
keeper-sits-down = et s’assoit
keeper-sit-down = S’asseoir
keeper-roster-hint = { $worst ->
    [highest] Entre deux donnes. Qui arrive commence avec { $total }, le total le plus haut de la table ; qui revient garde l’ancien. Qui rentre ne peut pas gagner.
   *[lowest] Entre deux donnes. Qui arrive commence avec { $total }, le total le plus bas de la table ; qui revient garde l’ancien. Qui rentre ne peut pas gagner.
}
keeper-whose-total = Le total de qui
keeper-points-field = Points
keeper-note-field = Note
keeper-points-hint = Avec un moins pour retirer des points. Seul le total change.
keeper-count-them = Compter
keeper-which-hand = Quelle donne
keeper-cards-each = Cartes pour chacun
keeper-one-more-hint = Ses points comptent et peuvent changer qui gagne. La partie est finie après.
keeper-begin-it = Commencer
keeper-end-hint = Gagnant et paiements suivent des totaux actuels. Tu peux l’annuler.
keeper-end-here = Arrêter la partie ici
keeper-size-hint = Les donnes suivantes gardent le leur.
keeper-set-size = En donner autant
keeper-entry-field = Saisie
keeper-entry-example = correct 1 dealer Cai
keeper-entry-hint = Comme dans un enregistrement : call Misere, trump hearts, correct 3 won 1 0 2 4.
keeper-enter-it = Saisir
keeper-note-hint = Laisse vide pour l’effacer.
keeper-save-note = Enregistrer la note
keeper-seats-hint = Les personnes assises au début, dans le sens horaire.
keeper-earlier = Avancer { $name } d’une place

## Score keeper: on a server

served-title = { $title } : feuille de score
served-is-there = Toutes les saisies sont sur le serveur.
served-not-there = Pas encore sur le serveur : { -entries }.
served-moved-on = Quelqu’un a été plus rapide.
served-lost = Pas de connexion depuis { $since }. Tes saisies seront envoyées plus tard.
served-lost-waiting = Pas de connexion depuis { $since }. À envoyer plus tard : { -entries }.
served-not-stored = { $number ->
    [one] { $reason } { $number } saisie sera renvoyée.
   *[other] { $reason } { $number } saisies seront renvoyées.
}
served-not-kept = Ce navigateur ne garde rien : laisse la page ouverte jusqu’à ce que tout soit envoyé.
served-gone = { table-gone } Tu peux enregistrer la partie dans Plus.
served-outdated = Le serveur a une autre version : recharge cette page.
served-watching = Tu regardes. Pour saisir, rejoins avec un code.
served-seat-gone = Ta place a été libérée ou prise. Pour saisir, rejoins avec un code.
served-went-home = Tu es rentré·e. L’hôte peut te rasseoir.
served-refused = « { $entry } » n’a pas été saisi.
served-refused-because = « { $entry } » n’a pas été saisi :
served-faster = le { log-phone } a saisi « { $instead } ».
served-table-moved = la table a déjà continué.
served-refused-lost = « { $entry } » n’est plus sur la feuille : le serveur a un fichier plus ancien.
served-quoted = « { $entry } »
served-refused-also = Pas saisi avec : { $entries }.
served-refused-also-more = Pas saisi avec : { $entries }, et { $number } de plus.
served-correct-it = Corriger
served-all-right = D’accord
served-screen = Règle l’écran pour qu’il reste allumé.

## Score keeper: matches in this browser, and the page before a match

local-elsewhere = La partie a continué dans une autre fenêtre. Regarde-la, et saisis à nouveau.
local-not-kept = Tes saisies ne sont pas gardées : ce navigateur ne laisse rien enregistrer aux pages, ou n’a plus de place. Enregistre la partie dans Plus avant de fermer la page.
local-kept-here = Toutes les saisies sont gardées sur cet appareil.
local-not-kept-here = Rien n’est gardé : enregistre la partie avant de fermer la page.
setup-once-more = Encore une ?
setup-last-time = Comme le { $date }.
setup-keep-score = Compter les points
setup-change-people = Changer les joueurs
setup-who-plays = Qui joue ?
setup-how-many = { $direction ->
    [counterclockwise] { $players } personnes, dans l’ordre des places, sens antihoraire. Touche un nom pour l’asseoir, encore une fois pour l’enlever.
   *[clockwise] { $players } personnes, dans l’ordre des places, sens horaire. Touche un nom pour l’asseoir, encore une fois pour l’enlever.
}
setup-seat = place { $place }
setup-people = Personnes
setup-somebody-else = Quelqu’un d’autre
setup-first-name = Nom
setup-deals-first = Donne en premier
setup-begin = Commencer à { $number }
setup-begin-dealer = Commencer à { $number } : { $dealer } donne
setup-too-few = { $number } sur au moins { $fewest } personnes
setup-too-many = { $number } personnes, et au plus { $most } peuvent jouer
setup-settings = Réglages maison
setup-not-proved = Ces réglages ont été vérifiés un par un, pas ensemble : les règles pourraient n’avoir aucune valeur pour une donne. { $command } les vérifie et écrit une page qui commence avec eux.
setup-earlier = Parties sur cet appareil
setup-remove = Supprimer la partie de { $names }
setup-remove-sure = Supprimer définitivement cette partie de cet appareil ?
setup-cannot-open = Impossible d’ouvrir cette partie : { $reason }
setup-rules = Règles
setup-rules-frame = Les règles de { $title }

## First page

home-title = Autour de la table
home-about = Compte les points de jeux de cartes à annonces, avec tes propres règles. Ou joue ici, sur vos téléphones.
home-last-time = { $title }, comme le { $day }.
home-last-time-won = { $title }, comme le { $day } : victoire de { $winners } avec { $total }.
home-score = Compter de vraies cartes
home-score-hint = un téléphone au milieu, ou un chacun
home-play = Jouer ici
home-play-hint = le serveur donne, avec des bots
home-keep-score-of = Compter les points
home-play-title = Jouer ici
home-choose-seats = Choisir les places
home-not-offered = Ces règles ne sont plus proposées. Choisis un autre jeu pour jouer ici.
home-game = Jeu
home-group = { $group ->
    [last] Joué en dernier
    [own] Tes règles
    [clag] Clag
   *[family] Sa famille
}
home-deals = { $deals } donnes
home-special-deals = { $number ->
    [one] { $number } sorte de donne spéciale
   *[other] { $number } sortes de donnes spéciales
}
home-special-cards = avec { $cards }
home-players = { $players } personnes
home-read-rules = Lire les règles
home-kept = Sur cet appareil
home-under-way = En cours
home-put-aside = En pause
home-finished = Finies
home-go-on = Continuer
home-look = Voir
home-all = Les { $number }
home-earlier = Plus anciennes
home-won = victoire de { $winners } avec { $total }
home-over = finie
home-deal-of = donne { $deal } sur { $deals }
home-leads = donne { $deal } sur { $deals }, { $leader } mène avec { $total }
home-broken = { $file } contient des erreurs
home-broken-offered = { $file } contient des erreurs : ses dernières règles valides sont proposées
home-problems = Tes fichiers de règles
home-left-out = { $number ->
    [one] { $number } autre fichier de règles n’est pas proposé : il y en a trop.
   *[other] { $number } autres fichiers de règles ne sont pas proposés : il y en a trop.
}
home-join = Rejoindre avec un code
home-season = Saison
home-all-rules = Règles de tous les jeux
home-write = Écrire tes propres règles
home-playground = Bac à sable
home-no-answer = Le serveur ne répond pas. Réessaie.
home-beginning = Ça commence…

## Online table: the felt

table-your-turn = ● À toi
table-table = La table
table-trick = Le pli
table-hand = Ta main
table-you = Toi
table-menu-title = Menu
table-scores = Scores, feuille et journal
table-of-bid = sur { $cards } annoncés
table-none = sans
table-trump = atout
table-highest-first = le plus haut d’abord
table-bids = annonce
table-has-bid = a annoncé
table-blind = à l’aveugle
table-acts = { $phase ->
    [size] choisit…
    [call] choisit…
    [name] choisit…
    [auction] enchérit…
   *[bid] annonce…
}
table-points = { $total } pts
table-tricks-won-of-bid = plis faits sur annoncés
table-tricks-won = plis faits
table-bot = bot
table-no-phone = sans téléphone
table-hand-of = Les cartes de { $name }
table-played-by = par { $name }
table-played-best = par { $name }, la meilleure jusqu’ici
table-played-as = comme { $face }
table-on-forehead = sur le front de { $name }
table-you-lead = Tu entames
table-leads = { $name } entame
table-turned = retournée
table-last = Dernier
table-last-trick = Dernier pli : { $name }
table-without-trump = sans atout
table-match-over = La partie est finie

## Online table: what the player is asked

table-bot-plays = Un bot joue pour toi
table-do-you-agree = d’accord ?
table-waits-for = on attend { $names }
table-turn = À toi
table-only-top-card = seulement la carte du dessus
table-lead-allowed = entame avec une carte permise
table-lead-any = entame avec n’importe quelle carte
table-you-take = Tu fais le pli
table-takes = { $name } fait le pli
table-bids-hidden = Les annonces sont cachées
table-you-have-bid = Tu as annoncé
table-you-claim = Tu réclames le reste
table-claims = { $name } réclame le reste
table-you-ask-undo = Tu demandes à annuler : { $action }
table-asks-undo = { $name } demande à annuler : { $action }
table-and-after = { $number ->
    [one] et { $number } action après
   *[other] et { $number } actions après
}
table-the-card = { $face }
table-asks = { $phase ->
    [size] Combien de cartes ?
    [call] Que choisis-tu ?
    [auction] Ton enchère, ou passe
    [name] Choisis l’atout
   *[bid] Ton annonce
}
table-highest-suit-first = couleur la plus haute d’abord
table-have-bid = { $made } sur { $all } ont annoncé
table-others-act = { $phase ->
    [size] { $name } choisit le nombre de cartes
    [call] { $name } choisit
    [auction] { $name } enchérit ou passe
    [name] { $name } choisit l’atout
    [bid] { $name } annonce
   *[play] { $name } joue
}
table-led = { suit } demandé
table-card-led = { $card } entamé
table-need-over = { $number } en trop
table-need-to-win = { $number } à faire
table-need-no-more = plus aucun !
table-own-bid = annoncé
table-tricks = plis
table-points-below = points
table-empty-hand = Ta main est vide.
table-hidden-card = une carte que tu ne vois pas
table-not-now = pas maintenant
table-only-top = Ta main a été mélangée. Tu joues sa carte du dessus, quelle qu’elle soit.
table-card-not-now = pas maintenant : { $why }
table-look = Regarder mes cartes
table-no-trump-short = sans
table-in-order = { suit }, { place }
table-back = Retour
table-too-low = { $level } avec cet atout n’est pas plus haut que la dernière enchère.
table-call-more = Choisis.
table-whatever-it-is = Quelle qu’elle soit
table-as-itself = Comme elle-même
table-if-wild = Si elle est libre, comme { $face }
table-as-the = Comme { $face }
table-power = { $power ->
    [high] haut
   *[low] bas
}
table-asks-for = { $what ->
    [highest] demande la plus haute en { suit }
    [lowest] demande la plus basse en { suit }
    [suit] demande { suit }
    [next] demande la carte suivante
   *[nothing] ne demande rien
}
table-not-this = Autre carte
table-play-top = Jouer la carte du dessus
table-take-seat-back = Reprendre ma place
table-agree = D’accord
table-play-on = Continuer
table-withdraw = Retirer
table-print = Imprimer la feuille
table-another = Autre partie

## Online table: what players say, and messages

table-say = Dire
table-claim = Réclamer le reste
table-claim-hint = tu fais tous les plis restants ; sinon on demande à tous
table-claim-with-bots = tes cartes doivent montrer que tu fais tout, car un bot joue
table-ask-undo = Demander à annuler
table-ask-undo-hint = ta dernière action dans cette donne
table-nudge = Faire signe
table-nudge-hint = un signe à { $names }
table-nudged = { $name } t’attend.
table-emote = { $emote ->
    [thumb] bien joué
    [clap] bravo
    [smile] haha
    [wow] oh
    [cry] hélas
   *[thanks] merci
}
table-on-its-way = Ton action est en route.
table-no-answer = Le serveur ne répond pas depuis une minute. Touche encore.
table-no-answer-now = Le serveur n’a pas accepté. Touche encore.
table-moved-on = La table a continué. Regarde ce qui est demandé maintenant.
table-seat-gone = Ta place a été libérée, ou un autre téléphone l’a prise.
table-lost = Pas de connexion. La table l’attend.
table-outdated = Le serveur a une autre version. Recharge cette page.

## Online table: the menu

table-menu = { $entry ->
    [join] Rejoindre avec un code
    [people] { shuffle-people }
    [rules] Règles
    [wall] Écran mural
    [record] Enregistrer la partie
    [print] Imprimer la feuille
    [shuffle] { shuffle-title }
   *[tables] Toutes les tables
}
table-menu-hint = { $entry ->
    [join] pour jouer sur ce téléphone
    [people] codes pour rejoindre, bots, ta place
    [rules] de ce jeu
    [wall] la table de tous, sur un grand écran
    [record] chaque carte de la partie
    [print] sur papier, ou en PDF
    [shuffle] comment vérifier que personne n’a choisi les cartes
    [end] ou commencer une autre partie
   *[tables] celle-ci continue
}
table-settings = Sur ce téléphone
table-auto-play = Jouer automatiquement la seule carte permise
table-trump-first = Atout à gauche de la main
table-signals = Son et vibration quand c’est à toi
table-taps-label = Une carte se joue
table-taps = { $taps ->
    [auto] en une touche, les fines en deux
    [one] en une touche
   *[two] en deux touches
}
table-pause-label = Un pli fini reste
table-pause = { $seconds } secondes
table-pause-until-tap = jusqu’à une touche
table-join-here = Regarder ou jouer
table-join-code = Code qui ouvre cette table

## The shuffle: the draw of the seed by all phones, and how to check it

shuffle-title = La donne est-elle truquée ?
shuffle-alone = Le serveur a tiré seul la graine de toutes les cartes, avant la première donne. Voici le SHA-256 de la graine et d’un sel :
shuffle-later = La graine et le sel sont montrés à la fin de la partie. clagdsl replay vérifie alors avec l’enregistrement qu’aucune carte n’a été donnée autrement.
shuffle-kept = La partie a été donnée avec cette graine et ce sel :
shuffle-check = clagdsl replay redonne chaque carte de l’enregistrement et compare. Le SHA-256 de la ligne ci-dessus est celui montré avant la première donne.
shuffle-drawing = Tous les téléphones mélangent ensemble
shuffle-how = Chaque téléphone ajoute un nombre au hasard : personne ne peut choisir les cartes, pas même l’hôte.
shuffle-joining = On attend le téléphone de { $names }. L’hôte montre les codes.
shuffle-waiting = On attend le téléphone de { $names } : ouvre cette page là-bas.
shuffle-failed = Le tirage { $round } a échoué : le téléphone de { $names } n’a pas révélé son nombre.
shuffle-lost = Ce téléphone a perdu son nombre. Un autre peut continuer.
shuffle-new-round = Commencer un nouveau tirage
shuffle-go-on = Continuer sans { $names }
shuffle-go-on-agreed = { shuffle-go-on } (accords : { $agreed })
shuffle-people = Personnes et téléphones
shuffle-all = Cette donne a été tirée par tous les téléphones.
shuffle-without = Cette donne a été tirée sans le téléphone de { $names }.
shuffle-fault = { $fault ->
    [server] Le serveur a changé son engagement. Ne te fie pas à cette donne.
    [swapped] Un engagement a été échangé après que tous ont pris le leur. Ne te fie pas à cette donne.
    [foreign] Le serveur montre un autre engagement pour ce téléphone. Ne te fie pas à cette donne.
    [nonce] Un nombre ne correspond pas à son engagement. Ne te fie pas à cette donne.
    [copied] Deux engagements sont identiques. Ne te fie pas à cette donne.
    [blamed] Ce téléphone a révélé son nombre, mais le serveur prétend que non.
    [agreed] Le serveur prétend que ce téléphone a accepté d’en écarter un autre. C’est faux.
    [withheld] Le serveur ne montre pas son nombre : personne ne peut vérifier cette donne.
   *[seed] La graine ne vient pas des nombres engagés : cette donne a été truquée.
}
shuffle-server = Serveur
shuffle-details = Tous les engagements et nombres
shuffle-promise = Engagement :
shuffle-number = Nombre :
shuffle-number-later = Nombre : montré à la fin de la partie
shuffle-compare = Les bots n’ont pas de nombre à eux. Compare ces engagements avec ceux d’un autre téléphone. À la fin, clagdsl replay vérifie l’enregistrement : la graine est faite des 64 premiers bits du SHA-256 de tous les nombres.

## Online table: the log

event-dealer-drawn = Tiré au sort pour donner en premier : { $name }
event-bidder-drawn = Tiré au sort pour annoncer en premier : { $name }
event-deal = Donne { $deal } : { $dealer } donne
event-deal-named = Donne { $deal }, { $kind } : { $dealer } donne
event-cards-picked = { $name } choisit { cards } chacun
event-first-cards = Chacun reçoit les { $number } premières
event-cards = Chacun a { cards }
event-call = { $name } choisit { $calls }
event-call-nothing = { $name } ne choisit rien
event-no-trump = sans atout
event-auction = { $name } dit { $number } { $trump }
event-auction-won = { $name } emporte l’enchère avec { $number } { $trump }
event-passed = { $name } passe
event-thrown-in = Tous ont passé : la donne { $deal } est annulée
event-trump-named = { $name } choisit : { $trump }
event-trump-drawn = Tiré comme atout : { suit }
event-none-turned = Plus de carte à retourner : il n’y a pas d’atout
event-turned = { $number ->
    [one] { $cards } est retournée
   *[other] { $cards } sont retournées
}
event-turned-trump = { $turned } : atout { suit }
event-turned-none = { $turned } : il n’y a pas d’atout
event-looked = { $name } regarde ses cartes
event-bid = { $name } annonce { $bid }
event-bid-blind = { $name } annonce { $bid } à l’aveugle
event-bid-hidden = { $name } annonce en secret
event-bid-hidden-blind = { $name } annonce à l’aveugle
event-bid-changed = { $name } change son annonce pour { $bid }
event-bids-told = Tous ont annoncé : { $bids }
event-played = { $name } joue { $card }
event-played-as = { $name } joue { $card } comme { $face }
event-trick-won = { $name } fait le pli { $trick }
event-scored = La donne { $deal } est comptée : { $scores }
event-match-won = { $names ->
    [one] { $names } gagne la partie
   *[other] { $names } gagnent la partie
}

## Pages that the server makes: forms, the people at a table, the plain page, and refusals

bot-label = { $bot ->
    [random] Bot au hasard
    [steady] Bot régulier
    [search] Bot chercheur
   *[other] Bot { $bot }
}
the-host = L’hôte
host = Hôte
guest = Visiteur
hidden-sign-in-note = La note contient un caractère invisible, écrit ici en clair : « { $shown } ». Retape-la au lieu de la coller.
no-script = Cette page a besoin de JavaScript. Sans lui, il y a :
shell-table = Table en ligne
shell-keeper = Feuille de score
shell-plain = la page simple de cette table
form-skip = Aller au contenu
form-rules = Les règles
form-broken = Voici ses dernières règles valides.
form-player = Personne { $number }
form-your-name = Ton nom
form-first = en premier
form-dealer = { $dealer ->
    [drawn-at-table] Si tu ne coches personne, saisis à la table qui le sort désigne pour donner en premier.
    [drawn] Si tu ne coches personne, on tire au sort qui donne en premier.
    [said] Si tu ne coches personne, la dernière personne donne en premier.
   *[other] Si tu ne coches personne, la dernière personne donne en premier, sauf tirage au sort.
}
form-settings = Votre façon de jouer
form-choice = { $word ->
    [true] oui
    [false] non
   *[other] { $word }
}
form-date-and-note = Date et note
form-date = Date
form-note-example = où, ou pour quoi
form-begin = Commencer
form-other-game = Autre jeu
form-this-table = Cette table
form-tool = { $page ->
    [table] Table
    [plain] Page simple
    [rules] Règles
    [people] Personnes
    [record] Enregistrement
   *[log] Journal
}
form-used = Ce formulaire a déjà ouvert une table. Touche encore { form-begin } pour en ouvrir une autre.
form-no-seat = « { $name } » n’a pas de place : choisis qui y joue, ou enlève le nom.
form-dealer-no-seat = « { $name } » donne en premier mais n’a pas de place : choisis qui joue.
form-empty-dealer = La place cochée pour donner en premier est vide : choisis qui s’y assoit, ou coches-en une autre.
form-players-wrong = { $title } se joue à { $players }, et ici il y a { $number ->
    [one] { $number } personne
   *[other] { $number } personnes
}.
form-name-too-long = Un nom a au plus { $most } caractères : « { $name }… » est trop long.
form-text-too-long = { $field ->
    [name] Un nom
    [note] Une note
   *[entry] Une saisie
} a au plus { $most } caractères, et il y en a ici { $number } : raccourcis le texte.
form-setting-unknown = « { $name } » ne se choisit pas dans { $title }.
form-setting-wrong = « { $label } » ne peut pas être « { $text } » : il faut { $values }.
form-setting-empty = « { $label } » est vide : il faut { $values }.
form-date-wrong = « { $text } » n’est pas une date : écris année, mois et jour, comme 2026-01-31, ou rien.
form-year-wrong = « { $text } » n’est pas une année : donne quatre chiffres, comme 2026, ou rien pour toutes les saisons.
form-turn-wrong = « { $text } » n’est le tour de personne : rouvre la page et saisis-le là.
form-seen-wrong = « { $text } » ne correspond pas à ce que montrait la page : recharge-la et saisis à nouveau.
new-title = { $title } : nouvelle partie
new-match = Nouvelle partie
new-lead = { $players } personnes, dans l’ordre des places, dans le sens du jeu.
new-people = Qui joue, et qui donne en premier
new-player-if-any = { form-player } (s’il y en a une)
play-title = { $title } : jouer
play-lead = { $players } personnes, dans le sens du jeu. Le serveur donne les cartes : chacun voit les siennes sur son téléphone.
play-people = Qui s’assoit où, et qui donne en premier
play-seat = Place { $seat }
play-me = Je joue
play-person = Quelqu’un
play-nobody = Personne
play-name = Nom à la place { $seat }
play-first = en premier, place { $seat }
play-names = Qui n’a pas de nom en reçoit un.
play-watch = Pour seulement regarder, choisis autre chose que « { play-me } ».
play-shuffle = Tous les téléphones mélangent ensemble : personne ne peut choisir les cartes, et la première donne attend chaque téléphone
play-choose = Choisis qui joue à chaque place.
play-one-seat = Tu ne peux avoir qu’une place.
play-no-person = Au moins une place est pour quelqu’un.
join-title = Rejoindre une table
join-are-you = Tu es { $player } ?
join-watch = Regarder la table
join-seat-hint = Ce téléphone devient celui de { $player } et saisit ce que fait { $player }. Un téléphone qui avait cette place la perd.
join-code = Le code que montre l’hôte, ou le tien
join-yes = Oui, je m’assois
join-button = Rejoindre
join-expired = Ce code n’est plus valable : demandes-en un nouveau à l’hôte.
join-wrong = Ce code est faux ou n’est plus valable : demandes-en un nouveau.
people-title = Personnes : { $title }
people-heading = Personnes à la table
people-back = Retour à la table
people-phones = Téléphones
people-watches = { $name } regarde
people-host = hôte
people-this-phone = ce téléphone
people-make-host = Nommer hôte
people-free = Libérer la place
people-leave = Partir
people-other-phone = Continuer sur un autre téléphone
people-other-phone-hint = Si ce téléphone est perdu ou déchargé, ce code donne sa place à un autre. Il sert une fois, et expire 12 heures après que tu l’as regardé.
people-open-there = ou ouvre { $address } là-bas, choisis { $join }, et tape { $code }
people-phone-each = Chacun son téléphone
people-phone-each-hint = { $kind ->
    [match] Chacun joue sur son téléphone et scanne le code de son nom. Qui le scanne voit cette main.
   *[sheet] Un téléphone au milieu suffit : personne n’a besoin de rejoindre. Pour annoncer sur ton téléphone, scanne le code de ton nom.
} Un code sert une fois, pendant une heure.
people-has-phone = a un téléphone
people-spectator = Pour regarder
people-open = ou ouvre { $address }, choisis { $join }, et tape { $code }
people-rights = Tous ceux qui ont une place ont les droits de l’hôte
people-rights-hint = { $kind ->
    [match] C’est-à-dire : faire jouer des bots
   *[sheet] C’est-à-dire : corriger des donnes, saisir qui vient et part, donner des points à la main
}, libérer des places, distribuer des codes, nommer un hôte, écrire la note et supprimer la table.
people-save = Enregistrer
people-patience = Un bot prend le relais de qui ne joue pas
people-patience-after = { $seconds ->
    [never] jamais
    [60] après une minute
    [120] après 2 minutes
    [300] après 5 minutes
   *[other] après { $seconds } secondes
}
people-delete-table = Supprimer cette table
people-delete-sure = La supprimer pour tous. C’est définitif
people-delete = Supprimer
people-tick = Coche la case, puis touche { people-delete }.
people-no-button = Cette page ne sait pas le faire : touche un de ses boutons.
people-no-seat = Cette place n’existe pas : touche un bouton à côté d’une place.
people-no-bot = Ce bot n’existe pas ici : choisis { $bots }.
people-seats = Places
people-seats-hint = Un bot joue pour les absents. Ils peuvent reprendre leur place sur le même téléphone.
people-for = pour { $name }
people-no-phone = pas encore de téléphone
people-person = Une personne
plain-column = { $column ->
    [player] Nom
    [card] Carte
    [bid] Annonce
    [tricks] Plis
   *[points] Points
}
plain-wins = gagne
plain-join-to-enter = Tu regardes. Pour saisir quelque chose : { $join }.
plain-join-to-play = Tu regardes. Pour jouer : { $join }.
plain-watching = Tu regardes. Pour jouer, demande un code à l’hôte.
plain-gone = Tu es rentré·e : ce téléphone ne peut plus rien saisir.
plain-bid-of = Annonce de { $name }
plain-rest = Tu peux en laisser un vide : il prend le reste.
plain-enter = Saisir
plain-entry = Une saisie, comme { $bid }, { $won }, { $undo } ou { $correct }
plain-nothing-entered = Rien n’a été saisi : touche une réponse, ou tapes-en une comme « bid 2 ».
plain-number-missing = Saisis un nombre pour chacun. Pour les plis, tu peux en laisser un vide.
plain-reload = Recharger
plain-drawing = Cette page n’a pas de script et ne peut pas participer : ouvre plutôt { $table }, ou laisse l’hôte donner ta place à un bot.
plain-the-table = la table
plain-your-turn = C’est à toi.
plain-turn-of = On attend { $names }.
plain-deal-of = Donne { $deal } sur { $deals }
plain-trump-unknown = pas encore connu
plain-turned = Retourné : { $cards }.
plain-no-hand = aucune carte visible pour toi
plain-what = Ce que tu fais
plain-do = Faire
plain-call = Choisir
plain-not = Pas { $entry } : { $reason }
plain-undo = Annuler mon action
log-title = Journal : { $title }
log-heading = Journal
log-column = { $column ->
    [number] N°
    [what] Quoi
   *[by] Qui
}
record-later = L’enregistrement montre toutes les cartes : tu peux le garder une fois la partie finie.
title-refused = Refusé
title-not-here = Pas ici
title-too-many-tables = Trop de tables
title-no-answer = Pas de réponse
title-not-kept = Pas gardé
title-not-shown = Pas montré
title-too-often = Trop souvent
no-table-here = Cette table n’est pas ici.
no-game-here = Ce jeu n’est pas ici.
no-file-here = Ce fichier n’est pas ici.
no-rule-sheet = Il n’y a pas de feuille de règles pour ces règles.
no-page-here = Il n’y a rien à cette adresse.
rules-forgotten = Le serveur n’a plus ces règles : colle-les à nouveau.
too-many-tables = Trop de tables ont été ouvertes depuis ton réseau. Tu pourras ouvrir la suivante dans { $minutes } min.
no-more-tables = Ce serveur n’a plus de place pour d’autres tables : un hôte doit d’abord en supprimer une.
too-many-pages = Trop de pages de ce serveur sont ouvertes.
entries-too-often = Trop de saisies sont venues de ce téléphone à la fois.
too-often = Trop de codes faux sont venus de ton réseau. Réessaie dans quelques secondes.
-file-lead = { $lead ->
    [shown] Impossible de montrer cela
   *[kept] Rien n’a été enregistré
}
file-damaged = { -file-lead } : le fichier de données de ce serveur est endommagé. Le terminal du serveur montre comment repartir d’une sauvegarde.
file-failed = { -file-lead } : { $reason }. Réessaie quand ce sera réparé.
server-failed = Quelque chose a échoué sur le serveur. Tu n’y es pour rien.
refused-host = Ce serveur ne répond pas à ce nom ; { $command } lui en donne un.
refused-site = La page qui a envoyé cela est d’un autre site.
refused-method = Cette adresse n’accepte pas cette méthode.
refused-slow = La requête a mis trop de temps à arriver.
refused-form = Le formulaire est illisible.
refused-long = Une requête a au plus { $most } octets.

## Reports of the rules, of a table, and of what people did; a page recognises the English sentence

-suit-word = { $suit ->
    [spades] pique
    [hearts] cœur
    [diamonds] carreau
    [clubs] trèfle
    [trumps] atout
   *[other] { $suit }
}
report-rule-in-deal = dans la donne { $deal } : { $reason }
report-rule-A101 = `{ $text }` n’est pas compris : { $expected }
report-rule-A101-write = `{ $text }` n’est pas compris : écris par exemple { $example-list }
report-rule-A102 = la partie est finie : la dernière donne est comptée
report-rule-A103 = ce n’est pas possible maintenant : { $expected }
report-rule-A103-looked = les cartes ont déjà été regardées : { $expected }
report-rule-wanted-example = { $wanted }, par exemple `{ $example }`
report-rule-wanted-dealer = il faut nommer qui donne en premier
report-rule-wanted-size = qui donne doit choisir le nombre de cartes
report-rule-wanted-call = il faut d’abord choisir
report-rule-wanted-auction = quelqu’un doit proposer des plis et un atout, ou passer
report-rule-wanted-trump = il faut choisir l’atout
report-rule-wanted-first = il faut nommer qui annonce en premier
report-rule-wanted-bid = il faut d’abord annoncer
report-rule-wanted-tricks = il faut compter les plis de chacun
report-rule-wanted-nothing = il ne reste rien à faire
report-rule-wanted-name-card = nomme la carte
report-rule-A103-no-bids = personne n’annonce dans cette donne : les annonces sont fixées, ou il n’y en a pas
report-rule-A103-no-call = il n’y a rien à choisir dans cette donne
report-rule-A103-no-trump = personne ne choisit l’atout dans cette donne
report-rule-A103-not-drawn = on ne tire pas au sort qui annonce en premier dans cette donne
report-rule-A103-no-auction = il n’y a pas d’enchères dans cette donne
report-rule-A103-no-look = dans cette donne, on ne choisit pas quand regarder ses cartes
report-rule-A103-auction-over = `{ $said }` vient après la fin des enchères : enlève-le
report-rule-A103-roster = personne ne peut venir ni partir au milieu d’une donne : finissez-la, ou annule ses saisies
report-rule-A103-end = la partie ne peut pas finir au milieu d’une donne : finissez-la, ou annule ses saisies
report-rule-A103-skip = on ne saute une donne qu’avant son début : annule ses saisies
report-rule-A103-size = la donne a commencé : pour changer son nombre de cartes, saisis `{ $entry }`
report-rule-A103-nothing-scored = la partie ne peut pas finir avant que la première donne soit comptée
report-rule-A103-waiting = la donne `{ $deal }` attend une saisie qu’une correction a laissée ouverte : saisis-la d’abord
report-rule-A103-behind-end = une correction a avancé la fin de la partie avant la donne `{ $deal }`, déjà saisie : annule la correction avec `undo`, ou corrige-la
report-rule-A103-goes-on = la partie n’est pas finie : une donne de plus ne peut que suivre la dernière
report-rule-A104 = il n’y a plus de saisie à annuler
report-rule-A105 = la donne `{ $deal }` n’a pas de saisie que `{ $part }` pourrait corriger
report-rule-A105-no-deal = il n’y a pas de donne `{ $deal }` à corriger : la feuille n’a que la donne `1`
report-rule-A105-no-such-deal = il n’y a pas de donne `{ $deal }` à corriger : la feuille a les donnes `{ $first }` à `{ $last }`
report-rule-A105-not-corrected = `{ $part }` ne se corrige pas : seul `undo` l’annule, avec tout ce qui a suivi
report-rule-A105-incomplete = cette ligne de la donne `{ $deal }` n’est pas complète : saisis ce qui manque
report-rule-A106 = `{ $part }` n’est qu’une partie d’une ligne : corrige-la entière, par exemple avec `{ $one }` ou `{ $other }`
report-rule-A107 = la feuille est pleine : elle contient `{ $most }` saisies, même annulées
report-rule-A107-adjustments = la feuille est pleine : elle contient `{ $most }` points à la main
report-rule-A107-changes = la feuille est pleine : elle contient `{ $most }` changements de joueurs
report-rule-A108 = change un total de `1` à `{ $most }` points, en plus ou en moins
report-rule-A108-note = une note a au plus `{ $most }` caractères
report-rule-A109 = { $reason } ; pour remplacer quelqu’un, saisis `join Eve for Bob`
report-rule-A109-spelt = `{ $name }` est déjà sur la feuille, tapé avec d’autres caractères : choisis le nom de la feuille
report-rule-A109-here = `{ $name }` est déjà à la table
report-rule-A109-left = `{ $name }` est parti·e : nomme quelqu’un à la table
report-rule-A109-empty = le nom est vide : choisis-en un autre
report-rule-A109-long = le nom a plus de { $most } caractères, ou un caractère incomplet : choisis-en un autre
report-rule-A109-full = la feuille est pleine : elle a des lignes pour `{ $most }` personnes
report-rule-A109-join-again = `{ $name }` est parti·e : pour revenir, il faut rejoindre à nouveau
report-rule-A109-out = `{ $name }` passe déjà son tour
report-rule-A109-not-out = `{ $name }` ne passe pas son tour
report-rule-A110-no-deal = ces règles n’ont pas de donne `{ $name }` : choisis parmi { $kind-list }
report-rule-A110-most = une partie a au plus `{ $most }` donnes
report-rule-A110-cards = `{ $cards }` cartes chacun, c’est impossible : donne de `1` à `{ $most }`
report-rule-A110-turned = `{ $cards }` cartes chacun demandent `{ $needed }` cartes, dont une à retourner : le jeu en a `{ $size }`
report-rule-A110-auction = les enchères n’ont pas d’offre pour `{ $cards }` cartes chacun
report-rule-A110-value = les règles n’ont pas de valeur pour cette donne : { $why }
report-rule-A111 = tu peux sauter au plus { $left ->
    [one] `{ $left }` donne
   *[other] `{ $left }` donnes
} : `end` arrête la partie
report-rule-A111-last = c’est la dernière donne : `end` arrête la partie
report-rule-A112 = nomme une seule fois chaque personne assise au début, dans l’ordre du jeu, comme dans `{ $now }`
report-rule-A113 = la note de la partie a au plus `{ $most }` caractères
report-rule-A201 = `{ $bid }` ne va pas : ici on annonce de `0` à `{ $cards }`
report-rule-A202 = la règle de la dernière annonce interdit `{ $bid }` : { $circumstance-list } ; { $may }
report-rule-A202-plain = la règle de la dernière annonce interdit `{ $bid }` ; { $may }
report-rule-A203 = la règle de chaque annonce interdit `{ $bid }` : { $circumstance-list } ; { $may }
report-rule-A203-plain = la règle de chaque annonce interdit `{ $bid }` ; { $may }
report-rule-limit-none = aucune annonce n’est permise
report-rule-limit-may = annonce { $bid-list }
report-rule-limit-sum = les annonces feraient `{ $sum }`
report-rule-limit-sum-cards = les annonces feraient `{ $sum }` avec { $cards ->
    [one] `{ $cards }` carte
   *[other] `{ $cards }` cartes
}
report-rule-limit-cards = il y a { $cards ->
    [one] `{ $cards }` carte
   *[other] `{ $cards }` cartes
}
report-rule-limit-name = `{ $word }` vaut `{ $word-value }`
report-rule-A204 = les cartes ne sont pas encore regardées : saisis d’abord `look`, ou `{ $entry }`
report-rule-A205 = dans cette donne, on ne choisit pas d’annoncer à l’aveugle : saisis `{ $entry }`
report-rule-A205-looked = les cartes sont regardées, donc pas d’annonce à l’aveugle : saisis `{ $entry }`
report-rule-A206 = `{ $bids }` annonces pour `{ $players }` personnes : saisis-en une pour chacune, dans l’ordre des places
report-rule-A301 = `{ $card }` n’est pas dans la main : joue une carte qui y est
report-rule-A302 = `{ $card }` ne fournit pas : { -suit-word } est demandé ; joue { $card-list }
report-rule-A303 = `{ $card }` n’est pas dessus : la main se joue par le dessus
report-rule-A304 = `{ $card }` est libre : dis ce qu’elle remplace, comme dans `{ $example }`
report-rule-A305 = `{ $card }` n’est pas libre : aucune carte ne l’est dans cette donne
report-rule-A305-top = la carte du dessus n’est pas libre : { $why }
report-rule-A305-ranks = `{ $card }` n’est pas libre : les cartes libres sont { $rank-list }
report-rule-A306 = `{ $card }` ne peut pas remplacer `{ $face }` : une carte libre de ce pli le fait déjà ; nomme une autre carte
report-rule-A306-several = `{ $card }` ne peut pas remplacer `{ $face }` : des cartes libres de ce pli le font déjà ; nomme une autre carte
report-rule-A307 = `{ $card }` ne peut pas remplacer `{ $face }` : il faut fournir, et { -suit-word } est demandé ; nomme une carte de cette couleur
report-rule-A308 = il faut jouer atout, et `{ $card }` n’en est pas ; joue { $card-list }
report-rule-A309-any = il faut une carte qui bat `{ $best }`, et `{ $card }` ne le fait pas ; joue { $card-list }
report-rule-A309-trump = il faut un atout qui bat `{ $best }`, et `{ $card }` ne le fait pas ; joue { $card-list }
report-rule-A309 = il faut battre `{ $best }`, et `{ $card }` ne le fait pas ; joue { $card-list }
report-rule-A310 = `{ $card }` ne peut pas remplacer `{ $face }` : cette carte n’est pas dans le jeu ; nommes-en une qui y est
report-rule-A311 = tu ne peux pas entamer `{ $card }` tant que tu as une autre couleur ; entame { $card-list }
report-rule-A311-broken = tant que { -suit-word } n’est pas tombé, tu ne peux pas entamer `{ $card }` si tu as une autre couleur ; entame { $card-list }
report-rule-A312 = tu entames `{ $card }` : dis ce qu’elle demande avec { $way-list }
report-rule-A313 = `{ $said }` ne se joue pas ; joue { $way-list }
report-rule-A313-not-led = `{ $said }` ne se joue pas : ce n’est pas l’entame ; joue { $way-list }
report-rule-A314 = `{ $card }` n’est pas une carte spéciale : ni haute ni basse, elle ne demande rien
report-rule-A315-highest = `{ $asking }` demande ta plus haute carte à { -suit-word }, et ce n’est pas `{ $card }` ; joue { $card-list }
report-rule-A315-lowest = `{ $asking }` demande ta plus basse carte à { -suit-word }, et ce n’est pas `{ $card }` ; joue { $card-list }
report-rule-A401 = nomme une couleur d’atout, par exemple `trump hearts`
report-rule-A402 = nomme toutes les couleurs dans l’ordre, par exemple `order S H C D`
report-rule-A403 = `{ $named }` n’est pas un ordre : nomme chaque couleur une fois
report-rule-A404 = il faut un atout : nomme une couleur, par exemple `trump hearts`
report-rule-A405 = il n’y a pas de { -suit-word } dans le jeu : nomme { $suit-list }
report-rule-A406 = aucune carte retournée ne donne atout { -suit-word }
report-rule-A501 = `{ $name }` n’est pas au choix : prends { $name-list }
report-rule-A502 = `{ $name }` est choisi deux fois : nomme-le une fois
report-rule-A503 = choisis-en exactement un parmi { $name-list } : aucun n’est choisi
report-rule-A503-several = choisis-en exactement un parmi { $name-list } : { $called-list } sont choisis
report-rule-A504 = { $called-list } ne vont pas ensemble : gardes-en un
report-rule-A601 = { $cards ->
    [one] `{ $cards }` carte, c’est
   *[other] `{ $cards }` cartes, c’est
} impossible : choisis de `{ $low }` à `{ $high }`
report-rule-A601-fixed = { $cards ->
    [one] `{ $cards }` carte, c’est
   *[other] `{ $cards }` cartes, c’est
} impossible : ici chacun en reçoit `{ $low }`
report-rule-A602-number = `{ $tricks }` nombres de plis pour `{ $players }` personnes : recompte les plis
report-rule-A602 = les plis font `{ $sum }`, mais on en joue `{ $cards }` : recompte les plis
report-rule-A603 = les plis de `{ $name }` n’ont pas la même valeur : saisis les points de chacun, comme dans `{ $example }`
report-rule-A603-takers = les plis de `{ $name }` n’ont pas la même valeur : saisis qui a fait chaque pli, en comptant à partir de 1, comme dans `{ $example }`
report-rule-A604 = { $reason } ; recompte les points
report-rule-A604-worth = { $tricks ->
    [one] `{ $tricks }` pli
   *[other] `{ $tricks }` plis
} de `{ $name }` ne peuvent pas valoir { $points ->
    [one] `{ $points }` point
   *[other] `{ $points }` points
}
report-rule-A604-together = dans `{ $name }`, ce ne peut pas être `{ $points }` points : { $why }
report-rule-A604-sum = ensemble ils doivent faire { $sum }
report-rule-A604-range = tous les plis ensemble valent de { $low } à { $high }
report-rule-A604-not-together = ensemble, leurs plis ne peuvent pas valoir cela
report-rule-A605 = il n’y a pas de joueur `{ $seat }` : saisis qui a fait chaque pli, de `1` à `{ $players }`
report-rule-A801 = personne ici ne s’appelle `{ $name }` : choisis parmi { $name-list }
report-rule-A901 = les enchères n’ont pas `{ $said }` : elles vont de `{ $lowest }` à `{ $highest }`
report-rule-A902 = `{ $said }` n’est pas plus haut que `{ $before }` : enchéris plus haut, ou `pass`
report-rule-U622-count = `{ $names }` noms pour `{ $players }` personnes
report-rule-U622-same = deux personnes ont le même nom
report-rule-U622-empty = un nom est vide
report-rule-U601 = le jeu est pour { $sizes } personnes, pas `{ $players }`
report-form-number = un nombre entier de { $low } à { $high }
report-form-truth = true ou false
report-form-words = un parmi { $word-list }
report-form-same = deux personnes s’appellent `{ $name }`
report-form-length = la personne { $number } a besoin d’un nom de 1 à { $most } caractères
report-table-no-table = cette table n’existe pas
report-table-no-sheet = cette feuille de score n’est pas ici
report-table-no-match-here = cette partie n’est pas ici
report-table-no-game = ce jeu n’est pas ici
report-table-no-match = cette partie n’existe pas
report-table-table-deleted = cette table a été supprimée
report-table-already-open = la table est déjà ouverte
report-table-key-reused = cette page a déjà servi à autre chose : regarde à nouveau la table
report-table-no-seat = seules les personnes assises à cette table le peuvent : demande un code à l’hôte
report-table-host-only = seul l’hôte le peut, et peut aussi le permettre à tous ceux qui ont une place
report-table-table-full = une table a au plus { $most } téléphones : l’hôte peut libérer des places
report-table-foreign-code = un téléphone ne se remplace qu’avec son propre code
report-table-host-stays = l’hôte ne peut pas partir : nomme d’abord un autre hôte
report-table-no-phone = ce téléphone n’est pas à cette table
report-table-member-left = la personne qui avait ce code a quitté la table
report-table-own-cards = cette table ne donne pas de cartes : on y joue avec des vraies
report-table-undo-by-host = cette saisie ne vient pas de ce téléphone : seul l’hôte peut l’annuler
report-table-changes-by-host = seul l’hôte saisit corrections, changements de joueurs et points à la main, et peut aussi le permettre à tous ceux qui ont une place
report-table-watching = tu regardes et ne peux rien saisir : l’hôte peut te donner une place
report-table-gone-home = c’est le téléphone de { $player }, qui est rentré·e
report-table-other-phone = c’est à { $player }, et ce téléphone est celui de { $owner }
report-table-entered-by = entre-temps { $author } a saisi « { $entry } »
report-table-not-undone = { $cause } : rien n’a été annulé
report-table-entry-stale = { $now } ; { $cause }. Ton « { $entry } » n’a pas été saisi
report-table-entry-too-late = { $now } ; ton « { $entry } » n’a pas été saisi
report-table-draw-first = les téléphones n’ont pas encore tiré la donne
report-table-draw-moved-on = le tirage de la donne a continué
report-table-no-commitment = cet engagement n’est pas attendu, a déjà servi ou n’est pas un SHA-256
report-table-no-reveal = ce nombre n’est pas attendu ou n’est pas celui de l’engagement
report-table-server-deals = le serveur donne les cartes de cette table
report-table-not-your-page = cette page était pour { $earlier }, et ce téléphone joue maintenant pour { $player }
report-table-moved-on = la table a continué : { $now }. Sans effet : { $command }
report-table-asked-otherwise = on te demande autre chose maintenant
report-table-not-asked-any-more = on ne demande plus cela
report-table-taking-back = tentative d’annuler
report-table-claim = demande du reste
report-table-request-to-take-back = demande d’annuler
report-table-answer = réponse
report-table-question-open = tous doivent d’abord répondre à la question ouverte
report-table-declined = c’est refusé : continue
report-table-claim-later = tu ne peux réclamer le reste qu’à ton tour, pendant le jeu de la carte
report-table-claim-unproved = tes cartes ne le prouvent pas, et un bot exige une preuve : continue
report-table-cannot-agree = { $player } n’a pas de téléphone ici et ne peut pas accepter
report-table-nobody-to-nudge = personne d’autre n’a à agir
report-table-too-soon = pas si vite
report-table-match-over = la partie est finie
report-table-bid-waits = tu as annoncé, pas les autres : annule d’abord ton annonce
report-table-others-turn = c’est à { $player }
report-table-nothing-to-undo = tu ne peux annuler que ta dernière action, avant qu’un autre agisse ou qu’une carte soit montrée
report-table-nothing-to-ask = il n’y a rien dans cette donne que tu puisses annuler
report-table-no-such-seat = cette place n’existe pas
report-table-bot-plays = un bot joue à cette place
report-table-person-plays = une personne joue à cette place
report-table-not-your-seat = ce n’est pas ta place
report-table-bot-plays-for-you = un bot joue pour toi : reprends d’abord ta place
report-table-not-asked = personne ne te demande cela maintenant
report-table-dealer-now = saisis maintenant qui donne en premier
report-table-first-now = saisis maintenant qui annonce en premier
report-table-tricks-now = saisis maintenant les plis de la donne { $deal }
report-table-over-now = la partie est maintenant finie
report-table-bid-now = { $player } annonce maintenant
report-table-call-now = { $player } choisit maintenant
report-table-size-now = { $player } choisit maintenant le nombre de cartes
report-table-name-now = { $player } choisit maintenant l’atout
report-table-auction-now = { $player } enchérit maintenant
report-table-player-now = c’est maintenant à { $player }
report-table-other-now = la donne { $deal } demande maintenant une autre saisie
report-table-dealer-entered = entre-temps on a saisi qui donne en premier
report-table-first-entered = entre-temps on a saisi qui annonce en premier
report-table-tricks-entered = entre-temps on a saisi les plis de la donne { $deal }
report-table-bid-entered = entre-temps on a saisi l’annonce de { $player }
report-table-call-entered = entre-temps on a saisi le choix de { $player }
report-table-size-entered = entre-temps on a saisi le nombre de cartes de { $player }
report-table-name-entered = entre-temps on a saisi l’atout de { $player }
report-table-auction-entered = entre-temps on a saisi l’enchère de { $player }
report-table-other-entered = entre-temps on a saisi autre chose
report-did-opens = { $who } ouvre la table
report-did-watches = { $who } vient regarder
report-did-sits-down = { $who } s’assoit
report-did-plays-for = { $who } joue pour { $player }
report-did-bot = { $who } fait jouer un bot pour { $player }
report-did-plays-again = { $who } rejoue
report-did-stops-bot = { $who } arrête le bot de { $player }
report-did-other-phone = { $who } continue avec un autre téléphone
report-did-leaves = { $who } s’en va
report-did-frees = { $who } libère la place de { $player }
report-did-host = { $who } nomme { $player } hôte
report-did-rights = { $who } donne les droits de l’hôte à tous ceux qui ont une place
report-did-no-rights = { $who } retire aux autres les droits de l’hôte
report-did-note = { $who } écrit la date et la note
report-did-deletes = { $who } supprime la table
report-did-no-takeover = { $who } ne laisse aucun bot prendre le relais
report-did-takeover = { $who } fait prendre le relais par un bot après { $seconds } secondes d’attente
report-did-undo = { $who } annule sa dernière action
report-did-claims = { $who } réclame le reste, qui est certain
report-did-claims-asks = { $who } réclame le reste et demande à tous
report-did-asks-undo = { $who } demande à tous de pouvoir annuler
report-did-withdraws = { $who } y renonce
report-did-plays-on = { $who } veut continuer
report-did-agrees = { $who } est d’accord
report-did-agrees-undo = { $who } est d’accord : { $player } annule
report-did-agrees-claim = { $who } est d’accord : le reste est à { $player }
report-did-agrees-in-vain = { $who } est d’accord, mais { $player } ne peut pas faire tous les plis : on continue
report-did-draws-again = { $who } commence le tirage { $round }, car un nombre manque : { $names-list }
report-did-deals = { $who } donne d’après une graine tirée avec { $names-list }
report-did-deals-alone = { $who } donne d’après une graine tirée sans personne d’autre
report-did-the-program = Le programme
