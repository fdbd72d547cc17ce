### Every text of the pages: score keeper, online table, first page, end, log and refusals.
###
### A variable holds a text, a number or a list of names; a list counts as its length. A number is
### written with the decimal mark of the language. What a rules file says stays as it is written there.

## Words that several pages have

suit = { $suit ->
    [S] spades
    [H] hearts
    [D] diamonds
   *[C] clubs
}
-rank = { $rank ->
    [A] ace
    [K] king
    [Q] queen
    [J] jack
   *[other] { $rank }
}
card = { -rank } of { suit }
card-of-pack = { card }, pack { $copy }
cards = { $number ->
    [one] { $number } card
   *[other] { $number } cards
}
tricks = { $number ->
    [one] { $number } trick
   *[other] { $number } tricks
}
-deals = { $number ->
    [one] { $number } deal
   *[other] { $number } deals
}
-entries = { $number ->
    [one] { $number } entry
   *[other] { $number } entries
}
entries = { -entries }
place = { NUMBER($place, type: "ordinal") ->
    [one] { $place }st
    [two] { $place }nd
    [few] { $place }rd
   *[other] { $place }th
}
or = { " or " }
and = { " and " }
then = { ", then " }
decimal-mark = .
range = { $low } to { $high }
close = Close
try-again = Try again
language-of-page = Language
no-trump = No trump
with-no-trump = { $level } with no trump
with-trump = { $level } with { suit }
made = made { $points }
missed = missed { $points }
not-allowed = { $number }, not allowed: { $reason }
call-nothing = Call nothing
call-these = Call { $names }
pass = Pass
about = { $what }: { $reason }
take-back = Take back
wins = { $names ->
    [one] { $names } wins
   *[other] { $names } share the win
}
has-left = has left
sits-out = sits out
deals-first = { $dealer } deals first.
cannot-open-table = This table cannot be opened: { $reason }
no-answer = the server does not answer.
all-tables = All tables
table-gone = This table was deleted.
name-too-long = A name has at most { $most } characters.
hidden-sign-in-name = A name has an invisible character, written out here: “{ $shown }”. Type it again instead of pasting it.
hidden-sign-in-entry = The entry has an invisible character, written out here: “{ $shown }”. Type it again instead of pasting it.
bids-label = Bids
everybody = Everybody
print = Print
deal-label = Deal
one-more-hand = One more hand
question = The question
even = even
over = too many
under = too few
is-dealer = deals
bid-is-blind = a bid now is blind
more = More
add = Add
is-missed = missed
is-made = made

## The log of a score sheet

entry-dealer = { $player } deals
entry-first = { $player } is drawn to bid first
entry-cards = { cards } each
entry-calls = { $actor } calls { $calls }
entry-called = Called: { $calls }
entry-nothing = nothing
entry-names-trump = { $actor } names trump: { $trumps }
entry-trump = Trump: { $trumps }
entry-names-order = { $actor } names the order of trumps: { $trumps }
entry-order = The order of trumps: { $trumps }
entry-no-trump = none
entry-auction = The auction: { $bids }
entry-bids-in-auction = { $actor } bids { $bid }
entry-passes = { $actor } passes
entry-pass = pass
auction-bid = { $number } { suit }
auction-bid-without = { $number } without trump
entry-looks = { $actor } looks at the cards
entry-bid = { $actor } bids { $bid }
entry-bids = Bids: { $bids }
entry-blind = { $bid } blind
entry-won = Tricks: { $tricks }
entry-won-points = Tricks: { $tricks }; points in them: { $points }
entry-taken = Tricks taken by { $takers }
entry-join = { $player } sits down at the left of { $after }
entry-for = { $player } sits down in the place of { $leaver }, who goes home
entry-leave = { $player } goes home
entry-out = { $player } sits out
entry-back = { $player } plays again
entry-adjust = { $player } { $points } by hand
entry-adjust-note = { $player } { $points } by hand: { $note }
entry-skip = { -deals } of the schedule left out
entry-end = The match ends here
entry-seats = Order of the seats: { $names }
entry-note = Note: { $text }
entry-no-note = The note is removed
entry-correct = Corrected. { $entry }
entry-nobody = Nobody came or went
log-after-last = After the last deal
log-deal = Deal { $deal }
log-end = End
log-phone = { $name }’s phone
log-back = taken back
log-at = at { $time }
log-on-phone = on { $name }’s phone
log-result = { $name }: { $tricks }, { $points }, total { $total }
log-won-of = { $won } of { $bid }
log-person = Person
log-all-deals = All deals
log-copy = Copy this deal as text
log-copied = Copied. Paste it wherever you like.
log-not-copied = This browser does not let pages copy. Select the lines instead.
log-nothing = Nothing was entered there.
log-empty = All entries are listed here, also those taken back.

## Standings and sheet

scores-title = Scores
scores-tab = { $tab ->
    [standings] Standings
    [sheet] Sheet
   *[log] Log
}
scores-you = you
scores-left-hint = Players who have left keep their total, and can no longer win.
scores-sheet = The whole score sheet
scores-empty = Closed deals are shown here. Tap one to correct it.
scores-correct = Correct deal { $deal }
scores-at-the-end = At the end:
scores-in-deal = Deal { $deal }:
scores-absent = { $why ->
    [out] out
    [left] gone
   *[not-yet] –
}

## The end of a match

end-deals = { -deals }
end-deals-early = { -deals }, ended early
end-what-now = What now
end-again = Again
end-same-people = same people
end-same-people-dealer = same people, { $dealer } deals
end-picture = Picture
end-picture-title = The result
end-save-picture = Save the picture
end-scores = Sheet and log
end-payments = Who pays whom
end-pays = pays
end-neither-pays = Without payments, because they left: { $names }.
end-made = { $bids } made
end-how-it-went = How it went
end-run = Longest run
-end-run = { $names ->
    [one] { $names } made { $bids } bids in a row
   *[other] { $names } each made { $bids } bids in a row
}
end-run-text = { -end-run }.
end-run-deals = { -end-run }, deals { $from } to { $to }.
end-boldest = Boldest bid
end-boldest-text = { $name } bid { $bid } of { $cards } in deal { $deal }, and made it.
end-close = So close
end-close-text = { $names ->
    [one] { $names } missed { $bids } times by one trick.
   *[other] { $names } each missed { $bids } times by one trick.
}

## The sheet on paper

paper-title = On paper
paper-head = { $date }, { -deals }.
paper-total = Total
paper-hint = After each deal: its cards. After each total: tricks won of those bid.
paper-pays = { $from } pays { $to } { $amount }.

## Score keeper: the bar and the list

