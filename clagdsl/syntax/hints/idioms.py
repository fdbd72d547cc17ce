"""Recognisers of idioms: card players' phrases, or phrases of other languages, with a Clag
equivalent.

Each recogniser takes a `ParseFailure` and returns a `Report` if it knows the phrase, else None. A
fix means exactly what was written. If the language cannot express it, or if two meanings are
plausible, the help explains this.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final, cast

from clagdsl import problems
from clagdsl.lang.aspects import OF_A_DEAL
from clagdsl.lang.cards import RANKS, SUITS
from clagdsl.lang.expr.ast import ComparisonOperator
from clagdsl.lang.expr.operators import ARITHMETIC, COMPARISONS
from clagdsl.lang.identifiers import STATEMENTS
from clagdsl.lang.source import Place, Span
from clagdsl.problems.diagnostic import Edit, insert_after, replace_edit
from clagdsl.problems.escape import excerpt
from clagdsl.problems.suggestions import is_one_edit_apart
from clagdsl.syntax.hints.paraphrases import (
    FORMULAS,
    begins_note,
    parses_as_file,
    with_newer_version,
)
from clagdsl.syntax.hints.parse_failure import VARIABLES, ParseFailure
from clagdsl.syntax.hints.synonyms import is_filler
from clagdsl.syntax.lex_errors import DECLARE_VALUES, Report
from clagdsl.syntax.token import CLAUSES, Token, construct_at, misspelt_construct_at


def report_idiom(
    failure: ParseFailure,
    first: Token,
    last: Token,
    message: str,
    advice: str,
    fix: tuple[Edit, ...] = (),
    *,
    safe: bool = False,
) -> Report:
    """Returns the report of an idiom that extends from one token to another."""
    span = Span(first.start, last.end)
    place = failure.source.place(span)
    return Report(
        span, problems.syntax.ForeignPhrase(place, message, advice, fix, safe).diagnostic()
    )


def report_rewording(
    failure: ParseFailure,
    first: Token,
    last: Token,
    replacement: str,
    message: str = "",
    *,
    safe: bool = False,
) -> Report:
    """Returns the report of an idiom whose fix replaces it.

    The message says by default that the idiom is written as the replacement.
    """
    written = f"{excerpt(text_of(failure, (first, last)))} is written as `{replacement}`"
    fix = replace_edit(failure.source.place(Span(first.start, last.end)), replacement)
    advice = f"write `{replacement}`"
    return report_idiom(failure, first, last, message or written, advice, fix, safe=safe)


def text_of(failure: ParseFailure, tokens: Sequence[Token]) -> str:
    """Returns the source text from the first to the last token, on one line.

    Foreign signs such as `=>` are replaced with those of the language.
    """
    text = failure.source.text[tokens[0].start : tokens[-1].end]
    for token in reversed(failure.tokens):
        start, end = token.start - tokens[0].start, token.end - tokens[0].start
        if 0 <= start < end <= len(text) and "COMPARISON" in token.kinds:
            text = text[:start] + token + text[end:]
    return " ".join(text.split())


def rest_of_phrase(failure: ParseFailure, index: int) -> list[Token]:
    """Returns the tokens up to the next clause, statement, row or list item."""
    tokens: list[Token] = []
    for token in failure.tokens[index:]:
        if token.leads or token in (",", "then", "from", "assume", ":"):
            break
        tokens.append(token)
    return tokens


def division_sign(failure: ParseFailure) -> Report | None:
    """Recognises `//` as the beginning of a comment, or between the bounds of a range."""
    token = failure.token
    if token != "//" or token is None or "TIMES_SIGN" in failure.accepted:
        return None
    following = failure.tokens[failure.index + 1 : failure.index + 2]
    is_range = "TO" in failure.accepted and following and following[0].kinds[-1] == "NUMBER"
    message = "`//`, the division that rounds down, cannot be used here"
    advice = "write `to`" if is_range else "a comment begins with `#`"
    fix = replace_edit(failure.place(token), "to" if is_range else "#")
    return report_idiom(failure, token, token, message, advice, fix)


BID_WORDS: Final = frozenset({"bid", "bids"})


def limit_when(failure: ParseFailure) -> Report | None:
    """Recognises a limit `keeps C when D` that does not state what applies otherwise."""
    tokens, begin = failure.tokens, failure.clause_start()
    previous = failure.previous
    if previous is None or tokens[begin] not in ("last", "each"):
        return None
    clause = list(tokens[begin : failure.index])
    if "keeps" not in clause or "when" not in clause or "otherwise" in clause:
        return None
    if "COMMA" not in failure.accepted or not (failure.is_at_boundary or failure.token in NOTES):
        return None
    when = max(index for index, token in enumerate(clause) if token == "when")
    condition = clause[when + 1 :]
    if not condition or not failure.knows_names(condition):
        return None
    older = list(tokens[:2]) == ["clag", "1"]
    by = {*BID_WORDS, *(name for word, name in pairwise(tokens) if word in HISTORY_KEYWORDS)}
    if not (by | OF_A_DEAL if older else by) & set(condition):
        fix = insert_after(failure.place(previous), ", otherwise free")
        message = "this limit does not say what applies otherwise"
        advice = "write `, otherwise free` after it if any bid is allowed then"
        return report_idiom(failure, clause[when], previous, message, advice, fix)
    opposite = negate_condition(failure, condition)
    span = Span(clause[when].start, previous.end)
    fix = replace_edit(failure.source.place(span), f"or {opposite}")
    message = "a limit is chosen before anybody bids"
    if older:
        message = "in `clag 1`, only parameters and the number of players can choose a limit"
    advice = f"put the condition into the limit: write `or {opposite}`"
    return report_idiom(failure, clause[when], previous, message, advice, fix)


HISTORY_KEYWORDS: Final = ("run", "tally")
NOTES: Final = ("from", "assume")


def row_when(failure: ParseFailure) -> Report | None:
    """Recognises a condition of a schedule row that should apply to only some of its deals."""
    token, tokens, previous = failure.token, failure.tokens, failure.previous
    if token != "," or previous is None or "THEN" not in failure.accepted:
        return None
    begin = failure.index
    while begin > 0 and tokens[begin - 1] not in ("then", "schedule"):
        begin -= 1
    row = tokens[begin : failure.index]
    if "when" not in row or ":" not in row or failure.context() != "schedule":
        return None
    message = "a row of the schedule has one condition, for all of its deals"
    condition = text_of(failure, row[row.index("when") :])
    only = f"`{row[row.index('when') - 1]}`"
    advice = (
        f"to apply `{condition}` to every deal in the row, write it after the last deal; "
        f"to apply it to {only} only, give {only} its own row with `then`"
    )
    return report_idiom(failure, row[row.index("when")], previous, message, advice)


def negate_condition(failure: ParseFailure, condition: Sequence[Token]) -> str:
    """Returns the negation of a condition."""
    if len(condition) == 3 and condition[1] in COMPARISONS:
        sign = COMPARISONS[cast(ComparisonOperator, condition[1])].opposite
        return f"{condition[0]} {sign} {condition[2]}"
    if len(condition) == 1:
        return f"not {condition[0]}"
    if len(condition) == 2 and condition[0] == "not":
        return str(condition[1])
    return f"not ({text_of(failure, condition)})"


def unless(failure: ParseFailure) -> Report | None:
    """Recognises `10 unless bid = 0`, `5 cards: normal unless players = 3` and `each bid keeps
    bid > 0 unless nil_ok`.

    A limit or a condition is extended, since the `when` of a clause cannot read bids or runs.
    """
    token, begin = failure.token, failure.clause_start()
    if token is None or token.lower() != "unless":
        return None
    phrase = rest_of_phrase(failure, failure.index)
    ends = (
        n
        for n, each in enumerate(phrase)
        if each in OTHERWISE_WORDS or leaves_brackets(phrase[: n + 1])
    )
    condition = phrase[1 : next(ends, None)]
    if not condition:
        return None
    clause, first = failure.tokens[begin : failure.index], token
    case = clause[max((n for n, each in enumerate(clause) if each == ","), default=0) :]
    free_when, negated = text_of(failure, condition), negate_condition(failure, condition)
    if "keeps" in clause and "when" not in clause:
        kept = clause[clause.index("keeps") + 1 :]
        replacement = f"{free_when} or {text_of(failure, kept)}" if kept else ""
        first = kept[0] if kept else token
    elif "when" in case and clause[0] in JOINED_CONDITIONS:
        before = case[case.index("when") + 1 :]
        text = text_of(failure, before) if before else ""
        text = f"({text})" if "or" in before else text
        replacement = f"{text} and {negated}" if text else ""
        first = before[0] if before else token
    elif "WHEN" in failure.accepted and (clause[0] in VALUES or is_guard(failure, condition)):
        replacement = f"when {negated}"
    else:
        return None
    last = condition[-1]
    following = failure.tokens[failure.index + len(condition) + 1 :][:1]
    chooses = clause[0] not in ONE_CONDITION and not {":", "keeps"} & {*clause}
    if following and following[0] in OTHERWISE_WORDS and not following[0].leads:
        last = following[0]
        replacement = f"{replacement}, otherwise"
    elif chooses and following != [","]:
        # in every other case, a value that is not 0 can only score nothing
        if clause[0] not in ("score", "let", "tally") or clause[-1] == "0":
            written = f"{replacement}, otherwise"
            place = failure.source.place(Span(first.start, last.end))
            if not parses_with_other_value(failure, place, replacement, clause):
                return None
            message = f"{excerpt(text_of(failure, [first, last]))} is written with `when`"
            advice = f"write `{written}` and the value for every other case"
            return report_idiom(failure, first, last, message, advice)
        replacement = f"{replacement}, otherwise 0"
    return report_rewording(failure, first, last, replacement)


def leaves_brackets(tokens: Sequence[Token]) -> bool:
    """Returns whether tokens close a bracket that begins before them."""
    return tokens.count(")") > tokens.count("(")


VALUES: Final = FORMULAS - {"last", "each"} | {"let", "tally"}
"""First words of clauses and statements in which a `when` may read everything."""
ONE_CONDITION: Final = frozenset({"completed", "run", "ends"})
"""First words of clauses and statements whose `when` is followed by their only condition."""
JOINED_CONDITIONS: Final = ONE_CONDITION | {"score", "let", "tally"}
"""First words of clauses and statements whose last condition may be joined with another."""


def is_guard(failure: ParseFailure, words: Sequence[Token]) -> bool:
    """Returns whether a condition can choose a clause or a row: it reads the size of the table and
    the deal, and parameters.
    """
    pasts = {str(name) for word, name in pairwise(failure.tokens) if word in ("run", "tally")}
    return (VARIABLES - GUARD_VARIABLES | pasts).isdisjoint(words)


GUARD_VARIABLES: Final = frozenset({"players", "cards", "deal"})


def condition_after_comma(failure: ParseFailure) -> Report | None:
    """Recognises `1 up to 7 cards: normal, when players > 4`, where `when` was parsed as a deal."""
    tokens = failure.tokens
    for index in (failure.index - 1, failure.index - 2):
        if index < 2 or tokens[index].lower() not in CONDITIONAL or tokens[index - 1] != ",":
            continue
        row = tokens[max(0, index - 40) : index]
        if ":" not in row or "schedule" not in tokens[:index] or tokens[index].type != "NAME":
            return None
        comma, when = tokens[index - 1], tokens[index]
        if when == "when":
            problem = problems.syntax.SuperfluousWord(failure.place(comma), ",")
            return Report(Span(comma.start, comma.end), problem.diagnostic())
        fix = replace_edit(failure.source.place(Span(comma.start, when.end)), " when")
        phrase = excerpt(text_of(failure, (comma, when)))
        message = f"{phrase} is written as `when`"
        return report_idiom(failure, comma, when, message, "write `when`", fix)
    return None


CONDITIONAL: Final = frozenset({"when", "if", "wenn", "falls"})


def condition_before_clause(failure: ParseFailure) -> Report | None:
    """Recognises `when made score 10, otherwise 0`, with the condition before the clause."""
    tokens, begin = failure.tokens, failure.index
    while 0 < begin < len(tokens) and not tokens[begin].leads:
        begin -= 1
    if failure.token is None or tokens[begin].lower() not in CONDITIONAL:
        return None
    line = [begin, *rest_of_line(tokens, begin + 1)]
    index = next((each for each in line if construct_at(tokens, each) == "clause"), begin)
    condition, value = tokens[begin + 1 : index], rest_of_phrase(failure, index)
    if condition and condition[-1] in (":", ",", "then"):
        condition = condition[:-1]
    excluded = {*CONDITIONAL, *OTHERWISE_WORDS, ",", ":"}
    if not condition or len(value) < 2 or excluded & {*condition, *value}:
        return None
    replacement = f"{text_of(failure, value)} when {text_of(failure, condition)}"
    message = "the condition of a clause comes after its value"
    following = tokens[index + len(value) :][:2]
    if following[1:] and following[1].lower() in CONDITIONAL:
        return None
    if following[:1] != [","] and value[0] not in ONE_CONDITION:
        if value[0] != "score":
            advice = f"write `{replacement}, otherwise` and the value for every other case"
            place = failure.source.place(Span(tokens[begin].start, value[-1].end))
            if not parses_with_other_value(failure, place, replacement, value):
                return None
            return report_idiom(failure, tokens[begin], value[-1], message, advice)
        replacement = f"{replacement}, otherwise 0"
    return report_rewording(failure, tokens[begin], value[-1], replacement, message)


def parses_with_other_value(
    failure: ParseFailure, place: Place, text: str, clause: Sequence[Token]
) -> bool:
    """Returns whether a text parses at a place with `otherwise` and the value of the clause."""
    return any(
        failure.parses_with(
            replace_edit(place, f"{text}, otherwise {text_of(failure, clause[words:])}")
        )
        for words in (1, 2)
        if len(clause) > words
    )


def rest_of_line(tokens: Sequence[Token], index: int) -> range:
    """Returns the indices of the tokens from an index to the end of the line."""
    end = next((n for n in range(index, len(tokens)) if tokens[n].leads), len(tokens))
    return range(index, end)


def condition_before_row(failure: ParseFailure) -> Report | None:
    """Recognises the condition of a row before its sizes: `when players > 4 5 cards: normal`."""
    tokens, token = failure.tokens, failure.token
    if token in CONDITIONAL and "COLON" in failure.accepted:
        return condition_before_deals(failure)
    begin = failure.index
    while begin > 0 and tokens[begin - 1] not in ("then", "schedule"):
        begin -= 1
    if begin == 0 or token is None or begin >= len(tokens) or failure.context() != "schedule":
        return None
    when = tokens[begin]
    if when.lower() not in CONDITIONAL:
        return None
    row = [when, *rest_of_row(failure, begin + 1)]
    message = "the condition of a row comes after its deals"
    ends = next((n for n in range(2, len(row)) if is_condition_end(row, n)), None)
    if ends is None or ":" not in row[ends:] or not failure.knows_names(row[1:ends]):
        advice = "write `when` and the condition after the deals of the row"
        return report_idiom(failure, when, when, message, advice)
    first = ends + 1 if row[ends] in (",", ":", "then") else ends
    condition = text_of(failure, (row[1], row[ends - 1]))
    replacement = f"{text_of(failure, (row[first], row[-1]))} when {condition}"
    return report_rewording(failure, when, row[-1], replacement, message)


def condition_before_deals(failure: ParseFailure) -> Report | None:
    """Recognises a condition before the deals of its row: `5 cards when players > 4: normal`."""
    row = rest_of_row(failure, failure.index)
    colon = next((index for index, each in enumerate(row) if each == ":"), 0)
    if not 1 < colon < len(row) - 1:
        return None
    condition, deals = row[1:colon], row[colon + 1 :]
    replacement = f": {text_of(failure, deals)} when {text_of(failure, condition)}"
    begin = failure.tokens[failure.index - 1].end
    fix = replace_edit(failure.source.place(Span(begin, row[-1].end)), replacement)
    message = "the condition of a row comes after its deals"
    return report_idiom(failure, row[0], row[-1], message, f"write `{replacement}`", fix)


def rest_of_row(failure: ParseFailure, index: int) -> list[Token]:
    """Returns the tokens of a row from an index on."""
    tokens: list[Token] = []
    for place in range(index, len(failure.tokens)):
        token = failure.tokens[place]
        if token in ("then", "from", "assume") or token.type == "END":
            break
        if token.leads and token in STATEMENTS and token != "players":
            break
        tokens.append(token)
    return tokens


def is_condition_end(row: Sequence[Token], index: int) -> bool:
    """Returns whether the condition before a row ends before a token: no operator connects them."""
    before, token = row[index - 1], row[index]
    if token in (",", ":") or token in ("dealer", "repeat"):
        return True
    value = ("NUMBER", "NAME")
    return (before.kinds[-1] in value or before == ")") and (
        token.kinds[-1] in value and token not in ("and", "or")
    )


def row_in_another_order(failure: ParseFailure) -> Report | None:
    """Recognises `normal: 7 cards`, `"No Trumps" 7 cards`, `cards 7 down to 1: normal` and
    `7 down to 1 normal`.
    """
    index = min(failure.index, len(failure.tokens) - 1)
    while index > failure.first and failure.tokens[index] not in ("then", "schedule"):
        index -= 1
    begin = failure.tokens[index]
    if begin not in ("then", "schedule") or not (
        begin.leads or failure.context() in ("schedule", "change")
    ):
        return None
    row = row_on_its_line(failure, index + 1)
    if not any(each.isdecimal() for each in row):
        return None
    ends = next((n for n, each in enumerate(row) if each == "when"), len(row))
    values = {name for word, name in pairwise(failure.tokens) if word in DECLARE_VALUES}
    sizes = [each for each in row[:ends] if each.isdecimal() or each in SIZE_WORDS | values]
    parts = [each for each in row[:ends] if each not in ROW_JOINTS]
    deals = [each for each in parts if each not in sizes]
    if not sizes or not deals or parts not in (deals + sizes, sizes + deals):
        return None
    if row[: len(sizes)] == sizes and not ROW_JOINTS.isdisjoint(row):
        return None  # only one word or sign is missing
    names = deals_of_row(failure, deals)
    is_known = "extends" in failure.tokens or {*names} <= {*declared_deals(failure)}
    if not (is_known or ":" in row) or ":" in "".join(names):
        return None
    replacement = f"{with_direction(text_of(failure, sizes))} cards: {', '.join(names)}"
    if ends < len(row):
        replacement += f" {text_of(failure, row[ends:])}"
    if not parses_as_file(failure, f"schedule {replacement}"):
        return None
    fix = replace_edit(failure.source.place(Span(row[0].start, row[-1].end)), replacement)
    message = "a row has the number of cards first, then `cards:` and the deal"
    fix = fix if failure.parses_with(fix) else ()
    return report_idiom(failure, row[0], row[-1], message, f"write `{replacement}`", fix)


SIZE_WORDS: Final = frozenset({"up", "down", "to", "by", "dealer", "picks", *ARITHMETIC})
ROW_JOINTS: Final = frozenset({":", "card", "cards", "with", "of", "from"})
"""Words and signs between the sizes of a row and its deals."""


def row_on_its_line(failure: ParseFailure, index: int) -> list[Token]:
    """Returns the tokens of a row up to its notes; only a line after a comma continues it."""
    row: list[Token] = []
    for place in range(index, len(failure.tokens)):
        token = failure.tokens[place]
        if token == "then" or token.type == "END" or begins_note(failure.tokens, place):
            break
        if row and token.leads and row[-1] != ",":
            break
        row.append(token)
    return row


def with_direction(sizes: str) -> str:
    """Returns the sizes of a row, with the direction if only that is missing, as in `7 to 1`."""
    ends = re.fullmatch(r"([0-9]+) to ([0-9]+)", sizes)
    if ends is None:
        return sizes
    return f"{ends[1]} {'down' if int(ends[1]) > int(ends[2]) else 'up'} to {ends[2]}"


def deals_of_row(failure: ParseFailure, deals: Sequence[Token]) -> list[str]:
    """Returns the deals of a row, each as it is declared, or in quotation marks if necessary."""
    declared = {each.strip('"'): each for each in declared_deals(failure)}
    names = [each.strip().strip('"') for each in text_of(failure, deals).split(",")]
    return [declared.get(each, each if each.isalnum() else f'"{each}"') for each in names]


def declared_deals(failure: ParseFailure) -> list[str]:
    """Returns the names of the deals that the file declares, as written there and in its order."""
    pairs = pairwise(failure.tokens)
    return [str(name) for begin, name in pairs if begin == "deal" and begin.leads]


def choice_of_programs(failure: ParseFailure) -> Report | None:
    """Recognises `10 if made else 0` and `if made then 10 else 0`."""
    token, tokens, previous = failure.token, failure.tokens, failure.previous
    if token is None or previous is None:
        return None
    if token.lower() in IF and "WHEN" in failure.accepted:
        return value_if(failure, failure.index)
    begin = failure.index - 1
    while begin > failure.clause_start() and tokens[begin].lower() not in IF:
        begin -= 1
    if tokens[begin].lower() not in IF or tokens[begin].type != "NAME":
        return None
    phrase = rest_of_clause(failure, begin)
    cases = split_cases(phrase)
    if cases is None:
        return None
    replacement = ", ".join(
        f"otherwise {text_of(failure, value)}"
        if condition is None
        else f"{text_of(failure, value)} when {text_of(failure, condition)}"
        for condition, value in cases
    )
    message = f"{excerpt(text_of(failure, phrase))} needs its value before its condition"
    return report_rewording(failure, phrase[0], phrase[-1], replacement, message)


IF: Final = frozenset({"if", "wenn", "falls"})
ELSE: Final = frozenset({"else", "sonst", "ansonsten", "sinon"})


def rest_of_clause(failure: ParseFailure, index: int) -> list[Token]:
    """Returns the tokens of an expression from an index on, possibly on several lines."""
    tokens = failure.tokens
    expression: list[Token] = [tokens[index]]
    depth = 0
    for place in range(index + 1, len(tokens)):
        token = tokens[place]
        ends = token.leads and (
            token in STATEMENTS or token in CLAUSES or misspelt_construct_at(tokens, place)
        )
        depth += (token == "(") - (token == ")")
        if ends or depth < 0 or token in ("from", "assume") or token.type == "END":
            break
        expression.append(token)
    return expression


TRICK_WORTH: Final = re.compile(r"\btrick worth\b[^\n]*\Z")
FOREIGN_CONDITIONS: Final = (
    (re.compile("={2,3}"), "="),
    (re.compile(r"\blast\b(?: trick)?(?=\s*(?:,|\b(?:else|otherwise)\b))"), "trick = cards"),
)
"""Parts of conditions with their Clag; the last only in a `trick worth`."""


def value_if(failure: ParseFailure, index: int) -> Report | None:
    """Returns the report of `10 if made else 0`, or None without an `else`."""
    phrase = rest_of_clause(failure, index)
    signs = [each for each in phrase if each.lower() in IF or each.lower() in ELSE]
    kinds = [each.lower() in IF for each in signs]
    if len(signs) < 2 or kinds != [True, False] * (len(signs) // 2):
        return None
    if not failure.knows_names(each for each in phrase if each not in signs):
        return None
    edits: tuple[Edit, ...] = ()
    replacement, end = "", phrase[0].start
    for number, sign in enumerate(signs):
        text = "when"
        start = sign.start
        if sign.lower() in ELSE:
            text = ", otherwise" if number == len(signs) - 1 else ","
            before = max((each for each in phrase if each.end <= start), key=lambda one: one.end)
            start = before.start if before == "," else before.end
        edits += replace_edit(failure.source.place(Span(start, sign.end)), text)
        replacement += f"{failure.source.text[end:start]}{text}"
        end = sign.end
    replacement += failure.source.text[end : phrase[-1].end]
    replacement = " ".join(replacement.split())
    is_worth = TRICK_WORTH.search(failure.source.text[: phrase[0].start]) is not None
    for pattern, text in FOREIGN_CONDITIONS[: 1 + is_worth]:
        replacement = pattern.sub(text, replacement)
        for match in pattern.finditer(failure.source.text, phrase[0].start, phrase[-1].end):
            edits += replace_edit(failure.source.place(Span(*match.span())), text)
    message = "conditions are written with `when` and `otherwise`"
    advice = f"write `{replacement}`"
    return report_idiom(failure, phrase[0], phrase[-1], message, advice, edits, safe=True)


def split_cases(
    phrase: Sequence[Token],
) -> list[tuple[Sequence[Token] | None, Sequence[Token]]] | None:
    """Returns the conditions and values of `if A then X else if B then Y else Z`, or None."""
    cases: list[tuple[Sequence[Token] | None, Sequence[Token]]] = []
    rest = list(phrase)
    while rest and rest[0].lower() in IF:
        words = [each.lower() for each in rest]
        then = next((n for n, word in enumerate(words) if word in ("then", ":")), 0)
        other = next((n for n in range(then, len(words)) if words[n] in OTHERWISE_WORDS), 0)
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


OTHERWISE_WORDS: Final = frozenset({*ELSE, "otherwise"})


ENDING_WORDS: Final = frozenset(
    {"ends", "end", "until", "stop", "stops", "finish", "finishes", "over", "play"}
)
# Characters of the longest condition that is repeated in the help.
MAX_SHOWN_CONDITION: Final = 80
DEAL_WORDS: Final = frozenset({"deals", "rounds", "hands"})


def match_ending(failure: ParseFailure) -> Report | None:
    """Recognises the early end of a match: `end when ...`, `until ...` or `ends after 9 deals`."""
    tokens, index = failure.tokens, failure.index
    if tokens[failure.clause_start()] == "open":
        return None  # its `until` limits when a suit may be led
    while index > failure.first and not starts_ending(failure, index):
        if index < len(tokens) and tokens[index].leads:
            return None
        index -= 1
    if index == len(tokens) or not starts_ending(failure, index):
        return None
    token, rest = tokens[index], rest_of_clause(failure, index)[1:]
    conditional = bool(rest) and rest[0].lower() in CONDITIONAL
    if any("COMPARISON" in each.kinds for each in rest):
        if (
            is_one_edit_apart(token.lower(), "ends")
            and conditional
            and not (token == "end" and token.leads)
        ):
            return None  # something else is wrong, or only the spelling of `ends`
        if not failure.knows_names(rest):
            return None
        last, shown = rest[0] if conditional else token, token
        replacement = "ends when"
        condition = text_of(failure, rest[conditional:])
        named = NAMES_OF_ENDINGS.sub(lambda word: "=" if word[0] == "==" else "deal", condition)
        if named != condition:
            condition, last, replacement = named, rest[-1], f"ends when {named}"
        advice = f"write `ends when {condition}`"
        if len(condition) > MAX_SHOWN_CONDITION:
            advice = "write `ends when` and the condition"
    else:
        words = [each.lower() for each in rest]
        if len(words) != 3 or words[0] != "after" or words[2] not in DEAL_WORDS:
            return None
        if not words[1].isdecimal():
            return None
        replacement = f"ends when deal >= {words[1]}"
        last = shown = rest[-1]
        advice = f"write `{replacement}`"
    message = "`ends when` and a condition end a match early"
    fix = replace_edit(failure.source.place(Span(token.start, last.end)), replacement)
    return report_idiom(failure, token, shown, message, advice, fix)


NAMES_OF_ENDINGS: Final = re.compile(r"\b(?:rounds?|deals|hands?)\b|==")
"""Other words for the number of a deal, and the equals sign of programs."""


def starts_ending(failure: ParseFailure, index: int) -> bool:
    """Returns whether a word begins a phrase about the end of a match."""
    tokens = failure.tokens
    if index >= len(tokens) or tokens[index].lower() not in ENDING_WORDS:
        return False
    if tokens[index].leads:
        return tokens[index].lower() != "play" or tokens[index + 1 : index + 2] == ["to"]
    states = failure.automaton.states_before(tokens, failure.first, index, failure.start)
    return "ENDS" in failure.automaton.accepted(states)


def declarer(failure: ParseFailure) -> Report | None:
    """Recognises `lead declarer`: the winner of the auction, or else the highest bidder."""
    token = failure.token
    if token is None or token.lower() != "declarer":
        return None
    has_auction = any(each == "auction" and each.leads for each in failure.tokens)
    words = "auction winner" if has_auction else "highest bidder"
    return report_rewording(failure, token, token, words)


def trump_by_auction(failure: ParseFailure) -> Report | None:
    """Recognises `trump auction` and adds the auction clause if the file has none."""
    phrase = [*failure.tokens[failure.index : failure.index + 1]]
    if failure.previous != "trump" or not phrase:
        return None
    phrase += rest_of_phrase(failure, failure.index + 1)
    if text_of(failure, phrase).lower() not in ("auction", "by auction", "auctioned"):
        return None
    clause = "auction 1 to cards clubs diamonds hearts spades none"
    has_auction = any(each == "auction" and each.leads for each in failure.tokens)
    words = "named in auction" if has_auction else f"named in auction\n  {clause}"
    place = failure.source.place(Span(phrase[0].start, phrase[-1].end))
    advice = "write `trump named in auction`" + ("" if has_auction else f" and `{clause}`")
    message = "trump that an auction decides is written as `trump named in auction`"
    # a game that this file extends may have an auction, which a new clause would replace
    is_certain = has_auction or "extends" not in failure.tokens
    fix = replace_edit(place, words) if is_certain else ()
    return report_idiom(failure, phrase[0], phrase[-1], message, advice, fix)


def case_of_turned_card(failure: ParseFailure) -> Report | None:
    """Recognises a case of a turned card in other words: `on J no trump`."""
    token, tokens = failure.token, failure.tokens
    is_else = failure.previous == "else" and "NONE" in failure.accepted
    if token is None or not (is_else or {"AGAIN", "NAMED"} <= failure.accepted):
        return None
    case = rest_of_phrase(failure, failure.index)
    if not case:
        return None
    said = text_of(failure, case)
    meaning = next((each for pattern, each in TURNED_CASES if pattern.fullmatch(said)), None)
    if meaning is None:
        return None
    begin = max(n for n in range(failure.index) if tokens[n] in ("on", "else"))
    replacement = f"{text_of(failure, tokens[begin : failure.index])} {meaning}"
    fix = replace_edit(failure.source.place(Span(token.start, case[-1].end)), meaning)
    message = f"{excerpt(said)} is written as `{meaning}`"
    return report_idiom(failure, token, case[-1], message, f"write `{replacement}`", fix)


TURNED_CASES: Final = (
    (re.compile(r"(?:there (?:is|are) )?(?:no|without) trumps?|nt|notrumps?", re.I), "none"),
    (re.compile(r"(?:re-?)?(?:turn|draw|flip)(?: (?:again|another|the next)(?: card| one)?)?"
                r"|another(?: card)?|next(?: card)?", re.I), "again"),
    (re.compile(r"(?:the )?dealer (?:names|chooses|picks|calls|decides)(?: the| a| any)?"
                r"(?: trumps?| suit| trump suit)?", re.I), "named by dealer any suit"),
)  # fmt: skip
"""Cases of a turned card, in players' words and in Clag."""


