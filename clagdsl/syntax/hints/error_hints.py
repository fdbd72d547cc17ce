"""Diagnoses the token at which the parser stopped.

The input is a `ParseFailure`; the output is one `Report`: a diagnostic, its span, and for an
obvious typo the intended word. `diagnose` works in this order:

1. The recognisers are tried in the order of `RECOGNISERS`, specific before general. A recogniser
  knows one mistake. It returns a `Report` if the failure is that mistake, else None.
2. The first report whose fix parses, or that names the intended word, is used.
3. Without one, `unexpected_token` describes the expected set.
4. `paraphrases` looks the clause up in the table of phrases. Its rewording replaces the report
  unless the report's own fix suffices.

A fix is marked safe only if no other meaning is plausible; safe fixes are applied without asking.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, get_args

from clagdsl import problems
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import RANKS, is_card, read_card
from clagdsl.lang.expr.ast import FunctionName, VariableName
from clagdsl.lang.expr.operators import ARITHMETIC, LOGIC
from clagdsl.lang.identifiers import STATEMENTS, is_word
from clagdsl.lang.source import Place, Span
from clagdsl.problems.diagnostic import Diagnostic, insert_before, replace_edit
from clagdsl.problems.escape import excerpt as shown
from clagdsl.problems.foreign_words import FOREIGN_WORDS
from clagdsl.problems.suggestions import is_misspelling, is_one_edit_apart, is_opposite
from clagdsl.syntax.expected_tokens import CONNECTING, describe_expected
from clagdsl.syntax.hints.foreign_functions import arguments_of_abs, function_of_programs
from clagdsl.syntax.hints.foreign_syntax import (
    before_then,
    decimal_number,
    is_part_of_name,
    missing_shared,
    no_trump,
    percent,
    unquoted_text,
)
from clagdsl.syntax.hints.idioms import IDIOM_RECOGNISERS
from clagdsl.syntax.hints.one_edit import (
    KEPT_WORDS,
    MEANT_WORDS,
    find_edit,
    find_slip,
    is_in_a_name,
    is_number_name,
    twice_report,
)
from clagdsl.syntax.hints.paraphrases import (
    Paraphrase,
    begins_note,
    candidate_clauses,
    find_misplaced,
    find_paraphrase,
    find_topic,
    fixed_clauses,
    needs_newer_version,
    paraphrases_of,
    parses_in_place,
    phrase_with_a_fact,
    report_paraphrase,
    with_newer_version,
)
from clagdsl.syntax.hints.parse_failure import ParseFailure, report_token, span_of
from clagdsl.syntax.hints.synonyms import (
    BIDS_ARE_NUMBERS,
    NO_EXCHANGES,
    OUT_OF_SCOPE_WORDS,
    RANK_WORDS,
    RESERVED,
    SEAT_WORDS,
    SUIT_TEXTS,
    SUIT_WORDS,
    SYNONYMS,
    is_filler,
)
from clagdsl.syntax.lex_errors import (
    DECLARE_VALUES,
    VARIABLES,
    Report,
    advise_card,
    intended_card,
)
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import END
from clagdsl.syntax.token import CLAUSES, CONTINUING, Token, construct_at


def diagnose(failure: ParseFailure) -> Report:
    """Returns the best report for a failure."""
    slip = find_slip(failure)
    if slip is not None:
        return slip
    best, is_guessed = None, False
    for report in filter(None, (recognise(failure) for recognise in RECOGNISERS)):
        is_guessed = True
        if report.intended_word or failure.parses_with(report.problem.fix):
            best = report
            break
    best = best or unexpected_token(failure)
    answer = find_paraphrase(failure)
    if answer is None and not best.problem.fix:
        edit = find_edit(failure, unexpected_token(failure).problem)
        if edit is not None:
            return edit
    is_foreign = best.intended_word != "" and (failure.token or "").lower() in FOREIGN_WORDS
    is_open = answer is None and not is_foreign and is_unhelpful(failure, best)
    first = line_start(failure) if is_open else None
    if first is not None:
        about = topic_report(failure, best, first)
        best = report_misplaced_line(failure, best) or about or best
    if answer is None or is_fix_sufficient(failure, best.problem, answer):
        return with_version_fix(failure, best)
    report = report_paraphrase(failure, answer)
    if not failure.parses_with(report.problem.fix):
        return with_version_fix(failure, best)
    if is_guessed or best.problem.code != "S140":
        return report
    # A token that is out of place keeps that diagnosis (S140), even if its meaning is known.
    rewording = report.problem
    message = answer.message or best.problem.message
    problem = dataclasses.replace(
        best.problem, message=message, help=rewording.help, fix=rewording.fix, safe=False
    )
    return Report(Span(best.span.start, max(best.span.end, answer.clause.span.end)), problem)


def is_unhelpful(failure: ParseFailure, report: Report) -> bool:
    """Returns whether a report only says that a line cannot be parsed."""
    problem = report.problem
    return problem.code in SLIP_CODES and not fixed_clauses(failure, problem.fix)


SLIP_CODES: Final = frozenset(
    {"S138", "S139", "S140", "S141", "S142", "S144", "S145", "S146", "S148"}
)
"""Codes of slips: one word or sign that is extra, missing, misspelt or misplaced."""


def report_misplaced_line(failure: ParseFailure, report: Report) -> Report | None:
    """Returns the report of a line that belongs elsewhere in the file, with its Clag version."""
    answer, place = find_misplaced(failure) or (None, "")
    if answer is None:
        return None
    suggestions = []
    for reading in answer.readings:
        advice = f"`{reading.text}`"
        if needs_newer_version(failure, reading.text):
            advice, _ = with_newer_version(failure, advice, ())
        suggestions.append(f"{advice} {reading.case}".rstrip())
    message = answer.message or report.problem.message
    help = f"write {', or '.join(suggestions)} {place}"
    problem = dataclasses.replace(report.problem, message=message, help=help, fix=(), safe=False)
    return Report(answer.clause.span, problem)


def line_start(failure: ParseFailure) -> int | None:
    """Returns the index of the line's first token, or None if no clause or statement fits there."""
    tokens = failure.tokens
    first = min(failure.index, len(tokens) - 1)
    while first > failure.first and not tokens[first].leads:
        first -= 1
    states = failure.automaton.states_before(tokens, failure.first, first, failure.start)
    accepted = failure.automaton.accepted(states)
    return first if END in accepted or "SCORE" in accepted else None


def topic_report(failure: ParseFailure, report: Report, first: int) -> Report | None:
    """Returns a report with what was expected and the forms of the line's topic; None if the topic
    is not known.
    """
    clause, topic = find_topic(failure, first, report.problem) or (None, "")
    if clause is None:
        return None
    word, problem = failure.tokens[first], report.problem
    if first == failure.index and misspelt_begin(failure, word) is not None:
        return None
    if word.lower() not in STATEMENTS and word.lower() not in CLAUSES:
        problem = unknown_line_start(failure, word).problem
    elif (expected := unexpected_token(failure).problem.help).startswith("expected "):
        topic = f"{expected}; {topic}"
    return Report(clause.span, dataclasses.replace(problem, help=topic, fix=(), safe=False))


def with_version_fix(failure: ParseFailure, report: Report) -> Report:
    """Returns a paraphrase report whose fix also raises the file's version if necessary."""
    problem = report.problem
    if problem.code != "S150" or not any(
        needs_newer_version(failure, text) for text in fixed_clauses(failure, problem.fix)
    ):
        return report
    advice, fix = with_newer_version(failure, problem.help, problem.fix)
    return Report(report.span, dataclasses.replace(problem, help=advice, fix=fix))


def is_fix_sufficient(failure: ParseFailure, problem: Diagnostic, answer: Paraphrase) -> bool:
    """Returns whether the fix of one slip is all that a paraphrased clause needs.

    A missing word is inserted only if the result is the known meaning of the clause.
    """
    texts = fixed_clauses(failure, problem.fix)
    if any(needs_newer_version(failure, text) for text in texts):
        return False
    meant = [" ".join(each.text.split()) for each in answer.readings]
    same = len(meant) == 1 and meant[0] in texts
    return same or (problem.safe and problem.code not in AMBIGUOUS_CODES and bool(texts))


AMBIGUOUS_CODES: Final = frozenset({"S144", "S145"})
"""Codes of an unquoted name and a missing word; a known paraphrase takes precedence over them."""


