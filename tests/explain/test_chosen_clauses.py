"""Clauses that are chosen by the cards and by the deal: how sheet and differences tell them."""

import pytest
from support.machine_checks import violations

from clagdsl.check.checker import check_text
from clagdsl.explain.diff.compare import ComparedRules, compare
from clagdsl.explain.graph.picture import make_picture
from clagdsl.explain.rule_sheet.context import read_game
from clagdsl.explain.rule_sheet.statements import statements
from clagdsl.table.states import make_machine
from clagdsl.table.table import open_table

TEXT = """clag 2
game "Chosen"
players 3 to 4
deal normal
  trump {trump}
  bid in turn
  last bid {limit}
  lead {lead}
  score 10 + tricks when made, otherwise 0
deal small is normal with score tricks
schedule {rows}
winner highest total, then shared
"""


def rules(trump="spades", limit="free", lead="eldest", rows="1 up to 7 cards: normal"):
    text = TEXT.format(trump=trump, limit=limit, lead=lead, rows=rows)
    if "small" not in rows:
        text = text.replace("deal small is normal with score tricks\n", "")
    return check_text(text).game


def printed(game, deal="", players=3, **settings):
    return statements(read_game(game, players, settings))[deal]


@pytest.mark.parametrize(
    ("clauses", "sentence"),
    [
        (
            {"limit": "keeps bids != cards when cards > 3, otherwise free"},
            "With more than 3 cards the dealer, who bids last, may not make the bids add up to the"
            " number of cards, so somebody is bound to fail.",
        ),
        (
            {"limit": "free when cards <= 3, otherwise keeps bids != cards"},
            "With more than 3 cards the dealer, who bids last, may not make the bids add up to the"
            " number of cards, so somebody is bound to fail.",
        ),
        (
            {"limit": "keeps bids != cards when deal % 2 = 0, otherwise free"},
            "In every second deal of the match the dealer, who bids last, may not make the bids add"
            " up to the number of cards, so somebody is bound to fail.",
        ),
        (
            {"trump": "none when deal % 5 = 0, otherwise turned"},
            "In every fifth deal of the match there are no trumps, and no card is turned up.",
        ),
        (
            {"trump": "turned when players * cards < 21, otherwise none"},
            "With 7 cards there are no trumps, and no card is turned up.",
        ),
        (
            {"trump": "none when deal % 5 = 0 or cards = 7, otherwise turned"},
            "In every fifth deal of the match or with 7 cards there are no trumps, and no card is"
            " turned up.",
        ),
        (
            {"trump": "none when cards % 2 = 0, otherwise turned"},
            "With an even number of cards there are no trumps, and no card is turned up.",
        ),
        (
            {
                "trump": "none when deal % 4 = 1, otherwise hearts",
                "rows": "7 down to 1 cards: normal",
            },
            "With 3 and 7 cards there are no trumps.",
        ),
        (
            {
                "trump": "none when deal = 2, otherwise hearts",
                "rows": "repeat 4 times 2 cards: normal",
            },
            "In deal 2 there are no trumps.",
        ),
        (
            {
                "trump": "none when deal // 2 = 1, otherwise clubs",
                "rows": "repeat 5 times 2 cards: normal",
            },
            "In deals 2 and 3 there are no trumps.",
        ),
        ({"lead": "dealer when cards = 1, otherwise eldest"}, "With 1 card the dealer leads"),
    ],
)
def test_a_sheet_says_when_as_people_do(clauses, sentence):
    game = rules(**clauses)
    assert [one for one in printed(game) if one.startswith(sentence)] != []


def test_each_number_of_players_is_told_its_own_sizes():
    game = rules(trump="turned when players * cards < 21, otherwise none")
    said = printed(game, players=None)
    assert (
        "With 3 players: With 7 cards there are no trumps, and no card is turned up."
        " With 4 players: With 6 and 7 cards there are no trumps, and no card is turned up."
    ) in " ".join(said)


TRICKS_COUNT = "You score 1 point for each trick you win."
SEVEN = "1 up to 7 cards: normal then 7 cards: small"


