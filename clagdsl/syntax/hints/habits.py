"""What is said at the card table, or in other languages, and has another way in Clag, or none.

Each function knows one such habit.  What it advises means what was written; where the language
cannot say it, the help says so, and where two things may be meant, it names both.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

from clagdsl import problems
from clagdsl.lang.aspects import OF_A_DEAL
from clagdsl.lang.cards import RANKS, SUITS
from clagdsl.lang.expr.operators import LOGIC
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import Span
from clagdsl.problems.model import Edit, inserted_after, inserted_before, replaced
from clagdsl.problems.naming import is_one_slip
from clagdsl.problems.safe_text import excerpt
from clagdsl.syntax.hints.parse_error import Trouble
from clagdsl.syntax.hints.phrasebook import in_a_newer_file
from clagdsl.syntax.lex_errors import Report, power_report
from clagdsl.syntax.token import CLAUSES, Token, misspelt_beginning


def said(
    trouble: Trouble,
    first: Token,
    last: Token,
    message: str,
    mend: str,
    fix: tuple[Edit, ...] = (),
    *,
    safe: bool = False,
) -> Report:
    """The report of a habit, from one token to another."""
    span = Span(first.start, last.end)
    place = trouble.source.place(span)
    return Report(
        span, problems.syntax.SaidDifferently(place, message, mend, fix, safe).diagnostic()
    )


def written(trouble: Trouble, tokens: Sequence[Token]) -> str:
    """What stands in the text from the first of some tokens to the last, on one line."""
    return " ".join(trouble.source.text[tokens[0].start : tokens[-1].end].split())


def rest_of_phrase(trouble: Trouble, index: int) -> list[Token]:
    """The tokens up to where a clause, statement, row or list goes on."""
    found: list[Token] = []
    for token in trouble.tokens[index:]:
        if token.leads or token in (",", "then", "from", "assume", ":"):
            break
        found.append(token)
    return found


def division_sign(trouble: Trouble) -> Report | None:
    """`//` where nothing can be divided: before a comment, or for `to`."""
    token = trouble.token
    if token != "//" or token is None or "TIMES_SIGN" in trouble.accepted:
        return None
    following = trouble.tokens[trouble.index + 1 : trouble.index + 2]
    is_range = "TO" in trouble.accepted and following and following[0].kinds[-1] == "NUMBER"
    message = "`//`, the division that rounds down, cannot stand here"
    mend = "write `to`" if is_range else "a comment begins with `#`"
    fix = replaced(trouble.place(token), "to" if is_range else "#")
    return said(trouble, token, token, message, mend, fix)


HIGH: Final = frozenset({"most", "highest", "best", "greatest", "largest", "biggest", "top"})
LOW: Final = frozenset({"fewest", "lowest", "least", "smallest"})
POINTS: Final = frozenset({"points", "point", "score", "scores", "total", "totals"})


def criterion(trouble: Trouble) -> Report | None:
    """`most points` or `fewest points` as what wins."""
    tokens = trouble.tokens
    if tokens[trouble.statement()] != "winner":
        return None
    for index in (trouble.index, trouble.index - 1):
        if not 0 < index < len(tokens) - 1 or tokens[index].lower() not in HIGH | LOW:
            continue
        which, total = tokens[index], tokens[index + 1]
        if total.lower() not in POINTS:
            return None
        phrase = excerpt(written(trouble, (which, total)))
        ends = index + 2 == len(tokens) or tokens[index + 2].leads
        best = "lowest total" if which.lower() in LOW else "highest total"
        if [which.lower(), total.lower()] == best.split():
            return None  # which is spelt with other letters, and said so
        mended = f"{best}, then shared" if ends else best
        fix = replaced(trouble.source.place(Span(which.start, total.end)), mended)
        message = f"{phrase} is said as `{best}`"
        return said(trouble, which, total, message, f"write `{mended}`", fix)
    return None


BY_THE_BIDS: Final = frozenset({"bid", "bids"})
OPPOSITE: Final = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def limit_when(trouble: Trouble) -> Report | None:
    """A limit `keeps C when D` that does not say what holds otherwise."""
    tokens, begin = trouble.tokens, trouble.statement()
    previous = trouble.previous
    if previous is None or tokens[begin] not in ("last", "each"):
        return None
    clause = list(tokens[begin : trouble.index])
    if "keeps" not in clause or "when" not in clause or "otherwise" in clause:
        return None
    if "COMMA" not in trouble.accepted or not (trouble.begins or trouble.token in NOTES):
        return None
    when = max(index for index, token in enumerate(clause) if token == "when")
    condition = clause[when + 1 :]
    if not condition:
        return None
    older = list(tokens[:2]) == ["clag", "1"]
    by = {*BY_THE_BIDS, *(name for word, name in pairwise(tokens) if word in PASTS)}
    if not (by | OF_A_DEAL if older else by) & set(condition):
        fix = inserted_after(trouble.place(previous), ", otherwise free")
        message = "this limit does not say what holds otherwise"
        mend = "write `, otherwise free` after it, if nothing binds the bid then"
        return said(trouble, clause[when], previous, message, mend, fix)
    opposite = opposite_of(trouble, condition)
    span = Span(clause[when].start, previous.end)
    fix = replaced(trouble.source.place(span), f"or {opposite}")
    message = "a limit is chosen before anybody bids"
    if older:
        message = "a limit is chosen by parameters and the number of players only"
    mend = f"say it within the limit: write `or {opposite}`"
    return said(trouble, clause[when], previous, message, mend, fix)


PASTS: Final = ("run", "tally")
NOTES: Final = ("from", "assume")


def row_when(trouble: Trouble) -> Report | None:
    """A condition of a row of the schedule that is to hold for some of its deals only."""
    token, tokens, previous = trouble.token, trouble.tokens, trouble.previous
    if token != "," or previous is None or "THEN" not in trouble.accepted:
        return None
    begin = trouble.index
    while begin > 0 and tokens[begin - 1] not in ("then", "schedule"):
        begin -= 1
    row = tokens[begin : trouble.index]
    if "when" not in row or ":" not in row or trouble.context() != "schedule":
        return None
    message = "a row of the schedule has one condition, for all of its deals"
    mend = "write it behind the last of them, or give the others a row of their own with `then`"
    return said(trouble, row[row.index("when")], previous, message, mend)


def opposite_of(trouble: Trouble, condition: Sequence[Token]) -> str:
    """The condition that holds where this one does not."""
    if len(condition) == 3 and condition[1] in OPPOSITE:
        return f"{condition[0]} {OPPOSITE[condition[1]]} {condition[2]}"
    if len(condition) == 1:
        return f"not {condition[0]}"
    return f"not ({written(trouble, condition)})"


def unless(trouble: Trouble) -> Report | None:
    """`5 cards: normal unless players = 3` and `10 unless made`."""
    token = trouble.token
    if token is None or token.lower() != "unless" or "WHEN" not in trouble.accepted:
        return None
    phrase = rest_of_phrase(trouble, trouble.index)
    if len(phrase) < 2:
        return None
    mended = f"when {opposite_of(trouble, phrase[1:])}"
    fix = replaced(trouble.source.place(Span(token.start, phrase[-1].end)), mended)
    message = f"{excerpt(written(trouble, phrase))} is said as `{mended}`"
    return said(trouble, token, phrase[-1], message, f"write `{mended}`", fix)


def condition_after_comma(trouble: Trouble) -> Report | None:
    """`1 up to 7 cards: normal, when players > 4`, where `when` was taken for a deal."""
    tokens = trouble.tokens
    for index in (trouble.index - 1, trouble.index - 2):
        if index < 2 or tokens[index].lower() not in CONDITIONAL or tokens[index - 1] != ",":
            continue
        row = tokens[max(0, index - 40) : index]
        if ":" not in row or "schedule" not in tokens[:index] or tokens[index].type != "NAME":
            return None
        comma, when = tokens[index - 1], tokens[index]
        if when == "when":
            problem = problems.syntax.SuperfluousWord(trouble.place(comma), ",")
            return Report(Span(comma.start, comma.end), problem.diagnostic())
        fix = replaced(trouble.source.place(Span(comma.start, when.end)), " when")
        phrase = excerpt(written(trouble, (comma, when)))
        message = f"{phrase} is said as `when`"
        return said(trouble, comma, when, message, "write `when`", fix)
    return None


CONDITIONAL: Final = frozenset({"when", "if", "wenn", "falls"})


def condition_before_row(trouble: Trouble) -> Report | None:
    """`when players > 4 5 cards: normal`: the condition of a row before its sizes."""
    tokens, token = trouble.tokens, trouble.token
    if token in CONDITIONAL and "COLON" in trouble.accepted:
        return condition_before_deals(trouble)
    begin = trouble.index
    while begin > 0 and tokens[begin - 1] not in ("then", "schedule"):
        begin -= 1
    if begin == 0 or token is None or begin >= len(tokens) or trouble.context() != "schedule":
        return None
    when = tokens[begin]
    if when.lower() not in CONDITIONAL:
        return None
    row = [when, *rest_of_row(trouble, begin + 1)]
    message = "the condition of a row stands behind its deals"
    ends = next((n for n in range(2, len(row)) if ends_condition(row, n)), None)
    if ends is None or ":" not in row[ends:]:
        mend = "write `when` and the condition behind the deals of the row"
        return said(trouble, when, when, message, mend)
    first = ends + 1 if row[ends] in (",", ":", "then") else ends
    condition = written(trouble, (row[1], row[ends - 1]))
    mended = f"{written(trouble, (row[first], row[-1]))} when {condition}"
    fix = replaced(trouble.source.place(Span(when.start, row[-1].end)), mended)
    return said(trouble, when, row[-1], message, f"write `{mended}`", fix)


def condition_before_deals(trouble: Trouble) -> Report | None:
    """`5 cards when players > 4: normal`."""
    row = rest_of_row(trouble, trouble.index)
    colon = next((index for index, each in enumerate(row) if each == ":"), 0)
    if not 1 < colon < len(row) - 1:
        return None
    condition, deals = row[1:colon], row[colon + 1 :]
    mended = f": {written(trouble, deals)} when {written(trouble, condition)}"
    begin = trouble.tokens[trouble.index - 1].end
    fix = replaced(trouble.source.place(Span(begin, row[-1].end)), mended)
    message = "the condition of a row stands behind its deals"
    return said(trouble, row[0], row[-1], message, f"write `{mended}`", fix)


def rest_of_row(trouble: Trouble, index: int) -> list[Token]:
    """The tokens of a row from an index on."""
    found: list[Token] = []
    for place in range(index, len(trouble.tokens)):
        token = trouble.tokens[place]
        if token in ("then", "from", "assume") or token.type == "END":
            break
        if token.leads and token in STATEMENTS and token != "players":
            break
        found.append(token)
    return found


def ends_condition(row: Sequence[Token], index: int) -> bool:
    """Whether a condition before a row ends before a token: nothing connects it with the last."""
    before, token = row[index - 1], row[index]
    if token in (",", ":") or token in ("dealer", "repeat"):
        return True
    value = ("NUMBER", "NAME")
    return (before.kinds[-1] in value or before == ")") and (
        token.kinds[-1] in value and token not in ("and", "or")
    )


def choice_of_programs(trouble: Trouble) -> Report | None:
    """`10 if made else 0` and `if made then 10 else 0`."""
    token, tokens, previous = trouble.token, trouble.tokens, trouble.previous
    if token is None or previous is None:
        return None
    if token.lower() in IF and "WHEN" in trouble.accepted:
        return value_if(trouble, trouble.index)
    begin = trouble.index - 1
    while begin > trouble.statement() and tokens[begin].lower() not in IF:
        begin -= 1
    if tokens[begin].lower() not in IF or tokens[begin].type != "NAME":
        return None
    phrase = rest_of_clause(trouble, begin)
    cases = cases_of(phrase)
    if cases is None:
        return None
    mended = ", ".join(
        f"otherwise {written(trouble, value)}"
        if condition is None
        else f"{written(trouble, value)} when {written(trouble, condition)}"
        for condition, value in cases
    )
    fix = replaced(trouble.source.place(Span(phrase[0].start, phrase[-1].end)), mended)
    message = f"{excerpt(written(trouble, phrase))} is said with its value before its condition"
    return said(trouble, phrase[0], phrase[-1], message, f"write `{mended}`", fix)


IF: Final = frozenset({"if", "wenn", "falls"})
ELSE: Final = frozenset({"else", "sonst", "ansonsten", "sinon"})


def rest_of_clause(trouble: Trouble, index: int) -> list[Token]:
    """The tokens of an expression that somebody began to write, on this line and those after it."""
    tokens = trouble.tokens
    found: list[Token] = [tokens[index]]
    depth = 0
    for place in range(index + 1, len(tokens)):
        token = tokens[place]
        ends = token.leads and (
            token in STATEMENTS or token in CLAUSES or misspelt_beginning(tokens, place)
        )
        depth += (token == "(") - (token == ")")
        if ends or depth < 0 or token in ("from", "assume") or token.type == "END":
            break
        found.append(token)
    return found


def value_if(trouble: Trouble, index: int) -> Report | None:
    """The report of `10 if made else 0`; None where no `else` follows."""
    phrase = rest_of_clause(trouble, index)
    signs = [each for each in phrase if each.lower() in IF or each.lower() in ELSE]
    kinds = [each.lower() in IF for each in signs]
    if len(signs) < 2 or kinds != [True, False] * (len(signs) // 2):
        return None
    edits: tuple[Edit, ...] = ()
    mended, end = "", phrase[0].start
    for number, sign in enumerate(signs):
        text = "when"
        start = sign.start
        if sign.lower() in ELSE:
            text = ", otherwise" if number == len(signs) - 1 else ","
            before = max((each for each in phrase if each.end <= start), key=lambda one: one.end)
            start = before.start if before == "," else before.end
        edits += replaced(trouble.source.place(Span(start, sign.end)), text)
        mended += f"{trouble.source.text[end:start]}{text}"
        end = sign.end
    mended += trouble.source.text[end : phrase[-1].end]
    mended = " ".join(mended.split())
    message = f"{excerpt(written(trouble, phrase))} is said with `when` and `otherwise`"
    mend = f"write `{mended}`"
    return said(trouble, phrase[0], phrase[-1], message, mend, edits, safe=True)


def cases_of(
    phrase: Sequence[Token],
) -> list[tuple[Sequence[Token] | None, Sequence[Token]]] | None:
    """The conditions and values of `if A then X else if B then Y else Z`; None if it is not one."""
    cases: list[tuple[Sequence[Token] | None, Sequence[Token]]] = []
    rest = list(phrase)
    while rest and rest[0].lower() in IF:
        words = [each.lower() for each in rest]
        then = next((n for n, word in enumerate(words) if word in ("then", ":")), 0)
        other = next((n for n in range(then, len(words)) if words[n] in OTHER), 0)
        condition, value = rest[1:then], rest[then + 1 : other]
        if value[-1:] == [","]:
            del value[-1]
        if condition[-1:] == [","]:
            del condition[-1]
        if not condition or not value:
            return None
        cases.append((condition, value))
        rest = rest[other + 1 :]
    return [*cases, (None, rest)] if rest and cases else None


OTHER: Final = frozenset({*ELSE, "otherwise"})


ENDING: Final = frozenset(
    {"ends", "end", "until", "stop", "stops", "finish", "finishes", "over", "play"}
)
LONG: Final = 80
DEALS: Final = frozenset({"deal", "deals", "round", "rounds", "hand", "hands"})


def ending(trouble: Trouble) -> Report | None:
    """`end when ...`, `until ...` and `ends at 100`: a match that ends before its schedule does."""
    tokens, index = trouble.tokens, trouble.index
    if tokens[trouble.statement()] == "open":
        return None  # whose `until` says when a suit may be led
    while index > trouble.first and not begins_an_end(trouble, index):
        if index < len(tokens) and tokens[index].leads:
            return None
        index -= 1
    if index == len(tokens) or not begins_an_end(trouble, index):
        return None
    token, rest = tokens[index], rest_of_clause(trouble, index)[1:]
    conditional = bool(rest) and rest[0].lower() in CONDITIONAL
    if any("COMPARISON" in each.kinds for each in rest):
        if (
            is_one_slip(token.lower(), "ends")
            and conditional
            and not (token == "end" and token.leads)
        ):
            return None  # of which something else is wrong, or this word alone
        last, shown = rest[0] if conditional else token, token
        mended = "ends when"
        condition = written(trouble, rest[conditional:])
        mend = f"write `ends when {condition}`"
        if len(condition) > LONG:
            mend = "write `ends when` and the condition"
    else:
        numbers = [each for each in rest if each.isdecimal()]
        deals = not DEALS.isdisjoint(each.lower() for each in rest)
        mended = f"{'deal' if deals else 'highest_total'} >= {numbers[0] if numbers else 101}"
        mended = f"ends when {mended}"
        last = shown = rest[-1] if len(numbers) == 1 else token
        mend = f"write `{mended}`"
        if len(numbers) != 1:
            mend = f"write a condition of `highest_total`, `lowest_total` or `deal`: `{mended}`"
    message = "a match that is over before its last deal `ends when` a condition holds"
    fix = replaced(trouble.source.place(Span(token.start, last.end)), mended)
    return said(trouble, token, shown, message, mend, fix)


def begins_an_end(trouble: Trouble, index: int) -> bool:
    """Whether a word begins what says that a match ends, rightly or not."""
    tokens = trouble.tokens
    if index >= len(tokens) or tokens[index].lower() not in ENDING:
        return False
    if tokens[index].leads:
        return tokens[index].lower() != "play" or tokens[index + 1 : index + 2] == ["to"]
    states = trouble.automaton.states_before(tokens, trouble.first, index, trouble.start)
    return "ENDS" in trouble.automaton.accepted(states)


def moment_of_trump(trouble: Trouble) -> Report | None:
    """`trump turned after bids`, which are two clauses."""
    token, following = trouble.token, trouble.tokens[trouble.index + 1 : trouble.index + 2]
    if trouble.previous != "turned" or token is None or token not in ("after", "before"):
        return None
    if not following or following[0] != "bids":
        return None
    message = "when the turned card is shown is a clause of its own"
    fix = inserted_before(trouble.place(token), "shown ")
    mended = f"trump turned shown {token} bids"
    return said(trouble, token, following[0], message, f"write `{mended}`", fix)


def comparison_in_words(trouble: Trouble) -> Report | None:
    """`bids not cards`, `bids is not cards` and `deal is odd`."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token not in ("not", "is", "equals") or token is None or token.leads:
        return None
    if "COMPARISON" not in trouble.accepted:
        return None
    number, parity = trouble.previous, tokens[index + 1 : index + 2]
    if number is not None and token == "is" and parity and parity[0].lower() in PARITIES:
        span, value = Span(number.start, parity[0].end), PARITIES.index(parity[0].lower())
        told = f"{number} % 2 = {value}"
        message = f"{excerpt(written(trouble, (number, parity[0])))} is said as `{told}`"
        fix = replaced(trouble.source.place(span), told)
        return said(trouble, number, parity[0], message, f"write `{told}`", fix)
    last = tokens[index + 1] if tokens[index : index + 2] == ["is", "not"] else token
    sign = "=" if last in ("is", "equals") else "!="
    phrase = excerpt(written(trouble, (token, last)))
    fix = replaced(trouble.source.place(Span(token.start, last.end)), sign)
    message = f"{phrase} does not compare two numbers"
    # `is` and `not` are words of the language, which may stand here for others or by a slip
    safe = phrase in ("`is not`", "`equals`")
    return said(trouble, token, last, message, f"write `{sign}`", fix, safe=safe)


