"""Writes the conformance cases whose expectations this program works out.

Installing the package and running the tests write them, into a folder that git ignores.  To write
them by hand, run `python -m reference.generate` in the folder `tests`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from reference.calls import CALLED, RAF, CalledDeal, called_name, choices_text, rules_of
from reference.match import hand_sizes, played_match
from reference.passages import LAWS, Cite, passage_of, where_it_says
from reference.play import (
    PlayedDeal,
    Seen,
    Step,
    count_bids,
    count_plays,
    lively,
    play_deal,
)
from reference.table import (
    PACK,
    DealRules,
    hands_from,
    is_wild,
    legal_bids,
    playable,
    results,
    suit_of,
    winner_of,
)
from reference.variants import (
    DEFAULT,
    FIXED,
    HOUSE_ADDED,
    HOUSE_MISERES,
    HOUSE_SCORES,
    HOUSE_TWO_MISERES,
    Readings,
    deal_rules,
    number_of,
    ordinary,
    special_deals,
    special_name,
)
from reference.writing import write_cases

ORIGIN = "reference"
FOLDER = Path(__file__).parents[1] / "conformance"


@dataclass(frozen=True)
class Scene:
    """A deal to be played: which one, by how many, with what readings."""

    variant: str
    rules: DealRules
    players: int
    number: int
    cards: int
    title: str
    cite: Cite
    called: CalledDeal | None = None
    readings: Readings = field(default_factory=dict)

    @property
    def slug(self) -> str:
        """What tells the scene from all others, but for the number of players."""
        deal = str(self.number) if self.called is None else self.called.slug
        return "-".join(
            [self.variant.replace("/", "-"), deal, *map(reading_slug, self.readings.items())]
        )

    @property
    def plain(self) -> DealRules:
        """The rules by the default readings."""
        if self.called is not None:
            return rules_of(self.variant, self.called.calls)
        return deal_rules(self.variant, self.number)

    @property
    def bids_unknowing(self) -> bool:
        """Whether the bids are made before the own cards or the trump card are seen."""
        late = self.rules.sight != "before bids" or self.rules.shown != "before bids"
        return late and self.rules.bidding == "turn"

    def start(self) -> dict[str, Any]:
        start: dict[str, Any] = {
            "variant": self.variant, "players": self.players, "deal": self.number,
        }  # fmt: skip
        return start | ({"parameters": dict(self.readings)} if self.readings else {})

    def opening(self, dealer: int) -> list[list[Any]]:
        """The steps before trump is named: the size, where the dealer picks it, and the call."""
        if self.called is None:
            return []
        call = f"call {', '.join(self.called.calls)}".strip()
        return [
            [dealer, f"cards {self.cards}", "3 4 5 6 7"],
            [dealer, call, choices_text(self.variant)],
        ]


def reading_slug(reading: tuple[str, Any]) -> str:
    """A parameter and its value, as a part of an id."""
    name, value = reading
    number = "" if isinstance(value, bool) else f"-{value}".replace("--", "-minus-")
    return name.replace("_", "-") + number


def scenes() -> Iterator[Scene]:
    """Every deal that is written down."""
    for variant in FIXED:
        number = 4 if variant == "scottish" else 5
        yield at(variant, 4, number)
    for variant in FIXED:
        for place in range(len(special_deals(variant))):
            yield at(variant, 4, 8 + place)
    for variant, players, number in (("pagat", 7, 12), ("foss", 3, 13), ("rewrite", 5, 14)):
        yield at(variant, players, number)
    for variant, deals in CALLED.items():
        for called in deals:
            yield calling(variant, called)
    yield from house_scenes()
    yield from scenes_by_other_readings()


def at(variant: str, players: int, number: int, readings: Readings = DEFAULT) -> Scene:
    """A deal of a fixed schedule."""
    rules = deal_rules(variant, number, readings)
    cards = hand_sizes(variant)[number - 1]
    special = rules is not None and 8 <= number < 8 + len(special_deals(variant))
    title = special_name(variant, number) if special else "an ordinary deal"
    cite = passage_of(variant, title if special else None, number, readings)
    return Scene(variant, rules, players, number, cards, title, cite, None, readings)


def calling(variant: str, called: CalledDeal, readings: Readings = DEFAULT) -> Scene:
    """A deal of a caller's game."""
    rules = rules_of(variant, called.calls, readings)
    cite = called_passage(variant, called, readings)
    name = called_name(called)
    return Scene(variant, rules, 4, 1, called.cards, name, cite, called, readings)