def declared_as_a_function(failure: ParseFailure) -> Report | None:
    """Recognises `max` in an expression if the file declares a parameter or value
    with that name.
    """
    word = failure.previous
    if word is None or word not in (*FUNCTIONS, "not"):
        return None
    for begin, name in pairwise(failure.tokens):
        if name == word and begin in DECLARE_VALUES and begin.leads:
            return report_token(failure, name, problems.checks.HidesAName)
    return None


FUNCTIONS: Final = get_args(FunctionName)


def reserved_word(failure: ParseFailure) -> Report | None:
    """Recognises a word that is reserved for a later language version."""
    token, previous = failure.token, failure.previous
    if token is None or previous is None:
        return None
    advice, instead = RESERVED.get(token), None
    if advice is None:
        return None
    return report_token(failure, token, problems.syntax.ReservedWords, advice, instead)


def out_of_scope_word(failure: ParseFailure) -> Report | None:
    """Recognises a word on the rest of the line that belongs to games outside the scope."""
    if failure.token is None or failure.is_at_boundary:
        return None
    rest = failure.tokens[failure.index : failure.index + MOST_ON_A_LINE]
    ends = (number for number, token in enumerate(rest) if number and token.leads)
    line = rest[: next(ends, None)]
    is_about_seats = not SEAT_WORDS.isdisjoint(line)
    for number, token in enumerate(line):
        # A capitalised word is often a name: `Swap` may be a deal.
        reason = OUT_OF_SCOPE_WORDS.get(token.lower() if token.leads else str(token))
        if [str(each) for each in rest[: number + 2]] in BIDS_OF_CARDS:
            reason = BIDS_ARE_NUMBERS if failure.previous == "bid" else reason
        is_outside = reason is not None and not (is_about_seats and reason == NO_EXCHANGES)
        if reason is not None and is_outside and not is_named(failure, token):
            return report_token(failure, token, problems.syntax.OutsideTheBorder, reason)
    return None


# Tokens of a line that are searched for such a word.
MOST_ON_A_LINE: Final = 40
BIDS_OF_CARDS: Final = (["with", "cards"], ["by", "cards"])
DECLARATION_WORDS: Final = frozenset({"deal", "twist", *DECLARE_VALUES})


def is_named(failure: ParseFailure, word: Token) -> bool:
    """Returns whether the file declares a name equal to a word."""
    return failure.declares(str(word), DECLARATION_WORDS)


def wrong_card(failure: ParseFailure) -> Report | None:
    """Recognises a misspelt rank, suit or card where one is expected."""
    token = failure.token
    if token is None or failure.is_at_boundary or token.leads or not token[:1].isalnum():
        return None
    if token != "of" and is_filler(token):
        return None
    place = failure.place(token)
    if token.lower() == "of" and (report := card_in_words(failure, failure.index - 1)) is not None:
        return report  # its first word was taken for the name of a special card
    if "RANK" in failure.accepted and (token.kinds[-1] == "NUMBER" or is_rank_word(token)):
        return Report(span_of(token), not_a_rank(place, token).diagnostic())
    if "SUIT_NAME" in failure.accepted and token not in failure.spellings.values():
        suit = intended_suit(token)
        if token.upper() in NO_TRUMP and "NONE" in failure.accepted:
            suit = "none"
        every = f"{', '.join(SUIT_TEXTS[:-1])} or {SUIT_TEXTS[-1]}"
        advice = f"write `{suit}`" if suit else f"write {every}"
        return report_token(failure, token, problems.syntax.NotACard, "suit", advice, suit)
    if "CARD" in failure.accepted and (report := card_in_words(failure, failure.index)) is not None:
        return report
    if "CARD" in failure.accepted and token not in failure.spellings.values():
        advice = advise_card(token) or "write a rank and the letter of a suit, such as `10H`"
        meant = intended_card(token)
        return report_token(failure, token, problems.syntax.NotACard, "card", advice, meant)
    return None


def not_a_rank(place: Place, text: str) -> problems.syntax.NotACard:
    """Returns the problem of a word in the place of a rank."""
    rank = RANK_WORDS.get(text.lower(), text.upper())
    meant = rank if rank in RANKS else run_of_ranks(text)
    advice = f"write `{meant}`" if meant else f"the ranks are {' '.join(RANKS)}"
    return problems.syntax.NotACard(place, text, "rank", advice, meant)


def intended_suit(text: str) -> str | None:
    """Returns the suit that a word probably means, or None."""
    near = difflib.get_close_matches(text.lower(), SUIT_TEXTS, 1, 0.6)
    return SUIT_WORDS.get(text.lower()) or (near[0] if near else None)


def misnamed_card(place: Place, text: str) -> problems.syntax.NotACard | None:
    """Returns the problem of a word that is meant as a rank, a card or a suit, or None."""
    card = intended_card(text)
    if card is not None:
        return problems.syntax.NotACard(place, text, "card", f"write `{card}`", card)
    if is_rank_word(text):
        return not_a_rank(place, text)
    suit = intended_suit(text)
    if suit is None:
        return None
    return problems.syntax.NotACard(place, text, "suit", f"write `{suit}`", suit)


NO_TRUMP: Final = frozenset({"NT", "SA", "NOTRUMP", "NOTRUMPS"})
"""Abbreviations of "no trumps" that players write in an auction."""


def card_in_words(failure: ParseFailure, first: int) -> Report | None:
    """Recognises a card written in three words, such as `queen of spades`."""
    words = failure.tokens[first : first + 3]
    if len(words) < 3 or words[1].lower() != "of":
        return None
    card = read_card(" ".join(words))
    if card is None:
        return None
    span = Span(words[0].start, words[2].end)
    place, text = failure.source.place(span), " ".join(words)
    problem = problems.syntax.NotACard(place, text, "card", f"write `{card}`", str(card))
    return Report(span, problem.diagnostic())


def is_rank_word(token: str) -> bool:
    """Returns whether a word is meant as a rank."""
    is_rank = token.lower() in RANK_WORDS or run_of_ranks(token) is not None
    return is_rank or (len(token) == 1 and token.isalpha())


def run_of_ranks(token: str) -> str | None:
    """Returns ranks written without spaces, such as `KQJ10`, with spaces; None for other text."""
    ranks = re.findall("10|[2-9AKQJT]", token)
    if len({*ranks}) < max(len(ranks), 2) or "".join(ranks) != token:
        return None
    return None if token.isdecimal() and len(token) <= MAX_COUNT_DIGITS else " ".join(ranks)


MAX_COUNT_DIGITS: Final = 2
"""Digits of a number that may be meant as the number of cards in a pack."""


def chained_comparison(failure: ParseFailure) -> Report | None:
    """Recognises a second comparison chained to the first, as in `1 < bid < 4`."""
    token = failure.token
    if token is None or "COMPARISON" not in token.kinds or "COMPARISON" in failure.accepted:
        return None
    depth = 0
    for index in range(failure.index - 1, failure.clause_start(), -1):
        before = failure.tokens[index]
        depth += (before == ")") - (before == "(")
        if depth < 0 or (depth == 0 and before in CONDITION_SEPARATORS):
            return None
        if depth == 0 and "COMPARISON" in before.kinds and before.type == "COMPARISON":
            middle = " ".join(failure.source.text[before.end : token.start].split())
            places = (failure.place(token), failure.place(before))
            problem = problems.syntax.ChainedComparison(*places, token, middle).diagnostic()
            if "not" in failure.tokens[failure.clause_start() : index]:
                advice = "compare twice, joined by `and`; `not` needs brackets around both"
                problem = dataclasses.replace(problem, help=advice, fix=())
            return Report(span_of(token), problem)
    return None


CONDITION_SEPARATORS: Final = frozenset(
    {"and", "or", "not", "when", "otherwise", ",", ":", "keeps", "score"}
)


def colon_or_equals(failure: ParseFailure) -> Report | None:
    """Recognises `:` for `=`, or the reverse."""
    token = failure.token
    if token == "=" and "COLON" in failure.accepted:
        expected = ":"
    elif token == ":" and "EQUAL" in failure.accepted:
        expected = "="
    else:
        return None
    # In a condition, a colon may be meant as any comparison.
    surely = expected == ":" or failure.tokens[failure.clause_start()] in ("let", "param", "change")
    return report_token(failure, token, problems.syntax.ColonOrEquals, expected, safe=surely)