PARITIES: Final = ("even", "odd")
BEFORE_A_COMPARISON: Final = frozenset({*LOGIC, "when", "keeps", "not", "(", "=", ","})


def compared_on_one_side(trouble: Trouble) -> Report | None:
    """`bid > 3 and < 5`, where what is compared is said once."""
    token, tokens, joint = trouble.token, trouble.tokens, trouble.previous
    if token is None or "COMPARISON" not in token.kinds or joint not in ("and", "or"):
        return None
    signs = range(trouble.index - 2, trouble.statement(), -1)
    sign = next((each for each in signs if "COMPARISON" in tokens[each].kinds), 0)
    begin, depth = sign, 0
    while begin > 0 and (depth or tokens[begin - 1] not in BEFORE_A_COMPARISON):
        begin -= 1
        depth += (tokens[begin] == ")") - (tokens[begin] == "(")
        if depth < 0 or begin <= trouble.statement():
            return None
    if begin == sign:
        return None
    left = written(trouble, tokens[begin:sign])
    message = f"nothing stands before `{token}` that could be compared"
    fix = inserted_before(trouble.place(token), f"{left} ")
    right = trouble.tokens[trouble.index + 1 : trouble.index + 2]
    mended = " ".join((left, token, *(each for each in right if each.type != "END")))
    return said(trouble, token, token, message, f"write `{mended}`", fix)