def called_passage(variant: str, called: CalledDeal, readings: Readings) -> Cite:
    """Where it says what is called."""
    if readings:
        return passage_of(variant, None, 1, readings)
    told = variant == "raf" or called.passage.startswith(RAF)
    return Cite("wikipedia" if told else "pagat", called.passage)


def house_scenes() -> Iterator[Scene]:
    """The deals that a house file changes or adds."""
    for variant in HOUSE_SCORES:
        yield at(variant, 4, 5)
        yield at(variant, 4, 9)
    for variant in HOUSE_MISERES:
        yield at(variant, 4, 9)
    for variant, (_, name, _) in HOUSE_ADDED.items():
        yield at(variant, 4, number_of(variant, name))
    for variant in HOUSE_TWO_MISERES:
        yield at(variant, 4, 9)
        yield at(variant, 4, 10)


def scenes_by_other_readings() -> Iterator[Scene]:
    """Deals in which a parameter that differs from its default matters."""
    for variant in ("pagat", "mcleod", "rewrite"):
        yield at(variant, 7, 12, {"twos_in_suit": True})
    for points in (-3, 2):
        yield at("mcleod", 4, 9, {"misere_trick": points})
    yield at("foss", 4, 13, {"roll_shows_trump": False})
    yield at("scottish", 4, 4, {"failed_keeps_tricks": False})
    yield at("scorecard", 4, 5, {"hook": True})
    yield at("house/nothing-for-failed", 4, 9, {"misere_keeps": True})
    calls = {(variant, deal.slug): deal for variant, deals in CALLED.items() for deal in deals}
    yield calling("raf", calls["raf", "trumps"], {"failed_keeps": True})
    yield calling("raf", calls["raf", "trumps"], {"turned_trump": True})
    yield calling("raf", calls["raf", "ascending"], {"madness_keeps": True})
    yield calling("raf", calls["raf", "misere"], {"misere_trick": 2})
    for slug in ("nothing", "misere"):
        yield calling("raf-pagat", calls["raf-pagat", slug], {"failed_keeps": False})
    for slug in ("ascending", "descending"):
        yield calling("raf-pagat", calls["raf-pagat", slug], {"madness": 2})
    yield calling("raf-pagat", calls["raf-pagat", "twos-wild"], {"twos_in_suit": True})


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
    if scene.readings and not matters(scene.plain, played):
        return False
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


def matters(other: DealRules, played: PlayedDeal) -> bool:
    """Whether a deal shows that it was not played by these other rules."""
    rules, cards = played.rules, played.cards
    if (rules.trump, rules.shown) != (other.trump, other.shown):
        return True
    made = results(rules, cards, played.bids, played.taken, played.players)
    counted = results(other, cards, played.bids, played.taken, played.players)
    if list(map(rules.score, made)) != list(map(other.score, counted)):
        return True
    bids: list[int] = []
    for step in played.steps:
        if step.action.startswith("bid"):
            free = legal_bids(other, cards, played.players, bids)
            if step.legal != [f"bid {bid}" for bid in free]:
                return True
            bids.append(int(step.action.split()[1]))
        played_card = step.action.startswith("play")
        if played_card and len(playable(other, step.hand, step.trick)) != len(step.legal):
            return True
    return False


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


def seen_json(seen: Seen) -> dict[str, Any]:
    """What is seen at some moment."""
    return {"hands": seen.hands, "turned": seen.turned, "trump": seen.trump}