@pytest.mark.parametrize(
    "clauses",
    [
        {"limit": "keeps bids != cards when cards > 2, otherwise free"},
        {"limit": "keeps bids >= cards when cards > 5, otherwise keeps bids != cards"},
        {"limit": "free\n  each bid keeps bid > 0 when cards > 2, otherwise free"},
        {"trump": "none when cards > 5, otherwise turned"},
        {"trump": "none when deal % 4 = 0, otherwise spades"},
        {"trump": "none when players * cards > 20, otherwise turned"},
        {"lead": "dealer when cards = 7, otherwise eldest"},
        {"limit": "free\n  sight after bids when cards > 5, otherwise before bids"},
        {"limit": "free\n  wild 2 when cards > 5, otherwise none"},
        {"limit": "free\n  next dealer winner when cards > 5, otherwise left"},
        {
            "trump": "none when cards > 5, otherwise turned",
            "rows": "1 up to 7 cards: normal then 7 down to 5 cards: small",
        },
    ],
)
def test_a_special_deal_leaves_out_what_the_ordinary_text_says_of_its_cards(clauses):
    assert printed(rules(**{"rows": SEVEN, **clauses}), "small") == (TRICKS_COUNT,)


@pytest.mark.parametrize(
    ("clauses", "sentence"),
    [
        # the ordinary text does not reach the deal: too few cards, another size, another number
        (
            {
                "trump": "none when cards > 5, otherwise turned",
                "rows": "1 up to 5 cards: normal then 7 cards: small",
            },
            "There are no trumps, and no card is turned up.",
        ),
        (
            {
                "trump": "none when players * cards > 20, otherwise turned",
                "rows": "1 up to 7 cards: normal then 8 cards: small",
            },
            "There are no trumps, and no card is turned up.",
        ),
        (
            {"trump": "none when deal = 8, otherwise turned", "rows": SEVEN},
            "There are no trumps, and no card is turned up.",
        ),
        (
            {
                "trump": "none when deal % 4 = 1, otherwise hearts",
                "rows": "7 down to 1 cards: normal then 7 cards: small",
            },
            "Hearts are trumps.",
        ),
    ],
)
def test_a_special_deal_says_what_the_ordinary_text_does_not_reach(clauses, sentence):
    assert sentence in printed(rules(**clauses), "small")


def test_a_clause_of_a_special_deal_is_told_where_the_ordinary_text_reads_otherwise():
    trump = "none when cards > 5, otherwise turned"
    limit = "keeps bids != cards when cards > 2, otherwise free"
    text = TEXT.format(trump=trump, limit=limit, lead="eldest", rows=SEVEN)

    def own(clause):
        return printed(check_text(text.replace("score tricks", clause)).game, "small")

    assert own("trump none") == own("last bid keeps bids != cards") == ()
    assert own("trump turned")[0].startswith("The next card of the pack is turned face up")
    assert own("last bid free") == ("The bids may add up to any total, even the number of cards.",)


def test_a_deal_with_some_other_sizes_is_told_those():
    game = rules(
        trump="none when cards > 5, otherwise turned",
        rows="1 up to 5 cards: normal then 7 down to 5 cards: small",
    )
    said = printed(game, "small")
    assert said[0].startswith("There are no trumps")
    assert any(one.startswith("With at most 5 cards: The next card") for one in said)


def test_a_deal_made_from_a_special_one_is_compared_with_the_limit_that_it_takes_over():
    text = TEXT.format(
        trump="none",
        limit="keeps bids != cards when cards > 3, otherwise free",
        lead="eldest",
        rows="1 up to 7 cards: normal then 2 cards: small then 5 cards: again",
    ).replace("schedule", "deal again is small with last bid {}\nschedule")
    any_total = "The bids may add up to any total, even the number of cards."
    hooked, free = (check_text(text.format(own)).game for own in ("keeps bids != cards", "free"))
    assert printed(free, "small") == printed(hooked, "small") == (TRICKS_COUNT,)
    assert printed(free, "again") == (any_total,)
    assert printed(hooked, "again") == ()