def bid_of_the_dealer(trouble: Trouble) -> Report | None:
    """`dealer bid keeps ...`."""
    token, following = trouble.token, trouble.tokens[trouble.index + 1 : trouble.index + 2]
    if token != "dealer" or token is None or following != ["bid"]:
        return None
    may_begin = {"COMMA", "WHEN", "SCORE"} & trouble.accepted if token.leads else ()
    if "LAST" not in trouble.accepted and not may_begin:
        return None
    fix = replaced(trouble.place(token), "last")
    message = "a limit stands on the last bid, which is the dealer's"
    return said(trouble, token, following[0], message, "write `last bid`", fix)


NO_LIMIT: Final = frozenset(
    {"none", "no", "nothing", "any", "anything", "all", "everything", "open", "unlimited"}
)
JOINTS: Final = frozenset({",", "and"})


def several_dropped(trouble: Trouble) -> Report | None:
    """`drop Misere, Blind` and `drop Misere and "No Trumps"`."""
    tokens, token = trouble.tokens, trouble.token
    begin = trouble.statement()
    if token is None or token.leads or tokens[begin] != "drop" or trouble.index != begin + 2:
        return None
    rest = [tokens[begin + 1]]
    for each in tokens[trouble.index : trouble.index + MOST_DROPPED]:
        if each.leads or not (each in JOINTS or {"NAME", "STRING"} & {*each.kinds}):
            break
        rest.append(each)
    names = [each for each in rest if each not in JOINTS]
    if len(names) < 2 or (len(names) == len(rest) and not any(n[0] == '"' for n in names)):
        return None  # words side by side may be one name
    mended = [f"drop {name}" for name in names]
    fix = replaced(trouble.source.place(Span(tokens[begin].start, rest[-1].end)), "\n".join(mended))
    mend = f"write {' and '.join(f'`{each}`' for each in mended)}"
    return said(trouble, tokens[begin], rest[-1], "`drop` takes one deal out", mend, fix)