def comparison_in_words(failure: ParseFailure) -> Report | None:
    """Recognises comparisons in words: `bids not cards`, `bids is not cards`, `deal is odd`,
    `bids over cards`.
    """
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token is None or token.leads or "COMPARISON" not in failure.accepted:
        return None
    clause = tokens[failure.clause_start() : index]
    if token in LARGER_OR_SMALLER and not {"keeps", "when"}.isdisjoint(clause):
        return report_rewording(failure, token, token, LARGER_OR_SMALLER[token])
    if token not in ("not", "is", "equals"):
        return None
    number, parity = failure.previous, tokens[index + 1 : index + 2]
    if number is not None and token == "is" and parity and parity[0].lower() in PARITIES:
        comparison = f"{number} % 2 = {PARITIES.index(parity[0].lower())}"
        return report_rewording(failure, number, parity[0], comparison)
    last = tokens[index + 1] if tokens[index : index + 2] == ["is", "not"] else token
    compared = tokens[index + 1 + (last is not token) :][:1]
    if number is None or is_filler(number) or not compared or compared[0].leads:
        return None
    if compared[0] in NO_VALUES or not (compared[0][0].isalnum() or compared[0] in ("(", "-")):
        return None  # nothing to compare
    sign = "=" if last in ("is", "equals") else "!="
    phrase = excerpt(text_of(failure, (token, last)))
    between = "between two values, " if phrase == "`not`" else ""
    message = f"{between}{phrase} is written as `{sign}`"
    # `is` and `not` are keywords that may be here by mistake or for another word
    safe = phrase in ("`is not`", "`equals`")
    return report_rewording(failure, token, last, sign, message, safe=safe)


