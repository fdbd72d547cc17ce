"""A match at one moment, as programs see it: an immutable value.

`State` wraps a `Position` and gives programs one object for everything: legal actions, refusals,
the next state, views, and the record. `legality` and `transition` do the work.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from types import MappingProxyType

from clagdsl import problems
from clagdsl.engine import legality
from clagdsl.engine import transition as engine
from clagdsl.engine.actions import Action
from clagdsl.engine.before_play import recorded_before_play, recorded_bids
from clagdsl.engine.events import Event
from clagdsl.engine.match_state import (
    Actor,
    Dealing,
    Hands,
    Phase,
    PlayedDeal,
    PlayedTrick,
    Position,
    Setting,
    actor,
    current_hands,
)
from clagdsl.engine.transition import tricks_won
from clagdsl.engine.view import View, view_of
from clagdsl.lang.cards import Card, Suit
from clagdsl.lang.fingerprint import rules_hash
from clagdsl.lang.frozen import dataclass, replace
from clagdsl.lang.philox import FIRST_DEALER, MATCH_LIMIT, SEED_LIMIT, random_below
from clagdsl.lang.record import Record, RecordedDeal, RecordedPlay
from clagdsl.lang.rules import DrawnTrump, Game, Value
from clagdsl.lang.special_cards import matching_option
from clagdsl.problems.diagnostic import IllegalAction, Reason
from clagdsl.table.choices import nameable
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.seating import player_count, player_names, seat_of_dealer
from clagdsl.table.seats import auction_state_of, bids_by_seat
from clagdsl.table.table import Table, open_table
from clagdsl.table.tricks import PlayedCard

# --- the match as a record --------------------------------------------------------------


def record_of(position: Position) -> Record:
    """Returns the record of a match; a deal in which nothing has happened yet is left out."""
    setting = position.setting
    deals = [_finished_deal_record(deal, setting.names) for deal in position.standing.history]
    dealing = position.dealing
    picked = dealing.cards is not None and dealing.scheduled.cards is None
    begun = picked or dealing.drawn is not None or dealing.pack is not None
    if position.phase != "over" and begun:
        deals.append(_current_deal_record(position))
    game = setting.table.game
    return Record(
        rules=setting.rules,
        players=setting.names,
        deals=tuple(deals),
        dealer=None if setting.first_dealer is None else setting.names[setting.first_dealer],
        rules_hash=rules_hash(game),
        parameters=setting.table.changed_parameters,
        seed=setting.seed,
        match=0 if setting.seed is None else setting.match,
        game=game,
    )


def _finished_deal_record(deal: PlayedDeal, names: tuple[str, ...]) -> RecordedDeal:
    won = tricks_won(deal.tricks, len(names))
    return _deal_record(deal.dealing, names, deal.tricks, (), won, deal.totals)


def _current_deal_record(position: Position) -> RecordedDeal:
    dealing, play, names = position.dealing, position.play, position.setting.names
    if play is None:
        record = _deal_record(dealing, names, None, ())
        if position.phase != "bid" or len(dealing.bids) < dealing.rules.players:
            return record
        return replace(record, bids=recorded_bids(dealing, bidding_again=position.acting[0]))
    return _deal_record(dealing, names, play.finished, play.trick)


def _deal_record(
    dealing: Dealing,
    names: tuple[str, ...],
    tricks: tuple[PlayedTrick, ...] | None,
    trick: tuple[PlayedCard, ...],
    won: tuple[int, ...] | None = None,
    totals: tuple[int, ...] | None = None,
) -> RecordedDeal:
    rules = dealing.rules
    # the trump that a player named, or that was drawn in case a call asks for it
    named = None if nameable(rules, dealing.turned) is None else dealing.trump
    if dealing.suit is not None and (isinstance(rules.trump, DrawnTrump) or dealing.calls is None):
        named = (dealing.suit,)
    plays = None
    if tricks is not None:
        cards = [finished.cards for finished in tricks] + ([trick] if trick else [])
        plays = tuple(
            tuple(_recorded_play(play, rules, leads=not place) for place, play in enumerate(played))
            for played in cards
        )
    return replace(
        recorded_before_play(dealing, names, named),
        cards=dealing.cards if dealing.scheduled.cards is None else None,
        pack=dealing.pack,
        bids=None if auction_state_of(dealing).thrown_in else recorded_bids(dealing),
        tricks=plays,
        won=won,
        totals=totals,
    )


def _recorded_play(play: PlayedCard, rules: DealRules, *, leads: bool) -> RecordedPlay:
    if play.card.rank in rules.powers:
        special, suits = rules.specials[play.card.rank], rules.deck.suits
        way = matching_option(special, suits, play.face, leads=leads)
        return RecordedPlay(play.card, None if way is None else way.stated)
    return RecordedPlay(play.card, play.face if play.card.rank in rules.wild.ranks else None)


# --- the match at one moment ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class State:
    """A match at one moment. Two states are equal if the same events led to both."""

    position: Position
    _legal: tuple[Action, ...] | None = field(default=None, init=False, compare=False, repr=False)

    # --- acting ---------------------------------------------------------------------------

    def legal(self) -> tuple[Action, ...]:
        """Returns every legal action of the actor, in a fixed order; empty if chance acts or the
        match is over.
        """
        legal = self._legal
        if legal is None:
            legal = legality.legal(self.position)
            object.__setattr__(self, "_legal", legal)
        return legal

    def why_not(self, action: Action | str) -> Reason | None:
        """Returns why an action is not legal for the actor now, or None if it is."""
        meant = legality.interpret_action(self.position, action)
        if isinstance(meant, Reason):
            return meant
        return legality.why_not(self.position, meant)

    def apply(self, action: Action | str) -> State:
        """Returns the state after an action; raises IllegalAction if the rules refuse it."""
        for offered in self._legal or ():
            if offered is action:  # actions from `legal` need no second check
                return State(engine.perform(self.position, offered))
        meant = legality.interpret_action(self.position, action)
        if isinstance(meant, Reason):
            raise IllegalAction(meant)
        why = legality.why_not(self.position, meant)
        if why is not None:
            raise IllegalAction(why)
        return State(engine.perform(self.position, meant))

    # --- the match ------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """True if the match is over."""
        return self.position.phase == "over"

    @property
    def actor(self) -> Actor:
        """The seat that is to act, CHANCE, or None when the match is over."""
        return actor(self.position)

    @property
    def phase(self) -> Phase:
        """The current phase: dealer, size, deal, call, auction, name, first, bid or play; `over` at
        the end.
        """
        return self.position.phase

    @property
    def game(self) -> Game:
        """The rules."""
        return self.position.setting.table.game

    @property
    def table(self) -> Table:
        """The rules at this table: players, parameters and schedule."""
        return self.position.setting.table

    @property
    def players(self) -> int:
        """The number of players."""
        return self.position.setting.table.players

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in seat order."""
        return self.position.setting.names

    @property
    def parameters(self) -> Mapping[str, Value]:
        """The value of every parameter of the rules."""
        return MappingProxyType(self.position.setting.table.parameters)

    @property
    def first_dealer(self) -> int | None:
        """The seat that deals first, or None until it is drawn."""
        return self.position.setting.first_dealer

    @property
    def seed(self) -> int | None:
        """The seed from which cards are dealt and draws made, or None if chance acts instead."""
        return self.position.setting.seed

    @property
    def match(self) -> int:
        """The number of this match among those played with its seed."""
        return self.position.setting.match

    @property
    def totals(self) -> tuple[int, ...]:
        """The total points of each seat so far."""
        return self.position.standing.figures.totals

    @property
    def failed(self) -> tuple[int, ...]:
        """The number of contracts each seat has failed so far."""
        return self.position.standing.figures.failed

    @property
    def completed(self) -> tuple[int, ...]:
        """The number of contracts each seat has completed so far."""
        return self.position.standing.figures.completed

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won the match; empty while it runs."""
        return self.position.standing.winners

    @property
    def payments(self) -> tuple[Fraction, ...]:
        """The payment each seat receives, negative if it pays; empty while the match runs."""
        return self.position.standing.payments

    @property
    def past(self) -> Past:
        """The values of every run and tally before this deal, by seat."""
        return self.position.standing.figures.past

    @property
    def history(self) -> tuple[PlayedDeal, ...]:
        """The finished deals."""
        return self.position.standing.history

    @property
    def events(self) -> tuple[Event, ...]:
        """Every event so far, including hidden information."""
        return self.position.standing.events + self.position.events

    # --- the deal -------------------------------------------------------------------------

    @property
    def deal(self) -> int:
        """The 1-based number of the deal in the schedule."""
        return self.position.dealing.scheduled.number

    @property
    def scheduled(self) -> ScheduledDeal:
        """The deal as listed in the schedule."""
        return self.position.dealing.scheduled

    @property
    def dealer(self) -> int:
        """The dealer's seat; before the first dealer is drawn, the last seat."""
        return self.position.dealing.dealer

    @property
    def caller(self) -> int | None:
        """The seat that calls; None in a deal without a call, or before it."""
        return self.position.dealing.caller

    @property
    def cards(self) -> int | None:
        """The number of cards for each player in this deal; None until it is picked."""
        return self.position.dealing.cards

    @property
    def hands(self) -> Hands:
        """The cards each seat holds, in the order dealt; empty before cards are dealt."""
        return current_hands(self.position)

    @property
    def trump(self) -> tuple[Suit, ...] | None:
        """The trump suits, highest first: empty for no trump, one suit, or all; None until they are
        known.
        """
        return self.position.dealing.trump

    @property
    def turned(self) -> Card | None:
        """The card turned up for trump, or None."""
        return self.position.dealing.turned

    @property
    def calls(self) -> tuple[str, ...]:
        """The calls made in this deal, in the order the rules declare them."""
        return self.position.dealing.calls or ()

    @property
    def bids(self) -> tuple[int | None, ...]:
        """The bid of each seat; None for a seat that has not bid."""
        return bids_by_seat(self.position.dealing)

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The cards of the current trick, in the order played."""
        return () if self.position.play is None else self.position.play.trick

    @property
    def finished_tricks(self) -> tuple[PlayedTrick, ...]:
        """The finished tricks of this deal."""
        return () if self.position.play is None else self.position.play.finished

    @property
    def tricks(self) -> tuple[int, ...]:
        """The number of tricks each seat has won in this deal."""
        return engine.tricks_won(self.finished_tricks, self.players)

    @property
    def decisions(self) -> int:
        """The number of decisions players have made in this deal."""
        return self.position.decisions

    # --- views and records ------------------------------------------------------------------

    def view(self, seat: int | None) -> View:
        """Returns the view of a seat, or the public view for None.

        Raises ArgumentError if the seat does not exist.
        """
        if seat is not None and (type(seat) is not int or not 0 <= seat < self.players):
            raise problems.arguments.WrongSeat("seat", seat, self.players).error()
        return view_of(self.position, seat)

    def record(self) -> Record:
        """Returns the match so far as a record, including every card."""
        return record_of(self.position)

    def __hash__(self) -> int:
        # Rules and history are left out: they are large and rarely distinguish states.
        now = self.position
        dealing = now.dealing
        here = (dealing.scheduled.number, dealing.pack, dealing.calls, dealing.trump, dealing.bids)
        return hash((now.phase, now.decisions, now.standing.figures.totals, here, now.play))

    def __repr__(self) -> str:
        return f"<State: {self}>"

    def __str__(self) -> str:
        deal = self.position.dealing.scheduled
        who = "over" if self.over else f"{self.actor!r} to act"
        return f"deal {deal.number} ({deal.name}), {self.phase}, {who}, totals {self.totals}"


def start_match(
    game: Game,
    players: int | None = None,
    seed: int | None = None,
    match: int = 0,
    names: Sequence[str] | None = None,
    dealer: int | str | None = None,
    parameters: Mapping[str, Value] | None = None,
    rules: str | None = None,
) -> State:
    """Returns a new match; `rules` is the reference to the rules in its record (default: their
    file).

    - `players`: by default the number of `names`, or the fewest that the rules allow.
    - `seed`: if given, cards are dealt automatically; otherwise the match waits for `deal ...` in
      every deal.
    - `dealer`: a seat or a name, by default the last seat. If the rules say that the first dealer
      is drawn, the seed decides; without a seed the match waits for `dealer ...`.

    Raises ArgumentError if an argument is invalid.
    """
    if players is None and names is not None:
        players = player_count(names)
    return start_at_table(open_table(game, players, parameters), seed, match, names, dealer, rules)


def start_at_table(
    table: Table,
    seed: int | None = None,
    match: int = 0,
    names: Sequence[str] | None = None,
    dealer: int | str | None = None,
    rules: str | None = None,
) -> State:
    """Returns a new match at a table that is already open, which many matches may share.

    The other arguments are those of `start_match`.
    """
    if seed is not None and (type(seed) is not int or not 0 <= seed < SEED_LIMIT):
        raise problems.arguments.WrongSeed("seed", seed, SEED_LIMIT).error()
    if type(match) is not int or not 0 <= match < MATCH_LIMIT:
        raise problems.arguments.WrongSeed("match number", match, MATCH_LIMIT).error()
    called = player_names(names, table.players)
    first: int | None
    if dealer is None and table.draws_dealer:
        first = None if seed is None else random_below(seed, match, 1, FIRST_DEALER, table.players)
    else:
        first = seat_of_dealer(dealer, called)
    setting = Setting(table, called, first, seed, match, rules or table.game.file)
    return State(engine.open_match(setting))


def check_state(state: object) -> None:
    """Raises ArgumentError if a value is not a `State`."""
    if not isinstance(state, State):
        raise problems.arguments.NotAState(state).error()
