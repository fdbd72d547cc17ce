"""A table whose cards the server deals: an immutable value, the fold of the table's events.

The engine's state is accessed only through `view`. Legal actions, and the reasons why others are
illegal, come from the seat's view alone, so no error message can reveal a hidden card.

If all players bid at the same time, a seat may bid before its turn. Such a bid is kept in
`early_bids` and passed to the engine when the seat's turn comes. `hidden_bids` lists the events of
bids that are not revealed yet, which an export must redact.

A person's last action can be taken back if it revealed no card and nothing followed it.
`LastAction` keeps the state before it. Anything else takes everybody's consent: a seat may ask to
take back what it did last in the deal, or claim every trick that is left. There is one `question`
at a time. It ends with the next action in the match, so it never holds anybody up; only bots wait
for it. A claim that is certain by the seat's own view needs no consent.

`turn_starts` has for each seat the number of the event with which its current question began, so a
form for an earlier question is refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias, TypeVar

from clagdsl.api import PlayableGame
from clagdsl.engine.actions import LOOKED, Action
from clagdsl.engine.claims import play_out, winning_line, winning_order
from clagdsl.engine.events import (
    AuctionSaid,
    BidMade,
    BidsTold,
    CallMade,
    CardsPicked,
    DealBegun,
    Event,
    Passed,
    TrumpNamed,
    all_decisions,
    decision_of,
)
from clagdsl.engine.match_state import PlayedDeal
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.transition import open_match
from clagdsl.engine.view import View
from clagdsl.engine.view_legality import action_in_view
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.numerals import join_words
from clagdsl.lang.record import PlayerName, Record
from clagdsl.lang.rules import BidTogether, ChosenBid
from clagdsl.problems.diagnostic import IllegalAction, Reason
from clagdsl.problems.escape import shorten
from clagdsl.season.finished_match import CountedDeal, FinishedMatch, played_game
from clagdsl.serve.form_turn import FormTurn
from clagdsl.serve.keeper_table import EntryPosition, parameter_values
from clagdsl.serve.members import (
    BaseTable,
    LogEntry,
    LoggedCommand,
    NotAllowedError,
    People,
    log_entry,
    new_people,
    why_not_permitted,
)
from clagdsl.serve.seed_draw import DealSecret, SeedDraw
from clagdsl.serve.table_events import (
    ActionMade,
    ActionTakenBack,
    DrawCommand,
    DrawContinued,
    EntryMade,
    MatchOpened,
    Member,
    MemberSeated,
    NonceCommitted,
    NonceRevealed,
    PatienceChosen,
    PeopleCommand,
    PlayedBy,
    QuestionAnswered,
    RestClaimed,
    SeatCommand,
    TableCommand,
    TableEvent,
    TableOpened,
    UndoAsked,
)
from clagdsl.serve.table_messages import TableMessage, Text
from clagdsl.table.seats import bids_by_seat
from clagdsl.table.standings import places

# --- the table --------------------------------------------------------------------------

V = TypeVar("V")

PROGRAM: Final = Member("*", "the program", None, "")
"""The author of the bots' actions; no browser can have this id."""
REVEALS_NO_CARD: Final = (BidMade, TrumpNamed, CallMade, CardsPicked, AuctionSaid, Passed)
"""Events that reveal no card, so that their action may be taken back until something follows."""


@dataclass(frozen=True, slots=True)
class EarlyBid:
    """A bid made before the seat's turn, in a deal in which all bid at the same time."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class LastAction:
    """The action that may be taken back: its author and seat, and the state before it."""

    by: str
    seat: int
    before: State


Subject: TypeAlias = Literal["claim", "undo"]
"""The subject of a question: a claim of the rest, or taking back the last action."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a seat to everybody, the number of its event, and the seats that agreed."""

    about: Subject
    seat: int
    number: int
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sign:
    """An emote of a seat, or a nudge for those who are to act; `time` is in ms since 1970."""

    time: int
    seat: int
    name: SignName


