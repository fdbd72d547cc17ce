"""The legal actions of a position, and the reasons why others are refused.

`why_not` decides; `legal` lists the actions it allows, in a fixed order. Both depend only on the
position and the rules of its table. `interpret_action` first converts a string or other external
value to an action. The face of a played card is the card that it represents, or the way in which a
special card is played.
"""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.engine.actions import (
    NUMBER_LIMIT,
    PLAY_TOP,
    PLAYS,
    WILD_PLAYS,
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
    play_of,
    read_action,
)
from clagdsl.engine.before_play import PROMPTS, legal_before_play, out_of_turn, why_not_before_play
from clagdsl.engine.match_state import CardPlay, Position, has_seen, turn_of
from clagdsl.lang.cards import SUITS, Card, Suit, face_of, is_special
from clagdsl.lang.rules import DEFAULT
from clagdsl.lang.special_cards import PlayedAs, matching_option, play_options
from clagdsl.problems.diagnostic import Reason
from clagdsl.table.choices import (
    why_not_pack,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.legal_plays import allowed_cards, playable, why_not_play
from clagdsl.table.seats import bids_to_meet

_PROMPTS: Final = {
    **PROMPTS,
    "dealer": "the first dealer must be drawn, with `dealer` and a player's name",
    "deal": "the cards must be dealt, with `deal` and the whole pack",
    "first": "the first bidder must be drawn, with `first` and a player's name",
    "play": "a card must be played",
}
_USUAL: Final = {"cards 5", "call Trumps", "auction 5C", "trump hearts", "bid 2"}
"""The actions preferred as examples, if they are legal."""


def legal(position: Position) -> tuple[Action, ...]:
    """Returns every legal action of the actor, in a fixed order; empty if chance acts."""
    match position.phase:
        case "play":  # the most frequent phase
            return _legal_plays(position)
        case "size" | "call" | "auction" | "name" | "bid":
            dealing, seat = position.dealing, position.acting[0]
            return legal_before_play(
                dealing,
                position.phase,
                seat,
                position.standing.figures.past,
                bids=bids_to_meet(dealing),
                looked=has_seen(dealing, seat),
                turned=dealing.turned,
            )
        case "dealer" | "deal" | "first" | "over":
            return ()
        case _:
            assert_never(position.phase)


def _legal_plays(position: Position) -> tuple[Action, ...]:
    rules, play = position.dealing.rules, position.play
    assert play is not None
    turn = turn_of(position, play, play.hands[position.acting[0]])
    plain = not rules.deck.specials and not rules.deck.distinguishes_copies
    if rules.as_printed and plain:
        return tuple(map(PLAYS.__getitem__, allowed_cards(rules, turn)))
    plays = playable(rules, turn)
    wild = rules.wild.ranks
    if rules.deck.specials:
        return tuple([play_of(card, _face_to_state(rules, card, face)) for card, face in plays])
    if rules.deck.distinguishes_copies:
        return tuple([play_of(card, face if card.rank in wild else None) for card, face in plays])
    return tuple(
        [WILD_PLAYS[card][face] if card.rank in wild else PLAYS[card] for card, face in plays]
    )


def _face_to_state(rules: DealRules, card: Card, face: Card) -> Card | None:
    """Returns the face that must be stated when a card is played, or None if none must be."""
    return face if card.rank in rules.wild.ranks or isinstance(face, PlayedAs) else None


def _in_hand(position: Position) -> tuple[CardPlay, tuple[Card, ...]]:
    """Returns the card play so far, and the hand of the seat to act in the order dealt."""
    play = position.play
    assert play is not None
    return play, play.hands[position.acting[0]]


# --- why not ------------------------------------------------------------------------------


def why_not(position: Position, action: Action) -> Reason | None:
    """Returns why an action is not legal now, or None; it must come from `interpret_action`."""
    dealing = position.dealing
    rules = dealing.rules
    match position.phase, action:
        case "play", Play(card=card, face=face):
            play, hand = _in_hand(position)
            return why_not_play(rules, turn_of(position, play, hand), card, face)
        case "over", _:
            return problems.illegal_actions.MatchOver().reason()
        case "size" | "call" | "auction" | "name" | "bid" as phase, _:
            seat = position.acting[0]
            why = why_not_before_play(
                dealing,
                phase,
                action,
                seat,
                position.standing.figures.past,
                bids=bids_to_meet(dealing),
                looked=has_seen(dealing, seat),
                schedule=position.setting.table.game.schedule_origin,
                turned=dealing.turned,
            )
            return not_now(position, action) if why == "not now" else why
        case "deal", DealPack(pack=pack, trump=suit):
            return why_not_pack(rules.deck, pack) or _why_not_drawn_suit(position, suit)
        case ("dealer", DrawDealer(player=player)) | ("first", DrawBidder(player=player)):
            names = position.setting.names
            if player in names:
                return None
            return problems.illegal_actions.NoSuchPlayer(player, names).reason()
        case _:
            return not_now(position, action)


def _why_not_drawn_suit(position: Position, suit: Suit | None) -> Reason | None:
    dealing = position.dealing
    draws = position.setting.table.draws_trump(dealing.scheduled)
    if draws and suit is None:
        return problems.illegal_actions.NoSuitDrawn().reason()
    if suit is not None and not draws:
        return problems.illegal_actions.SuitNotDrawn(origin=dealing.rules.origin("trump")).reason()
    return None


def not_now(position: Position, action: Action) -> Reason:
    """Returns why an action is refused now: a rule of the deal, or the phase itself."""
    phase = position.phase
    early = isinstance(action, Bid) and phase != "play"  # the bids are still to come
    return out_of_turn(position.dealing.rules, phase, action, _prompt(position), early=early)


def _prompt(position: Position) -> str:
    """Returns the instruction for the current phase, with a legal action as an example."""
    instruction = _PROMPTS[position.phase]
    if position.phase == "play" and position.dealing.rules.plays_top:
        example = str(PLAY_TOP)  # its player may not know the card
    else:
        offered = [str(action) for action in legal(position)]
        usual = (text for text in offered if text in _USUAL)
        example = next(usual, offered[0] if offered else "")
    return f"{instruction}, for example `{example}`" if example else instruction


# --- from input to action -----------------------------------------------------------------


def interpret_action(position: Position, raw: object) -> Action | Reason:
    """Returns the action denoted by an input: strings are parsed, and `play top` becomes the top
    card.

    A card that is not wild may state itself as its face. Returns a reason if the input is not an
    action, or if the top card cannot be played in this way.
    """
    specials = position.dealing.rules.specials
    action = read_action(raw, specials) if isinstance(raw, str) else _well_formed(raw)
    if action is None:
        return problems.illegal_actions.NotUnderstood(raw, _prompt(position)).reason()
    if type(action) is PlayTop:
        return _resolve_top(position, action)
    if type(action) is Play and action.face is not None and action.card == action.face:
        wild = position.dealing.rules.wild.ranks
        return action if action.card.rank in wild else Play(action.card)
    return action


def _well_formed(raw: object) -> Action | None:
    """Returns `raw` if it is an action whose fields have valid types, otherwise None."""
    match raw:
        case Play(card=card, face=face):
            good = type(card) is Card and (face is None or isinstance(face, Card))
        case PlayTop(face=face):
            good = face is None or isinstance(face, Card)
        case Bid(number=number, blind=blind):
            good = type(number) is int and abs(number) < NUMBER_LIMIT and type(blind) is bool
        case PickCards(number=number):
            good = type(number) is int and abs(number) < NUMBER_LIMIT
        case DrawBidder(player=player) | DrawDealer(player=player):
            good = type(player) is str
        case NameTrump(suit=suit):
            good = suit is None or suit in SUITS
        case SayInAuction(number=number, trump=trump):
            good = type(number) is int and abs(number) < NUMBER_LIMIT
            good = good and (trump is None or trump in SUITS)
        case Pass() | Look():
            good = True
        case NameOrder(suits=suits):
            good = type(suits) is tuple and all(suit in SUITS for suit in suits)
        case MakeCall(names=names):
            good = type(names) is tuple and all(type(name) is str for name in names)
        case DealPack(pack=pack):
            good = type(pack) is tuple and all(type(card) is Card for card in pack)
        case _:
            return None
    return raw if good else None


def _resolve_top(position: Position, action: PlayTop) -> Action | Reason:
    """Returns the play of the top card; whether `play top` is legal never depends on that card.

    A wild card takes the face named beforehand. If none was named, it takes its own face, or the
    first free face if other wild cards of the trick have taken that.
    """
    rules = position.dealing.rules
    if position.phase != "play":
        return (
            problems.illegal_actions.MatchOver().reason()
            if position.phase == "over"
            else not_now(position, action)
        )
    if not rules.plays_top:
        example = legal(position)[0]
        return problems.illegal_actions.NotNow(
            f"name the card to play, for example `{example}`"
        ).reason()
    play, hand = _in_hand(position)
    card, face = hand[0], action.face
    if face is not None and is_special(face):
        return _resolve_top_special(rules, play, card, face)
    free = free_faces(rules, play)
    if face is None:
        face = face_of(card) if face_of(card) in free else free[0]
    elif face not in rules.deck.face_counts and rules.wild.ranks:
        return problems.illegal_actions.FaceNotThere(
            face, face, origin=rules.origin("wild")
        ).reason()
    elif not rules.wild.ranks:
        return problems.illegal_actions.NotWild(None, (), origin=rules.origin("wild")).reason()
    elif face not in free:
        times = rules.deck.face_counts[face]
        return problems.illegal_actions.FaceTaken(
            face, face, times, origin=rules.origin("wild")
        ).reason()
    return _resolve_default_face(rules, play, card, face)


def _resolve_top_special(
    rules: DealRules, play: CardPlay, card: Card, face: Card
) -> Action | Reason:
    """Returns the play of the top card if the statement names the way to play a special card.

    The statement applies only if the top card is that special card.
    """
    suits, leads = rules.deck.suits, not play.trick
    special = rules.powers.get(face.rank)
    way = None if special is None else matching_option(special, suits, face, leads=leads)
    if special is None or way is None:
        options = () if special is None else play_options(special, suits, leads=leads)
        allowed = [str(option.stated or face.rank) for option in options]
        origin = DEFAULT if special is None else special.origin
        return problems.illegal_actions.NotPlayedSo(
            str(face), leads, allowed, origin=origin
        ).reason()
    if face.rank == card.rank:
        return play_of(card, way.stated)
    free = free_faces(rules, play)
    return _resolve_default_face(
        rules, play, card, face_of(card) if face_of(card) in free else free[0]
    )


def _resolve_default_face(rules: DealRules, play: CardPlay, card: Card, face: Card) -> Action:
    """Returns the play of the top card: as `face` if it is wild, in the default way if it is
    special.
    """
    if card.rank in rules.powers:
        options = play_options(rules.specials[card.rank], rules.deck.suits, leads=not play.trick)
        return play_of(card, options[0].stated)
    return play_of(card, face if card.rank in rules.wild.ranks else None)


def free_faces(rules: DealRules, play: CardPlay) -> tuple[Card, ...]:
    """Returns the faces that wild cards in this trick may still take, in the fixed order."""
    named = [played.face for played in play.trick if played.card.rank in rules.wild.ranks]
    counts = rules.deck.face_counts
    return tuple(card for card in rules.deck.faces if named.count(card) < counts[card])


def legal_in_view(position: Position) -> tuple[Action, ...]:
    """Returns the legal actions of the seat to act, without revealing a top card."""
    rules = position.dealing.rules
    if position.phase != "play" or not rules.plays_top:
        return legal(position)
    play = position.play
    assert play is not None
    special_plays = [
        PlayTop(way.stated)
        for name in rules.powers
        for way in play_options(rules.specials[name], rules.deck.suits, leads=not play.trick)
        if way.stated is not None
    ]
    faces = free_faces(rules, play) if rules.wild.ranks else ()
    return (PLAY_TOP, *map(PlayTop, faces), *special_plays)
