"""The steady player: it bids by the strength of its hand and plays to make its bid exactly.

It uses only a view and the rules. `docs/reference/steady.md` specifies it completely, and the
simulator makes the same decisions. This module converts a view to the numbers that `heuristic`
works with. Games with special cards get simpler rules, at the beginning of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import assert_never

from clagdsl.engine.actions import (
    PASSED,
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
from clagdsl.engine.events import CardPlayed, CardsDealt, DealBegun, FirstCardsDealt, TrickWon
from clagdsl.engine.players.game_queries import Plays, Scores
from clagdsl.engine.players.heuristic import (
    FIXED,
    IN_TURN,
    MOST_CALLS,
    NAMES_ORDER,
    NAMES_SUIT,
    NO_BIDS,
    ROOM,
    TRUMP_SETTLED,
    TURNED,
    BestChoice,
    Bidding,
    Cards,
    HandFeatures,
    Scratch,
    Trick,
    TricksTaken,
    chance_against,
    fill_ends,
    stake_of,
    unknown_chance,
    weigh_bids,
    weigh_faces,
    weigh_plays,
)
from clagdsl.engine.state import State, check_state
from clagdsl.engine.view import View, view_of
from clagdsl.lang.cards import Card, CardSet, Deck, Suit
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.references import ranks_trumps
from clagdsl.lang.rules import (
    AuctionTrump,
    BidInTurn,
    BidTogether,
    Call,
    DrawnTrump,
    EqualCards,
    FixedBid,
    NamedTrump,
    NoBid,
    TurnedTrump,
    fixed_trumps,
    trump_name,
)
from clagdsl.lang.special_cards import matching_option
from clagdsl.table.bids import has_auction, may_bid_blind
from clagdsl.table.choices import assumed_trump, legal_calls
from clagdsl.table.counted_cards import counted_cards
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.history import values_of_seat
from clagdsl.table.outcomes import BLIND
from clagdsl.table.phases import named_after_bids
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import trick_value, trick_values, worths
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

# --- games with special cards: simple rules ---------------------------------------------


def plays_simply(table: Table) -> bool:
    """Returns whether the steady player uses the simpler rules at a table.

    They are for games with special cards, and for games that rank trumps.
    """
    return bool(table.deck.specials) or ranks_trumps(table.game)


def special_choice(view: View, rules: DealRules) -> Action:
    """Returns the steady player's choice in games with special cards.

    Sizes, calls and top cards are not evaluated: the first legal action is taken.
    """
    match view.legal[0]:
        case NameTrump() | NameOrder():
            return max(view.legal, key=lambda action: _trump_fit(view, rules, named(action)))
        case SayInAuction() | Pass():
            return _auction_word_with_specials(view, rules)
        case Bid():
            bids = [action for action in view.legal if isinstance(action, Bid)]
            target = _likely_tricks(view, rules, view.trump or ())
            return min(bids, key=lambda bid: abs(bid.number - target))
        case Play():
            plays = [action for action in view.legal if isinstance(action, Play)]
            return _best_play_with_specials(view, rules, plays)
        case first:
            return first


def _trump_fit(view: View, rules: DealRules, trumps: Trumps) -> int:
    """Returns a measure of how well trumps suit the hand; the first of equal trumps is named."""
    counted = counted_cards(rules, trumps)
    return sum(
        (len(rules.ranks) + counted.height[card]) * (len(counted.winning) - place)
        for card in view.hand
        for place, suit in enumerate(counted.winning)
        if counted.suit_of.get(card) == suit
    )


def _auction_word_with_specials(view: View, rules: DealRules) -> Action:
    """Returns the lowest auction bid that the hand's likely tricks support, or a pass."""
    for action in view.legal:
        if isinstance(action, SayInAuction):
            trumps = fixed_trumps(rules.trump) or ()
            if isinstance(rules.trump, AuctionTrump):
                trumps = () if action.trump is None else (action.trump,)
            if action.number <= _likely_tricks(view, rules, trumps):
                return action
    return PASSED


def _likely_tricks(view: View, rules: DealRules, trumps: Trumps) -> int:
    """Returns a hand's likely number of tricks, from high specials, high trumps and top cards."""
    if not view.hand:
        return view.unseen // view.players
    top = len(rules.ranks) - 1
    tricks, counted = 0, counted_cards(rules, trumps)
    for card in view.hand:
        if card.rank in rules.powers:
            tricks += 2 * ("high" in rules.powers[card.rank].powers)
        elif counted.suit_of[card] in counted.winning:
            tricks += 2 if 2 * counted.height[card] >= top else 1
        else:
            tricks += counted.height[card] == top
    return tricks // 2