def seen_from_step_to_step(scene: Scene, played: PlayedDeal) -> list[dict[str, Any]]:
    """What is seen from which step on: an entry wherever it changes."""
    opening = [Seen(), Seen("seen")] if scene.called is not None else []
    found: list[dict[str, Any]] = []
    before = None
    for number, seen in enumerate([*opening, *(step.seen for step in played.steps)], start=1):
        if seen != before:
            found.append({"step": number, **seen_json(seen)})
        before = seen
    return found


# --- whole deals -------------------------------------------------------------------------------


def deal_case(scene: Scene, played: PlayedDeal) -> dict[str, Any]:
    dealer = scene.players - 1
    steps = scene.opening(dealer)
    steps += [[step.seat, step.action, legal_text(step)] for step in played.steps]
    return {
        "id": f"deal-{scene.slug}-{scene.players}-players",
        "kind": "deal",
        "rule": f"A whole deal of {scene.title}: every legal set, what is seen, tricks, scores.",
        "cite": scene.cite.json(),
        "origin": ORIGIN,
        "start": scene.start(),
        "pack": " ".join(played.pack),
        "steps": steps,
        "seen": seen_from_step_to_step(scene, played),
        "expect": {"winners": played.taken, "scores": played.scores()},
    }


# --- refused actions -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Attempt:
    """An action that the rules refuse before the step of that index.

    `says` is what refuses it: "special", the passage of the deal itself, a rule that holds in
    every deal (see `reference.passages`), or "special hook", both the deal and the limit.
    """

    before: int
    action: str
    code: str
    rule: str
    says: str


CODES = (
    "A302", "A303", "A304", "A306", "A307", "A202", "A401", "A402", "A301", "A305", "A201", "A103",
)  # fmt: skip
"""Every code of an attempt, the most telling first."""


def _negatives(scene: Scene, played: PlayedDeal) -> list[Attempt]:
    """At most one attempt of each kind, the first place where it is possible."""
    found: dict[str, Attempt] = {}
    attempts = _unknowing_attempts if scene.bids_unknowing else _attempts_at
    for before, step in enumerate(played.steps):
        for attempt in attempts(scene, before, step):
            found.setdefault(attempt.code + attempt.rule, attempt)
    chosen = sorted(found.values(), key=lambda attempt: CODES.index(attempt.code))
    return chosen[: 5 if scene.rules.twos_wild else 3]


def _unknowing_attempts(scene: Scene, before: int, step: Step) -> Iterator[Attempt]:
    """What is refused to those who bid before they see the trump card, or their own."""
    unknown = "the trump card" if step.seen.hands == "seen" else "the cards"
    if scene.rules.sight == "never":
        unknown = "the own cards"
    if step.action.startswith("bid"):
        allowed = {int(text.split()[1]) for text in step.legal}
        for bid in range(scene.cards + 1):
            if bid not in allowed:
                rule = f"Before {unknown} can be seen, too, the last may not bid this number."
                yield Attempt(before, f"bid {bid}", "A202", rule, "special hook")
        rule = f"Nobody plays before the bids, which are made before {unknown} can be seen."
        yield Attempt(before, f"play {step.hand[0]}", "A103", rule, "special")
        if scene.rules.hook is None:
            rule = f"Nor is a bid made before {unknown} can be seen above their number."
            yield Attempt(before, f"bid {scene.cards + 1}", "A201", rule, "range")
    elif not step.trick and len(step.hand) == scene.cards:
        rule = "Once all have bid, no bid is changed, whatever is seen then."
        yield Attempt(before, "bid 1", "A103", rule, "special")
    if scene.rules.top_card and step.action.startswith("play"):
        yield from _play_attempts(scene, before, step)


