"""Runs conformance cases: one method for each kind of case.

`Driver.find_mismatches(case)` lists the differences between the outcome under the rules and the
case's expectation, each with the clause of the rules that decides it. A case that holds has no
mismatches. The rules are loaded by a function, so that another file can replace the bundled one.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple, assert_never

from clagdsl.api import PlayableGame, load
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.conformance.cases import ADDED, Case, canonical_code, expand_actions
from clagdsl.engine.events import DealBegun, Event, Looked
from clagdsl.engine.match_state import CHANCE
from clagdsl.engine.state import State
from clagdsl.lang.aspects import AspectName
from clagdsl.lang.cards import SUIT_NAMES, Card, read_card, read_suit
from clagdsl.lang.frozen import dataclass
from clagdsl.lang.resources import conformance_folder, data_folder
from clagdsl.lang.rules import BidInTurn, BidTogether
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, IllegalAction
from clagdsl.records.reading import parse_record, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.table import open_table
from clagdsl.table.tricks import PlayedCard, explain_trick

# --- staged deals, in which given seats win given tricks --------------------------------


SUITS: Final = "SHDC"
NATURAL: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
RANKINGS: Final = (NATURAL, (*NATURAL[1:], "A"), NATURAL[::-1])
"""The orders of ranks that rules may have: usual, ace low, and reversed (Nuloss)."""
MOST_WITHOUT_TWOS: Final = 6
"""The most players with which the pack suffices without the twos, which may be wild."""


@dataclass(frozen=True)
class StagedDeal:
    """Hands by seat, each in the order of play, and the card turned up after they are dealt."""

    hands: list[list[str]]
    turned: str


def stage_deal(
    players: int, eldest: int, winners: list[int], ranking: tuple[str, ...]
) -> StagedDeal:
    """Returns a deal in which these seats win the tricks, given this order of ranks."""
    ranks = [rank for rank in ranking if rank != "2" or players > MOST_WITHOUT_TWOS]
    left = {suit: [rank + suit for rank in ranks] for suit in SUITS}
    turned = left["S"].pop()
    hands: list[list[str]] = [[] for _ in range(players)]
    leader = eldest
    for winner in winners:
        # Each trick takes the top cards of the longest suit, and the winner gets the highest. If
        # no suit is long enough, clubs fill up as discards, so the trick takes another suit.
        suit = max(
            "SHD" if max(map(len, left.values())) < players else SUITS, key=lambda s: len(left[s])
        )
        seats = [winner, *(seat for seat in [leader] if seat != winner)]
        seats += [seat for seat in range(players) if seat not in seats]
        cards = left[suit][:players]
        left[suit] = left[suit][players:]
        while len(cards) < players:
            cards.append(left["C"].pop())  # the suit is used up
        for seat, card in zip(seats, cards, strict=True):
            hands[seat].append(card)
        leader = winner
    return StagedDeal(hands, turned)


def winners_of(tricks: list[int]) -> list[int]:
    """Returns a winner for each trick, if only the number of tricks per seat matters."""
    return [seat for seat, number in enumerate(tricks) for _ in range(number)]


# --- the driver -------------------------------------------------------------------------


class DecidingClause(NamedTuple):
    """A clause of the rules; if it has no place, it is the language's default."""

    clause: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A difference between the outcome and a case's expectation, and the clause that decides it."""

    text: str
    rule: DecidingClause | None = None

    def __str__(self) -> str:
        return self.text


def load_bundled(variant: str) -> PlayableGame:
    """Loads the rules that a case names: a bundled variant, or a file next to the cases."""
    folder = conformance_folder() if variant.startswith(ADDED) else data_folder("rules")
    return load(folder / f"{variant}.clag")