def _best_play_with_specials(view: View, rules: DealRules, plays: Sequence[Play]) -> Action:
    """Returns the best play, or the first of several equally good ones."""
    bid = view.bids[view.own_seat]
    wants = bid is None or view.tricks[view.own_seat] < bid
    last = len(view.trick) == view.players - 1

    def worth(play: Play) -> tuple[bool, int]:
        wins = _wins(view, rules, play)
        height = _height(view, rules, play)
        if wants:
            # a winning card if possible, as low as possible if nobody plays later; else the
            # lowest card
            return wins, height if wins and not last else -height
        return not wins, height if not wins else -height

    return max(plays, key=worth)


def _wins(view: View, rules: DealRules, play: Play) -> bool:
    """Returns whether a play would win the trick so far."""
    face = _face_played(view, rules, play)
    trick = (*view.trick, PlayedCard(view.own_seat, play.card, face))
    return strongest(rules, view.trump or (), trick) == len(view.trick)


def _face_played(view: View, rules: DealRules, play: Play) -> Card:
    if play.card.rank not in rules.powers:
        return play.face or play.card
    special, leads = rules.specials[play.card.rank], not view.trick
    way = matching_option(special, rules.deck.suits, play.face, leads=leads)
    return play.card if way is None else way.full


def _height(view: View, rules: DealRules, play: Play) -> int:
    """Returns the value of keeping a card: highest for special cards, then trumps, then by rank."""
    many, face = len(rules.ranks), play.face or play.card
    if play.card.rank in rules.powers:
        return 3 * many if "high" in rules.powers[play.card.rank].powers else -1
    counted = counted_cards(rules, view.trump or ())
    return counted.height[face] + many * (counted.suit_of[face] in counted.winning)


# --- the decisions ----------------------------------------------------------------------


def steady_action(state: State) -> Action | None:
    """Returns the steady player's action in this state; None if chance acts or the match is over.

    It depends only on the actor's view and the rules, as `docs/reference/steady.md` specifies.
    Raises ArgumentError if `state` is not a match state.
    """
    check_state(state)
    seat = state.actor
    if not isinstance(seat, int):
        return None
    position = state.position
    standing = replace(position.standing, events=())  # events of earlier deals do not matter
    return steady_choice(view_of(replace(position, standing=standing), seat), state.table)


