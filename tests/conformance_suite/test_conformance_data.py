"""The cases as data: their form, their number, where they come from and what they cover."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from reference.generate import ORIGIN

from clagdsl.conformance.cases import Case, all_cases, case_files
from clagdsl.conformance.driver import load_bundled
from clagdsl.lang.cards import PACK
from clagdsl.lang.resources import conformance_folder, data_folder, reference_folder
from clagdsl.lang.rules import Call

REFERENCE = Path(__file__).parent.parent / "reference"
VARIANTS = ("foss", "mcleod", "pagat", "raf", "raf-pagat", "rewrite", "scorecard", "scottish")
SPECIALS = {
    "pagat": 8,
    "foss": 6,
    "mcleod": 8,
    "scorecard": 6,
    "scottish": 4,
    "rewrite": 8,
}


def is_negative(case: Case) -> bool:
    return case["kind"] in ("illegal", "start") or bool(case["expect"].get("problems"))


def test_there_are_as_many_cases_as_asked_for() -> None:
    kinds = Counter(case["kind"] for case in all_cases())
    counted = {**kinds, "score": min(kinds["score"], 120), "syntax": min(kinds["syntax"], 100)}
    assert sum(counted.values()) >= 500
    assert sum(is_negative(case) for case in all_cases()) >= 200


def test_the_page_gives_the_numbers() -> None:
    text = (reference_folder() / "conformance.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (?:`(\w+)`|all) \| (\d+) \| (\d+) \| (\d+) \|$", text, re.MULTILINE)
    found = {kind: tuple(map(int, numbers)) for kind, *numbers in rows}
    counted = {}
    for kind in {"", *(case["kind"] for case in all_cases())}:
        cases = [case for case in all_cases() if kind in ("", case["kind"])]
        by_hand = sum(case["origin"] == "hand" for case in cases)
        counted[kind] = (by_hand, len(cases) - by_hand, sum(map(is_negative, cases)))
    assert found == counted


@pytest.fixture(scope="module")
def published_form() -> Draft202012Validator:
    schema = json.loads((conformance_folder() / "cases.schema.json").read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


@pytest.mark.parametrize("path", case_files(), ids=lambda path: path.stem)
def test_a_file_has_the_published_form(path: Path, published_form: Draft202012Validator) -> None:
    document = json.loads(path.read_text(encoding="utf-8"))
    assert [error.message for error in published_form.iter_errors(document)] == []


def test_no_two_cases_share_an_id() -> None:
    assert [name for name, n in Counter(case["id"] for case in all_cases()).items() if n > 1] == []


def test_no_two_cases_ask_the_same() -> None:
    told = ("id", "rule", "cite", "law", "stands_in", "origin")
    asked = Counter(
        json.dumps({key: value for key, value in case.items() if key not in told}, sort_keys=True)
        for case in all_cases()
    )
    assert [question for question, number in asked.items() if number > 1] == []


def test_only_the_generated_folder_is_written_by_the_program() -> None:
    for case in all_cases():
        assert (case["origin"] == ORIGIN) == case["stands_in"].startswith("generated")


def test_the_reference_imports_nothing_from_clagdsl() -> None:
    paths = sorted(REFERENCE.glob("*.py"))
    assert paths
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                assert all(not name.name.startswith("clagdsl") for name in node.names)
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0
                assert not (node.module or "").startswith("clagdsl")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("__import__", "exec", "eval")


def deals_and_refusals(variant: str, special: str | int) -> tuple[int, int]:
    """Whole deals and refused actions of a deal of the schedule, or of a choice that is called."""
    found: Counter[str] = Counter()
    for case in all_cases():
        if case["kind"] in ("deal", "illegal") and case["start"]["variant"] == variant:
            if isinstance(special, int):
                found[case["kind"]] += case["start"]["deal"] == special
            else:
                made = [step[1] for step in case.get("steps", ())]
                made += [action for action in case.get("actions", ()) if isinstance(action, str)]
                calls = [text[5:].split(", ") for text in made if text.startswith("call ")]
                found[case["kind"]] += any(special in names for names in calls)
    return found["deal"], found["illegal"]


@pytest.mark.parametrize("variant", SPECIALS)
def test_every_special_deal_has_a_whole_deal_and_three_refusals(variant: str) -> None:
    rules = load_bundled(variant)
    special = [row.number for row in rules.deals(4) if row.name != "normal"]
    assert len(special) == SPECIALS[variant]
    for number in special:
        deals, refusals = deals_and_refusals(variant, number)
        assert deals >= 1, number
        assert refusals >= 3, number


@pytest.mark.parametrize("variant", ["raf", "raf-pagat"])
def test_every_choice_of_a_caller_has_a_whole_deal_and_three_refusals(variant: str) -> None:
    (deal,) = {row.name for row in load_bundled(variant).deals(4)}
    called = load_bundled(variant).rules.deal(deal)
    assert called is not None
    call = called.aspects.call.alternatives[0].value
    assert isinstance(call, Call)
    for choice in (name for group in call.groups for name in group.choices):
        deals, refusals = deals_and_refusals(variant, choice)
        assert deals >= 1, choice
        assert refusals >= 3, choice


HOUSE_FILES = sorted(path.stem for path in (data_folder("rules") / "house").glob("*.clag"))


@pytest.mark.parametrize("name", HOUSE_FILES)
def test_every_house_file_has_a_whole_deal_and_three_refusals(name: str) -> None:
    found = Counter(
        case["kind"]
        for case in all_cases()
        if case.get("start", {}).get("variant") == f"house/{name}"
    )
    assert found["deal"] >= 1
    assert found["illegal"] >= 3


def test_every_variant_has_every_kind_of_case() -> None:
    kinds = {"schedule", "start", "score", "match", "trick", "legal", "illegal", "view", "deal"}
    for variant in VARIANTS:
        found = {c["kind"] for c in all_cases() if c.get("start", {}).get("variant") == variant}
        assert kinds | {"count"} <= found, variant


@pytest.mark.parametrize(
    "case", [c for c in all_cases() if c["kind"] == "deal"], ids=lambda c: c["id"]
)
def test_a_whole_deal_keeps_the_laws(case: Case) -> None:
    players = case["start"]["players"]
    plays = [step[1].split()[1] for step in case["steps"] if step[1].startswith("play")]
    pack, every = case["pack"].split(), set(map(str, PACK))
    special = ["Jester", "Wizard"] * 4 if case["id"].startswith(("special", "wizard")) else []
    if case["id"].startswith("short"):
        every -= {card for card in every if card[-1] == "C" or card[:-1] in list("8765432")}
        every -= {"9S"}
    assert sorted(pack) == sorted([*every, *special])
    assert len(plays) == players * len(case["expect"]["winners"])
    assert sorted(plays) == sorted(pack[: len(plays)])
    assert len(case["expect"]["scores"]) == players


def files_below(variant: str) -> str:
    """The text of a bundled file and of those that it extends, line ends taken for blanks."""
    path = data_folder("rules") / f"{variant}.clag"
    text = path.read_text(encoding="utf-8")
    extended = re.search(r'extends "?([\w./-]+?)(?:\.clag)?"?\s', text)
    below = ""
    if extended is not None:
        beside = (f"{folder}/{extended[1]}" for folder in ("house", "family"))
        known = (name for name in beside if (data_folder("rules") / f"{name}.clag").exists())
        below = files_below(next(known, extended[1]))
    return " ".join(text.split()) + " " + below


@pytest.mark.parametrize(
    "case",
    [c for c in all_cases() if c.get("cite", {}).get("source") == "notes"],
    ids=lambda c: c["id"],
)
def test_a_note_that_is_cited_stands_in_the_file(case: Case) -> None:
    variant, _, note = case["cite"]["passage"].partition(": ")
    text = files_below(variant)
    if f'assume "{note}"' not in text:
        for parameter in note.split(", "):
            assert f"param {parameter} =" in text


FAMILY_SOURCES = Path(__file__).parents[2] / "docs" / "reference" / "family-sources.md"


def test_a_fact_of_the_family_that_is_cited_stands_in_the_page_of_sources() -> None:
    facts = set()
    for section in FAMILY_SOURCES.read_text(encoding="utf-8").split("\n## ")[1:]:
        title = section.partition("\n")[0]
        labels = re.findall(r"^\| (\w[\w ]*) \|", section, re.MULTILINE)
        facts |= {f"{title}: {label}" for label in labels}
    cited = {
        c["cite"]["passage"] for c in all_cases() if c.get("cite", {}).get("source") == "family"
    }
    assert sorted(cited - facts) == []


GENERAL = ("A201", "A301", "A302", "A305")
"""What is refused in every deal: a bid above the cards, another's card, a revoke, a tame card."""