MOST_DROPPED: Final = 20
LIMITS: Final = frozenset({"hook", "screw", "limit", "restriction"})
WITHOUT: Final = frozenset({"no", "without", "drop", "remove", "delete"})


def limit_of_nothing(trouble: Trouble) -> Report | None:
    """`last bid none` or `each bid anything`."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token is None or trouble.previous != "bid" or token.lower() not in NO_LIMIT:
        return None
    if "KEEPS" not in trouble.accepted or index < 2:
        return None
    limit = f"{tokens[index - 2]} bid free"
    rest = rest_of_phrase(trouble, index)
    fix = replaced(trouble.source.place(Span(token.start, rest[-1].end)), "free")
    message = f"any bid may be made where the limit is `free`, not {excerpt(token)}"
    return said(trouble, token, rest[-1], message, f"write `{limit}`", fix)


def without_the_limit(trouble: Trouble) -> Report | None:
    """`change normal no hook`, `change normal without last bid` and `drop last bid`."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token is None:
        return None
    if trouble.previous == "last" and token == "bid" and tokens[index - 2 : index - 1] == ["drop"]:
        message = "`drop` takes deals out, not what a deal says of the last bid"
        mend = "say it of the deal, as in `change normal last bid free`"
        return said(trouble, tokens[index - 2], token, message, mend)
    if token.lower() not in WITHOUT or "LAST" not in trouble.accepted:
        if trouble.previous is None or trouble.previous.lower() not in WITHOUT:
            return None
        token, index = trouble.previous, index - 1
        if "LAST" not in trouble.accepted_before():
            return None
    phrase = [token, *(each for each in tokens[index + 1 : index + 4] if each.type != "END")]
    words = [each.lower() for each in phrase[1:]]
    if words[:1] == ["the"]:
        del words[0]
    else:
        del phrase[3:], words[2:]
    ends = len(phrase) - len(words)
    limit = words[0] if words[:2] in (["last", "bid"], ["each", "bid"]) else ""
    if limit:
        last = phrase[ends + 1]
    elif words and words[0] in LIMITS:
        limit, last = "last", phrase[ends]
    else:
        return None
    text = excerpt(written(trouble, (token, last)))
    fix = replaced(trouble.source.place(Span(token.start, last.end)), f"{limit} bid free")
    message = f"{text} is said as `{limit} bid free`: then any bid may be made"
    return said(trouble, token, last, message, f"write `{limit} bid free`", fix)