@pytest.mark.parametrize("base", ["normal", "small"])
def test_a_limit_that_the_ordinary_text_states_is_not_stated_again(base):
    text = TEXT.format(
        trump="none",
        limit="keeps bids != cards when cards > 2, otherwise free"
        "\n  each bid keeps bid > 0 when cards > 3, keeps bid < 2 when cards > 1, otherwise free",
        lead="eldest",
        rows="1 up to 7 cards: normal then 7 cards: small then 5 cards: again",
    ).replace("schedule", f"deal again is {base} with {{}}\nschedule")
    game = check_text(text.format("trump hearts")).game
    assert printed(game, "small") == (TRICKS_COUNT,)
    assert not any("bid" in sentence for sentence in printed(game, "again"))


@pytest.mark.parametrize(
    ("limit", "own", "sentences"),
    [
        (
            "free\n  each bid keeps bid > 0 when cards > 3, otherwise keeps bid < cards",
            "each bid keeps bid > 0",
            (
                "A bid is any number from 1 to the number of cards in a hand.",
                "The usual limits on bids do not apply: the bids may add up to any total, even the"
                " number of cards.",
            ),
        ),
        (
            "keeps bids != cards when cards > 3, otherwise keeps bids < cards, otherwise true",
            "last bid keeps bids != cards, otherwise true",
            (
                "A bid is any number from none to the number of cards in a hand.",
                "Instead of the usual limits on bids, the dealer, who bids last, may not make the"
                " bids add up to the number of cards, so somebody is bound to fail.",
            ),
        ),
    ],
)
def test_a_deal_states_its_limits_if_an_exception_of_the_ordinary_text_does_not_hold(
    limit, own, sentences
):
    text = TEXT.format(
        trump="none",
        limit=limit,
        lead="eldest",
        rows="1 up to 7 cards: normal then 2 up to 3 cards: small",
    ).replace("score tricks", own)
    assert printed(check_text(text).game, "small") == sentences


def test_a_deal_that_replaces_one_limit_states_the_other_with_it():
    text = TEXT.format(
        trump="none",
        limit="free\n  each bid keeps bid > 0 when cards > 3, otherwise free",
        lead="eldest",
        rows="1 up to 7 cards: normal then 7 cards: small",
    ).replace("score tricks", "last bid keeps bids != cards")
    (range_text, hook) = printed(check_text(text).game, "small")
    assert range_text == "A bid is any number from 1 to the number of cards in a hand."
    assert hook.startswith(
        "Instead of the usual limits on bids, the dealer, who bids last, may not"
    )


def test_a_deal_made_from_a_special_one_is_compared_with_the_text_that_it_takes_over():
    text = TEXT.format(
        trump="none when cards > 5, otherwise turned",
        limit="free",
        lead="eldest",
        rows="1 up to 7 cards: normal then 7 cards: small, seven then 3 cards: three",
    ).replace("schedule", "deal seven is small with trump turned\n{}\nschedule")
    game = check_text(text.format("deal three is small with trump none")).game
    assert printed(game, "small") == (TRICKS_COUNT,)
    assert printed(game, "seven")[0].startswith("The next card of the pack is turned face up")
    assert printed(game, "three")[0] == "There are no trumps, and no card is turned up."
    inherited = check_text(text.format("deal three is small with lead dealer")).game
    assert printed(inherited, "three") == ("The dealer leads to the first trick, with any card.",)


def test_a_caller_in_some_deals_is_told_with_the_ordinary_deal():
    caller = "call by dealer when cards < 3, otherwise winner of last deal one of Odd"
    text = TEXT.format(
        trump=f"none\n  {caller}",
        limit="free",
        lead="eldest",
        rows="1 up to 7 cards: normal then 2 cards: small",
    ).replace("schedule", "twist Odd trump spades\nschedule")
    game = check_text(text).game
    assert (
        "With fewer than 3 cards the dealer looks at their cards and then calls how this deal is"
        " played." in printed(game)
    )
    assert printed(game, "small") == (TRICKS_COUNT,)


def test_a_special_deal_is_told_nothing_by_any_number_of_players():
    game = rules(trump="none when players * cards > 20, otherwise turned", rows=SEVEN)
    assert printed(game, "small", players=None) == (TRICKS_COUNT,)


