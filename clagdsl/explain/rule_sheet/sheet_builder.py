"""Builds the rule sheet of a game, with its sections in reading order.

Players and cards, the deals, the ordinary deal, calls, special deals, runs and tallies, scoring,
winning, names in formulas, parameters, assumptions, sources. The section on runs and tallies is
written after the others, because it lists only those that the others mention. Sections without
content are left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import ge
from typing import Any, Final

from clagdsl.explain.english import capital, sentence, spans, with_article
from clagdsl.explain.rule_sheet.card_sentences import pack_phrase, rank_sentence
from clagdsl.explain.rule_sheet.context import (
    SheetContext,
    is_called,
    player_counts_text,
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
    names_in,
)
from clagdsl.explain.rule_sheet.formulas import formula, your_past_condition
from clagdsl.explain.rule_sheet.match_sentences import (
    ONE_ROW,
    deal_blocks,
    deal_count,
    first_dealer_sentences,
    numbers_of,
    option_entries,
    rows_text,
    score_sheets,
)
from clagdsl.explain.rule_sheet.points_table import (
    TABLE_VARIABLES,
    ScoredDeal,
    lacks_bids,
    loses_by_more,
    made_in_row,
    pays_exactly,
    pays_for_more,
    pays_to_keep,
    point_blocks,
    score_dependencies,
)
from clagdsl.explain.rule_sheet.reachable import possible_trumps, trump_deals
from clagdsl.explain.rule_sheet.score_sentences import (
    ENOUGH,
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
    wording_source,
)
from clagdsl.lang.expr.ast import everything_in
from clagdsl.lang.expr.evaluate import holds
from clagdsl.lang.expr.free_variables import variables
from clagdsl.lang.expr.simplify import named_lets
from clagdsl.lang.numerals import join_words
from clagdsl.lang.references import call_groups, effective_names, subexpressions
from clagdsl.lang.rules import (
    NOT_DECLARED,
    OF_ROWS,
    OWN_SCORE,
    ROW_DEALS,
    Arithmetic,
    AspectName,
    Assumption,
    AuctionBids,
    Choice,
    ChosenBid,
    Citation,
    CompletedWhen,
    Deal,
    Game,
    Keeps,
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
from clagdsl.table.choices import calls_of
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import applies_to, initial_values, rows_read
from clagdsl.table.outcomes import BLIND
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.table import Table, aspects_after


def rule_sheet(
    game: Game, players: int | None = None, settings: Mapping[str, Value] | None = None
) -> RuleSheet:
    """Returns the rule sheet of a game, for `players` players or for every number of them.

    Raises ArgumentError if the game cannot be played in that way.
    """
    reading = read_game(game, players, settings or {})
    dealer = first_dealer_sentences(reading)
    called, special = tuple(choices(reading)), tuple(special_deals(reading))
    deals = [
        Section("Players and cards", (Paragraph(_players(reading)),)),
        Section("The deals", (*deal_blocks(reading), Paragraph(" ".join(dealer)))),
        Section(_heading(reading), (_ordinary(reading),)),
        Section("What may be called", tuple(_called(reading, called))),
        Section(_special_heading(special), tuple(_special(reading, special))),
    ]
    scores = [
        Section("Scoring", tuple(_scoring(reading, (*special, *called)))),
        Section("Winning", tuple(_winning(reading))),
        Section("Names in formulas", _names(reading)),
        Section("To agree before you start", _entries(option_entries(reading))),
    ]
    names = [past_value.shown_name for past_value in game.past]
    remembered = _counted_entries(reading, names_in((*deals, *scores), names))
    deals.append(Section("Counted from deal to deal", _entries(remembered)))
    against, silent = _assumed(reading)
    end = (
        Section("Where these rules differ from their sources", against),
        Section("Where the sources are silent or disagree", silent),
        Section("Sources", _bullets(cited_sources(game))),
    )
    sections = tuple(section for section in (*deals, *scores, *end) if section.blocks)
    return RuleSheet(title_of(game), _summary(reading), sections, score_sheets(reading))


def _bullets(lines: Iterable[str], intro: str = "") -> tuple[Block, ...]:
    """Returns a list preceded by its introduction; () for an empty list."""
    items = tuple(lines)
    return (
        *((Paragraph(intro),) if intro and items else ()),
        *((Bullets(items),) if items else ()),
    )


def _entries(entries: Iterable[Entry]) -> tuple[Block, ...]:
    """Returns a list of titled rules; () without any rules."""
    items = tuple(entries)
    return (Entries(items),) if items else ()


def _summary(context: SheetContext) -> str:
    house = f" A house version of {context.game.base_title}." if context.game.base_title else ""
    aim = _aim(context)
    return (
        f"{player_counts_text(context.tables)} players,"
        f" {deal_count(context)}.{house}{aim and f' {aim}'}"
    )


def _players(context: SheetContext) -> str:
    low, high = context.game.players
    who = f"{spans(range(low, high + 1), 'or')} people can play"
    if low == high:
        who = f"{low} people play"
    if low < high and len(context.tables) == 1:
        who = f"This sheet is for {context.table.players} players; {who}"
    ranks = rank_sentence(context, context.rules.rank)
    return " ".join(
        part
        for part in (
            f"{who}, each for themselves, {pack_phrase(context)}",
            ranks,
            f"Dealing, bidding and play go {context.game.direction}.",
        )
        if part
    )


def _aim(context: SheetContext) -> str:
    """Returns the aim of the ordinary deal if its score depends on making the bid, otherwise ""."""
    if not bids_chosen(context.rules):
        return ""
    ordinary = _scored_deals(context, context.ordinary, (), "")[0]
    low_wins = context.game.winner.low_wins
    overtricks = "bid" in ordinary.used and pays_for_more(ordinary)
    if overtricks and not low_wins:
        return "Try to win at least as many tricks as you bid."
    if pays_exactly(ordinary, low_wins=low_wins):
        return "Try to win exactly as many tricks as you bid."
    completed = context.rules.completed
    if (
        isinstance(completed, CompletedWhen)
        and any(part in ENOUGH for part in everything_in(completed.condition))
        and not loses_by_more(ordinary, low_wins=low_wins)
        and pays_to_keep(ordinary, ge, low_wins=low_wins)
    ):
        return "Try to win at least as many tricks as you bid."
    return ""


def _heading(context: SheetContext) -> str:
    if len(context.scheduled()) == 1:
        return "How a deal goes"
    return f"How {with_article(context.ordinary)} deal goes"


def _ordinary(context: SheetContext) -> Entries:
    return Entries(
        tuple(Entry(step.title, " ".join(step.statements)) for step in steps(context)),
        numbered=True,
    )


# --- special deals and calls ------------------------------------------------------------------


def _special_heading(deviations: Sequence[Deviation]) -> str:
    return "The special deal" if len(deviations) == 1 else "The special deals"


def _special(context: SheetContext, deviations: Sequence[Deviation]) -> Iterator[Block]:
    if deviations:
        who = "It" if len(deviations) == 1 else "Each"
        like = with_article(context.ordinary)
        yield Paragraph(f"{who} is played like {like} deal, with these differences.")
        yield Entries(tuple(_difference(context, difference) for difference in deviations))


def _called(context: SheetContext, deviations: Sequence[Deviation]) -> Iterator[Block]:
    if deviations:
        yield Paragraph("Each call changes the deal as follows; everything else stays the same.")
        yield Entries(
            tuple(
                _difference(context, _described_by_earlier(deviations[:place], difference))
                for place, difference in enumerate(deviations)
            )
        )


def _described_by_earlier(earlier: Sequence[Deviation], difference: Deviation) -> Deviation:
    """Returns a choice described relative to an earlier one, if only one of several statements
    differs.
    """
    for other in earlier:
        pairs = list(zip(other.statements, difference.statements, strict=False))
        changed = [own for other_text, own in pairs if other_text != own]
        same_length = len(other.statements) == len(difference.statements) > 2
        if same_length and len(changed) == 1:
            return replace(difference, reference=other.title, statements=tuple(changed))
    return difference


def _difference(context: SheetContext, difference: Deviation) -> Entry:
    numbers = "" if difference.caller else numbers_of(context, difference.name)
    name = difference.title if difference.caller else capital(difference.title)
    title = name + (f" ({numbers})" if numbers else "")
    sentences = list(difference.statements)
    if difference.reference not in (difference.caller, context.ordinary):
        but = "except for this:" if sentences else "without any difference."
        sentences.insert(0, f"Like {difference.reference}, {but}")
    if not sentences:
        sentences = ["Nothing is different."]
    return Entry(title, " ".join(sentences), passages(_citations(context.game, difference.name)))


def _citations(game: Game, name: str) -> Sequence[Citation]:
    twist = game.twist(name)
    if twist is not None:
        return twist.origin.citations
    deal = game.deal(name)
    if deal is None or deal.origin.citations:
        return deal.origin.citations if deal else ()
    own = [getattr(deal.aspects, aspect).origin.citations for aspect in deal.replaced]
    return tuple(dict.fromkeys(citation for citations in own for citation in citations))


def _counted_entries(context: SheetContext, names: Collection[str]) -> Iterator[Entry]:
    """Yields the runs and tallies that are among `names`, and the rows of the schedule.

    A run may be worded without its name, as in `if in each of the last 3 deals you bid no trick`.
    It still gets an entry if some deals do not count.
    """
    for past_value in context.game.past:
        passed_over = _passed_over(context, past_value)
        name = past_value.shown_name
        if passed_over or name in names:
            title = capital(name) if past_value.words else name
            yield Entry(title, f"{_count_text(context, past_value)}{passed_over}")
    read = rows_read(context.game)
    if read:
        row_figures = {"row_made": "the bids made", "row_best": "the best score"}
        counted = [figure for name, figure in row_figures.items() if name in read]
        text = rows_text(context)
        if text == ONE_ROW:
            text += " A best score is never below 0." if "row_best" in read else ""
        elif counted:
            verb = "begins" if len(read & {*row_figures}) == 1 and "row_best" in read else "begin"
            text += f" With each row, {join_words(counted)} {verb} again from 0"
            text += "; a best score is never below 0." if "row_best" in read else "."
        yield Entry("Rows", text)


def _count_text(context: SheetContext, past: Past) -> str:
    expression, wording = context.fold(past.expression), context.wording(context.rules)
    if expression in (Truth(False), Number(0)):
        return "It is always 0."
    if expression == Truth(True):
        return "The number of deals you have played before."
    if expression == Variable(OWN_SCORE):
        return "The points you have scored in the deals before."
    if isinstance(past, Run):
        held = your_past_condition(expression, wording)
        return f"The number of deals in a row, up to the one before, in which {held}."
    if (
        isinstance(expression, Choice)
        and len(expression.branches) == 1
        and expression.otherwise == Number(0)
    ):
        (branch,) = expression.branches
        when = your_past_condition(branch.condition, wording)
        if branch.value == Arithmetic("-", Variable("tricks"), Variable("bid")):
            return f"The tricks above your bid, added up over your earlier deals in which {when}."
        if branch.value == Number(1):
            return f"The number of earlier deals in which {when}."
        return f"The sum, over your earlier deals in which {when}, of {formula(branch.value)}."
    return f"The sum, over your earlier deals, of {formula(expression)}."


def _passed_over(context: SheetContext, past: Past) -> str:
    """Returns the sentence on deals that do not count, or "" if all deals count."""
    rules = [context.table.rules(name) for name in context.scheduled()]
    read = variables(past.expression)
    without = []
    if not all(applies_to(past, deal_rules) for deal_rules in rules):
        without = ["nobody bids"]
        if BLIND in read:
            without = ["nobody may bid blind"]
        elif "auction" in read:
            without = ["there is no auction"]
    if any(isinstance(deal_rules.auction, AuctionBids) for deal_rules in rules):
        without.append("everybody passes in the auction")
    if not without:
        return ""
    return f" A deal in which {join_words(without, 'or')} neither counts nor breaks it."


def _names(context: SheetContext) -> tuple[Block, ...]:
    """Returns the definitions of names in formulas that are too long to inline."""
    return _bullets(
        sentence(f"in formulas {name} stands for {formula(let.definition)}")
        for name, let in named_lets(context.bindings).items()
    )


# --- scoring ----------------------------------------------------------------------------------


def _scoring(context: SheetContext, others: Iterable[Deviation]) -> Iterator[Block]:
    sentences = score_statements(context)
    scored = [
        replace(one, never_bid=_never_bid(context.game, one.cards))
        for one in _with_rows(list(_scored(context, others)))
    ]
    blocks = point_blocks(scored)
    has_table = any(isinstance(block, Grid) for block in blocks)
    used = frozenset[str]().union(*(variables(context.fold(one.rules.score)) for one in scored))
    read_names = used
    if has_table and any(map(lacks_bids, scored)):
        bidding = [context.rules, *(rules for one in scored for rules in one.after_calls)]
        limits = [limit for rules in bidding for limit in (rules.each_bid, rules.last_bid)]
        read_names |= frozenset[str]().union(
            *(variables(e) for each in limits for e in subexpressions(each))
        )
    read = sorted({name for each in scored for name, _ in initial_values(each.rules)} & read_names)
    shown = {past_value.name: past_value.shown_name for past_value in context.game.past}
    declared = [shown.get(name, name) for name in read if name not in NOT_DECLARED]
    below = []
    if declared:
        none = join_words([f"no {name.removesuffix(' so far')}" for name in declared])
        below.append(f"you have {none} yet")
    made_before = max(each.made_before for each in scored)
    if "row_made" in used and (not made_before or not all(each.of_others for each in scored)):
        below.append(f"you have made {made_in_row(made_before)}")
    if "row_best" in used:
        below.append("the best score of the row is still 0")
    if "auction" in used and has_table:
        below.append("you have not won the auction unless a row says so")
    if below and blocks:
        sentences = (*sentences, f"Below, {join_words(below)}.")
    case_blocks = list(_case_blocks(context, sentences))
    yield from case_blocks
    if isinstance(case_blocks[-1], Bullets) and blocks and isinstance(blocks[0], Bullets):
        yield Paragraph("For example:")
    yield from blocks


def _never_bid(game: Game, most: int) -> frozenset[int]:
    """Returns the bids up to `most` that the same limit on each bid forbids in all deals."""
    clauses = [deal.aspects.each_bid for deal in game.deals]
    clauses += [twist.each_bid for twist in game.twists if twist.each_bid is not None]
    first, *others = [clause.alternatives for clause in clauses]
    limit = first[0].value
    alike = len(first) == 1 and all(other == first for other in others)
    if not alike or not isinstance(limit, Keeps) or limit.otherwise is not None:
        return frozenset()
    if variables(limit.condition) != {"bid"}:
        return frozenset()
    return frozenset(bid for bid in range(most + 1) if not holds(limit.condition, {"bid": bid}))


def _with_rows(scored: list[ScoredDeal]) -> list[ScoredDeal]:
    """Returns the deals; the number of earlier bids made in the row is set to 0 unless all deals
    share it.
    """
    alike = len({scored_deal.made_before for scored_deal in scored}) == 1
    return scored if alike else [replace(scored_deal, made_before=0) for scored_deal in scored]


def _case_blocks(context: SheetContext, sentences: Sequence[str]) -> Iterator[Block]:
    """Yields blocks that describe the score, with its cases as a list if there are many."""
    parts = score_parts(context, context.rules)
    many = len(parts.cases) > MOST_IN_A_SENTENCE
    place = next(
        (n for n, text in enumerate(sentences) if text.startswith(parts.cases_sentence)), -1
    )
    if not many or place < 0:
        yield Paragraph(" ".join(sentences))
        return
    yield Paragraph(" ".join((*sentences[:place], "The first case that applies counts:")))
    yield Bullets(tuple(sentence(case.removeprefix("otherwise, ")) for case in parts.cases))
    after = (sentences[place].removeprefix(parts.cases_sentence).strip(), *sentences[place + 1 :])
    if any(after):
        yield Paragraph(" ".join(filter(None, after)))


def _scored(context: SheetContext, others: Iterable[Deviation]) -> Iterator[ScoredDeal]:
    """Yields the ordinary deal, and every deal or choice that is scored differently."""
    alone = len(context.scheduled()) == 1
    usual_table = _usual_table(context, context.ordinary)
    rules = context.rules_of(context.ordinary, table=usual_table)
    ordinary, *smaller = _scored_deals(context, context.ordinary, (), "")
    ordinary = _with_largest_hand(context, ordinary)
    separate = list(_separately_scored(context, rules, ordinary, others))
    # if all deals are scored alike, the table is for each of them
    is_shared = not separate and _all_alike(context, rules, usual_table)
    name = "" if alone or is_shared else context.ordinary
    yield replace(ordinary, name=name)
    for other in smaller:
        yield replace(_with_other_deals(context, other, (context.ordinary,)), name=name)
    yield from separate


def _with_largest_hand(context: SheetContext, scored: ScoredDeal) -> ScoredDeal:
    """Returns the ordinary deal with the largest hand among all deals scored like it.

    Figures that depend on the deal or on its row hold for the ordinary deal alone.
    """
    # the whole score: `used` leaves out names that cannot matter in the ordinary deal
    if scored.used.union(scored.rules.score_reads) & (TABLE_VARIABLES | OF_ROWS):
        return _with_other_deals(context, scored, (context.ordinary,))
    alike, table_key = {context.ordinary}, _table_key(scored.rules, scored.after_calls)
    for table in context.tables:
        for row in table.schedule:
            rules = context.rules_of(row.name, table=table)
            after_calls = _after_calls(context, rules, table)
            if _table_key(rules, after_calls) != table_key:
                continue
            alike.add(row.name)
            trump_cards = dict(scored.trump_cards)
            for trump, (cards, _) in trump_deals(context, row.name, ()).items():
                trump_cards[trump] = max(cards, trump_cards.get(trump, 0))
            scored = replace(scored, trump_cards=trump_cards, every_trump=frozenset(trump_cards))
            if row.high > scored.cards:
                scored = replace(
                    scored,
                    rules=rules,
                    cards=row.high,
                    number=row.number,
                    after_calls=after_calls,
                )
    return _with_other_deals(context, scored, alike)


def _with_other_deals(
    context: SheetContext, scored: ScoredDeal, deals: Collection[str]
) -> ScoredDeal:
    """Returns a scored deal with all other deals of these names for which its figures hold.

    If none of them is scheduled, they can be called in every deal.
    """
    if scored.called or "bid" not in scored.used or not isinstance(scored.rules.bid, ChosenBid):
        return scored
    (any_deal, *_) = deals
    is_scheduled = any(table.deals_of(deal) for table in context.tables for deal in deals)
    others: dict[object, ScoredDeal] = {}
    for table in context.tables:
        for row in table.schedule:
            if is_scheduled and row.name not in deals:
                continue
            deal = row.name if is_scheduled else any_deal
            usual = context.rules_of(deal, scored.rules.calls, table)
            ways = _after_calls(context, usual, table) or (usual,)
            for cards in row.sizes:
                bidding = tuple(
                    table.rules_with(deal, way.calls, row.number, cards) for way in ways
                )
                other = replace(
                    scored,
                    rules=bidding[0],
                    cards=cards,
                    number=row.number,
                    after_calls=bidding,
                    trump_cards={
                        trump: min(cards, most) for trump, most in scored.trump_cards.items()
                    },
                )
                holds_there = (
                    cards <= scored.cards
                    and other.facts == scored.facts
                    and all(_scored_by(way) == _scored_by(scored.rules) for way in bidding)
                )
                if holds_there:
                    others.setdefault((table.players, cards, _limits(other)), other)
    other_deals = sorted(others.values(), key=lambda other: -other.cards)
    return replace(scored, other_deals=tuple(other_deals))


def _limits(scored: ScoredDeal) -> object:
    """Returns a key of the limits that decide which bids a deal allows."""
    limits = [(way.each_bid, way.last_bid, way.auction) for way in scored.bidding]
    numbered = any(
        "deal" in variables(part)
        for values in limits
        for value in values
        for part in subexpressions(value)
    )
    return (*limits, scored.number * numbered)


def _all_alike(context: SheetContext, ordinary: DealRules, usual_table: Table) -> bool:
    """Returns whether every deal of the schedule has the ordinary one's scoring and auctions."""
    if any(_has_own_words(context, name, *_SCORING) for name in context.scheduled()):
        return False
    usual = _table_key(ordinary, _after_calls(context, ordinary, usual_table))
    return all(
        _table_key(rules, _after_calls(context, rules, table)) == usual
        for table in context.tables
        for rules in (context.rules_of(row.name, table=table) for row in table.schedule)
    )