NO_VALUES: Final = frozenset({"and", "or", "not", "when", "otherwise", "from", "assume", "then"})
LARGER_OR_SMALLER: Final = {
    **dict.fromkeys(("over", "above", "exceed", "exceeds"), ">"),
    **dict.fromkeys(("under", "below"), "<"),
}
PARITIES: Final = ("even", "odd")


def bid_of_the_dealer(failure: ParseFailure) -> Report | None:
    """Recognises `dealer bid keeps ...`."""
    token, following = failure.token, failure.tokens[failure.index + 1 : failure.index + 2]
    if token != "dealer" or token is None or following != ["bid"]:
        return None
    may_begin = {"COMMA", "WHEN", "SCORE"} & failure.accepted if token.leads else ()
    if "LAST" not in failure.accepted and not may_begin:
        return None
    fix = replace_edit(failure.place(token), "last")
    message = "a limit like this applies to the last bid"
    advice = f"write `last bid` {failure.last_bid_case}".rstrip()
    return report_idiom(failure, token, following[0], message, advice, fix)


NO_LIMIT: Final = (
    *(["none"], ["any"], ["anything"], ["everything"], ["unlimited"], ["open"]),
    *(["no", "limit"], ["no", "limits"], ["no", "restriction"], ["no", "restrictions"]),
)
"""The phrases for a bid without a limit."""
LIST_SEPARATORS: Final = frozenset({",", "and"})


