"""Runs conformance cases on clagdsl: one method for each kind of case.

`Driver.wrong(case)` lists in words what differs from the case's expectation; nothing differs in a
case that holds.  The rules are loaded by a function, so that other files can stand in for the
bundled ones.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations, permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import clagdsl
from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckResult, check_path
from clagdsl.engine.events import DealBegun, Event, Looked
from clagdsl.engine.state import State
from clagdsl.lang.cards import PACK, SUIT_NAMES, read_card, read_suit
from clagdsl.lang.resources import data_folder
from clagdsl.problems.model import ArgumentError, Diagnostic, IllegalAction
from clagdsl.records.reading import parse_record, read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.table.table import open_table
from clagdsl.table.tricks import PlayedCard, strongest
from support.expected import differs
from support.staged_deals import RANKINGS, staged, winners_of

FOLDER = Path(__file__).parent.parent / "conformance"
CODES = FOLDER / "codes.json"
FIXED_PACK = " ".join(map(str, PACK))

Case = Mapping[str, Any]


def case_files() -> list[Path]:
    """Every file of cases; the vectors of the random generator have a form of their own."""
    return sorted(path for path in FOLDER.glob("*/*.json") if path.parent.name != "sheets")


@cache
def all_cases() -> tuple[dict[str, Any], ...]:
    """Every case, with the file that it stands in under `stands_in`."""
    cases: list[dict[str, Any]] = []
    for path in case_files():
        document = json.loads(path.read_text(encoding="utf-8"))
        cases += [
            {**case, "stands_in": str(path.relative_to(FOLDER))} for case in document["cases"]
        ]
    return tuple(cases)


def texts_to_check() -> list[str]:
    """The rules of every case of checking and of syntax, without the files that lie beside some."""
    return [
        "\n".join(case["text"]) + "\n"
        for case in all_cases()
        if case["kind"] in ("check", "syntax")
    ]


def bundled(variant: str) -> PlayableGame:
    if variant.startswith("added/"):
        return clagdsl.load(FOLDER / f"{variant}.clag")
    return clagdsl.load(data_folder("rules") / f"{variant}.clag")


class Driver:
    """Runs cases, keeping games, and the way to the later deals of a match, for the next case."""

    def __init__(self, load: Callable[[str], PlayableGame] = bundled) -> None:
        self._load = load
        self._games: dict[str, PlayableGame] = {}
        self._paths: dict[str, list[State]] = {}

    def game(self, variant: str) -> PlayableGame:
        if variant not in self._games:
            self._games[variant] = self._load(variant)
        return self._games[variant]

    def wrong(self, case: Case) -> list[str]:
        """What differs from the expectation."""
        runs: dict[str, Callable[[Case], Iterator[str]]] = {
            "schedule": self.schedule,
            "start": self.start,
            "score": self.score,
            "match": self.match,
            "trick": self.trick,
            "legal": self.legal,
            "illegal": self.illegal,
            "view": self.view,
            "deal": self.deal,
            "count": self.count,
            "check": self.check,
            "syntax": self.check,
            "sheet": self.sheet,
            "played": self.played,
        }
        return list(runs[case["kind"]](case))

    # --- rules without play -------------------------------------------------------------------

    def schedule(self, case: Case) -> Iterator[str]:
        start = case["start"]
        rows = self.game(start["variant"]).deals(start["players"], start.get("parameters"))
        found = [f"{'picked' if row.cards is None else row.cards} {row.name}" for row in rows]
        yield from differs("deals", found, case["expect"]["deals"])

    def start(self, case: Case) -> Iterator[str]:
        start = case["start"]
        try:
            self.game(start["variant"]).start(
                players=start["players"], parameters=start.get("parameters")
            )
        except ArgumentError as error:
            yield from differs("code", error.code, case["expect"]["code"])
        else:
            yield "the match starts"

    def score(self, case: Case) -> Iterator[str]:
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
        )
        yield from differs("scores", list(scores), case["expect"]["scores"])
        yield from self._scored_in_play(case)

    def _scored_in_play(self, case: Case) -> Iterator[str]:
        """What is scored when the deal is played so that these tricks are won."""
        expect, before = case["expect"], self.at_deal(case["start"])
        try:
            played = "actions" in case
            after = self.after(case, case["actions"]) if played else self.staged_deal(before, case)
        except (IllegalAction, LookupError) as error:
            yield f"the deal cannot be played: {error}"
            return
        scores = [now - then for now, then in zip(after.totals, before.totals, strict=True)]
        yield from differs("scores of the deal played", scores, expect["scores"])
        if "completed" in expect:
            more = zip(after.completed, before.completed, after.failed, before.failed, strict=True)
            found = [
                True if done > was_done else False if failed > had_failed else None
                for done, was_done, failed, had_failed in more
            ]
            yield from differs("completed", found, expect["completed"])

    def staged_deal(self, before: State, row: Case) -> State:
        """The state after a deal with the bids and tricks of a row."""
        winners = row.get("taken") or winners_of(row["tricks"])
        for ranking in RANKINGS:
            after = self._played_staged(before, row, winners, ranking)
            if [trick.winner for trick in after.history[-1].tricks] == winners:
                return after
        raise LookupError(f"the tricks do not go to {winners}")

    def _played_staged(
        self, before: State, row: Case, winners: list[int], ranking: tuple[str, ...]
    ) -> State:
        players, number = before.players, before.deal
        eldest = (before.dealer + 1) % players
        cards = staged(players, eldest, winners, ranking)
        hands = [" ".join(hand) for hand in cards.hands]
        waiting: list[Case] = [{"hands": hands, "turned": cards.turned}]
        state = before
        while state.deal == number and not state.over:
            state = _drawn(_dealt(state, waiting))
            seat = actor_name(state.actor)
            match state.phase:
                case "size":
                    state = state.apply(f"cards {len(winners)}")
                case "call":
                    state = state.apply(f"call {', '.join(row['calls'])}".strip())
                case "bid":
                    state = state.apply(f"bid {row['bids'][seat]}")
                case "play":
                    trick = len(winners) - len(state.hands[seat])
                    state = state.apply(f"play {cards.hands[seat][trick]}")
                case _:
                    state = state.apply(state.legal()[0])
        return state

    def match(self, case: Case) -> Iterator[str]:
        expect, state = case["expect"], self.at_deal(case["start"])
        for number, row in enumerate(case["deals"], start=1):
            try:
                state = self.staged_deal(state, row)
            except (IllegalAction, LookupError) as error:
                yield f"deal {number} cannot be played: {error}"
                return
        if not state.over:
            yield "the match goes on"
        yield from differs("totals", list(state.totals), expect["totals"])
        yield from differs("failed", list(state.failed), expect["failed"])
        yield from differs("completed", list(state.completed), expect["completed"])
        yield from differs("winners", list(state.winners), expect["winners"])
        paid = [str(amount) for amount in state.payments]
        yield from differs("payments", paid, expect["payments"])

    def trick(self, case: Case) -> Iterator[str]:
        start = case["start"]
        rules = self.game(start["variant"]).rules
        table = open_table(rules, start["players"], start.get("parameters"))
        scheduled = table.schedule[start["deal"] - 1]
        deal = table.rules_of(scheduled, tuple(case.get("calls", ())))
        played = []
        for seat, text in enumerate(case["cards"]):
            card, _, face = text.partition("=")
            played.append(PlayedCard(seat, read_card(card), read_card(face or card)))
        trumps = tuple(read_suit(suit) for suit in case["trumps"].split())
        yield from differs("winner", strongest(deal, trumps, played), case["expect"]["winner"])

    # --- play ---------------------------------------------------------------------------------

    def at_deal(self, start: Case) -> State:
        """The match at the start of a deal; every deal before it is played without thought."""
        players, number = start["players"], start.get("deal", 1)
        said = start.get("dealer", players - 1)
        dealer = None if said is None else (said - (number - 1)) % players
        key = json.dumps([start["variant"], players, dealer, start.get("parameters")])
        if "seed" in start:
            return self.game(start["variant"]).start(players=players, seed=start["seed"])
        if key not in self._paths:
            game = self.game(start["variant"])
            first = game.start(players=players, dealer=dealer, parameters=start.get("parameters"))
            self._paths[key] = [first]
        path = self._paths[key]
        while len(path) < number:
            path.append(_played_through(path[-1]))
        return path[number - 1]

    def after(self, case: Case, actions: list[Any]) -> State:
        """The state after these actions; an object among them is the next deal's cards."""
        state = self.at_deal(case["start"])
        waiting = [case] if "pack" in case or "hands" in case else []
        for action in actions:
            if isinstance(action, dict):
                waiting.append(action)
                continue
            state = _drawn(_dealt(state, waiting), action).apply(action)
        chance = case["expect"].get("actor") == "chance"
        return _drawn(_dealt(state, waiting), "first" if chance else case.get("attempt", ""))

    def legal(self, case: Case) -> Iterator[str]:
        state = self.after(case, case["actions"])
        yield from differs("actor", actor_name(state.actor), case["expect"]["actor"])
        yield from differs_legal(map(str, state.legal()), case["expect"]["legal"])

    def illegal(self, case: Case) -> Iterator[str]:
        state = self.after(case, case["actions"])
        if "seen" in case["expect"]:
            yield from differs_seen(state, case["expect"]["seen"])
        reason = state.why_not(case["attempt"])
        code = None if reason is None else reason.code
        yield from differs("why_not", code, case["expect"]["code"])
        try:
            state.apply(case["attempt"])
        except IllegalAction as error:
            yield from differs("code", error.code, case["expect"]["code"])
        else:
            yield f"{case['attempt']} is allowed"

    def view(self, case: Case) -> Iterator[str]:
        view = self.after(case, case["actions"]).view(case["seat"])
        found: dict[str, Any] = {
            "actor": actor_name(view.actor),
            "deal": view.deal,
            "dealer": view.dealer,
            "hand": " ".join(map(str, view.hand)),
            "unseen": view.unseen,
            "turned": None if view.turned is None else str(view.turned),
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
                yield from differs_legal(map(str, view.legal), expected)
            else:
                yield from differs(name, found[name], expected)

    def deal(self, case: Case) -> Iterator[str]:
        state = self.at_deal(case["start"])
        before, number = state.totals, state.deal
        waiting: list[Case] = [case]
        for index, (seat, action, legal) in enumerate(case["steps"], start=1):
            state = _drawn(_dealt(state, waiting), seat=case.get("first"))
            for problem in differs("actor", actor_name(state.actor), seat):
                yield f"step {index}: {problem}"
            seen = seen_at(case, index)
            for problem in differs_seen(state, seen, None if seen["step"] == index else seat):
                yield f"step {index}: {problem}"
            kind = "auction" if action == "pass" else action.split()[0]
            kind = "look" if action.endswith(" blind") else kind
            text = legal if legal.startswith("every") else f"{kind} {legal}"
            for problem in differs_legal(map(str, state.legal()), text):
                yield f"step {index}: {problem}"
            state = state.apply(action)
        finished = state.history[-1]
        yield from differs("number of the deal", finished.dealing.scheduled.number, number)
        winners = [trick.winner for trick in finished.tricks]
        yield from differs("winners", winners, case["expect"]["winners"])
        scores = [now - then for now, then in zip(state.totals, before, strict=True)]
        yield from differs("scores", scores, case["expect"]["scores"])

    def played(self, case: Case) -> Iterator[str]:
        state = self.at_deal(case["start"])
        told = zip(case["deals"], case["expect"]["totals"], strict=True)
        for number, (row, totals) in enumerate(told, start=1):
            found = {"deal": state.deal, "dealer": state.dealer}
            yield from differs("deal", found, {"deal": number, "dealer": row["dealer"]})
            waiting: list[Case] = [row]
            acting = ""
            for action in row["actions"]:
                state = _drawn(_dealt(state, waiting))
                acting += str(actor_name(state.actor))
                if action.startswith("call"):
                    yield from differs(f"caller of deal {number}", state.actor, row["caller"])
                state = state.apply(action)
            yield from differs(f"seats of deal {number}", acting, row["seats"])
            yield from differs(f"totals of deal {number}", list(state.totals), totals)
        yield from differs("winners", list(state.winners), case["expect"]["winners"])
        paid = [str(amount) for amount in state.payments]
        yield from differs("payments", paid, case["expect"]["payments"])

    def count(self, case: Case) -> Iterator[str]:
        state = self.after(case, case["actions"])
        found = _sequences(state, state.deal)
        yield from differs("sequences", found, case["expect"]["sequences"])

    # --- texts --------------------------------------------------------------------------------

    def check(self, case: Case) -> Iterator[str]:
        told = [one for one in checked(case).diagnostics if one.severity != "note"]
        once = {(counted_code(one.code), one.place): _problem(one) for one in told}
        found = list(once.values())
        yield from differs("problems", found, case["expect"]["problems"])

    def sheet(self, case: Case) -> Iterator[str]:
        if "file" in case:
            read = read_record(FOLDER / case["file"])
        else:
            read = parse_record("\n".join(case["text"]) + "\n")
        problems = [_problem(one) for one in read.diagnostics]
        rows: list[list[list[int]]] = []
        if read.record is not None:
            record = read.record
            if "parameters" in case:
                record = replace(record, parameters=tuple(case["parameters"].items()))
            result = replay_sheet(record, self.game(record.rules).rules, read.places)
            for found in result.problems:
                where = {"deal": found.deal, "row": found.row, "player": found.player}
                problems.append({**where, **_problem(found.diagnostic)})
            rows = [[list(counts) for counts in row.tricks] for row in result.rows]
        expected = case["expect"]["problems"]
        if len(problems) == len(expected):
            told = zip(problems, expected, strict=True)
            problems = [{key: found.get(key) for key in wanted} for found, wanted in told]
        yield from differs("problems", problems, expected)
        if "tricks" in case["expect"]:
            yield from differs("tricks", rows, case["expect"]["tricks"])


# --- small things --------------------------------------------------------------------------------


@cache
def code_list() -> dict[str, dict[str, str]]:
    """Every code with its meaning, as any implementation reads it."""
    codes: dict[str, dict[str, str]] = json.loads(CODES.read_text(encoding="utf-8"))["codes"]
    return codes


def counted_code(code: str) -> str:
    """The code that a case asks for; some codes say the same, only more."""
    return code_list().get(code, {}).get("counts_as", code)


def _problem(diagnostic: Diagnostic) -> dict[str, Any]:
    place = diagnostic.place
    return {"code": counted_code(diagnostic.code), "line": None if place is None else place.line}


def differs_legal(found: Any, text: str) -> Iterator[str]:
    actions, expected = list(found), expanded(text)
    if len(actions) != len(set(actions)):
        yield "an action is listed twice"
    missing, more = sorted(expected - set(actions)), sorted(set(actions) - expected)
    if missing or more:
        yield f"legal: missing {missing[:8]}, not expected {more[:8]}"


def expanded(text: str) -> set[str]:
    """The actions that the notation of the cases stands for."""
    kind, _, rest = text.partition(" ")
    if not text:
        return set()
    if text == "every order":
        return {"order " + " ".join(suits) for suits in permutations("SHDC")}
    if kind == "call":
        return {f"call {', '.join(names)}".strip() for names in _calls(rest)}
    if kind == "auction":
        return {word if word == "pass" else f"auction {word}" for word in rest.split()}
    if kind == "look":
        return {"look", *(f"bid {bid} blind" for bid in rest.split())}
    return {f"{kind} {word}" for words in rest.split() for word in _faces(words)}


def _calls(text: str) -> Iterator[list[str]]:
    groups = []
    for group in text.split("; "):
        kind, _, listed = group.partition(": ")
        names = listed.split(", ")
        sizes = {"one of": [1], "at most one of": [0, 1], "any of": range(len(names) + 1)}[kind]
        groups.append([chosen for size in sizes for chosen in combinations(names, size)])
    for choice in product(*groups):
        yield [name for chosen in choice for name in chosen]


def _faces(word: str) -> Iterator[str]:
    card, _, named = word.partition("=")
    if not named:
        yield card
    elif not named.startswith("*"):
        yield f"{card} as {named}"
    else:
        among, *without = named[1:].split("-")
        for face in FIXED_PACK.split():
            if face not in without and face.endswith(among):
                yield f"{card} as {face}"


def actor_name(actor: Any) -> Any:
    if actor is None:
        return "nobody"
    return "chance" if actor is clagdsl.CHANCE else actor


def trump_name(trump: Any) -> str:
    if trump is None:
        return "unknown"
    if len(trump) > 1:
        return "order " + " ".join(trump)
    return SUIT_NAMES[trump[0]] if trump else "none"


def _of_deal(events: Sequence[Event]) -> Sequence[Event]:
    """Those of these events that the last deal has brought."""
    begun = [place for place, event in enumerate(events) if isinstance(event, DealBegun)]
    return events[begun[-1] :]


def seen_at(case: Case, step: int) -> Mapping[str, Any]:
    """The last entry of `seen` that holds at a step."""
    entries: list[Mapping[str, Any]] = [one for one in case["seen"] if one["step"] <= step]
    return entries[-1]


def differs_seen(
    state: State, expected: Mapping[str, Any], only: int | None = None
) -> Iterator[str]:
    """What the seats (or only one) see, of their own hands, of the turn-up and the trump."""
    for seat in range(state.players) if only is None else (only,):
        view = state.view(seat)
        hand = sorted(map(str, state.hands[seat])) if state.hands else []
        seen = sorted(map(str, view.hand))
        dealt = bool(hand) or state.phase == "play"
        others = [
            [] if place == seat else sorted(map(str, theirs))
            for place, theirs in enumerate(state.hands)
        ]
        shown = [sorted(map(str, theirs)) for theirs in view.shown_hands]
        hidden = dealt and not seen and view.unseen == len(hand)
        kinds = {
            "not dealt": not dealt and not seen and view.unseen == 0,
            "seen": dealt and seen == hand and view.unseen == 0 and not shown,
            "unseen": hidden and not shown,
            "others": hidden and shown == others,
        }
        kinds["looked"] = kinds["seen" if Looked(seat) in _of_deal(view.events) else "unseen"]
        if not kinds[expected["hands"]]:
            yield f"hands: seat {seat} sees {seen}, {view.unseen} unseen: not {expected['hands']}"
        turned = None if view.turned is None else str(view.turned)
        yield from differs(f"turned for seat {seat}", turned, expected["turned"])
        yield from differs(f"trump for seat {seat}", trump_name(view.trump), expected["trump"])


def _dealt(state: State, waiting: list[Case]) -> State:
    if state.phase != "deal" or not waiting:
        return state
    cards = waiting.pop(0)
    turned = cards.get("turned")
    suit = SUIT_NAMES[turned[-1]] if turned and turned[-1] in SUIT_NAMES else "spades"
    return chance_deals(state, whole_pack(state, cards), suit)


def chance_deals(state: State, pack: str, suit: str = "spades") -> State:
    """The state after that pack is dealt, and that suit drawn where trump is drawn."""
    draws = state.table.draws_trump(state.scheduled)
    return state.apply(f"deal {pack} trump {suit}" if draws else f"deal {pack}")


def _drawn(state: State, action: str = "", seat: int | None = None) -> State:
    """Eldest, or that seat, drawn to bid first where that is to be done and no action says it."""
    if state.phase != "first" or action.startswith("first"):
        return state
    seat = (state.dealer + 1) % state.players if seat is None else seat
    return state.apply(f"first {state.names[seat]}")


def whole_pack(state: State, cards: Case) -> str:
    """The whole pack from the top, from `pack`, or from `hands` and `turned`."""
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


def _played_through(state: State) -> State:
    """The state at the start of the next deal, the first legal action taken each time."""
    number = state.deal
    while state.deal == number and not state.over:
        if state.phase == "first":
            state = _drawn(state)
        elif state.actor is clagdsl.CHANCE:
            pack = " ".join(map(str, state.table.deck.cards))
            state = chance_deals(state, pack)
        else:
            state = state.apply(state.legal()[0])
    return state


def _sequences(state: State, number: int) -> int:
    if state.over or state.deal != number:
        return 1
    return sum(_sequences(state.apply(action), number) for action in state.legal())


def checked(case: Case) -> CheckResult:
    """What checking the text of a case finds; the files that it extends lie beside it."""
    with TemporaryDirectory() as folder:
        for name, lines in {**case.get("files", {}), "rules.clag": case["text"]}.items():
            Path(folder, name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        return check_path(Path(folder, "rules.clag"))
