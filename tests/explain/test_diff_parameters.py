"""Two games are the same only if they are with every value of the parameters that are not set."""

from dataclasses import replace

import pytest

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.diff.text import comparison_json, comparison_lines

TEXT = """clag 2
game "Sizes"
players 3 to 4
{more}
deal normal
  trump none
  {bid}
  {score}
schedule {rows}
winner highest total, then shared
"""
LONG = "param long = false"
ROWS = "1 + (2 when long, otherwise 0) cards: normal"
BID, SCORE = "bid in turn", "score 10 + tricks when made, otherwise 0"
SHORT_HAND = "score 10 + tricks when made and tricks < 3, otherwise 0"


def sized(*, more=LONG, bid=BID, score=SCORE, rows=ROWS, **parameters):
    result = check_text(TEXT.format(more=more, bid=bid, score=score, rows=rows))
    assert result.game is not None, [str(each) for each in result.diagnostics]
    return ComparedRules("sized", result.game, parameters)


def differences(first, second):
    """The differences between two games, each with the parameters with which it shows."""
    both = [
        [(each.deal, each.aspect, each.changes) for each in compare(a, b).differences]
        for a, b in ((first, second), (second, first))
    ]
    assert both[0] == both[1]
    return both[0]


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ({}, {"score": SHORT_HAND}, ("normal", "score")),
        (
            {"bid": f"{BID} each bid keeps bid < 2, otherwise free"},
            {"bid": f"{BID} each bid keeps bid < 2 or bid = 3, otherwise free"},
            ("normal", "each bid"),
        ),
        (
            {"more": f"{LONG}\ntally big = 1 when tricks > 2, otherwise 0"},
            {"more": f"{LONG}\ntally big = 0"},
            (None, "tally big"),
        ),
    ],
)
@pytest.mark.parametrize(
    "rows",
    [ROWS, "1 card: normal then 3 cards: normal when long", "1 up to longest cards: normal"],
)
def test_what_shows_only_in_longer_deals_names_the_parameter_for_them(old, new, difference, rows):
    let = "\nlet longest = 3 when long, otherwise 1" if "longest" in rows else ""
    sides = [{"rows": rows, **each, "more": each.get("more", LONG) + let} for each in (old, new)]
    assert differences(*(sized(**each) for each in sides)) == [(*difference, (("long", True),))]
    short, long = ([sized(**each, long=value) for each in sides] for value in (False, True))
    assert differences(*short) == []
    assert differences(*long) == [(*difference, ())]


def test_rules_that_are_the_same_with_every_value_are_the_same():
    other = "score tricks + 10 when tricks = bid, otherwise 0"
    assert differences(sized(), sized(score=other)) == []


def test_a_deal_of_one_value_alone_is_compared_with_it():
    """Whatever the others are, and however many there are of them."""
    more = "param longest = 2 in 2 to {most}"
    rows = "1 up to longest cards: normal"
    two = "score 10 + tricks when made and tricks != 7, otherwise 0"
    first, second = (sized(more=more.format(most=7), score=s, rows=rows) for s in (SCORE, two))
    assert differences(first, second) == [("normal", "score", (("longest", 7),))]
    first, second = (sized(more=more.format(most=6), score=s, rows=rows) for s in (SCORE, two))
    assert differences(first, second) == []


def test_values_of_several_parameters_are_tried_together():
    more = f"{LONG}\nparam two_more = false"
    rows = "1 + (2 when long, otherwise 0) + (2 when two_more, otherwise 0) cards: normal"
    other = "score 10 + tricks when made and tricks < 5, otherwise 0"
    first, second = (sized(more=more, rows=rows, score=score) for score in (SCORE, other))
    changes = (("long", True), ("two_more", True))
    assert differences(first, second) == [("normal", "score", changes)]


def test_a_clause_that_is_read_with_another_may_depend_on_a_parameter():
    """The `otherwise` of a limit does not matter if the limit is the only one."""
    each = "each bid keeps bid > 0 when long, otherwise free"
    first = sized(bid=f"{BID} {each} last bid keeps bids != cards", rows="2 cards: normal")
    last = "last bid keeps bids != cards, otherwise free"
    second = sized(bid=f"{BID} {each} {last}", rows="2 cards: normal")
    assert differences(first, second) == [("normal", "last bid", (("long", True),))]


def test_a_parameter_of_one_game_is_changed_in_that_game():
    first, second = sized(), sized(more="", rows="1 card: normal", score=SHORT_HAND)
    aspects = [(deal, aspect) for deal, aspect, _ in differences(first, second)]
    # with one card in the other game, no deal shows the points for three tricks
    assert aspects == [(None, "param long"), (None, "schedule")]


def test_with_too_many_values_rules_are_compared_as_written():
    more = "param size = 1 in 1 to {most}"
    other = "score tricks + 10 when made, otherwise 0"
    for most, same in ((200, True), (201, False)):
        first, second = (
            sized(more=more.format(most=most), score=score, rows="min(size, 3) cards: normal")
            for score in (SCORE, other)
        )
        assert differences(first, second) == ([] if same else [("normal", "score", ())])


@pytest.mark.parametrize(
    ("rules", "difference", "texts"),
    [
        ({}, (None, "schedule"), ("1 card: normal", "3 cards: normal")),
        ({"rows": "(1 when long, otherwise 1) cards: normal"}, None, None),
        (
            {"score": "score 10 when long, otherwise tricks", "rows": "2 cards: normal"},
            ("normal", "score"),
            ("tricks", "10"),
        ),
        (
            {
                "bid": f"{BID} each bid keeps bid > 1 when long, otherwise free",
                "rows": "2 cards: normal",
            },
            ("normal", "each bid"),
            ("free", "keeps bid > 1"),
        ),
    ],
)
def test_another_default_is_shown_in_the_rules_that_it_changes(rules, difference, texts):
    first, second = sized(**rules), sized(**rules, more="param long = true")
    expected = [(None, "param long")] + [difference] * (difference is not None)
    assert differences(first, second) == [(*each, ()) for each in expected]
    last = compare(first, second).differences[-1]
    assert difference is None or (last.a, last.b) == texts
    assert compare(*(replace(side, parameters={"long": True}) for side in (first, second))).same


def test_the_report_says_with_which_parameter_a_difference_shows():
    comparison = compare(sized(), sized(score=SHORT_HAND))
    assert list(comparison_lines(comparison))[3:] == [
        "normal",
        "  score",
        "    A  10 + tricks when made, otherwise 0",
        "    B  10 + tricks when made and tricks < 3, otherwise 0",
        "       shows with long = true, not with the defaults",
        "    points with 3 players, 3 cards, where they differ",
        "    tricks      0   1   2   3",
        "    made    A  10  11  12  13",
        "            B  10  11  12   0",
        "",
        "1 difference",
    ]
    (told,) = comparison_json(comparison)["differences"]
    assert told["parameters"] == {"long": True}
