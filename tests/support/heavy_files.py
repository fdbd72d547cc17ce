"""The heaviest rules files that `check` accepts, each heavy in one way."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

NUMBERS: Final = ("bid", "tricks", "cards", "deal", "players", "points")


def file_of(
    score: str,
    *,
    game: str = "Heavy",
    players: str = "3 to 7",
    before: str = "",
    more: str = "",
    schedule: str = "1 up to 7 cards: normal",
) -> str:
    """Returns a rules file with one ordinary deal."""
    return f"""clag 1
game "{game}"
players {players}
{before}
deal normal
  trump turned
  bid in turn
  last bid keeps bids != cards
  score {score}
{more}
schedule
  {schedule}
winner highest total, then shared
"""


def sum_of(terms: int) -> str:
    """Returns the sum `bid - tricks + cards - deal ...` with `terms` operators."""
    signs = [" - " if number % 3 else " + " for number in range(terms)]
    return "bid" + "".join(
        f"{sign}{NUMBERS[number % len(NUMBERS)]}" for number, sign in enumerate(signs)
    )


def nested_choice(depth: int) -> str:
    """Returns a choice with `when` nested in the otherwise of another, to a depth."""
    text = "0"
    for number in range(depth):
        text = f"({number} when tricks = bid + {number % 7}, otherwise {text})"
    return text


def nested_condition(depth: int) -> str:
    """Returns a choice with `when` nested in the condition of another, to a depth."""
    text = "tricks"
    for _ in range(depth):
        text = f"(bid when {text} > 1 and cards > 2, otherwise deal)"
    return text


def nested_joints(depth: int) -> str:
    """Returns `and` in `or` in `and` and so on, some of them with `not`."""
    text = "tricks > bid"
    for number in range(depth):
        joint = "and" if number % 2 else "or"
        text = f"{'not ' if number % 3 else ''}(cards > {number % 7} {joint} {text})"
    return f"5 when {text}, otherwise 0"


def many_deals(number: int) -> str:
    """Returns a file with a chain of deals, each based on the previous one, all scheduled."""
    more = "".join(
        f"deal d{one} is {'normal' if one == 0 else f'd{one - 1}'} with\n"
        f"  score {one} + bid * tricks - cards * {one}\n"
        for one in range(number)
    )
    names = ", ".join(f"d{one}" for one in range(number))
    return file_of("tricks", more=more, schedule=f"7 cards: normal, {names}")


def many_twists(number: int) -> str:
    """Returns a file with a call of any combination of twists."""
    names = [f"t{one}" for one in range(number)]
    aspects = ["rank 2 3 4 5 6 7 8 9 10 J Q K A", "lead dealer", "follow anything",
               "score tricks * bid", "last bid free", "next dealer winner", "wild 2",
               "trump none", "play top card", "trick worth trick", "won by any points"]  # fmt: skip
    twists = "".join(f"twist {n}\n  {a}\n" for n, a in zip(names, aspects, strict=False))
    return file_of(
        "tricks", more=f"  call by dealer\n    any of {', '.join(names)}\n{twists}",
        schedule="repeat 7 times 7 cards: normal",
    )  # fmt: skip


def wild_and_higher(*, trumps: str) -> str:
    """Returns a file with nearly all cards wild and a duty to beat the trick, without trump.

    `trumps` are duties that come after the suit; without trump they change nothing.
    """
    follow = f"follow higher suit, else suit, {trumps}else anything"
    ranks = "K Q J 10 9 8 7 6 5 4 3 2"
    text = file_of("tricks", players="3 to 4", schedule="1 up to 13 cards: normal",
                   more=f"  {follow}\n  wild {ranks}")  # fmt: skip
    return text.replace("clag 1", "clag 2").replace("trump turned", "trump none")


def chain_of(steps: int, step: str, first: str) -> str:
    """Returns `let` definitions that each use the previous one several times."""
    lets = [f"let l0 = {first}"]
    lets += [f"let l{one + 1} = {step.format(f'l{one}')}" for one in range(steps)]
    return "\n".join(lets)


def parameters(number: int) -> str:
    """Returns parameters with 61 values each."""
    return "\n".join(f"param p{one} = {one} in 0 to 60" for one in range(number))


def rows_of_parameters() -> str:
    """Returns a file with a schedule in which every row has a parameter of its own."""
    rows = "\n  then ".join(f"min(7, 1 + p{one}) cards: normal" for one in range(40))
    return file_of("tricks", before=parameters(40), schedule=rows)


def deals_of_sums(number: int) -> str:
    """Returns a file with deals that each have a sum of more than 240 tokens."""
    deals = "".join(
        f"deal d{one} is normal with\n  score {one} + {sum_of(120)}\n" for one in range(number)
    )
    names = ", ".join(f"d{one}" for one in range(number))
    return file_of("tricks", more=deals, schedule=f"7 cards: normal, {names}")


def deals_of_few_cases(number: int, cases: int) -> str:
    """Returns a file with deals of 7 cards that each have a score with `cases` cases."""
    deals = "".join(
        f"deal d{one} is normal with\n  score "
        + ", ".join(
            f"{one + 3 * case} when bid = {(case + one) % 8}"
            f" and tricks = {(3 * case + one // 8) % 8}"
            for case in range(cases)
        )
        + f", otherwise {1000 + one}\n"
        for one in range(number)
    )
    names = ", ".join(f"d{one}" for one in range(number))
    return file_of("tricks", more=deals, schedule=f"7 cards: normal, {names}")


def deals_of_cases(number: int) -> str:
    """Returns a file with deals that each have a score with 30 cases of bid and tricks."""
    made = [(case % 8, (case + case // 8) % 8) for case in range(30)]
    deals = "".join(
        f"deal d{one} is normal with\n  score "
        + ", ".join(
            f"{one + 3 * case} when bid = {bid} and tricks = {(tricks + one) % 8}"
            for case, (bid, tricks) in enumerate(made)
        )
        + ", otherwise 1000\n"
        for one in range(number)
    )
    names = ", ".join(f"d{one}" for one in range(number))
    return file_of("tricks", more=deals, schedule=f"7 cards: normal, {names}")


def limits_at_odds(cards: int) -> str:
    """Returns a file with equal deals of `cards` cards that have an auction and two limits.

    Each limit has an `otherwise`.
    """
    return f"""clag 2
