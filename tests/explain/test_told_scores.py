"""What a sheet's sentences say of the score, worked out again from its table and its examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import Any, get_args

import pytest
from hypothesis import Phase, assume, example, given, settings
from hypothesis import strategies as st
from support.heavy_files import chain_of, file_of
from support.simulation_rules import Draw, Names, rules_files, truth, whole
from support.told_scores import Figures, Reading, figures, occasion, one_truth

from clagdsl.check.checker import check_path, check_text
from clagdsl.explain.rule_sheet import context, match_sentences, statements
from clagdsl.explain.rule_sheet.document import Block, Bullets, Entries, Grid, Paragraph, RuleSheet
from clagdsl.explain.rule_sheet.formulas import (
    ANY_OUTCOME,
    BID,
    MADE,
    BidOutcomes,
    DealWording,
    past_condition,
)
from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet
from clagdsl.lang.cards import SUIT_NAMES
from clagdsl.lang.expr.operators import COMPARISONS
from clagdsl.lang.expr.simplify import simplify
from clagdsl.lang.numerals import NUMERALS
from clagdsl.lang.references import ScoredWorth
from clagdsl.lang.resources import bundled_names
from clagdsl.lang.rules import (
    TRUMP_WORDS,
    Arithmetic,
    BidInTurn,
    Comparison,
    ComparisonOperator,
    Expression,
    Game,
    Inverse,
    Number,
    PastValue,
    Run,
)

FILE = """clag 1
game "Drawn"
players 3 to 4
deal normal
  trump turned bid in turn {clauses}
schedule 1 up to 4 cards: normal
winner highest total, then shared
"""
DRAWN = (Phase.explicit, Phase.generate)
"""Sheets take long to make: what fails is told as it was drawn, not made smaller."""
GROUP = re.compile(r"With ([\d, ort]+) players(?:: |, (?=if |you ))")
TRUMP = r"with trumps|without trumps|(?:[a-z, ]+ trumps|an order of suits)(?: or [a-z ]+)?"
LABEL = re.compile(
    r"(?:(?!Bid )(\S.*?)(?: \((?P<facts>.*?)\))?(?:, (?=bid ))?)?(?:[bB]id (?P<bid>\w+))?"
    rf"(?:, (?P<trumps>{TRUMP}))?"
    r"(?P<blind> blind)?(?P<winner>, auction won(?: with (?P<auction>\d+))?)?"
)
FACT = re.compile(
    r"with (?P<cards>\d+) cards?|in deal (?P<deal>\d+)|(?:with|and) (?P<players>\d+) players"
    r"|in a row of (?P<row_deals>\d+)"
)
EXAMPLE = re.compile(
    r"(?:(?:(?P<name>.*?) )??(?P<facts>(?:[Ww]ith|[Ii]n (?:deal|a row)) .*?): |(?P<deal>[^:]*): )?"
    r"[Tt]ricks of (?P<tricks>[\d, and]+?)(?: \(worth [−\d, and]+ points\))?"
    r"(?: after bids of (?P<bids>[\d, and]+?))?"
    r"(?:, none of them blind)?"
    r"(?:, the first of them by the winner of the auction, who had said (?P<auction>\d+))?"
    r"(?:, the first by who has made (?P<made>\d+) of (?P=made) bids before in the row, the others"
    r" none)?,?"
    r" score (?P<scores>[−\d, and]+)\."
)


BELOW = re.compile(r"Below, (?:.* )?you have made (\d+) of \1 bids before in the row")

TRICKS_THAT_DIFFER = re.compile(
    r": (?:one trick with|the (?:first|only)\b|a trick won with)[^:]* scores? [−\d]+\.$"
)
BIDS = re.compile(r"every bid counts as|says how many tricks|bids at once|^Nobody bids")
"""How it is told whether and how somebody bids, by which another deal's bids no longer hold."""


# --- what a sheet says --------------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """What is said of a deal that bears on its score."""

    base: str
    sentences: tuple[str, ...]


def numbers(text: str) -> list[int]:
    return [int(part.replace("−", "-")) for part in re.findall(r"−?\d+", text)]


