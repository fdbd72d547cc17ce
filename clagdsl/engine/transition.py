"""The transition function of the interpreter: the position after an action.

Input: a position and a legal action. Output: the next position in which a player or chance must
act, or in which the match is over. The action is applied in its phase. Then everything that needs
no decision follows: cards are dealt from the seed, trump is turned up, the deal is scored, and the
next deal begins.

Nothing here checks whether an action is legal; `clagdsl.engine.legality` does. `table.phases`
determines the order of the phases, and `_enter` runs them. Every change of a position appends its
events.
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
    TurnedMeaning,
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
from clagdsl.lang.cards import IN_ORDER, Card, Suit
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
    turned_cards,
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
    bids_by_seat,
    caller_in,
    eldest_of,
    first_actors,
    first_leader,
    fixed_bids,
    must_bid_again,
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
    """Returns the position at the first decision of a match."""
    standing = Standing(initial_figures(setting.table))
    first = setting.first_dealer
    if first is None:
        return _await_dealer(setting, standing)
    drawn_first = setting.table.draws_dealer
    before = (DealerDrawn(first),) if drawn_first else ()
    return _begin_deal(setting, standing, first, before)


def open_deal(
    setting: Setting, number: int, dealer: int, last_winner: int, before: Figures
) -> Position:
    """Returns the position at the first decision of a deal, given its number.

    For earlier deals, only the last winner and the figures are known.
    """
    table = setting.table
    scheduled = table.schedule[0]
    unknown = Dealing(scheduled, table.rules_of(scheduled), dealer, scheduled.cards)
    played = PlayedDeal(unknown, (), (), last_winner, before.totals)
    return _begin_deal(setting, Standing(before, (played,) * (number - 1)), dealer)


def _await_dealer(setting: Setting, standing: Standing) -> Position:
    """Returns a position that waits for the draw of the first dealer; its `dealer` is a
    placeholder.
    """
    scheduled = setting.table.schedule[0]
    rules = setting.table.rules_of(scheduled)
    dealing = Dealing(scheduled, rules, setting.table.players - 1, scheduled.cards)
    return Position(setting, standing, "dealer", (), dealing, None, 0, ())


def perform(position: Position, action: Action) -> Position:
    """Returns the position after a legal action of the actor."""
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
    return _enter(position, "size") if dealing.cards is None else _proceed(position, "size")


def _proceed(position: Position, done: Phase) -> Position:
    following = next_phase(position.dealing.rules, done)
    return position if following is None else _enter(position, following)


def _enter(position: Position, phase: Phase) -> Position:
    """Returns the position after entering a phase, and after leaving it if nobody has to decide."""
    dealing, history = position.dealing, position.standing.history
    match phase:
        case "name" if dealing.trump is not None:  # a turned card has already set the trump
            return _proceed(position, phase)
        case "size" | "call" | "auction" | "name" | "bid":
            acting = first_actors(dealing, phase, history[-1].winner if history else None)
            if phase == "call":
                dealing = replace(dealing, caller=acting[0])
            elif phase == "name":
                # the player who names trump sees their hand first, or all hands but their own; in
                # phases before the bids all do (P315)
                position = _look_at_hands(position)
                dealing = position.dealing
            return _with_changes(position, phase, acting, dealing, None)
        case "deal":
            setting = position.setting
            if setting.seed is None:
                return _wait_in_phase(position, phase, ())
            number = dealing.scheduled.number
            pack = shuffled(setting.table.deck, setting.seed, setting.match, number)
            # drawn in case a rule or a call asks for it as trump
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
    """Returns the position with these changes; fields are spelled out since this is a hot path."""
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
    """Returns the position after chance or the rules have acted."""
    return _with_changes(position, position.phase, position.acting, dealing, position.play, events)


def _after_decision(position: Position, dealing: Dealing, event: Event) -> Position:
    """Returns the position after a player's decision."""
    return _with_changes(
        position, position.phase, position.acting, dealing, position.play, (event,), 1
    )


def _wait_in_phase(position: Position, phase: AwaitedPhase, acting: tuple[int, ...]) -> Position:
    """Returns the position in which one of these seats, or chance if `acting` is empty, must act
    before the card play.
    """
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
        # a call may replace them
        trump=None if rules.calls_trump else fixed_trumps(rules.trump),
        bids=() if rules.calls_bid else fixed_bids(rules),
    )
    dealt = CardsDealt(cards, pack) if first == cards else FirstCardsDealt(first, cards, pack)
    events: tuple[Event, ...] = (dealt,)
    if seen:
        events += _hand_looks(dealing)
    if rules.shows_hands:
        events += tuple(HandShown(look.seat, look.hand) for look in _hand_looks(dealing))
    return _proceed(_after_chance(position, dealing, *events), "deal")