keeper-headline = { $phase ->
    [dealer] Who deals first?
    [size] { $name } deals: how many cards?
    [call] { $name } calls
    [auction] { $name } bids or passes
    [name] { $name } names trump
    [first] Who is drawn to bid first?
    [bid] { $name } bids
   *[tricks] Count the tricks
}
keeper-all-matches = All matches
keeper-bid-so-far = bid
keeper-none = none
keeper-what-is-trump = What is trump?
keeper-is-trump = Trump: { $suits }
keeper-people = Everybody at the table
dealer-letter = D
keeper-bids-now = bids …
keeper-bid = bid
keeper-blind = blind
keeper-since-deal = since deal { $deal }
keeper-points = { $total ->
    [one] { $total } point
   *[other] { $total } points
}
keeper-last-deal = last deal { $result }
keeper-correct-bid = { $name }, bid { $bid }: correct it
keeper-deals-first = { $name } deals first
keeper-bids-first = { $name } bids first
keeper-takes-trick = { $name } took trick { $trick }
keeper-of = of { $bid }
keeper-tricks-of = Tricks of { $name }
keeper-less = One less for { $name }
keeper-more-for = One more for { $name }
keeper-points-of = Points in the tricks of { $name }
keeper-you-are = You are { $name }
keeper-is-waiting = not sent yet,

## Score keeper: the question

keeper-own-bid = bid { $bid }
keeper-scores = Standings and sheet
keeper-still-to-bid = { $number ->
    [1] the last to bid
   *[other] { $number } still to bid
}
keeper-correcting-bid = The bid of { $name }
keeper-leave-bid = Leave the bid as it is
keeper-correcting-hint = entered: { $bid }
keeper-bids-blind = Bids blind
keeper-look = Looks at the cards first
keeper-group = { $kind ->
    [one-of] One of
    [at-most-one-of] At most one of
   *[any-of] Any of
}
keeper-call-what = Choose what is called
keeper-level = How many tricks?
keeper-highest = highest:
keeper-suit-of = { $level } with which trump?
keeper-order-hint = Tap the suits in their order, the highest first
keeper-who-took-more = Who took more?
keeper-who-took-fewer = Who took fewer?
keeper-close-the-deal = Close the deal?
keeper-not-given = { tricks } not given
keeper-too-many = { tricks } too many
keeper-all-there = All tricks are there
keeper-given = { $given } of { tricks }
keeper-everybody-made = Everybody made it
keeper-everybody-made-sure = Yes, everybody made it
keeper-close = Close the deal
keeper-close-with = Close: { $made } made, { $missed } missed
keeper-who-took = Who took trick { $trick } of { $cards }?
keeper-tap-row = Tap the row of the player
deal-number = deal { $deal }
deal-range = deals { $first } to { $last }
deal-list = deals { $deals }
keeper-waiting-after-end = A correction ends the match before { $deals }: take it back, or correct it.
keeper-others-play = A correction changed who plays in { $deals }: enter bids and tricks again.
keeper-counts-again = The entries of { $deals } count again after this.
keeper-corrected = Deal { $deal } is corrected.
keeper-copied = The record is copied: paste it wherever you like.
keeper-sheet = The sheet

## Score keeper: corrections

keeper-correction-hint = { cards }. Everything after it is counted again.
keeper-tricks-row = Tricks
keeper-something-else = Something else
keeper-other-example = { $asked ->
    [taken] who took each trick: taken 1 3 2 2
    [points] tricks and points: won 2 0 1 points 10 0 3
   *[won] for example: cards 5, trump hearts, call Misere
}
keeper-other-label = Another correction, in words
keeper-put-right = Put it right
keeper-changes-before = Others came and went before it
keeper-not-so = Not so
keeper-not-so-change = Not so: { $change }
keeper-no-changes = Nobody came or went before this deal.
keeper-also = Also
keeper-somebody-came = Somebody came
keeper-sat-down = and sat down
keeper-changes-hint = If other people played, enter their bids and tricks again, deal by deal. If nobody knows them any more, enter under More who plays from now on instead.
keeper-at-left-of = at the left of { $name }
keeper-in-place-of = in the place of { $name }, who goes home

## Score keeper: the menu

keeper-this-match = This match
keeper-once-there = when the server answers
keeper-menu = { $entry ->
    [roster] Who comes and goes
    [points] Points by hand
    [correct] Correct a deal
    [size] Another size
    [skip] Leave out the next deal
    [seats] Order of the seats
    [note] Note
    [more] One more hand
    [end] End here
    [log] Log
    [text] Enter it as text
    [record] Save the record
    [csv] Save for a spreadsheet
    [share] Share the record
    [print] Print the sheet
    [rules] Rules
    [leave] Another match
    [people] People and phones
    [join] Join with a code
    [along] Take this table along
   *[tables] All tables
}
keeper-menu-hint = { $entry ->
    [roster] somebody joins, sits out, goes home
    [points] for a total, with a note
    [correct] bids, tricks, and more of an earlier deal
    [size] of this deal, before its first bid
    [skip] the schedule goes on after it
    [seats] if somebody sits elsewhere
    [note] one for the match, kept in the record
    [more] its points count
    [end] with the totals as they are
    [log] who entered what, in which deal, and when
    [text] anything without a button
    [record] what clagdsl replay takes
    [csv] CSV: bids, tricks and totals of each deal
    [share] with another app, or as a copied text
    [print] on paper, or as a PDF
    [rules] of this game
    [leave] this one stays on this device
    [people] codes to join, rights, deleting
    [join] to enter something on this phone
    [along] a file that keeps score without the server
   *[tables] this one goes on
}
keeper-plays-again = Plays again
keeper-sits-out-button = Sits out
keeper-goes-home = Goes home
keeper-roster-button = { $verb ->
    [back] { $name }: plays again
    [out] { $name }: sits out
   *[leave] { $name }: goes home
}
keeper-somebody-comes = Somebody comes
keeper-sits-down = and sits down
keeper-sit-down = Sit down
keeper-roster-hint = { $worst ->
    [highest] Between two deals. Latecomers begin with { $total }, the highest total at the table, returning players with their old one. Players who go home cannot win.
   *[lowest] Between two deals. Latecomers begin with { $total }, the lowest total at the table, returning players with their old one. Players who go home cannot win.
}
keeper-whose-total = Whose total
keeper-points-field = Points
keeper-note-field = Note
keeper-points-hint = With a minus if points are taken. Only the total changes.
keeper-count-them = Count them
keeper-which-hand = Which hand
keeper-cards-each = Cards for each
keeper-one-more-hint = Its points count, and may change who wins. The match is over after it.
keeper-begin-it = Begin it
keeper-end-hint = Winner and payments follow from the totals as they are. You can take it back.
keeper-end-here = End the match here
keeper-size-hint = The deals after it keep theirs.
keeper-set-size = Deal this many
keeper-entry-field = Entry
keeper-entry-example = correct 1 dealer Cai
keeper-entry-hint = As in a record: call Misere, trump hearts, correct 3 won 1 0 2 4.
keeper-enter-it = Enter it
keeper-note-hint = Leave it empty to remove it.
keeper-save-note = Save the note
keeper-seats-hint = Those who sat down at the start, clockwise.
keeper-earlier = Seat { $name } one place earlier