EMOTES: Final = ("thumb", "clap", "smile", "wow", "cry", "thanks")
SignName: TypeAlias = Literal["thumb", "clap", "smile", "wow", "cry", "thanks", "nudge"]
EMOTE_PAUSE: Final = 3_000
NUDGE_PAUSE: Final = 20_000
"""Milliseconds between two emotes of a seat, and between two nudges at a table."""


@dataclass(frozen=True, slots=True)
class HiddenBid:
    """The number of an event with a bid that is not revealed yet.

    A bid that is taken back stays hidden until the match is over.
    """

    seat: int
    number: int
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True)
class ActorChange:
    """A change of the person or bot acting for a seat, from event number `place` of
    the match on.
    """

    place: int
    seat: int
    who: str


@dataclass(frozen=True, slots=True)
class OnlineTable(BaseTable):
    """A table after `number` events, whose cards the server deals.

    - `policies`: the bot that plays each seat, None for a person.
    - `turn_starts`: for each seat the number of the event with which its current question began.
    - `event_numbers`: for each event of the match the number of the table's event that caused it.
    - `patience`: the seconds after which a bot takes over the seat of a person who does not act.
    - `signs`: the last emote of each seat, and the last nudge; they are not stored.
    - `declined`: what was asked and declined since the last action in the match.
    - `draw`: the draw of the seed by all phones; None if the server has drawn it alone. Until it is
      over, `state` has no cards.
    """

    name: str
    game: PlayableGame
    people: People
    state: State
    secret: DealSecret
    policies: tuple[PlayerName | None, ...]
    turn_starts: tuple[int, ...]
    event_numbers: tuple[int, ...]
    number: int = 1
    early_bids: tuple[EarlyBid, ...] = ()
    last: LastAction | None = None
    hidden_bids: tuple[HiddenBid, ...] = ()
    actor_changes: tuple[ActorChange, ...] = ()
    question: Question | None = None
    declined: tuple[tuple[Subject, int], ...] = ()
    patience: int | None = None
    signs: tuple[Sign, ...] = ()
    draw: SeedDraw | None = None

    @property
    def match(self) -> State:
        """The match as the engine's state."""
        return self.state

    @property
    def summary_extras(self) -> dict[str, object]:
        """The kind of the table."""
        return {"kind": "online"}

    @property
    def finished_match(self) -> FinishedMatch | None:
        """The match for statistics; None until it is over."""
        state = self.state
        if not state.over:
            return None
        everybody = tuple(range(state.players))
        programs = tuple(seat for seat in everybody if self.policies[seat] is not None)
        return FinishedMatch(
            f"table {self.name}",
            played_game(state.table),
            self.date,
            self.note,
            state.names,
            programs,
            state.totals,
            self.places,
            tuple(_deal_statistics(deal, everybody) for deal in state.history),
        )

    @property
    def places(self) -> tuple[int | None, ...]:
        """The place of each seat by the rules that decide the match, if it were over now."""
        state = self.state
        everybody = list(range(state.players))
        return places(state.game.winner, state.totals, state.failed, state.completed, everybody)

    def view(self, seat: int | None) -> View:
        """Returns the view of a seat, or the public view if it is None; all pages are made from
        views.
        """
        return self.state.view(seat)

    def legal_actions(self, seat: int) -> tuple[Action, ...]:
        """Returns all actions that a seat may currently take.

        If all players bid at the same time, a seat may bid before its turn, unless it must look at
        its cards first.
        """
        return self.legal_in(self.view(seat))

    def legal_in(self, view: View) -> tuple[Action, ...]:
        """Returns the actions of `legal_actions` from the view of the seat."""
        seat, legal = view.own_seat, view.legal
        if (
            self.is_drawing
            or seat in self.waiting_seats
            or (seat != self.state.actor and LOOKED in legal)
        ):
            return ()
        return legal

    @property
    def waiting_seats(self) -> tuple[int, ...]:
        """The seats that have bid before their turn, in a deal in which all bid at
        the same time.
        """
        return tuple(one.seat for one in self.early_bids)

    @property
    def acting_seats(self) -> tuple[int, ...]:
        """The seats whose action is due: several while all players bid at the same time."""
        if self.is_drawing:
            return ()
        return tuple(one for one in self.state.position.acting if one not in self.waiting_seats)

    @property
    def private_event_numbers(self) -> frozenset[int]:
        """The numbers of the events that are not public yet."""
        return frozenset() if self.state.over else frozenset(one.number for one in self.hidden_bids)

    @property
    def contracts(self) -> tuple[tuple[bool | None, ...], ...]:
        """Whether each seat made its contract, for each finished deal; public."""
        return tuple(
            tuple(result.completed for result in deal.results) for deal in self.state.history
        )

    @property
    def acting_policy(self) -> PlayerName | None:
        """The bot to act next; None if a person is to act, if people are asked something, or if
        the table is deleted.
        """
        seat = self.state.actor
        waits = self.deleted or self.question is not None or self.is_drawing
        return self.policies[seat] if isinstance(seat, int) and not waits else None

    def form_turn_of(self, seat: int) -> FormTurn:
        """Returns the turn of a seat; an early bid changes only the turn of its own seat."""
        state = self.state
        return FormTurn(self.turn_starts[seat], state.deal, state.phase, self.names[seat])

    def why_stale(
        self, turn: FormTurn | EntryPosition | None, seen: int | None, did: TableCommand
    ) -> TableMessage | None:
        """Returns why a command no longer belongs to the current turn of its seat, or None if it
        does.

        `turn` is the turn for which its form was rendered, `seen` the number of events that the
        form showed. A page that draws the match itself gives its position instead. Commands about
        people do not depend on a turn.
        """
        if not isinstance(did, SeatCommand) or did.seat not in range(len(self.turn_starts)):
            return None
        name = self.names[did.seat]
        start = self.turn_starts[did.seat]
        if isinstance(did, QuestionAnswered):
            start = self.number + 1 if self.question is None else self.question.number
        if isinstance(turn, EntryPosition):
            is_due = turn.deal == self.state.deal and did.seat in self.acting_seats
            needs_turn = isinstance(did, ActionMade | RestClaimed)
            is_for_now = turn.seen >= start and (is_due or not needs_turn)
        elif turn is None:
            is_for_now = seen is None or seen >= start
        elif turn.player != name:
            facts = {"earlier": turn.player, "player": name}
            return TableMessage(Text.NOT_YOUR_PAGE, facts)
        else:
            is_for_now = turn == self.form_turn_of(did.seat)
        if is_for_now:
            return None
        now = self.why_cannot_act(did.seat) or TableMessage(Text.ASKED_OTHERWISE)
        if isinstance(did, QuestionAnswered):
            now = TableMessage(Text.NOT_ASKED_ANY_MORE)
        command = (
            TableMessage(Text.ACTION, {"action": shorten(did.action)})
            if isinstance(did, ActionMade)
            else TableMessage(_TAPPED[did.kind])
        )
        return TableMessage(Text.MOVED_ON, {"now": now, "command": command})

    def may_take_back(self, member: Member | None) -> bool:
        """Returns whether a member may take back their last action."""
        seat = self.seat_of(member)
        if member is None or seat is None:
            return False
        last = self.last
        return seat in self.waiting_seats or (
            last is not None and (last.by, last.seat) == (member.id, seat)
        )

    def record(self) -> Record:
        """Returns the match as a record with its seed and salt; it is secret until the match is
        over.
        """
        record = replace(self.state.record(), played=self.played, note=self.note or None)
        if self.draw is not None:
            return replace(record, draw=self.draw.record(self.secret.salt))
        return replace(record, salt=self.secret.salt, commitment=self.commitment)

    # --- events -------------------------------------------------------------------------

    def apply(self, event: TableEvent) -> OnlineTable:
        """Returns the table after an event; raises IllegalAction if the rules forbid it."""
        after = self._apply(event)
        count = len(after.state.events)
        kept = self.event_numbers[:count]  # fewer are kept if an action was taken back
        return replace(after, event_numbers=(*kept, *(after.number,) * (count - len(kept))))

    def _apply(self, event: TableEvent) -> OnlineTable:
        table = replace(self, number=self.number + 1)
        match event.did:
            case NonceCommitted() | NonceRevealed() | DrawContinued():
                return table._apply_draw(event.by, event.did)
            case ActionMade(seat=seat, action=action):
                return table._without_question()._apply_action(event.by, seat, action)
            case ActionTakenBack(seat=seat):
                table = table._without_question()
                return table._apply_undo(seat)._with_log_entry(event.by, event.did)
            case RestClaimed(seat=seat, plays=plays):
                return table._apply_claim(event.by, seat, plays)
            case UndoAsked(seat=seat):
                return table._apply_undo_asked(event.by, seat)
            case QuestionAnswered(seat=seat, agrees=agrees, plays=plays):
                return table._apply_answer(event.by, seat, plays, agrees=agrees)
            case PlayedBy(seat=seat, policy=policy):
                table = table._with_log_entry(event.by, event.did)._without_question()
                table = replace(table, policies=_with_item(self.policies, seat, policy), last=None)
                return table._with_draw_after(self)
            case PatienceChosen(seconds=seconds):
                return replace(table._with_log_entry(event.by, event.did), patience=seconds)
            case TableOpened() | MatchOpened() | EntryMade():
                raise NotAllowedError(TableMessage(Text.SERVER_DEALS))
            case _:
                table = table._with_log_entry(event.by, event.did)
                return replace(
                    table,
                    people=table.people.apply(event.did),
                    policies=self._policies_after(event.did),
                )._with_draw_after(self)

    def _policies_after(self, did: PeopleCommand) -> tuple[PlayerName | None, ...]:
        """Returns the bot of each seat; a member who takes a seat replaces its bot."""
        seat = self.seat_of(did.member) if isinstance(did, MemberSeated) else None
        return self.policies if seat is None else _with_item(self.policies, seat, None)

    def _with_log_entry(self, by: str, did: LoggedCommand) -> OnlineTable:
        """Returns the table with a log entry for a command that is not an event of the match."""
        entry = log_entry(len(self.state.events), by, did, self.people, self.names)
        who = "The program" if by == PROGRAM.id else entry.who
        entry = replace(entry, who=who, number=self.number)
        return replace(self, people=self.people.with_log_entry(entry))

    # --- the draw of the seed -----------------------------------------------------------

    @property
    def commitment(self) -> str:
        """The hash shown before the first card, of the secret or of the server's nonce."""
        return self.secret.commitment if self.draw is None else self.draw.commitment

    @property
    def is_drawing(self) -> bool:
        """True as long as the phones draw the seed, so that no card is dealt."""
        return self.secret.seed is None

    @property
    def people_seats(self) -> tuple[int, ...]:
        """The seats that no bot plays."""
        return tuple(seat for seat, policy in enumerate(self.policies) if policy is None)

    def _apply_draw(self, by: str, did: DrawCommand) -> OnlineTable:
        assert self.draw is not None
        draw = self.draw.apply(did, self.people_seats)
        table = replace(self, draw=draw)
        if draw.round > self.draw.round:
            names = join_words([self.names[seat] for seat in draw.failures[-1]])
            text = f"begins round {draw.round} of the draw, without a reveal of {names}"
            table = table._with_log_text(by, text)
        return table._dealt()

    def why_not_drawn(self, did: DrawCommand) -> TableMessage | None:
        """Returns why a seat may not make a command of the draw now, or None if it may."""
        if self.draw is None or not self.is_drawing:
            return TableMessage(Text.DRAW_MOVED_ON)
        return self.draw.why_refused(did, self.people_seats)

    def _with_draw_after(self, before: OnlineTable) -> OnlineTable:
        """Returns the table with the draw after a change of people or bots."""
        if self.draw is None or not self.is_drawing:
            return self
        seats = enumerate(self.names)
        changed = (seat for seat, name in seats if before.member_of(name) != self.member_of(name))
        draw = self.draw.with_people(self.people_seats, tuple(changed))
        return replace(self, draw=draw)._dealt()

    def _dealt(self) -> OnlineTable:
        """Returns the table with the first deal, if the seed is drawn now."""
        draw, setting = self.draw, self.state.position.setting
        if draw is None or not draw.is_over:
            return self
        seed = draw.seed(self.secret.salt)
        state = start_at_table(
            setting.table, seed, 0, setting.names, setting.first_dealer, setting.rules
        )
        names = join_words([self.names[seat] for seat in draw.seats or ()])
        text = f"deals from a seed of its own and of {names or 'nobody'}"
        return replace(
            self,
            state=state,
            secret=replace(self.secret, seed=seed),
            event_numbers=(),
            people=self.people.clamp_log(0, self.number).with_log_entry(
                LogEntry(0, "The program", text, self.number)
            ),
        )

    def parse_action(self, seat: int, text: str) -> Action:
        """Parses an action of a seat; raises IllegalAction, with reasons based only on its view."""
        action = action_in_view(self.view(seat), self.state.table, text)
        if isinstance(action, Reason):
            raise IllegalAction(action)
        return action

    def _apply_action(self, by: str, seat: int, text: str) -> OnlineTable:
        why = self.why_cannot_act(seat)
        if why is not None:
            raise NotAllowedError(why)
        action = self.parse_action(seat, text)
        bid, acts = HiddenBid(seat, self.number), self._actors_after(seat, by)
        if seat != self.state.actor:
            return replace(
                self,
                early_bids=(*self.early_bids, EarlyBid(seat, action)),
                turn_starts=_with_item(self.turn_starts, seat, self.number),
                hidden_bids=(*self.hidden_bids, bid),
                actor_changes=acts,
            )
        before, state, waiting = self.state, self.state.apply(action), self.early_bids
        while ready := [one for one in waiting if one.seat == state.actor]:
            state = state.apply(ready[0].action)
            waiting = tuple(one for one in waiting if one is not ready[0])
        shown = state.events[len(before.events) :]
        silent = len(shown) == 1 and isinstance(shown[0], REVEALS_NO_CARD)
        together = silent and _is_hidden_bid(shown)
        hidden = (*self.hidden_bids, bid) if _is_hidden_bid(shown) else self.hidden_bids
        if any(isinstance(event, BidsTold) for event in shown):
            hidden = tuple(one for one in hidden if one.is_taken_back)
        return replace(
            self,
            state=state,
            early_bids=waiting,
            hidden_bids=hidden,
            actor_changes=acts,
            turn_starts=_with_item(self.turn_starts, seat, self.number)
            if together
            else (self.number,) * len(self.turn_starts),
            last=LastAction(by, seat, before) if silent and by != PROGRAM.id else None,
        )

    def _apply_undo(self, seat: int) -> OnlineTable:
        hidden = tuple(
            replace(one, is_taken_back=one.is_taken_back or one.seat == seat)
            for one in self.hidden_bids
        )
        if seat in self.waiting_seats:
            waiting = tuple(one for one in self.early_bids if one.seat != seat)
            turn_starts = _with_item(self.turn_starts, seat, self.number)
            return replace(self, early_bids=waiting, turn_starts=turn_starts, hidden_bids=hidden)
        if self.last is None or self.last.seat != seat:
            raise NotAllowedError(TableMessage(Text.NOTHING_TO_UNDO))
        before, everybody = self.last.before, (self.number,) * len(self.turn_starts)
        return replace(
            self,
            state=before,
            turn_starts=everybody,
            last=None,
            hidden_bids=hidden,
            people=self.people.clamp_log(len(before.events), self.number),
        )

    # --- what needs everybody's consent -------------------------------------------------

    def completed(self, did: TableCommand) -> TableCommand:
        """Returns a command with the plays of a claim that is certain, or to which all agree now.

        They are stored, so a table replays in the same way in every later version.
        """
        actions: Sequence[Action] | None = None
        match did:
            case RestClaimed(seat=seat) if self.state.actor == seat:
                order = winning_order(self.view(seat), self.state.table)
                actions = None if order is None else play_out(self.state, seat, order)
            case QuestionAnswered(seat=seat, agrees=True) if self._agrees_last(seat, "claim"):
                assert self.question is not None
                actions = winning_line(self.state, self.question.seat)
            case _:
                return did
        return replace(did, plays=tuple(map(str, actions or ())))

    @property
    def asked_seats(self) -> tuple[int, ...]:
        """The seats that have not answered the question; bots are not asked."""
        question = self.question
        if question is None:
            return ()
        answered = (question.seat, *question.agreed)
        return tuple(seat for seat in self.people_seats if seat not in answered)

    def _agrees_last(self, seat: int, about: Subject) -> bool:
        question = self.question
        return question is not None and question.about == about and self.asked_seats == (seat,)

    def may_ask(self, seat: int) -> tuple[Subject, ...]:
        """Returns the subjects about which the person of a seat may ask everybody now."""
        both: tuple[Subject, ...] = ("claim", "undo")
        return tuple(about for about in both if self.why_cannot_ask(seat, about) is None)

    def why_cannot_ask(self, seat: int, about: Subject) -> TableMessage | None:
        """Returns why a seat may not claim the rest, or ask to take back, or None if it may."""
        state = self.state
        if self.question is not None:
            return TableMessage(Text.QUESTION_OPEN)
        if (about, seat) in self.declined:
            return TableMessage(Text.DECLINED)
        if about == "claim":
            if state.phase == "play" and state.actor == seat:
                return None
            return TableMessage(Text.CLAIM_LATER)
        bids_together = isinstance(state.position.dealing.rules.bid, BidTogether)
        if state.over or (state.phase == "bid" and bids_together) or not self._has_acted(seat):
            return TableMessage(Text.NOTHING_TO_ASK)
        return None

    def _why_nobody_agrees(self, seat: int, about: Subject) -> TableMessage | None:
        """Returns why the others cannot be asked: a bot does not judge a claim, and a person
        without a phone cannot answer.
        """
        others = [other for other in range(len(self.names)) if other != seat]
        if about == "claim" and any(self.policies[other] for other in others):
            return TableMessage(Text.CLAIM_UNPROVED)
        people = (self.names[other] for other in others if self.policies[other] is None)
        absent = [name for name in people if self.member_of(name) is None]
        return TableMessage(Text.CANNOT_AGREE, {"player": absent[0]}) if absent else None

    def _has_acted(self, seat: int) -> bool:
        """Returns whether a seat has acted in this deal."""
        for event in reversed(self.state.events):
            if isinstance(event, DealBegun):
                return False
            if decision_of(event) is not None and getattr(event, "seat", None) == seat:
                return True
        return False

    def _before_last_action(self, seat: int) -> State:
        """Returns the match before a seat's last action; it has acted."""
        events = self.state.events
        acts = [place for place, one in enumerate(events) if decision_of(one) is not None]
        last = [place for place in acts if getattr(events[place], "seat", None) == seat][-1]
        state = State(open_match(self.state.position.setting))
        for action in all_decisions(events[:last]):
            state = state.apply(action)
        return state

    def _without_question(self) -> OnlineTable:
        return replace(self, question=None, declined=())

    def _with_log_text(self, by: str, text: str) -> OnlineTable:
        entry = LogEntry(len(self.state.events), self.people.name_of(by), text, self.number)
        return replace(self, people=self.people.with_log_entry(entry))

    def _asking(self, by: str, seat: int, about: Subject, text: str) -> OnlineTable:
        """Returns the table with a question; raises NotAllowedError if nobody could answer it."""
        why = self._why_nobody_agrees(seat, about)
        if why is not None:
            raise NotAllowedError(why)
        return replace(self._with_log_text(by, text), question=Question(about, seat, self.number))

    def _apply_claim(self, by: str, seat: int, plays: tuple[str, ...]) -> OnlineTable:
        if plays:
            return self._with_log_text(by, "claims the rest, which is certain")._played_out(plays)
        return self._asking(by, seat, "claim", "claims the rest, and asks everybody")

    def _apply_undo_asked(self, by: str, seat: int) -> OnlineTable:
        if all(policy for other, policy in enumerate(self.policies) if other != seat):
            return self._with_log_text(by, "takes back their last action")._taken_back(seat)
        return self._asking(by, seat, "undo", "asks everybody to let them take back")

    def _apply_answer(
        self, by: str, seat: int, plays: tuple[str, ...], *, agrees: bool
    ) -> OnlineTable:
        question = self.question
        assert question is not None
        closed = replace(
            self, question=None, declined=(*self.declined, (question.about, question.seat))
        )
        if not agrees:
            text = "withdraws that" if seat == question.seat else "wants to play on"
            return closed._with_log_text(by, text)
        if self.asked_seats != (seat,):
            agreed = replace(question, agreed=(*question.agreed, seat))
            return replace(self._with_log_text(by, "agrees"), question=agreed)
        name = self.names[question.seat]
        if question.about == "undo":
            return self._with_log_text(by, f"agrees: {name} takes back")._taken_back(question.seat)
        if plays:
            return self._with_log_text(by, f"agrees: the rest is {name}'s")._played_out(plays)
        return closed._with_log_text(by, f"agrees, but {name} cannot win every trick: play goes on")

    def _played_out(self, plays: tuple[str, ...]) -> OnlineTable:
        """Returns the table after these actions of all seats."""
        state = self.state
        for action in plays:
            state = state.apply(action)
        everybody = (self.number,) * len(self.turn_starts)
        table = replace(self, state=state, turn_starts=everybody, last=None)
        return table._without_question()

    def _taken_back(self, seat: int) -> OnlineTable:
        """Returns the table before a seat's last action, whatever has followed it."""
        before = self._before_last_action(seat)
        place = len(before.events)
        acts = (replace(one, place=min(one.place, place)) for one in self.actor_changes)
        table = replace(
            self,
            state=before,
            early_bids=(),
            turn_starts=(self.number,) * len(self.turn_starts),
            last=None,
            people=self.people.clamp_log(place, self.number),
            actor_changes=tuple(acts),
        )
        return table._without_question()

    # --- signs --------------------------------------------------------------------------

    def why_no_sign(self, sign: Sign) -> TableMessage | None:
        """Returns why a seat may not give a sign now, or None if it may."""
        if sign.name == "nudge" and set(self.late_seats) <= {sign.seat}:
            return TableMessage(Text.NOBODY_TO_NUDGE)
        pause = NUDGE_PAUSE if sign.name == "nudge" else EMOTE_PAUSE
        last = [one.time for one in self.signs if _replaces(sign, one)]
        return TableMessage(Text.TOO_SOON) if last and sign.time - last[0] < pause else None

    def with_sign(self, sign: Sign) -> OnlineTable:
        """Returns the table with a sign in the place of an earlier one."""
        kept = (one for one in self.signs if not _replaces(sign, one))
        return replace(self, signs=(*kept, sign))

    @property
    def late_seats(self) -> tuple[int, ...]:
        """The seats of people that are to act or to answer."""
        seats = self.acting_seats if self.question is None else self.asked_seats
        return tuple(seat for seat in seats if self.policies[seat] is None)

    # --- who acts, and why not ----------------------------------------------------------

    def _actors_after(self, seat: int, by: str) -> tuple[ActorChange, ...]:
        """Returns the changes of the person or bot acting for each seat, after an action of `by`
        for `seat`.
        """
        who = "bot" if by == PROGRAM.id else self.people.name_of(by)
        current = next((one.who for one in reversed(self.actor_changes) if one.seat == seat), None)
        place = len(self.state.events)
        return (
            self.actor_changes
            if current == who
            else (*self.actor_changes, ActorChange(place, seat, who))
        )

    def why_cannot_act(self, seat: int) -> TableMessage | None:
        """Returns why a seat currently has no legal action, or None if it has one."""
        if self.is_drawing:
            return TableMessage(Text.DRAW_FIRST)
        if self.legal_actions(seat):
            return None
        if self.state.over:
            return TableMessage(Text.MATCH_OVER)
        if seat in self.waiting_seats:
            return TableMessage(Text.BID_WAITS)
        actor = self.state.actor
        assert isinstance(actor, int)
        return TableMessage(Text.OTHERS_TURN, {"player": self.names[actor]})