def several_dropped(failure: ParseFailure) -> Report | None:
    """Recognises `drop Misere, Blind` and `drop Misere and "No Trumps"`."""
    tokens, token = failure.tokens, failure.token
    begin = failure.clause_start()
    if token is None or token.leads or tokens[begin] != "drop" or failure.index != begin + 2:
        return None
    rest = [tokens[begin + 1]]
    for each in tokens[failure.index : failure.index + MOST_DROPPED]:
        if each.leads or not (each in LIST_SEPARATORS or {"NAME", "STRING"} & {*each.kinds}):
            break
        rest.append(each)
    names = [each for each in rest if each not in LIST_SEPARATORS]
    if not failure.words.keys().isdisjoint(names):
        return None
    if len(names) < 2 or (len(names) == len(rest) and not any(n[0] == '"' for n in names)):
        return None  # adjacent words may be one name
    replacement = [f"drop {name}" for name in names]
    fix = replace_edit(
        failure.source.place(Span(tokens[begin].start, rest[-1].end)), "\n".join(replacement)
    )
    advice = f"write {' and '.join(f'`{each}`' for each in replacement)}"
    return report_idiom(
        failure, tokens[begin], rest[-1], "`drop` removes only one deal", advice, fix
    )


# Tokens after `drop` that are examined.
MOST_DROPPED: Final = 20
LIMIT_WORDS: Final = frozenset({"hook", "screw", "limit", "restriction"})
REMOVAL_WORDS: Final = frozenset({"no", "without", "drop", "remove", "delete"})


