"""Reads any compiled game (`clagdsl compile`) and plays it as `docs/reference/language.md` says.

It judges files that nobody wrote out by hand here: which actions are legal, who wins a trick, what
is scored, who deals next, who wins the match and what is paid.  It imports nothing of clagdsl; the
form of a compiled game is that of `docs/reference/game-json.md` and `game.schema.json`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations, product
from typing import Any, TypeVar

from reference.expressions import Meaningless, Names, Tree, Value, number, truth
from reference.table import COPIES, PACK, SUIT_WORDS, SUITS, hands_from, rank_of, suit_of

Face = tuple[str, str]
"""A card, and what it is played as."""

T = TypeVar("T")


def meant(meanings: Mapping[str, T], word: str) -> T:
    """The meaning of a word of the language; a word that is not known here has none."""
    if word not in meanings:
        raise Meaningless(f"{word!r}: only {sorted(meanings)} are known here")
    return meanings[word]


# --- a game at a table ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Row:
    """One deal of the schedule; the dealer picks the number of cards where the two differ."""

    number: int
    name: str
    low: int
    high: int
    place: int = 1
    """Which deal of its row it is."""
    of: int = 1
    """How many deals its row has."""


@dataclass(frozen=True)
class ChosenRules:
    """What holds in one deal: for every aspect the value that was chosen, as JSON has it."""

    name: str
    values: Mapping[str, Any]
    names: Names
    pack: list[str]
    specials: Mapping[str, Tree]

    def __getitem__(self, aspect: str) -> Any:
        return self.values[aspect]

    @property
    def bids(self) -> str:
        """How bids are made: `in turn`, `together`, `fixed` or `none`."""
        return str(self["bid"]["kind"])

    @property
    def plays_top(self) -> bool:
        """Whether everybody plays the top card of the hand."""
        return meant({"top card": True, "any card": False}, self["play"])

    def is_wild(self, card: str) -> bool:
        """Whether a card is wild in this deal."""
        return rank_of(card) in self["wild"]["ranks"]

    def has_powers(self, card: str) -> bool:
        """Whether a card is a special card that is no trump."""
        return card in self.specials and self.specials[card]["power"] != "trump"

    def place(self, card: str, trumps: str) -> int | None:
        """Where a card stands among the highest trumps, from 0 for the highest."""
        for place, entry in enumerate(self.values.get("trump_rank", {"top": []})["top"]):
            kind, name = entry["kind"], entry["name"]
            own = card not in self.specials and trumps == suit_of(card)
            here = {
                "rank": own and rank_of(card) == name,
                "card": card.rstrip(COPIES) == name,
                "special": card == name,
            }
            if meant(here, kind):
                return place
        return None

    def suit(self, card: str, trumps: str) -> str:
        """The suit to which a card counts; `+` is that of trumps where no one suit is trump."""
        if self.place(card, trumps) is not None:
            return trumps if len(trumps) == 1 else "+"
        return suit_of(card)

    def trump(self, trumps: str) -> str:
        """The suit of the trumps, which may be empty."""
        if len(trumps) == 1:
            return trumps
        return "+" if any(self.place(card, trumps) is not None for card in self.pack) else ""

    def strength(self, card: str, trumps: str) -> int:
        """How high a card stands in its suit."""
        place = self.place(card, trumps)
        if place is not None:
            return 2 * len(PACK) - place
        return len(PACK) - int(self["rank"]["ranks"].index(rank_of(card)))


FIRST_WINS = {"alternatives": [{"value": "first wins", "condition": None}]}
RANKS = [card[:-1] for card in PACK[:13]]


class Table:
    """A compiled game with its players and parameters chosen."""

    def __init__(
        self, document: Mapping[str, Any], players: int, parameters: Mapping[str, Value]
    ) -> None:
        if document["version"] != 2:
            raise ValueError(f"version {document['version']} of the form is not known here")
        self.game = document["game"]
        self.players = players
        names: dict[str, Value] = {"players": players}
        for parameter in self.game["parameters"]:
            names[parameter["name"]] = parameters.get(parameter["name"], parameter["default"])
        for let in self.game["lets"]:
            names[let["name"]] = _let(let["expression"], names)
        self.names = names
        self.pack = self._pack()
        self.suits = [suit for suit in SUITS if suit in map(suit_of, self.pack)]
        self.schedule = list(self._schedule())

    def is_over(self, deal: int, standing: Standing) -> bool:
        """Whether a match is over after a deal, whatever the schedule has behind it."""
        ends = self.game.get("ends")
        if ends is None:
            return False
        totals = standing.totals
        figures = {
            "deal": deal,
            "highest_total": max(totals),
            "lowest_total": min(totals),
            "leaders": len(standing.winners(self.game["winner"]["criteria"][:1])),
        }
        return truth(ends["condition"], {**self.names, **figures})

    def _pack(self) -> list[str]:
        """The cards in the order of a fresh pack."""
        clause = self.game.get("pack")
        if clause is None:
            return PACK
        chosen = _chosen(clause, self.names)
        suits = 4 if chosen["suits"] is None else number(chosen["suits"], self.names)
        ranks = chosen["ranks"]
        wanted = RANKS
        if ranks["kind"] == "listed":
            wanted = [rank for rank in RANKS if rank in ranks["ranks"]]
        elif ranks["kind"] == "highest":
            wanted = RANKS[: number(ranks["number"], self.names)]
        elif ranks["kind"] != "all":
            raise Meaningless(f"ranks of kind {ranks['kind']!r}")
        whole = [rank + suit for suit in SUITS[:suits] for rank in wanted]
        copies = number(chosen["copies"], self.names) if "copies" in chosen else 1
        equal = _chosen(self.game["deals"][0]["aspects"].get("equal", FIRST_WINS), self.names)
        told_apart = equal == "better pack wins" and copies > 1
        special = [one["name"] for one in chosen.get("specials", []) for _ in range(one["number"])]
        ordinary = [
            f"{card}{copy + 1}" if told_apart else card
            for card in whole
            if card not in chosen["without"]
            for copy in range(copies)
        ]
        return ordinary + sorted(special)

    def _schedule(self) -> Iterator[Row]:
        count = 0
        brackets = self.game.get("repeated", [])
        for row in self._rows(0, len(self.game["schedule"]) - 1, brackets):
            if "condition" in row and not truth(row["condition"], self.names):
                continue
            often = 1 if row["repeat"] is None else number(row["repeat"], self.names)
            sizes = list(self._sizes(row["sizes"])) * often
            dealt = [(name, *size) for size in sizes for name in row["deals"]]
            for place, (name, low, high) in enumerate(dealt):
                count += 1
                yield Row(count, name, low, high, place + 1, len(dealt))

    def _rows(self, first: int, last: int, brackets: Sequence[Tree]) -> Iterator[Tree]:
        """The rows between two in the order of play."""
        while first <= last:
            if brackets and brackets[0]["first"] == first:
                whole, *brackets = brackets
                inner = [one for one in brackets if one["first"] <= whole["last"]]
                brackets = brackets[len(inner) :]
                for _ in range(number(whole["times"], self.names)):
                    yield from self._rows(first, whole["last"], inner)
                first = whole["last"]
            else:
                yield self.game["schedule"][first]
            first += 1

    def _sizes(self, sizes: Tree) -> Iterator[tuple[int, int]]:
        if sizes["kind"] == "one":
            cards = number(sizes["size"], self.names)
            yield cards, cards
        elif sizes["kind"] == "picked":
            yield number(sizes["low"], self.names), number(sizes["high"], self.names)
        elif sizes["kind"] == "ladder":
            cards, last = number(sizes["first"], self.names), number(sizes["last"], self.names)
            way = 1 if sizes["direction"] == "up" else -1
            step = number(sizes["by"], self.names) if "by" in sizes else 1
            while cards * way <= last * way:
                yield cards, cards
                cards += way * step
        else:
            raise Meaningless(f"sizes of kind {sizes['kind']!r}")

    def rules(self, name: str, calls: tuple[str, ...], place: Mapping[str, int]) -> ChosenRules:
        """The rules of a deal with these twists, or deals made from it, called.

        `place` has its number and its cards, by which clauses may choose.
        """
        deal = self._deal(name)
        assert deal is not None
        clauses = dict(deal["aspects"])
        for choice in calls:
            clauses |= self._replaced(name, choice)
        names = {**self.names, **place}
        chosen = {aspect: _chosen(clause, names) for aspect, clause in clauses.items()}
        specials = {one["name"]: one for one in self.game.get("specials", [])}
        return ChosenRules(name, chosen, self.names, self.pack, specials)

    def _replaced(self, called: str, choice: str) -> dict[str, Any]:
        """The clauses that a choice puts in the place of those of the called deal."""
        for twist in self.game["twists"]:
            if twist["name"] == choice:
                said = twist.items()
                return {a: c for a, c in said if isinstance(c, dict) and "alternatives" in c}
        chosen = step = self._deal(choice)
        replaced: set[str] = set()
        while step is not None and step["name"] != called:
            replaced |= set(step["replaced"])
            step = self._deal(step["base"])
        assert chosen is not None
        return {aspect: chosen["aspects"][aspect] for aspect in replaced - {"call"}}

    def rotation(self, row: Row) -> tuple[str, Any]:
        """What a row counts for: the deal that writes its clause of trump, and its choice."""
        deal = self._deal(row.name)
        assert deal is not None
        trump = self.rules(row.name, (), {"deal": row.number, "cards": row.low})["trump"]
        while deal["base"] is not None and "trump" not in deal["replaced"]:
            deal = self._deal(deal["base"])
            assert deal is not None
        return deal["name"], trump

    def _deal(self, name: str | None) -> Mapping[str, Any] | None:
        return next((deal for deal in self.game["deals"] if deal["name"] == name), None)


def _chosen(clause: Tree, names: Names) -> Any:
    for alternative in clause["alternatives"]:
        if alternative["condition"] is None or truth(alternative["condition"], names):
            return alternative["value"]
    raise Meaningless("no alternative holds")


def _let(expression: Tree, names: Names) -> Value:
    try:
        return number(expression, names)
    except Meaningless:
        return truth(expression, names)


# --- what may be done ----------------------------------------------------------------------------


def legal_calls(groups: list[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """Every choice from the groups, none or several, in the order in which they are declared."""
    ways: list[list[tuple[str, ...]]] = []
    for group in groups:
        choices = group["choices"]
        single = [(name,) for name in choices]
        many = range(len(choices) + 1)
        kinds: dict[str, list[tuple[str, ...]]] = {
            "any of": [chosen for count in many for chosen in combinations(choices, count)],
            "at most one of": [(), *single],
            "one of": list(single),
        }
        ways.append(meant(kinds, group["kind"]))
    return [tuple(name for part in parts for name in part) for parts in product(*ways)]


def legal_bids(
    rules: ChosenRules, figures: Names, cards: int, made: list[int], *, again: bool = False
) -> list[int]:
    """What the next to speak may bid, after these bids; `again` if that player has bid before."""
    limits = [rules["each_bid"]]
    last = len(made) == int(rules.names["players"]) - 1
    if again or (rules.bids != "together" and last):
        limits.insert(0, rules["last_bid"])
    said: list[tuple[set[int], set[int] | None]] = []
    for limit in limits:
        if meant({"keeps": True, "free": False}, limit["kind"]):
            first = _meeting(limit["condition"], figures, cards, made)
            rest = limit["otherwise"]
            said.append((first, rest and _meeting(rest, figures, cards, made)))
    # what follows `otherwise` is put in the place of what no bid meets, alone or with the others
    kept = [rest if not first and rest is not None else first for first, rest in said]
    for place, (_, rest) in enumerate(said):
        if rest is not None and not set(range(cards + 1)).intersection(*kept):
            kept[place] = rest
    return sorted(set(range(cards + 1)).intersection(*kept))


def _meeting(condition: Tree, figures: Names, cards: int, made: list[int]) -> set[int]:
    return {bid for bid in range(cards + 1) if truth(condition, {**figures, **_of_bid(made, bid)})}


def _of_bid(made: list[int], bid: int) -> dict[str, Value]:
    """What a limit may read of a bid and of those made before it."""
    return {
        "bid": bid,
        "bids": sum(made) + bid,
        "previous_bid": made[-1] if made else -1,
        "highest_bid": max(made) if made else -1,
        "same_bids": made.count(bid),
    }


def legal_plays(
    rules: ChosenRules,
    hand: list[str],
    trick: list[Face],
    trumps: str,
    earlier: Sequence[Face] = (),
) -> list[Face]:
    """Every card that may be played with everything it may stand for; the hand as dealt."""
    plays: list[Face] = []
    faces = Counter(card.rstrip(COPIES) for card in rules.pack if card not in rules.specials)
    for card in hand[:1] if rules.plays_top else dict.fromkeys(hand):
        if rules.has_powers(card):
            plays += [(card, way) for way in special_ways(rules, card, leads=not trick)]
            continue
        if trick:
            owed = _cards_owed(rules, hand, trick, trumps, card)
        else:
            owed = _may_open(rules, hand, trumps, earlier, card)
        if rules.is_wild(card):
            taken = [face for other, face in trick if rules.is_wild(other)]
            plays += [
                (card, face)
                for face, many in faces.items()
                if taken.count(face) < many and (owed is None or owed(card, face))
            ]
        elif owed is None or owed(card, card):
            plays.append((card, card))
    return plays


def _may_open(
    rules: ChosenRules, hand: list[str], trumps: str, earlier: Sequence[Face], card: str
) -> Callable[[str, str], bool] | None:
    """What must be led, where not everything may be, by whoever would lead this card."""
    said = rules.values.get("open", "anything").split()
    if said == ["anything"] or rules.plays_top:
        return None
    if said[0] != "no" or said[2:] not in ([], ["until", "broken"]):
        raise Meaningless(f"opening {said!r}")
    kept = said[1][0].upper()
    if said[1] == "trump":
        kept = rules.trump(trumps)
    lain = [rules.suit(face, trumps) for one, face in earlier if not rules.has_powers(one)]
    if not kept or (said[2:] and kept in lain):
        return None
    counted = list(hand)
    if rules.is_wild(card):
        counted.remove(card)
    counted = [one for one in counted if rules["wild"]["in_suit"] or not rules.is_wild(one)]
    counted = [one for one in counted if not rules.has_powers(one)]
    if all(rules.suit(one, trumps) == kept for one in counted):
        return None
    return lambda _, face: rules.suit(face, trumps) != kept


def _cards_owed(
    rules: ChosenRules, hand: list[str], trick: list[Face], trumps: str, card: str
) -> Callable[[str, str], bool] | None:
    """What must be played, where something is, by whoever would play this card."""
    if not trick or rules.plays_top:
        return None
    led = suit_led(rules, trick, trumps)
    if not led:
        return None
    held = [one for one in hand if not rules.has_powers(one)]
    if rules.is_wild(card):
        held.remove(card)
    held = [one for one in held if rules["wild"]["in_suit"] or not rules.is_wild(one)]
    for extreme in ("highest", "lowest"):
        if f" {extreme} " in trick[0][1]:
            return _extreme_owed(rules, held, led, trumps, extreme)
    for class_of_cards in rules["follow"]["classes"]:
        if class_of_cards == "anything":
            return None
        *higher, kind = class_of_cards.split()
        if higher not in ([], ["higher"]) or kind not in ("suit", "trump"):
            raise Meaningless(f"following {class_of_cards!r}")
        suit = led if kind == "suit" else rules.trump(trumps)

        def belongs(one: str, face: str, suit: str = suit, beats: bool = bool(higher)) -> bool:
            if rules.suit(face, trumps) != suit:
                return False
            lies = [*trick, (one, face)]
            return not beats or trick_winner(rules, trumps, lies) == len(trick)

        if any(belongs(one, one) for one in held):
            return belongs
    return lambda _, face: rules.suit(face, trumps) == led


def _extreme_owed(
    rules: ChosenRules, held: list[str], led: str, trumps: str, extreme: str
) -> Callable[[str, str], bool] | None:
    """What is owed where the highest or lowest card of a suit is asked for."""
    of_suit = [one for one in held if rules.suit(one, trumps) == led]
    if not of_suit:
        return None
    heights = {one: (rules.strength(one, trumps), -_copy(one)) for one in of_suit}
    due = max(heights.values()) if extreme == "highest" else min(heights.values())
    return lambda one, face: (
        rules.suit(face, trumps) == led
        and (rules.is_wild(one) or (rules.strength(one, trumps), -_copy(one)) == due)
    )


def _copy(card: str) -> int:
    return int(card[-1]) if card[-1] in COPIES else 0


def special_ways(rules: ChosenRules, card: str, *, leads: bool) -> list[str]:
    """How a special card may be played: `Joker high asks highest H`, `Jester low`."""
    asked: list[str] = []
    suits = [suit for suit in SUITS if suit in map(suit_of, _ordinary(rules))]
    for demand in rules.specials[card]["demands"] if leads else []:
        if demand in ("nothing", "next card"):
            asked.append(f" asks {demand}")
        elif demand.endswith("named suit"):
            extreme = demand.removesuffix("named suit").replace(" of ", " ")
            asked += [f" asks {extreme}{suit}" for suit in suits]
        else:
            raise Meaningless(f"a special card that asks {demand!r}")
    powers = rules.specials[card]["power"].split(" or ")
    if any(power not in ("high", "low") for power in powers):
        raise Meaningless(f"a special card that is {powers!r}")
    return [f"{card} {power}{way}" for power in powers for way in asked or [""]]


def _ordinary(rules: ChosenRules) -> list[str]:
    return [card for card in rules.pack if card not in rules.specials]


def suit_led(rules: ChosenRules, trick: list[Face], trumps: str) -> str:
    """The suit that must be followed; nothing where none was led, or not yet."""
    ordinary = [rules.suit(face, trumps) for card, face in trick if not rules.has_powers(card)]
    card, face = trick[0]
    if not rules.has_powers(card):
        return ordinary[0]
    if face.endswith(" asks next card"):
        return ordinary[0] if ordinary else ""
    return "" if face.endswith(" asks nothing") else face[-1]


def trick_winner(rules: ChosenRules, trumps: str, trick: list[Face]) -> int:
    """Which card wins a trick, counted from the leader; `trumps` stand from the highest."""
    for place, (card, face) in enumerate(trick):
        if rules.has_powers(card) and face.split()[1] == "high":
            return place
    here = [rules.suit(face, trumps) for card, face in trick if not rules.has_powers(card)]
    if not here:
        return 0
    able = ("+", *trumps, suit_led(rules, trick, trumps), here[0])
    suit = next(suit for suit in able if suit in here)
    equal = rules.values.get("equal", "first wins")
    if equal not in ("first wins", "last wins", "better pack wins"):
        raise Meaningless(f"of equal cards {equal!r}")
    strengths = {
        place: (
            rules.strength(face, trumps),
            rules.is_wild(card),
            -_copy(card),
            place if equal == "last wins" else -place,
        )
        for place, (card, face) in enumerate(trick)
        if not rules.has_powers(card) and rules.suit(face, trumps) == suit
    }
    return max(strengths, key=strengths.__getitem__)


# --- what it is worth ----------------------------------------------------------------------------


@dataclass
class DealResult:
    """A finished deal: figures by seat."""

    deal: str
    dealer: int
    caller: int | None
    bids: list[int | None]
    taken: list[int]
    tricks: list[int]
    points: list[int]
    """What the tricks of each seat are worth."""
    scores: list[int]
    completed: list[bool | None]
    """Whether each contract was kept; None where contracts are not counted."""
    winner: int


@dataclass
class TakenTrick:
    """Who took a trick, the face that won it, and what the cards in it are worth by themselves."""

    seat: int
    face: str
    by_cards: int


def trick_points(
    rules: ChosenRules, figures: Names, tricks: list[TakenTrick], players: int
) -> list[int]:
    """What the tricks of every seat are worth."""
    points = [0] * players
    for place, trick in enumerate(tricks):
        names: Names = {**figures, "trick": place + 1, "won_with": rank_of(trick.face)}
        points[trick.seat] += number(rules["trick_worth"], names) + trick.by_cards
    return points


def worth_of_cards(rules: ChosenRules, trick: list[tuple[str, str]], trumps: str) -> int:
    """What the cards in a trick are worth, each as what it stands for."""
    total = 0
    of_trump = rules.values.get("trump_worth", {"worths": []})["worths"]
    for card, face in trick:
        worths = rules.values.get("card_worth", {"worths": []})["worths"]
        is_ordinary = not rules.has_powers(card)
        if of_trump and is_ordinary and rules.suit(face, trumps) == rules.trump(trumps):
            worths = of_trump
        for worth in worths:
            kind, name = worth["kind"], face.rstrip(COPIES)
            if (kind == "special") != (card in rules.specials):
                continue
            if kind == "special":  # its face also says how it was played
                name = card
            elif kind == "suit":
                name = suit_of(face)
            elif kind == "rank":
                name = rank_of(face)
            elif kind != "card":
                raise Meaningless(f"to value {kind!r}")
            total += worth["points"] if name == worth["name"] else 0
    return total


def score_deal(
    rules: ChosenRules,
    figures: Names,
    bids: list[int | None],
    tricks: list[int],
    points: list[int],
    past: Sequence[Mapping[str, int]],
) -> tuple[list[int], list[bool | None], list[dict[str, Value]]]:
    """The score, the contract and the names of every seat."""
    shared: dict[str, Value] = {"most": max(tricks), "most_count": tricks.count(max(tricks))}
    known = [bid for bid in bids if bid is not None]
    if known:
        shared["bids"] = sum(known)
        shared["highest_bid"] = max(known)
        shared["makers"] = sum(bid == won for bid, won in zip(bids, tricks, strict=True))
    scores: list[int] = []
    contracts: list[bool | None] = []
    of_seats: list[dict[str, Value]] = []
    for seat, bid in enumerate(bids):
        names: dict[str, Value] = {**figures, **shared}
        names |= {"tricks": tricks[seat], "points": points[seat]}
        if bid is not None:
            names |= {"bid": bid, "made": bid == tricks[seat], "same_bids": known.count(bid) - 1}
        of_seats.append(names)
        names = {"blind": False, **names, **past[seat]}
        if "row_made" in past[seat] and names.get("made") is True:
            names["row_made"] = past[seat]["row_made"] + 1
        scores.append(number(rules["score"], names))
        contract = rules["completed"]
        counted = meant({"when": True, "not counted": False}, contract["kind"])
        contracts.append(truth(contract["condition"], names) if counted else None)
    return scores, contracts, of_seats


def trump_word(trumps: str) -> str:
    """What is trump, as a formula compares it; `trumps` stand from the highest."""
    if len(trumps) > 1:
        return "order"
    return {"": "none", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}[trumps]


def move(remembered: list[Tree], past: list[dict[str, int]], names: Sequence[Names]) -> None:
    """What runs and tallies come to by a deal, of which these are the names of every seat."""
    for each in remembered:
        for own, known in zip(past, names, strict=True):
            name, said = each["name"], each["expression"]
            of_bids = {"bid", "bids", "highest_bid", "same_bids", "made", "makers"}
            if _names_in(said) & of_bids and "bid" not in known:
                continue
            if _names_in(said) & {"auction", "blind"} - set(known):
                continue
            if each["kind"] == "run":
                own[name] = own[name] + 1 if truth(said, known) else 0
            elif each["kind"] == "tally":
                own[name] += number(said, known)
            else:
                raise Meaningless(f"a {each['kind']!r} of earlier deals")


def remember_row(row: Row, past: list[dict[str, int]], deal: DealResult) -> None:
    """What of a row is counted by a deal; with the last deal it is forgotten."""
    for seat, own in enumerate(past):
        made = len(deal.taken) > 0 and deal.bids[seat] == deal.tricks[seat]
        for name, after in (
            ("row_made", own.get("row_made", 0) + made),
            ("row_best", max(own.get("row_best", 0), deal.scores[seat])),
        ):
            if name in own:
                own[name] = 0 if row.place == row.of else after


def _names_in(tree: Any) -> set[str]:
    """The names that stand anywhere in an expression."""
    if isinstance(tree, list):
        return set().union(*map(_names_in, tree))
    if not isinstance(tree, dict):
        return set()
    own = {tree["name"]} if tree.get("kind") == "variable" else set()
    return own.union(*map(_names_in, tree.values()))


def deal_winner(rules: ChosenRules, scores: list[int], dealer: int) -> int:
    """The first clockwise from the dealer's left among those who won the deal, the dealer last."""
    most = max(scores)
    least = {"most points": most, "any points": 1 if most > 0 else most}
    enough = meant(least, rules["won_by"])
    return next(seat for seat in _from_left(scores, dealer) if scores[seat] >= enough)


