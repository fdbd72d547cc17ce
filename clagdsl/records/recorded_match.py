"""Turns a complete record into a `State` by applying every recorded action, with all checks."""

from __future__ import annotations

from collections.abc import Iterator

from clagdsl import problems
from clagdsl.check.proof_cache import proved_table
from clagdsl.engine.actions import (
    LOOKED,
    NO_TRUMP,
    PASSED,
    Action,
    Bid,
    DealPack,
    DrawBidder,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    SayInAuction,
)
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.transition import tricks_won, with_first_bidder
from clagdsl.lang.cards import ORDINARY, Card
from clagdsl.lang.errors import ClagError
from clagdsl.lang.expr.unparse import condition_text
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.record import Record, RecordedBid, RecordedDeal, RecordedPlay
from clagdsl.lang.rules import (
    BidInTurn,
    BidTogether,
    ChosenBid,
    DrawnTrump,
    Game,
    TurnedTrump,
    turned_place,
)
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, IllegalAction
from clagdsl.records.cardplay import pack_from_hands
from clagdsl.records.parse_deal import complete_cards, expected_takers_text
from clagdsl.records.replay import replay_sheet
from clagdsl.records.row_context import empty_places
from clagdsl.records.seed_check import (
    drawn_trump,
    key_against_seed,
    wrong_commitment,
    wrong_drawn_trump,
)
from clagdsl.records.toml_spans import RecordPlaces
from clagdsl.table.choices import ordered_call
from clagdsl.table.seats import blind_seats


