"""Answers every question from a page with a rules editor."""

from __future__ import annotations

from typing import Final, assert_never

from clagdsl import problems
from clagdsl.api import PlayableGame
from clagdsl.check.checker import CheckResult, check_untrusted, fix_untrusted_text, game_of
from clagdsl.engine.events import (
    BidMade,
    BidsTold,
    CallMade,
    CardPlayed,
    CardsPicked,
    DealBegun,
    Everybody,
    event_words,
)
from clagdsl.engine.players.player import SeatPolicy
from clagdsl.engine.state import State
from clagdsl.lang.json_schema import to_json
from clagdsl.lang.json_value import JsonObject, JsonValue
from clagdsl.lang.resources import all_names, bundled_path, bundled_title
from clagdsl.lang.rules import Game, fixed_trumps
from clagdsl.playground.requests import (
    CompareQuestion,
    GamesQuestion,
    MatchQuestion,
    OpenQuestion,
    PageQuestion,
    ReplayQuestion,
    RulesQuestion,
    ScoreQuestion,
    SimulateQuestion,
    TextSources,
    TrickQuestion,
    Wish,
    file_name,
    read_question,
    read_seed,
    read_settings,
)
from clagdsl.playground.responses import (
    CheckAnswer,
    DifferencesAnswer,
    GamesAnswer,
    KeeperAnswer,
    ListedGame,
    MatchAnswer,
    MendAnswer,
    OpenAnswer,
    PageAnswer,
    ResponseDifference,
    ResponseDifferences,
    ResponseKeeper,
    ResponseMatch,
    ResponseSheet,
    SheetAnswer,
    WrongQuestionAnswer,
    problem_pages,
    response_problems,
)
from clagdsl.problems.diagnostic import ArgumentError
from clagdsl.table.schedule import ScheduledDeal

MOST_DECISIONS: Final = 5_000
"""The maximum number of decisions in a match that is played to the end; bundled games need fewer
than 3,000.
"""

EDITOR: Final = TextSources()


def answer(question: PageQuestion | JsonValue, sources: TextSources = EDITOR) -> JsonObject:
    """Returns the JSON answer to a question or to its JSON; invalid questions raise no error.

    `responses` defines the answers. `docs/reference/playground.md` documents both, with JSON
    Schemas.
    """
    response = to_json(respond(question, sources))
    assert isinstance(response, dict)
    return response


def respond(raw_question: PageQuestion | JsonValue, sources: TextSources = EDITOR) -> PageAnswer:
    """Returns the answer to a question or to its JSON; invalid questions raise no error."""
    wish: Wish | None = None
    try:
        question = (
            raw_question if isinstance(raw_question, PageQuestion) else read_question(raw_question)
        )
        wish = question.wish
        return _answer_question(question, sources)
    except ArgumentError as error:
        diagnostics = (problems.arguments.wrong_argument(error),)
        return WrongQuestionAnswer(wish, response_problems(diagnostics), problem_pages(diagnostics))


def _answer_question(question: PageQuestion, sources: TextSources) -> PageAnswer:
    match question:
        case GamesQuestion(wish=wish):
            games = (ListedGame(name, bundled_title(name)) for name in all_names())
            return GamesAnswer(wish, (), {}, tuple(games))
        case OpenQuestion(wish=wish, game=name):
            return OpenAnswer(wish, (), {}, _bundled_text(name))
        case MatchQuestion():
            return _match_answer(question, sources)
        case SimulateQuestion():
            from clagdsl.playground.simulate_answers import simulate_answer

            return simulate_answer(question, file_name(sources.text))
        case RulesQuestion():
            return _rules_answer(question, sources)
        case CompareQuestion() | ScoreQuestion() | TrickQuestion() | ReplayQuestion():
            from clagdsl.playground.table_answers import table_answer

            return table_answer(question, sources)
        case _:
            assert_never(question)


def _bundled_text(name: str) -> str:
    """Returns the rules of a bundled game; raises ArgumentError for any other name."""
    path = bundled_path(name)
    if path is None:
        from clagdsl.problems.suggestions import suggest_name

        hint = suggest_name(name, all_names(), "they are")
        raise problems.arguments.NoSuchVariant(name, hint).error()
    return path.read_text("utf-8")


def _rules_answer(question: RulesQuestion, sources: TextSources) -> PageAnswer:
    """Returns the answer to a question about rules."""
    file, reach = file_name(sources.text), sources.reach
    if question.wish == "mend":
        mended = fix_untrusted_text(question.text, file, reach)
        diagnostics = check_untrusted(mended.text, file, reach).diagnostics
        problem_list, pages = response_problems(diagnostics), problem_pages(diagnostics)
        return MendAnswer("mend", problem_list, pages, mended.text, mended.count)
    checked = check_untrusted(question.text, file, reach)
    problem_list, pages = response_problems(checked.diagnostics), problem_pages(checked.diagnostics)
    game = checked.game
    match question.wish:
        case "check":
            return CheckAnswer("check", problem_list, pages, None if game is None else _title(game))
        case "sheet":
            return SheetAnswer("sheet", problem_list, pages, None if game is None else _sheet(game))
        case "differences":
            differ = None if game is None else _differences(game, checked, sources)
            return DifferencesAnswer("differences", problem_list, pages, differ)
        case "keeper":
            keeper = None if game is None else _keeper(game, checked, sources)
            return KeeperAnswer("keeper", problem_list, pages, keeper)
        case _:
            assert_never(question.wish)