def _from_left(scores: list[int], dealer: int) -> list[int]:
    return [(dealer + 1 + step) % len(scores) for step in range(len(scores))]


def next_dealer(rules: ChosenRules, played: DealResult, totals: list[int]) -> int:
    """Who deals after a deal that led to these totals."""
    from_left = _from_left(played.scores, played.dealer)
    missed = [
        0 if bid is None else abs(bid - tricks)  # None if all have passed
        for bid, tricks in zip(played.bids, played.tricks, strict=True)
    ]
    due = {
        "left": from_left[0],
        "right": from_left[0],
        "winner": played.winner,
        "loser": min(from_left, key=lambda seat: played.scores[seat]),  # the first of equals
        "most missed": max(from_left, key=lambda seat: missed[seat]),
        "lowest total": min(from_left, key=lambda seat: totals[seat]),
    }
    return meant(due, rules["next_dealer"])


@dataclass
class Standing:
    """What every seat has at some moment of a match."""

    totals: list[int]
    failed: list[int]
    completed: list[int]

    def add(self, played: DealResult) -> None:
        """Count a finished deal."""
        for seat, score in enumerate(played.scores):
            self.totals[seat] += score
            self.completed[seat] += played.completed[seat] is True
            self.failed[seat] += played.completed[seat] is False

    def winners(self, criteria: list[str]) -> list[int]:
        """Who wins: each criterion decides between those who are tied before it."""
        best: dict[str, Callable[[int], int]] = {
            "highest total": lambda seat: self.totals[seat],
            "lowest total": lambda seat: -self.totals[seat],
            "fewest failed": lambda seat: -self.failed[seat],
            "most completed": lambda seat: self.completed[seat],
        }
        tied = list(range(len(self.totals)))
        for criterion in criteria:
            highest = max(best[criterion](seat) for seat in tied)
            tied = [seat for seat in tied if best[criterion](seat) == highest]
        return tied

    def payments(self, settlement: Tree | None, names: Names, winners: list[int]) -> list[Fraction]:
        """What everybody gets: each loser pays the mean over the winners, who share the pool."""
        paid = [Fraction(0)] * len(self.totals)
        if settlement is None:
            return paid
        for loser in set(range(len(paid))) - set(winners):
            for winner in winners:
                between = {**names, **self._of("winner", winner), **self._of("loser", loser)}
                paid[loser] -= Fraction(number(settlement["expression"], between), len(winners))
        for winner in winners:
            paid[winner] = -sum(paid[loser] for loser in range(len(paid)) if loser not in winners)
            paid[winner] /= len(winners)
        return paid

    def _of(self, who: str, seat: int) -> dict[str, Value]:
        return {
            f"{who}.total": self.totals[seat],
            f"{who}.failed": self.failed[seat],
            f"{who}.completed": self.completed[seat],
        }