_TAPPED: Final = {
    "take back": Text.TAKING_BACK,
    "claim": Text.CLAIM,
    "ask undo": Text.REQUEST_TO_TAKE_BACK,
    "answer": Text.ANSWER,
}
"""Names of commands in a sentence, by kind."""


def _replaces(sign: Sign, earlier: Sign) -> bool:
    """Returns whether a sign takes the place of an earlier one."""
    if "nudge" in (sign.name, earlier.name):
        return sign.name == earlier.name
    return sign.seat == earlier.seat


def _is_hidden_bid(shown: tuple[Event, ...]) -> bool:
    """Returns whether an action was a bid that is not revealed yet."""
    return isinstance(shown[0], BidMade) and shown[0].together


def _deal_statistics(deal: PlayedDeal, everybody: tuple[int, ...]) -> CountedDeal:
    """Returns a finished deal for statistics."""
    dealing = deal.dealing
    chosen = isinstance(dealing.rules.bid, ChosenBid) and len(dealing.bids) == len(everybody)
    return CountedDeal(
        dealing.scheduled.name,
        everybody,
        dealing.caller,
        None if dealing.caller is None else dealing.calls,
        bids_by_seat(dealing) if chosen else (None,) * len(everybody),
        tuple(result.score for result in deal.results),
        tuple(result.completed for result in deal.results),
    )