## Score keeper: on a server

served-title = { $title }: score keeper
served-is-there = All entries are on the server.
served-not-there = Not on the server yet: { -entries }.
served-moved-on = Somebody else was faster.
served-lost = No connection since { $since }. What you enter is sent later.
served-lost-waiting = No connection since { $since }. To be sent later: { -entries }.
served-not-stored = { $reason } { -entries } will be sent again.
served-not-kept = This browser stores nothing: keep the page open until all is sent.
served-gone = { table-gone } You can save its record under More.
served-outdated = The server has another version: load this page again.
served-watching = You are watching. To enter something, join with a code.
served-seat-gone = Your seat was freed or taken. To enter something, join with a code.
served-went-home = You have gone home. The host can seat you again.
served-refused = “{ $entry }” was not entered.
served-refused-because = “{ $entry }” was not entered:
served-faster = { log-phone } has entered “{ $instead }”.
served-table-moved = the table has moved on.
served-refused-lost = “{ $entry }” is no longer on the sheet: the server has an older file.
served-quoted = “{ $entry }”
served-refused-also = Not entered with it: { $entries }.
served-refused-also-more = Not entered with it: { $entries }, and { $number } more.
served-correct-it = Correct it
served-all-right = All right
served-screen = Set the screen to stay on.

## Score keeper: matches in this browser, and the page before a match

local-elsewhere = The match went on in another window. Look at it, and enter yours again.
local-not-kept = Your entries are not saved: this browser lets pages store nothing, or has no room left. Save the record under More before you close the page.
local-kept-here = All entries are saved on this device.
local-not-kept-here = Nothing is saved: save the record before you close the page.
setup-once-more = Once more?
setup-last-time = As on { $date }.
setup-keep-score = Keep score
setup-change-people = Change people
setup-who-plays = Who plays?
setup-how-many = { $direction ->
    [counterclockwise] { $players } players, in the order of their seats, counterclockwise. Tap a name to seat it, tap again to leave it out.
   *[clockwise] { $players } players, in the order of their seats, clockwise. Tap a name to seat it, tap again to leave it out.
}
setup-seat = seat { $place }
setup-people = People
setup-somebody-else = Somebody else
setup-first-name = Name
setup-deals-first = Deals first
setup-begin = Begin with { $number }
setup-begin-dealer = Begin with { $number }: { $dealer } deals
setup-too-few = { $fewest ->
    [one] { $number } of at least { $fewest } player
   *[other] { $number } of at least { $fewest } players
}
setup-too-many = { $number } people, and at most { $most } can play
setup-settings = House settings
setup-not-proved = These settings were checked one by one, not together: the rules may have no value for some deal. { $command } checks them, and writes a page that begins with them.
setup-earlier = Matches on this device
setup-remove = Delete the match of { $names }
setup-remove-sure = Delete this match from this device for good?
setup-cannot-open = This match cannot be opened: { $reason }
setup-rules = Rules
setup-rules-frame = The rules of { $title }

## First page

home-title = At the table
home-about = Keep score of card games with bids, by your own rules. Or play them here, on your phones.
home-last-time = { $title }, as on { $day }.
home-last-time-won = { $title }, as on { $day }: { $winners } won with { $total }.
home-score = Score real cards
home-score-hint = one phone in the middle, or one each
home-play = Play here
home-play-hint = dealt by the server, with bots
home-keep-score-of = Keep score of
home-play-title = Play here
home-choose-seats = Choose who sits where
home-not-offered = These rules are no longer offered. Choose another game to play it here.
home-game = Game
home-group = { $group ->
    [last] Played last
    [own] Your rules
    [clag] Clag
   *[family] Its family
}
home-deals = { $deals } deals
home-special-deals = { $number ->
    [one] { $number } kind of special deal
   *[other] { $number } kinds of special deals
}
home-special-cards = with { $cards }
home-players = { $players } players
home-read-rules = Read the rules
home-kept = On this device
home-under-way = Under way
home-put-aside = Put aside
home-finished = Finished
home-go-on = Go on
home-look = Look
home-all = All { $number }
home-earlier = Earlier ones
home-won = { $winners } won with { $total }
home-over = over
home-deal-of = deal { $deal } of { $deals }
home-leads = deal { $deal } of { $deals }, { $leader } leads with { $total }
home-broken = { $file } has mistakes
home-broken-offered = { $file } has mistakes: its last valid rules are offered
home-problems = Your rules files
home-left-out = { $number ->
    [one] { $number } more rules file is not offered: there are too many.
   *[other] { $number } more rules files are not offered: there are too many.
}
home-join = Join with a code
home-season = Season
home-all-rules = Rules of all games
home-write = Write your own rules
home-playground = Playground
home-no-answer = The server does not answer. Try again.
home-beginning = Beginning…

## Online table: the felt

table-your-turn = ● Your turn
table-table = The table
table-trick = The trick
table-hand = Your hand
table-you = You
table-menu-title = Menu
table-scores = Scores, sheet and log
table-of-bid = of { $cards } bid
table-none = none
table-trump = trump
table-highest-first = highest first
table-bids = bids
table-has-bid = has bid
table-blind = blind
table-acts = { $phase ->
    [size] picks …
    [call] calls …
    [name] names …
   *[bid] bids …
}
table-points = { $total } pts
table-tricks-won-of-bid = tricks won of those bid
table-tricks-won = tricks won
table-bot = bot
table-no-phone = no phone
table-hand-of = The cards of { $name }
table-played-by = by { $name }
table-played-best = by { $name }, the best so far
table-played-as = as { $face }
table-on-forehead = on the forehead of { $name }
table-you-lead = You lead
table-leads = { $name } leads
table-turned = turned
table-last = Last
table-last-trick = Last trick: { $name }
table-without-trump = without trump
table-match-over = The match is over

## Online table: what the player is asked