game "Heavy"
players 4
deal normal
  auction 1 to cards C D H S none
  trump named in auction
  bid in turn, auction winner first
  each bid keeps bid >= auction and bid % 5 != 4 or bid = cards, otherwise bid > 2
  last bid keeps bids != cards and bids % 7 != 2, otherwise bids > 3
  score 10 + tricks * auction when made, otherwise 0
schedule repeat 200 times {cards} cards: normal
winner highest total, then shared
"""


def deals_that_may_be_called(number: int) -> str:
    """Returns a file with a call of one of `number` deals that have scores of their own."""
    names = [f"t{one}" for one in range(number)]
    deals = (
        f"deal {name} is normal with\n  score {one} + tricks when made, otherwise bid\n"
        for one, name in enumerate(names)
    )
    more = f"  call by dealer\n    one of {', '.join(names)}\n{''.join(deals)}"
    return file_of("tricks", more=more)


def deals_with_one_call(deals: int, twists: int) -> str:
    """Returns a file with deals that all inherit one call of `twists` twists."""
    offered = ", ".join(f"t{one}" for one in range(twists))
    more = "".join(f"twist t{one}\n  lead dealer\n" for one in range(twists))
    more += "".join(f"deal d{one} is normal with\n  lead dealer\n" for one in range(deals))
    names = ", ".join(f"d{one}" for one in range(deals))
    call = f"  call by dealer\n    one of {offered}\n"
    return file_of("tricks", more=call + more, schedule=f"7 cards: normal, {names}")


def thousands_of_calls(deals: int) -> str:
    """Returns a file with deals that share a call of any of twelve twists, 4096 combinations."""
    aspects = ["rank 2 3 4 5 6 7 8 9 10 J Q K A", "lead dealer", "follow anything",
               "score tricks * bid", "last bid free", "next dealer winner", "wild 2",
               "trump hearts", "play top card", "trick worth trick", "won by any points",
               "each bid keeps bid < 7"]  # fmt: skip
    names = [f"t{one}" for one in range(len(aspects))]
    twists = "".join(f"twist {n}\n  {a}\n" for n, a in zip(names, aspects, strict=True))
    more = "".join(f"deal d{one} is normal with\n  score tricks + 1\n" for one in range(deals))
    text = file_of(
        "tricks",
        players="4",
        more=f"  call by dealer\n    any of {', '.join(names)}\n{twists}{more}",
        schedule=f"7 cards: normal, {', '.join(f'd{one}' for one in range(deals))}",
    )
    return text.replace("clag 1", "clag 2").replace("trump turned", "trump none")


def citations(number: int) -> str:
    """Returns a file with a score that cites `number` passages on one line."""
    cited = ' from book "page 1"' * number
    return file_of("tricks", before='source book "Book"').replace("tricks", f"tricks{cited}", 1)


def two_groups_of_calls(each: int) -> str:
    """Returns a file with two groups of twists, one for the score, one for the trick worth."""
    twists = "".join(
        f"twist s{one}\n  score {one} + tricks * bid\ntwist w{one}\n  trick worth {one} + trick\n"
        for one in range(each)
    )
    groups = "".join(
        f"    one of {', '.join(f'{kind}{one}' for one in range(each))}\n" for kind in "sw"
    )
    more = f"  call by dealer\n{groups}{twists}"
    return file_of("tricks", players="2 to 10", more=more, schedule="5 cards: normal")


def deals_of_truths(deals: int, truths: int) -> str:
    """Returns a file with deals that are each scored by one of `truths` Boolean parameters."""
    more = "".join(
        f"deal d{one} is normal with\n  score tricks when p{one % truths}, otherwise bid + {one}\n"
        for one in range(deals)
    )
    before = "\n".join(f"param p{one} = true" for one in range(truths))
    names = ", ".join(f"d{one}" for one in range(deals))
    return file_of("tricks", before=before, more=more, schedule=f"7 cards: normal, {names}")


def limits_in_deals(deals: int) -> str:
    """Returns a file with deals that each have two limits with an `otherwise`."""
    more = "".join(
        f"deal d{one} is normal with\n"
        f"  last bid keeps bids != {one % 7} and bids != cards,"
        f" otherwise bids % {2 + one % 5} = 0\n"
        f"  each bid keeps bid != {one % 3} or cards < 2, otherwise bid > {one % 4}\n"
        for one in range(deals)
    )
    names = ", ".join(f"d{one}" for one in range(deals))
    return file_of("tricks", players="2 to 10", more=more, schedule=f"5 cards: normal, {names}")


def alternatives_by_number(alternatives: int) -> str:
    """Returns a file with 500 deals, in which four clauses have alternatives by deal number."""
    numbers = range(alternatives)
    trumps = ", ".join(f"{('none', 'hearts')[n % 2]} when deal = {n + 1}" for n in numbers)
    leads = ", ".join(f"dealer when deal = {3 * n + 1}" for n in numbers)
    limits = ", ".join(f"keeps bids != {n} when deal = {2 * n + 1}" for n in numbers)
    scores = ", ".join(f"{n} + tricks when deal = {n + 1}" for n in numbers)
    return f"""clag 2