def test_a_difference_names_the_condition_and_a_deal_shows_it():
    one = rules(limit="keeps bids != cards when cards > 3, otherwise free")
    other = rules(limit="keeps bids != cards when cards > 4, otherwise free")
    found = compare(ComparedRules("a", one), ComparedRules("b", other))
    assert [(each.aspect, each.a, each.b) for each in found.differences] == [
        (
            "last bid",
            "the bids must not add up to the number of cards when cards > 3, otherwise free",
            "the bids must not add up to the number of cards when cards > 4, otherwise free",
        )
    ]


def test_a_deal_that_goes_otherwise_has_a_course_of_its_own():
    table = open_table(rules(trump="none when deal % 5 = 0, otherwise turned"), 3)
    machine = make_machine(table)
    assert violations(machine) == ()
    assert [(one.name, one.numbers, "turn" in one.phases) for one in machine.courses] == [
        ("normal, deals 1 to 4, 6 to 7", (1, 2, 3, 4, 6, 7), True),
        ("normal, deal 5", (5,), False),
    ]
    assert [lane.deals for lane in make_picture(machine).lanes] == [
        ("normal (deals 1 to 4, 6 to 7)",),
        ("normal (deal 5)",),
    ]


def test_a_deal_branches_when_the_dealer_has_picked():
    rows = "repeat 2 times dealer picks 1 to 4 cards: normal"
    table = open_table(rules(trump="none when cards > 2, otherwise turned", rows=rows), 3)
    machine = make_machine(table)
    assert violations(machine) == ()
    (course,) = machine.courses
    assert course.phases == ("size", "deal")
    assert [(one.condition, one.phases[0]) for one in course.branches] == [
        ("1 to 2 cards", "turn"),
        ("3 to 4 cards", "bid"),
    ]


TIGHT = "keeps bids >= cards when cards > {}, otherwise keeps bids != cards"
INSTEAD = "instead of the usual limits on bids, the dealer, who bids last, "


def test_limits_of_some_deals_replace_the_usual_ones():
    """Both limits could be met at once, so the sheet says that only one of them applies."""
    texts = printed(rules(trump="none", limit=TIGHT.format(5), rows="1 up to 7 cards: normal"))
    above = f"{INSTEAD}must bring the total of the bids to the number of cards or more."
    assert f"With more than 5 cards, {above}" in texts
    assert not any(
        INSTEAD in text
        for text in printed(rules(limit="free when cards = 1, otherwise keeps bids != cards"))
    )


def test_limits_of_a_special_deal_replace_the_usual_ones():
    text = TEXT.format(
        trump="none", limit="keeps bids >= cards", lead="eldest", rows="3 cards: normal, small"
    ).replace("with score tricks", "with last bid {}")
    (odd,) = printed(check_text(text.format("keeps bids != cards")).game, "small")
    assert odd.startswith(INSTEAD[0].upper() + INSTEAD[1:] + "may not make the bids add up")
    (free,) = printed(check_text(text.format("free")).game, "small")
    assert free.startswith("The bids may add up to any total")


def test_a_rule_on_leading_trumps_is_left_out_if_every_suit_is_a_trump():
    """With an order of the suits nothing is held back, so any card may be led."""
    order = TEXT.format(
        trump="order spades hearts diamonds clubs\n  open no trump",
        limit="free",
        lead="eldest",
        rows="3 cards: normal, small",
    )
    named = order.replace("order spades hearts diamonds clubs", "named by dealer any order")
    for text in (order, named):
        assert "Eldest leads to the first trick, with any card." in printed(check_text(text).game)
    one = order.replace("order spades hearts diamonds clubs", "spades")
    assert "Nobody who holds a card of another suit may lead a trump." in printed(
        check_text(one).game
    )
    special = one.replace("with score tricks", "with trump order spades hearts diamonds clubs")
    assert "Any card may be led." in printed(check_text(special).game, "small")


def test_a_limit_alone_leaves_one_course():
    table = open_table(rules(limit="keeps bids != cards when cards > 3, otherwise free"), 3)
    (course,) = make_machine(table).courses
    assert (course.name, course.branches) == ("normal", ())