table-bot-plays = A bot plays for you
table-do-you-agree = do you agree?
table-waits-for = waiting for { $names }
table-turn = Your turn
table-only-top-card = only the top card
table-lead-allowed = lead a card that is allowed
table-lead-any = lead any card
table-you-take = You take the trick
table-takes = { $name } takes the trick
table-bids-hidden = Bids are hidden
table-you-have-bid = You have bid
table-you-claim = You claim the rest
table-claims = { $name } claims the rest
table-you-ask-undo = You ask to take back { $action }
table-asks-undo = { $name } asks to take back { $action }
table-and-after = { $number ->
    [one] and { $number } action after it
   *[other] and { $number } actions after it
}
table-the-card = the { $face }
table-asks = { $phase ->
    [size] How many cards?
    [call] What do you call?
    [auction] Your bid, or pass
    [name] Name trump
   *[bid] Your bid
}
table-highest-suit-first = highest suit first
table-have-bid = { $made } of { $all } have bid
table-others-act = { $phase ->
    [size] { $name } picks the number of cards
    [call] { $name } calls
    [auction] { $name } bids or passes
    [name] { $name } names trump
    [bid] { $name } bids
   *[play] { $name } plays
}
table-led = { suit } were led
table-card-led = { $card } was led
table-need-over = { $number } over
table-need-to-win = { $number } to win
table-need-no-more = no more!
table-own-bid = your bid
table-tricks = tricks
table-points-below = points
table-empty-hand = Your hand is empty.
table-hidden-card = a card that you cannot see
table-not-now = not now
table-only-top = Your hand was shuffled. You play its top card, whatever it is.
table-card-not-now = not now: { $why }
table-look = Look at my cards
table-no-trump-short = none
table-in-order = { suit }, { place }
table-back = Back
table-too-low = { $level } with this trump is not higher than what was bid.
table-call-more = Choose what is called.
table-whatever-it-is = Whatever it is
table-as-itself = As itself
table-if-wild = If it is wild, as the { $face }
table-as-the = As the { $face }
table-power = { $power ->
    [high] high
   *[low] low
}
table-asks-for = { $what ->
    [highest] asks highest { suit }
    [lowest] asks lowest { suit }
    [suit] asks { suit }
    [next] asks next card
   *[nothing] asks nothing
}
table-not-this = Another card
table-play-top = Play the top card
table-take-seat-back = Take my seat back
table-agree = Agree
table-play-on = Play on
table-withdraw = Withdraw
table-print = Print the sheet
table-another = Another match

## Online table: what players say, and messages

table-say = Say
table-claim = Claim the rest
table-claim-hint = you win every trick that is left; otherwise everybody is asked
table-claim-with-bots = your cards must show that you win it all, because a bot plays
table-ask-undo = Ask to take back
table-ask-undo-hint = what you did last in this deal
table-nudge = Nudge
table-nudge-hint = a sign to { $names }
table-nudged = { $name } waits for you.
table-emote = { $emote ->
    [thumb] well done
    [clap] bravo
    [smile] ha
    [wow] oh
    [cry] alas
   *[thanks] thanks
}
table-on-its-way = Your tap is on its way.
table-no-answer = The server has not answered for a minute. Tap again.
table-no-answer-now = The server did not accept that. Tap again.
table-moved-on = The table has moved on. Look at what is asked now.
table-seat-gone = Your seat was freed, or another phone has taken it.
table-lost = No connection. The table waits for it.
table-outdated = The server has another version. Load this page again.

## Online table: the menu

table-menu = { $entry ->
    [join] Join with a code
    [people] { shuffle-people }
    [rules] Rules
    [wall] Wall screen
    [record] Save the record
    [print] Print the sheet
    [shuffle] { shuffle-title }
   *[tables] All tables
}
table-menu-hint = { $entry ->
    [join] to play on this phone
    [people] codes to join, bots, your seat
    [rules] of this game
    [wall] everybody's table, on a large screen
    [record] every card of the match
    [print] on paper, or as a PDF
    [shuffle] how to check that nobody chose the cards
    [end] or begin another match
   *[tables] this one goes on
}
table-settings = On this phone
table-auto-play = Play the only card that is allowed by itself
table-trump-first = Trump at the left of the hand
table-signals = Sound and vibration when it is your turn
table-taps-label = A card is played
table-taps = { $taps ->
    [auto] with one tap, thin ones with two
    [one] with one tap
   *[two] with two taps
}
table-pause-label = A finished trick stays
table-pause = { $seconds } seconds
table-pause-until-tap = until a tap
table-join-here = Watch or join
table-join-code = Code that opens this table

## The shuffle: the draw of the seed by all phones, and how to check it

shuffle-title = Is the deal fair?
shuffle-alone = The server alone has drawn the seed of every card. It did so before the first deal. This is the SHA-256 of the seed and a salt:
shuffle-later = Seed and salt are shown when the match is over. Then clagdsl replay checks with the record that no card was dealt otherwise.
shuffle-kept = The match was dealt by this seed and this salt:
shuffle-check = clagdsl replay deals every card of the record again and compares. The SHA-256 of the line above is the one shown before the first deal.
shuffle-drawing = All phones shuffle together
shuffle-how = Each phone adds a random number, so nobody can choose the cards, not even the host.
shuffle-joining = Waiting for the phone of { $names }. The host shows the codes.
shuffle-waiting = Waiting for the phone of { $names }: open this page there.
shuffle-failed = Round { $round } failed: the phone of { $names } did not reveal its number.
shuffle-lost = This phone has lost its number. Another phone can go on.
shuffle-new-round = Begin a new round
shuffle-go-on = Go on without { $names }
shuffle-go-on-agreed = { shuffle-go-on } ({ $agreed } agreed)
shuffle-people = People and phones
shuffle-all = This deal was drawn by all phones.
shuffle-without = This deal was drawn without the phone of { $names }.
shuffle-fault = { $fault ->
    [server] The server has changed its promise. Do not trust this deal.
    [swapped] A promise was exchanged after all had made theirs. Do not trust this deal.
    [foreign] The server shows another promise for this phone. Do not trust this deal.
    [nonce] A number does not fit its promise. Do not trust this deal.
    [copied] Two promises are equal. Do not trust this deal.
    [blamed] This phone has revealed its number, but the server says that it did not.
    [agreed] The server says that this phone agreed to leave out another one. It did not.
    [withheld] The server does not show its number, so nobody can check this deal.
   *[seed] The seed does not come from the promised numbers: this deal was fixed.
}
shuffle-server = Server
shuffle-details = All promises and numbers
shuffle-promise = Promise:
shuffle-number = Number:
shuffle-number-later = Number: shown when the match is over
shuffle-compare = Bots have no number of their own. Compare these promises with those on another phone. At the end, clagdsl replay checks the record: the seed is the first 64 bits of the SHA-256 of all numbers.

## Online table: the log

event-dealer-drawn = Drawn to deal first: { $name }
event-bidder-drawn = Drawn to bid first: { $name }
event-deal = Deal { $deal }: { $dealer } deals
event-deal-named = Deal { $deal }, { $kind }: { $dealer } deals
event-cards-picked = { $name } picks { cards } each
event-first-cards = Everybody gets the first { $number }
event-cards = Everybody has { cards }
event-call = { $name } calls { $calls }
event-call-nothing = { $name } calls nothing
event-no-trump = no trump
event-auction = { $name } says { $number } { $trump }
event-auction-won = { $name } wins the auction with { $number } { $trump }
event-passed = { $name } passes
event-thrown-in = All have passed: deal { $deal } is thrown in
event-trump-named = { $name } names { $trump }
event-trump-drawn = Drawn as trump: { suit }
event-none-turned = No card is left to turn: there is no trump
event-turned = { $number ->
    [one] { $cards } is turned
   *[other] { $cards } are turned
}
event-turned-trump = { $turned }: { suit } are trump
event-turned-none = { $turned }: there is no trump
event-looked = { $name } looks at the cards
event-bid = { $name } bids { $bid }
event-bid-blind = { $name } bids { $bid } blind
event-bid-hidden = { $name } bids without telling yet
event-bid-hidden-blind = { $name } bids blind
event-bid-changed = { $name } changes the bid to { $bid }
event-bids-told = All have bid: { $bids }
event-played = { $name } plays { $card }
event-played-as = { $name } plays { $card } as { $face }
event-trick-won = { $name } wins trick { $trick }
event-scored = Deal { $deal } is scored: { $scores }
event-match-won = { $names ->
    [one] { $names } wins the match
   *[other] { $names } win the match
}

