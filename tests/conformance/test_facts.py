"""Rules held against documented facts: what holds, what a change breaks, and what does not apply.

What a house file changes is worked out here from the cases themselves: in Pagat's game a completed
contract with tricks scores 11 at least, a failed one with tricks 1 to 7, and whoever wins no trick
scores 10 or nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from support.samples import every_nth

import clagdsl
from clagdsl.cli.main import main
from clagdsl.conformance.cases import Case, facts_by_variant
from clagdsl.conformance.facts import Conformance, DocumentedVariant, conformance
from clagdsl.lang.resources import bundled_names

RULES = Path(__file__).parent.parent.parent / "rules"
HOUSE = sorted(path.stem for path in (RULES / "house").glob("*.clag"))
MISERE, HIGHEST = 9, 15
"""The numbers of the deals in Pagat's game that have a score of their own."""
Capture = pytest.CaptureFixture[str]


@cache
def documented(name: str) -> DocumentedVariant:
    return DocumentedVariant(name)


def held_against(rules: str, name: str, players: int | None = None) -> Conformance:
    """A text of rules held against the facts of a variant."""
    return conformance("rules.clag", clagdsl.load(text=rules), documented(name), players)


def failing(found: Conformance) -> set[str]:
    return {fact.case["id"] for fact in found.failed}


@pytest.mark.parametrize("name", every_nth(facts_by_variant(), 7))
def test_every_bundled_file_holds_all_of_its_own_facts(name: str) -> None:
    found = conformance(name, documented(name).game, documented(name))
    assert [str(mismatch) for fact in found.failed for mismatch in fact.mismatches] == []
    assert found.others == {}
    assert found.held == len(facts_by_variant()[name]) > 0


# --- what a house file changes ------------------------------------------------------------


def points(case: Case) -> Iterator[tuple[int, list[int]]]:
    """The points of every deal whose points the case documents, by the number of the deal."""
    expect = case["expect"]
    match case["kind"]:
        case "score" | "deal":
            yield case["start"].get("deal", 1), expect["scores"]
        case "played":
            reached = [0] * len(expect["totals"][0])
            for number, totals in enumerate(expect["totals"], start=1):
                yield number, [now - then for now, then in zip(totals, reached, strict=True)]
                reached = totals
        case "match":
            for number, row in enumerate(case["deals"], start=1):
                bids = [0] * len(row["tricks"]) if number == MISERE else row["bids"]
                if number != HIGHEST:
                    made = zip(row["tricks"], bids, strict=True)
                    yield number, [won + 10 * (won == bid) for won, bid in made]
        case "view" if "totals" in expect:
            yield case["start"].get("deal", 1), expect["totals"]


def completed_with_tricks(case: Case) -> bool:
    special = (MISERE, HIGHEST)
    return any(max(scores) > 10 for deal, scores in points(case) if deal not in special)


def failed_with_tricks(case: Case) -> bool:
    scored = (scores for deal, scores in points(case) if deal != HIGHEST)
    return any(0 < score < 10 for scores in scored for score in scores)


def misere_with_tricks(case: Case) -> bool:
    scored = (scores for deal, scores in points(case) if deal == MISERE)
    return any(0 < score < 10 for scores in scored for score in scores)


def schedule(case: Case) -> bool:
    return bool(case["kind"] == "schedule")


def trump_in_misere(case: Case) -> bool:
    shows = case["kind"] == "deal" or "trump" in case["expect"]
    return bool(case["start"].get("deal") == MISERE and shows)


CHANGED: dict[str, tuple[Callable[[Case], bool], ...]] = {
    "ascending-madness-ones": (schedule,),
    "ascending-madness-twos": (schedule,),
    "descending-madness-ones": (schedule,),
    "descending-madness-twos": (schedule,),
    "misere-minus-one": (misere_with_tricks,),
    "misere-minus-three": (misere_with_tricks,),
    "misere-minus-two": (misere_with_tricks,),
    "misere-with-trumps": (schedule, trump_in_misere),
    "nothing-for-failed": (failed_with_tricks,),
    "nuloss": (schedule,),
    "precedence": (schedule,),
    "two-miseres": (schedule, trump_in_misere, misere_with_tricks),
    "two-points": (completed_with_tricks,),
}


@pytest.mark.parametrize("name", every_nth(HOUSE, 6))
def test_a_house_file_fails_exactly_the_facts_that_it_changes(name: str) -> None:
    game = clagdsl.load(RULES / "house" / f"{name}.clag")
    found = conformance(name, game, documented("pagat"))
    more_deals = schedule in CHANGED[name]
    whole = {one["id"] for one in documented("pagat").cases if one["kind"] in ("match", "played")}
    others = {fact.case["id"] for fact in found.facts if fact.other is not None}
    assert others == (whole if more_deals else set())
    touched = {
        case["id"]
        for case in documented("pagat").cases
        if any(changes(case) for changes in CHANGED[name])
    }
    assert failing(found) == touched - others
    assert failing(found)