def value_of_else(trouble: Trouble) -> Report | None:
    """`10 when made else 0` without its comma, and `10 + tricks else 0` without a condition."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token == "," and index + 1 < len(tokens):
        index, comma = index + 1, token
        token = tokens[index]
    else:
        comma = None
    if token is None or token.lower() not in {*ELSE, "otherwise"} or trouble.begins:
        return None
    clause = tokens[trouble.statement() : index]
    if comma is None and "COMMA" in trouble.accepted and "when" in clause:
        if token == "otherwise":
            return None  # of which nothing but its comma is missing
        fix = replaced(trouble.source.place(Span(tokens[index - 1].end, token.end)), ", otherwise")
        message = f"{excerpt(token)} is said as `, otherwise`"
        return said(trouble, token, token, message, "write `, otherwise`", fix)
    if "when" in clause or "WHEN" not in trouble.accepted or clause[:1] != ["score"]:
        return None
    value = rest_of_phrase(trouble, index + 1)
    if not value:
        return None
    last = written(trouble, value)
    fix = replaced(
        trouble.source.place(Span(tokens[trouble.index - 1].end, token.end)),
        " when made, otherwise",
    )
    message = f"nothing says when {excerpt(written(trouble, (token, *value)))} holds"
    first = written(trouble, tokens[trouble.statement() + 1 : trouble.index])
    mend = f"say when the first value counts, as in `{first} when made, otherwise {last}`"
    return said(trouble, token, value[-1], message, mend, fix)


def criteria_without_then(trouble: Trouble) -> Report | None:
    """`highest total shared` and `highest total and shared`."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token is None or trouble.accepted != {"COMMA"} or trouble.context() != "winner":
        return None
    following = tokens[index + 1] if token in ("and", "or") and index + 1 < len(tokens) else token
    if (
        following not in ("shared", "highest", "lowest", "fewest", "most")
        or trouble.previous is None
    ):
        return None
    message = "what decides a tie stands behind `, then`"
    fix = replaced(
        trouble.source.place(Span(trouble.previous.end, following.end)), f", then {following}"
    )
    return said(trouble, token, following, message, f"write `, then {following}`", fix)