VALUES_AND_MADE: Final = VARIABLES | {"made"}


def run_together(failure: ParseFailure) -> Report | None:
    """Recognises a keyword joined to the next word, such as `to7`, `whenmade` or `cardsAS`."""
    token = failure.token
    if token is None or token.kinds != ("NAME",) or failure.is_at_boundary:
        return None
    for kind, word in failure.spellings.items():
        rest = token[len(word) :] if token.lower().startswith(word) else ""
        if kind not in failure.accepted or not word.isalpha() or not rest:
            continue
        if not rest.isdecimal() and not is_card(rest):
            rest = rest.lower()
            if rest not in VALUES_AND_MADE:
                continue
        follow = scan(rest, failure.words).tokens
        if len(follow) == 1 and failure.accepts_next([failure.words[word], follow[0].kinds]):
            meant = f"{word} {rest}"
            return report_token(failure, token, problems.syntax.MisspeltWord, meant)
    return None


def joined_to_otherwise(failure: ParseFailure) -> Report | None:
    """Recognises `and otherwise 0` after a condition, where a comma belongs."""
    tokens, index = failure.tokens, failure.index
    if failure.is_at_boundary or index - failure.first < 4 or tokens[index - 1] != "otherwise":
        return None
    if tokens[index - 2] not in ("and", "or"):
        return None
    span = Span(tokens[index - 2].start, tokens[index - 1].end)
    fix = replace_edit(failure.source.place(Span(tokens[index - 3].end, span.end)), ", otherwise")
    value = failure.token or ""
    problem = problems.syntax.ForeignPhrase(
        failure.source.place(span),
        f"{shown(f'{tokens[index - 2]} otherwise')} is written as `, otherwise`",
        f"write {shown(f', otherwise {value}')}",
        fix,
    )
    return Report(span, problem.diagnostic())


