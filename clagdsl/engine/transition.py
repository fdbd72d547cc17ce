"""What an action does: from one position to the next.

An action is done in the phase that it belongs to; then the match runs on by itself (dealing by
seed, turning, scoring, the next deal) until somebody has to decide, or it is over.  Nothing here
judges whether an action may be done: that is the work of `clagdsl.engine.legality`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from clagdsl.engine.actions import (
    Action,
    Bid,
    DealPack,
    DrawBidder,
    DrawDealer,
    Look,
    MakeCall,
    NameOrder,
    NameTrump,
    Pass,
    PickCards,
    Play,
    PlayTop,
    SayInAuction,
    named,
)
from clagdsl.engine.events import (
    AuctionSaid,
    AuctionWon,
    BidderDrawn,
    BidMade,
    BidsTold,
    CallMade,
    CardsDealt,
    CardsPicked,
    DealBegun,
    DealerDrawn,
    DealScored,
    DealThrownIn,
    Event,
    FirstCardsDealt,
    HandSeen,
    HandShown,
    Looked,
    MatchWon,
    Passed,
    TrickWon,
    TrumpDrawn,
    TrumpNamed,
    TrumpTurned,
    card_played,
)
from clagdsl.engine.match_state import (
    CardPlay,
    Dealing,
    Hands,
    PlayedDeal,
    PlayedTrick,
    Position,
    Setting,
    Standing,
    turn_of,
)
from clagdsl.engine.match_state import Phase as AwaitedPhase
from clagdsl.lang.cards import IN_ORDER, Card, Suit, is_special
from clagdsl.lang.frozen import replace
from clagdsl.lang.philox import FIRST_BIDDER, random_below, random_suit, shuffled
from clagdsl.lang.policies.bid import AuctionContract, AuctionWord
from clagdsl.lang.rules import (
    AuctionTrump,
    BidTogether,
    ChosenBid,
    DrawnTrump,
    TurnedTrump,
    fixed_trumps,
    turned_place,
)
from clagdsl.lang.special_cards import matching_option
from clagdsl.table.choices import ordered_call
from clagdsl.table.deal_rules import DealRules, Phase, Trumps
from clagdsl.table.legal_plays import suits_shown_void, voids_without_search, with_voids
from clagdsl.table.phases import dealt_first, has_rest_phase, next_phase
from clagdsl.table.scoring import WonTrick, points_of, worths
from clagdsl.table.seats import (
    auction_state_of,
    auction_turn,
    auction_winner,
    caller_in,
    eldest_of,
    first_actors,
    first_leader,
    fixed_bids,
    namer_in,
    seats_in,
)
from clagdsl.table.standings import (
    Figures,
    ScoredDeal,
    close_deal,
    initial_figures,
    is_over,
    outcome,
    score_takings,
    takings_of,
    thrown_in_deal,
)
from clagdsl.table.tricks import played_card, strongest


def open_match(setting: Setting) -> Position:
    """Returns the position in which the first decision of a match is awaited."""
    standing = Standing(initial_figures(setting.table))
    first = setting.first_dealer
    if first is None:
        return _await_dealer(setting, standing)
    drawn_first = setting.table.game.first_dealer == "drawn"
    before = (DealerDrawn(first),) if drawn_first else ()
    return _begin_deal(setting, standing, first, before)


def open_deal(
    setting: Setting, number: int, dealer: int, last_winner: int, before: Figures
) -> Position:
    """Returns the position in which the first decision of a deal is awaited, by its number.

    Of the deals before nothing is known but who has won the last of them, and what they came to.
    """
    table = setting.table
    scheduled = table.schedule[0]
    unknown = Dealing(scheduled, table.rules_of(scheduled), dealer, scheduled.cards)
    played = PlayedDeal(unknown, (), (), last_winner, before.totals)
    return _begin_deal(setting, Standing(before, (played,) * (number - 1)), dealer)


def _await_dealer(setting: Setting, standing: Standing) -> Position:
    """Waits for who is drawn to deal first; nobody deals yet, so the dealer in it means nothing."""
    scheduled = setting.table.schedule[0]
    rules = setting.table.rules_of(scheduled)
    dealing = Dealing(scheduled, rules, setting.table.players - 1, scheduled.cards)
    return Position(setting, standing, "dealer", (), dealing, None, 0, ())


def perform(position: Position, action: Action) -> Position:
    """Returns the position after a legal action of whoever is to act."""
    match action:
        case Play(card=card, face=face):
            return _play_card(position, card, face)
        case Bid(number=number, blind=blind):
            return _bid(position, number, blind=blind)
        case Look():
            return _look_before_bid(position)
        case DealPack(pack=pack, trump=suit):
            return _deal(position, pack, suit)
        case PickCards(number=number):
            return _pick_cards(position, number)
        case MakeCall(names=names):
            return _call(position, names)
        case DrawDealer(player=player):
            setting = position.setting
            return open_match(replace(setting, first_dealer=setting.names.index(player)))
        case DrawBidder(player=player):
            return _draw_bidder(position, position.setting.names.index(player))
        case SayInAuction() | Pass():
            word = (
                None if isinstance(action, Pass) else AuctionContract(action.number, action.trump)
            )
            return _continue_auction(position, word)
        case NameTrump() | NameOrder():
            return _name_trump(position, named(action))
        case PlayTop():
            raise TypeError("the top card is made known before it is played")
        case _:
            assert_never(action)


# --- from phase to phase ------------------------------------------------------------------


def _begin_deal(
    setting: Setting, standing: Standing, dealer: int, before: tuple[Event, ...] = ()
) -> Position:
    scheduled = setting.table.schedule[len(standing.history)]
    rules = setting.table.rules_of(scheduled)
    dealing = Dealing(scheduled, rules, dealer, scheduled.cards)
    begun = DealBegun(scheduled.number, scheduled.name, dealer)
    position = Position(setting, standing, "deal", (), dealing, None, 0, (*before, begun))
    return _enter(position, "size" if dealing.cards is None else "deal")


def _proceed(position: Position, done: Phase) -> Position:
    following = next_phase(position.dealing.rules, done)
    return position if following is None else _enter(position, following)


def _enter(position: Position, phase: Phase) -> Position:
    """Brings the match to a phase, and on through it where nobody has to decide."""
    dealing, history = position.dealing, position.standing.history
    match phase:
        case "name" if dealing.trump is not None:  # the card that was turned says what is trump
            return _proceed(position, phase)
        case "size" | "call" | "auction" | "name" | "bid":
            acting = first_actors(dealing, phase, history[-1].winner if history else None)
            if phase == "call":
                dealing = replace(dealing, caller=acting[0])
            elif phase == "name":
                # whoever names it has seen the own hand by then; before the bids all have (P315)
                position = _look_at_hands(position)
                dealing = position.dealing
            return _with_changes(position, phase, acting, dealing, None)
        case "deal":
            setting = position.setting
            if setting.seed is None:
                return _wait_in_phase(position, phase, ())
            number = dealing.scheduled.number
            pack = shuffled(setting.table.deck, setting.seed, setting.match, number)
            # the suit that may come to be asked for as trump
            draws = setting.table.draws_trump(dealing.scheduled)
            suit = random_suit(setting.seed, setting.match, number) if draws else None
            return _deal(position, pack, suit)
        case "rest":
            return _deal_rest(position)
        case "turn":
            return _turn_trump(position)
        case "first":
            return _await_draw(position)
        case "play":
            return _begin_play(position)
        case "score":
            return _score(position)
        case _:
            assert_never(phase)


def _with_changes(
    position: Position,
    phase: AwaitedPhase,
    acting: tuple[int, ...],
    dealing: Dealing,
    play: CardPlay | None,
    events: tuple[Event, ...] = (),
    decisions: int = 0,
) -> Position:
    """Returns the position with what an action changes; written out, since this is much of a match."""
    return Position(
        position.setting,
        position.standing,
        phase,
        acting,
        dealing,
        play,
        position.decisions + decisions,
        position.events + events,
    )


def _after_chance(position: Position, dealing: Dealing, *events: Event) -> Position:
    """What chance or the rules alone have brought about."""
    return _with_changes(position, position.phase, position.acting, dealing, position.play, events)


def _after_decision(position: Position, dealing: Dealing, event: Event) -> Position:
    """What a player has decided."""
    return _with_changes(
        position, position.phase, position.acting, dealing, position.play, (event,), 1
    )


def _wait_in_phase(position: Position, phase: AwaitedPhase, acting: tuple[int, ...]) -> Position:
    """Returns the same, where one of these seats is to act, or chance, in a phase before the play."""
    return _with_changes(position, phase, acting, position.dealing, None)


# --- size, deal, call, name, turn ---------------------------------------------------------


def _pick_cards(position: Position, cards: int) -> Position:
    before = position.dealing
    rules = position.setting.table.rules_of(before.scheduled, cards=cards)
    dealing = replace(before, cards=cards, rules=rules)
    picked = CardsPicked(dealing.dealer, cards)
    return _proceed(_after_decision(position, dealing, picked), "size")


def _deal(position: Position, pack: tuple[Card, ...], suit: Suit | None) -> Position:
    before = position.dealing
    cards = before.cards or 0
    first = dealt_first(before.rules, cards)
    rules = before.rules
    seen = _looks_before_bidding(rules)
    dealing = replace(
        before,
        pack=pack,
        hands=dealt_hands(pack, eldest_of(before), rules.players, first),
        seen=seen,
        suit=suit,
        trump=fixed_trumps(rules.trump),
        bids=fixed_bids(rules),
    )
    dealt = CardsDealt(cards, pack) if first == cards else FirstCardsDealt(first, cards, pack)
    events: tuple[Event, ...] = (dealt,)
    if seen:
        events += _hand_looks(dealing)
    if rules.shows_hands:
        events += tuple(HandShown(look.seat, look.hand) for look in _hand_looks(dealing))
    return _proceed(_after_chance(position, dealing, *events), "deal")


def _deal_rest(position: Position) -> Position:
    """Deals what is left of every hand when trump is named; all cards may have been dealt before.

    Everybody has looked at the first cards (P315), and looks at the whole hand now.
    """
    before = position.dealing
    cards, pack = before.cards or 0, before.pack or ()
    if not has_rest_phase(before.rules, cards):
        return _proceed(position, "rest")
    hands = dealt_hands(pack, eldest_of(before), before.rules.players, cards)
    dealing = replace(before, hands=hands)
    dealt = CardsDealt(cards, pack)
    return _proceed(_after_chance(position, dealing, dealt, *_hand_looks(dealing)), "rest")


def dealt_hands(pack: tuple[Card, ...], eldest: int, players: int, cards: int) -> Hands:
    """Returns the hand of each seat: one card at a time, clockwise from the dealer's left."""
    used = players * cards
    return tuple([pack[(seat - eldest) % players : used : players] for seat in range(players)])