def _table_key(rules: DealRules, after_calls: tuple[DealRules, ...]) -> object:
    """Returns a key of everything that the table of points depends on, except for the limits on
    bids.
    """
    auctioned = "auction" in rules.score_reads
    return _scored_by(rules), {auctioned and one.auction for one in (rules, *after_calls)}


def _separately_scored(
    context: SheetContext, rules: DealRules, ordinary: ScoredDeal, others: Iterable[Deviation]
) -> Iterator[ScoredDeal]:
    """Yields the deals and choices that are scored differently from the ordinary deal, whose rules
    are `rules`; also the deals scored like it to which its figures do not extend.
    """
    for difference in others:
        called = (difference.name,) if difference.caller else ()
        deals = _scored_deals(
            context, difference.caller or difference.name, called, difference.title
        )
        reworded = not called and _has_own_words(context, difference.name, *_SCORING)
        beyond = deals[0].facts != ordinary.facts or deals[0].cards > ordinary.cards
        if reworded or (beyond and not called) or _scored_by(deals[0].rules) != _scored_by(rules):
            for scored in deals:
                yield _with_other_deals(context, scored, (difference.caller or difference.name,))


_WORTHS: Final[tuple[AspectName, ...]] = ("trick_worth", "card_worth", "trump_worth")
_SCORING: Final[tuple[AspectName, ...]] = ("score", "trick_worth")
"""Aspects that determine the points, and whose wording depends on the deals of a name."""