# --- what does not apply, and what decides ------------------------------------------------


def test_a_deal_that_is_not_there_is_counted_apart_and_one_that_moved_is_found() -> None:
    found = held_against('clag 1\ngame "W" extends pagat\ndrop "Guess Trumps"\n', "pagat")
    dropped = 10
    apart = {fact.case["id"] for fact in found.facts if fact.other == "deals"}
    for case in documented("pagat").cases:
        whole = case["kind"] in ("match", "played")
        of_dropped = case["kind"] != "schedule" and case["start"].get("deal") == dropped
        assert (case["id"] in apart) == (whole or of_dropped), case["id"]
    assert failing(found) == {"schedule-01", "schedule-02"}
    later = [fact for fact in found.facts if fact.case["start"].get("deal", 1) > dropped]
    assert len(later) > 20
    assert all(fact.holds for fact in later)


def test_deals_of_two_names_are_compared_and_other_players_are_not() -> None:
    found = conformance("pagat", documented("pagat").game, documented("scottish"))
    guessed = [fact for fact in found.facts if "Guess 'Em" in fact.case["rule"]]
    assert guessed
    assert all(fact.holds for fact in guessed if fact.case["start"]["players"] == 4)
    three = [fact for fact in found.facts if fact.case["start"]["players"] == 3]
    assert three
    assert {fact.other for fact in three} <= {"players", "parameters"}
    mcleod = conformance("pagat", documented("pagat").game, documented("mcleod"))
    refused = [fact for fact in mcleod.facts if fact.case["id"] in ("start-15", "start-16")]
    assert [fact.other for fact in refused] == ["parameters", "parameters"]


def test_a_deal_may_stand_elsewhere_in_the_schedule() -> None:
    """The number of the deal, the totals before it and the deal after it are those of the file."""
    text = """clag 1
game "Shifted" extends pagat
change schedule
  7 cards: Misere
  then 1 up to 7 cards: normal
  then 7 cards: "No Trumps", Misere, "Guess Trumps", Blind, "Twos Wild", "Aces Low",
    "Dealer Calls Trumps", "Highest Number"
  then 7 down to 1 cards: normal
"""
    found = held_against(text, "pagat")
    numbered = [fact for fact in found.facts if "deal" in fact.case["expect"]]
    totals = [
        fact for fact in found.facts if fact.case["kind"] == "view" and list(points(fact.case))
    ]
    assert numbered
    assert totals
    assert all(fact.holds for fact in [*numbered, *totals])
    assert failing(found) == {"schedule-01", "schedule-02"}
    scottish = conformance("scottish", documented("scottish").game, documented("pagat"))
    after = [fact for fact in scottish.facts if fact.case["id"] in ("next-01", "next-02")]
    assert [fact.other for fact in after] == ["deals", "deals"]  # after one card come others there


def test_a_dealer_who_is_reached_in_another_way_deals() -> None:
    text = """clag 1
game "Winner deals" extends pagat
change normal
  won by most points
  next dealer winner
"""
    found = held_against(text, "pagat")
    assert found.others == {}
    wrong = {fact.case["id"]: fact for fact in found.failed}
    played = {case["id"] for case in documented("pagat").cases if case["kind"] == "played"}
    assert wrong.keys() == {*played, "next-01", "next-02"}
    for fact in wrong.values():
        (mismatch,) = fact.mismatches
        assert mismatch.text.startswith("dealer")
        assert mismatch.rule is not None
        assert (mismatch.rule.clause, str(mismatch.rule.place)) == (
            "next dealer",
            "rules.clag:5:3",
        )


def test_one_number_of_players_leaves_the_others_apart() -> None:
    found = conformance("pagat", documented("pagat").game, documented("pagat"), players=7)
    for fact in found.facts:
        assert fact.holds == (fact.case["start"]["players"] == 7)
        assert fact.other == (None if fact.holds else "players")


def test_another_pack_holds_nothing_that_is_dealt() -> None:
    text = 'clag 2\ngame "Two packs" extends foss\npack all ranks, 2 of each\n'
    text += "change normal equal cards first wins\n"
    found = held_against(text, "foss")
    assert {fact.case["kind"] for fact in found.facts if fact.holds} <= {"schedule", "start"}
    assert found.others["cards"] > 50


def test_what_decides_is_the_clause_of_the_file() -> None:
    text = 'clag 1\ngame "Free" extends pagat\nchange normal last bid free\n'
    found = held_against(text, "pagat")
    refusals = [fact for fact in found.failed if fact.case["kind"] in ("illegal", "legal")]
    assert len(refusals) > 5
    for fact in refusals:
        (mismatch,) = fact.mismatches
        assert mismatch.rule is not None
        assert mismatch.rule.clause == "last bid"
        assert str(mismatch.rule.place) == "rules.clag:3:15"
    assert all(fact.holds for fact in found.facts if fact.case["kind"] in ("score", "trick"))