def _deal_rest(position: Position) -> Position:
    """Deals the rest of every hand after trump is named, unless all cards are dealt already.

    Everyone has looked at the first cards (P315), and now looks at the whole hand.
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
    """Returns the hand of each seat, dealt one card at a time, clockwise from the dealer's left."""
    used = players * cards
    return tuple([pack[(seat - eldest) % players : used : players] for seat in range(players)])


def _looks_before_bidding(rules: DealRules) -> bool:
    """Returns whether players look at their own hand as soon as it is dealt."""
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
    """Returns whether players who have not seen their hand look at it just before the card play."""
    match rules.sight:
        case "after bids" | "by choice":
            return True
        case "before bids" | "never" | "others only":
            return False
        case _:
            assert_never(rules.sight)


def _hand_looks(dealing: Dealing) -> tuple[HandSeen, ...]:
    """Returns the `HandSeen` events of all players; sorting hides the order in the pack."""
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
    # the call may change the trump and the bids that the rules fix
    trump, bids = fixed_trumps(rules.trump), fixed_bids(rules)
    dealing = replace(before, calls=calls, rules=rules, trump=trump, bids=bids)
    made = CallMade(caller_in(dealing), calls)
    return _proceed(_after_decision(position, dealing, made), "call")


def _continue_auction(position: Position, word: AuctionWord) -> Position:
    """Applies an auction bid or a pass; the last pass ends the auction."""
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
    """Closes a deal that is thrown in: it counts as played, but nobody scores."""
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
    """Turns up the next card of the stock, or reveals the drawn suit.

    If no card is left, the deal is played without trump, or the dealer shows the last card of their
    hand. Some cards have a case: the deal is played without trump, the dealer names it next, or the
    next card is turned.
    """
    dealing, trump = position.dealing, position.dealing.rules.trump
    if isinstance(trump, DrawnTrump):
        assert dealing.suit is not None
        drawn = replace(dealing, trump=(dealing.suit,))
        return _proceed(_after_chance(position, drawn, TrumpDrawn(dealing.suit)), "turn")
    assert isinstance(trump, TurnedTrump)
    dealt = dealing.rules.players * (dealing.cards or 0)
    turned = turned_cards(trump, dealing.pack or (), dealt)
    if not turned:
        nothing = replace(dealing, trump=())
        return _proceed(_after_chance(position, nothing, TrumpTurned(None)), "turn")
    *before, card = turned
    suits = trump.made_by(card)
    means: TurnedMeaning = "no trump" if suits == () else "its suit"
    if suits is None:
        means = "what the dealer names"
    dealing = replace(dealing, trump=suits, turned=card, turned_before=tuple(before))
    event = TrumpTurned(card, tuple(before), means)
    return _proceed(_after_chance(position, dealing, event), "turn")


# --- bids and play ------------------------------------------------------------------------


def _await_draw(position: Position) -> Position:
    """Draws the first bidder from the seed, or waits for the draw."""
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
    """Returns the position before the first bid, with `seat` as the drawn first bidder instead."""
    dealing, acting, events = position.dealing, position.acting, list(position.events)
    events[events.index(BidderDrawn(dealing.drawn or 0))] = BidderDrawn(seat)
    dealing = replace(dealing, drawn=seat)
    if position.phase == "bid":
        acting = first_actors(dealing, "bid", None)
    return replace(position, dealing=dealing, acting=acting, events=tuple(events))


def _look_before_bid(position: Position) -> Position:
    """Lets a player look at their hand before bidding; other players see only that they look."""
    seat = position.acting[0]
    dealing = replace(position.dealing, looked=(*position.dealing.looked, seat))
    own = next(look for look in _hand_looks(dealing) if look.seat == seat)
    return _after_chance(_after_decision(position, dealing, Looked(seat)), dealing, own)