def _looks_before_bidding(rules: DealRules) -> bool:
    """Returns whether everybody looks at the own hand once it is dealt."""
    match rules.sight:
        case "before bids":
            return True
        case "after bids" | "by choice":
            return not isinstance(rules.bid, ChosenBid)
        case "never" | "others only":
            return False
        case _:
            assert_never(rules.sight)


def _looks_after_bidding(rules: DealRules) -> bool:
    """Returns whether whoever has not looked at the own hand does before the first card is played."""
    match rules.sight:
        case "after bids" | "by choice":
            return True
        case "before bids" | "never" | "others only":
            return False
        case _:
            assert_never(rules.sight)


def _hand_looks(dealing: Dealing) -> tuple[HandSeen, ...]:
    """Everybody looks at the own hand; how its cards lay in the pack does not show."""
    return tuple(
        [
            HandSeen(seat, tuple(sorted(hand, key=IN_ORDER)))
            for seat, hand in enumerate(dealing.hands)
        ]
    )


def _call(position: Position, names: tuple[str, ...]) -> Position:
    before = position.dealing
    calls = ordered_call(before.rules, names)
    rules = position.setting.table.rules_of(before.scheduled, calls, before.cards)
    # the call may change what the rules alone settle: trump and bids that nobody chooses
    trump, bids = fixed_trumps(rules.trump), fixed_bids(rules)
    dealing = replace(before, calls=calls, rules=rules, trump=trump, bids=bids)
    made = CallMade(caller_in(dealing), calls)
    return _proceed(_after_decision(position, dealing, made), "call")


