"""The Python interface: checked rules to play with, which `clagdsl.load` returns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from clagdsl import problems
from clagdsl.check.checker import CheckResult, check_path, check_text
from clagdsl.check.loader import is_bundled_name
from clagdsl.check.proof_cache import Proof, proved_table, remember_proof
from clagdsl.check.proof_report import Evidence
from clagdsl.engine.actions import NUMBER_LIMIT, read_names
from clagdsl.engine.state import State, start_at_table
from clagdsl.engine.view import View
from clagdsl.lang.expr.evaluate import EvaluationError
from clagdsl.lang.numerals import join_words
from clagdsl.lang.record import Record
from clagdsl.lang.rules import (
    NOT_DECLARED,
    ROW_DEALS,
    TRUMP_WORDS,
    AuctionBids,
    Call,
    Game,
    RowBest,
    Tally,
    Value,
)
from clagdsl.lang.source import SourceText
from clagdsl.problems.diagnostic import ArgumentError, Diagnostic, RulesError
from clagdsl.problems.escape import join_in_backticks, shorten
from clagdsl.table.bids import auction_numbers, auctions_in, blind_bids, may_bid_blind
from clagdsl.table.choices import ordered_call, why_not_call
from clagdsl.table.deal_rules import DealRules
from clagdsl.table.history import Past, PastFigures
from clagdsl.table.possible_pasts import why_not_past
from clagdsl.table.schedule import ScheduledDeal
from clagdsl.table.scoring import score_deal, score_names
from clagdsl.table.seating import player_count
from clagdsl.table.table import Table, open_table, scheduled_deal

if TYPE_CHECKING:
    from clagdsl.records.toml_spans import RecordPlaces
    from clagdsl.reviewing.model import Review
    from clagdsl.reviewing.review import ReviewProgress
    from clagdsl.scorekeeping.score_sheet import Sheet
    from clagdsl.simulation.balancing.balance_result import BalanceResult
    from clagdsl.simulation.batch.matches import Batch
    from clagdsl.simulation.lowering.arrays import Array
    from clagdsl.simulation.runs.match_arrays import Matches
    from clagdsl.simulation.runs.progress import Progress
    from clagdsl.simulation.runs.request import RulesSource
    from clagdsl.simulation.runs.simulation import Simulation

TableKey: TypeAlias = tuple[int | None, tuple[tuple[str, Value], ...]]
"""The number of players (None: the fewest), and the parameters if any were set."""

MOST_TABLES: Final = 256
"""The maximum number of tables that a game caches."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One deal of a schedule with all choices made: its row, its number of cards and its rules."""

    scheduled: ScheduledDeal
    cards: int
    rules: DealRules