def players_of(text: str) -> set[int]:
    spans = re.findall(r"(\d+) to (\d+)", text)
    return {*numbers(text), *(n for low, high in spans for n in range(int(low), int(high)))}


def for_players(text: str, players: int) -> list[str]:
    """The sentences that hold for so many players."""
    first, *groups = GROUP.split(text)
    pairs = zip(groups[::2], groups[1::2], strict=True)
    own = [said for who, said in pairs if players in players_of(who)]
    return [s if s.endswith(".") else f"{s}." for part in (first, *own) for s in part.split(". ")]


def said(sheet: RuleSheet, players: int) -> dict[str, Told]:
    """What is said of each deal and choice, by its name; of the ordinary one by ""."""
    found = {}
    for section in sheet.sections:
        if section.heading == "Scoring":
            ordinary = (" ".join(_scoring(section.blocks)), *_steps(sheet))
            own = (each for text in ordinary for each in for_players(text, players))
            found[""] = Told("", tuple(own))
        if section.heading in ("The special deals", "The special deal", "What may be called"):
            _, entries = section.blocks
            assert isinstance(entries, Entries)
            for entry in entries.entries:
                name = re.sub(r" \(deals? .*\)$", "", entry.title)
                like = re.match(r"Like (\S+), except for this: ", entry.text)
                called = re.match(r"(d\d+)\w\d(?:, in an? (\S+) deal)?$", name)
                base = like[1] if like else (called[2] or called[1]) if called else ""
                text = entry.text[like.end() :] if like else entry.text
                found[name] = Told(base, tuple(for_players(text, players)))
    return {name: _from_its_caller(name, each, found) for name, each in found.items()}


def _scoring(blocks: Sequence[Block]) -> Iterator[str]:
    """What is said before the table, a list of cases as the sentence that they are."""
    for before, block in pairwise((None, *blocks)):
        if isinstance(block, Paragraph):
            told = block.text.removesuffix(FIRST).strip()
            yield from [told] if told else []
        elif of_cases(before, block):
            assert isinstance(block, Bullets)
            cases = [f"{case[0].lower()}{case[1:-1]}" for case in block.lines]
            yield f"{block.lines[0][0]}{'; otherwise, '.join(cases)[1:]}.".replace(
                "; otherwise, otherwise", "; otherwise"
            )


def of_cases(before: Block | None, block: Block) -> bool:
    """Whether these are the cases of a score, of which the first that fits counts."""
    told = isinstance(before, Paragraph) and before.text.endswith(FIRST)
    return told and isinstance(block, Bullets)


FIRST = "The first case that applies counts:"


def _from_its_caller(name: str, told: Told, found: Mapping[str, Told]) -> Told:
    """A choice that may be called in one special deal only is made from that deal."""
    if told.base in found or told.base.capitalize() in found:
        return told
    calling = [
        caller
        for caller, each in found.items()
        if caller != name and any(re.search(rf"\b{name}\b", text) for text in each.sentences)
    ]
    return replace(told, base=calling[0]) if name and len(calling) == 1 else told


def _steps(sheet: RuleSheet) -> Iterator[str]:
    for section in sheet.sections:
        if section.heading.startswith("How "):
            (entries,) = section.blocks
            assert isinstance(entries, Entries)
            yield from (entry.text for entry in entries.entries)


def lines(told: Mapping[str, Told], name: str) -> Iterator[str]:
    """All sentences that hold for a deal, its own before those of what it is made from."""
    while True:
        here = told.get(name, told[""])
        yield from here.sentences
        if name not in told or name == "":
            return
        # the ordinary deal has no name here; a special one may begin with a capital letter
        name = here.base if here.base in told else here.base.capitalize()


