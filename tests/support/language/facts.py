"""Checks the expectations of a chunk, with the checker, the table and the engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from clagdsl.check.checker import CheckResult, check_text
from clagdsl.conformance.cases import expand_actions
from clagdsl.conformance.driver import actor_name, trump_name
from clagdsl.engine.actions import (
    Bid,
    DealPack,
    MakeCall,
    NameOrder,
    NameTrump,
    PickCards,
    Play,
    read_action,
)
from clagdsl.engine.state import State, start_match
from clagdsl.lang import rules
from clagdsl.lang.cards import read_card, read_suit
from clagdsl.lang.rules import Game, fixed_trumps
from clagdsl.lang.source import Place
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.bids import legal_bids, why_not_bid
from clagdsl.table.choices import (
    legal_calls,
    legal_names,
    why_not_call,
    why_not_order,
    why_not_pack,
    why_not_size,
    why_not_suit,
)
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.legal_plays import Turn, playable, why_not_play
from clagdsl.table.phases import phases
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import (
    SeatResult,
    match_winners,
    payments,
    score_deal,
    trick_values,
)
from clagdsl.table.table import (
    Table,
    cards_needed,
    make_table,
    open_table,
    read_parameter,
    scheduled_deal,
)
from clagdsl.table.tricks import PlayedCard, explain_trick
from support.expected import ExpectedProblem, differs, differs_told, problem_differences
from support.language.chunks import BadChunkError, Chunk, Fact
from support.table_games import end_of


@lru_cache(maxsize=64)
def checked(text: str) -> CheckResult:
    return check_text(text)


def wrong(chunk: Chunk) -> list[str]:
    """Returns the differences from a chunk's expectations, with the line of each."""
    result = checked(chunk.text)
    found = [*problem_differences(result.diagnostics, chunk.problems, partial(origin, chunk))]
    if chunk.facts and result.game is None:
        found.append("no fact can be asked of rules that do not check")
    elif result.game is not None:
        match: State | None = None
        for fact in chunk.facts:
            scene = read_scene(fact)
            if scene.verb == "match":
                match = open_match(result.game, scene)
                continue
            if scene.verb == "proves":
                told = proved(result, scene)
            elif match is not None:
                match, told = in_match(match, scene)
            else:
                told = at_table(result.game, scene, chunk)
            found += [f"line {fact.line}: {one}" for one in told]
    return found


def origin(chunk: Chunk, place: Place | None) -> int | None:
    """Returns the line of the chunk's file for a place in its complete text, or None."""
    if place is None or place.line > len(chunk.lines):
        return None
    return chunk.lines[place.line - 1]


# --- scenes -----------------------------------------------------------------------------

SCENE = {
    *("players", "cards", "deal", "number", "where", "calling"),
    *("trump", "trick", "hand", "after", "bid", "took", "by", "earning"),
    *("totals", "failed", "completed", "winners", "dealer", "scored"),
}
VERBS = {
    *("plays", "bids", "wins", "scores", "completes", "points", "worth", "goes", "pays"),
    *("schedules", "needs", "phases", "calls", "names", "allows", "refuses", "fails"),
    *("match", "deals", "draws", "does", "asks", "offers", "sees", "stands", "proves", "has"),
}


@dataclass(frozen=True)
class Scene:
    """The words of a fact in order: the given values, the verb, and the expected result."""

    fact: Fact
    given: Mapping[str, tuple[str, ...]]
    verb: str
    expected: tuple[str, ...]

    def numbers(self, key: str) -> tuple[int, ...] | None:
        return tuple(map(int, self.given[key])) if key in self.given else None

    def number(self, key: str) -> int | None:
        return int(self.given[key][0]) if key in self.given else None

    def is_known(self, key: str) -> bool:
        return key in self.given


def read_scene(fact: Fact) -> Scene:
    """Parses the words of a fact: keywords of the scene with their values, then the verb."""
    given: dict[str, tuple[str, ...]] = {}
    key = ""
    for place, word in enumerate(fact.words):
        if word in VERBS and word != "match":
            return Scene(fact, given, word, fact.words[place + 1 :])
        if word in SCENE:
            key = word
            given[key] = ()
        elif word == "match" and place == 0:
            continue
        elif not key:
            break
        else:
            given[key] = (*given[key], word.strip('"'))
    if fact.words[:1] == ("match",):
        return Scene(fact, given, "match", ())
    raise BadChunkError(f"line {fact.line}: `{' '.join(fact.words)}` is no fact")