class Driver:
    """Runs cases; caches games, and the states at the beginning of deals, for later cases."""

    def __init__(self, load: Callable[[str], PlayableGame] = load_bundled) -> None:
        self._load = load
        self._games: dict[str, PlayableGame] = {}
        self._paths: dict[str, list[State]] = {}

    def game(self, variant: str) -> PlayableGame:
        """Returns the rules that a case names."""
        if variant not in self._games:
            self._games[variant] = self._load(variant)
        return self._games[variant]

    def find_mismatches(self, case: Case) -> list[Mismatch]:
        """Returns the differences from the expectation; the case ends at a refused action."""
        runs: dict[str, Callable[[Case], Iterator[Mismatch]]] = {
            "schedule": self._schedule,
            "start": self._start,
            "score": self._score,
            "match": self._match,
            "trick": self._trick,
            "legal": self._legal,
            "illegal": self._illegal,
            "view": self._view,
            "deal": self._deal,
            "count": self._count,
            "check": self._check,
            "syntax": self._check,
            "sheet": self._sheet,
            "played": self._played,
        }
        mismatches: list[Mismatch] = []
        try:
            mismatches.extend(runs[case["kind"]](case))
        except IllegalAction as error:
            mismatches.append(_refusal(error))
        except (ArgumentError, StagingError) as error:
            mismatches.append(Mismatch(getattr(error, "reason", str(error))))
        return mismatches

    # --- rules without play -------------------------------------------------------------------

    def _schedule(self, case: Case) -> Iterator[Mismatch]:
        start = case["start"]
        game = self.game(start["variant"])
        rows = game.deals(start["players"], start.get("parameters"))
        actual = [f"{'picked' if row.cards is None else row.cards} {row.name}" for row in rows]
        rule = DecidingClause("schedule", game.rules.schedule_origin.place)
        expected = case["expect"]["deals"]
        for number, (here, documented) in enumerate(zip(actual, expected, strict=False), start=1):
            if here != documented:
                yield from compare(f"deal {number}", here, documented, rule)
                return
        yield from compare("number of deals", len(actual), len(expected), rule)

    def _start(self, case: Case) -> Iterator[Mismatch]:
        start, parameters = case["start"], case["start"].get("parameters")
        game = self.game(start["variant"])
        rule = DecidingClause("players", game.rules.players_origin.place)
        for parameter in game.rules.parameters:
            if parameter.name in (parameters or {}):
                rule = DecidingClause(f"param {parameter.name}", parameter.origin.place)
        try:
            game.start(players=start["players"], parameters=parameters)
        except ArgumentError as error:
            yield from compare("code", error.code, case["expect"]["code"], rule)
        else:
            yield Mismatch("the match starts", rule)

    def _score(self, case: Case) -> Iterator[Mismatch]:
        start, calls, cards = case["start"], case.get("calls"), case.get("cards")
        game = self.game(start["variant"])
        scores = game.score(
            start["deal"],
            bids=case["bids"],
            tricks=case["tricks"],
            taken=case.get("taken"),
            calls=calls,
            cards=cards,
            parameters=start.get("parameters"),
            trump=case.get("trump"),
        )
        before = self.at_deal(start)
        rule = _rule(before.table.rules_of(before.scheduled, tuple(calls or ()), cards), "score")
        yield from compare("scores", list(scores), case["expect"]["scores"], rule)
        yield from self._check_scores_in_play(case, list(scores))

    def _check_scores_in_play(self, case: Case, calculated: list[int]) -> Iterator[Mismatch]:
        """Plays the deal so that each seat wins these tricks; yields the differences in scores."""
        expect, before = case["expect"], self.at_deal(case["start"])
        played = "actions" in case
        after = self.after(case, case["actions"]) if played else self.staged_deal(before, case)
        rules = _rules_played(after)
        scores = [now - then for now, then in zip(after.totals, before.totals, strict=True)]
        if scores != calculated:
            yield from compare("scores in play", scores, expect["scores"], _rule(rules, "score"))
        if "completed" in expect:
            more = zip(after.completed, before.completed, after.failed, before.failed, strict=True)
            actual = [
                True if done > was_done else False if failed > had_failed else None
                for done, was_done, failed, had_failed in more
            ]
            rule = _rule(rules, "completed")
            yield from compare("completed", actual, expect["completed"], rule)

    def staged_deal(self, before: State, row: Case) -> State:
        """Returns the state after a deal with the bids and tricks of a row.

        Raises StagingError if the tricks do not go to these seats under any order of ranks.
        """
        winners = row.get("taken") or winners_of(row["tricks"])
        for ranking in RANKINGS:
            after = self._play_staged(before, row, winners, ranking)
            if [trick.winner for trick in after.history[-1].tricks] == winners:
                return after
        raise StagingError(f"the tricks do not go to the seats {_show_value(winners)}")

    def _play_staged(
        self, before: State, row: Case, winners: list[int], ranking: tuple[str, ...]
    ) -> State:
        players, number = before.players, before.deal
        eldest = (before.dealer + 1) % players
        cards = stage_deal(players, eldest, winners, ranking)
        hands = [" ".join(hand) for hand in cards.hands]
        waiting: list[Case] = [{"hands": hands, "turned": cards.turned}]
        state = before
        while state.deal == number and not state.over:
            state = _deal_waiting(_draw_bidder(state), waiting)
            seat = actor_name(state.actor)
            match state.phase:
                case "size":
                    state = state.apply(f"cards {len(winners)}")
                case "call":
                    if "calls" not in row:
                        raise StagingError(f"something is called in `{state.scheduled.name}`")
                    state = state.apply(f"call {', '.join(row['calls'])}".strip())
                case "bid":
                    if row["bids"] is None or row["bids"][seat] is None:
                        raise StagingError(f"bids are made in `{state.scheduled.name}`")
                    state = state.apply(f"bid {row['bids'][seat]}")
                case "play":
                    trick = len(winners) - len(state.hands[seat])
                    state = state.apply(f"play {cards.hands[seat][trick]}")
                case _:
                    state = state.apply(state.legal()[0])
        return state

    def _match(self, case: Case) -> Iterator[Mismatch]:
        expect, state = case["expect"], self.at_deal(case["start"])
        for row in case["deals"]:
            state = self.staged_deal(state, row)
        if not state.over:
            yield Mismatch(
                "the match goes on", DecidingClause("schedule", state.game.schedule_origin.place)
            )
        yield from compare("totals", list(state.totals), expect["totals"])
        yield from compare("failed", list(state.failed), expect["failed"])
        yield from compare("completed", list(state.completed), expect["completed"])
        points = (list(state.totals), list(state.failed), list(state.completed))
        alike = points == (expect["totals"], expect["failed"], expect["completed"])
        yield from self._check_end(state, expect, alike=alike)

    def _check_end(self, state: State, expect: Case, *, alike: bool) -> Iterator[Mismatch]:
        """Compares winners and payments; `alike` is True if everything before them agreed.

        The clauses for winners and payments count as the deciding ones only if it is True.
        """
        winner, settlement = state.game.winner.origin, state.game.settlement
        paid = [str(amount) for amount in state.payments]
        rule = DecidingClause("winner", winner.place) if alike else None
        yield from compare("winners", list(state.winners), expect["winners"], rule)
        alike = alike and list(state.winners) == expect["winners"]
        rule = DecidingClause("settle", settlement.origin.place) if alike and settlement else None
        yield from compare("payments", paid, expect["payments"], rule)

    def _trick(self, case: Case) -> Iterator[Mismatch]:
        start = case["start"]
        rules = self.game(start["variant"]).rules
        table = open_table(rules, start["players"], start.get("parameters"))
        scheduled = table.schedule[start["deal"] - 1]
        deal = table.rules_of(scheduled, tuple(case.get("calls", ())))
        played = []
        for seat, text in enumerate(case["cards"]):
            card, _, face = text.partition("=")
            played.append(PlayedCard(seat, _read_card(card), _read_card(face or card)))
        words = case["trumps"].split()
        trumps = tuple(suit for word in words if (suit := read_suit(word)) is not None)
        why = explain_trick(deal, trumps, played)
        rule = DecidingClause(_aspect_text(why.aspect), why.place)
        yield from compare("winner", why.winner, case["expect"]["winner"], rule)

    # --- play ---------------------------------------------------------------------------------

    def at_deal(self, start: Case) -> State:
        """Returns the state at the beginning of a deal, after the first legal actions in earlier
        deals.
        """
        players: int = start["players"]
        number: int = start.get("deal", 1)
        dealer_of_deal = start.get("dealer", players - 1)
        # the first dealer, if the deal passes one seat each time
        dealer = None if dealer_of_deal is None else (dealer_of_deal - (number - 1)) % players
        key = json.dumps([start["variant"], players, dealer, start.get("parameters")])
        if "seed" in start:
            return self.game(start["variant"]).start(players=players, seed=start["seed"])
        if key not in self._paths:
            game = self.game(start["variant"])
            first = game.start(players=players, dealer=dealer, parameters=start.get("parameters"))
            self._paths[key] = [first]
        path = self._paths[key]
        while len(path) < number and not path[-1].over:
            path.append(_play_deal(path[-1]))
        if len(path) < number or path[number - 1].over:
            raise StagingError(f"the match is over before deal {number}")
        return path[number - 1]

    def after(self, case: Case, actions: list[Any]) -> State:
        """Returns the state after these actions; an object among the actions holds the next deal's
        cards.
        """
        state = self.at_deal(case["start"])
        waiting = [case] if "pack" in case or "hands" in case else []
        for action in actions:
            if isinstance(action, dict):
                waiting.append(action)
                continue
            state = _deal_waiting(_draw_bidder(state, action), waiting).apply(action)
        chance = case["expect"].get("actor") == "chance"
        state = _draw_bidder(state, "first" if chance else case.get("attempt", ""))
        return _deal_waiting(state, waiting)

    def _legal(self, case: Case) -> Iterator[Mismatch]:
        state = self.after(case, case["actions"])
        actor = actor_name(state.actor)
        yield from compare("actor", actor, case["expect"]["actor"], _actor_rule(state))
        yield from compare_legal(state, map(str, state.legal()), case["expect"]["legal"])

    def _illegal(self, case: Case) -> Iterator[Mismatch]:
        state = self.after(case, case["actions"])
        if "seen" in case["expect"]:
            yield from compare_seen(state, case["expect"]["seen"])
        attempt, expected = case["attempt"], case["expect"]["code"]
        reason = state.why_not(attempt)
        if reason is not None and reason.code != expected:
            documented = f"documented {expected}, here {reason.code}"
            why = f"`{attempt}` is refused for another reason: {documented}: {reason.reason}"
            yield Mismatch(why, DecidingClause("", reason.place))
        try:
            state.apply(attempt)
        except IllegalAction as error:
            code = None if reason is None else reason.code
            yield from compare("code in advance", code, error.code)
        else:
            yield Mismatch(f"`{attempt}` is allowed", _rule_of_action(state, attempt))

    def _view(self, case: Case) -> Iterator[Mismatch]:
        state = self.after(case, case["actions"])
        view = state.view(case["seat"])
        actual: dict[str, Any] = {
            "actor": actor_name(view.actor),
            "deal": view.deal,
            "dealer": view.dealer,
            "hand": " ".join(map(str, view.hand)),
            "unseen": view.unseen,
            "turned": None if view.turned is None else str(view.turned),
            "turned_before": " ".join(map(str, view.turned_before)),
            "trump": trump_name(view.trump),
            "calls": list(view.calls),
            "bids": list(view.bids),
            "tricks": list(view.tricks),
            "trick": " ".join(map(str, view.trick)),
            "totals": list(view.totals),
            "blind": list(view.blind),
            "voids": [" ".join(suits) for suits in view.voids],
            "shown_hands": [" ".join(map(str, hand)) for hand in view.shown_hands],
        }
        for name, expected in case["expect"].items():
            if name == "legal":
                yield from compare_legal(state, map(str, view.legal), expected)
            else:
                rule = _actor_rule(state) if name == "actor" else None
                if name in FIELD_RULES and not state.over:
                    rule = _rule(_rules_of(state), FIELD_RULES[name])
                if name == "dealer" and state.history:
                    rule = _rule(_rules_played(state), "next_dealer")
                yield from compare(name, actual[name], expected, rule)

    def _deal(self, case: Case) -> Iterator[Mismatch]:
        state = self.at_deal(case["start"])
        before, number = state.totals, state.deal
        waiting: list[Case] = [case]
        for index, (seat, action, legal) in enumerate(case["steps"], start=1):
            state = _deal_waiting(_draw_bidder(state, seat=case.get("first")), waiting)
            for mismatch in self._at_step(case, state, index, seat, action, legal):
                yield replace(mismatch, text=f"step {index}: {mismatch.text}")
            state = state.apply(action)
        if not state.history or state.history[-1].dealing.scheduled.number != number:
            yield Mismatch("the deal goes on")
            return
        finished, rules = state.history[-1], _rules_played(state)
        winners = [trick.winner for trick in finished.tricks]
        yield from compare("winners", winners, case["expect"]["winners"], _rule(rules, "rank"))
        scores = [now - then for now, then in zip(state.totals, before, strict=True)]
        yield from compare("scores", scores, case["expect"]["scores"], _rule(rules, "score"))

    def _at_step(
        self, case: Case, state: State, index: int, seat: int, action: str, legal: str
    ) -> Iterator[Mismatch]:
        yield from compare("actor", actor_name(state.actor), seat, _actor_rule(state))
        seen = seen_at(case, index)
        yield from compare_seen(state, seen, None if seen["step"] == index else seat)
        kind = "auction" if action == "pass" else action.split()[0]
        kind = "look" if action.endswith(" blind") else kind
        text = legal if legal.startswith("every") else f"{kind} {legal}"
        yield from compare_legal(state, map(str, state.legal()), text)

    def _played(self, case: Case) -> Iterator[Mismatch]:
        state = self.at_deal(case["start"])
        documented_rows = zip(case["deals"], case["expect"]["totals"], strict=True)
        reached, expected = state.totals, [0] * state.players
        for number, (row, totals) in enumerate(documented_rows, start=1):
            yield from compare("deal", state.deal, number)
            if state.dealer != row["dealer"]:  # all further deals differ
                dealt = _rule(_rules_played(state), "next_dealer") if state.history else None
                yield from compare(f"dealer of deal {number}", state.dealer, row["dealer"], dealt)
                return
            waiting: list[Case] = [row]
            acting = ""
            for action in row["actions"]:
                state = _deal_waiting(_draw_bidder(state), waiting)
                acting += str(actor_name(state.actor))
                if action.startswith("call"):
                    yield from compare(f"caller of deal {number}", state.actor, row["caller"])
                state = state.apply(action)
            if acting != row["seats"]:
                yield from compare(f"seats of deal {number}", acting, row["seats"])
                return
            rule = _rule(_rules_played(state), "score") if state.history else None
            scores = [now - then for now, then in zip(state.totals, reached, strict=True)]
            documented = [now - then for now, then in zip(totals, expected, strict=True)]
            yield from compare(f"scores of deal {number}", scores, documented, rule)
            reached, expected = state.totals, totals
        yield from self._check_end(state, case["expect"], alike=list(reached) == expected)

    def _count(self, case: Case) -> Iterator[Mismatch]:
        state = self.after(case, case["actions"])
        expected = case["expect"]["sequences"]
        actual = _count_sequences(state, state.deal, most=expected + 1)
        if actual > expected:
            yield Mismatch(f"ways to finish the deal: documented {expected}, here more")
        yield from compare("ways to finish the deal", min(actual, expected), expected)

    # --- texts --------------------------------------------------------------------------------

    def _check(self, case: Case) -> Iterator[Mismatch]:
        reported = [
            diagnostic
            for diagnostic in check_case(case).diagnostics
            if diagnostic.severity != "note"
        ]
        once = {
            (canonical_code(diagnostic.code), diagnostic.place): _problem(diagnostic)
            for diagnostic in reported
        }
        actual = list(once.values())
        yield from compare("problems", actual, case["expect"]["problems"])

    def _sheet(self, case: Case) -> Iterator[Mismatch]:
        if "file" in case:
            read = read_record(conformance_folder() / case["file"])
        else:
            read = parse_record("\n".join(case["text"]) + "\n")
        problems = [_problem(diagnostic) for diagnostic in read.diagnostics]
        rows: list[list[list[int]]] = []
        if read.record is not None:
            record = read.record
            if "parameters" in case:
                record = replace(record, parameters=tuple(case["parameters"].items()))
            result = replay_sheet(record, self.game(record.rules).rules, read.places)
            for problem in result.problems:
                where = {"deal": problem.deal, "row": problem.row, "player": problem.player}
                problems.append({**where, **_problem(problem.diagnostic)})
            rows = [[list(counts) for counts in row.tricks] for row in result.rows]
        expected = case["expect"]["problems"]
        if len(problems) == len(expected):
            pairs = zip(problems, expected, strict=True)
            problems = [
                {key: problem.get(key) for key in documented} for problem, documented in pairs
            ]
        yield from compare("problems", problems, expected)
        if "tricks" in case["expect"]:
            yield from compare("tricks", rows, case["expect"]["tricks"])