def _continue_auction(position: Position, word: AuctionWord) -> Position:
    """Says something in the auction; the last of them ends it."""
    seat = position.acting[0]
    dealing = replace(position.dealing, auction=(*position.dealing.auction, word))
    event = Passed(seat) if word is None else AuctionSaid(seat, word.number, word.trump)
    position = _after_decision(position, dealing, event)
    turn = auction_turn(dealing)
    if turn is not None:
        return replace(position, acting=(turn,))
    stand = auction_state_of(dealing)
    if stand.thrown_in:
        return _throw_in(position)
    winner, highest = auction_winner(dealing), stand.highest
    assert winner is not None
    assert highest is not None
    if isinstance(dealing.rules.trump, AuctionTrump):
        trump = () if highest.trump is None else (highest.trump,)
        dealing = replace(dealing, trump=trump)
    won = AuctionWon(winner, highest.number, highest.trump)
    return _proceed(_after_chance(position, dealing, won), "auction")


def _throw_in(position: Position) -> Position:
    """Returns a deal that nobody plays counts as played; nobody scores, and nothing is remembered."""
    dealing = position.dealing
    position = _after_chance(position, dealing, DealThrownIn(dealing.scheduled.number))
    return _close_deal(
        position, (), thrown_in_deal(dealing.rules.players, position.standing.figures.past)
    )