def parameters(game: Game, scene: Scene) -> dict[str, Any]:
    known = {parameter.name: parameter for parameter in game.parameters}
    settings = (setting.partition("=") for setting in scene.given.get("where", ()))
    return {name: read_parameter(known[name], text) for name, _, text in settings}


@dataclass(frozen=True)
class Setting:
    """A table, one of its deals, and that deal's rules."""

    table: Table
    scheduled: ScheduledDeal
    rules: DealRules
    cards: int


def set_up(game: Game, scene: Scene) -> Setting:
    players = scene.number("players")
    for key in ("bid", "took", "totals", "scored"):
        if players is None and len(scene.given.get(key, ())) > 1:
            players = len(scene.given[key])
    table = make_table(game, players or min(4, game.players[1]), parameters(game, scene))
    asked: int | str = scene.number("number") or " ".join(scene.given.get("deal", ()))
    scheduled = scheduled_deal(table, asked) if asked else table.schedule[0]
    cards = scene.number("cards") or scheduled.high
    calls = tuple(scene.given.get("calling", ()))
    rules = table.rules_with(scheduled.name, calls, scheduled.number, cards)
    return Setting(table, scheduled, rules, cards)


# --- facts at one table -----------------------------------------------------------------


def at_table(game: Game, scene: Scene, chunk: Chunk) -> Iterator[str]:
    if scene.verb == "fails":
        yield from fails(game, scene)
        return
    here = set_up(game, scene)
    if scene.verb in ("allows", "refuses"):
        yield from judged(here, scene, chunk)
    elif scene.verb == "wins" and scene.is_known("trick"):
        yield from wins(here, scene, chunk)
    elif scene.verb == "plays":
        yield from plays(here, scene)
    else:
        found = ASKED[scene.verb](here, scene)
        expected = [word.strip('"') for word in scene.expected]
        yield from differs(scene.verb, list(found), expected)


def fails(game: Game, scene: Scene) -> Iterator[str]:
    """Checks `fails U605`: an invalid argument for the table or for the score."""
    try:
        open_table(game, scene.number("players"), parameters(game, scene))
        here = set_up(game, scene)
        if scene.is_known("took"):
            results(here, scene)
    except ArgumentError as error:
        yield from differs("code", error.code, scene.expected[0])
        yield from differs_told(error.reason, scene.fact.told)
    else:
        yield "nothing fails"


def results(here: Setting, scene: Scene) -> tuple[SeatResult, ...]:
    return score_deal(
        here.rules,
        deal=here.scheduled.number,
        cards=here.cards,
        bids=scene.numbers("bid"),
        tricks=scene.numbers("took") or (),
        taken=scene.numbers("by"),
        points=scene.numbers("earning"),
        trump=rules.trump_name(trumps(scene)) if scene.is_known("trump") else None,
    )


def yes_or_no(value: bool | None) -> str:
    return "-" if value is None else "yes" if value else "no"


def listed(groups: Iterable[Sequence[str]], expected: tuple[str, ...]) -> list[str]:
    """Returns groups of names as `A + B`, separated by commas, or their number if expected."""
    every = [" + ".join(group) or "nothing" for group in groups]
    if len(expected) == 1 and expected[0].isdigit():
        return [str(len(every))]
    return ", ".join(every).split()


def schedule(here: Setting, _scene: Scene) -> list[str]:
    rows = []
    for row in here.table.schedule:
        size = str(row.low) if row.cards is not None else f"{row.low}-{row.high}"
        rows.append(f"{size} {row.name}")
    return ", ".join(rows).split()


def bids(here: Setting, scene: Scene) -> list[str]:
    made = scene.numbers("after") or ()
    found = legal_bids(here.rules, deal=here.scheduled.number, cards=here.cards, bids=made)
    return [str(bid) for bid in found] or ["nothing"]


def who_wins(here: Setting, scene: Scene) -> tuple[int, ...]:
    totals = scene.numbers("totals") or ()
    nobody = (0,) * len(totals)
    failed, completed = (scene.numbers(key) or nobody for key in ("failed", "completed"))
    return match_winners(here.table.game.winner, totals, failed, completed)


def paid(here: Setting, scene: Scene) -> list[str]:
    totals = scene.numbers("totals") or ()
    nobody = (0,) * len(totals)
    failed, completed = (scene.numbers(key) or nobody for key in ("failed", "completed"))
    winners = scene.numbers("winners") or who_wins(here, scene)
    found = payments(here.table.game, here.table.names, totals, failed, completed, winners)
    return [str(amount) for amount in found]


def goes(here: Setting, scene: Scene) -> list[str]:
    scores = scene.numbers("scored") or ()
    end = end_of(here.rules, scores, dealer=scene.number("dealer") or 0)
    return ["to", str(end.winner)]