# --- a whole match -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Decision:
    """Somebody is to act: who, in which deal, and everything that is allowed, as texts."""

    seat: int
    deal: int
    legal: list[str]
    sight: str
    sees: list[list[str] | None]
    """By seat, what the one to act knows of the hand; None where it does not see it."""


@dataclass
class MatchResult:
    """A finished match."""

    deals: list[DealResult] = field(default_factory=list)
    standing: Standing = field(default_factory=lambda: Standing([], [], []))
    winners: list[int] = field(default_factory=list)
    payments: list[Fraction] = field(default_factory=list)


Deciding = Generator[Decision, str, Any]
Packs = Callable[[int], list[str]]
"""The cards of the deal of that number, from the top."""
Lots = Callable[[int, int, int], int]
"""What is drawn in the deal of that number, for that purpose, out of so many."""
FIRST_BIDDER = 2
"""The purpose of drawing who bids first."""
FIRST_DEALER = 3
"""The purpose of drawing who deals first."""
TRUMP = 4
"""The purpose of drawing trump."""


class Deal:
    """One deal while it is played."""

    def __init__(
        self,
        table: Table,
        row: Row,
        dealer: int,
        last_winner: int,
        lots: Lots,
        past: list[dict[str, int]],
    ) -> None:
        self.past = past
        self.table = table
        self.lots = lots
        self.row = row
        self.dealer = dealer
        self.cards = row.low
        self.rules = self._rules(())
        call = self.rules["call"]
        calling = meant({"call": True, "none": False}, call["kind"])
        self.groups = call["groups"] if calling else None
        self.caller: int | None = None
        if self.groups is not None:
            callers = {"dealer": dealer, "winner of last deal": last_winner}
            self.caller = meant(callers, call["by"])
        self.eldest = (dealer + 1) % table.players
        self.highest: int | None = None
        self.first = self.eldest
        """Who bids first; eldest where the bids are not in turn."""
        self.trumps = ""
        self.winner: int | None = None
        """Who has won the auction, and in `said` with what number."""
        self.said = 0
        self.hands: list[list[str]] = []
        self.bids_made = False
        self.looked: set[int] = set()
        """Who has looked at the own cards before bidding, where that is a choice."""

    @property
    def figures(self) -> Names:
        """The names that any expression of this deal may speak of."""
        row = {"row_deals": self.row.of}  # unless an older file has such a name of its own
        return {**row, **self.table.names, "deal": self.row.number, "cards": self.cards}

    def _rules(self, calls: tuple[str, ...]) -> ChosenRules:
        place = {"deal": self.row.number, "cards": self.cards}
        return self.table.rules(self.row.name, calls, place)

    def ask(self, seat: int, legal: list[str]) -> Deciding:
        """Let somebody decide; what follows the first word of the action."""
        sight = str(self.rules["sight"])
        action = yield Decision(seat, self.row.number, legal, sight, self._sees(seat, sight))
        if action not in legal:
            raise ValueError(f"{action!r} is not one of {legal}")
        return action.partition(" ")[2]

    def _sees(self, seat: int, sight: str) -> list[list[str] | None]:
        own, others = False, False
        if sight == "before bids":
            own = True
        elif sight == "after bids":
            own = self.bids_made or self.rules.bids in ("fixed", "none")
        elif sight == "by choice":
            own = self.bids_made or seat in self.looked
        elif sight == "others only":
            others = True
        elif sight != "never":
            raise Meaningless(f"to see cards {sight!r}")
        return [
            sorted(hand) if (own if other == seat else others) else None
            for other, hand in enumerate(self.hands)
        ]

    def play(self, packs: Packs) -> Deciding:
        """Every step from the size to the score."""
        if self.row.low != self.row.high:
            sizes = range(self.row.low, self.row.high + 1)
            picked = yield from self.ask(self.dealer, [f"cards {cards}" for cards in sizes])
            self.cards = int(picked)
            self.rules = self._rules(())
        players = self.table.players
        pack = packs(self.row.number)
        first = self.rules["trump"].get("first")  # so many, from which trump is named
        at_first = self.cards if first is None else min(first, self.cards)
        self.hands = hands_from(pack, players, self.dealer, at_first)
        if self.groups is not None:
            yield from self._call(self.groups)
        auction = self.rules.values.get("auction", {"kind": "none"})
        if auction["kind"] == "auction":
            yield from self._auction(auction)
            if self.winner is None:
                return self._thrown_in()
        elif auction["kind"] != "none":
            raise Meaningless(f"an auction of kind {auction['kind']!r}")
        late = self.rules["trump"].get("by") == "highest bidder"
        if self.rules["trump"]["kind"] == "turned":
            left = pack[players * self.cards :]
            ends = {"last card": True, "none": False}
            if not left and meant(ends, self.rules["trump"]["nothing_left"] or "none"):
                left = self.hands[self.dealer][-1:]
            while len(left) > 1 and self._case_of(left[0]).get("again"):
                left = left[1:]
            case = self._case_of(left[0]) if left else {}
            self.trumps = suit_of(left[0]) if left and not case else ""
            if case.get("named") is not None:
                yield from self._name(self.dealer, case["named"])
        elif self.rules["trump"]["kind"] == "drawn":
            self.trumps = "SHDC"[self.lots(self.row.number, TRUMP, 4)]
        elif not late:
            yield from self._settle_trumps()
        self.hands = hands_from(pack, players, self.dealer, self.cards)
        bids = yield from self._bid()
        self.bids_made = True
        self.highest = self._highest_bidder(bids)
        if late:
            yield from self._settle_trumps()
        tricks = yield from self._play_cards()
        return self._scored(bids, tricks)

    def _case_of(self, card: str) -> Mapping[str, Any]:
        """What is trump where a card is turned, if not its suit."""
        names = {"special": card, "rank": "", "suit": "", "card": ""}
        if card not in self.rules.specials:
            rank, suit = rank_of(card), suit_of(card)
            names = {"special": "", "rank": rank, "suit": suit, "card": rank + suit}
        for case in self.rules["trump"].get("on", []):
            if meant(names, case.get("kind", "special")) == case["name"]:
                return case  # type: ignore[no-any-return]
        return {}

    def _auction(self, auction: Tree) -> Deciding:
        """Everybody in turn says more than all before, or passes and is out."""
        numbers = range(
            number(auction["low"], self.figures), number(auction["high"], self.figures) + 1
        )
        left = [f"{much}{trump or 'NT'}" for much in numbers for trump in auction["trumps"]]
        players = self.table.players
        inside = [(self.eldest + step) % players for step in range(players)]
        while inside and (len(inside) > 1 or self.winner is None):
            seat = inside.pop(0)
            bids = [f"auction {text}" for text in left]
            said = yield from self.ask(seat, ["pass", *bids])
            if not said:  # a pass has one word
                continue
            inside.append(seat)
            self.winner = seat
            left = left[left.index(said) + 1 :]
            trump = said.lstrip("0123456789")
            self.said = int(said.removesuffix(trump))
            if self.rules["trump"]["kind"] == "auction":
                self.trumps = trump.removesuffix("NT")

    def _thrown_in(self) -> DealResult:
        """All have passed: nobody plays or scores, and nothing is remembered."""
        players = self.table.players
        return DealResult(
            deal=self.row.name,
            dealer=self.dealer,
            caller=self.caller,
            bids=[None] * players,
            taken=[],
            tricks=[0] * players,
            points=[0] * players,
            scores=[0] * players,
            completed=[None] * players,
            winner=deal_winner(self.rules, [0] * players, self.dealer),
        )

    def _won_with(self, seat: int) -> Names:
        """What is known of a seat besides its own figures: the past, the auction, a blind bid."""
        if self.rules["sight"] == "by choice":
            return {**self.past[seat], "blind": seat not in self.looked}
        if self.rules.values.get("auction", {"kind": "none"})["kind"] == "none":
            return self.past[seat]
        return {**self.past[seat], "auction": self.said if seat == self.winner else 0}

    def _scored(self, bids: list[int | None], played: list[TakenTrick]) -> DealResult:
        taken = [trick.seat for trick in played]
        tricks = [taken.count(seat) for seat in range(self.table.players)]
        points = trick_points(self.rules, self.figures, played, self.table.players)
        scores, contracts, names = score_deal(
            self.rules,
            {**self.figures, "trump": trump_word(self.trumps)},
            bids,
            tricks,
            points,
            [self._won_with(seat) for seat in range(self.table.players)],
        )
        for seat, known in enumerate(names):
            own = self._won_with(seat)
            known.update({name: own[name] for name in ("auction", "blind") if name in own})
            known["scored"] = scores[seat]
        move(self.table.game.get("past", []), self.past, names)
        return DealResult(
            deal=self.row.name,
            dealer=self.dealer,
            caller=self.caller,
            bids=bids,
            taken=taken,
            tricks=tricks,
            points=points,
            scores=scores,
            completed=contracts,
            winner=deal_winner(self.rules, scores, self.dealer),
        )

    def _call(self, groups: list[Mapping[str, Any]]) -> Deciding:
        assert self.caller is not None
        calls = {f"call {', '.join(names)}".strip(): names for names in legal_calls(groups)}
        called = yield from self.ask(self.caller, list(calls))
        self.rules = self._rules(calls[f"call {called}".strip()])

    def _settle_trumps(self) -> Deciding:
        trump = self.rules["trump"]
        kind = trump["kind"]
        if kind not in ("order", "suit", "rotates", "named", "none", "auction"):
            raise Meaningless(f"trump of kind {kind!r}")
        if kind == "order":
            self.trumps = "".join(trump["suits"])
        if kind == "suit":
            self.trumps = trump["suit"]
        if kind == "rotates":
            before = self.table.schedule[: self.row.number - 1]
            turn = [row.name for row in before].count(self.row.name)
            if trump.get("throughout"):
                same = self.table.rotation(self.row)
                turn = sum(self.table.rotation(row) == same for row in before)
            self.trumps = trump["trumps"][turn % len(trump["trumps"])] or ""
        if kind != "named":
            return
        who = {
            "dealer": self.dealer,
            "caller": self.caller,
            "highest bidder": self.highest,
            "eldest": self.eldest,
        }
        seat = meant(who, trump["by"])
        assert seat is not None
        yield from self._name(seat, trump["what"])

    def _name(self, seat: int, what: str) -> Deciding:
        """Have a seat name the trump, or an order of the suits; the order of one suit is a suit."""
        if what != "order" or len(self.table.suits) == 1:
            words = {SUIT_WORDS[suit]: suit for suit in self.table.suits}
            if what == "suit or none":
                words["none"] = ""
            elif what not in ("suit", "order"):
                raise Meaningless(f"to name {what!r}")
            named = yield from self.ask(seat, [f"trump {word}" for word in words])
            self.trumps = words[named]
        else:
            orders = [" ".join(order) for order in permutations(self.table.suits)]
            named = yield from self.ask(seat, [f"order {order}" for order in orders])
            self.trumps = named.replace(" ", "")

    def _highest_bidder(self, bids: list[int | None]) -> int | None:
        """Who has bid most; between several the first of them from the dealer's left."""
        players = self.table.players
        best = max((bid for bid in bids if bid is not None), default=None)
        round_once = [(self.eldest + step) % players for step in range(players)]
        return next((seat for seat in round_once if best is not None and bids[seat] == best), None)

    def _bid(self) -> Deciding:
        players = self.table.players
        chosen = {"in turn": True, "together": True, "fixed": False, "none": False}
        if not meant(chosen, self.rules.bids):
            return [self.rules["bid"].get("number")] * players
        who = {
            "eldest": self.eldest,
            "dealer": self.dealer,
            "caller": self.caller,
            "right of dealer": self.dealer - 1,
            "auction winner": self.winner,
        }
        said = self.rules["bid"].get("first", "eldest")
        first: int | None
        if self.rules.bids == "together":  # asked in seat order, and nobody hears another
            again = self.rules["bid"].get("again")
            last = -1 if again is None else meant(who, again)  # who may bid again is asked last
            first = None if last is None else (last + 1) % players
        elif said == "drawn":
            first = self.lots(self.row.number, FIRST_BIDDER, players)
        else:
            first = meant(who, said)
        assert first is not None
        made: list[int] = []
        for step in range(players):
            seat = (first + step) % players
            figures = {**self.figures, **self._won_with(seat)}
            legal = legal_bids(self.rules, figures, self.cards, made)
            bid = ""
            if self.rules["sight"] == "by choice":
                bid = yield from self.ask(seat, ["look", *(f"bid {n} blind" for n in legal)])
            if not bid:  # a look has one word
                self.looked.add(seat)
                bid = yield from self.ask(seat, [f"bid {n}" for n in legal])
            made.append(int(bid.removesuffix(" blind")))
        if self.rules["bid"].get("again") is not None:
            legal = legal_bids(self.rules, figures, self.cards, made[:-1], again=True)
            if made[-1] not in legal:
                blind = (
                    "" if seat in self.looked or self.rules["sight"] != "by choice" else " blind"
                )
                bid = yield from self.ask(seat, [f"bid {n}{blind}" for n in legal])
                made[-1] = int(bid.removesuffix(" blind"))
        if self.rules.bids == "in turn":
            self.first = first
        return [made[(seat - first) % players] for seat in range(players)]

    def _play_cards(self) -> Deciding:
        leads = {
            "eldest": self.eldest,
            "dealer": self.dealer,
            "caller": self.caller,
            "highest bidder": self.highest,
            "auction winner": self.winner,
            "first bidder": self.first,
        }
        leader = meant(leads, self.rules["lead"])
        assert leader is not None
        taken: list[TakenTrick] = []
        earlier: list[Face] = []
        for _ in range(self.cards):
            trick: list[Face] = []
            for step in range(self.table.players):
                seat = (leader + step) % self.table.players
                plays = legal_plays(self.rules, self.hands[seat], trick, self.trumps, earlier)
                texts = [self._text(card, face, leads=not trick) for card, face in plays]
                played = yield from self.ask(seat, texts)
                card, face = plays[texts.index(f"play {played}")]
                self.hands[seat].remove(card)
                trick.append((card, face))
            won = trick_winner(self.rules, self.trumps, trick)
            leader = (leader + won) % self.table.players
            taken.append(
                TakenTrick(leader, trick[won][1], worth_of_cards(self.rules, trick, self.trumps))
            )
            earlier += trick
        return taken

    def _text(self, card: str, face: str, *, leads: bool) -> str:
        if self.rules.has_powers(card):
            ways = special_ways(self.rules, card, leads=leads)
            power, *asks = face.removeprefix(f"{card} ").split(" asks ")
            said = "" if power == ways[0].split()[1] else f" {power}"
            choice = len({way.partition(" asks ")[2] for way in ways}) > 1
            return f"play {card}{said}" + (f" asks {asks[0]}" if choice else "")
        return f"play {card} as {face}" if self.rules.is_wild(card) else f"play {card}"