_FIGURES: Final[frozenset[AspectName]] = frozenset(
    ("score", "bid", "each_bid", "last_bid", "auction", "trump", *_WORTHS)
)
"""The aspects that determine the rows and figures of the table of points."""


def _has_own_words(context: SheetContext, name: str, *aspects: AspectName) -> bool:
    """Returns whether a deal needs its own wording, even for clauses of the ordinary deal."""
    return any(wording_source(context, name, aspect).name != context.ordinary for aspect in aspects)


def _scored_by(rules: DealRules) -> tuple[object, ...]:
    """Returns a key of everything that the figures of the table of points depend on."""
    bid = "chosen" if isinstance(rules.bid, ChosenBid) else rules.bid
    trump = rules.trump if "trump" in rules.score_reads else None
    return (rules.score, bid, rules.trick_worth, rules.card_worth, rules.trump_worth, trump)


def _after_calls(context: SheetContext, rules: DealRules, table: Table) -> tuple[DealRules, ...]:
    """Returns the rules after all calls with these that are scored like `rules`, one for each way
    of bidding.
    """
    calls: dict[frozenset[tuple[AspectName, str]], tuple[str, ...]] = {}
    for called in calls_of(context.rules_of(rules.name, table=table)):
        if {*rules.calls} <= {*called}:
            replaced = {
                aspect: choice
                for choice in called
                for aspect in replaced_by(context.game, rules.name, choice) & _FIGURES
            }
            calls.setdefault(frozenset(replaced.items()), called)
    by_limits: dict[object, DealRules] = {}
    for called in calls.values():
        after = context.rules_of(rules.name, called, table)
        if _scored_by(after) == _scored_by(rules):
            by_limits.setdefault((after.each_bid, after.last_bid, after.auction), after)
    return tuple(replace(after, names=rules.names) for after in by_limits.values())