def called(here: Setting, scene: Scene) -> list[str]:
    assert not isinstance(here.rules.call, str)
    return listed(legal_calls(here.rules.call), scene.expected)


ASKED: Mapping[str, Callable[[Setting, Scene], Iterable[str]]] = {
    "schedules": schedule,
    "bids": bids,
    "scores": lambda here, scene: [str(one.score) for one in results(here, scene)],
    "points": lambda here, scene: [str(one.points) for one in results(here, scene)],
    "completes": lambda here, scene: [yes_or_no(one.completed) for one in results(here, scene)],
    "worth": lambda here, _: map(str, trick_values(here.rules, here.cards)),
    "needs": lambda here, _: [str(cards_needed(here.table, here.scheduled))],
    "phases": lambda here, _: phases(here.rules, picked=here.scheduled.cards is None),
    "goes": goes,
    "wins": lambda here, scene: map(str, who_wins(here, scene)),
    "pays": paid,
    "calls": called,
    "names": lambda here, scene: listed(legal_names(here.rules), scene.expected),
    "has": lambda here, scene: [scene.expected[0], *value_of(here, scene.expected[0])],
}


def value_of(here: Setting, aspect: str) -> list[str]:
    """Returns the words of an aspect whose value is one or several words."""
    value = getattr(here.rules, aspect)
    return list(value) if isinstance(value, tuple) else [str(value)]


# --- playing to a trick -----------------------------------------------------------------


def card(text: str) -> Any:
    found = read_card(text)
    if found is None:
        raise BadChunkError(f"`{text}` is no card")
    return found


def trick(scene: Scene) -> tuple[PlayedCard, ...]:
    played = []
    for seat, word in enumerate(scene.given.get("trick", ())):
        shown, _, face = word.partition("=")
        played.append(PlayedCard(seat, card(shown), card(face or shown)))
    return tuple(played)


def trumps(scene: Scene) -> Any:
    """Returns the given trumps, or None, as not every rule needs them."""
    suits = scene.given.get("trump")
    if suits is None:
        return None
    return tuple(read_suit(suit) for suit in suits if suit != "none")


def turn(scene: Scene) -> Turn:
    return Turn(tuple(map(card, scene.given["hand"])), trick(scene), trumps(scene))


def plays(here: Setting, scene: Scene) -> Iterator[str]:
    """Checks the legal plays in the order of the list, with every face of a wild."""
    wilds = here.rules.wild.ranks
    pairs = playable(here.rules, turn(scene))
    found = [f"play {c} as {f}" if c.rank in wilds else f"play {c}" for c, f in pairs]
    if scene.expected == ("nothing",):
        yield from differs("plays", found, [])
        return
    wanted = expand_actions("play " + " ".join(scene.expected))
    if len(found) != len(set(found)):
        yield "a card is listed twice"
    if wanted != set(found):
        missing, more = sorted(wanted - set(found)), sorted(set(found) - wanted)
        yield f"plays: missing {missing[:8]}, not expected {more[:8]}"
    order = [word.partition("=")[0] for word in scene.expected]
    yield from differs("order", list(dict.fromkeys(str(c) for c, _ in pairs)), order)


def wins(here: Setting, scene: Scene, chunk: Chunk) -> Iterator[str]:
    """Checks the winner of a trick, and the rule that decides it if the fact follows a rule."""
    given = trumps(scene)
    known = fixed_trumps(here.rules.trump) if given is None else given
    told = explain_trick(here.rules, known or (), trick(scene))
    yield from differs("wins", str(trick(scene)[told.winner].card), scene.expected[0])
    yield from differs_rule(told.place, told.source, told.reason, scene.fact, chunk)


def differs_rule(
    place: Place | None, source: str | None, reason: str, fact: Fact, chunk: Chunk
) -> Iterator[str]:
    """Checks that a reason's rule is the one that the fact follows, and its source."""
    if fact.rule is not None:
        yield from differs("line of the rule", origin(chunk, place), fact.rule)
    if fact.source is not None:
        yield from differs("source", source, fact.source)
    yield from differs_told(reason, fact.told)


# --- legal and illegal actions ----------------------------------------------------------


def judged(here: Setting, scene: Scene, chunk: Chunk) -> Iterator[str]:
    action, code = read_judgement(scene)
    reason = why_not(here, action, scene)
    yield from differs(action, None if reason is None else reason.code, code)
    if reason is not None and code is not None:
        yield from differs_rule(reason.place, reason.source, reason.reason, scene.fact, chunk)