def worth(told: list[str], known: Figures) -> int | None:
    """What every trick is worth, where they are all worth the same."""
    for sentence in told:
        if match := re.fullmatch(r"Each trick is worth (−?\d+) points?\.", sentence):
            return numbers(match[1])[0]
        if match := re.fullmatch(r"Each trick is worth as many points as (.*)\.", sentence):
            return Reading.of(f"You score by this formula: {match[1]}.")(known)
        if listed := re.findall(r"with (\d+) cards? ([−\d, ]+)[;.]", sentence):
            # without a number of cards the figure holds for every one
            sizes = {str(known.get("cards", size)) for size, _ in listed}
            values = {n for size, those in listed if size in sizes for n in numbers(those)}
            return values.pop() if len(values) == 1 else None
    return None


def worked_out(told: Mapping[str, Told], name: str, known: dict[str, int | None]) -> int:
    """What the sentences say that somebody scores."""
    here = list(lines(told, name))
    fixed = next((s for s in here if BIDS.search(s)), "")
    if match := re.search(r"every bid counts as (\d+)", fixed):
        known["bid"] = int(match[1])
    sentence = next(s for s in here if re.match(r"([Ii]f .*, you|[Yy]ou) (score|lose) ", s))
    if "the value of the tricks" in sentence:
        each = worth(here, figures(known))
        # no trick is worth nothing, whatever each is worth
        known["points"] = (
            0 if not known["tricks"] else None if each is None else each * known["tricks"]
        )
    place = here.index(sentence)
    extras = takewhile(lambda s: ", you also " in s, here[place + 1 :])
    besides = [
        f"{extra.removesuffix('.')}; otherwise you score nothing.".replace(" also ", " ", 1)
        for extra in extras
    ]
    scored = sum(Reading.of(each)(figures(known)) for each in (sentence, *besides))
    after = here[place + 1 + len(besides) :]
    multiples = takewhile(bool, (re.match(r"(.*),? all points count (.*)\.", s) for s in after))
    for match in filter(None, multiples):
        if occasion(match[1])(figures(known)):
            scored *= 2 if match[2] == "double" else NUMERALS.index(match[2].split()[0])
    return scored


# --- the table and the examples -----------------------------------------------------------


def facts(text: str) -> dict[str, int | None]:
    found: dict[str, int | None] = {}
    for match in FACT.finditer(text.lower()):
        found |= {name: int(number) for name, number in match.groupdict().items() if number}
    return found


def check_sheet(sheet: RuleSheet, players: int) -> int:
    """Work out every figure of a sheet again; the number of them."""
    told = said(sheet, players)
    (blocks,) = (section.blocks for section in sheet.sections if section.heading == "Scoring")
    below = BELOW.search(" ".join(b.text for b in blocks if isinstance(b, Paragraph)))
    made_before = int(below[1]) if below else 0
    checked = 0
    for before, block in pairwise((None, *blocks)):
        match block:
            case Bullets() if of_cases(before, block):
                pass
            case Grid(caption=caption, head=(_, *won), rows=rows):
                for label, *cells in rows:
                    for head, cell in zip(won, cells, strict=True):
                        for tricks in each_of(head) if cell else ():
                            known = {**facts(caption), "tricks": tricks, "made_before": made_before}
                            assert table_cell(told, label, known) == numbers(cell)[0], label
                            checked += 1
            case Bullets(lines=examples):
                for example in examples:
                    checked += check_example(told, example)
            case _:
                pass
    return checked


def each_of(head: str) -> range:
    """The numbers of tricks that a column is for: `3`, `11 to 17`."""
    first, _, last = head.partition(" to ")
    return range(int(first), int(last or first) + 1)


def table_cell(told: Mapping[str, Told], label: str, known: dict[str, int | None]) -> int:
    match = LABEL.fullmatch(label)
    assert match is not None, label
    known |= facts(match["facts"] or "")
    tricks = known["tricks"]
    assert tricks is not None
    if match["bid"] == "right":
        known["bid"] = tricks
    elif match["bid"] == "wrong":
        known["bid"] = tricks + 1
    elif match["bid"]:
        known["bid"] = int(match["bid"])
    known["blind"] = int(match["blind"] is not None)
    if match["winner"]:
        known["auction"] = int(match["auction"] or 1)
    name = match[1] or ""
    if match["trumps"]:
        known["trump"] = trumps_of(match["trumps"])[0]
    return worked_out(told, name if name in told else name[:1].lower() + name[1:], known)