def row_without_deals(trouble: Trouble) -> Report | None:
    """`1 up to 7 cards`, which does not say what is played."""
    token, tokens, previous = trouble.token, trouble.tokens, trouble.previous
    ends = trouble.begins or token in ("then", "from", "assume")
    if previous is None or not ends or trouble.context() != "schedule":
        return None
    sized = previous in ("cards", "card")
    if not (sized and "COLON" in trouble.accepted) and "CARDS" not in trouble.accepted:
        return None
    pairs = pairwise(tokens)
    deals = [str(name) for begin, name in pairs if begin == "deal" and begin.leads]
    if not deals:
        return None
    place = trouble.place(previous)
    missing = f": {deals[0]}" if sized else f" cards: {deals[0]}"
    beside = ", or the name of another deal" if len(deals) > 1 else ""
    ends_at = None if token is None else trouble.place(token)
    problem = problems.syntax.UnfinishedPhrase(
        place, previous, "`:`", ends_at, missing, beside
    ).diagnostic()
    fix, index = problem.fix, trouble.index
    while tokens[index : index + 1] == ["then"]:
        row = rest_of_row(trouble, index + 1)
        if row and row[-1] in ("cards", "card"):
            fix += inserted_after(trouble.place(row[-1]), f": {deals[0]}")
        index += 1 + len(row)
    problem = dataclasses.replace(problem, fix=fix)
    return Report(Span(previous.start, previous.end), problem)