def read_judgement(scene: Scene) -> tuple[str, str | None]:
    """Returns the action to judge, and the code of its refusal or None."""
    if scene.verb == "allows":
        return " ".join(scene.expected), None
    return " ".join(scene.expected[:-1]), scene.expected[-1]


def why_not(here: Setting, text: str, scene: Scene) -> Any:
    """Returns why the table does not allow an action, or None."""
    rules = here.rules
    number = {"deal": here.scheduled.number, "cards": here.cards}
    match read_action(text):
        case Bid(bid):
            made = scene.numbers("after") or ()
            return why_not_bid(rules, **number, bids=made, bid=bid)
        case Play(shown, face):
            return why_not_play(rules, turn(scene), shown, face)
        case MakeCall(names):
            return why_not_call(rules, names)
        case NameTrump(suit):
            return why_not_suit(rules, suit)
        case NameOrder(suits):
            return why_not_order(rules, suits)
        case PickCards(cards):
            return why_not_size(here.scheduled, cards, here.table.game.schedule_origin)
        case DealPack(pack):
            return why_not_pack(rules.deck, pack)
    raise BadChunkError(f"line {scene.fact.line}: `{text}` is no action of the table")


# --- matches ----------------------------------------------------------------------------


LOTS = ("DealerDrawn", "BidderDrawn")
ACTIONS = re.compile(
    r", (?=(?:bid|play|call|trump|order|cards|deal|first|dealer|auction|pass|look)\b)"
)
"""Separator of two actions; a call has commas of its own."""


def open_match(game: Game, scene: Scene) -> State:
    players = scene.number("players") or game.players[0]
    dealer = scene.number("dealer")
    return start_match(game, players, dealer=dealer, parameters=parameters(game, scene))


def in_match(state: State, scene: Scene) -> tuple[State, list[str]]:
    """Returns the state after a fact of a match, and the differences."""
    match scene.verb:
        case "deals":
            rest = (Counter(map(str, state.table.deck.cards)) - Counter(scene.expected)).elements()
            return state.apply(" ".join(("deal", *scene.expected, *rest))), []
        case "draws":
            suit, *first = scene.expected
            rest = [str(one) for one in state.table.deck.cards if str(one) not in first]
            return state.apply(" ".join(("deal", *first, *rest, "trump", suit))), []
        case "does":
            for action in ACTIONS.split(" ".join(scene.expected)):
                reason = state.why_not(action)
                if reason is not None:
                    return state, [f"{action} is refused: {reason.code} {reason.reason}"]
                state = state.apply(action)
            return state, []
        case "refuses" | "allows":
            return state, list(judged_in_match(state, scene))
        case "asks":
            found = [str(actor_name(state.actor)), str(state.phase)]
            return state, list(differs("asks", found, list(scene.expected)))
        case "offers":
            actions = [str(action) for action in state.legal()]
            if len(scene.expected) == 1 and scene.expected[0].isdigit():
                return state, list(differs("offers", [str(len(actions))], list(scene.expected)))
            return state, list(differs("offers", ", ".join(actions).split(), list(scene.expected)))
        case "sees":
            return state, list(seen(state, scene))
        case "stands":
            return state, list(stands(state, scene))
    raise BadChunkError(f"line {scene.fact.line}: `{scene.verb}` is nothing of a match")


def judged_in_match(state: State, scene: Scene) -> Iterator[str]:
    action, code = read_judgement(scene)
    reason = state.why_not(action)
    yield from differs(action, None if reason is None else reason.code, code)
    if reason is not None:
        yield from differs_told(reason.reason, scene.fact.told)


