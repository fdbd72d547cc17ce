"""Writes the conformance cases whose expectations this program works out.

Run from the folder `tests`: `python -m reference.generate`.  A test checks that what is stored
is what this program writes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reference.calls import CALLED, CalledDeal, called_name, choices_text, rules_of
from reference.match import played_match
from reference.play import PlayedDeal, Step, count_bids, count_plays, lively, play_deal
from reference.table import PACK, DealRules, hands_from, is_wild, suit_of, winner_of
from reference.variants import NAMES, NORMAL, SPECIALS
from reference.writing import write_cases

ORIGIN = "reference"
FOLDER = Path(__file__).parents[1] / "conformance"
SOURCES = {
    "pagat": "pagat",
    "rewrite": "rewrite-rules",
    "foss": "wikipedia",
    "mcleod": "wikipedia",
    "scorecard": "wikipedia-2011",
    "scottish": "keeper",
    "raf": "wikipedia",
    "raf-pagat": "pagat",
}


@dataclass(frozen=True)
class Scene:
    """A deal to be played: which one, by how many, with what seed."""

    variant: str
    rules: DealRules
    players: int
    number: int
    cards: int
    title: str
    passage: str
    called: CalledDeal | None = None

    @property
    def slug(self) -> str:
        if self.called is not None:
            return f"{self.variant}-{self.called.slug}"
        return f"{self.variant}-{self.number}"

    def start(self) -> dict[str, Any]:
        return {"variant": self.variant, "players": self.players, "deal": self.number}

    def cite(self) -> dict[str, str]:
        source = "wikipedia" if self.passage == "Scottish Rules" else SOURCES[self.variant]
        return {"source": source, "passage": self.passage}

    def opening(self, dealer: int) -> list[list[Any]]:
        """The steps before trump is named: the size, where the dealer picks it, and the call."""
        if self.called is None:
            return []
        call = f"call {', '.join(self.called.calls)}".strip()
        return [
            [dealer, f"cards {self.cards}", "3 4 5 6 7"],
            [dealer, call, choices_text(self.variant)],
        ]


def scenes() -> Iterator[Scene]:
    for variant, rules in NORMAL.items():
        number, cards = (4, 4) if variant == "scottish" else (5, 5)
        yield Scene(variant, rules, 4, number, cards, "an ordinary deal", _normal_passage(variant))
    for variant, specials in SPECIALS.items():
        for number, rules in specials.items():
            name = NAMES[variant][number]
            yield Scene(variant, rules, 4, number, 7, name, _passage(variant, number))
    for variant, players, number in (("pagat", 7, 12), ("foss", 3, 13), ("rewrite", 5, 14)):
        rules = SPECIALS[variant][number]
        name = NAMES[variant][number]
        yield Scene(variant, rules, players, number, 7, name, _passage(variant, number))
    for variant, deals in CALLED.items():
        for called in deals:
            rules = rules_of(variant, called.calls)
            name = called_name(called)
            yield Scene(variant, rules, 4, 1, called.cards, name, called.passage, called)


def _normal_passage(variant: str) -> str:
    return {
        "pagat": "Nomination and Play in Normal Deals",
        "rewrite": "To start a regular round",
        "foss": "Nominations",
        "mcleod": "Nominations",
        "scorecard": "Gameplay",
        "scottish": "Scottish Rules",
    }[variant]


def _passage(variant: str, number: int) -> str:
    if variant == "rewrite":
        return f"In round {number}"
    if variant == "scottish":
        return f"The four special rounds: {NAMES[variant][number]}"
    if variant == "scorecard":
        return f"Gameplay, special rounds; score card row {NAMES[variant][number]}"
    return f"Deal {number}"


def play_scene(scene: Scene, attempts: int = 400) -> PlayedDeal:
    """The first lively deal, in the order of the seeds, that shows what the scene is about."""
    last = None
    for seed in range(attempts):
        generator = random.Random(f"{scene.slug}/{scene.players}/{seed}")
        pack = list(PACK)
        generator.shuffle(pack)
        played = play_deal(
            scene.rules, scene.players, scene.cards, scene.players - 1, pack, lively(generator)
        )
        last = played
        if _telling(scene, played):
            return played
    raise LookupError(f"no telling deal for {scene.slug}: {last}")


def _telling(scene: Scene, played: PlayedDeal) -> bool:
    """Whether a deal shows a forced card, a score made and one failed, and the wilds at work."""
    plays = [step for step in played.steps if step.action.startswith("play")]
    forced = sum(len(step.legal) < len(step.hand) for step in plays)
    if forced < 3 and not scene.rules.twos_wild:
        return False
    if len(set(played.scores())) < 2:
        return False
    if scene.rules.bidding == "none" and scene.number != 1 and max(played.scores()) == 0:
        return False
    if scene.rules.twos_wild and sum(" as " in step.action for step in plays) < 2:
        return False
    if scene.rules.bidding == "turn" and played.bids is not None:
        counts = [played.taken.count(seat) for seat in range(scene.players)]
        made = sum(bid == count for bid, count in zip(played.bids, counts, strict=True))
        return 0 < made < scene.players and len(_negatives(scene, played)) >= 3
    return len(_negatives(scene, played)) >= 3


# --- the notation ------------------------------------------------------------------------------


def legal_text(step: Step) -> str:
    """Everything allowed at a step, short: see the README of the cases."""
    kind = step.legal[0].split()[0]
    if kind == "order":
        return "every order"
    if kind != "play":
        return " ".join(text.split()[1] for text in step.legal)
    words = [text.split()[1] for text in step.legal if " as " not in text]
    faces: dict[str, list[str]] = {}
    for text in step.legal:
        if " as " in text:
            _, card, _, face = text.split()
            faces.setdefault(card, []).append(face)
    return " ".join(words + [_wild_text(card, named) for card, named in faces.items()])


def _wild_text(card: str, named: list[str]) -> str:
    suits = {suit_of(face) for face in named}
    one = f"*{suits.pop()}" if len(suits) == 1 else "*"
    among = [face for face in PACK if one == "*" or suit_of(face) == one[1]]
    return f"{card}={one}" + "".join(f"-{face}" for face in among if face not in named)


# --- whole deals -------------------------------------------------------------------------------


def deal_case(scene: Scene, played: PlayedDeal) -> dict[str, Any]:
    dealer = scene.players - 1
    steps = scene.opening(dealer)
    steps += [[step.seat, step.action, legal_text(step)] for step in played.steps]
    return {
        "id": f"deal-{scene.slug}-{scene.players}-players",
        "kind": "deal",
        "rule": f"A whole deal of {scene.title}: every legal set, who wins each trick, the scores.",
        "cite": scene.cite(),
        "origin": ORIGIN,
        "start": scene.start(),
        "pack": " ".join(played.pack),
        "steps": steps,
        "expect": {"winners": played.taken, "scores": played.scores()},
    }


# --- refused actions -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """An action that the rules refuse before the step of that index."""

    at: int
    action: str
    code: str
    rule: str


def _negatives(scene: Scene, played: PlayedDeal) -> list[Attempt]:
    """At most one attempt of each kind, the first place where it is possible."""
    found: dict[str, Attempt] = {}
    for at, step in enumerate(played.steps):
        for attempt in _attempts_at(scene, at, step):
            found.setdefault(attempt.code + attempt.rule, attempt)
    order = (
        "A302",
        "A303",
        "A304",
        "A306",
        "A307",
        "A202",
        "A401",
        "A402",
        "A301",
        "A305",
        "A201",
        "A103",
    )
    chosen = sorted(found.values(), key=lambda attempt: order.index(attempt.code))
    return chosen[: 5 if scene.rules.twos_wild else 3]


def _attempts_at(scene: Scene, at: int, step: Step) -> Iterator[Attempt]:
    kind = step.action.split()[0]
    if kind == "trump":
        yield Attempt(at, "order S H D C", "A401", "A suit is to be named, not an order of suits.")
        yield Attempt(at, "bid 1", "A103", "Trump is named before anybody bids.")
    elif kind == "order":
        yield Attempt(at, "trump hearts", "A402", "An order is to be named, not a suit.")
        yield Attempt(at, "bid 1", "A103", "The order is named before anybody bids.")
    elif kind == "bid":
        allowed = {int(text.split()[1]) for text in step.legal}
        for bid in range(scene.cards + 1):
            if bid not in allowed:
                yield Attempt(at, f"bid {bid}", "A202", "The last to bid may not name this number.")
        yield Attempt(
            at, f"bid {scene.cards + 1}", "A201", "Nobody can win more tricks than cards."
        )
        yield Attempt(at, f"play {step.hand[0]}", "A103", "Nobody plays before the bids are made.")
    else:
        yield from _play_attempts(scene, at, step)


def _play_attempts(scene: Scene, at: int, step: Step) -> Iterator[Attempt]:
    yield Attempt(at, "bid 0", "A103", "Nobody bids once the play has begun, or where none do.")
    if at > 0 and scene.rules.bidding == "turn":
        yield Attempt(at, "bid 1", "A103", "The bids are made; now cards are played.")
    held = set(step.hand)
    strange = next(card for card in PACK if card not in held and not card.startswith("2"))
    yield Attempt(at, f"play {strange}", "A301", "Only a card in the hand can be played.")
    naturals = [card for card in step.hand if not is_wild(scene.rules, card)]
    if scene.rules.top_card:
        if len(step.hand) > 1:
            code_rule = ("A303", "Only the top card may be played, whatever lies below it.")
            yield Attempt(at, f"play {step.hand[1]}", *code_rule)
            yield Attempt(at, f"play {step.hand[-1]}", *code_rule[:1], "Nor the bottom card.")
        return
    plain = {text.split()[1] for text in step.legal if " as " not in text}
    for card in naturals:
        if card not in plain:
            yield Attempt(at, f"play {card}", "A302", "Who holds the suit led must follow it.")
        else:
            other = next(face for face in PACK if face != card)
            yield Attempt(
                at, f"play {card} as {other}", "A305", "This card is not wild and is only itself."
            )
    yield from _wild_attempts(scene, at, step)


def _wild_attempts(scene: Scene, at: int, step: Step) -> Iterator[Attempt]:
    taken = [face for card, face in step.trick if is_wild(scene.rules, card)]
    led = suit_of(step.trick[0][1]) if step.trick else None
    for wild in (card for card in step.hand if is_wild(scene.rules, card)):
        yield Attempt(at, f"play {wild}", "A304", "A two says which card it stands for.")
        same_suit = [face for face in taken if led is None or suit_of(face) == led]
        if same_suit:
            yield Attempt(
                at,
                f"play {wild} as {same_suit[0]}",
                "A306",
                "Two twos in one trick stand for different cards.",
            )
        holds_led = any(
            suit_of(card) == led for card in step.hand if not is_wild(scene.rules, card)
        )
        if led is not None and holds_led:
            face = next(f for f in PACK if suit_of(f) != led and f not in taken)
            yield Attempt(
                at,
                f"play {wild} as {face}",
                "A307",
                "Who holds the suit led names a two as a card of that suit.",
            )


def illegal_cases(scene: Scene, played: PlayedDeal) -> Iterator[dict[str, Any]]:
    opening = [step[1] for step in scene.opening(scene.players - 1)]
    for index, attempt in enumerate(_negatives(scene, played), start=1):
        before = [step.action for step in played.steps[: attempt.at]]
        yield {
            "id": f"illegal-{scene.slug}-{scene.players}-players-{index}",
            "kind": "illegal",
            "rule": f"{scene.title}: {attempt.rule}",
            "cite": scene.cite(),
            "origin": ORIGIN,
            "start": scene.start(),
            "pack": " ".join(played.pack),
            "actions": opening + before,
            "attempt": attempt.action,
            "expect": {"code": attempt.code},
        }


# --- counts --------------------------------------------------------------------------------------


def count_case(scene: Scene, played: PlayedDeal, most: int = 700) -> dict[str, Any] | None:
    """From how early on the ways to finish the deal can still be counted by hand of a machine."""
    best = None
    for at in range(len(played.steps) - 1, -1, -1):
        number = _ways_to_finish(scene, played, at)
        if number is None or number > most:
            break
        best = (at, number)
    if best is None or best[1] < 2:
        return None
    at, number = best
    opening = [step[1] for step in scene.opening(scene.players - 1)]
    return {
        "id": f"count-{scene.slug}-{scene.players}-players",
        "kind": "count",
        "rule": f"{scene.title}: how many different ways there are to finish this deal.",
        "law": "every legal sequence of actions to the end of the deal, counted one by one",
        "origin": ORIGIN,
        "start": scene.start(),
        "pack": " ".join(played.pack),
        "actions": opening + [step.action for step in played.steps[:at]],
        "expect": {"sequences": number},
    }


def _ways_to_finish(scene: Scene, played: PlayedDeal, at: int) -> int | None:
    step = played.steps[at]
    if not step.action.startswith("play"):
        return None
    hands = hands_from(played.pack, scene.players, scene.players - 1, scene.cards)
    done = [earlier for earlier in played.steps[:at] if earlier.action.startswith("play")]
    for earlier in done:
        hands[earlier.seat].remove(earlier.action.split()[1])
    leader = (step.seat - len(step.trick)) % scene.players
    return count_plays(scene.rules, hands, played.trumps, leader, step.trick)


SMALL_DEALS = (
    ("pagat", 4, 1, 1), ("pagat", 5, 1, 1), ("pagat", 7, 1, 1), ("rewrite", 4, 1, 1),
    ("rewrite", 5, 22, 1), ("foss", 3, 1, 1), ("foss", 3, 2, 2), ("foss", 3, 19, 2),
    ("foss", 4, 1, 1), ("foss", 7, 20, 1), ("mcleod", 3, 2, 2), ("mcleod", 3, 22, 1),
    ("scorecard", 3, 2, 2), ("scorecard", 4, 1, 1), ("scottish", 3, 6, 2), ("scottish", 5, 7, 1),
)  # fmt: skip


def small_counts() -> Iterator[dict[str, Any]]:
    """Complete sequences of bids and plays of whole small deals."""
    for variant, players, number, cards in SMALL_DEALS:
        generator = random.Random(f"count/{variant}/{players}/{number}")
        pack = list(PACK)
        generator.shuffle(pack)
        rules = NORMAL[variant]
        hands = hands_from(pack, players, players - 1, cards)
        plays = count_plays(rules, hands, suit_of(pack[players * cards]), 0)
        yield {
            "id": f"count-{variant}-{number}-{players}-players-bids-and-plays",
            "kind": "count",
            "rule": f"Deal {number} of {players} players: every sequence of bids and plays.",
            "law": "every legal sequence of actions to the end of the deal, counted one by one",
            "origin": ORIGIN,
            "start": {"variant": variant, "players": players, "deal": number},
            "pack": " ".join(pack),
            "actions": [],
            "expect": {"sequences": count_bids(rules, cards, players) * plays},
        }


# --- tricks --------------------------------------------------------------------------------------


def trick_case(scene: Scene, played: PlayedDeal) -> dict[str, Any] | None:
    """The trick of the deal whose winner is furthest from obvious: an early, beaten leader."""
    plays = [step for step in played.steps if step.action.startswith("play")]
    for at in range(0, len(plays), scene.players):
        faces = []
        for step in plays[at : at + scene.players]:
            words = step.action.split()
            faces.append((words[1], words[-1]))
        winner = winner_of(scene.rules, played.trumps, faces)
        led, won = faces[0][1], faces[winner][1]
        wild = any(card != face for card, face in faces)
        if winner not in (0, scene.players - 1) and (wild or not scene.rules.twos_wild):
            texts = [card if card == face else f"{card}={face}" for card, face in faces]
            how = "a card of the suit led" if suit_of(led) == suit_of(won) else "a trump"
            return {
                "id": f"trick-{scene.slug}-{scene.players}-players",
                "kind": "trick",
                "rule": f"{scene.title}: the trick goes to {how}.",
                "cite": scene.cite(),
                "origin": ORIGIN,
                "start": scene.start(),
                **({} if scene.called is None else {"calls": list(scene.called.calls)}),
                "trumps": " ".join(played.trumps),
                "cards": texts,
                "expect": {"winner": winner},
            }
    return None


# --- matches -------------------------------------------------------------------------------------


def match_case(variant: str, players: int) -> dict[str, Any]:
    with_calls = variant in CALLED
    start: dict[str, Any] = {"variant": variant, "players": players}
    if with_calls:
        start["parameters"] = {"deals": 8}
    return {
        "id": f"played-{variant}-{players}-players",
        "kind": "played",
        "rule": "A whole match: who deals and calls, the totals after every deal, who wins.",
        "cite": {"source": SOURCES[variant], "passage": MATCH_PASSAGES[variant]},
        "origin": ORIGIN,
        "start": start,
        **played_match(variant, players),
    }


MATCH_PASSAGES = {
    "pagat": "Deal; Scoring",
    "rewrite": "The game ends after the 22nd round is scored",
    "foss": "Phase 1, Phase 2, Phase 3",
    "mcleod": "Phase 1, Phase 2, Phase 3",
    "scorecard": "Gameplay",
    "scottish": "The four special rounds",
    "raf": "Royal Air Force rules",
    "raf-pagat": "Variations",
}


def generated() -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """Every generated file: its path under `conformance`, its subject, its cases."""
    files: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def put(kind: str, variant: str, case: dict[str, Any]) -> None:
        path = f"generated/{kind}-{variant}.json"
        subject = f"{kind} cases of {variant}, worked out by the program under tests/reference"
        files.setdefault(path, (subject, []))[1].append(case)

    for scene in scenes():
        played = play_scene(scene)
        put("deal", scene.variant, deal_case(scene, played))
        for case in illegal_cases(scene, played):
            put("illegal", scene.variant, case)
        count = count_case(scene, played)
        if count is not None and not scene.slug.endswith(("-9", "-11")):
            put("count", scene.variant, count)
        trick = trick_case(scene, played)
        if trick is not None and scene.called is not None:
            put("trick", scene.variant, trick)
    for variant in MATCH_PASSAGES:
        put("played", variant, match_case(variant, 4))
    for variant, players in (("pagat", 5), ("foss", 3), ("raf", 3), ("raf-pagat", 6)):
        put("played", variant, match_case(variant, players))
    for case in small_counts():
        put("count", case["start"]["variant"], case)
    return files


def main() -> None:
    for path, (subject, cases) in generated().items():
        write_cases(FOLDER / path, subject, cases)


if __name__ == "__main__":
    main()