def _attempts_at(scene: Scene, before: int, step: Step) -> Iterator[Attempt]:
    kind = step.action.split()[0]
    if kind == "trump":
        rule = "A suit is to be named, not an order of suits."
        yield Attempt(before, "order S H D C", "A401", rule, "suit")
        yield Attempt(before, "bid 1", "A103", "Trump is named before anybody bids.", "named")
    elif kind == "order":
        rule = "An order is to be named, not a suit."
        yield Attempt(before, "trump hearts", "A402", rule, "order")
        yield Attempt(before, "bid 1", "A103", "The order is named before anybody bids.", "named")
    elif kind == "bid":
        allowed = {int(text.split()[1]) for text in step.legal}
        for bid in range(scene.cards + 1):
            if bid not in allowed:
                rule = "The last to bid may not name this number."
                yield Attempt(before, f"bid {bid}", "A202", rule, "hook")
        rule = "Nobody can win more tricks than cards."
        yield Attempt(before, f"bid {scene.cards + 1}", "A201", rule, "range")
        rule = "Nobody plays before the bids are made."
        yield Attempt(before, f"play {step.hand[0]}", "A103", rule, "bids")
    else:
        yield from _play_attempts(scene, before, step)


def _play_attempts(scene: Scene, before: int, step: Step) -> Iterator[Attempt]:
    if scene.rules.bidding != "turn":
        yield Attempt(before, "bid 0", "A103", "Nobody bids where all bids are made.", "special")
    elif before > 0:
        rule = "The bids are made; now cards are played."
        yield Attempt(before, "bid 1", "A103", rule, "bids")
    held = set(step.hand)
    strange = next(card for card in PACK if card not in held and not card.startswith("2"))
    rule = "Only a card in the hand can be played."
    yield Attempt(before, f"play {strange}", "A301", rule, "hand")
    naturals = [card for card in step.hand if not is_wild(scene.rules, card)]
    if scene.rules.top_card:
        if len(step.hand) > 1:
            rule = "Only the top card may be played, whatever lies below it."
            yield Attempt(before, f"play {step.hand[1]}", "A303", rule, "top card")
            rule = "Nor the bottom card."
            yield Attempt(before, f"play {step.hand[-1]}", "A303", rule, "top card")
        return
    plain = {text.split()[1] for text in step.legal if " as " not in text}
    for card in naturals:
        if card not in plain:
            led = suit_of(step.trick[0][1])
            if led in {suit_of(held) for held in naturals}:
                rule = "Who holds the suit led must follow it."
                yield Attempt(before, f"play {card}", "A302", rule, "follow")
            else:
                rule = "Who holds the suit led only with a two must follow it, too."
                yield Attempt(before, f"play {card}", "A302", rule, "follow with a two")
        else:
            other = next(face for face in PACK if face != card)
            rule = "This card is not wild and is only itself."
            yield Attempt(before, f"play {card} as {other}", "A305", rule, "itself")
    yield from _wild_attempts(scene, before, step)


def _wild_attempts(scene: Scene, before: int, step: Step) -> Iterator[Attempt]:
    taken = [face for card, face in step.trick if is_wild(scene.rules, card)]
    led = suit_of(step.trick[0][1]) if step.trick else None
    for wild in (card for card in step.hand if is_wild(scene.rules, card)):
        rule = "A two says which card it stands for."
        yield Attempt(before, f"play {wild}", "A304", rule, "wild")
        same_suit = [face for face in taken if led is None or suit_of(face) == led]
        if same_suit:
            rule = "Two twos in one trick stand for different cards."
            yield Attempt(before, f"play {wild} as {same_suit[0]}", "A306", rule, "other wild")
        holds_led = any(
            suit_of(card) == led for card in step.hand if not is_wild(scene.rules, card)
        )
        if led is not None and holds_led:
            face = next(f for f in PACK if suit_of(f) != led and f not in taken)
            rule = "Who holds the suit led names a two as a card of that suit."
            yield Attempt(before, f"play {wild} as {face}", "A307", rule, "wild")


def illegal_cases(scene: Scene, played: PlayedDeal) -> Iterator[dict[str, Any]]:
    opening = [step[1] for step in scene.opening(scene.players - 1)]
    for index, attempt in enumerate(_negatives(scene, played), start=1):
        before = [step.action for step in played.steps[: attempt.before]]
        expect: dict[str, Any] = {"code": attempt.code}
        if scene.bids_unknowing:
            expect["seen"] = seen_json(played.steps[attempt.before].seen)
        yield {
            "id": f"illegal-{scene.slug}-{scene.players}-players-{index}",
            "kind": "illegal",
            "rule": f"{scene.title}: {attempt.rule}",
            **reason_of(scene, attempt),
            "origin": ORIGIN,
            "start": scene.start(),
            "pack": " ".join(played.pack),
            "actions": opening + before,
            "attempt": attempt.action,
            "expect": expect,
        }