def _name_trump(position: Position, trump: Trumps) -> Position:
    dealing = replace(position.dealing, trump=trump)
    named = TrumpNamed(namer_in(dealing), trump)
    return _proceed(_after_decision(position, dealing, named), "name")


def _turn_trump(position: Position) -> Position:
    """Turns up the next card of the stock, or tell the suit that is drawn; at once, or after bids.

    Where none is left there is no trump, or the dealer shows the last card of the own hand.  Where
    a special card is turned, there is none, or the dealer names it next.
    """
    dealing, trump = position.dealing, position.dealing.rules.trump
    suits: Trumps | None = ()
    event: TrumpDrawn | TrumpTurned
    card = None
    if isinstance(trump, DrawnTrump):
        assert dealing.suit is not None
        suits, event = (dealing.suit,), TrumpDrawn(dealing.suit)
    else:
        assert isinstance(trump, TurnedTrump)
        dealt = dealing.rules.players * (dealing.cards or 0)
        card = turned_card(trump, dealing.pack or (), dealt)
        event = TrumpTurned(card)
        if card is not None:
            suits = (card.suit,)
            if is_special(card):
                suits = () if trump.on_special(card.rank).named is None else None
    dealing = replace(dealing, trump=suits, turned=card)
    return _proceed(_after_chance(position, dealing, event), "turn")


def turned_card(trump: TurnedTrump, pack: tuple[Card, ...], dealt: int) -> Card | None:
    """Returns the card of a pack that is turned once so many are dealt; None where none is left to
    turn.
    """
    place = turned_place(trump, dealt, len(pack))
    return None if place is None else pack[place]


# --- bids and play ------------------------------------------------------------------------


def _await_draw(position: Position) -> Position:
    """Draws who bids first by the seed, or wait for it."""
    setting = position.setting
    if setting.seed is None:
        return _wait_in_phase(position, "first", ())
    deal, players = position.dealing.scheduled.number, setting.table.players
    seat = random_below(setting.seed, setting.match, deal, FIRST_BIDDER, players)
    return _draw_bidder(position, seat)


def _draw_bidder(position: Position, seat: int) -> Position:
    dealing = replace(position.dealing, drawn=seat)
    return _proceed(_after_chance(position, dealing, BidderDrawn(seat)), "first")


def with_first_bidder(position: Position, seat: int) -> Position:
    """Returns the position with another player drawn to bid first, before the first bid."""
    dealing = replace(position.dealing, drawn=seat)
    events = (*position.events[:-1], BidderDrawn(seat))
    return replace(position, dealing=dealing, acting=(seat,), events=events)


def _look_before_bid(position: Position) -> Position:
    """Looks at the own hand before bidding; all see that, and nobody else what the cards are."""
    seat = position.acting[0]
    dealing = replace(position.dealing, looked=(*position.dealing.looked, seat))
    own = next(look for look in _hand_looks(dealing) if look.seat == seat)
    return _after_chance(_after_decision(position, dealing, Looked(seat)), dealing, own)


def _bid(position: Position, number: int, *, blind: bool) -> Position:
    """Bid; where all bid at once nobody else knows what, and the last of them tells all."""
    seat = position.acting[0]
    before = position.dealing
    dealing = replace(before, bids=(*before.bids, number))
    players = before.rules.players
    together = isinstance(before.rules.bid, BidTogether)
    acting = position.acting[1:] if together else ((seat + 1) % players,)
    made = BidMade(seat, number, together=together, blind=blind)
    position = _with_changes(position, "bid", acting, dealing, None, (made,), 1)
    if len(dealing.bids) < players:
        return position
    if together:
        position = _after_chance(position, dealing, BidsTold(dealing.bids))
    return _proceed(position, "bid")


def _begin_play(position: Position) -> Position:
    position = _look_at_hands(position)
    dealing = position.dealing
    leader = first_leader(dealing.rules, seats_in(dealing))
    assert leader is not None
    return _with_changes(position, "play", (leader,), dealing, CardPlay(dealing.hands, leader))


def _look_at_hands(position: Position) -> Position:
    """Everybody who has not yet looks at the own hand, where that is to be after the bids."""
    dealing = position.dealing
    if dealing.seen or not _looks_after_bidding(dealing.rules):
        return position
    dealing = replace(dealing, seen=True)
    late = [look for look in _hand_looks(dealing) if look.seat not in dealing.looked]
    return _after_chance(position, dealing, *late)