def create_match(
    name: str, game: PlayableGame, opened: MatchOpened, secret: DealSecret
) -> OnlineTable:
    """Returns a new table; raises ArgumentError if the rules do not allow its players or values."""
    state = game.start(
        seed=secret.seed,
        names=opened.names,
        dealer=opened.dealer,
        parameters=parameter_values(game, opened.parameters),
    )
    people = new_people(opened.host, opened.date, opened.note)
    turn_starts, event_numbers = (1,) * state.players, (1,) * len(state.events)
    draw = SeedDraw(name, opened.commitment) if opened.drawn else None
    return OnlineTable(
        *(name, game, people, state, secret, opened.bots, turn_starts, event_numbers), draw=draw
    )


def why_match_command_refused(
    table: OnlineTable, by: Member | None, did: TableCommand
) -> TableMessage | None:
    """Returns why a member may not make a command, or None if they may."""
    if not isinstance(did, SeatCommand | DrawCommand | PlayedBy):
        return why_not_permitted(table, by, did)
    if not 0 <= did.seat < len(table.names):
        return TableMessage(Text.NO_SUCH_SEAT)
    if by is None:
        return TableMessage(Text.NO_SEAT)
    own = table.seat_of(by) == did.seat
    if isinstance(did, DrawCommand):
        return table.why_not_drawn(did) if own else TableMessage(Text.NOT_YOUR_SEAT)
    policy = table.policies[did.seat]
    if isinstance(did, PlayedBy) and by == PROGRAM:
        return None if policy is None else TableMessage(Text.BOT_PLAYS)
    if isinstance(did, PlayedBy):
        return None if own or table.is_host(by) else why_not_permitted(table, by, did)
    if by == PROGRAM:
        return None if policy is not None else TableMessage(Text.PERSON_PLAYS)
    if not own:
        return TableMessage(Text.NOT_YOUR_SEAT)
    if policy is not None:
        return TableMessage(Text.BOT_PLAYS_FOR_YOU)
    return _why_seat_refused(table, by, did)


def _why_seat_refused(table: OnlineTable, by: Member, did: SeatCommand) -> TableMessage | None:
    """Returns why a seat's own person may not make a command, or None if they may."""
    match did:
        case ActionMade():
            return table.why_cannot_act(did.seat)
        case ActionTakenBack():
            return None if table.may_take_back(by) else TableMessage(Text.NOTHING_TO_UNDO)
        case RestClaimed():
            return table.why_cannot_ask(did.seat, "claim")
        case UndoAsked():
            return table.why_cannot_ask(did.seat, "undo")
        case QuestionAnswered():
            withdraws = table.question is not None and table.question.seat == did.seat
            may = did.seat in table.asked_seats or (withdraws and not did.agrees)
            return None if may else TableMessage(Text.NOT_ASKED)


def _with_item(values: tuple[V, ...], place: int, value: V) -> tuple[V, ...]:
    return (*values[:place], value, *values[place + 1 :])