def limit_of_nothing(failure: ParseFailure) -> Report | None:
    """Recognises `last bid no limit` and `each bid anything`."""
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token is None or failure.previous != "bid":
        return None
    if "KEEPS" not in failure.accepted or index < 2:
        return None
    limit = f"{tokens[index - 2]} bid free"
    rest = rest_of_phrase(failure, index)
    if [each.lower() for each in rest] not in NO_LIMIT:
        return None
    fix = replace_edit(failure.source.place(Span(token.start, rest[-1].end)), "free")
    message = f"the limit `free` allows any bid, not {excerpt(text_of(failure, rest))}"
    return report_idiom(failure, token, rest[-1], message, f"write `{limit}`", fix)


def without_the_limit(failure: ParseFailure) -> Report | None:
    """Recognises `change normal no hook`, `change normal without last bid` and `drop last bid`."""
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token is None:
        return None
    if failure.previous == "last" and token == "bid" and tokens[index - 2 : index - 1] == ["drop"]:
        message = "`drop` removes deals, not a limit of a deal"
        advice = "change the deal, as in `change normal last bid free`"
        return report_idiom(failure, tokens[index - 2], token, message, advice)
    if token.lower() not in REMOVAL_WORDS or "LAST" not in failure.accepted:
        if failure.previous is None or failure.previous.lower() not in REMOVAL_WORDS:
            return None
        token, index = failure.previous, index - 1
        if "LAST" not in failure.accepted_before():
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
    elif words and words[0] in LIMIT_WORDS:
        limit, last = "last", phrase[ends]
    else:
        return None
    text = excerpt(text_of(failure, (token, last)))
    message = f"{text} is written as `{limit} bid free`, which lifts the limit: any bid is allowed"
    return report_rewording(failure, token, last, f"{limit} bid free", message)