def _play_card(position: Position, card: Card, face: Card | None) -> Position:
    """Plays a card.  Written without `replace`: this is what a match mostly does."""
    play = position.play
    assert play is not None
    rules, seat = position.dealing.rules, position.acting[0]
    held = list(play.hands)
    hand = held[seat]
    place = hand.index(card)
    held[seat] = hand[:place] + hand[place + 1 :]
    hands = tuple(held)
    if is_special(card):
        face = _face_in_trick(rules, card, face, leads=not play.trick)
    trick = (*play.trick, played_card(seat, card, face or card))
    new_events: tuple[Event, ...] = (card_played(seat, card, face),)
    players = len(held)
    voids = play.voids
    shown = voids_without_search(rules, play.trick, position.dealing.trump, card, face)
    if shown is None:
        shown = suits_shown_void(rules, turn_of(position, play, ()), card, face)
    if shown:
        voids = with_voids(voids, seat, rules, shown)
    acting, leader, finished = (seat + 1) % players, play.leader, play.finished
    if len(trick) == players:
        acting = leader = trick[strongest(rules, position.dealing.trump or (), trick)].seat
        number = len(finished) + 1
        finished = (*finished, PlayedTrick(number, trick, leader))
        new_events = (*new_events, TrickWon(number, leader))
        trick = ()
    position = Position(
        position.setting,
        position.standing,
        "play",
        (acting,),
        position.dealing,
        CardPlay(hands, leader, trick, finished, voids),
        position.decisions + 1,
        position.events + new_events,
    )
    return position if hands[acting] else _proceed(position, "play")


def _face_in_trick(rules: DealRules, card: Card, declared: Card | None, *, leads: bool) -> Card:
    """How a special card lies in the trick, with what has gone without saying."""
    way = matching_option(rules.specials[card.rank], rules.deck.suits, declared, leads=leads)
    assert way is not None
    return way.full


# --- scores and the end -------------------------------------------------------------------


def tricks_won(finished: tuple[PlayedTrick, ...], players: int) -> tuple[int, ...]:
    """How many tricks each seat has won."""
    won = [0] * players
    for trick in finished:
        won[trick.winner] += 1
    return tuple(won)


def _points(
    rules: DealRules, cards: int, finished: Sequence[PlayedTrick]
) -> tuple[int, ...] | None:
    """What the tricks of each seat are worth, where the cards in them decide that."""
    if worths(rules, cards).takers_decide:
        return None
    return points_of(rules, cards, [won_trick(trick) for trick in finished])


def won_trick(trick: PlayedTrick) -> WonTrick:
    """Who won a trick with which card, and all cards in it."""
    face = next(play.face for play in trick.cards if play.seat == trick.winner)
    return WonTrick(trick.winner, face, tuple([play.face for play in trick.cards]))


def _score(position: Position) -> Position:
    setting, dealing, play = position.setting, position.dealing, position.play
    assert play is not None
    rules, cards, past = dealing.rules, dealing.cards or 0, position.standing.figures.past
    takings = takings_of(
        dealing,
        cards=cards,
        tricks=tricks_won(play.finished, setting.table.players),
        taken=tuple([trick.winner for trick in play.finished]),
        points=_points(rules, cards, play.finished),
        past=past,
    )
    deal = score_takings(
        rules,
        takings,
        number=dealing.scheduled.number,
        cards=cards,
        past=past,
        remembered=setting.table.remembered,
    )
    return _close_deal(position, play.finished, deal)


def _close_deal(
    position: Position, finished: tuple[PlayedTrick, ...], scored_deal: ScoredDeal
) -> Position:
    """Counts what a deal has brought everybody; the next one begins, or the match is over."""
    setting, dealing, before = position.setting, position.dealing, position.standing
    number, seats = dealing.scheduled.number, tuple(range(setting.table.players))
    closed = close_deal(dealing, dealing.scheduled, scored_deal, before.figures, seats, seats)
    totals, scores = closed.figures.totals, tuple([result.score for result in scored_deal.results])
    tricks = tricks_won(finished, len(seats))
    standing = Standing(
        closed.figures,
        (
            *before.history,
            PlayedDeal(dealing, finished, scored_deal.results, closed.winner, totals),
        ),
        (
            *before.events,
            *position.events,
            DealScored(number, tricks, scores, totals, closed.winner),
        ),
    )
    if is_over(setting.table, number, totals):
        result = outcome(setting.table, closed.figures)
        standing = replace(
            standing,
            winners=result.winners,
            payments=result.payments,
            events=(*standing.events, MatchWon(result.winners, result.payments)),
        )
        return replace(position, standing=standing, events=(), phase="over", acting=())
    return _begin_deal(setting, standing, closed.next_dealer)