def test_counting_ways_stops_where_more_are_found_than_documented() -> None:
    text = 'clag 1\ngame "Any" extends pagat\nchange normal last bid free follow anything\n'
    found = held_against(text, "pagat")
    counts = [fact for fact in found.failed if fact.case["kind"] == "count"]
    assert counts
    assert all(mismatch.text.endswith("more") for fact in counts for mismatch in fact.mismatches)


# --- the command --------------------------------------------------------------------------


def run(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(["conform", *arguments]) == status
    told = capsys.readouterr()
    return told.out if status != 2 else told.err


def test_the_command_reports_passages_and_ends_with_1_if_a_fact_fails(capsys: Capture) -> None:
    assert "77 facts of Scottish: 77 hold\n" in run(capsys, "scottish")
    file = str(RULES / "house" / "misere-minus-two.clag")
    text = run(capsys, file, status=1)
    assert "200 facts of Pagat: 186 hold; 14 do not\n" in text
    assert "pagat, Deal 9: Misere: 4 hold, 3 do not hold\n" in text
    assert f"(`score`, {file}:4:15)" in text


def test_the_document_has_every_fact(capsys: Capture) -> None:
    file = str(RULES / "house" / "misere-minus-two.clag")
    answer = json.loads(run(capsys, file, "--as", "pagat", "--json", status=1))
    facts = [fact for passage in answer["passages"] for fact in passage["facts"]]
    assert len(facts) == len(facts_by_variant()["pagat"])
    assert (answer["as"], answer["facts"], answer["held"], answer["failed"]) == (
        "pagat",
        200,
        186,
        14,
    )
    (wrong,) = [fact for fact in facts if fact["id"] == "deal-pagat-9-4-players"]
    assert wrong["result"] == "fails"
    (difference,) = wrong["differences"]
    assert (difference["clause"], difference["file"], difference["line"]) == ("score", file, 4)


def test_settings_count_for_every_case(capsys: Capture) -> None:
    answer = json.loads(run(capsys, "mcleod", "--set", "misere_trick=-2", "--json", status=1))
    wrong = [
        fact
        for passage in answer["passages"]
        for fact in passage["facts"]
        if fact["result"] == "fails"
    ]
    assert {fact["kind"] for fact in wrong} <= {"score", "deal", "match", "played"}
    assert answer["not_applicable"] == {"parameters": 11}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "give FILE, such as `pagat`, or `--matrix`"),
        (["pagat", "--matrix"], "`--matrix` takes no FILE"),
        (["pagat", "--as", "scotish"], "did you mean `scottish`?"),
        (["pagat", "-o", "x.html"], "`-o` needs `--matrix`"),
        (["--matrix", "-o", "x.txt"], "does not end in .html"),
        (["--matrix", "--players", "99"], "the game is for 3 to 7"),
        (["pagat", "--players", "3"], "the game is for 4 to 7"),
        (["pagat", "--set", "hook=1"], "U602"),
    ],
)
def test_wrong_usage_is_refused(arguments: list[str], words: str, capsys: Capture) -> None:
    assert words in run(capsys, *arguments, status=2)


def test_a_file_that_extends_nothing_documented_needs_a_variant(
    tmp_path: Path, capsys: Capture
) -> None:
    own = tmp_path / "pagat.clag"
    own.write_text((RULES / "pagat.clag").read_text("utf-8") + "# ours\n", "utf-8")
    assert f"clagdsl conform {own} --as pagat" in run(capsys, str(own), status=2)
    assert "200 hold" in run(capsys, str(own), "--as", "pagat")
    house = tmp_path / "house.clag"
    house.write_text('clag 1\ngame "H" extends "pagat.clag"\n', "utf-8")
    assert "extends no documented variant" in run(capsys, str(house), status=2)
    house.write_text('clag 1\ngame "H" extends foss\n', "utf-8")
    assert "95 facts of Foss: 95 hold" in run(capsys, str(house))


def test_all_variants_are_compared_by_each_others_facts(capsys: Capture, tmp_path: Path) -> None:
    page = tmp_path / "facts.html"
    answer = json.loads(run(capsys, "--matrix", "--players", "7", "--json", "-o", str(page)))
    assert answer["variants"] == list(bundled_names())
    cells = {
        (row["rules"], column["variant"]): column
        for row in answer["rows"]
        for column in row["facts_of"]
    }
    assert len(cells) == len(bundled_names()) ** 2
    for (rules, variant), column in cells.items():
        assert column["failed"] == len(column["failing"])
        if rules == variant:
            assert column["held"] > 0
            assert column["failed"] == 0
    # Foss and the Scottish game have other deals, and other scores in Misere
    assert cells["foss", "pagat"]["failed"] > 0
    assert cells["scottish", "pagat"]["held"] < cells["pagat", "pagat"]["held"]
    text = page.read_text("utf-8")
    assert '<a href="#foss-by-pagat">' in text
    assert '<section id="foss-by-pagat">' in text