## Pages that the server makes: forms, the people at a table, the plain page, and refusals

bot-label = { $bot ->
    [random] Random bot
    [steady] Steady bot
    [search] Searching bot
   *[other] { $bot } bot
}
the-host = The host
host = Host
guest = A guest
hidden-sign-in-note = The note has an invisible character, written out here: “{ $shown }”. Type it again instead of pasting it.
no-script = This page needs JavaScript. Without it you have:
shell-table = Online table
shell-keeper = Score keeper
shell-plain = the plain page of this table
form-skip = To the content
form-rules = The rules
form-broken = These are its last valid rules.
form-player = Player { $number }
form-your-name = Your name
form-first = first
form-dealer = { $dealer ->
    [drawn-at-table] If you mark nobody, enter at the table who was drawn to deal first.
    [drawn] If you mark nobody, the first dealer is drawn.
    [said] If you mark nobody, the last player deals first.
   *[other] If you mark nobody, the last player deals first, unless the first dealer is drawn.
}
form-settings = How you play it
form-choice = { $word ->
    [true] yes
    [false] no
   *[other] { $word }
}
form-date-and-note = Date and note
form-date = Date
form-note-example = where, or what for
form-begin = Begin
form-other-game = Another game
form-this-table = This table
form-tool = { $page ->
    [table] Table
    [plain] Plain
    [rules] Rules
    [people] People
    [record] Record
   *[log] Log
}
form-used = A table was already opened with this form. Tap { form-begin } again to open another one.
form-no-seat = “{ $name }” has no seat: choose who plays there, or leave the name out.
form-dealer-no-seat = “{ $name }” deals first but has no seat: choose who plays.
form-empty-dealer = The seat marked to deal first is empty: choose who sits there, or mark another.
form-players-wrong = { $title } is for { $players } players, and here { $number ->
    [one] is
   *[other] are
} { $number }.
form-name-too-long = A name has at most { $most } characters: “{ $name }…” is too long.
form-text-too-long = { $field ->
    [name] A name
    [note] A note
   *[entry] An entry
} has at most { $most } characters, and this one has { $number }: shorten it.
form-setting-unknown = “{ $name }” cannot be chosen in { $title }.
form-setting-wrong = “{ $label }” cannot be “{ $text }”: it is { $values }.
form-setting-empty = “{ $label }” is empty: it is { $values }.
form-date-wrong = “{ $text }” is not a date: write year, month and day, such as 2026-01-31, or leave it out.
form-year-wrong = “{ $text }” is not a year: give four digits, such as 2026, or none for all seasons.
form-turn-wrong = “{ $text }” is not a player’s turn: open the page again, and enter it there.
form-seen-wrong = “{ $text }” does not match what the page showed: reload the page, and enter it again.
new-title = { $title }: a new match
new-match = A new match
new-lead = { $players } players, in the order of their seats, in the direction of play.
new-people = Players, and who deals first
new-player-if-any = { form-player } (if there is one)
play-title = { $title }: play
play-lead = { $players } players, in the direction of play. The server deals the cards: everybody sees their own on their phone.
play-people = Who sits where, and who deals first
play-seat = Seat { $seat }
play-me = I play
play-person = A person
play-nobody = Nobody
play-name = Name in seat { $seat }
play-first = first, seat { $seat }
play-names = Players without a name get one.
play-watch = To watch only, choose something other than “{ play-me }”.
play-shuffle = All phones shuffle together: nobody can choose the cards, and the first deal waits for every phone
play-choose = Choose a player for every seat.
play-one-seat = You can have one seat only.
play-no-person = At least one seat is for a person.
join-title = Join a table
join-are-you = You are { $player }?
join-watch = Watch the table
join-seat-hint = This phone becomes the phone of { $player } and enters what { $player } does. A phone that had the seat before loses it.
join-code = The code shown by the host, or your own
join-yes = Yes, sit down
join-button = Join
join-expired = This code is no longer valid: ask the host for a new one.
join-wrong = This code is wrong or no longer valid: ask for a new one.
people-title = People: { $title }
people-heading = People at the table
people-back = Back to the table
people-phones = Phones
people-watches = { $name } watches
people-host = host
people-this-phone = this phone
people-make-host = Make host
people-free = Free the seat
people-leave = Leave
people-other-phone = Continue on another phone
people-other-phone-hint = If this phone is lost or empty, this code gives its place to another one. It works once, and expires 12 hours after you last looked at it.
people-open-there = or open { $address } there, choose { $join }, and type { $code }
people-phone-each = A phone each
people-phone-each-hint = { $kind ->
    [match] Everybody plays on their own phone and scans the code of their name. Anyone who scans it sees that hand.
   *[sheet] One phone in the middle is enough: nobody has to join. To bid on your own phone, scan the code of your name.
} A code works once, for an hour.
people-has-phone = has a phone
people-spectator = A spectator
people-open = or open { $address }, choose { $join }, and type { $code }
people-rights = Everybody with a seat may do what the host may do
people-rights-hint = { $kind ->
    [match] This means: let bots play
   *[sheet] This means: correct deals, enter who comes and goes, give points by hand
}, free seats, hand out codes, make somebody the host, write the note, and delete the table.
people-save = Save
people-patience = A bot takes over from a player who does not act
people-patience-after = { $seconds ->
    [never] never
    [60] after a minute
    [120] after 2 minutes
    [300] after 5 minutes
   *[other] after { $seconds } seconds
}
people-delete-table = Delete this table
people-delete-sure = Delete it for everybody. This cannot be undone
people-delete = Delete
people-tick = Tick the box, then tap { people-delete }.
people-no-button = This page cannot do that: tap one of its buttons.
people-no-seat = There is no such seat: tap a button beside one.
people-no-bot = There is no such bot here: choose { $bots }.
people-seats = Seats
people-seats-hint = A bot plays for players who are away. They can take their seat back on the same phone.
people-for = for { $name }
people-no-phone = no phone yet
people-person = Person
plain-column = { $column ->
    [player] Player
    [card] Card
    [bid] Bid
    [tricks] Tricks
   *[points] Points
}
plain-wins = wins
plain-join-to-enter = You are watching. { $join } to enter something.
plain-join-to-play = You are watching. { $join } to play.
plain-watching = You are watching. To play, ask the host for a code.
plain-gone = You have gone home: this phone can no longer enter anything.
plain-bid-of = Bid of { $name }
plain-rest = You may leave one player out, who then has the rest.
plain-enter = Enter
plain-entry = An entry, such as { $bid }, { $won }, { $undo } or { $correct }
plain-nothing-entered = Nothing was entered: tap an answer, or type one such as “bid 2”.
plain-number-missing = Enter a number for each player. For the tricks, you may leave one out.
plain-reload = Reload
plain-drawing = This page has no script, and cannot take part: open { $table } instead, or let the host give your seat to a bot.
plain-the-table = the table
plain-your-turn = It is your turn.
plain-turn-of = It is the turn of { $names }.
plain-deal-of = Deal { $deal } of { $deals }
plain-trump-unknown = not known yet
plain-turned = Turned: { $cards }.
plain-no-hand = none that you can see
plain-what = What you do
plain-do = Do it
plain-call = Call
plain-not = Not { $entry }: { $reason }
plain-undo = Take back what I did
log-title = What happened: { $title }
log-heading = What happened
log-column = { $column ->
    [number] No.
    [what] What
   *[by] By
}
record-later = The record shows every card, so you can save it once the match is over.
title-refused = Refused
title-not-here = Not here
title-too-many-tables = Too many tables
title-no-answer = No answer
title-not-kept = Not kept
title-not-shown = Not shown
title-too-often = Too often
no-table-here = There is no such table here.
no-game-here = There is no such game here.
no-file-here = There is no such file here.
no-rule-sheet = There is no rule sheet of these rules.
no-page-here = There is nothing at this address.
rules-forgotten = The server no longer has these rules: paste them again.
too-many-tables = Too many tables were opened from your network. You can open the next one in { $minutes } min.
no-more-tables = This server has no room for more tables: a host must delete one first.
too-many-pages = Too many pages of this server are open.
entries-too-often = Too many entries came from this phone at once.
too-often = Too many wrong codes came from your network. Try again in a few seconds.
-file-lead = { $lead ->
    [shown] This cannot be shown
   *[kept] Nothing was saved
}
file-damaged = { -file-lead }: the data file of this server is damaged. The terminal of the server shows its operator how to go on from a backup.
file-failed = { -file-lead }: { $reason }. Try again once that is fixed.
server-failed = Something went wrong on the server. It is not your mistake.
refused-host = This server does not go by that name; { $command } lets it go by one.
refused-site = The page that sent this is of another site.
refused-method = This address does not support that method.
refused-slow = The request took too long to arrive.
refused-form = The form cannot be read.
refused-long = A request may have at most { $most } bytes.