def reason_of(scene: Scene, attempt: Attempt) -> dict[str, Any]:
    """The citation or the law that an attempt is refused by."""
    if attempt.says == "special":
        return {"cite": scene.cite.json()}
    if attempt.says == "special hook":
        hook = where_it_says(scene.variant, "hook", scene.readings)
        both = Cite(hook.source, f"{hook.passage}; {scene.cite.passage}")
        return {"cite": (both if hook.source == scene.cite.source else scene.cite).json()}
    if attempt.says in LAWS:
        return {"law": LAWS[attempt.says]}
    return {"cite": where_it_says(scene.variant, attempt.says, scene.readings).json()}


# --- counts --------------------------------------------------------------------------------------


def count_case(scene: Scene, played: PlayedDeal, most: int = 700) -> dict[str, Any] | None:
    """From how early on the ways to finish the deal can still be counted by hand of a machine."""
    best = None
    for at in range(len(played.steps) - 1, -1, -1):
        number = _ways_to_finish(scene, played, at, most)
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
        "law": "counts of all legal sequences of actions to the end of a deal",
        "origin": ORIGIN,
        "start": scene.start(),
        "pack": " ".join(played.pack),
        "actions": opening + [step.action for step in played.steps[:at]],
        "expect": {"sequences": number},
    }


def _ways_to_finish(scene: Scene, played: PlayedDeal, at: int, most: int) -> int | None:
    step = played.steps[at]
    if not step.action.startswith("play"):
        return None
    hands = hands_from(played.pack, scene.players, scene.players - 1, scene.cards)
    done = [earlier for earlier in played.steps[:at] if earlier.action.startswith("play")]
    for earlier in done:
        hands[earlier.seat].remove(earlier.action.split()[1])
    leader = (step.seat - len(step.trick)) % scene.players
    return count_plays(scene.rules, hands, played.trumps, leader, step.trick, most)


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
        rules = ordinary(variant)
        hands = hands_from(pack, players, players - 1, cards)
        plays = count_plays(rules, hands, suit_of(pack[players * cards]), 0)
        yield {
            "id": f"count-{variant}-{number}-{players}-players-bids-and-plays",
            "kind": "count",
            "rule": f"Deal {number} of {players} players: every sequence of bids and plays.",
            "law": "counts of all legal sequences of actions to the end of a deal",
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
                "cite": trick_passage(scene).json(),
                "origin": ORIGIN,
                "start": scene.start(),
                **({} if scene.called is None else {"calls": list(scene.called.calls)}),
                "trumps": " ".join(played.trumps),
                "cards": texts,
                "expect": {"winner": winner},
            }
    return None


SAY_WHO_WINS = {"No Trumps", "Precedence", "Nuloss", "Aces Low", "Twos Wild"}
"""What is called and says which card takes a trick; in other deals it goes as always."""


def trick_passage(scene: Scene) -> Cite:
    """Where it says which card wins a trick of what is called."""
    assert scene.called is not None
    saying = SAY_WHO_WINS.intersection(scene.called.calls)
    if not saying:
        return where_it_says(scene.variant, "trick", scene.readings)
    alone = [each for each in CALLED[scene.variant] if saying == set(each.calls) - {"Trumps"}]
    return called_passage(scene.variant, alone[0], {}) if alone else scene.cite


# --- matches -------------------------------------------------------------------------------------