def trumps_of(text: str) -> list[int]:
    """The places in `TRUMP_WORDS` of what may be trump in a row."""
    words = [word for word in SUIT_NAMES.values() if word in text or text == "with trumps"]
    words += ["order"] * ("order" in text) + ["none"] * ("without" in text)
    return [TRUMP_WORDS.index(word) for word in words]


def check_example(told: Mapping[str, Told], text: str) -> int:
    match = EXAMPLE.fullmatch(text)
    if match is None:
        assert TRICKS_THAT_DIFFER.search(text), text
        return 0
    tricks, bids = numbers(match["tricks"]), numbers(match["bids"] or "")
    shared = {
        "most": max(tricks),
        "most_count": tricks.count(max(tricks)),
        "cards": sum(tricks),
        **facts(match["facts"] or f"with {len(tricks)} players"),
    }
    if trumps := trumps_of(match["facts"] or ""):
        shared["trump"] = trumps[0]
    if bids:
        shared |= {"bids": sum(bids), "highest_bid": max(bids)}
        shared["makers"] = sum(bid == won for bid, won in zip(bids, tricks, strict=True))
    name = match["name"] or match["deal"] or ""
    name = name if name in told else name[:1].lower() + name[1:]
    if any(
        "the tricks are worth" in s.lower() or re.search(r"worth −?\d+ points?, and", s)
        for s in lines(told, name)
    ):
        return 0
    for seat, score in enumerate(numbers(match["scores"])):
        known = {**shared, "tricks": tricks[seat]}
        if bids:
            known |= {"bid": bids[seat], "same_bids": bids.count(bids[seat]) - 1}
        if match["auction"] and seat == 0:
            known["auction"] = int(match["auction"])
        if match["made"] and seat == 0:
            known["made_before"] = int(match["made"])
        assert worked_out(told, name, known) == score, text
    return len(tricks)


# --- the tests ----------------------------------------------------------------------------


def usual(game: Game) -> int:
    """The players for whom a sheet for any number of them has its figures."""
    low, high = game.players
    return 4 if low <= 4 <= high else low


@pytest.mark.parametrize("name", bundled_names())
def test_the_sentences_of_a_bundled_game_come_to_its_table(name: str) -> None:
    game = check_path(name).game
    assert game is not None
    assert check_sheet(rule_sheet(game), usual(game)) > 20
    for players in range(game.players[0], game.players[1] + 1):
        check_sheet(rule_sheet(game, players), players)


@st.composite
def scores(draw: Draw) -> str:
    """A score with conditions of all kinds."""
    some = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=3, unique=True))
    names = Names(
        (*some, "cards", "players"),
        ("made", "tricks > bid", "tricks < bid", "bid = 0", "tricks = bid"),
    )
    often = draw(st.sampled_from(["", "", " * (2 when deal = 3, 3 when cards > 3, otherwise 1)"]))

    def gain() -> str:
        sign = draw(st.sampled_from(["", "", "+", "-"]))
        if not sign:
            return f"{whole(draw, names)}{often}"
        more = f"{whole(draw, names, 1)} when {truth(draw, names)}, otherwise 0"
        return f"({whole(draw, names, 1)} {sign} ({more})){often}"

    parts = [f"{gain()} when {truth(draw, names, 2)}" for _ in range(draw(SOME))]
    return ", ".join([*parts, f"{'otherwise ' if parts else ''}{gain()}"])


NUMBERS = [
    "bid",
    "tricks",
    "(tricks - bid)",
    "bid * bid",
    "abs(bid - tricks)",
    "makers",
    "most",
    "deal",
    "bids",
    "highest_bid",
    "same_bids",
]
SOME = st.integers(0, 3)


@settings(max_examples=60, deadline=None, phases=DRAWN)
@given(scores())
# said apart for each number of players
@example("3 when most <= players and tricks < bid, otherwise tricks")
def test_the_sentences_of_a_drawn_score_come_to_its_table(score: str) -> None:
    game = check_text(FILE.format(clauses=f"score {score}")).game
    assume(game is not None)
    assert game is not None
    check_sheet(rule_sheet(game), usual(game))
    check_sheet(rule_sheet(game, 3), 3)