class RecordError(ClagError, ValueError):
    """Raised if a record cannot be turned into a match; `diagnostics` are the reasons."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        self.diagnostics = diagnostics
        first = next(
            (diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"),
            diagnostics[0],
        )
        self.code = first.code
        where = f"{first.place}: " if first.place else ""
        super().__init__(f"{where}{first.code}: {first.message}")


def replay(record: Record, game: Game, places: RecordPlaces | None = None) -> State:
    """Returns the state at the end of a record that contains every card and decision from the first
    deal on.

    Raises RecordError if the record is incomplete or the rules do not allow its players or
    parameters. It is also raised for an incorrect figure that no action reproduces, such as a bid
    in a deal of fixed bids. Raises IllegalAction for the first recorded action that the rules
    forbid.
    """
    places = places or empty_places()
    by_hand: dict[str, object] = {"roster": record.roster, "adjust": record.adjust}
    by_hand["ended"] = record.ended
    by_hand["scheduled"] = tuple(deal for deal in record.deals if deal.scheduled is not None)
    by_hand["more"] = tuple(deal for deal in record.deals if deal.more)
    for key in (key for key, entries in by_hand.items() if entries):
        place = places.value(None, key)
        reason = f"`{key}` is only for score sheets, so the match cannot be rebuilt"
        raise RecordError(problems.records.NotComplete(place, reason).diagnostic())
    wrong = wrong_commitment(record, places)
    if wrong is not None:
        raise RecordError(wrong)
    try:
        table = proved_table(game, len(record.players), dict(record.parameters))
        dealer = _first_dealer(record)
        if dealer is None and record.deals and record.seed is None:
            dealer = record.players[-1]
        state = start_at_table(
            table, record.seed, record.match, record.players, dealer, rules=record.rules
        )
    except ArgumentError as error:
        raise RecordError(
            problems.records.WrongTable(places.whole(), error.reason).diagnostic()
        ) from error
    for index, deal in enumerate(record.deals):
        last = index == len(record.deals) - 1
        _check_seed(record, deal, state, places.deal(index))
        state = DealReplayer(deal, places.deal(index), last).play(state, index + 1)
    reported = [problem.diagnostic for problem in replay_sheet(record, game, places).problems]
    errors = [diagnostic for diagnostic in reported if diagnostic.severity == "error"]
    if errors:
        raise RecordError(*errors)
    return state


def _first_dealer(record: Record) -> str | None:
    if record.dealer is None and record.deals:
        return record.deals[0].dealer
    return record.dealer


def _check_seed(record: Record, deal: RecordedDeal, state: State, place: Place) -> None:
    """Raises RecordError if the recorded cards or trump are not those that the seed deals."""
    cards = state.scheduled.cards or deal.cards
    key = key_against_seed(
        state.table.deck, record, deal, state.deal, state.dealer, cards, state.players
    )
    if key is not None:
        raise RecordError(
            problems.records.NotOfSeed(place, state.deal, record.seed or 0).diagnostic()
        )
    drawn_suit, suit = drawn_trump(record, state.deal), deal.trump
    if drawn_suit is not None and suit not in (None, drawn_suit):
        calls = ordered_call(state.table.rules_of(state.scheduled), deal.calls or ())
        rules = state.table.rules_of(state.scheduled, calls, cards)
        if isinstance(rules.trump, DrawnTrump):
            raise RecordError(wrong_drawn_trump(place, drawn_suit))


@dataclass(frozen=True, slots=True)
class RecordedStep:
    """A recorded action, with the states before and after it."""

    before: State
    action: Action
    after: State


class DealReplayer:
    """Applies the actions of one recorded deal."""

    def __init__(self, deal: RecordedDeal, place: Place, last: bool) -> None:
        self.deal = deal
        self.place = place
        self.last = last

    def play(self, state: State, number: int) -> State:
        """Returns the state after all recorded actions of the deal; raises RecordError if they
        cannot be applied.
        """
        ends = state.game.ends
        if state.over and ends is not None and number > state.deal:
            text = condition_text(ends.condition)
            raise RecordError(
                problems.records.BehindTheEnd(self.place, number, state.deal, text).diagnostic()
            )
        if state.over or state.deal != number or self.deal.number not in (None, number):
            raise self._incomplete(f"deal {number} is not recorded")
        self._check_turn("dealer", self.deal.dealer, state, state.dealer)
        plays = self.plays()
        for step in self.steps(state, plays):
            state = step.after
        if not state.over and state.deal == number:
            state = self._with_recorded_first_bidder(state)
            if self.last and next(plays, None) is None and self._is_used_up(state):
                return state
            raise self._incomplete(f"deal {number} is not recorded in full")
        if next(plays, None) is not None:
            raise self._incomplete(f"in deal {number}, more cards are played than dealt")
        self._check_blind(state)
        self._check_results(state)
        return state

    def _is_used_up(self, state: State) -> bool:
        """Returns whether the bids of an unfinished deal were applied and it has no results.

        A deal of a score sheet has bids or results, but no cards from which they follow.
        """
        bids = sum(isinstance(bid, int) for bid in self.deal.bids or ())
        applied = sum(bid is not None for bid in state.bids)
        won = () if self.deal.tricks else self.deal.won or ()
        results = (*won, *(self.deal.totals or ()))
        return bids <= applied and not any(isinstance(figure, int) for figure in results)

    def plays(self) -> Iterator[RecordedPlay]:
        """Returns an iterator over the deal's plays, in order."""
        return iter([play for trick in self.deal.tricks or () for play in trick])

    def steps(self, state: State, plays: Iterator[RecordedPlay]) -> Iterator[RecordedStep]:
        """Yields the recorded actions from a state on, up to the end of the deal or the first
        missing action.
        """
        number = state.deal
        while not state.over and state.deal == number:
            if state.phase == "call" and isinstance(state.actor, int):
                self._check_turn("caller", self.deal.caller, state, state.actor)
            state = self._with_recorded_first_bidder(state)
            action = self._next_action(state, plays)
            if action is None:
                return
            before, state = state, self._apply(state, action)
            yield RecordedStep(before, action, state)

    def _check_blind(self, state: State) -> None:
        """Raises RecordError if a player recorded in `blind` did not bid blind."""
        blind = blind_seats(state.history[-1].dealing)
        for name in self.deal.blind or ():
            if state.names.index(name) not in blind:
                raise self._incomplete(f"{name} did not bid blind in deal {len(state.history)}")

    def _check_results(self, state: State) -> None:
        """Checks the recorded tricks and totals against the deal just played; raises RecordError if
        they differ.
        """
        played = state.history[-1]
        tricks = tricks_won(played.tricks, state.players)
        self._check_takers([trick.winner for trick in played.tricks], state.names)
        for seat, (name, won, total) in enumerate(
            zip(state.names, tricks, played.totals, strict=True)
        ):
            counted = self.deal.won[seat] if self.deal.won else None
            written = self.deal.totals[seat] if self.deal.totals else None
            if counted not in (None, won):
                raise RecordError(
                    problems.records.OtherTricks(
                        self.place, name, counted or 0, (won,)
                    ).diagnostic()
                )
            if written not in (None, total):
                bid = played.dealing.rules.bid
                entries = ["the cards", "the bid"] if isinstance(bid, ChosenBid) else ["the cards"]
                wrong = problems.records.WrongTotal(
                    self.place, name, written or 0, total, won, entries
                )
                if not played.tricks:
                    wrong = problems.records.ChangedTotal(
                        self.place, name, written or 0, total, 0, ()
                    )
                raise RecordError(wrong.diagnostic())

    def _check_takers(self, takers: list[int], names: tuple[str, ...]) -> None:
        """Raises RecordError if `taken` is recorded and differs from these takers."""
        taken = self.deal.taken
        if taken is None:
            return
        if len(taken) != len(takers):
            expected = expected_takers_text(len(takers))
            raise RecordError(
                problems.records.WrongTakers(self.place, "taken", len(taken), expected).diagnostic()
            )
        for trick, (seat, winner) in enumerate(zip(taken, takers, strict=True), 1):
            if seat != winner:
                wrong = problems.records.OtherTaker(
                    self.place, names[winner], seat + 1, (winner + 1,), trick
                )
                raise RecordError(wrong.diagnostic())

    def _check_turn(self, role: str, name: str | None, state: State, expected: int) -> None:
        if name is not None and name != state.names[expected]:
            raise RecordError(
                problems.records.WrongTurn(
                    self.place, role, name, state.names[expected]
                ).diagnostic()
            )

    def _with_recorded_first_bidder(self, state: State) -> State:
        """Returns the state before the first bid, with the recorded first bidder in place of the
        randomly drawn one.

        A record without a first bidder comes from rules that did not draw one; then eldest hand
        bids first.
        """
        if state.bids != (None,) * state.players:
            return state
        dealing, name = state.position.dealing, self.deal.first
        drawn, is_used = dealing.drawn, dealing.rules.bid == BidInTurn("drawn")
        if drawn is None:
            if name is not None and state.phase == "bid":
                raise self._incomplete(f"nobody is drawn to bid first in deal {state.deal}")
            return state
        if name is None and (self.deal.bids is None or not is_used):
            return state
        seat = (state.dealer + 1) % state.players if name is None else state.names.index(name)
        return state if seat == drawn else State(with_first_bidder(state.position, seat))

    def _apply(self, state: State, action: Action) -> State:
        why = state.why_not(action)
        if why is not None:
            raise IllegalAction(why)
        return state.apply(action)

    def _incomplete(self, reason: str) -> RecordError:
        return RecordError(problems.records.NotComplete(self.place, reason).diagnostic())

    def _next_action(self, state: State, plays: Iterator[RecordedPlay]) -> Action | None:
        """Returns the next action of the deal, or None if it is not recorded."""
        deal = self.deal
        match state.phase:
            case "size":
                return None if deal.cards is None else PickCards(deal.cards)
            case "deal":
                return self._deal_action(state)
            case "call":
                return None if deal.calls is None else MakeCall(deal.calls)
            case "auction":
                return self._auction_action(len(state.position.dealing.auction))
            case "name":
                return self._name_action()
            case "first":
                if deal.first is None and deal.bids is None:
                    return None
                eldest = state.names[(state.dealer + 1) % state.players]
                return DrawBidder(deal.first or eldest)
            case "bid":
                seat = state.actor
                if not isinstance(seat, int):
                    return None
                if deal.bids is None or seat >= len(deal.bids):
                    return self._bid_action(state, seat, "?")
                return self._bid_action(state, seat, deal.bids[seat])
            case "play":
                return self._play_action(plays)
            case "dealer" | "over":
                return None

    def _bid_action(self, state: State, seat: int, bid: RecordedBid) -> Action | None:
        """Returns a seat's bid, or the action of looking at the cards if the bid is not blind."""
        name = state.names[seat]
        blind = name in (self.deal.blind or ())
        looks = LOOKED in state.legal() and not blind
        if not isinstance(bid, int):
            return LOOKED if looks and self.deal.looked == name else None
        return LOOKED if looks else _bid_that_leads_to(state, Bid(bid, blind))

    def _auction_action(self, count: int) -> Action | None:
        """Returns the auction's action after `count` words, or None if it is not recorded."""
        words = self.deal.auction or ()
        if count >= len(words):
            return None
        word = words[count]
        return PASSED if word is None else SayInAuction(word.number, word.trump)

    def _name_action(self) -> Action | None:
        """Returns the action that names a trump, no trump, or an order of the suits."""
        deal = self.deal
        if deal.order is not None:
            return NameOrder(deal.order)
        if deal.trump == "none":
            return NO_TRUMP
        return None if deal.trump is None else NameTrump(deal.trump)

    def _deal_action(self, state: State) -> Action | None:
        """Returns the action that deals the pack, with the drawn trump suit if the deal draws one.

        If a call replaces the draw, any suit will do.
        """
        pack, suit = self._recorded_pack(state), self.deal.trump
        if pack is None or not state.table.draws_trump(state.scheduled):
            return None if pack is None else DealPack(pack)
        calls = ordered_call(state.table.rules_of(state.scheduled), self.deal.calls or ())
        rules = state.table.rules_of(state.scheduled, calls, state.cards)
        if suit is not None and suit != "none":
            return DealPack(pack, suit)
        return None if isinstance(rules.trump, DrawnTrump) else DealPack(pack, ORDINARY.suits[0])

    def _play_action(self, plays: Iterator[RecordedPlay]) -> Action | None:
        play = next(plays, None)
        if play is None or play.card is None:
            return None
        return Play(play.card, play.face)

    def _recorded_pack(self, state: State) -> tuple[Card, ...] | None:
        """Returns the pack as recorded, or one that deals the recorded hands and turned card."""
        deal = self.deal
        if deal.pack is not None:
            return complete_cards(deal.pack)
        hands = tuple(complete_cards(hand) for hand in deal.hands or ())
        complete_hands = tuple(hand for hand in hands if hand is not None)
        if len(complete_hands) != state.players or {len(hand) for hand in complete_hands} != {
            state.cards
        }:
            return None
        plain = state.table.rules_of(state.scheduled)
        calls = ordered_call(plain, deal.calls or ())
        rules = state.table.rules_of(state.scheduled, calls, state.cards)
        trump, dealt = rules.trump, state.players * (state.cards or 0)
        size = state.table.deck.size
        turns = isinstance(trump, TurnedTrump) and turned_place(trump, dealt, size) is not None
        if turns and deal.turned is None:
            return None
        turned = complete_cards((*(deal.turned_before or ()), *filter(None, [deal.turned])))
        if turned is None:
            return None
        return pack_from_hands(state.table.deck, complete_hands, turned, state.dealer)


def _bid_that_leads_to(state: State, final: Bid) -> Bid:
    """Returns the first bid of a player whose final bid is `final`; records have only final bids.

    It is another bid if `final` is legal only as a second bid, after bids made together.
    """
    rules, legal = state.position.dealing.rules, state.legal()
    again = isinstance(rules.bid, BidTogether) and rules.bid.again is not None
    if final in legal or not again or state.bids.count(None) != 1:
        return final
    firsts = (bid for bid in legal if isinstance(bid, Bid) and bid.blind == final.blind)
    return next((bid for bid in firsts if _allows(state.apply(bid), final)), final)


def _allows(state: State, bid: Bid) -> bool:
    return state.phase == "bid" and bid in state.legal()
