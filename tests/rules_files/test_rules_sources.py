"""Where files are silent or differ from their texts, they own up to it, and so do the sheets."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest
from support.loaded import loaded

from clagdsl.api import PlayableGame
from clagdsl.check.checker import check_path
from clagdsl.engine.players.player import random_action
from clagdsl.engine.state import State
from clagdsl.explain.rule_sheet.document import markdown
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.rules import Assumption, Deal, FixedBid, Game, Origin, Twist, first_dealer_text
from clagdsl.lang.source import SourceText
from clagdsl.records.reading import read_record
from clagdsl.records.replay import replay_sheet
from clagdsl.syntax import nodes
from clagdsl.syntax.parser import parse

RULES = Path(__file__).parent.parent.parent / "rules"
RECORDS = Path(__file__).parent / "records"
VARIANTS = ("foss", "mcleod", "pagat", "raf", "raf-pagat", "rewrite", "scorecard", "scottish")
FILES = sorted(path.relative_to(RULES).as_posix() for path in RULES.rglob("*.clag"))
ORDINARY = {name: "called" if name == "raf" else "normal" for name in VARIANTS}


@cache
def game(name: str) -> Game:
    """The rules of a file under `rules`."""
    if "/" not in name:
        return loaded(name.removesuffix(".clag")).rules
    found = check_path(RULES / name).game
    assert found is not None
    return found


def variant(name: str) -> Game:
    return loaded(name).rules


def deal(name: str, called: str | None = None) -> Deal:
    found = variant(name).deal(called or ORDINARY[name])
    assert found is not None
    return found


@cache
def sheet(name: str) -> str:
    return markdown(rule_sheet(game(name)))


def section(name: str, title: str) -> str:
    """One section of a rule sheet; empty where there is none."""
    _, _, rest = sheet(name).partition(f"\n## {title}\n")
    return rest.partition("\n## ")[0]


def passages(origin: Origin) -> list[tuple[str, str | None]]:
    return [(citation.source, citation.passage) for citation in origin.citations]


def assumed(name: str) -> list[Assumption]:
    return list(variant(name).assumptions)


def examples(name: str) -> dict[str, list[tuple[str, str | None]]]:
    """What the examples of a file cite, by their titles."""
    file = parse(SourceText(name, (RULES / name).read_text(encoding="utf-8"))).file
    assert file is not None
    return {
        statement.title: [(c.source.text, c.passage) for c in statement.notes.cites]
        for statement in file.statements
        if isinstance(statement, nodes.ExampleStatement)
    }


# --- deviations ---------------------------------------------------------------------------

DIFFER = "Where these rules differ from their sources"
ASSUMED = "Where the sources are silent or disagree"


@pytest.mark.parametrize(
    ("name", "says", "source"),
    [
        (
            "raf-pagat",
            "Blind Hand: a dealer who has looked at the cards cannot bid",
            "pagat, deal 11",
        ),
    ],
)
def test_a_deviation_stands_on_the_sheet_as_one(name: str, says: str, source: str) -> None:
    told = section(f"{name}.clag", DIFFER)
    assert f"- {says}" in told
    assert source in told
    assert says not in section(f"{name}.clag", ASSUMED)
    assert "eviation:" not in sheet(f"{name}.clag")


def test_a_sheet_without_a_deviation_has_no_such_section() -> None:
    assert section("pagat.clag", DIFFER) == ""


def test_the_scottish_file_draws_who_bids_first_as_its_text_does() -> None:
    bid = deal("scottish").aspects.bid
    assert [(c.source, c.passage) for c in bid.origin.citations] == [("wiki", "scottish rules")]
    assert "Before each deal, draw for the first bidder." in sheet("scottish.clag")
    assert section("scottish.clag", DIFFER) == ""


def test_the_rewrite_draws_the_first_dealer_as_its_texts_do() -> None:
    assert first_dealer_text(game("rewrite")) == "drawn"
    assert "Draw for the first dealer." in sheet("rewrite.clag")
    assert section("rewrite.clag", DIFFER) == ""


@pytest.mark.parametrize("name", FILES)
def test_the_cut_is_in_the_sheet(name: str) -> None:
    side = "left" if game(name).direction == "counterclockwise" else "right"
    assert f"the player on the dealer's {side} cuts" in sheet(name)


@pytest.mark.parametrize("name", ["rewrite", "scorecard"])
def test_where_the_text_says_nothing_of_a_cut_it_is_assumed(name: str) -> None:
    assert any("right cuts" in assumption.text for assumption in assumed(name))


def test_pagats_tie_break_is_a_suggestion() -> None:
    (assumption,) = variant("pagat").winner.origin.assumptions
    assert "Pagat suggests" in assumption.text
    assert "Pagat suggests" in section("pagat.clag", ASSUMED)


# --- the right passage --------------------------------------------------------------------


def started(name: str, players: int, **parameters: int | bool) -> State:
    return loaded(name).start(players=players, seed=1, parameters=parameters)


def test_the_score_cards_hook_cites_the_passage_that_states_it() -> None:
    state = started("scorecard", 3, hook=True).apply("bid 0").apply("bid 0")
    refused = state.why_not("bid 1")
    assert refused is not None
    assert refused.code == "A202"
    assert refused.source is not None
    assert refused.source.endswith("royal air force rules")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_fixed_bid_has_support_of_its_own(name: str) -> None:
    """In the texts of Foss and McLeod as Wikipedia tells them, a misère has no word on bids."""
    parts: tuple[Deal | Twist, ...] = (*variant(name).deals, *variant(name).twists)
    for part in parts:
        clause = part.aspects.bid if isinstance(part, Deal) else part.bid
        if clause is None or not isinstance(clause.alternatives[0].value, FixedBid):
            continue
        if name in ("foss", "mcleod"):
            (assumption,) = clause.origin.assumptions
            cited = [(c.source, c.passage) for c in assumption.citations]
            assert cited[0] in (("wiki", "royal air force rules"), ("pagat", "deal 9"))
        else:
            assert passages(clause.origin)


def test_no_example_of_what_a_failed_bid_keeps_cites_the_contrary() -> None:
    """`nominations` says that whoever fails scores zero."""
    assert examples("raf.clag")["or what they are worth"] == [("pagat", "scoring")]


@pytest.mark.parametrize(
    "name", [name for name in FILES if name.endswith(("-ones.clag", "-twos.clag"))]
)
def test_a_bid_that_fails_in_madness_cites_what_is_said_of_failing(name: str) -> None:
    assert examples(name)["a bid that fails"] == [("pagat", "scoring")]


def test_so_does_the_one_of_the_callers_game() -> None:
    assert examples("raf-pagat.clag")["a bid that fails in madness"] == [("pagat", "scoring")]


def test_two_passages_never_share_a_label() -> None:
    """Wikipedia numbers its deals twice, once for each scheme."""
    told: dict[tuple[str, str], set[str]] = defaultdict(set)
    for name in VARIANTS:
        for each in variant(name).deals:
            for citation in each.origin.citations:
                if citation.passage and re.match(r"(deal|round) \d", citation.passage):
                    aspects = [a for a in each.replaced if a != "score"]
                    said = [
                        str(getattr(each.aspects, aspect).alternatives[0].value)
                        for aspect in aspects
                    ]
                    told[citation.source, citation.passage].add(f"{aspects} {said}")
    assert {label: deals for label, deals in told.items() if len(deals) > 1} == {}
    texts = [(RULES / name).read_text(encoding="utf-8") for name in FILES]
    assert not [text for text in texts if re.search(r'wiki "deal \d+"', text)]


FOLLOWING = {
    "foss": "phase 1",
    "mcleod": "phase 1",
    "pagat": "normal deals",
    "raf": "royal air force rules",
    "raf-pagat": "normal deals",
    "rewrite": "regular rounds",
    "scorecard": "royal air force rules",
    "scottish": "phase 1",
}
"""The passage of each text that says that the suit led must be followed."""


@pytest.mark.parametrize("name", VARIANTS)
def test_follow_suit_rank_and_lead_carry_the_source_that_states_them(name: str) -> None:
    aspects = deal(name).aspects
    assert FOLLOWING[name] in {passage for _, passage in passages(aspects.follow.origin)}
    assert passages(aspects.rank.origin)
    assert passages(aspects.lead.origin) or aspects.lead.origin.assumptions


@pytest.mark.parametrize("name", VARIANTS)
def test_a_refused_revoke_names_the_passage(name: str) -> None:
    told = loaded(name)
    for seed in range(40):
        refused = first_revoke(told, seed)
        if refused is not None:
            assert refused.endswith(FOLLOWING[name]) or f"{FOLLOWING[name]};" in refused
            return
    raise AssertionError("nobody could revoke")


def first_revoke(played: PlayableGame, seed: int) -> str | None:
    """What is cited where the first revoke of a match is refused; None where nobody could."""
    state = played.start(players=4, seed=seed)
    for _ in range(150):
        play = state.position.play
        if play is not None and isinstance(state.actor, int):
            for card in play.hands[state.actor]:
                why = state.why_not(f"play {card}")
                if why is not None and why.code == "A302":
                    return why.source or "no source"
        action = random_action(state)
        if action is None:
            break
        state = state.apply(action)
    return None


# --- readings that can be chosen ----------------------------------------------------------


def test_who_calls_first_can_be_chosen() -> None:
    called = started("raf", 4)
    assert "call" in str(called.apply("cards 3").legal()[0])
    state = started("raf", 4, first_called=False).apply("cards 3")
    assert str(state.legal()[0]) == "bid 0"
    while len(state.history) == 0:
        action = random_action(state)
        assert action is not None
        state = state.apply(action)
    won = state.history[0].winner
    state = state.apply("cards 3")
    assert str(state.legal()[0]).startswith("call")
    assert state.actor == won


@pytest.mark.parametrize("misere", ["Misere", "Misere at -1", "Misere at -2", "Misere at -3"])
@pytest.mark.parametrize("blind", [[], ["Blind Hand"]])
def test_blind_and_every_misere_can_be_called(misere: str, blind: list[str]) -> None:
    state = started("raf-pagat", 4).apply("cards 3")
    assert state.why_not(f"call {', '.join([misere, *blind])}") is None


def test_the_caller_can_be_who_made_the_bid() -> None:
    """With nothing for a failed bid, whoever scores has made the bid."""
    judged = 0
    for seed in range(4):
        state = loaded("raf-pagat").start(
            players=5, seed=seed, parameters={"failed_keeps": False, "deals": 2}
        )
        state = state.apply("cards 5").apply("call")
        while len(state.history) == 0:
            action = random_action(state)
            assert action is not None
            state = state.apply(action)
        first = state.history[0]
        # The last seat dealt, so that the seats stand in the order in which ties are decided.
        made = [seat for seat, result in enumerate(first.results) if result.completed]
        if made:
            assert first.winner == made[0]
            assert state.dealer == made[0]
            judged += any(trick.winner < made[0] for trick in first.tricks)
    assert judged


def test_nothing_for_a_failed_bid_is_meant_as_it_is_said() -> None:
    changed = game("house/nothing-for-failed.clag")
    defaults = {each.name: each.default for each in changed.parameters}
    assert defaults["misere_keeps"] is False


@pytest.mark.parametrize("name", ["raf", "raf-pagat"])
def test_a_record_of_before_the_readings_replays_with_its_warning(name: str) -> None:
    path = RECORDS / f"{name}-before-readings.toml"
    record = read_record(path).record
    assert record is not None
    result = replay_sheet(record, variant(name))
    assert [found.code for found in result.diagnostics] == ["R530"]
    assert result.agrees


@pytest.mark.parametrize("name", FILES)
def test_a_trick_is_laid_face_down_on_the_sheet_and_the_rules_say_why(name: str) -> None:
    assert "The winner of a trick lays it face down and leads to the next." in sheet(name)
    cited = {source for source, _ in passages(game(name).deals[0].origin)}
    is_assumed = any("laid face down" in assumption.text for assumption in game(name).assumptions)
    assert is_assumed or cited & {"pagat", "wiki"}, "two texts state it, among the rules of play"