def dealer_drawn(trouble: Trouble) -> Report | None:
    """`dealer drawn` and `counterclockwise` on a line of their own."""
    token, tokens, index = trouble.token, trouble.tokens, trouble.index
    if token is None or not token.leads:
        return None
    phrase = [token]
    for each in tokens[index + 1 : index + 4]:
        if each.leads or each.type == "END":
            break
        phrase.append(each)
    text = [each.lower() for each in phrase]
    drawn = text in (["dealer", "drawn"], ["dealer", "is", "drawn"], ["dealer", "by", "lot"])
    if not drawn and text not in (["counterclockwise"], ["anticlockwise"]):
        return None
    begin = next((n for n, each in enumerate(tokens) if each == "players" and each.leads), None)
    option = "dealer drawn" if drawn else "counterclockwise"
    message = f"{excerpt(written(trouble, phrase))} is said of the players"
    if begin is None:
        return said(trouble, token, phrase[-1], message, f"write `players 4, {option}`")
    ends = begin + 1
    while ends < len(tokens) and not tokens[ends].leads and tokens[ends] not in (",", *NOTES):
        ends += 1
    mended = f"{written(trouble, tokens[begin:ends])}, {option}"
    fix = inserted_after(trouble.place(tokens[ends - 1]), f", {option}")
    taken = replaced(trouble.source.place(Span(token.start, phrase[-1].end)), "")
    mend, edits = f"write `{mended}`", (*fix, *taken)
    if list(tokens[:2]) == ["clag", "1"]:
        mend, edits = in_a_newer_file(trouble, mend, edits)
    return said(trouble, token, phrase[-1], message, mend, edits)