@settings(max_examples=25, deadline=None, phases=DRAWN)
@given(rules_files())
# a made bid is told from a missed one, though the score names neither
@example(
    'clag 2 game "A" players 3 deal a trump none bid in turn score row_made * row_deals - 1 '
    "schedule repeat 2 times (2 cards: a) winner highest total, then shared"
)
# an example names the bids, none of them blind
@example(
    'clag 2 game "A" players 4 deal a trump turned sight by choice bid in turn '
    "score 20 when made and blind, 10 when made, -5 when bids > cards, otherwise 0 "
    "schedule 5 cards: a winner highest total, then shared"
)
def test_the_sentences_of_a_drawn_game_come_to_its_table(text: str) -> None:
    game = check_text(text).game
    assume(game is not None)
    assert game is not None
    check_sheet(rule_sheet(game), usual(game))
    check_sheet(rule_sheet(game, game.players[1]), game.players[1])


def test_a_score_is_worked_out_once_for_all_numbers_of_players(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folded: list[object] = []

    def counted(e: Expression, *more: Any, **named: Any) -> Expression:
        folded.append(e)
        return simplify(e, *more, **named)

    monkeypatch.setattr(context, "simplify", counted)
    game = check_text(
        'clag 1 game "A" players 3 to 7 deal a trump turned bid in turn score tricks '
        "deal b is a with score bid + tricks schedule 7 cards: a, b "
        "winner highest total, then shared"
    ).game
    assert game is not None
    rule_sheet(game)
    scores = [deal.aspects.score.alternatives[0].value for deal in game.deals]
    # no number of players asks again
    assert [sum(each is score for each in folded) for score in scores] == [1, 1]


@pytest.mark.parametrize("when", ["l18", "l18 and made", "made or not l18 and bid > 2"])
def test_a_condition_may_hold_a_name_that_is_left_standing(when: str) -> None:
    """What it says is too long to stand in its place, and is not known for all players at once."""
    lets = chain_of(18, "{0} and ({0} or players > 3)", "players > 2")
    game = check_text(file_of(f"5 when {when}, otherwise 0", before=lets)).game
    assert game is not None
    told = next(each for each in rule_sheet(game).sections if each.heading == "Scoring")
    assert "l18" in str(told.blocks[0])
    said = next(each for each in rule_sheet(game, 3).sections if each.heading == "Scoring")
    assert "l18" not in str(said.blocks[0])


def test_other_values_are_laid_out_only_of_numbers_that_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[str] = []

    def noted(*given: Any) -> context.SheetContext:
        read.extend(name for name, value in given[2].items() if value != 1)
        return context.read_game(*given)

    monkeypatch.setattr(match_sentences, "read_game", noted)
    names = ("paid", "size", "times", "ranks", "turned", "other")
    game = check_text(
        'clag 2 game "A" players 3 let more = other '
        + " ".join(f"param {name} = 1 in 1 to 2" for name in names)
        + " pack highest 11 + ranks ranks deal a trump turned when turned = 1, otherwise none"
        " bid in turn each bid keeps bid < 9 when paid = 2, otherwise free"
        " score paid * tricks schedule repeat times times (size cards: a then more cards: a)"
        " winner highest total, then shared"
    )
    assert game.game is not None, game.diagnostics
    rule_sheet(game.game)
    assert sorted(set(read)) == ["other", "paid", "ranks", "size", "times", "turned"]


def test_what_holds_for_all_values_and_all_deals_is_worked_out_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    whole_game = context.scored_worths

    def counted(*parts: Any) -> frozenset[ScoredWorth]:
        asked.append(parts)
        return whole_game(*parts)

    monkeypatch.setattr(context, "scored_worths", counted)
    deals = "".join(
        f"deal d{n} is a with trick worth {n} score tricks when p{n}, otherwise 0 "
        for n in range(4)
    )
    game = check_text(
        'clag 1 game "A" players 3 to 5 '
        + "".join(f"param p{n} = true " for n in range(4))
        + f"deal a trump turned bid in turn score points {deals}"
        + "schedule 7 cards: a, d0, d1, d2, d3 winner highest total, then shared"
    ).game
    assert game is not None
    told: list[context.SheetContext] = []
    reading = context.read_game(game, None, {})

    def tell(at: context.SheetContext) -> list[statements.Instruction]:
        told.append(at)
        return steps(at)

    steps = statements.steps
    monkeypatch.setattr(statements, "steps", tell)
    assert len(match_sentences.option_entries(reading)) == 4
    # what is said here, and what is said with each of the four parameters set otherwise
    assert told[0] is reading
    assert len(told) == len(asked) == 5


RUNS: dict[str, tuple[Expression, BidOutcomes]] = {
    "made": (MADE, ANY_OUTCOME),
    "made again": (MADE, frozenset("=")),
    "missed": (Inverse(MADE), ANY_OUTCOME),
    "too many again": (Inverse(MADE), frozenset(">")),
    "zeros": (Comparison("=", BID, Number(0)), ANY_OUTCOME),
}
"""What a run is made of, and the outcomes after which a score asks for it."""


@pytest.mark.parametrize("kind", RUNS)
@pytest.mark.parametrize("sign", get_args(ComparisonOperator))
def test_a_condition_on_a_run_is_worded_so_that_it_holds_just_then(
    kind: str, sign: ComparisonOperator
) -> None:
    made_of, outcomes = RUNS[kind]
    wording = DealWording(BidInTurn("eldest"), (Run("streak", made_of),))
    for number in range(4):
        condition = Comparison(sign, PastValue("streak"), Number(number))
        text = past_condition(condition, wording, outcomes)
        # always or never so, or a run of any other length: the name of the run remains
        assert text or (sign in ("<", ">=") and number == 0) or (sign == "!=" and number > 0)
        for lasted in range(6) if text else ():
            holds = COMPARISONS[sign].value(lasted, number)
            read = [value for value, rest in one_truth(text) if not rest]
            assert {bool(way({"streak": lasted})) for way in read} == {holds}, text


def test_every_third_missed_bid_in_a_row_is_worded_as_such() -> None:
    third = Comparison("=", Arithmetic("%", PastValue("streak"), Number(3)), Number(2))
    wording = DealWording(BidInTurn("eldest"), (Run("streak", Inverse(MADE)),))
    text = past_condition(third, wording, frozenset("<>"))
    assert text == "this is your third missed bid in a row, the sixth, the ninth and so on"
    assert past_condition(third, wording) == "", "this deal may end the run"


CALLED = """clag 2 game "A" players 3
deal normal trump turned bid in turn score tricks call by dealer {kind} Plain, Fancy
deal Plain is normal with trick worth 2
deal Fancy is normal with score points
schedule 3 cards: normal winner highest total, then shared"""


@pytest.mark.parametrize(
    ("kind", "listed"),
    [("one of", "Nothing is different."), ("any of", "Each trick is worth 2 points.")],
)
def test_a_called_worth_is_only_listed_if_it_can_be_scored(kind: str, listed: str) -> None:
    game = check_text(CALLED.format(kind=kind)).game
    assert game is not None
    (section,) = [
        each for each in rule_sheet(game).sections if each.heading == "What may be called"
    ]
    (entries,) = [block for block in section.blocks if isinstance(block, Entries)]
    assert entries.entries[0].text == listed


def test_a_choice_is_read_in_the_deal_that_offers_it() -> None:
    """The ordinary deal, without a call, does not know the number of cards that Top depends on."""
    game = check_text(
        'clag 2 game "A" players 3 deal plain trump turned bid in turn score tricks'
        " deal chosen is plain with call by dealer any of Top"
        " twist Top play top card when cards > 2, otherwise any card"
        " schedule 3 cards: plain, plain, chosen winner highest total, then shared"
    ).game
    assert game is not None
    assert any(section.heading == "What may be called" for section in rule_sheet(game).sections)