def pairs_of(words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yields the pairs of a name and its text in `hand AS JS, turned 8S`."""
    for part in " ".join(words).split(", "):
        name, _, text = part.partition(" ")
        yield name, text


SHOWN = ("HandSeen", "HandShown", "TrumpTurned")
"""The events by which a seat sees cards that are not played."""


def seen(state: State, scene: Scene) -> Iterator[str]:
    """Checks the view of a seat: `sees 1 hand KS 10S, hidden 0, turned 8S`."""
    seat, *words = scene.expected
    view = state.view(int(seat))
    found = {
        "hand": " ".join(map(str, view.hand)) or "nothing",
        "hidden": str(view.unseen),
        "turned": " ".join(map(str, (*view.turned_before, *filter(None, [view.turned]))))
        or "nothing",
        "trump": trump_name(view.trump),
        "drawn": " ".join(str(e.seat) for e in view.events if e.kind in LOTS) or "nothing",
        "offered": "; ".join(map(str, view.legal)) or "nothing",
        "others": " / ".join(" ".join(map(str, hand)) or "-" for hand in view.shown_hands)
        or "nothing",
        "shown": " ".join(str(e.kind) for e in view.events if e.kind in SHOWN) or "nothing",
        "bids": " ".join("-" if bid is None else str(bid) for bid in view.bids),
        "blind": " ".join("yes" if one else "no" for one in view.blind) or "nothing",
    }
    for name, text in pairs_of(tuple(words)):
        yield from differs(name, found[name], text)


def stands(state: State, scene: Scene) -> Iterator[str]:
    """Checks the state of a match: `stands totals 11 1 0, dealer 1`."""

    def some(values: Iterable[Any]) -> str:
        return " ".join("-" if value is None else str(value) for value in values) or "nothing"

    found = {
        "totals": some(state.totals),
        "tricks": some(state.tricks),
        "bids": some(state.bids),
        "failed": some(state.failed),
        "completed": some(state.completed),
        "winners": some(state.winners),
        "payments": some(state.payments),
        "calls": " + ".join(state.calls) or "nothing",
        "dealer": str(state.dealer),
        "caller": str(state.caller),
        "deal": str(state.deal),
        "cards": str(state.cards),
        "trump": trump_name(state.trump),
        "turned": "nothing" if state.turned is None else str(state.turned),
        "trick": some(state.trick),
        "hands": " / ".join(" ".join(map(str, hand)) for hand in state.hands) or "nothing",
        "over": yes_or_no(state.over),
        **{each.name: some(each.by_seat) for each in state.past},
    }
    for name, text in pairs_of(scene.expected):
        yield from differs(name, found[name], text)


# --- proofs -----------------------------------------------------------------------------


def proved(result: CheckResult, scene: Scene) -> Iterator[str]:
    """Checks a proof: `proves deals 5 to 5, cards 1 to 5, scores 0 to 15, decisions 80`."""
    evidence = result.evidence
    if evidence is None:
        yield "nothing is proved"
        return
    found = {
        "deals": "{} to {}".format(*evidence.deals),
        "cards": "{} to {}".format(*evidence.cards),
        "scores": "{} to {}".format(*evidence.scores),
        "decisions": str(evidence.decisions),
        "examples": str(evidence.examples),
    }
    for tried in evidence.tried:
        many = len(tried.values)
        shown = f"{many} values" if many > 4 else " ".join(str(value) for value in tried.values)
        found[f"tried-{tried.parameter}"] = shown + (" all" if tried.complete else "")
    for name, text in pairs_of(scene.expected):
        yield from differs(name, found[name], text)


# --- false expectations -----------------------------------------------------------------


def altered(chunk: Chunk) -> Iterator[Chunk]:
    """Yields copies of the chunk with one expectation altered, so that it does not hold."""
    for number, problem in enumerate(chunk.problems):
        before, after = chunk.problems[:number], chunk.problems[number + 1 :]
        for other in altered_problem(problem):
            yield replace(chunk, problems=(*before, *other, *after))
    for number, fact in enumerate(chunk.facts):
        for words in altered_words(read_scene(fact)):
            other_fact = replace(fact, words=words)
            yield replace(
                chunk, facts=(*chunk.facts[:number], other_fact, *chunk.facts[number + 1 :])
            )
        if fact.told is not None:
            other_fact = replace(fact, told=fact.told + "x")
            yield replace(
                chunk, facts=(*chunk.facts[:number], other_fact, *chunk.facts[number + 1 :])
            )
    if not chunk.problems:
        yield replace(chunk, problems=(ExpectedProblem(chunk.line, "error", "P306"),))


def altered_problem(problem: ExpectedProblem) -> Iterator[tuple[ExpectedProblem, ...]]:
    yield (replace(problem, code="Z999"),)
    yield (replace(problem, line=problem.line + 1),)
    if problem.kind != "also":
        yield ()
        yield (replace(problem, told=(problem.told or "") + "x"),)
        yield (replace(problem, detail=(*(problem.detail or ()), "x")),)


def altered_words(scene: Scene) -> Iterator[tuple[str, ...]]:
    """Yields the words of a fact with its expectation altered; none for facts that only act."""
    if scene.verb in ("match", "deals", "draws", "does"):
        return
    words = scene.fact.words
    kept = words[: len(words) - len(scene.expected)]
    *first, last = scene.expected
    if scene.verb == "allows":
        yield (*kept[:-1], "refuses", *scene.expected, "Z999")
    else:
        yield (*kept, *first, other_word(last))


def other_word(word: str) -> str:
    if word.lstrip("-").isdigit():
        return str(int(word) + 1)
    return {"yes": "no", "no": "yes", "nothing": "AS"}.get(word, word + "x")