# --- helpers ------------------------------------------------------------------------------


class StagingError(Exception):
    """Raised if the situation that a case describes cannot arise under these rules."""


FIELD_RULES: Final[Mapping[str, AspectName]] = {
    "hand": "sight",
    "unseen": "sight",
    "shown_hands": "sight",
    "blind": "sight",
    "turned": "shown",
    "turned_before": "trump",
    "trump": "trump",
    "calls": "call",
    "bids": "bid",
    "voids": "follow",
}
"""The aspect that decides each field of a view."""


def _read_card(text: str) -> Card:
    card = read_card(text)
    if card is None:
        raise StagingError(f"`{text}` is not a card")
    return card


def compare(
    subject: str, actual: Any, expected: Any, rule: DecidingClause | None = None
) -> Iterator[Mismatch]:
    """Yields a mismatch if a value or its type differs from the expected one."""
    if actual != expected or type(actual) is not type(expected):
        yield Mismatch(
            f"{subject}: documented {_show_value(expected)}, here {_show_value(actual)}", rule
        )


def _show_value(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list():
            return "[" + ", ".join(map(_show_value, value)) + "]"
        case "":
            return "nothing"
        case _:
            return str(value)


def _aspect_text(aspect: str) -> str:
    return aspect.replace("_", " ")


def _rule(rules: DealRules, aspect: AspectName) -> DecidingClause:
    return DecidingClause(_aspect_text(aspect), rules.origin(aspect).place)


def _rules_of(state: State) -> DealRules:
    """Returns the rules of the current deal, after its calls."""
    return state.table.rules_of(state.scheduled, state.calls, state.cards)


def _rules_played(state: State) -> DealRules:
    """Returns the rules of the last completed deal."""
    return state.history[-1].dealing.rules


def _schedule_rule(state: State) -> DecidingClause:
    return DecidingClause("schedule", state.game.schedule_origin.place)


def _refusal(error: IllegalAction) -> Mismatch:
    return Mismatch(f"an action is refused: {error.reason}", DecidingClause("", error.place))


def _actor_rule(state: State) -> DecidingClause | None:
    """Returns the clause that decides whose turn it is."""
    phase = state.phase
    match phase:
        case "call" | "auction" | "bid":
            return _rule(_rules_of(state), phase)
        case "first":
            return _rule(_rules_of(state), "bid")
        case "name":
            return _rule(_rules_of(state), "trump")
        case "play":
            return _rule(_rules_of(state), "lead")
        case "dealer" | "size" | "deal" | "over":
            return _schedule_rule(state)
        case _:
            assert_never(phase)


def _rule_of_action(state: State, action: str) -> DecidingClause | None:
    """Returns the clause that allows an action."""
    rules = _rules_of(state)
    match state.phase:
        case "bid" if isinstance(rules.bid, BidInTurn) and state.bids.count(None) == 1:
            return _rule(rules, "last_bid")
        case "bid" if isinstance(rules.bid, BidTogether) and None not in state.bids:
            return _rule(rules, "last_bid")
        case "bid":
            return _rule(rules, "each_bid")
        case "play" if " as " in action:
            return _rule(rules, "wild")
        case "play" if rules.plays_top:
            return _rule(rules, "play")
        case "play":
            return _rule(rules, "follow" if state.trick else "open")
        case _:
            return _actor_rule(state)


def _problem(diagnostic: Diagnostic) -> dict[str, Any]:
    place = diagnostic.place
    return {"code": canonical_code(diagnostic.code), "line": None if place is None else place.line}


# The most actions named in a mismatch.
MOST_NAMED: Final = 8


def compare_legal(state: State, actual: Any, text: str) -> Iterator[Mismatch]:
    """Yields a mismatch for actions legal only in the game, or legal only according to the case."""
    actions, expected = list(actual), expand_actions(text)
    if len(actions) != len(set(actions)):
        yield Mismatch("an action is listed twice")
    missing, more = sorted(expected - set(actions)), sorted(set(actions) - expected)
    if missing:
        reason = state.why_not(missing[0])
        why = "" if reason is None else f": {reason.reason}"
        rule = None if reason is None else DecidingClause("", reason.place)
        yield Mismatch(f"not legal here: {_list_actions(missing)}{why}", rule)
    if more:
        rule = None if state.over else _rule_of_action(state, more[0])
        yield Mismatch(f"legal here, and not documented: {_list_actions(more)}", rule)


def _list_actions(actions: Sequence[str]) -> str:
    left = len(actions) - MOST_NAMED
    shown = ", ".join(f"`{action}`" for action in actions[:MOST_NAMED])
    return f"{shown} and {left} more" if left > 0 else shown


def actor_name(actor: Any) -> Any:
    """Returns the name of the acting player in the cases' notation."""
    if actor is None:
        return "nobody"
    return "chance" if actor is CHANCE else actor


def trump_name(trump: Any) -> str:
    """Returns the trump in the cases' notation."""
    if trump is None:
        return "unknown"
    if len(trump) > 1:
        return "order " + " ".join(trump)
    return SUIT_NAMES[trump[0]] if trump else "none"


def _of_deal(events: Sequence[Event]) -> Sequence[Event]:
    """Returns the events of the last deal."""
    begun = [place for place, event in enumerate(events) if isinstance(event, DealBegun)]
    return events[begun[-1] :]


def seen_at(case: Case, step: int) -> Mapping[str, Any]:
    """Returns the last entry of `seen` that applies at a step."""
    entries: list[Mapping[str, Any]] = [entry for entry in case["seen"] if entry["step"] <= step]
    return entries[-1]


def compare_seen(
    state: State, expected: Mapping[str, Any], only: int | None = None
) -> Iterator[Mismatch]:
    """Yields differences in the hands, turned card and trump seen by all seats, or by `only`."""
    sight, shown, trumps = (
        None if state.over else _rule(_rules_of(state), aspect)
        for aspect in ("sight", "shown", "trump")
    )
    for seat in range(state.players) if only is None else (only,):
        view = state.view(seat)
        hand = sorted(map(str, state.hands[seat])) if state.hands else []
        seen = sorted(map(str, view.hand))
        dealt = bool(hand) or state.phase == "play"
        others = [
            [] if place == seat else sorted(map(str, theirs))
            for place, theirs in enumerate(state.hands)
        ]
        others_shown = [sorted(map(str, theirs)) for theirs in view.shown_hands]
        hidden = dealt and not seen and view.unseen == len(hand)
        kinds = {
            "not dealt": not dealt and not seen and view.unseen == 0,
            "seen": dealt and seen == hand and view.unseen == 0 and not others_shown,
            "unseen": hidden and not others_shown,
            "others": hidden and others_shown == others,
        }
        kinds["looked"] = kinds["seen" if Looked(seat) in _of_deal(view.events) else "unseen"]
        if not kinds[expected["hands"]]:
            sees = f"sees [{', '.join(seen)}] and not {view.unseen} cards"
            documented = f"documented {expected['hands']}"
            yield Mismatch(f"the hand of seat {seat}: {documented}, here it {sees}", sight)
        turned = None if view.turned is None else str(view.turned)
        yield from compare(f"turned for seat {seat}", turned, expected["turned"], shown)
        yield from compare(
            f"trump for seat {seat}", trump_name(view.trump), expected["trump"], trumps
        )


def _deal_waiting(state: State, waiting: list[Case]) -> State:
    if state.phase != "deal" or not waiting:
        return state
    cards = waiting.pop(0)
    turned = cards.get("turned")
    suit = SUIT_NAMES[turned[-1]] if turned and turned[-1] in SUIT_NAMES else "spades"
    return chance_deals(state, whole_pack(state, cards), suit)


def chance_deals(state: State, pack: str, suit: str = "spades") -> State:
    """Returns the state after dealing a pack, and after drawing a suit if trump is drawn."""
    draws = state.table.draws_trump(state.scheduled)
    return state.apply(f"deal {pack} trump {suit}" if draws else f"deal {pack}")


def _draw_bidder(state: State, action: str = "", seat: int | None = None) -> State:
    """Draws the first bidder (by default eldest hand), if due and not done by `action`."""
    if state.phase != "first" or action.startswith("first"):
        return state
    seat = (state.dealer + 1) % state.players if seat is None else seat
    return state.apply(f"first {state.names[seat]}")


def whole_pack(state: State, cards: Case) -> str:
    """Returns the whole pack from the top, completed from `pack`, or from `hands` and `turned`."""
    if "pack" in cards:
        return str(cards["pack"])
    hands = [hand.split() for hand in cards["hands"]]
    top = [
        hands[(state.dealer + 1 + step) % state.players][turn]
        for turn in range(len(hands[0]))
        for step in range(state.players)
    ]
    top += [cards["turned"]] if "turned" in cards else []
    left = Counter(map(str, state.table.deck.cards)) - Counter(top)
    return " ".join([*top, *left.elements()])


def _play_deal(state: State) -> State:
    """Plays the first legal action until the next deal begins."""
    number = state.deal
    while state.deal == number and not state.over:
        if state.phase == "first":
            state = _draw_bidder(state)
        elif state.actor is CHANCE:
            pack = " ".join(map(str, state.table.deck.cards))
            state = chance_deals(state, pack)
        else:
            state = state.apply(state.legal()[0])
    return state


def _count_sequences(state: State, number: int, most: int) -> int:
    """Returns the number of ways to finish the deal, but at most `most`."""
    if state.over or state.deal != number:
        return 1
    legal = state.legal()
    if sum(map(len, state.hands)) == 1:  # the last card ends the deal
        return min(len(legal), most)
    count = 0
    for action in legal:
        count += _count_sequences(state.apply(action), number, most - count)
        if count >= most:
            break
    return count


def check_case(case: Case) -> CheckResult:
    """Checks the rules in a case, written to a folder with the files that they extend."""
    with TemporaryDirectory() as folder:
        for name, lines in {**case.get("files", {}), "rules.clag": case["text"]}.items():
            Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return check_path(Path(folder, "rules.clag"))