def value_of_else(failure: ParseFailure) -> Report | None:
    """Recognises `10 when made else 0`, which lacks its comma, and `10 + tricks else 0`."""
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token == "," and index + 1 < len(tokens):
        index, comma = index + 1, token
        token = tokens[index]
    else:
        comma = None
    if token is None or token.lower() not in {*ELSE, "otherwise"} or failure.is_at_boundary:
        return None
    clause = tokens[failure.clause_start() : index]
    if comma is None and "COMMA" in failure.accepted and "when" in clause:
        if token == "otherwise":
            return None  # only its comma is missing, which `missing_token` reports
        fix = replace_edit(
            failure.source.place(Span(tokens[index - 1].end, token.end)), ", otherwise"
        )
        message = f"{excerpt(token)} is written as `, otherwise`"
        return report_idiom(failure, token, token, message, "write `, otherwise`", fix)
    if "when" in clause or "WHEN" not in failure.accepted or clause[:1] != ["score"]:
        return None
    value = rest_of_phrase(failure, index + 1)
    if not value:
        return None
    last = text_of(failure, value)
    fix = replace_edit(
        failure.source.place(Span(tokens[failure.index - 1].end, token.end)),
        " when made, otherwise",
    )
    message = f"nothing says when {excerpt(text_of(failure, (token, *value)))} applies"
    first = text_of(failure, tokens[failure.clause_start() + 1 : failure.index])
    advice = f"add a condition to the first value, as in `{first} when made, otherwise {last}`"
    return report_idiom(failure, token, value[-1], message, advice, fix)


