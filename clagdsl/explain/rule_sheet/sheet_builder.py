"""The rule sheet of a game: its sections in the order in which people read them.

Players and cards, the deals, the ordinary deal, calls, special deals, what is counted from deal
to deal, scoring, winning, names in formulas, parameters, assumptions, sources. The section on
counts is made after the others, because it names only what the others mention.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from clagdsl.explain.english import capital, sentence, spans, with_article
from clagdsl.explain.rule_sheet.card_sentences import pack_phrase, rank_sentence
from clagdsl.explain.rule_sheet.context import (
    SheetContext,
    is_called,
    players_told,
    read_game,
    replaced_by,
)
from clagdsl.explain.rule_sheet.deal_sentences import bids_chosen
from clagdsl.explain.rule_sheet.document import (
    Block,
    Bullets,
    Entries,
    Entry,
    Grid,
    Paragraph,
    RuleSheet,
    Section,
    words_of,
)
from clagdsl.explain.rule_sheet.formulas import formula, your_condition_then
from clagdsl.explain.rule_sheet.match_sentences import (
    ONE_ROW,
    deal_blocks,
    deal_count,
    numbers_of,
    option_entries,
    rows_told,
    score_sheets,
)
from clagdsl.explain.rule_sheet.points_table import (
    HANG_ON_THE_TABLE,
    Scored,
    lacks_bids,
    made_in_row,
    pays_for_more,
    point_blocks,
    score_dependencies,
)
from clagdsl.explain.rule_sheet.reachable import told_score
from clagdsl.explain.rule_sheet.score_sentences import (
    ENOUGH,
    MISSED,
    MOST_IN_A_SENTENCE,
    payment_sentences,
    score_parts,
    winning_sentences,
)
from clagdsl.explain.rule_sheet.statements import (
    Deviation,
    choices,
    score_statements,
    special_deals,
    steps,
    telling,
)
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import named_lets
from clagdsl.lang.expr.tree import everything_in
from clagdsl.lang.numerals import listed
from clagdsl.lang.rules import (
    NOT_DECLARED,
    ROW_DEALS,
    Arithmetic,
    AspectName,
    Assumption,
    Choice,
    ChosenBid,
    Citation,
    CompletedWhen,
    Deal,
    Game,
    Number,
    Origin,
    Past,
    RowMade,
    Run,
    Truth,
    Twist,
    Value,
    Variable,
    title_of,
)
from clagdsl.lang.used_names import used_names, value_parts
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.outcomes import BLIND
from clagdsl.table.past import counts_in, fresh, rows_read
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table


def rule_sheet(
    game: Game, players: int | None = None, settings: Mapping[str, Value] | None = None
) -> RuleSheet:
    """The rules of a game in words, for so many players or for any number of them.

    Raises ArgumentError where the game cannot be played so.
    """
    reading = read_game(game, players, settings or {})
    called, special = tuple(choices(reading)), tuple(special_deals(reading))
    deals = [
        Section("Players and cards", (Paragraph(_players(reading)),)),
        Section("The deals", (*deal_blocks(reading), Paragraph(_first_dealer(game)))),
        Section(_heading(reading), (_ordinary(reading),)),
        Section("What may be called", tuple(_called(reading, called))),
        Section(_special_heading(special), tuple(_special(reading, special))),
    ]
    scores = [
        Section("Scoring", tuple(_scoring(reading, (*special, *called)))),
        Section("Winning", tuple(_winning(reading))),
        Section("What names stand for", _names(reading)),
        Section("To agree before you start", _entries(option_entries(reading))),
    ]
    remembered = _remembered(reading, words_of((*deals, *scores)))
    deals.append(Section("What is counted from deal to deal", _entries(remembered)))
    against, silent = _assumed(reading)
    end = (
        Section("Where these rules differ from their sources", against),
        Section("Where the sources are silent, or do not agree", silent),
        Section("Sources", _bullets(cited_sources(game))),
    )
    sections = tuple(each for each in (*deals, *scores, *end) if each.blocks)
    return RuleSheet(title_of(game), _summary(reading), sections, score_sheets(reading))


def _bullets(lines: Iterable[str], intro: str = "") -> tuple[Block, ...]:
    """A list behind an introduction if there is one; nothing where nothing is listed."""
    found = tuple(lines)
    return (
        *((Paragraph(intro),) if intro and found else ()),
        *((Bullets(found),) if found else ()),
    )


def _entries(entries: Iterable[Entry]) -> tuple[Block, ...]:
    """Titled rules; nothing where there is none."""
    found = tuple(entries)
    return (Entries(found),) if found else ()


def _summary(reading: SheetContext) -> str:
    house = f" A house version of {reading.game.base_title}." if reading.game.base_title else ""
    aim = _aim(reading)
    return (
        f"{players_told(reading.tables)} players, {deal_count(reading)}.{house}{aim and f' {aim}'}"
    )


def _players(reading: SheetContext) -> str:
    low, high = reading.game.players
    who = f"{spans(range(low, high + 1), 'or')} can play"
    if low == high:
        who = f"It is played by {low}"
    if low < high and len(reading.tables) == 1:
        who = f"This sheet is for {reading.table.players} players; {who}"
    ranks = rank_sentence(reading, reading.rules.rank)
    return " ".join(
        part
        for part in (
            f"{who}, each for themselves, {pack_phrase(reading)}",
            ranks,
            f"Deal, bids and play go {reading.game.direction}.",
        )
        if part
    )


def _first_dealer(game: Game) -> str:
    if game.first_dealer == "drawn":
        return "It is drawn who deals first."
    return "Draw for who deals first, or settle it as you like."


def _aim(reading: SheetContext) -> str:
    """What to try in the ordinary deal, as far as its score asks how a bid turns out."""
    if not bids_chosen(reading.rules):
        return ""
    score = told_score(reading, reading.rules)
    ordinary = _scored_deal(reading, reading.ordinary, (), "")
    overtricks = "bid" in ordinary.used and pays_for_more(ordinary)
    if overtricks and not reading.game.winner.low_wins:
        return "Try to win at least as many tricks as you bid."
    if "made" in variables(score) or any(part in MISSED for part in everything_in(score)):
        return "Try to win exactly as many tricks as you bid."
    completed = reading.rules.completed
    if isinstance(completed, CompletedWhen) and any(
        part in ENOUGH for part in everything_in(completed.condition)
    ):
        return "Try to win at least as many tricks as you bid."
    return ""


def _heading(reading: SheetContext) -> str:
    if len(reading.scheduled()) == 1:
        return "How a deal goes"
    return f"How {with_article(reading.ordinary)} deal goes"


def _ordinary(reading: SheetContext) -> Entries:
    return Entries(
        tuple(Entry(step.title, " ".join(step.statements)) for step in steps(reading)),
        numbered=True,
    )


# --- special deals and calls --------------------------------------------------------------


def _special_heading(found: Sequence[Deviation]) -> str:
    return "The special deal" if len(found) == 1 else "The special deals"


def _special(reading: SheetContext, found: Sequence[Deviation]) -> Iterator[Block]:
    if found:
        who = "It" if len(found) == 1 else "Each"
        like = with_article(reading.ordinary)
        yield Paragraph(f"{who} is played like {like} deal, except for what is said here.")
        yield Entries(tuple(_difference(reading, difference) for difference in found))


def _called(reading: SheetContext, found: Sequence[Deviation]) -> Iterator[Block]:
    if found:
        yield Paragraph("What is called changes the deal in this way; all else stays as it is.")
        yield Entries(
            tuple(
                _difference(reading, _by_another(found[:place], difference))
                for place, difference in enumerate(found)
            )
        )


def _by_another(earlier: Sequence[Deviation], difference: Deviation) -> Deviation:
    """A choice told by one before it from which it differs in one of several statements."""
    for other in earlier:
        pairs = list(zip(other.statements, difference.statements, strict=False))
        changed = [own for said, own in pairs if said != own]
        same_length = len(other.statements) == len(difference.statements) > 2
        if same_length and len(changed) == 1:
            return replace(difference, told_by=other.title, statements=tuple(changed))
    return difference


def _difference(reading: SheetContext, difference: Deviation) -> Entry:
    numbers = "" if difference.caller else numbers_of(reading, difference.name)
    name = difference.title if difference.caller else capital(difference.title)
    title = name + (f" ({numbers})" if numbers else "")
    told = list(difference.statements)
    if difference.told_by not in (difference.caller, reading.ordinary):
        told.insert(0, f"Like {difference.told_by}, but for this:")
    if not told:
        told = ["Nothing is different."]
    return Entry(title, " ".join(told), passages(_citations(reading.game, difference.name)))


def _citations(game: Game, name: str) -> Sequence[Citation]:
    twist = game.twist(name)
    if twist is not None:
        return twist.origin.citations
    deal = game.deal(name)
    if deal is None or deal.origin.citations:
        return deal.origin.citations if deal else ()
    own = [getattr(deal.aspects, aspect).origin.citations for aspect in deal.replaced]
    return tuple(dict.fromkeys(citation for citations in own for citation in citations))


def _remembered(reading: SheetContext, words: Collection[str]) -> Iterator[Entry]:
    """What is counted of a player's earlier deals, for who meets its name among these words.

    A run has no name in `if in each of the last 3 deals you bid no trick`; but where some deals do
    not count, that is told.
    """
    for each in reading.game.past:
        passed_over = _passed_over(reading, each)
        if passed_over or each.name in words:
            yield Entry(each.name, f"{_counted(reading, each)}{passed_over}")
    read = rows_read(reading.game)
    if read:
        anew = {"row_made": "the bids made", "row_best": "the best score"}
        counted = [figure for name, figure in anew.items() if name in read]
        told = rows_told(reading)
        if told == ONE_ROW:
            told += " A best score is never below 0." if "row_best" in read else ""
        elif counted:
            verb = "begins" if len(read & {*anew}) == 1 and "row_best" in read else "begin"
            told += f" With each row {listed(counted)} {verb} anew"
            told += "; a best score is never below 0." if "row_best" in read else "."
        yield Entry("Rows", told)


def _counted(reading: SheetContext, past: Past) -> str:
    said, wording = reading.fold(past.expression), reading.wording(reading.rules)
    if said in (Truth(False), Number(0)):
        return "It is always 0."
    if said == Truth(True):
        return "How many deals you have played before."
    if isinstance(past, Run):
        held = your_condition_then(said, wording)
        return f"How many deals in a row, up to the one before, {held}."
    if isinstance(said, Choice) and len(said.branches) == 1 and said.otherwise == Number(0):
        (branch,) = said.branches
        when = your_condition_then(branch.condition, wording)
        if branch.value == Arithmetic("-", Variable("tricks"), Variable("bid")):
            return f"The tricks above your bid, added up over your earlier deals in which {when}."
        if branch.value == Number(1):
            return f"In how many earlier deals {when}."
        return f"The sum, over your earlier deals in which {when}, of {formula(branch.value)}."
    return f"The sum, over your earlier deals, of {formula(said)}."


def _passed_over(reading: SheetContext, past: Past) -> str:
    """That deals do not count in which nobody bids, where there are some."""
    table = reading.table
    rules = (table.rules(name) for name in reading.scheduled())
    if all(counts_in(past, each) for each in rules):
        return ""
    if BLIND in variables(past.expression):
        return " A deal in which nobody may bid blind neither counts nor breaks it."
    return " A deal in which nobody bids neither counts nor breaks it."


def _names(reading: SheetContext) -> tuple[Block, ...]:
    """What the names say that stand in formulas because it is too long to stand there itself."""
    return _bullets(
        sentence(f"in formulas {name} stands for {formula(each.definition)}")
        for name, each in named_lets(reading.known).items()
    )


# --- scoring ------------------------------------------------------------------------------


def _scoring(reading: SheetContext, others: Iterable[Deviation]) -> Iterator[Block]:
    told = score_statements(reading)
    scored = _with_rows(list(_scored(reading, others)))
    blocks = point_blocks(scored)
    has_table = any(isinstance(block, Grid) for block in blocks)
    used = frozenset[str]().union(*(variables(each.rules.score) for each in scored))
    asked = used
    if has_table and any(map(lacks_bids, scored)):
        limits = (reading.rules.each_bid, reading.rules.last_bid)
        asked |= frozenset[str]().union(
            *(variables(e) for each in limits for e in value_parts(each))
        )
    read = sorted({name for each in scored for name, _ in fresh(each.rules)} & asked)
    declared = [name for name in read if name not in NOT_DECLARED]
    below = []
    if declared:
        below.append(f"{listed(declared)} {'is' if len(declared) == 1 else 'are'} still 0")
    made_before = max(each.made_before for each in scored)
    if "row_made" in used and (not made_before or not all(each.of_others for each in scored)):
        below.append(f"you have made {made_in_row(made_before)}")
    if "row_best" in used:
        below.append("the best score of the row is still 0")
    if "auction" in used and has_table:
        below.append("you have not won the auction unless a row says so")
    if below:
        told = (*told, f"Below, {listed(below)}.")
    apart = list(_cases_apart(reading, told))
    yield from apart
    if isinstance(apart[-1], Bullets) and blocks and isinstance(blocks[0], Bullets):
        yield Paragraph("For example:")
    yield from blocks


def _with_rows(scored: list[Scored]) -> list[Scored]:
    """The deals, as if no bid of a row had been made before where it is not as many for each."""
    alike = len({each.made_before for each in scored}) == 1
    return scored if alike else [replace(each, made_before=0) for each in scored]


def _cases_apart(reading: SheetContext, told: Sequence[str]) -> Iterator[Block]:
    """What is said of the score, with its cases one under the other where they are many."""
    parts = score_parts(reading, reading.rules)
    many = len(parts.cases) > MOST_IN_A_SENTENCE
    place = next((n for n, one in enumerate(told) if one.startswith(parts.together)), -1)
    if not many or place < 0:
        yield Paragraph(" ".join(told))
        return
    yield Paragraph(" ".join((*told[:place], "The first of these that fits counts:")))
    yield Bullets(tuple(sentence(case.removeprefix("otherwise, ")) for case in parts.cases))
    after = (told[place].removeprefix(parts.together).strip(), *told[place + 1 :])
    if any(after):
        yield Paragraph(" ".join(filter(None, after)))


def _scored(reading: SheetContext, others: Iterable[Deviation]) -> Iterator[Scored]:
    """The ordinary deal, and every deal or choice that is scored in another way."""
    alone = len(reading.scheduled()) == 1
    at = _usual_table(reading, reading.ordinary)
    ordinary = reading.rules_of(reading.ordinary, table=at)
    apart = list(_scored_apart(reading, ordinary, others))
    # where all deals are scored alike, the table is that of each of them
    name = reading.ordinary if apart or not _all_alike(reading, ordinary) else ""
    yield _scored_deal(reading, reading.ordinary, (), "" if alone else name)
    yield from apart


def _all_alike(reading: SheetContext, ordinary: DealRules) -> bool:
    """Whether every deal of the schedule is scored as the ordinary one, after the same bids."""
    if any(_words_apart(reading, name, "each_bid", *_SCORING) for name in reading.scheduled()):
        return False
    return all(
        _scored_by(rules) == _scored_by(ordinary) and rules.each_bid == ordinary.each_bid
        for table in reading.tables
        for rules in (reading.rules_of(row.name, table=table) for row in table.schedule)
    )


def _scored_apart(
    reading: SheetContext, ordinary: DealRules, others: Iterable[Deviation]
) -> Iterator[Scored]:
    """The deals and choices that are scored in another way than the ordinary deal."""
    for difference in others:
        called = (difference.name,) if difference.caller else ()
        scored = _scored_deal(
            reading, difference.caller or difference.name, called, difference.title
        )
        other = scored.rules
        apart = not called and _words_apart(reading, difference.name, *_SCORING)
        if apart or _scored_by(other) != _scored_by(ordinary):
            yield scored


_SCORING: Final[tuple[AspectName, ...]] = ("score", "trick_worth")
"""What the points hang on, and is told as far as it matters in the deals of one name."""


def _words_apart(reading: SheetContext, name: str, *aspects: AspectName) -> bool:
    """Whether a deal is not told in the words of the ordinary one, though it has its clauses."""
    return any(telling(reading, name, aspect).name != reading.ordinary for aspect in aspects)


def _scored_by(rules: DealRules) -> tuple[object, ...]:
    """What the table of points hangs on."""
    bid = "chosen" if isinstance(rules.bid, ChosenBid) else rules.bid.kind
    return (rules.score, bid, rules.trick_worth, rules.card_worth)


def _usual_table(reading: SheetContext, deal: str) -> Table:
    """A table at which a deal is played: that of four players, at which examples are easiest."""
    playing = [table for table in reading.tables if table.deals_of(deal)] or list(reading.tables)
    return next((table for table in playing if table.players == 4), playing[0])


def _largest_deal(table: Table, deal: str) -> ScheduledDeal:
    return max(table.deals_of(deal) or table.schedule, key=lambda row: row.high)


def _scored_deal(reading: SheetContext, deal: str, called: tuple[str, ...], name: str) -> Scored:
    table = _usual_table(reading, deal)
    others = [reading.rules_of(deal, called, other) for other in reading.tables]
    used = score_dependencies(reading, reading.rules_of(deal, called, table), others)
    largest = _largest_deal(table, deal)
    if not used & HANG_ON_THE_TABLE:
        # the figures are those of any table, and so go on to the largest hand of all
        for other in (each for each in reading.tables if each.deals_of(deal)):
            at_other = _largest_deal(other, deal)
            if at_other.high > largest.high:
                table, largest = other, at_other
    made_before = 0
    if "row_made" in used and "row_best" not in used:
        largest = max(
            table.deals_of(deal) or table.schedule, key=lambda row: (row.high, row.in_row)
        )
        before = table.schedule[largest.number - 1 - largest.in_row : largest.number - 1]
        made_before = sum(
            counts_in(RowMade(), reading.rules_of(row.name, table=table)) for row in before
        )
    rules = reading.rules_of(deal, called, table)
    if ROW_DEALS in rules.names:  # rows may differ in length: the table shows the largest deal
        rules = replace(rules, names={**rules.names, ROW_DEALS: largest.row_deals})
    asked: list[AspectName] = ["score"]
    if "points" in used:
        asked += ["trick_worth", "card_worth"]
    own = replaced_by(reading.game, deal, called[0]) if called else frozenset()
    plain = reading.rules_of(deal, table=table)
    decided = any(is_called(reading.game, plain, aspect) for aspect in asked if aspect not in own)
    return Scored(name, rules, largest.high, largest.number, used, decided, made_before)


def _winning(reading: SheetContext) -> Iterator[Block]:
    yield Paragraph(" ".join(winning_sentences(reading)))
    settlement = reading.game.settlement
    if settlement is not None:
        yield Paragraph(" ".join(payment_sentences(reading, settlement)))


# --- what is open, and where it comes from ------------------------------------------------


def _assumed(reading: SheetContext) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """The points in which the sources say something else, and those in which they are silent."""
    against: list[str] = []
    silent: list[str] = []
    for assumption, deal in assumed(reading).items():
        deviation = assumption.deviation
        where = passages(assumption.citations)
        told = assumption.text if deviation is None else deviation
        line = sentence(f"{deal}: {told}" if deal else told) + (f" ({where})" if where else "")
        (silent if deviation is None else against).append(line)
    points = "In these points the sources"
    return (
        _bullets(against, f"{points} say something else:"),
        _bullets(silent, f"{points} are silent, or do not agree. Here the game is played so:"),
    )


# --- where the rules come from -------------------------------------------------------------


def passages(citations: Sequence[Citation]) -> str:
    """`pagat, deal 8; wiki, note a`."""
    told = (
        f"{citation.source}, {citation.passage}" if citation.passage else citation.source
        for citation in citations
    )
    return "; ".join(dict.fromkeys(told))


def cited_sources(game: Game) -> Iterator[str]:
    """Each source with the passages that are cited from it."""
    cited = [citation for origin in _origins(game) for citation in origin.citations]
    cited += [citation for assumption in game.assumptions for citation in assumption.citations]
    for source in game.sources:
        own = [c.passage for c in cited if c.source == source.name and c.passage]
        told = f": {', '.join(dict.fromkeys(own))}" if own else ""
        yield f"{source.title} ({source.name}){told}."


def _origins(game: Game) -> Iterator[Origin]:
    used = used_names(game)
    parts: list[Any] = [game.pack, *game.specials]
    parts += [parameter for parameter in game.parameters if parameter.name in used]
    for deal in game.deals:
        parts += [deal, *deal.aspects.clauses()]
    for twist in game.twists:
        parts += [twist, *twist.clauses()]
    yield from (game.origin, game.players_origin)
    yield from (part.origin for part in parts if part is not None)
    yield game.schedule_origin
    ends = (game.winner, game.ends, game.settlement)
    yield from (part.origin for part in ends if part is not None)


def assumed(reading: SheetContext) -> dict[Assumption, str]:
    """Every assumption, with the special deal or the choice of a call that it belongs to, or "".

    Those of a parameter hold for its default, and are left out where it is set otherwise.
    """
    game = reading.game
    found = dict.fromkeys(game.assumptions, "")
    deals = sorted(game.deals, key=lambda deal: deal.name != reading.ordinary)
    met: set[Assumption] = set()
    parts: tuple[Deal | Twist, ...] = (*deals, *game.twists)
    for part in parts:
        own = part.aspects.clauses() if isinstance(part, Deal) else part.clauses()
        for origin in (part.origin, *(clause.origin for clause in own)):
            for assumption in origin.assumptions:
                if assumption not in met and part.name != reading.ordinary:
                    found[assumption] = part.name
                met.add(assumption)
    for parameter in game.parameters:
        if reading.table.parameters[parameter.name] != parameter.default:
            for assumption in parameter.origin.assumptions:
                found.pop(assumption, None)
    return found
