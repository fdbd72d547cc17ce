"""Finds out what is wrong at the place where the parser stopped.

Each function here knows one mistake that people make, and says whether it is this one.  They are
asked in turn; the last one says what may stand at the place.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Callable
from itertools import pairwise
from typing import Final, get_args

from clagdsl import problems
from clagdsl.lang.aspects import TABLE
from clagdsl.lang.cards import RANKS, is_card, read_card
from clagdsl.lang.expr.operators import LOGIC
from clagdsl.lang.expr.tree import FunctionName
from clagdsl.lang.identifiers import STATEMENTS, is_word
from clagdsl.lang.source import Span
from clagdsl.problems.model import Diagnostic, inserted_after, inserted_before, replaced
from clagdsl.problems.naming import is_misspelling, is_one_slip, is_opposite
from clagdsl.problems.safe_text import excerpt as shown
from clagdsl.syntax.expected_tokens import CONNECTING, what_may_stand
from clagdsl.syntax.hints.foreign_syntax import (
    before_then,
    is_part_of_name,
    no_trump,
    not_shared,
    not_whole,
    percent,
    unquoted_text,
)
from clagdsl.syntax.hints.functions import arguments_of_abs, function_of_programs
from clagdsl.syntax.hints.habits import HABITS
from clagdsl.syntax.hints.parse_error import Trouble, span_of
from clagdsl.syntax.hints.phrasebook import (
    Answer,
    elsewhere,
    in_a_newer_file,
    is_newer,
    looked_up,
    mended_clauses,
    refused,
    told,
    topic_of,
)
from clagdsl.syntax.hints.synonyms import (
    OUTSIDE,
    RANK_WORDS,
    RESERVED,
    SAID,
    SUIT_TEXTS,
    SUIT_WORDS,
    SYNONYMS,
)
from clagdsl.syntax.lex_errors import (
    DECLARE_VALUES,
    VARIABLES,
    Report,
    card_meant,
    card_mend,
    digits_together,
)
from clagdsl.syntax.lexer import scan
from clagdsl.syntax.lr_parser import END
from clagdsl.syntax.token import CLAUSES, Token


def diagnose(trouble: Trouble) -> Report:
    """What is wrong, and where."""
    found, is_guessed = None, False
    for report in filter(None, (recognise(trouble) for recognise in RECOGNISERS)):
        is_guessed = True
        if report.meant or trouble.parses_with(report.problem.fix):
            found = report
            break
    found = found or anything_else(trouble)
    answer = looked_up(trouble)
    first = own_line(trouble) if answer is None and is_unhelpful(trouble, found) else None
    if first is not None:
        about = about_its_subject(trouble, found, first)
        found = placed_elsewhere(trouble, found) or about or found
    if answer is None or is_enough(trouble, found.problem, answer):
        return with_its_version(trouble, found)
    report = told(trouble, answer)
    if not trouble.parses_with(report.problem.fix):
        return with_its_version(trouble, found)
    if is_guessed or found.problem.code != "S140":
        return report
    # What cannot stand where it stands is that, whatever is known to be meant.
    mend = report.problem
    message = answer.message or found.problem.message
    problem = dataclasses.replace(
        found.problem, message=message, help=mend.help, fix=mend.fix, safe=False
    )
    return Report(Span(found.span.start, max(found.span.end, answer.clause.span.end)), problem)


def is_unhelpful(trouble: Trouble, report: Report) -> bool:
    """Return whether a report only says that a line cannot be read."""
    problem = report.problem
    return problem.code in SLIPS and not mended_clauses(trouble, problem.fix)


SLIPS: Final = frozenset({"S138", "S139", "S140", "S141", "S142", "S144", "S145", "S146", "S148"})
"""What is one word or sign too many, too few, misspelt or misplaced."""


def placed_elsewhere(trouble: Trouble, report: Report) -> Report | None:
    """Return the report of what cannot stand here, with the line that says it in another place."""
    answer, place = elsewhere(trouble) or (None, "")
    if answer is None:
        return None
    mends = []
    for reading in answer.readings:
        mend = f"`{reading.text}`"
        if is_newer(trouble, reading.text):
            mend, _ = in_a_newer_file(trouble, mend, ())
        mends.append(f"{mend} {reading.case}".rstrip())
    message = answer.message or report.problem.message
    help = f"write {', or '.join(mends)} {place}"
    problem = dataclasses.replace(report.problem, message=message, help=help, fix=(), safe=False)
    return Report(answer.clause.span, problem)


def own_line(trouble: Trouble) -> int | None:
    """Return the token that begins the line, if a statement or clause may begin there."""
    tokens = trouble.tokens
    first = min(trouble.index, len(tokens) - 1)
    while first > trouble.first and not tokens[first].leads:
        first -= 1
    states = trouble.automaton.states_before(tokens, trouble.first, first, trouble.start)
    accepted = trouble.automaton.accepted(states)
    return first if END in accepted or "SCORE" in accepted else None


def about_its_subject(trouble: Trouble, found: Report, first: int) -> Report | None:
    """Return what there is to say about the subject of a sentence; None for another line."""
    clause, topic = topic_of(trouble, first, found.problem) or (None, "")
    if clause is None:
        return None
    word, problem = trouble.tokens[first], found.problem
    if word.lower() not in STATEMENTS and word.lower() not in CLAUSES:
        problem = begins_nothing(trouble, word).problem
    return Report(clause.span, dataclasses.replace(problem, help=topic, fix=(), safe=False))


def with_its_version(trouble: Trouble, report: Report) -> Report:
    """The report of what is said otherwise, whose mend an older file cannot say as it is."""
    problem = report.problem
    if problem.code != "S150" or not any(
        is_newer(trouble, text) for text in mended_clauses(trouble, problem.fix)
    ):
        return report
    mend, fix = in_a_newer_file(trouble, problem.help, problem.fix)
    return Report(report.span, dataclasses.replace(problem, help=mend, fix=fix))


def is_enough(trouble: Trouble, problem: Diagnostic, answer: Answer) -> bool:
    """Whether the mend of one slip is all that a clause needs which people say otherwise.

    A word that is missing is put in only where it makes what the clause is known to mean.
    """
    texts = mended_clauses(trouble, problem.fix)
    if any(is_newer(trouble, text) for text in texts):
        return False
    meant = [" ".join(each.text.split()) for each in answer.readings]
    same = len(meant) == 1 and meant[0] in texts
    return same or (problem.safe and problem.code not in ONE_OF_SEVERAL and bool(texts))


ONE_OF_SEVERAL: Final = frozenset({"S144", "S145"})
"""A name without quotation marks, and a missing word: what is known to be meant goes before."""


def declared_as_a_function(trouble: Trouble) -> Report | None:
    """`max` in an expression, where the file has a parameter or a value of that name."""
    word = trouble.previous
    if word is None or word not in (*FUNCTIONS, "not"):
        return None
    for begin, name in pairwise(trouble.tokens):
        if name == word and begin in DECLARE_VALUES and begin.leads:
            problem = problems.checks.HidesAName(trouble.place(name), name)
            return Report(span_of(name), problem.diagnostic())
    return None


FUNCTIONS: Final = get_args(FunctionName)


def reserved_word(trouble: Trouble) -> Report | None:
    """A word that a later version will know."""
    token, previous = trouble.token, trouble.previous
    if token is None or previous is None:
        return None
    mend, instead = RESERVED.get(token), None
    if mend is None:
        return None
    return Report(
        span_of(token),
        problems.syntax.ReservedWords(trouble.place(token), token, mend, instead).diagnostic(),
    )


def outside_the_border(trouble: Trouble) -> Report | None:
    """A word on the rest of the line that belongs to games which the language is not for."""
    if trouble.token is None or trouble.begins:
        return None
    rest = trouble.tokens[trouble.index : trouble.index + MOST_ON_A_LINE]
    for number, token in enumerate(rest):
        if number and token.leads:
            break
        # A name begins with a capital letter more often than not: `Swap` may be a deal.
        border = OUTSIDE.get(token.lower() if token.leads else str(token))
        if [str(each) for each in rest[: number + 2]] in BIDS_OF_CARDS:
            border = SAID if trouble.previous == "bid" else border
        if border is not None and not is_named(trouble, token):
            place = trouble.place(token)
            problem = problems.syntax.OutsideTheBorder(place, token, border)
            return Report(span_of(token), problem.diagnostic())
    return None


MOST_ON_A_LINE: Final = 40
BIDS_OF_CARDS: Final = (["with", "cards"], ["by", "cards"])
NAMING: Final = frozenset({"deal", "twist", *DECLARE_VALUES})


def is_named(trouble: Trouble, word: Token) -> bool:
    """Whether a file gives a name of its own that is this word."""
    pairs = zip(trouble.tokens, trouble.tokens[1:], strict=False)
    return any(name == word and begin in NAMING for begin, name in pairs)


def wrong_card(trouble: Trouble) -> Report | None:
    """Something that stands where a rank, a suit or a card belongs, and is none."""
    token = trouble.token
    if token is None or trouble.begins or not token[:1].isalnum():
        return None
    place = trouble.place(token)
    if token.lower() == "of" and (said := card_in_words(trouble, trouble.index - 1)) is not None:
        return said  # its first word was taken for the name of a special card
    if "RANK" in trouble.accepted and (token.kinds[-1] == "NUMBER" or is_rank_word(token)):
        rank = RANK_WORDS.get(token.lower(), token.upper())
        meant = rank if rank in RANKS else run_of_ranks(token)
        mend = f"write `{meant}`" if meant else f"the ranks are {' '.join(RANKS)}"
        return Report(
            span_of(token), problems.syntax.NotACard(place, token, "rank", mend, meant).diagnostic()
        )
    if "SUIT_NAME" in trouble.accepted and token not in trouble.spelt.values():
        near = difflib.get_close_matches(token.lower(), SUIT_TEXTS, 1, 0.6)
        suit = SUIT_WORDS.get(token.lower()) or (near[0] if near else None)
        if token.upper() in NO_TRUMP and "NONE" in trouble.accepted:
            suit = "none"
        every = f"{', '.join(SUIT_TEXTS[:-1])} or {SUIT_TEXTS[-1]}"
        mend = f"write `{suit}`" if suit else f"write {every}"
        return Report(
            span_of(token), problems.syntax.NotACard(place, token, "suit", mend, suit).diagnostic()
        )
    if "CARD" in trouble.accepted and (said := card_in_words(trouble, trouble.index)) is not None:
        return said
    if "CARD" in trouble.accepted and token not in trouble.spelt.values():
        mend = card_mend(token) or "write a rank and the letter of a suit, such as `10H`"
        meant = card_meant(token)
        return Report(
            span_of(token), problems.syntax.NotACard(place, token, "card", mend, meant).diagnostic()
        )
    return None


NO_TRUMP: Final = frozenset({"NT", "SA", "NOTRUMP", "NOTRUMPS"})
"""No trumps in short, as players write it in an auction."""


def card_in_words(trouble: Trouble, first: int) -> Report | None:
    """A card that is said in three words from there on, such as `queen of spades`."""
    words = trouble.tokens[first : first + 3]
    if len(words) < 3 or words[1].lower() != "of":
        return None
    card = read_card(" ".join(words))
    if card is None:
        return None
    span = Span(words[0].start, words[2].end)
    place, text = trouble.source.place(span), " ".join(words)
    problem = problems.syntax.NotACard(place, text, "card", f"write `{card}`", str(card))
    return Report(span, problem.diagnostic())


def is_rank_word(token: Token) -> bool:
    """Whether a word is meant to be a rank."""
    known = token.lower() in RANK_WORDS or run_of_ranks(token) is not None
    return known or (len(token) == 1 and token.isalpha())


def run_of_ranks(token: Token) -> str | None:
    """Ranks without blanks between them, such as `KQJ10`, with blanks."""
    found = re.findall("10|[2-9AKQJT]", token)
    return " ".join(found) if len(found) > 1 and "".join(found) == token else None


def chain(trouble: Trouble) -> Report | None:
    """A second comparison beside the first."""
    token = trouble.token
    if token is None or "COMPARISON" not in token.kinds or "COMPARISON" in trouble.accepted:
        return None
    depth = 0
    for index in range(trouble.index - 1, trouble.statement(), -1):
        before = trouble.tokens[index]
        depth += (before == ")") - (before == "(")
        if depth < 0 or (depth == 0 and before in SEPARATING):
            return None
        if depth == 0 and "COMPARISON" in before.kinds and before.type == "COMPARISON":
            middle = " ".join(trouble.source.text[before.end : token.start].split())
            places = (trouble.place(token), trouble.place(before))
            return Report(
                span_of(token),
                problems.syntax.ChainedComparison(*places, token, middle).diagnostic(),
            )
    return None


SEPARATING: Final = frozenset({"and", "or", "not", "when", "otherwise", ",", ":", "keeps", "score"})


def colon(trouble: Trouble) -> Report | None:
    """`:` for `=`, or the other way round."""
    token = trouble.token
    if token == "=" and "COLON" in trouble.accepted:
        wanted = ":"
    elif token == ":" and "EQUAL" in trouble.accepted:
        wanted = "="
    else:
        return None
    place = trouble.place(token)
    # In a condition a colon may stand for any comparison.
    surely = wanted == ":" or trouble.tokens[trouble.statement()] in ("let", "param", "change")
    return Report(
        span_of(token),
        problems.syntax.ColonOrEquals(place, token, wanted, safe=surely).diagnostic(),
    )


VALUES_AND_MADE: Final = VARIABLES | {"made"}


def run_together(trouble: Trouble) -> Report | None:
    """A word and what follows it without a blank, as `to7`, `whenmade` and `cardsAS`."""
    token = trouble.token
    if token is None or token.kinds != ("NAME",) or trouble.begins:
        return None
    for kind, word in trouble.spelt.items():
        rest = token[len(word) :] if token.lower().startswith(word) else ""
        if kind not in trouble.accepted or not word.isalpha() or not rest:
            continue
        if not rest.isdecimal() and not is_card(rest):
            rest = rest.lower()
            if rest not in VALUES_AND_MADE:
                continue
        follow = scan(rest, trouble.words).tokens
        if len(follow) == 1 and trouble.goes_on([trouble.words[word], follow[0].kinds]):
            meant = f"{word} {rest}"
            problem = problems.syntax.MisspeltWord(trouble.place(token), token, meant)
            return Report(span_of(token), problem.diagnostic())
    return None


def joined_to_otherwise(trouble: Trouble) -> Report | None:
    """`and otherwise 0` behind a condition, where a comma stands."""
    tokens, index = trouble.tokens, trouble.index
    if trouble.begins or index - trouble.first < 4 or tokens[index - 1] != "otherwise":
        return None
    if tokens[index - 2] not in ("and", "or"):
        return None
    span = Span(tokens[index - 2].start, tokens[index - 1].end)
    fix = replaced(trouble.source.place(Span(tokens[index - 3].end, span.end)), ", otherwise")
    value = trouble.token or ""
    told = problems.syntax.SaidDifferently(
        trouble.source.place(span),
        f"{shown(f'{tokens[index - 2]} otherwise')} is said as `, otherwise`",
        f"write {shown(f', otherwise {value}')}",
        fix,
    )
    return Report(span, told.diagnostic())


def said_twice(trouble: Trouble) -> Report | None:
    """A word or a number of an expression that stands twice."""
    token, previous, tokens = trouble.token, trouble.previous, trouble.tokens
    if token is None or previous is None or token.leads or "PLUS" not in trouble.accepted:
        return None
    if is_taken_for_a_name(trouble, previous) and tokens[trouble.index - 2] == previous:
        token = previous
    elif token != previous or not token.isalnum() or (token.isdecimal() and len(token) == 3):
        return None
    found = problems.syntax.StandsTwice(trouble.place(token), token)
    return Report(span_of(token), found.diagnostic())


def is_taken_for_a_name(trouble: Trouble, word: Token) -> bool:
    """Return whether a word of the language before the place was read as a name."""
    return word.type == "NAME" and word.kinds[0] != "NAME" and word in trouble.words


def begun_twice(trouble: Trouble) -> Report | None:
    """`bid bid in turn`: the word that a clause or a statement begins with stands twice."""
    tokens, index = trouble.tokens, trouble.index
    # the second one may have been taken for a name, and then what follows it cannot stand there
    for second in (index, index - 1):
        first = second - 1
        if first < trouble.first or second >= len(tokens) or tokens[first] != tokens[second]:
            continue
        if tokens[first] not in CLAUSES and tokens[first] not in STATEMENTS:
            continue
        automaton, start = trouble.automaton, trouble.start
        states = automaton.states_before(tokens, trouble.first, second, start)
        once = automaton.states_before(tokens, trouble.first, first, start)
        if not automaton.shift(once, trouble.kinds(first)) or not automaton.shift(
            once, trouble.kinds(second + 1)
        ):
            continue
        if "NAME" in automaton.accepted(states) and tokens[second].leads:
            continue
        found = problems.syntax.StandsTwice(trouble.place(tokens[second]), tokens[second])
        return Report(span_of(tokens[second]), found.diagnostic())
    return None


def misspelt(trouble: Trouble) -> Report | None:
    """A word that looks like one that could stand here, after which the text goes on."""
    return nearest_word(trouble, surely=True)


def perhaps_misspelt(trouble: Trouble) -> Report | None:
    """A word that looks like one that could stand here."""
    return nearest_word(trouble, surely=False)


def nearest_word(trouble: Trouble, surely: bool) -> Report | None:
    """The word that was meant; surely so, if what follows fits it."""
    token = trouble.token
    if token is None or not (is_word(token) or (surely and token == "-")):
        return None
    if "RANK" in trouble.accepted and is_rank_word(token):
        return None
    if "CARD" in trouble.accepted and card_meant(token) is not None:
        return None
    if (trouble.begins and (token.leads or not surely)) or token.lower() == "clockwise":
        return None  # of which `counterclockwise` is the opposite
    choices = [word for kind, word in trouble.spelt.items() if kind in trouble.accepted]
    words = [word for word in choices if word.isalpha() or word == ","]
    words = [word for word in words if not is_opposite(token.lower(), word)]
    if not token.leads and len(token) < SHORTEST_STATEMENT:
        # a short word amid a line is none that begins a statement: `odd` is not `add`
        words = [word for word in words if word not in STATEMENTS or word == token.lower()]
    low = 0.5 if len(token) < 3 and surely else 0.66
    cutoff = 0.8 if token in trouble.words else low
    if token in trouble.words and not surely:
        return None
    near = difflib.get_close_matches(token.lower(), words, 3, cutoff)
    if token.leads and len(token) < LONG_WORD:
        # what follows tells little of a clause: `screw` and `blind` are words of their own
        near = [word for word in near if word == token.lower() or is_one_slip(token.lower(), word)]
    slips = [word for word in words if is_misspelling(token.lower(), word)]
    synonym = SYNONYMS.get(token.lower())
    if synonym in words:
        near.insert(0, synonym)
    for word in near:
        if word == token.lower() or not surely or trouble.mended_by(word, 1):
            certain = (surely and slips == [word]) or word in (token.lower(), synonym)
            # Capitals amid a word begin another one: `cardsAS` is a word and a card.
            cased = token.isupper() or token[1:].islower()
            certain = certain and (token == "-" or (only_letters(token) and cased))
            problem = problems.syntax.MisspeltWord(
                trouble.place(token), token, word, safe=certain
            ).diagnostic()
            return Report(span_of(token), problem, word if surely else "")
    return None


SHORTEST_STATEMENT: Final = 5
LONG_WORD: Final = 7
"""From so many letters on a word may have two slips."""
LETTERS: Final = re.compile(r"[^\W\d]+(?:[0-9][^\W\d]+)*")


def only_letters(word: str) -> bool:
    """Whether a word is letters, with a figure perhaps where one of them belongs.

    A figure before or behind them, or a square, says something that a mend would take away.
    """
    known = all(each.isalpha() or each.isdecimal() or each == "_" for each in word)
    return known and LETTERS.fullmatch(word) is not None


def is_surely_otherwise(word: str) -> bool:
    """Return whether a word means nothing but `otherwise`."""
    word = word.lower()
    known = word == "otherwise" or SYNONYMS.get(word) == "otherwise"
    return known or is_misspelling(word, "otherwise")


def is_meant_as_otherwise(word: Token) -> bool:
    """Whether a name is `otherwise` spelt wrong, or the word for it elsewhere."""
    return word.type == "NAME" and is_near_otherwise(word)


def is_near_otherwise(word: str) -> bool:
    """The same of a word alone."""
    known = SYNONYMS.get(word.lower()) == "otherwise"
    return known or bool(difflib.get_close_matches(word.lower(), ["otherwise"], 1, 0.75))


def otherwise_run_together(trouble: Trouble) -> Report | None:
    """`10 when made otherwise0`, without its comma and its blank."""
    token = trouble.token
    if token is None or token.kinds != ("NAME",) or "COMMA" not in trouble.accepted:
        return None
    found = RUN_TOGETHER.fullmatch(token)
    if found is None or not is_near_otherwise(found[1]):
        return None
    meant = f", otherwise {found[2]}"
    before = trouble.tokens[trouble.index - 1]
    fix = replaced(trouble.source.place(Span(before.end, token.end)), meant)
    message = f"{shown(token)} is said as `{meant}`"
    told = problems.syntax.SaidDifferently(
        trouble.place(token), message, f"write {shown(meant)}", fix
    )
    return Report(span_of(token), told.diagnostic())


RUN_TOGETHER: Final = re.compile(r"([^\W\d]+)([0-9]+)")


def else_for_otherwise(trouble: Trouble) -> Report | None:
    """`, else 2` or `, othewise 2`, where the word was taken for a name."""
    previous = trouble.previous
    if previous is None or previous.type != "NAME" or trouble.begins:
        return None
    if not is_meant_as_otherwise(previous):
        return None
    if "OTHERWISE" not in trouble.accepted_before():
        return None
    problem = problems.syntax.MisspeltWord(
        trouble.place(previous), previous, "otherwise", safe=is_surely_otherwise(previous)
    ).diagnostic()
    return Report(span_of(previous), problem)


KINDS: Final = ("deal", "twist", "param", "let")
BEFORE_A_NAME: Final = ("change", "drop", "add", "after", "before")


def unquoted(trouble: Trouble) -> Report | None:
    """A name of several words without quotation marks."""
    token, previous = trouble.token, trouble.previous
    if token is None or previous is None or previous.type != "NAME" or token == previous:
        return None
    if "STRING" not in trouble.accepted_before():
        return None
    index = trouble.index
    while index < len(trouble.tokens) and is_part_of_name(trouble.tokens[index]):
        index += 1
    if index == trouble.index or not trouble.goes_on([trouble.kinds(index)]):
        return None
    last = trouble.tokens[index - 1]
    span = Span(previous.start, last.end)
    if is_declared(trouble, previous) and is_declared(trouble, token):
        return None
    name = " ".join(trouble.source.text[span.start : span.end].split())
    several = "" if is_declared_as(trouble, name) else as_several(trouble, index)
    parts = trouble.tokens[trouble.index - 1 : index]
    problem = problems.syntax.UnquotedName(
        trouble.source.place(span),
        name,
        several=several,
        # a word that is a name of its own may only have slipped in
        safe=not any(is_named_elsewhere(trouble, each) for each in parts),
    )
    return Report(span, problem.diagnostic())


def as_several(trouble: Trouble, ends: int) -> str:
    """How words without quotation marks, up to an index, are said as several names."""
    first = trouble.index - 1
    words = [str(word) for word in trouble.tokens[first:ends]]
    if not all(map(is_word, words)):
        return ""  # a number, or a sign
    if trouble.tokens[first - 1] == "drop":
        return " and ".join(f"`drop {word}`" for word in words)
    following = trouble.tokens[ends : ends + 1]
    # where commas stand between names, the words between them are one
    alone = trouble.context() == "schedule" and "," not in (trouble.tokens[first - 1], *following)
    return f"`{', '.join(words)}`" if alone else ""


def unquoted_file(trouble: Trouble) -> Report | None:
    """`extends raf-pagat` or `extends house.clag`, which is a text between quotation marks."""
    text, token = trouble.source.text, trouble.token
    if token is None or token.leads:
        return None
    index = trouble.index
    while index > trouble.first and trouble.tokens[index - 1].end == trouble.tokens[index].start:
        index -= 1
    begins = trouble.tokens[index].start
    if index == trouble.index or trouble.tokens[index - 1] != "extends":
        return None
    found = re.match(r"[^\s\"#]+", text[begins:])
    if found is None:
        return None
    span = Span(begins, begins + len(found[0]))
    place = trouble.source.place(span)
    problem = problems.syntax.UnquotedName(place, found[0], is_text=True)
    return Report(span, problem.diagnostic())


def kind_before_a_name(trouble: Trouble) -> Report | None:
    """`change deal normal` or `drop param hook`: what is inherited goes by its name alone."""
    token, previous = trouble.token, trouble.previous
    if token is None or previous not in KINDS or previous is None or trouble.index < 2:
        return None
    if trouble.tokens[trouble.index - 2] not in BEFORE_A_NAME:
        return None
    if not {"NAME", "STRING"} & {*token.kinds} or token in CLAUSES:
        return None
    problem = problems.syntax.SuperfluousWord(trouble.place(previous), previous)
    return Report(span_of(previous), problem.diagnostic())


def changed_parameter(trouble: Trouble) -> Report | None:
    """`change hook = true`, where `param` is missing."""
    previous = trouble.previous
    if trouble.token != "=" or previous is None or trouble.index < 2:
        return None
    if trouble.tokens[trouble.index - 2] != "change":
        return None
    problem = problems.syntax.MissingWord(trouble.place(previous), previous, "param")
    return Report(span_of(previous), problem.diagnostic())


def is_declared_as(trouble: Trouble, name: str) -> bool:
    """Whether a text is the name of a deal of this file, with its quotation marks."""
    pairs = pairwise(trouble.tokens)
    return any(begin in ("deal", "twist", "as") and named == f'"{name}"' for begin, named in pairs)


def is_declared(trouble: Trouble, name: Token) -> bool:
    """Whether a word is the name of a deal of this file, so that two of them are no longer name."""
    pairs = zip(trouble.tokens, trouble.tokens[1:], strict=False)
    return any(begin in ("deal", "twist", "as") and name == named for begin, named in pairs)


def is_named_elsewhere(trouble: Trouble, word: Token) -> bool:
    """Whether a file gives a name of its own, at another place, that is this word."""
    pairs = zip(trouble.tokens, trouble.tokens[1:], strict=False)
    return any(
        name == word and name is not word and begin in (*NAMING, "as", "source")
        for begin, name in pairs
    )


def missing_with(trouble: Trouble) -> Report | None:
    """A deal that is another one, whose clauses do not begin with `with`."""
    token = trouble.token
    if token is None or "WITH" not in trouble.accepted or token not in CLAUSES:
        return None
    if not trouble.mended_by("with", 0):
        return None
    return Report(
        span_of(token),
        problems.syntax.MissingWord(trouble.place(token), token, "with").diagnostic(),
    )


def outside(trouble: Trouble) -> Report | None:
    """A clause that belongs to no deal."""
    token = trouble.token
    if token is None or token not in CLAUSES or "TWIST" not in trouble.accepted:
        return None
    return Report(
        span_of(token), problems.syntax.ClauseOutsideADeal(trouble.place(token), token).diagnostic()
    )


def nothing_said(trouble: Trouble) -> Report | None:
    """A deal, twist or change without any clause."""
    if not trouble.begins or END in trouble.accepted or "SCORE" not in trouble.accepted:
        return None
    begin = trouble.statement()
    named = begin + 1
    if trouble.tokens[begin] not in ("deal", "twist", "change") or named >= len(trouble.tokens):
        return None
    kind = "twist" if trouble.tokens[begin] == "twist" else "deal"
    name = trouble.tokens[named]
    ends = None if trouble.token is None else trouble.place(trouble.token)
    problem = problems.syntax.NothingSaid(
        trouble.place(name), kind, name.strip('"'), ends
    ).diagnostic()
    return Report(span_of(name), problem)


def brackets(trouble: Trouble) -> Report | None:
    """A bracket that closes nothing, or one that is never closed."""
    token, previous = trouble.token, trouble.previous
    openings: list[Token] = []
    for index in range(trouble.statement(), trouble.index):
        if trouble.tokens[index] == "(":
            openings.append(trouble.tokens[index])
        elif trouble.tokens[index] == ")" and openings:
            openings.pop()
    if token == ")" and not openings:
        return Report(
            span_of(token),
            problems.syntax.LoneBracket(trouble.place(token), ")", None).diagnostic(),
        )
    if previous is None or not openings or "RPAR" not in trouble.accepted:
        return None
    if not trouble.begins and not trouble.mended_by(")", 0):
        return None
    opened = trouble.place(openings[-1])
    return Report(
        span_of(previous),
        problems.syntax.LoneBracket(trouble.place(previous), "(", opened).diagnostic(),
    )


def without_otherwise(trouble: Trouble) -> Report | None:
    """A choice that says nothing for every other case."""
    token, previous = trouble.token, trouble.previous
    ends = trouble.begins or token in ("from", "assume", ")")
    if previous is None or not ends or END in trouble.accepted:
        return None
    if not trouble.accepted & {"COMMA", "WHEN"} or "FROM" in trouble.accepted:
        return None
    for index in range(trouble.index - 1, trouble.statement(), -1):
        word = trouble.tokens[index]
        if word in ("otherwise", "schedule", ":"):
            return None
        if trouble.tokens[index - 1] == "," and is_meant_as_otherwise(word):
            figures = word[len("otherwise") :] if word.lower().startswith("otherwise") else ""
            meant = f"otherwise {figures}" if figures.isdecimal() else "otherwise"
            problem = problems.syntax.MisspeltWord(
                trouble.place(word), word, meant, safe=is_surely_otherwise(word)
            ).diagnostic()
            return Report(span_of(word), problem)
        if word == "when":
            problem = problems.syntax.MissingOtherwise(
                trouble.place(previous), trouble.place(word), what_otherwise(trouble, index)
            ).diagnostic()
            return Report(span_of(previous), with_the_last_value(trouble, index, problem))
    return None


def with_the_last_value(trouble: Trouble, when: int, problem: Diagnostic) -> Diagnostic:
    """Return the problem with a fix for `10 when made, 0`, whose last value has no condition."""
    tokens, depth = trouble.tokens, 0
    for index in range(trouble.index - 1, when, -1):
        depth += (tokens[index] == ")") - (tokens[index] == "(")
        if depth == 0 and tokens[index] == ",":
            value = trouble.source.text[tokens[index].end : tokens[trouble.index - 1].end]
            fix = inserted_after(trouble.place(tokens[index]), " otherwise")
            if not trouble.parses_with(fix):
                break
            help = f"write {shown(f', otherwise {value.strip()}')}"
            return dataclasses.replace(problem, help=help, fix=fix)
    return problem


FREE_OTHERWISE: Final = {"last bid": "keeps bids != cards"}
"""A limit for the cases in which a bid is not free, as an example."""


def what_otherwise(trouble: Trouble, chosen: int) -> str:
    """What can stand for every other case of a choice, where that is known; else nothing.

    `chosen` is the index of its `when`.
    """
    tokens, begin = trouble.tokens, trouble.statement()
    begun = " ".join(tokens[begin : begin + 2])
    inside = tokens[begin:chosen].count("(") > tokens[begin:chosen].count(")")
    if inside or tokens[begin] in ("let", "settle"):
        number = tokens[chosen - 1].kinds[-1] == "NUMBER" and tokens[chosen - 2] in (
            "(",
            "=",
            "pays",
        )
        ends = tokens[trouble.index : trouble.index + 2]
        sized = tokens[begin] == "schedule" and ends != [")", "times"]  # nobody is dealt 0 cards
        return "0" if number and not sized else ""
    if tokens[begin] == "score":
        return "0"
    if begun in FREE_OTHERWISE and tokens[begin + 2] == "free":
        return FREE_OTHERWISE[begun]
    aspects = [each for each in TABLE.values() if f"{begun} ".startswith(f"{each.keyword} ")]
    if not aspects:
        return ""
    aspect = max(aspects, key=lambda each: len(each.keyword))
    said = " ".join(tokens[begin:chosen])
    sayings = [] if aspect.default is None else [aspect.default.says]
    if aspect.name != "follow":  # whose policies are classes of cards
        sayings += [each.says for each in aspect.policies if "CONDITION" not in each.says]
    return next((each for each in sayings if not said.endswith(f" {each}")), "")


def nothing_before(trouble: Trouble) -> Report | None:
    """`then cards: Grand` or `when > bid`: a word or sign without what belongs before it."""
    tokens = trouble.tokens
    for index in (trouble.index - 1, trouble.index):
        if not trouble.first < index < len(tokens):
            continue
        word, previous = tokens[index], tokens[index - 1]
        if index < trouble.index and not is_taken_for_a_name(trouble, word):
            continue
        if index == trouble.index and (
            "COMPARISON" not in word.kinds or previous not in BEFORE_A_CONDITION
        ):
            continue
        states = trouble.automaton.states_before(tokens, trouble.first, index, trouble.start)
        accepted = trouble.automaton.accepted(states)
        fills = inserted_before(trouble.place(word), "x ")
        if "NAME" in accepted and trouble.parses_with(fills):
            may = what_may_stand(accepted, trouble.words)
            problem = problems.syntax.UnfinishedPhrase(trouble.place(previous), previous, may, None)
            return Report(span_of(previous), problem.diagnostic())
    return None


BEFORE_A_CONDITION: Final = frozenset({*LOGIC, "not", "when", "keeps"})


def missing(trouble: Trouble) -> Report | None:
    """A comma, another sign or a word that is missing between two others."""
    token = trouble.token
    if token is None or trouble.begins:
        return None
    if "COMMA" in trouble.accepted and trouble.mended_by(",", 0):
        before = trouble.place(trouble.previous or token)
        # A word that stands twice is one too many; in a sum anything may be missing.
        twice = token == trouble.previous
        surely = not twice and not in_brackets(trouble)
        problem = problems.syntax.MissingComma(
            trouble.place(token), token, before, safe=surely, twice=twice
        ).diagnostic()
        return Report(span_of(token), problem)
    avoided = {*CONNECTING, "LPAR", "NOT", "DOT", "FROM", "ASSUME"}
    every = [
        word
        for kind, word in trouble.spelt.items()
        if kind in trouble.accepted
        and kind not in avoided
        and word not in STATEMENTS
        and trouble.mended_by(word, 0)
    ]
    words = [word for word in every if word not in CLAUSES and (word != "as" or not token.leads)]
    surely = len(every) == 1 and every != ["as"] and token != trouble.previous
    if sorted(words) == ["down", "up"]:
        return up_or_down(trouble, token)
    if sorted(words) == ["card", "cards"]:
        words = ["card" if trouble.previous == "1" else "cards"]
    if len(words) != 1:
        return None
    previous = trouble.previous or token
    # Two numbers may be one, or one too many, and `no` says the opposite of what is written.
    numbers = previous.kinds[-1] == token.kinds[-1] == "NUMBER"
    surely = surely and not numbers and words != ["no"]
    gap = Span(previous.end, token.start)
    between = trouble.source.text[gap.start : gap.end]
    problem = problems.syntax.MissingWord(
        trouble.place(token),
        token,
        words[0],
        safe=surely,
        gap=trouble.source.place(gap) if between and not between.strip(" ") else None,
    ).diagnostic()
    return Report(span_of(token), problem)


def up_or_down(trouble: Trouble, token: Token) -> Report:
    """Sizes of a row that do not say which way they go; both where the numbers do not tell."""
    word = direction(trouble)
    known = [size_beside(trouble, step) for step in (-1, 1)]
    if None not in known or 1 in known:
        problem = problems.syntax.MissingWord(trouble.place(token), token, word, safe=False)
        return Report(span_of(token), problem.diagnostic())
    message = "whether the sizes go up or down is missing before `to`"
    fix = inserted_before(trouble.place(token), f"{word} ")
    either = problems.syntax.SaidDifferently(
        trouble.place(token), message, "write `up to` or `down to`, whichever way they go", fix
    )
    return Report(span_of(token), either.diagnostic())


def in_brackets(trouble: Trouble) -> bool:
    """Whether the place is in brackets that are open."""
    before = trouble.tokens[trouble.statement() : trouble.index]
    return before.count("(") > before.count(")")


def direction(trouble: Trouble) -> str:
    """Whether the sizes of a row go up or down, by the numbers beside the place."""
    low, high = size_beside(trouble, -1), size_beside(trouble, 1)
    if low is None and high is None:
        return "up"
    # One player gets at least one card: beside a 1 every other size is larger.
    return "down" if (low or 2) > (high or (2 if low != 1 else 60)) or high == 1 else "up"


def size_beside(trouble: Trouble, step: int) -> int | None:
    """The number before or after the `to` of a row, where one stands alone there."""
    index = trouble.index + step
    if not 0 <= index < len(trouble.tokens) or trouble.tokens[index].kinds[-1] != "NUMBER":
        return None
    return int(trouble.tokens[index])


def without_operator(trouble: Trouble) -> Report | None:
    """Two values side by side."""
    token = trouble.token
    if token is None or token.leads or "PLUS" not in trouble.accepted:
        return None
    is_value = token.kinds[0] in ("NAME", "NUMBER", "RANK") or token in VARIABLES
    if token != "(" and not is_value:
        return None
    place, previous = trouble.place(token), trouble.previous
    following = trouble.tokens[trouble.index + 1 : trouble.index + 2]
    if token in ("x", "X") and following and following[0].type != "END":
        return Report(span_of(token), problems.syntax.ForeignSign(place, token, "*").diagnostic())
    sign = {"plus": "+", "minus": "-", "times": "*", "mal": "*", "fois": "*"}.get(token.lower())
    if sign is not None and following and following[0].type != "END":
        sure = token.lower() in ("plus", "minus") and stands_for_a_sign(trouble, token)
        problem = problems.syntax.ForeignSign(place, token, sign, sure)
        return Report(span_of(token), problem.diagnostic())
    if token.lower() == "per" and previous is not None:
        message = "points for each of something are a product"
        mend = f"write a product, such as `{previous} * tricks`"
        found = problems.syntax.SaidDifferently(place, message, mend)
        return Report(span_of(token), found.diagnostic())
    numbers = [each for each in (previous, token) if each is not None and each.isdecimal()]
    if len(numbers) == 2 and len(token) == 3 and not numbers[0].startswith("0"):
        span, number = Span(numbers[0].start, token.end), f"{numbers[0]}{token}"
        text, mend = trouble.source.text[span.start : span.end], digits_together(number)
        run_on = problems.syntax.RunOnNumber(trouble.source.place(span), text, mend, number)
        return Report(span, run_on.diagnostic())
    is_factor = previous is not None and previous.kinds[-1] == "NUMBER" and len(numbers) < 2
    is_factor = is_factor and token != "("
    if is_factor and only_says_what_for(trouble, token):
        message = f"nothing connects {shown(token)} with what stands before it"
        mend = (
            f"leave it out if it only says what `{previous}` is for; a product is `{previous} * x`"
        )
        told_so = problems.syntax.MissingOperator(place, token, "").diagnostic()
        return Report(span_of(token), dataclasses.replace(told_so, message=message, help=mend))
    by = str(previous) if is_factor else ""
    word = "when" if "WHEN" in trouble.accepted else "and"
    return Report(
        span_of(token), problems.syntax.MissingOperator(place, token, by, word).diagnostic()
    )


def only_says_what_for(trouble: Trouble, word: Token) -> bool:
    """Whether a word is no value of these rules, nor nearly one, so that no product is meant."""
    number = trouble.tokens[trouble.index - 1]
    written = trouble.source.text[number.start : number.end] == number
    if word.kinds != ("NAME",) or not written or "extends" in trouble.tokens:
        return False
    pairs = pairwise(trouble.tokens)
    known = [str(name) for begin, name in pairs if begin in DECLARE_VALUES]
    return not difflib.get_close_matches(word.lower(), [*known, *VARIABLES], 1, 0.66)


def stands_for_a_sign(trouble: Trouble, word: Token) -> bool:
    """Whether a word has a value on either side, and nothing in the file is called so."""
    beside = trouble.tokens[trouble.index - 1 : trouble.index + 2 : 2]
    values = ("NAME", "NUMBER", "RANK")
    signs = (")", "(")
    pairs = zip(trouble.tokens, trouble.tokens[1:], strict=False)
    return (
        len(beside) == 2
        and all(
            each.kinds[0] in values or each in VARIABLES or each == sign
            for each, sign in zip(beside, signs, strict=True)
        )
        and not any(begin in ("let", "param") and name == word for begin, name in pairs)
    )


def too_much(trouble: Trouble) -> Report | None:
    """A sign too many, or a word twice."""
    token = trouble.token
    if token is None or trouble.begins or (is_word(token) and token != trouble.previous):
        return None
    if token == ")":
        return None  # it closes a bracket, which would be left open without it
    after = trouble.index + 1
    kinds = [trouble.kinds(after)]
    if after + 1 < len(trouble.tokens):
        kinds.append(trouble.kinds(after + 1))
    if not trouble.goes_on(kinds):
        return None
    return Report(
        span_of(token), problems.syntax.SuperfluousWord(trouble.place(token), token).diagnostic()
    )


def comma_at_the_end(trouble: Trouble) -> Report | None:
    """A comma behind a whole clause that might have gone on: `trump turned,`."""
    tokens, previous = trouble.tokens, trouble.previous
    if previous != "," or not (trouble.token is None or trouble.begins):
        return None
    clause = tokens[trouble.statement() : trouble.index]
    if clause[0] not in ("trump", "bid") or "when" in clause:
        return None
    problem = problems.syntax.SuperfluousWord(trouble.place(previous), previous)
    return Report(span_of(previous), problem.diagnostic())


def anything_else(trouble: Trouble) -> Report:
    """Something unfinished, or something that cannot stand here."""
    token, previous = trouble.token, trouble.previous
    may = what_may_stand(trouble.accepted, trouble.words)
    # a token may stand for what the text has: `0` for `|bid - tricks|`
    before = "" if previous is None else trouble.source.text[previous.start : previous.end]
    if previous is not None and (token is None or trouble.begins):
        ends = None if token is None else trouble.place(token)
        return Report(
            span_of(previous),
            problems.syntax.UnfinishedPhrase(
                trouble.place(previous), before or previous, may, ends
            ).diagnostic(),
        )
    if token is None:
        raise AssertionError("an empty text is another problem")
    if is_word(token) and "STRING" in trouble.accepted and "NAME" not in trouble.accepted:
        may = may.replace("a text in quotation marks", f'a text in quotation marks, `"{token}"`')
    after = "at the beginning" if previous is None else f"after {shown(before or previous)}"
    if token.leads and is_word(token) and (END in trouble.accepted or "SCORE" in trouble.accepted):
        return begins_nothing(trouble, token)
    return Report(
        span_of(token),
        problems.syntax.OutOfPlace(trouble.place(token), token, after, may).diagnostic(),
    )


def begins_nothing(trouble: Trouble, word: Token) -> Report:
    """A line that begins with a word of no clause, where the line before it may be whole."""
    told = problems.syntax.OutOfPlace(trouble.place(word), word, "at the beginning", "")
    kinds, such = ["statement"], ["deal", "schedule", "winner"]
    if "SCORE" in trouble.accepted:
        kinds, such = ["clause", *kinds], ["bid", "score", "trump", *such[:1]]
    first, last = ", ".join(f"`{each}`" for each in such[:-1]), f"`{such[-1]}`"
    problem = dataclasses.replace(
        told.diagnostic(),
        message=f"no {' or '.join(kinds)} begins with {shown(word)}",
        help=f"they begin with a word such as {first} or {last}; `clagdsl words` lists all",
    )
    return Report(span_of(word), problem)


RECOGNISERS: Final[tuple[Callable[[Trouble], Report | None], ...]] = (
    declared_as_a_function,
    outside_the_border,
    refused,
    *HABITS,
    reserved_word,
    function_of_programs,
    arguments_of_abs,
    chain,
    colon,
    else_for_otherwise,
    before_then,
    no_trump,
    not_whole,
    percent,
    unquoted_file,
    kind_before_a_name,
    changed_parameter,
    unquoted_text,
    not_shared,
    run_together,
    joined_to_otherwise,
    said_twice,
    begun_twice,
    otherwise_run_together,
    misspelt,
    wrong_card,
    unquoted,
    missing_with,
    outside,
    nothing_said,
    brackets,
    without_otherwise,
    nothing_before,
    missing,
    perhaps_misspelt,
    without_operator,
    too_much,
    comma_at_the_end,
)
"""The mistakes that people make, the particular before the general."""