def criteria_without_then(failure: ParseFailure) -> Report | None:
    """Recognises `highest total shared` and `highest total and shared`."""
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token is None or failure.accepted != {"COMMA"} or failure.context() != "winner":
        return None
    following = tokens[index + 1] if token in ("and", "or") and index + 1 < len(tokens) else token
    if (
        following not in ("shared", "highest", "lowest", "fewest", "most")
        or failure.previous is None
    ):
        return None
    message = "tie-breakers are joined by `, then`, not by `and`"
    fix = replace_edit(
        failure.source.place(Span(failure.previous.end, following.end)), f", then {following}"
    )
    return report_idiom(failure, token, following, message, f"write `, then {following}`", fix)


def row_without_deals(failure: ParseFailure) -> Report | None:
    """Recognises `1 up to 7 cards` without the deals of the row."""
    token, tokens, previous = failure.token, failure.tokens, failure.previous
    ends = failure.is_at_boundary or token in ("then", "from", "assume")
    if previous is None or not ends or failure.context() != "schedule":
        return None
    sized = previous in ("cards", "card")
    if not (sized and "COLON" in failure.accepted) and "CARDS" not in failure.accepted:
        return None
    deals = declared_deals(failure)
    if not deals:
        return None
    place = failure.place(previous)
    missing = f": {deals[0]}" if sized else f" cards: {deals[0]}"
    alternative = ", or the name of another deal" if len(deals) > 1 else ""
    ends_at = None if token is None else failure.place(token)
    problem = problems.syntax.UnfinishedPhrase(
        place, previous, "`:`", ends_at, missing, alternative
    ).diagnostic()
    fix, index = problem.fix, failure.index
    while tokens[index : index + 1] == ["then"]:
        row = rest_of_row(failure, index + 1)
        if row and row[-1] in ("cards", "card"):
            fix += insert_after(failure.place(row[-1]), f": {deals[0]}")
        index += 1 + len(row)
    problem = dataclasses.replace(problem, fix=fix)
    return Report(Span(previous.start, previous.end), problem)