def match_case(variant: str, players: int, readings: Readings = DEFAULT) -> dict[str, Any]:
    with_calls = variant in CALLED
    start: dict[str, Any] = {"variant": variant, "players": players}
    parameters = {**({"deals": 8} if with_calls else {}), **readings}
    if parameters:
        start["parameters"] = parameters
    slug = "-".join([variant, str(players), "players", *map(reading_slug, readings.items())])
    cite = Cite(*MATCH_PASSAGES[variant])
    if readings:
        cite = passage_of(variant, None, 1, readings)
    calls = "who deals and who calls" if with_calls else "who deals"
    return {
        "id": f"played-{slug}",
        "kind": "played",
        "rule": f"A whole match: {calls}, the totals after every deal, who wins, what is paid.",
        "cite": cite.json(),
        "origin": ORIGIN,
        "start": start,
        **played_match(variant, players, readings=readings),
    }


MATCH_PASSAGES = {
    "pagat": ("pagat", "Deal; Scoring"),
    "rewrite": ("rewrite-rules", "For the first round the dealer; The game ends after the 22nd"),
    "foss": ("wikipedia", "Phase 1; Six deals; Phase 3; Overview"),
    "mcleod": ("wikipedia", "Phase 1; Eight deals; Phase 3; Overview"),
    "scorecard": ("wikipedia-2011", "Gameplay"),
    "scottish": ("wikipedia", "Scottish Rules"),
    "raf": ("wikipedia", "Royal Air Force rules"),
    "raf-pagat": ("pagat", "Variations: the dealer may choose; Scoring"),
}
OTHER_MATCHES: tuple[tuple[str, int, Readings], ...] = (
    ("pagat", 4, {"point_stake": 7, "contract_stake": 3}),
    ("raf-pagat", 5, {"point_stake": 7, "contract_stake": 3}),
    ("raf", 4, {"caller_deals": True}),
    ("raf", 5, {"first_called": False}),
    ("raf-pagat", 4, {"winner_has_most": True}),
    ("raf-pagat", 5, {"failed_keeps": False}),
)
"""Matches in which a parameter that differs from its default matters."""


def generated() -> dict[str, tuple[str, list[dict[str, Any]]]]:
    """Every generated file: its path under `conformance`, its subject, its cases."""
    files: dict[str, tuple[str, list[dict[str, Any]]]] = {}

    def put(kind: str, variant: str, case: dict[str, Any]) -> None:
        folder = "the house files" if variant.startswith("house/") else variant
        path = f"generated/{kind}-{variant.split('/')[0]}.json"
        subject = f"{kind} cases of {folder}, worked out by the program under tests/reference"
        files.setdefault(path, (subject, []))[1].append(case)

    for scene in scenes():
        played = play_scene(scene)
        put("deal", scene.variant, deal_case(scene, played))
        for case in illegal_cases(scene, played):
            put("illegal", scene.variant, case)
        if scene.readings or scene.variant.startswith("house/"):
            continue
        count = count_case(scene, played)
        if count is not None and not scene.slug.endswith(("-9", "-11")):
            put("count", scene.variant, count)
        trick = trick_case(scene, played) if scene.called is not None else None
        if trick is not None:
            put("trick", scene.variant, trick)
    for variant in MATCH_PASSAGES:
        put("played", variant, match_case(variant, 4))
    for variant, players in (("pagat", 5), ("foss", 3), ("raf", 3), ("raf-pagat", 6)):
        put("played", variant, match_case(variant, players))
    for variant, players, readings in OTHER_MATCHES:
        put("played", variant, match_case(variant, players, readings))
    for case in small_counts():
        put("count", case["start"]["variant"], case)
    return files


def is_up_to_date() -> bool:
    """Returns whether the files are newer than the program that writes them."""
    written = [path.stat().st_mtime for path in (FOLDER / "generated").glob("*.json")]
    program = [path.stat().st_mtime for path in Path(__file__).parent.glob("*.py")]
    return bool(written) and min(written) > max(program)


def main() -> None:
    """Writes all files, and deletes those that the program no longer writes."""
    files = generated()
    for path in (FOLDER / "generated").glob("*.json"):
        if f"generated/{path.name}" not in files:
            path.unlink()
    for name, (subject, cases) in files.items():
        write_cases(FOLDER / name, subject, cases)


if __name__ == "__main__":
    main()