def steady_choice(view: View, table: Table) -> Action:
    """Returns the steady player's action for a view, whose seat must be the one to act."""
    first = view.legal[0]
    if len(view.legal) == 1 or type(first) is Look:
        return first
    observation = _observe(view, table)
    if plays_simply(table):
        return special_choice(view, observation.rules)
    match first:
        case PickCards():
            return _best_action(
                view.legal, [_weigh_size(observation, action) for action in view.legal]
            )
        case MakeCall():
            most = min(len(view.legal), MOST_CALLS)
            tried = [view.legal[turn * len(view.legal) // most] for turn in range(most)]
            return _best_action(tried, [_weigh_call(observation, action) for action in tried])
        case NameTrump() | NameOrder():
            return _best_action(
                view.legal, [_weigh_name(observation, action) for action in view.legal]
            )
        case SayInAuction() | Pass():
            return _auction_word(observation)
        case Bid():
            return view.legal[_best_bid(observation).number]
        case Play():
            return view.legal[_best_play(observation).number]
        case PlayTop():
            return view.legal[1 + _best_face(observation).number]
        case Look() | DealPack() | DrawBidder() | DrawDealer():
            raise AssertionError("a look is not weighed, and chance deals the pack and draws lots")
        case _:
            assert_never(first)


def _best_action(choices: Sequence[Action], worths: Sequence[int]) -> Action:
    """Returns the choice with the highest value, or the first of several."""
    return choices[worths.index(max(worths))]


# --- the observation ----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Observation:
    """A view with the rules of the deal after its calls, and its cards as sets.

    `cards` is the number of cards for each player in the deal. `unseen` holds every card that the
    seat has not seen. `shown` holds the hands of the other seats, in deals that expose them.
    """

    view: View
    table: Table
    rules: DealRules
    cards: int
    hand: CardSet
    unseen: CardSet
    shown: tuple[CardSet, ...]


def _observe(view: View, table: Table) -> _Observation:
    begins = max(place for place, event in enumerate(view.events) if type(event) is DealBegun)
    events = view.events[begins:]
    dealt = (event for event in events if isinstance(event, FirstCardsDealt | CardsDealt))
    cards = next((event.cards for event in dealt), 0)
    rules = table.rules_of(table.schedule[view.deal - 1], view.calls, cards or None)
    seen = [*view.hand, *(card for hand in view.shown_hands for card in hand)]
    seen += [event.card for event in events if type(event) is CardPlayed]
    if view.turned is not None and view.players * cards < table.deck.size:
        seen += [*view.turned_before, view.turned]
    hand, seen_set = _card_set(table.deck, view.hand), _card_set(table.deck, seen)
    shown: list[CardSet] = []
    for held in view.shown_hands:
        shown.append(_card_set(table.deck, held, sum(shown)))
    unseen = table.deck.full_set() & ~seen_set
    return _Observation(view, table, rules, cards, hand, unseen, tuple(shown))


def _scheduled(observation: _Observation) -> ScheduledDeal:
    return observation.table.schedule[observation.view.deal - 1]


def _card_set(deck: Deck, cards: Iterable[Card], taken: CardSet = 0) -> CardSet:
    """Returns a set of card indices; equal cards take successive indices, skipping those in
    `taken`.
    """
    card_set = 0
    for card in cards:
        place = deck.index(card)
        while (card_set | taken) >> place & 1:
            place += 1
        card_set |= 1 << place
    return card_set


def _features_for(
    observation: _Observation, rules: DealRules, trump: int, trumps: Trumps, held: int
) -> HandFeatures:
    """Returns the information needed for estimates under these rules."""
    cards = _cards(rules.deck, rules.ranks, rules.wild.ranks, rules.follows, rules.equal)
    high = tuple(
        len(trumps) - trumps.index(suit) if suit in trumps else 0 for suit in rules.deck.suits
    )
    chance = unknown_chance(rules.players)
    features = HandFeatures(
        cards, trump, high, rules.players, held, observation.hand, observation.unseen, chance
    )
    if not observation.shown:
        return features
    chance, theirs = (
        chance_against(
            features, observation.shown, observation.view.own_seat, _scratch(observation)
        ),
        0,
    )
    for hand in observation.shown:
        theirs |= hand
    return features._replace(unseen=theirs, chance=chance)


@lru_cache(maxsize=256)
def _cards(
    deck: Deck,
    ranks: tuple[str, ...],
    wilds: tuple[str, ...],
    follows: bool,
    equal: EqualCards,
) -> Cards:
    """Returns the cards of a deck, given its order of ranks (highest first)."""
    higher = {rank: ranks[:place] for place, rank in enumerate(ranks)}
    return Cards(
        follows,
        deck.rank_set(wilds),
        tuple(deck.suits.index(card.suit) for card in deck.cards),
        tuple(len(ranks) - 1 - ranks.index(card.rank) for card in deck.cards),
        tuple(
            deck.suit_set(c.suit) & deck.rank_set(higher[c.rank])
            | _equal_cards(deck, c, place, equal)
            for place, c in enumerate(deck.cards)
        ),
        tuple(deck.suit_set(suit) for suit in deck.suits),
    )


def _equal_cards(deck: Deck, card: Card, place: int, equal: EqualCards) -> CardSet:
    """Returns the cards equal to the card at `place` that beat it if played later."""
    same = deck.suit_set(card.suit) & deck.rank_set((card.rank,))
    match equal:
        case "first wins":
            return 0
        case "last wins":
            return same
        case "better pack wins":
            return same & ((1 << place) - 1)
        case _:
            assert_never(equal)


def _scratch(observation: _Observation) -> Scratch:
    room = max(ROOM, observation.table.deck.size)
    return Scratch(*([0] * room for _ in Scratch._fields))


# --- before the play ----------------------------------------------------------------------


def _bidding(
    observation: _Observation,
    rules: DealRules,
    cards: int,
    before: int,
    after: int,
    trumps: Trumps | None = None,
) -> Bidding:
    rule, fixed = IN_TURN, 0
    match rules.bid:
        case FixedBid(number=number):
            rule, fixed = FIXED, number
        case NoBid():
            rule = NO_BIDS
        case BidInTurn() | BidTogether():
            pass
        case _:
            assert_never(rules.bid)
    low_wins = observation.table.game.winner.low_wins
    past = values_of_seat(observation.view.past, observation.view.own_seat)
    if has_auction(rules) and "auction" not in dict(past):
        past = (*past, ("auction", 0))
    if may_bid_blind(rules) and observation.view.blind:
        past = (*past, (BLIND, observation.view.blind[observation.view.own_seat]))
    trump = assumed_trump(rules) if trumps is None else trump_name(trumps)
    scores = Scores(rules, observation.view.deal, cards, low_wins, past, trump)
    values, seat = trick_values(rules, cards), observation.view.own_seat
    bids = [-1 if bid is None else bid for bid in observation.view.bids]
    return Bidding(scores, values, cards, rule, fixed, before, after, bids, seat)


def _weigh_hand(
    observation: _Observation,
    rules: DealRules,
    features: HandFeatures,
    cards: int,
    trumps: Trumps | None = None,
) -> int:
    """Returns the value that a hand has for the first bidder if every bid is allowed."""
    bidding = _bidding(observation, rules, cards, 0, features.players - 1, trumps)
    every = (1 << (cards + 1)) - 1 if bidding.rule == IN_TURN else 1
    return weigh_bids(features, bidding, every, _scratch(observation)).worth


def _weigh_size(observation: _Observation, action: Action) -> int:
    """Returns the value of picking a hand size, given the first legal call and an unseen hand."""
    assert isinstance(action, PickCards)
    call = observation.rules.call
    first = legal_calls(call)[0] if isinstance(call, Call) else ()
    rules = observation.table.rules_of(_scheduled(observation), first, action.number)
    return _weigh_hand(
        observation, rules, _features_for(observation, rules, TRUMP_SETTLED, (), 0), action.number
    )


def _weigh_call(observation: _Observation, action: Action) -> int:
    """Returns the value of the rules after a call, assuming that the caller names trump if any
    player does.
    """
    assert isinstance(action, MakeCall)
    rules = observation.table.rules_of(_scheduled(observation), action.names, observation.cards)
    features = _features_for(observation, rules, *_expected_trump(rules), observation.cards)
    return _weigh_hand(observation, rules, features, observation.cards)


def _expected_trump(rules: DealRules) -> tuple[int, Trumps]:
    """Returns a code for the trump to expect if it is unknown, and the trump itself if the rules
    fix it.
    """
    match rules.trump:
        case TurnedTrump() | DrawnTrump():
            return TURNED, ()
        case NamedTrump(what=nameable):
            return NAMES_ORDER if nameable == "order" else NAMES_SUIT, ()
        case AuctionTrump():
            return NAMES_SUIT, ()
        case _:
            return TRUMP_SETTLED, fixed_trumps(rules.trump) or ()


def _auction_word(observation: _Observation) -> Action:
    """Returns the lowest auction bid that does not exceed the seat's own bid with that trump, or a
    pass.
    """
    best: dict[Suit | None, int] = {}
    for action in observation.view.legal:
        if isinstance(action, SayInAuction):
            if action.trump not in best:
                best[action.trump] = _tricks_with(observation, action.trump)
            if action.number <= best[action.trump]:
                return action
    return PASSED


def _tricks_with(observation: _Observation, trump: Suit | None) -> int:
    """Returns the best first bid after winning the auction with this trump, if all bids are
    allowed.
    """
    rules, trumps = observation.rules, None
    if isinstance(rules.trump, AuctionTrump):
        trumps = () if trump is None else (trump,)
        features = _features_for(observation, rules, TRUMP_SETTLED, trumps, observation.cards)
    else:
        features = _features_for(observation, rules, *_expected_trump(rules), observation.cards)
    bidding = _bidding(observation, rules, observation.cards, 0, features.players - 1, trumps)
    return weigh_bids(
        features, bidding, (1 << (observation.cards + 1)) - 1, _scratch(observation)
    ).number


def _weigh_name(observation: _Observation, action: Action) -> int:
    """Returns the value of naming a trump: for the first bidder, or given the bids already made."""
    rules, cards, trumps = observation.rules, observation.cards, named(action)
    held = cards if observation.view.hand else 0
    features = _features_for(observation, rules, TRUMP_SETTLED, trumps, held)
    if not named_after_bids(rules):
        return _weigh_hand(observation, rules, features, cards, trumps)
    own = observation.view.bids[observation.view.own_seat] or 0
    others = sum(bid or 0 for bid in observation.view.bids) - own
    bidding = _bidding(observation, rules, cards, others, 0, trumps)
    return weigh_bids(features, bidding, 1 << own, _scratch(observation)).worth


def _best_bid(observation: _Observation) -> BestChoice:
    view, rules = observation.view, observation.rules
    others = (bid for seat, bid in enumerate(view.bids) if seat != view.own_seat)
    made = [bid for bid in others if bid is not None]
    after = view.players - len(made) - 1
    bids = [action.number for action in view.legal if isinstance(action, Bid)]
    allowed = sum(1 << bid for bid in bids)
    bidding = _bidding(observation, rules, observation.cards, sum(made), after, view.trump)
    held = observation.cards if view.hand else 0
    if view.trump is None and isinstance(rules.trump, NamedTrump):
        naming = NAMES_ORDER if rules.trump.what == "order" else NAMES_SUIT
        best = weigh_bids(
            _features_for(observation, rules, naming, (), held),
            bidding,
            allowed,
            _scratch(observation),
        )
        if bids[best.number] > max([*made, observation.cards // view.players]):
            return best
    trump = TURNED if view.trump is None else TRUMP_SETTLED
    features = _features_for(observation, rules, trump, view.trump or (), held)
    return weigh_bids(features, bidding, allowed, _scratch(observation))


# --- the play -----------------------------------------------------------------------------


def _best_play(observation: _Observation) -> BestChoice:
    """Returns the best legal play.

    A play is valued by its chance to win the trick, and by the remaining hand in either case.
    """
    view, deck = observation.view, observation.rules.deck
    faces: dict[int, CardSet] = {}
    for action in view.legal:
        assert isinstance(action, Play)
        card = deck.index(action.card)
        faces[card] = faces.get(card, 0) | 1 << deck.index(action.face or action.card)
    features = _features_for(
        observation, observation.rules, TRUMP_SETTLED, view.trump or (), len(view.hand)
    )
    return weigh_plays(
        features, _trick(observation), _plays(observation, faces), _score_tables(observation)
    )


def _best_face(observation: _Observation) -> BestChoice:
    """Returns the best face for an unseen top card that may be wild."""
    view = observation.view
    named = [action.face for action in view.legal if isinstance(action, PlayTop) and action.face]
    held = len(view.hand) or view.unseen
    features = _features_for(observation, observation.rules, TRUMP_SETTLED, view.trump or (), held)
    faces = _card_set(observation.rules.deck, named)
    return weigh_faces(
        features, _trick(observation), _plays(observation, {}), faces, _score_tables(observation)
    )


def _trick(observation: _Observation) -> Trick:
    trick, suits = observation.view.trick, observation.rules.deck.suits
    led = suits.index(trick[0].face.suit) if trick else -1
    return Trick(led, observation.view.players - 1 - len(trick))


def _plays(observation: _Observation, faces: Mapping[int, CardSet]) -> Plays:
    rules, view = observation.rules, observation.view
    wild = next((card for card in rules.deck.cards if card.rank in rules.wild.ranks), None)
    return Plays(rules, view.trump or (), view.trick, faces, wild)


def _score_tables(observation: _Observation) -> Scratch:
    """Returns the scores by number of later tricks, if this trick is won and if it is lost."""
    view, seat = observation.view, observation.view.own_seat
    own = view.bids[seat] or 0
    before = sum(bid or 0 for bid in view.bids) - own
    bidding = _bidding(observation, observation.rules, observation.cards, before, 0, view.trump)
    stake = stake_of(bidding, view.players, own)
    points = _points_won(observation)
    others = max(won for other, won in enumerate(view.tricks) if other != seat)
    scratch = _scratch(observation)
    fill_ends(stake, TricksTaken(view.tricks[seat], points, others, sum(view.tricks)), scratch)
    return scratch


def _points_won(observation: _Observation) -> int:
    """Returns the value of the tricks that the seat has won in the current deal."""
    trick_worths = worths(observation.rules, observation.cards)
    lain: dict[int, Card] = {}
    points = 0
    for event in observation.view.events:
        match event:
            case DealBegun():
                points = 0
            case CardPlayed(seat=seat, card=card, face=face):
                lain[seat] = face or card
            case TrickWon(seat=seat, trick=trick) if seat == observation.view.own_seat:
                values = trick_worths.by_rank[trick - 1]
                points += trick_value(
                    trick_worths, values, lain[seat], lain.values(), observation.view.trump or ()
                )
            case _:
                pass
    return points