def dealer_drawn(failure: ParseFailure) -> Report | None:
    """Recognises `dealer drawn` and `counterclockwise` on a line of their own."""
    token, tokens, index = failure.token, failure.tokens, failure.index
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
    message = f"{excerpt(text_of(failure, phrase))} belongs in the `players` line"
    if begin is None:
        return report_idiom(failure, token, phrase[-1], message, f"write `players 4, {option}`")
    ends = begin + 1
    while ends < len(tokens) and not tokens[ends].leads and tokens[ends] not in (",", *NOTES):
        ends += 1
    replacement = f"{text_of(failure, tokens[begin:ends])}, {option}"
    fix = insert_after(failure.place(tokens[ends - 1]), f", {option}")
    removal = replace_edit(failure.source.place(Span(token.start, phrase[-1].end)), "")
    advice, edits = f"write `{replacement}`", (*fix, *removal)
    if list(tokens[:2]) == ["clag", "1"]:
        advice, edits = with_newer_version(failure, advice, edits)
    return report_idiom(failure, token, phrase[-1], message, advice, edits)


def pack_of_cards(failure: ParseFailure) -> Report | None:
    """Recognises `pack 32 cards`, `pack A to 7` and `pack A-7`."""
    tokens, begin = failure.tokens, failure.clause_start()
    if tokens[begin] != "pack" or begin + 2 >= len(tokens):
        return None
    first, second = tokens[begin + 1], tokens[begin + 2]
    if first.isdecimal() and second in ("cards", "card") and failure.token is first:
        ranks, rest = divmod(int(first[:4]), len(SUITS))
        message = "a pack says which ranks it has"
        if rest or ranks not in USUAL_RANKS:
            advice = "list its ranks, as in `pack A K Q J 10 9 8 7`"
            return report_idiom(failure, first, second, message, advice)
        replacement = f"highest {ranks} ranks"
        return report_rewording(failure, first, second, replacement, message)
    if (
        begin + 3 >= len(tokens)
        or second not in ("-", "to", "down", "up")
        or failure.token is not second
    ):
        return None
    ends = [token for token in tokens[begin + 3 : begin + 5] if token != "to"]
    indices = [index for index in map(_rank_index, (first, ends[0])) if index is not None]
    if len(indices) < 2:
        return None
    replacement = " ".join(RANKS[min(indices) : max(indices) + 1])
    message = "a pack lists its ranks one by one"
    return report_rewording(failure, first, ends[0], replacement, message)


USUAL_RANKS: Final = frozenset({6, 8, 9, 13})
"""The numbers of ranks of the packs that certainly have the highest ones; 40 cards may lack the
eights, nines and tens instead."""


def _rank_index(token: Token) -> int | None:
    """Returns the index of a rank from the ace down, or None."""
    rank = "10" if token == "T" else str(token)
    return RANKS.index(rank) if rank in RANKS else None


def setting_of_example(failure: ParseFailure) -> Report | None:
    """Recognises `with hook = false` in an example, for `where`."""
    token, following = failure.token, failure.tokens[failure.index + 1 : failure.index + 3]
    if token not in ("with", "if", "when") or token is None or "WHERE" not in failure.accepted:
        return None
    if len(following) < 2 or following[1] != "=":
        return None
    message = f"{excerpt(token)} does not set a parameter"
    fix = replace_edit(failure.place(token), "where")
    return report_idiom(
        failure, token, following[1], message, f"write `where {following[0]} = ...`", fix
    )


def set_of_parameter(failure: ParseFailure) -> Report | None:
    """Recognises `set stake = 10`, for a parameter of this file or of the extended one."""
    token, following = failure.token, failure.tokens[failure.index + 1 : failure.index + 4]
    if token is None or token.lower() != "set" or not token.leads:
        return None
    if len(following) < 3 or following[1] != "=":
        return None
    name, value = following[0], following[2]
    if failure.declares(str(name), ("param",)):
        message = "the value of a parameter is set where it is declared"
        advice = f"write `{value}` in the line `param {name} = ...`"
        return report_idiom(failure, token, value, message, advice)
    word = "change param" if "extends" in failure.tokens else "let"
    message = "no statement begins with `set`"
    fix = replace_edit(failure.place(token), word)
    return report_idiom(failure, token, value, message, f"write `{word} {name} = {value}`", fix)


IDIOM_RECOGNISERS: Final[tuple[Callable[[ParseFailure], Report | None], ...]] = (
    condition_before_clause,
    division_sign,
    limit_when,
    row_when,
    unless,
    condition_after_comma,
    condition_before_row,
    row_in_another_order,
    choice_of_programs,
    match_ending,
    declarer,
    trump_by_auction,
    case_of_turned_card,
    comparison_in_words,
    bid_of_the_dealer,
    limit_of_nothing,
    without_the_limit,
    several_dropped,
    value_of_else,
    criteria_without_then,
    row_without_deals,
    dealer_drawn,
    pack_of_cards,
    setting_of_example,
    set_of_parameter,
)
"""The recognisers of idioms, which are tried before the general ones."""