game "Heavy"
players 2 to 10
deal normal
  trump {trumps}, otherwise clubs
  bid in turn
  lead {leads}, otherwise eldest
  last bid {limits}, otherwise free
  score {scores}, otherwise 0
schedule repeat 100 times 1 up to 5 cards: normal
winner highest total, then shared
"""


def examples_of(number: int, deals: int, said: str) -> str:
    """Returns a file with examples and `deals` deals; `said` is the body of each example."""
    names = [f"d{one}" for one in range(deals)]
    more = "".join(
        f"deal {name} is normal with\n  score {one} + tricks\n" for one, name in enumerate(names)
    )
    text = file_of("tricks", players="2 to 10", before="param p = 0 in 0 to 3000", more=more,
                   schedule=f"5 cards: {', '.join(['normal', *names])}")  # fmt: skip
    return text + "\n".join(f'example "{one}" {said.format(one)}' for one in range(number))


def heavier_files() -> Mapping[str, str]:
    """Returns further heavy files by name, for slow tests."""
    doubled = "{0} + {0}"
    names = [f"d{one}" for one in range(40)]
    deals = "".join(f"deal {n} is normal with\n  score tricks + p{n[1:]}\n" for n in names)
    ends = "winner highest total, then shared"
    paid = f"{ends}\nsettle loser pays winner l60 + winner.total - loser.total"
    sums = chain_of(60, doubled, "players - players")
    sum_in_deals = " + ".join(["bid", "tricks"] * 60)
    long_sums = "".join(f"deal {n} is normal with\n  score {sum_in_deals}\n" for n in names[:30])
    return {
        "limits in many large deals": limits_at_odds(13),
        "as much as formulas may say": deals_of_sums(40),
        "deals of many cases": deals_of_cases(40),
        "many deals of few cases": deals_of_few_cases(99, 9),
        "deals of some cases": deals_of_few_cases(99, 5),
        "deals that may be called": deals_that_may_be_called(50),
        "more deals that may be called": deals_that_may_be_called(99),
        "deals with one call": deals_with_one_call(40, 59),
        "thousands of calls in many deals": thousands_of_calls(87),
        "a score of many passages": citations(14_000),
        "examples of many deals": examples_of(2000, 99, "in d0: bid 1 tricks 1 scores 1").replace(
            "param p = 0 in 0 to 3000", ""
        ),
        "deals of truths": deals_of_truths(40, 40),
        "limits of deals": limits_in_deals(99),
        "alternatives by number": alternatives_by_number(26),
        "many deals of many truths": deals_of_truths(99, 99),
        "as many deals as a file declares": file_of(
            "tricks",
            players="2 to 10",
            more="".join(
                f"deal d{one} is normal with\n  score {one} + 10 when made, otherwise tricks\n"
                for one in range(99)
            ),
            schedule=f"5 cards: normal, {', '.join(f'd{one}' for one in range(99))}",
        ),
        "deals of long sums": file_of(
            "tricks", more=long_sums, schedule=f"7 cards: normal, {', '.join(names[:30])}"
        ),
        "names in limits": file_of(
            "tricks", before=chain_of(60, "max({0}, {0})", "players")
        ).replace("bids != cards", "bids != l60"),
        "names in payments": file_of("tricks", before=sums).replace(ends, paid),
        "names of a parameter": file_of(
            "tricks + l60", before="param p = 0 in 0 to 0\n" + chain_of(60, doubled, "p")
        ),
        "names in long names": file_of(
            " + ".join(["tricks", *["l60"] * 100]),
            before=chain_of(60, "abs({0}) + {0} * {0} - {0}", "players - players"),
        ),
        "names in conditions": file_of(
            "5 when l60, otherwise 0",
            before=chain_of(60, "{0} and ({0} or players > 3)", "players > 2"),
        ),
        "rows of parameters": rows_of_parameters(),
        "repeats of parameters": file_of(
            "tricks",
            before=parameters(40),
            schedule="\n  then ".join(
                f"repeat min(p{n}, 9) times 5 cards: normal" for n in range(40)
            ),
        ),
        "deals of many parameters": file_of(
            "tricks",
            before=parameters(40),
            more=deals,
            schedule=f"7 cards: normal, {', '.join(names)}",
        ),
    }


def heavy_files() -> Mapping[str, str]:
    """Returns the heavy files by name."""
    return dict(_files())


def _files() -> Iterator[tuple[str, str]]:
    sums = ", ".join(f"{one} + {sum_of(6)} when bid = {one}" for one in range(12))
    yield "a long sum", file_of(sum_of(148))
    yield "a long product", file_of(" * ".join(["cards", "bid", *["tricks"] * 4, *["1"] * 140]))
    yield "a sum in brackets", file_of("(bid - " * 60 + "tricks" + ")" * 60)
    yield "negatives", file_of("(bid - " + "-" * 55 + "tricks)")
    yield "minima", file_of("min(bid, " * 60 + "tricks" + ", cards)" * 60)
    yield "absolutes", file_of("abs(bid - " * 50 + "tricks" + ")" * 50)
    yield "nested choices", file_of(nested_choice(30))
    yield "choices in conditions", file_of(nested_condition(25))
    yield "and in or", file_of(nested_joints(35))
    yield "many branches", file_of(f"{sums}, otherwise {sum_of(10)}")
    yield "many deals", many_deals(40)
    yield "many twists", many_twists(10)
    yield (
        "many parameters",
        file_of(
            sum_of(10),
            before="\n".join(f"param p{n} = {n} in 0 to 9" for n in range(10)),
            more="\n".join(f"deal d{n} is normal with\n  score p{n} + bid" for n in range(10)),
            schedule="7 cards: normal, " + ", ".join(f"d{n}" for n in range(10)),
        ),
    )
    yield (
        "many rows",
        file_of(
            "tricks when made, otherwise 0",
            schedule="\n  then ".join(["dealer picks 1 to 5 cards: normal"] * 100),
            players="2 to 10",
        ),
    )
    yield (
        "names of names",
        file_of("tricks + l60", before=chain_of(60, "{0} + {0}", "players - players")),
    )
    yield (
        "names in choices",
        file_of(
            "tricks",
            before=chain_of(60, "{0} when {0} > 9, otherwise {0}", "players"),
            schedule="1 up to l60 cards: normal",
        ),
    )
    yield "limits in many deals", limits_at_odds(6)
    yield "long texts", file_of("tricks", game="x" * 900)