def _bid(position: Position, number: int, *, blind: bool) -> Position:
    """Applies a bid; if all players bid together, the last bid reveals them all.

    If they break the limit on the last bid, one player bids again.
    """
    seat = position.acting[0]
    before = position.dealing
    players = before.rules.players
    if len(before.bids) == players:
        changed = replace(before, bids=(*before.bids[:-1], number))
        made = BidMade(seat, number, blind=blind, again=True)
        return _proceed(_after_decision(position, changed, made), "bid")
    dealing = replace(before, bids=(*before.bids, number))
    together = isinstance(before.rules.bid, BidTogether)
    acting = position.acting[1:] if together else ((seat + 1) % players,)
    made = BidMade(seat, number, together=together, blind=blind)
    position = _with_changes(position, "bid", acting, dealing, None, (made,), 1)
    if len(dealing.bids) < players:
        return position
    if together:
        told = tuple([bid for bid in bids_by_seat(dealing) if bid is not None])
        position = _after_chance(position, dealing, BidsTold(told))
        past, deal = position.standing.figures.past, dealing.scheduled.number
        if must_bid_again(dealing, deal, dealing.cards or 0, past):
            return _wait_in_phase(position, "bid", (seat,))
    return _proceed(position, "bid")


def _begin_play(position: Position) -> Position:
    position = _look_at_hands(position)
    dealing = position.dealing
    leader = first_leader(dealing.rules, seats_in(dealing))
    assert leader is not None
    return _with_changes(position, "play", (leader,), dealing, CardPlay(dealing.hands, leader))


def _look_at_hands(position: Position) -> Position:
    """Lets players who have not seen their hand look at it, if that happens after the bids."""
    dealing = position.dealing
    if dealing.seen or not _looks_after_bidding(dealing.rules):
        return position
    dealing = replace(dealing, seen=True)
    late = [look for look in _hand_looks(dealing) if look.seat not in dealing.looked]
    return _after_chance(position, dealing, *late)


def _play_card(position: Position, card: Card, face: Card | None) -> Position:
    """Plays a card. For speed it avoids `replace`: this is the most frequent action in a match."""
    play = position.play
    assert play is not None
    rules, seat = position.dealing.rules, position.acting[0]
    held = list(play.hands)
    hand = held[seat]
    place = hand.index(card)
    held[seat] = hand[:place] + hand[place + 1 :]
    hands = tuple(held)
    if card.rank in rules.powers:
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
    """Returns the full face of a special card in the trick, including the parts that were not
    stated.
    """
    way = matching_option(rules.specials[card.rank], rules.deck.suits, declared, leads=leads)
    assert way is not None
    return way.full


# --- scores and the end -------------------------------------------------------------------


def tricks_won(finished: tuple[PlayedTrick, ...], players: int) -> tuple[int, ...]:
    """Returns the number of tricks each seat has won."""
    won = [0] * players
    for trick in finished:
        won[trick.winner] += 1
    return tuple(won)


def _points(
    rules: DealRules, cards: int, finished: Sequence[PlayedTrick], trumps: Trumps
) -> tuple[int, ...] | None:
    """Returns the points of each seat if they depend on the cards in the tricks, otherwise None."""
    if worths(rules, cards).takers_decide:
        return None
    return points_of(rules, cards, [won_trick(trick, trumps) for trick in finished])


def won_trick(trick: PlayedTrick, trumps: Trumps) -> WonTrick:
    """Returns the trick's winner, the winning face, all faces and the trumps."""
    face = next(play.face for play in trick.cards if play.seat == trick.winner)
    return WonTrick(trick.winner, face, tuple([play.face for play in trick.cards]), trumps)


def _score(position: Position) -> Position:
    setting, dealing, play = position.setting, position.dealing, position.play
    assert play is not None
    rules, cards, past = dealing.rules, dealing.cards or 0, position.standing.figures.past
    takings = takings_of(
        dealing,
        cards=cards,
        tricks=tricks_won(play.finished, setting.table.players),
        taken=tuple([trick.winner for trick in play.finished]),
        points=_points(rules, cards, play.finished, dealing.trump or ()),
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
    """Adds the results of a deal to the figures, then begins the next deal or ends the match."""
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
    if is_over(setting.table, number, closed.figures):
        result = outcome(setting.table, closed.figures)
        standing = replace(
            standing,
            winners=result.winners,
            payments=result.payments,
            events=(*standing.events, MatchWon(result.winners, result.payments)),
        )
        return replace(position, standing=standing, events=(), phase="over", acting=())
    return _begin_deal(setting, standing, closed.next_dealer)