def _title(game: Game) -> str:
    from clagdsl.lang.rules import title_of

    return title_of(game)


def _sheet(game: Game) -> ResponseSheet:
    from clagdsl.explain.rule_sheet.document import markdown
    from clagdsl.explain.rule_sheet.page import page
    from clagdsl.explain.rule_sheet.sheet_builder import rule_sheet

    sheet = rule_sheet(game)
    return ResponseSheet(sheet.title, page(sheet), markdown(sheet))


def _differences(
    game: Game, checked: CheckResult, sources: TextSources
) -> ResponseDifferences | None:
    if len(checked.chain) < 2:
        return None
    from clagdsl.explain.diff.compare import ComparedRules, compare

    base = checked.chain[1:]
    parent = base[0].name.removesuffix(".clag")
    compared = compare(ComparedRules(parent, game_of(base)), ComparedRules(sources.text, game))
    items = (
        ResponseDifference(difference.deal, difference.aspect, difference.a, difference.b)
        for difference in compared.differences
    )
    return ResponseDifferences(parent, compared.same, tuple(items))


def _keeper(game: Game, checked: CheckResult, sources: TextSources) -> ResponseKeeper:
    from clagdsl.explain.keeper_page import keeper_page

    assert checked.evidence is not None
    return ResponseKeeper(_title(game), keeper_page(game, sources.text, checked.evidence.tried))


def _match_answer(question: MatchQuestion, sources: TextSources) -> MatchAnswer:
    checked = check_untrusted(question.text, file_name(sources.text), sources.reach)
    problem_list, pages = response_problems(checked.diagnostics), problem_pages(checked.diagnostics)
    if checked.game is None or checked.evidence is None:
        return MatchAnswer("match", problem_list, pages, None)
    playable = PlayableGame(checked.game, checked.evidence, checked.diagnostics, sources.text)
    return MatchAnswer("match", problem_list, pages, play_match(playable, question))


def play_match(game: PlayableGame, question: MatchQuestion) -> ResponseMatch:
    """Returns the requested match; raises ArgumentError if it is impossible.

    A match longer than `MOST_DECISIONS` is not finished.
    """

    seed, players = read_seed(question.seed), question.players
    low, high = game.rules.players
    seats = low if players is None else players
    names = [f"Player {seat}" for seat in range(1, seats + 1)] if low <= seats <= high else None
    parameters = read_settings(game.rules, question.parameters)
    begun = game.start(seats, seed, names=names, parameters=parameters)
    state = _play_out(begun, question.policy)
    return ResponseMatch(
        seed=str(seed),
        policy=question.policy,
        players=state.names,
        deals=tuple(map(tuple, _lines_by_deal(state))),
        totals=state.totals,
        winners=tuple(state.names[seat] for seat in state.winners),
        finished=state.over,
    )


def _lines_by_deal(state: State) -> list[list[str]]:
    """Returns the events of each deal in words, with the trump that the rules settle.

    The first deal begins with what comes before it, and the last one ends with the winners.
    """
    to = Everybody(state.names)
    deals: list[list[str]] = []
    before: list[str] = []
    scheduled: ScheduledDeal | None = None  # None once its trump is in the lines
    calls: tuple[str, ...] = ()
    cards: int | None = None
    for event in state.events:
        match event:
            case DealBegun(deal=number):
                deals.append(before if not deals else [])
                scheduled, calls, cards = state.table.schedule[number - 1], (), None
            case CallMade(calls=chosen):
                calls = chosen
            case CardsPicked(cards=picked):
                cards = picked
            case BidMade() | BidsTold() | CardPlayed() if scheduled is not None:
                trumps = fixed_trumps(state.table.rules_of(scheduled, calls, cards).trump)
                if trumps is not None:
                    deals[-1].append(f"Trump: {to.suits(trumps) or 'none'}")
                scheduled = None
        if line := event_words(event, to):
            (deals[-1] if deals else before).append(line)
    return deals


def _play_out(state: State, policy: SeatPolicy) -> State:
    from clagdsl.engine.players.player import random_action
    from clagdsl.engine.players.steady_player import steady_action

    choose = steady_action if policy == "steady" else random_action
    for _ in range(MOST_DECISIONS):
        action = choose(state)
        if action is None:
            break
        state = state.apply(action)
    return state