def play_match(table: Table, packs: Packs, lots: Lots, first_dealer: int | None = None) -> Deciding:
    """A whole match: a generator of decisions, to which the actions are sent; gives the result."""
    players = table.players
    clause = table.game.get("first_dealer")
    said = "said" if clause is None else _chosen(clause, table.names)
    draws = meant({"drawn": True, "said": False}, said)
    if first_dealer is None and draws:
        first_dealer = lots(1, FIRST_DEALER, players)
    dealer = winner = players - 1 if first_dealer is None else first_dealer
    result = MatchResult(standing=Standing([0] * players, [0] * players, [0] * players))
    remembered = table.game.get("past", [])
    counted = [each["name"] for each in remembered]
    # an older file may have given such a name to its own
    counted += [name for name in ("row_made", "row_best") if name not in table.names]
    past = [dict.fromkeys(counted, 0) for _ in range(players)]
    for row in table.schedule:
        deal = Deal(table, row, dealer, winner, lots, past)
        played = yield from deal.play(packs)
        result.deals.append(played)
        result.standing.add(played)
        remember_row(row, past, played)
        if table.is_over(row.number, result.standing):
            break
        winner = played.winner
        dealer = next_dealer(deal.rules, played, result.standing.totals)
    result.winners = result.standing.winners(table.game["winner"]["criteria"])
    result.payments = result.standing.payments(
        table.game["settlement"], table.names, result.winners
    )
    return result
