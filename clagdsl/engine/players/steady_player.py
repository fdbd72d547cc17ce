"""A sensible player: bids by the strength of its cards and plays to make the bid exactly.

It goes by a view and the rules, nothing else.  `docs/reference/steady.md` defines it exactly; the
simulator plays the same.
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
from clagdsl.engine.players.heuristic import (
    FIXED,
    IN_TURN,
    KNOWN,
    MOST_CALLS,
    NAMES_ORDER,
    NAMES_SUIT,
    NO_BIDS,
    ROOM,
    TURNED,
    Best,
    Bidding,
    Cards,
    Eye,
    Scratch,
    Taken,
    Trick,
    chance_against,
    fill_ends,
    stake_of,
    unknown_chance,
    weigh_bids,
    weigh_faces,
    weigh_plays,
)
from clagdsl.engine.players.readings import Plays, Scores
from clagdsl.engine.state import State, check_state
from clagdsl.engine.view import View, view_of
from clagdsl.lang.cards import Card, CardSet, Deck, Suit, is_special
from clagdsl.lang.frozen import dataclass, replace
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
    settled_trumps,
)
from clagdsl.lang.special import way_meant
from clagdsl.table.bids import has_auction, may_bid_blind
from clagdsl.table.choices import legal_calls
from clagdsl.table.deal_rules import DealRules, Trumps
from clagdsl.table.outcomes import BLIND
from clagdsl.table.past import of_seat
from clagdsl.table.phases import named_after_bids
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import trick_value, trick_values, worths
from clagdsl.table.table import Table
from clagdsl.table.tricks import PlayedCard, strongest

# --- where there are special cards: a few plain rules -----------------------------------
# It bids what its hand seems to win, takes a trick with as little as it can while it wants one, and
# gets rid of what it can while it does not.


def special_choice(view: View, rules: DealRules) -> Action:
    """What a steady player does; of a size, a call and a top card the first that there is."""
    match view.legal[0]:
        case NameTrump() | NameOrder():
            return max(view.legal, key=lambda action: _weight(view, rules, named(action)))
        case SayInAuction() | Pass():
            return _word_with_specials(view, rules)
        case Bid():
            bids = [action for action in view.legal if isinstance(action, Bid)]
            wanted = _likely_tricks(view, rules, view.trump or ())
            return min(bids, key=lambda bid: abs(bid.number - wanted))
        case Play():
            plays = [action for action in view.legal if isinstance(action, Play)]
            return _best_play_with_specials(view, rules, plays)
        case first:
            return first


def _weight(view: View, rules: DealRules, trumps: Trumps) -> int:
    """How well a trump suits the hand; of equal ones the first is named."""
    return sum(
        _weight_of(view, rules, suit) * (len(trumps) - place) for place, suit in enumerate(trumps)
    )


def _weight_of(view: View, rules: DealRules, suit: Suit) -> int:
    return sum(len(rules.ranks) + rules.strength[c.rank] for c in view.hand if c.suit == suit)


def _word_with_specials(view: View, rules: DealRules) -> Action:
    """The lowest bid in the auction with no more tricks than the hand seems good for, or a pass."""
    for action in view.legal:
        if isinstance(action, SayInAuction):
            trumps = settled_trumps(rules.trump) or ()
            if isinstance(rules.trump, AuctionTrump):
                trumps = () if action.trump is None else (action.trump,)
            if action.number <= _likely_tricks(view, rules, trumps):
                return action
    return PASSED


def _likely_tricks(view: View, rules: DealRules, trumps: Trumps) -> int:
    """The tricks that a hand seems good for: high specials, high trumps, and the highest cards."""
    if not view.hand:
        return view.unseen // view.players
    top = len(rules.ranks) - 1
    tricks = 0
    for card in view.hand:
        if is_special(card):
            tricks += 2 * ("high" in rules.specials[card.rank].powers)
        elif card.suit in trumps:
            tricks += 2 if 2 * rules.strength[card.rank] >= top else 1
        else:
            tricks += rules.strength[card.rank] == top
    return tricks // 2


def _best_play_with_specials(view: View, rules: DealRules, plays: Sequence[Play]) -> Action:
    """The play for which there is most reason; of equal ones the first."""
    bid = view.bids[view.own_seat]
    wants = bid is None or view.tricks[view.own_seat] < bid
    last = len(view.trick) == view.players - 1

    def worth(play: Play) -> tuple[bool, int]:
        wins = _wins(view, rules, play)
        height = _height(view, rules, play)
        if wants:
            # what wins, the least of it where nobody plays later; else the least of all
            return wins, height if wins and not last else -height
        return not wins, height if not wins else -height

    return max(plays, key=worth)


def _wins(view: View, rules: DealRules, play: Play) -> bool:
    """Whether a play takes the trick as it lies."""
    face = _meant(view, rules, play)
    trick = (*view.trick, PlayedCard(view.own_seat, play.card, face))
    return strongest(rules, view.trump or (), trick) == len(view.trick)


def _meant(view: View, rules: DealRules, play: Play) -> Card:
    if not is_special(play.card):
        return play.face or play.card
    special, leads = rules.specials[play.card.rank], not view.trick
    way = way_meant(special, rules.deck.suits, play.face, leads=leads)
    return play.card if way is None else way.meant


def _height(view: View, rules: DealRules, play: Play) -> int:
    """How much a card is worth keeping: specials first, then trumps, then by rank."""
    many, face = len(rules.ranks), play.face or play.card
    if is_special(play.card):
        return 3 * many if "high" in rules.specials[play.card.rank].powers else -1
    return rules.strength[face.rank] + many * (face.suit in (view.trump or ()))


# --- what a steady player does ----------------------------------------------------------


def steady_action(state: State) -> Action | None:
    """What a steady player does in this state; None at CHANCE and when the match is over.

    It depends on nothing but the actor's view and the rules; `docs/reference/steady.md` says how.
    Raises ArgumentError.
    """
    check_state(state)
    seat = state.actor
    if not isinstance(seat, int):
        return None
    position = state.position
    standing = replace(position.standing, events=())  # the deals before do not matter
    return steady_choice(view_of(replace(position, standing=standing), seat), state.table)


def steady_choice(view: View, table: Table) -> Action:
    """What a steady player does who is to act, by its view and the rules at this table."""
    first = view.legal[0]
    if len(view.legal) == 1 or type(first) is Look:
        return first
    sight = _look(view, table)
    if sight.rules.deck.specials:
        return special_choice(view, sight.rules)
    match first:
        case PickCards():
            return _best(view.legal, [_weigh_size(sight, each) for each in view.legal])
        case MakeCall():
            few = min(len(view.legal), MOST_CALLS)
            tried = [view.legal[turn * len(view.legal) // few] for turn in range(few)]
            return _best(tried, [_weigh_call(sight, each) for each in tried])
        case NameTrump() | NameOrder():
            return _best(view.legal, [_weigh_name(sight, each) for each in view.legal])
        case SayInAuction() | Pass():
            return _word(sight)
        case Bid():
            return view.legal[_best_bid(sight).number]
        case Play():
            return view.legal[_best_play(sight).number]
        case PlayTop():
            return view.legal[1 + _best_face(sight).number]
        case Look() | DealPack() | DrawBidder() | DrawDealer():
            raise AssertionError("a look is not weighed, and chance deals the pack and draws lots")
        case _:
            assert_never(first)


def _best(choices: Sequence[Action], worths: Sequence[int]) -> Action:
    """The first of the choices that are worth most."""
    return choices[worths.index(max(worths))]


# --- what the view tells ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sight:
    """A view, the rules of the deal as far as it is called, and the cards of it as sets.

    `cards` is how many each player gets in the deal, `unseen` every card that the seat has not
    seen, `shown` what each other seat holds, where that is seen.
    """

    view: View
    table: Table
    rules: DealRules
    cards: int
    hand: CardSet
    unseen: CardSet
    shown: tuple[CardSet, ...]


def _look(view: View, table: Table) -> _Sight:
    begins = max(place for place, one in enumerate(view.events) if type(one) is DealBegun)
    events = view.events[begins:]
    dealt = (one for one in events if isinstance(one, FirstCardsDealt | CardsDealt))
    cards = next((one.cards for one in dealt), 0)
    rules = table.rules_of(table.schedule[view.deal - 1], view.calls, cards or None)
    seen = [*view.hand, *(card for hand in view.shown_hands for card in hand)]
    seen += [one.card for one in events if type(one) is CardPlayed]
    if view.turned is not None and view.players * cards < table.deck.size:
        seen.append(view.turned)
    hand, known = _set_of(table.deck, view.hand), _set_of(table.deck, seen)
    shown: list[CardSet] = []
    for held in view.shown_hands:
        shown.append(_set_of(table.deck, held, sum(shown)))
    unseen = table.deck.full_set() & ~known
    return _Sight(view, table, rules, cards, hand, unseen, tuple(shown))


def _scheduled(sight: _Sight) -> ScheduledDeal:
    return sight.table.schedule[sight.view.deal - 1]


def _set_of(deck: Deck, cards: Iterable[Card], taken: CardSet = 0) -> CardSet:
    """A set of cards by their numbers; equal ones follow each other and what is taken."""
    found = 0
    for card in cards:
        place = deck.index(card)
        while (found | taken) >> place & 1:
            place += 1
        found |= 1 << place
    return found


def _eye(sight: _Sight, rules: DealRules, trump: int, trumps: Trumps, held: int) -> Eye:
    """What the seat sees when it estimates cards by these rules."""
    cards = _cards(rules.deck, rules.ranks, rules.wild.ranks, rules.follows, rules.equal)
    high = tuple(
        len(trumps) - trumps.index(suit) if suit in trumps else 0 for suit in rules.deck.suits
    )
    chance = unknown_chance(rules.players)
    eye = Eye(cards, trump, high, rules.players, held, sight.hand, sight.unseen, chance)
    if not sight.shown:
        return eye
    chance, theirs = chance_against(eye, sight.shown, sight.view.own_seat, _scratch(sight)), 0
    for hand in sight.shown:
        theirs |= hand
    return eye._replace(unseen=theirs, chance=chance)


@lru_cache(maxsize=256)
def _cards(
    deck: Deck,
    ranks: tuple[str, ...],
    wilds: tuple[str, ...],
    follows: bool,
    equal: EqualCards,
) -> Cards:
    """The cards of a deck with this order of its ranks, from high to low."""
    higher = {rank: ranks[:place] for place, rank in enumerate(ranks)}
    return Cards(
        follows,
        deck.rank_set(wilds),
        tuple(deck.suits.index(card.suit) for card in deck.cards),
        tuple(len(ranks) - 1 - ranks.index(card.rank) for card in deck.cards),
        tuple(
            deck.suit_set(c.suit) & deck.rank_set(higher[c.rank]) | _equals(deck, c, place, equal)
            for place, c in enumerate(deck.cards)
        ),
        tuple(deck.suit_set(suit) for suit in deck.suits),
    )


def _equals(deck: Deck, card: Card, place: int, equal: EqualCards) -> CardSet:
    """The cards equal to one at a place that beat it when they are played later."""
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


def _scratch(sight: _Sight) -> Scratch:
    room = max(ROOM, sight.table.deck.size)
    return Scratch(*([0] * room for _ in Scratch._fields))


# --- before the play ----------------------------------------------------------------------


def _bidding(sight: _Sight, rules: DealRules, cards: int, before: int, after: int) -> Bidding:
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
    low_wins = sight.table.game.winner.low_wins
    past = of_seat(sight.view.past, sight.view.own_seat)
    if has_auction(rules) and "auction" not in dict(past):
        past = (*past, ("auction", 0))
    if may_bid_blind(rules) and sight.view.blind:
        past = (*past, (BLIND, sight.view.blind[sight.view.own_seat]))
    scores = Scores(rules, sight.view.deal, cards, low_wins, past)
    return Bidding(scores, trick_values(rules, cards), cards, rule, fixed, before, after)


def _weigh_hand(sight: _Sight, rules: DealRules, eye: Eye, cards: int) -> int:
    """What a hand is worth to who bids first, any bid allowed."""
    bidding = _bidding(sight, rules, cards, 0, eye.players - 1)
    every = (1 << (cards + 1)) - 1 if bidding.rule == IN_TURN else 1
    return weigh_bids(eye, bidding, every, _scratch(sight)).worth


def _weigh_size(sight: _Sight, action: Action) -> int:
    """What a number of cards is worth where the first of the calls is made; no card is seen."""
    assert isinstance(action, PickCards)
    call = sight.rules.call
    first = legal_calls(call)[0] if isinstance(call, Call) else ()
    rules = sight.table.rules_of(_scheduled(sight), first, action.number)
    return _weigh_hand(sight, rules, _eye(sight, rules, KNOWN, (), 0), action.number)


def _weigh_call(sight: _Sight, action: Action) -> int:
    """What rules after a call are worth to the caller, who names the trump if one is named."""
    assert isinstance(action, MakeCall)
    rules = sight.table.rules_of(_scheduled(sight), action.names, sight.cards)
    eye = _eye(sight, rules, *_trump_to_come(rules), sight.cards)
    return _weigh_hand(sight, rules, eye, sight.cards)


def _trump_to_come(rules: DealRules) -> tuple[int, Trumps]:
    """How trump comes about that is not known yet; what is known where the rules settle it."""
    match rules.trump:
        case TurnedTrump() | DrawnTrump():
            return TURNED, ()
        case NamedTrump(what=nameable):
            return NAMES_ORDER if nameable == "order" else NAMES_SUIT, ()
        case AuctionTrump():
            return NAMES_SUIT, ()
        case _:
            return KNOWN, settled_trumps(rules.trump) or ()


def _word(sight: _Sight) -> Action:
    """The lowest bid in the auction with no more tricks than the seat would bid so, or a pass."""
    best: dict[Suit | None, int] = {}
    for action in sight.view.legal:
        if isinstance(action, SayInAuction):
            if action.trump not in best:
                best[action.trump] = _tricks_with(sight, action.trump)
            if action.number <= best[action.trump]:
                return action
    return PASSED


def _tricks_with(sight: _Sight, trump: Suit | None) -> int:
    """What a seat would bid first, with any bid allowed, had it won the auction with a trump."""
    rules = sight.rules
    if isinstance(rules.trump, AuctionTrump):
        eye = _eye(sight, rules, KNOWN, () if trump is None else (trump,), sight.cards)
    else:
        eye = _eye(sight, rules, *_trump_to_come(rules), sight.cards)
    bidding = _bidding(sight, rules, sight.cards, 0, eye.players - 1)
    return weigh_bids(eye, bidding, (1 << (sight.cards + 1)) - 1, _scratch(sight)).number


def _weigh_name(sight: _Sight, action: Action) -> int:
    """What a trump is worth: to who bids first, or with the bids as they are made."""
    eye = _eye(sight, sight.rules, KNOWN, named(action), sight.cards)
    if not named_after_bids(sight.rules):
        return _weigh_hand(sight, sight.rules, eye, sight.cards)
    own = sight.view.bids[sight.view.own_seat] or 0
    others = sum(bid or 0 for bid in sight.view.bids) - own
    bidding = _bidding(sight, sight.rules, sight.cards, others, 0)
    return weigh_bids(eye, bidding, 1 << own, _scratch(sight)).worth


def _best_bid(sight: _Sight) -> Best:
    view, rules = sight.view, sight.rules
    made = [bid for bid in view.bids if bid is not None]
    after = view.players - len(made) - 1
    bids = [action.number for action in view.legal if isinstance(action, Bid)]
    allowed = sum(1 << bid for bid in bids)
    bidding = _bidding(sight, rules, sight.cards, sum(made), after)
    held = sight.cards if view.hand else 0
    if view.trump is None and isinstance(rules.trump, NamedTrump):
        naming = NAMES_ORDER if rules.trump.what == "order" else NAMES_SUIT
        best = weigh_bids(_eye(sight, rules, naming, (), held), bidding, allowed, _scratch(sight))
        if bids[best.number] > max([*made, sight.cards // view.players]):
            return best
    trump = TURNED if view.trump is None else KNOWN
    eye = _eye(sight, rules, trump, view.trump or (), held)
    return weigh_bids(eye, bidding, allowed, _scratch(sight))


# --- the play -----------------------------------------------------------------------------


def _best_play(sight: _Sight) -> Best:
    """The best legal play: won or lost by its chance, with what is left in the hand."""
    view, deck = sight.view, sight.rules.deck
    faces: dict[int, CardSet] = {}
    for action in view.legal:
        assert isinstance(action, Play)
        card = deck.index(action.card)
        faces[card] = faces.get(card, 0) | 1 << deck.index(action.face or action.card)
    eye = _eye(sight, sight.rules, KNOWN, view.trump or (), len(view.hand))
    return weigh_plays(eye, _trick(sight), _plays(sight, faces), _ends(sight))


def _best_face(sight: _Sight) -> Best:
    """The best face for a top card that may be wild, and that nobody has seen."""
    view = sight.view
    named = [each.face for each in view.legal if isinstance(each, PlayTop) and each.face]
    held = len(view.hand) or view.unseen
    eye = _eye(sight, sight.rules, KNOWN, view.trump or (), held)
    faces = _set_of(sight.rules.deck, named)
    return weigh_faces(eye, _trick(sight), _plays(sight, {}), faces, _ends(sight))


def _trick(sight: _Sight) -> Trick:
    trick, suits = sight.view.trick, sight.rules.deck.suits
    led = suits.index(trick[0].face.suit) if trick else -1
    return Trick(led, sight.view.players - 1 - len(trick))


def _plays(sight: _Sight, faces: Mapping[int, CardSet]) -> Plays:
    rules, view = sight.rules, sight.view
    wild = next((card for card in rules.deck.cards if card.rank in rules.wild.ranks), None)
    return Plays(rules, view.trump or (), view.trick, faces, wild)


def _ends(sight: _Sight) -> Scratch:
    """The scores by the tricks that follow this one, where it is won and where it is lost."""
    view, seat = sight.view, sight.view.own_seat
    bidding = _bidding(sight, sight.rules, sight.cards, 0, 0)
    stake = stake_of(bidding, view.players, view.bids[seat] or 0)
    bids = [bid for bid in view.bids if bid is not None]
    if bids:
        stake = stake._replace(bids=sum(bids))
    points = _points_won(sight)
    others = max(won for other, won in enumerate(view.tricks) if other != seat)
    scratch = _scratch(sight)
    fill_ends(stake, Taken(view.tricks[seat], points, others, sum(view.tricks)), scratch)
    return scratch


def _points_won(sight: _Sight) -> int:
    """What the tricks are worth that the seat has won in the last deal."""
    known = worths(sight.rules, sight.cards)
    lain: dict[int, Card] = {}
    points = 0
    for event in sight.view.events:
        match event:
            case DealBegun():
                points = 0
            case CardPlayed(seat=seat, card=card, face=face):
                lain[seat] = face or card
            case TrickWon(seat=seat, trick=trick) if seat == sight.view.own_seat:
                values = known.by_rank[trick - 1]
                points += trick_value(known, values, lain[seat], lain.values())
            case _:
                pass
    return points