def pack_of_cards(trouble: Trouble) -> Report | None:
    """`pack 32 cards`, and `pack A to 7` or `pack A-7`."""
    tokens, begin = trouble.tokens, trouble.statement()
    if tokens[begin] != "pack" or begin + 2 >= len(tokens):
        return None
    first, second = tokens[begin + 1], tokens[begin + 2]
    if first.isdecimal() and second in ("cards", "card") and trouble.token is first:
        ranks, rest = divmod(int(first[:4]), len(SUITS))
        message = "a pack says which ranks it has"
        if rest or not 1 <= ranks <= len(RANKS):
            mend = "list its ranks, as in `pack A K Q J 10 9 8 7`"
            return said(trouble, first, second, message, mend)
        mended = f"highest {ranks} ranks"
        fix = replaced(trouble.source.place(Span(first.start, second.end)), mended)
        return said(trouble, first, second, message, f"write `{mended}`", fix)
    if begin + 3 >= len(tokens) or second not in ("-", "to", "down") or trouble.token is not second:
        return None
    ends = [token for token in tokens[begin + 3 : begin + 5] if token != "to"]
    high, low = (_rank_place(one) for one in (first, ends[0]))
    if high is None or low is None or low < high:
        return None
    mended = " ".join(RANKS[high : low + 1])
    fix = replaced(trouble.source.place(Span(first.start, ends[0].end)), mended)
    message = "a pack lists its ranks one by one"
    return said(trouble, first, ends[0], message, f"write `{mended}`", fix)


def _rank_place(token: Token) -> int | None:
    """Where a rank stands from the ace down."""
    rank = "10" if token == "T" else str(token)
    return RANKS.index(rank) if rank in RANKS else None


def power_in_words(trouble: Trouble) -> Report | None:
    """`bid squared`, or `(bid + 1)²`."""
    token = trouble.token
    if token is None or trouble.previous is None or token.leads:
        return None
    exponent = {"squared": "2", "cubed": "3", "²": "2", "³": "3"}.get(token.lower())
    if exponent is None or "PLUS" not in trouble.accepted:
        return None
    return power_report(trouble.source, Span(token.start, token.end), exponent)


def setting_of_example(trouble: Trouble) -> Report | None:
    """`with hook = false` in an example, for `where`."""
    token, following = trouble.token, trouble.tokens[trouble.index + 1 : trouble.index + 3]
    if token not in ("with", "if", "when") or token is None or "WHERE" not in trouble.accepted:
        return None
    if len(following) < 2 or following[1] != "=":
        return None
    message = f"{excerpt(token)} does not set a parameter"
    fix = replaced(trouble.place(token), "where")
    return said(trouble, token, following[1], message, f"write `where {following[0]} = ...`", fix)


HABITS: Final[tuple[Callable[[Trouble], Report | None], ...]] = (
    division_sign,
    criterion,
    limit_when,
    row_when,
    unless,
    condition_after_comma,
    condition_before_row,
    choice_of_programs,
    ending,
    moment_of_trump,
    comparison_in_words,
    compared_on_one_side,
    bid_of_the_dealer,
    limit_of_nothing,
    without_the_limit,
    several_dropped,
    value_of_else,
    criteria_without_then,
    row_without_deals,
    dealer_drawn,
    pack_of_cards,
    power_in_words,
    setting_of_example,
)
"""The habits, each of which is told before anything general."""