def was_read_as_name(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a keyword before the failure was parsed as a name."""
    return word.type == "NAME" and word.kinds[0] != "NAME" and word in failure.words


def is_no_value(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a keyword or filler that is not a value was parsed as a name."""
    is_other_word = was_read_as_name(failure, word) or is_filler(word)
    is_declared_name = may_be_value(failure, word) or failure.declared[word]
    return word.type == "NAME" and is_other_word and not is_declared_name


def is_unknown_name(failure: ParseFailure, word: Token) -> bool:
    """Returns whether nothing declares a word that is not one of the language."""
    is_own = word.kinds == ("NAME",) and "extends" not in failure.tokens
    return is_own and not failure.declared[word] and word not in get_args(VariableName)


def may_be_value(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a word is a number or a name of the language or the file; a file that extends
    another may inherit a name.
    """
    is_inherited = word.kinds == ("NAME",) and "extends" in failure.tokens and not is_filler(word)
    is_value = word in get_args(VariableName) or word.kinds[-1] == "NUMBER" or word == "("
    return is_value or is_inherited or failure.declares(str(word))


def repeated_keyword(failure: ParseFailure) -> Report | None:
    """Recognises the first word of a clause or statement written twice, as in `bid bid in turn`."""
    tokens, index = failure.tokens, failure.index
    # if the second was taken for a name, the token after it is the one refused
    for second in (index, index - 1):
        first = second - 1
        if first < failure.first or second >= len(tokens) or tokens[first] != tokens[second]:
            continue
        if tokens[first] not in CLAUSES and tokens[first] not in STATEMENTS:
            continue
        automaton, start = failure.automaton, failure.start
        states = automaton.states_before(tokens, failure.first, second, start)
        once = automaton.states_before(tokens, failure.first, first, start)
        if not automaton.shift(once, failure.kinds(first)) or not automaton.shift(
            once, failure.kinds(second + 1)
        ):
            continue
        if "NAME" in automaton.accepted(states) and tokens[second].leads:
            continue
        return twice_report(failure, second)
    return None


def misspelt(failure: ParseFailure) -> Report | None:
    """Recognises a misspelt keyword, if the text after it parses with the correction."""
    return nearest_word(failure, surely=True)


def perhaps_misspelt(failure: ParseFailure) -> Report | None:
    """Recognises a misspelt keyword by its spelling alone."""
    return nearest_word(failure, surely=False)


def nearest_word(failure: ParseFailure, surely: bool) -> Report | None:
    """Returns the report of the nearest expected word.

    If `surely`, the text after it must parse with the correction.
    """
    token = failure.token
    if token is None or not (is_word(token) or (surely and token == "-")):
        return None
    if "RANK" in failure.accepted and is_rank_word(token):
        return None
    if "CARD" in failure.accepted and intended_card(token) is not None:
        return None
    if (failure.is_at_boundary and (token.leads or not surely)) or token.lower() in NOT_MISSPELT:
        return None
    previous = failure.previous
    if token.lower() in POINT_WORDS and previous is not None and previous.isdecimal():
        return None  # it labels the number
    choices = [word for kind, word in failure.spellings.items() if kind in failure.accepted]
    words = [word for word in choices if word.isalpha() or word == ","]
    words = [word for word in words if not is_opposite(token.lower(), word)]
    if not token.leads and "COMMA" in failure.accepted and failure.accepts_word(",", 0):
        # only a comma is missing, as before `dealer drawn`
        words = [word for word in words if word not in STATEMENTS]
    if not token.leads and len(token) < MIN_STATEMENT_LENGTH:
        # a short word within a line does not begin a statement: `odd` is not `add`
        words = [word for word in words if word not in STATEMENTS or word == token.lower()]
    low = 0.5 if len(token) < 3 and surely else 0.66
    cutoff = 0.8 if token in failure.words else low
    if token in failure.words and not surely:
        return None
    near = similar_words(token, words, cutoff, surely=surely)
    slips = [word for word in words if is_misspelling(token.lower(), word)]
    is_foreign = token.lower() in FOREIGN_WORDS
    meanings = [word for word in SYNONYMS.get(token.lower(), ()) if word in words]
    fitting = [word for word in meanings if failure.accepts_word(word, 1)]
    synonym = next(iter((*fitting, *meanings)), None)
    if synonym and (token.leads or is_foreign or synonym not in {*STATEMENTS, *CLAUSES}):
        near.insert(0, synonym)
    for word in near:
        if word == token.lower() or not surely or failure.accepts_word(word, 1):
            certain = (surely and slips == [word]) or word in (token.lower(), synonym)
            # A capital inside a word begins another one: `cardsAS` is a word and a card.
            cased = token.isupper() or token[1:].islower()
            certain = certain and (token == "-" or (only_letters(token) and cased))
            certain = certain and (word != "," or names_a_deal(failure, failure.index + 1))
            following = failure.tokens[failure.index + 1 : failure.index + 2]
            if word == "when" and following and following[0].lower() in AFTER_IF:
                return None
            is_meant = surely or (is_foreign and word == synonym)
            report = report_token(failure, token, problems.syntax.MisspeltWord, word, safe=certain)
            return report._replace(intended_word=word if is_meant else "")
    return None


AFTER_IF: Final = frozenset({"able", "allowed", "can", "possible", "they", "you"})
"""Words after `if` that give no condition of the language."""


def similar_words(token: Token, words: Sequence[str], cutoff: float, *, surely: bool) -> list[str]:
    """Returns the words that a token resembles, the nearest first."""
    lower = token.lower()
    near = difflib.get_close_matches(lower, words, 3, cutoff)
    near = [
        word
        for word in near
        if word not in KEPT_WORDS or word in lower or is_misspelling(lower, word)
    ]
    if token.leads and len(token) < MIN_TWO_SLIP_LENGTH:
        # the text after a clause keyword proves little: `screw` and `blind` are words of their
        # own
        near = [word for word in near if word == lower or is_one_edit_apart(lower, word)]
    return [
        word
        for word in near
        if word[0] == lower[0] or (surely and is_one_edit_apart(lower, word)) or lower == "-"
    ]


NOT_MISSPELT: Final = frozenset(
    {"clockwise", "declarer", "over", "for", "red", *(KEPT_WORDS - SYNONYMS.keys())}
)
"""Words that resemble `counterclockwise`, `dealer`, `or` or `turned`, and mean something else."""


def names_a_deal(failure: ParseFailure, index: int) -> bool:
    """Returns whether a token may be the name of a deal: one of this file, or an inherited one."""
    word = failure.tokens[index : index + 1]
    return "extends" in failure.tokens or (word != [] and is_declared(failure, word[0]))


# Letters of the shortest word within a line that may be a misspelt statement keyword.
MIN_STATEMENT_LENGTH: Final = 5
MIN_TWO_SLIP_LENGTH: Final = 7
"""The minimum length at which a word may contain two typos."""
LETTERS: Final = re.compile(r"[^\W\d]+(?:[0-9][^\W\d]+)*")


def only_letters(word: str) -> bool:
    """Returns whether a word consists of letters, possibly with a digit inside by mistake.

    A digit at either end, or a superscript, carries a meaning that the correction would lose.
    """
    has_valid_characters = all(each.isalpha() or each.isdecimal() or each == "_" for each in word)
    return has_valid_characters and LETTERS.fullmatch(word) is not None


def means_otherwise(word: str) -> bool:
    """Returns whether a word can only mean `otherwise`."""
    word = word.lower()
    is_synonym = word == "otherwise" or "otherwise" in SYNONYMS.get(word, ())
    return is_synonym or is_misspelling(word, "otherwise")


def is_meant_as_otherwise(word: Token) -> bool:
    """Returns whether a name is a misspelling or a foreign word for `otherwise`."""
    return word.type == "NAME" and resembles_otherwise(word)


def resembles_otherwise(word: str) -> bool:
    """Returns whether a text is a misspelling or a foreign word for `otherwise`."""
    is_synonym = "otherwise" in SYNONYMS.get(word.lower(), ())
    return is_synonym or bool(difflib.get_close_matches(word.lower(), ["otherwise"], 1, 0.75))


def otherwise_run_together(failure: ParseFailure) -> Report | None:
    """Recognises `10 when made otherwise0`, which lacks its comma and its space."""
    token = failure.token
    if token is None or token.kinds != ("NAME",) or "COMMA" not in failure.accepted:
        return None
    match = RUN_TOGETHER.fullmatch(token)
    if match is None or not resembles_otherwise(match[1]):
        return None
    meant = f", otherwise {match[2]}"
    before = failure.tokens[failure.index - 1]
    fix = replace_edit(failure.source.place(Span(before.end, token.end)), meant)
    message = f"{shown(token)} is written as `{meant}`"
    problem = problems.syntax.ForeignPhrase(
        failure.place(token), message, f"write {shown(meant)}", fix
    )
    return Report(span_of(token), problem.diagnostic())


RUN_TOGETHER: Final = re.compile(r"([^\W\d]+)([0-9]+)")


def else_for_otherwise(failure: ParseFailure) -> Report | None:
    """Recognises `, else 2` or `, othewise 2`, where the word was parsed as a name."""
    previous = failure.previous
    if previous is None or previous.type != "NAME" or failure.is_at_boundary:
        return None
    if not is_meant_as_otherwise(previous):
        return None
    if "OTHERWISE" not in failure.accepted_before():
        return None
    safe = means_otherwise(previous)
    report = report_token(failure, previous, problems.syntax.MisspeltWord, "otherwise", safe=safe)
    return report._replace(intended_word="otherwise" if safe else "")


DECLARATION_KINDS: Final = ("deal", "twist", "param", "let")
BEFORE_A_NAME: Final = ("change", "drop", "add", "after", "before")


def unquoted_name(failure: ParseFailure) -> Report | None:
    """Recognises a name of several words without quotation marks."""
    token, previous = failure.token, failure.previous
    if token is None or previous is None or previous.type != "NAME" or token == previous:
        return None
    if "STRING" not in failure.accepted_before():
        return None
    index = failure.index
    while index < len(failure.tokens) and (
        is_part_of_name(failure.tokens[index]) or is_within_word(failure, index)
    ):
        index += 1
    if index == failure.index or not failure.accepts_next([failure.kinds(index)]):
        return None
    last = failure.tokens[index - 1]
    span = Span(previous.start, last.end)
    known = [is_declared(failure, each) or each in failure.specials for each in (previous, last)]
    says_nothing = previous in KEPT_WORDS or (previous.islower() and is_filler(previous))
    if says_nothing or all(known):
        return None
    name = " ".join(failure.source.text[span.start : span.end].split())
    parts = failure.tokens[failure.index - 1 : index]
    is_whole = is_declared_as(failure, parts, name)
    if is_extra_before(failure, last, known) and not is_whole:
        extra_span = Span(previous.start, previous.end if last is token else token.end)
        text = failure.source.text[extra_span.start : extra_span.end]
        extra = problems.syntax.SuperfluousWord(failure.source.place(extra_span), text)
        return Report(extra_span, extra.diagnostic())
    is_use = "extends" not in failure.tokens and not is_declaration(failure)
    is_title = all(each[0].isupper() for each in parts)
    if is_use and (known[0] or not is_title) and not is_whole:
        return None
    several = "" if is_whole else suggest_several_names(failure, index)
    problem = problems.syntax.UnquotedName(
        failure.source.place(span),
        name,
        several=several,
        # a word that is declared on its own may be an extra word instead
        safe=not several
        and len({each[0].isupper() for each in parts}) == 1
        and not any(
            failure.declares(each, {*DECLARATION_WORDS, "as", "source"})
            or each in failure.words
            or is_filler(each)
            for each in parts
        ),
    )
    return Report(span, problem.diagnostic())


def is_declaration(failure: ParseFailure) -> bool:
    """Returns whether the word before the mistake is declared there."""
    return failure.tokens[failure.index - 2] in DECLARATION_WORDS | {"as"}


def is_extra_before(failure: ParseFailure, last: Token, known: Sequence[bool]) -> bool:
    """Returns whether the first of two words, as in `super Misere` or `non-Misere`, is one too
    many: the last word alone is the name that the file declares or, in a declaration, the name that
    the file uses and does not declare. `known` are the words that it declares.
    """
    if last is not failure.token and not (
        is_within_word(failure, failure.index) and last is failure.tokens[failure.index + 1]
    ):
        return False
    if not is_declaration(failure):
        return known == [False, True]
    uses = [each for each in failure.tokens if each.strip('"') == last and each is not last]
    return not known[1] and uses != [] and "extends" not in failure.tokens


def is_within_word(failure: ParseFailure, index: int) -> bool:
    """Returns whether a token is a hyphen between two words without blanks, as in `No-Trump`."""
    before, hyphen, *after = failure.tokens[index - 1 : index + 2]
    return (
        hyphen == "-"
        and before.end == hyphen.start
        and after[:1] != []
        and after[0].start == hyphen.end
        and is_part_of_name(after[0])
    )


def name_before_is(failure: ParseFailure) -> Report | None:
    """`deal No Trump is normal`: a second word with a capital, which resembles one of Clag.

    Also `change Twos Wild wild 2 3`.
    """
    token, index = failure.token, failure.index
    if token is None or index < 2 or not token[0].isupper():
        return None
    if is_in_a_name(failure.tokens, index):
        report = unquoted_name(failure)  # not a safe fix: the second word may be one too many
        return report and report._replace(problem=dataclasses.replace(report.problem, safe=False))
    if failure.tokens[index - 2] not in ("deal", "twist"):
        return None
    while index < len(failure.tokens) and is_part_of_name(failure.tokens[index]):
        index += 1
    return unquoted_name(failure) if failure.tokens[index : index + 1] == ["is"] else None


def suggest_several_names(failure: ParseFailure, ends: int) -> str:
    """Returns advice that reads the words up to an index as several names, or "" if it is not
    possible.
    """
    first = failure.index - 1
    words = [str(word) for word in failure.tokens[first:ends]]
    if not all(map(is_word, words)):
        return ""  # a number or a sign
    if failure.tokens[first - 1] == "drop":
        return " and ".join(f"`drop {word}`" for word in words)
    following = failure.tokens[ends : ends + 1]
    # if the names are separated by commas, the words between two commas are one name
    alone = failure.context() == "schedule" and "," not in (failure.tokens[first - 1], *following)
    return f"`{', '.join(words)}`" if alone else ""


def unquoted_file(failure: ParseFailure) -> Report | None:
    """Recognises `extends raf-pagat` or `extends house.clag` without quotation marks."""
    text, token = failure.source.text, failure.token
    if token is None or token.leads:
        return None
    index = failure.index
    while index > failure.first and failure.tokens[index - 1].end == failure.tokens[index].start:
        index -= 1
    begins = failure.tokens[index].start
    if index == failure.index or failure.tokens[index - 1] != "extends":
        return None
    match = re.match(r"[^\s\"#]+", text[begins:])
    if match is None:
        return None
    span = Span(begins, begins + len(match[0]))
    place = failure.source.place(span)
    problem = problems.syntax.UnquotedName(place, match[0], is_text=True)
    return Report(span, problem.diagnostic())


def kind_before_a_name(failure: ParseFailure) -> Report | None:
    """Recognises `change deal normal` or `drop param hook`: an inherited item is named without its
    kind.
    """
    token, previous = failure.token, failure.previous
    if token is None or previous not in DECLARATION_KINDS or previous is None or failure.index < 2:
        return None
    if failure.tokens[failure.index - 2] not in BEFORE_A_NAME:
        return None
    if not {"NAME", "STRING"} & {*token.kinds} or token in CLAUSES:
        return None
    return report_token(failure, previous, problems.syntax.SuperfluousWord)


def changed_word(trouble: ParseFailure) -> Report | None:
    """Recognises `change shedule 7 down to 1 cards`, whose keyword was parsed as a deal."""
    tokens, index = trouble.tokens, trouble.index
    if index < 2 or tokens[index - 2] != "change" or tokens[index - 1].type != "NAME":
        return None
    return misspelt(dataclasses.replace(trouble, index=index - 1))


def change_of_no_deal(failure: ParseFailure) -> Report | None:
    """`change score 10` names no deal: `score` was read as its name."""
    word = failure.previous
    if word is None or word not in CLAUSES or failure.tokens[: failure.index][-2:-1] != ["change"]:
        return None
    begin = failure.tokens[failure.index - 2]
    name, ends = "the name of a deal", failure.place(word)
    return report_token(failure, begin, problems.syntax.UnfinishedPhrase, name, ends)


def changed_parameter(failure: ParseFailure) -> Report | None:
    """Recognises `change hook = true`, which lacks `param`."""
    previous = failure.previous
    if failure.token != "=" or previous is None or failure.index < 2:
        return None
    if failure.tokens[failure.index - 2] != "change":
        return None
    return report_token(failure, previous, problems.syntax.MissingWord, "param")


def is_declared_as(failure: ParseFailure, words: Sequence[Token], text: str) -> bool:
    """Returns whether this file declares a deal or twist with a name of these words, `text`.

    In a declaration, its use elsewhere is enough.
    """
    tokens, name = failure.tokens, f'"{text}"'
    if is_declaration(failure) and name in tokens:
        return True
    places = [n for n, word in enumerate(tokens, 1) if word in ("deal", "twist", "as")]
    return any(
        tokens[n : n + 1] == [name]
        or (tokens[n : n + len(words)] == [*words] and tokens[n] is not words[0])
        for n in places
    )


def is_declared(failure: ParseFailure, name: Token) -> bool:
    """Returns whether the file declares a deal or twist with this name in another place."""
    return failure.declares(name, ("deal", "twist", "as"))


def missing_with(failure: ParseFailure) -> Report | None:
    """Recognises a derived deal whose clauses do not begin with `with`."""
    token = failure.token
    if token is None or "WITH" not in failure.accepted or token not in CLAUSES:
        return None
    if failure.previous is not None and is_no_value(failure, failure.previous):
        return None
    if not failure.accepts_word("with", 0):
        return None
    return report_token(failure, token, problems.syntax.MissingWord, "with")


def row_without_schedule(failure: ParseFailure) -> Report | None:
    """`1 up to 7 cards: normal` in a file without `schedule`."""
    token, tokens, index = failure.token, failure.tokens, failure.index
    if token is None or not token.leads or token.kinds[-1] != "NUMBER":
        return None
    before = zip([None, *tokens], tokens, strict=False)
    if any(each == "schedule" and (each.leads or last == "change") for last, each in before):
        return None
    ends = next((n for n in range(index + 1, len(tokens)) if tokens[n].leads), len(tokens))
    if ":" not in tokens[index:ends]:
        return None
    return report_token(failure, token, problems.syntax.MissingWord, "schedule")


def clause_outside_deal(failure: ParseFailure) -> Report | None:
    """Recognises a clause outside of any deal."""
    token, previous = failure.token, failure.previous
    if token is None or token not in CLAUSES or "TWIST" not in failure.accepted:
        return None
    if not (token.leads or failure.is_at_boundary):
        return None
    if previous is not None and is_no_value(failure, previous):
        return None
    ends = statement_within_deal(failure)
    where = None if ends is None else failure.place(ends)
    return report_token(failure, token, problems.syntax.ClauseOutsideADeal, where, str(ends or ""))


def statement_within_deal(failure: ParseFailure) -> Token | None:
    """Returns the indented statement before the failure that ends a deal too early, or None."""
    tokens = failure.tokens
    begun = [n for n in range(failure.index) if construct_at(tokens, n) == "statement"][-2:]
    if len(begun) < 2 or failure.place(tokens[begun[1]]).column == 1:
        return None
    has_clauses = tokens[begun[0]] in ("deal", "twist", "change")
    return tokens[begun[1]] if has_clauses else None


def empty_body(failure: ParseFailure) -> Report | None:
    """Recognises a deal, twist or change without any clause."""
    if not failure.is_at_boundary or END in failure.accepted or "SCORE" not in failure.accepted:
        return None
    begin = failure.clause_start()
    named = begin + 1
    if failure.tokens[begin] not in ("deal", "twist", "change") or named >= len(failure.tokens):
        return None
    kind = "twist" if failure.tokens[begin] == "twist" else "deal"
    name = failure.tokens[named]
    ends = None if failure.token is None else failure.place(failure.token)
    problem = problems.syntax.EmptyDeal(
        failure.place(name), kind, name.strip('"'), ends
    ).diagnostic()
    return Report(span_of(name), problem)


def unbalanced_bracket(failure: ParseFailure) -> Report | None:
    """Recognises a bracket that closes nothing, or one that is never closed."""
    token, previous = failure.token, failure.previous
    openings: list[Token] = []
    for index in range(failure.clause_start(), failure.index):
        if failure.tokens[index] == "(":
            openings.append(failure.tokens[index])
        elif failure.tokens[index] == ")" and openings:
            openings.pop()
    if token == ")" and not openings:
        return report_token(failure, token, problems.syntax.LoneBracket, None)
    if previous is None or not openings or "RPAR" not in failure.accepted:
        return None
    if closed_later(failure) >= len(openings):
        return None
    if not failure.is_at_boundary and not failure.accepts_word(")", 0):
        return None
    opened = failure.place(openings[-1])
    return Report(
        span_of(previous),
        problems.syntax.LoneBracket(failure.place(previous), "(", opened).diagnostic(),
    )


def closed_later(failure: ParseFailure) -> int:
    """Returns the number of open brackets that the rest of the clause closes."""
    depth = closed = 0
    for index in range(failure.index, len(failure.tokens)):
        token = failure.tokens[index]
        if construct_at(failure.tokens, index) is not None:
            break
        depth += (token == "(") - (token == ")")
        closed = max(closed, -depth)
    return closed


def otherwise_before_when(failure: ParseFailure) -> Report | None:
    """Recognises `otherwise 5 when bid = 0`: `otherwise` is written only before the last value."""
    if failure.token != "when":
        return None
    tokens, depth, begin, first = failure.tokens, 0, failure.index, failure.clause_start() + 1
    while depth >= 0 and begin > first:
        begin -= 1
        depth += (tokens[begin] == ")") - (tokens[begin] == "(")
    found = [*misplaced_otherwise(tokens, begin - (depth >= 0))]
    if not found:
        return None
    word = tokens[found[0]]
    problem = problems.syntax.SuperfluousWord(failure.place(word), word).diagnostic()
    help = f"{problem.help}: it is written only before the last value"
    blanks = [Span(tokens[index].start, tokens[index + 1].start) for index in found]
    fix = tuple(edit for span in blanks for edit in replace_edit(failure.source.place(span), ""))
    return Report(span_of(word), dataclasses.replace(problem, help=help, fix=fix))


def misplaced_otherwise(tokens: Sequence[Token], begin: int) -> Iterator[int]:
    """Yields the index of each `otherwise` before a value with a `when` of its own, in one choice.

    The choice begins after the token at `begin`.
    """
    depth, otherwise = 0, None
    for index in range(begin + 1, len(tokens)):
        depth += (tokens[index] == "(") - (tokens[index] == ")")
        if depth < 0 or construct_at(tokens, index) is not None:
            return
        if depth == 0 and tokens[index] == "when" and otherwise is not None:
            yield otherwise
        if depth == 0 and tokens[index] in (",", "when", "otherwise"):
            otherwise = index if tokens[index] == "otherwise" else None


def without_otherwise(failure: ParseFailure) -> Report | None:
    """Recognises a choice without its `otherwise`."""
    token, previous = failure.token, failure.previous
    ends = failure.is_at_boundary or token in ("from", "assume", ")")
    if previous is None or not ends or END in failure.accepted:
        return None
    if not failure.accepted & {"COMMA", "WHEN"} or "FROM" in failure.accepted:
        return None
    for index in range(failure.index - 1, failure.clause_start(), -1):
        word = failure.tokens[index]
        if word in ("otherwise", "schedule", ":"):
            return None
        if failure.tokens[index - 1] == "," and is_meant_as_otherwise(word):
            figures = word[len("otherwise") :] if word.lower().startswith("otherwise") else ""
            meant = f"otherwise {figures}" if figures.isdecimal() else "otherwise"
            safe = means_otherwise(word)
            return report_token(failure, word, problems.syntax.MisspeltWord, meant, safe=safe)
        if word == "when":
            problem = problems.syntax.MissingOtherwise(
                failure.place(previous), failure.place(word), suggest_otherwise(failure, index)
            ).diagnostic()
            return Report(span_of(previous), with_otherwise_fix(failure, index, problem))
    return None


def with_otherwise_fix(failure: ParseFailure, when: int, problem: Diagnostic) -> Diagnostic:
    """Returns a problem with a fix for `10 when made, 0`, whose last value lacks `otherwise`.

    Also for `10 when made or 0`: a number cannot be a condition.
    """
    tokens, depth = failure.tokens, 0
    for index in range(failure.index - 1, when, -1):
        depth += (tokens[index] == ")") - (tokens[index] == "(")
        number = all(is_arithmetic(each) for each in tokens[index + 1 : failure.index])
        if depth == 0 and (tokens[index] == "," or (tokens[index] == "or" and number)):
            value = failure.source.text[tokens[index].end : tokens[failure.index - 1].end]
            joined = failure.source.place(Span(tokens[index - 1].end, tokens[index].end))
            fix = replace_edit(joined, ", otherwise")
            if is_filler(tokens[index + 1]) or not failure.parses_with(fix):
                break
            help = f"write {shown(f', otherwise {value.strip()}')}"
            if tokens[index] == "or":
                help += f" for {shown(f'or {value.strip()}')}"
            return dataclasses.replace(problem, help=help, fix=fix)
    return problem


def is_arithmetic(token: Token) -> bool:
    """Returns whether a token can be part of a sum of numbers, but not of a condition."""
    signs = ("+", "-", "*", "(", ")", ",", *FUNCTIONS)
    return token in ("bid", "tricks", "cards", "points", *signs) or (token.kinds[-1] == "NUMBER")


FREE_OTHERWISE: Final = {"last bid": "keeps bids != cards"}
"""Limits that can follow `free` in the advice, by the clause's keyword."""


def suggest_otherwise(failure: ParseFailure, chosen: int) -> str:
    """Returns a plausible value for the `otherwise` of a choice, or "" if none is known.

    `chosen` is the index of its `when`.
    """
    tokens, begin = failure.tokens, failure.clause_start()
    begun = " ".join(tokens[begin : begin + 2])
    inside = tokens[begin:chosen].count("(") > tokens[begin:chosen].count(")")
    if inside or tokens[begin] in ("let", "settle"):
        number = tokens[chosen - 1].kinds[-1] == "NUMBER" and tokens[chosen - 2] in (
            "(",
            "=",
            "pays",
        )
        ends = tokens[failure.index : failure.index + 2]
        sized = tokens[begin] == "schedule" and ends != [")", "times"]  # nobody is dealt 0 cards
        return "0" if number and not sized else ""
    if tokens[begin] == "score":
        return "0"
    if begun in FREE_OTHERWISE and tokens[begin + 2] == "free":
        return FREE_OTHERWISE[begun]
    opening = " ".join(tokens[begin : begin + 5])
    aspects = [each for each in TABLE.values() if f"{opening} ".startswith(f"{each.keyword} ")]
    if not aspects:
        return ""
    aspect = max(aspects, key=lambda each: len(each.keyword))
    clause_text = " ".join(tokens[begin:chosen])
    sayings = [] if aspect.default is None else [aspect.default.syntax]
    if aspect.name != "follow":  # its policies are classes of cards
        sayings += [each.syntax for each in aspect.policies if "CONDITION" not in each.syntax]
    return next((each for each in sayings if not clause_text.endswith(f" {each}")), "")


def missing_operand(failure: ParseFailure) -> Report | None:
    """Recognises a word or sign without its left operand: `then cards: Grand`, `when > bid`."""
    tokens = failure.tokens
    for index in (failure.index - 1, failure.index):
        if not failure.first < index < len(tokens):
            continue
        word, previous = tokens[index], tokens[index - 1]
        if index < failure.index and not was_read_as_name(failure, word):
            continue
        if index == failure.index and (
            "COMPARISON" not in word.kinds or previous not in BEFORE_A_CONDITION
        ):
            continue
        states = failure.automaton.states_before(tokens, failure.first, index, failure.start)
        accepted = failure.automaton.accepted(states)
        fills = insert_before(failure.place(word), "x ")
        if "NAME" in accepted and failure.parses_with(fills):
            may = describe_expected(accepted, failure.words)
            return report_token(failure, previous, problems.syntax.UnfinishedPhrase, may, None)
    return None


BEFORE_A_CONDITION: Final = frozenset({*LOGIC, "not", "when", "keeps"})


def missing_token(failure: ParseFailure) -> Report | None:
    """Recognises a missing comma, other sign or word between two tokens."""
    token = failure.token
    if token is None or failure.is_at_boundary:
        return None
    before = failure.previous or token
    is_idle = token not in failure.words and is_filler(token)
    if (
        "COMMA" in failure.accepted
        and failure.accepts_word(",", 0)
        and not (is_idle or is_unknown_name(failure, token) or is_no_value(failure, before))
    ):
        # A repeated word is extra, not separated; in a sum, anything may be missing.
        twice = token == failure.previous
        surely = not twice and not in_brackets(failure)
        comma, place = problems.syntax.MissingComma, failure.place(before)
        return report_token(failure, token, comma, place, safe=surely, twice=twice)
    if is_idle or (is_no_value(failure, before) and not token.leads):
        return None
    is_twice = token == failure.previous and (token[0].isalnum() or token[0] == '"')
    if is_twice and failure.accepts_next([failure.kinds(failure.index + 1)]):
        return twice_report(failure, failure.index)
    avoided = {*CONNECTING, "LPAR", "NOT", "DOT", "FROM", "ASSUME"}
    choices = {"no", "none", "rotates", "throughout", "again"}
    every = [
        word
        for kind, word in failure.spellings.items()
        if kind in failure.accepted
        and kind not in avoided
        and word not in STATEMENTS
        and word not in choices
        and not (word in ("by", ",") and is_unknown_name(failure, token))
        and not (word == "by" and failure.context() == "schedule")
        and [word] != failure.tokens[failure.index + 1 : failure.index + 2]
        and failure.accepts_word(word, 0)
    ]
    within = CLAUSES if failure.context() != "example" else ()
    words = [word for word in every if word not in within]
    surely = len(every) == 1 and token != failure.previous
    if sorted(words) == ["down", "up"]:
        return up_or_down(failure, token)
    if sorted(words) == ["card", "cards"]:
        words = ["card" if failure.previous == "1" else "cards"]
    is_doubtful = is_unknown_name(failure, before) and not token.leads
    if len(words) != 1 or (is_doubtful and words[0].isalpha()):
        return None
    is_criterion = words == ["total"] and failure.context() == "winner"
    if words[0] in MEANT_WORDS and not is_criterion:
        return None
    if words == ["otherwise"] and failure.previous == ",":
        clause = failure.tokens[failure.clause_start() : failure.index]
        if "keeps" in clause and "when" not in clause:
            return two_conditions(failure)
    previous = failure.previous or token
    # Two numbers may be one, or one may be extra.
    numbers = previous.kinds[-1] == token.kinds[-1] == "NUMBER"
    surely = surely and not numbers
    gap = Span(previous.end, token.start)
    between = failure.source.text[gap.start : gap.end]
    blank = failure.source.place(gap) if between and not between.strip(" ") else None
    missing = problems.syntax.MissingWord
    return report_token(failure, token, missing, words[0], safe=surely, gap=blank)


def two_conditions(failure: ParseFailure) -> Report:
    """Returns the report of a limit with a comma between two conditions: `and`, or `otherwise`."""
    comma = failure.tokens[failure.index - 1]
    fix = replace_edit(failure.place(comma), " and")
    message = "a comma cannot join two conditions of a limit"
    advice = (
        "write `and` instead if both must be true, or `otherwise` after it if the second applies"
        " when no bid meets the first"
    )
    problem = problems.syntax.ForeignPhrase(failure.place(comma), message, advice, fix)
    return Report(span_of(comma), problem.diagnostic())


def up_or_down(failure: ParseFailure, token: Token) -> Report:
    """Returns the report of row sizes without a direction; offers both if both are possible."""
    low, high = adjacent_size(failure, -1), adjacent_size(failure, 1)
    word = "up" if low == 1 else "down" if high == 1 else ""  # each player gets at least one card
    if low is not None and high is not None:
        word = "down" if low > high else "up"
    if word:
        return report_token(failure, token, problems.syntax.MissingWord, word, safe=False)
    message = "`up` or `down` is missing before `to`"
    advice = "write `up to` or `down to`"
    either = problems.syntax.ForeignPhrase(failure.place(token), message, advice)
    return Report(span_of(token), either.diagnostic())


def foreign_range(failure: ParseFailure) -> Report | None:
    """Recognises `7 bis 1`, with a foreign word for `to` between the sizes of a row."""
    token = failure.token
    if token is None or "to" not in FOREIGN_WORDS.get(token.lower(), ()):
        return None
    first, last = adjacent_size(failure, -1), adjacent_size(failure, 1)
    if "UP" not in failure.accepted or first is None or last is None:
        return None
    words = "down to" if first > last else "up to"
    report = report_token(failure, token, problems.syntax.MisspeltWord, words, safe=False)
    return report._replace(intended_word=words)


def in_brackets(failure: ParseFailure) -> bool:
    """Returns whether the failure is inside open brackets."""
    before = failure.tokens[failure.clause_start() : failure.index]
    return before.count("(") > before.count(")")


def adjacent_size(failure: ParseFailure, step: int) -> int | None:
    """Returns the size before (-1) or after (1) the failure if it is a number alone, or None."""
    index, tokens = failure.index + step, failure.tokens
    if not 0 <= index < len(tokens) or tokens[index].kinds[-1] != "NUMBER":
        return None
    beyond = index + step
    is_part = 0 <= beyond < len(tokens) and tokens[beyond] in ARITHMETIC
    return None if is_part else int(tokens[index])


def without_operator(failure: ParseFailure) -> Report | None:
    """Recognises two values without an operator between them."""
    token = failure.token
    if token is None or token.leads or "PLUS" not in failure.accepted:
        return None
    is_value = token.kinds[0] in ("NAME", "NUMBER", "RANK") or token in VARIABLES
    if token != "(" and not is_value:
        return None
    place, previous = failure.place(token), failure.previous
    following = failure.tokens[failure.index + 1 : failure.index + 2]
    if token in ("x", "X") and following and following[0].type != "END":
        return report_token(failure, token, problems.syntax.ForeignSign, "*")
    sign = {"plus": "+", "minus": "-", "times": "*", "mal": "*", "fois": "*"}.get(token.lower())
    if sign is not None and previous is not None and is_unknown_name(failure, previous):
        return unexpected_token(failure)
    if sign is not None and following and following[0].type != "END":
        sure = token.lower() in ("plus", "minus") and is_operator_word(failure, token)
        return report_token(failure, token, problems.syntax.ForeignSign, sign, sure)
    if token.lower() == "per" and previous is not None:
        message = "points for each of something need a product"
        advice = (
            f"multiply, as in `{previous} * tricks`, or as in `{previous} * abs(bid - tricks)`"
            " for each trick too many or too few"
        )
        product_problem = problems.syntax.ForeignPhrase(place, message, advice)
        return Report(span_of(token), product_problem.diagnostic())
    numbers = [each for each in (previous, token) if each is not None and each.isdecimal()]
    if len(set(numbers)) == 2 and len(token) == 3 and not numbers[0].startswith("0"):
        span, number = Span(numbers[0].start, token.end), f"{numbers[0]}{token}"
        text, advice = failure.source.text[span.start : span.end], f"write `{number}`"
        run_on = problems.syntax.SeparatedDigits(failure.source.place(span), text, advice, number)
        return Report(span, run_on.diagnostic())
    is_label = token.lower() in POINT_WORDS and "worth" not in failure.tokens
    if is_label and not is_named(failure, token) and numbers:
        return report_token(failure, token, problems.syntax.SuperfluousWord)
    is_factor = previous is not None and previous.kinds[-1] == "NUMBER" and len(numbers) < 2
    is_factor = is_factor and token != "("
    is_row_size = "CARDS" in failure.accepted and failure.context() == "schedule"
    if is_row_size and is_unknown_name(failure, token):
        return unexpected_token(failure)
    if is_factor and is_unit_label(failure, token):
        message = f"there is no operator between {shown(token)} and the value before it"
        advice = (
            f"delete it if it only says what `{previous}` is for; "
            f"to multiply, write `{previous} * x`"
        )
        operator_problem = problems.syntax.MissingOperator(place, token, "").diagnostic()
        return Report(
            span_of(token), dataclasses.replace(operator_problem, message=message, help=advice)
        )
    before = previous or token
    is_known = may_be_value(failure, token) and not is_no_value(failure, before)
    is_known = is_known and token.lower() not in KEPT_WORDS
    is_known = is_known and not ("WHEN" in failure.accepted and is_condition(failure, token))
    if not is_known or is_unknown_name(failure, before):
        return unexpected_token(failure)
    is_inherited = token.kinds == ("NAME",) and not failure.declared[token]
    is_doubtful = previous == "1" or token == "players" or (is_inherited and token not in VARIABLES)
    is_twice = token == previous and is_number_name(failure, token)
    by = str(previous) if (is_factor and not is_doubtful) or is_twice else ""
    word = "when" if "WHEN" in failure.accepted else "and"
    sign = "=" if lacks_comparison(failure) else "*"
    return report_token(failure, token, problems.syntax.MissingOperator, by, word, sign)


def condition_without_when(failure: ParseFailure) -> Report | None:
    """Recognises `7 made, -1 otherwise`, whose condition lacks `when`, if one clause is meant."""
    token = failure.token
    if token is None or "WHEN" not in failure.accepted or not is_condition(failure, token):
        return None
    for clause in candidate_clauses(failure):
        at = token.start - clause.span.start
        text = f"{clause.text[:at]}when {clause.text[at:]}"
        meant = [text, *(each.text for each in paraphrases_of(text)[0])]
        meant = [each for each in meant if parses_in_place(failure, clause, each)]
        if len(meant) != 1:
            continue
        problem = problems.syntax.MissingWord(failure.place(token), token, "when", safe=False)
        help = f"write `{' '.join(meant[0].split())}`"
        fix = replace_edit(failure.source.place(clause.span), meant[0])
        return Report(span_of(token), dataclasses.replace(problem.diagnostic(), help=help, fix=fix))
    return None


def is_condition(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a word is true or false, as `made`, or a parameter or value declared so."""
    if word in TRUTHS:
        return True
    for index, (begin, name) in enumerate(pairwise(failure.tokens)):
        if name == word and begin in DECLARE_VALUES:
            value = failure.tokens[index + 3 : index + 3 + MOST_ON_A_LINE]
            ends = (n for n, each in enumerate(value) if each.leads or each == "when")
            value = value[: next(ends, None)]
            return any("COMPARISON" in each.kinds or each in TRUTHS for each in value)
    return False


TRUTHS: Final = frozenset({"made", "blind", "true", "false", "not"})
"""Words that are conditions, or begin one."""


def lacks_comparison(failure: ParseFailure) -> bool:
    """Returns whether nothing is compared yet in the condition at the failure."""
    for token in reversed(failure.tokens[failure.clause_start() : failure.index]):
        if token in BEFORE_A_CONDITION or "COMPARISON" in token.kinds:
            return token in BEFORE_A_CONDITION
    return False


POINT_WORDS: Final = frozenset({"point", "points", "pts"})


def is_unit_label(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a word only labels the number before it, so that no product is meant."""
    number = failure.tokens[failure.index - 1]
    written = failure.source.text[number.start : number.end] == number
    if not written or not is_unknown_name(failure, word) or word.lower() in KEPT_WORDS:
        return False
    pairs = pairwise(failure.tokens)
    declared_names = [str(name) for begin, name in pairs if begin in DECLARE_VALUES]
    return not difflib.get_close_matches(word.lower(), [*declared_names, *VARIABLES], 1, 0.66)


def is_operator_word(failure: ParseFailure, word: Token) -> bool:
    """Returns whether a word has a value on both sides and is not declared in the file."""
    operands = failure.tokens[failure.index - 1 : failure.index + 2 : 2]
    values = ("NAME", "NUMBER", "RANK")
    signs = (")", "(")
    return (
        len(operands) == 2
        and all(
            each.kinds[0] in values or each in VARIABLES or each == sign
            for each, sign in zip(operands, signs, strict=True)
        )
        and not failure.declares(str(word), ("let", "param"))
    )


def factor_without_sign(failure: ParseFailure) -> Report | None:
    """Recognises `-10 bid`, whose `bid` was read as the first word of a clause or statement."""
    word, token = failure.previous, failure.token
    if word is None or word.leads or word not in VARIABLES & {*CLAUSES, *STATEMENTS}:
        return None
    ends = token is None or failure.is_at_boundary or begins_note(failure.tokens, failure.index)
    if not ends and token not in CONTINUING:
        return None
    return without_operator(dataclasses.replace(failure, index=failure.index - 1))


def superfluous_token(failure: ParseFailure) -> Report | None:
    """Recognises an extra sign, or a word written twice."""
    token = failure.token
    if token is None or failure.is_at_boundary:
        return None
    is_meant = is_word(token) or token[0].isdecimal() or token[0] in '"<>!' or token in ARITHMETIC
    if is_meant and token != failure.previous:
        return None
    if token == ")" or (token == "," and failure.previous in ("of", ":")):
        return None  # removing it would leave a bracket open, or a list without its first part
    after = failure.index + 1
    kinds = [failure.kinds(after)]
    if after + 1 < len(failure.tokens):
        kinds.append(failure.kinds(after + 1))
    if not failure.accepts_next(kinds):
        return None
    return report_token(failure, token, problems.syntax.SuperfluousWord)


def from_before_a_range(failure: ParseFailure) -> Report | None:
    """Recognises `auction from 3 to cards`, where `from` was read as a name."""
    previous, token = failure.previous, failure.token
    if token is None or token.leads or previous is None or previous != "from":
        return None
    if previous.type != "NAME" or is_named(failure, previous):
        return None
    problem = problems.syntax.SuperfluousWord(failure.place(previous), previous).diagnostic()
    with_blank = failure.source.place(Span(previous.start, token.start))
    return Report(span_of(previous), dataclasses.replace(problem, fix=replace_edit(with_blank, "")))


def comma_at_the_end(failure: ParseFailure) -> Report | None:
    """Recognises a comma after a complete clause: `trump turned,`."""
    tokens, previous = failure.tokens, failure.previous
    if previous != "," or not (failure.token is None or failure.is_at_boundary):
        return None
    clause = tokens[failure.clause_start() : failure.index]
    if clause[0] not in ("trump", "bid") or "when" in clause:
        return None
    return report_token(failure, previous, problems.syntax.SuperfluousWord)


def unexpected_token(failure: ParseFailure) -> Report:
    """Returns the report of an unfinished phrase or an unexpected token, with the expected set."""
    token, previous = failure.token, failure.previous
    may = describe_expected(failure.accepted, failure.words)
    # a replaced token differs from the text: `0` for `|bid - tricks|`
    before = "" if previous is None else failure.source.text[previous.start : previous.end]
    if previous is not None and (
        token is None or failure.is_at_boundary or begins_note(failure.tokens, failure.index)
    ):
        ends = None if token is None else failure.place(token)
        return Report(
            span_of(previous),
            problems.syntax.UnfinishedPhrase(
                failure.place(previous), before or previous, may, ends
            ).diagnostic(),
        )
    if token is None:
        raise AssertionError("an empty text is another problem")
    is_title = token.kinds == ("NAME",) and "NAME" not in failure.accepted
    if is_title and "STRING" in failure.accepted:
        may = may.replace("a text in quotation marks", f'a text in quotation marks, `"{token}"`')
    after = "at the beginning" if previous is None else f"after {shown(before or previous)}"
    meant = misspelt_begin(failure, token)
    if meant is not None:
        place = failure.place(token)
        slip = problems.syntax.MisspeltWord(place, token, meant, safe=False).diagnostic()
        return Report(span_of(token), dataclasses.replace(slip, fix=()))
    if token.leads and is_word(token) and (END in failure.accepted or "SCORE" in failure.accepted):
        return unknown_line_start(failure, token)
    for index in range(failure.clause_start() + 1, failure.index):
        word, is_compared = failure.tokens[index], "COMPARISON" in failure.kinds(index - 1)
        is_keyword = was_read_as_name(failure, word) and is_no_value(failure, word)
        if is_keyword and not (is_compared or word.leads):
            return unexpected_token(dataclasses.replace(failure, index=index))
    return report_token(failure, token, problems.syntax.OutOfPlace, after, may)


def misspelt_begin(failure: ParseFailure, token: Token) -> str | None:
    """Returns the first word of a clause or statement that a token misspells, or None.

    The text after it does not parse with the correction, so it has another mistake, and the
    correction alone is not a fix. `player` and `trumps` are words of a sentence.
    """
    begins = [word for kind, word in failure.spellings.items() if kind in failure.accepted]
    begins = [word for word in begins if word in CLAUSES or word in STATEMENTS]
    lower = token.lower()
    meant = [
        word
        for word in begins
        if is_misspelling(lower, word) and lower.removesuffix("s") != word.removesuffix("s")
    ]
    return meant[0] if token.kinds == ("NAME",) and len(meant) == 1 else None


def unknown_line_start(failure: ParseFailure, word: Token) -> Report:
    """Returns the report of an unknown word at the beginning of a line where a statement fits."""
    base_problem = problems.syntax.OutOfPlace(failure.place(word), word, "at the beginning", "")
    kinds, such = ["statement"], ["deal", "schedule", "winner"]
    if "SCORE" in failure.accepted:
        kinds, such = ["clause", *kinds], ["bid", "score", "trump", *such[:1]]
    first, last = ", ".join(f"`{each}`" for each in such[:-1]), f"`{such[-1]}`"
    problem = dataclasses.replace(
        base_problem.diagnostic(),
        message=f"no {' or '.join(kinds)} begins with {shown(word)}",
        help=f"expected a word such as {first} or {last}; `clagdsl words` lists all",
    )
    return Report(span_of(word), problem)


RECOGNISERS: Final[tuple[Callable[[ParseFailure], Report | None], ...]] = (
    declared_as_a_function,
    out_of_scope_word,
    phrase_with_a_fact,
    *IDIOM_RECOGNISERS,
    reserved_word,
    function_of_programs,
    arguments_of_abs,
    chained_comparison,
    colon_or_equals,
    else_for_otherwise,
    before_then,
    factor_without_sign,
    no_trump,
    decimal_number,
    percent,
    unquoted_file,
    kind_before_a_name,
    changed_word,
    changed_parameter,
    unquoted_text,
    missing_shared,
    run_together,
    name_before_is,
    change_of_no_deal,
    joined_to_otherwise,
    foreign_range,
    repeated_keyword,
    otherwise_run_together,
    misspelt,
    wrong_card,
    unquoted_name,
    missing_with,
    row_without_schedule,
    clause_outside_deal,
    empty_body,
    unbalanced_bracket,
    otherwise_before_when,
    without_otherwise,
    missing_operand,
    from_before_a_range,
    missing_token,
    perhaps_misspelt,
    condition_without_when,
    without_operator,
    superfluous_token,
    comma_at_the_end,
)
"""All recognisers in the order in which they are tried, specific before general."""