def _usual_table(context: SheetContext, deal: str) -> Table:
    """Returns a table at which a deal is played, with four players if possible.

    Examples for four players are the easiest to read.
    """
    playing = [table for table in context.tables if table.deals_of(deal)] or list(context.tables)
    return next((table for table in playing if table.players == 4), playing[0])


def _largest_deal(table: Table, deal: str) -> ScheduledDeal:
    return max(table.deals_of(deal) or table.schedule, key=lambda row: row.high)


def _scored_deals(
    context: SheetContext, deal: str, called: tuple[str, ...], name: str
) -> list[ScoredDeal]:
    """Returns the largest deal of a name and call.

    If the score depends on the size or place of the deal, the largest deals with other trumps
    follow.
    """
    table = _usual_table(context, deal)
    others = [context.rules_of(deal, called, other) for other in context.tables]
    used = score_dependencies(context, context.rules_of(deal, called, table), others)
    largest = _largest_deal(table, deal)
    if not used & TABLE_VARIABLES:
        # these figures hold for every table, so they can extend to the largest hand of all
        for other in (candidate for candidate in context.tables if candidate.deals_of(deal)):
            at_other = _largest_deal(other, deal)
            if at_other.high > largest.high:
                table, largest = other, at_other
    counts_made = "row_made" in used and "row_best" not in used
    if counts_made:
        largest = max(
            table.deals_of(deal) or table.schedule, key=lambda row: (row.high, row.in_row)
        )
    rules = context.rules_of(deal, called, table)
    aspects: list[AspectName] = ["score"]
    if "points" in used:
        aspects += _WORTHS
    own = replaced_by(context.game, deal, called[0]) if called else frozenset()
    plain = context.rules_of(deal, table=table)
    decided = any(is_called(context.game, plain, aspect) for aspect in aspects if aspect not in own)
    trumps: Mapping[str, tuple[int, ScheduledDeal]] = {}
    if "trump" in used:
        players = table.players if used & TABLE_VARIABLES else None
        trumps = trump_deals(context, deal, called, players)
    places = dict.fromkeys(trumps, (largest.high, largest))
    if used & ({"cards", "deal"} | OF_ROWS):
        at_largest = table.rules_with(deal, called, largest.number, largest.high)
        there = possible_trumps(at_largest, largest.high)
        places = {
            trump: (largest.high, largest) if trump in there else trumps[trump] for trump in trumps
        }
    scored = []
    for cards, row in dict.fromkeys([(largest.high, largest), *places.values()]):
        shown = [trump for trump, place in places.items() if place == (cards, row)]
        made_before = 0
        if counts_made:
            before = table.schedule[row.number - 1 - row.in_row : row.number - 1]
            made_before = sum(
                applies_to(RowMade(), context.rules_of(other.name, table=table)) for other in before
            )
        row_rules = rules
        if ROW_DEALS in rules.names:  # rows may differ in length
            row_rules = replace(rules, names={**rules.names, ROW_DEALS: row.row_deals})
        scored.append(
            ScoredDeal(
                name,
                row_rules,
                cards,
                row.number,
                used,
                decided,
                made_before,
                {trump: min(cards, trumps[trump][0]) for trump in shown},
                frozenset(trumps),
                names_players=len(context.tables) > 1,
                after_calls=_after_calls(context, row_rules, table),
            )
        )
    return scored


