"""Differences of deals in which something is called, whichever game has the call."""

import copy
import random
from typing import Final

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, Difference, compare
from clagdsl.explain.diff.text import comparison_json
from clagdsl.lang.aspects import CALLED, TABLE

CLAUSES: Final = {
    "rank": ("A K Q J 10 9 8 7 6 5 4 3 2", "K Q J 10 9 8 7 6 5 4 3 2 A"),
    "trump": ("turned", "spades"),
    "shown": ("before bids", "after bids"),
    "sight": ("before bids", "after bids"),
    "bid": ("in turn", "together"),
    "last bid": ("free", "keeps bids != cards"),
    "each bid": ("free", "keeps bid > 0"),
    "lead": ("eldest", "dealer"),
    "follow": ("suit, else anything", "anything"),
    "play": ("any card", "top card"),
    "wild": ("none", "2"),
    "trick worth": ("1", "2"),
    "score": ("points", "10 + points"),
    "completed": ("when tricks = 1", "not counted"),
    "won by": ("most points", "any points"),
    "next dealer": ("left", "winner"),
    "open": ("anything", "no trump"),
    "auction": ("none", "1 to cards S none"),
    "equal cards": ("first wins", "last wins"),
    "card worth": ("1 hearts", "1 hearts, 13 QS"),
    "rank of trump": ("none", "J 9"),
    "card worth of trump": ("none", "20 J"),
}
"""Two values of every clause that a call may replace."""

CALLS: Final = (
    "none",
    "by dealer one of X, Y",
    "by dealer one of X, Z",
    "by dealer at most one of Z",
    "by dealer any of Z",
)

Clauses = dict[str, str]
Rules = dict[str, Clauses]
"""The clauses of the deals `normal` and `Odd` and of the twists X, Y and Z."""

HEADS: Final = {"normal": "deal normal", "Odd": "deal Odd is normal with"}


def rules(call: str, odd: Clauses, twist: Clauses, **normal: str) -> Rules:
    usual = {name: values[0] for name, values in CLAUSES.items()}
    parts = {"normal": usual | normal | {"call": call}, "Odd": odd}
    return parts | {name: dict(twist) for name in "XYZ"}


def written(rules: Rules) -> str:
    """The text of a game, without the twists that are never called."""
    calls = rules["normal"]["call"] + rules["Odd"].get("call", "")
    heads = HEADS | {name: f"twist {name}" for name in "XYZ" if name in calls}
    blocks = (
        "".join([head, *(f"\n  {name} {value}" for name, value in rules[part].items())])
        for part, head in heads.items()
    )
    head = 'clag 2 game "G" players 3 pack all ranks, 2 of each'
    end = "schedule 2 cards: normal then 1 up to 2 cards: Odd winner highest total, then shared\n"
    return "\n".join([head, *blocks, end])


def game_of(text: str) -> ComparedRules:
    game = check_text(text).game
    assert game is not None
    return ComparedRules("G", game)


def differences(a: ComparedRules, b: ComparedRules) -> list[Difference]:
    """The differences, which must be the same in both orders."""
    found, back = compare(a, b).differences, compare(b, a).differences
    assert sorted((str(d.deal), d.aspect, str(d.a), str(d.b)) for d in found) == sorted(
        (str(d.deal), d.aspect, str(d.b), str(d.a)) for d in back
    )
    return list(found)


def test_every_clause_that_a_call_may_replace_is_tried() -> None:
    assert set(CLAUSES) == {TABLE[aspect].keyword for aspect in CALLED}


ODD: Final = {"lead": "dealer"}
LOSER: Final = {"next dealer": "loser"}


def unrelated(name: str) -> Clauses:
    """What a twist changes that has nothing to do with a clause."""
    return {"lead": "caller"} if name == "next dealer" else LOSER


@pytest.mark.parametrize("name", CLAUSES)
def test_a_changed_clause_is_listed_beside_a_call_of_one_game(name: str) -> None:
    """The changed clause is in the game without a call: a call needs players who see their cards.

    The same holds if every choice of the call replaces the clause, which `sight` does not allow.
    """
    usual, changed = CLAUSES[name]
    without = game_of(written(rules("none", ODD, {}, **{name: changed})))
    for twist in (unrelated(name), unrelated(name) if name == "sight" else {name: usual}):
        for call in CALLS[1:]:
            other = game_of(written(rules(call, ODD, twist)))
            found = [(each.deal, each.aspect) for each in differences(without, other)]
            twists = [(each, "twist") for each in "XYZ" if each in call]
            assert sorted(found, key=str) == sorted(
                [("normal", name), ("normal", "call"), *twists], key=str
            )


@pytest.mark.parametrize("name", [name for name in CLAUSES if name != "sight"])
def test_a_changed_clause_is_listed_beside_other_choices(name: str) -> None:
    one = game_of(written(rules("by dealer one of X, Y", ODD, unrelated(name))))
    for call in ("by dealer one of X, Z", "by dealer any of Z"):
        changed = {name: CLAUSES[name][1]}
        other = game_of(written(rules(call, ODD, unrelated(name), **changed)))
        found = [(each.deal, each.aspect) for each in differences(one, other)]
        assert ("normal", name) in found
        assert ("normal", "call") in found


def drawn(luck: random.Random, most: int) -> Clauses:
    names = luck.sample(list(CLAUSES), luck.randint(1, most))
    return {name: luck.choice(CLAUSES[name]) for name in names}