def test_what_is_refused_in_every_deal_is_not_laid_to_a_special_one() -> None:
    special = {
        (case["start"]["variant"], json.dumps(case["cite"]))
        for case in all_cases()
        if case["kind"] == "deal"
        and case["start"]["deal"] > 1
        and "parameters" not in case["start"]
        if case["start"]["deal"] not in (4, 5)
    }
    laid = [
        case["id"]
        for case in all_cases()
        if case["kind"] == "illegal" and case["origin"] == ORIGIN
        if case["expect"]["code"] in GENERAL
        if (case["start"]["variant"], json.dumps(case.get("cite"))) in special
    ]
    assert laid == []


def test_a_bid_that_the_last_may_not_make_is_laid_to_the_passage_that_forbids_it() -> None:
    """But where the sight of the deal is cited from another source than the limit."""
    general = "Normal Deals|Nominations|player to the dealer's left|Royal Air Force|Scottish Rules"
    for case in all_cases():
        refused = case["kind"] == "illegal" and case["expect"]["code"] == "A202"
        if refused and case["origin"] == ORIGIN and case["cite"]["source"] not in UNLIMITED:
            assert re.search(general, case["cite"]["passage"]), case["id"]


UNLIMITED = ("keeper", "notes")
"""Sources that say what is seen before the bids, and nothing about a limit on them."""