## Reports of the rules, of a table, and of what people did; a page recognises the English sentence

report-rule-in-deal = in deal { $deal }: { $reason }
report-rule-A101 = `{ $text }` is not understood: { $expected }
report-rule-A101-write = `{ $text }` is not understood: write, for example, { $example-list }
report-rule-A102 = the match is over: the last deal has been scored
report-rule-A103 = you cannot do that now: { $expected }
report-rule-A103-looked = this player has already looked at the cards: { $expected }
report-rule-wanted-example = { $wanted }, for example `{ $example }`
report-rule-wanted-dealer = the first dealer must be named
report-rule-wanted-size = the dealer must pick the number of cards
report-rule-wanted-call = the caller must make a call
report-rule-wanted-auction = a player must bid a number of tricks and a trump, or pass
report-rule-wanted-trump = trump must be named
report-rule-wanted-first = the player drawn to bid first must be named
report-rule-wanted-bid = a player must bid
report-rule-wanted-tricks = each player's tricks must be counted
report-rule-wanted-nothing = nothing is left to do
report-rule-wanted-name-card = name the card to play
report-rule-A103-no-bids = nobody bids in this deal: bids are fixed, or there are none
report-rule-A103-no-call = there is nothing to call in this deal
report-rule-A103-no-trump = nobody names trump in this deal
report-rule-A103-not-drawn = the first bidder is not drawn in this deal
report-rule-A103-no-auction = there is no auction in this deal
report-rule-A103-no-look = players cannot choose when to look at their cards in this deal
report-rule-A103-auction-over = `{ $said }` comes after the end of the auction: leave it out
report-rule-A103-roster = players cannot come or go in the middle of a deal: finish the deal, or undo its entries
report-rule-A103-end = a match cannot end in the middle of a deal: finish the deal, or undo its entries
report-rule-A103-skip = a deal can be skipped only before it begins: undo its entries
report-rule-A103-size = the deal has begun: to change its size, enter `{ $entry }`
report-rule-A103-nothing-scored = a match cannot end before its first deal has been scored
report-rule-A103-waiting = deal `{ $deal }` is waiting for an entry that a correction left open: enter that first
report-rule-A103-behind-end = a correction has moved the end of the match before deal `{ $deal }`, which is already entered: take the correction back with `undo`, or correct it
report-rule-A103-goes-on = the match is not over: one more hand can only follow its last deal
report-rule-A104 = there is no entry left to undo
report-rule-A105 = deal `{ $deal }` has no entry that `{ $part }` could correct
report-rule-A105-no-deal = there is no deal `{ $deal }` to correct: the sheet has only deal `1`
report-rule-A105-no-such-deal = there is no deal `{ $deal }` to correct: the sheet has deals `{ $first }` to `{ $last }`
report-rule-A105-not-corrected = `{ $part }` cannot be corrected: only `undo` takes it back, along with everything entered later
report-rule-A105-incomplete = this row of deal `{ $deal }` is not complete: enter what is missing
report-rule-A106 = `{ $part }` is only part of a row: correct the whole row, for example with `{ $one }` or `{ $other }`
report-rule-A107 = the sheet is full: it holds `{ $most }` entries, including those that were undone
report-rule-A107-adjustments = the sheet is full: it holds `{ $most }` adjustments
report-rule-A107-changes = the sheet is full: it holds `{ $most }` changes of players
report-rule-A108 = adjust a total by `1` to `{ $most }` points, up or down
report-rule-A108-note = a note can have at most `{ $most }` characters
report-rule-A109 = { $reason }; to replace one player with another, enter `join Eve for Bob`
report-rule-A109-spelt = `{ $name }` is already on the sheet, typed with different characters: choose the name from the sheet
report-rule-A109-here = `{ $name }` is already at the table
report-rule-A109-left = `{ $name }` has left: name a player at the table
report-rule-A109-empty = a player's name is empty: choose another name
report-rule-A109-long = a player's name has more than { $most } characters, or an incomplete one: choose another name
report-rule-A109-full = the sheet is full: it has lines for `{ $most }` people
report-rule-A109-join-again = `{ $name }` has left: to come back, join again
report-rule-A109-out = `{ $name }` is already sitting out
report-rule-A109-not-out = `{ $name }` is not sitting out
report-rule-A110-no-deal = these rules have no deal `{ $name }`: choose from { $kind-list }
report-rule-A110-most = a match can have at most `{ $most }` deals
report-rule-A110-cards = `{ $cards }` cards each cannot be dealt: deal from `1` to `{ $most }`
report-rule-A110-turned = `{ $cards }` cards each need `{ $needed }` cards, including one to turn up: the pack has `{ $size }`
report-rule-A110-auction = the auction has no bid for `{ $cards }` cards each
report-rule-A110-value = the rules have no value for this hand: { $why }
report-rule-A111 = you can skip at most `{ $left }` { $left ->
    [one] deal
   *[other] deals
}: `end` stops the match
report-rule-A111-last = this is the last deal: `end` stops the match
report-rule-A112 = name everyone who sat down at the start exactly once, in the order of play, as in `{ $now }`
report-rule-A113 = a note on the match can have at most `{ $most }` characters
report-rule-A201 = `{ $bid }` cannot be bid: a bid must be from `0` to `{ $cards }` here
report-rule-A202 = the limit on the last bid forbids `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A202-plain = the limit on the last bid forbids `{ $bid }`; { $may }
report-rule-A203 = the limit on each bid forbids `{ $bid }`: { $circumstance-list }; { $may }
report-rule-A203-plain = the limit on each bid forbids `{ $bid }`; { $may }
report-rule-limit-none = no bid is allowed
report-rule-limit-may = bid { $bid-list }
report-rule-limit-sum = the bids would add up to `{ $sum }`
report-rule-limit-sum-cards = the bids would add up to `{ $sum }` with `{ $cards }` { $cards ->
    [one] card
   *[other] cards
}
report-rule-limit-cards = there { $cards ->
    [one] is
   *[other] are
} `{ $cards }` { $cards ->
    [one] card
   *[other] cards
}
report-rule-limit-name = `{ $word }` is `{ $word-value }`
report-rule-A204 = this player has not looked at the cards: enter `look` first, or `{ $entry }`
report-rule-A205 = players cannot choose to bid blind in this deal: enter `{ $entry }`
report-rule-A205-looked = this player has looked at the cards and cannot bid blind: enter `{ $entry }`
report-rule-A206 = `{ $bids }` bids for `{ $players }` players: enter one for each, in the order of the seats
report-rule-A301 = `{ $card }` is not in the hand: play a card that is
report-rule-A302 = `{ $card }` does not follow suit: { $suit } were led; play { $card-list }
report-rule-A303 = `{ $card }` is not on top: the hand is played from the top
report-rule-A304 = `{ $card }` is wild: say what it stands for, as in `{ $example }`
report-rule-A305 = `{ $card }` is not wild: no card is wild in this deal
report-rule-A305-top = the top card is not wild: { $why }
report-rule-A305-ranks = `{ $card }` is not wild: the wild { $rank-list ->
    [one] rank is
   *[other] ranks are
} { $rank-list }
report-rule-A306 = `{ $card }` cannot stand for `{ $face }`: another wild card in this trick already does; name another card
report-rule-A306-several = `{ $card }` cannot stand for `{ $face }`: { $number } other wild cards in this trick already do; name another card
report-rule-A307 = `{ $card }` cannot stand for `{ $face }`: you must follow suit, and { $suit } were led; name a card of that suit
report-rule-A308 = you must play a trump, and `{ $card }` is not one; play { $card-list }
report-rule-A309-any = you must play a card that beats `{ $best }`, and `{ $card }` is not one; play { $card-list }
report-rule-A309-trump = you must play a trump that beats `{ $best }`, and `{ $card }` is not one; play { $card-list }
report-rule-A309 = you must play { $expected } that beats `{ $best }`, and `{ $card }` is not one; play { $card-list }
report-rule-A310 = `{ $card }` cannot stand for `{ $face }`: that card is not in the pack; name one that is
report-rule-A311 = you cannot lead `{ $card }` while you hold another suit; lead { $card-list }
report-rule-A311-broken = until { $suit } are broken, you cannot lead `{ $card }` while you hold another suit; lead { $card-list }
report-rule-A312 = you lead `{ $card }`: say what it asks for with { $way-list }
report-rule-A313 = `{ $said }` cannot be played; play { $way-list }
report-rule-A313-not-led = `{ $said }` cannot be played: it is not led; play { $way-list }
report-rule-A314 = `{ $card }` is not a special card: it is neither high nor low, and asks for nothing
report-rule-A315-highest = `{ $asking }` asks for the highest of your { $suit }, and `{ $card }` is not it; play { $card-list }
report-rule-A315-lowest = `{ $asking }` asks for the lowest of your { $suit }, and `{ $card }` is not it; play { $card-list }
report-rule-A401 = name one trump suit, for example `trump hearts`
report-rule-A402 = name all suits in order, for example `order S H C D`
report-rule-A403 = `{ $named }` is not an order: name each of the { $number } suits once
report-rule-A404 = there must be a trump: name a suit, for example `trump hearts`
report-rule-A405 = there are no { $suit } in the pack: name { $suit-list }
report-rule-A406 = no turned card makes { $suit } trump
report-rule-A501 = `{ $name }` cannot be called: choose from { $name-list }
report-rule-A502 = `{ $name }` is called twice: name it once
report-rule-A503 = call exactly one of { $name-list }: none was called
report-rule-A503-several = call exactly one of { $name-list }: { $called-list } were called
report-rule-A504 = { $called-list } cannot be called together: keep one
report-rule-A601 = `{ $cards }` { $cards ->
    [one] card
   *[other] cards
} cannot be dealt: pick from `{ $low }` to `{ $high }`
report-rule-A601-fixed = `{ $cards }` { $cards ->
    [one] card
   *[other] cards
} cannot be dealt: each player gets `{ $low }` here
report-rule-A602-number = `{ $tricks }` numbers of tricks for `{ $players }` players: count the tricks again
report-rule-A602 = the tricks add up to `{ $sum }`, but `{ $cards }` { $cards ->
    [one] is
   *[other] are
} played: count the tricks again
report-rule-A603 = the tricks of `{ $name }` differ in value: enter each player's points, as in `{ $example }`
report-rule-A603-takers = the tricks of `{ $name }` differ in value: enter who took each trick, counting players from 1, as in `{ $example }`
report-rule-A604 = { $reason }; count the points again
report-rule-A604-worth = `{ $tricks }` { $tricks ->
    [one] trick
   *[other] tricks
} of `{ $name }` cannot be worth `{ $points }` { $points ->
    [one] point
   *[other] points
}
report-rule-A604-together = the players of `{ $name }` cannot have `{ $points }` points: { $why }
report-rule-A604-sum = they must add up to { $sum }
report-rule-A604-range = all tricks together are worth { $low } to { $high }
report-rule-A604-not-together = their tricks cannot be worth that together
report-rule-A605 = there is no player `{ $seat }`: enter who took each trick, `1` to `{ $players }`
report-rule-A801 = nobody here is called `{ $name }`: choose from { $name-list }
report-rule-A901 = the auction has no bid `{ $said }`: bids go from `{ $lowest }` to `{ $highest }`
report-rule-A902 = `{ $said }` is not higher than `{ $before }`: bid higher, or `pass`
report-rule-U622-count = `{ $names }` names for `{ $players }` players
report-rule-U622-same = two players have the same name
report-rule-U622-empty = a player's name is empty
report-rule-U601 = the game is for { $sizes } players, not `{ $players }`
report-form-number = a whole number from { $low } to { $high }
report-form-truth = true or false
report-form-words = one of { $word-list }
report-form-same = two players are called `{ $name }`
report-form-length = player { $number } needs a name of 1 to { $most } characters
report-table-no-table = there is no such table
report-table-no-sheet = there is no such score sheet here
report-table-no-match-here = there is no such match here
report-table-no-game = there is no such game here
report-table-no-match = there is no such match
report-table-table-deleted = this table was deleted
report-table-already-open = the table is already open
report-table-key-reused = this page was already used for something else: look at the table again
report-table-no-seat = only players with a seat at this table can do that: ask the host for a code
report-table-host-only = only the host can do that, who can also allow it to everyone with a seat
report-table-table-full = a table can have at most { $most } phones: the host can free seats
report-table-foreign-code = a phone can only be replaced with its own code
report-table-host-stays = the host cannot leave: make somebody else the host first
report-table-no-phone = there is no such phone at this table
report-table-member-left = the player with this code has left the table
report-table-own-cards = this table does not deal cards: its players have their own
report-table-undo-by-host = this entry was not made on this phone, so only the host can take it back
report-table-changes-by-host = only the host can enter corrections, changes of players and points by hand, and can also allow this to everyone with a seat
report-table-watching = you are watching and cannot enter anything: the host can give you a seat
report-table-gone-home = this is the phone of { $player }, who has gone home
report-table-other-phone = it is { $player }'s turn, and this is { $owner }'s phone
report-table-entered-by = { $author } entered “{ $entry }” meanwhile
report-table-not-undone = { $cause }: nothing was taken back
report-table-entry-stale = { $now }; { $cause }. Your “{ $entry }” was not entered
report-table-entry-too-late = { $now }; your “{ $entry }” was not entered
report-table-draw-first = the phones have not drawn the deal yet
report-table-draw-moved-on = the draw of the deal has moved on
report-table-no-commitment = this commitment is not due now, is used already, or is not a SHA-256
report-table-no-reveal = this nonce is not due now, or is not the one of the commitment
report-table-server-deals = the server deals the cards of this table
report-table-not-your-page = this page was for { $earlier }, and this phone plays for { $player } now
report-table-moved-on = the table has moved on: { $now }. Your { $command } did not count
report-table-asked-otherwise = you are asked something else now
report-table-not-asked-any-more = nobody is asking that any more
report-table-taking-back = attempt to take back
report-table-claim = claim
report-table-request-to-take-back = request to take back
report-table-answer = answer
report-table-question-open = everybody must answer the open question first
report-table-declined = that was declined: play on
report-table-claim-later = you can claim the rest only on your own turn, while cards are played
report-table-claim-unproved = your cards do not prove the claim, and a bot needs a proof: play on
report-table-cannot-agree = { $player } has no phone here, and so cannot agree
report-table-nobody-to-nudge = nobody else has to act
report-table-too-soon = not so fast
report-table-match-over = the match is over
report-table-bid-waits = you have bid, and the others have not: take your bid back first
report-table-others-turn = it is { $player }'s turn
report-table-nothing-to-undo = you can take back only your last action, before anybody else acts or a card is shown
report-table-nothing-to-ask = there is nothing in this deal that you could take back
report-table-no-such-seat = there is no such seat
report-table-bot-plays = a bot plays this seat
report-table-person-plays = a person plays this seat
report-table-not-your-seat = that is not your seat
report-table-bot-plays-for-you = a bot plays for you: take your seat back first
report-table-not-asked = nobody is asking you that now
report-table-dealer-now = enter the first dealer now
report-table-first-now = enter the first bidder now
report-table-tricks-now = enter the tricks of deal { $deal } now
report-table-over-now = the match is over now
report-table-bid-now = { $player } bids now
report-table-call-now = { $player } calls now
report-table-size-now = { $player } picks the number of cards now
report-table-name-now = { $player } names trump now
report-table-auction-now = { $player } bids in the auction now
report-table-player-now = { $player } is next now
report-table-other-now = deal { $deal } needs another entry now
report-table-dealer-entered = the first dealer was entered meanwhile
report-table-first-entered = the first bidder was entered meanwhile
report-table-tricks-entered = the tricks of deal { $deal } were entered meanwhile
report-table-bid-entered = { $player }'s bid was entered meanwhile
report-table-call-entered = { $player }'s call was entered meanwhile
report-table-size-entered = { $player }'s number of cards was entered meanwhile
report-table-name-entered = { $player }'s trump was entered meanwhile
report-table-auction-entered = { $player }'s bid in the auction was entered meanwhile
report-table-other-entered = something else was entered meanwhile
report-did-opens = { $who } opens the table
report-did-watches = { $who } comes to watch
report-did-sits-down = { $who } sits down
report-did-plays-for = { $who } plays for { $player }
report-did-bot = { $who } lets a { $bot } play for { $player }
report-did-plays-again = { $who } plays again
report-did-stops-bot = { $who } stops the bot of { $player }
report-did-other-phone = { $who } goes on with another phone
report-did-leaves = { $who } leaves
report-did-frees = { $who } frees the seat of { $player }
report-did-host = { $who } makes { $player } the host
report-did-rights = { $who } lets everybody who has a seat do what is the host's
report-did-no-rights = { $who } lets nobody else do what is the host's
report-did-note = { $who } writes the date and the note
report-did-deletes = { $who } deletes the table
report-did-no-takeover = { $who } lets no bot take over
report-did-takeover = { $who } lets a bot take over from whoever has not acted for { $seconds } seconds
report-did-undo = { $who } takes back their last action
report-did-claims = { $who } claims the rest, which is certain
report-did-claims-asks = { $who } claims the rest, and asks everybody
report-did-asks-undo = { $who } asks everybody to let them take back
report-did-withdraws = { $who } withdraws that
report-did-plays-on = { $who } wants to play on
report-did-agrees = { $who } agrees
report-did-agrees-undo = { $who } agrees: { $player } takes back
report-did-agrees-claim = { $who } agrees: the rest is { $player }'s
report-did-agrees-in-vain = { $who } agrees, but { $player } cannot win every trick: play goes on
report-did-draws-again = { $who } begins round { $round } of the draw, without a reveal of { $names-list }
report-did-deals = { $who } deals from a seed of its own and of { $names-list }
report-did-deals-alone = { $who } deals from a seed of its own and of nobody
report-did-the-program = The program