def _winning(context: SheetContext) -> Iterator[Block]:
    yield Paragraph(" ".join(winning_sentences(context)))
    settlement = context.game.settlement
    if settlement is not None:
        yield Paragraph(" ".join(payment_sentences(context, settlement)))


# --- assumptions and sources ------------------------------------------------------------------


def _assumed(context: SheetContext) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Returns the assumptions that deviate from the sources, and those on points that the sources
    leave open.
    """
    against: list[str] = []
    silent: list[str] = []
    for assumption, limit in _assumptions_in_force(context).items():
        deviation = assumption.deviation
        where = passages(assumption.citations)
        text = assumption.text if deviation is None else deviation
        line = sentence(f"{limit}{text}") + (f" ({where})" if where else "")
        (silent if deviation is None else against).append(line)
    points = "On these points the sources"
    return (
        _bullets(against, f"{points} say something else:"),
        _bullets(silent, f"{points} are silent or disagree. This sheet decides them as follows:"),
    )


def passages(citations: Sequence[Citation]) -> str:
    """Returns citations as text: `pagat, deal 8; wiki, note a`."""
    passage_texts = (
        f"{citation.source}, {citation.passage}" if citation.passage else citation.source
        for citation in citations
    )
    return "; ".join(dict.fromkeys(passage_texts))


def cited_sources(game: Game) -> Iterator[str]:
    """Yields each source with the passages cited from it.

    A house file may have replaced every inherited rule that cites a source, which is then left out.
    """
    cited = [citation for origin in _origins(game) for citation in origin.citations]
    cited += [citation for assumption in game.assumptions for citation in assumption.citations]
    for source in game.sources:
        own = [citation for citation in cited if citation.source == source.name]
        if game.extends and not own:
            continue
        cited_passages = dict.fromkeys(citation.passage for citation in own if citation.passage)
        passages_text = f": {', '.join(cited_passages)}" if cited_passages else ""
        yield f"{source.title} ({source.name}){passages_text}."


def _origins(game: Game) -> Iterator[Origin]:
    used = effective_names(game)
    parts: list[Any] = [game.pack, *game.specials]
    named = (*game.parameters, *game.lets, *game.past)
    parts += [declared for declared in named if declared.name in used]
    for deal in game.deals:
        parts += [deal, *deal.aspects.clauses()]
    for twist in game.twists:
        parts += [twist, *twist.clauses()]
    yield from (game.origin, game.players_origin)
    yield from (part.origin for part in parts if part is not None)
    yield game.schedule_origin
    ends = (game.winner, game.ends, game.settlement)
    yield from (part.origin for part in ends if part is not None)


def _assumptions_in_force(context: SheetContext) -> dict[Assumption, str]:
    """Returns the assumptions that hold somewhere, each with the deals and choices it is limited
    to: `Blind: `, `Except in Blind: `, or "" if it holds in all of them.

    Assumptions of a parameter hold for its default; they are left out if it has another value.
    """
    game = context.game
    choices_offered = [twist.name for twist in game.twists]
    parts = dict.fromkeys([*(deal.name for deal in game.deals), *choices_offered])
    played = {*context.scheduled(), *choices_offered}
    limits = dict.fromkeys(game.assumptions, "")
    for assumption, names in _places_of_assumptions(context).items():
        others = [name for name in parts if name in played - names]
        if not names:
            limits.pop(assumption, None)
        elif others and assumption in limits:
            limit = [name for name in parts if name in names]
            is_usual = context.ordinary in names
            limits[assumption] = (
                f"Except in {join_words(others)}: " if is_usual else f"{join_words(limit)}: "
            )
    for parameter in game.parameters:
        if context.table.parameters[parameter.name] != parameter.default:
            for assumption in parameter.origin.assumptions:
                limits.pop(assumption, None)
    return limits


def _places_of_assumptions(context: SheetContext) -> dict[Assumption, set[str]]:
    """Returns the deals and choices in which the assumptions on their clauses hold.

    An assumption on the ordinary deal itself holds in all of them, so it is not included.
    """
    game = context.game
    places: dict[Assumption, set[str]] = {}
    parts: tuple[Deal | Twist, ...] = (*game.deals, *game.twists)
    usual, scheduled = context.ordinary, context.scheduled()
    # for a choice that several deals offer, the ordinary deal, or else one of the schedule
    last = sorted(game.deals, key=lambda deal: (deal.name == usual, deal.name in scheduled))
    callers = {
        choice: deal.name
        for deal in last
        for choices in call_groups(deal)
        for choice in choices.choices
    }
    for part in parts:
        called = (part.name,) if isinstance(part, Twist) else ()
        deal_name = callers[part.name] if called else part.name
        rules = context.rules_of(deal_name, called)
        for aspect, clause in aspects_after(game, deal_name, called).clauses_by_aspect().items():
            nobody_follows = aspect == "follow" and rules.plays_top
            for assumption in clause.origin.assumptions:
                places.setdefault(assumption, set()).update([] if nobody_follows else [part.name])
        if part.name != context.ordinary:
            for assumption in part.origin.assumptions:
                places.setdefault(assumption, set()).add(part.name)
    return places