@dataclass(frozen=True, slots=True)
class PlayableGame:
    """Checked rules: the `rules` as data, the `evidence` of the proofs, and warnings in
    `diagnostics`.

    `reference` identifies the rules in records: a bundled name or a path.
    """

    rules: Game
    evidence: Evidence
    diagnostics: tuple[Diagnostic, ...] = ()
    reference: str = field(default="", compare=False)
    proved_elsewhere: bool = field(default=False, compare=False)
    """True if another process has proved all tables that will be opened."""
    texts: tuple[SourceText, ...] = field(default=(), compare=False, repr=False)
    """The text of the rules, followed by the texts that they extend."""
    _tables: dict[TableKey, Table] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """Cached tables, opened and proved, which matches share."""

    def start(
        self,
        players: int | None = None,
        seed: int | None = None,
        match: int = 0,
        names: Sequence[str] | None = None,
        dealer: int | str | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> State:
        """Returns a new match; with a seed, it deals the cards itself.

        `players` defaults to the number of `names`, or to the fewest that the rules allow. `dealer`
        is the first dealer, as a seat or a name (default: the last seat). Without a seed, the match
        waits for a `deal ...` action in every deal. Raises ArgumentError if an argument is invalid
        or the rules do not allow the players or parameters.
        """
        if players is None and names is not None:
            players = player_count(names)
        table = self._table(players, parameters)
        return start_at_table(table, seed, match, names, dealer, self.reference)

    def keep(
        self,
        names: Sequence[str],
        dealer: int | str | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> Sheet:
        """Returns an empty score sheet for a match that these players play with real cards.

        `dealer` is the first dealer, as a seat or a name (default: the last player). Raises
        ArgumentError if an argument is invalid or the rules do not allow the players or parameters.
        """
        from clagdsl.scorekeeping.score_sheet import new_sheet

        table = self._table(player_count(names), parameters)
        table_for = partial(self._table, parameters=parameters)
        return new_sheet(table, names, dealer, self.reference, table_for)

    def _table(self, players: int | None, parameters: Mapping[str, Value] | None = None) -> Table:
        nothing_set = parameters is None or parameters == {}
        plain = nothing_set and (players is None or type(players) is int)
        key: TableKey = (players, ())
        cached = self._tables.get(key) if plain else None
        if cached is not None:
            return cached
        table = open_table(self.rules, players, parameters)
        if not plain:
            key = (table.players, tuple(table.parameters.items()))
        cached = self._tables.get(key)  # one lookup: another thread may clear the cache
        if cached is not None:
            return cached
        if not self.proved_elsewhere:
            table = proved_table(self.rules, players, parameters, self.evidence.tried)
        if len(self._tables) >= MOST_TABLES:
            self._tables.clear()
        return self._tables.setdefault(key, table)

    def deals(
        self, players: int | None = None, parameters: Mapping[str, Value] | None = None
    ) -> tuple[ScheduledDeal, ...]:
        """Returns the schedule: the number, name, cards and trump of every deal.

        `cards` is None if the dealer picks the number of cards. `trump` is `()` for no trump, and
        None if it is turned, named or called. Raises ArgumentError if the rules do not allow the
        players or parameters.
        """
        return self._table(players, parameters).schedule

    def score(
        self,
        deal: int | str,
        bids: Sequence[int | str | None] | None = None,
        tricks: Sequence[int] = (),
        taken: Sequence[int] | None = None,
        calls: str | Sequence[str] | None = None,
        cards: int | None = None,
        parameters: Mapping[str, Value] | None = None,
        number: int | None = None,
        past: Mapping[str, int | Sequence[int]] | None = None,
        points: Sequence[int] | None = None,
        blind: Sequence[int] = (),
        trump: str | None = None,
    ) -> tuple[int, ...]:
        """Returns the points of each player in one deal, given by its number in the schedule or its
        name.

        Limits on bids are not checked. A name shared by several deals with different scores causes
        a warning. Raises ArgumentError if an argument is invalid, or missing although the deal
        needs it.

        - `tricks`: the number of tricks each player won.
        - `taken`: the seat that won each trick, needed if tricks differ in value.
        - `calls`: the twists called, needed if the deal has a call.
        - `cards`: the number of cards, needed if the deal has several sizes.
        - `number`: the number of the deal, to select one of several with the same name.
        - `past`: the runs and tallies before the deal, by name; one number for all players or one
          for each (default: 0).
        - `points`: the value of each player's tricks, needed if it depends on the cards in them.
        - `blind`: the seats that bid blind, in deals that offer the choice.
        - `trump`: a suit, `"none"`, or `"order"` for an order of the suits; needed if the score
          reads what is trump and the rules do not settle it.
        """
        won = numbers_of_tricks(tricks)
        table = self._table(len(won), parameters)
        scored = score_deal_by_name(
            table, deal, bids, won, taken, calls, cards, number, past, points, blind, trump
        )
        if scored.ambiguity is not None:
            import warnings

            warning = f"{scored.ambiguity.code}: {scored.ambiguity.message}: name it by its number"
            warnings.warn(warning, stacklevel=2)
        return scored.scores

    def simulate(
        self,
        n: int,
        players: int | None = None,
        seed: int = 0,
        threads: int = 1,
        parameters: Mapping[str, Value] | None = None,
        policy: str | Sequence[str] = "random",
    ) -> Matches:
        """Plays matches 0 to `n` - 1 of a seed and returns them as NumPy arrays.

        `policy` is `"random"`, `"steady"`, or a list with one of them for each seat. `threads`
        affects only the running time. Needs the `simulate` extra. Raises ArgumentError if an
        argument is invalid or the rules do not allow the players or parameters.
        """
        from clagdsl.simulation.optional_deps import check_extras, plays_randomly

        check_extras({"simulate": "game.simulate"}, compiled=not plays_randomly(policy))
        from clagdsl.simulation.runs.match_arrays import simulate

        return simulate(self._table(players, parameters), n, seed, threads, policy)

    def batch(
        self,
        matches: int,
        players: int | None = None,
        seed: int = 0,
        first: int = 0,
        parameters: Mapping[str, Value] | None = None,
        *,
        packs: Array | None = None,
        restart: bool = False,
        history: bool = True,
    ) -> Batch:
        """Returns a batch of `matches` matches of a seed, starting with number `first`, that
        advance together.

        - `packs`: packs to deal instead of the seed's; shape (match, deal, 52), indices into `PACK`
          from the top.
        - `restart`: if True, a finished match is replaced by the next one.
        - `history`: if False, the batch uses less memory and cannot produce states.

        Needs the `simulate` extra. Raises ArgumentError if an argument is invalid or the rules do
        not allow the players or parameters.
        """
        from clagdsl.simulation.optional_deps import check_extras

        check_extras({"simulate": "game.batch"})
        from clagdsl.simulation.batch.matches import make_batch

        return make_batch(
            self._table(players, parameters),
            self.reference,
            matches,
            seed,
            first,
            packs,
            restart=restart,
            history=history,
        )

    def batch_at(
        self, states: Sequence[State], seed: int | None = None, *, history: bool = True
    ) -> Batch:
        """Returns a batch whose matches continue from these states, in their order.

        The states must all be of this game, with the same players and parameters. They either share
        one seed, from which later cards are dealt, or have none, like the results of `worlds`. In
        that case `seed` (default 0) deals the remaining cards. Needs the `simulate` extra. Raises
        ArgumentError if the states do not meet these conditions.
        """
        from clagdsl.simulation.optional_deps import check_extras

        check_extras({"simulate": "game.batch_at"})
        from clagdsl.simulation.batch.matches import make_batch_at

        alone = isinstance(states, State) or not isinstance(states, Iterable)
        stand = () if alone else tuple(states)
        if not stand or not all(isinstance(state, State) for state in stand):
            raise problems.arguments.WrongBatch("give a list of states, at least one").error()
        table = stand[0].table
        if table.game != self.rules or any(
            not _same_setting(state.table, table) for state in stand
        ):
            raise problems.arguments.WrongBatch(
                "the states must all be of this game, with the same players and parameters"
            ).error()
        return make_batch_at(table, self.reference, stand, seed, history=history)

    def worlds(
        self,
        view: View,
        n: int,
        seed: int = 0,
        parameters: Mapping[str, Value] | None = None,
    ) -> tuple[State, ...]:
        """Returns `n` random states that the view's seat cannot distinguish from the actual one
        (determinizations).

        Every pack that is consistent with the view is equally likely, and each state gives the seat
        an equal view. Later deals have not been dealt. Only the view is used, never the match from
        which it was taken. `view.seat` may be None. Raises ArgumentError if `view` is not a view,
        or another argument is invalid.
        """
        from clagdsl.engine.worlds import sample_worlds

        if not isinstance(view, View):
            raise problems.arguments.WrongWorlds(
                f"{type(view).__name__} is not a view: give `state.view(seat)`"
            ).error()
        return sample_worlds(view, self._table(view.players, parameters), n, seed)


def load(source: str | Path | None = None, *, text: str | None = None) -> PlayableGame:
    """Returns the checked rules of a file, a bundled variant (`"pagat"`) or a text.

    Raises RulesError if the rules have errors; its `diagnostics` are what `clagdsl check` prints.
    Raises ArgumentError unless exactly one of `source` and `text` is given.
    """
    if (source is None) == (text is None):
        raise problems.arguments.WrongSource(
            "give exactly one of a path, the name of a bundled variant, and `text=`"
        ).error()
    if text is not None:
        if not isinstance(text, str):
            raise problems.arguments.WrongSource(
                f"`text=` must be a string, not `{type(text).__name__}`"
            ).error()
        return _playable(check_text(text), "")
    if not isinstance(source, str | Path):
        raise problems.arguments.WrongSource(
            f"a path or a name must be a string, not `{type(source).__name__}`"
        ).error()
    return _playable(check_path(source), str(source))


def simulate(
    rules: str | Path | PlayableGame | None = None,
    n: int | None = None,
    *,
    until: float | str | Fraction | None = None,
    players: int | None = None,
    seed: int = 0,
    policy: str | Sequence[str] = "random",
    parameters: Mapping[str, Value] | None = None,
    against: str | Path | PlayableGame | None = None,
    against_parameters: Mapping[str, Value] | None = None,
    by: Sequence[str] = (),
    threads: int | None = None,
    cluster: str | None = None,
    csv: str | Path | None = None,
    parquet: str | Path | None = None,
    plot: str | Path | Sequence[str | Path] = (),
    save: str | Path | None = None,
    resume: str | Path | None = None,
    progress: Callable[[Progress], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Simulation:
    """Plays many matches and returns their statistics, as `clagdsl simulate` does.

    The run ends after `n` matches, once the mean totals are known to within `until` points, or
    between two blocks of matches if `stop` returns True. `progress` is called with the state of the
    run. Needs the `simulate` extra. Raises ArgumentError if an argument is invalid, RulesError if
    the rules have errors, and FileError if a file cannot be written.
    """
    from clagdsl.engine.players.named_players import no_names
    from clagdsl.simulation.runs.progress import Watch
    from clagdsl.simulation.runs.request import Request
    from clagdsl.simulation.runs.saved_run import FIXED_BY_FILE, resume_request
    from clagdsl.simulation.runs.start import run

    for values in (parameters, against_parameters):
        if values is not None and not isinstance(values, Mapping):
            raise problems.arguments.NotParameters(values).error()
    if not isinstance(policy, Sequence):
        raise no_names(policy)
    pictures = [plot] if isinstance(plot, str | Path) else plot
    request = Request(
        rules=_rules_source("" if rules is None else rules),
        matches=n,
        until=None if until is None else _points(until),
        players=players,
        seed=seed,
        policy=policy if isinstance(policy, str) else ",".join(map(str, policy)),
        threads=threads,
        parameters=dict(parameters or {}),
        against=None if against is None else _rules_source(against),
        against_parameters=dict(against_parameters or {}),
        by=tuple(by),
        csv=_path_text(csv),
        parquet=_path_text(parquet),
        plots=tuple(map(str, pictures)),
        cluster=cluster,
        save=_path_text(save),
        resume=_path_text(resume),
    )
    default_request = Request(_rules_source(""))
    changed = [
        name for name in FIXED_BY_FILE if getattr(request, name) != getattr(default_request, name)
    ]
    watch = Watch(progress or (lambda _: None), stop or (lambda: False))
    simulation = run(resume_request(request, changed), watch)
    for name in request.plots if simulation.matches else ():
        simulation.draw(name)
    return simulation


def balance(
    rules: str | Path | PlayableGame,
    n: int | None = None,
    *,
    players: int | None = None,
    seed: int = 0,
    player: str = "steady",
    parameters: Mapping[str, Value] | None = None,
    against: str | Path | PlayableGame | None = None,
    against_parameters: Mapping[str, Value] | None = None,
    threads: int = 1,
    progress: Callable[[Progress], object] | None = None,
) -> BalanceResult:
    """Measures how balanced rules are between good players, as `clagdsl balance` does.

    `n` is the number of sets of packs; within a set, each hand is played once in every seat. By
    default the run takes less than a minute. `player` is the bot in all seats. The rules are
    compared with `against`, by default with the rules that they extend. `threads` affects only the
    running time. Needs the `simulate` extra. Raises ArgumentError if an argument is invalid, and
    RulesError if the rules have errors.
    """
    from clagdsl.simulation.optional_deps import check_extras
    from clagdsl.simulation.runs.progress import Watch

    check_extras({"simulate": "balance"})
    from clagdsl.simulation.balancing.balance_request import BalanceRequest
    from clagdsl.simulation.balancing.balance_result import play_balance

    for values in (parameters, against_parameters):
        if values is not None and not isinstance(values, Mapping):
            raise problems.arguments.NotParameters(values).error()
    request = BalanceRequest(
        rules=_rules_source(rules),
        packs=n,
        players=players,
        seed=seed,
        player=player,
        parameters=dict(parameters or {}),
        against=None if against is None else _rules_source(against),
        against_parameters=dict(against_parameters or {}),
        threads=threads,
    )
    result = play_balance(request, Watch(progress or (lambda _: None)))
    assert result is not None, "nobody can stop it"
    return result


def _rules_source(rules: str | Path | PlayableGame) -> RulesSource:
    from clagdsl.check.proof_cache import ProvedRules
    from clagdsl.simulation.runs.request import RulesSource

    if isinstance(rules, str | Path):
        return RulesSource(str(rules))
    if not isinstance(rules, PlayableGame):
        raise problems.arguments.WrongSource(
            f"rules must be a path, a name or a game, not `{type(rules).__name__}`"
        ).error()
    proved = ProvedRules(rules.rules, rules.texts, rules.evidence.tried)
    return RulesSource(rules.reference, proved)


def _points(until: float | str | Fraction) -> Fraction:
    """Returns the requested precision of the means; raises ArgumentError if it is invalid."""
    from clagdsl.simulation.runs.request import WIDEST, points_within

    points = points_within(until)
    if points is None:
        raise problems.arguments.WrongSimulation(
            f"`until` must be more than 0 points and at most {WIDEST:,}, such as 0.1,"
            f" not `{shorten(until)}`"
        ).error()
    return points


def _path_text(path: str | Path | None) -> str | None:
    return None if path is None else str(path)


def replay(record: Record | str | Path, *, trust: bool = False) -> State:
    """Returns the state at the end of a match whose record contains every card and decision.

    `record` is the result of `State.record`, or the path of a record's file. A file may use bundled
    rules and rules files in its own folder; other rules files require `trust=True`. Raises
    RecordError if the record cannot be replayed, IllegalAction for the first action that the rules
    forbid, and RulesError if the rules cannot be loaded.
    """
    from clagdsl.records.recorded_match import replay as play_again

    source = _with_rules(record, trust=trust)
    return play_again(source.record, source.game, source.places)


def review(
    record: Record | str | Path,
    player: str = "search:256",
    seed: int = 0,
    *,
    trust: bool = False,
    progress: Callable[[ReviewProgress], object] | None = None,
) -> Review:
    """Returns the value of every decision in a recorded match, as `clagdsl review` does.

    `record` is as for `replay`, but only deals that record every card are reviewed. `player` is the
    reviewer: `search` at some level. `progress` is called with the state of the review. Needs the
    extra `simulate`.

    Raises RecordError if the record contradicts its rules or has no decision, ArgumentError if
    `player` or `seed` is invalid, and RulesError if the rules cannot be loaded.
    """
    from clagdsl.reviewing.review import review_record, weighing_player

    weighing_player(player)
    source = _with_rules(record, trust=trust)
    return review_record(
        source.record, source.game, source.places, player=player, seed=seed, progress=progress
    )


@dataclass(frozen=True, slots=True)
class _RecordWithRules:
    """A record with its rules, and the places of its values if it comes from a file."""

    record: Record
    game: Game
    places: RecordPlaces | None


def _with_rules(record: Record | str | Path, *, trust: bool) -> _RecordWithRules:
    """Returns a record, which may be given as a file, together with its rules.

    Raises RecordError if the file is not a record, and RulesError if the rules cannot be loaded.
    """
    from clagdsl.records.reading import read_record
    from clagdsl.records.recorded_match import RecordError

    folder = Path()
    places = None
    if not isinstance(record, Record | str | Path):
        raise problems.arguments.WrongSource(
            f"give a record or a path, not `{type(record).__name__}`"
        ).error()
    if not isinstance(record, Record):
        read = read_record(Path(record), str(record))
        if read.record is None:
            raise RecordError(*read.diagnostics)
        folder, places = Path(record).parent, read.places
        record = read.record
    game = record.game
    if game is None and is_bundled_name(record.rules):
        game = load(record.rules).rules
    if game is None:
        from clagdsl.records.row_context import empty_places
        from clagdsl.records.rules_reference import load_record_rules

        place = (places or empty_places()).value(None, "rules")
        named = load_record_rules(record, folder, place, trust=trust)
        if named.game is None:
            raise RulesError(named.diagnostics, named.sources)
        game = named.game
    return _RecordWithRules(record, game, places)


def _same_setting(one: Table, other: Table) -> bool:
    """Returns whether two tables have the same rules, players and parameters."""
    return one is other or (
        (one.players, one.parameters) == (other.players, other.parameters)
        and one.game == other.game
    )


def _playable(checked: CheckResult, reference: str) -> PlayableGame:
    if checked.game is None or checked.evidence is None:
        raise RulesError(checked.diagnostics, checked.sources)
    remember_proof(Proof.of(checked.chain))
    reference = reference or checked.game.file
    game, evidence, diagnostics = checked.game, checked.evidence, checked.diagnostics
    return PlayableGame(game, evidence, diagnostics, reference, texts=checked.chain)


def _bid_numbers(bids: Sequence[int | str | None] | None) -> tuple[int, ...] | None:
    """Returns the bids as numbers; None if there were no bids, or only dashes as on
    a score sheet.
    """
    if isinstance(bids, list | tuple) and bids and all(bid in (None, "-") for bid in bids):
        return None
    return (
        None
        if bids is None
        else _whole_numbers(bids, lambda why: problems.arguments.WrongBids(why).error())
    )


def _whole_numbers(
    values: Sequence[object], wrong: Callable[[str], ArgumentError]
) -> tuple[int, ...]:
    if not isinstance(values, Iterable):
        raise wrong(f"`{shorten(values)}` is not a list of whole numbers")
    numbers: list[int] = []
    for number in values:
        if type(number) is not int or abs(number) >= NUMBER_LIMIT:
            raise wrong(f"`{shorten(number)}` is not a whole number that fits")
        numbers.append(number)
    return tuple(numbers)


@dataclass(frozen=True, slots=True)
class ScoreAnswer:
    """The points of each player, and a warning if another deal with that
    name scores differently.
    """

    scores: tuple[int, ...]
    ambiguity: Diagnostic | None = None


def numbers_of_tricks(tricks: Sequence[int]) -> tuple[int, ...]:
    """Returns the number of tricks of each player.

    Raises ArgumentError if a number is invalid or the sequence is empty.
    """
    won = _whole_numbers(tricks, lambda why: problems.arguments.WrongTricks(why).error())
    if not won:
        raise problems.arguments.WrongTricks("give each player's number of tricks").error()
    return won


def score_deal_by_name(
    table: Table,
    deal: int | str,
    bids: Sequence[int | str | None] | None,
    tricks: tuple[int, ...],
    taken: Sequence[int] | None,
    calls: str | Sequence[str] | None,
    cards: int | None,
    number: int | None = None,
    past: Mapping[str, int | Sequence[int]] | None = None,
    points: Sequence[int] | None = None,
    blind: Sequence[int] = (),
    trump: str | None = None,
) -> ScoreAnswer:
    """Returns the points of each player in one deal at a table.

    Raises ArgumentError if an argument is invalid, or missing although the deal needs it.
    """
    stands = past_figures(table, past)
    scene = select_deal(table, _deal_by_number(table, deal, number), cards, calls, sum(tricks))
    bid = _bid_numbers(bids)
    if trump not in (None, *TRUMP_WORDS):
        raise problems.arguments.WrongTrump(
            f"`{shorten(trump)}` is not a trump: give {join_in_backticks(TRUMP_WORDS)}"
        ).error()
    won_by = None
    if taken is not None:
        won_by = _whole_numbers(taken, lambda why: problems.arguments.WrongTaken(why).error())
    worth = None
    if points is not None:
        worth = _whole_numbers(points, lambda why: problems.arguments.WrongTaken(why).error())
    unseen = _blind_seats(scene.rules, blind)
    if past:
        _check_past(table, scene, stands, past, by_name=isinstance(deal, str) and number is None)
    _check_auction(scene, stands, has_auction=past is not None and "auction" in past)

    def scores(scheduled: ScheduledDeal) -> tuple[int, ...]:
        rules = table.rules_of(scheduled, scene.rules.calls, scene.cards)
        try:
            results = score_deal(
                rules,
                deal=scheduled.number,
                cards=scene.cards,
                bids=bid,
                tricks=tricks,
                taken=won_by,
                points=worth,
                past=stands + blind_bids(rules, unseen),
                trump=trump,
            )
        except EvaluationError as fault:
            if not past:
                raise
            why = f"no match can reach these runs and tallies: {fault.fault}"
            raise problems.arguments.WrongPast(why).error() from fault
        return tuple(result.score for result in results)

    first, name = scene.scheduled.number, scene.scheduled.name
    points_by_seat = scores(scene.scheduled)
    read = score_names(scene.rules) | table.guard_dependencies(name)
    by_number = "deal" in read or ROW_DEALS in read
    if isinstance(deal, str) and number is None and by_number:
        for other in table.schedule:
            fits = other.name == name and other.low <= scene.cards <= other.high
            if fits and scores(other) != points_by_seat:
                unsaid = problems.arguments.AmbiguousDealNumber(name, first, other.number)
                return ScoreAnswer(points_by_seat, unsaid.diagnostic())
    return ScoreAnswer(points_by_seat)


def _blind_seats(rules: DealRules, blind: Sequence[int]) -> tuple[int, ...]:
    """Returns the seats that bid blind; raises ArgumentError if the deal does not offer this
    choice.
    """
    seats = _whole_numbers(blind, lambda why: problems.arguments.WrongBids(why).error())
    if seats and not may_bid_blind(rules):
        raise problems.arguments.WrongBids(
            f"nobody can choose to bid blind in `{rules.name}`: leave `blind` out"
        ).error()
    for seat in seats:
        if not 0 <= seat < rules.players:
            raise problems.arguments.WrongSeat("player who bids blind", seat, rules.players).error()
    return seats


def past_figures(table: Table, past: Mapping[str, int | Sequence[int]] | None) -> Past:
    """Returns the values of all runs and tallies for every seat; raises ArgumentError if `past` has
    an unknown name or an invalid value.
    """
    figures = past or {}
    if not isinstance(figures, Mapping):
        raise problems.arguments.WrongPast("give the values of runs and tallies by name").error()
    signed = {each.name: isinstance(each, Tally) for each in table.remembered}
    if auctions_in(table.game):
        signed["auction"] = False
    names = [*signed]
    for name in figures:
        if name not in names:
            from clagdsl.problems.suggestions import suggest_name

            there = suggest_name(name, names, "choose from", "they have none")
            raise problems.arguments.WrongPast(
                f"the rules have no run or tally `{shorten(name)}`: {there}"
            ).error()
    return tuple(
        PastFigures(name, _figures_by_seat(name, figures.get(name, 0), table.players, signed=below))
        for name, below in signed.items()
    )


def _check_past(
    table: Table, scene: Scene, stands: Past, typed: Iterable[str], *, by_name: bool
) -> None:
    """Raises ArgumentError if these runs and tallies are impossible before the deal.

    Figures that are not `typed` are 0; this is checked if the score of the deal reads them. If the
    deal is given by name alone, it may be any deal with that name and this number of cards.
    """
    rows = [scene.scheduled]
    if by_name:
        named = (row for row in table.schedule if row.name == scene.scheduled.name)
        rows = [row for row in named if row.low <= scene.cards <= row.high]
    checked = score_names(scene.rules).union(typed)
    figures = [each for each in stands if each.name in checked and each.name != "auction"]
    reason = why_not_past(table, rows, figures)
    if reason is not None:
        raise problems.arguments.WrongPast(reason).error()


def _check_auction(scene: Scene, stands: Past, *, has_auction: bool) -> None:
    """Raises ArgumentError if a score depends on the auction but its winner is not given."""
    rules = scene.rules
    if not isinstance(rules.auction, AuctionBids) or "auction" not in score_names(rules):
        return
    numbers = auction_numbers(rules, deal=scene.scheduled.number, cards=scene.cards)
    example = ",".join([str(numbers[0]), *["0"] * (rules.players - 1)])
    if not has_auction:
        raise problems.arguments.WrongPast(
            f"the score of `{rules.name}` depends on who won the auction: give the winner's number"
            f" with the past, and 0 for the others, as in `auction={example}`"
        ).error()
    won = [seat for one in stands if one.name == "auction" for seat in one.by_seat if seat]
    if len(won) != 1 or won[0] not in numbers:
        raise problems.arguments.WrongPast(
            f"exactly one player wins the auction: give `{numbers[0]}` to `{numbers[-1]}` for the"
            f" winner and 0 for the others, as in `auction={example}`"
        ).error()


def _figures_by_seat(
    name: str, value: int | Sequence[int], players: int, *, signed: bool
) -> tuple[int, ...]:
    figures = (value,) * players if isinstance(value, int) else value
    by_seat = _whole_numbers(figures, lambda why: problems.arguments.WrongPast(why).error())
    if len(by_seat) != players:
        raise problems.arguments.WrongPast(
            f"`{name}` has `{len(by_seat)}` numbers for `{players}` players"
        ).error()
    if not signed and min(by_seat) < 0:
        counted = {"auction": "tricks", RowBest().name: "points"}.get(name, "deals")
        meant = f"`{name}`" if name in NOT_DECLARED else f"the run `{name}`"
        raise problems.arguments.WrongPast(
            f"{meant} cannot be negative, as `{min(by_seat)}` is: it is a number of {counted}"
        ).error()
    return by_seat


def _deal_by_number(table: Table, deal: int | str, number: int | None) -> int | str:
    """Returns the deal to select, using `number`; raises ArgumentError if deal `number` does not
    have this name.
    """
    if number is None or deal == number:
        return deal
    named, numbered = scheduled_deal(table, deal), scheduled_deal(table, number)
    if not isinstance(deal, str):
        raise problems.arguments.TwoDeals(number, numbered.name, named.name, deal).error()
    if numbered.name != named.name:
        numbers = [row.number for row in table.schedule if row.name == named.name]
        raise problems.arguments.OtherDeal(number, numbered.name, named.name, numbers[0]).error()
    return number


def select_deal(
    table: Table,
    deal: int | str,
    cards: int | None,
    calls: str | Sequence[str] | None,
    tricks: int | None = None,
) -> Scene:
    """Returns the deal with that number or name, with these cards and calls.

    `tricks` is the total number of tricks, if it is known. Raises ArgumentError if no deal fits.
    """
    scheduled = scheduled_deal(table, deal)
    rows = [scheduled]
    if isinstance(deal, str):
        rows = [row for row in table.schedule if row.name == scheduled.name]
    sizes = sorted({size for row in rows for size in row.sizes})
    if cards is None:
        if len(sizes) > 1:
            raise problems.arguments.CardsNotDealt(
                f"`{deal}` can have {_sizes_text(sizes)} cards: give the number,"
                f" {_size_example(tricks, sizes)}"
            ).error()
        cards = sizes[0]
    if type(cards) is not int or cards not in sizes:
        raise problems.arguments.CardsNotDealt(
            f"`{deal}` cannot have `{shorten(cards)}` cards, only {_sizes_text(sizes)}:"
            f" give one of these, {_size_example(tricks, sizes)}"
        ).error()
    scheduled = next(row for row in rows if row.low <= cards <= row.high)
    return Scene(scheduled, cards, _rules_after_calls(table, scheduled, calls, cards))


def _size_example(tricks: int | None, sizes: Sequence[int]) -> str:
    """Returns an example size for a message: the number of tricks, if that is a possible size."""
    size = tricks if tricks in sizes else sizes[0]
    return f"as in `--cards {size}` (in Python `cards={size}`)"


def _sizes_text(sizes: Sequence[int]) -> str:
    return join_words([f"`{size}`" for size in sizes], "or")


def _rules_after_calls(
    table: Table, scheduled: ScheduledDeal, calls: str | Sequence[str] | None, cards: int
) -> DealRules:
    rules = table.rules_of(scheduled, cards=cards)
    if calls is None:
        if isinstance(rules.call, Call):
            raise problems.arguments.WrongCalls(
                f"the call of `{rules.name}` is missing: give it as `--calls` (in Python `calls=`)"
            ).error()
        return rules
    if isinstance(calls, str):
        calls = read_names(calls)
    if not isinstance(calls, Sequence) or not all(isinstance(name, str) for name in calls):
        raise problems.arguments.WrongCalls(
            f"the calls must be a string or a list of names, not `{shorten(calls)}`"
        ).error()
    if not isinstance(rules.call, Call) and not calls:
        return rules
    refused = why_not_call(rules, calls)
    if refused is not None:
        raise problems.arguments.WrongCalls(refused.reason).error()
    return table.rules_of(scheduled, ordered_call(rules, calls), cards)