def altered(rules: Rules, luck: random.Random) -> Rules:
    """The rules with one to four changes of clauses, calls and twists."""
    rules = copy.deepcopy(rules)
    for _ in range(luck.randint(1, 4)):
        part = luck.choice(list(rules))
        if part in HEADS:
            rules[part].update(luck.choice([drawn(luck, 1), {"call": luck.choice(CALLS)}]))
        else:
            rules[part] = luck.choice([LOSER, rules[part]]) | drawn(luck, 2)
    return rules


def applied(rules: Rules, other: Rules, found: list[Difference]) -> Rules:
    """The rules with every listed difference from others applied, and nothing else."""
    rules = copy.deepcopy(rules)
    rules["Odd"], odd = ({**each["normal"], **each["Odd"]} for each in (rules, other))
    others = {**other, "Odd": odd}
    for each in found:
        assert each.deal is not None
        if each.aspect == "twist":
            rules[each.deal] = others[each.deal]
            continue
        for part in (each.deal, *each.also):
            rules[part].pop(each.aspect, None)
            if each.aspect in others[part]:
                rules[part][each.aspect] = others[part][each.aspect]
    return rules


@pytest.mark.parametrize("seed", range(40))
def test_a_game_with_every_listed_difference_applied_is_the_other(seed: int) -> None:
    luck = random.Random(seed)
    texts: list[str] = []
    while not texts or not all(check_text(text).game for text in texts):
        call, odd = luck.choice(CALLS), {"lead": "dealer", **drawn(luck, 2)}
        one = rules(call, odd | {"call": luck.choice(CALLS)}, {}, **drawn(luck, 3))
        one |= {name: LOSER | drawn(luck, 2) for name in "XYZ"}
        two = altered(one, luck)
        texts = [written(each) for each in (one, two)]
    a, b = map(game_of, texts)
    found = differences(a, b)
    for (mine, other), side in (((one, two), b), ((two, one), a)):
        assert compare(game_of(written(applied(mine, other, found))), side).differences == ()


def extended(*lines: str) -> ComparedRules:
    return game_of("\n".join(['clag 2\ngame "House" extends "oh-hell"', *lines]))


def test_a_house_file_that_adds_a_call_lists_its_other_changes() -> None:
    house = extended(
        "change normal",
        "  call by dealer one of Plain, Double",
        "  follow anything",
        "  lead dealer",
        "twist Plain  score 10 when made, otherwise 0",
        "twist Double score 20 when made, otherwise 0",
    )
    found = comparison_json(compare(extended(), house))["differences"]
    assert isinstance(found, list)
    assert [(each["deal"], each["aspect"]) for each in found if isinstance(each, dict)] == [
        ("normal", "lead"),
        ("normal", "follow"),
        ("normal", "call"),
        ("Plain", "twist"),
        ("Double", "twist"),
    ]


def test_a_call_of_a_special_deal_is_listed_with_its_clauses() -> None:
    special = "deal Odd is normal with lead dealer {}", "change schedule 2 cards: normal, Odd"
    plain = extended(special[0].format(""), special[1])
    called = extended(
        special[0].format("follow anything call by dealer one of Double"),
        special[1],
        "twist Double score 20 when made, otherwise 0",
    )
    found = [(each.deal, each.aspect) for each in differences(plain, called)]
    assert found == [("Odd", "follow"), ("Odd", "call"), ("Double", "twist")]


def test_a_limit_is_listed_only_if_its_texts_differ() -> None:
    """Here the deal of one game has no bids, but its only choice has."""
    score = "score points completed not counted"
    none = extended(
        f"change normal bid none {score} call by dealer one of Bids", "twist Bids bid in turn"
    )
    found = differences(extended(f"change normal {score}"), none)
    assert [(each.deal, each.aspect) for each in found] == [
        ("normal", "bid"),
        ("normal", "call"),
        ("Bids", "twist"),
    ]


def test_a_score_is_compared_with_the_tricks_of_a_choice_of_one_game() -> None:
    """Each trick has two points after `Double`, which only one of the games offers."""
    twists = "twist Plain lead dealer", "twist Double trick worth 2"
    for call, twist in (("at most one of Double", twists[1:]), ("one of Plain, Double", twists)):
        one, two = (
            [f"change normal score {score}", "  completed not counted"]
            for score in ("tricks", "points")
        )
        called = [f"  call by dealer {call}", *twist]
        found = differences(extended(*one), extended(*two, *called))
        assert ("normal", "score") in [(each.deal, each.aspect) for each in found]
        assert not differences(extended(*one), extended(*two))


def test_a_twist_that_repeats_the_old_clause_is_listed() -> None:
    """Without `lead eldest` in the twist, the changed clause also had an effect after the call."""
    head = "change normal call by dealer any of Double"
    twist = "twist Double score 20 when made, otherwise 0"
    found = differences(
        extended(head, twist), extended(f"{head} lead dealer", f"{twist} lead eldest")
    )
    assert [(e.deal, e.aspect, e.a, e.b) for e in found] == [
        ("normal", "lead", "eldest leads", "the dealer leads"),
        ("Double", "lead", None, "eldest leads"),
    ]


def test_a_clause_that_a_twist_of_one_game_no_longer_replaces_is_listed() -> None:
    """After `Double`, the changed clause of the deal is now in force."""
    head = "change normal call by dealer one of Double"
    twist = "twist Double score 20 when made, otherwise 0"
    found = differences(
        extended(head, f"{twist} lead eldest"), extended(f"{head} lead dealer", twist)
    )
    assert [(e.deal, e.aspect, e.a, e.b) for e in found] == [
        ("normal", "lead", "eldest leads", "the dealer leads"),
        ("Double", "lead", "eldest leads", None),
    ]