def test_a_deal_described_by_another_is_cited_with_the_passage_that_describes_it() -> None:
    """Wikipedia has three of McLeod's deals only "as before", with the six deals of Foss."""
    for case in all_cases():
        passage = case.get("cite", {}).get("passage", "")
        if re.search(r"Eight deals: Deal (8|10|11)\.", passage):
            assert "; Six deals: Deal " in passage, case["id"]


def test_a_schedule_is_laid_to_more_than_the_number_of_players() -> None:
    for case in all_cases():
        if case["kind"] == "schedule" and case["cite"]["source"] != "family":
            assert not re.fullmatch("(?i)[a-z ]*players[a-z0-9 -]*", case["cite"]["passage"])


SAYS_IT = {
    "A302": "Normal Deals|Phase 1|player to the left|regardless of trumps|must follow suit"
    "|twos_in_suit",
    "A303": "a Blind hand|Roll 'Em|row b",
    "A304": "(Deal|round) 12",
    "A306": "pagat: Deal 12|In round 12|mcleod: two twos in the same trick",
    "A307": "(Deal|round) 12",
    "A401": "Deal 14|In round 14|names the suit",
    "A402": ": Precedence$",
}
"""What passages speak of that which is refused; Wikipedia is silent on a second two."""


@pytest.mark.parametrize("code", SAYS_IT)
def test_the_passage_of_a_refusal_speaks_of_what_is_refused(code: str) -> None:
    cites = {
        f"{case['cite']['source']}: {case['cite']['passage']}"
        for case in all_cases()
        if case["kind"] == "illegal" and case["origin"] == ORIGIN
        if case["expect"]["code"] == code
    }
    assert cites
    assert sorted(cite for cite in cites if not re.search(SAYS_IT[code], cite)) == []


def test_a_two_obliges_its_holder_only_where_nothing_else_does() -> None:
    """The reading `twos_in_suit` is laid to no refusal that comes about without it."""
    for case in all_cases():
        if case["kind"] == "illegal" and case["origin"] == ORIGIN:
            laid = "twos_in_suit" in case.get("cite", {}).get("passage", "")
            assert laid == ("only with a two" in case["rule"]), case["id"]


def test_a_trick_is_laid_to_a_deal_only_where_the_deal_says_who_wins_it() -> None:
    silent = (
        r"(Deal (9|10|14|15)$|Misere|Misère|: (A|De)scending Madness$|Blind hand|a normal deal)"
    )
    laid = [
        case["id"]
        for case in all_cases()
        if case["kind"] == "trick" and case["origin"] == ORIGIN
        if re.search(silent, case["cite"]["passage"])
    ]
    assert laid == []


SAY_THE_RANGE = "Oh Hell!|Blackout|Noms|Ascenseur|Boerenbridge|Nommie|DKM|Romanian|Stiche-Raten"
"""Games of the family whose documents say from what to what a bid is."""


def test_a_bid_above_the_hand_is_laid_to_a_document_only_where_it_says_so() -> None:
    laid = [
        case["id"]
        for case in all_cases()
        if case.get("cite", {}).get("source") == "family"
        if case["expect"].get("code") == "A201" or "from 0 to the hand" in case["rule"]
        if not re.match(SAY_THE_RANGE, case["cite"]["passage"])
    ]
    assert laid == []
